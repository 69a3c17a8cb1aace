"""Misreadings of reports about delayed messages."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any, ClassVar
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.behaviour.whole import Confirmations
from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.channels import transmission
from implementations.simulation.queue_managers.getting import Getter
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.report_messages import arrival_report, delivery_report
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, LocalQueue, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.ends import Ends
from implementations.wrong.parts.messages import Delivered, Reports
from implementations.wrong.parts.receivers import OfDelayed, Receivers
from implementations.wrong.parts.rules import AS_SENT
from implementations.wrong.parts.units_of_work import lost_in_units
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import (
    DEFAULT_PRIORITY,
    Feedback,
    MessageType,
    Persistence,
    ReasonCode,
    Report,
)
from mqtck.reference.vocabulary.messages import JmsFolder, SeenMessage
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading(
    "delivery confirmed by a channel",
    "Confirms the delivery when a channel takes a message off its transmission queue.",
    *("X-32", "DD-127"),
)
class ConfirmedByChannel(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        unpacked = transmission.unpacked

        def confirmed(manager: QueueManager, message: Message) -> Message:
            if message.report & Report.COD:
                manager.send_report(delivery_report(message, manager), message)
            return unpacked(manager, message)

        with patch.object(transmission, "unpacked", confirmed):
            return super().execute(command)


@misreading(
    "correlation id of a text not passed on",
    "Passes a correlation id on to a report where it was given as bytes alone.",
    *("X-21", "X-12"),
)
class TextNotPassedOn(QueueManagerDecisions):
    def reported_as(self, message: Message) -> Message:
        about = super().reported_as(message)
        text = None if about.header is None else about.header.correlation_id
        if about.report & Report.PASS_CORREL_ID and text is not None:
            return msgspec.structs.replace(about, correlation_id="00" * 24)
        return about


@misreading(
    "delivery confirmed of what ended while down",
    "Confirms at its start the delivery of what expired on its target while it was down.",
    *("X-32", "DD-127", "EX-22"),
)
class ConfirmedAtStart(SimulatedWorld):
    def __init__(self, decisions: Any, client: Any) -> None:
        decisions.behaviour = replace(decisions.behaviour, confirmations=Confirmations.AT_TARGET)
        super().__init__(decisions, client)

    def _start(self, name: str) -> None:
        super()._start(name)
        manager = self.simulation.managers[name]
        for queue in manager.local_queues():
            for message in [entry.message for entry in queue.entries]:
                if self.decisions.expired(message, self.now()) and self.decisions.confirms_delivery(message):
                    manager.send_report(delivery_report(message, manager), message)


OF_EXPIRED = ("X-12", "DD-82", "EX-21")


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


ONCE = ("X-32", "DD-126", "DD-127")


class Confirming(SimulatedWorld):
    """Confirms arrivals and deliveries at the target, and something else besides."""

    def __init__(self, decisions: QueueManagerDecisions, client: ClientDecisions) -> None:
        decisions.behaviour = replace(decisions.behaviour, confirmations=Confirmations.AT_TARGET)
        super().__init__(decisions, client)


@misreading("arrival confirmed again", "Confirms the arrival of what is backed out.", *ONCE)
class ArrivalConfirmedAgain(Confirming):
    arriving = False

    def change(self, manager: QueueManager) -> None:
        arrived, available = manager._arrived, manager.became_available

        def arriving(queue: LocalQueue, entry: Entry) -> None:
            self.arriving = True
            arrived(queue, entry)
            self.arriving = False

        def became_available(queue: LocalQueue, entry: Entry) -> None:
            available(queue, entry)
            message = entry.message
            if not self.arriving and message.report & Report.COA and message.delay is None:
                manager.send_report(arrival_report(message, manager), message)

        manager._arrived = arriving  # type: ignore[method-assign]
        manager.became_available = became_available  # type: ignore[method-assign]


@misreading(
    "delivery confirmed at each get", "Confirms the delivery at the get, and at the commit again.", *ONCE
)
class DeliveryConfirmedAtEachGet(Confirming):
    def execute(self, command: Command) -> Outcome:
        take = Getter.take

        def taken(getter: Getter, entry: Entry) -> Message:
            if getter.unit is not None and entry.message.delay is None:
                getter._confirm(entry.message)
            return take(getter, entry)

        with patch.object(Getter, "take", taken):
            return super().execute(command)


@misreading(
    "delivered without reply-to", "Leaves the reply-to queue on the staging queue.", "X-22", "X-42", "HM-04"
)
class DeliveredWithoutReplyTo(Delivered):
    lost: ClassVar[dict[str, Any]] = {"reply_to": "", "reply_manager_field": ""}


@misreading(
    "report of what ended while down without passed ids",
    "Reports what expired staged while it was down from its log, which has the message id alone.",
    *("X-12", "X-21", "DD-82", "X-45"),
)
class IdsNotPassed(Ends):
    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def put_bare(report: Message, about: Message, unit: UnitOfWork | None = None) -> ReasonCode | None:
            delay = about.delay
            if (
                report.feedback == Feedback.EXPIRATION
                and delay is not None
                and self.ended_while_down(manager, about)
            ):
                original = delay.original.message_id
                report = replace(report, message_id=manager.new_id(), correlation_id=original)
            return put(report, about, unit)

        manager.put_report = put_bare  # type: ignore[method-assign]


def fails(report: Message) -> bool:
    """Whether it is an exception report."""
    return report.feedback not in {int(feedback) for feedback in Feedback}


@misreading(
    "PASS_CORREL_ID ignored with a discard",
    "Puts the message id into MQMD.CorrelId where it has discarded a message as asked.",
    *("X-21", "DD-101", "DD-125"),
)
class IdOfDiscarded(Reports):
    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message:
        if fails(report) and about.report & Report.DISCARD_MSG:
            return msgspec.structs.replace(report, correlation_id=about.message_id)
        return report


@misreading(
    "PASS_CORREL_ID ignored for the non-persistent",
    "Puts the message id into MQMD.CorrelId for messages that are not persistent.",
    *("X-21", "DD-101", "DD-125"),
)
class IdOfNonPersistent(Reports):
    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message:
        if fails(report) and not about.persistence:
            return msgspec.structs.replace(report, correlation_id=about.message_id)
        return report


@misreading(
    "reply-to queue of the message before",
    "Moves messages with one descriptor, in which the reply-to queue of the last one that had one stays.",
    *("X-22", "X-42"),
)
class ReplyQueueOfTheOneBefore(Receivers):
    before = ""

    def shown(self, message: SeenMessage) -> SeenMessage:
        named = message.descriptor.reply_to_queue
        if not isinstance(named, str):
            return message
        self.before = named or self.before
        return replace(message, descriptor=replace(message.descriptor, reply_to_queue=self.before))


# fmt: off
lost_in_units("unit of work without PASS options", "Passes no ids of what was sent in a unit of work.",
              ("X-21", *AS_SENT), report=int(Report.PASS_MSG_ID | Report.PASS_CORREL_ID))
lost_in_units("unit of work without reply-to", "Commits delayed messages without the reply-to queue.",
              ("X-22", "X-42", "HM-04"), reply_to="", reply_manager_field="")
# fmt: on


# --- options beside others, and over a restart ------------------------------------------------------------


PASSED = ("X-21", "X-20", "DD-125", "DD-101", "X-12", "DD-82")


def _without(message: Message, options: int) -> Message:
    return msgspec.structs.replace(message, report=message.report & ~options)


def _not_passed_beside_life(name: str, sentence: str, option: Report) -> None:
    class NotPassedBesideLife(QueueManagerDecisions):
        def reported_as(self, message: Message) -> Message:
            original = super().reported_as(message)
            inherits = original.report & Report.PASS_DISCARD_AND_EXPIRY
            return _without(original, option) if inherits else original

    misreading(name, sentence, *PASSED)(NotPassedBesideLife)


_not_passed_beside_life(
    "correlation id not passed beside a life",
    "Passes no correlation id to a report that inherits life and disposal.",
    Report.PASS_CORREL_ID,
)
_not_passed_beside_life(
    "message id not passed beside a life",
    "Passes no message id to a report that inherits life and disposal.",
    Report.PASS_MSG_ID,
)


@misreading(
    "passed ids forgotten by a restart",
    "Starts without the options that pass ids of what is staged.",
    *PASSED,
    "X-45",
)
class PassedIdsForgotten(QueueManagerDecisions):
    def after_restart(self, delay: Delay, now: int) -> Delay:
        original = _without(delay.original, Report.PASS_MSG_ID | Report.PASS_CORREL_ID)
        return msgspec.structs.replace(delay, original=original)


@misreading("arrivals confirmed again at the start", "Confirms at each start what is on its queues.", *ONCE)
class ArrivalsConfirmedAtStart(Confirming):
    def _start(self, name: str) -> None:
        super()._start(name)
        manager = self.simulation.managers[name]
        for queue in manager.local_queues():
            for message in [entry.message for entry in queue.entries]:
                if self.decisions.confirms_arrival(message):
                    manager.send_report(arrival_report(message, manager), message)


@misreading(
    "delivery confirmed of expired dead letters",
    "Confirms the delivery of what expires on the dead-letter queue.",
    *("X-33", "X-32", "DD-127", "EX-22"),
)
class ExpiredDeadLettersConfirmed(Confirming):
    def change(self, manager: QueueManager) -> None:
        discarded = manager._discarded

        def confirmed(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None) -> None:
            message, was_there = entry.message, entry.on_queue
            discarded(queue, entry, unit)
            if was_there and message.dead_letter is not None and message.report & Report.COD:
                manager.send_report(delivery_report(message, manager), message)

        manager._discarded = confirmed  # type: ignore[method-assign]


@misreading(
    "correlation id not passed to confirmations of delayed messages",
    "Passes no correlation id to the confirmations of what was delayed.",
    *("X-21", "DD-127", "DD-126", "X-32"),
)
class NotPassedToConfirmations(Confirming):
    def change(self, manager: QueueManager) -> None:
        send_report = manager.send_report

        def sent(report: Message, about: Message) -> None:
            delayed = about.delivery_time > about.put_at and report.feedback in {Feedback.COA, Feedback.COD}
            passed = about.message_id if delayed else report.correlation_id
            send_report(replace(report, correlation_id=passed), about)

        manager.send_report = sent  # type: ignore[method-assign]


@misreading(
    "format of the staging queue in exception reports",
    "Takes the delay header off the data of an exception report and leaves its name in MQMD.Format.",
    "X-19",
)
class FormatOfExceptionReport(OfDelayed):
    def concerned(self, message: SeenMessage) -> bool:
        descriptor = message.descriptor
        return descriptor.message_type == MessageType.REPORT and descriptor.feedback != Feedback.EXPIRATION


@misreading(
    "MQRFH2 left out of exception reports",
    "Takes the MQRFH2 off the data of an exception report together with the delay header.",
    "X-19",
)
class FolderLeftOutOfExceptionReport(FormatOfExceptionReport):
    def changed(self, message: SeenMessage) -> SeenMessage:
        return replace(message, folder=JmsFolder(**dict.fromkeys(JmsFolder.__struct_fields__)))
