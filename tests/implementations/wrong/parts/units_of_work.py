"""Worlds that notice units of work: what is done in them, and how they end."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Iterable
from typing import Any, ClassVar
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.behaviour.whole import UncommittedStaged
from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.sessions import Session
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import CommitRefusedError, Entry, LocalQueue, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.rules import LOST
from implementations.wrong.parts.targets import Concerns
from mqtck.reference.vocabulary.commands import Command, Commit, Rollback
from mqtck.reference.vocabulary.outcomes import Done, Outcome


def lost_at_commit(gone: Concerns, name: str, sentence: str, *rules: str) -> None:
    """A misreading that loses some delayed messages at their commit, which succeeds."""

    @misreading(name, sentence, *rules, "DD-38", "DD-43", "DD-45", "DD-114", "DD-98", *LOST)
    class LostAtCommit(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            session = self.calls.jms.sessions.get(command.session) if isinstance(command, Commit) else None
            if session is None:
                return super().execute(command)
            manager = session.manager
            own = [one for one in manager.staging.entries if one.putter and one.putter is session.unit]
            lost = [one for one in own if one.message.delay and gone(manager, one.message.delay)]
            outcome = super().execute(command)
            for entry in lost if isinstance(outcome, Done) else ():
                manager.take_off(manager.staging, entry)
            return outcome


class OtherUnits(SimulatedWorld):
    """Ends units of work in another way."""

    def commit(self, unit: UnitOfWork, end: Any) -> None:
        end(unit)

    def rollback(self, unit: UnitOfWork, end: Any) -> None:
        end(unit)

    def execute(self, command: Command) -> Outcome:
        commit, rollback = UnitOfWork.commit, UnitOfWork.rollback
        with (
            patch.object(UnitOfWork, "commit", lambda unit: self.commit(unit, commit)),
            patch.object(UnitOfWork, "rollback", lambda unit: self.rollback(unit, rollback)),
        ):
            return super().execute(command)

    def staged_in(self, unit: UnitOfWork) -> list[tuple[QueueManager, Entry]]:
        return [
            (manager, entry)
            for manager in self.simulation.managers.values()
            for entry in manager.staging.entries
            if entry.putter is unit
        ]


class BackedOut(SimulatedWorld):
    """Changes what it backs out."""

    def changed(self, message: Message, now: int) -> Message:
        raise NotImplementedError

    def change(self, manager: QueueManager) -> None:
        right = manager.channels._back_out

        def back_out(queue: LocalQueue, unit: UnitOfWork, failed: Entry) -> None:
            held = [entry for entry in queue.entries if entry.getter is unit]
            right(queue, unit, failed)
            for entry in (*held, failed):
                entry.message = self.changed(entry.message, manager.now)

        manager.channels._back_out = back_out  # type: ignore[method-assign]


class InUnitOfWork(SimulatedWorld):
    """Does something else before or after the end of a transacted session's unit of work."""

    def execute(self, command: Command) -> Outcome:
        session = (
            self.calls.jms.sessions.get(command.session) if isinstance(command, Commit | Rollback) else None
        )
        if session is None or session.unit is None:
            return super().execute(command)
        staged = [
            entry
            for entry in session.manager.staging.entries
            if entry.putter is session.unit and entry.message.delay is not None
        ]
        self.before(command, session, staged)
        outcome = super().execute(command)
        self.after(command, session, staged)
        return outcome

    def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
        """`staged` are the entries of the unit of work, not committed yet."""

    def after(self, command: Command, session: Session, staged: list[Entry]) -> None:
        """The unit of work has ended."""


class OtherwiseRefused(SimulatedWorld):
    """Does something else where a check objects to a commit: it stages then, and not before."""

    def __init__(self, decisions: QueueManagerDecisions, client: ClientDecisions) -> None:
        decisions.behaviour = msgspec.structs.replace(
            decisions.behaviour, uncommitted_staged=UncommittedStaged.NOT_COUNTED
        )
        super().__init__(decisions, client)

    def refuse(self, unit: UnitOfWork) -> None:
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        commit = UnitOfWork.commit

        def checked(unit: UnitOfWork) -> None:
            for reason in [check() for check in unit.checks]:
                if reason is not None:
                    self.refuse(unit)
                    raise CommitRefusedError(reason)
            commit(unit)

        with patch.object(UnitOfWork, "commit", checked):
            return super().execute(command)


def entries(world: SimulatedWorld) -> Iterable[tuple[QueueManager, LocalQueue, Entry]]:
    for manager in world.simulation.managers.values():
        for queue in manager.local_queues():
            for entry in queue.entries:
                yield manager, queue, entry


class GivenBack(SimulatedWorld):
    """Does something with a message that a unit of work gives back."""

    def execute(self, command: Command) -> Outcome:
        give_back = LocalQueue.give_back

        def given_back(queue: LocalQueue, entry: Entry) -> None:
            give_back(queue, entry)
            self.given_back(queue, entry)

        with patch.object(LocalQueue, "give_back", given_back):
            return super().execute(command)

    def given_back(self, queue: LocalQueue, entry: Entry) -> None:
        raise NotImplementedError


def lost_in_units(name: str, sentence: str, rules: tuple[str, ...], **lost: Any) -> None:
    """A misreading that commits delayed messages with other fields; `report` names options that are lost."""

    class Lost(InUnitOfWork):
        def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
            for entry in staged:
                changes = dict(lost)
                if "report" in changes:
                    changes["report"] = entry.message.report & ~lost["report"]
                entry.message = original(entry.message, **changes)
                if "report" in changes:
                    entry.message = replace(entry.message, report=changes["report"])

    misreading(name, sentence, *rules)(Lost)


class BesideOtherUnits(SimulatedWorld):
    """Ends the units of work of all sessions with that of one."""

    ending: ClassVar[type[Commit] | type[Rollback]]

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Commit | Rollback) and isinstance(command, self.ending):
            ended = self.calls.jms.sessions.get(command.session)
            for session in self.calls.jms.sessions.values():
                if session is not ended and session.unit is not None:
                    self.end(session.unit)
        return super().execute(command)

    def end(self, unit: UnitOfWork) -> None:
        raise NotImplementedError
