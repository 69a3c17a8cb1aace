"""Clusters, shared queues and queue managers on z/OS."""

from implementations.witnesses.parts.common import EXPIRATION, QUEUES, TO_Q, WITHIN, Trace, message, send
from implementations.witnesses.parts.publications import NEWS, topic_at
from implementations.witnesses.parts.sends import DELAY, DUE, producer_to
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    EndQueueManager,
    MatchCorrelationId,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TopicDestination,
)
from mqtck.reference.vocabulary.profile import Platform, Version

CLUSTERED = QueueAttributes(cluster="C", default_binding=DefaultBinding.NOT_FIXED)
CLUSTER_OF_TWO_QUEUES: Trace = (
    JoinCluster("C"),
    DefineLocalQueue("CQ", CLUSTERED),
    CreateProducer("p", destination=QueueDestination("CQ")),
)
NOT_FIXED = DefaultBinding.NOT_FIXED
Z: Trace = (DefineQueueManager("Z", platform=Platform.ZOS),)
STAGING = DefineLocalQueue(STAGING_QUEUE, queue_manager="Z")
TO_Z: Trace = (
    DefineLocalQueue("Q", queue_manager="Z"),
    OpenSession("z", queue_manager="Z"),
    CreateProducer("p", session="z", destination=TO_Q),
    SetDeliveryDelay("p", 5000),
)
ON_Z: Trace = (*Z, STAGING, *TO_Z, send())
SEEN: Trace = (Browse("Q", "Z"), Browse(STAGING_QUEUE, "Z"))
END: Trace = (Advance(6000), *SEEN)


def change(put: Switch | None = None, get: Switch | None = None) -> AlterQueue:
    return AlterQueue(STAGING_QUEUE, AttributeChanges(put=put, get=get), "Z")


PUT_OFF = change(put=Switch.DISABLED)
PUT_ON = change(put=Switch.ENABLED)
GET_OFF = change(get=Switch.DISABLED)
RESTART_OF_Z: Trace = (EndQueueManager("Z"), StartQueueManager("Z"))
QUEUE: Trace = (DefineLocalQueue("Q", queue_manager="Z"),)
ALIAS_AT_Z: Trace = (DefineLocalQueue("R", queue_manager="Z"), DefineAliasQueue("Q", "R", "Z"))
REMOTE_AT_Z: Trace = (
    DefineLocalQueue("R", QueueAttributes(usage=Usage.TRANSMISSION), "Z"),
    DefineRemoteQueue("Q", "FAR", "QM9", "R", "Z"),
)


def sent_at_z(
    place: Trace, *settings: Command, manager: Trace = Z, to: TopicDestination | None = None
) -> Trace:
    """One delayed message m from a session of Z."""
    producer = (
        CreateProducer("p", session="z", destination=QueueDestination("Q"))
        if to is None
        else CreateProducer("p", session="z", topic=to)
    )
    return (
        *(*manager, STAGING, *place, OpenSession("z", queue_manager="Z"), producer),
        *(SetDeliveryDelay("p", 5000), *settings, send()),
    )


def looked(queue: str = "Q") -> Trace:
    return (Advance(6000), ReadDepth(STAGING_QUEUE, "Z"), ReadDepth(queue, "Z"))


PUBLISHED_AT_Z = sent_at_z((*QUEUE, *topic_at("Z")), to=NEWS)
ON_ITS_STAGING_QUEUE: Trace = (
    *Z,
    STAGING,
    DefineLocalQueue("REPLY", queue_manager="Z"),
    *TO_Z,
    SetTimeToLive("p", 8000),
    send(report=EXPIRATION),
    change(put=Switch.DISABLED),
    Advance(12_000),
)
"""An expired message whose processor was stopped before it was due."""
RECALL_ON_Z: Trace = (
    Connect("c", "Z"),
    MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), connection="c"),
)
SESSION_AT_Z: Trace = (
    *(OpenSession("z", queue_manager="Z"), CreateProducer("p", session="z", destination=TO_Q)),
    SetDeliveryDelay("p", 5000),
)
GROUP: Trace = (
    DefineQueueManager("Z", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineQueueManager("Y", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineLocalQueue(STAGING_QUEUE, queue_manager="Z"),
    DefineLocalQueue(STAGING_QUEUE, queue_manager="Y"),
    DefineSharedQueue("Q", "G"),
    *SESSION_AT_Z,
)


def at_shared_queue(*expiries: int, report: int = 0) -> Trace:
    return (
        DefineQueueManager("ZQM1", Version(), Platform.ZOS, "QSG1"),
        DefineSharedQueue("Z", "QSG1"),
        DefineLocalQueue("REPLY", queue_manager="ZQM1"),
        Connect("c", "ZQM1"),
        *(
            MqPut("Z", message(f"m{number}", report), PutDescriptor(expiry=expiry), connection="c")
            for number, expiry in enumerate(expiries)
        ),
    )


CLUSTER: Trace = (JoinCluster("C"), DefineQueueManager("QM2"), JoinCluster("C", "QM2"))


def cluster_of_two(binding: DefaultBinding) -> Trace:
    attributes = QueueAttributes(cluster="C", default_binding=binding)
    return (*CLUSTER, DefineLocalQueue("CQ", attributes, "QM2"))


SHARED_SQ: Trace = (
    DefineQueueManager("Z", Version(), Platform.ZOS, "QSG"),
    DefineSharedQueue("SQ", "QSG"),
    DefineLocalQueue(STAGING_QUEUE, queue_manager="Z"),
    DefineLocalQueue("REPLY", queue_manager="Z"),
    Connect("c", "Z"),
)
SHARED_IN_UNIT = MqGet("SQ", syncpoint=WITHIN, connection="c")


def on_shared(expiry: int, report: int = 0) -> Trace:
    return (*SHARED_SQ, MqPut("SQ", message(report=report), PutDescriptor(expiry=expiry), connection="c"))


QUEUE_OF_CLUSTER: Trace = (
    JoinCluster("SALES"),
    DefineLocalQueue("C", QueueAttributes(cluster="SALES", default_binding=DefaultBinding.NOT_FIXED)),
    *(*QUEUES, *producer_to("C")),
)


def at_z(report: int, changes: AttributeChanges, *fixtures: Command) -> Trace:
    """A message for a shared queue, which is altered during the delay."""
    asked = OutgoingMessage("m", 5000, report=report, reply_to="REPLY" if report else None)
    return (
        DefineQueueManager("Z", platform=Platform.ZOS, queue_sharing_group="G"),
        *(DefineLocalQueue(queue, queue_manager="Z") for queue in (STAGING_QUEUE, "REPLY", "DLQ")),
        *(DefineSharedQueue("Q", "G"), SetDeadLetterQueue("DLQ", "Z"), OpenSession("z", queue_manager="Z")),
        *(CreateProducer("p", session="z", destination=TO_Q), DELAY, *fixtures, Send("p", asked)),
        *(AlterQueue("Q", changes, "Z"), DUE),
        *(Browse(queue, "Z") for queue in ("Q", "REPLY", "DLQ", STAGING_QUEUE)),
    )
