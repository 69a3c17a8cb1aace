"""Misreadings of each message's own due time, which no other message changes."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Iterable
from heapq import heappush
from typing import Any

import msgspec
from msgspec.structs import replace

from implementations.decisions.client import ClientDecisions, DelaySetting
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.sessions import Session
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.numbers import MINUTE
from implementations.wrong.parts.restarts import Rebuilt
from implementations.wrong.parts.units_of_work import InUnitOfWork
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    Commit,
    FailDelayProcessor,
    Rollback,
    Send,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused, Sent


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


@misreading(
    "what is tried again holds up the rest",
    "Waits with all messages while one of them is tried again.",
    *("DD-12", "DD-10", "DD-99", "X-54"),
)
class RetriesHoldUp(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        processor = manager.processor
        attempt = processor._attempt

        def attempts(entry: Entry) -> None:
            others = (other for other in manager.staging.entries if other is not entry)
            if any(other.failed_with is not None and other.available for other in others):
                heappush(processor._due, (manager.now + MINUTE, manager.simulation.number(), entry))
            else:
                attempt(entry)

        processor._attempt = attempts  # type: ignore[method-assign]


@misreading(
    "clock from the setter",
    "Counts the delay from the call of the setter.",
    *("DD-05", "DD-01", "DD-07"),
)
class ClockFromSetter(ClientDecisions):
    def effective_delay(self, setting: DelaySetting) -> int:
        return max(0, setting.milliseconds - setting.age)


@misreading(
    "head of the line",
    "Moves staged messages in the order of their arrival, so that a long delay blocks a short one.",
    *("DD-12", "DD-10", "DD-05"),
)
class HeadOfTheLine(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return max([sent + milliseconds, *(delay.due for delay in staged)])


@misreading(
    "low priorities wait",
    "Holds a message back as long as one of a higher priority is staged.",
    *("DD-12", "DD-10", "DD-05"),
)
class LowPrioritiesWait(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        others = [one.message.delay for one in manager.staging.entries if one.message.delay is not None]
        ahead = [
            one.due
            for one in others
            if one.original.priority > entry.message.priority and one.due > manager.now
        ]
        if not ahead:
            attempt(entry)
            return
        delay = msgspec.structs.replace(entry.message.delay, due=max(ahead))
        entry.message = msgspec.structs.replace(entry.message, delay=delay)
        manager.processor.watch(entry)


@misreading(
    "delay gone with a refused send", "Forgets the delay when a send is refused.", "DD-05", "DD-01", "DD-07"
)
class DelayGoneWithRefusal(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if producer is not None and isinstance(outcome, Refused):
            producer.delay = 0
        return outcome


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


ALONE = ("DD-12", "DD-71", "DD-90", "DD-94", "DD-10")


def others(world: SimulatedWorld, name: str) -> list[QueueManager]:
    return [
        manager
        for manager in world.simulation.managers.values()
        if manager.name != name and manager.processor._control is not None
    ]


@misreading("error stops all", "Stops the processors of all queue managers when one meets an error.", *ALONE)
class ErrorStopsAll(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, FailDelayProcessor):
            for manager in others(self, command.queue_manager):
                manager.processor.fail()
        return outcome


@misreading("PUT starts all", "Starts the processors of all when one has PUT enabled.", *ALONE)
class PutStartsAll(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if (
            isinstance(command, AlterQueue)
            and command.queue == STAGING_QUEUE
            and command.changes.put is Switch.ENABLED
        ):
            for manager in others(self, command.queue_manager):
                manager.processor.started()
                assert manager.processor._control is not None
                manager.processor._control.halt = None
        return outcome


@misreading(
    "kept one holds up those behind it",
    "Ends a round of the processor with the first message that it has to keep; the others wait for hours.",
    *("DD-12", "DD-10", "DD-99", "DD-90", "X-54"),
)
class KeptHoldsUp(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        attempt = processor._attempt
        kept: dict[int, int] = {}

        def unless_held_up(entry: Entry) -> None:
            if kept.get(manager.now) not in {None, id(entry)}:
                later = manager.now + 18_000_000
                heappush(processor._retries, (later, manager.simulation.number(), entry))
                return
            attempt(entry)
            if entry.on_queue and entry.available:
                kept[manager.now] = id(entry)

        processor._attempt = unless_held_up  # type: ignore[method-assign]


# --- what else waits --------------------------------------------------------------------------------------


class WaitsForAnother(Attempts):
    """Holds back what is due while another message waits."""

    def waits(self, entry: Entry, other: Entry) -> bool:
        raise NotImplementedError

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        now = manager.now
        ahead = [
            one.message.delay.due
            for one in manager.staging.entries
            if one.message.delay is not None and one.message.delay.due > now and self.waits(entry, one)
        ]
        if not ahead or entry.message.delay is None:
            attempt(entry)
            return
        entry.message = replace(entry.message, delay=replace(entry.message.delay, due=max(ahead)))
        manager.processor.watch(entry)


@misreading(
    "non-persistent behind persistent",
    "Moves messages that are not persistent when no persistent one is staged.",
    *("DD-12", "DD-10", "DD-05", "X-54"),
)
class BehindPersistent(WaitsForAnother):
    def waits(self, entry: Entry, other: Entry) -> bool:
        return entry.message.persistence < other.message.persistence


@misreading(
    "publications behind messages for queues",
    "Moves publications when no message for a queue is staged.",
    *("DD-12", "DD-10", "DD-05", "DD-115", "DD-76", "X-54"),
)
class PublicationsBehind(WaitsForAnother):
    def waits(self, entry: Entry, other: Entry) -> bool:
        mine, its = entry.message.delay, other.message.delay
        return mine is not None and its is not None and mine.tie is not None and its.tie is None


@misreading(
    "held up by a recall",
    "Moves nothing while a message is being recalled in a unit of work.",
    *("DD-12", "DD-10", "DD-05", "X-54"),
)
class HeldUpByRecall(WaitsForAnother):
    def waits(self, _: Entry, other: Entry) -> bool:
        return other.getter is not None


# --- what a producer remembers ----------------------------------------------------------------------------


@misreading("delay used up", "Delays the first message after the setter alone.", "DD-05", "DD-07", "DD-01")
class DelayUsedUp(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Sent):
            self.calls.jms.producers[command.producer].delay = 0
        return outcome


class DelayOfUnitOfWork(SimulatedWorld):
    """A delay that ends with a unit of work."""

    ended_by: type[Commit | Rollback]

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, self.ended_by):
            session = self.calls.jms.sessions.get(command.session)
            for producer in self.calls.jms.producers.values():
                if producer.session is session:
                    producer.delay = 0
        return outcome


@misreading(
    "delay gone with the commit",
    "Keeps a delay until the commit.",
    "DD-05",
    "DD-07",
    "DD-01",
    "DD-43",
    "DD-42",
)
class DelayGoneWithCommit(DelayOfUnitOfWork):
    ended_by = Commit


@misreading(
    "delay gone with the rollback",
    "Takes a delay back with its unit of work.",
    *("DD-05", "DD-07", "DD-01", "DD-43", "DD-42"),
)
class DelayGoneWithTheRollback(DelayOfUnitOfWork):
    ended_by = Rollback
