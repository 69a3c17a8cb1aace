"""Commands that many short traces share: queues, producers, a delayed message, a failure to put."""

from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    Switch,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.profile import Version

Trace = tuple[Command, ...]

Q: Trace = (DefineLocalQueue("Q"),)
QUEUES: Trace = (*Q, DefineLocalQueue("REPLY"), DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ"))
TO_Q = QueueDestination("Q")
P: Trace = (*Q, CreateProducer("p", destination=TO_Q))
DISABLE = AlterQueue("Q", AttributeChanges(put=Switch.DISABLED))
ENABLE = AlterQueue("Q", AttributeChanges(put=Switch.ENABLED))
DISABLE_REPLY = AlterQueue("REPLY", AttributeChanges(put=Switch.DISABLED))
DISABLE_DLQ = AlterQueue("DLQ", AttributeChanges(put=Switch.DISABLED))
ENABLE_DLQ = AlterQueue("DLQ", AttributeChanges(put=Switch.ENABLED))
WITHIN = Syncpoint.WITHIN
WATCHED: Trace = (Advance(5_000), Browse(STAGING_QUEUE), Browse("REPLY")) * 725
"""A report may have a life of its own: who looks rarely cannot tell that none came."""


def message(label: str = "m", report: int = 0) -> OutgoingMessage:
    return OutgoingMessage(label, report=report, reply_to="REPLY" if report else None)


def send(label: str = "m", report: int = 0) -> Send:
    return Send("p", message(label, report))


def delayed(milliseconds: int, time_to_live: int = 0, report: int = 0) -> Trace:
    """One delayed message m to Q, whose producer is p."""
    return (
        CreateProducer("p", destination=TO_Q),
        SetTimeToLive("p", time_to_live),
        SetDeliveryDelay("p", milliseconds),
        send(report=report),
    )


def put(label: str = "m", expiry: int = -1, report: int = 0, priority: int = -1) -> MqPut:
    return MqPut("Q", message(label, report), PutDescriptor(expiry=expiry, priority=priority))


def failed(report: int, *fixtures: Command, delivery_mode: DeliveryMode = DeliveryMode.PERSISTENT) -> Trace:
    """A delayed message whose target is put-disabled by the due time; the other fixtures before that."""
    return (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", message(report=report), arguments=SendArguments(delivery_mode, 4, 0)),
        DISABLE,
        *fixtures,
        Advance(6000),
        ReadDepth("DLQ"),
        ReadDepth("REPLY"),
        ReadDepth(STAGING_QUEUE),
    )


LOOK: Trace = (Browse("Q"), Browse("REPLY"), Browse("DLQ"), Browse(STAGING_QUEUE))
EXCEPTION = int(Report.EXCEPTION)
EXPIRATION = int(Report.EXPIRATION)
DISCARD = int(Report.DISCARD_MSG)
TRANSACTED = OpenSession("t", Acknowledgement.TRANSACTED)
TP: Trace = (*Q, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q), SetDeliveryDelay("p", 5000))
OLD: Trace = (
    DefineQueueManager("QM7", Version(7, 5)),
    DefineLocalQueue("Q", queue_manager="QM7"),
    OpenSession("s", queue_manager="QM7"),
    CreateProducer("p", session="s", destination=TO_Q),
)
AS_QUEUE = QueueDestination("Q", DestinationPersistence.QUEUE_DEFINITION, PRIORITY_AS_QUEUE_DEFINITION)
ALL_REPORTS = int(Report.COA | Report.COD | Report.PAN | Report.NAN | Report.ACTIVITY)
REMOTE: Trace = (
    DefineQueueManager("QM2"),
    DefineLocalQueue("FAR", queue_manager="QM2"),
    DefineLocalQueue("XMIT", QueueAttributes(usage=Usage.TRANSMISSION)),
    DefineRemoteQueue("Q", "FAR", "QM2", "XMIT"),
)
EXPIRED_AT_STAGING: Trace = (
    *QUEUES,
    SetDeadLetterQueue(None),
    *delayed(5000, 8000, EXPIRATION),
    DISABLE,
    Advance(6000),
    *WATCHED,
)
