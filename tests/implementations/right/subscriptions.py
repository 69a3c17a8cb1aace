"""A right implementation whose administrative subscriptions end with the queues to which they deliver.

As a binding or a durable subscriber's queue of other brokers does; no document says that they outlive it.
"""

from collections.abc import Callable

from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from mqtck.reference.vocabulary.commands import Command, DeleteQueue
from mqtck.reference.vocabulary.outcomes import Done, Outcome


class EndsWithTheQueue(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, DeleteQueue) and isinstance(outcome, Done):
            topics = self.simulation.managers[command.queue_manager].topics
            for subscription in self.simulation.hierarchy.subscriptions.values():
                place = (subscription.queue_manager, subscription.queue)
                if place == (command.queue_manager, command.queue) and not subscription.ended:
                    topics.end(subscription)
        return outcome


SUBSCRIPTIONS: dict[str, Callable[[], SimulatedAdapter]] = {
    "ends subscriptions with their queues": lambda: SimulatedAdapter(
        name="ends subscriptions with their queues", world=EndsWithTheQueue
    ),
}
