"""Misreadings of which subscribers get a delayed publication."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from implementations.decisions.publications import FanOut
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.staged_copies import drop_other_copies
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import (
    NO_ID,
    Delay,
    Entry,
    LocalQueue,
    Message,
    Origin,
    Proxy,
    Subscription,
    Tie,
)
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.calls import for_nobody
from implementations.wrong.parts.rules import FAILED_OR_LOST
from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.constants import UNLIMITED, Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import body_of
from mqtck.reference.vocabulary.outcomes import Outcome, Sent
from mqtck.reference.vocabulary.publications import DeleteTopic, Durability


@misreading(
    "copies of a session gone",
    "Drops the copies for all subscribers of a session when one of them leaves.",
    *("DD-115", "X-52", "DD-76", "DD-106", "DD-107", "DD-10"),
)
class CopiesOfSessionGone(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        for way in ("end", "disconnect"):
            leaves = getattr(manager.topics, way)

            def left(subscription: Subscription, leaves: object = leaves) -> None:
                session = subscription.consumer
                leaves(subscription)  # type: ignore[operator]
                for entry in list(manager.staging.entries):
                    tie = None if entry.message.delay is None else entry.message.delay.tie
                    if isinstance(tie, Subscription) and session is not None and tie.consumer is session:
                        manager.take_off(manager.staging, entry)

            setattr(manager.topics, way, left)


@misreading(
    "copies for a queue gone with a subscription",
    "Drops all copies for a queue when one of the subscriptions that deliver to it ends.",
    *("DD-115", "X-52", "DD-116", "DD-117", "DD-76", "DD-10"),
)
class CopiesForQueueGone(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        end = manager.topics.end

        def ended(subscription: Subscription) -> None:
            end(subscription)
            for entry in list(manager.staging.entries):
                delay = entry.message.delay
                if delay is not None and delay.target == subscription.queue and delay.tie is not subscription:
                    manager.take_off(manager.staging, entry)

        manager.topics.end = ended  # type: ignore[method-assign]


@misreading(
    "topics by their beginning",
    "Gives a subscriber all that begins like its topic.",
    *("DD-116", "DD-115", "DD-76"),
)
class TopicsByTheirBeginning(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        hierarchy = self.simulation.hierarchy

        def of(queue_manager: str, topic_string: str) -> list[Subscription]:
            return [
                one
                for one in hierarchy.subscriptions.values()
                if one.queue_manager == queue_manager
                and topic_string.startswith(one.topic_string)
                and not one.ended
            ]

        with patch.object(hierarchy, "of", of):
            return super().execute(command)


@misreading(
    "five subscribers at most",
    "Stages copies for the first five subscribers alone.",
    *("DD-115", "DD-116", "DD-07", "DD-76", "X-52"),
)
class FiveSubscribers(QueueManagerDecisions):
    def served(self, matching: list[Tie]) -> list[Tie]:
        return super().served(matching)[:5]


@misreading(
    "one durable subscriber of a topic",
    "Stages one copy for all durable subscribers of a topic.",
    *("DD-115", "DD-116", "DD-07", "DD-76", "X-52", "DD-107"),
)
class OneDurableSubscriber(QueueManagerDecisions):
    def served(self, matching: list[Tie]) -> list[Tie]:
        served: dict[object, Tie] = {}
        for tie in super().served(matching):
            durable = isinstance(tie, Subscription) and tie.managed and tie.durability is Durability.DURABLE
            served.setdefault(Durability.DURABLE if durable else tie.queue, tie)
        return list(served.values())


@misreading(
    "a copy for a deserted neighbour",
    "Stages a copy for each neighbour in the hierarchy, whether or not anybody is subscribed there.",
    *("DD-116", "DD-118"),
)
class DesertedNeighbours(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        matching = topics.matching

        def all_neighbours(topic_string: str, came_from: str = "") -> list[Tie]:
            ties = matching(topic_string, came_from)
            served = {tie.neighbour for tie in ties if isinstance(tie, Proxy)} | {came_from}
            others = [one for one in topics.hierarchy.neighbours(manager.name) if one not in served]
            return [*ties, *(Proxy(one, topic_string, topics._queue_to(one)) for one in others)]

        topics.matching = all_neighbours  # type: ignore[method-assign]


@misreading(
    "one copy recalled, none delivered",
    "Takes the copies of all subscribers off the staging queue when one is got there.",
    *("DD-115", "DD-76", "DD-10", "DD-61", "X-52"),
)
class AllRecalled(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        take_off = manager.take_off

        def taken_off(queue: LocalQueue, entry: Entry) -> None:
            take_off(queue, entry)
            delay = entry.message.delay
            if delay is not None and delay.original.publication is not None and manager.now < delay.due:
                drop_other_copies(manager, delay.original)

        manager.take_off = taken_off  # type: ignore[method-assign]


@misreading(
    "first queue of a subscription",
    "Puts copies to the queue that had the name of a subscription's first, which is gone.",
    *("DD-115", "DD-116", "DD-49", "DD-123", *FAILED_OR_LOST),
)
class FirstQueueOfASubscription(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver, first = manager.processor._deliver, dict[str, LocalQueue]()

        def delivered(delay: Delay) -> ReasonCode | None:
            queue = manager.definitions.get(delay.target)
            if delay.tie is None or not isinstance(queue, LocalQueue):
                return deliver(delay)
            return deliver(delay) if first.setdefault(delay.target, queue) is queue else None

        manager.processor._deliver = delivered  # type: ignore[method-assign]


# --- publications -----------------------------------------------------------------------------------------


@misreading(
    "one copy for a queue",
    "Stages one copy for subscriptions that share a queue.",
    *("DD-116", "DD-115", "X-54"),
)
class OneCopyForQueue(QueueManagerDecisions):
    def served(self, matching: list[Tie]) -> list[Tie]:
        return list({tie.queue: tie for tie in super().served(matching)}.values())


@misreading(
    "away at the publish",
    "Stages no copy for a durable subscriber that is away.",
    *("DD-115", "DD-116", "DD-76"),
)
class AwayAtPublish(QueueManagerDecisions):
    def served(self, matching: list[Tie]) -> list[Tie]:
        return [
            tie
            for tie in super().served(matching)
            if not (isinstance(tie, Subscription) and tie.managed and tie.consumer is None)
        ]


@misreading(
    "a copy for nobody", "Stages a copy of a publication that nobody subscribes to.", "DD-116", "DD-76"
)
class CopyForNobody(Attempts):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if not isinstance(command, Send) or producer is None or not isinstance(outcome, Sent):
            return outcome
        if producer.delay and for_nobody(command, producer):
            copy = Message(
                body=body_of(command.message),
                message_id=self.calls.jms.ids[command.message.label],
                correlation_id=NO_ID,
                expiry=UNLIMITED,
                put_at=self.now(),
                end_of_life=None,
                persistence=int(Persistence.PERSISTENT),
                priority=4,
                origin=Origin.JMS,
            )
            processor = producer.session.manager.processor
            processor.stage(processor.delay(copy, "", producer.delay), producer.session.unit)
        return outcome

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        if entry.message.delay is not None and entry.message.delay.target == "":
            manager.take_off(manager.staging, entry)
        else:
            attempt(entry)


# --- gone with somebody else ------------------------------------------------------------------------------


_COPIES = ("DD-115", "DD-116", "DD-118", "DD-10", "DD-12", "X-52", "X-54", "DD-106", "DD-107")


def _drop(manager: QueueManager, gone: Callable[[Entry], bool]) -> None:
    for entry in list(manager.staging.entries):
        if entry.message.delay is not None and gone(entry):
            manager.staging.remove(entry)


def _for_neighbour(entry: Entry) -> bool:
    return entry.message.delay is not None and isinstance(entry.message.delay.tie, Proxy)


class _Leaving(SimulatedWorld):
    """Knows when a subscription ends, and when its subscriber goes."""

    def change(self, manager: QueueManager) -> None:
        end, disconnect = manager.topics.end, manager.topics.disconnect

        def ended(subscription: Subscription) -> None:
            end(subscription)
            self.has_ended(manager, subscription)

        def disconnected(subscription: Subscription) -> None:
            disconnect(subscription)
            self.has_disconnected(manager, subscription)

        manager.topics.end = ended  # type: ignore[method-assign]
        manager.topics.disconnect = disconnected  # type: ignore[method-assign]

    def has_ended(self, manager: QueueManager, _: Subscription) -> None:
        """Nothing more."""

    def has_disconnected(self, manager: QueueManager, subscription: Subscription) -> None:
        """Nothing more."""


@misreading(
    "neighbours' copies gone with a subscriber here",
    "Drops what is staged for other queue managers when somebody here unsubscribes.",
    *_COPIES,
)
class NeighboursCopiesGone(_Leaving):
    def has_ended(self, manager: QueueManager, _: Subscription) -> None:
        _drop(manager, _for_neighbour)


@misreading(
    "neighbours' copies gone with a subscriber there",
    "Drops what is staged for another queue manager when one of those who are subscribed there is gone.",
    *_COPIES,
)
class NeighboursCopiesGoneThere(_Leaving):
    def has_ended(self, manager: QueueManager, _: Subscription) -> None:
        for other in self.simulation.managers.values():
            if other is not manager:
                _drop(other, _for_neighbour)


@misreading(
    "copies gone with the second disconnect",
    "Drops the copies for a durable subscriber when it disconnects for a second time.",
    *_COPIES,
)
class CopiesGoneWithSecondDisconnect(_Leaving):
    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.times: dict[str, int] = {}

    def has_disconnected(self, manager: QueueManager, subscription: Subscription) -> None:
        times = self.times[subscription.name] = self.times.get(subscription.name, 0) + 1
        if times == 2 and subscription.durability is Durability.DURABLE:
            _drop(manager, lambda entry: entry.message.delay.tie is subscription)  # type: ignore[union-attr]


def _published_to(message: Message, topic_string: str) -> bool:
    publication = None if message.delay is None else message.delay.original.publication
    return publication is not None and publication.topic_string == topic_string


@misreading(
    "copies gone with the topic object",
    "Drops what is staged for the subscribers of a topic when its topic object is deleted.",
    *_COPIES,
)
class CopiesGoneWithTopicObject(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DeleteTopic):
            manager = self.simulation.managers[command.queue_manager]
            topic = manager.topics.objects.get(command.topic)
            if topic is not None:
                _drop(manager, lambda entry: _published_to(entry.message, topic.topic_string))
        return super().execute(command)


# --- matching and copies ----------------------------------------------------------------------------------


@misreading(
    "one copy for all subscribers",
    "Stages a publication once and fans it out later, though for the right subscribers.",
    "DD-116",
)
class OneCopyForAll(QueueManagerDecisions):
    fan_out = FanOut.ONE_COPY


@misreading(
    "a topic like a queue", "Gives a delayed publication to one subscriber only.", "DD-115", "DD-116", "DD-76"
)
class TopicLikeQueue(QueueManagerDecisions):
    def served(self, matching: list[Tie]) -> list[Tie]:
        return matching[:1]


@misreading(
    "non-durable subscribers at once",
    "Delays a publication for durable subscriptions only.",
    *("DD-117", "DD-116", "DD-01", "DD-07"),
)
class NonDurableAtOnce(QueueManagerDecisions):
    def waits(self, tie: Tie) -> bool:
        return isinstance(tie, Proxy) or tie.durability is Durability.DURABLE
