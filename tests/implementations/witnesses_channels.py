"""Traces that show the faults of `wrong_channels`: a pair of queue managers on z/OS, ZA and ZB."""

from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelProtection,
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    InitiatorPermission,
    NonPersistentSpeed,
    ReadChannelStatus,
    Toleration,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Connect,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqPut,
    QueueAttributes,
    ReadDepth,
    SetDeadLetterQueue,
    StartChannel,
    StopChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, Persistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor
from mqtck.reference.vocabulary.profile import Platform, Version

from .witness_parts import EXPIRATION, Trace

A, B = "ZA", "ZB"
NORMAL, FAST = NonPersistentSpeed.NORMAL, NonPersistentSpeed.FAST
INHIBITED = AttributeChanges(put=Switch.DISABLED)
SYSTEM = DEFAULT_DEAD_LETTER_QUEUE
PAIR: Trace = (
    DefineQueueManager(A, Version(9, 2), Platform.ZOS),
    DefineQueueManager(B, Version(9, 2), Platform.ZOS),
    DefineLocalQueue("T", queue_manager=B),
    DefineLocalQueue("D", queue_manager=A),
    DefineLocalQueue("D", queue_manager=B),
    DefineLocalQueue("R", queue_manager=A),
    DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION), A),
    DefineRemoteQueue("RQ", "T", B, "X", A),
    Connect("a", A),
)
LOOKS: Trace = (
    StartChannel("X", A),
    Advance(1000),
    ReadChannelStatus("X", A),
    Browse("X", A),
    Browse("T", B),
    Browse("D", A),
    Browse("D", B),
    Browse(SYSTEM, A),
    Browse(SYSTEM, B),
)
NO_TARGET = AlterQueue("T", INHIBITED, B)
TOLERANT_A = DefinePolicy("D", Toleration.ON, queue_manager=A)
TOLERANT_B = DefinePolicy("D", Toleration.ON, queue_manager=B)
STRICT_B = DefinePolicy("D", Toleration.OFF, queue_manager=B)
OF_PUTTER = DefinePolicy("RQ", queue_manager=A)
DEADQ_A, DEADQ_B = SetDeadLetterQueue("D", A), SetDeadLetterQueue("D", B)


def ends(
    speed: NonPersistentSpeed = FAST, use: UseDeadLetterQueue = UseDeadLetterQueue.YES
) -> tuple[Command, ...]:
    """A channel that removes protection and is too small for some messages; the receiver passes through."""
    sender = ChannelAttributes(
        non_persistent_speed=speed,
        use_dead_letter_queue=use,
        max_message_length=20_000,
        protection=ChannelProtection.REMOVE,
    )
    receiver = ChannelAttributes(non_persistent_speed=speed)
    return (DefineSenderChannel("X", sender, A), DefineReceiverChannel(A, B, receiver))


PASSING: Trace = (DefineSenderChannel("X", ChannelAttributes(), A), DefineReceiverChannel(A, B))


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


LOST = Persistence.NOT_PERSISTENT
AT_SENDER: Trace = (*PAIR, *ends(), DEADQ_A, DEADQ_B)
UNUSABLE: Trace = (AlterQueue("D", INHIBITED, A),)
AT_RECEIVER: Trace = (*PAIR, *PASSING, NO_TARGET)

CHANNELS: dict[str, Trace] = {
    "sender dead-letters nothing": (*AT_SENDER, long(), *LOOKS),
    "sender dead-letters abroad": (*AT_SENDER, long(), *LOOKS),
    "length of channel ignored": (*AT_SENDER, long(), *LOOKS),
    "USEDLQ ignored": (*PAIR, *ends(use=UseDeadLetterQueue.NO), DEADQ_A, long(), *LOOKS),
    "normal speed ignored": (*PAIR, *ends(NORMAL), DEADQ_A, *UNUSABLE, long(persistence=LOST), *LOOKS),
    "fast channel loses persistent messages": (*AT_SENDER, *UNUSABLE, long(), *LOOKS),
    "fast channel keeps all": (*AT_SENDER, *UNUSABLE, long(persistence=LOST), short(), *LOOKS),
    "stops after a discard": (*AT_SENDER, *UNUSABLE, long(persistence=LOST), short(), *LOOKS),
    "rest of the batch kept moving": (*AT_SENDER, *UNUSABLE, short(), long(), *LOOKS),
    "persistent lost without a queue": (*PAIR, *ends(), long(), *LOOKS),
    "sender without a queue keeps all": (*PAIR, *ends(), long(persistence=LOST), short(), *LOOKS),
    "receiver without a queue keeps all": (*AT_RECEIVER, short(persistence=LOST), *LOOKS),
    "policy of the system's queue used": (
        *(
            *PAIR,
            *ends(),
            SetDeadLetterQueue(SYSTEM, A),
            DefinePolicy(SYSTEM, Toleration.ON, queue_manager=A),
        ),
        *(long(), *LOOKS),
    ),
    "policy of the dead-letter queue ignored": (*AT_SENDER, TOLERANT_A, long(), *LOOKS),
    "policy of the target used": (
        *(*AT_RECEIVER, DEADQ_B, DefinePolicy("T", Toleration.ON, queue_manager=B), short(), *LOOKS),
    ),
    "protection taken off everywhere": (*AT_RECEIVER, DEADQ_B, OF_PUTTER, short(), *LOOKS),
    "protected twice": (*AT_RECEIVER, DEADQ_B, OF_PUTTER, TOLERANT_B, short(), *LOOKS),
    "re-protected under the other policy": (*AT_RECEIVER, DEADQ_B, OF_PUTTER, TOLERANT_B, short(), *LOOKS),
    "original protection restored": (*AT_SENDER, OF_PUTTER, long(), *LOOKS),
    "toleration ignored": (*AT_RECEIVER, DEADQ_B, STRICT_B, short(), *LOOKS),
    "tolerant in clear": (*AT_SENDER, TOLERANT_A, long(), *LOOKS),
    "barred initiator in clear": (
        *(*AT_SENDER, DefinePolicy("D", Toleration.ON, InitiatorPermission.NOT_PERMITTED, A)),
        *(long(), *LOOKS),
    ),
    "dead-letter header protected": (*AT_SENDER, TOLERANT_A, long(), *LOOKS),
    "dead-lettered for good": (*AT_SENDER, long(expiry=600), *LOOKS),
    "dead-lettered with a new life": (*AT_SENDER, long(expiry=600), Advance(20_000), *LOOKS),
    "no ageing in retry": (
        *(
            *PAIR,
            *ends(),
            long("n", expiry=1200, length=None),
            long(),
            StartChannel("X", A),
            Advance(90_000),
            StopChannel("X", A),
        ),
        *(DefineSenderChannel("X", ChannelAttributes(), A), *LOOKS),
    ),
    "discard reported as expiry": (
        *(*PAIR, *ends(), long(persistence=LOST, expiry=6000, report=EXPIRATION), *LOOKS, ReadDepth("R", A)),
    ),
}
