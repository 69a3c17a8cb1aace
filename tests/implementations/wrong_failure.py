"""Misreadings of the failure to put: disposal, exception report, what is undone, what is tried again."""

# ruff: noqa: ARG002 - as in `decisions`
import msgspec

from mqtck.reference.vocabulary.constants import MessageType, Persistence, Report

from .decisions import Disposal, QueueManagerDecisions, ReportTime
from .misreading import misreading
from .objects import Delay, Message


@misreading(
    "discarded though not asked",
    "Discards an undeliverable message although the dead-letter queue is the default.",
    *("DD-98", "DD-114", "X-54"),
)
class DiscardedThoughNotAsked(QueueManagerDecisions):
    def disposal(self, report: int) -> Disposal:
        return Disposal.DISCARD


@misreading(
    "dead-lettered though discard was asked",
    "Ignores the discard option.",
    *("DD-97", "DD-125"),
)
class DeadLetteredThoughDiscard(QueueManagerDecisions):
    def disposal(self, report: int) -> Disposal:
        return Disposal.DEAD_LETTER_QUEUE


@misreading(
    "given up after a failed disposal",
    "Drops a message that neither its target nor the dead-letter queue takes.",
    *("DD-99", "X-36", "X-54"),
)
class GivenUpAfterFailedDisposal(QueueManagerDecisions):
    def keeps_after_failed_disposal(self, persistence: int) -> bool:
        return False


@misreading(
    "non-persistent given up",
    "Carries the rule of the channels over: keeps only persistent messages when the disposal fails.",
    *("DD-99", "X-36", "X-54"),
)
class NonPersistentGivenUp(QueueManagerDecisions):
    def keeps_after_failed_disposal(self, persistence: int) -> bool:
        return persistence == Persistence.PERSISTENT


@misreading(
    "exception report before the disposal",
    "Reports first and disposes then, again at each attempt.",
    *("DD-100", "DD-101", "DD-103"),
)
class ExceptionReportBeforeDisposal(QueueManagerDecisions):
    exception_report_time = ReportTime.BEFORE


@misreading("exception report unasked", "Reports every failure.", "DD-102")
class ExceptionReportUnasked(QueueManagerDecisions):
    def exception_report_wanted(self, report: int) -> bool:
        return True


@misreading("no exception report", "Never reports a failure.", "DD-101", "DD-125")
class NoExceptionReport(QueueManagerDecisions):
    def exception_report_wanted(self, report: int) -> bool:
        return False


@misreading(
    "no report of a discard", "Reports a failure only when it dead-letters the message.", "DD-101", "DD-125"
)
class NoReportOfDiscard(QueueManagerDecisions):
    def exception_report_wanted(self, report: int) -> bool:
        return super().exception_report_wanted(report) and not report & Report.DISCARD_MSG


@misreading("unsendable report dropped", "Drops a report that its queue does not take.", "DD-103", "DD-104")
class UnsendableReportDropped(QueueManagerDecisions):
    def tries_dead_letter_queue(self, report: int) -> bool:
        return False


@misreading(
    "persistent lost",
    "Lets the disposal of a persistent message stand although its report fits nowhere.",
    *("DD-104", "X-37"),
)
class PersistentLost(QueueManagerDecisions):
    def rolls_back(self, persistence: int) -> bool:
        return False


@misreading(
    "non-persistent kept",
    "Undoes the disposal of a non-persistent message because its report fits nowhere.",
    *("DD-105", "X-37"),
)
class NonPersistentKept(QueueManagerDecisions):
    def rolls_back(self, persistence: int) -> bool:
        return True


@misreading(
    "split reversed",
    "Confuses persistent and non-persistent when the report fits nowhere.",
    "DD-104",
    "DD-105",
)
class SplitReversed(QueueManagerDecisions):
    def rolls_back(self, persistence: int) -> bool:
        return persistence == Persistence.NOT_PERSISTENT


@misreading(
    "delivered as a report",
    "Marks a delivered message as a report because it came from the processor.",
    *("DD-10", "DD-125", "DD-130", "DD-79"),
)
class DeliveredAsReport(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        return msgspec.structs.replace(delay.original, message_type=MessageType.REPORT)


@misreading(
    "id options ignored", "Makes every report with the default ids.", "DD-125", "DD-101", "DD-82", "X-21"
)
class IdOptionsIgnored(QueueManagerDecisions):
    def reported_as(self, message: Message) -> Message:
        about = super().reported_as(message)
        options = int(Report.PASS_CORREL_ID | Report.PASS_MSG_ID)
        return msgspec.structs.replace(about, report=about.report & ~options)
