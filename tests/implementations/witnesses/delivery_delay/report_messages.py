"""Traces that show misreadings of report options that the delay processor ignores and passes on."""

from implementations.witnesses.parts.common import (
    ALL_REPORTS,
    DISABLE,
    DISCARD,
    EXCEPTION,
    EXPIRATION,
    LOOK,
    QUEUES,
    REMOTE,
    TO_Q,
    P,
    Trace,
    delayed,
    failed,
    send,
)
from implementations.witnesses.parts.messages import again, asked, failing, hopped, late, rich
from implementations.witnesses.parts.publications import AVAILABLE, TOPIC_FOR_P
from implementations.witnesses.parts.sends import DELAYED_BY_3_S, DUE, DUE_OF_3_S, not_dead_lettered
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    GetMode,
    MatchCorrelationId,
    MqGet,
    OpenSession,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartChannel,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineTopic,
    ReceivePublication,
    Subscribe,
)

TWO = int(Report.PAN), int(Report.NAN)
CONFIRMED = OutgoingMessage("m", report=int(Report.COA | Report.COD), reply_to="REPLY")

TRACES: dict[str, Trace] = {
    "NAN of a discard": not_dead_lettered(DISCARD | int(Report.NAN)),
    "id options ignored": (*failed(EXCEPTION | int(Report.PASS_MSG_ID)), *LOOK),
    "report options of the object sent again": (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 5000), send("m", TWO[0]), again("m2", TWO[1]), DUE),
        Browse("Q"),
    ),
    "publications without COA and COD": (
        *(
            DefineLocalQueue("REPLY"),
            *TOPIC_FOR_P,
            Send("p", CONFIRMED),
            Advance(6000),
            ReceivePublication("s"),
        ),
    ),
    "arrival reported of what expires staged": (
        *(*QUEUES, SetDeadLetterQueue(None), *delayed(5000, 8000, int(Report.COA)), DISABLE),
        *(Advance(9000), Browse(STAGING_QUEUE), Browse("REPLY")),
    ),
    "refusal reported of what is discarded silently": (
        *(
            *QUEUES,
            DefineTopic("T", "T", AVAILABLE, AVAILABLE),
            OpenSession("s"),
            Subscribe("alice", "T", session="s"),
        ),
        *(CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 5000)),
        *(send("m", int(Report.NAN)), CloseSubscriber("alice"), Advance(6000), Browse("REPLY")),
    ),
    "options taken off for a remote queue": (
        *(*REMOTE, DefineLocalQueue("REPLY"), StartChannel("XMIT"), *delayed(5000, 0, int(Report.NAN))),
        *(Advance(8000), Browse("FAR", queue_manager="QM2")),
    ),
    "delivered without report options": hopped(rich(EXPIRATION)),
    "options of the dead letter before": (
        *(
            *QUEUES,
            *DELAYED_BY_3_S,
            send("m", int(Report.PAN)),
            send("m2"),
            DISABLE,
            DUE_OF_3_S,
            Browse("DLQ"),
        ),
    ),
    "browsed as delivered": (*QUEUES, *late(asked(Report.COD)), DUE, Browse("Q"), Browse("REPLY")),
    "delivered without exception options": (*QUEUES, *late(asked(EXCEPTION)), DUE, Browse("Q")),
    "delivered without PASS options": (*QUEUES, *late(asked(Report.PASS_MSG_ID)), DUE, Browse("Q")),
    "delivered without MQRO_DISCARD_MSG": (*QUEUES, *late(asked(DISCARD)), DUE, Browse("Q")),
    "dead letters without what passes through": failing(asked(Report.PAN, Report.ACTIVITY)),
    "COA on staging": (*QUEUES, *delayed(5000, 0, ALL_REPORTS), Advance(1000), Browse("REPLY")),
    "COD by the processor": (*QUEUES, *delayed(5000, 0, ALL_REPORTS), Advance(6000), Browse("REPLY")),
    "PAN and NAN by the processor": (*QUEUES, *delayed(5000, 0, ALL_REPORTS), Advance(6000), Browse("REPLY")),
    "activity report by the processor": (
        *QUEUES,
        *delayed(5000, 0, ALL_REPORTS),
        Advance(6000),
        Browse("REPLY"),
    ),
    "activity report beside COA": (
        *(*QUEUES, *delayed(5000, 0, int(Report.ACTIVITY | Report.COA)), Advance(6000), Browse("REPLY")),
    ),
    "ignored options stripped": (*QUEUES, *delayed(5000, 0, ALL_REPORTS), Advance(6000), Receive("Q")),
    "confirmed by MQGET with a browse option": (
        *(*QUEUES, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        *(send("m", int(Report.COD)), Advance(6000), MqGet("Q", GetMode.BROWSE_FIRST), Browse("REPLY")),
    ),
    "arrival reported of a recall": (
        *(*QUEUES, *delayed(5000, 0, int(Report.COA))),
        *(MqGet(STAGING_QUEUE, match=MatchCorrelationId("m")), Browse("REPLY")),
    ),
    "arrival reported of a dead letter that is got": (
        *(*QUEUES, *delayed(5000, 0, int(Report.COA)), DISABLE, Advance(6000)),
        *(MqGet("DLQ"), Browse("REPLY")),
    ),
}
