"""Traces that show the faults of `wrong_remembered`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DepthTrigger,
    EndQueueManager,
    MatchCorrelationId,
    MqBackout,
    MqGet,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.publications import ReceivePublication

from .witness_parts import (
    DISABLE,
    DISABLE_DLQ,
    ENABLE,
    ENABLE_DLQ,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    REMOTE,
    TO_Q,
    WITHIN,
    Q,
    Trace,
    delayed,
    put,
    send,
)
from .witnesses_channels import (
    AT_RECEIVER,
    AT_SENDER,
    DEADQ_B,
    LOOKS,
    LOST,
    TOLERANT_A,
    TOLERANT_B,
    UNUSABLE,
    long,
    short,
)
from .witnesses_in_other_calls import EXPIRED, LOOK, READER
from .witnesses_on_the_way import rich

PERSISTENT = SendArguments(DeliveryMode.PERSISTENT, 7, 60_000)


def restarted(report: int = 0, restarts: int = 1) -> Trace:
    """A delayed message at its target, the queue manager was started anew in between."""
    again: Trace = (EndQueueManager(), Advance(1000), StartQueueManager())
    return (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", rich(report), arguments=PERSISTENT),
        *(again * restarts),
        Advance(6000),
        Receive("Q"),
    )


def tried_again(delay: int = 5000, life: int = 0, report: int = 0) -> Trace:
    """A message that neither its target nor a dead-letter queue has taken."""
    return (*QUEUES, *delayed(delay, life, report), DISABLE, DISABLE_DLQ, Advance(6000))


TRIGGERING: Trace = (
    DefineLocalQueue("INIT"),
    DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(1, "INIT"))),
)
ABROAD: Trace = (
    *QUEUES,
    DefineQueueManager("QM2"),
    DefineLocalQueue("REPLY", queue_manager="QM2"),
    DefineLocalQueue("QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
)

REMEMBERED: dict[str, Trace] = {
    "correlation id lost at restart": restarted(),
    "reply-to lost at restart": restarted(),
    "report options lost at restart": restarted(EXPIRATION),
    "unlimited after a restart": restarted(),
    "another id after a restart": restarted(),
    "not persistent after a restart": restarted(),
    "lost at the second restart": restarted(restarts=2),
    "not tried again after a restart": (
        *tried_again(),
        EndQueueManager(),
        StartQueueManager(),
        ENABLE,
        ENABLE_DLQ,
        Advance(7_200_000),
        *LOOK,
    ),
    "recall backed out and forgotten": (
        *Q,
        *delayed(5000),
        MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), syncpoint=WITHIN),
        MqBackout(),
        Advance(6000),
        Browse("Q"),
    ),
    "DEADQ as it was": (
        *QUEUES,
        DefineLocalQueue("DLQ2"),
        *delayed(5000),
        SetDeadLetterQueue("DLQ2"),
        DISABLE,
        Advance(6000),
        Browse("DLQ"),
        Browse("DLQ2"),
    ),
    "stopped by a failed disposal": (
        *tried_again(),
        ENABLE,
        ENABLE_DLQ,
        Advance(7_200_000),
        *LOOK,
    ),
    "kept without end": (
        *tried_again(life=20_000),
        Advance(60_000),
        ENABLE,
        ENABLE_DLQ,
        Advance(7_200_000),
        MqGet("Q"),
        MqGet("DLQ"),
    ),
    "priority 0 after a failure": (*tried_again(), ENABLE, ENABLE_DLQ, Advance(7_200_000), *LOOK),
    "reports stay": (
        *ABROAD,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send(
            "p",
            OutgoingMessage(
                "m",
                report=EXCEPTION,
                reply_to="REPLY",
                reply_destination=QueueDestination("REPLY", queue_manager="QM2"),
            ),
        ),
        DISABLE,
        Advance(6000),
        Browse("REPLY"),
        StartChannel("QM2"),
        Advance(1000),
        Browse("REPLY", "QM2"),
    ),
    "report twice": (*EXPIRED, MqGet("Q"), Browse("REPLY")),
    "one report a call": (
        *QUEUES,
        put("m1", 20, EXPIRATION),
        put("m2", 20, EXPIRATION),
        Advance(5000),
        MqGet("Q"),
        Browse("REPLY"),
    ),
    "expired on a transmission queue unreported": (
        *REMOTE,
        DefineLocalQueue("REPLY"),
        put(expiry=20, report=EXPIRATION),
        Advance(5000),
        StartChannel("XMIT"),
        Advance(1000),
        Browse("XMIT"),
        Browse("REPLY"),
    ),
    "expired publications unreported": (
        *READER,
        SetTimeToLive("p", 2000),
        send(report=EXPIRATION),
        Advance(5000),
        ReceivePublication("alice"),
        Browse("REPLY"),
    ),
    "trigger message limited": (*TRIGGERING, put(expiry=600), MqGet("INIT")),
    "triggered by the send": (*TRIGGERING, *delayed(5000), ReadDepth("INIT")),
    "unlimited behind a channel": (
        *REMOTE,
        put(expiry=600),
        StartChannel("XMIT"),
        Advance(1000),
        Browse("FAR", "QM2"),
    ),
    "a new life for publications": (
        *READER,
        SetTimeToLive("p", 60_000),
        SetDeliveryDelay("p", 20_000),
        send(),
        Advance(21_000),
        ReceivePublication("alice"),
    ),
    "non-persistent not dead-lettered by a channel": (*AT_SENDER, long(persistence=LOST), *LOOKS),
    "policy at senders alone": (*AT_RECEIVER, TOLERANT_B, DEADQ_B, short(), *LOOKS),
    "policy at receivers alone": (*AT_SENDER, TOLERANT_A, long(), *LOOKS),
    "full queue like none": (*AT_SENDER, *UNUSABLE, long(), *LOOKS),
}
