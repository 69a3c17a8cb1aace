"""Traces that show misreadings of JMSExpiration."""

from implementations.witnesses.parts.common import DISABLE, ENABLE, TO_Q, P, Q, Trace, delayed, send
from implementations.witnesses.parts.messages import (
    IN_FULL,
    LONG_FORM,
    SEND_AGAIN,
    SEND_IN_LONG_FORM,
    TO_Q_NAMED,
)
from implementations.witnesses.parts.publications import PUBLISHER
from implementations.witnesses.parts.sends import (
    BY_Q,
    LIFE,
    NAMELESS,
    OF_SESSION,
    P_AND_P2,
    QUEUES_OF_BOTH,
    SECOND,
    SIMPLIFIED,
    UNIT,
)
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    EndQueueManager,
    Receive,
    Send,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, PresetHeaders

HUNDRED_THOUSAND_DAYS = 8_640_000_000_000


def living(milliseconds: int) -> Trace:
    """A message with this time to live, seen by its sender."""
    return (*P, SetTimeToLive("p", milliseconds), send())


LIMITED: Trace = (*P, SetTimeToLive("p", 20_000), send(), Receive("Q"))

TRACES: dict[str, Trace] = {
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
    "expiration in 32 bits": LIMITED,
    "expiration as i4": LIMITED,
    "no expiration behind a restart": (
        *(*QUEUES_OF_BOTH, EndQueueManager(), StartQueueManager()),
        *(CreateProducer("p", destination=TO_Q), Send("p", IN_FULL, arguments=LONG_FORM)),
    ),
    "preset expiration makes the life": (
        *(*P, Send("p", OutgoingMessage("m", preset=PresetHeaders(expiration=9_999_999_999_999)))),
        Receive("Q"),
    ),
    "no life behind another setter": (
        *P,
        SetTimeToLive("p", 5000),
        SetPriority("p", 7),
        send(),
        Receive("Q"),
    ),
    "life of a session": (*P_AND_P2, SetTimeToLive("p", 2000), SECOND, Browse("Q")),
    "life stays with the object": (
        *(*P, SetTimeToLive("p", 60_000), send(), SetTimeToLive("p", 0), SEND_AGAIN, Browse("Q")),
    ),
    "a producer begins with the life of another": (
        *(*P, SetTimeToLive("p", 60_000), *OF_SESSION[len(P) :], *BY_Q),
    ),
    "long form's life ignored": (*P, SEND_IN_LONG_FORM, Browse("Q")),
    "one tenth unlimited": living(100),
    "one tenth as 0": living(100),
    "two to the 32nd tenths as 0": living(429_496_729_600),
    "two to the 31st tenths refused": living(214_748_364_800),
    "expiration in seconds of 32 bits": living(HUNDRED_THOUSAND_DAYS),
    "expiration of thirteen digits": living(HUNDRED_THOUSAND_DAYS),
    "no expiration of less than a tenth": living(99),
    "expiration with delay": (*Q, *delayed(5000, 20000)),
    "expiration relative": (*P, SetTimeToLive("p", 20000), send()),
    "expiration of the unlimited": (*P, send()),
    "unlimited as 0": (*P, send(), Receive("Q")),
    "large life capped": (*P, SetTimeToLive("p", 214_748_364_800), send()),
    "short life unlimited": (*P, SetTimeToLive("p", 50), send(), Advance(5000), Receive("Q")),
    "no expiration of a large life": (*P, SetTimeToLive("p", 300_000_000_000), send()),
    "life in 32 bits": (*P, SetTimeToLive("p", 5_000_000_000), send()),
    "expiry in milliseconds": (*P, SetTimeToLive("p", 20000), send()),
    "JMSProducer's life ignored": (*SIMPLIFIED, LIFE, send(), Browse("Q")),
    "unit of work unlimited": (*UNIT, LIFE, send(), Commit("t"), Browse("Q")),
    "destination of the send unlimited": (*NAMELESS, LIFE, TO_Q_NAMED, Browse("Q")),
    "publications without expiration element": (*PUBLISHER, LIFE, send(), Browse("S")),
    "publications unlimited": (*PUBLISHER, SetTimeToLive("p", 60_000), send(), Browse("S")),
}
