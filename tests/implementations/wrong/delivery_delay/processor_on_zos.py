"""Misreadings of what stops the delay processor on z/OS, and what is kept meanwhile."""

# ruff: noqa: ARG002 - as in `decisions`

from implementations.decisions.clusters_and_zos import Halt
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.delays import goes_on
from implementations.wrong.parts.targets import aliased, published, remote
from mqtck.reference.vocabulary.commands import AlterQueue, Command, DeleteQueue, Switch
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence
from mqtck.reference.vocabulary.outcomes import Done, Outcome


@misreading(
    "not persistent and not kept with GET disabled",
    "Lets go of messages that are not persistent when GET is disabled on the staging queue.",
    *("DD-89", "DD-92", "X-54", "DD-10", "DD-12"),
)
class NotKeptWithGetDisabled(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        disabled = isinstance(command, AlterQueue) and command.changes.get is Switch.DISABLED
        if disabled and isinstance(command, AlterQueue) and command.queue == STAGING_QUEUE:
            manager = self.simulation.managers[command.queue_manager]
            for entry in list(manager.staging.entries):
                if entry.message.persistence != Persistence.PERSISTENT:
                    manager.take_off(manager.staging, entry)
        return outcome


def urgent(_: QueueManager, delay: Delay) -> bool:
    return delay.original.priority == 9


NO_GET = Halt.NOT_AVAILABLE
ERROR = Halt.ERROR
# fmt: off
goes_on(NO_GET, published, "publications gone on with without gets",
        "Delivers publications though GET is disabled.", "DD-89")
goes_on(NO_GET, aliased, "aliases gone on with without gets",
        "Delivers to aliases though GET is disabled.", "DD-89")
goes_on(ERROR, remote, "remote queues gone on with after an error",
        "Delivers to remote queues after another error.", "DD-90")
goes_on(ERROR, urgent, "the urgent gone on with after an error",
        "Delivers what is urgent after another error.", "DD-90")
# fmt: on


@misreading(
    "PUT starts the processor whatever GET is",
    "Starts the processor again when PUT is enabled though GET is disabled.",
    *("DD-89", "DD-88"),
)
class PutStartsWhateverGet(QueueManagerDecisions):
    put_was_off = False

    def available(self, get: Switch | None) -> bool:
        return super().available(get) or (get is not None and self.put_was_off)

    def restarts_when_put_enabled(self, halt: object) -> bool:
        self.put_was_off = True
        return True


# --- the processor on z/OS --------------------------------------------------------------------------------


@misreading(
    "processor not started",
    "Waits for an operator to start the processor when the queue manager has started again.",
    *("DD-86", "DD-87"),
)
class ProcessorNotStarted(QueueManagerDecisions):
    def starts_with_queue_manager(self) -> bool:
        return False


@misreading("queue manager ends", "Ends the queue manager when its staging queue is deleted.", "DD-88")
class QueueManagerEnds(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, DeleteQueue) and command.queue == STAGING_QUEUE and outcome == Done():
            self._end(self._manager(command.queue_manager))
        return outcome


@misreading(
    "disabled gets ignored", "Goes on with GET of the staging queue disabled, as off z/OS.", "DD-89", "DD-92"
)
class DisabledGetsIgnored(QueueManagerDecisions):
    def available(self, get: Switch | None) -> bool:
        return get is not None


@misreading("error survived", "Starts the processor again by itself after another error.", "DD-90", "DD-93")
class ErrorSurvived(QueueManagerDecisions):
    def error_stops(self) -> bool:
        return False


@misreading(
    "down after the definition",
    "Does not start the processor when the staging queue is defined later.",
    *("DD-91", "DD-87"),
)
class DownAfterDefinition(QueueManagerDecisions):
    def restarts_when_available(self, halt: Halt, before: Switch | None) -> bool:
        return before is not None and super().restarts_when_available(halt, before)
