"""Traces that show misreadings of what a get returns: nothing expired, and never an Expiry of 0."""

from implementations.witnesses.parts.clusters_and_zos import (
    ON_ITS_STAGING_QUEUE,
    RECALL_ON_Z,
    SHARED_IN_UNIT,
    at_shared_queue,
    on_shared,
)
from implementations.witnesses.parts.common import (
    DISABLE,
    REMOTE,
    TRANSACTED,
    WITHIN,
    P,
    Q,
    Trace,
    message,
    put,
    send,
)
from implementations.witnesses.parts.gets import BROWSE, LOCKED, UNDER_CURSOR
from implementations.witnesses.parts.messages import late, request
from implementations.witnesses.parts.publications import (
    AVAILABLE,
    NEWS,
    RETAINED,
    TOPIC_T_AND_REPLY,
    published,
    topic,
)
from implementations.witnesses.parts.queues import ALIAS, DLQ_DISABLED
from implementations.witnesses.parts.sends import (
    DEAD,
    DUE,
    EXPIRED,
    EXPIRED2,
    OVER,
    P_DELAYED,
    UNIT,
    browsed,
    dead,
    elsewhere,
    expired,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    MqPut,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.publications import DefineTopic, Durability, ReceivePublication, Subscribe

IN_LAST_TENTH: Trace = (*Q, put(expiry=20), Advance(1950))
NEARLY: Trace = (*DEAD, Advance(8950))
LAST_TENTH = Advance(1950)

TRACES: dict[str, Trace] = {
    "a new life for what is retained": (
        *(
            *topic(),
            *published(0)[:2],
            Send("p", RETAINED, arguments=SendArguments(DeliveryMode(2), 4, 3000)),
        ),
        *(DUE, Subscribe("a", "news"), ReceivePublication("a")),
    ),
    "expiry zero": (*Q, put(expiry=20), Advance(1950), MqGet("Q")),
    "expired returned": (*Q, put(expiry=20), Advance(5000), MqGet("Q")),
    "expired browsed": (*Q, put(expiry=20), Advance(5000), Browse("Q")),
    "expired request answered": request(0),
    "0 on the way": (*REMOTE, put("m", 20), Advance(1950), Browse("XMIT")),
    "expired returned behind a commit": (*UNIT, send("first"), Commit("t"), MqGet("Q"), *EXPIRED2),
    "0 of a dead letter to a browser": (*NEARLY, Browse("DLQ")),
    "0 of a dead letter to a receiver": (*NEARLY, Receive("DLQ")),
    "0 on a dead-letter queue": (
        *(DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ"), *P_DELAYED, SetTimeToLive("p", 9000)),
        *(Send("p", OutgoingMessage("m")), DISABLE, Advance(8950), Browse("DLQ")),
    ),
    "own expired message returned": (
        *Q,
        MqPut("Q", message(), PutDescriptor(expiry=10), syncpoint=WITHIN),
        DUE,
        MqGet("Q", syncpoint=WITHIN),
    ),
    "0 in a JMS browser": (*IN_LAST_TENTH, Browse("Q")),
    "0 in syncpoint": (*IN_LAST_TENTH, MqGet("Q", syncpoint=WITHIN)),
    "0 to a JMS client": (*IN_LAST_TENTH, Receive("Q")),
    "expired returned by message id": (*EXPIRED, MqGet("Q", match=MatchMessageId("m"))),
    "expired browsed with a lock": (*EXPIRED, LOCKED),
    "expired returned in syncpoint": (*EXPIRED, MqGet("Q", syncpoint=WITHIN)),
    "expired received in a unit of work": (*EXPIRED, TRANSACTED, Receive("Q", "t")),
    "expired returned by correlation id": (*ON_ITS_STAGING_QUEUE, *RECALL_ON_Z),
    "expired browsed on staging": (*ON_ITS_STAGING_QUEUE, Browse(STAGING_QUEUE, "Z")),
    "expired received by a subscriber": (
        DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE),
        Subscribe("alice", "news", Durability.NON_DURABLE),
        CreateProducer("p", topic=NEWS),
        SetTimeToLive("p", 2000),
        send(),
        Advance(5000),
        ReceivePublication("alice"),
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
    "expired returned from shared queues": (*at_shared_queue(20), OVER, MqGet("Z", connection="c")),
    "0 on shared queues": (*at_shared_queue(20), LAST_TENTH, MqGet("Z", connection="c")),
    "0 by an alias": (*Q, DefineAliasQueue("A", "Q"), put(expiry=20), LAST_TENTH, MqGet("A")),
    "0 at another queue manager": (*elsewhere(20), LAST_TENTH, MqGet("Q2", connection="c")),
    "0 under the cursor in syncpoint": (*browsed(20), LAST_TENTH, UNDER_CURSOR),
    "expired returned by an alias": expired("A"),
    "expired returned in syncpoint from shared queues": (*on_shared(20), OVER, SHARED_IN_UNIT),
    "0 in syncpoint at shared queues": (*on_shared(20), LAST_TENTH, SHARED_IN_UNIT),
    "0 under the cursor": (
        *Q,
        put(expiry=10),
        BROWSE,
        Advance(930),
        MqGet("Q", GetMode.UNDER_CURSOR),
    ),
    "0 of a recall": (
        *DLQ_DISABLED,
        *late(message(), life=5100),
        DISABLE,
        Advance(5030),
        MqGet(STAGING_QUEUE),
    ),
    "0 to a subscriber": (
        *topic(),
        Subscribe("sub", "news", Durability.NON_DURABLE),
        CreateProducer("p", topic=NEWS),
        SetTimeToLive("p", 1000),
        send(),
        Advance(930),
        ReceivePublication("sub"),
    ),
    "expired under the cursor in syncpoint": (
        *Q,
        put(expiry=30),
        BROWSE,
        DUE,
        MqGet("Q", GetMode.UNDER_CURSOR, syncpoint=WITHIN),
    ),
    "get by id stops at the expired": (
        *P,
        DefineLocalQueue("REPLY"),
        send("request"),
        CreateProducer("answering", destination=QueueDestination("REPLY")),
        SetTimeToLive("answering", 1000),
        Send("answering", OutgoingMessage("m", correlates_with="request")),
        SetTimeToLive("answering", 0),
        Send("answering", OutgoingMessage("alive", correlates_with="request")),
        DUE,
        MqGet("REPLY", match=MatchCorrelationId("request")),
    ),
    "0 to durable subscribers": (
        *(*TOPIC_T_AND_REPLY, Subscribe("s", "T", Durability.DURABLE), SetTimeToLive("p", 2000), send()),
        *(LAST_TENTH, ReceivePublication("s")),
    ),
    "expired dead letters returned in syncpoint": dead(6000),
    "expired returned to a JMS client by an alias": (*Q, ALIAS, put(expiry=20), OVER, Receive("A")),
    "0 elsewhere in syncpoint": (
        *(DefineQueueManager("QM2"), DefineLocalQueue("Q2", queue_manager="QM2"), Connect("c", "QM2")),
        MqPut("Q2", message(), PutDescriptor(expiry=20), connection="c"),
        *(LAST_TENTH, MqGet("Q2", syncpoint=WITHIN, connection="c")),
    ),
}
