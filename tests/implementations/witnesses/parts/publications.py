"""Topics, subscriptions and publishers."""

from msgspec.structs import replace

from implementations.witnesses.parts.common import QUEUES, Trace, message
from implementations.witnesses.parts.sends import ANY, DELAY, DUE
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    OpenSession,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, Retention, TopicDestination
from mqtck.reference.vocabulary.publications import (
    DefineSubscription,
    DefineTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    Subscribe,
)

ALSO: Trace = (DefineSubscription("also", "news", "S"),)
AVAILABLE = MessageDelivery.ALL_AVAILABLE


def topic(persistent: MessageDelivery = AVAILABLE, non_persistent: MessageDelivery = AVAILABLE) -> Trace:
    return (DefineTopic("NEWS", "news", persistent, non_persistent),)


NEIGHBOUR: Trace = (
    DefineQueueManager("QM2"),
    JoinHierarchy("QM1", "QM2"),
    OpenSession("s", queue_manager="QM2"),
    *topic(),
    Subscribe("a", "news", session="s"),
    Advance(1000),
)


def topic_at(queue_manager: str) -> Trace:
    """With a subscription that delivers to Q."""
    return (
        DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE, queue_manager=queue_manager),
        DefineSubscription("sub", "news", "Q", queue_manager=queue_manager),
    )


NEWS = TopicDestination("news")
NEWS_WITH_SUBSCRIBER: Trace = (
    DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE),
    CreateProducer("p", topic=NEWS),
    DELAY,
)
TWO_SUBSCRIPTIONS: Trace = (
    DefineLocalQueue("S"),
    DefineSubscription("one", "news", "S"),
    DefineSubscription("two", "news", "S"),
)
S: Trace = (DefineLocalQueue("S"), DefineSubscription("s", "news", "S"))
T: Trace = (DefineLocalQueue("T"), DefineSubscription("t", "news", "T"))
PUBLISHED: Trace = (*topic(), *S, *T, CreateProducer("p", topic=NEWS), SetDeliveryDelay("p", 5000))
PRICES = TopicDestination("prices")
PUBLISHER_OF_PRICES: Trace = (Subscribe("s", "prices"), CreateProducer("p", topic=PRICES))
READER: Trace = (
    DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE),
    DefineLocalQueue("REPLY"),
    Subscribe("alice", "news"),
    CreateProducer("p", topic=NEWS),
)
PUBLISHER: Trace = (
    DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE),
    DefineLocalQueue("S"),
    DefineSubscription("s", "news", "S"),
    CreateProducer("p", topic=NEWS),
)
ALICE = Subscribe("alice", "T", durability=Durability.DURABLE)
ALL = MessageDelivery.ALL
TO_T = TopicDestination("T")
TOPIC_T_AND_S: Trace = (DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineLocalQueue("S"))
SUBSCRIBED_TO_T: Trace = (*TOPIC_T_AND_S, DefineSubscription("s", "T", "S"), CreateProducer("p", topic=TO_T))
TOPIC_T: Trace = (DefineTopic("T", "T", AVAILABLE, AVAILABLE),)
PUBLISHER_TO_T: Trace = (CreateProducer("p", topic=TO_T), SetDeliveryDelay("p", 5000))
BELOW: Trace = (
    *(
        DefineQueueManager("QM2"),
        JoinHierarchy("QM1", "QM2"),
        *TOPIC_T,
        OpenSession("s", queue_manager="QM2"),
    ),
    *(Subscribe("b", "T", session="s"), Advance(1000)),
)


def sent_to(label: str, destination: QueueDestination | TopicDestination) -> Send:
    named = "topic" if isinstance(destination, TopicDestination) else "destination"
    return replace(Send("p", OutgoingMessage(label)), **{named: destination})


def published_to(*destinations: TopicDestination) -> Trace:
    sends = (sent_to(f"m{number}", destination) for number, destination in enumerate(destinations))
    return (*TOPIC_T, Subscribe("a", "T"), *ANY, *sends)


RETAINED = OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION)
TOPIC_FOR_P: Trace = (
    DefineTopic("T", "T", MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL_AVAILABLE),
    *(Subscribe("s", "T"), CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 5000)),
)
TOPIC_NEWS = DefineTopic("NEWS", "news", AVAILABLE, AVAILABLE)
FAR: Trace = (
    DefineQueueManager("QM2"),
    JoinHierarchy("QM1", "QM2"),
    DefineLocalQueue("S", queue_manager="QM2"),
    DefineSubscription("s", "news", "S", "QM2"),
)


def published(
    delay: int = 5000,
    outgoing: OutgoingMessage | None = None,
    mode: DeliveryMode = DeliveryMode.PERSISTENT,
    destination: TopicDestination = NEWS,
) -> Trace:
    """One publication m, whose producer is p."""
    return (
        CreateProducer("p", topic=destination),
        SetDeliveryDelay("p", delay),
        Send("p", outgoing or message(), arguments=SendArguments(mode, 4, 0)),
    )


SUBSCRIBED_TO_NEWS: Trace = (
    *(*QUEUES, *topic(), DefineLocalQueue("S"), DefineSubscription("s", "news", "S")),
    *(CreateProducer("p", topic=TopicDestination("news")), DELAY),
)


def copied(*harm: Command, length: int | None = None) -> Trace:
    """A copy for the queue S."""
    published = Send("p", OutgoingMessage("m", length))
    return (*SUBSCRIBED_TO_NEWS, published, *harm, DUE, ReadDepth("S"), ReadDepth("DLQ"))


PRODUCER_TO_T = CreateProducer("p", topic=TopicDestination("T"))
TOPIC_T_AND_REPLY: Trace = (
    DefineTopic("T", "T", AVAILABLE, AVAILABLE),
    DefineLocalQueue("REPLY"),
    PRODUCER_TO_T,
)
