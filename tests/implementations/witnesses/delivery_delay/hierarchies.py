"""Traces that show misreadings of delayed publications that cross a hierarchy."""

from implementations.witnesses.parts.common import Trace, send
from implementations.witnesses.parts.publications import (
    BELOW,
    FAR,
    NEIGHBOUR,
    NEWS,
    PUBLISHER_TO_T,
    TOPIC_NEWS,
    TOPIC_T_AND_REPLY,
    published,
    topic,
)
from implementations.witnesses.parts.sends import DUE, DUE_OF_3_S
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    EndQueueManager,
    OpenSession,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.publications import (
    DefineSubscription,
    DefineTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)


def distributed_elsewhere(mode: DeliveryMode) -> Trace:
    """One publication with all that it may have, and its subscriber on another queue manager."""
    outgoing = OutgoingMessage(
        "m",
        report=int(Report.PAN | Report.EXCEPTION),
        reply_to="REPLY",
        reply_destination=QueueDestination("REPLY", priority=7),
    )
    return (
        *(DefineQueueManager("QM2"), JoinHierarchy(DEFAULT_QUEUE_MANAGER, "QM2"), TOPIC_NEWS),
        *(DefineLocalQueue("REPLY"), OpenSession("far", queue_manager="QM2")),
        *(Subscribe("alice", "news", Durability.NON_DURABLE, "far"), Advance(1000)),
        *(CreateProducer("p", topic=NEWS), SetDeliveryDelay("p", 5000)),
        *(Send("p", outgoing, arguments=SendArguments(mode, 7, 0)), Advance(6000)),
        ReceivePublication("alice"),
    )


LASTING = distributed_elsewhere(DeliveryMode.PERSISTENT)
FLEETING = distributed_elsewhere(DeliveryMode.NON_PERSISTENT)

TRACES: dict[str, Trace] = {
    "neighbours' copies lost at a restart": (
        *(*NEIGHBOUR, *published()),
        *(EndQueueManager("QM1"), StartQueueManager("QM1"), ReadDepth(STAGING_QUEUE)),
    ),
    "copies elsewhere gone with a subscription": (
        *(*NEIGHBOUR, Subscribe("b", "news", session="s"), Advance(1), *published(), Unsubscribe("a")),
        *(DUE, ReceivePublication("b")),
    ),
    "non-persistent publications stay in their queue manager": (
        *topic(),
        *FAR,
        Advance(1),
        *published(mode=DeliveryMode.NON_PERSISTENT),
        DUE,
        Browse("S", "QM2"),
    ),
    "other queue managers at once": (*topic(), *FAR, *published(), Advance(2000), Browse("S", "QM2")),
    "a copy for each remote subscriber": (
        *topic(),
        *FAR,
        DefineLocalQueue("T", queue_manager="QM2"),
        DefineSubscription("t", "news", "T", "QM2"),
        *published(),
        ReadDepth(STAGING_QUEUE),
    ),
    "one publication for each subscriber elsewhere": (
        *(
            *BELOW,
            *PUBLISHER_TO_T,
            send(),
            DUE,
            ReceivePublication("b"),
            send("m2"),
            DUE,
            ReceivePublication("b"),
        ),
    ),
    "neighbours as first matched": (
        *(DefineQueueManager("QM2"), JoinHierarchy("QM1", "QM2")),
        DefineTopic("T", "T", MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL_AVAILABLE),
        *(Subscribe("a", "T"), CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 3000)),
        *(send(), DUE_OF_3_S, OpenSession("s", queue_manager="QM2"), Subscribe("b", "T", session="s")),
        *(Advance(5000), send("m2"), Advance(9000), ReceivePublication("b"), ReadDepth(STAGING_QUEUE)),
    ),
    "first neighbour alone": (
        *(DefineQueueManager("QM2"), JoinHierarchy("QM1", "QM2")),
        *(DefineQueueManager("QM3"), JoinHierarchy("QM1", "QM3"), *TOPIC_T_AND_REPLY),
        *(OpenSession("s2", queue_manager="QM2"), Subscribe("two", "T", session="s2")),
        *(OpenSession("s3", queue_manager="QM3"), Subscribe("three", "T", session="s3"), Advance(1000)),
        *(SetDeliveryDelay("p", 3000), send(), Advance(5000)),
        *(ReceivePublication("two"), ReceivePublication("three")),
    ),
    "distributed elsewhere with the default priority": LASTING,
    "distributed elsewhere without report options": LASTING,
    "distributed elsewhere as persistent": FLEETING,
    "distributed elsewhere as not persistent": LASTING,
    "distributed elsewhere without a reply-to": LASTING,
}
