"""Misreadings of what becomes of copies when a session, a queue or a queue manager has to do with several.

Or when what a subscription delivers to, or what it would be given, is there no longer.
"""

# ruff: noqa: ARG002 - as in `decisions`

import msgspec

from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.publications import Durability

from .misreading import misreading
from .objects import Delay, Message, Proxy, Subscription, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld


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
    "a deleted queue is a subscriber gone",
    "Discards a copy silently where the queue of its subscription has been deleted.",
    *("DD-123", "DD-98", "X-52"),
)
class DeletedQueueIsSubscriberGone(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        unreachable = manager.processor._unreachable

        def gone(delay: Delay) -> bool:
            nowhere = isinstance(delay.tie, Subscription) and manager.local(delay.target) is None
            return unreachable(delay) or nowhere

        manager.processor._unreachable = gone  # type: ignore[method-assign]


@misreading(
    "neighbours' copies lost at a restart",
    "Does not log what is staged for other queue managers.",
    *("DD-118", "DD-116", "DD-07", "X-45", "DD-57"),
)
class NeighboursCopiesLost(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        survives = manager._survives

        def kept(message: Message) -> bool:
            proxy = message.delay is not None and isinstance(message.delay.tie, Proxy)
            return survives(message) and not proxy

        manager._survives = kept  # type: ignore[method-assign]


@misreading(
    "a clustered queue that is gone",
    "Takes a message for delivered where no instance of its clustered queue is left.",
    *("DD-98", "DD-114", "DD-49", "X-37", "X-54"),
)
class ClusteredQueueGone(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver = manager.processor._deliver

        def delivered(delay: Delay) -> ReasonCode | None:
            reason = deliver(delay)
            nowhere = reason is ReasonCode.UNKNOWN_OBJECT_NAME and manager.clusters.memberships
            return None if nowhere else reason

        manager.processor._deliver = delivered  # type: ignore[method-assign]


@misreading(
    "unsubscribed when away",
    "Takes a durable subscription that ends without its subscriber for one that goes on nowhere.",
    *("DD-106", "DD-108", "DD-107"),
)
class UnsubscribedWhenAway(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        away: set[str] = set()
        end, unreachable = manager.topics.end, manager.processor._unreachable

        def ended(subscription: Subscription) -> None:
            if subscription.managed and subscription.consumer is None and not _comes_and_goes(subscription):
                away.add(subscription.name)
            end(subscription)

        def gone(delay: Delay) -> bool:
            return unreachable(delay) and not (isinstance(delay.tie, Subscription) and delay.tie.name in away)

        manager.topics.end = ended  # type: ignore[method-assign]
        manager.processor._unreachable = gone  # type: ignore[method-assign]


def _comes_and_goes(subscription: Subscription) -> bool:
    return subscription.durability is Durability.NON_DURABLE


@misreading(
    "administrative subscriptions unreported",
    "Reports no copy for an administrative subscription that has been deleted.",
    *("DD-108", "DD-101"),
)
class AdministrativeUnreported(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        report = manager.processor._report

        def reported(about: Message, delay: Delay, reason: int, unit: UnitOfWork) -> bool:
            tie = delay.tie
            deleted = isinstance(tie, Subscription) and tie.ended and not tie.managed
            return deleted or report(about, delay, reason, unit)

        manager.processor._report = reported  # type: ignore[method-assign]


@misreading(
    "clustered messages lost at a restart",
    "Does not log what is staged for a clustered queue.",
    *("X-45", "DD-57", "DD-07", "DD-95", "DD-21"),
)
class ClusteredLost(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        survives = manager._survives

        def kept(message: Message) -> bool:
            clustered = message.delay is not None and manager.clusters.instances(message.delay.target)
            return survives(message) and not clustered

        manager._survives = kept  # type: ignore[method-assign]


class _StagedAtOnce(SimulatedWorld):
    """Stages some messages outside their unit of work."""

    def change(self, manager: QueueManager) -> None:
        stage = manager.processor.stage

        def staged(delay: Delay, unit: UnitOfWork | None) -> None:
            stage(delay, None if self.at_once(manager, delay) else unit)

        manager.processor.stage = staged  # type: ignore[method-assign]

    def at_once(self, manager: QueueManager, delay: Delay) -> bool:
        """Of a misreading."""
        raise NotImplementedError


@misreading(
    "clustered messages staged before the commit",
    "Stages a message for a clustered queue outside its unit of work.",
    *("DD-43", "DD-42", "DD-06", "DD-45"),
)
class ClusteredStagedAtOnce(_StagedAtOnce):
    def at_once(self, manager: QueueManager, delay: Delay) -> bool:
        return bool(manager.clusters.instances(delay.target))


@misreading(
    "neighbours' copies staged before the commit",
    "Stages a copy for another queue manager outside its unit of work.",
    *("DD-43", "DD-42", "DD-06", "DD-45"),
)
class NeighboursStagedAtOnce(_StagedAtOnce):
    def at_once(self, manager: QueueManager, delay: Delay) -> bool:
        return isinstance(delay.tie, Proxy)


@misreading(
    "a new life for what is retained",
    "Gives a new subscriber the retained publication with the life that it was published with.",
    *("EX-17", "EX-04", "EX-05", "EX-10", "EX-03", "EX-19"),
)
class NewLifeForRetained(SimulatedWorld):
    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.calls.subscribers._send_retained = _begun_anew  # type: ignore[method-assign]


def _begun_anew(manager: QueueManager, subscription: Subscription) -> None:
    retained = manager.topics.retained.get(subscription.topic_string)
    if retained is not None:
        end, now = retained.end_of_life, manager.now
        end = None if end is None else now + end - retained.put_at
        copy = msgspec.structs.replace(retained, put_at=now, end_of_life=end)
        manager.topics.put_copy(subscription, copy, None)


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
    "copies know their queue alone",
    "Delivers a copy of a subscription that has ended where another one delivers to the same queue.",
    *("DD-106", "DD-76", "DD-115", "DD-116"),
)
class CopiesKnowTheirQueue(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        unreachable = manager.processor._unreachable

        def gone(delay: Delay) -> bool:
            publication = delay.original.publication
            assert publication is not None or delay.tie is None
            there = publication is not None and any(
                subscription.queue == delay.target
                for subscription in manager.topics.hierarchy.of(manager.name, publication.topic_string)
            )
            return unreachable(delay) and not there

        manager.processor._unreachable = gone  # type: ignore[method-assign]


@misreading(
    "copies elsewhere gone with a subscription",
    "Takes a copy for a proxy subscription back when one of the subscriptions behind it ends.",
    *("DD-118", "DD-115", "DD-116", "DD-117"),
)
class CopiesElsewhereGone(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        end = manager.topics.end

        def ended(subscription: Subscription) -> None:
            end(subscription)
            for other in self.simulation.managers.values():
                for entry in list(other.staging.entries) if other is not manager else ():
                    delay = entry.message.delay
                    tie = None if delay is None else delay.tie
                    if isinstance(tie, Proxy) and tie.topic_string == subscription.topic_string:
                        other.take_off(other.staging, entry)

        manager.topics.end = ended  # type: ignore[method-assign]
