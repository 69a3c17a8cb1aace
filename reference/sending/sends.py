"""Sends and puts: what is refused, what is accepted, and where the message goes.

Covers DD-05 to DD-08, DD-19 to DD-24, DD-30 to DD-32, DD-36 to DD-40, DD-43, DD-46 to DD-48,
DD-53, DD-67, DD-75, DD-77, DD-78, DD-110 to DD-113; EX-23, EX-35, EX-63; and what the sender sees
(`mapping`). The obstacles themselves are rules of `client_restrictions`, `clusters` and `send_checks`; what
a refusal shows is judged in `refusals`. Publishing is the business of `publishing`.

Silent points: whether DEFBIND counts as it is at the send or was when the producer opened its destination;
whether a transacted delayed send reports a failure at the send or at the commit (DD-38);
whether the priority of a destination counts (`destination_priority`); what becomes of a message that is
wrongly accepted for a queue that is not there (DD-75), once a queue of that name is; whether a send that
asks for a report without a reply-to queue is refused.
"""

from msgspec.structs import replace

from mqtck.reference.channels.channel_decisions import policy_of_put
from mqtck.reference.chapters import header_mapping, whose_defaults
from mqtck.reference.chapters.client_restrictions import (
    exception_family,
    expiry_conflict,
    group_conflict,
    may_be_too_long,
)
from mqtck.reference.chapters.combined import of_acceptance
from mqtck.reference.chapters.header_fields import Answering, Correlation, HeaderFields, header_fields
from mqtck.reference.chapters.message_expiry import life_end
from mqtck.reference.chapters.report_messages import ANY_REPORT
from mqtck.reference.chapters.resolution import Resolved, delivery_mode_at_send, priority_at_send, resolve
from mqtck.reference.possibilities import Possibility, Settled, unexpected
from mqtck.reference.queues import clusters
from mqtck.reference.queues.enforcement import contested_rules, values_sent
from mqtck.reference.queues.room import takes_all_named
from mqtck.reference.queues.send_checks import Obstacle, delayed_obstacles, undelayed_obstacles
from mqtck.reference.queues.transmission_queues import WITHOUT_HEADER, direct, obstacle_of_jms
from mqtck.reference.showing import sent_descriptor, sent_folder, sent_header
from mqtck.reference.state.callers import jms_unit, session_of
from mqtck.reference.state.clients import Leading
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import Send
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused, Sent
from mqtck.reference.vocabulary.results import Breach

from . import destination_priority, first_resolution
from .first_resolution import Reading
from .mapping import bind_sent, sent_findings
from .owed_refusals import doubt, owe, rooms_asked_for
from .puts import accept
from .refusals import NAMED, perhaps_dropped, remember_refused, settle_refused, wrongly_accepted
from .same_object import answered_earlier, as_object_says, correlation_is_open, with_kept_reply
from .send_controls import (
    Attempted,
    beyond_bound,
    conflict_rules,
    controls,
    equal_lives,
    platform_controls,
)
from .wrongful_refusals import must_succeed

# --- JMS -------------------------------------------------------------------------------------------


def send(state: State, tried: Attempted, at: Interval) -> Possibility:
    """A JMS send to a queue, through either API."""
    queue_manager = tried.session.queue_manager
    resolved = resolve(state, queue_manager, tried.name)
    obstacles = _obstacles(state, tried, resolved)
    serial = state.next_serial

    def prefer() -> Outcome:
        first = next((o for o in obstacles if o.refuses is Answer.YES), None)
        if first is not None or resolved is None:
            reason = ReasonCode.UNKNOWN_OBJECT_NAME if first is None else first.reason
            return Refused(reason=int(reason), family=exception_family(tried.producer.api))
        way = whose_defaults.leading(state, queue_manager, tried.name, resolved)
        return preferred_sent(state, _jms_message(state, serial, tried, resolved, way, at), at)

    def settle(outcome: Outcome) -> Settled:
        match outcome:
            case Refused():
                rules = must_succeed(state, tried, outcome)
                return settle_refused(state, tried, obstacles, outcome, at, rules)
            case Sent() | Done():
                seen = outcome if isinstance(outcome, Sent) else Sent()
                return destination_priority.joined(
                    _settle_sent(one, sent, _obstacles_by(one, tried, resolved, obstacles), seen, at)
                    for one in first_resolution.readings(state, tried, resolved)
                    for sent in as_object_says(state, tried, seen)
                )
            case _:
                return unexpected(state, outcome)

    return Possibility(prefer=prefer, settle=settle)


def send_elsewhere(state: State, tried: Attempted, at: Interval, uncovered: Possibility) -> Possibility:
    """A JMS send to a queue of another queue manager: which way it takes is in none of the texts.

    What the client refuses whatever the destination is it refuses here too (DD-26, DD-30, DD-36), though
    perhaps for another reason. Of every other send nothing is said (`uncovered`).
    """
    certain = [obstacle for obstacle in client_obstacles(state, tried) if obstacle.refusal is Answer.YES]
    if not certain:
        return uncovered
    elsewhere = Obstacle(ReasonCode.UNKNOWN_OBJECT_NAME, Answer.UNSURE, ())

    def prefer() -> Outcome:
        return Refused(reason=int(certain[0].reason), family=exception_family(tried.producer.api))

    def settle(outcome: Outcome) -> Settled:
        match outcome:
            case Refused():
                return settle_refused(state, tried, [*certain, elsewhere], outcome, at, ())
            case Sent() | Done():
                after = remember_refused(state, tried, at)
                found = (wrongly_accepted(certain[0]),)
                return Settled((after,), found, "nothing is said of the way to another queue manager")
            case _:
                return unexpected(state, outcome)

    return Possibility(prefer=prefer, settle=settle)


def _obstacles_by(
    reading: Reading, tried: Attempted, resolved: Resolved | None, found: list[Obstacle]
) -> list[Obstacle]:
    """What stands in the way by a reading: of the queue to which it leads."""
    same = reading.resolved is resolved or (
        reading.resolved and resolved and reading.resolved.local == resolved.local
    )
    return found if same else _obstacles(reading.state, tried, reading.resolved)


def put_together(state: State, command: Send) -> Attempted | None:
    """The long form of send wins over the producer, the destination over both (DD-30, HM-08, HM-09)."""
    producer = state.producers.get(command.producer)
    if producer is None:
        return None
    destination = command.destination or command.topic or producer.destination or producer.topic
    if destination is None:
        return None
    arguments = command.arguments
    return Attempted(
        producer=producer,
        session=session_of(state, producer.session),
        unit=jms_unit(producer.session),
        destination=destination,
        message=command.message,
        delay=producer.delay,
        time_to_live=producer.time_to_live if arguments is None else arguments.time_to_live,
        delivery_mode=producer.delivery_mode if arguments is None else arguments.delivery_mode,
        priority=producer.priority if arguments is None else arguments.priority,
    )


def client_obstacles(state: State, tried: Attempted) -> list[Obstacle]:
    """What the client refuses whatever the destination is, if it is delayed."""
    return [
        Obstacle(
            ReasonCode.EXPIRY_ERROR,
            conflict_at_send(tried),
            (
                *conflict_rules(tried),
                *("DD-31", *beyond_bound(tried)),
            ),
        ),
        Obstacle(ReasonCode.OPTIONS_ERROR, grouped_at_send(tried), ("DD-36",)),
        # Nor is any reason documented for which such sends may be refused.
        Obstacle(
            ReasonCode.FUNCTION_NOT_SUPPORTED, Answer.UNSURE if _undefined(state, tried) else Answer.NO, ()
        ),
        Obstacle(
            ReasonCode.EXPIRY_ERROR,
            Answer.UNSURE if header_mapping.may_be_refused_for_size(tried.time_to_live) else Answer.NO,
            contested_rules(tried.time_to_live, tried.delay),
        ),
    ]


def _obstacles(state: State, tried: Attempted, resolved: Resolved | None) -> list[Obstacle]:
    """Every reason for which this send must or may be refused."""
    found = [*client_obstacles(state, tried), _cluster_obstacle(state, tried)]
    retained = Answer.NO if tried.message.retained is None else Answer.UNSURE
    found += [Obstacle(ReasonCode.OPTIONS_ERROR, retained, ()), obstacle_of_jms(resolved)]
    length = tried.length
    check = delayed_obstacles if tried.delay else undelayed_obstacles
    queue_manager = tried.session.queue_manager
    found += check(state, queue_manager, tried.name, tried.session.user, resolved, length)
    if tried.delay and refers_to_unusable(state, tried):
        found.append(Obstacle(ReasonCode.UNKNOWN_OBJECT_NAME, Answer.UNSURE, ("DD-113",)))
    if not state.queue_managers[queue_manager].running:
        found.append(Obstacle(ReasonCode.Q_MGR_NOT_AVAILABLE, Answer.YES, ()))
    return [obstacle for obstacle in found if obstacle.refusal is not Answer.NO]


def refers_to_unusable(state: State, tried: Attempted) -> bool:
    """DD-113: further sensible checks of a delayed send are allowed, of the reply-to queue or DEADQ, say.

    Whether they are there, and take a message now, from this user; whether somebody has defined the queue
    manager that is named for the reply-to queue. That queue may have stayed on the message object.
    """
    message = with_kept_reply(state, tried).message
    elsewhere = None if message.reply_destination is None else message.reply_destination.queue_manager
    unknown = bool(elsewhere) and elsewhere not in state.queue_managers
    session = tried.session
    return unknown or not takes_all_named(
        state, session.queue_manager, session.user, message.reply_to, tried.length
    )


def _undefined(state: State, tried: Attempted) -> bool:
    """Whether the send has something of which no text says what becomes of it.

    A delay that may be too long; a producer of which a setter was refused (DD-31), or whose destination leads
    to another queue by now; a report that nobody said where to send (X-22); a life of less than a tenth of a
    second (X-11); or certain correlation ids, its own or those of its message object.
    """
    producer = tried.producer
    doubtful = producer.spoilt or producer.outdated or may_be_too_long(tried.delay)
    nowhere = bool(tried.message.report & ANY_REPORT) and tried.message.reply_to is None
    short = not tried.delay and header_mapping.too_short_for_a_tenth(tried.time_to_live)
    return doubtful or nowhere or short or correlation_is_open(state, tried)


def conflict_at_send(tried: Attempted) -> Answer:
    """DD-30, DD-31: the send reports a conflict, whether its life is its own or the producer's.

    One of the producer's own values that no setter told may be told here, though the send's life ends it.
    """
    of_send = expiry_conflict(tried.time_to_live, tried.delay)
    untold = expiry_conflict(tried.producer.time_to_live, tried.delay)
    return of_send if untold is Answer.NO else max(of_send, Answer.UNSURE)


def grouped_at_send(tried: Attempted) -> Answer:
    """DD-36, DD-37, through either API (DD-15)."""
    return group_conflict(tried.message.group, tried.delay)


def _cluster_obstacle(state: State, tried: Attempted) -> Obstacle:
    """DD-19, DD-20: DEFBIND of a clustered destination. Whether that of the creation counts is left open."""
    manager, met = tried.session.queue_manager, _binding_met(tried)
    refusal, rules = clusters.restriction(state, manager, tried.name, tried.delay)
    now = clusters.bindings_of(state, manager, tried.name)
    if tried.delay and now and met not in {None, *now}:
        refusal = Answer.UNSURE
    return Obstacle(ReasonCode.OPTIONS_ERROR, refusal, rules)


def _binding_met(tried: Attempted) -> DefaultBinding | None:
    """DEFBIND of the queue that the producer may have opened at its creation; None where it opened none."""
    opened = tried.producer.opened
    if opened is None or opened.way.kind or tried.destination != tried.producer.destination:
        return None
    return opened.way.attributes.default_binding


def _settle_sent(
    reading: Reading, tried: Attempted, obstacles: list[Obstacle], outcome: Sent, at: Interval
) -> Settled:
    """Accepted: wrong where an obstacle certainly stands in the way."""
    state, resolved, way = reading
    later = tried.transacted and tried.delay > 0
    judged = [o for o in obstacles if o.refusal is Answer.YES and o.rules]
    owed = tried.transacted and all(o.reason not in NAMED for o in judged)
    wrong = [wrongly_accepted(judged[0])] if judged and not owed else []
    breaches: list[Breach] = [*wrong]
    if resolved is None or way is None:
        after = remember_refused(state, tried, at)
        if later:
            return Settled((owe(after, tried, obstacles),), tuple(breaches))
        return Settled((after,), tuple(breaches), "a send to a queue that is not there succeeds")
    before = (state,) if later else rooms_asked_for(state, tried, obstacles)
    message = _jms_message(state, state.next_serial, tried, resolved, way, at)
    found, compared = sent_findings(state, message, tried, outcome, at)
    breaches += found
    states = tuple(_accepted(one, message, tried, obstacles, outcome, at) for one in before)
    if wrong:
        states = tuple(perhaps_dropped(one, message.serial) for one in states)
    exercised = {rule for obstacle in obstacles for rule in obstacle.rules}
    exercised |= compared | controls(tried) | equal_lives(tried) | set(of_acceptance(message))
    exercised |= platform_controls(states[0], tried, resolved)
    followed = tried.delay and resolved.local not in state.runs
    left_open = WITHOUT_HEADER if direct(resolved) and not followed else ""
    return Settled(states, tuple(breaches), left_open, exercised=frozenset(exercised))


def _accepted(
    state: State, message: Message, tried: Attempted, obstacles: list[Obstacle], outcome: Sent, at: Interval
) -> State:
    """The state in which the message has been accepted, and its commit owes what the send has not told."""
    state = accept(state, message, tried.unit_of_work, at)
    if tried.transacted:
        state = owe(state, tried, obstacles)
    if obstacles:
        state = doubt(state, tried)
    return bind_answer(bind_sent(state, message.serial, outcome), message, tried)


def bind_answer(state: State, message: Message, tried: Attempted) -> State:
    """Keep which message a reply answers, or may answer: it is found by that correlation id."""
    for serial in _answered(state, message, tried.message.same_object_as):
        replies = (*state.replies.get(serial, ()), message.serial)
        state = replace(state, replies=state.replies.set(serial, replies))
    return state


def _answered(state: State, message: Message, again: str | None) -> tuple[int, ...]:
    match message.fields and message.fields.correlation:
        case Answering(serial=serial):
            return (serial,)
        case Correlation.OPEN if again is not None:
            return answered_earlier(state, again)
        case _:
            return ()


def _jms_message(
    state: State, serial: int, tried: Attempted, resolved: Resolved, way: Leading, at: Interval
) -> Message:
    """The message as it counts from the send on (DD-05, DD-77, DD-78, DD-79, HM-15)."""
    destination = destination_priority.that_counts(state, tried)
    assert isinstance(destination, QueueDestination)
    defaults = whose_defaults.that_count(state, way)
    delivery_mode = delivery_mode_at_send(destination, defaults, tried.delivery_mode)
    expiry = header_mapping.expiry_values(tried.time_to_live)
    expiry = values_sent(state, tried.session.queue_manager, tried.time_to_live, expiry)
    return Message(
        serial=serial,
        label=tried.message.label,
        length=tried.length,
        kind=Kind.APPLICATION,
        queue_manager=tried.session.queue_manager,
        name=tried.name,
        first=resolved.local,
        sent=at,
        delay=tried.delay,
        due=due_after_send(at, tried.delay),
        expiry=expiry,
        life_end=life_end(at, expiry),
        time_to_live=tried.time_to_live,
        delivery_mode=delivery_mode,
        persistence=header_mapping.persistence(delivery_mode),
        priority=priority_at_send(destination, defaults, tried.priority),
        report=tried.message.report,
        reply_to=local_reply_to(tried),
        fields=fields_of(state, tried),
        onward=resolved.onward,
        instances=resolved.instances,
        policy=policy_of_put(state, tried.session.queue_manager, destination.queue),
        user=tried.session.user,
        requested=tried.delivery_mode,
        hinted=tried.producer.hinted,
    )


def due_after_send(at: Interval, delay: int) -> Interval | None:
    """DD-03, DD-05: due so many milliseconds after this send; without a delay never staged (DD-08)."""
    return at.plus(delay) if delay else None


def fields_of(state: State, tried: Attempted) -> HeaderFields:
    """What the application gave for the JMS header; a message whose send was refused has no id to answer."""
    answered = tried.message.correlates_with
    serials = () if answered is None else state.labels.get(answered, ())
    serial = serials[0] if serials else None
    if serial is not None and state.beliefs[serial] == (Ended(Cause.REFUSED),):
        serial = None
    fields = header_fields(tried.destination, tried.message, serial)
    return replace(fields, stayed=with_kept_reply(state, tried).message.reply_destination)


def local_reply_to(tried: Attempted) -> str | None:
    """The reply-to queue, where reports can be followed to it: on the sender's queue manager."""
    reply = tried.message.reply_destination
    manager = None if reply is None else reply.queue_manager
    return tried.message.reply_to if manager in {None, "", tried.session.queue_manager} else None


def preferred_sent(state: State, message: Message, at: Interval) -> Sent:
    """What the sender of an accepted message sees."""
    header = sent_header(state, message, at)
    return Sent(
        header=header,
        descriptor=sent_descriptor(state, message),
        folder=sent_folder(state, message, header),
    )
