"""Chapter "Publish/subscribe": who is subscribed, and which attribute of the topic counts.

Covers whom a publication is matched with (DD-76, DD-115), when a subscriber is gone (DD-106, DD-107) and
which value of PMSGDLV or NPMSGDLV counts (DD-120 to DD-122). How subscriptions come and go stands in
`subscription_fixtures`.

Silent points: what a topic string inherits that has no topic object, or one with ASPARENT (both ways are
accepted); whether the attribute for the other persistence counts as well (both ways, DD-121).
"""

from typing import Final

from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import owner, queue_name
from mqtck.reference.state.state import State
from mqtck.reference.state.subscriptions import Subscriber, Subscription, Topic
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.publications import MessageDelivery

from .resolution import Resolved, defined_key, resolve

_OWN: Final = "subscription "


def own_queue(subscription: str) -> str:
    """The name of the queue of a JMS subscriber; no queue that is defined can have it."""
    return f"{_OWN}{subscription}"


def is_own_queue(queue_key: str) -> bool:
    """Whether it is the queue of a JMS subscriber, of which nobody has defined the sequence of delivery."""
    return queue_name(queue_key).startswith(_OWN)


def matching(state: State, queue_manager: str, topic_string: str) -> list[str]:
    """DD-76: the subscriptions on this queue manager that a publication is matched with now."""
    return [
        name
        for name, subscription in sorted(state.subscriptions.items())
        if (subscription.queue_manager, subscription.topic_string) == (queue_manager, topic_string)
    ]


def queue_of(state: State, subscription: Subscription) -> Resolved | None:
    """The local queue to which a copy for it comes now; another one where its own is an alias by now."""
    found = resolve(state, subscription.queue_manager, queue_name(subscription.queue))
    return found if found is None or not (found.onward or found.instances) else None


def delivering_to(state: State, queue_key: str) -> list[str]:
    """The administrative subscriptions whose queue this is."""
    return [
        name
        for name, subscription in sorted(state.subscriptions.items())
        if subscription.kind is Subscriber.ADMINISTRATIVE
        and defined_key(state, subscription.queue_manager, queue_name(subscription.queue)) == queue_key
    ]


def subscriber_is_gone(state: State, message: Message) -> bool:
    """DD-106, DD-107: unsubscribed, or disconnected where the subscription is not durable.

    A durable subscriber that is merely disconnected is still subscribed (DD-107, DD-115).
    """
    return message.subscription is not None and message.subscription not in state.subscriptions


def delivery_allows_delay(
    state: State, queue_manager: str, topic_string: str, persistence: Persistence
) -> Answer:
    """Whether the topic has ALLAVAIL where a delayed publication of this persistence needs it.

    DD-120: PMSGDLV for a persistent one. DD-121: NPMSGDLV for the other. DD-122: no other value will do.
    The attribute of the other persistence may count as well (DD-121), and what is inherited is open.
    """
    topic = topic_of(state, queue_manager, topic_string)
    if topic is None:
        return Answer.UNSURE
    needed, other = topic.persistent_delivery, topic.non_persistent_delivery
    if persistence is Persistence.NOT_PERSISTENT:
        needed, other = other, needed
    # fmt: off
    match (needed, other):
        case (MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL_AVAILABLE):
            return Answer.YES
        case (MessageDelivery.ALL_AVAILABLE, _):
            return Answer.UNSURE
        case (MessageDelivery.AS_PARENT, _):
            return Answer.UNSURE
        case (_, _):
            return Answer.NO
    # fmt: on


def topic_of(state: State, queue_manager: str, topic_string: str) -> Topic | None:
    """The topic object of exactly this topic string."""
    found = (topic for name, topic in sorted(state.topics.items()) if owner(name) == queue_manager)
    return next((topic for topic in found if topic.topic_string == topic_string), None)
