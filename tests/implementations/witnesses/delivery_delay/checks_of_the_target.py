"""Traces that show misreadings of what is asked of the target at a delayed send, and not again later."""

from implementations.witnesses.parts.common import (
    DISABLE,
    DISCARD,
    QUEUES,
    TO_Q,
    TP,
    P,
    Q,
    Trace,
    delayed,
    message,
    put,
    send,
)
from implementations.witnesses.parts.messages import (
    NON_PERSISTENT_FORM,
    SEND_LONG,
    send_long,
    to_q,
    typed,
    unasked,
)
from implementations.witnesses.parts.queues import FILL_Q, SHORT, SHORTEN_Q, q
from implementations.witnesses.parts.sends import (
    COMMITTED,
    DELAY,
    DELAYED,
    DELAYED_BY_3_S,
    DELAYED_TO_Q,
    DELETE_Q,
    DUE_OF_3_S,
    FOR_MQI,
    NON_PERSISTENT,
    TO_Q_DELAYED,
    UNIT_WITH_DELAY,
    WITHOUT_TARGET,
)
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    QueueAttributes,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage


def full_by(*arguments: SendArguments, limit: int) -> Trace:
    """Two messages on a queue that takes so many, and a delayed one for it."""
    sends = [Send("p", message(f"m{number}"), arguments=one) for number, one in enumerate(arguments)]
    lowered = AlterQueue("Q", AttributeChanges(max_depth=limit))
    return (*P, *sends, lowered, DELAY, send("late"))


A_MONTH = 30 * 86_400_000
FULL_Q = DefineLocalQueue("Q", QueueAttributes(max_depth=0))
SMALL = DefineLocalQueue("Q", QueueAttributes(max_message_length=10))

TRACES: dict[str, Trace] = {
    "full by equality": full_by(NON_PERSISTENT_FORM, NON_PERSISTENT_FORM, limit=1),
    "full by the persistent": full_by(NON_PERSISTENT_FORM, NON_PERSISTENT_FORM, limit=2),
    "targets of messages for the MQI not looked at": (
        *FOR_MQI,
        AlterQueue("Q", AttributeChanges(put=Switch.DISABLED)),
        send(),
    ),
    "put enabled not asked of the non-persistent": unasked(
        QueueAttributes(put=Switch.DISABLED), None, NON_PERSISTENT_FORM
    ),
    "length not asked of the non-persistent": unasked(
        QueueAttributes(max_message_length=9), None, NON_PERSISTENT_FORM
    ),
    "two hundred characters too many": (
        DefineLocalQueue("Q", QueueAttributes(max_message_length=100)),
        *DELAYED_TO_Q,
        Send("p", OutgoingMessage("m", length=101)),
    ),
    "MAXMSGL read once at the send": (
        *(DefineLocalQueue("Q", QueueAttributes(max_message_length=100)), *DELAYED_BY_3_S, send()),
        *(AlterQueue("Q", AttributeChanges(max_message_length=50_000)), send_long("m2")),
    ),
    "MAXMSGL read once at the delivery": (
        *(
            *QUEUES,
            *DELAYED_BY_3_S,
            send_long("m"),
            DUE_OF_3_S,
            send_long("m2"),
            AlterQueue("Q", SHORT),
            DUE_OF_3_S,
        ),
        *(ReadDepth("Q"), ReadDepth("DLQ")),
    ),
    "lost to PUT(DISABLED) before its commit": (*UNIT_WITH_DELAY, send(), DISABLE, *COMMITTED),
    "lost to MAXMSGL before its commit": (*UNIT_WITH_DELAY, SEND_LONG, SHORTEN_Q, *COMMITTED),
    "lost to MAXDEPTH before its commit": (*UNIT_WITH_DELAY, send(), FILL_Q, *COMMITTED),
    "PUT of the former queue": (q(put=Switch.DISABLED), DELETE_Q, *Q, *TO_Q_DELAYED, to_q()),
    "MAXDEPTH of the former queue": (q(max_depth=0), DELETE_Q, *Q, *TO_Q_DELAYED, to_q()),
    "MAXMSGL of the former queue": (
        q(max_message_length=1000),
        DELETE_Q,
        *Q,
        *TO_Q_DELAYED,
        to_q(length=5000),
    ),
    "put-disabled not checked": (*Q, DISABLE, *delayed(5000)),
    "fullness not checked": (
        DefineLocalQueue("Q", QueueAttributes(max_depth=1)),
        put("first"),
        *delayed(5000),
    ),
    "length not checked": (
        DefineLocalQueue("Q", QueueAttributes(max_message_length=50)),
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", length=1000)),
    ),
    "inhibited for no typed messages": typed(DISABLE),
    "no typed message too long": typed(
        AlterQueue("Q", AttributeChanges(max_message_length=100)), length=5000
    ),
    "full for no typed messages": typed(AlterQueue("Q", AttributeChanges(max_depth=0))),
    "target of the discardable not asked": (
        *(*P, DefineLocalQueue("REPLY"), *DELAYED, DISABLE, send(report=DISCARD)),
    ),
    "target in weeks not asked": (
        *(*P, SetDeliveryDelay("p", A_MONTH), AlterQueue("Q", AttributeChanges(max_depth=0)), send()),
    ),
    "put-disabled in a unit of work not asked": (*TP, DISABLE, send(), Commit("t")),
    "length in a unit of work not asked": (
        SMALL,
        *WITHOUT_TARGET,
        Send("p", OutgoingMessage("m", length=5000)),
        Commit("t"),
    ),
    "fullness in a unit of work not asked": (FULL_Q, *WITHOUT_TARGET, send(), Commit("t")),
    "fullness for the non-persistent not asked": (
        FULL_Q,
        CreateProducer("p", destination=TO_Q),
        NON_PERSISTENT,
        DELAY,
        send(),
    ),
}
