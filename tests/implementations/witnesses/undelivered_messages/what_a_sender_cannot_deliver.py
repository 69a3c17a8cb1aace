"""Traces that show misreadings of what a sender channel does with what it cannot send."""

from implementations.witnesses.parts.channels import (
    AT_RECEIVER,
    AT_SENDER,
    DEADQ_A,
    DEADQ_B,
    IN_RETRY,
    LOOKS,
    NORMAL,
    OF_PUTTER,
    PAIR,
    A,
    B,
    ends,
)
from implementations.witnesses.parts.common import EXPIRATION, Trace
from implementations.witnesses.parts.messages import long, short
from implementations.witnesses.parts.sends import LOST
from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelProtection,
    DefineReceiverChannel,
    DefineSenderChannel,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineRemoteQueue,
    MqPut,
    OpenSession,
    QueueAttributes,
    Send,
    SetDeadLetterQueue,
    Usage,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination


def too_long_by_one(label: str = "m") -> MqPut:
    return long(label, length=20_001)


ANOTHER: Trace = (
    DefineLocalQueue("X2", QueueAttributes(usage=Usage.TRANSMISSION), A),
    DefineRemoteQueue("RQ2", "T", B, "X2", A),
)
ROOM_FOR_ONE = AlterQueue("D", AttributeChanges(max_depth=1), A)

TRACES: dict[str, Trace] = {
    "dead-lettered and backed out": (
        *(*PAIR, *ends(), DEADQ_A, ROOM_FOR_ONE, long(), long("n"), *LOOKS, Browse("X", A)),
    ),
    "kept persistent for a queue alone": (*PAIR, *ends(use=UseDeadLetterQueue.NO), long(), *LOOKS),
    "discarded for want of a queue alone": (
        *(*PAIR, *ends(use=UseDeadLetterQueue.NO), long(persistence=LOST), short(), *LOOKS),
    ),
    "non-persistent not dead-lettered by a channel": (*AT_SENDER, long(persistence=LOST), *LOOKS),
    "sender dead-letters nothing": (*AT_SENDER, long(), *LOOKS),
    "sender dead-letters abroad": (*AT_SENDER, long(), *LOOKS),
    "length of channel ignored": (*AT_SENDER, long(), *LOOKS),
    "USEDLQ ignored": (*PAIR, *ends(use=UseDeadLetterQueue.NO), DEADQ_A, long(), *LOOKS),
    "persistent lost without a queue": (*PAIR, *ends(), long(), *LOOKS),
    "receiver without a queue keeps all": (*AT_RECEIVER, short(persistence=LOST), *LOOKS),
    "receiver's USEDLQ at the sender": (
        *AT_SENDER,
        DefineReceiverChannel(A, B, ChannelAttributes(use_dead_letter_queue=UseDeadLetterQueue.NO)),
        *(long(), *LOOKS),
    ),
    "one dead letter a batch": (*AT_SENDER, long(), long("n"), *LOOKS),
    "limit of the channel exceeded by one": (*AT_SENDER, too_long_by_one(), *LOOKS),
    "USEDLQ ignored at normal speed": (
        *(*PAIR, *ends(NORMAL, UseDeadLetterQueue.NO), DEADQ_A, long(), *LOOKS),
    ),
    "the system's queue in spite of USEDLQ(NO)": (
        *(*PAIR, *ends(use=UseDeadLetterQueue.NO), DEADQ_A, long(), *LOOKS),
    ),
    "the partner's queue where there is none": (*PAIR, *ends(), DEADQ_B, long(), *LOOKS),
    "dead letters of the non-persistent outside batches": (
        *(*PAIR, *ends(NORMAL), DEADQ_A, AlterQueue("D", AttributeChanges(max_depth=1), A)),
        *(long(persistence=LOST), long("n", LOST), *LOOKS, Browse("X", A)),
    ),
    "reporting lost without a queue": (*IN_RETRY, long(report=EXPIRATION), *LOOKS),
    "messages of JMS lost without a queue": (
        *(*IN_RETRY, OpenSession("s", queue_manager=A), CreateProducer("p", session="s")),
        *(Send("p", OutgoingMessage("m", 40_000), QueueDestination("RQ")), *LOOKS),
    ),
    "limited lives lost without a queue": (*IN_RETRY, long(expiry=6000), *LOOKS),
    "protected lost without a queue": (*AT_RECEIVER, OF_PUTTER, short(), *LOOKS),
    "attributes of the last channel": (
        *(*IN_RETRY, *ANOTHER),
        DefineSenderChannel("X2", ChannelAttributes(protection=ChannelProtection.REMOVE), A),
        *(long(), *LOOKS),
    ),
    "persistent lost where DEADQ names no queue": (
        *(*PAIR, *ends(), SetDeadLetterQueue("NOWHERE", A), long(), *LOOKS),
    ),
}
