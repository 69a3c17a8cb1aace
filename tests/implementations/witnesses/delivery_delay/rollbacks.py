"""Traces that show misreadings of delayed sends that are rolled back."""

from implementations.witnesses.parts.common import TP, Trace, send
from implementations.witnesses.parts.gets import AFTERWARDS
from implementations.witnesses.parts.queues import STAGING_QUEUE_FULL
from implementations.witnesses.parts.sends import DUE, RESTART
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    Receive,
    Rollback,
    Send,
    SetDeliveryMode,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage

TRACES: dict[str, Trace] = {
    "rolled back but delivered": (*TP, send(), Rollback("t"), Advance(6000), Receive("Q")),
    "rolled back with what was committed": (
        *(*TP, Send("p", OutgoingMessage("m")), Commit("t"), Send("p", OutgoingMessage("n")), Rollback("t")),
        *AFTERWARDS,
    ),
    "rolled back and back at restart": (*TP, send(), Rollback("t"), *RESTART, DUE, Browse("Q")),
    "non-persistent outside the unit of work": (
        *TP,
        SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT),
        send(),
        Rollback("t"),
        DUE,
        Browse("Q"),
    ),
    "last of a unit of work rolled back": (
        *TP,
        send("one"),
        send("two"),
        Rollback("t"),
        Browse(STAGING_QUEUE),
    ),
    "overdue rolled back in vain": (*TP, send(), Advance(9000), Rollback("t"), Browse("Q")),
    "commit refused in part": (
        *TP,
        send("one"),
        send("two"),
        STAGING_QUEUE_FULL,
        Commit("t"),
        Browse(STAGING_QUEUE),
    ),
    "unit of work open after a refused commit": (
        *TP,
        send("one"),
        STAGING_QUEUE_FULL,
        Commit("t"),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=9)),
        Commit("t"),
        Browse(STAGING_QUEUE),
    ),
    "open unit of work committed at the end": (*TP, send(), *RESTART, Browse(STAGING_QUEUE)),
}
