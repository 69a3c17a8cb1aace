"""Commands of the chapter "Publish/subscribe": topics, subscriptions, and what subscribers receive.

A subscription is known by its name, unique within a trace. A JMS subscriber lives in its session; a
durable one stays when it is closed or its session ends and goes on with the next `Subscribe` of that
name. An administrative subscription (`DefineSubscription`) delivers to a queue of choice, which a tester
can fill, put-inhibit and inspect. Publishing is `Send` with a topic.

A topic string names one topic: wildcards are left out, and so are shared subscriptions and selectors.
"""

from enum import StrEnum

from .base import DEFAULT_SESSION, CommandBase, Milliseconds, Name, QueueName, TopicString
from .constants import DEFAULT_QUEUE_MANAGER


class MessageDelivery(StrEnum):
    """The values of PMSGDLV and NPMSGDLV: to which subscribers a publication must be deliverable.

    All that are available is what a broker without these attributes delivers to.
    """

    AS_PARENT = "as parent"
    ALL = "all"
    ALL_DURABLE = "all durable"
    ALL_AVAILABLE = "all available"


class DefineTopic(CommandBase, frozen=True):
    """A topic object for a topic string, with PMSGDLV and NPMSGDLV."""

    topic: QueueName
    topic_string: TopicString
    persistent_delivery: MessageDelivery = MessageDelivery.AS_PARENT
    non_persistent_delivery: MessageDelivery = MessageDelivery.AS_PARENT
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class AlterTopic(CommandBase, frozen=True):
    """Change what is named; None leaves an attribute as it is."""

    topic: QueueName
    persistent_delivery: MessageDelivery | None = None
    non_persistent_delivery: MessageDelivery | None = None
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class DeleteTopic(CommandBase, frozen=True):
    topic: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class Durability(StrEnum):
    DURABLE = "durable"
    NON_DURABLE = "non-durable"


class Subscribe(CommandBase, frozen=True):
    """Create a JMS subscriber, or go on with the durable subscription of that name.

    It is connected, and gets its publications, whether or not it receives any yet.
    """

    subscription: Name
    topic_string: TopicString
    durability: Durability = Durability.NON_DURABLE
    session: str = DEFAULT_SESSION


class CloseSubscriber(CommandBase, frozen=True):
    """Disconnect a subscriber: a non-durable subscription ends, a durable one stays without a consumer."""

    subscription: Name


class Unsubscribe(CommandBase, frozen=True):
    """End a subscription of any kind; a connected subscriber is closed first."""

    subscription: Name


class DefineSubscription(CommandBase, frozen=True):
    """An administrative (durable) subscription that delivers to a local queue."""

    subscription: Name
    topic_string: TopicString
    queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class JoinHierarchy(CommandBase, frozen=True):
    """Make a queue manager the child of another one in a publish/subscribe hierarchy.

    From then on a subscription on one makes a proxy subscription on the other. The channels between them
    run by themselves. Whether a publication goes on to queue managers beyond the next one is left open.
    """

    parent: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER

    def __post_init__(self) -> None:
        if self.parent == self.queue_manager:
            raise ValueError("parent: a queue manager is not its own parent")


class ReceivePublication(CommandBase, frozen=True):
    """Receive one publication through a connected subscriber, waiting at most so long (ms).

    It belongs to the unit of work of the subscriber's session, where that is transacted.
    """

    subscription: Name
    wait: Milliseconds = 0


PublicationFixture = DefineTopic | AlterTopic | DeleteTopic | DefineSubscription | JoinHierarchy
PublicationCall = Subscribe | CloseSubscriber | Unsubscribe | ReceivePublication
