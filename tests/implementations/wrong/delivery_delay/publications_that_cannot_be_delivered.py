"""Misreadings of delayed publications that cannot be delivered."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.decisions.publications import Unreachable
from implementations.decisions.queue_manager import Disposal, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, Message, Origin, Subscription, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.numbers import NO_LIMIT
from implementations.wrong.parts.restarts import Restarted
from implementations.wrong.parts.rules import FAILED_OR_LOST
from mqtck.reference.vocabulary.commands import Command, Commit
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Done, Outcome
from mqtck.reference.vocabulary.publications import Durability, Subscribe


@misreading(
    "copies gone in another session",
    "Drops the copies for a durable subscriber that goes on in another session.",
    *("DD-107", "DD-115", "DD-116", "DD-10", "DD-76", "X-52", "X-54"),
)
class CopiesGoneInAnotherSession(SimulatedWorld):
    def __init__(self, *parts: object) -> None:
        self.sessions: dict[str, str] = {}
        super().__init__(*parts)  # type: ignore[arg-type]

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Subscribe) and isinstance(outcome, Done):
            before = self.sessions.get(command.subscription, command.session)
            self.sessions[command.subscription] = command.session
            if before != command.session:
                self._drop(self.calls.subscribers.subscriptions[command.subscription])
        return outcome

    def _drop(self, subscription: Subscription) -> None:
        for manager in self.simulation.managers.values():
            for entry in list(manager.staging.entries):
                if entry.message.delay is not None and entry.message.delay.tie is subscription:
                    manager.take_off(manager.staging, entry)


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


def _comes_and_goes(subscription: Subscription) -> bool:
    return subscription.durability is Durability.NON_DURABLE


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
    "subscription that ended before the commit served",
    "Delivers a copy whose subscription had ended before its unit of work was committed.",
    *("DD-106", "DD-107", "DD-76"),
)
class EndedBeforeCommit(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.served: list[object] = []
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        session = self.calls.jms.sessions.get(command.session) if isinstance(command, Commit) else None
        for entry in [] if session is None else session.manager.staging.entries:
            tie = entry.message.delay and entry.message.delay.tie
            if session is not None and entry.putter is session.unit and getattr(tie, "ended", False):
                self.served.append(tie)
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        unreachable = manager.processor._unreachable

        def unless_served(delay: Delay) -> bool:
            return unreachable(delay) and not any(delay.tie is tie for tie in self.served)

        manager.processor._unreachable = unless_served  # type: ignore[method-assign]


@misreading(
    "copies belong to nobody after a restart",
    "Delivers staged copies after a restart to the queue of an ended subscription.",
    *("DD-106", "DD-107", "DD-10"),
)
class CopiesOfNobody(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        delay = message.delay
        if delay is None or delay.tie is None:
            return message
        alone = msgspec.structs.replace(delay.original, publication=None)
        return msgspec.structs.replace(
            message, delay=msgspec.structs.replace(delay, tie=None, original=alone)
        )


@misreading(
    "non-durable over a restart",
    "Ends non-durable subscriptions when their subscriber disconnects, and not when the queue manager does.",
    *("DD-107", "DD-106", "DD-108", "X-38"),
)
class NonDurableOverRestart(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        with patch.object(manager.topics, "end"):
            super()._end(manager)


@misreading(
    "durable while the queue manager runs",
    "Forgets durable subscriptions whose subscriber is connected when the queue manager ends.",
    *("DD-107", "DD-115", "X-45", "DD-95", "DD-10", "X-54"),
)
class DurableWhileItRuns(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        connected = [
            subscription
            for subscription in self.simulation.hierarchy.subscriptions.values()
            if subscription.queue_manager == manager.name
            and subscription.durability is Durability.DURABLE
            and subscription.consumer is not None
        ]
        super()._end(manager)
        for subscription in connected:
            manager.topics.end(subscription)


# --- subscribers that have gone ---------------------------------------------------------------------------


@misreading(
    "publication without subscriber dead-lettered",
    "Treats a copy whose subscriber has unsubscribed like any undeliverable message.",
    *("DD-106", "DD-107"),
)
class WithoutSubscriberDeadLettered(QueueManagerDecisions):
    unreachable = Unreachable.DISPOSED_OF


@misreading(
    "disconnected dead-lettered",
    "Discards silently for those who have unsubscribed, not for non-durable ones who have disconnected.",
    "DD-107",
)
class DisconnectedDeadLettered(QueueManagerDecisions):
    def entitled(self, subscription: Subscription) -> bool:
        return subscription.durability is Durability.NON_DURABLE or not subscription.ended


@misreading(
    "durable subscriber away",
    "Discards the copy of a durable subscription whose subscriber is not connected at the due time.",
    *("DD-107", "DD-115"),
)
class DurableSubscriberAway(QueueManagerDecisions):
    def entitled(self, subscription: Subscription) -> bool:
        return not subscription.ended and (subscription.consumer is not None or not subscription.managed)


@misreading(
    "silent without report",
    "Takes silently to mean that no report is sent either.",
    *("DD-108", "X-38"),
)
class SilentWithoutReport(QueueManagerDecisions):
    def reports_silent_discard(self) -> bool:
        return False


@misreading(
    "silent without report where it would have ended",
    "Lets a copy with an end of its life go without the report that was asked for.",
    *("DD-108", "DD-101", "X-38"),
)
class SilentWhereItWouldHaveEnded(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dispose = manager.processor._dispose

        def disposed(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
            reports = delay.original.end_of_life is None
            with patch.object(self.decisions, "reports_silent_discard", lambda: reports):
                dispose(entry, delay, reason)

        manager.processor._dispose = disposed  # type: ignore[method-assign]


@misreading(
    "kept for a report that fits nowhere",
    "Keeps a copy without a subscriber that is not persistent, as long as the report about it fits nowhere.",
    *("DD-106", "DD-107", "X-38", "DD-105"),
)
class KeptForItsReport(QueueManagerDecisions):
    def silent_discard_undone(self, persistence: int) -> bool:
        return True


# --- failure to put ---------------------------------------------------------------------------------------


@misreading(
    "publication tried again",
    "Keeps a publication that the dead-letter queue does not take, as it does with a queue's message.",
    *("DD-109", "X-36"),
)
class PublicationTriedAgain(QueueManagerDecisions):
    def keeps_publication_after_failed_disposal(self) -> bool:
        return True


@misreading(
    "undeliverable publication dropped",
    "Drops a copy that its subscriber's queue does not take, as undelayed publications are.",
    *("DD-123", "DD-109", "DD-98"),
)
class UndeliverablePublicationDropped(QueueManagerDecisions):
    def disposal_of_publication(self, disposal: Disposal) -> Disposal:
        return Disposal.DISCARD


@misreading(
    "publication dead-lettered though discard was asked",
    "Ignores the discard option of a publication.",
    *("DD-123", "DD-97", "DD-125"),
)
class PublicationDeadLettered(QueueManagerDecisions):
    def disposal_of_publication(self, disposal: Disposal) -> Disposal:
        return Disposal.DEAD_LETTER_QUEUE


# --- limits of the dead-letter queue ----------------------------------------------------------------------


def heedless(concerns: Callable[[Message], bool], name: str, sentence: str, **limits: int) -> None:
    """A misreading that dead-letters some things whatever limit they meet."""

    @misreading(name, sentence, "DD-109", "DD-104", "DD-105", "X-36", "EX-35", *FAILED_OR_LOST)
    class Heedless(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            dead_letter = manager.dead_letter

            def put(
                message: Message, reason: int, destination: str, unit: UnitOfWork | None = None
            ) -> Reason:
                queue = manager.put_queue(manager.dead_letter_queue or "")
                if queue is None or not concerns(message):
                    return dead_letter(message, reason, destination, unit)
                attributes = queue.attributes
                queue.attributes = replace(attributes, **limits)
                try:
                    return dead_letter(message, reason, destination, unit)
                finally:
                    queue.attributes = attributes

            manager.dead_letter = put  # type: ignore[method-assign]


def is_a_copy(message: Message) -> bool:
    return message.publication is not None


def is_a_report(message: Message) -> bool:
    return message.origin is Origin.REPORT


# fmt: off
heedless(is_a_copy, "copy overfills the dead-letter queue", "Overfills a dead-letter queue with copies.",
         max_depth=NO_LIMIT)
heedless(is_a_copy, "copy too long for the dead-letter queue", "Dead-letters copies of any length.",
         max_message_length=NO_LIMIT)
heedless(is_a_report, "report too long for the dead-letter queue", "Dead-letters reports of any length.",
         max_message_length=NO_LIMIT)
# fmt: on
