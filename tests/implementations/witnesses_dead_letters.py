"""Traces that show the faults of `wrong_dead_letters`, `wrong_dead_letters_protected` and
`wrong_headers_in_some_ways`.
"""

from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelProtection,
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    InitiatorPermission,
    Toleration,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DefineRemoteQueue,
    EndQueueManager,
    MqPut,
    ProducerApi,
    QueueAttributes,
    Rollback,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    StartChannel,
    StartQueueManager,
    StopChannel,
    Usage,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, DestinationPersistence, Persistence
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PresetHeaders,
    PutDescriptor,
    QueueDestination,
)

from .witness_parts import EXPIRATION, TO_Q, TRANSACTED, P, Q, Trace, send
from .witnesses_channels import (
    AT_RECEIVER,
    AT_SENDER,
    DEADQ_A,
    DEADQ_B,
    LOOKS,
    LOST,
    NO_TARGET,
    NORMAL,
    OF_PUTTER,
    PAIR,
    STRICT_B,
    SYSTEM,
    TOLERANT_A,
    TOLERANT_B,
    UNUSABLE,
    A,
    B,
    ends,
    long,
    short,
)

CORRELATION_ID = "0f" * 24
KEPT = Persistence.PERSISTENT


def full(label: str = "m", persistence: Persistence = KEPT, length: int | None = 40_000) -> MqPut:
    """A message with all that a channel might lose."""
    message = OutgoingMessage(label, length, report=EXPIRATION, reply_to="R", correlation_id=CORRELATION_ID)
    return MqPut("RQ", message, PutDescriptor(priority=7, persistence=persistence), connection="a")


def too_long_by_one(label: str = "m") -> MqPut:
    return long(label, length=20_001)


def passing_small() -> tuple[Command, ...]:
    """A sender that passes protection through, on a channel that is too small."""
    sender = ChannelAttributes(max_message_length=20_000)
    return (DefineSenderChannel("X", sender, A), DefineReceiverChannel(A, B))


RESTART: Trace = (EndQueueManager(A), StartQueueManager(A), Connect("a", A))
AGAIN: Trace = (StopChannel("X", A), *LOOKS)
ANOTHER: Trace = (
    DefineLocalQueue("X2", QueueAttributes(usage=Usage.TRANSMISSION), A),
    DefineRemoteQueue("RQ2", "T", B, "X2", A),
)
IN_RETRY: Trace = (*PAIR, *ends())
NO_ROOM = AttributeChanges(max_depth=0)

DEAD_LETTERS: dict[str, Trace] = {
    "sender's dead letters of another id": (*AT_SENDER, full(), *LOOKS),
    "receiver's dead letters without correlation id": (*(*AT_RECEIVER, DEADQ_B, full(length=None), *LOOKS),),
    "priority 0 under protection": (*AT_SENDER, TOLERANT_A, full(), *LOOKS),
    "not persistent where it stays protected": (
        *(*AT_RECEIVER, DEADQ_B, OF_PUTTER, full(length=None), *LOOKS),
    ),
    "non-persistent dead letters report nothing": (*AT_SENDER, full(persistence=LOST), *LOOKS),
    "protected data cut": (*AT_RECEIVER, DEADQ_B, OF_PUTTER, full(), *LOOKS),
    "no destination for what is protected": (*(*AT_RECEIVER, DEADQ_B, OF_PUTTER, full(length=None), *LOOKS),),
    "receiver's USEDLQ at the sender": (
        *AT_SENDER,
        DefineReceiverChannel(A, B, ChannelAttributes(use_dead_letter_queue=UseDeadLetterQueue.NO)),
        *(long(), *LOOKS),
    ),
    "one dead letter a batch": (*AT_SENDER, long(), long("n"), *LOOKS),
    "limit of the channel exceeded by one": (*AT_SENDER, too_long_by_one(), *LOOKS),
    "the system's queue in spite of USEDLQ(NO)": (
        *(*PAIR, *ends(use=UseDeadLetterQueue.NO), DEADQ_A, long(), *LOOKS),
    ),
    "the partner's queue where there is none": (*PAIR, *ends(), DEADQ_B, long(), *LOOKS),
    "kept persistent for a queue alone": (*PAIR, *ends(use=UseDeadLetterQueue.NO), long(), *LOOKS),
    "discarded for want of a queue alone": (
        *(*PAIR, *ends(use=UseDeadLetterQueue.NO), long(persistence=LOST), short(), *LOOKS),
    ),
    "what it leaves protected is lost": (
        *(*PAIR, DefineSenderChannel("X", ChannelAttributes(max_message_length=20_000), A)),
        *(DefineReceiverChannel(A, B), DEADQ_A, *UNUSABLE, long(), *LOOKS),
    ),
    "lost where the dead-letter queue is too small": (
        *AT_SENDER,
        AlterQueue("D", AttributeChanges(max_message_length=50), A),
        *(long(), *LOOKS),
    ),
    "receiver loses at a full queue": (*AT_RECEIVER, DEADQ_B, AlterQueue("D", NO_ROOM, B), short(), *LOOKS),
    "limited lives lost without a queue": (*IN_RETRY, long(expiry=6000), *LOOKS),
    "protected lost without a queue": (*AT_RECEIVER, OF_PUTTER, short(), *LOOKS),
    "oldest dead letter makes room": (
        *(*AT_SENDER, AlterQueue("D", AttributeChanges(max_depth=1), A), long(), *LOOKS),
        *(long("n"), *AGAIN),
    ),
    "receiver's discard reported as expiry": (
        *(*AT_RECEIVER, long(persistence=LOST, expiry=6000, report=EXPIRATION, length=None), *LOOKS),
        Browse("R", A),
    ),
    "priority 0 in retry": (*IN_RETRY, full("n", length=None), full(), *LOOKS),
    "a new life in retry": (
        *(*IN_RETRY, long(expiry=1200), Advance(30_000), StartChannel("X", A), Advance(1000)),
        Browse("X", A),
    ),
    "attributes of the last channel": (
        *(*IN_RETRY, *ANOTHER),
        DefineSenderChannel("X2", ChannelAttributes(protection=ChannelProtection.REMOVE), A),
        *(long(), *LOOKS),
    ),
    "policy for the first alone": (*AT_SENDER, TOLERANT_A, long(), long("n"), *LOOKS),
    "policy for unlimited lives alone": (*AT_SENDER, TOLERANT_A, long(expiry=6000), *LOOKS),
    "non-persistent in clear where barred": (
        *AT_SENDER,
        DefinePolicy("D", Toleration.ON, InitiatorPermission.NOT_PERMITTED, A),
        *(long(persistence=LOST), *LOOKS),
    ),
    "in clear at a receiver where barred": (
        *(*AT_RECEIVER, DEADQ_B),
        DefinePolicy("D", Toleration.ON, InitiatorPermission.NOT_PERMITTED, B),
        *(short(), *LOOKS),
    ),
    "intolerant in clear behind SPLPROT(ASPOLICY)": (
        *(*AT_RECEIVER, DEADQ_B, STRICT_B),
        DefineReceiverChannel(A, B, ChannelAttributes(protection=ChannelProtection.AS_POLICY)),
        *(short(), *LOOKS),
    ),
    "intolerant in clear where nobody had protected": (
        *(*AT_SENDER, DefinePolicy("D", Toleration.OFF, queue_manager=A), long(), *LOOKS),
    ),
    "tolerant at normal speed": (*(*PAIR, *ends(NORMAL), NO_TARGET, DEADQ_B, STRICT_B, short(), *LOOKS),),
    "persistent lost where its policy fails": (
        *(*AT_SENDER, DefinePolicy("D", Toleration.ON, InitiatorPermission.NOT_PERMITTED, A)),
        *(long(), *LOOKS),
    ),
    "receiver's first policy": (
        *(*AT_RECEIVER, DEADQ_B, short(), *LOOKS, StopChannel("X", A), TOLERANT_B, short("m"), *LOOKS),
    ),
    "header behind the receiver's policy": (*AT_RECEIVER, DEADQ_B, TOLERANT_B, short(), *LOOKS),
    "bared by a sender that passes through": (
        *(*PAIR, *passing_small(), SetDeadLetterQueue(SYSTEM, A), OF_PUTTER, long(), *LOOKS),
    ),
    "policies of both ends": (*AT_SENDER, TOLERANT_B, long(), *LOOKS),
    "policy of the transmission queue used": (
        *(*AT_SENDER, DefinePolicy("X", Toleration.ON, queue_manager=A), long(), *LOOKS),
    ),
    "applications protected on the system's queue": (
        *(*PAIR, DefinePolicy(SYSTEM, Toleration.ON, queue_manager=A)),
        MqPut(SYSTEM, OutgoingMessage("m"), connection="a"),
        Browse(SYSTEM, A),
    ),
    "policies forgotten at restart": (*AT_SENDER, TOLERANT_A, long(), *RESTART, *LOOKS),
    "protection lost at restart": (*AT_SENDER, TOLERANT_A, long(), *LOOKS, *RESTART, Browse("D", A)),
    "dead-letter header lost at restart": (*AT_SENDER, TOLERANT_A, long(), *LOOKS, *RESTART, Browse("D", A)),
    "policies as at the first start": (
        *(*AT_SENDER, long(), *LOOKS, StopChannel("X", A), TOLERANT_A, long("n"), *LOOKS),
    ),
    "batch lost with a stop": (*IN_RETRY, long(), *LOOKS, StopChannel("X", A), Browse("X", A)),
}


# --- headers --------------------------------------------------------------------------------------------

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
QUEUES_OF_BOTH: Trace = (*Q, DefineLocalQueue("REPLY"))
LONG_FORM = SendArguments(DeliveryMode.NON_PERSISTENT, 8, 60_000)
NAMED: Trace = (*QUEUES_OF_BOTH, CreateProducer("p"))
IN_UNIT: Trace = (*QUEUES_OF_BOTH, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q))
BY_JMS_PRODUCER: Trace = (*QUEUES_OF_BOTH, CreateProducer("p", ProducerApi.JMS_PRODUCER))
OVERRIDING = QueueDestination("Q", DestinationPersistence.NON_PERSISTENT)
TWO_PROPERTIES = QueueDestination("Q", DestinationPersistence.NON_PERSISTENT, 7)

HEADERS_IN_SOME_WAYS: dict[str, Trace] = {
    "preset id kept in the long form": (*P, Send("p", IN_FULL, arguments=LONG_FORM)),
    "preset timestamp kept in the long form": (*P, Send("p", IN_FULL, arguments=LONG_FORM)),
    "preset timestamp kept in a unit of work": (*IN_UNIT, Send("p", IN_FULL)),
    "preset mode used for a named destination": (*NAMED, Send("p", IN_FULL, TO_Q, LONG_FORM)),
    "no mode element behind a rollback": (*IN_UNIT, send("k"), Rollback("t"), send("m")),
    "no type at the second send": (*P, Send("p", IN_FULL), Send("p", AGAIN_IN_FULL)),
    "text not in the descriptor of the non-persistent": (*P, Send("p", IN_FULL, arguments=LONG_FORM)),
    "reply-to by name of a JMSProducer": (
        *(*BY_JMS_PRODUCER, Send("p", IN_FULL, TO_Q), Send("p", AGAIN_IN_FULL, TO_Q)),
    ),
    "destination by name where the send names it": (
        *(*NAMED, Send("p", IN_FULL, TO_Q), Send("p", AGAIN_IN_FULL, OVERRIDING)),
    ),
    "bytes lost in a unit of work": (*IN_UNIT, Send("p", IN_FULL), Send("p", AGAIN_IN_FULL), Commit("t")),
    "no priority element for an overriding destination": (
        *(*NAMED, Send("p", IN_FULL, OVERRIDING, LONG_FORM)),
    ),
    "no expiration behind a restart": (
        *(*QUEUES_OF_BOTH, EndQueueManager(), StartQueueManager()),
        *(CreateProducer("p", destination=TO_Q), Send("p", IN_FULL, arguments=LONG_FORM)),
    ),
    "reply-to manager local for a named destination": (*NAMED, Send("p", IN_FULL, TO_Q)),
    "message id as text in a unit of work": (
        *(*IN_UNIT, Send("p", OutgoingMessage("m", correlation_id=CORRELATION_ID))),
    ),
    "one property of a destination": (
        *(*Q, CreateProducer("p", destination=TWO_PROPERTIES), send()),
        *(CreateProducer("q", destination=OVERRIDING), Send("q", OutgoingMessage("n"))),
    ),
    "one property of a reply-to": (
        *(*P, Send("p", OutgoingMessage("m", reply_to="Q", reply_destination=TWO_PROPERTIES))),
        Send("p", OutgoingMessage("n", reply_to="Q", reply_destination=OVERRIDING)),
    ),
    "preset priority instead of the default": (*P, Send("p", IN_FULL)),
}
