"""MQPUT and MQPUT1, and how an accepted message of any API enters the state.

Covers EX-23 (the life runs from the put), EX-35 (what counts for a full queue), EX-42 to EX-44 (which
lives are accepted), EX-63 (Expiry is only input). Which lives are refused is decided in `enforcement`, what
is checked of a header for the transmission queue in `transmission_queues`.
"""

from msgspec.structs import replace

from mqtck.reference.blame.credit import life_accepted
from mqtck.reference.channels.channel_decisions import policy_of_put
from mqtck.reference.chapters import header_mapping, whose_defaults
from mqtck.reference.chapters.message_expiry import life_end
from mqtck.reference.chapters.resolution import Resolved, resolve
from mqtck.reference.internal_work.work import schedule
from mqtck.reference.possibilities import Possibility, Settled, breach, describe, unexpected
from mqtck.reference.queues.clusters import arrivals, uncommitted
from mqtck.reference.queues.enforcement import (
    Life,
    expiry_obstacles,
    life_must_be_taken,
    life_of,
    reason_named,
    remembered,
    taken,
    wrong_refusal,
)
from mqtck.reference.queues.send_checks import Obstacle, room_left, undelayed_obstacles
from mqtck.reference.queues.transmission_queues import (
    header_must_be_taken,
    header_obstacles,
    meant_for,
    not_followed,
)
from mqtck.reference.queues.triggering import triggered_by_put
from mqtck.reference.reporting.generated_reports import confirmation_reports, confirmed_at_once
from mqtck.reference.showing import sent_descriptor
from mqtck.reference.state.beliefs import add
from mqtck.reference.state.callers import connected_to, mqi_unit
from mqtck.reference.state.clients import UnitOfWork
from mqtck.reference.state.intervals import FOREVER, Answer, Interval, Moment
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, OnQueue, Route, Staged, Uncommitted
from mqtck.reference.vocabulary.commands import MqPut, MqPut1, Syncpoint
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    Persistence,
    ReasonCode,
)
from mqtck.reference.vocabulary.messages import body_of
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, Outcome, Refused, Sent
from mqtck.reference.vocabulary.results import Breach

from .destination_priority import joined
from .mapping import bind_sent


def accept(state: State, message: Message, unit: str | None, at: Interval) -> State:
    """The state after an accepted put: staged, on the target, or waiting for the commit."""
    staged = message.due is not None
    if unit is not None:
        state = add(state, message, _waiting(state, message, unit))
        work = state.units.get(unit, UnitOfWork())
        unit_after = replace(work, put=(*work.put, message.serial))
        state = replace(schedule(state, message), units=state.units.set(unit, unit_after))
        return state if staged else confirmed_at_once(state, message, Kind.COA, at)
    state = schedule(add(state, message, _arrived(state, message, at)), message)
    if staged:
        return state
    state = confirmation_reports(state, message, Moment(at, at, 0), steps=state.beliefs[message.serial])
    return triggered_by_put(state, message, at)


def _waiting(state: State, message: Message, unit: str) -> Belief:
    """Where a message is until its unit of work is committed."""
    if message.due is not None:
        return (Uncommitted(unit, key(message.queue_manager, STAGING_QUEUE)),)
    return uncommitted(state, message, unit) if message.instances else (Uncommitted(unit, message.first),)


def _arrived(state: State, message: Message, at: Interval) -> Belief:
    """Where a message is that was put outside a unit of work."""
    if message.due is not None:
        return (Staged(key(message.queue_manager, STAGING_QUEUE)),)
    if message.instances:
        return arrivals(state, message, at, Route.DIRECT)
    return (OnQueue(message.first, at, Route.DIRECT),)


def put(state: State, command: MqPut | MqPut1, at: Interval) -> Possibility:
    """MQPUT and MQPUT1: never delayed; Expiry is only input (EX-63) and any positive value is fine."""
    queue_manager = connected_to(state, command.connection)
    resolved = resolve(state, queue_manager, command.queue)
    length = len(body_of(command.message))
    obstacles = undelayed_obstacles(state, queue_manager, command.queue, None, resolved, length)
    if not state.queue_managers[queue_manager].running:
        obstacles.append(Obstacle(ReasonCode.Q_MGR_NOT_AVAILABLE, Answer.YES, ()))
    obstacles += expiry_obstacles(state, queue_manager, command)
    obstacles += header_obstacles(state, queue_manager, command, resolved)

    def prefer() -> Outcome:
        first = next((o for o in obstacles if o.refuses is Answer.YES), None)
        if first is not None or resolved is None:
            reason = ReasonCode.UNKNOWN_OBJECT_NAME if first is None else first.reason
            return Refused(reason=int(reason), family=ErrorFamily.MQI)
        return Sent(descriptor=sent_descriptor(state, _mqi_message(state, command, resolved, at)))

    def settle(outcome: Outcome) -> Settled:
        match outcome:
            case Refused() if obstacles:
                found_wrong = wrong_refusal(state, queue_manager, command, obstacles, outcome)
                left = state
                if resolved is not None and life_of(command.descriptor.expiry) is not Life.VALID:
                    left = remembered(state, _mqi_message(state, command, resolved, at))
                exercised = frozenset(rule for obstacle in obstacles for rule in obstacle.rules)
                return Settled((left,), found_wrong, exercised=exercised)
            case Refused():
                rules = _put_must_succeed(state, queue_manager, command, outcome)
                found = breach(rules, "the put succeeds", describe(outcome))
                return Settled((state,), (found,) if rules else (), "" if rules else found.seen)
            case Sent() | Done() if resolved is not None:
                seen = outcome if isinstance(outcome, Sent) else Sent()
                return joined(
                    _settle_put(one, command, resolved, obstacles, seen, at)
                    for one in _readings(state, command, resolved)
                )
            case _:
                return unexpected(state, outcome)

    return Possibility(prefer=prefer, settle=settle)


def _readings(state: State, command: MqPut | MqPut1, resolved: Resolved) -> tuple[State, ...]:
    """The state by each reading of what the queue defines, where that counts."""
    descriptor = command.descriptor
    by_queue = descriptor.persistence is Persistence.AS_Q_DEF
    if not by_queue and descriptor.priority != PRIORITY_AS_QUEUE_DEFINITION:
        return (state,)
    queue_manager = connected_to(state, command.connection)
    way = whose_defaults.leading(state, queue_manager, command.queue, resolved)
    return whose_defaults.readings(state, way)


def _settle_put(
    state: State,
    command: MqPut | MqPut1,
    resolved: Resolved,
    obstacles: list[Obstacle],
    seen: Sent,
    at: Interval,
) -> Settled:
    """Accepted: wrong where an obstacle certainly stands in the way."""
    queue_manager = connected_to(state, command.connection)
    unit = mqi_unit(command.connection) if command.syncpoint is Syncpoint.WITHIN else None
    message = _mqi_message(state, command, resolved, at)
    breaches = _put_breaches(command, obstacles, seen)
    entered = accept(room_left(state, obstacles), message, unit, at)
    after = taken(bind_sent(entered, message.serial, seen), queue_manager, command)
    latitude = {rule for one in obstacles if one.refusal is Answer.UNSURE for rule in one.rules}
    spoken = life_accepted(command.descriptor) | {"EX-63"} | latitude
    spoken |= set(life_must_be_taken(state, queue_manager, command.descriptor.expiry))
    return Settled((after,), breaches, not_followed(command, resolved), exercised=spoken)


def _put_must_succeed(
    state: State, queue_manager: str, command: MqPut | MqPut1, outcome: Refused
) -> tuple[str, ...]:
    """EX-42 to EX-44: a remaining, an explicit or an unlimited life is accepted; EX-35 for the depth."""
    match outcome.reason:
        case ReasonCode.Q_FULL:
            return ("EX-35",)
        case ReasonCode.EXPIRY_ERROR if command.descriptor.expiry == -1:
            return (*header_must_be_taken(command.message.transmission_header), "EX-44", "EX-64")
        case ReasonCode.EXPIRY_ERROR:
            headed = header_must_be_taken(command.message.transmission_header)
            bounded = life_must_be_taken(state, queue_manager, command.descriptor.expiry)
            return (*headed, *bounded, "EX-43", "EX-42")
        case _:
            return ()


def _put_breaches(command: MqPut | MqPut1, obstacles: list[Obstacle], outcome: Sent) -> tuple[Breach, ...]:
    found: list[Breach] = []
    shown = outcome.descriptor.expiry
    if isinstance(shown, int) and shown != command.descriptor.expiry:
        found.append(breach(("EX-63",), f"Expiry {command.descriptor.expiry} unchanged", shown))
    full = [o for o in obstacles if o.refusal is Answer.YES and o.rules]
    if full:
        preferred = "" if reason_named(full[0]) else " or another reason"
        expected = f"refused with {full[0].reason.mq_name}{preferred}"
        found.append(breach(full[0].rules, expected, "the put succeeds"))
    return tuple(found)


def _mqi_message(state: State, command: MqPut | MqPut1, resolved: Resolved, at: Interval) -> Message:
    descriptor = command.descriptor
    queue_manager = connected_to(state, command.connection)
    way = whose_defaults.leading(state, queue_manager, command.queue, resolved)
    defaults = whose_defaults.that_count(state, way)
    persistence = descriptor.persistence
    if persistence is Persistence.AS_Q_DEF:
        persistence = header_mapping.persistence(defaults.default_persistence)
    as_defined = descriptor.priority == PRIORITY_AS_QUEUE_DEFINITION
    expiry = (descriptor.expiry,)
    end = life_end(at, expiry) if descriptor.expiry >= 1 else None
    if descriptor.expiry == 0 or descriptor.expiry < -1:
        end = Interval(at.earliest, FOREVER)
    return Message(
        serial=state.next_serial,
        label=command.message.label,
        length=len(body_of(command.message)),
        kind=Kind.APPLICATION,
        queue_manager=queue_manager,
        name=command.queue,
        first=resolved.local,
        sent=at,
        expiry=expiry,
        life_end=end,
        persistence=persistence,
        priority=defaults.default_priority if as_defined else descriptor.priority,
        report=command.message.report,
        reply_to=command.message.reply_to,
        correlation_id=command.message.correlation_id,
        onward=meant_for(command.message.transmission_header, resolved),
        transmission_header=command.message.transmission_header,
        ims_header=command.message.ims_header,
        instances=resolved.instances,
        policy=policy_of_put(state, queue_manager, command.queue),
    )
