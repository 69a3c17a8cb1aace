"""Misreadings of expiration reports before the discard, or without an option."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any

from implementations.decisions.queue_manager import QueueManagerDecisions, ReportTime
from implementations.simulation.clients.writing import Sending
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.report_messages import delivery_report
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import changed
from implementations.wrong.parts.ends import never_delivered
from implementations.wrong.parts.producers import OfItsObject, OfTheLast, Writing, keeps_of
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading(
    "staged end reported for COD",
    "Reports the end of a staged message where its delivery is to be confirmed.",
    *("EX-22", "X-13", "DD-82", "DD-84"),
)
class StagedReportedForDelivery(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) or never_delivered(message)


@misreading(
    "departure reported at expiry", "Confirms the delivery of what it discards as expired.", "EX-22", "X-13"
)
class DepartureReported(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        report = manager._report_expiration

        def both(message: Message) -> None:
            report(message)
            if message.report & Report.COD and message.delay is None:
                manager.send_report(delivery_report(message, manager), message)

        manager._report_expiration = both  # type: ignore[method-assign]


# --- expiration reports -----------------------------------------------------------------------------------


@misreading("expiration report unasked", "Reports an expiry that nobody asked about.", "EX-22", "X-13")
class ExpirationReportUnasked(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return True


@misreading(
    "expiry taken for an exception",
    "Reports an expiry where exception reports were asked for.",
    *("EX-22", "X-13"),
)
class ExpiryTakenForException(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return message.report & (Report.EXPIRATION | Report.EXCEPTION) != 0


@misreading(
    "report before the discard", "Reports at the end of the life, not at the discard.", "EX-37", "EX-35"
)
class ReportBeforeDiscard(QueueManagerDecisions):
    def expiration_report_time(self) -> ReportTime:
        return ReportTime.BEFORE


# --- message objects and buffers --------------------------------------------------------------------------


class OfTheReceived(Writing):
    received: Message | None = None

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        returned = self.calls._returned

        def noted(message: Message | None) -> Outcome:
            self.received = message or self.received
            return returned(message)

        self.calls._returned = noted  # type: ignore[method-assign]

    def former(self, _: Sending) -> Message | None:
        received, self.received = self.received, None
        return received


def _report(message: Message, former: Message) -> Message:
    return changed(message, report=message.report or former.report) if message.reply_to else message


keeps_of(
    *("report options stay with the object", "Leaves the report options on an object that is sent again."),
    *(OfItsObject, _report, "EX-22", "DD-82", "EX-21"),
)
keeps_of(
    *("report options of the message before", "Leaves MQMD.Report in its buffer where nothing is asked for."),
    *(OfTheLast, _report, "EX-22", "DD-82", "EX-21"),
)
keeps_of(
    *("report options of what was received", "Sends with the report options of what it has just received."),
    *(OfTheReceived, _report, "EX-22", "DD-82", "EX-21"),
)
