"""Sends and puts of the stateful properties: what one of them takes, and what the example keeps of it."""

import msgspec

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.traces import Step

from .drawn import (
    ALTERATIONS,
    FIELDS,
    MISSING,
    PRESET,
    USERS,
    Change,
    Doomed,
    Sending,
    SendingKind,
    delay_on_real_clock,
)
from .example import Example, Producer


def send(example: Example, sending: Sending, queue: str, session: int, *, fixed: bool) -> None:
    """Create a producer, set it, and send once with it."""
    jms_producer = sending.api is c.ProducerApi.JMS_PRODUCER
    if not example.can(Ability.JMS_PRODUCER if jms_producer else Ability.MESSAGE_PRODUCER):
        return
    sessions = [example.reader, *example.sessions, example.reader]
    using = sessions[session % len(sessions)]
    as_user = sending.kind is SendingKind.AS_USER and example.can(Ability.AUTHORITY)
    if as_user:
        using = example.fresh("s")
        example.do(c.OpenSession(using, user=USERS[session % 2]))
    # Creating a producer for a queue may already check what is checked at the send.
    own = fixed and not jms_producer and not as_user
    destination = QueueDestination(queue) if own else None
    name = example.fresh("p")
    if _refused(example.do(c.CreateProducer(name, sending.api, using, destination))):
        return
    example.producers[name] = Producer(name, sending.api, using, destination)
    if sending.kind is SendingKind.WITHOUT_ID:
        example.do(c.DisableMessageId(name))
    _tune(example, name, _delay(example, sending), sending.life, life_first=sending.life_first)
    if sending.mode is not None:
        example.do(c.SetDeliveryMode(name, sending.mode))
    if sending.priority is not None:
        example.do(c.SetPriority(name, sending.priority))
    _send_with(example, name, queue, sending)
    if as_user:
        example.producers.pop(name, None)


def send_again(
    example: Example, producer: str, queue: str, delay: int | None, life: int | None, report: int
) -> None:
    """Set a producer anew where a value is given, and send with it."""
    known = example.producers[producer]
    sending = Sending(api=known.api, delay=delay or 0, report=report)
    chosen = known.delay if delay is None else _delay(example, sending)
    _tune(example, producer, chosen, known.life if life is None else life, life_first=True)
    _send_with(example, producer, queue, sending)


def fail_delivery(example: Example, doomed: Doomed) -> None:
    """A send to a queue of its own that is inhibited before the due time; then time passes it."""
    queue = example.define("F", c.QueueAttributes().max_depth)
    name = example.fresh("p")
    example.do(c.CreateProducer(name, session=example.reader))
    example.do(c.SetDeliveryDelay(name, doomed.delay))
    if doomed.life:
        example.do(c.SetTimeToLive(name, doomed.life))
    example.do(c.SetDeliveryMode(name, doomed.mode))
    report = doomed.report if example.can(Ability.REPORT_OPTIONS) else 0
    reply_to = doomed.reply_to if report else None
    message = OutgoingMessage(example.fresh("m"), report=report, reply_to=reply_to)
    example.do(c.Send(name, message, QueueDestination(queue)))
    example.do(c.AlterQueue(queue, ALTERATIONS[Change.INHIBIT]))
    if doomed.slots is not None and example.can(Ability.DEAD_LETTER_QUEUE, Ability.QUEUE_LIMITS):
        example.do(c.SetDeadLetterQueue(example.define("D", doomed.slots)))
    example.pass_time(doomed.delay + 1)


def put(
    example: Example,
    queue: str,
    report: int,
    descriptor: PutDescriptor,
    syncpoint: c.Syncpoint,
    header: TransmissionHeader | None = None,
) -> None:
    label = example.fresh("m")
    report = report if example.can(Ability.REPORT_OPTIONS) else 0
    reply_to = "R1" if report else None
    message = OutgoingMessage(label, report=report, reply_to=reply_to, transmission_header=header)
    put_at = example.now
    step = example.do(c.MqPut(queue, message, descriptor, syncpoint, example.connection))
    if not _refused(step):
        example.keep(label, queue, put_at, (max(0, descriptor.expiry) * 100,))


def _delay(example: Example, sending: Sending) -> int:
    return sending.delay if example.virtual else delay_on_real_clock(sending.delay)


def _tune(example: Example, producer: str, delay: int, life: int, *, life_first: bool) -> None:
    """Set delay and life where they change.

    A producer whose setter was refused sends at most once more: what it holds is open (DD-31).
    """
    known = example.producers[producer]
    setters: list[c.Command] = []
    if delay != known.delay:
        setters.append(c.SetDeliveryDelay(producer, delay))
    if life != known.life:
        setters.append(c.SetTimeToLive(producer, life))
    steps = [example.do(setter) for setter in (reversed(setters) if life_first else setters)]
    example.producers[producer] = msgspec.structs.replace(known, delay=delay, life=life)
    if any(_refused(step) for step in steps):
        example.spoiled[producer] = None


def _send_with(example: Example, producer: str, queue: str, sending: Sending) -> None:
    known = example.producers[producer]
    if producer in example.spoiled:
        del example.producers[producer]
    label = example.fresh("m")
    report = sending.report if example.can(Ability.REPORT_OPTIONS) else 0
    grouped = sending.kind is SendingKind.GROUPED and example.can(Ability.MESSAGE_GROUPS)
    ability, fields = FIELDS.get(sending.kind, (Ability.JMS, {}))
    message = OutgoingMessage(
        label,
        report=report,
        reply_to="R1" if report else None,
        group=GroupMembership("g") if grouped else None,
        preset=PRESET if sending.kind is SendingKind.PRESET else None,
        length=5000 if sending.kind is SendingKind.LONG else None,
        **(fields if example.can(ability) else {}),
    )
    arguments = None
    if sending.own_life is not None and known.api is c.ProducerApi.MESSAGE_PRODUCER:
        arguments = c.SendArguments(DeliveryMode.PERSISTENT, 4, sending.own_life)
    destination = None if known.destination else _destination(example, queue, sending)
    sent_at = example.now
    step = example.do(c.Send(producer, message, destination, arguments))
    if not _refused(step):
        life = known.life if arguments is None else arguments.time_to_live
        target = known.destination.queue if known.destination else queue
        example.keep(label, target, sent_at, (known.delay, life))


def _destination(example: Example, queue: str, sending: Sending) -> QueueDestination:
    match sending.kind:
        case SendingKind.TO_MISSING:
            return QueueDestination(MISSING)
        case SendingKind.AS_DEFINED if example.can(Ability.DESTINATION_PROPERTIES):
            by_queue = DestinationPersistence.QUEUE_DEFINITION
            return QueueDestination(queue, by_queue, PRIORITY_AS_QUEUE_DEFINITION)
        case SendingKind.OVERRIDDEN if example.can(Ability.DESTINATION_PROPERTIES):
            return QueueDestination(queue, DestinationPersistence.PERSISTENT)
        case _:
            return QueueDestination(queue)


def _refused(step: Step | None) -> bool:
    return step is None or isinstance(step.outcome, Refused)
