"""A right implementation that starts again with its messages the other way round (chapter 9, item 7)."""

from collections.abc import Callable

from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from mqtck.reference.vocabulary.commands import Command, StartQueueManager
from mqtck.reference.vocabulary.outcomes import Done, Outcome


class FoundTheOtherWayRound(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, StartQueueManager) and isinstance(outcome, Done):
            for queue in self.simulation.managers[command.queue_manager].local_queues():
                for entry in reversed(list(queue.entries)):
                    queue.move(entry, queue.key(entry.message, 1, self.simulation.number()))
        return outcome


RESTARTS: dict[str, Callable[[], SimulatedAdapter]] = {
    "finds messages the other way round": lambda: SimulatedAdapter(
        name="finds messages the other way round", world=FoundTheOtherWayRound
    ),
}
