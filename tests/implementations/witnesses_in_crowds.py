"""Traces that show the faults of `wrong_in_crowds`: forty messages each."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    EndQueueManager,
    ReadDepth,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import DeliveryMode

from .witness_parts import DISABLE, EXCEPTION, EXPIRATION, QUEUES, P, Trace, send

CROWD = 40
PERSISTENT: Trace = (*QUEUES, *P[1:], SetDeliveryMode("p", DeliveryMode.PERSISTENT))


def crowd(report: int = 0) -> Trace:
    return tuple(send(f"m{number}", report) for number in range(CROWD))


IN_CROWDS: dict[str, Trace] = {
    "thirty staged messages restored": (
        *(*PERSISTENT, SetDeliveryDelay("p", 5000), *crowd()),
        *(EndQueueManager(), StartQueueManager(), Advance(8000), ReadDepth("Q")),
    ),
    "thirty expiration reports": (
        *(*PERSISTENT, SetTimeToLive("p", 5000), *crowd(EXPIRATION)),
        *(Advance(8000), Browse("Q"), Browse("REPLY"), ReadDepth("REPLY")),
    ),
    "thirty exception reports": (
        *(*PERSISTENT, SetDeliveryDelay("p", 5000), *crowd(EXCEPTION), DISABLE),
        *(Advance(8000), Browse("DLQ"), Browse("REPLY"), ReadDepth("REPLY")),
    ),
}
