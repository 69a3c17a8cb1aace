"""Misreadings of restarts, with some messages alone or some of what they have."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any, ClassVar

from msgspec.structs import replace

from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.state.objects import NO_ID, Delay, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.restarts import Restarted
from mqtck.reference.vocabulary.constants import ReasonCode, Report

# --- the correlation id of a dead letter ------------------------------------------------------------------


@misreading(
    "dead-lettered with the staged ids after a restart",
    "Dead-letters what was staged before a restart with the correlation id of the staged copy.",
    *("X-17", "X-03", "X-45", "DD-98", "X-42"),
)
class StagedIdDeadLettered(Restarted):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.outlived: set[str] = set()

    def started_with(self, message: Message, down: int) -> Message:
        if message.delay is not None:
            self.outlived.add(message.delay.original.message_id)
        return message

    def change(self, manager: QueueManager) -> None:
        put = manager.dead_letter

        def dead_letter(
            message: Message, reason: int, destination: str, unit: UnitOfWork | None = None
        ) -> ReasonCode | None:
            if message.message_id in self.outlived:
                message = replace(message, correlation_id=message.message_id)
            return put(message, reason, destination, unit)

        manager.dead_letter = dead_letter  # type: ignore[method-assign]


@misreading(
    "correlation id of a dead letter lost at a restart",
    "Logs a dead letter without MQMD.CorrelId.",
    *("X-17", "X-03", "DD-98", "X-42"),
)
class DeadLetterWithoutCorrelation(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return message if message.dead_letter is None else replace(message, correlation_id=NO_ID)


# --- report options that say what becomes of a message ----------------------------------------------------


class OptionLost(Restarted):
    """Logs some staged messages without one of their report options."""

    option: ClassVar[int] = Report.DISCARD_MSG

    def started_with(self, message: Message, down: int) -> Message:
        if message.delay is None or not self.concerned(message.delay):
            return message
        return original(message, report=message.delay.original.report & ~self.option)

    def concerned(self, delay: Delay) -> bool:
        raise NotImplementedError


DISCARD = ("X-45", "DD-97", "DD-123", "DD-125", "DD-130", "X-37")


@misreading(
    "MQRO_DISCARD_MSG of a publication lost at a restart",
    "Logs a staged publication without MQRO_DISCARD_MSG.",
    *DISCARD,
)
class DiscardOfPublicationLost(OptionLost):
    def concerned(self, delay: Delay) -> bool:
        return delay.tie is not None


@misreading(
    "MQRO_DISCARD_MSG of a message for the MQI lost at a restart",
    "Logs a staged message without MQRO_DISCARD_MSG that applications of the MQI read.",
    *DISCARD,
)
class DiscardForMqiLost(OptionLost):
    def concerned(self, delay: Delay) -> bool:
        header = delay.original.header
        return header is not None and "targetClient=1" in (header.destination or "")


@misreading(
    "MQRO_DISCARD_MSG beside MQRO_EXPIRATION lost at a restart",
    "Logs a staged message without MQRO_DISCARD_MSG that asks for an expiration report.",
    *DISCARD,
)
class DiscardBesideExpirationLost(OptionLost):
    def concerned(self, delay: Delay) -> bool:
        return bool(delay.original.report & Report.EXPIRATION)


@misreading(
    "MQRO_PASS_DISCARD_AND_EXPIRY lost at a restart",
    "Logs a staged message without MQRO_PASS_DISCARD_AND_EXPIRY.",
    *("X-45", "X-35", "DD-125", "DD-130"),
)
class PassDiscardLost(OptionLost):
    option: ClassVar[int] = Report.PASS_DISCARD_AND_EXPIRY

    def concerned(self, delay: Delay) -> bool:
        return True


# --- the queue manager of the reply-to queue --------------------------------------------------------------


@misreading(
    "ReplyToQMgr of a staged message lost at a restart",
    "Logs a staged message without MQMD.ReplyToQMgr.",
    *("X-22", "X-45", "HM-05", "X-42"),
)
class ReplyManagerOfStagedLost(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return message if message.delay is None else original(message, reply_manager_field="")


@misreading(
    "ReplyToQMgr lost at a restart",
    "Logs what is on a queue without MQMD.ReplyToQMgr.",
    *("HM-05", "X-22"),
)
class ReplyManagerLost(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return replace(message, reply_manager_field="") if message.delay is None else message
