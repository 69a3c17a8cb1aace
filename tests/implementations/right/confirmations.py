"""A right implementation that confirms each get at once, also one that is backed out afterwards (X-32).

Where the first get is backed out there are two confirmations.
"""

from collections.abc import Callable

from implementations.behaviour.whole import Behaviour, Confirmations
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.report_messages import delivery_report
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import Entry, Message
from mqtck.reference.vocabulary.commands import Command, Commit, MqCommit
from mqtck.reference.vocabulary.outcomes import Outcome


class ConfirmsAtGets(QueueManagerDecisions):
    """`committing` tells that the gets in question have been confirmed."""

    committing = False

    def confirms_delivery(self, message: Message) -> bool:
        return not self.committing and super().confirms_delivery(message)


class ConfirmsAtGetsWorld(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        decisions = self.decisions
        assert isinstance(decisions, ConfirmsAtGets)
        held = {id(entry) for _, entry in self._held()}
        decisions.committing = isinstance(command, Commit | MqCommit)
        outcome = super().execute(command)
        decisions.committing = False
        for manager, entry in self._held():
            if id(entry) not in held and decisions.confirms_delivery(entry.message):
                about = decisions.reported_as(entry.message)
                manager.send_report(delivery_report(about, manager), about)
        return outcome

    def _held(self) -> list[tuple[QueueManager, Entry]]:
        return [
            (manager, entry)
            for manager in self.simulation.managers.values()
            for queue in manager.local_queues()
            for entry in queue.entries
            if entry.getter is not None
        ]


CONFIRMATIONS: dict[str, Callable[[], SimulatedAdapter]] = {
    "confirms deliveries at gets": lambda: SimulatedAdapter(
        name="confirms deliveries at gets",
        behaviour=Behaviour(confirmations=Confirmations.AT_TARGET),
        world=ConfirmsAtGetsWorld,
        decisions=ConfirmsAtGets,
    ),
}
