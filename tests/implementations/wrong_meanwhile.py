"""Misreadings of what happens meanwhile: of what is found once, of what goes with somebody else.

What a send has found decides for later ones; what is over makes room without a report, or helps no trigger;
copies go with the subscription of another, or with the topic object; one message that is kept, or that
ends at the same instant, decides when another one comes. The processor on z/OS is in `wrong_behind_halts`.
"""

from collections.abc import Callable
from heapq import heapify, heappush

import msgspec

from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import Advance, Browse, Command, MqCommit, MqGet, Send, Syncpoint
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.publications import DeleteTopic, Durability

from .decisions import Check
from .misreading import misreading
from .objects import Entry, LocalQueue, Message, Proxy, Subscription
from .queue_manager import QueueManager, Reason
from .world import SimulatedWorld
from .wrong_used_before import Noting

# --- found once -----------------------------------------------------------------------------------------


@misreading(
    "DEFBIND read once",
    "Asks once what DEFBIND a clustered queue has, and whether it is clustered.",
    *("DD-19", "DD-20", "DD-21", "DD-22", "DD-24"),
)
class BindingReadOnce(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        clusters = manager.clusters
        binding = clusters.binding
        known: dict[str, tuple[DefaultBinding, str | None]] = {}
        clusters.binding = lambda name: known.setdefault(name, binding(name))  # type: ignore[method-assign]


Destination = QueueDestination | TopicDestination


def _destination_once(
    name: str,
    sentence: str,
    field: str,
    about: Callable[[Send, Destination], str | None],
    *rules: str,
) -> None:
    """Takes a property of a destination as it was when the like was first sent to."""

    class Once(SimulatedWorld):
        def __init__(self, *parts: object) -> None:
            super().__init__(*parts)  # type: ignore[arg-type]
            self.known: dict[str, object] = {}

        def execute(self, command: Command) -> Outcome:
            if isinstance(command, Send):
                producer = self.calls.jms.producers.get(command.producer)
                named = command.destination or command.topic
                destination = named or (None if producer is None else producer.destination)
                like = None if destination is None else about(command, destination)
                if destination is not None and like is not None:
                    first = self.known.setdefault(like, getattr(destination, field))
                    once = msgspec.structs.replace(destination, **{field: first})
                    part = "topic" if isinstance(once, TopicDestination) else "destination"
                    command = msgspec.structs.replace(command, **{part: once})
            return super().execute(command)

    misreading(name, sentence, *rules)(Once)


def _producer_of_topics(command: Send, destination: Destination) -> str | None:
    return command.producer if isinstance(destination, TopicDestination) else None


def _producer_of_queues(command: Send, destination: Destination) -> str | None:
    return command.producer if isinstance(destination, QueueDestination) else None


def _topic(_: Send, destination: Destination) -> str | None:
    return destination.topic_string if isinstance(destination, TopicDestination) else None


_PERSISTENCE = ("HM-09", "HM-10", "HM-11", "HM-08", "HM-48", "X-29", "X-30", "HM-02")
_PRIORITY = ("HM-24", "HM-25", "HM-26", "HM-48", "X-28", "HM-02", "DD-78")
_destination_once(
    "persistence of a producer's first topic",
    "Lets the persistence of the topic that a producer first published to decide for the others.",
    *("persistence", _producer_of_topics, *_PERSISTENCE),
)
_destination_once(
    "priority of a producer's first topic",
    "Lets the priority of the topic that a producer first published to decide for the others.",
    *("priority", _producer_of_topics, *_PRIORITY),
)
_destination_once(
    "priority of a topic as first published to",
    "Lets the priority of the destination that first named a topic decide for the others that name it.",
    *("priority", _topic, *_PRIORITY),
)
_destination_once(
    "priority of a producer's first queue",
    "Lets the priority of the queue that a producer first sent to decide for the others.",
    *("priority", _producer_of_queues, *_PRIORITY),
)

# --- room and triggers ----------------------------------------------------------------------------------

_ROOM = ("EX-21", "EX-26", "EX-35", "EX-37", "X-26", "X-25", "DD-82", "X-12")


def _room_unreported(
    name: str, sentence: str, there: Callable[[Noting, QueueManager, LocalQueue], bool]
) -> None:
    """Drops what is over without a report where a queue is full."""

    class Unreported(Noting):
        def change(self, manager: QueueManager) -> None:
            refusal = manager._refusal

            def with_room(
                queue: LocalQueue | None, length: int, checks: frozenset[Check], reserved: int = 0
            ) -> Reason:
                reason = refusal(queue, length, checks, reserved)
                if queue is None or reason is not ReasonCode.Q_FULL or not there(self, manager, queue):
                    return reason
                for entry in list(queue.entries):
                    if entry.available and self.over(entry):
                        manager.take_off(queue, entry)
                return refusal(queue, length, checks, reserved)

            manager._refusal = with_room  # type: ignore[method-assign]
            attempt = manager.processor._attempt

            def unless_over(entry: Entry) -> None:
                """What is over waits on the staging queue for a get, or until its room is needed."""
                if self.over(entry) and there(self, manager, manager.staging):
                    return
                attempt(entry)

            manager.processor._attempt = unless_over  # type: ignore[method-assign]

    misreading(name, sentence, *_ROOM)(Unreported)


_room_unreported(
    "room on the staging queue made unreported",
    "Drops what is over from a full staging queue without a report.",
    lambda _, manager, queue: queue is manager.staging,
)
_room_unreported(
    "room made unreported at the delivery",
    "Drops what is over from a full target without a report when a delayed message is put there.",
    lambda world, manager, queue: isinstance(world.command, Advance) and queue is not manager.staging,
)


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

# --- gone with somebody else ----------------------------------------------------------------------------

_COPIES = ("DD-115", "DD-116", "DD-118", "DD-10", "DD-12", "X-52", "X-54", "DD-106", "DD-107")


def _drop(manager: QueueManager, gone: Callable[[Entry], bool]) -> None:
    for entry in list(manager.staging.entries):
        if entry.message.delay is not None and gone(entry):
            manager.staging.remove(entry)


def _for_neighbour(entry: Entry) -> bool:
    return entry.message.delay is not None and isinstance(entry.message.delay.tie, Proxy)


class _Leaving(SimulatedWorld):
    """Knows when a subscription ends, and when its subscriber goes."""

    def change(self, manager: QueueManager) -> None:
        end, disconnect = manager.topics.end, manager.topics.disconnect

        def ended(subscription: Subscription) -> None:
            end(subscription)
            self.has_ended(manager, subscription)

        def disconnected(subscription: Subscription) -> None:
            disconnect(subscription)
            self.has_disconnected(manager, subscription)

        manager.topics.end = ended  # type: ignore[method-assign]
        manager.topics.disconnect = disconnected  # type: ignore[method-assign]

    def has_ended(self, manager: QueueManager, _: Subscription) -> None:
        """Nothing more."""

    def has_disconnected(self, manager: QueueManager, subscription: Subscription) -> None:
        """Nothing more."""


@misreading(
    "neighbours' copies gone with a subscriber here",
    "Drops what is staged for other queue managers when somebody here unsubscribes.",
    *_COPIES,
)
class NeighboursCopiesGone(_Leaving):
    def has_ended(self, manager: QueueManager, _: Subscription) -> None:
        _drop(manager, _for_neighbour)


@misreading(
    "neighbours' copies gone with a subscriber there",
    "Drops what is staged for another queue manager when one of those who are subscribed there is gone.",
    *_COPIES,
)
class NeighboursCopiesGoneThere(_Leaving):
    def has_ended(self, manager: QueueManager, _: Subscription) -> None:
        for other in self.simulation.managers.values():
            if other is not manager:
                _drop(other, _for_neighbour)


@misreading(
    "copies gone with the second disconnect",
    "Drops the copies for a durable subscriber when it disconnects for a second time.",
    *_COPIES,
)
class CopiesGoneWithSecondDisconnect(_Leaving):
    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.times: dict[str, int] = {}

    def has_disconnected(self, manager: QueueManager, subscription: Subscription) -> None:
        times = self.times[subscription.name] = self.times.get(subscription.name, 0) + 1
        if times == 2 and subscription.durability is Durability.DURABLE:
            _drop(manager, lambda entry: entry.message.delay.tie is subscription)  # type: ignore[union-attr]


@misreading(
    "copies gone with the topic object",
    "Drops what is staged for the subscribers of a topic when its topic object is deleted.",
    *_COPIES,
)
class CopiesGoneWithTopicObject(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DeleteTopic):
            manager = self.simulation.managers[command.queue_manager]
            topic = manager.topics.objects.get(command.topic)
            if topic is not None:
                _drop(manager, lambda entry: _published_to(entry.message, topic.topic_string))
        return super().execute(command)


def _published_to(message: Message, topic_string: str) -> bool:
    publication = None if message.delay is None else message.delay.original.publication
    return publication is not None and publication.topic_string == topic_string


# --- one with another -----------------------------------------------------------------------------------


@misreading(
    "one timer for one end",
    "Moves all messages whose lives end at one instant when the first of them is due.",
    *("DD-01", "DD-12", "DD-05", "DD-06", "DD-07", "DD-10"),
)
class OneTimerForOneEnd(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        watch = processor.watch

        def watch_together(entry: Entry) -> None:
            watch(entry)
            end = entry.message.end_of_life
            alike = [item for item in processor._due if end and item[2].message.end_of_life == end]
            first = min((item[0] for item in alike), default=0)
            processor._due = [(first, *item[1:]) if item in alike else item for item in processor._due]
            heapify(processor._due)

        processor.watch = watch_together  # type: ignore[method-assign]


@misreading(
    "kept one holds up those behind it",
    "Ends a round of the processor with the first message that it has to keep; the others wait for hours.",
    *("DD-12", "DD-10", "DD-99", "DD-90", "X-54"),
)
class KeptHoldsUp(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        attempt = processor._attempt
        kept: dict[int, int] = {}

        def unless_held_up(entry: Entry) -> None:
            if kept.get(manager.now) not in {None, id(entry)}:
                later = manager.now + 18_000_000
                heappush(processor._retries, (later, manager.simulation.number(), entry))
                return
            attempt(entry)
            if entry.on_queue and entry.available:
                kept[manager.now] = id(entry)

        processor._attempt = unless_held_up  # type: ignore[method-assign]


def _object_shared(name: str, sentence: str, field: str, *rules: str) -> None:
    """What is staged refers to the object that was sent, which may be sent again."""

    class Shared(Noting):
        def __init__(self, *parts: object) -> None:
            super().__init__(*parts)  # type: ignore[arg-type]
            self.staged: dict[str, list[Entry]] = {}

        def execute(self, command: Command) -> Outcome:
            before = self._entries()
            outcome = super().execute(command)
            if isinstance(command, Send):
                label = command.message.same_object_as or command.message.label
                new = [entry for key, entry in self._entries().items() if key not in before]
                for entry in self.staged.get(label, ()) if new else ():
                    _like(entry, new[0], field)
                self.staged.setdefault(label, []).extend(new)
            return outcome

        def _entries(self) -> dict[int, Entry]:
            queues = [manager.staging for manager in self.simulation.managers.values()]
            return {id(entry): entry for queue in queues for entry in queue.entries if entry.message.delay}

    misreading(name, sentence, *rules)(Shared)


def _like(entry: Entry, other: Entry, field: str) -> None:
    """Give a staged message a field of another one."""
    delay, theirs = entry.message.delay, other.message.delay
    if delay is not None and theirs is not None:
        original = msgspec.structs.replace(delay.original, **{field: getattr(theirs.original, field)})
        delay = msgspec.structs.replace(delay, original=original)
        entry.message = msgspec.structs.replace(
            entry.message, delay=delay, **{field: getattr(original, field)}
        )


_object_shared(
    "report options of the object sent again",
    "Delivers a message with the report options that its object has by then.",
    *("report", "DD-130", "DD-125", "X-42", "DD-97", "DD-98"),
)
_object_shared(
    "end of the object sent again",
    "Delivers a message with the end that its object has by then.",
    *("end_of_life", "DD-79", "DD-80", "X-06", "X-42", "EX-05", "EX-10", "EX-17", "EX-04"),
)


@misreading(
    "browse of staged messages taken off their lives",
    "Takes the time that a staged message has waited off its life for good when it is browsed.",
    *("EX-05", "EX-10", "DD-79", "X-46", "X-06", "EX-19", "EX-17", "DD-10"),
)
class BrowseOfStagedDeducts(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Browse) and command.queue == STAGING_QUEUE:
            for entry in self.simulation.managers[command.queue_manager].staging.entries:
                message, now = entry.message, self.now()
                if message.end_of_life is not None and message.end_of_life > now:
                    end = message.end_of_life - (now - message.put_at)
                    entry.message = msgspec.structs.replace(message, end_of_life=end)
        return outcome


@misreading(
    "no unit of work behind a commit",
    "Gets for good when the connection has committed once.",
    *("EX-40", "X-54", "EX-38", "EX-04"),
)
class NoUnitBehindCommit(SimulatedWorld):
    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.done: set[str] = set()

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqCommit):
            self.done.add(command.connection)
        if isinstance(command, MqGet) and command.connection in self.done:
            command = msgspec.structs.replace(command, syncpoint=Syncpoint.OUTSIDE)
        return super().execute(command)
