"""Traces that show the faults of `wrong_publications`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, Retention, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

from .witness_parts import (
    DISABLE_DLQ,
    DISABLE_REPLY,
    DISCARD,
    ENABLE_DLQ,
    EXCEPTION,
    QUEUES,
    Trace,
    message,
)

ALL, DURABLE, AVAILABLE = MessageDelivery.ALL, MessageDelivery.ALL_DURABLE, MessageDelivery.ALL_AVAILABLE
NEWS = TopicDestination("news")
OVERRIDING = TopicDestination("news", DestinationPersistence.PERSISTENT)
S: Trace = (DefineLocalQueue("S"), DefineSubscription("s", "news", "S"))
T: Trace = (DefineLocalQueue("T"), DefineSubscription("t", "news", "T"))
DISABLE_S = AlterQueue("S", AttributeChanges(put=Switch.DISABLED))
ENABLE_S = AlterQueue("S", AttributeChanges(put=Switch.ENABLED))
FAR: Trace = (
    DefineQueueManager("QM2"),
    JoinHierarchy("QM1", "QM2"),
    DefineLocalQueue("S", queue_manager="QM2"),
    DefineSubscription("s", "news", "S", "QM2"),
)


def topic(persistent: MessageDelivery = AVAILABLE, non_persistent: MessageDelivery = AVAILABLE) -> Trace:
    return (DefineTopic("NEWS", "news", persistent, non_persistent),)


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


RETAINED = OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION)
REPORTED = message(report=EXCEPTION)
LOOK: Trace = (
    Browse("REPLY"),
    Browse("DLQ"),
    Browse(STAGING_QUEUE),
)

PUBLICATIONS: dict[str, Trace] = {
    "matched at the due time": (*topic(), *S, *published(), *T, Advance(6000), Browse("T")),
    "one copy for all subscribers": (*topic(), *S, *T, *published(), ReadDepth(STAGING_QUEUE)),
    "a topic like a queue": (*topic(), *S, *T, *published(), Advance(6000), Browse("S"), Browse("T")),
    "non-durable subscribers at once": (
        *topic(),
        Subscribe("a", "news"),
        *published(),
        Advance(2000),
        ReceivePublication("a"),
    ),
    "staged publications keep their id": (*topic(), *S, *published(), Browse(STAGING_QUEUE)),
    "other queue managers at once": (*topic(), *FAR, *published(), Advance(2000), Browse("S", "QM2")),
    "a copy for each remote subscriber": (
        *topic(),
        *FAR,
        DefineLocalQueue("T", queue_manager="QM2"),
        DefineSubscription("t", "news", "T", "QM2"),
        *published(),
        ReadDepth(STAGING_QUEUE),
    ),
    "message delivery ignored": (*topic(ALL, ALL), *S, *published()),
    "all durable is enough": (*topic(DURABLE, DURABLE), *S, *published()),
    "message delivery mixed up": (*topic(AVAILABLE, ALL), *S, *published(mode=DeliveryMode.NON_PERSISTENT)),
    "persistent publications refused": (*topic(), *S, *published()),
    "non-persistent publications refused": (*topic(), *S, *published(mode=DeliveryMode.NON_PERSISTENT)),
    "publication failure of another name": (*topic(ALL, ALL), *S, *published()),
    "undelayed publications refused": (*topic(ALL, ALL), *S, *published(0)),
    "delivery mode of the send decides": (
        *topic(ALL, AVAILABLE),
        *S,
        *published(mode=DeliveryMode.NON_PERSISTENT, destination=OVERRIDING),
    ),
    "retained accepted": (*topic(), *S, *published(5000, RETAINED)),
    "retained of another reason": (*topic(), *S, *published(5000, RETAINED)),
    "retained never accepted": (*topic(), *S, *published(0, RETAINED)),
    "no delayed publications": (*topic(), *S, *published()),
    "publication without subscriber dead-lettered": (
        *QUEUES,
        *topic(),
        Subscribe("a", "news", Durability.DURABLE),
        *published(),
        Unsubscribe("a"),
        Advance(6000),
        *LOOK,
    ),
    "disconnected dead-lettered": (
        *QUEUES,
        *topic(),
        Subscribe("a", "news"),
        *published(),
        CloseSubscriber("a"),
        Advance(6000),
        *LOOK,
    ),
    "durable subscriber away": (
        *topic(),
        Subscribe("a", "news", Durability.DURABLE),
        *published(),
        CloseSubscriber("a"),
        Advance(6000),
        Subscribe("a", "news", Durability.DURABLE),
        ReceivePublication("a"),
    ),
    "silent without report": (
        *QUEUES,
        *topic(),
        Subscribe("a", "news", Durability.DURABLE),
        *published(5000, REPORTED),
        Unsubscribe("a"),
        Advance(6000),
        *LOOK,
    ),
    "kept for a report that fits nowhere": (
        *QUEUES,
        *topic(),
        Subscribe("a", "news", Durability.DURABLE),
        DISABLE_REPLY,
        DISABLE_DLQ,
        *published(5000, REPORTED, DeliveryMode.NON_PERSISTENT),
        Unsubscribe("a"),
        Advance(6000),
        ReadDepth(STAGING_QUEUE),
    ),
    "publication tried again": (
        *QUEUES,
        *topic(),
        *S,
        *published(),
        DISABLE_S,
        DISABLE_DLQ,
        Advance(6000),
        ReadDepth(STAGING_QUEUE),
        ENABLE_S,
        ENABLE_DLQ,
        Advance(3_600_000),
        Browse("S"),
    ),
    "undeliverable publication dropped": (
        *QUEUES,
        *topic(),
        *S,
        *published(),
        DISABLE_S,
        Advance(6000),
        *LOOK,
    ),
    "publication dead-lettered though discard was asked": (
        *QUEUES,
        *topic(),
        *S,
        *published(5000, message(report=DISCARD)),
        DISABLE_S,
        Advance(6000),
        *LOOK,
    ),
    "one failure ends all copies": (
        *QUEUES,
        *topic(),
        *S,
        *T,
        *published(),
        DISABLE_S,
        Advance(6000),
        Browse("T"),
        *LOOK,
    ),
}
