"""Right implementations that tell of arrivals and gets: confirmed (X-32), or as activities (DD-129).

One confirms each get at once, also one that is backed out afterwards: there are two confirmations then. One
confirms an arrival ahead of the message, which stands behind its confirmation if that is for the same queue.
One reports each get of a message that asks for that, from its target, a dead-letter queue or the staging
queue. The delivery delay processor of none makes any such report.
"""

from collections.abc import Callable, Iterator

from implementations.behaviour.whole import Behaviour, Confirmations
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import ANYWHERE, QueueManager
from implementations.simulation.queue_managers.report_messages import (
    arrival_report,
    delivery_report,
    plain_report,
)
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, Message, Position, UnitOfWork
from mqtck.reference.vocabulary.commands import Command, Commit, GetMode, MqCommit, MqGet, Receive, Usage
from mqtck.reference.vocabulary.constants import Feedback, Report
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome
from mqtck.reference.vocabulary.publications import ReceivePublication


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


class Confirmed(QueueManagerDecisions):
    """`arriving` tells that the arrival in question has been confirmed."""

    arriving = False

    def confirms_arrival(self, message: Message) -> bool:
        return not self.arriving and super().confirms_arrival(message)


class ConfirmsAhead(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        enter, decisions = manager.enter, manager.decisions
        assert isinstance(decisions, Confirmed)

        def enter_confirmed(
            queue: LocalQueue, message: Message, unit: UnitOfWork | None, place: Position = ANYWHERE
        ) -> Entry:
            normal = unit is None and queue.attributes.usage is Usage.NORMAL
            if not normal or not decisions.confirms_arrival(message):
                return enter(queue, message, unit, place)
            manager.send_report(arrival_report(message, manager), message)
            decisions.arriving = True
            entry = enter(queue, message, unit, place)
            decisions.arriving = False
            return entry

        manager.enter = enter_confirmed  # type: ignore[method-assign]


class ReportsGets(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        asking = self._asking()
        outcome = super().execute(command)
        match command, outcome:
            case (
                Receive() | ReceivePublication() | MqGet(mode=GetMode.DESTRUCTIVE | GetMode.UNDER_CURSOR),
                MessageReturned(message=seen),
            ) if seen.descriptor.message_id in asking:
                manager, message = asking[seen.descriptor.message_id]
                about = self.decisions.reported_as(message)
                manager.send_report(plain_report(about, Feedback.ACTIVITY, manager), about)
        return outcome

    def _asking(self) -> dict[object, tuple[QueueManager, Message]]:
        """The messages whose activities are to be reported, by their ids as a get shows them."""
        return {
            entry.message.message_id: (manager, entry.message)
            for manager, queue in self._queues()
            for entry in queue.entries
            if entry.message.report & Report.ACTIVITY
        }

    def _queues(self) -> Iterator[tuple[QueueManager, LocalQueue]]:
        """Each with the queue manager that reports what is got from it: of a shared one the first member."""
        managers = self.simulation.managers.values()
        for manager in managers:
            yield from ((manager, queue) for queue in manager.local_queues())
        for (group, _), queue in self.simulation.shared.items():
            yield next(one for one in managers if one.group == group), queue


CONFIRMATIONS: dict[str, Callable[[], SimulatedAdapter]] = {
    "confirms deliveries at gets": lambda: SimulatedAdapter(
        name="confirms deliveries at gets",
        behaviour=Behaviour(confirmations=Confirmations.AT_TARGET),
        world=ConfirmsAtGetsWorld,
        decisions=ConfirmsAtGets,
    ),
    "confirms an arrival ahead of it": lambda: SimulatedAdapter(
        name="confirms an arrival ahead of it",
        behaviour=Behaviour(confirmations=Confirmations.AT_TARGET),
        world=ConfirmsAhead,
        decisions=Confirmed,
    ),
    "reports gets as activities": lambda: SimulatedAdapter(
        name="reports gets as activities", world=ReportsGets
    ),
}
