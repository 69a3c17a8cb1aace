"""Traces that show misreadings of conservation: each message ends in exactly one state."""

from implementations.witnesses.parts.common import (
    DISABLE,
    QUEUES,
    TO_Q,
    TP,
    TRANSACTED,
    WITHIN,
    Trace,
    delayed,
    message,
    send,
)
from implementations.witnesses.parts.gets import GET_IN_UNIT
from implementations.witnesses.parts.queues import limit_at
from implementations.witnesses.parts.sends import P_DELAYED_BY_2_S, RESTART
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    MqBackout,
    MqGet,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

TRACES: dict[str, Trace] = {
    "rollback of the last alone": (
        *P_DELAYED_BY_2_S,
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
    "a rollback delays again": (
        *P_DELAYED_BY_2_S,
        TRANSACTED,
        send(),
        Advance(3000),
        Receive("Q", "t"),
        Rollback("t"),
        Receive("Q"),
    ),
    "a refusal rolls back": (*TP, send("one"), DISABLE, send("two"), Commit("t"), Browse(STAGING_QUEUE)),
    "gets kept by a refused commit": (
        *(*TP, CreateProducer("n", destination=TO_Q), SetDeliveryDelay("n", 2000), Send("n", message("n"))),
        *(Advance(3000), Receive("Q", session="t"), send(), send("o"), limit_at(STAGING_QUEUE, 1)),
        *(Commit("t"), Browse("Q")),
    ),
    "dead letters lost where the end undoes a get": (
        *(*QUEUES, *delayed(2000), DISABLE, Advance(3000), MqGet("DLQ", syncpoint=WITHIN), *RESTART),
        *(Browse("DLQ"), ReadDepth("DLQ")),
    ),
    "backed out and lost at a restart": (
        *(*QUEUES, *delayed(2000), Advance(3000), GET_IN_UNIT, MqBackout(), *RESTART, Browse("Q")),
    ),
}
