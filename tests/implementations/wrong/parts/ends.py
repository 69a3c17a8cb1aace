"""Worlds that notice when a life ends, and what is discarded then."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, LocalQueue, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from mqtck.reference.vocabulary.constants import ReasonCode, Report


def never_delivered(message: Message) -> bool:
    return message.delay is not None and bool(message.report & Report.COD)


class Discarded(NamedTuple):
    """What is discarded for a get in this unit of work; `discard` does it as it should be done."""

    manager: QueueManager
    queue: LocalQueue
    entry: Entry
    unit: UnitOfWork | None
    discard: Callable[[LocalQueue, Entry, UnitOfWork | None], None]


def discarding(
    name: str,
    sentence: str,
    where: Callable[[Discarded], bool],
    instead: Callable[[Discarded], None],
    *rules: str,
) -> None:
    """Something else is done instead of a discard there."""

    @misreading(name, sentence, *rules)
    class Discarding(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            right = manager.discard

            def discard(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
                one = Discarded(manager, queue, entry, unit, right)
                if where(one):
                    instead(one)
                else:
                    right(queue, entry, unit)

            manager.discard = discard  # type: ignore[method-assign]


def at_the_bridge(one: Discarded) -> bool:
    return one.queue.name in one.manager.bridge_queues


class Ends(SimulatedWorld):
    """Knows since when each queue manager has been down, and when it was last started."""

    def __init__(self, *parts: Any) -> None:
        self.down: dict[str, int] = {}
        self.up: dict[str, int] = {}
        super().__init__(*parts)

    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        self.down[manager.name] = self.now()

    def _start(self, name: str) -> None:
        manager = self.simulation.managers[name]
        if not manager.running:
            self.up[name] = self.now()
            self.starts(manager)
        super()._start(name)
        self.has_started(manager)

    def starts(self, manager: QueueManager) -> None:
        """Before anything else is done."""

    def has_started(self, manager: QueueManager) -> None:
        """Afterwards."""

    def ended_while_down(self, manager: QueueManager, message: Message) -> bool:
        end, since = message.end_of_life, self.down.get(manager.name)
        return end is not None and since is not None and since < end <= self.up.get(manager.name, since)


class Undone(Ends):
    """Does something with a message whose get the end of the queue manager undoes."""

    def _end(self, manager: QueueManager) -> None:
        held = [(queue, one) for queue in manager.local_queues() for one in queue.entries if one.getter]
        super()._end(manager)
        for queue, entry in held:
            if entry.on_queue:
                self.undone(manager, queue, entry)

    def undone(self, manager: QueueManager, queue: LocalQueue, entry: Entry) -> None:
        raise NotImplementedError


class KeptForReport(Ends):
    """Notes what is kept because its report fits nowhere."""

    def __init__(self, *parts: Any) -> None:
        self.kept: list[tuple[QueueManager, Entry]] = []
        super().__init__(*parts)

    def change(self, manager: QueueManager) -> None:
        dispose = manager.processor._dispose

        def disposed(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
            dispose(entry, delay, reason)
            if entry.on_queue and entry.failed_with is None:
                self.keep(manager, entry)

        manager.processor._dispose = disposed  # type: ignore[method-assign]

    def keep(self, manager: QueueManager, entry: Entry) -> None:
        self.kept.append((manager, entry))


def ending(entry: Entry, end: int | None, expiry: int) -> None:
    """Give a staged message another end, on the staging queue and at its target."""
    delay = entry.message.delay
    assert delay is not None
    original = replace(delay.original, end_of_life=end, expiry=expiry)
    message = replace(entry.message, end_of_life=end, expiry=expiry)
    entry.message = replace(message, delay=replace(delay, original=original))
