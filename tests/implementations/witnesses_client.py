"""Traces that show the faults of `wrong_client`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    CreateProducer,
    DisableMessageId,
    ProducerApi,
    Receive,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, PresetHeaders

from .witness_parts import OLD, TO_Q, P, Q, Trace, delayed, message, send

CLIENT: dict[str, Trace] = {
    "TTL 0 below the delay": (*P, SetDeliveryDelay("p", 5000), send()),
    "conflict in tenths": (*P, SetDeliveryDelay("p", 5050), SetTimeToLive("p", 5049), send()),
    "conflict never reported": (*P, SetDeliveryDelay("p", 5000), SetTimeToLive("p", 3000), send()),
    "conflict mirrored": (*P, SetDeliveryDelay("p", 5000), SetTimeToLive("p", 20000), send()),
    "send arguments not checked": (
        *P,
        SetDeliveryDelay("p", 5000),
        Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 3000)),
    ),
    "JMSProducer without delay": (
        *Q,
        CreateProducer("p", ProducerApi.JMS_PRODUCER),
        SetDeliveryDelay("p", 5000),
        Send("p", message(), TO_Q),
        Receive("Q"),
    ),
    "delay of 0 ignored": (
        *P,
        SetDeliveryDelay("p", 5000),
        SetDeliveryDelay("p", 0),
        send(),
        Receive("Q"),
    ),
    "clock from the setter": (*P, SetDeliveryDelay("p", 4000), Advance(6000), send(), Receive("Q")),
    "groups accepted": (
        *P,
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", group=GroupMembership("g", 1))),
    ),
    "groups refused without delay": (*P, Send("p", OutgoingMessage("m", group=GroupMembership("g", 1)))),
    "delay refused at send": (*OLD, SetDeliveryDelay("p", 5000)),
    "delay on version 7": (*OLD, SetDeliveryDelay("p", 5000)),
    "delay of 0 refused": (*OLD, SetDeliveryDelay("p", 0), send()),
    "checked exceptions only": (
        *Q,
        CreateProducer("p", ProducerApi.JMS_PRODUCER),
        SetDeliveryDelay("p", 5000),
        Send("p", OutgoingMessage("m", group=GroupMembership("g", 1)), TO_Q),
    ),
    "delivery mode copied": (*P, send(), Receive("Q")),
    "preset delivery mode used": (
        *P,
        Send("p", OutgoingMessage("m", preset=PresetHeaders(delivery_mode=1))),
        Receive("Q"),
    ),
    "priority shifted": (*P, SetPriority("p", 0), send(), Receive("Q")),
    "expiration with delay": (*Q, *delayed(5000, 20000)),
    "expiration relative": (*P, SetTimeToLive("p", 20000), send()),
    "expiration of the unlimited": (*P, send()),
    "unlimited as 0": (*P, send(), Receive("Q")),
    "large life capped": (*P, SetTimeToLive("p", 214_748_364_800), send()),
    "short life unlimited": (*P, SetTimeToLive("p", 50), send(), Advance(5000), Receive("Q")),
    "no expiration of a large life": (*P, SetTimeToLive("p", 300_000_000_000), send()),
    "life in 32 bits": (*P, SetTimeToLive("p", 5_000_000_000), send()),
    "expiry in milliseconds": (*P, SetTimeToLive("p", 20000), send()),
    "preset timestamp kept": (*P, Send("p", OutgoingMessage("m", preset=PresetHeaders(timestamp=1)))),
    "timestamp in seconds": (*P, Advance(1500), send()),
    "timestamp element of the delivery": (*P, SetDeliveryDelay("p", 5000), send()),
    "preset id kept": (
        *P,
        Send("p", OutgoingMessage("m", preset=PresetHeaders(message_id="ID:" + "ab" * 24))),
    ),
    "no id when disabled": (*P, DisableMessageId("p"), send()),
    "id used twice": (*P, send("m"), Send("p", OutgoingMessage("n", same_object_as="m"))),
    "id without prefix": (*P, send()),
    "id cut short": (*P, send()),
    "id of another message": (*P, send(), Receive("Q")),
}
