"""Misreadings that show beside another one: what another application holds of a queue, a queue or a queue
manager beside the first one, a second message of a kind.
"""

from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from implementations.decisions.queue_manager import Check
from implementations.simulation.queue_managers.queue_manager import ANYWHERE, QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import (
    Delay,
    Entry,
    LocalQueue,
    Message,
    Origin,
    Position,
    RemoteQueue,
    UnitOfWork,
)
from implementations.wrong.combined_rules.others_and_limits import NamedQueueManager
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.calls import register
from implementations.wrong.parts.others import yes
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    MqGet,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    DestinationPersistence,
    ReasonCode,
)
from mqtck.reference.vocabulary.outcomes import Done, Outcome
from mqtck.reference.vocabulary.publications import Durability, Unsubscribe

FIVE_SECONDS = 5000

# --- what another application has of the queue -------------------------------------------------------------


def _queues(world: SimulatedWorld, command: Command) -> list[LocalQueue]:
    """The queues of that name from which a call gets, at any queue manager."""
    if not isinstance(command, MqGet | Browse | Receive):
        return []
    found = [manager.local(command.queue) for manager in world.simulation.managers.values()]
    return [queue for queue in found if queue is not None]


def beside_a_held_message(world: SimulatedWorld, command: Command) -> bool:
    return any(entry.getter is not None for queue in _queues(world, command) for entry in queue.entries)


def beside_a_locked_message(world: SimulatedWorld, command: Command) -> bool:
    locked = {
        id(handle.locked)
        for manager in world.simulation.managers.values()
        for handles in manager.open_handles.values()
        for handle in handles
    }
    return any(id(entry) in locked for queue in _queues(world, command) for entry in queue.entries)


def of_its_own_put(world: SimulatedWorld, command: Command) -> bool:
    """A get in the unit of work of a put that is not committed yet."""
    unit = world.mqi.connection(command.connection).unit if isinstance(command, MqGet) else None
    return unit is not None and any(
        entry.putter is unit for queue in _queues(world, command) for entry in queue.entries
    )


UNDISCARDED = ("EX-12", "EX-13", "EX-21", "EX-37", "EX-15", "EX-35")
register(
    (
        "expired returned beside a held message",
        "Returns expired messages while a unit of work has got another one of the queue.",
        ("EX-17", "EX-18", "EX-12", "EX-19"),
        beside_a_held_message,
        "returnable",
        yes,
    ),
    "decisions",
)
register(
    (
        "expired undiscarded beside a held message",
        "Discards nothing while a unit of work has got another message of the queue.",
        UNDISCARDED,
        beside_a_held_message,
        "discards",
        no,
    ),
    "decisions",
)
register(
    (
        "expired undiscarded beside a locked message",
        "Discards nothing while another message of the queue is locked.",
        UNDISCARDED,
        beside_a_locked_message,
        "discards",
        no,
    ),
    "decisions",
)
register(
    (
        "as put in the unit of work of the put",
        "Deducts nothing of a life before the commit.",
        ("EX-10", "EX-05", "EX-23"),
        of_its_own_put,
        "remaining_expiry",
        lambda message, _: message.expiry,
    ),
    "decisions",
)


@misreading(
    "a locked message takes no place",
    "Does not count what is locked when a queue may be full.",
    *("DD-112", "DD-39", "DD-38", "EX-35"),
)
class LockedTakesNoPlace(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        refusal = manager._refusal

        def without_locked(
            queue: LocalQueue | None, length: int, checks: frozenset[Check], reserved: int = 0
        ) -> Reason:
            handles = [] if queue is None else manager.handles(queue)
            return refusal(queue, length, checks, reserved - sum(one.locked is not None for one in handles))

        manager._refusal = without_locked  # type: ignore[method-assign]


# --- another queue, another queue manager ------------------------------------------------------------------


@misreading(
    "behind one that its target does not take",
    "Moves nothing to a queue that has not taken another message, where there is a dead-letter queue.",
    *("DD-12", "DD-10", "X-54"),
)
class BehindOneNotTaken(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        attempt = processor._attempt

        def in_turn(entry: Entry) -> None:
            delay = entry.message.delay
            ahead = {
                kept.message.delay.target
                for kept in manager.staging.entries
                if kept.message.delay is not None and kept.failed_with is not None and kept is not entry
            }
            first = entry.failed_with is None and delay is not None and delay.target in ahead
            if first and manager.dead_letter_queue:
                processor._retry(entry)
            else:
                attempt(entry)

        processor._attempt = in_turn  # type: ignore[method-assign]


@misreading(
    "to the namesake of a remote queue",
    "Moves a message for a queue of another queue manager to the queue of that name here.",
    *("DD-74", "DD-49", "DD-10", "X-31", "X-54"),
)
class ToTheNamesakeHere(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver = manager.processor._deliver

        def here(delay: Delay) -> ReasonCode | None:
            definition = manager.definitions.get(delay.target)
            if isinstance(definition, RemoteQueue) and manager.local(definition.route.queue) is not None:
                delay = replace(delay, target=definition.route.queue, remote=None)
            return deliver(delay)

        manager.processor._deliver = here  # type: ignore[method-assign]


@misreading(
    "persistent where the queue manager is named",
    "Sends persistently what is to be as a queue defines that is named with its queue manager.",
    *("DD-77", "HM-10", "HM-11", "HM-08", "X-27"),
)
class NamedIsPersistent(NamedQueueManager):
    def named(self, command: Send) -> Outcome:
        destination = command.destination
        if destination is not None and destination.persistence is DestinationPersistence.QUEUE_DEFINITION:
            named = replace(destination, persistence=DestinationPersistence.PERSISTENT)
            command = replace(command, destination=named)
        return SimulatedWorld.execute(self, command)


@misreading(
    "no restrictions on a second queue manager",
    "Asks for life, delay and group at the first queue manager alone.",
    *("DD-25", "DD-26", "DD-30", "DD-31", "DD-36", "DD-15"),
)
class UnrestrictedElsewhere(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        limited = isinstance(command, Send | SetDeliveryDelay | SetTimeToLive)
        producer = self.calls.jms.producers.get(command.producer) if limited else None
        if producer is None or producer.session.manager.name == DEFAULT_QUEUE_MANAGER:
            return super().execute(command)
        with (
            patch.object(self.client_decisions, "conflict", no),
            patch.object(self.client_decisions, "group_refused", no),
        ):
            return super().execute(command)


# --- the dead-letter queue and the reply-to queue ----------------------------------------------------------


@misreading(
    "dropped where the reply-to queue is the dead-letter queue",
    "Keeps no message that the dead-letter queue does not take when that is its reply-to queue.",
    *("DD-99", "DD-98", "X-54", "X-36"),
)
class DroppedByReplyQueue(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        kept = manager.processor._kept

        def unless(delay: Delay) -> bool:
            return delay.original.reply_to != manager.dead_letter_queue and kept(delay)

        manager.processor._kept = unless  # type: ignore[method-assign]


# --- the second of a kind ----------------------------------------------------------------------------------


@misreading(
    "the second trigger message has an end",
    "Gives all trigger messages but the first a life of five seconds.",
    *("EX-48", "X-39"),
)
class SecondTriggerEnds(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put = manager.put
        fired = 0

        def shorter(
            name: str,
            message: Message,
            unit: UnitOfWork | None = None,
            place: Position = ANYWHERE,
            instance: str | None = None,
        ) -> Reason:
            nonlocal fired
            if message.origin is Origin.TRIGGER:
                fired += 1
                if fired > 1:
                    end = manager.now + FIVE_SECONDS
                    message = replace(message, expiry=FIVE_SECONDS // 100, end_of_life=end)
            return put(name, message, unit, place, instance)

        manager.put = shorter  # type: ignore[method-assign]


@misreading(
    "the second copy is kept",
    "Discards the first copy that fits nowhere, and keeps the others.",
    *("DD-109", "DD-123", "X-36", "X-37"),
)
class SecondCopyKept(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        kept = manager.processor._kept
        discarded = False

        def but_the_first(delay: Delay) -> bool:
            nonlocal discarded
            second = discarded and delay.tie is not None
            discarded = discarded or delay.tie is not None
            return second or kept(delay)

        manager.processor._kept = but_the_first  # type: ignore[method-assign]


@misreading(
    "the second durable subscriber unsubscribes in vain",
    "Deletes the queue of the second durable subscription that ends, and keeps the subscription.",
    *("DD-106", "DD-109"),
)
class SecondUnsubscribesInVain(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.unsubscribed = 0

    def execute(self, command: Command) -> Outcome:
        known = self.calls.subscribers.subscriptions
        ending = known.get(command.subscription) if isinstance(command, Unsubscribe) else None
        if ending is not None and ending.durability is Durability.DURABLE and ending.managed:
            self.unsubscribed += 1
            if self.unsubscribed > 1:
                del self.simulation.managers[ending.queue_manager].definitions[ending.queue]
                return Done()
        return super().execute(command)
