"""Misreadings of the cascade behind a failed put: dead letters, reports, lives."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any, ClassVar
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import NO_ID, DeadLetter, Delay, Entry, Message, Origin
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import changed, no
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.calls import Row, after_a_failed_attempt, register
from implementations.wrong.parts.ends import KeptForReport, ending
from implementations.wrong.parts.messages import DeadLetters, original
from implementations.wrong.parts.receivers import OfDelayed, TimestampAnew
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, Persistence, ReasonCode, Report
from mqtck.reference.vocabulary.messages import DeadLetterHeader, SeenMessage
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading(
    "dead-letter header of twenty characters",
    "Names the target in the dead-letter header as far as it goes.",
    *("X-17", "DD-98"),
)
class TwentyCharacters(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        return super().dead_letter_copy(message, reason, destination[:20], now)


@misreading(
    "header on the dead-letter queue always",
    "Puts a dead-letter header in front of what was sent to the dead-letter queue.",
    *("X-17", "DD-10"),
)
class HeaderAlways(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        if delay.tie is None and delay.target == manager.dead_letter_queue:
            return manager.dead_letter(delay.original, ReasonCode.PUT_INHIBITED, delay.target)
        reason: ReasonCode | None = deliver(delay)
        return reason


@misreading(
    "one report a message",
    "Reports no end of a dead letter whose failure was reported.",
    *("X-55", "EX-21", "EX-47"),
)
class OneReportMessage(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        reported = message.dead_letter is not None and message.report & Report.EXCEPTION
        return super().expiration_report_wanted(message) and not reported


@misreading(
    "dead letters of publications unlimited",
    "Dead-letters publications without an end.",
    *("X-16", "EX-46", "EX-47", "DD-123"),
)
class DeadPublicationsUnlimited(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        published = message.publication is not None
        return msgspec.structs.replace(copy, end_of_life=None, expiry=UNLIMITED) if published else copy


COPIED = ("X-17", "DD-98")


@misreading(
    "dead-lettered publications without their header",
    "Dead-letters publications without the MQRFH2 with which they were sent.",
    *("X-17", "X-42", "DD-123", "DD-98"),
)
class PublicationsWithoutHeader(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return copy if message.publication is None else replace(copy, header=None)


@misreading("dead letters persistent", "Makes persistent what it dead-letters.", "X-17", "DD-98")
class DeadLettersPersistent(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return msgspec.structs.replace(copy, persistence=Persistence.PERSISTENT)


@misreading("dead letters of one priority", "Dead-letters with priority 0.", "X-17", "DD-98")
class DeadLettersOfOnePriority(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        return msgspec.structs.replace(
            super().dead_letter_copy(message, reason, destination, now), priority=0
        )


@misreading(
    "dead-letter header of the first",
    "Names in each dead-letter header the queue of the first dead letter.",
    *("X-17", "DD-98"),
)
class DestinationOfTheFirst(QueueManagerDecisions):
    first: str | None = None

    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        self.first = self.first or destination
        copy = super().dead_letter_copy(message, reason, destination, now)
        return changed(copy, dead_letter=DeadLetter(reason, self.first))


@misreading(
    "dead letters without reply-to queue manager",
    "Dead-letters without MQMD.ReplyToQMgr.",
    *("X-17", "X-22", "X-47", "AM-02", "HM-05"),
)
class NoReplyManager(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return replace(copy, reply_manager_field="")


@misreading(
    "publications dead-lettered for the staging queue",
    "Names the staging queue as the destination of a publication that it dead-letters.",
    *("X-17", "DD-123"),
)
class ForStagingQueue(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        named = STAGING_QUEUE if message.publication is not None else destination
        return super().dead_letter_copy(message, reason, named, now)


@misreading(
    "kept for its report without an end",
    "Keeps for ever what it has undone for want of a place for a report.",
    *("X-18", "DD-104", "DD-79", "DD-84", "EX-17", "EX-05", "EX-10", "EX-19"),
)
class KeptForItsReportWithoutAnEnd(KeptForReport):
    def keep(self, manager: QueueManager, entry: Entry) -> None:
        ending(entry, None, -1)


@misreading(
    "one failure ends all copies",
    "Gives up the other copies of a publication when one cannot be delivered.",
    *("X-52", "DD-115", "DD-117"),
)
class OneFailureEndsAll(QueueManagerDecisions):
    def failure_spreads(self) -> bool:
        return True


@misreading(
    "one failure ends the copies that are not persistent",
    "Gives up the other copies of a non-persistent publication when one cannot be delivered.",
    *("X-52", "DD-115", "DD-117", "DD-10"),
)
class OneFailureEndsNonPersistent(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        lost = entry.message.persistence == Persistence.NOT_PERSISTENT
        with patch.object(self.decisions, "failure_spreads", lambda: lost):
            attempt(entry)


@misreading(
    "kept without end",
    "Keeps a message that could not be disposed of for ever.",
    "X-18",
    "EX-17",
    "DD-79",
    "X-16",
)
class KeptWithoutEnd(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        for manager in self.simulation.managers.values():
            for entry in manager.staging.entries:
                if entry.failed_with is not None:
                    entry.message = original(entry.message, end_of_life=None)
        return outcome


@misreading(
    "timestamp element of the burial",
    "Writes into the MQRFH2 when a message was dead-lettered.",
    *("X-17", "X-42", "X-41", "HM-35", "DD-98"),
)
class TimestampOfBurial(TimestampAnew):
    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message.dead_letter_header, DeadLetterHeader)


@misreading(
    "format of the staging queue on the dead-letter queue",
    "Puts a dead-letter header in front of a message and leaves the name of the delay header in MQMD.Format.",
    *("X-17", "DD-98"),
)
class BuriedFormat(OfDelayed):
    def concerned(self, message: SeenMessage) -> bool:
        return isinstance(message.dead_letter_header, DeadLetterHeader)


# --- dead letters -----------------------------------------------------------------------------------------


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


# --- fields on the way to the target or to the dead-letter queue ------------------------------------------


class DeadLettered(QueueManagerDecisions):
    """Loses something on the way to the dead-letter queue."""

    lost: ClassVar[dict[str, Any]]

    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return msgspec.structs.replace(copy, **self.lost)


@misreading("dead letters of another id", "Gives dead letters an id of their own.", "X-17", "X-02", "HM-28")
class DeadLettersOfAnotherId(DeadLettered):
    lost: ClassVar[dict[str, Any]] = {"message_id": "c2" * 24}


@misreading("dead letters without correlation id", "Dead-letters without MQMD.CorrelId.", "X-17", "DD-98")
class DeadLettersWithoutCorrelation(DeadLettered):
    lost: ClassVar[dict[str, Any]] = {"correlation_id": NO_ID}


@misreading(
    "dead letters report nothing",
    "Dead-letters without the reply-to queue, so that nobody hears of the end of a dead letter.",
    *("X-17", "X-22", "EX-21", "EX-26", "EX-47"),
)
class DeadLettersReportNothing(DeadLettered):
    lost: ClassVar[dict[str, Any]] = {"reply_to": "", "reply_manager_field": ""}


@misreading(
    "dead letters without report options",
    "Dead-letters without the report options.",
    *("X-17", "DD-98", "DD-130", "DD-125", "EX-21", "EX-47", "X-55"),
)
class DeadLettersWithoutOptions(DeadLettered):
    lost: ClassVar[dict[str, Any]] = {"report": 0}


@misreading(
    "dead letters for the staging queue", "Names the staging queue in a dead-letter header.", "X-17", "DD-98"
)
class DeadLettersForStaging(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        named = destination if message.origin is Origin.REPORT else STAGING_QUEUE
        return super().dead_letter_copy(message, reason, named, now)


@misreading(
    "no expiration report by a later attempt itself",
    "Drops without a report what an attempt 40 s later comes across when it has expired.",
    *("X-18", "EX-21", "DD-82", "EX-26"),
)
class DroppedByLaterAttempt(Attempts):
    def change(self, manager: QueueManager) -> None:
        super().change(manager)
        self.decisions.retry_interval = lambda: 40_000  # type: ignore[method-assign]

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        if entry.failed_with is not None and self.decisions.expired(entry.message, manager.now):
            manager.take_off(manager.staging, entry)
        else:
            attempt(entry)


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("no expiration report at a later attempt", "Drops without a report what expires while it is kept.",
     ("X-18", "EX-21", "DD-82", "EX-26"), after_a_failed_attempt, "expiration_report_wanted", no),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
