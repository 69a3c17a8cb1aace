"""Traces that show misreadings of what else a message keeps over the staging hop."""

from implementations.witnesses.parts.clusters_and_zos import cluster_of_two
from implementations.witnesses.parts.common import (
    DISABLE,
    ENABLE,
    EXCEPTION,
    QUEUES,
    TRANSACTED,
    P,
    Q,
    Trace,
    delayed,
    put,
    send,
)
from implementations.witnesses.parts.gets import BOTH
from implementations.witnesses.parts.messages import STRING, TO_REMOTE, WHOLE, asked, hopped, late, with_delay
from implementations.witnesses.parts.publications import (
    ALL,
    AVAILABLE,
    FAR,
    NEWS_WITH_SUBSCRIBER,
    PUBLISHED,
    TWO_SUBSCRIPTIONS,
    S,
    published,
    topic,
)
from implementations.witnesses.parts.queues import QUEUES_AND_ALIAS, q
from implementations.witnesses.parts.sends import AS_DEFINED, DELETE_Q, DUE, OVER, P_DELAYED, TWIN
from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    DeliverySequence,
    GetMode,
    MqGet,
    OpenSession,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.profile import Platform, Version

REDEFINED: Trace = (
    *Q,
    CreateProducer("p", destination=AS_DEFINED),
    SetDeliveryDelay("p", 5000),
    send(),
    AlterQueue("Q", AttributeChanges(default_persistence=DeliveryMode.PERSISTENT)),
    Advance(6000),
    Receive("Q"),
)


def kept_and_put_later(sent: OutgoingMessage) -> Trace:
    """No dead-letter queue but the target itself, which takes nothing at first."""
    return (
        *(*P, SetDeadLetterQueue("Q"), SetDeliveryDelay("p", 5000), Send("p", sent), DISABLE),
        *(Advance(60_000), ENABLE, Advance(7_200_000), Browse("Q")),
    )


LIMITED: Trace = (CreateProducer("p"), SetTimeToLive("p", 60_000), SetDeliveryDelay("p", 5000))
SHARED: Trace = (
    DefineQueueManager("Z1", Version(), Platform.ZOS, "G"),
    DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES, "Z1"),
    *(DefineLocalQueue("REPLY", queue_manager="Z1"), DefineSharedQueue("SQ", "G")),
    *(OpenSession("z", queue_manager="Z1"), CreateProducer("p", session="z")),
    *(SetTimeToLive("p", 60_000), SetDeliveryDelay("p", 5000)),
    *(Send("p", WHOLE, QueueDestination("SQ")), Advance(8000), Browse("SQ", "Z1")),
)
TO_CLUSTER: Trace = (
    *(DefineLocalQueue("REPLY"), *cluster_of_two(DefaultBinding.NOT_FIXED), *LIMITED),
    *(Send("p", WHOLE, QueueDestination("CQ")), Advance(8000), Browse("CQ", "QM2")),
)
OVERRIDING = TopicDestination("news", DestinationPersistence.PERSISTENT)

TRACES: dict[str, Trace] = {
    "second copy of default priority": (
        *NEWS_WITH_SUBSCRIBER,
        *TWO_SUBSCRIPTIONS,
        SetPriority("p", 7),
        send(),
        Advance(6000),
        Browse("S"),
    ),
    "MSGDLVSQ of the former queue": (
        *(q(delivery_sequence=DeliverySequence.FIFO), DELETE_Q),
        *(q(delivery_sequence=DeliverySequence.PRIORITY), put("m1", priority=2), put("m2", priority=7)),
        *(MqGet("Q"), MqGet("Q")),
    ),
    "type stays in its queue manager": (
        *topic(),
        *FAR,
        *published(outgoing=OutgoingMessage("m", jms_type="quotation")),
        DUE,
        Browse("S", "QM2"),
    ),
    "delivery mode as at delivery": REDEFINED,
    "header lost on the way": (*Q, *with_delay(OutgoingMessage("m", jms_type="invoice"))),
    "staging queue named at delivery": (*Q, *with_delay(OutgoingMessage("m"))),
    "type lost at a later attempt": kept_and_put_later(OutgoingMessage("m", jms_type="invoice")),
    "body cut at a later attempt": kept_and_put_later(OutgoingMessage("m", length=5000)),
    "shared: as staged": SHARED,
    "shared: unlimited": SHARED,
    "shared: unreported": SHARED,
    "clustered: as staged": TO_CLUSTER,
    "clustered: unlimited": TO_CLUSTER,
    "clustered: unreported": TO_CLUSTER,
    "remote: no string": (*TO_REMOTE, Advance(6000), Browse("XMIT")),
    "strings of 128 characters staged": (*P_DELAYED, Send("p", STRING), Advance(6000), Browse("Q")),
    "delivered with priority 0": hopped(arguments=SendArguments(DeliveryMode.PERSISTENT, 7, 0)),
    "arrival alone": (*Q, put("low", priority=1), put("high", priority=9), Receive("Q"), Receive("Q")),
    "delivery mode of the send decides": (
        *topic(ALL, AVAILABLE),
        *S,
        *published(mode=DeliveryMode.NON_PERSISTENT, destination=OVERRIDING),
    ),
    "second copy not persistent": (*PUBLISHED, send(), DUE, *BOTH),
    "timestamp element of the arrival": (*P, *delayed(5000), Advance(6000), Receive("Q")),
    "format of the staging queue on the target": (
        *TWIN,
        MqGet("Q"),
        *delayed(5000),
        Advance(6000),
        MqGet("Q"),
    ),
    "not persistent behind an alias": (
        *Q,
        DefineAliasQueue("A", "Q"),
        CreateProducer("p", destination=QueueDestination("A")),
        SetDeliveryDelay("p", 3000),
        send(),
        OVER,
        Browse("Q"),
    ),
    "priority 6 as 4 behind a delay": hopped(arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 6, 0)),
    "options not shown by a continued browse": (
        *(*QUEUES, *late(asked(EXCEPTION)), DUE, MqGet("Q", GetMode.BROWSE_NEXT)),
    ),
    "reply-to queue not shown under the cursor": (
        *(*QUEUES, *late(asked(EXCEPTION)), DUE, MqGet("Q", GetMode.BROWSE_FIRST)),
        MqGet("Q", GetMode.UNDER_CURSOR),
    ),
    "correlation id not shown by way of an alias": (
        *(*QUEUES_AND_ALIAS, *late(asked(EXCEPTION)), DUE, Receive("A")),
    ),
    "correlation id not shown in a unit of work": (
        *(*QUEUES, TRANSACTED, *late(asked(EXCEPTION)), DUE, Receive("Q", session="t")),
    ),
}
