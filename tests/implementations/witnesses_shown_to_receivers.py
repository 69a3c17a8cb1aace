"""Traces that show the faults of `wrong_shown_to_receivers`."""

from mqtck.reference.vocabulary.commands import Advance, Browse, MqGet, Receive, Send, SendArguments
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

from .witness_parts import EXCEPTION, QUEUES, P, Trace, delayed, failed, message, send
from .witnesses_publications import published, topic

SHOWN_TO_RECEIVERS: dict[str, Trace] = {
    "timestamp element of the arrival": (*P, *delayed(5000), Advance(6000), Receive("Q")),
    "timestamp element of the receipt": (
        *topic(),
        Subscribe("a", "news"),
        *published(0),
        Advance(2000),
        ReceivePublication("a"),
    ),
    "timestamp element of the burial": (*failed(0), Browse("DLQ")),
    "no id for receivers of the non-persistent": (
        *P,
        Send("p", message(), arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)),
        Receive("Q"),
    ),
    "another id in the descriptor of the persistent": (*P, send(), MqGet("Q")),
    "correlation id of the copy for an object sent again": (
        *(*P, *delayed(5000), Send("p", OutgoingMessage("again", same_object_as="m"))),
        *(Advance(6000), MqGet("Q"), MqGet("Q")),
    ),
    "reply-to queue of the message before": (
        *(*QUEUES, *delayed(5000, report=EXCEPTION), Advance(1000), send("later")),
        *(Advance(6000), MqGet("Q"), MqGet("Q")),
    ),
    "no id for subscribers": (*topic(), Subscribe("a", "news"), *published(0), ReceivePublication("a")),
}
