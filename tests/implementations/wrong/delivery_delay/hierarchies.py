"""Misreadings of delayed publications that cross a hierarchy."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Message, Proxy, Publication, Subscription, Tie
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts
from mqtck.reference.vocabulary.constants import (
    DEFAULT_PRIORITY,
    DeliveryMode,
    Persistence,
    ReasonCode,
    Report,
)


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


@misreading(
    "non-persistent publications stay in their queue manager",
    "Passes persistent publications alone to a queue manager below.",
    *("DD-118", "DD-115", "DD-116", "DD-10"),
)
class NonPersistentStay(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        original = delay.original
        if isinstance(delay.tie, Proxy) and original.persistence != Persistence.PERSISTENT:
            return None
        reason: ReasonCode | None = deliver(delay)
        return reason


@misreading(
    "other queue managers at once",
    "Sends a delayed publication to the other queue managers of the hierarchy without waiting.",
    *("DD-118", "DD-116", "DD-117"),
)
class OtherQueueManagersAtOnce(QueueManagerDecisions):
    def waits(self, tie: Tie) -> bool:
        return isinstance(tie, Subscription)


@misreading(
    "a copy for each remote subscriber",
    "Stages a copy for every subscriber behind a proxy subscription.",
    *("DD-118", "DD-116"),
)
class CopyForEachRemoteSubscriber(QueueManagerDecisions):
    def proxy_copies(self, subscribers: int) -> int:
        return subscribers


@misreading(
    "one publication for each subscriber elsewhere",
    "Hands one publication to a subscriber on another queue manager, and no other.",
    *("DD-118", "DD-115"),
)
class OnePublicationElsewhere(QueueManagerDecisions):
    handed: frozenset[str] = frozenset()

    def remote_may_receive(self, name: str, publication: Publication) -> bool:
        may = name not in self.handed and super().remote_may_receive(name, publication)
        self.handed |= {name} if may else set()
        return may


@misreading(
    "neighbours as first matched",
    "Publishes for the neighbours that there were somebody behind when a topic was first published to.",
    *("DD-118", "DD-115", "DD-116", "DD-76", "DD-10"),
)
class NeighboursAsFirst(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        matching = topics.matching
        known: dict[str, list[Tie]] = {}

        def as_first(topic_string: str, came_from: str = "") -> list[Tie]:
            ties = matching(topic_string, came_from)
            first = known.setdefault(topic_string, [tie for tie in ties if isinstance(tie, Proxy)])
            return [tie for tie in ties if not isinstance(tie, Proxy)] + first

        topics.matching = as_first  # type: ignore[method-assign]


@misreading(
    "first neighbour alone", "Publishes for one neighbour alone.", "DD-118", "DD-116", "DD-115", "DD-119"
)
class FirstNeighbourAlone(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        matching = topics.matching

        def matched(topic_string: str, came_from: str = "") -> list[Tie]:
            ties = matching(topic_string, came_from)
            proxies = [tie for tie in ties if isinstance(tie, Proxy)]
            return [tie for tie in ties if not isinstance(tie, Proxy) or tie is proxies[0]]

        topics.matching = matched  # type: ignore[method-assign]


# --- what crosses a hierarchy -----------------------------------------------------------------------------


def crossing(name: str, sentence: str, changed: Callable[[Message], dict[str, Any]], *rules: str) -> None:
    """A misreading that changes what a delayed publication is when another queue manager distributes it."""

    class Changed(QueueManagerDecisions):
        def after_hop(self, message: Message, now: int) -> Message:
            hopped = super().after_hop(message, now)
            delayed = message.publication is not None and message.delivery_time != message.timestamp
            return replace(hopped, **changed(hopped)) if delayed else hopped

    misreading(name, sentence, "DD-118", *rules)(Changed)


def with_mode(message: Message, mode: DeliveryMode) -> dict[str, Any]:
    """The message with another persistence, wherever it is written."""
    header = None if message.header is None else replace(message.header, delivery_mode=int(mode))
    lasting = mode is DeliveryMode.PERSISTENT
    persistence = Persistence.PERSISTENT if lasting else Persistence.NOT_PERSISTENT
    return {"persistence": int(persistence), "header": header}


def without_reply(message: Message) -> dict[str, Any]:
    header = None if message.header is None else replace(message.header, reply_to=None)
    return {"reply_to": "", "header": header}


# fmt: off
crossing("distributed elsewhere with the default priority",
         "Distributes delayed publications of another queue manager with priority 4.",
         lambda _: {"priority": DEFAULT_PRIORITY}, "HM-24", "HM-48")
crossing("distributed elsewhere without report options",
         "Distributes delayed publications of another queue manager without MQMD.Report.",
         lambda _: {"report": int(Report.NONE)}, "DD-130", "DD-125", "HM-48")
crossing("distributed elsewhere as persistent",
         "Distributes every delayed publication of another queue manager as persistent.",
         lambda message: with_mode(message, DeliveryMode.PERSISTENT), "HM-08", "HM-12", "HM-48")
crossing("distributed elsewhere as not persistent",
         "Distributes no delayed publication of another queue manager as persistent.",
         lambda message: with_mode(message, DeliveryMode.NON_PERSISTENT), "HM-08", "HM-12", "HM-48")
crossing("distributed elsewhere without a reply-to",
         "Distributes delayed publications of another queue manager without their reply-to destination.",
         without_reply, "HM-06", "HM-48", "X-42")
# fmt: on
