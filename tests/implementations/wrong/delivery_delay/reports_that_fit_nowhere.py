"""Misreadings of exception reports that no queue takes."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any
from unittest.mock import patch

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers import delay_processor
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, Delay, Entry, Message, RemoteQueue, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import forgotten_at_restart
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.ends import KeptForReport
from implementations.wrong.parts.rules import FAILED, OVERFULL
from implementations.wrong.parts.targets import full_at_its_limit_alone
from mqtck.reference.vocabulary.constants import Persistence, ReasonCode


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


forgotten_at_restart(
    "disposal stands after a restart",
    "Undoes no disposal any more after a restart.",
    "rolls_back",
    "DD-104",
    "X-37",
)

forgotten_at_restart(
    "unsendable reports dropped after a restart",
    "Dead-letters no report any more after a restart.",
    "tries_dead_letter_queue",
    "DD-103",
    "X-37",
)


@misreading(
    "kept for its report and lost at a restart",
    "Takes what it has undone for want of a place for a report for done when it starts.",
    *("DD-104", "X-45", "X-37", "X-54", "DD-95"),
)
class LostAtRestart(KeptForReport):
    def starts(self, manager: QueueManager) -> None:
        for where, entry in self.kept:
            if where is manager and entry.on_queue:
                manager.take_off(manager.staging, entry)


class Unended(UnitOfWork):
    """What nobody backs out: it is seen by nobody, and counts."""

    def rollback(self) -> None:
        """Leave everything as it is."""


@misreading(
    "undone but for its room",
    "Leaves what it has put for a message that it keeps in a unit of work that never ends.",
    *("DD-104", "X-37"),
)
class UndoneButForItsRoom(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dispose = manager.processor._dispose

        def disposed(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
            with patch.object(delay_processor, "UnitOfWork", Unended):
                dispose(entry, delay, reason)

        manager.processor._dispose = disposed  # type: ignore[method-assign]


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


def report_lost(kind: type[AliasQueue] | type[RemoteQueue], name: str, sentence: str) -> None:
    """A misreading that has no other place for some reports than their reply-to queue."""

    @misreading(name, sentence, "DD-103", "DD-101", "DD-104", *FAILED)
    class ReportLost(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            put_report = manager.put_report

            def put(report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
                reason = put_report(report, about, unit)
                return None if isinstance(manager.definitions.get(about.reply_to), kind) else reason

            manager.put_report = put  # type: ignore[method-assign]


report_lost(AliasQueue, "report lost behind an alias", "Drops a report that finds no room behind an alias.")
report_lost(
    RemoteQueue, "report lost on its way", "Drops a report that finds no room on its transmission queue."
)


@misreading(
    "reply-to queue above its limit", "Reports to a queue that holds more than MAXDEPTH.", "DD-103", *OVERFULL
)
class ReplyQueueAboveItsLimit(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put_report = manager.put_report

        def put(report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
            with full_at_its_limit_alone(manager.put_queue(about.reply_to)):
                return put_report(report, about, unit)

        manager.put_report = put  # type: ignore[method-assign]


# --- why a report fits nowhere ----------------------------------------------------------------------------


def not_undone(reason: ReasonCode, name: str, sentence: str) -> None:
    """A misreading that undoes nothing where the target did not take the message for this reason."""

    @misreading(name, sentence, "DD-104", "DD-99", "X-37")
    class NotUndone(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            dispose = manager.processor._dispose

            def disposed(entry: Entry, delay: Delay, found: ReasonCode) -> None:
                if found is not reason:
                    dispose(entry, delay, found)
                    return
                with patch.object(manager.decisions, "rolls_back", lambda _: False):
                    dispose(entry, delay, found)

            manager.processor._dispose = disposed  # type: ignore[method-assign]


# fmt: off
not_undone(ReasonCode.Q_FULL, "not undone where the target is full", "Undoes nothing for a full target.")
not_undone(ReasonCode.MSG_TOO_BIG_FOR_Q, "not undone where the target is short",
           "Undoes nothing where the message is too long.")
not_undone(ReasonCode.UNKNOWN_OBJECT_NAME, "not undone where the target is gone",
           "Undoes nothing where the target is gone.")
# fmt: on
