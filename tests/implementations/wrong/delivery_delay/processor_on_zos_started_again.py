"""Misreadings of what starts the delay processor on z/OS again."""

from collections.abc import Callable

import msgspec

from implementations.decisions.clusters_and_zos import Halt
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.zos import Access, ProcessorControl, access
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, LocalQueue, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no, overdue_forgotten
from implementations.wrong.parts.calls import Row, looks, register
from implementations.wrong.parts.delays import forgotten_by_start, goes_on
from implementations.wrong.parts.producers import Noting
from implementations.wrong.parts.targets import published, shared
from mqtck.reference.vocabulary.commands import AlterQueue, Command, MqGet, StartQueueManager, Switch
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence
from mqtck.reference.vocabulary.profile import Platform


@misreading(
    "not startable after a start in vain",
    "Never starts a processor that could not be started with the queue manager.",
    *("DD-92", "DD-91", "DD-87", "DD-86"),
)
class NotStartable(SimulatedWorld):
    def _start(self, name: str) -> None:
        super()._start(name)
        control = self.simulation.managers[name].processor._control
        if control is not None and control.halt is not None:
            control.changed = no  # type: ignore[method-assign, assignment]


def at_once(delay: Delay, now: int) -> Delay:
    return msgspec.structs.replace(delay, due=now)


def enabled(command: Command, name: str) -> bool:
    """The staging queue's GET or PUT."""
    return (
        isinstance(command, AlterQueue)
        and command.queue == STAGING_QUEUE
        and getattr(command.changes, name) is Switch.ENABLED
    )


def gets_enabled(command: Command) -> bool:
    return enabled(command, "get")


def puts_enabled(command: Command) -> bool:
    return enabled(command, "put")


_BEGUN = (
    *("DD-92", "DD-93", "DD-94", "DD-91", "DD-89", "DD-86", "DD-87", "DD-10", "DD-12", "X-54", "X-45"),
    *("DD-115", "DD-76", "DD-116", "DD-99"),
)
Lost = Callable[[QueueManager], list[Entry]]


def _forgets(name: str, sentence: str, lost: Lost) -> None:
    """Begins again without some of what is staged."""

    class Forgets(Noting):
        def change(self, manager: QueueManager) -> None:
            restart = manager.processor.restart

            def forgetting() -> None:
                if manager.processor._control is not None and not isinstance(self.command, StartQueueManager):
                    for entry in lost(manager):
                        manager.staging.remove(entry)
                restart()

            manager.processor.restart = forgetting  # type: ignore[method-assign]

    misreading(name, sentence, *_BEGUN)(Forgets)


def _staged(manager: QueueManager) -> list[Entry]:
    return [entry for entry in manager.staging.entries if entry.message.delay is not None]


def _overdue(manager: QueueManager) -> list[Entry]:
    return [
        entry for entry in _staged(manager) if entry.message.delay and entry.message.delay.due <= manager.now
    ]


_forgets(
    "begun again without publications",
    "Begins again on z/OS without the copies of publications.",
    lambda manager: [
        entry for entry in _staged(manager) if entry.message.delay and entry.message.delay.tie is not None
    ],
)
_forgets(
    "begun again without what is in retry",
    "Begins again on z/OS without the messages that it has tried before.",
    lambda manager: [entry for entry in _staged(manager) if entry.failed_with is not None],
)
_forgets(
    "begun again with the first overdue",
    "Begins again on z/OS with the first message of those that are overdue.",
    lambda manager: _overdue(manager)[1:],
)
_forgets(
    "begun again without what is not due",
    "Begins again on z/OS with what is overdue, and without what is not due yet.",
    lambda manager: [entry for entry in _staged(manager) if entry not in _overdue(manager)],
)


@misreading(
    "recalled behind a halt",
    "Begins again on z/OS with the messages that it knew when it was halted, also with those recalled since.",
    *(*_BEGUN, "DD-61"),
)
class RecalledBehindHalt(Noting):
    def change(self, manager: QueueManager) -> None:
        take_off, restart = manager.take_off, manager.processor.restart
        recalled: list[Message] = []

        def noted(queue: LocalQueue, entry: Entry) -> None:
            control = manager.processor._control
            halted = control is not None and control.halt is not None
            alive = entry.on_queue and not self.over(entry)
            if queue is manager.staging and isinstance(self.command, MqGet) and halted and alive:
                recalled.append(entry.message)
            take_off(queue, entry)

        def with_those() -> None:
            while recalled:
                message = recalled.pop()
                key = manager.staging.key(message, 1, manager.simulation.number())
                manager.staging.insert(Entry(message, key))
            restart()

        manager.take_off = noted  # type: ignore[method-assign]
        manager.processor.restart = with_those  # type: ignore[method-assign]


def not_persistent(_: QueueManager, delay: Delay) -> bool:
    return delay.original.persistence != Persistence.PERSISTENT


def mortal(_: QueueManager, delay: Delay) -> bool:
    return delay.original.end_of_life is not None


NO_PUT = Halt.PUT_DISABLED
# fmt: off
goes_on(NO_PUT, not_persistent, "non-persistent ones gone on with without puts",
        "Delivers what is not persistent though PUT is disabled.", "DD-94")
goes_on(NO_PUT, shared, "shared queues gone on with without puts",
        "Delivers to shared queues though PUT is disabled.", "DD-94")
# fmt: on

forgotten_by_start(
    AlterQueue,
    "get",
    shared,
    "shared queues forgotten by GET",
    "Forgets what is for a shared queue when GET is enabled.",
    "DD-92",
)

forgotten_by_start(
    AlterQueue,
    "put",
    published,
    "publications forgotten by PUT",
    "Forgets publications when PUT is enabled.",
    "DD-93",
    "DD-94",
)

forgotten_by_start(
    AlterQueue,
    "put",
    mortal,
    "the mortal forgotten by PUT",
    "Forgets what has a limited life when PUT is enabled.",
    "DD-93",
    "DD-94",
)


# --- the processor on z/OS --------------------------------------------------------------------------------


@misreading("down after gets are enabled", "Does not start the processor when GET is enabled again.", "DD-92")
class DownAfterGetsEnabled(QueueManagerDecisions):
    def restarts_when_available(self, halt: Halt, before: Switch | None) -> bool:
        return before is None and super().restarts_when_available(halt, before)


@misreading(
    "down after an error",
    "Lets nothing but a restart of the queue manager help after an error.",
    "DD-93",
)
class DownAfterError(QueueManagerDecisions):
    def restarts_when_put_enabled(self, halt: Halt) -> bool:
        return halt is Halt.PUT_DISABLED


@misreading("disabled puts ignored", "Goes on with PUT of the staging queue disabled, as off z/OS.", "DD-94")
class DisabledPutsIgnored(QueueManagerDecisions):
    def put_disabled_stops(self) -> bool:
        return False


@misreading(
    "down after puts are enabled",
    "Starts the processor again after an error, not after PUT was disabled.",
    *("DD-93", "DD-94"),
)
class DownAfterPutsEnabled(QueueManagerDecisions):
    def restarts_when_put_enabled(self, halt: Halt) -> bool:
        return halt is Halt.ERROR


@misreading(
    "first cause remembered",
    "Does not start the processor when PUT is enabled again, where GET was disabled before PUT was.",
    *("DD-92", "DD-93", "DD-94"),
)
class FirstCauseRemembered(QueueManagerDecisions):
    def cause_that_counts(self, first: Halt | None, now: Halt) -> Halt:
        return first or now


class Remembers(ProcessorControl):
    def started(self, found: Access) -> None:
        before = self.halt
        super().started(found)
        if before is Halt.ERROR and self.halt is not None:
            self.halt = before


@misreading(
    "error remembered over a start in vain",
    "Forgets of an error when it can start with the queue manager, and not before.",
    *("DD-92", "DD-86", "DD-10"),
)
class ErrorRemembered(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        if manager.platform is Platform.ZOS:
            manager.processor._control = Remembers(self.decisions, access(manager.local(STAGING_QUEUE)))


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("all at once when gets are enabled", "Delivers everything when GET is enabled again.",
     ("DD-92", "DD-01", "DD-06", "DD-07"), looks(gets_enabled), "after_restart", at_once),
    ("all at once when puts are enabled", "Delivers everything when PUT is enabled again.",
     ("DD-94", "DD-93", "DD-01", "DD-06", "DD-07"), looks(puts_enabled), "after_restart", at_once),
    ("overdue forgotten when gets are enabled", "Goes on without what came due while GET was disabled.",
     ("DD-92", "DD-10"), looks(gets_enabled), "after_restart", overdue_forgotten),
    ("overdue forgotten when puts are enabled", "Goes on without what came due while PUT was disabled.",
     ("DD-94", "DD-93", "DD-10"), looks(puts_enabled), "after_restart", overdue_forgotten),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
