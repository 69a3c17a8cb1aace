"""Misreadings of delayed sends that are rolled back."""

from typing import Any

from implementations.decisions.queue_manager import QueueManagerDecisions, StagedInUnit
from implementations.simulation.clients.sessions import Session
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import CommitRefusedError, Entry, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.units_of_work import InUnitOfWork, OtherwiseRefused
from mqtck.reference.vocabulary.commands import Command, OpenSession, Rollback, Send
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.outcomes import Outcome, Sent


@misreading(
    "rolled back but delivered",
    "Stages a delayed message when its unit of work ends, even by a rollback.",
    *("DD-44", "X-54"),
)
class RolledBackButDelivered(QueueManagerDecisions):
    staged_in_unit = StagedInUnit.AT_COMMIT_OR_ROLLBACK


@misreading(
    "rolled back with what was committed",
    "Takes back with a rollback what the session has committed and what is still staged.",
    *("DD-44", "DD-43", "DD-10", "X-54"),
)
class CommittedRolledBack(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.sent_by: dict[str, str] = {}
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Rollback | OpenSession):
            mine = {label for label, session in self.sent_by.items() if session == command.session}
            if isinstance(command, Rollback):
                self._take_back({self.calls.jms.ids[label] for label in mine})
            self.sent_by = {label: session for label, session in self.sent_by.items() if label not in mine}
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Sent):
            sender = self.calls.jms.producers[command.producer].session
            names = (name for name, one in self.calls.jms.sessions.items() if one is sender)
            self.sent_by[command.message.label] = next(names, "")
        return outcome

    def _take_back(self, message_ids: set[str]) -> None:
        for manager in self.simulation.managers.values():
            for entry in list(manager.staging.entries):
                delay = entry.message.delay
                if entry.available and delay is not None and delay.original.message_id in message_ids:
                    manager.take_off(manager.staging, entry)


@misreading(
    "rolled back and back at restart",
    "Has a message in its log still that was rolled back.",
    *("DD-44", "DD-43", "X-45", "X-54"),
)
class BackAtRestart(InUnitOfWork):
    def __init__(self, *parts: Any) -> None:
        self.logged: list[tuple[str, Message]] = []
        super().__init__(*parts)

    def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
        if isinstance(command, Rollback):
            persistent = [entry.message for entry in staged if entry.message.persistence]
            self.logged += [(session.manager.name, message) for message in persistent]

    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        for where, message in self.logged:
            if where == name and not self.decisions.expired(message, self.now()):
                manager.enter(manager.staging, message, None)
        self.logged = [(where, message) for where, message in self.logged if where != name]
        super()._start(name)


@misreading(
    "non-persistent outside the unit of work",
    "Rolls back what is persistent alone.",
    *("DD-44", "DD-43", "DD-06", "DD-10", "X-54"),
)
class NonPersistentOutside(InUnitOfWork):
    def after(self, command: Command, session: Session, staged: list[Entry]) -> None:
        if isinstance(command, Rollback):
            for entry in staged:
                if entry.message.persistence == Persistence.NOT_PERSISTENT:
                    session.manager.enter(session.manager.staging, entry.message, None)


# --- units of work ----------------------------------------------------------------------------------------


class ComesBack(InUnitOfWork):
    """Stages some of what is rolled back."""

    def after(self, command: Command, session: Session, staged: list[Entry]) -> None:
        if isinstance(command, Rollback):
            for entry in self.back(staged):
                session.manager.enter(session.manager.staging, entry.message, None)
            self.simulation.work()

    def back(self, staged: list[Entry]) -> list[Entry]:
        raise NotImplementedError


@misreading(
    "last of a unit of work rolled back",
    "Rolls back the last delayed message of a unit of work alone.",
    *("DD-44", "DD-43", "X-54"),
)
class LastRolledBack(ComesBack):
    def back(self, staged: list[Entry]) -> list[Entry]:
        return staged[:-1]


@misreading(
    "overdue rolled back in vain", "Delivers what is rolled back after its due time.", "DD-44", "X-54"
)
class OverdueRolledBack(ComesBack):
    def back(self, staged: list[Entry]) -> list[Entry]:
        now = self.now()
        return [one for one in staged if one.message.delay is not None and one.message.delay.due <= now]


@misreading(
    "commit refused in part",
    "Refuses a commit for the message that finds no place, and keeps what it had done before that.",
    *("DD-44", "X-54"),
)
class RefusedInPart(OtherwiseRefused):
    def refuse(self, unit: UnitOfWork) -> None:
        first, *_ = unit.at_commit
        unit.rollback()
        first()


@misreading(
    "unit of work open after a refused commit",
    "Keeps what a commit was refused for, and sends it with the next one.",
    *("DD-44", "X-54"),
)
class OpenAfterRefusal(OtherwiseRefused):
    def refuse(self, unit: UnitOfWork) -> None:
        """The unit of work stays as it is."""


@misreading(
    "open unit of work committed at the end",
    "Commits what is open when the queue manager ends.",
    *("DD-44", "DD-43", "X-54", "X-45"),
)
class CommittedAtEnd(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        for session in self.calls.jms.sessions.values():
            if session.manager is manager and session.unit is not None:
                try:
                    session.unit.commit()
                except CommitRefusedError:
                    continue
        super()._end(manager)
