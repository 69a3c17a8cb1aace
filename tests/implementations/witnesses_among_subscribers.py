"""Traces that show the faults of `wrong_among_subscribers`."""

from mqtck.reference.vocabulary.base import DEFAULT_SESSION
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
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
    CloseSubscriber,
    DefineSubscription,
    Durability,
    JoinHierarchy,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

from .witness_parts import QUEUES, Trace, send
from .witnesses_publications import REPORTED, RETAINED, S, published, topic

DUE = Advance(6000)
IN_UNITS = OpenSession(DEFAULT_SESSION, Acknowledgement.TRANSACTED)
CLUSTERED = QueueAttributes(cluster="C", default_binding=DefaultBinding.NOT_FIXED)
CLUSTER: Trace = (
    JoinCluster("C"),
    DefineLocalQueue("CQ", CLUSTERED),
    CreateProducer("p", destination=QueueDestination("CQ")),
)
ALSO: Trace = (DefineSubscription("also", "news", "S"),)
NEIGHBOUR: Trace = (
    DefineQueueManager("QM2"),
    JoinHierarchy("QM1", "QM2"),
    OpenSession("s", queue_manager="QM2"),
    *topic(),
    Subscribe("a", "news", session="s"),
    Advance(1000),
)

AMONG_SUBSCRIBERS: dict[str, Trace] = {
    "copies of a session gone": (
        *(*topic(), Subscribe("a", "news"), Subscribe("b", "news"), *published(), Unsubscribe("a"), DUE),
        ReceivePublication("b"),
    ),
    "a deleted queue is a subscriber gone": (
        *(*QUEUES, *topic(), *S, *published(), DeleteQueue("S"), DUE, Browse("DLQ")),
    ),
    "neighbours' copies lost at a restart": (
        *(*NEIGHBOUR, *published()),
        *(EndQueueManager("QM1"), StartQueueManager("QM1"), ReadDepth(STAGING_QUEUE)),
    ),
    "a clustered queue that is gone": (
        *(*QUEUES, *CLUSTER, SetDeliveryDelay("p", 5000), send()),
        *(DeleteQueue("CQ"), DUE, Browse("DLQ")),
    ),
    "unsubscribed when away": (
        *(*QUEUES, *topic(), Subscribe("a", "news", Durability.DURABLE), *published()),
        *(CloseSubscriber("a"), Unsubscribe("a"), DUE, Browse("DLQ")),
    ),
    "administrative subscriptions unreported": (
        *(*QUEUES, *topic(), *S, *published(outgoing=REPORTED), Unsubscribe("s"), DUE, Browse("REPLY")),
    ),
    "clustered messages lost at a restart": (
        *(*CLUSTER, SetDeliveryDelay("p", 5000), send()),
        *(EndQueueManager("QM1"), StartQueueManager("QM1"), Browse(STAGING_QUEUE)),
    ),
    "clustered messages staged before the commit": (
        *(IN_UNITS, *CLUSTER, SetDeliveryDelay("p", 5000), send(), Browse(STAGING_QUEUE)),
    ),
    "neighbours' copies staged before the commit": (
        *(*NEIGHBOUR, IN_UNITS, *published(), Browse(STAGING_QUEUE)),
    ),
    "a new life for what is retained": (
        *(
            *topic(),
            *published(0)[:2],
            Send("p", RETAINED, arguments=SendArguments(DeliveryMode(2), 4, 3000)),
        ),
        *(DUE, Subscribe("a", "news"), ReceivePublication("a")),
    ),
    "copies for a queue gone with a subscription": (
        *(*QUEUES, *topic(), *S, *ALSO, *published(), Unsubscribe("s"), DUE, Browse("S")),
    ),
    "copies know their queue alone": (
        *(*QUEUES, *topic(), *S, *published(), Unsubscribe("s"), *ALSO, DUE, Browse("S")),
    ),
    "copies elsewhere gone with a subscription": (
        *(*NEIGHBOUR, Subscribe("b", "news", session="s"), Advance(1), *published(), Unsubscribe("a")),
        *(DUE, ReceivePublication("b")),
    ),
}
