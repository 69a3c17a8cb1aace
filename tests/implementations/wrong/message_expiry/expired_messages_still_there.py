"""Misreadings of expired messages that are still there, and count."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable

from implementations.decisions.queue_manager import Check, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import LocalQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.producers import Noting
from mqtck.reference.vocabulary.commands import Advance, Command, MqPut, MqPut1, ReadDepth, Send, Usage
from mqtck.reference.vocabulary.outcomes import DepthRead, Outcome


@misreading(
    "expired not counted",
    "Leaves expired messages out of the depth, while they fill the queue.",
    *("EX-35", "EX-34"),
)
class ExpiredNotCounted(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, ReadDepth) and isinstance(outcome, DepthRead):
            queue = self.simulation.managers[command.queue_manager].local(command.queue)
            entries = [] if queue is None else queue.entries
            return DepthRead(sum(not self.decisions.expired(entry.message, self.now()) for entry in entries))
        return outcome


@misreading("expired do not trigger", "Leaves expired messages out of the trigger depth.", "EX-36")
class ExpiredDoNotTrigger(QueueManagerDecisions):
    def trigger_depth(self, depth: int, live: int) -> int:
        return live


@misreading(
    "expired make room",
    "Leaves expired messages out where it asks whether a queue is full, and counts them in the depth.",
    *("EX-35", "EX-34"),
)
class ExpiredMakeRoom(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, MqPut | MqPut1 | Send):
            return super().execute(command)
        for manager in self.simulation.managers.values():
            manager.depth = self._alive  # type: ignore[method-assign]
        outcome = super().execute(command)
        for manager in self.simulation.managers.values():
            del manager.depth
        return outcome

    def _alive(self, queue: LocalQueue) -> int:
        return sum(not self.decisions.expired(entry.message, self.now()) for entry in queue.entries)


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


def _trigger_counts(
    name: str, sentence: str, counted: Callable[[Noting, int, int], int], *rules: str
) -> None:
    """Counts otherwise whether a queue is deep enough; given its depth, and how many are not over."""

    class Counts(Noting):
        def __init__(self, *parts: object) -> None:
            super().__init__(*parts)  # type: ignore[arg-type]
            self.decisions.trigger_depth = (  # type: ignore[method-assign]
                lambda depth, live: counted(self, depth, live)
            )

    misreading(name, sentence, *rules)(Counts)


_trigger_counts(
    "trigger of a delivery without what is over",
    "Counts what is over for no trigger when a delayed message arrives.",
    lambda world, depth, live: live if isinstance(world.command, Advance) else depth,
    *("EX-36", "X-39"),
)
_trigger_counts(
    "trigger with one that is over",
    "Counts one message that is over for a trigger, and not several.",
    lambda _, depth, live: min(depth, live + 1),
    "EX-36",
)
