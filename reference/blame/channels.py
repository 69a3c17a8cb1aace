"""Blame and credit for channels: which rules a message speaks about by being where it is, or is not.

`state.decided` keeps the rules by which a channel has decided on a message; a sighting that contradicts
the decision breaks them, and a look that finds what they say, or misses what they forbid, has tested
them. An empty answer means that no rule of this chapter speaks of it.
"""

from mqtck.reference.chapters.report_messages import DataWanted, asks_for, data_wanted
from mqtck.reference.chapters.resolution import dead_letter_key, resolved_key
from mqtck.reference.chapters.undelivered_messages import GOES_ON
from mqtck.reference.comparisons.channels import IN_RETRY, in_retry_rules
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.once import once
from mqtck.reference.state.queue_keys import owner, owner_and_name
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Disposal, Ended, OnQueue, Route, Staged, Uncommitted
from mqtck.reference.vocabulary.constants import Feedback


def missing_rules(state: State, serial: int) -> tuple[str, ...]:
    """A message is not shown that must be on a transmission queue, a dead-letter queue, or at its target."""
    message = state.messages[serial]
    status = next((status for status in state.beliefs[serial] if isinstance(status, OnQueue)), None)
    if status is None or message.kind is not Kind.APPLICATION:
        return ()
    if status.disposal is Disposal.BY_CHANNEL or status.queue in state.runs:
        return state.decided.get(serial, ())
    if status.route is Route.TRANSFERRED and message.first in state.runs:
        return (*state.runs[message.first].gone_on, *_kept_until_delivered(state, message))
    return ()


def _kept_until_delivered(state: State, message: Message) -> tuple[str, ...]:
    """AM-09, AM-10, AM-27: a message that has stopped its channel is backed out, and delivered later."""
    decided = state.decided.get(message.serial, ())
    if not IN_RETRY.intersection(decided):
        return ()
    return decided if message.life_end is None else (*decided, "EX-04", "EX-06")


def sighting_rules(state: State, serial: int, queue_key: str) -> tuple[str, ...]:
    """A message is shown where no decision of the channel can have brought or left it."""
    if any(isinstance(one, Ended) and one.cause is Cause.EXPIRED for one in state.beliefs[serial]):
        return outlived_rules(state, serial)
    if serial not in state.decided and queue_key in state.runs:
        return state.runs[queue_key].gone_on
    return state.decided.get(serial, ())


def outlived_rules(state: State, serial: int) -> tuple[str, ...]:
    """X-48: a message outlives its life because a channel in retry kept it."""
    kept = in_retry_rules(state, serial)
    return (*kept, "EX-20") if kept else ()


def may_report_any(state: State) -> bool:
    """Whether a channel may have reported that it could not deliver a message."""
    return bool(state.runs or state.channels) and any(may_report(state, serial) for serial in state.messages)


def may_report(state: State, serial: int) -> bool:
    """Whether a channel may have reported that it could not deliver this message.

    Nothing of such reports is in these documents: one at each attempt, or behind a batch that was backed out.
    """
    message = state.messages[serial]
    if not asks_for(message, Kind.EXCEPTION) or message.kind is not Kind.APPLICATION:
        return False
    by_channel = message.first in state.runs or message.first in state.channels or serial in state.hops
    by_channel = by_channel or any(owner(one) != message.queue_manager for one in message.instances)
    left = not all(isinstance(status, Staged | Uncommitted) for status in state.beliefs[serial])
    return by_channel and left


def reported_with_data(state: State, serial: int, queue_key: str) -> bool:
    """Whether such a report may be here, with data by which it may be taken for the message itself."""
    message = state.messages[serial]
    if data_wanted(message, Kind.CHANNEL_EXCEPTION) is DataWanted.NONE or not may_report(state, serial):
        return False
    return queue_key in {_reply(state, message), *_first_leg(state, message)[2:]}


def report_rules(state: State, serial: int | None, feedback: object) -> tuple[str, ...]:
    """X-49: what a channel has discarded has not expired, so nobody reports that it has."""
    if serial is None or feedback != Feedback.EXPIRATION or not _discarded(state, serial):
        return ()
    return ("X-49", "EX-21")


def _discarded(state: State, serial: int) -> bool:
    belief = state.beliefs[serial]
    return all(isinstance(one, Ended) and one.cause is Cause.UNDELIVERABLE for one in belief)


def excess_rules(state: State, serial: int, queue_key: str) -> tuple[str, ...]:
    """A queue holds one message more than it may; this one may be it."""
    message = state.messages[serial]
    if queue_key == _reply(state, message):
        return report_rules(state, serial, Feedback.EXPIRATION) if asks_for(message, Kind.EXPIRATION) else ()
    if serial not in state.decided and queue_key == message.first and queue_key in state.runs:
        return state.runs[queue_key].gone_on
    return state.decided.get(serial, ()) if queue_key in _on_the_way(state, message) else ()


def _reply(state: State, message: Message) -> str:
    return "" if message.reply_to is None else resolved_key(state, message.queue_manager, message.reply_to)


def _first_leg(state: State, message: Message) -> tuple[str, str, str, str]:
    """Transmission queue, the queue to which it leads, and the dead-letter queues of both ends."""
    target, there = _far_end(state, message.onward or "")
    return message.first, target, dead_letter_key(state, message.queue_manager), there


def _on_the_way(state: State, message: Message) -> tuple[str, ...]:
    """The same, and the ends of the channels behind the first."""
    later = (_far_end(state, onward) for _, onward in state.hops.get(message.serial, ()))
    return (*_first_leg(state, message), *(queue for ends in later for queue in ends))


def _far_end(state: State, onward: str) -> tuple[str, str]:
    remote, name = owner_and_name(onward)
    return resolved_key(state, remote, name), dead_letter_key(state, remote)


def absence_rules(state: State, queue_key: str) -> frozenset[str]:
    """The rules of this chapter that a look at a queue speaks about by what it does not find there."""
    return _absences(state, queue_key) if state.runs else frozenset()


@once("runs", "decided", "hops", "messages", "beliefs", "children", "queue_managers", "definitions")
def _absences(state: State, queue_key: str) -> frozenset[str]:
    found: set[str] = set()
    for run in state.runs.values():
        for serial in run.decided:
            found |= _absent(state, state.messages[serial], queue_key)
    return frozenset(found)


def _absent(state: State, message: Message, queue_key: str) -> set[str]:
    rules = state.decided[message.serial]
    belief = state.beliefs[message.serial]
    transmission, target, here, there = _first_leg(state, message)
    if any(isinstance(status, OnQueue) and status.queue == queue_key for status in belief):
        return set()
    found: set[str] = set()
    waits = all(isinstance(status, OnQueue) and status.queue == transmission for status in belief)
    expired = any(isinstance(status, Ended) and status.cause is Cause.EXPIRED for status in belief)
    if queue_key == here:
        found |= {"AM-04", "AM-22"} & set(rules)
    if queue_key == there:
        found |= {"AM-20", "AM-21", "AM-22"} & set(rules)
    if queue_key in (transmission, target) and _discarded(state, message.serial):
        found |= GOES_ON & set(rules)
    if queue_key == target and waits:
        found |= IN_RETRY & set(rules)
    if queue_key in (transmission, target) and expired:
        found |= {"X-48"} & set(outlived_rules(state, message.serial))
    if queue_key == _reply(state, message) and _discarded(state, message.serial):
        found |= {"X-49"} if asks_for(message, Kind.EXPIRATION) else set()
    if transmission == queue_key and "AM-02" in rules:
        found |= {"AM-02"}
    return found
