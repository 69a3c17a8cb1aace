"""Misreadings of delayed sends in units of work."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable, Iterable
from typing import Any
from unittest.mock import patch

from implementations.decisions.queue_manager import QueueManagerDecisions, StagedInUnit
from implementations.simulation.queue_managers.getting import Getter
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import (
    AliasQueue,
    CommitRefusedError,
    Delay,
    Proxy,
    RemoteQueue,
    UnitOfWork,
)
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.units_of_work import BesideOtherUnits, OtherUnits
from mqtck.reference.vocabulary.commands import Command, Commit, Receive, Rollback, Send
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome


class _StagedAtOnce(SimulatedWorld):
    """Stages some messages outside their unit of work."""

    def change(self, manager: QueueManager) -> None:
        stage = manager.processor.stage

        def staged(delay: Delay, unit: UnitOfWork | None) -> None:
            stage(delay, None if self.at_once(manager, delay) else unit)

        manager.processor.stage = staged  # type: ignore[method-assign]

    def at_once(self, manager: QueueManager, delay: Delay) -> bool:
        """Of a misreading."""
        raise NotImplementedError


@misreading(
    "clustered messages staged before the commit",
    "Stages a message for a clustered queue outside its unit of work.",
    *("DD-43", "DD-42", "DD-06", "DD-45"),
)
class ClusteredStagedAtOnce(_StagedAtOnce):
    def at_once(self, manager: QueueManager, delay: Delay) -> bool:
        return bool(manager.clusters.instances(delay.target))


@misreading(
    "neighbours' copies staged before the commit",
    "Stages a copy for another queue manager outside its unit of work.",
    *("DD-43", "DD-42", "DD-06", "DD-45"),
)
class NeighboursStagedAtOnce(_StagedAtOnce):
    def at_once(self, manager: QueueManager, delay: Delay) -> bool:
        return isinstance(delay.tie, Proxy)


@misreading(
    "commits with a delay are refused",
    "Takes delayed sends in a unit of work, and refuses the commit.",
    *("DD-43", "DD-45", "DD-07", "DD-38"),
)
class DelayedCommitsRefused(OtherUnits):
    def commit(self, unit: UnitOfWork, end: Any) -> None:
        if self.staged_in(unit):
            unit.rollback()
            raise CommitRefusedError(ReasonCode.BACKED_OUT)
        end(unit)


@misreading(
    "no unit of work behind a rollback",
    "Stages at once what is sent after a rollback.",
    *("DD-43", "DD-44", "DD-42", "DD-45", "DD-07"),
)
class NoUnitBehindRollback(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.rolled_back: set[str] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        match command:
            case Rollback():
                self.rolled_back.add(command.session)
            case Commit():
                self.rolled_back.discard(command.session)
            case Send():
                producer = self.calls.jms.producers.get(command.producer)
                sessions = self.calls.jms.sessions
                if producer is not None and producer.session in [
                    sessions.get(name) for name in self.rolled_back
                ]:
                    with patch.object(producer.session, "unit", None):
                        return super().execute(command)
            case _:
                pass
        return super().execute(command)


@misreading(
    "staged before commit",
    "Puts a delayed message of a unit of work on the staging queue at once.",
    *("DD-43", "DD-42", "DD-45"),
)
class StagedBeforeCommit(QueueManagerDecisions):
    staged_in_unit = StagedInUnit.BEFORE_COMMIT


@misreading(
    "delivered at commit",
    "Delivers a delayed message as soon as its unit of work commits, due or not.",
    *("DD-45", "DD-01", "DD-05", "DD-06", "DD-07"),
)
class DeliveredAtCommit(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return committed if committed > sent else sent + milliseconds


@misreading(
    "second message of a unit of work staged at once",
    "Stages all but the first delayed message of a unit of work before the commit.",
    *("DD-43", "DD-42", "DD-44", "DD-45"),
)
class SecondStagedAtOnce(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        stage = processor.stage
        begun: dict[int, UnitOfWork] = {}

        def staged(delay: Delay, unit: UnitOfWork | None) -> None:
            if unit is None or not unit.at_commit:
                begun.pop(id(unit), None)
            if unit is not None and begun.setdefault(id(unit), unit) is unit and unit.at_commit:
                with patch.object(self.decisions, "staged_in_unit", StagedInUnit.BEFORE_COMMIT):
                    stage(delay, unit)
            else:
                stage(delay, unit)

        processor.stage = staged  # type: ignore[method-assign]


@misreading(
    "own message unseen beside a delayed one",
    "Shows a unit of work none of its own messages once it has delayed one.",
    "DD-41",
)
class OwnMessageUnseen(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        session = self.calls.jms.sessions.get(command.session) if isinstance(command, Receive) else None
        if session is None or session.unit is None:
            return super().execute(command)
        if not any(entry.putter is session.unit for entry in session.manager.staging.entries):
            return super().execute(command)
        with patch.object(Getter, "_visible", lambda _, entry, __: entry.available):
            return super().execute(command)


THIRTY_DAYS = 30 * 86_400_000


@misreading(
    "late commit forgotten",
    "Has a timer that a message committed after its due time has missed.",
    *("DD-45", "DD-10", "X-54", "X-24"),
)
class LateCommitForgotten(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        due = super().due(sent, committed, milliseconds, staged)
        return due if committed < due else due + 1000 * THIRTY_DAYS


@misreading(
    "commit of all sessions",
    "Commits with one session whatever others have sent.",
    *("DD-43", "DD-44", "DD-42", "X-54"),
)
class CommitOfAll(BesideOtherUnits):
    ending = Commit

    def end(self, unit: UnitOfWork) -> None:
        unit.commit()


@misreading(
    "uncommitted with the next that is due",
    "Moves all whose delay is over when one is due, also what is not committed.",
    *("DD-42", "DD-43", "DD-44", "DD-45", "DD-06", "DD-10", "X-54"),
)
class UncommittedWithTheNext(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        waiting = [
            (manager, entry)
            for manager in self.simulation.managers.values()
            for entry in manager.staging.entries
            if entry.available
        ]
        outcome = super().execute(command)
        for manager in {manager for manager, entry in waiting if not entry.on_queue}:
            for entry in list(manager.staging.entries):
                delay = entry.message.delay
                if entry.putter is not None and delay is not None and delay.due <= self.now():
                    manager.take_off(manager.staging, entry)
                    manager.processor._deliver(delay)
        return outcome


# --- units of work of messages for another kind of queue --------------------------------------------------


Leads = Callable[[QueueManager, str], bool]


def _staged_at_once(name: str, sentence: str, leads: Leads) -> None:
    """A delayed message for such a queue is staged before its unit of work ends, and whatever its end."""

    class StagedAtOnce(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            stage = manager.processor.stage

            def staged_outside(delay: Delay, unit: UnitOfWork | None) -> None:
                stage(delay, None if leads(manager, delay.target) else unit)

            manager.processor.stage = staged_outside  # type: ignore[method-assign]

    misreading(name, sentence, "DD-43", "DD-44", "DD-42", "DD-07")(StagedAtOnce)


_staged_at_once(
    "staged at once for an alias",
    "Stages what is for an alias outside the unit of work of its send.",
    lambda manager, queue: isinstance(manager.definitions.get(queue), AliasQueue),
)
_staged_at_once(
    "staged at once for a remote queue",
    "Stages what is for a remote queue outside the unit of work of its send.",
    lambda manager, queue: isinstance(manager.definitions.get(queue), RemoteQueue),
)
_staged_at_once(
    "staged at once for a shared queue",
    "Stages what is for a shared queue outside the unit of work of its send.",
    lambda manager, queue: manager.shares(queue),
)


@misreading(
    "staged again by the next commit",
    "Stages all but the first message of a unit of work once more with the next commit.",
    *("DD-43", "DD-45", "DD-07", "DD-10", "X-54"),
)
class StagedAgain(OtherUnits):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.before: list[tuple[QueueManager, Delay]] = []

    def commit(self, unit: UnitOfWork, end: Any) -> None:
        again = self.before
        staged = [(manager, entry.message.delay) for manager, entry in self.staged_in(unit)]
        end(unit)
        self.before = [(manager, delay) for manager, delay in staged[1:] if delay is not None]
        for manager, delay in again:
            manager.processor.stage(delay, None)
