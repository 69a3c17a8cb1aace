"""Clusters: who is a member, which instances a queue has, which one a message goes to.

A queue of another member shows as a remote queue behind the cluster transmission queue, which is served
by itself. Left out: workload attributes, repositories, clustered topics.
"""

from typing import TYPE_CHECKING

from implementations.behaviour.clusters_and_zos import InstanceChoice
from implementations.state.objects import LocalQueue, RemoteQueue, Route
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import QueueAttributes, Switch, Usage

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager

CLUSTER_TRANSMISSION_QUEUE = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"


class Clusters:
    """The clusters that one queue manager sees."""

    def __init__(self, manager: "QueueManager") -> None:
        self.manager = manager
        self.memberships: set[str] = set()
        self._turns: dict[str, int] = {}

    def join(self, cluster: str) -> None:
        self.memberships.add(cluster)
        if CLUSTER_TRANSMISSION_QUEUE not in self.manager.definitions:
            attributes = QueueAttributes(usage=Usage.TRANSMISSION, max_depth=1_000_000_000)
            self.manager.define_local(LocalQueue(CLUSTER_TRANSMISSION_QUEUE, attributes))

    # --- what is known of a queue -------------------------------------------------------------------

    def instances(self, name: str) -> "list[tuple[QueueManager, LocalQueue]]":
        """The members that have a queue of that name in a cluster of this queue manager."""
        found: list[tuple[QueueManager, LocalQueue]] = []
        if not self.memberships:
            return found
        for manager in self.manager.simulation.managers.values():
            queue = manager.definition(name)
            if isinstance(queue, LocalQueue) and (
                queue.attributes.cluster in self.memberships & manager.clusters.memberships
            ):
                found.append((manager, queue))
        return found

    def attributes(self, name: str) -> QueueAttributes | None:
        """The definition that counts here: that of this queue manager, else the first that is seen."""
        own = self.manager.definition(name)
        if isinstance(own, LocalQueue):
            return own.attributes
        return next((queue.attributes for _, queue in self.instances(name)), None)

    def binding(self, name: str) -> tuple[DefaultBinding, str | None]:
        """DEFBIND of the queue to which a name leads, and its cluster if it is clustered (DD-24)."""
        name = self.manager.final_name(name)
        attributes = self.attributes(name)
        if attributes is None:
            return DefaultBinding.NOT_FIXED, None
        clustered = attributes.cluster if self.instances(name) else None
        return attributes.default_binding, clustered

    # --- the choice ---------------------------------------------------------------------------------

    def choose(self, name: str, instance: str | None = None) -> LocalQueue | RemoteQueue | None:
        """Where a put to a clustered queue goes: to the instance asked for if it is still there."""
        instances = self.instances(name)
        for wanted in (_is_usable, _is_running, _is_there):
            candidates = [manager for manager, queue in instances if wanted(manager, queue)]
            if candidates:
                manager = next(
                    (found for found in candidates if found.name == instance),
                    self._turn(name, candidates),
                )
                queue = manager.definition(name)
                if manager is self.manager and isinstance(queue, LocalQueue):
                    return queue
                return RemoteQueue(name, Route(name, manager.name), CLUSTER_TRANSMISSION_QUEUE)
        return None

    def _turn(self, name: str, candidates: "list[QueueManager]") -> "QueueManager":
        choice = self.manager.behaviour.instance_choice
        if choice is InstanceChoice.LAST_DEFINED:
            return candidates[-1]
        if choice is InstanceChoice.LOCAL_FIRST and self.manager in candidates:
            return self.manager
        return candidates[self._turns.get(name, 0) % len(candidates)]

    def chosen(self, name: str) -> None:
        """A message has gone out: the next one may go elsewhere."""
        if not self.memberships:
            return
        if self.manager.behaviour.instance_choice is InstanceChoice.RANDOM:
            self._turns[name] = self.manager.decisions.random.randrange(1 << 20)
        else:
            self._turns[name] = self._turns.get(name, 0) + 1

    def way_to(self, queue_manager: str) -> str | None:
        """The queue that leads to a fellow member, for its reports."""
        other = self.manager.simulation.managers.get(queue_manager)
        fellow = other is not None and self.memberships & other.clusters.memberships
        return CLUSTER_TRANSMISSION_QUEUE if fellow else None

    def route(self, route: Route) -> Route:
        """The way of a message on the transmission queue: another one if its instance cannot be had."""
        target = self.choose(route.queue, route.queue_manager)
        if target is None:
            return route
        return target.route if isinstance(target, RemoteQueue) else Route(route.queue, self.manager.name)


def _is_usable(manager: "QueueManager", queue: LocalQueue) -> bool:
    return manager.running and queue.attributes.put is Switch.ENABLED


def _is_running(manager: "QueueManager", _: LocalQueue) -> bool:
    return manager.running


def _is_there(_: "QueueManager", __: LocalQueue) -> bool:
    return True
