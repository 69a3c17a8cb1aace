"""Internal work: what a queue manager does between commands, and may have done by now.

Covers due messages (DD-10, DD-12, DD-45, DD-95, DD-96, and DD-71, DD-86 to DD-94 on z/OS) and expired ones
(EX-11, EX-20, DD-82, DD-84); what channels do stands in `channels`. `catch_up` is called before every
command with the readings around it: each message whose work may have come due gets the statuses that it
may have by then. On a virtual clock due work is certainly done once time has moved past it; on a real
clock it is only possible until something seen decides (DD-02). An expired message may be discarded at any
moment, on either clock (EX-11).

Silent points: when a failed disposal is tried again (the adapter contract asks for an attempt at least
once an hour of a virtual clock); whether a message that expired while staged passes over the target
(tolerated if never returned, DD-84).
"""

from typing import Final

from msgspec.structs import replace

from .between_queues import may_be_back
from .channels import attempted, look, taken_up
from .delivery_attempts import attempt
from .generated_reports import expiration_report
from .hierarchies import distributed, nobody_behind, perhaps_later
from .ims_bridge import taken_by_bridge
from .message_expiry import expired
from .resting import all_roused, laid_aside, may_rest, roused, stirred
from .showing import nominally_expired
from .staging_queue import runs
from .state.agenda import Agenda, pop, push
from .state.beliefs import GENERATED, expired_end, learn, may_be_over, merged
from .state.intervals import Answer, Interval, Moment, reached
from .state.messages import Demand, Kind, Message
from .state.queue_keys import owner
from .state.quiet import Quiet
from .state.state import State
from .state.statuses import (
    LEFT_BEHIND,
    Belief,
    Cause,
    Coming,
    Discarding,
    Disposal,
    Ended,
    Held,
    Never,
    OnQueue,
    Route,
    Staged,
    Status,
    Uncommitted,
)
from .transmission_queues import unwrapped
from .triggering import not_triggered_yet, triggered
from .vocabulary.profile import ClockKind

DONE: Final = Quiet()
"""Where `catch_up` was called and there was nothing left to do."""

REDONE: Final = Quiet()
"""The same of `rework`."""

HOUR: Final = 3_600_000
"""Milliseconds of a virtual clock within which failed work is tried again."""


def catch_up(state: State, at: Interval) -> State:
    """The state as it may be when a command happens at `at`."""
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
    """The same, worked out in any case.

    By a coarse clock a command may begin at an earlier reading than the one before it ended with.
    """
    at = Interval(at.earliest, max(at.latest, state.previous))
    virtual = state.clock is ClockKind.VIRTUAL
    passed = at.earliest - state.previous if virtual else 0
    woken: list[int] = []
    while state.agenda is not None and state.agenda.time <= at.latest:
        time, serials, agenda = _next_wake_up(state.agenda)
        state = replace(state, agenda=agenda)
        woken += serials
        latest = time if virtual and time < at.earliest else at.latest
        instant = Interval(time, max(time, latest))
        now = Interval(max(time, min(state.previous, at.latest)), max(time, latest, state.previous))
        state = roused(look(state, Moment(now, at, 0)))
        for serial in state.overdue:
            # What is tried again may take the room before this comes due.
            state = work(state, serial, Moment(now, at, 0))
        if len(serials) > 1:
            # Simultaneous work happens in any order: first all of it perhaps, then what is certain.
            for serial in serials:
                state = work(state, serial, Moment(instant, at, 0))
        for serial in serials:
            state = work(state, serial, Moment(instant, at, passed))
    if len(woken) > 1:
        # What several messages do at once may leave no room for the reports of each other.
        for serial in dict.fromkeys(woken):
            state = work(state, serial, Moment(at, at, 0))
    state = roused(look(state, Moment(at, at, passed)))
    moment = Moment(Interval(min(state.previous, at.latest), at.latest), at, passed)
    overdue, resting = state.overdue, state.resting
    for serial in overdue:
        state = work(state, serial, moment)
    if state.resting is not resting:
        # A report that was laid aside, and is no longer since its subject was looked at.
        for serial in state.overdue:
            if serial not in overdue:
                state = work(state, serial, moment)
    return replace(state, previous=at.latest)


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
        state, after = _next(state, message, status, moment)
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

    One that may have come before may still come: that nothing was triggered so far does not tell.
    """
    before = {status.queue for status in old if isinstance(status, OnQueue)}
    # By whatever ways it may have come to a queue, it came there once.
    for queue in dict.fromkeys(status.queue for status in new if isinstance(status, OnQueue)):
        late = len(old) > 1 and not_triggered_yet(state, queue, message.serial)
        if late or queue not in before:
            state = triggered(state, queue, moment.instant, message)
    return state


def _waiting(state: State, message: Message, belief: Belief, moment: Moment) -> bool:
    for status in belief:  # noqa: SIM110 - asked of every message that is looked at
        if _pending(state, message, status, moment):
            return True
    return False


def _pending(state: State, message: Message, status: Status, moment: Moment) -> bool:
    """Whether time or another queue may still change this status without a further wake-up."""
    match status:
        case Staged():
            processed = runs(state, message.queue_manager) is not Answer.NO
            return processed and _due(message, moment) is not Answer.NO
        case OnQueue(queue=queue):
            return queue in state.channels or queue in state.bridges
        case Discarding() | Coming():
            return True
        case Uncommitted(session=session) | Held(session=session):
            return session == LEFT_BEHIND
        case _:
            return False


def _at(place: OnQueue | Ended | Staged, instant: Interval) -> Status:
    """The place of a message that comes at this instant."""
    return place._replace(arrival=instant) if isinstance(place, OnQueue) else place


def _by_now(place: OnQueue | Ended | Staged, instant: Interval) -> Status:
    """The place of a message that may have come behind a look that did not find it, or since."""
    if not isinstance(place, OnQueue):
        return place
    earliest = min(place.arrival.earliest, instant.earliest)
    return place._replace(arrival=Interval(earliest, instant.latest))


def _due(message: Message, moment: Moment) -> Answer:
    """DD-01, DD-12: whether the delay is over; certain only once a virtual clock has passed it.

    One that may count from the commit (DD-43) may be over later than at its first wake-up.
    """
    if message.due is None:
        return Answer.YES
    if moment.instant.latest < message.due.earliest:
        return Answer.NO
    if not moment.passed or moment.instant.latest < message.due.latest:
        return Answer.UNSURE
    return reached(message.due, moment.at)


def _next(state: State, message: Message, status: Status, moment: Moment) -> tuple[State, list[Status]]:
    """The statuses that a message may have by now, preferred first; its own where it may stay."""
    match status:
        case Staged():
            return next_staged(state, message, status, moment)
        case OnQueue(queue=queue) if queue in state.channels and queue in state.runs:
            return _next_transferred(*unwrapped(state, message), status, moment)
        case OnQueue(queue=queue) if queue in state.channels:
            return _next_in_cluster(state, message, status, moment)
        case OnQueue(queue=queue) if queue in state.bridges:
            return taken_by_bridge(state, message, status, moment)
        case OnQueue() if message.kind in GENERATED and message.life_end is None:
            return state, _perhaps_outlived(state, message, status, moment)
        case OnQueue():
            return _perhaps_expired(state, message, [status], moment)
        case Coming(staged=Staged() as staged):
            return _next_in_hand(state, message, status, staged, moment)
        case Coming(places=places, until=until):
            arrived = [_by_now(place, moment.instant) for place in places]
            over = until is not None and moment.at.earliest >= until
            return state, arrived if over else [*arrived, status]
        case Discarding(was=was, until=until):
            state = expiration_report(state, message, moment, [was])
            return state, [expired_end(was)] if moment.at.earliest >= until else [status]
        case Uncommitted(session=session) | Held(session=session) if session == LEFT_BEHIND:
            return state, left_open(message, status, moment)
        case Never() if message.kind is Kind.FAN_OUT and message.demand is Demand.OPTIONAL:
            return perhaps_later(state, message, moment.instant)
        case _:
            return state, [status]


def left_open(message: Message, status: Uncommitted | Held, moment: Moment) -> list[Status]:
    """Nobody can end this unit of work any more; it was committed or backed out, or will be at any time."""
    match status:
        case Uncommitted(queue=queue):
            since = Interval(message.sent.earliest, moment.at.latest)
            return [status, OnQueue(queue, since, Route.COMMITTED), Ended(Cause.ROLLED_BACK)]
        case Held(was=OnQueue() as was):
            back = Interval(was.arrival.earliest, moment.at.latest)
            return [
                status,
                was._replace(arrival=back, route=Route.RETURNED),
                Ended(Cause.CONSUMED, was.disposal),
            ]
        case Held(was=was):
            return [status, was, Ended(Cause.CONSUMED)]


def _perhaps_outlived(state: State, message: Message, status: OnQueue, moment: Moment) -> list[Status]:
    """A report may have a life of its own, of which the documents say nothing."""
    over = may_be_over(state, message, (status,))
    gone = over is not None and over <= moment.instant.latest
    return [status, expired_end(status)] if gone else [status]


def next_staged(state: State, message: Message, status: Staged, moment: Moment) -> tuple[State, list[Status]]:
    """A due message is put to its target; where that fails it stays for a later attempt (DD-99).

    A copy for a proxy subscription goes to the queue manager behind it (DD-118). One that an application
    has locked may have to wait until it is let go: nothing is said of that.
    """
    due = _due(message, moment)
    processed = runs(state, message.queue_manager)
    if Answer.NO in (due, processed):
        return _perhaps_expired(state, message, [status], moment)
    state, steps = _attempted(state, message, status, moment)
    certain = due is processed is Answer.YES and (not status.retrying or moment.passed >= HOUR)
    certain = certain and message.serial not in state.locks
    if not certain or expired(message, moment.instant) is not Answer.NO:
        steps.append(status)
    return _perhaps_expired(state, message, steps, moment)


def _attempted(state: State, message: Message, status: Staged, moment: Moment) -> tuple[State, list[Status]]:
    """The statuses that one attempt to put a due message may bring."""
    steps: list[Status] = []
    if message.proxy is None or nobody_behind(state, message):
        state, steps = attempt(state, message, status, moment)
    if message.proxy is not None:
        state, elsewhere = distributed(state, message, moment.instant)
        steps = [*elsewhere, *steps]
    return state, steps


def _next_in_hand(
    state: State, message: Message, status: Coming, staged: Staged, moment: Moment
) -> tuple[State, list[Status]]:
    """The processor goes by what is defined when it puts the message, or was when it took it."""
    processed = runs(state, message.queue_manager)
    steps: list[Status] = [] if processed is Answer.YES else [staged]
    if processed is not Answer.NO:
        state, attempts = _attempted(state, message, staged, moment)
        steps += attempts
    if not may_be_back(state, message.serial, status):
        steps = [step for step in steps if not isinstance(step, Staged)]
    known = {_at(place, moment.at) for place in status.places}
    new = [step for step in steps if isinstance(step, OnQueue | Ended | Staged)]
    more = tuple(step for step in new if _at(step, moment.at) not in known)
    arrived = merged([*(_at(place, moment.instant) for place in status.places), *steps])
    over = status.until is not None and moment.at.earliest >= status.until
    on_its_way = [] if over else [status._replace(places=(*status.places, *more))]
    return _perhaps_expired(state, message, [*arrived, *on_its_way], moment)


def _next_transferred(
    state: State, message: Message, status: OnQueue, moment: Moment
) -> tuple[State, list[Status]]:
    """A running channel takes the message to the queue manager it is meant for (EX-06).

    EX-20, X-48: not one whose life is over, however long it has waited for another attempt.
    """
    over = expired(message, moment.instant)
    steps: list[Status] = [status]
    if over is not Answer.YES:
        state, steps = taken_up(state, message, status, moment)
    elif attempted(state.runs[status.queue], moment):
        state = expiration_report(state, message, moment, [status])
        return state, [expired_end(status)]
    state, after = _perhaps_expired(state, message, steps, moment)
    if over is Answer.UNSURE and not any(isinstance(step, OnQueue) for step in steps):
        state = expiration_report(state, message, moment, [status])
        after = [*after, expired_end(status)]
    return _sooner_expired(state, after, message, moment)


def _next_in_cluster(
    state: State, message: Message, status: OnQueue, moment: Moment
) -> tuple[State, list[Status]]:
    """A channel between members of a cluster takes the message to an instance that is up (EX-06, EX-20)."""
    instances = tuple(
        instance
        for instance in message.instances
        if owner(instance) != message.queue_manager and state.queue_managers[owner(instance)].running
    )
    if not instances:
        return _perhaps_expired(state, message, [status], moment)
    over = expired(message, moment.instant)
    route = Route.MOVED if message.delay else Route.TRANSFERRED
    arrived = [OnQueue(instance, moment.instant, route, status.disposal) for instance in instances]
    steps: list[Status] = [] if over is Answer.YES else [*arrived]
    if not moment.passed:
        steps.append(status)
    if not steps:
        state = expiration_report(state, message, moment, [status])
        return state, [expired_end(status)]
    return _sooner_expired(*_perhaps_expired(state, message, steps, moment), message, moment)


def _sooner_expired(
    state: State, after: list[Status], message: Message, moment: Moment
) -> tuple[State, list[Status]]:
    """The reference itself sends nothing over a channel whose life is over by the plain sum."""
    if nominally_expired(message, moment.instant):
        after = [*(step for step in after if isinstance(step, Ended)), *after]
    return state, list(dict.fromkeys(after))


def _perhaps_expired(
    state: State, message: Message, steps: list[Status], moment: Moment
) -> tuple[State, list[Status]]:
    """EX-11: past its life a message may be discarded; EX-21: with a report where one is requested.

    The reference leaves an expired message on its queue until a get passes it, but puts none to its
    target (DD-84).
    """
    over = expired(message, moment.instant)
    if over is Answer.NO:
        return state, steps
    state = expiration_report(state, message, moment, steps)
    ends = list(dict.fromkeys(expired_end(step) for step in steps if isinstance(step, OnQueue | Staged)))
    ends.sort(key=lambda end: end.disposal is Disposal.DISPOSED)
    staged = any(isinstance(step, Staged) for step in steps)
    discarded_first = staged and nominally_expired(message, moment.instant)
    return state, [*ends, *steps] if discarded_first else [*steps, *ends]
