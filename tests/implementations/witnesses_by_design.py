"""Traces that show the faults of `wrong_by_design`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    DefineLocalQueue,
    DefineQueueManager,
    DepthTrigger,
    MatchCorrelationId,
    MqGet,
    MqPut,
    QueueAttributes,
    ReadDepth,
    Receive,
    Rollback,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import PutDescriptor

from .witness_parts import (
    DISABLE,
    ENABLE,
    QUEUES,
    TP,
    TRANSACTED,
    WITHIN,
    P,
    Q,
    Trace,
    delayed,
    message,
    send,
)

YEAR = 365 * 86_400_000
RECALL = MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), syncpoint=WITHIN)
DELAYED: Trace = (*P, SetDeliveryDelay("p", 2000))

BY_DESIGN: dict[str, Trace] = {
    "delay of three years at most": (*Q, *delayed(5 * YEAR), Advance(4 * YEAR), Receive("Q")),
    "an advance is one step": (
        DefineLocalQueue("INIT"),
        DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(1, "INIT"))),
        *delayed(5000, 8000),
        Advance(20_000),
        ReadDepth("INIT"),
    ),
    "life and delay in tenths": (*Q, *delayed(5010, 5050)[:-1], SetTimeToLive("p", 5040), send()),
    "life is gone with a refused send": (
        *P,
        SetTimeToLive("p", 3000),
        DISABLE,
        send("a"),
        ENABLE,
        send("b"),
        Advance(4000),
        Receive("Q"),
    ),
    "delay is gone with a rollback": (*TP, send("a"), Rollback("t"), send("b"), Commit("t"), Receive("Q")),
    "setter is rolled back": (*TP, send("a"), Rollback("t"), send("b"), Commit("t"), Receive("Q")),
    "commits with a delay are refused": (*TP, send(), Commit("t")),
    "commit stages again": (*TP, send(), Commit("t"), Commit("t"), ReadDepth(STAGING_QUEUE)),
    "rollback of the last alone": (
        *DELAYED,
        TRANSACTED,
        send("a"),
        send("b"),
        Advance(3000),
        Receive("Q", "t"),
        Receive("Q", "t"),
        Rollback("t"),
        Receive("Q"),
        Receive("Q"),
    ),
    "what a unit of work has got is got again": (
        *DELAYED,
        TRANSACTED,
        send(),
        Advance(3000),
        Receive("Q", "t"),
        Receive("Q"),
    ),
    "moved during a recall": (*Q, *delayed(5000), RECALL, Advance(6000), Receive("Q")),
    "target as it was at the send": (*QUEUES, *delayed(5000), DISABLE, Advance(6000), ReadDepth("Q")),
    "one staging queue for all": (
        *Q,
        DefineQueueManager("QM2"),
        *delayed(5000),
        ReadDepth(STAGING_QUEUE, "QM2"),
    ),
    "what expires is dead-lettered": (
        *QUEUES,
        MqPut("Q", message(), PutDescriptor(expiry=20)),
        Advance(3000),
        Browse("Q"),
        ReadDepth("DLQ"),
    ),
}
