"""Misreadings that show when something else happens: another message is due, a queue manager ends.

Or when there is something else: a message of another priority on a FIFO queue, a queue manager below.
"""

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, DefineLocalQueue, DeliverySequence, Rollback
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.publications import Durability

from .decisions import QueueManagerDecisions
from .jms_client import Session
from .misreading import misreading
from .objects import Delay, Entry, Message
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_expiry import begun_anew
from .wrong_in_some_units import InUnitOfWork


@misreading(
    "uncommitted with the next that is due",
    "Moves all whose delay is over when one is due, also what is not committed.",
    *("DD-42", "DD-43", "DD-44", "DD-45", "DD-06", "DD-10", "X-54"),
)
class UncommittedWithTheNext(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        waiting = [
            (manager, entry)
            for manager in self.simulation.managers.values()
            for entry in manager.staging.entries
            if entry.available
        ]
        outcome = super().execute(command)
        for manager in {manager for manager, entry in waiting if not entry.on_queue}:
            for entry in list(manager.staging.entries):
                delay = entry.message.delay
                if entry.putter is not None and delay is not None and delay.due <= self.now():
                    manager.take_off(manager.staging, entry)
                    manager.processor._deliver(delay)
        return outcome


@misreading(
    "life begun anew when the queue manager ends",
    "Logs staged messages with the life that they were sent with.",
    *("X-45", "DD-79", "EX-04", "EX-05", "EX-10", "EX-17", "EX-19", "X-06"),
)
class LifeBegunAnewAtTheEnd(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        super()._end(manager)
        for entry in manager.staging.entries:
            delay = entry.message.delay
            if delay is not None:
                delay = replace(delay, original=begun_anew(delay.original, self.now()))
                entry.message = replace(begun_anew(entry.message, self.now()), delay=delay)


@misreading(
    "durable while the queue manager runs",
    "Forgets durable subscriptions whose subscriber is connected when the queue manager ends.",
    *("DD-107", "DD-115", "X-45", "DD-95", "DD-10", "X-54"),
)
class DurableWhileItRuns(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        connected = [
            subscription
            for subscription in self.simulation.hierarchy.subscriptions.values()
            if subscription.queue_manager == manager.name
            and subscription.durability is Durability.DURABLE
            and subscription.consumer is not None
        ]
        super()._end(manager)
        for subscription in connected:
            manager.topics.end(subscription)


@misreading(
    "priority 0 decided anew",
    "Takes priority 0 for none when it moves a message, and the queue's instead.",
    *("DD-78", "X-28", "HM-24", "X-42"),
)
class PriorityZeroDecidedAnew(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        original = super().delivered(delay, now, persistence, priority)
        return replace(original, priority=original.priority or priority)


@misreading(
    "FIFO queues by priority",
    "Gives every queue the order of priorities.",
    "EX-15",
    "EX-16",
    "EX-12",
    "DD-63",
)
class FifoQueuesByPriority(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DefineLocalQueue):
            by_priority = replace(command.attributes, delivery_sequence=DeliverySequence.PRIORITY)
            command = replace(command, attributes=by_priority)
        return super().execute(command)


@misreading(
    "life begun anew in a hierarchy",
    "Publishes anew, with a whole life, what another queue manager published.",
    *("DD-79", "DD-80", "EX-04", "EX-05", "EX-06", "EX-10", "EX-17", "EX-19", "X-06"),
)
class LifeBegunAnewInHierarchy(QueueManagerDecisions):
    def after_hop(self, message: Message, now: int) -> Message:
        hopped = super().after_hop(message, now)
        return hopped if message.publication is None else begun_anew(hopped, now)


@misreading(
    "non-persistent outside the unit of work",
    "Rolls back what is persistent alone.",
    *("DD-44", "DD-43", "DD-06", "DD-10", "X-54"),
)
class NonPersistentOutside(InUnitOfWork):
    def after(self, command: Command, session: Session, staged: list[Entry]) -> None:
        if isinstance(command, Rollback):
            for entry in staged:
                if entry.message.persistence == Persistence.NOT_PERSISTENT:
                    session.manager.enter(session.manager.staging, entry.message, None)
