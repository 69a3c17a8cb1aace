"""Traces that show misreadings of what a message keeps on other ways than to a local queue."""

from implementations.witnesses.combined_rules.kept_over_the_staging_hop import LIMITED, OVERRIDING
from implementations.witnesses.parts.clusters_and_zos import cluster_of_two
from implementations.witnesses.parts.common import REMOTE, TO_Q, WITHIN, P, Trace
from implementations.witnesses.parts.messages import PERSISTENT_FORM, hopped
from implementations.witnesses.parts.publications import topic
from implementations.witnesses.parts.sends import DELAY, DUE
from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    MqBackout,
    MqGet,
    OpenSession,
    Send,
    SendArguments,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

ASKING = OutgoingMessage(
    "m", reply_to="REPLY", reply_destination=QueueDestination("REPLY", queue_manager="QM7")
)
URGENT = SendArguments(DeliveryMode.PERSISTENT, 7, 0)
EMBEDDED: Trace = (
    *(*REMOTE, CreateProducer("p"), SetDeliveryDelay("p", 5000)),
    *(Send("p", OutgoingMessage("m"), TO_Q, arguments=URGENT), Advance(6000), Browse("XMIT")),
)
TO_ALIAS: Trace = (
    *(*P, DefineAliasQueue("A", "Q"), SetDeliveryDelay("p", 5000)),
    *(CreateProducer("a", destination=QueueDestination("A")), SetDeliveryDelay("a", 5000)),
    *(Send("a", ASKING), DUE, Browse("Q")),
)
TO_SHARED: Trace = (
    DefineQueueManager("Z1", Version(), Platform.ZOS, "G"),
    DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES, "Z1"),
    *(DefineLocalQueue("REPLY", queue_manager="Z1"), DefineSharedQueue("SQ", "G")),
    *(OpenSession("z", queue_manager="Z1"), CreateProducer("p", session="z"), DELAY),
    *(Send("p", ASKING, QueueDestination("SQ")), DUE, Browse("SQ", "Z1")),
)
TO_CLUSTER: Trace = (
    *(*cluster_of_two(DefaultBinding.NOT_FIXED), *LIMITED),
    *(Send("p", ASKING, QueueDestination("CQ")), Advance(8000), Browse("CQ", "QM2"), Browse("CQ")),
)
TO_REMOTE: Trace = (*REMOTE, CreateProducer("p"), DELAY, Send("p", ASKING, TO_Q), DUE, Browse("XMIT"))


def copy(persistence: DestinationPersistence, mode: DeliveryMode, delay: int) -> Trace:
    return (
        *(*topic(), Subscribe("s", "news")),
        CreateProducer("p", topic=TopicDestination("news", persistence)),
        *(SetDeliveryDelay("p", delay), Send("p", OutgoingMessage("m"), arguments=SendArguments(mode, 4, 0))),
        *(Advance(6000), ReceivePublication("s")),
    )


KEPT = (OVERRIDING.persistence, DeliveryMode.NON_PERSISTENT)
LOST = (DestinationPersistence.NON_PERSISTENT, DeliveryMode.PERSISTENT)

TRACES: dict[str, Trace] = {
    "not persistent by the header of a transmission queue": EMBEDDED,
    "default priority in the header of a transmission queue": EMBEDDED,
    "an alias: no reply-to queue manager": TO_ALIAS,
    "an alias: the local reply-to queue manager": TO_ALIAS,
    "a shared queue: no reply-to queue manager": TO_SHARED,
    "a shared queue: the local reply-to queue manager": TO_SHARED,
    "a clustered queue: no reply-to queue manager": TO_CLUSTER,
    "a clustered queue: the local reply-to queue manager": TO_CLUSTER,
    "a remote queue: no reply-to queue manager": TO_REMOTE,
    "a remote queue: the local reply-to queue manager": TO_REMOTE,
    "reply-to queue manager lost when a get is backed out": (
        *(*P, Send("p", ASKING, arguments=PERSISTENT_FORM)),
        *(MqGet("Q", syncpoint=WITHIN), MqBackout(), MqGet("Q")),
    ),
    "delivered with a feedback": hopped(),
    "copies not persistent": copy(*KEPT, 0),
    "copies persistent": copy(*LOST, 0),
    "delayed copies not persistent": copy(*KEPT, 5000),
    "delayed copies persistent": copy(*LOST, 5000),
}
