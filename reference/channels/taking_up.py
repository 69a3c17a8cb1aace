"""What becomes of a message that a running channel takes up.

Covers where a message on the transmission queue may be by now, and which rules have decided it; what a fixed
batch holds back (AM-09, AM-10); going on behind a message that was discarded (AM-11, AM-28). What stands in
the way of a channel is in `batches`, and what becomes of one message alone in `channel_decisions`.

Silent points: whether a channel goes on behind what it has dead-lettered (AM-02: `come_to` tells what it has
tried all the same); whether it reports what it could not deliver, and where to (X-49).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.report_messages import asks_for, has_reply_to
from mqtck.reference.chapters.resolution import resolve
from mqtck.reference.chapters.undelivered_messages import GOES_ON, Fate
from mqtck.reference.reporting.generated_reports import confirmation_reports, hang_report
from mqtck.reference.state.channels import Run
from mqtck.reference.state.intervals import Answer, Moment
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Disposal, Ended, OnQueue, Route, Status

from .batches import batch_is_fixed, first_and_highest, may_be_dead_lettered, with_ending
from .channel_decisions import Decision, decisions
from .channel_hops import leads_to, led

REMEMBERED: Final = 16
"""How many decisions of a channel are kept to tell which rules a look at a queue speaks about."""


def attempted(run: Run, moment: Moment) -> bool:
    """Whether the channel has certainly been through all that waits, as it does at once unless in retry."""
    free = run.retrying is Answer.NO and run.blockage.answer is Answer.NO
    return moment.passed > 0 and free and run.going is Answer.YES


def come_to(run: Run, message: Message, status: OnQueue, moment: Moment) -> bool:
    """AM-02: and has not ended behind another message, which it has dead-lettered."""
    return attempted(run, moment) and not _may_have_ended_before(run, message, (status,))


def _may_have_ended_before(run: Run, message: Message, here: Iterable[OnQueue]) -> bool:
    """Whether the channel may have ended behind another message, so that this one waits where it is.

    The other one came before it or has a higher priority; or this one was sent before and came later, by the
    end of its delay, a commit or a backout.
    """
    came = max((one.arrival.latest for one in here if one.route is not Route.DIRECT), default=None)
    return any(
        one.serial < message.serial
        or one.priority > message.priority
        or (came is not None and one.since <= came)
        for one in run.ending
        if one.serial != message.serial
    )


def _statuses_on(state: State, serial: int, queue_key: str) -> Iterator[OnQueue]:
    for status in state.beliefs[serial]:
        if isinstance(status, OnQueue) and status.queue == queue_key:
            yield status


def taken_up(state: State, message: Message, status: OnQueue, moment: Moment) -> tuple[State, list[Status]]:
    """Where a message on the transmission queue of a running channel may be by now, preferred first."""
    run = state.runs[status.queue]
    found = decisions(state, message, status.queue)
    others = (state.messages[serial] for serial in run.blockage.culprits - {message.serial})
    backed_out = any(
        not _may_have_ended_before(run, other, _statuses_on(state, other.serial, status.queue))
        for other in others
    )
    if backed_out and batch_is_fixed(state, run, status.queue, message):
        gone = [_status(one, status, moment) for one in found if one.fate is Fate.DISCARDED]
        state = _exception_report(state, message, status.queue, moment) if gone else state
        return _note(state, status.queue, message.serial, run.blockage.rules), [status, *gone]
    state = _noted(state, status.queue, message, found)
    steps: list[Status] = [_status(decision, status, moment) for decision in found]
    if any(decision.fate is not Fate.DELIVERED for decision in found):
        state = _exception_report(state, message, status.queue, moment)
    state = confirmation_reports(state, message, moment, (Kind.COA,), steps)
    for decision in found:
        if decision.onward:
            state = led(state, message, decision.queue, decision.onward)
    if come_to(run, message, status, moment):
        state = _gone_on(state, status.queue, found)
    elif status not in steps:
        steps = [status, *steps] if run.blockage.chosen else [*steps, status]
    if may_be_dead_lettered(found):
        state = _may_end_behind(state, status.queue, message, moment)
    return state, list(dict.fromkeys(steps))


def _may_end_behind(state: State, queue_key: str, message: Message, moment: Moment) -> State:
    run = state.runs[queue_key]
    ending = first_and_highest(with_ending(run.ending, message, moment))
    return (
        state
        if ending == run.ending
        else replace(state, runs=state.runs.set(queue_key, replace(run, ending=ending)))
    )


def _status(decision: Decision, status: OnQueue, moment: Moment) -> Status:
    match decision.fate:
        case Fate.DELIVERED:
            guard = decision.safeguard
            return OnQueue(decision.queue, moment.instant, Route.TRANSFERRED, status.disposal, guard)
        case Fate.DEAD_LETTERED:
            guard = decision.safeguard
            return OnQueue(decision.queue, moment.instant, Route.DEAD_LETTERED, Disposal.BY_CHANNEL, guard)
        case Fate.BACKED_OUT:
            return status
        case Fate.DISCARDED:
            return Ended(Cause.UNDELIVERABLE, Disposal.BY_CHANNEL)


def _exception_report(state: State, message: Message, queue_key: str, moment: Moment) -> State:
    """Whether a channel reports what it could not deliver, and where to, is not in these documents (X-49)."""
    if not has_reply_to(message) or not asks_for(message, Kind.EXCEPTION):
        return state
    places: list[Status] = [Ended(Cause.DROPPED)]
    names = [] if message.reply_to is None else [(message.queue_manager, message.reply_to)]
    ends = (message.queue_manager, owner(queue_key), owner(leads_to(state, message, queue_key)))
    names += [
        (manager, state.queue_managers[manager].dead_letter_queue or "")
        for manager in dict.fromkeys(ends)
        if manager in state.queue_managers
    ]
    for manager, name in names:
        resolved = resolve(state, manager, name)
        if resolved is not None:
            places.append(OnQueue(resolved.local, moment.instant, Route.GENERATED))
    return hang_report(state, message, Kind.CHANNEL_EXCEPTION, places, moment)


# --- which rules have decided --------------------------------------------------------------------------


def _noted(state: State, queue_key: str, message: Message, found: tuple[Decision, ...]) -> State:
    rules = tuple(dict.fromkeys(rule for decision in found for rule in decision.rules))
    if not rules:
        return state
    return _note(state, queue_key, message.serial, rules)


def _note(state: State, queue_key: str, serial: int, rules: tuple[str, ...]) -> State:
    """Keep the rules by which a channel has decided on a message, for what is seen of it later."""
    if state.decided.get(serial) == rules:
        return state
    run = state.runs[queue_key]
    latest = (serial, *(known for known in run.decided if known != serial))[:REMEMBERED]
    return replace(
        state,
        decided=state.decided.set(serial, rules),
        runs=state.runs.set(queue_key, replace(run, decided=latest)),
    )


def _gone_on(state: State, queue_key: str, found: tuple[Decision, ...]) -> State:
    """AM-11, AM-28: a channel that has been through a message and discarded it for certain is running."""
    if any(decision.fate is not Fate.DISCARDED for decision in found):
        return state
    run = state.runs[queue_key]
    rules = tuple(rule for rule in dict.fromkeys((*found[0].rules, *run.gone_on)) if rule in GOES_ON)
    return replace(state, runs=state.runs.set(queue_key, replace(run, gone_on=rules)))
