"""Misreadings of a failure in one corner: some reports, some dead letters, some later attempts."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any

import msgspec

from mqtck.reference.vocabulary.commands import Browse, Command, MqGet
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Feedback, ReasonCode, Report
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome

from .decisions import Disposal, QueueManagerDecisions
from .misreading import misreading
from .objects import AliasQueue, Delay, Entry, Message, Origin, RemoteQueue, UnitOfWork
from .queue_manager import QueueManager
from .report_messages import delivery_report, expiration_report
from .world import SimulatedWorld
from .wrong_for_some import Attempts
from .wrong_now_and_then import Restarted, original

FAILURES = ("DD-97", "DD-98", "DD-99", "DD-49", "DD-114", "X-36", "X-37", "X-54")
REPORTED = ("DD-101", "DD-103", "DD-125", "X-37")

# --- reports -----------------------------------------------------------------------------------------


def fails(report: Message) -> bool:
    """Whether it is an exception report."""
    return report.feedback not in {int(feedback) for feedback in Feedback}


class Reports(SimulatedWorld):
    """Makes other reports, or none; `about` is the message that one is about."""

    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def put_report(report: Message, about: Message, unit: UnitOfWork | None = None) -> ReasonCode | None:
            other = self.reported(manager, report, about)
            return put(other, about, unit) if isinstance(other, Message) else other

        manager.put_report = put_report  # type: ignore[method-assign]

    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message | ReasonCode | None:
        """None: it is dropped; a reason: its queue does not take it."""
        raise NotImplementedError


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


class ExpirationTo(Reports):
    kind: type[AliasQueue] | type[RemoteQueue]

    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message | None:
        leads = isinstance(manager.definitions.get(about.reply_to), self.kind)
        return None if report.feedback == Feedback.EXPIRATION and leads else report


@misreading(
    "expiration report behind an alias dropped",
    "Drops an expiration report whose reply-to queue is an alias.",
    *("EX-21", "DD-82", "X-12", "X-22"),
)
class ExpirationToAlias(ExpirationTo):
    kind = AliasQueue


@misreading(
    "expiration report elsewhere dropped",
    "Drops an expiration report whose reply-to queue is a remote one.",
    *("EX-21", "DD-82", "X-12", "X-22"),
)
class ExpirationToRemote(ExpirationTo):
    kind = RemoteQueue


@misreading(
    "too long and unreported", "Reports no message that is too long for its target.", "DD-101", "X-22", "X-37"
)
class TooLongUnreported(Reports):
    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message | None:
        return None if report.feedback == ReasonCode.MSG_TOO_BIG_FOR_Q else report


@misreading(
    "report for its own target dropped",
    "Drops a report whose queue is the one that has just failed.",
    *("DD-103", "DD-104", "DD-105", "DD-101", "X-37"),
)
class ReportForTarget(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        reason = super().deliver(manager, delay, deliver)
        if reason is not None and delay.original.reply_to == delay.target:
            self.failed.add(delay.original.message_id)
        return reason

    def __init__(self, *parts: Any) -> None:
        self.failed: set[str] = set()
        super().__init__(*parts)

    def change(self, manager: QueueManager) -> None:
        super().change(manager)
        put = manager.put_report
        manager.put_report = lambda report, about, unit=None: (  # type: ignore[method-assign]
            None if about.message_id in self.failed else put(report, about, unit)
        )


@misreading(
    "recall reported as expired",
    "Reports the end of a message that is recalled from the staging queue.",
    *("DD-61", "DD-82", "EX-21", "EX-37", "X-14", "X-46"),
)
class RecallReported(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        managers = self.simulation.managers.values()
        staged = [
            (manager, entry)
            for manager in managers
            for entry in manager.staging.entries
            if entry.message.report & Report.EXPIRATION
            and not self.decisions.expired(entry.message, self.now())
        ]
        outcome = super().execute(command)
        recalls = isinstance(command, MqGet) and command.queue == STAGING_QUEUE
        if recalls and isinstance(outcome, MessageReturned):
            for manager, entry in staged:
                if not entry.on_queue:
                    about = self.decisions.reported_as(entry.message)
                    manager.send_report(expiration_report(about, manager), entry.message)
        return outcome


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


# --- what is delivered, and what is dead-lettered ------------------------------------------------------


def without(name: str, sentence: str, options: int, rules: tuple[str, ...]) -> None:
    """A misreading that delivers without some report options."""

    class Without(QueueManagerDecisions):
        def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
            message = super().delivered(delay, now, persistence, priority)
            return msgspec.structs.replace(message, report=message.report & ~options)

    misreading(name, sentence, *rules)(Without)


AS_SENT = ("DD-125", "DD-130", "X-42")
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


class DeadLetters(QueueManagerDecisions):
    """Dead-letters something else."""

    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return copy if message.origin is Origin.REPORT else self.changed(copy, now)

    def changed(self, copy: Message, now: int) -> Message:
        raise NotImplementedError


@misreading(
    "dead letters without what passes through",
    "Dead-letters without the options that the processor ignores.",
    *("DD-130", "DD-125", "DD-98", "X-17"),
)
class DeadLettersStripped(DeadLetters):
    def changed(self, copy: Message, now: int) -> Message:
        ignored = Report.COA_WITH_FULL_DATA | Report.COD_WITH_FULL_DATA
        ignored |= Report.PAN | Report.NAN | Report.ACTIVITY
        return msgspec.structs.replace(copy, report=copy.report & ~ignored)


@misreading(
    "dead letters near their end unlimited",
    "Dead-letters without an end what would end in two seconds.",
    *("EX-46", "EX-47", "EX-17", "X-16", "DD-98"),
)
class DeadLettersNearEnd(DeadLetters):
    def changed(self, copy: Message, now: int) -> Message:
        near = copy.end_of_life is not None and copy.end_of_life - now < 2000
        return msgspec.structs.replace(copy, end_of_life=None) if near else copy


# --- attempts ------------------------------------------------------------------------------------------


@misreading(
    "discard behind a kept message",
    "Disposes of nothing as long as an earlier message for the same target is kept.",
    *FAILURES,
    *("DD-12", "DD-10"),
)
class DiscardBehindKept(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        target = entry.message.delay.target if entry.message.delay else ""
        kept = [
            one
            for one in manager.staging.entries
            if one.key < entry.key
            and one.failed_with is not None
            and one.message.delay is not None
            and one.message.delay.target == target
        ]
        if kept:
            entry.failed_with = ReasonCode.PUT_INHIBITED
            manager.processor._retry(entry)
        else:
            attempt(entry)


@misreading(
    "a target that failed once",
    "Delivers nothing to a target that has failed before.",
    "DD-10",
    "DD-12",
    *FAILURES,
)
class FailedOnce(Attempts):
    def __init__(self, *parts: Any) -> None:
        self.failed: set[tuple[str, str]] = set()
        super().__init__(*parts)

    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        place = (manager.name, delay.target)
        if place in self.failed:
            return ReasonCode.PUT_INHIBITED
        reason = super().deliver(manager, delay, deliver)
        if reason is not None:
            self.failed.add(place)
        return reason


@misreading(
    "dropped behind an alias",
    "Drops a message where the queue behind an alias does not take it.",
    *FAILURES,
)
class DroppedBehindAlias(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        reason = super().deliver(manager, delay, deliver)
        behind = isinstance(manager.definitions.get(delay.target), AliasQueue)
        return None if behind and manager.resolve(delay.target) is not None else reason


@misreading(
    "given up at a short queue",
    "Drops a message that is too long for the dead-letter queue.",
    *FAILURES,
)
class GivenUpAtShortQueue(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dead_letter: Callable[..., ReasonCode | None] = manager.dead_letter

        def given_up(message: Message, *rest: Any) -> ReasonCode | None:
            reason = dead_letter(message, *rest)
            dropped = reason is ReasonCode.MSG_TOO_BIG_FOR_Q and message.origin is not Origin.REPORT
            return None if dropped else reason

        manager.dead_letter = given_up  # type: ignore[method-assign]


@misreading(
    "discarded comes back at restart",
    "Has a message in its log still that it has discarded as asked.",
    *("DD-97", "DD-10", "DD-95", "X-45", "X-54", "X-37"),
)
class DiscardedComesBack(Restarted):
    def __init__(self, *parts: Any) -> None:
        self.discarded: list[tuple[str, Message]] = []
        super().__init__(*parts)

    def change(self, manager: QueueManager) -> None:
        dispose = manager.processor._dispose

        def logged(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
            dispose(entry, delay, reason)
            asked = self.decisions.disposal(delay.original.report) is Disposal.DISCARD
            if asked and not entry.on_queue and delay.tie is None and delay.original.persistence:
                self.discarded.append((manager.name, entry.message))

        manager.processor._dispose = logged  # type: ignore[method-assign]

    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        for where, message in self.discarded:
            if where == name and not self.decisions.expired(message, self.now()):
                manager.enter(manager.staging, message, None)
        self.discarded = [(where, message) for where, message in self.discarded if where != name]
        super()._start(name)

    def started_with(self, message: Message, down: int) -> Message:
        return original(message)
