"""Misreadings of a queue by what it is for: one that nobody may read, one defined anew, one too small.

Each does right by the target of a message for a queue, and not by the queue that takes what was meant for it.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, Send, Switch, Usage
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome

from .misreading import misreading
from .objects import AliasQueue, Delay, LocalQueue, Message, Origin, UnitOfWork
from .queue_manager import QueueManager, Reason
from .world import SimulatedWorld

FAILED = ("DD-97", "DD-98", "DD-114", "DD-49", "DD-74", "X-37", "DD-10", "DD-12", "X-54")
NO_LIMIT = 1_000_000_000


# --- GET(DISABLED) ----------------------------------------------------------------------------------------


def unreadable(
    concerns: Callable[[QueueManager, Delay], bool], name: str, sentence: str, *rules: str
) -> None:
    """A misreading that delivers nothing to some queues that are disabled for gets."""

    @misreading(name, sentence, *FAILED, *rules)
    class Unreadable(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            deliver = manager.processor._deliver

            def delivered(delay: Delay) -> ReasonCode | None:
                queue = manager.put_queue(delay.target)
                disabled = queue is not None and queue.attributes.get is Switch.DISABLED
                return ReasonCode.GET_INHIBITED if disabled and concerns(manager, delay) else deliver(delay)

            manager.processor._deliver = delivered  # type: ignore[method-assign]


def on_its_way(manager: QueueManager, delay: Delay) -> bool:
    queue = manager.put_queue(delay.target)
    return queue is not None and queue.attributes.usage is Usage.TRANSMISSION


def aliased(manager: QueueManager, delay: Delay) -> bool:
    return isinstance(manager.definitions.get(delay.target), AliasQueue)


def published(_: QueueManager, delay: Delay) -> bool:
    return delay.tie is not None


# fmt: off
unreadable(on_its_way, "unreadable transmission queue",
           "Puts nothing on its way by a queue with GET(DISABLED).")
unreadable(aliased, "unreadable behind an alias", "Puts nothing by an alias of a queue with GET(DISABLED).")
unreadable(published, "unreadable queue of a subscription",
           "Puts no copy to a queue with GET(DISABLED).", "DD-115", "DD-116", "DD-123", "X-52")
# fmt: on


@misreading(
    "unreadable reply-to queue",
    "Sends no report to a queue with GET(DISABLED).",
    *("DD-101", "DD-103", "DD-105", *FAILED),
)
class UnreadableReplyQueue(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put_report = manager.put_report

        def put(report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
            queue = manager.put_queue(about.reply_to)
            if queue is not None and queue.attributes.get is Switch.DISABLED:
                return ReasonCode.GET_INHIBITED
            return put_report(report, about, unit)

        manager.put_report = put  # type: ignore[method-assign]


# --- defined anew -----------------------------------------------------------------------------------------


@misreading(
    "first queue of a subscription",
    "Puts copies to the queue that had the name of a subscription's first, which is gone.",
    *("DD-115", "DD-116", "DD-49", "DD-123", *FAILED),
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


@misreading(
    "first transmission queue",
    "Puts messages to the transmission queue that had the name first, which is gone.",
    *FAILED,
)
class FirstTransmissionQueue(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver, first = manager.processor._deliver, dict[str, LocalQueue]()

        def delivered(delay: Delay) -> ReasonCode | None:
            queue = manager.put_queue(delay.target)
            if queue is None or queue.attributes.usage is not Usage.TRANSMISSION:
                return deliver(delay)
            return deliver(delay) if first.setdefault(queue.name, queue) is queue else None

        manager.processor._deliver = delivered  # type: ignore[method-assign]


# --- limits of a clustered queue at the send --------------------------------------------------------------


def unasked(name: str, sentence: str, *rules: str, **limits: Any) -> None:
    """A misreading that does not ask a clustered queue for something at a delayed send."""

    @misreading(name, sentence, "DD-38", "DD-113", *rules)
    class Unasked(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
            if producer is None or not producer.delay or not isinstance(command, Send):
                return super().execute(command)
            manager = producer.session.manager
            name = getattr(command.destination or producer.destination, "queue", "")
            queue = manager.put_queue(name) if manager.clusters.instances(name) else None
            if queue is None:
                return super().execute(command)
            attributes = queue.attributes
            queue.attributes = replace(attributes, **limits)
            try:
                return super().execute(command)
            finally:
                queue.attributes = attributes


# fmt: off
unasked("PUT of a clustered queue", "Asks no clustered queue for PUT.", "DD-110", put=Switch.ENABLED)
unasked("MAXMSGL of a clustered queue", "Asks no clustered queue for MAXMSGL.", "DD-111",
        max_message_length=NO_LIMIT)
unasked("MAXDEPTH of a clustered queue", "Asks no clustered queue for MAXDEPTH.", "DD-112", "DD-39",
        max_depth=NO_LIMIT)
# fmt: on


# --- limits of the dead-letter queue ----------------------------------------------------------------------


def heedless(concerns: Callable[[Message], bool], name: str, sentence: str, **limits: int) -> None:
    """A misreading that dead-letters some things whatever limit they meet."""

    @misreading(name, sentence, "DD-109", "DD-104", "DD-105", "X-36", "EX-35", *FAILED)
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
