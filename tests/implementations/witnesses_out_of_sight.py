"""Traces that show the faults of `wrong_out_of_sight`."""

from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    GetMode,
    MatchCorrelationId,
    MqGet,
    OpenSession,
    Send,
    SendArguments,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, Retention, TopicDestination
from mqtck.reference.vocabulary.publications import (
    DefineTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .witness_parts import DISABLE, QUEUES, REMOTE, TO_Q, Trace, delayed, send

ALL = MessageDelivery.ALL_AVAILABLE
NEWS = TopicDestination("news")
TOPIC = DefineTopic("NEWS", "news", ALL, ALL)
RETAINED = OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION)


def distributed_elsewhere(mode: DeliveryMode) -> Trace:
    """One publication with all that it may have, and its subscriber on another queue manager."""
    outgoing = OutgoingMessage("m", report=int(Report.PAN | Report.EXCEPTION), reply_to="REPLY")
    return (
        *(DefineQueueManager("QM2"), JoinHierarchy(DEFAULT_QUEUE_MANAGER, "QM2"), TOPIC),
        *(DefineLocalQueue("REPLY"), OpenSession("far", queue_manager="QM2")),
        *(Subscribe("alice", "news", Durability.NON_DURABLE, "far"), Advance(1000)),
        *(CreateProducer("p", topic=NEWS), SetDeliveryDelay("p", 5000)),
        *(Send("p", outgoing, arguments=SendArguments(mode, 7, 0)), Advance(6000)),
        ReceivePublication("alice"),
    )


def to_a_topic_named_on_the_send(delay: int) -> Trace:
    return (TOPIC, CreateProducer("p"), SetDeliveryDelay("p", delay), Send("p", RETAINED, topic=NEWS))


LASTING = distributed_elsewhere(DeliveryMode.PERSISTENT)
FLEETING = distributed_elsewhere(DeliveryMode.NON_PERSISTENT)
HERE = QueueDestination("Q", queue_manager=DEFAULT_QUEUE_MANAGER)

OUT_OF_SIGHT: dict[str, Trace] = {
    "distributed elsewhere with the default priority": LASTING,
    "distributed elsewhere without report options": LASTING,
    "distributed elsewhere without a reply-to": LASTING,
    "distributed elsewhere as persistent": FLEETING,
    "distributed elsewhere as not persistent": LASTING,
    "a refused publish rolls back": (
        *(TOPIC, Subscribe("alice", "news"), OpenSession("t", Acknowledgement.TRANSACTED)),
        *(CreateProducer("p", session="t", topic=NEWS), SetDeliveryDelay("p", 5000), send("k")),
        *(Send("p", RETAINED), Commit("t"), Advance(6000), ReceivePublication("alice")),
    ),
    "retained to a topic named on the send": to_a_topic_named_on_the_send(5000),
    "never retained to a topic named on the send": to_a_topic_named_on_the_send(0),
    "confirmed by MQGET with a browse option": (
        *(*QUEUES, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        *(send("m", int(Report.COD)), Advance(6000), MqGet("Q", GetMode.BROWSE_FIRST), Browse("REPLY")),
    ),
    "arrival reported of a recall": (
        *(*QUEUES, *delayed(5000, 0, int(Report.COA))),
        *(MqGet(STAGING_QUEUE, match=MatchCorrelationId("m")), Browse("REPLY")),
    ),
    "arrival reported of a dead letter that is got": (
        *(*QUEUES, *delayed(5000, 0, int(Report.COA)), DISABLE, Advance(6000)),
        *(MqGet("DLQ"), Browse("REPLY")),
    ),
    "destinations without their queue manager": (
        *(*REMOTE, CreateProducer("p", destination=HERE), Send("p", OutgoingMessage("m"))),
    ),
}
