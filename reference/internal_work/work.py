"""Internal work: what a queue manager does between commands, and may have done by now.

`catch_up` is called before every command with the readings around it: each message whose work may have come
due gets the statuses that it may have by then. On a virtual clock due work is certainly done once time has
moved past it; on a real clock it is only possible until something seen decides (DD-02).

Left out: what becomes of one message (`status_transitions`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.channels.batches import look
from mqtck.reference.chapters.report_messages import asks_for
from mqtck.reference.chapters.staging_queue import runs
from mqtck.reference.queues.triggering import not_triggered_yet, triggered
from mqtck.reference.reporting.generated_reports import room_may_change
from mqtck.reference.reporting.reply_queues import report_of
from mqtck.reference.state.agenda import Agenda, pop, push
from mqtck.reference.state.beliefs import NEVER, learn, merged
from mqtck.reference.state.intervals import Answer, Interval, Moment
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.quiet import Quiet
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import (
    LEFT_BEHIND,
    Belief,
    Cause,
    Coming,
    Discarding,
    Ended,
    Held,
    OnQueue,
    Staged,
    Status,
    Uncommitted,
)
from mqtck.reference.vocabulary.profile import ClockKind

from .resting import all_roused, laid_aside, may_rest, roused, stirred
from .status_transitions import delay_over, next_statuses

DONE: Final = Quiet()
"""Where `catch_up` was called and there was nothing left to do."""

REDONE: Final = Quiet()
"""The same of `rework`."""

AGAIN: Final = 1000
AGAIN_EACH: Final = 20
"""Wake-ups that are not later than the one before, in one catching up: at most so many, and more for each
message. What becomes known of a report wakes its subject again; that many times only work that goes round.
"""


class UnendingWork(RuntimeError):  # noqa: N818 - what the model finds, no mistake of its caller
    """Internal work that undoes what it has done, again and again: what is possible cannot be told."""


def catch_up(state: State, at: Interval) -> State:
    """The state as it may be when a command happens at `at`. Raises UnendingWork."""
    latest = max(at.latest, state.previous)
    due = state.agenda is not None and state.agenda.time <= latest
    if not (due or state.overdue or state.runs or state.resting):
        # Another object, as `recollection` knows each state by its identity.
        return replace(state, previous=latest)
    if state.clock is not ClockKind.VIRTUAL or not at.earliest == at.latest == state.previous:
        return caught_up(state, at)
    # Where nothing is due, `reworked` has looked at all that `caught_up` would, in the same way.
    if DONE.holds(state, at) or (not due and REDONE.holds(state, at)):
        return replace(state, previous=latest)
    after = caught_up(state, at)
    DONE.note(state, after, at)
    return after


def caught_up(state: State, at: Interval) -> State:
    """The same, worked out in any case: one wake-up after the other, then what waits for anything else.

    By a coarse clock a command may begin at an earlier reading than the one before it ended with.
    """
    at = Interval(at.earliest, max(at.latest, state.previous))
    woken: list[int] = []
    newest, again = -1, 0
    while state.agenda is not None and state.agenda.time <= at.latest:
        time, serials, agenda = _next_wake_up(state.agenda)
        again += time <= newest
        if again > AGAIN + AGAIN_EACH * len(state.messages):
            raise UnendingWork(f"message {serials[0]} is looked at for ever")
        newest = max(newest, time)
        state = _after_wake_up(replace(state, agenda=agenda), time, serials, at)
        woken += serials
    if len(woken) > 1:
        # What several messages do at once may leave no room for the reports of each other.
        for serial in dict.fromkeys(woken):
            state = work(state, serial, Moment(at, at, 0))
    passed = _passed(state, at)
    state = roused(look(state, Moment(at, at, passed)))
    state = _overdue_tried(state, Moment(Interval(state.previous, at.latest), at, passed))
    return replace(state, previous=at.latest)


def _passed(state: State, at: Interval) -> int:
    """By how much time has certainly moved on since the command before, in ms."""
    return at.earliest - state.previous if state.clock is ClockKind.VIRTUAL else 0


def _after_wake_up(state: State, time: int, serials: list[int], at: Interval) -> State:
    """What the messages that need a look at this time may have become.

    A virtual clock does what is due at that very time; else it is done at any time from then on.
    """
    latest = time if state.clock is ClockKind.VIRTUAL and time < at.earliest else at.latest
    now = Moment(Interval(max(time, state.previous), max(latest, state.previous)), at, 0)
    state = roused(look(state, now))
    for serial in state.overdue:
        # What is tried again may take the room before this comes due.
        state = work(state, serial, now)
    instant = Interval(time, latest)
    if len(serials) > 1:
        # Simultaneous work happens in any order: first all of it perhaps, then what is certain.
        for serial in serials:
            state = work(state, serial, Moment(instant, at, 0))
    for serial in serials:
        state = work(state, serial, Moment(instant, at, _passed(state, at)))
    return state


def _overdue_tried(state: State, moment: Moment) -> State:
    """What work that waits for no time on the agenda may have done."""
    overdue, resting = state.overdue, state.resting
    for serial in overdue:
        state = work(state, serial, moment)
    if state.resting is not resting:
        # A report that was laid aside, and is no longer since its subject was looked at.
        for serial in state.overdue:
            if serial not in overdue:
                state = work(state, serial, moment)
    return state


def _next_wake_up(agenda: Agenda) -> tuple[int, list[int], Agenda | None]:
    """The next time on the agenda, all serials that it names, and the agenda behind it."""
    time = agenda.time
    serials: list[int] = []
    rest: Agenda | None = agenda
    while rest is not None and rest.time == time:
        serials.append(rest.serial)
        rest = pop(rest)
    return time, list(dict.fromkeys(serials)), rest


def rework(state: State, at: Interval) -> State:
    """Consider all open messages anew; called around every change of a definition."""
    waits = state.unsettled or state.overdue or state.resting
    if not waits or REDONE.holds(state, at):
        return state
    after = reworked(state, at)
    REDONE.note(state, after, at)
    return after


def reworked(state: State, at: Interval) -> State:
    """The same, worked out in any case."""
    state = all_roused(look(state, Moment(at, at, 0)))
    for serial in (*state.unsettled, *state.overdue):
        state = work(state, serial, Moment(at, at, 0))
    return state


def schedule(state: State, message: Message) -> State:
    """Put the instants at which the message needs a look on the agenda."""
    agenda = state.agenda
    if message.due is not None:
        agenda = push(agenda, message.due.earliest, message.serial)
    if message.life_end is not None:
        agenda = push(agenda, message.life_end.earliest, message.serial)
    return replace(state, agenda=agenda)


def work(state: State, serial: int, moment: Moment) -> State:
    """Add to the belief of one message what internal work may have made of it."""
    if serial not in state.beliefs:
        return state
    message = state.messages[serial]
    if state.resting:
        state = stirred(state, message)
    belief = state.beliefs[serial]
    statuses: list[Status] = []
    for status in belief:
        state, after = next_statuses(state, message, status, moment)
        statuses += after
    new = merged(statuses)
    if may_rest(state, message, new, moment):
        return laid_aside(state, message, new, moment)
    waiting = _waiting(state, message, new, moment)
    if new != belief:
        learned = learn(state, serial, new)
        if learned is None:
            # What was seen of its subject contradicts it: that is a breach already.
            assert message.subject is not None, "internal work adds possibilities or completes what is due"
            return state
        state = learned
    state = _arrivals_triggered(state, message, belief, new, moment)
    if waiting and serial not in state.overdue:
        return replace(state, overdue=state.overdue.set(serial, None))
    if not waiting and serial in state.overdue:
        return replace(state, overdue=state.overdue.delete(serial))
    return state


def _arrivals_triggered(state: State, message: Message, old: Belief, new: Belief, moment: Moment) -> State:
    """A message that internal work puts to a queue may trigger it (EX-36, X-39).

    One that may have come before may still come: that nothing was triggered so far does not tell, and the
    trigger may have been defined since.
    """
    before = {status.queue for status in old if isinstance(status, OnQueue)}
    # By whatever ways it may have come to a queue, it came there once.
    for queue in dict.fromkeys(status.queue for status in new if isinstance(status, OnQueue)):
        late = len(old) > 1 and (
            not_triggered_yet(state, queue, message.serial)
            or (not state.queues[queue].triggers and any(map(_may_still_come, old)))
        )
        if late or queue not in before:
            state = triggered(state, queue, moment.instant, message)
    return state


def _may_still_come(status: Status) -> bool:
    """Whether what is there may be put to a queue later."""
    return not isinstance(status, OnQueue | Ended)


def _waiting(state: State, message: Message, belief: Belief, moment: Moment) -> bool:
    for status in belief:
        if _pending(state, message, status, moment):
            return True
    return len(belief) > 1 and _room_for_its_report_may_change(state, message, belief)


def _room_for_its_report_may_change(state: State, message: Message, belief: Belief) -> bool:
    """Whether a message that may be discarded at any time now may be reported somewhere else then (EX-37).

    On a real clock a report that is on its way asks for itself (`generated_reports.still_coming`).
    """
    if state.clock is ClockKind.REAL or not asks_for(message, Kind.EXPIRATION):
        return False
    report = report_of(state, message, Kind.EXPIRATION)
    return (
        report > 0
        and any(isinstance(status, Ended) and status.cause is Cause.EXPIRED for status in belief)
        and NEVER in state.beliefs[report]
        and room_may_change(state, state.messages[report])
    )


def _pending(state: State, message: Message, status: Status, moment: Moment) -> bool:
    """Whether time or another queue may still change this status without a further wake-up."""
    match status:
        case Staged():
            processed = runs(state, message.queue_manager) is not Answer.NO
            return processed and delay_over(message, moment) is not Answer.NO
        case OnQueue(queue=queue):
            return queue in state.channels or queue in state.bridges
        case Discarding() | Coming():
            return True
        case Uncommitted(session=session) | Held(session=session):
            return session == LEFT_BEHIND
        case _:
            return False
