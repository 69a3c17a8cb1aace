"""Units of work: commit, rollback and backout of sessions and connections.

Covers DD-42 to DD-45 (a delayed message is staged at the commit, and due at the later of commit and
send plus delay), DD-38 (`owed_refusals`) and DD-122 (a publish that must fail does so at the commit at the
latest), EX-23 to EX-25 (the life runs from the put), EX-38 to EX-40 (discards and reports are outside; a
returned message may have expired). Left out: XA.

Silent points: whether the delay of a transacted send counts from the send or from the commit (any
arrival from the later of the two lower bounds on is accepted); what becomes of an undelayed publication
whose subscriber goes before the commit (on the queue of an administrative subscription it may be found), or
whose copies the queue of a subscription does not take any more, as they may be made at the commit alone.
"""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.reference.chapters.delay_processor import Staging
from mqtck.reference.chapters.resolution import resolve_local
from mqtck.reference.chapters.staging_queue import staging
from mqtck.reference.chapters.subscriptions import subscriber_is_gone
from mqtck.reference.internal_work.work import schedule
from mqtck.reference.possibilities import Possibility, Settled, breach, describe, perhaps_begun, unexpected
from mqtck.reference.queues.backouts import elsewhere, one_more
from mqtck.reference.queues.clusters import arrivals, arrived_elsewhere
from mqtck.reference.queues.get_requests import perhaps_moved
from mqtck.reference.queues.room import room_for
from mqtck.reference.queues.triggering import triggered_by_put
from mqtck.reference.reporting.generated_reports import confirmation_reports, reports_of_a_get
from mqtck.reference.sending.owed_refusals import nothing_in_the_way, room_found, still_owed
from mqtck.reference.state.beliefs import learn
from mqtck.reference.state.clients import UnitOfWork
from mqtck.reference.state.intervals import Answer, Interval, Moment
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key, owner, transit_key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import (
    Belief,
    Cause,
    Ended,
    Held,
    OnQueue,
    Route,
    Staged,
    Status,
    Uncommitted,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused
from mqtck.reference.vocabulary.profile import Platform

_FAILURE: Final = ReasonCode.PUBLICATION_FAILURE


def commit(state: State, unit: str, at: Interval) -> Possibility:
    """Commit of a session or connection (DD-43, DD-45, EX-24)."""
    work = state.units.get(unit, UnitOfWork())
    delayed = [serial for serial in work.put if state.messages[serial].delay]
    expiring = any(state.messages[serial].life_end is not None for serial in work.put)
    nowhere = any(_staging_missing(state, state.messages[serial]) for serial in delayed)
    owed = still_owed(state, work)

    def prefer() -> Outcome:
        return Refused(reason=int(ReasonCode.BACKED_OUT)) if nowhere or owed else Done()

    def settle(outcome: Outcome) -> Settled:
        match outcome:
            case Done() if nowhere:
                found = breach(("DD-56", "DD-38"), "the send or the commit is refused", "it completes")
                return Settled((committed(state, unit, at),), (found,))
            case Refused(reason=reason) if work.doomed and reason in {UNSET, ReasonCode.PUBLICATION_FAILURE}:
                return Settled((rolled_back(state, unit, at),), exercised=frozenset(work.doomed))
            case _ if work.doomed:
                expected = f"refused with {_FAILURE.mq_name} ({_FAILURE:d}), at the commit at the latest"
                found = breach(work.doomed, expected, describe(outcome))
                ended = committed if isinstance(outcome, Done) else rolled_back
                return Settled((ended(state, unit, at),), (found,))
            case Done() if owed is not None:
                found = breach(owed.rules, "the send or the commit is refused", "both succeed")
                silent = "a send to a queue that is not there is committed" if _to_nowhere(work) else ""
                return Settled((committed(state, unit, at),), (found,), silent)
            case Done() if _to_nowhere(work):
                return Settled((committed(state, unit, at),), open="a queue is there since the send to it")
            case Done():
                exercised = {"DD-45"} if delayed else set()
                exercised |= {"EX-24"} if expiring else set()
                return Settled((committed(state, unit, at),), exercised=frozenset(exercised))
            case Refused() if nothing_in_the_way(state, work, at):
                expected = "the commit completes: nothing is in the way of what it stages"
                found = breach(("DD-43", "DD-45", "DD-07", "DD-38"), expected, describe(outcome))
                return Settled((rolled_back(state, unit, at),), (found,))
            case Refused(reason=reason) if (
                delayed or work.owed or work.doubtful
            ) and reason != ReasonCode.EXPIRY_ERROR:
                return Settled((rolled_back(state, unit, at),), exercised=frozenset({"DD-38"}))
            case Refused() if not (work.put or work.got):
                return Settled((state,))
            case Refused() if any(_not_taken_by_now(state, state.messages[serial]) for serial in work.put):
                return Settled((rolled_back(state, unit, at),))
            case Refused():
                rules = ("EX-24",) if expiring else ()
                found = breach(rules, "the commit completes", describe(outcome))
                after = rolled_back(state, unit, at)
                return Settled((after,), (found,) if rules else (), "" if rules else found.seen)
            case _:
                return unexpected(state, outcome)

    return Possibility(prefer=prefer, settle=settle)


def _to_nowhere(work: UnitOfWork) -> bool:
    """Whether a send to a queue that was not there was accepted: no document tells what becomes of it."""
    return any(debt.reason is ReasonCode.UNKNOWN_OBJECT_NAME for debt in work.owed)


def _staging_missing(state: State, message: Message) -> bool:
    """DD-56: on z/OS there may be no staging queue for what is committed."""
    zos = state.queue_managers[message.queue_manager].platform is Platform.ZOS
    return zos and staging(state, message.queue_manager) is Staging.MISSING


def roll_back(state: State, unit: str, at: Interval) -> Possibility:
    """Rollback of a session, backout of a connection (DD-44, EX-38, EX-40)."""

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Done):
            work = state.units.get(unit, UnitOfWork())
            exercised = frozenset({"DD-44"} if work.put else set()) | ({"EX-38"} if work.got else set())
            return Settled((rolled_back(state, unit, at),), exercised=exercised)
        if isinstance(outcome, Refused) and unit not in state.units:
            return Settled((state,))
        return perhaps_begun(state, outcome)

    return Possibility(prefer=Done, settle=settle)


def committed(state: State, unit: str, at: Interval) -> State:
    """Everything put in the unit of work is there, everything got is gone."""
    work = state.units.get(unit, UnitOfWork())
    for serial in work.put:
        state = _commit_put(state, serial, at)
    for serial in work.got:
        held = tuple(
            status.was
            for status in state.beliefs[serial]
            if isinstance(status, Held) and status.session == unit
        )
        state = reports_of_a_get(state, state.messages[serial], held, Moment(at, at, 0))
        after: list[Status] = []
        for status in state.beliefs[serial]:
            match status:
                case Held(session=session) if session != unit:
                    # One of several that it may have got, which somebody else has by now.
                    after.append(status)
                case Held(was=OnQueue(disposal=disposal)):
                    after.append(Ended(Cause.CONSUMED, disposal))
                case Held():
                    after.append(Ended(Cause.CONSUMED))
                case _:
                    after.append(status)
        state = _learn(state, serial, tuple(dict.fromkeys(after)))
    state = perhaps_moved(room_found(state, unit), unit)
    return replace(state, units=state.units.delete(unit)) if unit in state.units else state


def _commit_put(state: State, serial: int, at: Interval) -> State:
    message = replace(state.messages[serial], committed=at)
    if message.due is not None:
        message = replace(message, due=due_after_commit(message, at))
    state = replace(state, messages=state.messages.set(serial, message))
    belief: list[Status] = []
    unit = next((one.session for one in state.beliefs[serial] if isinstance(one, Uncommitted)), "")
    gone = message.due is None and subscriber_is_gone(state, message)
    there = message.first in state.definitions
    perhaps_lost = gone or _not_taken_by_now(state, message)
    for status in state.beliefs[serial]:
        match status:
            case Uncommitted() | Held(was=Uncommitted()) if gone and not there:
                belief.append(Ended(Cause.LOST))
            case Uncommitted() if perhaps_lost:
                belief += [*_places(state, message, status, at), Ended(Cause.LOST)]
            case Uncommitted():
                belief += _places(state, message, status, at)
            case Held(session=session, was=Uncommitted() as was):
                places = _places(state, message, was, at)
                belief += [Held(session, place) for place in places if not isinstance(place, Ended)]
            case _:
                belief.append(status)
    state = schedule(_learn(state, serial, tuple(dict.fromkeys(belief))), message)
    if message.due is not None:
        return state
    state = confirmation_reports(state, message, Moment(at, at, 0))
    return triggered_by_put(state, message, at, unit=unit)


def _not_taken_by_now(state: State, message: Message) -> bool:
    """Whether a copy may find no room on the queue of its subscription when its unit of work is committed."""
    if message.publication is None or message.due is not None:
        return False
    queue = resolve_local(state, message.first)
    room = room_for(state, queue, message.length, message.serial, message.serial)
    return queue is not None and room is not Answer.YES


def _places(state: State, message: Message, was: Uncommitted, at: Interval) -> list[OnQueue | Staged | Ended]:
    """Where a committed message may be: one place, or where its way through a cluster has led it."""
    if message.due is not None:
        return [Staged(key(message.queue_manager, STAGING_QUEUE))]
    if message.instances and was.queue == transit_key(message.queue_manager):
        return [
            place
            for place in arrivals(state, message, at, Route.COMMITTED)
            if not (isinstance(place, OnQueue) and _is_here(message, place) and place.queue != was.queue)
        ]
    if message.instances and owner(was.queue) != message.queue_manager:
        return [*arrived_elsewhere(state, message, OnQueue(was.queue, at, Route.TRANSFERRED))]
    return [OnQueue(was.queue if message.instances else message.first, at, Route.COMMITTED)]


def _is_here(message: Message, place: OnQueue) -> bool:
    return owner(place.queue) == message.queue_manager


def due_after_commit(message: Message, at: Interval) -> Interval:
    """DD-45: not before the commit, not before send plus delay; at the latest counted from the commit."""
    earliest = max(at.earliest, message.sent.earliest + message.delay)
    return Interval(earliest, at.latest + message.delay)


def rolled_back(state: State, unit: str, at: Interval) -> State:
    """Nothing put in the unit of work was ever there; everything got is back (EX-38, EX-40).

    Whether what was put has triggered its queue before, with a trigger message that is there or not, is open.
    """
    work = state.units.get(unit, UnitOfWork())
    for serial in work.put:
        message = state.messages[serial]
        if message.due is None and not message.delay:
            state = triggered_by_put(state, message, at)
    for serial in work.got:
        state = one_more(state, serial)
        back: list[Status] = []
        for status in state.beliefs[serial]:
            match status:
                case Held(session=session) if session != unit:
                    back.append(status)
                case Held(was=OnQueue(route=Route.FOUND) as was):
                    # It was not to be there in the first place, so that it need not come again.
                    back += [was, Ended(Cause.CONSUMED)]
                case Held(was=OnQueue() as was):
                    arrival = Interval(was.arrival.earliest, at.latest)
                    back.append(was._replace(arrival=arrival, route=_returned(was.route)))
                    back += elsewhere(state, serial, was, at)
                case Held(was=Staged() as was):
                    due = state.messages[serial].due
                    missed = due is None or due.earliest <= at.latest
                    back += [was._replace(missed=missed), *elsewhere(state, serial, was, at)]
                case Held(was=was):
                    back.append(was)
                case _:
                    back.append(status)
        state = _learn(state, serial, tuple(dict.fromkeys(back)))
    for serial in work.put:
        state = _learn(state, serial, (Ended(Cause.ROLLED_BACK),))
    state = perhaps_moved(state, unit)
    return replace(state, units=state.units.delete(unit)) if unit in state.units else state


def _returned(route: Route) -> Route:
    """A dead-lettered or generated message keeps its route, which tells how it looks."""
    return route if route in (Route.DEAD_LETTERED, Route.GENERATED, Route.MOVED) else Route.RETURNED


def _learn(state: State, serial: int, belief: Belief) -> State:
    learned = learn(state, serial, belief)
    return state if learned is None else learned
