"""Messages with fields of their own, and what becomes of them."""

from implementations.witnesses.parts.common import (
    DISABLE,
    DISCARD,
    EXCEPTION,
    EXPIRATION,
    LOOK,
    QUEUES,
    REMOTE,
    TO_Q,
    TP,
    WITHIN,
    P,
    Q,
    Trace,
    message,
)
from implementations.witnesses.parts.sends import DUE, LENGTH, PERSISTENTLY_PUT, QUIET, REPLY
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    MatchCorrelationId,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetPriority,
    StartChannel,
)
from mqtck.reference.vocabulary.constants import (
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    PresetHeaders,
    PutDescriptor,
    QueueDestination,
)

GROUPED = OutgoingMessage("m", group=GroupMembership("g", 1))


def with_header(message: OutgoingMessage) -> Trace:
    return (*P, Send("p", message), Browse("Q"))


SEND_LONG = Send("p", OutgoingMessage("m", 5000))
RECALL_IN_UNIT = MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), syncpoint=WITHIN)


def long(
    label: str = "m",
    persistence: Persistence = Persistence.PERSISTENT,
    expiry: int = -1,
    report: int = 0,
    length: int | None = 40_000,
) -> MqPut:
    message = OutgoingMessage(label, length, report, reply_to="R" if report else None)
    return MqPut("RQ", message, PutDescriptor(expiry, persistence=persistence), connection="a")


def short(label: str = "n", persistence: Persistence = Persistence.PERSISTENT) -> MqPut:
    return long(label, persistence, length=None)


CORRELATION_ID = "0f" * 24


def full(label: str = "m", persistence: Persistence = PERSISTENTLY_PUT, length: int | None = 40_000) -> MqPut:
    """A message with all that a channel might lose."""
    message = OutgoingMessage(label, length, report=EXPIRATION, reply_to="R", correlation_id=CORRELATION_ID)
    return MqPut("RQ", message, PutDescriptor(priority=7, persistence=persistence), connection="a")


IN_FULL = OutgoingMessage(
    "m",
    reply_to="REPLY",
    reply_destination=QueueDestination("REPLY", priority=9, queue_manager="QM7"),
    correlation_text="order 17",
    jms_type="invoice",
    preset=PresetHeaders(message_id="ID:" + "01" * 24, timestamp=1, delivery_mode=2, priority=2),
)
AGAIN_IN_FULL = OutgoingMessage(
    "n",
    reply_to="REPLY",
    reply_destination=QueueDestination("REPLY", DestinationPersistence.PERSISTENT, queue_manager="QM7"),
    correlation_bytes="80ff0102",
    jms_type="invoice",
    same_object_as="m",
)
LONG_FORM = SendArguments(DeliveryMode.NON_PERSISTENT, 8, 60_000)


def sent(**fields: str) -> Trace:
    """A message with these fields, sent without a delay and received."""
    return (*P, Send("p", OutgoingMessage("m", **fields)), Receive("Q"))  # type: ignore[arg-type]


def with_delay(message: OutgoingMessage, destination: QueueDestination = TO_Q) -> Trace:
    return (
        CreateProducer("p", destination=destination),
        SetDeliveryDelay("p", 5000),
        Send("p", message),
        Advance(6000),
        Receive("Q"),
    )


OTHER_ID = "ab" * 24
ORIGINAL = MatchCorrelationId("m")


def asked(*options: Report | int, reply_to: str = "REPLY") -> OutgoingMessage:
    """A message m with a correlation id of its own, and report options."""
    report = 0
    for option in options:
        report |= int(option)
    return OutgoingMessage("m", report=report, reply_to=reply_to, correlation_id=OTHER_ID)


def late(
    outgoing: OutgoingMessage,
    destination: QueueDestination = TO_Q,
    mode: DeliveryMode = DeliveryMode.PERSISTENT,
    delay: int = 5000,
    life: int = 0,
) -> Trace:
    """It is sent with a delay of 5 s."""
    return (
        CreateProducer("p", destination=destination),
        SetDeliveryDelay("p", delay),
        Send("p", outgoing, arguments=SendArguments(mode, 4, life)),
    )


def failing(
    outgoing: OutgoingMessage, *fixtures: Command, mode: DeliveryMode = DeliveryMode.PERSISTENT
) -> Trace:
    """Its target fails."""
    return (*QUEUES, *fixtures, *late(outgoing, mode=mode), DISABLE, DUE, *LOOK)


def request(report: int) -> Trace:
    """A request to the IMS bridge that is committed when its life is over."""
    request = OutgoingMessage("m", report=report, reply_to="REPLY")
    return (
        *(REPLY, DefineImsBridgeQueue("I"), MqPut("I", request, PutDescriptor(expiry=20), syncpoint=WITHIN)),
        *(Advance(5_000), MqCommit(), *(Advance(5_000), Browse("REPLY")) * 725),
    )


PRESET = Send("p", OutgoingMessage("m", preset=PresetHeaders("ID:" + "ab" * 24, 1, 1)))
ABROAD: Trace = (
    *(*REMOTE, CreateProducer("p", destination=TO_Q)),
    *(Send("p", OutgoingMessage("m", correlation_text="order 17")), StartChannel("XMIT"), Advance(1000)),
    Browse("FAR", "QM2"),
)
TO_Q_NAMED = Send("p", OutgoingMessage("m"), TO_Q)
PERSISTENT_FORM = SendArguments(DeliveryMode.PERSISTENT, 4, 0)
NAMED: Trace = (
    *(*Q, CreateProducer("p"), SetPriority("p", 7)),
    Send("p", message(), TO_Q, SendArguments(DeliveryMode.NON_PERSISTENT, 0, 20_000)),
    Receive("Q"),
)


def again(label: str, report: int) -> Send:
    """The object of m sent again."""
    return Send("p", OutgoingMessage(label, report=report, reply_to="REPLY", same_object_as="m"))


def typed(*before: AlterQueue, length: int | None = None, user: str | None = None) -> Trace:
    return (
        *(*Q, *before, OpenSession("s", user=user), CreateProducer("p", session="s")),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", length=length, jms_type="invoice"), TO_Q),
        ReadDepth(STAGING_QUEUE),
    )


def dead_lettered_with_life(mode: DeliveryMode, life: int = 0) -> Trace:
    """A delayed message on the dead-letter queue; EXPIRATION is asked for."""
    return (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", message(report=EXPIRATION), arguments=SendArguments(mode, 4, life)),
        DISABLE,
        Advance(6000),
    )


SAME_OBJECT = OutgoingMessage("m2", same_object_as="m")
SEND_AGAIN = Send("p", SAME_OBJECT)
ASKED_IN_UNIT: Trace = (
    DefineLocalQueue("REPLY"),
    *TP,
    Send("p", asked(EXCEPTION, DISCARD, Report.PASS_CORREL_ID)),
    Commit("t"),
    DUE,
    Browse("Q"),
)
WHOLE = OutgoingMessage("m", report=QUIET, reply_to="REPLY", correlation_bytes="00ff80017f")
STRING = OutgoingMessage("m", correlation_text="1234567890" * 30, jms_type="1234567890" * 30)
TO_REMOTE: Trace = (*REMOTE, CreateProducer("p"), SetDeliveryDelay("p", 5000), Send("p", STRING, TO_Q))
NON_PERSISTENT_FORM = SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)
TOO_LONG = OutgoingMessage("m", length=5000)


def unasked(
    attributes: QueueAttributes | None,
    named: QueueDestination | None,
    arguments: SendArguments | None,
    user: str | None = None,
) -> Trace:
    """A delayed send to a queue of these attributes, or to none."""
    defined = () if attributes is None else (DefineLocalQueue("Q", attributes),)
    return (
        *(*defined, OpenSession("s", user=user)),
        *(CreateProducer("p", session="s", destination=None if named else TO_Q), SetDeliveryDelay("p", 5000)),
        *(Send("p", TOO_LONG, named, arguments), ReadDepth(STAGING_QUEUE)),
    )


CORRELATION = "0102030405060708090a0b0c0d0e0f101112131415161718"
SEND_IN_LONG_FORM = Send(
    "p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 7, 60_000)
)


def rich(report: int = 0) -> OutgoingMessage:
    """A message of more than a hundred characters, with everything that can get lost."""
    return OutgoingMessage("m", 300, report, reply_to="REPLY", correlation_id=CORRELATION)


def hopped(outgoing: OutgoingMessage | None = None, arguments: SendArguments | None = None) -> Trace:
    """A delayed message at its target."""
    return (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", outgoing or rich(), arguments=arguments),
        Advance(6000),
        Receive("Q"),
    )


def dead_lettered(report: int = 0) -> Trace:
    """A delayed message that could not be put to its target."""
    return (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", rich(report), arguments=SendArguments(DeliveryMode.PERSISTENT, 7, 60_000)),
        DISABLE,
        Advance(6000),
        Browse("DLQ"),
        Browse("REPLY"),
    )


LONG_MESSAGE = OutgoingMessage("m", 5000)


def send_long(label: str) -> Send:
    return Send("p", OutgoingMessage(label, LENGTH))


def alike(label: str, report: int = 0) -> Send:
    reply_to = "REPLY"
    return Send("p", OutgoingMessage(label, None, report, reply_to, CORRELATION))


def to_q(label: str = "m", length: int | None = None, destination: QueueDestination = TO_Q) -> Send:
    return Send("p", OutgoingMessage(label, length), destination)
