"""Traces that show misreadings of which get or browse discards which expired messages."""

from implementations.witnesses.parts.clusters_and_zos import (
    ON_ITS_STAGING_QUEUE,
    RECALL_ON_Z,
    at_shared_queue,
)
from implementations.witnesses.parts.common import (
    EXPIRATION,
    LOOK,
    QUEUES,
    WITHIN,
    P,
    Q,
    Trace,
    delayed,
    message,
    put,
    send,
)
from implementations.witnesses.parts.gets import GET, LOCKED, ONE_IN_UNIT
from implementations.witnesses.parts.queues import QUEUES_AND_ALIAS
from implementations.witnesses.parts.sends import (
    DEAD,
    DUE,
    EXPIRED,
    EXPIRED_BEHIND_RESTART,
    OVER,
    PERSISTENT,
    crowd,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    DefineLocalQueue,
    DeliverySequence,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    MqPut,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor

BY_PRIORITY: Trace = (DefineLocalQueue("Q", QueueAttributes(delivery_sequence=DeliverySequence.PRIORITY)),)
DEAD_AND_OVER: Trace = (*DEAD, Advance(10_000))

TRACES: dict[str, Trace] = {
    "what expires is dead-lettered": (
        *QUEUES,
        MqPut("Q", message(), PutDescriptor(expiry=20)),
        Advance(3000),
        Browse("Q"),
        ReadDepth("DLQ"),
    ),
    "thirty expiration reports": (
        *(*PERSISTENT, SetTimeToLive("p", 5000), *crowd(EXPIRATION)),
        *(Advance(8000), Browse("Q"), Browse("REPLY"), ReadDepth("REPLY")),
    ),
    "gives up at the twentieth": (
        *(*P, SetTimeToLive("p", 5000), *(Send("p", message(f"m{number}")) for number in range(20))),
        *(SetTimeToLive("p", 0), Send("p", message("n")), Advance(10_000), MqGet("Q")),
    ),
    "top priority alone": (
        *(*BY_PRIORITY, put(expiry=20, priority=9), put("n", priority=5), Advance(5000), GET),
    ),
    "arrival order after a discard": (
        *(*BY_PRIORITY, put(expiry=20, priority=9), put("n", priority=2), put("k", priority=5)),
        *(Advance(5000), GET),
    ),
    "expired dead letters left by a browser": (*DEAD_AND_OVER, Browse("DLQ"), ReadDepth("DLQ")),
    "expired dead letters left by a browse": (
        *DEAD_AND_OVER,
        MqGet("DLQ", GetMode.BROWSE_FIRST),
        ReadDepth("DLQ"),
    ),
    "counted after an end that was its delay's": (
        *(*Q, *delayed(5000, 5000), Advance(6000), *LOOK[::3]),
        *(ReadDepth(STAGING_QUEUE), ReadDepth("Q")),
    ),
    "nothing discarded under the cursor": (
        *(*Q, put(expiry=40), MqGet("Q", GetMode.BROWSE_FIRST), Advance(8000)),
        *(MqGet("Q", GetMode.UNDER_CURSOR), ReadDepth("Q")),
    ),
    "nothing discarded by correlation id": (
        *(*P, send("request"), Receive("Q"), SetTimeToLive("p", 2000)),
        *(Send("p", OutgoingMessage("reply", correlates_with="request")), Advance(5000)),
        *(MqGet("Q", match=MatchCorrelationId("request")), ReadDepth("Q")),
    ),
    "gets discard nothing after a restart": EXPIRED_BEHIND_RESTART,
    "FIFO queues by priority": (
        DefineLocalQueue("Q", QueueAttributes(delivery_sequence=DeliverySequence.FIFO)),
        put("expired", 20, priority=1),
        put("first", priority=5),
        put("second", priority=9),
        DUE,
        MqGet("Q"),
        ReadDepth("Q"),
        MqGet("Q"),
    ),
    "stops at the first expired": (*Q, put("e", expiry=20), put("l"), Advance(5000), MqGet("Q")),
    "browse discards nothing": (*Q, put(expiry=20), Advance(5000), Browse("Q"), ReadDepth("Q")),
    "get discards nothing": (*Q, put(expiry=20), Advance(5000), MqGet("Q"), ReadDepth("Q")),
    "lock discards nothing": (*EXPIRED, LOCKED, ReadDepth("Q")),
    "receive discards nothing": (*EXPIRED, Receive("Q"), ReadDepth("Q")),
    "syncpoint discards nothing": (*EXPIRED, MqGet("Q", syncpoint=WITHIN), ReadDepth("Q")),
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
    "get from staging discards nothing": (
        *ON_ITS_STAGING_QUEUE,
        *RECALL_ON_Z,
        ReadDepth(STAGING_QUEUE, "Z"),
    ),
    "nothing discarded on shared queues": (
        *(*at_shared_queue(20, -1), OVER, MqGet("Z", connection="c"), ReadDepth("Z", "ZQM1")),
    ),
    "one discarded on shared queues": (*at_shared_queue(20, -1), OVER, MqGet("Z", connection="c")),
    "alias discards nothing": (
        *(*QUEUES_AND_ALIAS, put("m", 20), put("n", 600), Advance(10_000), MqGet("A"), ReadDepth("Q")),
    ),
    "nothing discarded by id in syncpoint": (*Q, put(expiry=20), OVER, ONE_IN_UNIT, ReadDepth("Q")),
    "browser of an alias discards nothing": (
        *(*QUEUES_AND_ALIAS, put("m", 20), OVER, Browse("A"), ReadDepth("Q")),
    ),
}
