"""Steps for topics, publishers and subscribers.

A subscriber has a name in small letters and a session of its own. Several steps may speak of the queue of
an administrative subscription, which is a queue like any other. What is published is sent by a producer,
so that every step about sends holds for it too. What subscribers get of it is in `copies`.
"""

from typing import Final

from mqtck.conformance.scenarios.builder import Producer, ScriptBuilder, ScriptError
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    Subscribe,
    Unsubscribe,
)

from .failure import was_in_time
from .fixtures import delay_over
from .jms import make_settings, outgoing, send
from .registry import step
from .types_producers import ProducerPhrase, PublisherPhrase, Setting, topic_destination

ALL_AVAILABLE: Final = MessageDelivery.ALL_AVAILABLE


# --- topics ------------------------------------------------------------------------------------------


@step("a topic {topic:Queue}")
def topic(script: ScriptBuilder, topic: str) -> None:
    """A topic object with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL), for the topic string of the same name."""
    topic_with(script, topic, {"PMSGDLV": ALL_AVAILABLE, "NPMSGDLV": ALL_AVAILABLE})


@step("a topic {topic:Queue} with {attributes:TopicAttributes}")
@step("a topic {topic:Queue} with {attributes:TopicAttributes} is defined")
def topic_with(script: ScriptBuilder, topic: str, attributes: dict[str, MessageDelivery]) -> None:
    """PMSGDLV and NPMSGDLV as MQSC writes them; what is not named is ASPARENT."""
    script.fixture(
        DefineTopic(
            topic=topic,
            topic_string=topic,
            persistent_delivery=attributes.get("PMSGDLV", MessageDelivery.AS_PARENT),
            non_persistent_delivery=attributes.get("NPMSGDLV", MessageDelivery.AS_PARENT),
            queue_manager=script.queue_manager,
        )
    )


@step("the topic {topic:Queue} is altered to {attributes:TopicAttributes}")
def topic_altered(script: ScriptBuilder, topic: str, attributes: dict[str, MessageDelivery]) -> None:
    script.fixture(
        AlterTopic(
            topic=topic,
            persistent_delivery=attributes.get("PMSGDLV"),
            non_persistent_delivery=attributes.get("NPMSGDLV"),
            queue_manager=script.queue_manager,
        )
    )


@step("the topic {topic:Queue} is deleted")
def topic_deleted(script: ScriptBuilder, topic: str) -> None:
    """The topic object alone: who is subscribed to the topic string stays subscribed."""
    script.fixture(DeleteTopic(topic=topic, queue_manager=script.queue_manager))


@step("the topic {topic:Queue} is deleted during the delay of {label:Label}")
def topic_deleted_in_time(script: ScriptBuilder, topic: str, label: str) -> None:
    topic_deleted(script, topic)
    was_in_time(script, label)


# --- publishers --------------------------------------------------------------------------------------


@step("a {publisher:Publisher}")
def create_publisher(script: ScriptBuilder, publisher: PublisherPhrase) -> None:
    """A producer for a topic, in a session of its own; a MessageProducer has the topic as its destination."""
    number = len(script.producers) + 1
    session = f"publisher {number}"
    phrase: ProducerPhrase = publisher.producer
    acknowledgement = c.Acknowledgement.TRANSACTED if phrase.transacted else c.Acknowledgement.AUTOMATIC
    script.open_session(session, acknowledgement, None)
    destination = publisher.destination
    named = phrase.api is c.ProducerApi.MESSAGE_PRODUCER
    name = f"producer {number}"
    script.call(
        c.CreateProducer(
            producer=name, api=phrase.api, session=session, topic=destination if named else None
        ),
        "createProducer",
    )
    script.producers.append(
        Producer(name, phrase.api, session, phrase.transacted, destination=None, topic=destination)
    )
    make_settings(script, phrase.settings)


@step("{labels:Labels} are published")
@step("{labels:Labels} is published")
def publish(script: ScriptBuilder, labels: tuple[str, ...], table: tuple[tuple[str, ...], ...] = ()) -> None:
    """A send of the producer created last. A table gives properties of the message, as with a send."""
    if script.producer.topic is None:
        raise ScriptError("the producer created last has no topic to publish to")
    send(script, labels, table)


@step("{label:Label} is published and comes due")
def publish_and_wait(script: ScriptBuilder, label: str, table: tuple[tuple[str, ...], ...] = ()) -> None:
    publish(script, (label,), table)
    delay_over(script, label)


@step("{label:Label} is published to {topic:Queue}")
def publish_to(
    script: ScriptBuilder, label: str, topic: str, table: tuple[tuple[str, ...], ...] = ()
) -> None:
    """The form of send that names a topic."""
    script.send(outgoing(label, table), script.producer, TopicDestination(topic_string=topic))


@step("{label:Label} is published to {topic:Queue} as {settings:Settings}")
def publish_to_destination(
    script: ScriptBuilder, label: str, topic: str, settings: tuple[Setting, ...]
) -> None:
    """The same with properties of the destination: as a destination whose persistence is persistent."""
    script.send(outgoing(label, ()), script.producer, topic_destination(topic, settings))


@step("{label:Label} is sent to {queue:Queue} as a publication to be retained")
def sent_as_retained(script: ScriptBuilder, label: str, queue: str) -> None:
    """The property JMS_IBM_RETAIN on a message for a queue."""
    message = outgoing(label, (("JMS_IBM_RETAIN", "RETAIN_PUBLICATION"),))
    script.send(message, script.producer, QueueDestination(queue=queue))


# --- subscribers -------------------------------------------------------------------------------------


def _subscribe(
    script: ScriptBuilder, name: str, topic: str, durability: Durability, session_of: str | None = None
) -> None:
    session = f"subscriber {session_of or name}"
    script.subscribers[name] = topic
    script.fixture(Subscribe(subscription=name, topic_string=topic, durability=durability, session=session))


@step("a non-durable subscriber {name:Name} to {topic:Queue}")
@step("{name:Name} subscribes to {topic:Queue}")
def subscribe(script: ScriptBuilder, name: str, topic: str) -> None:
    """Connected from here on. Not durable."""
    _subscribe(script, name, topic, Durability.NON_DURABLE)


@step("non-durable subscribers {names:Names} to {topic:Queue}")
def subscribe_several(script: ScriptBuilder, names: tuple[str, ...], topic: str) -> None:
    for name in names:
        subscribe(script, name, topic)


@step("a non-durable subscriber {name:Name} to {topic:Queue} in the session of {other:Name}")
def subscribe_beside(script: ScriptBuilder, name: str, topic: str, other: str) -> None:
    """Whose session may have a further subscriber."""
    _subscribe(script, name, topic, Durability.NON_DURABLE, session_of=other)


@step("a durable subscriber {name:Name} to {topic:Queue}")
def subscribe_durably(script: ScriptBuilder, name: str, topic: str) -> None:
    _subscribe(script, name, topic, Durability.DURABLE)


@step("a transacted subscriber {name:Name} to {topic:Queue}")
def subscribe_transacted(script: ScriptBuilder, name: str, topic: str) -> None:
    """Not durable; what it receives belongs to a unit of work that stays open."""
    script.fixture(
        c.OpenSession(f"subscriber {name}", c.Acknowledgement.TRANSACTED, queue_manager=script.queue_manager)
    )
    subscribe(script, name, topic)


@step("the subscriber {name:Name} disconnects")
def disconnect(script: ScriptBuilder, name: str) -> None:
    """A durable subscription stays."""
    script.fixture(CloseSubscriber(subscription=name))


@step("the durable subscriber {name:Name} connects again")
def connect_again(script: ScriptBuilder, name: str) -> None:
    _subscribe(script, name, script.topic_of(name), Durability.DURABLE)


@step("the durable subscriber {name:Name} connects again in another session")
def connect_elsewhere(script: ScriptBuilder, name: str) -> None:
    """One that nobody has used before."""
    _subscribe(script, name, script.topic_of(name), Durability.DURABLE, session_of=f"{name} again")


@step("the unit of work of the subscriber {name:Name} is committed")
def commit_received(script: ScriptBuilder, name: str) -> None:
    """With all that subscribers in the same session have received."""
    script.fixture(c.Commit(session=f"subscriber {name}"))


@step("the unit of work of the subscriber {name:Name} is rolled back")
def roll_back_received(script: ScriptBuilder, name: str) -> None:
    """With all that subscribers in the same session have received."""
    script.fixture(c.Rollback(session=f"subscriber {name}"))


def unsubscribe(script: ScriptBuilder, name: str) -> None:
    script.fixture(Unsubscribe(subscription=name))


@step("the subscriber {name:Name} disconnects during the delay of {label:Label}")
def disconnect_in_time(script: ScriptBuilder, name: str, label: str) -> None:
    disconnect(script, name)
    was_in_time(script, label)


@step("the subscriber {name:Name} unsubscribes during the delay of {label:Label}")
def unsubscribe_in_time(script: ScriptBuilder, name: str, label: str) -> None:
    unsubscribe(script, name)
    was_in_time(script, label)


@step("{name:Name} subscribes to {topic:Queue} during the delay of {label:Label}")
def subscribe_in_time(script: ScriptBuilder, name: str, topic: str, label: str) -> None:
    subscribe(script, name, topic)
    was_in_time(script, label)


@step("{name:Name} subscribes durably to {topic:Queue} during the delay of {label:Label}")
def subscribe_durably_in_time(script: ScriptBuilder, name: str, topic: str, label: str) -> None:
    subscribe_durably(script, name, topic)
    was_in_time(script, label)


@step("a subscription to {topic:Queue} that delivers to {queue:Queue}")
@step("a subscription to {topic:Queue} is defined that delivers to {queue:Queue}")
def administrative_subscription(script: ScriptBuilder, topic: str, queue: str) -> None:
    """Defined by an administrator; the queue must exist."""
    script.subscriber_queues.setdefault(topic, []).append(queue)
    _define_subscription(script, f"subscription of {queue}", topic, queue)


@step("another subscription to {topic:Queue} that delivers to {queue:Queue}")
def further_subscription(script: ScriptBuilder, topic: str, queue: str) -> None:
    """Beside one that delivers to the same queue."""
    _define_subscription(script, f"another subscription of {queue}", topic, queue)


def _define_subscription(script: ScriptBuilder, name: str, topic: str, queue: str) -> None:
    script.fixture(
        DefineSubscription(
            subscription=name, topic_string=topic, queue=queue, queue_manager=script.queue_manager
        )
    )


@step("the subscription that delivers to {queue:Queue} is deleted during the delay of {label:Label}")
def subscription_deleted(script: ScriptBuilder, queue: str, label: str) -> None:
    """Its queue stays."""
    script.fixture(Unsubscribe(subscription=f"subscription of {queue}"))
    was_in_time(script, label)


# --- hierarchies -------------------------------------------------------------------------------------


@step("a queue manager {name:QueueManager} below that of the application in a hierarchy")
def hierarchy(script: ScriptBuilder, name: str) -> None:
    """Subscriptions there make proxy subscriptions here."""
    script.fixture(c.DefineQueueManager(name=name))
    script.fixture(JoinHierarchy(parent=script.queue_manager, queue_manager=name))


@step("a non-durable subscriber {name:Name} to {topic:Queue} on {manager:QueueManager}")
@step("{name:Name} subscribes to {topic:Queue} on {manager:QueueManager}")
def subscribe_elsewhere(script: ScriptBuilder, name: str, topic: str, manager: str) -> None:
    """Connected to the other queue manager."""
    script.fixture(c.OpenSession(session=f"subscriber {name}", queue_manager=manager))
    subscribe(script, name, topic)


@step("{name:Name} subscribes to {topic:Queue} on {manager:QueueManager} during the delay of {label:Label}")
def subscribe_elsewhere_in_time(
    script: ScriptBuilder, name: str, topic: str, manager: str, label: str
) -> None:
    subscribe_elsewhere(script, name, topic, manager)
    was_in_time(script, label)
