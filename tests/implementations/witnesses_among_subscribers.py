"""Traces that show the faults of `wrong_among_subscribers`."""

from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DeleteQueue,
    EndQueueManager,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.publications import (
    JoinHierarchy,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

from .witness_parts import QUEUES, Trace, send
from .witnesses_publications import RETAINED, S, published, topic

DUE = Advance(6000)
CLUSTERED = QueueAttributes(cluster="C", default_binding=DefaultBinding.NOT_FIXED)

AMONG_SUBSCRIBERS: dict[str, Trace] = {
    "copies of a session gone": (
        *(*topic(), Subscribe("a", "news"), Subscribe("b", "news"), *published(), Unsubscribe("a"), DUE),
        ReceivePublication("b"),
    ),
    "a deleted queue is a subscriber gone": (
        *(*QUEUES, *topic(), *S, *published(), DeleteQueue("S"), DUE, Browse("DLQ")),
    ),
    "neighbours' copies lost at a restart": (
        *(DefineQueueManager("QM2"), JoinHierarchy("QM1", "QM2"), OpenSession("s", queue_manager="QM2")),
        *(*topic(), Subscribe("a", "news", session="s"), Advance(1000), *published()),
        *(EndQueueManager("QM1"), StartQueueManager("QM1"), ReadDepth(STAGING_QUEUE)),
    ),
    "a clustered queue that is gone": (
        *(*QUEUES, JoinCluster("C"), DefineLocalQueue("CQ", CLUSTERED)),
        *(CreateProducer("p", destination=QueueDestination("CQ")), SetDeliveryDelay("p", 5000), send()),
        *(DeleteQueue("CQ"), DUE, Browse("DLQ")),
    ),
    "a new life for what is retained": (
        *(
            *topic(),
            *published(0)[:2],
            Send("p", RETAINED, arguments=SendArguments(DeliveryMode(2), 4, 3000)),
        ),
        *(DUE, Subscribe("a", "news"), ReceivePublication("a")),
    ),
}
