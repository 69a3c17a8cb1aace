"""Misreadings of the delay processor over restarts and failures (Multiplatforms)."""

import msgspec
from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import forgotten, overdue_forgotten
from implementations.wrong.parts.calls import Row, looks, register
from implementations.wrong.parts.delays import forgotten_by_start
from implementations.wrong.parts.numbers import ENOUGH
from implementations.wrong.parts.restarts import Rebuilt, Restarted
from implementations.wrong.parts.rules import LOST
from implementations.wrong.parts.targets import aliased, published, remote
from mqtck.reference.vocabulary.commands import (
    Command,
    EndQueueManager,
    FailDelayProcessor,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.outcomes import Done, Outcome


@misreading(
    "kept ones forgotten after a failure",
    "Forgets with a failure of the processor what could not be disposed of.",
    *("DD-96", "DD-99", "X-54"),
)
class KeptForgotten(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, FailDelayProcessor):
            manager = self.simulation.managers.get(command.queue_manager)
            for entry in [] if manager is None else list(manager.staging.entries):
                if manager is not None and entry.failed_with is not None:
                    manager.take_off(manager.staging, entry)
        return outcome


@misreading(
    "non-persistent ones are lost with the processor",
    "Keeps non-persistent messages in the memory of the processor.",
    *("DD-96", "DD-10", "DD-12", "X-54"),
)
class LostWithTheProcessor(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        fail = manager.processor.fail

        def fails() -> None:
            for entry in list(manager.staging.entries):
                if entry.available and entry.message.persistence == Persistence.NOT_PERSISTENT:
                    manager.take_off(manager.staging, entry)
            fail()

        manager.processor.fail = fails  # type: ignore[method-assign]


A_MONTH = 30 * 86_400_000


@misreading(
    "beyond a month due at a restart",
    "Takes what is delayed by more than thirty days for due when it starts.",
    *("DD-95", "DD-01", "DD-06", "X-45"),
)
class BeyondAMonth(QueueManagerDecisions):
    def after_restart(self, delay: Delay, now: int) -> Delay:
        return replace(delay, due=now) if delay.milliseconds > A_MONTH else delay


forgotten_by_start(
    FailDelayProcessor,
    "",
    published,
    "publications forgotten by a failure",
    "Forgets publications when the processor fails.",
    "DD-96",
)

forgotten_by_start(
    FailDelayProcessor,
    "",
    aliased,
    "aliases forgotten by a failure",
    "Forgets what is for an alias when the processor fails.",
    "DD-96",
)

forgotten_by_start(
    StartQueueManager,
    "",
    remote,
    "remote queues forgotten by a start",
    "Forgets what is for a remote queue when the queue manager starts.",
    "DD-95",
    "DD-86",
    "X-45",
)


@misreading(
    "thirty staged messages restored",
    "Restores thirty staged messages at a restart, and forgets the rest.",
    *("DD-95", "DD-10", "DD-104", "X-54", "X-45"),
)
class ThirtyRestored(QueueManagerDecisions):
    kept = 0

    def survives_restart(self, message: Message) -> bool:
        self.kept += message.delay is not None
        return super().survives_restart(message) and (message.delay is None or self.kept <= ENOUGH)


def queue_manager_starts(command: Command) -> bool:
    return isinstance(command, StartQueueManager)


def processor_fails(command: Command) -> bool:
    return isinstance(command, FailDelayProcessor)


@misreading("delay stops while down", "Stops the clock of delays while it is down.", "DD-95", "DD-10", "X-45")
class DelayStopsWhileDown(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        delay = message.delay
        if delay is None:
            return message
        return msgspec.structs.replace(message, delay=msgspec.structs.replace(delay, due=delay.due + down))


@misreading(
    "ends with another queue manager",
    "Ends the processors of all queue managers with that of one.",
    *("DD-95", "DD-86", *LOST),
)
class EndsWithAnother(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, EndQueueManager) and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                if manager.name != command.queue_manager:
                    manager.processor.end()
        return outcome


@misreading(
    "fails with another queue manager",
    "Stops for good when the processor of another queue manager fails.",
    *("DD-96", *LOST),
)
class FailsWithAnother(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, FailDelayProcessor) and isinstance(outcome, Done):
            for manager in self.simulation.managers.values():
                if manager.name != command.queue_manager:
                    manager.processor.end()
        return outcome


@misreading(
    "down after a second failure", "Starts the processor again after one failure.", "DD-96", "DD-10", "DD-12"
)
class DownAfterASecondFailure(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        fail, failures = processor.fail, [1]

        def failed() -> None:
            fail() if failures.pop() else processor.end()
            failures.append(0)

        processor.fail = failed  # type: ignore[method-assign]


# --- restart ----------------------------------------------------------------------------------------------


@misreading("lost at restart", "Keeps staged messages in memory only.", "DD-95", "DD-07", "DD-10", "X-54")
class LostAtRestart(QueueManagerDecisions):
    def survives_restart(self, message: Message) -> bool:
        return message.delay is None


@misreading("delay restarted", "Begins the delay anew when the queue manager starts.", "DD-95", "DD-10")
class DelayRestarted(QueueManagerDecisions):
    def after_restart(self, delay: Delay, now: int) -> Delay:
        return msgspec.structs.replace(delay, due=now + delay.milliseconds)


@misreading(
    "delivered at restart",
    "Delivers all staged messages when the queue manager starts.",
    *("DD-95", "DD-01", "DD-06", "DD-07"),
)
class DeliveredAtRestart(QueueManagerDecisions):
    def after_restart(self, delay: Delay, now: int) -> Delay:
        return msgspec.structs.replace(delay, due=now)


@misreading("processor stays down", "Does not start the processor again after a failure.", "DD-96", "DD-10")
class ProcessorStaysDown(QueueManagerDecisions):
    def recovers(self) -> bool:
        return False


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("staged before a failure forgotten", "Starts again without the messages that are staged.",
     ("DD-96", "DD-10", "X-54"), looks(processor_fails), "after_restart", forgotten),
    ("overdue forgotten at start", "Starts without the messages whose time has passed.",
     ("DD-95", "DD-86", "X-45", "DD-10"), looks(queue_manager_starts), "after_restart", overdue_forgotten),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
