"""Misreadings of PMSGDLV and NPMSGDLV, which a delayed publication must be allowed by."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any

from implementations.behaviour.publications import AsParent
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.topics import Delivery, TopicObject
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Subscription
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.calls import Call, Row, publishes, register, sends, simplified, transacted
from implementations.wrong.parts.restarts import AsFirstDefined
from mqtck.reference.vocabulary.commands import Command, Send, SetDeliveryDelay, SetTimeToLive
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, Persistence, ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.publications import AlterTopic, DefineTopic, MessageDelivery


@misreading(
    "topics as first defined after a restart",
    "Has topics as they were before they were altered when it starts.",
    *("DD-120", "DD-121", "DD-122", "DD-38"),
)
class TopicsAsFirstDefined(AsFirstDefined):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, AlterTopic):
            topics = self.simulation.managers[command.queue_manager].topics
            if command.topic in topics.objects:
                self.first.setdefault((command.queue_manager, command.topic), topics.objects[command.topic])
        return super().execute(command)

    def note(self, command: Command) -> None:
        """Before the alteration, not after it."""

    def again(self, manager: QueueManager) -> None:
        for (name, topic), before in self.first.items():
            if name == manager.name and isinstance(manager.topics.objects.get(topic), TopicObject):
                manager.topics.objects[topic] = before


@misreading(
    "message delivery asked once",
    "Asks for PMSGDLV and NPMSGDLV when a topic is published to for the first time.",
    *("DD-120", "DD-121", "DD-122", "X-30"),
)
class MessageDeliveryAskedOnce(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        delivery = topics.delivery
        known: dict[str, Any] = {}

        def asked_once(topic_string: str, as_parent: Any) -> Any:
            return known.setdefault(topic_string, delivery(topic_string, as_parent))

        topics.delivery = asked_once  # type: ignore[method-assign]


@misreading(
    "topics not asked for subscriptions of an administrator",
    "Asks what a topic allows where an application has subscribed.",
    *("DD-120", "DD-121", "DD-122", "DD-38"),
)
class NotAskedForAdministrators(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        delivery = topics.delivery

        def for_applications(topic_string: str, as_parent: AsParent) -> Delivery:
            found = delivery(topic_string, as_parent)
            ties = [one for one in topics.matching(topic_string) if isinstance(one, Subscription)]
            available = MessageDelivery.ALL_AVAILABLE
            return found if any(one.managed for one in ties) else (available, available)

        topics.delivery = for_applications  # type: ignore[method-assign]


@misreading(
    "topics of the first queue manager",
    "Asks the topics of the first queue manager what a publication needs.",
    *("DD-120", "DD-121", "DD-122", "DD-38"),
)
class TopicsOfTheFirst(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, DefineTopic | AlterTopic):
            first = self.simulation.managers[DEFAULT_QUEUE_MANAGER].topics.objects
            for manager in self.simulation.managers.values():
                manager.topics.objects.update(first)
        return outcome


TOPIC = ("DD-120", "DD-121", "DD-122", "X-30")


@misreading(
    "the topmost topic decides",
    "Takes PMSGDLV and NPMSGDLV from the topic above, whatever the topic itself says.",
    *("DD-122", "DD-120", "DD-121"),
)
class TopmostTopic(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics

        def delivery(topic_string: str, _: AsParent) -> Delivery:
            above = [one for one in topics.objects.values() if topic_string.startswith(one.topic_string)]
            top = min(above, key=lambda one: len(one.topic_string), default=None)
            return (MessageDelivery.ALL_AVAILABLE,) * 2 if top is None else top.delivery

        topics.delivery = delivery  # type: ignore[method-assign]


Deliveries = tuple[MessageDelivery, MessageDelivery]
AVAILABLE = MessageDelivery.ALL_AVAILABLE


@misreading(
    "publication refused once",
    "Refuses one delayed publication whose topic does not allow it.",
    *("DD-122", "DD-120", "DD-121"),
)
class PublicationRefusedOnce(QueueManagerDecisions):
    asked = False

    def publication_refused(
        self, persistence: int, delivery: tuple[MessageDelivery, MessageDelivery], subscribers: int
    ) -> bool:
        refused = not self.asked and super().publication_refused(persistence, delivery, subscribers)
        self.asked = self.asked or refused
        return refused


def published_elsewhere(world: SimulatedWorld, command: Command) -> bool:
    return sends(
        lambda command, producer: (
            publishes(command, producer) and producer.session.manager.name != DEFAULT_QUEUE_MANAGER
        )
    )(world, command)


@misreading(
    "topics above by their first letters",
    "Takes what a topic allows from one whose name only begins like its own.",
    *("DD-120", "DD-121", "DD-122"),
)
class TopicsAboveByFirstLetters(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        nearest = topics.delivery

        def delivery(topic_string: str, as_parent: AsParent) -> Delivery:
            for topic in topics.objects.values():
                if topic_string.startswith(topic.topic_string) and topic.topic_string != topic_string:
                    return topic.delivery
            return nearest(topic_string, as_parent)

        topics.delivery = delivery  # type: ignore[method-assign]


WEEKS = 1 << 31


def for_weeks(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    return publishes(command, producer) and producer.time_to_live > WEEKS


# --- what the topic must allow ----------------------------------------------------------------------------


@misreading(
    "message delivery ignored", "Asks for neither PMSGDLV nor NPMSGDLV.", "DD-122", "DD-120", "DD-121"
)
class MessageDeliveryIgnored(QueueManagerDecisions):
    def publication_refused(self, persistence: int, delivery: Deliveries, subscribers: int) -> bool:
        return False


@misreading(
    "all durable is enough",
    "Takes ALLDUR for as good as ALLAVAIL, as undelayed publications do.",
    *("DD-122", "DD-120", "DD-121"),
)
class AllDurableIsEnough(QueueManagerDecisions):
    def publication_refused(self, persistence: int, delivery: Deliveries, subscribers: int) -> bool:
        durable = MessageDelivery.ALL_DURABLE
        generous = tuple(AVAILABLE if value is durable else value for value in delivery)
        return super().publication_refused(persistence, (generous[0], generous[1]), subscribers)


@misreading(
    "message delivery mixed up",
    "Asks PMSGDLV for non-persistent publications and NPMSGDLV for persistent ones.",
    *("DD-120", "DD-121", "DD-122", "X-30"),
)
class MessageDeliveryMixedUp(QueueManagerDecisions):
    def publication_refused(self, persistence: int, delivery: Deliveries, subscribers: int) -> bool:
        return super().publication_refused(persistence, (delivery[1], delivery[0]), subscribers)


@misreading(
    "persistent publications refused",
    "Delays no persistent publication, whatever the topic allows.",
    *("DD-120", "DD-34"),
)
class PersistentPublicationsRefused(QueueManagerDecisions):
    def publication_refused(self, persistence: int, delivery: Deliveries, subscribers: int) -> bool:
        return persistence == Persistence.PERSISTENT


@misreading(
    "non-persistent publications refused",
    "Delays persistent publications only.",
    *("DD-121", "DD-34"),
)
class NonPersistentPublicationsRefused(QueueManagerDecisions):
    def publication_refused(self, persistence: int, delivery: Deliveries, subscribers: int) -> bool:
        return persistence == Persistence.NOT_PERSISTENT


@misreading(
    "publication failure of another name", "Refuses an unsuitable topic with 2046 instead of 2502.", "DD-122"
)
class PublicationFailureOfAnotherName(QueueManagerDecisions):
    publication_failure = ReasonCode.OPTIONS_ERROR


@misreading("undelayed publications refused", "Asks for ALLAVAIL without a delay as well.", "DD-124", "DD-34")
class UndelayedPublicationsRefused(QueueManagerDecisions):
    def undelayed_refused(self, persistence: int, delivery: Deliveries) -> bool:
        return self.publication_refused(persistence, delivery, 1)


def any_other_value(persistence: int, delivery: Deliveries) -> bool:
    """Whether a delayed publication would be refused."""
    return delivery[0 if persistence == Persistence.PERSISTENT else 1] is not AVAILABLE


def to_be_retained(command: Call, _: Producer) -> bool:
    return isinstance(command, Send) and command.message.retained is not None


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("undelayed publications refused in a unit of work", "Asks for ALLAVAIL in any unit of work.",
     ("DD-124", "DD-34"), sends(transacted), "undelayed_refused", any_other_value),
    ("undelayed publications refused that are to be retained", "Asks for ALLAVAIL of what is to be retained.",
     ("DD-124", "DD-34"), sends(to_be_retained), "undelayed_refused", any_other_value),
    ("topic in a unit of work not asked", "Asks for PMSGDLV outside units of work alone.",
     TOPIC, sends(transacted), "publication_refused", no),
    ("JMSProducer's topic not asked", "Asks for PMSGDLV for a MessageProducer alone.",
     (*TOPIC, "DD-15"), sends(simplified), "publication_refused", no),
    ("message delivery not asked elsewhere", "Delays at other queue managers whatever a topic allows.",
     ("DD-120", "DD-121", "DD-122", "X-30"), published_elsewhere, "publication_refused", no),
    ("message delivery not asked for weeks", "Delays what lives for weeks whatever its topic allows.",
     ("DD-120", "DD-121", "DD-122", "X-30"), sends(for_weeks), "publication_refused", no),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
