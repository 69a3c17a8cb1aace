"""Traces that show misreadings of times to live that are shorter than the delay."""

from implementations.witnesses.parts.common import LOOK, TO_Q, TP, P, Q, Trace, delayed, message, send
from implementations.witnesses.parts.messages import late
from implementations.witnesses.parts.publications import PUBLISHER
from implementations.witnesses.parts.sends import DELAY, DUE, FOR_MQI, NON_PERSISTENT, SIMPLIFIED
from mqtck.reference.vocabulary.commands import (
    CreateProducer,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage


def conflicting(life: int, delay: int) -> Trace:
    return (*P, SetDeliveryDelay("p", delay), SetTimeToLive("p", life), send())


AT_ODDS: Trace = (*P, SetTimeToLive("p", 3000), DELAY)


def long_form(time_to_live: int) -> Send:
    return Send("p", OutgoingMessage("m"), arguments=SendArguments(2, 4, time_to_live))


SHORT_LIFE: Trace = (
    *(*Q, CreateProducer("p"), SetDeliveryDelay("p", 5000)),
    Send("p", message(), TO_Q, SendArguments(DeliveryMode.PERSISTENT, 4, 3000)),
)
SHORT = SetTimeToLive("p", 3000)

TRACES: dict[str, Trace] = {
    "life and delay in tenths": (*Q, *delayed(5010, 5050)[:-1], SetTimeToLive("p", 5040), send()),
    "conflict with a former life": (*P, SetTimeToLive("p", 2000), SetTimeToLive("p", 0), DELAY, send()),
    "conflict of short lives accepted": (*P, SetDeliveryDelay("p", 5000), SetTimeToLive("p", 900), send()),
    "conflict of a named queue's long form reported otherwise": SHORT_LIFE,
    "conflict by 1 ms accepted": (*P, SetDeliveryDelay("p", 5000), SetTimeToLive("p", 4999), send()),
    "one reason for all": (*P, SetDeliveryDelay("p", 5000), SetTimeToLive("p", 3000), send()),
    "a tenth to live wanted": (*P, SetTimeToLive("p", 5001), SetDeliveryDelay("p", 5000), send()),
    "life compared until the first send": (
        *P,
        SetTimeToLive("p", 9000),
        SetDeliveryDelay("p", 5000),
        send("first"),
        SetTimeToLive("p", 3000),
        send(),
    ),
    "long form compared in seconds": (*Q, *late(message(), delay=3900, life=3100)),
    "conflict in floats": conflicting(20_000_000, 20_000_001),
    "conflict of less than a tenth accepted": conflicting(99, 300),
    "conflict with a delay of less than a second accepted": conflicting(899, 900),
    "life of the setter in the long form": (*AT_ODDS, long_form(20_000), DUE, *LOOK[:1]),
    "conflict that a long form has ended": (*AT_ODDS, long_form(20_000), send("n")),
    "long form unchecked behind setters that conflict": (*AT_ODDS, long_form(4000)),
    "conflict in tenths": (*P, SetDeliveryDelay("p", 5050), SetTimeToLive("p", 5049), send()),
    "conflict never reported": (*P, SetDeliveryDelay("p", 5000), SetTimeToLive("p", 3000), send()),
    "conflict mirrored": (*P, SetDeliveryDelay("p", 5000), SetTimeToLive("p", 20000), send()),
    "conflict reported the first time alone": (
        *(*P, SetDeliveryDelay("p", 5000)),
        *(Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 3000)),) * 2,
    ),
    "send arguments not checked": (
        *P,
        SetDeliveryDelay("p", 5000),
        Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 3000)),
    ),
    "conflict of a message for the MQI accepted": (*FOR_MQI, SetTimeToLive("p", 3000), send()),
    "conflict of a named queue's long form accepted": SHORT_LIFE,
    "JMSProducer's conflict accepted": (*SIMPLIFIED, DELAY, SHORT, send()),
    "conflict asked by setTimeToLive alone": (*SIMPLIFIED, SHORT, DELAY, send()),
    "conflict asked by setDeliveryDelay alone": (*SIMPLIFIED, DELAY, SHORT, send()),
    "conflict of a publication accepted": (*PUBLISHER, DELAY, SHORT, send()),
    "conflict in a unit of work accepted": (*TP, SHORT, send()),
    "conflict of the non-persistent accepted": (*P, NON_PERSISTENT, DELAY, SHORT, send()),
    "conflict of correlating long forms accepted": (
        *(*P, SetDeliveryDelay("p", 5000)),
        Send(
            "p",
            OutgoingMessage("m", correlation_text="order 17"),
            arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 3000),
        ),
    ),
}
