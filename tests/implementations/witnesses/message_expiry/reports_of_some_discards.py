"""Traces that show misreadings of expiration reports that are left out at some discards."""

from implementations.witnesses.parts.clusters_and_zos import (
    ON_ITS_STAGING_QUEUE,
    RECALL_ON_Z,
    SHARED_IN_UNIT,
    at_shared_queue,
    on_shared,
)
from implementations.witnesses.parts.common import (
    DISABLE,
    EXPIRATION,
    QUEUES,
    REMOTE,
    WATCHED,
    WITHIN,
    P,
    Trace,
    message,
    put,
    send,
)
from implementations.witnesses.parts.gets import BROWSE, UNDER_CURSOR
from implementations.witnesses.parts.messages import CORRELATION
from implementations.witnesses.parts.publications import READER, TOPIC_T_AND_REPLY
from implementations.witnesses.parts.queues import ROOM_FOR_TWO
from implementations.witnesses.parts.sends import DUE, EXPIRED, OVER, browsed, expired
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    GetMode,
    MatchMessageId,
    MqGet,
    MqPut,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe


def put_to_remote(expiry: int, report: int = 0) -> Trace:
    return (*REMOTE, DefineLocalQueue("REPLY"), put(expiry=expiry, report=report))


TRACES: dict[str, Trace] = {
    "room on the staging queue made unreported": (
        *(*QUEUES, DefineLocalQueue("R"), SetDeadLetterQueue(None), CreateProducer("p")),
        *(SetTimeToLive("p", 8000), SetDeliveryDelay("p", 5000)),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1)),
        *(Send("p", message("m", EXPIRATION), QueueDestination("Q")), DISABLE, Advance(9000)),
        *(Send("p", message("m2"), QueueDestination("R")), Browse(STAGING_QUEUE)),
        *(Browse("REPLY"), ReadDepth("REPLY")),
    ),
    "room made unreported at the delivery": (
        *(*QUEUES, AlterQueue("Q", AttributeChanges(max_depth=1)), *P[1:], SetDeliveryDelay("p", 5000)),
        *(send(), put("m2", 20, EXPIRATION), DUE, Browse("Q"), Browse("REPLY"), ReadDepth("REPLY")),
    ),
    "room made unreported": (
        *(
            *ROOM_FOR_TWO,
            DefineLocalQueue("REPLY"),
            put("m", 20, EXPIRATION),
            put("m2", 20, EXPIRATION),
            OVER,
        ),
        *(put("m3"), Browse("Q"), Browse("REPLY"), ReadDepth("REPLY")),
    ),
    "one report a call": (
        *QUEUES,
        put("m1", 20, EXPIRATION),
        put("m2", 20, EXPIRATION),
        Advance(5000),
        MqGet("Q"),
        Browse("REPLY"),
    ),
    "one report for a correlation id": (
        *QUEUES,
        *(
            MqPut(
                "Q",
                OutgoingMessage(label, report=EXPIRATION, reply_to="REPLY", correlation_id=CORRELATION),
                PutDescriptor(expiry=20),
            )
            for label in ("m", "n")
        ),
        *(OVER, MqGet("Q"), ReadDepth("Q"), Browse("REPLY")),
    ),
    "receive reports nothing": (*EXPIRED, Receive("Q"), Browse("REPLY")),
    "subscriber reports nothing": (
        *READER,
        SetTimeToLive("p", 2000),
        send(report=EXPIRATION),
        Advance(5000),
        ReceivePublication("alice"),
        Browse("REPLY"),
    ),
    "recall reports nothing": (
        *ON_ITS_STAGING_QUEUE,
        *RECALL_ON_Z,
        ReadDepth(STAGING_QUEUE, "Z"),
        Browse("REPLY", "Z"),
    ),
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
    "nothing reported of shared queues": (
        *(*at_shared_queue(20, report=EXPIRATION), OVER, MqGet("Z", connection="c")),
        Browse("REPLY", "ZQM1"),
    ),
    "nothing reported of the cursor in syncpoint": (
        *(*browsed(20, EXPIRATION), OVER, UNDER_CURSOR, Browse("Q"), Browse("REPLY")),
    ),
    "alias reports nothing": (*expired("A"), *(Advance(10_000), Browse("REPLY")) * 3),
    "nothing reported in syncpoint at shared queues": (
        *(*on_shared(20, EXPIRATION), OVER, SHARED_IN_UNIT, Browse("REPLY", "Z")),
    ),
    "browse next reports nothing": (
        *QUEUES,
        put("first"),
        put(expiry=30, report=EXPIRATION),
        put("last"),
        BROWSE,
        DUE,
        MqGet("Q", GetMode.BROWSE_NEXT),
        *WATCHED,
    ),
    "transacted subscribers report nothing": (
        *(*TOPIC_T_AND_REPLY, OpenSession("t", Acknowledgement.TRANSACTED), Subscribe("s", "T", session="t")),
        *(SetTimeToLive("p", 2000), send(report=EXPIRATION), OVER, ReceivePublication("s"), Browse("REPLY")),
        Browse("REPLY"),
    ),
    "nothing reported of what is on its way in syncpoint": (
        *(*put_to_remote(20, EXPIRATION), OVER, MqGet("XMIT", syncpoint=WITHIN), Browse("REPLY")),
        ReadDepth("XMIT"),
    ),
}
