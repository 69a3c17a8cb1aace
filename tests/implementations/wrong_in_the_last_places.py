"""Misreadings in places where nobody looks at first: dead letters, further restarts, other queue managers.

And in what fills a queue, in why a report fits nowhere, and in what a refused commit had got.
"""

from collections.abc import Callable, Iterable
from typing import Any
from unittest.mock import patch

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Browse,
    Command,
    FailDelayProcessor,
    GetMode,
    MqGet,
    MqPut,
    MqPut1,
    Receive,
    Send,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome

from . import mqi_client
from .decisions import Check
from .jms_client import Producer
from .misreading import misreading
from .objects import AliasQueue, Delay, Entry, LocalQueue, Message, UnitOfWork
from .queue_manager import QueueManager, Reason
from .world import SimulatedWorld
from .wrong_headers_in_one_corner import Counted
from .wrong_in_some_units import OtherwiseRefused
from .wrong_within_limits import not_asked

Call = type[Command]


def entries(world: SimulatedWorld) -> Iterable[tuple[QueueManager, LocalQueue, Entry]]:
    for manager in world.simulation.managers.values():
        for queue in manager.local_queues():
            for entry in queue.entries:
                yield manager, queue, entry


# --- dead letters -----------------------------------------------------------------------------------------


def left(call: Call, name: str, sentence: str) -> None:
    """A misreading in which one way to browse leaves what has expired on a dead-letter queue."""

    @misreading(name, sentence, "EX-13", "EX-47", "EX-12")
    class Left(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            taking = isinstance(command, MqGet) and command.mode in (
                GetMode.DESTRUCTIVE,
                GetMode.UNDER_CURSOR,
            )
            if not isinstance(command, call) or taking:
                return super().execute(command)
            hidden = [
                entry
                for _, _, entry in entries(self)
                if entry.available
                and entry.message.dead_letter is not None
                and self.decisions.expired(entry.message, self.now())
            ]
            for entry in hidden:
                entry.getter = UnitOfWork()
            try:
                return super().execute(command)
            finally:
                for entry in hidden:
                    entry.getter = None


left(Browse, "expired dead letters left by a browser", "Leaves expired dead letters when a client browses.")
left(MqGet, "expired dead letters left by a browse", "Leaves expired dead letters when MQGET browses.")


def zero(call: Call, name: str, sentence: str) -> None:
    """A misreading in which one call shows 0 on a dead-letter queue for less than a second of life."""

    @misreading(name, sentence, "EX-19")
    class Zero(SimulatedWorld):
        def __init__(self, *parts: Any) -> None:
            super().__init__(*parts)
            remaining = self.decisions.remaining_expiry
            self.doing: Command | None = None

            def shown(message: Message, now: int) -> int:
                end = message.end_of_life
                nearly = message.dead_letter is not None and end is not None and end - now < 1000
                return 0 if nearly and isinstance(self.doing, call) else remaining(message, now)

            self.decisions.remaining_expiry = shown  # type: ignore[method-assign]

        def execute(self, command: Command) -> Outcome:
            self.doing = command
            return super().execute(command)


zero(Browse, "0 of a dead letter to a browser", "Shows a client 0 when it browses dead letters.")
zero(Receive, "0 of a dead letter to a receiver", "Shows a client 0 when it receives a dead letter.")


# --- transmission queues behind an alias ------------------------------------------------------------------


def unchecked(call: Call, name: str, sentence: str) -> None:
    @misreading(name, sentence, "EX-53", "EX-54", "EX-51")
    class Unchecked(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            if not isinstance(command, MqPut | MqPut1) or not isinstance(command, call):
                return super().execute(command)
            manager = self.mqi.connection(command.connection).manager
            if not isinstance(manager.definitions.get(command.queue), AliasQueue):
                return super().execute(command)
            with patch.object(mqi_client, "refusal", lambda *_: None):
                return super().execute(command)


unchecked(MqPut, "header not checked behind an alias", "Takes any header that MQPUT puts to an alias.")
unchecked(MqPut1, "header of MQPUT1 not checked behind an alias", "Takes any that MQPUT1 puts to an alias.")


# --- other queue managers ---------------------------------------------------------------------------------

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


# --- ids --------------------------------------------------------------------------------------------------


@misreading(
    "ids begin again at the second restart", "Counts ids anew when it starts again.", "HM-27", "X-02", "X-54"
)
class IdsBeginAgainLater(Counted):
    starts = 0

    def _start(self, name: str) -> None:
        self.starts += 1
        if self.starts > 1:
            self.count = 0
        super()._start(name)


# --- limits -----------------------------------------------------------------------------------------------


def clustered(_: SimulatedWorld, command: Send, producer: Producer) -> bool:
    name = getattr(command.destination or producer.destination, "queue", "")
    return bool(producer.session.manager.clusters.instances(name))


def shared(_: SimulatedWorld, command: Send, producer: Producer) -> bool:
    name = getattr(command.destination or producer.destination, "queue", "")
    return producer.session.manager.shares(name)


# fmt: off
not_asked("staging depth in a cluster", "Overfills the staging queue for clustered queues.",
          clustered, Check.FULLNESS)
not_asked("staging length in a cluster", "Stages what is too long for a clustered queue.",
          clustered, Check.LENGTH)
not_asked("staging depth for shared queues", "Overfills the staging queue for shared queues.",
          shared, Check.FULLNESS)
not_asked("staging length for shared queues", "Stages what is too long for a shared queue.",
          shared, Check.LENGTH)
# fmt: on

Fills = Callable[[QueueManager, LocalQueue, Command | None], bool]


def make_room(fills: Fills, name: str, sentence: str) -> None:
    """A misreading in which expired messages leave room on some queues, while they count there."""

    @misreading(name, sentence, "EX-35", "EX-34", "X-25", "X-26")
    class MakeRoom(SimulatedWorld):
        doing: Command | None = None

        def execute(self, command: Command) -> Outcome:
            self.doing = command
            return super().execute(command)

        def change(self, manager: QueueManager) -> None:
            refusal = manager._refusal

            def refused(
                queue: LocalQueue | None, length: int, checks: frozenset[Check], reserved: int = 0
            ) -> Reason:
                if queue is not None and fills(manager, queue, self.doing):
                    now = self.now()
                    reserved -= sum(self.decisions.expired(entry.message, now) for entry in queue.entries)
                return refusal(queue, length, checks, reserved)

            manager._refusal = refused  # type: ignore[method-assign]


def for_what_goes_on(_: QueueManager, queue: LocalQueue, __: Command | None) -> bool:
    return queue.attributes.usage is Usage.TRANSMISSION


def for_delayed(manager: QueueManager, queue: LocalQueue, _: Command | None) -> bool:
    return queue is manager.staging


# fmt: off
make_room(for_what_goes_on, "expired make room on the way", "Overfills a transmission queue.")
make_room(for_delayed, "expired make room for delayed messages", "Overfills a staging queue.")
# fmt: on


# --- why a report fits nowhere ----------------------------------------------------------------------------


def not_undone(reason: ReasonCode, name: str, sentence: str) -> None:
    """A misreading that undoes nothing where the target did not take the message for this reason."""

    @misreading(name, sentence, "DD-104", "DD-99", "X-37")
    class NotUndone(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            dispose = manager.processor._dispose

            def disposed(entry: Entry, delay: Delay, found: ReasonCode) -> None:
                if found is not reason:
                    dispose(entry, delay, found)
                    return
                with patch.object(manager.decisions, "rolls_back", lambda _: False):
                    dispose(entry, delay, found)

            manager.processor._dispose = disposed  # type: ignore[method-assign]


# fmt: off
not_undone(ReasonCode.Q_FULL, "not undone where the target is full", "Undoes nothing for a full target.")
not_undone(ReasonCode.MSG_TOO_BIG_FOR_Q, "not undone where the target is short",
           "Undoes nothing where the message is too long.")
not_undone(ReasonCode.UNKNOWN_OBJECT_NAME, "not undone where the target is gone",
           "Undoes nothing where the target is gone.")
# fmt: on


# --- the rest ---------------------------------------------------------------------------------------------


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
    "counted after an end that was its delay's",
    "Counts what expired on the staging queue at its due time as if it were still there.",
    *("EX-12", "EX-34", "EX-35", "X-53", "DD-84"),
)
class CountedAfterEnd(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        discard, depth = manager.discard, manager.depth
        gone: list[Entry] = []

        def discarded(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
            delay = entry.message.delay
            if delay is not None and entry.message.end_of_life == delay.due:
                gone.append(entry)
            discard(queue, entry, unit)

        manager.discard = discarded  # type: ignore[method-assign]
        manager.depth = lambda queue: (  # type: ignore[method-assign]
            depth(queue) + (len(gone) if queue is manager.staging else 0)
        )
