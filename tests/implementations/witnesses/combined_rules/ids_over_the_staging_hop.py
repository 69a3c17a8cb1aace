"""Traces that show misreadings of the ids of a message over the staging hop."""

from implementations.witnesses.parts.common import EXCEPTION, REMOTE, P, Q, Trace, delayed
from implementations.witnesses.parts.messages import ASKED_IN_UNIT, WHOLE, asked, hopped, late, with_delay
from implementations.witnesses.parts.sends import DUE, LATE, P_DELAYED
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    DefineAliasQueue,
    DefineLocalQueue,
    MqGet,
    Send,
    StartChannel,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination


def by_way_of(queue: str, *fixtures: Command) -> Trace:
    """Not persistent, priority 4, with all that may be lost."""
    return (
        DefineLocalQueue("REPLY"),
        *fixtures,
        *late(asked(EXCEPTION), QueueDestination(queue), DeliveryMode.NON_PERSISTENT, life=20_000),
        DUE,
    )


REMOTELY: Trace = (*by_way_of("Q", *REMOTE), StartChannel("XMIT"), Browse("FAR", "QM2"))
BEHIND: Trace = (*by_way_of("A", *Q, DefineAliasQueue("A", "Q")), Browse("Q"))

TRACES: dict[str, Trace] = {
    "delivered late as staged": LATE,
    "remote with a new id": (
        *REMOTE,
        *delayed(5000),
        StartChannel("XMIT"),
        Advance(6000),
        Browse("FAR", "QM2"),
    ),
    "correlation id lost on the way": (*Q, *with_delay(OutgoingMessage("m", correlation_bytes="0102"))),
    "correlation id of the message before": (
        *(DefineLocalQueue("REPLY"), *P_DELAYED, Send("p", WHOLE), Advance(6000), MqGet("Q")),
        *(Send("p", OutgoingMessage("n")), Advance(6000), Browse("Q")),
    ),
    "delivered with another id": hopped(),
    "correlation id of the copy for an object sent again": (
        *(*P, *delayed(5000), Send("p", OutgoingMessage("again", same_object_as="m"))),
        *(Advance(6000), MqGet("Q"), MqGet("Q")),
    ),
    "alias: as staged": BEHIND,
    "alias: unlimited": BEHIND,
    "remote: as staged": REMOTELY,
    "remote: unreported": REMOTELY,
    "remote: no reply-to": REMOTELY,
    "remote: priority 0": REMOTELY,
    "remote: persistent": REMOTELY,
    "unit of work without correlation id": ASKED_IN_UNIT,
}
