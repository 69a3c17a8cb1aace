"""Whether the delivery delay processor of a queue manager on z/OS runs, and why not (DD-86 to DD-94).

PUT and GET of the staging queue are None where it is not defined.
"""

import msgspec

from implementations.decisions.clusters_and_zos import Halt
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.state.objects import LocalQueue
from mqtck.reference.vocabulary.commands import Switch


class Access(msgspec.Struct, frozen=True):
    """PUT and GET of the staging queue."""

    put: Switch | None = None
    get: Switch | None = None


NOT_DEFINED = Access()


def access(queue: LocalQueue | None) -> Access:
    return NOT_DEFINED if queue is None else Access(queue.attributes.put, queue.attributes.get)


class ProcessorControl:
    """`halt` is why the processor does not run."""

    def __init__(self, decisions: QueueManagerDecisions, found: Access) -> None:
        self.decisions = decisions
        self.halt: Halt | None = None
        self._try(found)

    def started(self, found: Access) -> None:
        """With the queue manager (DD-86)."""
        if self.decisions.starts_with_queue_manager():
            self._try(found)
        else:
            self.halt = Halt.ERROR

    def failed(self) -> None:
        """Another error than an unusable staging queue (DD-90)."""
        if self.halt is None and self.decisions.error_stops():
            self.halt = Halt.ERROR

    def changed(self, before: Access, after: Access) -> bool:
        """The staging queue was defined, altered or deleted; True where that restarts the processor."""
        decisions = self.decisions
        could, can = decisions.available(before.get), decisions.available(after.get)
        put_enabled = (before.put, after.put) == (Switch.DISABLED, Switch.ENABLED)
        put_disabled = (before.put, after.put) == (Switch.ENABLED, Switch.DISABLED)
        if self.halt is None:
            if not can:
                self.halt = Halt.NOT_AVAILABLE
            elif put_disabled and decisions.put_disabled_stops():
                self.halt = Halt.PUT_DISABLED
            return False
        if (can and not could and decisions.restarts_when_available(self.halt, before.get)) or (
            put_enabled and decisions.restarts_when_put_enabled(self.halt)
        ):
            self._try(after)
        return self.halt is None

    def _try(self, found: Access) -> None:
        """Start, if the staging queue is there for it."""
        if not self.decisions.available(found.get):
            self.halt = self.decisions.cause_that_counts(self.halt, Halt.NOT_AVAILABLE)
        elif (
            found.put is Switch.DISABLED
            and self.decisions.put_disabled_stops()
            and not self.decisions.runs_while_put_disabled()
        ):
            self.halt = self.decisions.cause_that_counts(self.halt, Halt.PUT_DISABLED)
        else:
            self.halt = None
