"""Traces that show misreadings of each message's own due time, which no other message changes."""

from implementations.witnesses.parts.clusters_and_zos import GROUP, PUT_OFF, PUT_ON
from implementations.witnesses.parts.common import (
    DISABLE,
    TO_Q,
    TP,
    WITHIN,
    P,
    Q,
    Trace,
    delayed,
    message,
    send,
)
from implementations.witnesses.parts.publications import NEWS, sent_to, topic
from implementations.witnesses.parts.sends import DELAY, DUE, HALFWAY
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    FailDelayProcessor,
    MatchCorrelationId,
    MqGet,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.publications import Durability, ReceivePublication, Subscribe

SLOW: Trace = (CreateProducer("slow", destination=TO_Q), SetDeliveryDelay("slow", 60_000))


def slow(label: str) -> Send:
    return Send("slow", OutgoingMessage(label))


AT_Z: Trace = (Advance(6000), Browse("Q", "Z"), ReadDepth(STAGING_QUEUE, "Z"))
EARLY: Trace = (Advance(2000), Browse("Q"))

TRACES: dict[str, Trace] = {
    "delay is gone with a rollback": (*TP, send("a"), Rollback("t"), send("b"), Commit("t"), Receive("Q")),
    "setter is rolled back": (*TP, send("a"), Rollback("t"), send("b"), Commit("t"), Receive("Q")),
    "what is tried again holds up the rest": (
        *Q,
        DefineLocalQueue("Q2"),
        SetDeadLetterQueue(None),
        *delayed(2000),
        CreateProducer("other", destination=QueueDestination("Q2")),
        SetDeliveryDelay("other", 4000),
        Send("other", message("n")),
        DISABLE,
        Advance(5000),
        Receive("Q2"),
    ),
    "clock from the setter": (*P, SetDeliveryDelay("p", 4000), Advance(6000), send(), Receive("Q")),
    "head of the line": (
        *P,
        SetDeliveryDelay("p", 20000),
        send("long"),
        SetDeliveryDelay("p", 3000),
        send("short"),
        Advance(5000),
        Receive("Q"),
    ),
    "low priorities wait": (
        *P,
        SetDeliveryDelay("p", 60_000),
        SetPriority("p", 9),
        send("high"),
        DELAY,
        SetPriority("p", 0),
        send("low"),
        Advance(10_000),
        Browse("Q"),
        Browse(STAGING_QUEUE),
    ),
    "delay gone with a refused send": (
        *P,
        DELAY,
        DISABLE,
        send("refused"),
        AlterQueue("Q", AttributeChanges(put=Switch.ENABLED)),
        send("accepted"),
        *HALFWAY,
    ),
    "one due time for a unit of work": (
        *TP,
        send("short"),
        SetDeliveryDelay("p", 60_000),
        send("long"),
        Commit("t"),
        Advance(10_000),
        Browse("Q"),
    ),
    "error stops all": (*GROUP, send(), FailDelayProcessor("Y"), *AT_Z),
    "PUT starts all": (
        *(*GROUP, send(), PUT_OFF, AlterQueue(STAGING_QUEUE, PUT_OFF.changes, "Y")),
        *(AlterQueue(STAGING_QUEUE, PUT_ON.changes, "Y"), *AT_Z),
    ),
    "kept one holds up those behind it": (
        *(*Q, DefineLocalQueue("R"), SetDeadLetterQueue(None), CreateProducer("p")),
        *(
            SetDeliveryDelay("p", 5000),
            sent_to("m", QueueDestination("Q")),
            sent_to("m2", QueueDestination("R")),
        ),
        *(DISABLE, DUE, ReadDepth("R")),
    ),
    "non-persistent behind persistent": (
        *Q,
        *SLOW,
        slow("first"),
        CreateProducer("p", destination=TO_Q),
        SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT),
        SetDeliveryDelay("p", 5000),
        send(),
        DUE,
        Browse("Q"),
    ),
    "publications behind messages for queues": (
        *Q,
        *SLOW,
        slow("first"),
        *topic(),
        Subscribe("s", "news", Durability.NON_DURABLE),
        CreateProducer("p", topic=NEWS),
        SetDeliveryDelay("p", 5000),
        send(),
        DUE,
        ReceivePublication("s"),
    ),
    "held up by a recall": (
        *Q,
        *SLOW,
        slow("first"),
        *delayed(5000),
        MqGet(STAGING_QUEUE, match=MatchCorrelationId("first"), syncpoint=WITHIN),
        DUE,
        Browse("Q"),
    ),
    "delay used up": (*Q, *delayed(5000), send("n"), Advance(2000), Browse("Q")),
    "delay gone with the commit": (*TP, send(), Commit("t"), send("n"), Commit("t"), *EARLY),
    "delay gone with the rollback": (*TP, send(), Rollback("t"), send("n"), Commit("t"), *EARLY),
}
