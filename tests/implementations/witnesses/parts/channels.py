"""A pair of queue managers on z/OS, ZA and ZB, and the channels between them."""

from implementations.witnesses.parts.common import Trace
from implementations.witnesses.parts.sends import SYSTEM
from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelProtection,
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
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
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    EndQueueManager,
    QueueAttributes,
    SetDeadLetterQueue,
    StartChannel,
    StartQueueManager,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.profile import Platform, Version

A = "ZA"
B = "ZB"
NORMAL = NonPersistentSpeed.NORMAL
FAST = NonPersistentSpeed.FAST
INHIBITED = AttributeChanges(put=Switch.DISABLED)
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
DEADQ_A = SetDeadLetterQueue("D", A)
DEADQ_B = SetDeadLetterQueue("D", B)


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
AT_SENDER: Trace = (*PAIR, *ends(), DEADQ_A, DEADQ_B)
AT_RECEIVER: Trace = (*PAIR, *PASSING, NO_TARGET)
RESTART_OF_A: Trace = (EndQueueManager(A), StartQueueManager(A), Connect("a", A))
IN_RETRY: Trace = (*PAIR, *ends())


def inhibit(queue: str) -> AlterQueue:
    return AlterQueue(queue, INHIBITED)


ALIAS_INSTEAD: Trace = (DeleteQueue("Q"), DefineLocalQueue("Q2"), DefineAliasQueue("Q", "Q2"), inhibit("Q2"))
