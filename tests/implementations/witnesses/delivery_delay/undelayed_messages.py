"""Traces that show misreadings of messages without a delay, which are never staged."""

from implementations.witnesses.parts.common import TP, P, Trace, send
from implementations.witnesses.parts.sends import DELAY, P_AND_P2, SECOND
from mqtck.reference.vocabulary.commands import Browse, Commit, Receive, Send, SetDeliveryDelay
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage

TRACES: dict[str, Trace] = {
    "delay of 0 ignored": (
        *P,
        SetDeliveryDelay("p", 5000),
        SetDeliveryDelay("p", 0),
        send(),
        Receive("Q"),
    ),
    "object keeps its delay": (
        *P,
        DELAY,
        send("first"),
        SetDeliveryDelay("p", 0),
        Send("p", OutgoingMessage("second", same_object_as="first")),
        Browse("Q"),
        Browse(STAGING_QUEUE),
    ),
    "undelayed wait for the delayed": (
        *TP,
        send("delayed"),
        SetDeliveryDelay("p", 0),
        send("undelayed"),
        Commit("t"),
        Browse("Q"),
    ),
    "delay of a session": (*P_AND_P2, SetDeliveryDelay("p", 5000), SECOND, Browse("Q")),
    "every tenth lost": (*P, *(send(f"m{number}") for number in range(10)), Browse("Q")),
}
