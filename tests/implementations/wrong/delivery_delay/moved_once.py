"""Misreadings of the move: a message goes from the staging queue to its target, once."""

# ruff: noqa: ARG002 - as in `decisions`

from heapq import heappush
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import Item, Manner, QueueManagerDecisions
from implementations.simulation.queue_managers.getting import Getter
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.shared import Simulation
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, LocalQueue, Message, RemoteQueue, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.messages import SecondCopy, original
from implementations.wrong.parts.numbers import MINUTE, SECOND
from implementations.wrong.parts.restarts import Rebuilt
from implementations.wrong.parts.rules import FAILURES, LOST
from implementations.wrong.parts.units_of_work import BesideOtherUnits
from mqtck.reference.vocabulary.commands import Browse, Command, EndQueueManager, MqBackout, Rollback, Switch
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, MessageType, Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import DelayHeader, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned, Outcome


@misreading(
    "just delivered and staged again",
    "Finds in its log after a restart what was moved in the last seconds before.",
    *("DD-10", "X-45", "X-54", "DD-95", "DD-12"),
)
class StagedAgain(Attempts):
    def __init__(self, *parts: Any) -> None:
        self.moved: list[tuple[str, int, Message]] = []
        super().__init__(*parts)

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        attempt(entry)
        if not entry.on_queue and entry.message.persistence == Persistence.PERSISTENT:
            self.moved.append((manager.name, manager.now, entry.message))

    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        moved, self.moved = self.moved, []
        super()._start(name)
        for where, when, message in moved:
            if where == name and manager.now - when < 3 * SECOND:
                manager.enter(manager.staging, message, None)


@misreading(
    "tried again twice after a restart",
    "Stages what it could not dispose of a second time when it starts.",
    *("DD-10", "X-45", "X-54", "DD-99", "DD-95"),
)
class TriedAgainTwice(SimulatedWorld):
    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        failed = [entry.message for entry in manager.staging.entries if entry.failed_with is not None]
        super()._start(name)
        for message in failed:
            manager.enter(manager.staging, message, None)


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
    "what a unit of work has got is got again",
    "Hides from nobody what a unit of work has got.",
    *("DD-10", "X-54", "DD-61"),
)
class GotAgain(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        def visible(getter: Getter, entry: Entry, _: Manner) -> bool:
            return entry.on_queue and entry.putter is None and id(entry) not in getter.locked_away

        with patch.object(Getter, "_visible", visible):
            return super().execute(command)


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


AT_ONCE = 10


@misreading("ten at a time", "Moves ten messages, and looks again after a second.", "DD-10", "DD-12", "X-54")
class TenAtATime(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        processor = manager.processor
        take = processor._take

        def takes(items: Any) -> Any:
            taken = take(items)
            if items is not processor._due:
                return taken
            for _, number, entry in taken[AT_ONCE:]:
                heappush(items, (manager.now + 1000, number, entry))
            return taken[:AT_ONCE]

        processor._take = takes  # type: ignore[method-assign]


@misreading("two copies", "Delivers a delayed message twice.", "DD-10", "X-54")
class TwoCopies(QueueManagerDecisions):
    copies_delivered = 2


@misreading("staged without header", "Stages the application's data as they are.", "DD-09")
class StagedWithoutHeader(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(outcome, Browsed):
            return outcome
        bare = [msgspec.structs.replace(seen, delay_header=DelayHeader.ABSENT) for seen in outcome.messages]
        return Browsed(tuple(bare))


@misreading(
    "long delays staged without header",
    "Keeps a delay of a minute or more in a table, and stages the data as they are.",
    "DD-09",
)
class LongDelaysWithoutHeader(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(outcome, Browsed) or not isinstance(command, Browse):
            return outcome
        staged = self.simulation.managers[command.queue_manager].staging.entries
        delays = {entry.message.message_id: entry.message.delay for entry in staged}
        return Browsed(tuple(self._bare(seen, delays) for seen in outcome.messages))

    def _bare(self, seen: SeenMessage, delays: dict[str, Delay | None]) -> SeenMessage:
        delay = delays.get(str(seen.descriptor.message_id))
        if delay is None or delay.milliseconds < MINUTE:
            return seen
        return msgspec.structs.replace(seen, delay_header=DelayHeader.ABSENT)


@misreading(
    "delivered as a report",
    "Marks a delivered message as a report because it came from the processor.",
    *("DD-10", "DD-125", "DD-130", "DD-79"),
)
class DeliveredAsReport(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        return msgspec.structs.replace(delay.original, message_type=MessageType.REPORT)


@misreading(
    "namesake of the first queue manager",
    "Delivers to the queue of that name on the first queue manager, where there is one.",
    *("DD-10", "DD-49", "DD-74", "DD-12", "X-54", "DD-06"),
)
class NamesakeOfTheFirst(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        first = self.simulation.managers[DEFAULT_QUEUE_MANAGER]
        if delay.tie is None and isinstance(first.definitions.get(delay.target), LocalQueue):
            return first.put(delay.target, delay.original)
        reason: ReasonCode | None = deliver(delay)
        return reason


LONG = 4096


@misreading("long messages cut", "Cuts a delayed message after 4096 characters.", "DD-10", "X-42")
class LongMessagesCut(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        return msgspec.structs.replace(message, body=message.body[:LONG])


@misreading(
    "get-disabled target failed",
    "Takes a target that is disabled for gets for one that takes nothing.",
    *("DD-10", "DD-98", "DD-114", "X-54"),
)
class GetDisabledTargetFailed(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        queue = manager.put_queue(delay.target)
        if queue is not None and queue.attributes.get is Switch.DISABLED:
            return ReasonCode.GET_INHIBITED
        return super().deliver(manager, delay, deliver)


@misreading(
    "units of work end with another queue manager",
    "Rolls all units of work back when any queue manager ends.",
    *("DD-10", "DD-12", "DD-45", "X-54"),
)
class UnitsEnd(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, EndQueueManager):
            for session in self.calls.jms.sessions.values():
                if session.unit is not None:
                    session.unit.rollback()
        return super().execute(command)


@misreading(
    "lost with another queue manager",
    "Loses what is not persistent on every queue manager when any of them ends.",
    *("DD-10", "DD-12", "X-54"),
)
class LostWithAnother(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, EndQueueManager):
            for manager in self.simulation.managers.values():
                for queue in manager.local_queues():
                    for entry in list(queue.entries):
                        if entry.message.persistence != Persistence.PERSISTENT:
                            manager.take_off(queue, entry)
        return super().execute(command)


@misreading(
    "one message a moment",
    "Keeps staged messages by their due times, so that the last of several is left.",
    *("DD-10", "DD-12", "X-54", "DD-115"),
)
class OneMessageMoment(QueueManagerDecisions):
    def simultaneous(self, items: list[Item]) -> list[Item]:
        return items[-1:]


@misreading(
    "four messages a moment",
    "Moves four messages that are due and takes the others for moved.",
    *("DD-10", "DD-12", "X-54", "DD-115"),
)
class FourMessagesMoment(QueueManagerDecisions):
    def simultaneous(self, items: list[Item]) -> list[Item]:
        return items[:4]


@misreading(
    "recall backed out and forgotten",
    "Forgets when a message is due whose recall is backed out.",
    *("DD-10", "DD-61", "X-54", "DD-12"),
)
class RecallForgotten(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, MqBackout):
            return super().execute(command)
        managers = self.simulation.managers.values()
        held = {id(one) for manager in managers for one in manager.staging.entries if one.getter is not None}
        outcome = super().execute(command)
        for manager in managers:
            manager.processor.forget(held)
        return outcome


@misreading(
    "a target that failed once",
    "Delivers nothing to a target that has failed before.",
    "DD-10",
    "DD-12",
    *FAILURES,
)
class FailedOnce(Attempts):
    def __init__(self, *parts: Any) -> None:
        self.failed: set[tuple[str, str]] = set()
        super().__init__(*parts)

    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        place = (manager.name, delay.target)
        if place in self.failed:
            return ReasonCode.PUT_INHIBITED
        reason = super().deliver(manager, delay, deliver)
        if reason is not None:
            self.failed.add(place)
        return reason


@misreading(
    "second copy cut",
    "Stages the whole of a publication for the first subscription.",
    "DD-10",
    "DD-115",
    "X-42",
)
class SecondCopyCut(SecondCopy):
    def changed(self, message: Message) -> Message:
        return original(message, body=message.body[:50])


@misreading(
    "dropped when its queue manager ends",
    "Drops what is staged for a queue manager that ends.",
    *LOST,
)
class DroppedWithItsQueueManager(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, EndQueueManager) and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                for entry in list(manager.staging.entries):
                    delay = entry.message.delay
                    way = None if delay is None else manager.definitions.get(delay.target)
                    if isinstance(way, RemoteQueue) and way.route.queue_manager == command.queue_manager:
                        manager.take_off(manager.staging, entry)
        return outcome


class HeaderStays(SimulatedWorld):
    """Shows a delay header of some messages on their targets."""

    def __init__(self, *parts: Any) -> None:
        self.marked: set[str] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        match outcome:
            case MessageReturned(message=message):
                return replace(outcome, message=self._shown(message))
            case Browsed(messages=messages):
                return replace(outcome, messages=tuple(map(self._shown, messages)))
            case _:
                return outcome

    def _shown(self, message: SeenMessage) -> SeenMessage:
        if message.descriptor.message_id in self.marked:
            return replace(message, delay_header=DelayHeader.PRESENT)
        return message

    def mark(self, message: Message) -> None:
        if message.delay is not None:
            self.marked.add(message.delay.original.message_id)


@misreading(
    "delay header stays after a restart",
    "Leaves the delay header on what it has staged before a restart.",
    *("DD-10", "X-42", "X-45", "DD-95"),
)
class HeaderStaysAfterRestart(HeaderStays):
    def _start(self, name: str) -> None:
        for entry in self.simulation.managers[name].staging.entries:
            self.mark(entry.message)
        super()._start(name)


@misreading(
    "delay header stays after a failure",
    "Leaves the delay header on what it delivers at a later attempt.",
    *("DD-10", "X-42", "DD-99"),
)
class HeaderStaysAfterFailure(HeaderStays):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        for manager in self.simulation.managers.values():
            for entry in manager.staging.entries:
                if entry.failed_with is not None:
                    self.mark(entry.message)
        return outcome


@misreading(
    "rollback of all sessions",
    "Rolls back with one session whatever others have sent.",
    *("DD-10", "DD-12", "DD-43", "DD-44", "X-54"),
)
class RollbackOfAll(BesideOtherUnits):
    ending = Rollback

    def end(self, unit: UnitOfWork) -> None:
        unit.rollback()
