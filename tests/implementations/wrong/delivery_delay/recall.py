"""Misreadings of the recall of a message from the staging queue."""

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec.structs import replace

from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.report_messages import expiration_report
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, LocalQueue, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.calls import jms_receive, under_cursor
from implementations.wrong.parts.producers import Noting, correlated
from implementations.wrong.parts.restarts import Rebuilt
from implementations.wrong.parts.rules import LOST
from mqtck.reference.vocabulary.commands import Advance, Command, GetMode, MqCommit, MqGet, Receive, Syncpoint
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, Persistence, Report
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome


@misreading(
    "recalled comes back at restart",
    "Has a recalled message in its log still.",
    *("DD-61", "X-45", "X-54", "DD-10", "DD-95"),
)
class RecalledComesBack(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.recalled: list[tuple[str, Message]] = []

    def execute(self, command: Command) -> Outcome:
        before = [
            (manager.name, entry)
            for manager in self.simulation.managers.values()
            for entry in manager.staging.entries
        ]
        outcome = super().execute(command)
        if (
            isinstance(command, MqGet)
            and command.queue == STAGING_QUEUE
            and (command.mode, command.syncpoint) == (GetMode.DESTRUCTIVE, Syncpoint.OUTSIDE)
            and isinstance(outcome, MessageReturned)
        ):
            self.recalled += [(name, entry.message) for name, entry in before if not entry.on_queue]
        return outcome

    def _start(self, name: str) -> None:
        for where, message in self.recalled:
            manager = self.simulation.managers[where]
            alive = not self.decisions.expired(message, self.now())
            if where == name and alive and message.persistence == Persistence.PERSISTENT:
                manager.enter(manager.staging, message, None)
        self.recalled = [(where, message) for where, message in self.recalled if where != name]
        super()._start(name)


@misreading(
    "moved during a recall",
    "Moves a message that a unit of work has recalled and may yet give back.",
    *("DD-61", "DD-10", "X-54"),
)
class MovedDuringRecall(Rebuilt):
    persistence: ClassVar[frozenset[int]] = frozenset(Persistence)

    def rebuild(self, manager: QueueManager) -> None:
        work = manager.processor.work
        moved: set[int] = set()

        def moves() -> bool:
            for entry in manager.staging.entries:
                delay = entry.message.delay
                held = entry.getter is not None and entry.putter is None
                held = held and entry.message.persistence in self.persistence
                if held and delay is not None and delay.due <= manager.now and id(entry) not in moved:
                    moved.add(id(entry))
                    manager.put(delay.target, delay.original)
            return work()

        manager.processor.work = moves  # type: ignore[method-assign]


@misreading(
    "moved during a recall unless persistent",
    "Moves a non-persistent message that a unit of work has recalled and may yet give back.",
    *("DD-61", "DD-10", "X-54"),
)
class NonPersistentMovedDuringRecall(MovedDuringRecall):
    persistence = frozenset({Persistence.NOT_PERSISTENT})


@misreading(
    "a recall ends the timer",
    "Forgets when a message is due that a unit of work has recalled over that instant, and gives back.",
    *("DD-61", "DD-10", "X-54"),
)
class RecallEndsTheTimer(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        watch = manager.processor.watch
        watched: dict[int, Entry] = {}

        def watches(entry: Entry) -> None:
            if watched.setdefault(id(entry), entry) is not entry or entry.message.delay is None:
                return
            if entry.message.delay.due > manager.now:
                watch(entry)

        manager.processor.watch = watches  # type: ignore[method-assign]


@misreading(
    "recall of one recalls all",
    "Empties the staging queue when one message is got from it.",
    *("DD-61", "DD-10", "X-54"),
)
class RecallOfOneRecallsAll(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if (
            isinstance(command, MqGet | Receive)
            and command.queue == STAGING_QUEUE
            and isinstance(outcome, MessageReturned)
        ):
            manager = self.simulation.managers[DEFAULT_QUEUE_MANAGER]
            for entry in [entry for entry in manager.staging.entries if entry.available]:
                manager.take_off(manager.staging, entry)
        return outcome


@misreading(
    "recalled but delivered",
    "Times the delay in memory, so that a message got from the staging queue is delivered all the same.",
    *("DD-61", "DD-10", "X-54"),
)
class RecalledButDelivered(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        manager = self.simulation.managers[DEFAULT_QUEUE_MANAGER]
        before = {id(entry): entry.message.delay for entry in manager.staging.entries}
        outcome = super().execute(command)
        if (
            isinstance(command, MqGet | Receive)
            and command.queue == STAGING_QUEUE
            and isinstance(outcome, MessageReturned)
        ):
            left = {id(entry) for entry in manager.staging.entries}
            recalled = [delay for key, delay in before.items() if key not in left and delay is not None]
            self.recalled = [*getattr(self, "recalled", []), *recalled]
        if isinstance(command, Advance):
            for delay in [delay for delay in getattr(self, "recalled", []) if delay.due <= self.now()]:
                manager.put(delay.target, delay.original)
                self.recalled.remove(delay)
        return outcome


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


@misreading(
    "recall reported as expired",
    "Reports the end of a message that is recalled from the staging queue.",
    *("DD-61", "DD-82", "EX-21", "EX-37", "X-14", "X-46"),
)
class RecallReported(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        managers = self.simulation.managers.values()
        staged = [
            (manager, entry)
            for manager in managers
            for entry in manager.staging.entries
            if entry.message.report & Report.EXPIRATION
            and not self.decisions.expired(entry.message, self.now())
        ]
        outcome = super().execute(command)
        recalls = isinstance(command, MqGet) and command.queue == STAGING_QUEUE
        if recalls and isinstance(outcome, MessageReturned):
            for manager, entry in staged:
                if not entry.on_queue:
                    about = self.decisions.reported_as(entry.message)
                    manager.send_report(expiration_report(about, manager), entry.message)
        return outcome


Recalls = Callable[[Command], bool]


@misreading(
    "recall of a correlation id",
    "Forgets all staged messages of one correlation id when one of them is recalled.",
    *("DD-61", "DD-10", "DD-12", "X-54"),
)
class RecallOfCorrelationId(Noting):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, MqGet) and isinstance(outcome, MessageReturned):
            for manager in self.simulation.managers.values():
                self._forget(manager)
        return outcome

    def change(self, manager: QueueManager) -> None:
        take_off = manager.take_off

        def noted(queue: LocalQueue, entry: Entry) -> None:
            if queue is manager.staging and isinstance(self.command, MqGet) and not self.over(entry):
                self.recalled.add(correlated(entry.message))
            take_off(queue, entry)

        manager.take_off = noted  # type: ignore[method-assign]

    recalled: ClassVar[set[str]] = set()

    def _forget(self, manager: QueueManager) -> None:
        for entry in list(manager.staging.entries):
            if correlated(entry.message) in self.recalled - {""}:
                manager.staging.remove(entry)
        self.recalled.clear()


# --- recalls ----------------------------------------------------------------------------------------------


def the_first(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.DESTRUCTIVE and command.match is None


def delivered_though_recalled(name: str, sentence: str, recalls: Recalls) -> None:
    """A misreading that times the delay in memory, and hears of other recalls than these alone."""

    class Delivered(SimulatedWorld):
        def __init__(self, *parts: Any) -> None:
            self.timers: list[tuple[QueueManager, Delay]] = []
            super().__init__(*parts)

        def execute(self, command: Command) -> Outcome:
            staged = [
                (manager, entry)
                for manager in self.simulation.managers.values()
                for entry in manager.staging.entries
            ]
            outcome = super().execute(command)
            of_staging = isinstance(command, MqGet | Receive) and command.queue == STAGING_QUEUE
            if of_staging and recalls(command) and isinstance(outcome, MessageReturned):
                self.timers += [
                    (manager, entry.message.delay)
                    for manager, entry in staged
                    if not entry.on_queue and entry.message.delay is not None
                ]
            for manager, delay in self.timers:
                if delay.due <= self.now():
                    manager.processor._deliver(delay)
            self.timers = [(manager, delay) for manager, delay in self.timers if delay.due > self.now()]
            return outcome

    misreading(name, sentence, "DD-61", *LOST)(Delivered)


delivered_though_recalled(
    "recalled under the cursor but delivered",
    "Hears of recalls by an id alone, not by a cursor.",
    under_cursor,
)
delivered_though_recalled(
    "recalled without an id but delivered", "Hears of recalls by an id alone.", the_first
)
delivered_though_recalled(
    "recalled by a receive but delivered", "Hears of recalls by the MQI alone.", jms_receive
)


@misreading(
    "recalled for good under the cursor",
    "Leaves what is recalled under the cursor out of the unit of work.",
    *("DD-61", *LOST),
)
class RecalledForGood(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqGet) and under_cursor(command) and command.queue == STAGING_QUEUE:
            command = replace(command, syncpoint=Syncpoint.OUTSIDE)
        return super().execute(command)


@misreading(
    "kept for a cursor",
    "Moves no message on which the cursor of a browse stands.",
    *("DD-61", *LOST),
)
class KeptForCursor(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        attempt = manager.processor._attempt

        def unless_browsed(entry: Entry) -> None:
            if not any(handle.under is entry for handle in manager.handles(manager.staging)):
                attempt(entry)

        manager.processor._attempt = unless_browsed  # type: ignore[method-assign]


@misreading(
    "open recall committed at the end",
    "Commits an open recall when the queue manager ends.",
    *("DD-61", "DD-95", "X-45", *LOST),
)
class OpenRecallCommitted(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        held = [entry for entry in manager.staging.entries if entry.getter is not None]
        super()._end(manager)
        for entry in held:
            if entry.on_queue:
                manager.take_off(manager.staging, entry)
