"""Running channels: what a message that cannot be delivered does to the others of its batch.

Covers the backing out of a batch and the retry state (AM-09, AM-10, AM-27), and the life of messages
meanwhile (X-48). `look` notes what stands in the way of a channel; where a message that it takes up may be
then is in `taking_up`. What becomes of one message alone is decided in `channel_decisions`, and what is read
of a channel in `channel_status`.

Which messages make a batch is fixed only where all of them waited when the channel started and the batch
size exceeds their number; under NPMSPEED(FAST) non-persistent messages may travel outside of it. Else it
is open whether what could be delivered was backed out with the message that could not (AM-09, AM-10), and
always whether the backing out brings back what was discarded before it (AM-28).

Silent points: when a channel in retry tries again (the adapter contract asks for an attempt at least once
an hour of a virtual clock); when changes of its ends, of DEADQ and of policies reach a channel (at its next
start at the latest); what a channel does whose transmission queue is disabled for gets, or is deleted (it may
get nothing, and need not go on before its next start).
"""

from itertools import islice
from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import expired, last_end, nominally_expired
from mqtck.reference.chapters.undelivered_messages import Fate
from mqtck.reference.preference import preferred
from mqtck.reference.state.channels import Blockage, Ending, Policy, Run, Terms
from mqtck.reference.state.intervals import Answer, Moment
from mqtck.reference.state.lateness import REPORT_TIME, RETRY_TIME
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key, owner
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import OnQueue
from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelFixture,
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    DeletePolicy,
    NonPersistentSpeed,
)
from mqtck.reference.vocabulary.commands import QueueAttributes, Switch
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.profile import ClockKind

from .channel_decisions import Decision, decisions
from .channel_hops import leads_to

LATEST: Final = 20
"""So many messages are looked at for one that was put to a transmission queue lately."""


# --- definitions ---------------------------------------------------------------------------------------


def define(state: State, command: ChannelFixture) -> State:
    """The state after a definition; channels and policies count from the next start at the latest."""
    match command:
        case DefineSenderChannel(transmission_queue=queue, attributes=attributes, queue_manager=manager):
            return replace(state, senders=state.senders.set(key(manager, queue), attributes))
        case DefineReceiverChannel(partner=partner, attributes=attributes, queue_manager=manager):
            return replace(state, receivers=state.receivers.set((partner, manager), attributes))
        case DefinePolicy(policy=name, queue_manager=manager):
            policy = Policy(command.toleration, command.initiator)
            return replace(state, policies=state.policies.set(key(manager, name), policy))
        case DeletePolicy(policy=name, queue_manager=manager):
            if key(manager, name) not in state.policies:
                return state
            return replace(state, policies=state.policies.delete(key(manager, name)))


def start(state: State, queue_key: str) -> State:
    """What waits on the transmission queue may now leave it at any time."""
    waiting = state.queues.get(queue_key, Queue()).residents
    overdue = state.overdue
    for serial in waiting:
        overdue = overdue.set(serial, None)
    terms = Terms(state.senders, state.receivers, state.queue_managers, state.policies)
    if queue_key in state.channels:
        # Started once more: whether that counts as a start is open. It may try at once, not be in retry.
        again = state.runs[queue_key]
        known = tuple(dict.fromkeys((terms, *again.terms)))
        trying = min(again.retrying, Answer.UNSURE)
        run = replace(
            again,
            terms=known,
            started=state.previous,
            going=Answer.YES,
            retrying=trying,
            ending=frozenset(),
        )
    else:
        before = state.runs.get(queue_key)
        run = Run(
            (terms,),
            waiting,
            blocked_until=state.previous,
            decided=() if before is None else before.decided,
            started=state.previous,
        )
    return replace(
        state, channels=state.channels | {queue_key}, overdue=overdue, runs=state.runs.set(queue_key, run)
    )


def stop(state: State, queue_key: str) -> State:
    """What the channel has in its hands it may still send on, or bring back."""
    runs = state.runs
    if queue_key in state.channels and queue_key in runs:
        runs = runs.set(queue_key, replace(runs[queue_key], stopped=state.previous))
    return replace(state, channels=state.channels - {queue_key}, runs=runs)


def manager_ended(state: State, manager: str) -> State:
    """The state once its channels may have ended with a queue manager, for good or until it starts."""
    runs = state.runs
    for queue_key in state.channels:
        if owner(queue_key) == manager and queue_key in runs:
            runs = runs.set(queue_key, replace(runs[queue_key], going=Answer.UNSURE))
    return state if runs is state.runs else replace(state, runs=runs)


def under_way(state: State) -> bool:
    """Whether a message may just be between two queues: on a real clock, a moment after a channel had work.

    What an MCA has in its hands counts on one queue, on both or on neither: nothing is said of that.
    """
    if state.clock is ClockKind.VIRTUAL or not state.runs:
        return False
    recent = state.previous - REPORT_TIME - state.slow
    if any(run.started >= recent for run in state.runs.values()):
        return True
    newest = (state.messages.get(serial) for serial in range(state.next_serial - 1, 0, -1))
    return any(
        message is not None and message.first in state.runs and message.sent.latest >= recent
        for message in islice(newest, LATEST)
    )


def noticed(state: State) -> State:
    """What is changed may reach a running channel at any time, in retry say, or only at its next start."""
    runs = state.runs
    if not runs:
        return state
    now = Terms(state.senders, state.receivers, state.queue_managers, state.policies)
    for queue_key, run in state.runs.items():
        if queue_key not in state.channels:
            continue
        if _differ(now, run.terms[0]):
            runs = runs.set(queue_key, replace(run, terms=tuple(dict.fromkeys((now, *run.terms)))))
        if run.going is Answer.YES and not _can_be_read(state, queue_key):
            runs = runs.set(queue_key, replace(runs[queue_key], going=Answer.UNSURE))
    return state if runs is state.runs else replace(state, runs=runs)


def _can_be_read(state: State, queue_key: str) -> bool:
    """Whether a channel gets from its queue; one that does not may end, or go on when it can again."""
    queue = state.definitions.get(queue_key)
    return isinstance(queue, QueueAttributes) and queue.get is Switch.ENABLED


def _differ(now: Terms, before: Terms) -> bool:
    """Whether an end of a channel, a policy, a DEADQ or a queue manager is another."""
    names = [(name, manager.dead_letter_queue) for name, manager in now.queue_managers.items()]
    known = [(name, manager.dead_letter_queue) for name, manager in before.queue_managers.items()]
    ends = (now.senders, now.receivers, now.policies) != (before.senders, before.receivers, before.policies)
    return ends or set(names) != set(known)


# --- what stands in the way --------------------------------------------------------------------------------


def look(state: State, moment: Moment) -> State:
    """Note for every running channel whether messages stop it, and whether it is in retry."""
    runs = state.runs
    for queue_key, run in state.runs.items():
        if queue_key in state.channels:
            after = _looked(state, run, queue_key, moment)
            runs = runs if after is run else runs.set(queue_key, after)
    return state if runs is state.runs else replace(state, runs=runs)


def _looked(state: State, run: Run, queue_key: str, moment: Moment) -> Run:
    residents = state.queues.get(queue_key, Queue()).residents
    if not residents and run.retrying is Answer.NO:
        return run
    blockage = Blockage()
    until = run.blocked_until
    ending = run.ending
    for serial in residents:
        if not any(_here(state, queue_key, serial)):
            continue
        found = decisions(state, state.messages[serial], queue_key)
        if may_be_dead_lettered(found):
            ending = with_ending(ending, state.messages[serial], moment)
        stops = _stops(state, queue_key, serial, found, moment)
        if stops.answer is Answer.NO:
            continue
        until = max(until, _until(state.messages[serial], moment))
        if not blocks(state, serial, moment):
            continue
        blockage = Blockage(
            max(blockage.answer, stops.answer),
            blockage.chosen or stops.chosen,
            stops.rules if stops.answer > blockage.answer else blockage.rules or stops.rules,
            blockage.culprits | stops.culprits,
        )
    retrying = in_retry(state.clock, run.retrying, blockage, moment, moment.instant.earliest - until)
    ending = first_and_highest(ending)
    before = (run.blockage, run.blocked_until, run.retrying, run.ending)
    if (blockage, until, retrying, ending) == before:
        return run
    return replace(run, blockage=blockage, blocked_until=until, retrying=retrying, ending=ending)


def with_ending(ending: frozenset[Ending], message: Message, moment: Moment) -> frozenset[Ending]:
    """Those behind which a channel may end, with one more; once is enough."""
    if any(one.serial == message.serial for one in ending):
        return ending
    return ending | {Ending(message.serial, message.priority, moment.instant.earliest)}


def first_and_highest(ending: frozenset[Ending]) -> frozenset[Ending]:
    """Two that were sent first, two of the highest priority, and two met first: one beside any message."""
    first = sorted(ending)[:2]
    highest = sorted(ending, key=lambda one: -one.priority)[:2]
    met = sorted(ending, key=lambda one: one.since)[:2]
    return frozenset((*first, *highest, *met))


def blocks(state: State, serial: int, moment: Moment) -> bool:
    """X-48: a message whose life is over is got by no channel and stops none."""
    return expired(state.messages[serial], moment.instant) is not Answer.YES


def _until(message: Message, moment: Moment) -> int:
    """The last reading so far at which the message may have stopped the channel."""
    now = moment.instant.latest
    return now if message.life_end is None else min(now, last_end(message, message.life_end))


def in_retry(clock: ClockKind, before: Answer, blockage: Blockage, moment: Moment, free: int) -> Answer:
    """AM-09, AM-10, AM-27: in retry while a message stops it, and until an attempt succeeds.

    `free` is how long nothing has stood in the way; on a virtual clock `RETRY_TIME` is enough for an attempt.
    """
    match blockage.answer:
        case Answer.YES if moment.passed:
            return Answer.YES
        case Answer.YES:
            return max(before, Answer.UNSURE)
        case Answer.UNSURE:
            return Answer.UNSURE
        case _ if before is Answer.NO or (clock is ClockKind.VIRTUAL and free >= RETRY_TIME):
            return Answer.NO
        case _:
            return Answer.UNSURE


def _here(state: State, queue_key: str, serial: int) -> list[bool]:
    """For each status that the message may have, whether it is on this queue."""
    belief = state.beliefs[serial]
    return [isinstance(status, OnQueue) and status.queue == queue_key for status in belief]


def _stops(
    state: State, queue_key: str, serial: int, found: tuple[Decision, ...], moment: Moment
) -> Blockage:
    """Whether this message, which may be here, stops the channel, its life aside."""
    here = _here(state, queue_key, serial)
    message = state.messages[serial]
    backed_out = [decision for decision in found if decision.fate is Fate.BACKED_OUT]
    if not backed_out:
        return Blockage()
    certain = len(backed_out) == len(found) and all(here) and expired(message, moment.instant) is Answer.NO
    chosen = (
        found[0].fate is Fate.BACKED_OUT
        and isinstance(preferred(state, serial), OnQueue)
        and not nominally_expired(message, moment.instant)
    )
    culprits = frozenset({serial}) if certain else frozenset()
    return Blockage(Answer.YES if certain else Answer.UNSURE, chosen, backed_out[0].rules, culprits)


def batch_is_fixed(state: State, run: Run, queue_key: str, message: Message) -> bool:
    """AM-09, AM-10: all waited at the start, fewer than a batch holds, and none may travel outside of it."""
    residents = state.queues.get(queue_key, Queue()).residents
    attributes = [terms.senders.get(queue_key, ChannelAttributes()) for terms in run.terms]
    waited = all(serial in run.waiting and run.waiting[serial].certain for serial in residents)
    fits = len(residents) < min(each.batch_size for each in attributes)
    manager = owner(queue_key)
    partner = owner(leads_to(state, message, queue_key))
    ends = [terms.receivers.get((manager, partner)) for terms in run.terms]
    fast = any(
        each is not None and each.non_persistent_speed is NonPersistentSpeed.FAST
        for each in (*attributes, *ends)
    )
    lasting = all(state.messages[one].persistence is Persistence.PERSISTENT for one in residents)
    return waited and fits and (lasting or not fast)


def perhaps_ended(state: State, run: Run, queue_key: str) -> bool:
    """AM-02: that a channel goes on behind what it has dead-lettered is not written."""
    return any(
        one.serial not in state.beliefs or not all(_here(state, queue_key, one.serial)) for one in run.ending
    )


def may_be_dead_lettered(found: tuple[Decision, ...]) -> bool:
    """Whether a channel that has decided so may end behind the message (AM-02)."""
    return any(decision.fate is Fate.DEAD_LETTERED for decision in found)
