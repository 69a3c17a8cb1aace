"""Misreadings of conservation: each message ends in exactly one state."""

from functools import partial
from heapq import heappush
from typing import Any

from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.ends import Ends, Undone
from implementations.wrong.parts.restarts import Rebuilt
from implementations.wrong.parts.units_of_work import OtherUnits, OtherwiseRefused, entries
from mqtck.reference.vocabulary.commands import Command, MqBackout, Rollback, Send
from mqtck.reference.vocabulary.outcomes import Outcome, Refused


@misreading(
    "rollback of the last alone",
    "Undoes the last of a unit of work.",
    *("X-54", "DD-10", "DD-44", "EX-38"),
)
class RollbackOfTheLast(OtherUnits):
    def rollback(self, unit: UnitOfWork, end: Any) -> None:
        unit.at_rollback[:] = unit.at_rollback[-1:]
        end(unit)


@misreading(
    "a rollback delays again",
    "Holds a message that is rolled back for its delay once more.",
    *("X-54", "DD-10", "EX-38", "DD-12"),
)
class RollbackDelaysAgain(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        available, simulation = manager.became_available, self.simulation
        seen: dict[int, Entry] = {}

        def becomes_available(queue: LocalQueue, entry: Entry) -> None:
            message = entry.message
            delay = message.delivery_time - (message.timestamp or message.delivery_time)
            if id(entry) not in seen or queue is manager.staging or delay <= 0:
                seen[id(entry)] = entry
                available(queue, entry)
                return
            entry.putter = UnitOfWork()
            instant = manager.now + delay
            back = partial(setattr, entry, "putter", None)
            heappush(simulation._postponed, (instant, simulation.number(), manager, back))

        manager.became_available = becomes_available  # type: ignore[method-assign]


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
    "gets kept by a refused commit",
    "Keeps what a unit of work has got when it refuses its commit.",
    *("X-54", "DD-44", "DD-10"),
)
class GetsKept(OtherwiseRefused):
    def refuse(self, unit: UnitOfWork) -> None:
        got = [(manager, queue, entry) for manager, queue, entry in entries(self) if entry.getter is unit]
        unit.rollback()
        for manager, queue, entry in got:
            manager.take_off(queue, entry)


@misreading(
    "dead letters lost where the end undoes a get",
    "Loses at its end the dead letters that a unit of work has got.",
    *("X-54", "X-45", "X-37", "DD-98"),
)
class DeadLettersLost(Undone):
    def undone(self, manager: QueueManager, queue: LocalQueue, entry: Entry) -> None:
        if entry.message.dead_letter is not None:
            manager.take_off(queue, entry)


@misreading(
    "backed out and lost at a restart",
    "Finds in its log after a restart that a message was got whose get was backed out.",
    *("X-54", "X-45", "DD-10", "DD-12", "DD-95"),
)
class BackedOutAndLost(Ends):
    def __init__(self, *parts: Any) -> None:
        self.backed_out: list[Entry] = []
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Rollback | MqBackout):
            self.backed_out += [one for queue in self.queues() for one in queue.entries if one.getter]
        return super().execute(command)

    def queues(self) -> list[LocalQueue]:
        managers = self.simulation.managers.values()
        return [queue for manager in managers for queue in manager.local_queues()]

    def starts(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            for entry in list(queue.entries):
                if any(entry is one for one in self.backed_out):
                    manager.take_off(queue, entry)
