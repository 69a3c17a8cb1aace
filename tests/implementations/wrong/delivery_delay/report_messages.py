"""Misreadings of report options that the delay processor ignores and passes on."""

# ruff: noqa: ARG002 - as in `decisions`

from random import Random
from typing import Any, ClassVar
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.behaviour.whole import Behaviour
from implementations.decisions.queue_manager import Moved, QueueManagerDecisions
from implementations.simulation.queue_managers.getting import Getter
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.queue_managers.report_messages import (
    arrival_report,
    delivery_report,
    plain_report,
)
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Message, RemoteQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.messages import DeadLettersCopied, Delivered
from implementations.wrong.parts.producers import object_shared
from implementations.wrong.parts.rules import AS_SENT, OPTIONS
from mqtck.reference.vocabulary.commands import Browse, Command, GetMode, MqGet
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Feedback, Report
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome


@misreading("NAN of a discard", "Notifies of what it discards as asked.", "DD-128")
class NegativeNotificationOfDiscard(QueueManagerDecisions):
    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        both = Report.NAN | Report.DISCARD_MSG
        return (Feedback.NAN,) if moved is Moved.NOT_TO_TARGET and report & both == both else ()


@misreading(
    "id options ignored", "Makes every report with the default ids.", "DD-125", "DD-101", "DD-82", "X-21"
)
class IdOptionsIgnored(QueueManagerDecisions):
    def reported_as(self, message: Message) -> Message:
        about = super().reported_as(message)
        options = int(Report.PASS_CORREL_ID | Report.PASS_MSG_ID)
        return msgspec.structs.replace(about, report=about.report & ~options)


object_shared(
    "report options of the object sent again",
    "Delivers a message with the report options that its object has by then.",
    *("report", "DD-130", "DD-125", "X-42", "DD-97", "DD-98"),
)


@misreading(
    "publications without COA and COD",
    "Takes COA and COD for done when it delivers a publication.",
    *OPTIONS,
)
class PublicationsUnconfirmed(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        families = Report.COA_WITH_FULL_DATA | Report.COD_WITH_FULL_DATA
        return (
            message
            if delay.tie is None
            else msgspec.structs.replace(message, report=message.report & ~families)
        )


@misreading(
    "arrival reported of what expires staged",
    "Confirms the arrival of what it discards from the staging queue as expired.",
    *("DD-126", "X-32"),
)
class ArrivalReported(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        report = manager._report_expiration

        def both(message: Message) -> None:
            report(message)
            if message.delay is not None and message.report & Report.COA:
                manager.send_report(arrival_report(message.delay.original, manager), message)

        manager._report_expiration = both  # type: ignore[method-assign]


@misreading(
    "refusal reported of what is discarded silently",
    "Notifies the sender of a publication that a subscriber who is gone has refused it.",
    *("DD-128", "DD-106"),
)
class RefusalReported(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:

        def passed(original: Message, moved: Moved) -> None:
            gone = original.publication is not None and moved is Moved.NOT_TO_TARGET
            if gone and original.report & Report.NAN:
                manager.send_report(plain_report(original, Feedback.NAN, manager), original)

        manager.processor._passed_through = passed  # type: ignore[method-assign]


@misreading(
    "options taken off for a remote queue",
    "Takes the report options that it ignores off a message for a remote queue.",
    *("DD-130", "DD-125"),
)
class OptionsTakenOff(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver = manager.processor._deliver

        def bare(delay: Delay) -> Reason:
            if isinstance(manager.definitions.get(delay.target), RemoteQueue):
                report = delay.original.report & ~(Report.PAN | Report.NAN)
                delay = replace(delay, original=replace(delay.original, report=report))
            return deliver(delay)

        manager.processor._deliver = bare  # type: ignore[method-assign]


@misreading(
    "delivered without report options",
    "Takes all report options for done.",
    "DD-125",
    "DD-130",
    "X-42",
    "EX-21",
)
class DeliveredWithoutReportOptions(Delivered):
    lost: ClassVar[dict[str, Any]] = {"report": 0}


@misreading(
    "options of the dead letter before",
    "Leaves the report options of a dead letter on the one behind it.",
    *("DD-130", "DD-125", "X-17", "DD-98", "X-42", "X-47"),
)
class OptionsOfDeadLetterBefore(QueueManagerDecisions):
    def __init__(self, behaviour: Behaviour, random: Random) -> None:
        super().__init__(behaviour, random)
        self.before = 0

    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        report, self.before = message.report | self.before, message.report & ~Report.DISCARD_MSG
        left = msgspec.structs.replace(message, report=report)
        return super().dead_letter_copy(left, reason, destination, now)


@misreading("browsed as delivered", "Confirms the delivery of what a browser has shown.", "DD-127", "X-32")
class BrowsedAsDelivered(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Browse) and isinstance(outcome, Browsed) and command.queue != STAGING_QUEUE:
            manager = self.simulation.managers[command.queue_manager]
            queue = manager.local(command.queue)
            for entry in [] if queue is None else list(queue.entries):
                if entry.message.report & Report.COD and entry.message.dead_letter is None:
                    manager.send_report(delivery_report(entry.message, manager), entry.message)
        return outcome


def without(name: str, sentence: str, options: int, rules: tuple[str, ...]) -> None:
    """A misreading that delivers without some report options."""

    class Without(QueueManagerDecisions):
        def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
            message = super().delivered(delay, now, persistence, priority)
            return msgspec.structs.replace(message, report=message.report & ~options)

    misreading(name, sentence, *rules)(Without)


PASSED_IDS = int(Report.PASS_MSG_ID | Report.PASS_CORREL_ID | Report.PASS_DISCARD_AND_EXPIRY)

for row in (
    (
        "delivered without exception options",
        "Takes MQRO_EXCEPTION for done.",
        int(Report.EXCEPTION_WITH_FULL_DATA),
    ),
    ("delivered without PASS options", "Takes the options about ids for done.", PASSED_IDS),
    ("delivered without MQRO_DISCARD_MSG", "Takes MQRO_DISCARD_MSG for done.", int(Report.DISCARD_MSG)),
):
    without(*row, AS_SENT)


@misreading(
    "dead letters without what passes through",
    "Dead-letters without the options that the processor ignores.",
    *("DD-130", "DD-125", "DD-98", "X-17"),
)
class DeadLettersStripped(DeadLettersCopied):
    def changed(self, copy: Message, now: int) -> Message:
        ignored = Report.COA_WITH_FULL_DATA | Report.COD_WITH_FULL_DATA
        ignored |= Report.PAN | Report.NAN | Report.ACTIVITY
        return msgspec.structs.replace(copy, report=copy.report & ~ignored)


# --- the report options that the processor passes through -------------------------------------------------


@misreading("COA on staging", "Confirms the arrival on the staging queue.", "DD-126")
class CoaOnStaging(QueueManagerDecisions):
    def confirms_arrival(self, message: Message) -> bool:
        return message.report & Report.COA != 0 and message.delay is not None


@misreading("COD by the processor", "Confirms the processor's own get.", "DD-127")
class CodByTheProcessor(QueueManagerDecisions):
    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        return (Feedback.COD,) if report & Report.COD else ()


@misreading("PAN and NAN by the processor", "Notifies of success and failure of the move.", "DD-128")
class NotificationByTheProcessor(QueueManagerDecisions):
    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        if moved is Moved.TO_TARGET:
            return (Feedback.PAN,) if report & Report.PAN else ()
        return (Feedback.NAN,) if report & Report.NAN else ()


@misreading("activity report by the processor", "Reports the staging hop as an activity.", "DD-129")
class ActivityByTheProcessor(QueueManagerDecisions):
    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        return (Feedback.ACTIVITY,) if report & Report.ACTIVITY else ()


@misreading(
    "activity report beside COA",
    "Reports the staging hop as an activity where the arrival is to be confirmed.",
    "DD-129",
)
class ActivityBesideArrival(QueueManagerDecisions):
    def processor_reports(self, report: int, moved: Moved) -> tuple[Feedback, ...]:
        return (Feedback.ACTIVITY,) if report & Report.ACTIVITY and report & Report.COA else ()


@misreading("ignored options stripped", "Takes the ignored report options off the message.", "DD-130")
class IgnoredOptionsStripped(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        ignored = (
            Report.COA_WITH_FULL_DATA | Report.COD_WITH_FULL_DATA | Report.PAN | Report.NAN | Report.ACTIVITY
        )
        return msgspec.structs.replace(delay.original, report=delay.original.report & ~int(ignored))


# --- looks, and what a destination says -------------------------------------------------------------------


BROWSING = frozenset({GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT, GetMode.BROWSE_FIRST_AND_LOCK})


@misreading(
    "confirmed by MQGET with a browse option",
    "Confirms the delivery of what an MQGET has only browsed.",
    *("DD-127", "X-32"),
)
class ConfirmedByBrowse(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if (
            isinstance(command, MqGet)
            and command.mode in BROWSING
            and isinstance(outcome, MessageReturned)
            and command.queue != STAGING_QUEUE
        ):
            manager = self.mqi.connection(command.connection).manager
            queue = manager.local(command.queue)
            for entry in [] if queue is None else list(queue.entries):
                shown = entry.message.message_id == outcome.message.descriptor.message_id
                if shown and entry.message.report & Report.COD and entry.message.dead_letter is None:
                    manager.send_report(delivery_report(entry.message, manager), entry.message)
        return outcome


class ArrivedByGet(SimulatedWorld):
    """Confirms an arrival where a message is got that never came to its target."""

    def _arrives(self, taken: Message) -> bool:
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        confirm = Getter._confirm

        def confirmed(getter: Getter, taken: Message) -> None:
            confirm(getter, taken)
            original = taken if taken.delay is None else taken.delay.original
            if original.report & Report.COA and self._arrives(taken):
                getter.manager.send_report(arrival_report(original, getter.manager), original)

        with patch.object(Getter, "_confirm", confirmed):
            return super().execute(command)


@misreading(
    "arrival reported of a recall",
    "Takes the recall of a staged message for its arrival.",
    *("DD-126", "X-32"),
)
class ArrivedByRecall(ArrivedByGet):
    def _arrives(self, taken: Message) -> bool:
        return taken.delay is not None


@misreading(
    "arrival reported of a dead letter that is got",
    "Takes the get of a dead letter for its arrival.",
    *("DD-126", "X-32"),
)
class ArrivedByDeadLetter(ArrivedByGet):
    def _arrives(self, taken: Message) -> bool:
        return taken.dead_letter is not None
