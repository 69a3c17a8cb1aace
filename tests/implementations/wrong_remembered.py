"""Misreadings of what outlives a restart, a failed attempt, a change of a definition, or a hop."""

# ruff: noqa: ARG002 - as in `decisions`
from typing import Any, ClassVar

import msgspec

from mqtck.reference.vocabulary.channels import DefinePolicy, NonPersistentSpeed
from mqtck.reference.vocabulary.commands import Command, MqBackout, Send, SetDeadLetterQueue
from mqtck.reference.vocabulary.constants import UNLIMITED, Persistence
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Sent

from .decisions import QueueManagerDecisions
from .decisions_channels import End, Holder, Sealing, Trouble, Undelivered
from .misreading import misreading
from .objects import NO_ID, LocalQueue, Message, Origin
from .queue_manager import QueueManager
from .triggering import put_trigger_message
from .world import SimulatedWorld
from .wrong_now_and_then import Restarted, original

# --- restarts ---------------------------------------------------------------------------------------


class Logged(Restarted):
    """Logs messages without something."""

    lost: ClassVar[dict[str, Any]]

    def started_with(self, message: Message, down: int) -> Message:
        return original(message, **self.lost)


@misreading("correlation id lost at restart", "Logs messages without MQMD.CorrelId.", "X-45", "X-03", "X-42")
class CorrelationLostAtRestart(Logged):
    lost: ClassVar[dict[str, Any]] = {"correlation_id": NO_ID}

    def started_with(self, message: Message, down: int) -> Message:
        return super().started_with(message, down) if message.delay is not None else message


@misreading(
    "reply-to lost at restart", "Logs messages without the reply-to queue.", "X-45", "X-22", "X-42", "HM-04"
)
class ReplyToLostAtRestart(Logged):
    lost: ClassVar[dict[str, Any]] = {"reply_to": "", "reply_manager_field": ""}


@misreading(
    "report options lost at restart",
    "Logs messages without the report options.",
    *("X-45", "DD-125", "DD-130", "DD-101", "EX-21", "X-42"),
)
class OptionsLostAtRestart(Logged):
    lost: ClassVar[dict[str, Any]] = {"report": 0}


@misreading(
    "unlimited after a restart",
    "Logs messages without the end of their lives.",
    *("X-45", "DD-79", "EX-05", "EX-10", "EX-17", "X-06"),
)
class UnlimitedAfterRestart(Logged):
    lost: ClassVar[dict[str, Any]] = {"end_of_life": None}


@misreading("another id after a restart", "Gives messages new ids when it starts.", "X-45", "X-02", "HM-28")
class AnotherIdAfterRestart(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return original(message, message_id="c3" * 24) if message.delay is not None else message


@misreading("not persistent after a restart", "Logs that nothing is persistent.", "X-45", "HM-10", "X-42")
class NotPersistentAfterRestart(Logged):
    lost: ClassVar[dict[str, Any]] = {"persistence": int(Persistence.NOT_PERSISTENT)}


@misreading("lost at the second restart", "Outlives one restart.", "X-45", "DD-10", "DD-95", "X-54")
class LostAtSecondRestart(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.survivors: set[int] = set()

    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        for queue in manager.local_queues():
            for entry in list(queue.entries):
                if id(entry) in self.survivors:
                    manager.take_off(queue, entry)
                self.survivors.add(id(entry))


@misreading(
    "not tried again after a restart",
    "Forgets at a restart what could not be disposed of.",
    *("DD-99", "X-45", "X-54", "DD-95"),
)
class NotTriedAgainAfterRestart(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        for entry in list(manager.staging.entries):
            if entry.failed_with is not None:
                manager.take_off(manager.staging, entry)


# --- failed attempts, and definitions that change ---------------------------------------------------


@misreading(
    "DEADQ as it was", "Disposes of what is staged as DEADQ said at the send.", "DD-98", "DD-99", "DD-103"
)
class DeadLetterQueueAsItWas(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeadLetterQueue):
            manager = self.simulation.managers.get(command.queue_manager)
            if manager is not None and manager.staging.entries:
                return Done()
        return super().execute(command)


@misreading(
    "stopped by a failed disposal",
    "Takes a failed disposal for an error that ends the processor.",
    *("DD-99", "DD-12", "DD-10", "X-54"),
)
class StoppedByFailedDisposal(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        for manager in self.simulation.managers.values():
            if any(entry.failed_with is not None for entry in manager.staging.entries):
                manager.processor.end()
        return outcome


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
    "priority 0 after a failure",
    "Delivers with priority 0 what failed once.",
    *("DD-99", "X-28", "X-42", "HM-24"),
)
class LaterWithPriorityZero(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        for manager in self.simulation.managers.values():
            for entry in manager.staging.entries:
                if entry.failed_with is not None:
                    entry.message = original(entry.message, priority=0)
        return outcome


@misreading(
    "recall backed out and forgotten",
    "Forgets when a message is due whose recall is backed out.",
    *("DD-10", "DD-61", "X-54", "DD-12"),
)
class RecallForgotten(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, MqBackout):
            return super().execute(command)
        managers = self.simulation.managers.values()
        held = {id(one) for manager in managers for one in manager.staging.entries if one.getter is not None}
        outcome = super().execute(command)
        for manager in managers:
            manager.processor.forget(held)
        return outcome


# --- reports and trigger messages -------------------------------------------------------------------


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


@misreading("report twice", "Makes each report two times.", "DD-100", "DD-101", "EX-21", "DD-82", "X-55")
class ReportTwice(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def twice(report: Message, about: Message, unit: Any = None) -> Any:
            reason = put(report, about, unit)
            if reason is None:
                put(msgspec.structs.replace(report, message_id=manager.new_id()), about, unit)
            return reason

        manager.put_report = twice  # type: ignore[method-assign]


@misreading(
    "one report a call", "Reports the first of several messages that one get discards.", "EX-21", "EX-15"
)
class OneReportCall(SimulatedWorld):
    made = 0

    def execute(self, command: Command) -> Outcome:
        self.made = 0
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        send = manager.send_report

        def once(report: Message, about: Message) -> None:
            self.made += 1
            if self.made == 1:
                send(report, about)

        manager.send_report = once  # type: ignore[method-assign]


@misreading(
    "expired on a transmission queue unreported",
    "Discards without a report where a channel would take the message.",
    *("EX-21", "EX-20", "EX-26", "X-48"),
)
class TransmissionUnreported(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) and message.route is None


@misreading(
    "expired publications unreported", "Reports no publication that expires.", "EX-21", "DD-82", "X-52"
)
class PublicationsUnreported(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) and message.publication is None


@misreading(
    "trigger message limited", "Gives a trigger message the life of an ordinary one.", "EX-48", "X-39"
)
class TriggerMessageLimited(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        return 600 if message.origin is Origin.TRIGGER else super().remaining_expiry(message, now)


@misreading(
    "triggered by the send", "Triggers an application when a message for its queue is staged.", "X-39"
)
class TriggeredBySend(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Sent):
            producer = self.calls.jms.producers[command.producer]
            destination = command.destination or producer.destination
            queue = getattr(destination, "queue", None)
            manager = producer.session.manager
            target = None if queue is None else manager.local(queue)
            if producer.delay and isinstance(target, LocalQueue) and target.attributes.trigger is not None:
                put_trigger_message(manager, target.attributes.trigger)
        return outcome


# --- hops -------------------------------------------------------------------------------------------


@misreading(
    "unlimited behind a channel",
    "Lets a channel forget the end of a life.",
    "EX-06",
    "EX-05",
    "EX-17",
    "EX-10",
)
class UnlimitedBehindChannel(QueueManagerDecisions):
    def after_hop(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(message, expiry=UNLIMITED, end_of_life=None)


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
    "non-persistent not dead-lettered by a channel",
    "Dead-letters persistent messages alone at a channel.",
    *("AM-02", "AM-03", "AM-05", "AM-08", "AM-07", "AM-13", "AM-15", "AM-16", "AM-12", "AM-14", "AM-19"),
)
class NonPersistentNotDeadLettered(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        if message.persistence == Persistence.NOT_PERSISTENT:
            return Sealing.FAILS
        return super().sealing(message, policy, holder)


class PolicyAtOneEnd(QueueManagerDecisions):
    end: End

    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        return super().sealing(message, policy if holder.end is self.end else None, holder)


@misreading("policy at senders alone", "Lets receivers dead-letter as it is.", "AM-16", "AM-18", "AM-20")
class PolicyAtSendersAlone(PolicyAtOneEnd):
    end = End.SENDER


@misreading("policy at receivers alone", "Lets senders dead-letter as it is.", "AM-07", "AM-16", "AM-18")
class PolicyAtReceiversAlone(PolicyAtOneEnd):
    end = End.RECEIVER


@misreading(
    "full queue like none",
    "Discards where the dead-letter queue fails, as where there is none.",
    "AM-09",
    "AM-10",
)
class FullQueueLikeNone(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if trouble is Trouble.NOT_PUT and end is End.SENDER:
            return Undelivered.DISCARDED
        return super().undelivered(end, trouble, persistence, speed)
