"""Traces that show the faults of `wrong_in_some_calls`."""

from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Commit,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DisableMessageId,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, Retention, TopicDestination
from mqtck.reference.vocabulary.publications import (
    DefineSubscription,
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .witness_parts import EXPIRATION, QUEUES, TO_Q, TP, WITHIN, P, Q, Trace, put, send
from .witnesses_clusters_zos import STAGING, TO_Z, Z, change

NEWS = TopicDestination("news")
ALL_AVAILABLE = MessageDelivery.ALL_AVAILABLE
PUBLISHER: Trace = (
    DefineTopic("NEWS", "news", ALL_AVAILABLE, ALL_AVAILABLE),
    DefineLocalQueue("S"),
    DefineSubscription("s", "news", "S"),
    CreateProducer("p", topic=NEWS),
)
TRANSACTED_PUBLISHER: Trace = (
    DefineTopic("NEWS", "news", ALL_AVAILABLE, ALL_AVAILABLE),
    DefineLocalQueue("S"),
    DefineSubscription("s", "news", "S"),
    OpenSession("t", Acknowledgement.TRANSACTED),
    CreateProducer("p", session="t", topic=NEWS),
)
GROUPED = Send("p", OutgoingMessage("m", group=GroupMembership("g")))
RETAINED = Send("p", OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION))
NON_PERSISTENT = SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT)
DELAY = SetDeliveryDelay("p", 5000)
SHORT = SetTimeToLive("p", 3000)
LOOK_EARLY: Trace = (Advance(2000), Browse("Q"))
EXPIRED: Trace = (*QUEUES, put(expiry=20, report=EXPIRATION), Advance(5000))
HALF_OVER: Trace = (*Q, put(expiry=600), Advance(20_000))


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
RECALL: Trace = (
    Connect("c", "Z"),
    MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), connection="c"),
)

IN_SOME_CALLS: dict[str, Trace] = {
    "long form without delay": (
        *P,
        DELAY,
        Send("p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 0)),
        *LOOK_EARLY,
    ),
    "destination of the send without delay": (
        *Q,
        CreateProducer("p"),
        DELAY,
        Send("p", OutgoingMessage("m"), TO_Q),
        *LOOK_EARLY,
    ),
    "unit of work without delay": (*TP, send(), Commit("t"), *LOOK_EARLY),
    "non-persistent without delay": (*P, NON_PERSISTENT, DELAY, send(), *LOOK_EARLY),
    "conflict of a publication accepted": (*PUBLISHER, DELAY, SHORT, send()),
    "conflict in a unit of work accepted": (*TP, SHORT, send()),
    "conflict of the non-persistent accepted": (*P, NON_PERSISTENT, DELAY, SHORT, send()),
    "group of publications accepted": (*PUBLISHER, DELAY, GROUPED),
    "group in a unit of work accepted": (*TP, GROUPED),
    "publications without id when disabled": (*PUBLISHER, DisableMessageId("p"), send()),
    "unit of work without id when disabled": (*TP, DisableMessageId("p"), send()),
    "publications of default priority": (*PUBLISHER, SetPriority("p", 7), send(), Browse("S")),
    "publications unlimited": (*PUBLISHER, SetTimeToLive("p", 60_000), send(), Browse("S")),
    "retained in a unit of work accepted": (*TRANSACTED_PUBLISHER, DELAY, RETAINED),
    "retained and not persistent accepted": (*PUBLISHER, NON_PERSISTENT, DELAY, RETAINED),
    "expired received by a subscriber": (
        DefineTopic("NEWS", "news", ALL_AVAILABLE, ALL_AVAILABLE),
        Subscribe("alice", "news", Durability.NON_DURABLE),
        CreateProducer("p", topic=NEWS),
        SetTimeToLive("p", 2000),
        send(),
        Advance(5000),
        ReceivePublication("alice"),
    ),
    "expired returned by correlation id": (*ON_ITS_STAGING_QUEUE, *RECALL),
    "expired browsed on staging": (*ON_ITS_STAGING_QUEUE, Browse(STAGING_QUEUE, "Z")),
    "get from staging discards nothing": (
        *ON_ITS_STAGING_QUEUE,
        *RECALL,
        ReadDepth(STAGING_QUEUE, "Z"),
    ),
    "expired browsed next": (
        *Q,
        put("live"),
        put(expiry=20),
        MqGet("Q", GetMode.BROWSE_FIRST),
        Advance(5000),
        MqGet("Q", GetMode.BROWSE_NEXT),
    ),
    "expired received": (*EXPIRED, Receive("Q")),
    "browse next discards nothing": (
        *Q,
        put("live"),
        put(expiry=20),
        put("last"),
        MqGet("Q", GetMode.BROWSE_FIRST),
        Advance(5000),
        MqGet("Q", GetMode.BROWSE_NEXT),
        ReadDepth("Q"),
    ),
    "matched get discards nothing": (*EXPIRED, MqGet("Q", match=MatchMessageId("m")), ReadDepth("Q")),
    "browser reports nothing": (*EXPIRED, Browse("Q"), Browse("REPLY")),
    "get in syncpoint reports nothing": (*EXPIRED, MqGet("Q", syncpoint=WITHIN), Browse("REPLY")),
    "matched get reports nothing": (*EXPIRED, MqGet("Q", match=MatchMessageId("m")), Browse("REPLY")),
    "get under the cursor reports nothing": (
        *QUEUES,
        put(expiry=20, report=EXPIRATION),
        MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK),
        Advance(5000),
        MqGet("Q", GetMode.UNDER_CURSOR),
        MqGet("Q"),
        Browse("REPLY"),
    ),
    "get in syncpoint shows the whole life": (*HALF_OVER, MqGet("Q", syncpoint=WITHIN)),
    "get under the cursor shows the whole life": (
        *Q,
        put(expiry=600),
        MqGet("Q", GetMode.BROWSE_FIRST),
        Advance(20_000),
        MqGet("Q", GetMode.UNDER_CURSOR),
    ),
    "browser shows the whole life": (*HALF_OVER, Browse("Q")),
}
