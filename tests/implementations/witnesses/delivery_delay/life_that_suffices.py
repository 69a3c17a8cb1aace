"""Traces that show misreadings of times to live that suffice for the delay, and are no error."""

from implementations.witnesses.parts.common import P, Trace, message, send
from implementations.witnesses.parts.sends import DELAY, SIMPLIFIED
from mqtck.reference.vocabulary.commands import (
    Advance,
    MqGet,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage

LONG = Send("p", OutgoingMessage("m"), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 0))

TRACES: dict[str, Trace] = {
    "TTL 0 below the delay": (*P, SetDeliveryDelay("p", 5000), send()),
    "conflict with the life of an earlier send": (
        *P,
        Send("p", message("short"), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 2000)),
        DELAY,
        send("late"),
    ),
    "refused after a conflict": (
        *P,
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("short"), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 3000)),
        send(),
    ),
    "a life stays beside a delay": (
        *(*P, SetDeliveryDelay("p", 3000), SetTimeToLive("p", 60_000), SetTimeToLive("p", 0), send()),
        *(Advance(3001), MqGet("Q")),
    ),
    "life of 0 in the long form refused": (*SIMPLIFIED, DELAY, LONG),
}
