"""Misreadings of exception reports about delayed messages."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable

import msgspec

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.queue_managers.report_messages import exception_report
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import NO_ID, AliasQueue, Delay, Entry, Message, RemoteQueue, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import forgotten_at_restart, no
from implementations.wrong.parts.calls import Row, after_a_failed_attempt, register
from implementations.wrong.parts.messages import Beside, Reports
from implementations.wrong.parts.rules import AS_SENT, FAILED_OR_LOST
from implementations.wrong.parts.targets import (
    an_alias_by_now,
    clustered,
    deciding,
    otherwise,
    shared,
    to_a_remote_queue,
    to_an_alias,
)
from implementations.wrong.parts.units_of_work import lost_in_units
from mqtck.reference.vocabulary.commands import Switch
from mqtck.reference.vocabulary.constants import Feedback, MessageType, ReasonCode, Report


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


@misreading(
    "abandoned publications reported unasked",
    "Reports to whoever is named as reply-to that no queue takes a publication.",
    *("DD-102", "DD-101", "X-37"),
)
class ReportedUnasked(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dispose = manager.processor._dispose

        def disposed(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
            sent = delay.original
            if delay.tie is not None and not sent.report & Report.EXCEPTION:
                manager.put_report(exception_report(sent, reason, manager), sent)
            dispose(entry, delay, reason)

        manager.processor._dispose = disposed  # type: ignore[method-assign]


@misreading(
    "disposed of at last and unreported",
    "Reports no message that it could not dispose of at first.",
    *("DD-101", "DD-98", "DD-114", "DD-99", "X-37"),
)
class DisposedUnreported(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def put_of_the_first_time(report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
            for entry in manager.staging.entries:
                delay = entry.message.delay
                if delay is not None and entry.failed_with is not None and delay.original is about:
                    return None
            return put(report, about, unit)

        manager.put_report = put_of_the_first_time  # type: ignore[method-assign]


forgotten_at_restart(
    "no exception reports after a restart",
    "Makes no exception report any more after a restart.",
    "exception_report_wanted",
    "DD-101",
    "DD-103",
    "DD-104",
    "DD-125",
    "X-37",
    "X-45",
)


class Stays(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put = manager.put_report
        manager.put_report = lambda report, about, unit=None: put(  # type: ignore[method-assign]
            report, msgspec.structs.replace(about, reply_to_manager=""), unit
        )


misreading(
    "reports stay",
    "Puts reports to a queue of its own, whatever queue manager ReplyToQMgr names.",
    *("DD-101", "EX-21", "X-22"),
)(Stays)
# fmt: off
lost_in_units("unit of work without exception reports", "Reports no failure of a unit of work.",
              ("DD-101", *AS_SENT), report=int(Report.EXCEPTION_WITH_FULL_DATA))
# fmt: on


@misreading(
    "one exception report for a correlation id",
    "Reports the first alone of several failures of one correlation id.",
    *("DD-101", "DD-98", "DD-97", "X-54", "X-37"),
)
class OneExceptionForCorrelationId(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put_report = manager.put_report
        reported: set[str] = set()

        def once(report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
            if about.correlation_id in reported:
                return None
            if about.correlation_id != NO_ID:
                reported.add(about.correlation_id)
            return put_report(report, about, unit)

        manager.put_report = once  # type: ignore[method-assign]


@misreading(
    "unreadable reply-to queue",
    "Sends no report to a queue with GET(DISABLED).",
    *("DD-101", "DD-103", "DD-105", *FAILED_OR_LOST),
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


# --- failures and reports ---------------------------------------------------------------------------------


@misreading("exception report only without data", "Knows the plain option alone.", "DD-101", "DD-125")
class ExceptionReportOnlyPlain(QueueManagerDecisions):
    def exception_report_wanted(self, report: int) -> bool:
        return report & Report.EXCEPTION_WITH_FULL_DATA == Report.EXCEPTION


class Reporting(SimulatedWorld):
    """Changes reports on their way."""

    def change(self, manager: QueueManager) -> None:
        put = manager.put_report
        manager.put_report = lambda report, about, unit=None: put(self.changed(report, about), about, unit)  # type: ignore[method-assign]

    def changed(self, report: Message, about: Message) -> Message:
        raise NotImplementedError


@misreading(
    "report of type datagram",
    "Leaves MsgType of a report at its default.",
    "DD-101",
    "DD-82",
    "EX-21",
    "X-12",
    "X-19",
)
class ReportOfTypeDatagram(Reporting):
    def changed(self, report: Message, about: Message) -> Message:
        return msgspec.structs.replace(report, message_type=MessageType.DATAGRAM)


@misreading("exception reported as expiration", "Gives an exception report the feedback 258.", "DD-101")
class ExceptionReportedAsExpiration(Reporting):
    def changed(self, report: Message, about: Message) -> Message:
        exception = report.feedback not in tuple(Feedback)
        return msgspec.structs.replace(report, feedback=Feedback.EXPIRATION) if exception else report


# --- reports ----------------------------------------------------------------------------------------------


REPORTED = ("DD-101", "EX-21", "DD-125", "X-12", "X-19", "X-20", "X-21", "DD-82", "DD-83")


class About(QueueManagerDecisions):
    """Makes reports of something else than the message."""

    def reported_as(self, message: Message) -> Message:
        return self.seen(super().reported_as(message))

    def seen(self, message: Message) -> Message:
        raise NotImplementedError


@misreading("reports without data", "Makes every report without data.", *REPORTED)
class ReportsWithoutData(About):
    def seen(self, message: Message) -> Message:
        return msgspec.structs.replace(message, body="")


@misreading("full data cut", "Ends the data of a report after fifty characters.", *REPORTED)
class FullDataCut(About):
    def seen(self, message: Message) -> Message:
        return msgspec.structs.replace(message, body=message.body[:50])


@misreading("PASS_MSG_ID ignored", "Gives every report an id of its own.", *REPORTED)
class PassMessageIdIgnored(About):
    def seen(self, message: Message) -> Message:
        return msgspec.structs.replace(message, report=message.report & ~Report.PASS_MSG_ID)


@misreading("PASS_CORREL_ID ignored", "Puts the message id into MQMD.CorrelId of every report.", *REPORTED)
class PassCorrelationIdIgnored(About):
    def seen(self, message: Message) -> Message:
        return msgspec.structs.replace(message, report=message.report & ~Report.PASS_CORREL_ID)


class ReplyToKind(Reports):
    kind: type[AliasQueue] | type[RemoteQueue]

    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message | ReasonCode:
        definition = manager.definitions.get(about.reply_to)
        return ReasonCode.UNKNOWN_OBJECT_NAME if isinstance(definition, self.kind) else report


@misreading(
    "reply-to alias not resolved",
    "Takes an alias for no queue for reports.",
    "DD-101",
    "DD-103",
    "X-22",
    "X-37",
)
class ReplyToAlias(ReplyToKind):
    kind = AliasQueue


@misreading(
    "reply-to not followed elsewhere",
    "Takes a remote queue for no queue for reports.",
    *("DD-101", "DD-103", "X-22", "X-37"),
)
class ReplyToRemote(ReplyToKind):
    kind = RemoteQueue


@misreading(
    "too long and unreported", "Reports no message that is too long for its target.", "DD-101", "X-22", "X-37"
)
class TooLongUnreported(Reports):
    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message | None:
        return None if report.feedback == ReasonCode.MSG_TOO_BIG_FOR_Q else report


# --- names that lead on -----------------------------------------------------------------------------------


not_reported = deciding("exception_report_wanted", answer=False)
REPORTED_AS_SENT = ("DD-101", "DD-125", "DD-130", "X-17", "X-42")
otherwise(
    "failure unreported behind an alias",
    "Reports no failure behind an alias.",
    to_an_alias,
    not_reported,
    *REPORTED_AS_SENT,
)

otherwise(
    "failure unreported behind a remote queue",
    "Reports no failure behind a remote queue.",
    to_a_remote_queue,
    not_reported,
    *REPORTED_AS_SENT,
)

otherwise(
    "failure unreported in a cluster",
    "Reports no failure in a cluster.",
    clustered,
    not_reported,
    *REPORTED_AS_SENT,
)

otherwise(
    "failure unreported of a name that became an alias",
    "Reports no failure behind a new alias.",
    an_alias_by_now,
    not_reported,
    *REPORTED_AS_SENT,
)

otherwise(
    "failure unreported of a shared queue",
    "Reports no failure of a shared queue.",
    shared,
    not_reported,
    *REPORTED_AS_SENT,
)

# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("no exception report at a later attempt", "Reports a failure at the first attempt or never.",
     ("DD-101", "DD-100", "DD-99", "DD-104"), after_a_failed_attempt, "exception_report_wanted", no),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")


# --- options beside one another ---------------------------------------------------------------------------


def _unreported_with(name: str, sentence: str, beside: Callable[[int], bool]) -> None:
    """No failure is reported of a message with such options."""

    @misreading(name, sentence, "DD-101", "DD-125")
    class Unreported(QueueManagerDecisions):
        def exception_report_wanted(self, report: int) -> bool:
            return super().exception_report_wanted(report) and not beside(report)


_unreported_with(
    "failure unreported beside activity",
    "Reports no failure of a message that asks for activity reports.",
    lambda report: bool(report & Report.ACTIVITY),
)
_unreported_with(
    "failure unreported beside both confirmations",
    "Reports no failure of a message that asks for COA and COD.",
    lambda report: bool(report & Report.COA and report & Report.COD),
)
_unreported_with(
    "discard unreported with data",
    "Reports no discard where the report is to have data.",
    lambda report: bool(report & Report.DISCARD_MSG and report & (Report.EXCEPTION << 1)),
)
