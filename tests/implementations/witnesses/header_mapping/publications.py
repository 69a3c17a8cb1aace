"""Traces that show misreadings of headers of publications, which are those of sends."""

from implementations.witnesses.parts.common import Trace, send
from implementations.witnesses.parts.publications import PUBLISHER_OF_PRICES, topic
from implementations.witnesses.parts.sends import DELAY
from mqtck.reference.vocabulary.commands import Advance, CreateProducer, Send
from mqtck.reference.vocabulary.constants import DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe

PUBLISHED: Trace = (
    Subscribe("s", "prices"),
    CreateProducer("p", topic=TopicDestination("prices")),
    send(),
    ReceivePublication("s"),
)
GOLD = TopicDestination("prices/gold")

TRACES: dict[str, Trace] = {
    "no header for topics": PUBLISHED,
    "topic by name alone": (
        *(*PUBLISHER_OF_PRICES, send(), CreateProducer("q", topic=TopicDestination("prices", priority=7))),
        Send("q", OutgoingMessage("n")),
    ),
    "copies name the topic alone": (
        Subscribe("s", "prices"),
        CreateProducer("p", topic=TopicDestination("prices", priority=7)),
        *(send(), ReceivePublication("s")),
    ),
    "delayed copies name the topic alone": (
        *(*topic(), Subscribe("s", "news"), CreateProducer("p", topic=TopicDestination("news", priority=7))),
        *(DELAY, send(), Advance(6000), ReceivePublication("s")),
    ),
    "topic by its last level": (
        *(Subscribe("s", "prices/gold"), CreateProducer("p", topic=GOLD), send(), ReceivePublication("s")),
    ),
    "topic overruled": (
        Subscribe("s", "prices"),
        CreateProducer("p", topic=TopicDestination("prices", DestinationPersistence.NON_PERSISTENT)),
        *(send(), ReceivePublication("s")),
    ),
}
