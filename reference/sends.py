"""Sends and puts: what is refused, what is accepted, and where the message goes.

Covers DD-05 to DD-08, DD-19 to DD-24, DD-30 to DD-32, DD-36 to DD-40, DD-43, DD-46 to DD-48,
DD-53, DD-67, DD-75, DD-77, DD-78, DD-110 to DD-113; EX-23, EX-35, EX-63; and what the sender sees
(`mapping`). The obstacles themselves are rules of `client_restrictions`, `clusters` and `send_checks`.

Silent points: the order of the checks, so that any applicable reason is accepted (X-43); whether a
transacted delayed send reports a failure at the send or at the commit (DD-38).
"""

from typing import NamedTuple

from msgspec.structs import replace

from . import clusters, header_mapping
from .beliefs import add
from .client_restrictions import exception_family, expiry_conflict, group_conflict
from .combined import of_acceptance
from .credit import accepted_conflict, restricted
from .enforcement import contested_rules, values_sent
from .header_fields import Answering, HeaderFields, header_fields
from .intervals import Answer, Interval
from .mapping import bind_sent, sent_findings
from .message_expiry import life_end
from .possibilities import Possibility, Settled, breach, describe, not_covered, unexpected
from .producers import refusal_breaches, session_of, unknown_producer
from .puts import accept
from .resolution import (
    Resolved,
    delivery_mode_at_send,
    is_shared,
    priority_at_send,
    resolve,
    target_attributes,
)
from .send_checks import Obstacle, delayed_obstacles, room_left, undelayed_obstacles
from .showing import sent_descriptor, sent_folder, sent_header
from .staging_queue import older_edition_counts
from .state import (
    Cause,
    Ended,
    Kind,
    Message,
    Producer,
    Session,
    State,
)
from .structures.descriptor import ID_LENGTH
from .vocabulary.commands import (
    Acknowledgement,
    Send,
)
from .vocabulary.constants import (
    DeliveryMode,
    ReasonCode,
)
from .vocabulary.messages import OutgoingMessage, QueueDestination, body_of
from .vocabulary.outcomes import Done, Outcome, Refused, Sent
from .vocabulary.results import Breach


class Attempted(NamedTuple):
    """A send with its producer's settings and the send's own arguments put together."""

    producer: Producer
    session: Session
    unit: str
    destination: QueueDestination
    message: OutgoingMessage
    delay: int
    time_to_live: int
    delivery_mode: DeliveryMode
    priority: int

    @property
    def settled_before(self) -> bool:
        """Whether the time to live is the producer's own (DD-25, DD-26), not the send's (DD-30)."""
        return self.time_to_live == self.producer.time_to_live


def jms_unit(session: str) -> str:
    """The name of a session's unit of work."""
    return f"session {session}"


# --- JMS -------------------------------------------------------------------------------------------


def send(state: State, command: Send, at: Interval) -> Possibility:
    """A JMS send through either API."""
    tried = _put_together(state, command)
    if tried is None:
        return unknown_producer(state)
    queue_manager = tried.session.queue_manager
    if tried.destination.queue_manager not in {None, "", queue_manager}:
        return not_covered(state, command)
    resolved = resolve(state, queue_manager, tried.destination.queue)
    obstacles = _obstacles(state, tried, resolved)
    serial = state.next_serial

    def prefer() -> Outcome:
        first = next((o for o in obstacles if o.refuses is Answer.YES), None)
        if first is not None or resolved is None:
            reason = ReasonCode.UNKNOWN_OBJECT_NAME if first is None else first.reason
            return Refused(reason=int(reason), family=exception_family(tried.producer.api))
        return _preferred_sent(state, _jms_message(state, serial, tried, resolved, at), at)

    def settle(outcome: Outcome) -> Settled:
        match outcome:
            case Refused():
                return _settle_refused(state, tried, obstacles, outcome, at)
            case Sent():
                return _settle_sent(state, tried, resolved, obstacles, outcome, at)
            case Done():
                return _settle_sent(state, tried, resolved, obstacles, Sent(), at)
            case _:
                return unexpected(state, outcome)

    rules = tuple(dict.fromkeys(rule for obstacle in obstacles for rule in obstacle.rules))
    return Possibility(rules=rules, prefer=prefer, settle=settle)


def _put_together(state: State, command: Send) -> Attempted | None:
    """The long form of send wins over the producer, the destination over both (DD-30, HM-08, HM-09)."""
    producer = state.producers.get(command.producer)
    if producer is None:
        return None
    destination = command.destination or producer.destination
    if destination is None:
        return None
    arguments = command.arguments
    return Attempted(
        producer=producer,
        session=session_of(state, producer.session),
        unit=jms_unit(producer.session),
        destination=destination,
        message=command.message,
        delay=max(0, producer.delay),
        time_to_live=producer.time_to_live if arguments is None else arguments.time_to_live,
        delivery_mode=producer.delivery_mode if arguments is None else arguments.delivery_mode,
        priority=producer.priority if arguments is None else arguments.priority,
    )


def _obstacles(state: State, tried: Attempted, resolved: Resolved | None) -> list[Obstacle]:
    """Every reason for which this send must or may be refused."""
    found = [
        Obstacle(
            ReasonCode.EXPIRY_ERROR,
            conflict_at_send(tried),
            (
                *(("DD-25", "DD-26") if tried.settled_before else ("DD-30", "DD-25")),
                *("DD-31", *_beyond_bound(tried)),
            ),
        ),
        Obstacle(ReasonCode.OPTIONS_ERROR, grouped_at_send(tried), ("DD-36",)),
        _cluster_obstacle(state, tried),
        Obstacle(
            ReasonCode.EXPIRY_ERROR,
            Answer.UNSURE if header_mapping.may_be_refused_for_size(tried.time_to_live) else Answer.NO,
            contested_rules(tried.time_to_live, tried.delay),
        ),
    ]
    length = len(body_of(tried.message))
    check = delayed_obstacles if tried.delay else undelayed_obstacles
    queue_manager = tried.session.queue_manager
    found += check(state, queue_manager, tried.destination.queue, tried.session.user, resolved, length)
    if not state.queue_managers[queue_manager].running:
        found.append(Obstacle(ReasonCode.Q_MGR_NOT_AVAILABLE, Answer.YES, ()))
    return [obstacle for obstacle in found if obstacle.refusal is not Answer.NO]


def conflict_at_send(tried: Attempted) -> Answer:
    """DD-30, DD-31: the send reports a conflict, whether its life is its own or the producer's."""
    return expiry_conflict(tried.time_to_live, tried.delay)


def grouped_at_send(tried: Attempted) -> Answer:
    """DD-36, DD-37, through either API (DD-15)."""
    return group_conflict(tried.message.group, tried.delay)


def _cluster_obstacle(state: State, tried: Attempted) -> Obstacle:
    """DD-19, DD-20: DEFBIND of a clustered destination."""
    name = tried.destination.queue
    refusal, rules = clusters.restriction(state, tried.session.queue_manager, name, tried.delay)
    return Obstacle(ReasonCode.OPTIONS_ERROR, refusal, rules)


_NAMED = frozenset({ReasonCode.EXPIRY_ERROR, ReasonCode.OPTIONS_ERROR})
"""Reasons that the documents name for a refused send; of the others none is the only one accepted."""


def _settle_refused(
    state: State, tried: Attempted, obstacles: list[Obstacle], outcome: Refused, at: Interval
) -> Settled:
    """Refused: right where an obstacle stands in the way and, if it is named, for its reason (X-43)."""
    state = _remember_refused(state, tried, at)
    if not obstacles:
        found = breach(_must_succeed(state, tried, outcome), "the send succeeds", describe(outcome))
        return Settled((state,), (found,) if found.rules else (), "" if found.rules else found.seen)
    if any(obstacle.reason not in _NAMED for obstacle in obstacles):
        reason = None
    else:
        reasons = {obstacle.reason for obstacle in obstacles}
        fits = outcome.reason in reasons
        reason = None if fits else obstacles[0].reason
    certain = [obstacle for obstacle in obstacles if obstacle.refusal is Answer.YES]
    several = ("X-43",) if tried.delay and len(certain) > 1 else ()
    breaches = refusal_breaches(outcome, tried.producer.api, reason, (*obstacles[0].rules, *several))
    exercised = {rule for obstacle in obstacles for rule in obstacle.rules} | {"DD-16", *several}
    if any(obstacle.reason in _NAMED for obstacle in obstacles):
        exercised |= restricted(tried.producer.api) | _equal_lives(tried)
    elif tried.delay:
        exercised |= {"DD-38", "DD-40"}
    return Settled((state,), breaches, exercised=frozenset(exercised))


def _equal_lives(tried: Attempted) -> frozenset[str]:
    """DD-27: a time to live equal to the delay may be refused and may be accepted."""
    conflict = expiry_conflict(tried.time_to_live, tried.delay)
    return accepted_conflict(conflict) if conflict is Answer.UNSURE else frozenset()


def _must_succeed(state: State, tried: Attempted, outcome: Refused) -> tuple[str, ...]:
    """Which rule says that this send must not be refused."""
    delayed = tried.delay > 0
    if len(tried.message.correlation_bytes or "") > 2 * ID_LENGTH:
        return ("HM-44", "DD-08", "DD-29")
    if delayed and _under_older_opmode(state, tried):
        return ("DD-67",)
    match outcome.reason:
        case ReasonCode.EXPIRY_ERROR if delayed and tried.time_to_live == 0:
            return ("DD-28",)
        case ReasonCode.EXPIRY_ERROR if delayed:
            return ("DD-25", "DD-26", "DD-30", *_beyond_bound(tried))
        case ReasonCode.EXPIRY_ERROR:
            return ("DD-29", "HM-18")
        case ReasonCode.OPTIONS_ERROR if tried.message.group is None:
            return (*_binding_controls(state, tried), "DD-37")
        case ReasonCode.OPTIONS_ERROR:
            return ("DD-37",)
        case _ if tried.message.group is not None and not delayed:
            return ("DD-37",)
        case _ if delayed and tried.time_to_live == 0:
            return ("DD-28", "DD-37")
        case _ if delayed:
            return ("DD-25", "DD-26", "DD-37", *_beyond_bound(tried))
        case _:
            return ("DD-08", "DD-29")


def _beyond_bound(tried: Attempted) -> tuple[str, ...]:
    """X-08: a life that Expiry cannot hold is compared with the delay in ms all the same."""
    return ("X-08",) if tried.delay and tried.time_to_live > header_mapping.BOUND else ()


def _binding_controls(state: State, tried: Attempted) -> tuple[str, ...]:
    """Which rule says that DEFBIND does not stand in the way of this send: DD-21, DD-23, DD-24."""
    name, queue_manager = tried.destination.queue, tried.session.queue_manager
    match clusters.is_clustered(state, queue_manager, name), tried.delay > 0:
        case Answer.YES, True:
            return ("DD-21",)
        case Answer.YES, False:
            return ("DD-23",)
        case Answer.NO, True:
            return ("DD-24",)
        case _:
            return ()


def _under_older_opmode(state: State, tried: Attempted) -> bool:
    """DD-67: OPMODE was set, where the older edition says that it does not matter."""
    queue_manager = tried.session.queue_manager
    set_before = state.queue_managers[queue_manager].operation_mode is not None
    return set_before and older_edition_counts(state, queue_manager)


def _remember_refused(state: State, tried: Attempted, at: Interval) -> State:
    """Keep the label, so that a copy left behind is recognised (DD-32)."""
    message = Message(
        serial=state.next_serial,
        label=tried.message.label,
        length=len(body_of(tried.message)),
        kind=Kind.APPLICATION,
        queue_manager=tried.session.queue_manager,
        name=tried.destination.queue,
        first="",
        sent=at,
        delay=tried.delay,
        report=tried.message.report,
    )
    return add(state, message, (Ended(Cause.REFUSED),))


def _settle_sent(
    state: State,
    tried: Attempted,
    resolved: Resolved | None,
    obstacles: list[Obstacle],
    outcome: Sent,
    at: Interval,
) -> Settled:
    """Accepted: wrong where an obstacle certainly stands in the way."""
    breaches: list[Breach] = []
    must = [obstacle for obstacle in obstacles if obstacle.refusal is Answer.YES]
    judged = [obstacle for obstacle in must if obstacle.rules]
    later = _transacted(tried.session) and tried.delay > 0
    if judged and not (later and all(o.reason not in _NAMED for o in judged)):
        first = judged[0]
        expected = (
            f"refused with {first.reason.mq_name} ({first.reason:d})"
            if first.reason in _NAMED
            else f"refused, {first.reason.mq_name} ({first.reason:d}) preferred"
        )
        breaches.append(breach(first.rules, expected, "the send succeeds"))
    if resolved is None:
        return Settled(
            (_remember_refused(state, tried, at),),
            tuple(breaches),
            "" if breaches else "a send to a queue that is not there succeeds",
        )
    state = room_left(state, obstacles)
    message = _jms_message(state, state.next_serial, tried, resolved, at)
    found, compared = sent_findings(state, message, tried.message, tried.producer, outcome, at)
    breaches += found
    state = accept(state, message, _unit_of(tried), at)
    state = _bind_answer(bind_sent(state, message.serial, outcome), message)
    exercised = {rule for obstacle in obstacles for rule in obstacle.rules}
    exercised |= compared | _controls(tried) | _equal_lives(tried) | set(of_acceptance(message))
    exercised |= _platform_controls(state, tried, resolved)
    return Settled((state,), tuple(breaches), exercised=frozenset(exercised))


def _bind_answer(state: State, message: Message) -> State:
    """Keep which message a reply answers: it is found by that correlation id."""
    match message.fields and message.fields.correlation:
        case Answering(serial=answered):
            replies = (*state.answers.get(answered, ()), message.serial)
            return replace(state, answers=state.answers.set(answered, replies))
        case _:
            return state


def _controls(tried: Attempted) -> set[str]:
    """The rules that say that this send is accepted."""
    found = set()
    if tried.delay and not tried.time_to_live:
        found.add("DD-28")
    if not tried.delay:
        found.add("DD-29" if tried.time_to_live else "DD-08")
    if tried.message.group is not None and not tried.delay:
        found.add("DD-37")
    if tried.delay and tried.message.group is None:
        found.add("DD-37")
    return found


def _platform_controls(state: State, tried: Attempted, resolved: Resolved) -> set[str]:
    """The rules about clusters and z/OS that an accepted send speaks about."""
    found = {rule for rule in _binding_controls(state, tried) if tried.message.group is None}
    if tried.delay and _under_older_opmode(state, tried):
        found.add("DD-67")
    if tried.delay and is_shared(resolved.local):
        found |= {"DD-69", "DD-54"}
    return found


def _transacted(session: Session) -> bool:
    return session.acknowledgement is Acknowledgement.TRANSACTED


def _unit_of(tried: Attempted) -> str | None:
    return tried.unit if _transacted(tried.session) else None


def _jms_message(state: State, serial: int, tried: Attempted, resolved: Resolved, at: Interval) -> Message:
    """The message as it counts from the send on (DD-05, DD-77, DD-78, DD-79, HM-15)."""
    defaults = target_attributes(state, tried.session.queue_manager, tried.destination.queue, resolved)
    delivery_mode = delivery_mode_at_send(tried.destination, defaults, tried.delivery_mode)
    expiry = header_mapping.expiry_values(tried.time_to_live)
    expiry = values_sent(state, tried.session.queue_manager, tried.time_to_live, expiry)
    return Message(
        serial=serial,
        label=tried.message.label,
        length=len(body_of(tried.message)),
        kind=Kind.APPLICATION,
        queue_manager=tried.session.queue_manager,
        name=tried.destination.queue,
        first=resolved.local,
        sent=at,
        delay=tried.delay,
        due=due_after_send(at, tried.delay),
        expiry=expiry,
        life_end=life_end(at, expiry),
        time_to_live=tried.time_to_live,
        delivery_mode=delivery_mode,
        persistence=header_mapping.persistence(delivery_mode),
        priority=priority_at_send(tried.destination, defaults, tried.priority),
        report=tried.message.report,
        reply_to=_local_reply_to(tried),
        fields=_fields(state, tried),
        onward=resolved.onward,
        instances=resolved.instances,
        user=tried.session.user,
        requested=tried.delivery_mode,
        hinted=tried.producer.hinted,
    )


def due_after_send(at: Interval, delay: int) -> Interval | None:
    """DD-03, DD-05: due so many milliseconds after this send; without a delay never staged (DD-08)."""
    return at.plus(delay) if delay else None


def _fields(state: State, tried: Attempted) -> HeaderFields:
    """A message whose send was refused has no id that could be answered."""
    answered = tried.message.correlates_with
    serial = None if answered is None else state.labels.get(answered)
    if serial is not None and state.beliefs[serial] == (Ended(Cause.REFUSED),):
        serial = None
    return header_fields(tried.destination, tried.message, serial)


def _local_reply_to(tried: Attempted) -> str | None:
    """The reply-to queue, where reports can be followed to it: on the sender's queue manager."""
    reply = tried.message.reply_destination
    manager = None if reply is None else reply.queue_manager
    return tried.message.reply_to if manager in {None, "", tried.session.queue_manager} else None


def _preferred_sent(state: State, message: Message, at: Interval) -> Sent:
    header = sent_header(state, message, at)
    return Sent(
        header=header,
        descriptor=sent_descriptor(state, message),
        folder=sent_folder(state, message, header),
    )
