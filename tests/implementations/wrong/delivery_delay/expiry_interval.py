"""Misreadings of the life of a delayed message, which runs from its put."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.zos import Access
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import begun_anew
from implementations.wrong.parts.attempts import AtLaterAttempt, Attempts
from implementations.wrong.parts.ends import KeptForReport, ending
from implementations.wrong.parts.messages import Beside, Delivered
from implementations.wrong.parts.numbers import DAY, HOUR
from implementations.wrong.parts.producers import object_shared
from implementations.wrong.parts.receivers import OfDelayed
from mqtck.reference.vocabulary.constants import MessageType, ReasonCode, Report
from mqtck.reference.vocabulary.messages import SeenMessage


@misreading(
    "a new life at a later attempt",
    "Begins the life anew at a later attempt.",
    *("DD-79", "DD-80", "EX-05", "EX-10", "EX-17", "X-06"),
)
class NewLifeAtLaterAttempt(AtLaterAttempt):
    def changed(self, message: Message, staged: Message, now: int) -> Message:
        end = self.decisions.end_of_life(now, message.expiry)
        return msgspec.structs.replace(message, put_at=now, end_of_life=end)


@misreading(
    "no expiration report with discard",
    "Reports no end of a message that asks to be discarded.",
    *("DD-82", "EX-21", "DD-125", "EX-26"),
)
class NotWithDiscard(Beside):
    expiration_hidden_by = int(Report.DISCARD_MSG)


TWO_SECONDS = 2000


@misreading(
    "two seconds of life wanted when due",
    "Discards what has less than two seconds to live when its delay is over.",
    *("DD-79", "EX-04", "DD-10", "DD-12", "X-13", "X-53", "X-54", "EX-21"),
)
class TwoSecondsOfLifeWanted(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        end = entry.message.end_of_life
        if end is not None and end - manager.now < TWO_SECONDS:
            manager.discard(manager.staging, entry)
        else:
            attempt(entry)


@misreading(
    "unlimited when long overdue",
    "Delivers without an end what is overdue by more than an hour.",
    *("DD-79", "X-45", "X-06", "EX-05", "EX-10", "EX-17", "EX-04", "DD-80", "EX-19"),
)
class UnlimitedWhenOverdue(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        if manager.now - delay.due > HOUR:
            delay = replace(delay, original=replace(delay.original, end_of_life=None, expiry=-1))
        reason: ReasonCode | None = deliver(delay)
        return reason


@misreading(
    "life restarted at delivery",
    "Begins the life of a delayed message at its delivery.",
    *("DD-79", "DD-80", "DD-81", "DD-84", "EX-04", "EX-10", "EX-17"),
)
class LifeRestartedAtDelivery(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        return begun_anew(delay.original, now)


@misreading(
    "delay subtracted twice",
    "Takes the delay off the remaining life once more at delivery.",
    *("DD-79", "DD-80", "DD-81", "EX-04", "EX-10"),
)
class DelaySubtractedTwice(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        end = delay.original.end_of_life
        if end is None:
            return delay.original
        return msgspec.structs.replace(delay.original, end_of_life=end - delay.milliseconds)


@misreading(
    "ended behind a halt and unreported",
    "Begins again on z/OS without what expired meanwhile, and reports nothing of that.",
    *("DD-82", "DD-92", "EX-21", "EX-26", "EX-39", "EX-04", "X-14"),
)
class EndedBehindHalt(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        changed = manager.processor.staging_changed

        def cleared(before: Access) -> None:
            for entry in list(manager.staging.entries):
                if entry.available and self.decisions.expired(entry.message, manager.now):
                    manager.take_off(manager.staging, entry)
            changed(before)

        manager.processor.staging_changed = cleared  # type: ignore[method-assign]


object_shared(
    "end of the object sent again",
    "Delivers a message with the end that its object has by then.",
    *("end_of_life", "DD-79", "DD-80", "X-06", "X-42", "EX-05", "EX-10", "EX-17", "EX-04"),
)


@misreading(
    "delivered without end",
    "Delivers what never expires.",
    "DD-79",
    "DD-80",
    "X-06",
    "EX-04",
    "EX-17",
    "HM-15",
)
class DeliveredWithoutEnd(Delivered):
    lost: ClassVar[dict[str, Any]] = {"end_of_life": None}


@misreading(
    "life begun anew where it is kept for its report",
    "Begins a life anew with each disposal that it undoes for want of a place for a report.",
    *("DD-79", "DD-80", "DD-104", "X-06", "EX-05", "EX-10", "EX-19"),
)
class BegunAnewWhenKept(KeptForReport):
    def keep(self, manager: QueueManager, entry: Entry) -> None:
        message = entry.message
        if message.end_of_life is not None:
            ending(entry, manager.now + message.expiry * 100, message.expiry)


@misreading(
    "a new life for publications",
    "Begins the life of a delayed publication at its delivery.",
    *("DD-79", "DD-80", "X-06", "EX-05", "EX-10"),
)
class NewLifeForPublications(QueueManagerDecisions):
    def delivered(self, delay: Any, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        if message.publication is None:
            return message
        end = self.end_of_life(now, message.expiry)
        return msgspec.structs.replace(message, put_at=now, end_of_life=end)


@misreading(
    "a new life behind a delay of days",
    "Begins a life anew at the delivery of what was delayed for more than a day.",
    *("DD-79", "DD-80", "X-06", "EX-05", "EX-10"),
)
class NewLifeBehindDays(QueueManagerDecisions):
    def delivered(self, delay: Any, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        return begun_anew(message, now) if delay.milliseconds > DAY else message


@misreading(
    "format of the staging queue in reports",
    "Takes the delay header off the data of a report and leaves its name in MQMD.Format.",
    *("DD-83", "X-12", "X-19"),
)
class ReportedFormat(OfDelayed):
    def concerned(self, message: SeenMessage) -> bool:
        return message.descriptor.message_type == MessageType.REPORT


@misreading(
    "timestamp element of the report",
    "Writes into the MQRFH2 of a delayed message when it was reported.",
    *("DD-83", "X-12", "X-19"),
)
class TimestampOfReport(ReportedFormat):
    def changed(self, message: SeenMessage) -> SeenMessage:
        return replace(message, folder=replace(message.folder, timestamp=self.now()))


@misreading(
    "life begun anew in a hierarchy",
    "Publishes anew, with a whole life, what another queue manager published.",
    *("DD-79", "DD-80", "EX-04", "EX-05", "EX-06", "EX-10", "EX-17", "EX-19", "X-06"),
)
class LifeBegunAnewInHierarchy(QueueManagerDecisions):
    def after_hop(self, message: Message, now: int) -> Message:
        hopped = super().after_hop(message, now)
        return hopped if message.publication is None else begun_anew(hopped, now)


# --- expiration reports -----------------------------------------------------------------------------------


@misreading(
    "no expiration report from staging",
    "Lets the processor discard expired messages without the report.",
    *("DD-82", "EX-26", "EX-21", "DD-125"),
)
class NoExpirationReportFromStaging(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return message.delay is None and super().expiration_report_wanted(message)


@misreading(
    "delay header in the report", "Leaves the delay header in reports of staged messages.", "DD-83", "DD-82"
)
class DelayHeaderInReport(QueueManagerDecisions):
    def reported_as(self, message: Message) -> Message:
        if message.delay is None:
            return message
        return msgspec.structs.replace(message.delay.original, delay=message.delay)


@misreading(
    "report of the staged copy",
    "Makes reports with the ids of the staged copy.",
    *("DD-82", "DD-101", "DD-125", "X-12", "X-20"),
)
class ReportOfStagedCopy(QueueManagerDecisions):
    def reported_as(self, message: Message) -> Message:
        return msgspec.structs.replace(message, delay=None)
