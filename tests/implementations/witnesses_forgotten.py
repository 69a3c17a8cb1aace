"""Traces that show the faults of `wrong_forgotten`."""

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    Receive,
    Rollback,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode

from .witness_parts import DISABLE, DISCARD, EXPIRATION, TO_Q, TRANSACTED, P, Q, Trace, message, send

A_MONTH = 30 * 86_400_000
SHORT_LIFE: Trace = (
    *(*Q, CreateProducer("p"), SetDeliveryDelay("p", 5000)),
    Send("p", message(), TO_Q, SendArguments(DeliveryMode.PERSISTENT, 4, 3000)),
)
DELAYED: Trace = (SetDeliveryDelay("p", 5000),)
LIVING: Trace = (SetTimeToLive("p", 60_000),)
OTHERWISE: Trace = (SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), SetPriority("p", 7))
IN_A_UNIT: Trace = (*Q, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q))
OUTSIDE: Trace = (*Q, CreateProducer("p", session="s", destination=TO_Q))
SENT: Trace = (send("m2"), Receive("Q"))


def after_a_receive(settings: Trace) -> Trace:
    return (*OUTSIDE, *settings, Receive("Q", session="s"), *SENT)


def after_a_rollback(settings: Trace) -> Trace:
    return (*IN_A_UNIT, *settings, Rollback("t"), send("m2"), Commit("t"), Receive("Q"))


def after_another_session(settings: Trace) -> Trace:
    return (*OUTSIDE, *settings, OpenSession("u"), OpenSession("u"), *SENT)


FORGOTTEN: dict[str, Trace] = {
    "conflict of a named queue's long form accepted": SHORT_LIFE,
    "conflict of a named queue's long form reported otherwise": SHORT_LIFE,
    "authority with reports not asked": (
        *(*Q, DefineLocalQueue("REPLY"), OpenSession("s", user="clerk"), CreateProducer("p", session="s")),
        *(*DELAYED, Send("p", message(report=EXPIRATION), TO_Q)),
    ),
    "existence with reports not asked": (
        *(DefineLocalQueue("REPLY"), CreateProducer("p"), *DELAYED),
        Send("p", message(report=EXPIRATION), TO_Q),
    ),
    "target of the discardable not asked": (
        *(*P, DefineLocalQueue("REPLY"), *DELAYED, DISABLE, send(report=DISCARD)),
    ),
    "target in weeks not asked": (
        *(*P, SetDeliveryDelay("p", A_MONTH), AlterQueue("Q", AttributeChanges(max_depth=0)), send()),
    ),
    "delay lost in a receive": after_a_receive(DELAYED),
    "delay lost with another session": after_another_session(DELAYED),
    "life lost in a receive": after_a_receive(LIVING),
    "life lost in a rollback": after_a_rollback(LIVING),
    "life lost with another session": after_another_session(LIVING),
    "defaults behind a receive": after_a_receive(OTHERWISE),
    "defaults behind a rollback": after_a_rollback(OTHERWISE),
    "defaults behind another session": after_another_session(OTHERWISE),
}
