"""Traces that show misreadings of the life of a message, in tenths of a second."""

from implementations.witnesses.parts.clusters_and_zos import (
    ON_ITS_STAGING_QUEUE,
    RECALL_ON_Z,
    at_shared_queue,
)
from implementations.witnesses.parts.common import (
    TRANSACTED,
    WITHIN,
    P,
    Q,
    Trace,
    delayed,
    message,
    put,
    send,
)
from implementations.witnesses.parts.gets import GET, LOCK, LOCKED, ONE_IN_UNIT, UNDER, UNDER_CURSOR
from implementations.witnesses.parts.messages import ORIGINAL, OTHER_ID, RECALL_IN_UNIT
from implementations.witnesses.parts.publications import READER
from implementations.witnesses.parts.sends import DAY, DUE, browsed, elsewhere, expired, outage
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    DefineAliasQueue,
    GetMode,
    MatchMessageId,
    MqBackout,
    MqGet,
    MqPut,
    MqPut1,
    Receive,
    Rollback,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor
from mqtck.reference.vocabulary.publications import ReceivePublication

SHORT_LIFE = PutDescriptor(expiry=20)
HALF_OVER: Trace = (*Q, put(expiry=600), Advance(20_000))
LASTING = PutDescriptor(expiry=600, persistence=Persistence.PERSISTENT)

TRACES: dict[str, Trace] = {
    "remaining life as a float": (*Q, put(expiry=999_999_999), MqGet("Q")),
    "largest number unlimited": (*Q, put(expiry=(1 << 31) - 1), Advance(60_000), MqGet("Q")),
    "expiry in seconds": (*Q, put(expiry=50), Advance(7000), MqGet("Q")),
    "browse of staged messages taken off their lives": (
        *(*P, SetTimeToLive("p", 90_000), SetDeliveryDelay("p", 60_000), send(), Advance(10_000)),
        *(Browse(STAGING_QUEUE), Advance(10_000), Browse(STAGING_QUEUE)),
    ),
    "life stops while down": (*Q, MqPut("Q", message(), LASTING), *outage(20_000), MqGet("Q")),
    "time of a lock taken twice": (
        *(*Q, put("m", 600), Advance(10_000), MqGet("Q", LOCK), Advance(10_000), MqGet("Q", LOCK)),
        *(Advance(10_000), MqGet("Q", UNDER)),
    ),
    "recalled again with the same rest": (
        *Q,
        *delayed(20_000, 60_000),
        MqGet(STAGING_QUEUE, match=ORIGINAL, syncpoint=WITHIN),
        MqBackout(),
        Advance(10_000),
        MqGet(STAGING_QUEUE, match=ORIGINAL),
    ),
    "expiry not decremented": (*Q, put(expiry=600), Advance(10000), MqGet("Q")),
    "expiry elapsed": (*Q, put(expiry=600), Advance(10000), MqGet("Q")),
    "unlimited decremented": (*Q, put(), Advance(10000), MqGet("Q")),
    "put alters the expiry": (*Q, put(expiry=600)),
    "put in syncpoint alters the expiry": (
        *(*Q, MqPut("Q", message(), PutDescriptor(expiry=600), syncpoint=WITHIN)),
    ),
    "rounded up to seconds": (*Q, put(expiry=605), GET),
    "life in 31 bits of ms": (*Q, put(expiry=30_000_000), Advance(60_000), GET),
    "life by the time of day": (*Q, put(expiry=600), Advance(DAY + 5000), GET),
    "ends forgotten when a queue is altered": (
        *(*Q, put(expiry=50), AlterQueue("Q", AttributeChanges(max_depth=100)), Advance(10_000), GET),
    ),
    "replies live on": (
        *Q,
        MqPut("Q", OutgoingMessage("m", correlation_id=OTHER_ID), PutDescriptor(expiry=10)),
        DUE,
        GET,
    ),
    "long messages live on": (
        *Q,
        MqPut("Q", OutgoingMessage("m", length=5000), PutDescriptor(expiry=10)),
        DUE,
        GET,
    ),
    "no life behind an alias": (
        *Q,
        DefineAliasQueue("A", "Q"),
        MqPut("A", message(), PutDescriptor(expiry=10)),
        DUE,
        GET,
    ),
    "received again with the same rest": (
        *Q,
        TRANSACTED,
        put(expiry=600),
        Receive("Q", "t"),
        Rollback("t"),
        Advance(20_000),
        Receive("Q"),
    ),
    "matched get shows the whole life": (*HALF_OVER, MqGet("Q", match=MatchMessageId("m"))),
    "receive shows the whole life": (*HALF_OVER, Receive("Q")),
    "lock shows the whole life": (*HALF_OVER, LOCKED),
    "subscriber shows the whole life": (
        *READER,
        SetTimeToLive("p", 60_000),
        send(),
        Advance(20_000),
        ReceivePublication("alice"),
    ),
    "recall shows the whole life": (
        *ON_ITS_STAGING_QUEUE[:7],
        SetTimeToLive("p", 60_000),
        SetDeliveryDelay("p", 40_000),
        send(),
        Advance(20_000),
        *RECALL_ON_Z,
    ),
    "MQPUT1 unlimited": (*Q, MqPut1("Q", OutgoingMessage("m"), SHORT_LIFE), Advance(5000), MqGet("Q")),
    "MQPUT1 in seconds": (*Q, MqPut1("Q", OutgoingMessage("m"), SHORT_LIFE), Advance(1000), MqGet("Q")),
    "put in syncpoint unlimited": (
        *Q,
        MqPut("Q", OutgoingMessage("m"), SHORT_LIFE, WITHIN),
        Advance(5000),
        MqGet("Q", syncpoint=WITHIN),
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
    "shared queues show the whole life": (*at_shared_queue(600), Advance(20_000), MqGet("Z", connection="c")),
    "another queue manager shows the whole life": (
        *(*elsewhere(600), Advance(20_000), MqGet("Q2", connection="c")),
    ),
    "cursor in syncpoint shows the whole life": (*browsed(600), Advance(20_000), UNDER_CURSOR),
    "alias shows the whole life": expired("A"),
    "an id in syncpoint shows the whole life": (*Q, put(expiry=600), Advance(20_000), ONE_IN_UNIT),
    "recall in syncpoint shows the whole life": (
        *Q,
        *delayed(60_000, 90_000),
        Advance(20_000),
        RECALL_IN_UNIT,
    ),
}
