"""Misreadings of lives of messages that are put in units of work."""

# ruff: noqa: ARG002 - as in `decisions`

import msgspec

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.sessions import Session
from implementations.simulation.shared import Simulation
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, Message, Origin, UnitOfWork
from implementations.wrong.message_expiry.gets_of_expired_messages import OwnExpired
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import begun_anew
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.producers import Noting
from implementations.wrong.parts.units_of_work import InUnitOfWork
from mqtck.reference.vocabulary.commands import (
    Command,
    Commit,
    MqBackout,
    MqCommit,
    MqPut,
    MqPut1,
    ReadDepth,
    Send,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.outcomes import Outcome


@misreading(
    "life from commit",
    "Begins the life of a transacted message at its commit.",
    *("EX-23", "EX-25", "EX-17", "DD-79", "X-23", "X-24"),
)
class LifeFromCommit(QueueManagerDecisions):
    def committed(self, message: Message, now: int) -> Message:
        if message.dead_letter is not None:
            return message
        if message.delay is None:
            return begun_anew(message, now)
        original = begun_anew(message.delay.original, now)
        delay = msgspec.structs.replace(message.delay, original=original)
        return msgspec.structs.replace(begun_anew(message, now), delay=delay)


@misreading("commit of the expired", "Fails a commit that holds an expired message.", "EX-24")
class CommitOfTheExpired(QueueManagerDecisions):
    def commit_refused(self, message: Message, now: int) -> bool:
        return self.expired(message, now)


@misreading(
    "JMS life from the commit",
    "Begins the life of what a transacted session sends at its commit.",
    *("EX-23", "EX-25", "EX-17", "EX-10", "X-23", "X-24"),
)
class JmsLifeFromCommit(QueueManagerDecisions):
    def committed(self, message: Message, now: int) -> Message:
        plain = message.delay is None and message.publication is None and message.dead_letter is None
        if message.origin is not Origin.JMS or message.end_of_life is None or not plain:
            return message
        return msgspec.structs.replace(message, put_at=now, end_of_life=now + message.expiry * 100)


@misreading(
    "one expired drops all",
    "Drops all messages of a unit of work in which one has expired.",
    *("EX-24", "EX-25", "EX-15"),
)
class OneExpiredDropsAll(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqCommit):
            unit = self.mqi.connection(command.connection).unit
            if any(self.decisions.expired(message, self.now()) for message in self._put_in(unit)):
                return super().execute(MqBackout(command.connection))
        return super().execute(command)

    def _put_in(self, unit: UnitOfWork) -> list[Message]:
        managers = self.simulation.managers.values()
        queues = [queue for manager in managers for queue in manager.local_queues()]
        return [entry.message for queue in queues for entry in queue.entries if entry.putter is unit]


COMMITTED = ("EX-23", "EX-05", "EX-50", "EX-56")


class BegunByCommits(SimulatedWorld):
    """Some lives begin with the commit."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Commit | MqCommit):
            for manager in self.simulation.managers.values():
                for queue in manager.local_queues():
                    for entry in queue.entries:
                        if entry.putter is not None and self.begins(queue, entry.message):
                            end = self.now() + entry.message.expiry * 100
                            entry.message = msgspec.structs.replace(entry.message, end_of_life=end)
        return super().execute(command)

    def begins(self, queue: LocalQueue, message: Message) -> bool:
        raise NotImplementedError


@misreading(
    "remote life begun by the commit",
    "Begins the life of a message on a transmission queue with its commit.",
    *COMMITTED,
)
class RemoteLife(BegunByCommits):
    def begins(self, queue: LocalQueue, message: Message) -> bool:
        return message.end_of_life is not None and queue.attributes.usage is Usage.TRANSMISSION


@misreading(
    "life of a publication begun by the commit",
    "Begins the life of a publication with its commit.",
    *COMMITTED,
)
class PublishedLife(BegunByCommits):
    def begins(self, queue: LocalQueue, message: Message) -> bool:
        return message.end_of_life is not None and message.publication is not None and message.delay is None


class _OneBeginning(Noting):
    """All lives of a unit of work begin with that of its first message."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqCommit | MqBackout):
            self.beginnings.pop(command.connection, None)
        return super().execute(command)

    def __init__(self, *parts: object) -> None:
        self.beginnings: dict[str, int] = {}
        super().__init__(*parts)  # type: ignore[arg-type]
        end_of_life = self.decisions.end_of_life

        def from_the_first(put_at: int, expiry: int) -> int | None:
            unit = self.unit()
            return end_of_life(put_at if unit is None else self.beginnings.setdefault(unit, put_at), expiry)

        self.decisions.end_of_life = from_the_first  # type: ignore[method-assign]

    def unit(self) -> str | None:
        raise NotImplementedError


@misreading(
    "one life for the puts of a unit of work",
    "Begins the lives of all that is put in a unit of work with the first put.",
    *("EX-23", "EX-03", "EX-05", "EX-10", "EX-01"),
)
class OneLifeForPuts(_OneBeginning):
    def unit(self) -> str | None:
        command = self.command
        puts = isinstance(command, MqPut | MqPut1) and command.syncpoint is Syncpoint.WITHIN
        return command.connection if isinstance(command, MqPut | MqPut1) and puts else None


@misreading(
    "one life for the sends of a session",
    "Begins the lives of all that a transacted session sends with the first send.",
    *("EX-23", "EX-03", "EX-05", "EX-10", "DD-79", "X-06", "HM-15"),
)
class OneLifeForSends(_OneBeginning):
    def unit(self) -> str | None:
        if not isinstance(self.command, Send):
            return None
        producer = self.calls.jms.producers[self.command.producer]
        return None if producer.session.unit is None else str(id(producer.session))


@misreading(
    "one end for a unit of work",
    "Ends all messages of a unit of work with the first of them.",
    *("EX-23", "X-24", "X-06", "DD-79", "DD-80", "EX-05", "EX-10", "EX-17"),
)
class OneEnd(InUnitOfWork):
    def before(self, command: Command, session: Session, staged: list[Entry]) -> None:
        ends = [entry.message.end_of_life for entry in staged if entry.message.end_of_life is not None]
        for entry in staged:
            if entry.message.end_of_life is not None:
                entry.message = original(entry.message, end_of_life=min(ends))


@misreading(
    "own expired message discarded",
    "Discards before its commit what an application has put and then looked for in one unit of work.",
    *("EX-25", "EX-21", "X-23"),
)
class OwnExpiredDiscarded(OwnExpired):
    def execute(self, command: Command) -> Outcome:
        for manager, queue, entry in self.put_by_itself(command):
            if self.decisions.expired(entry.message, manager.now):
                manager.discard(queue, entry)
        return SimulatedWorld.execute(self, command)


def sweep(simulation: Simulation, manager_name: str, queue_name: str) -> None:
    """Discard what has expired on a queue, also what a unit of work holds."""
    manager = simulation.managers[manager_name]
    queue = manager.local(queue_name)
    for entry in () if queue is None else tuple(queue.entries):
        if manager.decisions.expired(entry.message, manager.now):
            manager.discard(queue, entry)


@misreading(
    "units of work swept at a look at the depth",
    "Discards what has expired on a queue whose depth is read, in units of work as well.",
    *("EX-25", "EX-22", "EX-04", "EX-21", "X-23"),
)
class SweptAtDepth(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, ReadDepth):
            sweep(self.simulation, command.queue_manager, command.queue)
        return super().execute(command)


@misreading(
    "units of work swept at a put",
    "Discards what has expired on a queue before each further put, in units of work as well.",
    *("EX-25", "EX-22", "EX-04", "EX-21", "X-23"),
)
class SweptAtPut(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut):
            sweep(self.simulation, self.mqi.connection(command.connection).manager.name, command.queue)
        return super().execute(command)
