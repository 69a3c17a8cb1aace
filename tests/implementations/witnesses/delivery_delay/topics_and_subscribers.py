"""Traces that show misreadings of which subscribers get a delayed publication."""

from implementations.witnesses.parts.common import QUEUES, Trace, message, send
from implementations.witnesses.parts.publications import (
    ALSO,
    AVAILABLE,
    BELOW,
    NEWS,
    NEWS_WITH_SUBSCRIBER,
    PUBLISHER_TO_T,
    SUBSCRIBED_TO_T,
    TOPIC_T,
    TWO_SUBSCRIPTIONS,
    S,
    T,
    copied,
    published,
    topic,
)
from implementations.witnesses.parts.sends import DUE
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DeleteQueue,
    MqGet,
    OpenSession,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)


def subscribers(*names: str, durability: Durability) -> Trace:
    return tuple(Subscribe(name, "news", durability) for name in names)


TRACES: dict[str, Trace] = {
    "copies of a session gone": (
        *(*topic(), Subscribe("a", "news"), Subscribe("b", "news"), *published(), Unsubscribe("a"), DUE),
        ReceivePublication("b"),
    ),
    "copies for a queue gone with a subscription": (
        *(*QUEUES, *topic(), *S, *ALSO, *published(), Unsubscribe("s"), DUE, Browse("S")),
    ),
    "topics by their beginning": (
        *(DefineTopic(name, name, AVAILABLE, AVAILABLE) for name in ("T", "TOO")),
        Subscribe("s", "T", Durability.NON_DURABLE, "listener"),
        CreateProducer("p", topic=TopicDestination("TOO")),
        SetDeliveryDelay("p", 2000),
        send(),
        ReadDepth(STAGING_QUEUE),
    ),
    "five subscribers at most": (
        *topic(),
        *subscribers("a", "b", "c", "d", "e", "f", durability=Durability.NON_DURABLE),
        *published(),
        DUE,
        ReceivePublication("f"),
    ),
    "one durable subscriber of a topic": (
        *topic(),
        *subscribers("a", "b", durability=Durability.DURABLE),
        CreateProducer("p", topic=NEWS),
        SetDeliveryDelay("p", 5000),
        Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 0)),
        DUE,
        ReceivePublication("a"),
        ReceivePublication("b"),
    ),
    "a copy for a deserted neighbour": (
        *(DefineQueueManager("QM2"), JoinHierarchy("QM2", "QM1"), *SUBSCRIBED_TO_T),
        *(SetDeliveryDelay("p", 5000), send(), ReadDepth(STAGING_QUEUE)),
    ),
    "one copy recalled, none delivered": (
        *(*SUBSCRIBED_TO_T, DefineLocalQueue("S2"), DefineSubscription("s2", "T", "S2")),
        *(SetDeliveryDelay("p", 5000), send(), MqGet(STAGING_QUEUE)),
        *(Advance(6000), ReadDepth("S"), ReadDepth("S2")),
    ),
    "first queue of a subscription": (
        *(*copied(), MqGet("S"), DeleteQueue("S"), DefineLocalQueue("S")),
        *(send("n"), ReadDepth(STAGING_QUEUE), DUE, Browse("S")),
    ),
    "one copy for a queue": (*NEWS_WITH_SUBSCRIBER, *TWO_SUBSCRIPTIONS, send(), ReadDepth(STAGING_QUEUE)),
    "away at the publish": (
        *NEWS_WITH_SUBSCRIBER,
        Subscribe("s", "news", Durability.DURABLE),
        CloseSubscriber("s"),
        send(),
        ReadDepth(STAGING_QUEUE),
    ),
    "a copy for nobody": (*NEWS_WITH_SUBSCRIBER, send(), ReadDepth(STAGING_QUEUE)),
    "neighbours' copies gone with a subscriber here": (
        *(*BELOW, Subscribe("a", "T"), *PUBLISHER_TO_T, send(), CloseSubscriber("a"), DUE),
        ReceivePublication("b"),
    ),
    "neighbours' copies gone with a subscriber there": (
        *(*BELOW, OpenSession("s2", queue_manager="QM2"), Subscribe("a", "T", session="s2"), Advance(1000)),
        *(*PUBLISHER_TO_T, send(), CloseSubscriber("a"), DUE, ReceivePublication("b")),
    ),
    "copies gone with the second disconnect": (
        *(*TOPIC_T, Subscribe("a", "T", Durability.DURABLE), *PUBLISHER_TO_T, send(), CloseSubscriber("a")),
        *(Subscribe("a", "T", Durability.DURABLE), CloseSubscriber("a")),
        *(Subscribe("a", "T", Durability.DURABLE), DUE, ReceivePublication("a")),
    ),
    "copies gone with the topic object": (
        *(
            *TOPIC_T,
            Subscribe("a", "T"),
            *PUBLISHER_TO_T,
            send(),
            DeleteTopic("T"),
            DUE,
            ReceivePublication("a"),
        ),
    ),
    "one copy for all subscribers": (*topic(), *S, *T, *published(), ReadDepth(STAGING_QUEUE)),
    "a topic like a queue": (*topic(), *S, *T, *published(), Advance(6000), Browse("S"), Browse("T")),
    "non-durable subscribers at once": (
        *topic(),
        Subscribe("a", "news"),
        *published(),
        Advance(2000),
        ReceivePublication("a"),
    ),
}
