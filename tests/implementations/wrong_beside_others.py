"""Misreadings beside others: what fills a queue, options beside others, copies beside others."""

from typing import Any
from unittest.mock import patch

import msgspec

from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.constants import (
    DEFAULT_PRIORITY,
    DEFAULT_QUEUE_MANAGER,
    UNLIMITED,
    Feedback,
    Persistence,
    ReasonCode,
    Report,
)
from mqtck.reference.vocabulary.messages import body_of
from mqtck.reference.vocabulary.outcomes import Outcome, Sent

from .decisions import Moved, QueueManagerDecisions
from .misreading import misreading
from .objects import NO_ID, Delay, Entry, LocalQueue, Message, Origin, Publication, Subscription, Tie
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_for_some import Attempts, for_nobody

FULL = ("DD-112", "DD-39")

# --- full queues ------------------------------------------------------------------------------------


class FullOtherwise(SimulatedWorld):
    """Counts the messages on the target of a delayed send in another way."""

    def counted(self, queue: LocalQueue) -> int:
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if producer is None or not producer.delay:
            return super().execute(command)
        staging = producer.session.manager.staging

        def depth(_: QueueManager, queue: LocalQueue) -> int:
            return len(queue.entries) if queue is staging else self.counted(queue)

        with patch.object(QueueManager, "depth", depth):
            return super().execute(command)


@misreading("full by equality", "Takes a queue for full that holds exactly MAXDEPTH.", *FULL)
class FullByEquality(FullOtherwise):
    def counted(self, queue: LocalQueue) -> int:
        depth = len(queue.entries)
        return 0 if depth > queue.attributes.max_depth else depth


@misreading("full by the persistent", "Counts the persistent messages on a target.", *FULL)
class FullByPersistent(FullOtherwise):
    def counted(self, queue: LocalQueue) -> int:
        return sum(entry.message.persistence == Persistence.PERSISTENT for entry in queue.entries)


# --- report options beside others -------------------------------------------------------------------


class Beside(QueueManagerDecisions):
    """Does not see one option where another one is set."""

    exception_hidden_by = 0
    expiration_hidden_by = 0

    def exception_report_wanted(self, report: int) -> bool:
        return super().exception_report_wanted(report) and not report & self.exception_hidden_by

    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) and not message.report & self.expiration_hidden_by


@misreading(
    "no exception report beside confirmations",
    "Reports no failure where COA or COD is asked for, too.",
    *("DD-101", "DD-125"),
)
class NotBesideConfirmations(Beside):
    exception_hidden_by = int(Report.COA | Report.COD)


@misreading(
    "no exception report beside expiration",
    "Reports no failure where an expiration report is asked for, too.",
    *("DD-101", "DD-125"),
)
class NotBesideExpiration(Beside):
    exception_hidden_by = int(Report.EXPIRATION)


@misreading(
    "no expiration report with discard",
    "Reports no end of a message that asks to be discarded.",
    *("DD-82", "EX-21", "DD-125", "EX-26"),
)
class NotWithDiscard(Beside):
    expiration_hidden_by = int(Report.DISCARD_MSG)


@misreading(
    "one report a message",
    "Reports no end of a dead letter whose failure was reported.",
    *("X-55", "EX-21", "EX-47"),
)
class OneReportMessage(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        reported = message.dead_letter is not None and message.report & Report.EXCEPTION
        return super().expiration_report_wanted(message) and not reported


@misreading("NAN of a discard", "Notifies of what it discards as asked.", "DD-128")
class NegativeNotificationOfDiscard(QueueManagerDecisions):
    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        both = Report.NAN | Report.DISCARD_MSG
        return (Feedback.NAN,) if moved is Moved.NOT_TO_TARGET and report & both == both else ()


@misreading(
    "report to a short queue dropped",
    "Drops a report that is too long for its queue.",
    *("DD-103", "DD-104"),
)
class ReportToShortQueueDropped(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def dropped(report: Message, about: Message, unit: Any = None) -> ReasonCode | None:
            reason = put(report, about, unit)
            return None if reason is ReasonCode.MSG_TOO_BIG_FOR_Q else reason

        manager.put_report = dropped  # type: ignore[method-assign]


@misreading(
    "another queue manager's dead letters lost",
    "Has a dead-letter queue on the first queue manager alone, and drops elsewhere what is for one.",
    *("DD-98", "X-54"),
)
class DeadLettersElsewhereLost(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        if manager.name == DEFAULT_QUEUE_MANAGER or manager.dead_letter_queue is None:
            attempt(entry)
            return
        with patch.object(manager, "dead_letter", lambda *_: None):
            attempt(entry)


@misreading("no trigger by the processor", "Triggers nothing with what the processor puts.", "X-39")
class NoTriggerByProcessor(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        queue = manager.put_queue(delay.target)
        wanted = None if queue is None else queue.attributes
        if queue is None or wanted is None or wanted.trigger is None:
            return super().deliver(manager, delay, deliver)
        queue.attributes = msgspec.structs.replace(wanted, trigger=None)
        reason = super().deliver(manager, delay, deliver)
        queue.attributes = wanted
        return reason


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


# --- publications -----------------------------------------------------------------------------------


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
    "message delivery asked once",
    "Asks for PMSGDLV and NPMSGDLV when a topic is published to for the first time.",
    *("DD-120", "DD-121", "DD-122", "X-30"),
)
class MessageDeliveryAskedOnce(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        delivery = topics.delivery
        known: dict[str, Any] = {}

        def asked_once(topic_string: str, as_parent: Any) -> Any:
            return known.setdefault(topic_string, delivery(topic_string, as_parent))

        topics.delivery = asked_once  # type: ignore[method-assign]


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


@misreading(
    "second copy of default priority",
    "Gives the first copy of a publication alone the priority of the send.",
    *("X-42", "X-28", "HM-24", "HM-48"),
)
class SecondCopyOfDefaultPriority(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        copy = topics.copy
        copied: list[Publication] = []

        def first_alone(message: Message, publication: Publication) -> Message:
            first = not any(publication is one for one in copied)
            copied.append(publication)
            made = copy(message, publication)
            return made if first else msgspec.structs.replace(made, priority=DEFAULT_PRIORITY)

        topics.copy = first_alone  # type: ignore[method-assign]
