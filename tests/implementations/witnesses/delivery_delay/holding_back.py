"""Traces that show misreadings of when a message may be had, and that nobody sees it on its queue before."""

from implementations.witnesses.parts.common import QUEUES, TP, P, Q, Trace, delayed, send
from implementations.witnesses.parts.messages import alike
from implementations.witnesses.parts.sends import DAY, DUE, DUE_OF_3_S, SIMPLIFIED, held_back
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    ReadDepth,
    Receive,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

NINETY_YEARS = 2_840_184_000_000
YEAR = 365 * 86_400_000
LATE: Trace = (Advance(9000), Browse("Q"))

TRACES: dict[str, Trace] = {
    "delay of three years at most": (*Q, *delayed(5 * YEAR), Advance(4 * YEAR), Receive("Q")),
    "commit stages again": (*TP, send(), Commit("t"), Commit("t"), ReadDepth(STAGING_QUEUE)),
    "delay in seconds": (*Q, *delayed(5000), Advance(6000), Receive("Q")),
    "delay in hundredths": (*Q, *delayed(5000), Advance(2500), Receive("Q")),
    "not staged": (*Q, *delayed(5000), ReadDepth(STAGING_QUEUE), Receive("Q")),
    "parked on the target": (*Q, *delayed(5000), ReadDepth("Q")),
    "delay in 32 bits": (*Q, *delayed(60 * DAY), Advance(30 * DAY), Browse("Q")),
    "one timer for one end": (
        *(*P, SetTimeToLive("p", 60_000), SetDeliveryDelay("p", 9000), send()),
        *(SetDeliveryDelay("p", 3000), send("m2"), DUE, ReadDepth("Q")),
    ),
    "delay in 31 bits": (*Q, *delayed(30 * DAY), Advance(10 * DAY), Browse("Q")),
    "a millisecond early": (*Q, *delayed(5000), Advance(4999), Browse("Q")),
    "delays beyond a minute in tenths": (*Q, *delayed(65_099), Advance(65_050), ReadDepth("Q")),
    "one timer for a correlation id": (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 9000), alike("m"), SetDeliveryDelay("p", 3000), alike("m2")),
        *(DUE_OF_3_S, ReadDepth("Q")),
    ),
    "one timer for a reply-to queue": (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 9000), alike("m"), SetDeliveryDelay("p", 3000), alike("m2")),
        *(DUE_OF_3_S, ReadDepth("Q")),
    ),
    "long delays in minutes": (*Q, *delayed(3_661_000), Advance(3_660_500), ReadDepth("Q")),
    "due in seconds of 32 bits": held_back(NINETY_YEARS),
    "due in a year of two digits": held_back(NINETY_YEARS),
    "due at a time of day": (*Q, *delayed(DAY - 1000), Advance(1000), Browse("Q")),
    "delay in whole seconds": (*Q, *delayed(5900), Advance(5500), Browse("Q")),
    "delay in whole tenths": (*Q, *delayed(5090), Advance(5050), Browse("Q")),
    "sent at a whole second": (*Q, Advance(950), *delayed(5000), Advance(4500), Browse("Q")),
    "one timer for all": (*Q, *delayed(5000), SetDeliveryDelay("p", 60_000), send("n"), *LATE),
    "JMSProducer's delay in 32 bits": (
        *SIMPLIFIED,
        SetDeliveryDelay("p", 60 * DAY),
        send(),
        Advance(30 * DAY),
        Browse("Q"),
    ),
}
