"""Traces that show misreadings of JMSTimestamp."""

from implementations.witnesses.parts.common import REMOTE, TO_Q, P, Trace, send
from implementations.witnesses.parts.messages import ABROAD, IN_FULL, LONG_FORM, PRESET
from implementations.witnesses.parts.publications import PUBLISHER_OF_PRICES, published, topic
from implementations.witnesses.parts.sends import DELAY, UNIT_WITH_REPLY
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    Send,
    SetDeliveryDelay,
    StartChannel,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, PresetHeaders
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

TRACES: dict[str, Trace] = {
    "timestamp in seconds behind a channel": (Advance(123), *ABROAD),
    "timestamp of the channel": (
        *(*REMOTE, CreateProducer("p", destination=TO_Q), Send("p", OutgoingMessage("m")), Advance(1000)),
        *(StartChannel("XMIT"), Advance(1000), Browse("FAR", "QM2")),
    ),
    "timestamp element of the receipt": (
        *topic(),
        Subscribe("a", "news"),
        *published(0),
        Advance(2000),
        ReceivePublication("a"),
    ),
    "preset timestamp kept": (*P, Send("p", OutgoingMessage("m", preset=PresetHeaders(timestamp=1)))),
    "timestamp in seconds": (*P, Advance(1500), send()),
    "timestamp element of the delivery": (*P, SetDeliveryDelay("p", 5000), send()),
    "preset timestamp kept with a delay": (*P, DELAY, PRESET),
    "preset timestamp of publications kept": (*PUBLISHER_OF_PRICES, PRESET),
    "preset timestamp kept in the long form": (*P, Send("p", IN_FULL, arguments=LONG_FORM)),
    "preset timestamp kept in a unit of work": (*UNIT_WITH_REPLY, Send("p", IN_FULL)),
}
