"""Misreadings of who builds an emulator: what a queue manager keeps, forgets, and does in which order.

Not one rule in one corner, but a choice in the design that a rule forbids: a limit of the timer in use, a
setting that lasts too short or too long, objects looked up once, a clock that jumps, things that all have
in common.
"""

from collections.abc import Iterable
from typing import Any
from unittest.mock import patch

import msgspec

from mqtck.reference.vocabulary.commands import Command, Rollback, Send, SetDeliveryDelay
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused

from .client_decisions import ClientDecisions
from .decisions import QueueManagerDecisions
from .getting import Getter
from .misreading import misreading
from .objects import CommitRefusedError, Delay, Entry, LocalQueue, UnitOfWork
from .queue_manager import QueueManager
from .simulation import Simulation
from .world import SimulatedWorld

THREE_YEARS = 99_999_999_900
TENTH = 100


class Rebuilt(SimulatedWorld):
    """Has queue managers that are built in another way."""

    def change(self, manager: QueueManager) -> None:
        self.rebuild(manager)

    def rebuild(self, manager: QueueManager) -> None:
        raise NotImplementedError


# --- the clock --------------------------------------------------------------------------------------


@misreading("delay of three years at most", "Keeps a delay as an Expiry of that size.", "DD-01", "DD-03")
class DelayOfThreeYears(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return super().due(sent, committed, min(milliseconds, THREE_YEARS), staged)


@misreading(
    "an advance is one step",
    "Looks at what is due at the end of an advance.",
    *("DD-10", "DD-12", "X-39", "EX-36"),
)
class AdvanceInOneStep(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        def advance(simulation: Simulation, milliseconds: int) -> None:
            simulation.work()
            simulation.now += milliseconds
            simulation.until = simulation.now
            simulation.work()

        with patch.object(Simulation, "advance", advance):
            return super().execute(command)


@misreading(
    "life and delay in tenths",
    "Rounds a life down and a delay up before it compares them.",
    *("DD-25", "DD-26", "DD-27", "DD-30"),
)
class LifeAndDelayInTenths(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return super().conflict(time_to_live // TENTH * TENTH, -(-delay // TENTH) * TENTH)


# --- settings of a producer -------------------------------------------------------------------------


@misreading(
    "life is gone with a refused send",
    "Begins anew after a failure, with an unlimited life.",
    *("HM-14", "HM-15", "HM-16", "HM-18", "EX-04"),
)
class LifeGoneWithRefusal(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Refused):
            self.calls.jms.producers[command.producer].time_to_live = 0
        return outcome


@misreading(
    "delay is gone with a rollback",
    "Takes the delay for a part of the unit of work.",
    *("DD-05", "DD-07", "DD-43", "DD-01"),
)
class DelayGoneWithRollback(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Rollback) and isinstance(outcome, Done):
            session = self.calls.jms.sessions.get(command.session)
            for producer in self.calls.jms.producers.values():
                if producer.session is session:
                    producer.delay = 0
        return outcome


@misreading(
    "setter is rolled back",
    "Gives a producer the delay back that it had before the unit of work.",
    *("DD-05", "DD-07", "DD-43", "DD-01"),
)
class SetterRolledBack(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(getattr(command, "producer", ""))
        if isinstance(command, SetDeliveryDelay) and producer is not None:
            unit, before = producer.session.unit, producer.delay
            if unit is not None:
                unit.at_rollback.append(lambda: setattr(producer, "delay", before))
        return super().execute(command)


# --- units of work ----------------------------------------------------------------------------------


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
    "commit stages again",
    "Stages with a commit what the last one has staged.",
    *("DD-07", "DD-43", "X-54", "DD-10"),
)
class CommitStagesAgain(OtherUnits):
    def commit(self, unit: UnitOfWork, end: Any) -> None:
        again: list[tuple[QueueManager, Entry]] = getattr(self, "last", [])
        self.last = self.staged_in(unit)
        end(unit)
        for manager, entry in again:
            manager.enter(manager.staging, entry.message, None)


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
    "what a unit of work has got is got again",
    "Hides from nobody what a unit of work has got.",
    *("DD-10", "X-54", "DD-61"),
)
class GotAgain(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        def visible(getter: Getter, entry: Entry) -> bool:
            return entry.on_queue and entry.putter is None and id(entry) not in getter.locked_away

        with patch.object(Getter, "_visible", visible):
            return super().execute(command)


# --- the processor ----------------------------------------------------------------------------------


@misreading(
    "moved during a recall",
    "Moves a message that a unit of work has recalled and may yet give back.",
    *("DD-61", "DD-10", "X-54"),
)
class MovedDuringRecall(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        work = manager.processor.work
        moved: set[int] = set()

        def moves() -> bool:
            for entry in manager.staging.entries:
                delay = entry.message.delay
                held = entry.getter is not None and entry.putter is None
                if held and delay is not None and delay.due <= manager.now and id(entry) not in moved:
                    moved.add(id(entry))
                    manager.put(delay.target, delay.original)
            return work()

        manager.processor.work = moves  # type: ignore[method-assign]


@misreading(
    "target as it was at the send",
    "Keeps the attributes of the target with the message.",
    *("DD-98", "DD-114", "DD-49", "DD-97"),
)
class TargetAsAtTheSend(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        processor = manager.processor
        delay_of, deliver = processor.delay, processor._deliver
        kept: dict[str, Any] = {}

        def delay(original: Any, target: str, milliseconds: int) -> Delay:
            queue = manager.local(target)
            kept[original.message_id] = queue and queue.attributes
            return delay_of(original, target, milliseconds)

        def delivers(delay: Delay) -> ReasonCode | None:
            queue, attributes = manager.local(delay.target), kept.get(delay.original.message_id)
            if queue is None or attributes is None:
                return deliver(delay)
            with patch.object(queue, "attributes", attributes):
                return deliver(delay)

        processor.delay = delay  # type: ignore[method-assign]
        processor._deliver = delivers  # type: ignore[method-assign]


@misreading(
    "one staging queue for all",
    "Has one staging queue for all queue managers of its process.",
    *("DD-11", "DD-07", "DD-21", "DD-70", "X-54"),
)
class OneStagingQueue(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        first = next(iter(self.simulation.managers.values()))
        depth = manager.depth

        def shared_depth(queue: LocalQueue) -> int:
            others = len(first.staging.entries) if queue is manager.staging else 0
            return depth(queue) + others

        if manager is not first:
            manager.depth = shared_depth  # type: ignore[method-assign]


@misreading(
    "what expires is dead-lettered",
    "Puts an expired message to the dead-letter queue, with an unlimited life.",
    *("EX-12", "EX-13", "EX-15", "EX-17", "EX-18", "X-13"),
)
class ExpiredIsDeadLettered(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        discarded = manager._discarded

        def dead_letters(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None) -> None:
            there, message = entry.on_queue, entry.message
            discarded(queue, entry, unit)
            if there and message.dead_letter is None and message.delay is None:
                for_ever = msgspec.structs.replace(message, end_of_life=None, expiry=UNLIMITED)
                manager.dead_letter(for_ever, ReasonCode.EXPIRY_ERROR, queue.name)

        manager._discarded = dead_letters  # type: ignore[method-assign]
