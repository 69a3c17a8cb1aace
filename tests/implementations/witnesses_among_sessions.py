"""Traces that show the faults of `wrong_among_sessions` and `wrong_for_some_producers`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Commit,
    CreateProducer,
    ProducerApi,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .witness_parts import OLD, TO_Q, TRANSACTED, P, Q, Trace, message, send
from .witnesses_publications import published, topic

DUE = Advance(6000)
NON_DURABLE, DURABLE = Durability.NON_DURABLE, Durability.DURABLE
TWO: Trace = (
    *(
        *topic(),
        TRANSACTED,
        Subscribe("a", "news", NON_DURABLE, "t"),
        Subscribe("b", "news", NON_DURABLE, "t"),
    ),
    *(*published(), DUE, ReceivePublication("a"), ReceivePublication("b")),
)
AGAIN: Trace = (ReceivePublication("a"), ReceivePublication("b"))
GROUPED = OutgoingMessage("m", group=GroupMembership("g", 1))
SIMPLIFIED: Trace = (*Q, CreateProducer("p", ProducerApi.JMS_PRODUCER), SetDeliveryDelay("p", 5000))
BOTH: Trace = (*P, *OLD[:-1], CreateProducer("q", session="s"))

AMONG_SESSIONS: dict[str, Trace] = {
    "rollback of one subscriber": (*TWO, Rollback("t"), *AGAIN),
    "commit of one subscriber": (*TWO, Commit("t"), *AGAIN),
    "copies gone in another session": (
        *(*topic(), Subscribe("a", "news", DURABLE, "s"), *published()),
        *(CloseSubscriber("a"), Subscribe("a", "news", DURABLE, "other"), DUE, ReceivePublication("a")),
    ),
    "given back by a non-durable subscriber": (
        *(*topic(), TRANSACTED, Subscribe("a", "news", NON_DURABLE, "t")),
        *(*published(), DUE, ReceivePublication("a"), Rollback("t"), ReceivePublication("a")),
    ),
    "JMSProducer throws checked for groups": (*SIMPLIFIED, Send("p", GROUPED, TO_Q)),
    "JMSProducer throws checked for versions": (
        *(*OLD[:-1], CreateProducer("p", ProducerApi.JMS_PRODUCER, "s"), SetDeliveryDelay("p", 5000)),
    ),
    "JMSProducer throws checked for topics": (
        *(DefineTopic("NEWS", "news", MessageDelivery.ALL, MessageDelivery.ALL), Subscribe("a", "news")),
        *(*SIMPLIFIED, Send("p", message(), topic=TopicDestination("news"))),
    ),
    "version of the first connection": (*BOTH, SetDeliveryDelay("q", 5000)),
    "version of the last connection": (*BOTH, SetDeliveryDelay("p", 5000), send()),
    "conflict of short lives accepted": (*P, SetDeliveryDelay("p", 5000), SetTimeToLive("p", 900), send()),
    "group with a long delay accepted": (*P, SetDeliveryDelay("p", 60_000), Send("p", GROUPED)),
}
