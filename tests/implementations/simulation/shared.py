"""What all queue managers of a world share: the clock, the ids, the order and lateness of internal work.

`shared` are the shared queues by queue-sharing group and name.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from implementations.behaviour.whole import Behaviour
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.topics import Hierarchy
from implementations.state.objects import CallRefusedError, LocalQueue
from mqtck.reference.vocabulary.constants import ReasonCode

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager

EPOCH = 1_700_000_000_000


class Simulation:
    """What all queue managers of a world share: the clock, the ids, the decisions."""

    def __init__(self, decisions: QueueManagerDecisions) -> None:
        self.decisions = decisions
        self.now = EPOCH
        self.until = EPOCH
        self.managers: dict[str, QueueManager] = {}
        self.shared: dict[tuple[str, str], LocalQueue] = {}
        self.hierarchy = Hierarchy()
        self._numbers = count(1)
        self._postponed: list[tuple[int, int, QueueManager, Callable[[], object]]] = []
        self._works_again = EPOCH
        self._work_waits = False

    @property
    def behaviour(self) -> Behaviour:
        return self.decisions.behaviour

    def running(self, name: str) -> "QueueManager":
        manager = self.managers.get(name)
        if manager is None or not manager.running:
            raise CallRefusedError(ReasonCode.Q_MGR_NOT_AVAILABLE, f"{name} does not run")
        return manager

    def number(self) -> int:
        return next(self._numbers)

    def new_id(self, queue_manager: str) -> str:
        """24 bytes: a mark, twelve characters of the queue manager's name, a number."""
        name = queue_manager[:12].ljust(12).encode()
        return (b"AMQ " + name + self.number().to_bytes(8, "big")).hex()

    def soon(self, within: int, manager: "QueueManager", action: Callable[[], object]) -> None:
        """Do it at some moment of the next ms, at once where there are none; while the manager runs."""
        if within:
            instant = self.now + self.decisions.random.randint(0, within)
            heappush(self._postponed, (instant, self.number(), manager, action))
        else:
            action()

    def work(self) -> None:
        """Do all internal work that is due now, as far as its turn has come."""
        self._do_postponed()
        self._work_waits = self.now < self._works_again
        if self._work_waits:
            return
        while any(manager.work() for manager in self._running()):
            pass
        if self.decisions.lateness.work:
            self._works_again = self.now + self.decisions.random.randint(1, self.decisions.lateness.work)

    def _do_postponed(self) -> None:
        waiting = []
        while self._postponed and self._postponed[0][0] <= self.now:
            item = heappop(self._postponed)
            if item[2].running:
                item[3]()
            else:
                waiting.append(item)
        for item in waiting:
            heappush(self._postponed, item)

    def advance(self, milliseconds: int) -> None:
        self.until = self.now + milliseconds
        self.work()
        while (instant := self._next_instant()) is not None and instant <= self.until:
            self.now = max(self.now, instant)
            self.work()
        self.now = self.until

    def _next_instant(self) -> int | None:
        instants = [
            max(instant, self._works_again)
            for manager in self._running()
            for instant in (
                manager.next_expiry(),
                manager.processor.next_instant(),
                manager.channels.next_instant(),
            )
            if instant is not None
        ]
        instants += [instant for instant, _, manager, _ in self._postponed if manager.running]
        if self._work_waits:
            instants.append(self._works_again)
        return min(instants, default=None)

    def next_change(self) -> int:
        """Until when nothing can change but by retries: the next other event, or the advance's end."""
        instants = [self.until]
        for manager in self._running():
            instants += [
                instant
                for instant in (
                    manager.next_expiry(),
                    manager.processor.next_due(),
                    manager.channels.next_instant(),
                )
                if instant is not None
            ]
        return min(instants)

    def next_change_but_channels(self) -> int:
        """The same for a channel in retry."""
        instants = [self.until]
        for manager in self._running():
            instants += [
                instant
                for instant in (manager.next_expiry(), manager.processor.next_instant())
                if instant is not None
            ]
        return min(instants)

    def _running(self) -> "list[QueueManager]":
        return [manager for manager in self.managers.values() if manager.works()]
