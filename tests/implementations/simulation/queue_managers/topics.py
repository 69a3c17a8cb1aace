"""Topics and subscriptions of one queue manager, and the hierarchy that it belongs to.

A subscription of another queue manager shows here as a proxy subscription for the neighbour that leads
to it. What is published for a proxy waits on a queue of its own until the neighbour runs. Left out:
wildcards, selectors, shared subscriptions, retained publications of other queue managers.
"""

from itertools import count
from typing import TYPE_CHECKING

import msgspec

from implementations.behaviour.publications import AsParent, RootDelivery, UndeliverableCopy
from implementations.simulation.channels.transmission import transmit
from implementations.state.objects import (
    LocalQueue,
    Managed,
    Message,
    Place,
    Proxy,
    Publication,
    Subscription,
    Tie,
    UnitOfWork,
)
from mqtck.reference.vocabulary.commands import QueueAttributes, Usage
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.publications import Durability, MessageDelivery

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager

Delivery = tuple[MessageDelivery, MessageDelivery]
"""PMSGDLV and NPMSGDLV."""

TO_NEIGHBOUR = "SYSTEM.HIERARCHY.TO."


class TopicObject(msgspec.Struct, frozen=True):
    topic_string: str
    delivery: Delivery


class Hierarchy:
    """All subscriptions of a world by their names, and which queue managers are neighbours."""

    def __init__(self) -> None:
        self.subscriptions: dict[str, Subscription] = {}
        self.parents: dict[str, str] = {}
        self.numbers = count(1)

    def join(self, child: str, parent: str) -> bool:
        """Whether the child could join: it has no parent yet and is not above this one."""
        above = parent
        while above in self.parents:
            above = self.parents[above]
        if child in self.parents or above == child:
            return False
        self.parents[child] = parent
        return True

    def neighbours(self, name: str) -> list[str]:
        upwards = [self.parents[name]] if name in self.parents else []
        return upwards + [child for child, parent in self.parents.items() if parent == name]

    def of(self, queue_manager: str, topic_string: str) -> list[Subscription]:
        """The subscriptions there, the oldest first."""
        return [
            subscription
            for subscription in self.subscriptions.values()
            if subscription.queue_manager == queue_manager
            and subscription.topic_string == topic_string
            and not subscription.ended
        ]

    def behind(self, neighbour: str, seen_from: str, topic_string: str) -> list[Subscription]:
        """The subscriptions that are reached through a neighbour."""
        found = self.of(neighbour, topic_string)
        for further in self.neighbours(neighbour):
            if further != seen_from:
                found += self.behind(further, neighbour, topic_string)
        return found


class Topics:
    def __init__(self, manager: "QueueManager") -> None:
        self.manager = manager
        self.decisions = manager.decisions
        self.behaviour = manager.behaviour
        self.hierarchy = manager.simulation.hierarchy
        self.objects: dict[str, TopicObject] = {}
        self.retained: dict[str, Message] = {}

    # --- topic objects ------------------------------------------------------------------------------

    def delivery(self, topic_string: str, as_parent: AsParent) -> Delivery:
        """PMSGDLV and NPMSGDLV of the topic, each from the nearest object upwards that gives one."""
        root = MessageDelivery.ALL_AVAILABLE
        if self.behaviour.root_delivery is RootDelivery.ALL_DURABLE:
            root = MessageDelivery.ALL_DURABLE
        values = [root, MessageDelivery.ALL_AVAILABLE]
        for topic in sorted(self.objects.values(), key=lambda topic: len(topic.topic_string)):
            if f"{topic_string}/".startswith(f"{topic.topic_string}/"):
                for index, value in enumerate(topic.delivery):
                    if value is not MessageDelivery.AS_PARENT or as_parent is AsParent.ANOTHER_VALUE:
                        values[index] = value
        return values[0], values[1]

    # --- subscriptions ------------------------------------------------------------------------------

    def subscribe(
        self, name: str, topic_string: str, durability: Durability, queue: str | None = None
    ) -> Subscription:
        """A new subscription, with a managed queue where none is given."""
        manager, managed = self.manager, Managed.PROVIDED
        if queue is None:
            queue = f"SYSTEM.MANAGED.{next(self.hierarchy.numbers)}"
            managed = Managed.MANAGED
            manager.define_local(LocalQueue(queue, QueueAttributes(max_depth=1_000_000_000)))
        subscription = Subscription(name, topic_string, durability, Place(manager.name, queue, managed))
        self.hierarchy.subscriptions[name] = subscription
        return subscription

    def end(self, subscription: Subscription) -> None:
        """The subscription ends, and its managed queue goes with all that is on it."""
        subscription.ended = True
        subscription.consumer = None
        if subscription.managed:
            queue = self.manager.definitions.pop(subscription.queue, None)
            if isinstance(queue, LocalQueue):
                for entry in list(queue.entries):
                    self.manager.take_off(queue, entry)

    def disconnect(self, subscription: Subscription) -> None:
        """Its consumer goes: a non-durable subscription ends (DD-107)."""
        subscription.consumer = None
        if subscription.durability is Durability.NON_DURABLE:
            self.end(subscription)

    # --- matching -----------------------------------------------------------------------------------

    def matching(self, topic_string: str, came_from: str = "") -> list[Tie]:
        """The subscriptions here, and a proxy for each neighbour that leads to others (DD-116, DD-118)."""
        ties: list[Tie] = [*self.hierarchy.of(self.manager.name, topic_string)]
        for neighbour in self.hierarchy.neighbours(self.manager.name):
            behind = self.hierarchy.behind(neighbour, self.manager.name, topic_string)
            if neighbour != came_from and behind:
                proxy = Proxy(neighbour, topic_string, self._queue_to(neighbour))
                ties += [proxy] * self.decisions.proxy_copies(len(behind))
        return ties

    def known(self, topic_string: str) -> frozenset[str]:
        """The names of all subscriptions to the topic, wherever they are."""
        return frozenset(
            subscription.name
            for subscription in self.hierarchy.subscriptions.values()
            if subscription.topic_string == topic_string and not subscription.ended
        )

    def deserted(self, proxy: Proxy) -> bool:
        """Whether nobody behind a proxy subscription is subscribed any more."""
        return not self.hierarchy.behind(proxy.neighbour, self.manager.name, proxy.topic_string)

    # --- between queue managers ---------------------------------------------------------------------

    def way_to(self, queue_manager: str) -> str | None:
        """The queue that leads to a neighbour, for its reports."""
        neighbours = self.hierarchy.neighbours(self.manager.name)
        return self._queue_to(queue_manager) if queue_manager in neighbours else None

    def _queue_to(self, neighbour: str) -> str:
        name = TO_NEIGHBOUR + neighbour
        if name not in self.manager.definitions:
            attributes = QueueAttributes(usage=Usage.TRANSMISSION, max_depth=1_000_000_000)
            self.manager.define_local(LocalQueue(name, attributes))
        return name

    def pass_on(self) -> bool:
        """Hand what waits for a neighbour over to it, if it runs; True if there was anything."""
        manager, passed = self.manager, False
        for neighbour in self.hierarchy.neighbours(manager.name):
            queue = manager.local(TO_NEIGHBOUR + neighbour)
            partner = manager.simulation.managers[neighbour]
            if queue is None or not partner.running:
                continue
            for entry in [entry for entry in queue.entries if entry.available]:
                if entry.message.route is not None:
                    passed |= transmit(manager, queue, entry)
                    continue
                passed = True
                if self.decisions.expired(entry.message, manager.now):
                    manager.discard(queue, entry)
                    continue
                manager.take_off(queue, entry)
                message = self.decisions.after_hop(entry.message, manager.now)
                partner.topics.arrive(message, manager.name)
        return passed

    def arrive(self, message: Message, came_from: str) -> None:
        """Fan out here what another queue manager published (DD-118, DD-119)."""
        publication = message.publication
        assert publication is not None
        for tie in self.matching(publication.topic_string, came_from):
            if isinstance(tie, Proxy) or self.decisions.remote_may_receive(tie.name, publication):
                self.put_copy(tie, self.copy(message, publication), None)

    def copy(self, message: Message, publication: Publication) -> Message:
        message_id = self.decisions.copy_id(message.message_id, self.manager.new_id())
        return msgspec.structs.replace(message, message_id=message_id, publication=publication)

    def put_copy(self, tie: Tie, copy: Message, unit: UnitOfWork | None) -> ReasonCode | None:
        """Put a copy that nobody insists on; what its queue does not take is left open."""
        reason = self.manager.put(tie.queue, copy, unit)
        if reason is not None and self.behaviour.undeliverable_copy is UndeliverableCopy.DEAD_LETTERED:
            self.manager.dead_letter(copy, reason, tie.queue, unit)
        return reason
