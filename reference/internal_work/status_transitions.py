"""What becomes of a message by internal work: from a status that it has to those that it may have by now.

Covers due messages (DD-10, DD-12, DD-45, DD-95, DD-96, and DD-71, DD-86 to DD-94 on z/OS) and expired ones
(EX-11, EX-20, DD-82, DD-84); what channels do stands in `channels`, one attempt to put a due message in
`delivery_attempts`. An expired message may be discarded at any moment, on either clock (EX-11).

Silent points: when a failed disposal is tried again (the adapter contract asks for an attempt at least
once an hour of a virtual clock), and likewise a message that the processor could not take when it was due, as
an application had got it and backed out later; whether a message that expired while staged passes over the
target (tolerated if never returned, DD-84).
"""

from mqtck.reference.channels.taking_up import come_to, taken_up
from mqtck.reference.chapters.message_expiry import expired, nominally_expired
from mqtck.reference.chapters.staging_queue import runs
from mqtck.reference.getting.between_queues import may_be_back
from mqtck.reference.queues.clusters import arrived_elsewhere, beside_refused, hands_on, perhaps_refused
from mqtck.reference.queues.transmission_queues import unwrapped
from mqtck.reference.reporting.generated_reports import confirmation_reports, expiration_report, still_coming
from mqtck.reference.state.beliefs import GENERATED, NEVER, expired_end, may_be_over, merged
from mqtck.reference.state.intervals import Answer, Interval, Moment, reached
from mqtck.reference.state.lateness import RETRY_TIME
from mqtck.reference.state.messages import Demand, Kind, Message
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import (
    LEFT_BEHIND,
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
from mqtck.reference.topics.hierarchies import distributed, nobody_behind, perhaps_later

from .delivery_attempts import attempt
from .ims_bridge_replies import taken_by_bridge


def next_statuses(
    state: State, message: Message, status: Status, moment: Moment
) -> tuple[State, list[Status]]:
    """The statuses that a message may have by now, preferred first; its own where it may stay."""
    match status:
        case Staged():
            return next_staged(state, message, status, moment)
        case OnQueue(queue=queue) if queue in state.channels and queue in state.runs:
            return _next_transferred(*unwrapped(state, message), status, moment)
        case OnQueue(queue=queue) if queue in state.channels:
            return _next_in_cluster(state, message, status, moment)
        case OnQueue(queue=queue) if queue in state.bridges and state.queue_managers[owner(queue)].running:
            return taken_by_bridge(state, message, status, moment)
        case OnQueue() if message.kind in GENERATED and message.life_end is None:
            return state, _perhaps_outlived(state, message, status, moment)
        case OnQueue():
            return _perhaps_expired(state, message, [status], moment)
        case Coming(staged=Staged() as staged):
            return _next_in_hand(state, message, status, staged, moment)
        case Coming(until=until):
            over = until is not None and moment.at.earliest >= until + state.slow
            coming = status if over else still_coming(state, message, status, moment)
            arrived = [_by_now(place, moment.instant) for place in coming.places]
            return state, arrived if over else [*arrived, coming]
        case Discarding(was=was, until=until):
            state = expiration_report(state, message, moment, [was])
            return state, [expired_end(was)] if moment.at.earliest >= until + state.slow else [status]
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


def delay_over(message: Message, moment: Moment) -> Answer:
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


def next_staged(state: State, message: Message, status: Staged, moment: Moment) -> tuple[State, list[Status]]:
    """A due message is put to its target; where that fails it stays for a later attempt (DD-99).

    A copy for a proxy subscription goes to the queue manager behind it (DD-118). One that an application
    has locked may have to wait until it is let go: nothing is said of that.
    """
    over = delay_over(message, moment)
    processed = runs(state, message.queue_manager)
    if Answer.NO in (over, processed):
        return _perhaps_expired(state, message, [status], moment)
    state, steps = _attempted(state, message, status, moment)
    prompt = not (status.retrying or status.missed) or moment.passed >= RETRY_TIME
    certain = over is processed is Answer.YES and prompt
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
    over = status.until is not None and moment.at.earliest >= status.until + state.slow
    on_its_way = [] if over else [status._replace(places=(*status.places, *more))]
    return _perhaps_expired(state, message, [*arrived, *on_its_way], moment)


def _at(place: OnQueue | Ended | Staged, instant: Interval) -> Status:
    """The place of a message that comes at this instant."""
    return place._replace(arrival=instant) if isinstance(place, OnQueue) else place


def _by_now(place: OnQueue | Ended | Staged, instant: Interval) -> Status:
    """The place of a message that may have come behind a look that did not find it, or since."""
    if not isinstance(place, OnQueue):
        return place
    earliest = min(place.arrival.earliest, instant.earliest)
    return place._replace(arrival=Interval(earliest, instant.latest))


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
    elif come_to(state.runs[status.queue], message, status, moment):
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
    """A channel between members of a cluster takes the message to an instance that is up (EX-06, EX-20).

    One that an instance has perhaps refused before may wait for its next attempt, for an hour at most, and so
    may one for an instance that was down (`hands_on`). While one waits, the others of its batch may.
    """
    instances = tuple(
        instance
        for instance in message.instances
        if owner(instance) != message.queue_manager and state.queue_managers[owner(instance)].running
    )
    if not instances or not state.queue_managers[owner(status.queue)].running:
        return _perhaps_expired(state, message, [status], moment)
    over = expired(message, moment.instant)
    route = Route.MOVED if message.delay else Route.TRANSFERRED
    arrived = [
        step
        for instance in instances
        for step in arrived_elsewhere(
            state, message, OnQueue(instance, moment.instant, route, status.disposal)
        )
    ]
    steps: list[Status] = [] if over is Answer.YES else [*arrived]
    refused = perhaps_refused(state, message.serial)
    # A report that may not have been made so far may be made by any look, and is on its way then.
    made = NEVER not in state.beliefs[message.serial]
    tried = made and all(hands_on(state, owner(instance), moment) for instance in instances)
    prompt = moment.passed >= RETRY_TIME if refused else tried
    if not prompt or len(arrived) > len(instances) or beside_refused(state, message, status.queue):
        steps.append(status)
    if not steps:
        state = expiration_report(state, message, moment, [status])
        return state, [expired_end(status)]
    state = confirmation_reports(state, message, moment, (Kind.COA,), steps)
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
