"""Misreadings that are right at the first time: counts that miss a way to go, and what was read once for all.

What has gone is not taken off a count that is kept beside the queue; attributes, names and subscriptions
stay as they were when they were asked for first; a message has something of the one before, or shares its
timer; a unit of work is undone as far as its second message.
"""

from collections.abc import Callable
from heapq import heapify
from typing import ClassVar

import msgspec

from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    Commit,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome

from .decisions import Check
from .misreading import misreading
from .objects import NO_ID, Entry, LocalQueue, Message, Proxy, RemoteQueue, Tie, UnitOfWork
from .queue_manager import QueueManager, Reason
from .world import SimulatedWorld

# --- counts ---------------------------------------------------------------------------------------------

ROOM = ("EX-35", "DD-112", "DD-53", "DD-39", "DD-37", "DD-28", "EX-12", "X-54")


class Noting(SimulatedWorld):
    """Knows which command it is about."""

    command: Command = Advance(0)

    def execute(self, command: Command) -> Outcome:
        self.command = command
        return super().execute(command)

    def over(self, entry: Entry) -> bool:
        return self.decisions.expired(entry.message, self.now())


Missed = Callable[[Noting, LocalQueue, Entry], bool]


def mode_of(world: Noting) -> GetMode | None:
    return world.command.mode if isinstance(world.command, MqGet) else None


def counts(name: str, sentence: str, missed: Missed, *more: str) -> None:
    """Keeps a count for MAXDEPTH beside the queue, and misses one way in which messages go."""

    class Counts(Noting):
        def change(self, manager: QueueManager) -> None:
            take_off, depth = manager.take_off, manager.depth
            counted_still: dict[int, int] = {}

            def take_off_uncounted(queue: LocalQueue, entry: Entry) -> None:
                if entry.on_queue and missed(self, queue, entry):
                    counted_still[id(queue)] = counted_still.get(id(queue), 0) + 1
                take_off(queue, entry)

            def depth_with_others(queue: LocalQueue) -> int:
                shown = isinstance(self.command, ReadDepth)
                return depth(queue) + (0 if shown else counted_still.get(id(queue), 0))

            manager.take_off = take_off_uncounted  # type: ignore[method-assign]
            manager.depth = depth_with_others  # type: ignore[method-assign]

    misreading(name, sentence, *ROOM, *more)(Counts)


counts(
    "room not given back under the cursor",
    "Counts what was got under the cursor towards MAXDEPTH.",
    lambda world, _, entry: mode_of(world) is GetMode.UNDER_CURSOR and not world.over(entry),
)
counts(
    "room not given back by a commit",
    "Counts what a committed unit of work has got towards MAXDEPTH.",
    lambda world, _, __: isinstance(world.command, MqCommit | Commit),
)
counts(
    "room not given back by a match",
    "Counts what was got by an id towards MAXDEPTH.",
    lambda world, _, entry: (
        isinstance(world.command, MqGet) and world.command.match is not None and not world.over(entry)
    ),
)
counts(
    "room not given back to a JMS client",
    "Counts what a JMS client has received towards MAXDEPTH.",
    lambda world, _, __: isinstance(world.command, Receive),
)
counts(
    "room not given back by a rollback",
    "Counts what was put and rolled back towards MAXDEPTH.",
    lambda world, _, __: isinstance(world.command, MqBackout | Rollback),
    *("DD-44", "EX-25"),
)
counts(
    "room not given back by a browser",
    "Counts what was over when a browser found it towards MAXDEPTH.",
    lambda world, _, entry: (
        world.over(entry)
        and (
            isinstance(world.command, Browse) or mode_of(world) in {GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT}
        )
    ),
    *("EX-13",),
)
counts(
    "room not given back by what was over under the cursor",
    "Counts what was over under the cursor towards MAXDEPTH.",
    lambda world, _, entry: world.over(entry) and mode_of(world) is GetMode.UNDER_CURSOR,
    *("EX-41",),
)
counts(
    "room not given back by what was over in syncpoint",
    "Counts what was over when a unit of work found it towards MAXDEPTH.",
    lambda world, _, entry: (
        world.over(entry) and isinstance(world.command, MqGet) and world.command.syncpoint is Syncpoint.WITHIN
    ),
    *("EX-38",),
)
counts(
    "room not given back by a recall",
    "Counts what was recalled towards MAXDEPTH of the staging queue.",
    lambda world, _, entry: entry.message.delay is not None and isinstance(world.command, MqGet),
    *("DD-61",),
)
counts(
    "room not given back by a channel",
    "Counts what a channel has taken towards MAXDEPTH of the transmission queue.",
    lambda _, queue, __: queue.attributes.usage is Usage.TRANSMISSION,
    *("EX-20",),
)

# --- read once ------------------------------------------------------------------------------------------


def _read_once(name: str, sentence: str, field: str, of_whom: Callable[..., bool], *rules: str) -> None:
    """Takes an attribute of a queue as it was when it was asked for first."""

    class ReadOnce(Noting):
        def change(self, manager: QueueManager) -> None:
            refusal = manager._refusal
            known: dict[int, tuple[object, LocalQueue]] = {}

            def as_first_read(
                queue: LocalQueue | None, length: int, checks: frozenset[Check], reserved: int = 0
            ) -> Reason:
                if queue is None or not of_whom(self, manager, queue):
                    return refusal(queue, length, checks, reserved)
                now = queue.attributes
                first, _ = known.setdefault(id(queue), (getattr(now, field), queue))
                queue.attributes = msgspec.structs.replace(now, **{field: first})
                try:
                    return refusal(queue, length, checks, reserved)
                finally:
                    queue.attributes = now

            manager._refusal = as_first_read  # type: ignore[method-assign]

    misreading(name, sentence, *rules)(ReadOnce)


def _sending(world: Noting, manager: QueueManager, queue: LocalQueue) -> bool:
    return isinstance(world.command, Send) and queue is not manager.staging


def _delivering(world: Noting, _: QueueManager, __: LocalQueue) -> bool:
    return isinstance(world.command, Advance)


def _staging(_: Noting, manager: QueueManager, queue: LocalQueue) -> bool:
    return queue is manager.staging


def _dead_letters(_: Noting, manager: QueueManager, queue: LocalQueue) -> bool:
    return queue.name == manager.dead_letter_queue


_read_once(
    *("MAXMSGL read once at the send", "Asks a queue once how long a message may be that is sent."),
    *("max_message_length", _sending, "DD-111", "DD-38"),
)
_read_once(
    *("MAXMSGL read once at the delivery", "Asks a queue once how long a message may be that is delivered."),
    *("max_message_length", _delivering, "DD-114", "DD-49", "DD-97", "DD-98"),
)
_read_once(
    *("MAXDEPTH of the staging queue read once", "Asks the staging queue once how much it takes."),
    *("max_depth", _staging, "DD-53", "DD-39", "DD-38", "DD-37", "DD-28", "DD-112", "EX-35"),
)
_read_once(
    *("MAXMSGL of dead letters read once", "Asks the dead-letter queue once how long a message may be."),
    *("max_message_length", _dead_letters, "DD-99", "DD-98", "DD-114", "X-37"),
)
_read_once(
    *("MAXDEPTH of dead letters read once", "Asks the dead-letter queue once how much it takes."),
    *("max_depth", _dead_letters, "DD-99", "DD-98", "DD-114", "X-37"),
)


@misreading(
    "queue that is missing once",
    "Remembers of a name that no queue has it.",
    *("DD-75", "DD-28", "DD-37", "DD-49", "DD-74"),
)
class MissingOnce(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put_queue = manager.put_queue
        missing: set[str] = set()

        def remembered(name: str) -> LocalQueue | None:
            queue = put_queue(name)
            if queue is None:
                missing.add(name)
            return None if name in missing else queue

        manager.put_queue = remembered  # type: ignore[method-assign]


@misreading(
    "target before it was deleted",
    "Delivers to the queue that had the name at the first delivery.",
    *("DD-49", "DD-74", "DD-10", "DD-12", "X-54", "DD-98"),
)
class TargetBeforeDeletion(Noting):
    def change(self, manager: QueueManager) -> None:
        landing = manager._landing
        known: dict[str, LocalQueue] = {}

        def first(queue: LocalQueue | RemoteQueue | None) -> LocalQueue | None:
            found = landing(queue)
            if found is None or not isinstance(self.command, Advance):
                return found
            return known.setdefault(found.name, found)

        manager._landing = first  # type: ignore[method-assign]


@misreading(
    "neighbours as first matched",
    "Publishes for the neighbours that there were somebody behind when a topic was first published to.",
    *("DD-118", "DD-115", "DD-116", "DD-76", "DD-10"),
)
class NeighboursAsFirst(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        matching = topics.matching
        known: dict[str, list[Tie]] = {}

        def as_first(topic_string: str, came_from: str = "") -> list[Tie]:
            ties = matching(topic_string, came_from)
            first = known.setdefault(topic_string, [tie for tie in ties if isinstance(tie, Proxy)])
            return [tie for tie in ties if not isinstance(tie, Proxy)] + first

        topics.matching = as_first  # type: ignore[method-assign]


# --- something in common --------------------------------------------------------------------------------


def _one_timer(name: str, sentence: str, alike: Callable[[Message], str]) -> None:
    """The first that is due takes all of a kind with it."""

    class OneTimer(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            processor = manager.processor
            watch = processor.watch

            def watch_together(entry: Entry) -> None:
                watch(entry)
                shared = alike(entry.message)
                of_kind = [item for item in processor._due if shared and alike(item[2].message) == shared]
                first = min((item[0] for item in of_kind), default=0)
                processor._due = [(first, *item[1:]) if item in of_kind else item for item in processor._due]
                heapify(processor._due)

            processor.watch = watch_together  # type: ignore[method-assign]

    misreading(name, sentence, "DD-01", "DD-12", "DD-05", "DD-06", "DD-07", "DD-10")(OneTimer)


def _correlated(message: Message) -> str:
    original = message.correlation_id if message.delay is None else message.delay.original.correlation_id
    return "" if original == NO_ID else original


_one_timer(
    "one timer for a correlation id",
    "Moves all messages of one correlation id when the first of them is due.",
    _correlated,
)
_one_timer(
    "one timer for a reply-to queue",
    "Moves all messages with one reply-to queue when the first of them is due.",
    lambda message: message.reply_to,
)


@misreading(
    "recall of a correlation id",
    "Forgets all staged messages of one correlation id when one of them is recalled.",
    *("DD-61", "DD-10", "DD-12", "X-54"),
)
class RecallOfCorrelationId(Noting):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, MqGet) and isinstance(outcome, MessageReturned):
            for manager in self.simulation.managers.values():
                self._forget(manager)
        return outcome

    def change(self, manager: QueueManager) -> None:
        take_off = manager.take_off

        def noted(queue: LocalQueue, entry: Entry) -> None:
            if queue is manager.staging and isinstance(self.command, MqGet) and not self.over(entry):
                self.recalled.add(_correlated(entry.message))
            take_off(queue, entry)

        manager.take_off = noted  # type: ignore[method-assign]

    recalled: ClassVar[set[str]] = set()

    def _forget(self, manager: QueueManager) -> None:
        for entry in list(manager.staging.entries):
            if _correlated(entry.message) in self.recalled - {""}:
                manager.staging.remove(entry)
        self.recalled.clear()


@misreading(
    "one exception report for a correlation id",
    "Reports the first alone of several failures of one correlation id.",
    *("DD-101", "DD-98", "DD-97", "X-54", "X-37"),
)
class OneExceptionForCorrelationId(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        put_report = manager.put_report
        reported: set[str] = set()

        def once(report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
            if about.correlation_id in reported:
                return None
            if about.correlation_id != NO_ID:
                reported.add(about.correlation_id)
            return put_report(report, about, unit)

        manager.put_report = once  # type: ignore[method-assign]
