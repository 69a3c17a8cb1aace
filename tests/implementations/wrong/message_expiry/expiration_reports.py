"""Misreadings of expiration reports: whether, where to and what is in them."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, Entry, LocalQueue, Message, RemoteQueue, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import forgotten_at_restart
from implementations.wrong.parts.ends import Discarded, Ends, at_the_bridge, discarding, never_delivered
from implementations.wrong.parts.messages import Reports
from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1, Send, Usage
from mqtck.reference.vocabulary.constants import Feedback, Persistence, ReasonCode, Report
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading("no expiration report", "Never reports an expiry.", "EX-21", "EX-26", "EX-39", "DD-82", "DD-125")
class NoExpirationReport(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return False


@misreading("expiration report only without data", "Knows only the plain option.", "EX-21", "DD-82", "DD-125")
class ExpirationReportOnlyPlain(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return message.report & Report.EXPIRATION_WITH_FULL_DATA == Report.EXPIRATION


REPORTED = ("EX-21", "EX-26", "DD-82", "X-12")


def _taken_off(one: Discarded) -> None:
    one.manager.take_off(one.queue, one.entry)


discarding(
    "expired request unreported",
    "Has the IMS bridge discard without a report what is over.",
    at_the_bridge,
    _taken_off,
    *("EX-21", "EX-26", "EX-25"),
)


@misreading(
    "expiration report of another message",
    "Sends reports to the reply-to queue of the message that was put last.",
    *("EX-21", "DD-82", "DD-101", "X-22"),
)
class ReportToTheLast(SimulatedWorld):
    last = ""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut | MqPut1 | Send) and command.message.reply_to:
            self.last = command.message.reply_to
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def to_the_last(report: Message, about: Message, unit: UnitOfWork | None = None) -> Any:
            reply = self.last if about.reply_to else ""
            return put(report, msgspec.structs.replace(about, reply_to=reply), unit)

        manager.put_report = to_the_last  # type: ignore[method-assign]


@misreading(
    "expiration reports dead-lettered besides",
    "Puts an expiration report to the dead-letter queue as well as to its own.",
    *("EX-21", "EX-12", "EX-13", "EX-15", "EX-16", "DD-103"),
)
class DeadLetteredBesides(Reports):
    def reported(self, manager: QueueManager, report: Message, about: Message) -> Message:
        if about.reply_to and about.dead_letter is None:
            manager.dead_letter(report, ReasonCode.NOT_AUTHORIZED, about.reply_to)
        return report


@misreading(
    "expiration report of the persistent",
    "Reports the end of persistent messages alone.",
    "EX-21",
    "DD-82",
    "DD-125",
)
class ExpirationReportOfPersistent(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) and message.persistence == Persistence.PERSISTENT


@misreading("dead letters unreported", "Reports no end on a dead-letter queue.", "EX-21", "EX-47", "X-55")
class DeadLettersUnreported(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) and message.dead_letter is None


@misreading(
    "reports without feedback", "Leaves the feedback of reports at 0.", "EX-21", "DD-82", "DD-101", "DD-125"
)
class NoFeedback(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        right = QueueManager.put_report

        def bare(
            manager: QueueManager, report: Message, about: Message, unit: UnitOfWork | None = None
        ) -> Reason:
            return right(manager, replace(report, feedback=int(Feedback.NONE)), about, unit)

        with patch.object(QueueManager, "put_report", bare):
            return super().execute(command)


forgotten_at_restart(
    "no expiration reports after a restart",
    "Makes no expiration report any more after a restart.",
    "expiration_report_wanted",
    "EX-21",
    "DD-82",
    "X-45",
)

UNREPORTED = ("EX-21", "EX-26", "EX-39")


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
    "expired back at restart",
    "Has a message in its log still that was discarded at its end, and reports it again.",
    *("EX-21", "EX-37", "EX-38", "X-45", "DD-82", "EX-12"),
)
class ExpiredBackAtRestart(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.logged: list[tuple[str, str, Message]] = []
        super().__init__(*parts)

    def change(self, manager: QueueManager) -> None:
        discarded = manager._discarded

        def logged(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None) -> None:
            was_there = entry.on_queue
            discarded(queue, entry, unit)
            if was_there and entry.message.persistence == Persistence.PERSISTENT:
                self.logged.append((manager.name, queue.name, entry.message))

        manager._discarded = logged  # type: ignore[method-assign]

    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        back = [(queue, message) for where, queue, message in self.logged if where == name]
        self.logged = [one for one in self.logged if one[0] != name]
        for queue_name, message in back:
            queue = manager.local(queue_name)
            if queue is not None:
                manager.enter(queue, message, None)
        super()._start(name)


# --- options beside one another ---------------------------------------------------------------------------


def _unreported(name: str, sentence: str, beside: Callable[[Message], bool]) -> None:
    """The end of such a message is not reported."""

    @misreading(name, sentence, *REPORTED)
    class Unreported(QueueManagerDecisions):
        def expiration_report_wanted(self, message: Message) -> bool:
            return super().expiration_report_wanted(message) and not beside(message)


_unreported(
    "end unreported beside COA",
    "Reports no end of a message whose arrival is to be confirmed.",
    lambda message: bool(message.report & Report.COA),
)
_unreported(
    "end unreported beside PAN, NAN or activity",
    "Reports no end of a message that asks for notifications or for activity reports.",
    lambda message: bool(message.report & (Report.PAN | Report.NAN | Report.ACTIVITY)),
)
_unreported(
    "staged end unreported beside COD",
    "Reports no end of a staged message whose delivery is to be confirmed.",
    never_delivered,
)

# --- lives that are over while it is down -----------------------------------------------------------------


class Cleared(Ends):
    """Clears some queues at its start of what ended while it was down, and reports nothing of that."""

    def starts(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            for entry in list(queue.entries) if self.clears(manager, queue) else ():
                if self.ended_while_down(manager, entry.message):
                    manager.take_off(queue, entry)

    def clears(self, manager: QueueManager, queue: LocalQueue) -> bool:
        raise NotImplementedError


def is_of_subscription(world: SimulatedWorld, queue: LocalQueue) -> bool:
    return any(one.queue == queue.name for one in world.simulation.hierarchy.subscriptions.values())


@misreading(
    "ended while down and unreported",
    "Clears queues at its start of what expired while it was down, without reports.",
    *UNREPORTED,
)
class TargetsCleared(Cleared):
    def clears(self, manager: QueueManager, queue: LocalQueue) -> bool:
        return (
            queue is not manager.staging
            and queue.name != manager.dead_letter_queue
            and queue.attributes.usage is Usage.NORMAL
            and not is_of_subscription(self, queue)
        )


@misreading(
    "dead letters ended while down and unreported",
    "Clears the dead-letter queue at its start of what expired while it was down, without reports.",
    *(*UNREPORTED, "EX-47", "X-16", "X-45"),
)
class DeadLettersCleared(Cleared):
    def clears(self, manager: QueueManager, queue: LocalQueue) -> bool:
        return queue.name == manager.dead_letter_queue


@misreading(
    "ended on the way while down and unreported",
    "Clears transmission queues at its start of what expired while it was down, without reports.",
    *(*UNREPORTED, "EX-20"),
)
class TransmissionCleared(Cleared):
    def clears(self, manager: QueueManager, queue: LocalQueue) -> bool:
        return queue.attributes.usage is Usage.TRANSMISSION


@misreading(
    "publications ended while down and unreported",
    "Clears what durable subscribers left at its start of what expired while it was down, without reports.",
    *UNREPORTED,
)
class PublicationsCleared(Cleared):
    def clears(self, manager: QueueManager, queue: LocalQueue) -> bool:
        return is_of_subscription(self, queue)


_unreported(
    "staged end of the lowest priority unreported",
    "Reports no end of a staged message of priority 0.",
    lambda message: message.delay is not None and message.priority == 0,
)
