"""Traces that show misreadings of the order on a queue, and of its limits."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage

from .witness_parts import QUEUES, TO_Q, Q, Trace, put, send

DELAYED_TO_Q: Trace = (CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000))
ORDERS_AND_LIMITS: dict[str, Trace] = {
    "arrival alone": (*Q, put("low", priority=1), put("high", priority=9), Receive("Q"), Receive("Q")),
    "two hundred characters too many": (
        DefineLocalQueue("Q", QueueAttributes(max_message_length=100)),
        *DELAYED_TO_Q,
        Send("p", OutgoingMessage("m", length=101)),
    ),
    "no room for dead letters": (
        *QUEUES,
        *DELAYED_TO_Q,
        send("first"),
        send("second"),
        AlterQueue("Q", AttributeChanges(max_depth=1)),
        Advance(6000),
        ReadDepth("DLQ"),
        Browse("Q"),
    ),
}
