"""Misreadings in units of work: of several messages, with a refused send, or rolled back too late."""

# ruff: noqa: ARG002 - as in `decisions`
from unittest.mock import patch

import msgspec

from mqtck.reference.vocabulary.commands import Command, Commit, MqCommit, Receive, Rollback, Send
from mqtck.reference.vocabulary.outcomes import Outcome, Refused

from .behaviour import UncommittedStaged
from .client_decisions import ClientDecisions
from .decisions import QueueManagerDecisions, StagedInUnit
from .getting import Getter
from .jms_client import Session
from .misreading import misreading
from .objects import (
    AsQueue,
    CommitRefusedError,
    Delay,
    Entry,
    Message,
    UnitOfWork,
)
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_in_some_calls import no
from .wrong_now_and_then import original

# --- units of work ----------------------------------------------------------------------------------


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


@misreading(
    "one due time for a unit of work",
    "Moves all messages of a unit of work when the first of them is due.",
    *("DD-05", "DD-01", "DD-12", "DD-06"),
)
class OneDueTime(InUnitOfWork):
    def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
        delays = [entry.message.delay for entry in staged if entry.message.delay is not None]
        first = min((delay.sent + delay.milliseconds for delay in delays), default=0)
        for entry, delay in zip(staged, delays, strict=True):
            changed = msgspec.structs.replace(delay, milliseconds=first - delay.sent)
            entry.message = msgspec.structs.replace(entry.message, delay=changed)


@misreading(
    "undelayed wait for the delayed",
    "Keeps an undelayed message back with the delayed ones of its unit of work.",
    *("DD-08", "DD-41"),
)
class UndelayedWait(InUnitOfWork):
    def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
        manager, unit, now = session.manager, session.unit, self.now()
        delays = [entry.message.delay for entry in staged if entry.message.delay is not None]
        last = max((delay.sent + delay.milliseconds for delay in delays), default=now)
        if not isinstance(command, Commit) or unit is None or last <= now:
            return
        for queue in manager.local_queues():
            for entry in list(queue.entries):
                if entry.putter is unit and entry.message.delay is None and queue is not manager.staging:
                    manager.take_off(queue, entry)
                    delay = manager.processor.delay(entry.message, queue.name, last - now)
                    manager.processor.stage(delay, unit)


@misreading(
    "queue definition at the commit",
    "Takes persistence and priority of the queue at the commit.",
    *("DD-77", "DD-78", "X-27", "X-28"),
)
class QueueDefinitionAtCommit(InUnitOfWork):
    def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
        for entry in staged:
            entry.message = as_defined(session.manager, entry.message)


def as_defined(manager: QueueManager, message: Message) -> Message:
    """With the persistence and the priority that the queue defines now, where they are left to it."""
    delay = message.delay
    if delay is None:
        return message
    persistence, priority = manager.defaults(delay.target)
    changes: dict[str, object] = {}
    if AsQueue.PERSISTENCE in delay.as_queue:
        changes["persistence"] = persistence
    if AsQueue.PRIORITY in delay.as_queue:
        changes["priority"] = priority
    return original(message, **changes)


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
    "a refusal rolls back",
    "Rolls a unit of work back when a delayed send is refused.",
    *("X-54", "DD-32", "DD-10"),
)
class RefusalRollsBack(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if producer is not None and isinstance(outcome, Refused) and producer.delay and producer.session.unit:
            producer.session.unit.rollback()
        return outcome


@misreading(
    "staged in a unit of work before it is refused",
    "Stages a message of a group in a unit of work, and refuses it then.",
    *("DD-32", "X-54"),
)
class StagedBeforeRefused(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        outcome = super().execute(command)
        if producer is None or not isinstance(outcome, Refused) or producer.session.unit is None:
            return outcome
        with patch.object(self.client_decisions, "group_refused", no):
            super().execute(command)
        return outcome


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
        with patch.object(Getter, "_visible", lambda _, entry: entry.available):
            return super().execute(command)


@misreading(
    "recalled in a unit of work but delivered",
    "Delivers what is recalled in a unit of work once that is committed.",
    *("DD-61", "DD-10", "X-54"),
)
class RecalledInUnit(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        held = [
            (manager, entry)
            for manager in self.simulation.managers.values()
            for entry in manager.staging.entries
            if isinstance(command, MqCommit) and entry.getter is not None
        ]
        outcome = super().execute(command)
        for manager, entry in held:
            if not entry.on_queue and not self.decisions.expired(entry.message, self.now()):
                manager.enter(manager.staging, entry.message, None)
        return outcome
