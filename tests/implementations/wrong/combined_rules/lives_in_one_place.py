"""Misreadings of lives that begin anew, stand still or do not end in one place alone."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from implementations.simulation.channels.channels import Channel
from implementations.simulation.queue_managers.clusters import CLUSTER_TRANSMISSION_QUEUE
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.queue_managers.topics import TO_NEIGHBOUR
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, Message, RemoteQueue, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import begun_anew
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.ends import Ends, ending
from mqtck.reference.vocabulary.commands import Command, MqBackout, MqPut
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, UNLIMITED, Persistence
from mqtck.reference.vocabulary.outcomes import Outcome, Sent

# --- on the way --------------------------------------------------------------------------------------------

ON_THE_WAY = ("EX-06", "DD-79", "EX-05", "EX-10", "X-06")


class AnewAtItsStart(Ends):
    """Begins the lives anew of what has waited for a queue manager that was down."""

    def starts(self, manager: QueueManager) -> None:
        for other in self.simulation.managers.values():
            for queue in other.local_queues():
                for entry in queue.entries:
                    if self.waits(queue.name, entry.message):
                        entry.message = begun_anew(entry.message, self.now())

    def waits(self, queue: str, message: Message) -> bool:
        raise NotImplementedError


@misreading(
    "lives of what is not persistent begun anew on the way into a cluster",
    "Begins the life of a non-persistent message anew when the member for which it waits is up.",
    *ON_THE_WAY,
)
class NonPersistentAnewInCluster(AnewAtItsStart):
    def waits(self, queue: str, message: Message) -> bool:
        return queue == CLUSTER_TRANSMISSION_QUEUE and message.persistence == Persistence.NOT_PERSISTENT


@misreading(
    "lives begun anew on the way down a hierarchy",
    "Begins the life of a publication anew when the queue manager is up for which it waits.",
    *(*ON_THE_WAY, "DD-118"),
)
class AnewInHierarchy(AnewAtItsStart):
    def waits(self, queue: str, message: Message) -> bool:
        return queue.startswith(TO_NEIGHBOUR) and message.publication is not None


OF_CHANNELS = ("X-48", "X-47", "EX-06", "EX-05", "EX-10")


@misreading(
    "lives begun anew when a channel tries again",
    "Begins the lives of messages anew that their channel takes over when it tries again by itself.",
    *OF_CHANNELS,
)
class AnewAtRetry(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        attempt = manager.channels._attempt

        def again(name: str, channel: Channel) -> bool:
            queue = manager.local(name) if channel.again is not None else None
            waiting = [] if queue is None else [(entry, entry.message) for entry in queue.entries]
            for entry, message in waiting:
                if not self.decisions.expired(message, self.now()):
                    entry.message = begun_anew(message, self.now())
            worked = attempt(name, channel)
            for entry, message in waiting:
                if entry.on_queue:
                    entry.message = message
            return worked

        manager.channels._attempt = again  # type: ignore[method-assign]


@misreading(
    "life of the third of a batch begun anew",
    "Takes the time on the transmission queue off the lives of two messages of a batch.",
    *OF_CHANNELS,
)
class ThirdOfBatchAnew(SimulatedWorld):
    handled = 0

    def change(self, manager: QueueManager) -> None:
        attempt, after_hop = manager.channels._attempt, self.decisions.after_hop

        def counted(name: str, channel: Channel) -> bool:
            self.handled = 0
            return attempt(name, channel)

        def handed_on(message: Message, now: int) -> Message:
            self.handled += 1
            handed = after_hop(message, now)
            return begun_anew(handed, now) if self.handled >= 3 else handed

        manager.channels._attempt = counted  # type: ignore[method-assign]
        if manager.name == DEFAULT_QUEUE_MANAGER:
            self.decisions.after_hop = handed_on  # type: ignore[method-assign]


@misreading(
    "unlimited on the dead-letter queue of a member",
    "Takes the end off the life of what a member of a cluster dead-letters for another one.",
    *("EX-46", "EX-47", "EX-05", "EX-06", "EX-10"),
)
class UnlimitedAtMember(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dead_letter = manager.dead_letter

        def unlimited(
            message: Message, reason: int, destination: str, unit: UnitOfWork | None = None
        ) -> Reason:
            if message.delay is None and manager.clusters.instances(destination):
                message = replace(message, expiry=UNLIMITED, end_of_life=None)
            return dead_letter(message, reason, destination, unit)

        if manager.name != DEFAULT_QUEUE_MANAGER:
            manager.dead_letter = unlimited  # type: ignore[method-assign]


# --- the field in a transmission-queue header --------------------------------------------------------------


class FieldStands(SimulatedWorld):
    """Leaves the Expiry in the header of some messages as it was put."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.standing: set[str] = set()
        left = self.decisions.embedded_left

        def as_put(embedded: Message, now: int) -> int:
            stands = embedded.own_header is not None and embedded.message_id in self.standing
            return embedded.expiry if stands else left(embedded, now)

        self.decisions.embedded_left = as_put  # type: ignore[method-assign]


@misreading(
    "Expiry in the header as put after a backout",
    "Takes nothing off the Expiry in the header of a message that was backed out.",
    *("EX-56", "EX-59"),
)
class FieldStandsAfterBackout(FieldStands):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqBackout):
            connection = self.mqi.connection(command.connection)
            for queue in connection.manager.local_queues():
                held = (entry for entry in queue.entries if entry.getter is connection.unit)
                self.standing.update(entry.message.message_id for entry in held)
        return super().execute(command)


@misreading(
    "Expiry in the header as put if it is the longer one",
    "Takes nothing off the Expiry in the header where it is longer than that of the message.",
    *("EX-56", "EX-59"),
)
class LongerFieldStands(FieldStands):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, MqPut) and isinstance(outcome, Sent):
            header = command.message.transmission_header
            if header is not None and 0 < command.descriptor.expiry < header.expiry:
                self.standing.add(self.mqi.ids[command.message.label])
        return outcome


# --- what has expired while the queue manager was down -----------------------------------------------------


Which = Callable[[QueueManager, Entry], bool]
"""Which of the staged messages that have expired."""


def moved_for_a_moment(name: str, sentence: str, which: Which, *more: str) -> None:
    """Some messages are moved when they have expired, with the shortest life that there is."""

    @misreading(name, sentence, *("EX-17", "EX-18", "DD-84", "X-45", "X-54", *more))
    class Moved(Attempts, Ends):
        def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
            over = self.ended_while_down(manager, entry.message) and self.up[manager.name] == manager.now
            if over and which(manager, entry):
                ending(entry, manager.now + 100, 1)
            attempt(entry)

        def has_started(self, manager: QueueManager) -> None:
            manager.work()


def of_the_highest_priority(_: QueueManager, entry: Entry) -> bool:
    return entry.message.priority == 9


def for_a_remote_queue(manager: QueueManager, entry: Entry) -> bool:
    delay = entry.message.delay
    return delay is not None and isinstance(manager.definitions.get(delay.target), RemoteQueue)


def for_a_subscriber(_: QueueManager, entry: Entry) -> bool:
    return entry.message.publication is not None


def tried_before(_: QueueManager, entry: Entry) -> bool:
    return entry.failed_with is not None


def second_to_expire(manager: QueueManager, _: Entry) -> bool:
    count: int = manager.__dict__.setdefault("expired_there", 0)
    manager.__dict__["expired_there"] = count + 1
    return count > 0


moved_for_a_moment(
    "of priority 9 moved though expired",
    "Moves a message of priority 9 that has expired while the queue manager was down.",
    of_the_highest_priority,
)
moved_for_a_moment(
    "for a remote queue moved though expired",
    "Moves a message for a remote queue that has expired while the queue manager was down.",
    for_a_remote_queue,
    "X-31",
)
moved_for_a_moment(
    "for a subscriber moved though expired",
    "Moves a copy of a publication that has expired while the queue manager was down.",
    for_a_subscriber,
)
moved_for_a_moment(
    "moved though expired when tried before",
    "Moves a message that could not be put before, and has expired while the queue manager was down.",
    tried_before,
    "X-18",
)
moved_for_a_moment(
    "the second moved though expired",
    "Moves all but the first of the messages that have expired while the queue manager was down.",
    second_to_expire,
)
