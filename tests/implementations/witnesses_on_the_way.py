"""Traces that show the faults of `wrong_on_the_way`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    Receive,
    Rollback,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

from .witness_parts import (
    DISABLE,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    TO_Q,
    TP,
    P,
    Q,
    Trace,
    delayed,
    send,
)

CORRELATION = "0102030405060708090a0b0c0d0e0f101112131415161718"
LONG_FORM = Send("p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 7, 60_000))
PERSISTENT = Send("p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.PERSISTENT, 7, 60_000))
EARLY: Trace = (Advance(2000), Browse("Q"))
LATE: Trace = (Advance(9000), Browse("Q"))
FULL_DATA = int(Report.EXCEPTION_WITH_FULL_DATA)


def rich(report: int = 0) -> OutgoingMessage:
    """A message of more than a hundred characters, with everything that can get lost."""
    return OutgoingMessage("m", 300, report, reply_to="REPLY", correlation_id=CORRELATION)


def hopped(outgoing: OutgoingMessage | None = None, arguments: SendArguments | None = None) -> Trace:
    """A delayed message at its target."""
    return (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", outgoing or rich(), arguments=arguments),
        Advance(6000),
        Receive("Q"),
    )


def dead_lettered(report: int = 0) -> Trace:
    """A delayed message that could not be put to its target."""
    return (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", rich(report), arguments=SendArguments(DeliveryMode.PERSISTENT, 7, 60_000)),
        DISABLE,
        Advance(6000),
        Browse("DLQ"),
        Browse("REPLY"),
    )


ON_THE_WAY: dict[str, Trace] = {
    "delay in whole seconds": (*Q, *delayed(5900), Advance(5500), Browse("Q")),
    "delay in whole tenths": (*Q, *delayed(5090), Advance(5050), Browse("Q")),
    "sent at a whole second": (*Q, Advance(950), *delayed(5000), Advance(4500), Browse("Q")),
    "one timer for all": (*Q, *delayed(5000), SetDeliveryDelay("p", 60_000), send("n"), *LATE),
    "one message a moment": (
        *P,
        SetDeliveryDelay("p", 5000),
        send("m1"),
        send("m2"),
        Advance(6000),
        Browse("Q"),
    ),
    "four messages a moment": (
        *P,
        SetDeliveryDelay("p", 5000),
        *(send(f"m{number}") for number in range(6)),
        Advance(6000),
        Browse("Q"),
    ),
    "delay used up": (*Q, *delayed(5000), send("n"), Advance(2000), Browse("Q")),
    "delay gone with the commit": (*TP, send(), Commit("t"), send("n"), Commit("t"), *EARLY),
    "delay gone with the rollback": (*TP, send(), Rollback("t"), send("n"), Commit("t"), *EARLY),
    "long form's priority ignored": (*P, LONG_FORM, Browse("Q")),
    "long form's mode ignored": (*P, LONG_FORM, Browse("Q")),
    "long form's life ignored": (*P, LONG_FORM, Browse("Q")),
    "setDeliveryMode ignored": (*P, SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), send(), Browse("Q")),
    "priority 0 for none": (*P, SetPriority("p", 0), send(), Browse("Q")),
    "priority 0 not written": (*P, SetPriority("p", 0), send(), Browse("Q")),
    "default delivery mode not written": (*P, PERSISTENT, Browse("Q")),
    "short text not written": (*P, Send("p", OutgoingMessage("m", correlation_text="order 17")), Browse("Q")),
    "longer bytes refused": (*P, Send("p", OutgoingMessage("m", correlation_bytes="ab" * 30)), Browse("Q")),
    "a tenth to live wanted": (*P, SetTimeToLive("p", 5001), SetDeliveryDelay("p", 5000), send()),
    "delivered with another id": hopped(),
    "delivered without reply-to": hopped(),
    "delivered without report options": hopped(rich(EXPIRATION)),
    "delivered persistent": hopped(arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)),
    "delivered with priority 0": hopped(arguments=SendArguments(DeliveryMode.PERSISTENT, 7, 0)),
    "delivered without end": hopped(arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 60_000)),
    "dead letters of another id": dead_lettered(),
    "dead letters without correlation id": dead_lettered(),
    "dead letters report nothing": (
        *dead_lettered(EXPIRATION),
        Advance(90_000),
        Browse("DLQ"),
        Browse("REPLY"),
    ),
    "dead letters without report options": dead_lettered(EXPIRATION),
    "dead letters without reason": dead_lettered(),
    "dead letters for the staging queue": dead_lettered(),
    "reports without data": dead_lettered(FULL_DATA),
    "full data cut": dead_lettered(FULL_DATA),
    "PASS_MSG_ID ignored": dead_lettered(EXCEPTION | Report.PASS_MSG_ID),
    "PASS_CORREL_ID ignored": dead_lettered(EXCEPTION | Report.PASS_CORREL_ID),
}
