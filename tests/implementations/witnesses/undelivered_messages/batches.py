"""Traces that show misreadings of batches that are backed out because the dead-letter queue takes nothing."""

from implementations.witnesses.parts.channels import (
    AT_RECEIVER,
    AT_SENDER,
    DEADQ_A,
    DEADQ_B,
    IN_RETRY,
    INHIBITED,
    LOOKS,
    NORMAL,
    PAIR,
    A,
    B,
    ends,
)
from implementations.witnesses.parts.common import EXPIRATION, Trace
from implementations.witnesses.parts.messages import long, short
from implementations.witnesses.parts.sends import LOST
from mqtck.reference.vocabulary.channels import ChannelAttributes, DefineReceiverChannel, DefineSenderChannel
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    MqGet,
    OpenSession,
    Send,
    SetPriority,
    StopChannel,
    Switch,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

UNUSABLE: Trace = (AlterQueue("D", INHIBITED, A),)
AGAIN: Trace = (StopChannel("X", A), *LOOKS)
NO_ROOM = AttributeChanges(max_depth=0)


def of_priority_7(short_label: str, long_label: str) -> Trace:
    """A JMS client sends one message that the channel takes, and one that is too long for it."""
    sent = (OutgoingMessage(short_label), OutgoingMessage(long_label, 40_000))
    producer = CreateProducer("p", session="s", destination=QueueDestination("RQ"))
    return (
        OpenSession("s", queue_manager=A),
        producer,
        SetPriority("p", 7),
        *(Send("p", one) for one in sent),
    )


TRACES: dict[str, Trace] = {
    "everything discarded after a discard": (
        *(*AT_SENDER, *UNUSABLE, long(persistence=LOST), long("n"), *LOOKS),
    ),
    "delivered and backed out": (*AT_SENDER, *UNUSABLE, short(), long(), *LOOKS),
    "rest of a fast batch delivered": (*AT_SENDER, *UNUSABLE, short(), short("o"), long(), *LOOKS),
    "in retry for good": (
        *(*AT_SENDER, *UNUSABLE, long(), *LOOKS),
        *(AlterQueue("D", AttributeChanges(put=Switch.ENABLED), A), Advance(7_200_000), *LOOKS[2:]),
    ),
    "discarded in retry without a report": (
        *(*IN_RETRY, long(expiry=580, report=EXPIRATION), *LOOKS[:3], Advance(64_000)),
        *(MqGet("X", connection="a"), Browse("R", A)),
    ),
    "given up at its second attempt": (*PAIR, *ends(), long(), *LOOKS, Advance(86_400_000), *AGAIN),
    "batch lost with a stop": (*IN_RETRY, long(), *LOOKS, StopChannel("X", A), Browse("X", A)),
    "what it leaves protected is lost": (
        *(*PAIR, DefineSenderChannel("X", ChannelAttributes(max_message_length=20_000), A)),
        *(DefineReceiverChannel(A, B), DEADQ_A, *UNUSABLE, long(), *LOOKS),
    ),
    "full queue like none": (*AT_SENDER, *UNUSABLE, long(), *LOOKS),
    "normal speed ignored": (*PAIR, *ends(NORMAL), DEADQ_A, *UNUSABLE, long(persistence=LOST), *LOOKS),
    "fast channel loses persistent messages": (*AT_SENDER, *UNUSABLE, long(), *LOOKS),
    "fast channel keeps all": (*AT_SENDER, *UNUSABLE, long(persistence=LOST), short(), *LOOKS),
    "stops after a discard": (*AT_SENDER, *UNUSABLE, long(persistence=LOST), short(), *LOOKS),
    "rest of the batch kept moving": (*AT_SENDER, *UNUSABLE, short(), long(), *LOOKS),
    "sender without a queue keeps all": (*PAIR, *ends(), long(persistence=LOST), short(), *LOOKS),
    "lost where the dead-letter queue is too small": (
        *AT_SENDER,
        AlterQueue("D", AttributeChanges(max_message_length=50), A),
        *(long(), *LOOKS),
    ),
    "receiver loses at a full queue": (*AT_RECEIVER, DEADQ_B, AlterQueue("D", NO_ROOM, B), short(), *LOOKS),
    "oldest dead letter makes room": (
        *(*AT_SENDER, AlterQueue("D", AttributeChanges(max_depth=1), A), long(), *LOOKS),
        *(long("n"), *AGAIN),
    ),
    "priority 0 in retry": (*IN_RETRY, *of_priority_7("n", "m"), *LOOKS),
}
