"""Misreadings in the design of the failure procedure: reports and dead letters made anew instead of copied.

A report that is composed field by field, a dead letter that a library writes, one service that puts
for everybody under somebody's authority.
"""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any

import msgspec

from mqtck.reference.vocabulary.constants import DEFAULT_PRIORITY, Persistence, ReasonCode, Report

from .decisions import Disposal, QueueManagerDecisions
from .misreading import misreading
from .objects import Delay, Message, Origin, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_reports_in_one_corner import Reports

COPIED = ("X-17", "DD-98")
OF_EXPIRED = ("X-12", "DD-82", "EX-21")


# --- reports on what expired while it was staged -----------------------------------------------------


def staged(about: Message) -> bool:
    """Whether it is reported from the staging queue as expired."""
    return about.delay is not None


@misreading("staged reported persistently", "Reports a staged message persistently.", *OF_EXPIRED)
class PersistentReports(Reports):
    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message:
        return (
            msgspec.structs.replace(report, persistence=int(Persistence.PERSISTENT))
            if staged(about)
            else report
        )


@misreading(
    "staged reported with the default priority", "Reports a staged message with priority 4.", *OF_EXPIRED
)
class ReportsOfDefaultPriority(Reports):
    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message:
        return msgspec.structs.replace(report, priority=DEFAULT_PRIORITY) if staged(about) else report


# --- dead letters ------------------------------------------------------------------------------------


class DeadLetters(SimulatedWorld):
    """Dead-letters something else than the message, or not at all; reports and messages alike."""

    def change(self, manager: QueueManager) -> None:
        put, stage = manager.dead_letter, manager.processor.stage

        def dead_letter(
            message: Message, reason: int, destination: str, unit: UnitOfWork | None = None
        ) -> ReasonCode | None:
            return self.dead_lettered(manager, put, (message, reason, destination, unit))

        def staged(delay: Delay, unit: UnitOfWork | None) -> None:
            self.staged(delay)
            stage(delay, unit)

        manager.dead_letter = dead_letter  # type: ignore[method-assign]
        manager.processor.stage = staged  # type: ignore[method-assign]

    def staged(self, delay: Delay) -> None:
        """What is to be remembered of a message when it is staged."""

    def dead_lettered(
        self, manager: QueueManager, put: Callable[..., ReasonCode | None], call: tuple[Any, ...]
    ) -> ReasonCode | None:
        """None: it is there; a reason: the queue does not take it."""
        message, reason, destination, unit = call
        changed = self.changed(manager, message, reason) if message.origin is Origin.JMS else message
        return put(changed, reason, self.destination(message, destination), unit)

    def changed(self, manager: QueueManager, message: Message, reason: int) -> Message:
        return message

    def destination(self, message: Message, destination: str) -> str:
        return destination


@misreading("dead letters without MQRFH2", "Dead-letters the body alone.", *COPIED, "X-42")
class WithoutHeader(DeadLetters):
    def changed(self, manager: QueueManager, message: Message, reason: int) -> Message:
        return msgspec.structs.replace(message, header=None)


@misreading(
    "dead letters say that they were sent to the dead-letter queue",
    "Sends a message anew to the dead-letter queue, whose name its MQRFH2 then has.",
    *(*COPIED, "X-42"),
)
class SentAnew(DeadLetters):
    def changed(self, manager: QueueManager, message: Message, reason: int) -> Message:
        if message.header is None:
            return message
        header = msgspec.structs.replace(message.header, destination=f"queue:///{manager.dead_letter_queue}")
        return msgspec.structs.replace(message, header=header)


@misreading("reason as the feedback", "Writes the reason into MQMD.Feedback of a dead letter.", *COPIED)
class ReasonAsFeedback(DeadLetters):
    def changed(self, manager: QueueManager, message: Message, reason: int) -> Message:
        return msgspec.structs.replace(message, feedback=int(reason))


@misreading(
    "reply queue in the dead-letter header",
    "Names the reply-to queue in the dead-letter header of a message that has one.",
    *COPIED,
)
class ReplyQueueNamed(DeadLetters):
    def destination(self, message: Message, destination: str) -> str:
        return message.reply_to or destination


@misreading(
    "dead-lettered under the sender's authority",
    "Dead-letters a message only if its sender may put to the dead-letter queue.",
    *("DD-98", "DD-50", "DD-114", "X-54"),
)
class UnderAuthority(DeadLetters):
    def __init__(self, *parts: Any) -> None:
        self.senders: dict[str, str | None] = {}
        super().__init__(*parts)

    def staged(self, delay: Delay) -> None:
        self.senders[delay.original.message_id] = delay.user

    def dead_lettered(
        self, manager: QueueManager, put: Callable[..., ReasonCode | None], call: tuple[Any, ...]
    ) -> ReasonCode | None:
        user = self.senders.get(call[0].message_id)
        if user is not None and (user, manager.dead_letter_queue) not in manager.authorities:
            return ReasonCode.NOT_AUTHORIZED
        return put(*call)


@misreading(
    "DEADQ read once",
    "Goes on to dead-letter to the queue that DEADQ named first.",
    *("DD-98", "DD-99", "DD-114", "X-54"),
)
class ReadOnce(DeadLetters):
    def __init__(self, *parts: Any) -> None:
        self.first: dict[str, str] = {}
        super().__init__(*parts)

    def dead_lettered(
        self, manager: QueueManager, put: Callable[..., ReasonCode | None], call: tuple[Any, ...]
    ) -> ReasonCode | None:
        named = manager.dead_letter_queue
        if named is None:
            return put(*call)
        manager.dead_letter_queue = self.first.setdefault(manager.name, named)
        try:
            return put(*call)
        finally:
            manager.dead_letter_queue = named


@misreading(
    "discard read off what is passed on",
    "Takes MQRO_PASS_DISCARD_AND_EXPIRY for the wish to discard the message.",
    *("DD-98", "DD-114", "X-54"),
)
class DiscardByPassing(QueueManagerDecisions):
    def disposal(self, report: int) -> Disposal:
        asks = report & (Report.DISCARD_MSG | Report.PASS_DISCARD_AND_EXPIRY)
        return Disposal.DISCARD if asks else Disposal.DEAD_LETTER_QUEUE
