"""Traces that show the faults of `wrong_for_one_kind`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    EndQueueManager,
    FailDelayProcessor,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import DefineSubscription, DefineTopic, MessageDelivery

from .witness_parts import P, Q, Trace, message, send
from .witnesses_clusters_zos import STAGING, Z, change

IN_GROUP: Trace = (DefineQueueManager("Z", platform=Platform.ZOS, queue_sharing_group="G"),)
QUEUE: Trace = (DefineLocalQueue("Q", queue_manager="Z"),)
SHARED: Trace = (DefineSharedQueue("Q", "G"),)
ALIAS: Trace = (DefineLocalQueue("R", queue_manager="Z"), DefineAliasQueue("Q", "R", "Z"))
REMOTE: Trace = (
    DefineLocalQueue("R", QueueAttributes(usage=Usage.TRANSMISSION), "Z"),
    DefineRemoteQueue("Q", "FAR", "QM9", "R", "Z"),
)
EVERYBODY = MessageDelivery.ALL_AVAILABLE
TOPIC = TopicDestination("news")
NO_GET, NO_PUT = change(get=Switch.DISABLED), change(put=Switch.DISABLED)
GET, PUT = change(get=Switch.ENABLED), change(put=Switch.ENABLED)
ERROR = FailDelayProcessor("Z")


def topic(queue_manager: str) -> Trace:
    """With a subscription that delivers to Q."""
    return (
        DefineTopic("NEWS", "news", EVERYBODY, EVERYBODY, queue_manager=queue_manager),
        DefineSubscription("sub", "news", "Q", queue_manager=queue_manager),
    )


def sent(place: Trace, *settings: Command, manager: Trace = Z, to: TopicDestination | None = None) -> Trace:
    """One delayed message m from a session of Z."""
    producer = (
        CreateProducer("p", session="z", destination=QueueDestination("Q"))
        if to is None
        else CreateProducer("p", session="z", topic=to)
    )
    return (
        *(*manager, STAGING, *place, OpenSession("z", queue_manager="Z"), producer),
        *(SetDeliveryDelay("p", 5000), *settings, send()),
    )


def looked(queue: str = "Q") -> Trace:
    return (Advance(6000), ReadDepth(STAGING_QUEUE, "Z"), ReadDepth(queue, "Z"))


def unstaged(place: Trace, *settings: Command, by: Send | None = None) -> Trace:
    """The same without a staging queue."""
    return (
        *(*Z, *place, OpenSession("z", queue_manager="Z")),
        CreateProducer("p", session="z", destination=QueueDestination("Q")),
        *(SetDeliveryDelay("p", 5000), *settings, by or send()),
    )


LIGHTLY = SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT)
PUBLISHED = sent((*QUEUE, *topic("Z")), to=TOPIC)
ONE_KIND: dict[str, Trace] = {
    "publications gone on with without gets": (*PUBLISHED, NO_GET, *looked()),
    "aliases gone on with without gets": (*sent(ALIAS), NO_GET, *looked("R")),
    "non-persistent ones gone on with without puts": (*sent(QUEUE, LIGHTLY), NO_PUT, *looked()),
    "shared queues gone on with without puts": (*sent(SHARED, manager=IN_GROUP), NO_PUT, *looked()),
    "remote queues gone on with after an error": (*sent(REMOTE), ERROR, *looked("R")),
    "the urgent gone on with after an error": (*sent(QUEUE, SetPriority("p", 9)), ERROR, *looked()),
    "publications forgotten by a failure": (
        *(*Q, *topic("QM1"), CreateProducer("p", topic=TOPIC), SetDeliveryDelay("p", 5000), send()),
        *(FailDelayProcessor(), Advance(6000), Browse("Q"), Browse(STAGING_QUEUE)),
    ),
    "aliases forgotten by a failure": (
        *(DefineLocalQueue("R"), DefineAliasQueue("Q", "R"), *P[1:], SetDeliveryDelay("p", 5000), send()),
        *(FailDelayProcessor(), Advance(6000), Browse("R"), Browse(STAGING_QUEUE)),
    ),
    "remote queues forgotten by a start": (
        *(*sent(REMOTE), EndQueueManager("Z"), Advance(6000), StartQueueManager("Z")),
        *looked("R"),
    ),
    "shared queues forgotten by GET": (
        *(*sent(SHARED, manager=IN_GROUP), NO_GET, Advance(6000), GET),
        *looked(),
    ),
    "publications forgotten by PUT": (*PUBLISHED, NO_PUT, Advance(6000), PUT, *looked()),
    "the mortal forgotten by PUT": (
        *(*sent(QUEUE, SetTimeToLive("p", 3_600_000)), NO_PUT, Advance(6000), PUT),
        *looked(),
    ),
    "sent by another name without staging queue": unstaged(ALIAS),
    "sent lightly without staging queue": unstaged(QUEUE, LIGHTLY),
    "sent at length without staging queue": unstaged(
        QUEUE, by=Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 0))
    ),
}
