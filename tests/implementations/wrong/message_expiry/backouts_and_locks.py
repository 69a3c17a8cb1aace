"""Misreadings of messages that expire while they are got or locked."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import Manner, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, Message, Origin, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import begun_anew
from implementations.wrong.parts.calls import Row, aliases, at_shared_queues, dead_letters, register, staged
from implementations.wrong.parts.ends import Undone
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.rules import LIVES, LOST
from implementations.wrong.parts.targets import above_its_limit, inhibited, too_short
from mqtck.reference.vocabulary.commands import (
    Command,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    Rollback,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import Persistence, ReasonCode
from mqtck.reference.vocabulary.outcomes import MessageReturned, NoMessage, Outcome


@misreading(
    "life restarted by a backout",
    "Begins the life of a message anew when its get is backed out.",
    *("EX-40", "EX-17", "EX-10", "EX-04"),
)
class LifeRestartedByBackout(QueueManagerDecisions):
    def given_back(self, message: Message, now: int) -> Message:
        return begun_anew(message, now)


@misreading(
    "life of what JMS does not log restarted by a backout",
    "Puts back a JMS message that is not logged as it was sent, so that its life begins anew.",
    *("EX-40", "EX-17", "EX-10", "EX-04"),
)
class UnloggedRestartedByBackout(QueueManagerDecisions):
    def given_back(self, message: Message, now: int) -> Message:
        logged = message.persistence == Persistence.PERSISTENT or message.origin is not Origin.JMS
        return message if logged else begun_anew(message, now)


@misreading("lock protects", "Lets a lock keep a message from expiring.", "EX-41", "EX-17")
class LockProtects(QueueManagerDecisions):
    def returnable(self, message: Message, now: int, manner: Manner) -> bool:
        return manner is Manner.UNDER_CURSOR or super().returnable(message, now, manner)


@misreading("2033 under the cursor", "Answers 2033 for an expired message under the cursor.", "EX-41")
class NoMessageUnderCursor(QueueManagerDecisions):
    reason_under_cursor = ReasonCode.NO_MSG_AVAILABLE


def _begun_anew(message: Message, now: int) -> Message:
    if message.end_of_life is None:
        return message
    return msgspec.structs.replace(message, end_of_life=now + message.expiry * 100)


@misreading(
    "life of a dead letter restarted by a backout",
    "Begins the life of a dead letter anew when its get is backed out.",
    *("EX-40", "EX-46", "EX-47", "X-16", *LIVES),
)
class DeadLetterAnew(QueueManagerDecisions):
    def given_back(self, message: Message, now: int) -> Message:
        return message if message.dead_letter is None else _begun_anew(message, now)


@misreading(
    "life on the way restarted by a backout",
    "Begins the life of a message on a transmission queue anew when its get is backed out.",
    *("EX-40", "EX-06", "EX-50", "EX-56", "X-48", *LIVES),
)
class OnItsWayAnew(QueueManagerDecisions):
    def given_back(self, message: Message, now: int) -> Message:
        return message if message.route is None else _begun_anew(message, now)


@misreading(
    "next message under the cursor",
    "Takes the next message where that under the cursor has expired.",
    "EX-41",
)
class NextUnderCursor(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(command, MqGet) or command.mode is not GetMode.UNDER_CURSOR:
            return outcome
        if not isinstance(outcome, NoMessage):
            return outcome
        other = super().execute(msgspec.structs.replace(command, mode=GetMode.DESTRUCTIVE))
        return other if isinstance(other, MessageReturned) else outcome


@misreading(
    "clock stops in a unit of work",
    "Stops the clock of a life while a unit of work holds the message.",
    *("EX-40", "EX-17", "EX-10"),
)
class ClockStops(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.held: dict[int, int] = {}

    def execute(self, command: Command) -> Outcome:
        before = self._got()
        outcome = super().execute(command)
        if isinstance(command, MqBackout | Rollback):
            for entry in before:
                end = entry.message.end_of_life
                if entry.getter is None and end is not None:
                    stood = self.now() - self.held.get(id(entry), self.now())
                    entry.message = original(entry.message, end_of_life=end + stood)
        self.held = {id(entry): self.held.get(id(entry), self.now()) for entry in self._got()}
        return outcome

    def _got(self) -> list[Entry]:
        managers = self.simulation.managers.values()
        queues = [queue for manager in managers for queue in manager.local_queues()]
        return [entry for queue in queues for entry in queue.entries if entry.getter is not None]


@misreading(
    "no unit of work behind a commit",
    "Gets for good when the connection has committed once.",
    *("EX-40", "X-54", "EX-38", "EX-04"),
)
class NoUnitBehindCommit(SimulatedWorld):
    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.done: set[str] = set()

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqCommit):
            self.done.add(command.connection)
        if isinstance(command, MqGet) and command.connection in self.done:
            command = msgspec.structs.replace(command, syncpoint=Syncpoint.OUTSIDE)
        return super().execute(command)


@misreading(
    "a commit takes what was given back",
    "Takes off with a commit what the unit of work before it has got and given back.",
    *("EX-40", "DD-10", "DD-12", "X-54", "DD-61"),
)
class CommitTakesWhatWasGivenBack(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        unit = self._unit(command)
        gets = [] if unit is None else [one for one in unit.at_commit if "Getter" in one.__qualname__]
        outcome = super().execute(command)
        if unit is not None:
            unit.at_commit.extend(gets)
        return outcome

    def _unit(self, command: Command) -> UnitOfWork | None:
        match command:
            case Rollback(session=name):
                session = self.calls.jms.sessions.get(name)
                return None if session is None else session.unit
            case MqBackout(connection=name):
                connection = self.mqi.connections.get(name)
                return None if connection is None else connection.unit
            case _:
                return None


@misreading(
    "backout of two",
    "Backs out the first two of what a unit of work has done.",
    *("EX-40", "EX-04", "X-54", "EX-25"),
)
class BackoutOfTwo(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        rollback = UnitOfWork.rollback

        def of_two(unit: UnitOfWork) -> None:
            del unit.at_rollback[2:]
            rollback(unit)

        if not isinstance(command, MqBackout):
            return super().execute(command)
        with patch.object(UnitOfWork, "rollback", of_two):
            return super().execute(command)


@misreading(
    "life begun anew where the end undoes a get",
    "Puts back whole, at its end, what a unit of work has got.",
    *("EX-40", "EX-03", "EX-05", "EX-10", "EX-19"),
)
class BegunAnew(Undone):
    def undone(self, manager: QueueManager, queue: LocalQueue, entry: Entry) -> None:
        message = entry.message
        if message.end_of_life is not None:
            entry.message = replace(message, end_of_life=self.now() + message.expiry * 100)


# --- what has its place already ---------------------------------------------------------------------------


def given_back(forbids: Callable[[LocalQueue, Entry], bool], name: str, sentence: str) -> None:
    """A misreading in which a backout puts what was got as if it were new."""

    @misreading(name, sentence, "EX-40", "DD-61", "DD-45", "DD-42", *LOST)
    class GivenBack(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            queues = [
                (one, queue) for one in self.simulation.managers.values() for queue in one.local_queues()
            ]
            held = [
                (manager, queue, entry)
                for manager, queue in (queues if isinstance(command, MqBackout) else ())
                for entry in queue.entries
                if entry.getter is not None
            ]
            outcome = super().execute(command)
            for manager, queue, entry in held:
                if entry.getter is None and entry.on_queue and forbids(queue, entry):
                    manager.take_off(queue, entry)
            return outcome


# fmt: off
given_back(above_its_limit, "given back to a full queue", "Loses what is backed out to a full queue.")
given_back(inhibited, "given back to an inhibited queue", "Loses what is backed out to an inhibited queue.")
given_back(too_short, "given back to a short queue", "Loses what is backed out and too long by then.")
# fmt: on

# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("2033 under the cursor of a shared queue", "Says 2033 under the cursor of a shared queue.",
     ("EX-41",), at_shared_queues, "reason_under_cursor", ReasonCode.NO_MSG_AVAILABLE),
    ("2033 under the cursor of the staging queue", "Says 2033 under the cursor of the staging queue.",
     ("EX-41", "X-46"), staged, "reason_under_cursor", ReasonCode.NO_MSG_AVAILABLE),
    ("2033 under the cursor of dead letters", "Says 2033 under the cursor of the dead-letter queue.",
     ("EX-41", "EX-47"), dead_letters, "reason_under_cursor", ReasonCode.NO_MSG_AVAILABLE),
    ("2033 under the cursor of an alias", "Says 2033 under the cursor to who asks by an alias.",
     ("EX-41",), aliases, "reason_under_cursor", ReasonCode.NO_MSG_AVAILABLE),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
