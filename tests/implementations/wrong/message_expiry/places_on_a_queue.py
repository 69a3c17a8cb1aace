"""Misreadings of places on a queue: given back by what is discarded, not taken by what is refused."""

from collections.abc import Callable

from implementations.decisions.queue_manager import Check
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, Origin
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.producers import Noting
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    Commit,
    EndQueueManager,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome, Refused

# --- counts -----------------------------------------------------------------------------------------------


Missed = Callable[[Noting, LocalQueue, Entry], bool]
ROOM = ("EX-35", "DD-112", "DD-53", "DD-39", "DD-37", "DD-28", "EX-12", "X-54")


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


# --- what has gone ----------------------------------------------------------------------------------------


counts(
    "room not given back by a delivery",
    "Counts what it has delivered in time towards MAXDEPTH of the staging queue.",
    lambda world, _, entry: (
        entry.message.delay is not None
        and isinstance(world.command, Advance)
        and entry.failed_with is None
        and not world.over(entry)
    ),
)
counts(
    "room not given back at a later attempt",
    "Counts what it could not dispose of at first towards MAXDEPTH of the staging queue.",
    lambda world, _, entry: entry.failed_with is not None and not world.over(entry),
)

# --- counts -----------------------------------------------------------------------------------------------


def mode_of(world: Noting) -> GetMode | None:
    return world.command.mode if isinstance(world.command, MqGet) else None


# --- what has gone ----------------------------------------------------------------------------------------


counts(
    "room not given back by a recall under the cursor",
    "Counts what was recalled under the cursor towards MAXDEPTH of the staging queue.",
    lambda world, _, entry: entry.message.delay is not None and mode_of(world) is GetMode.UNDER_CURSOR,
    *("DD-61",),
)
counts(
    "room not given back by a recall that is committed",
    "Counts what was recalled in a unit of work towards MAXDEPTH of the staging queue.",
    lambda world, _, entry: entry.message.delay is not None and isinstance(world.command, MqCommit),
    *("DD-61",),
)
counts(
    "room not given back by a dead letter",
    "Counts dead letters that were got towards MAXDEPTH.",
    lambda world, _, entry: entry.message.dead_letter is not None and not world.over(entry),
    *("DD-98", "X-37"),
)
counts(
    "room not given back by a dead letter that is over",
    "Counts dead letters that have expired towards MAXDEPTH.",
    lambda world, _, entry: entry.message.dead_letter is not None and world.over(entry),
    *("DD-98", "X-37"),
)
counts(
    "room not given back by a report",
    "Counts reports that were got towards MAXDEPTH.",
    lambda _, __, entry: entry.message.origin is Origin.REPORT,
    *("EX-21",),
)
counts(
    "room not given back by what was delayed",
    "Counts what was got towards MAXDEPTH, if it was delayed.",
    lambda _, __, entry: (
        entry.message.delay is None
        and entry.message.origin is Origin.JMS
        and entry.message.delivery_time > entry.message.put_at
    ),
)
counts(
    "room not given back by the end of a queue manager",
    "Counts what was put in a unit of work that the end of the queue manager has backed out.",
    lambda world, _, entry: isinstance(world.command, EndQueueManager) and entry.putter is not None,
)
counts(
    "room not given back by a match in vain",
    "Counts what was over when it was asked for by an id towards MAXDEPTH.",
    lambda world, _, entry: (
        world.over(entry) and isinstance(world.command, MqGet) and world.command.match is not None
    ),
    *("EX-14",),
)

# --- what was refused -------------------------------------------------------------------------------------


Asked = tuple[QueueManager, LocalQueue | None, Producer | None]
"""Who was asked, for which queue, and by which producer (None: by the MQI)."""
Concerns = Callable[[Command, Refused, Asked], bool]


class Taking(Noting):
    """Counts a place as taken by a call that was refused; what a reader of the depth sees is right."""

    def concerns(self, command: Command, refused: Refused, asked: Asked) -> bool:
        raise NotImplementedError

    def change(self, manager: QueueManager) -> None:
        depth = manager.depth

        def depth_with_refused(queue: LocalQueue) -> int:
            shown = isinstance(self.command, ReadDepth)
            return depth(queue) + (0 if shown else self.__dict__.get(f"taken {queue.name}", 0))

        manager.depth = depth_with_refused  # type: ignore[method-assign]

    def execute(self, command: Command) -> Outcome:
        asked = self._asked(command)
        outcome = super().execute(command)
        if asked is not None and isinstance(outcome, Refused) and self.concerns(command, outcome, asked):
            manager, queue, producer = asked
            delayed = producer is not None and producer.delay != 0
            taken = manager.staging if delayed or queue is None else queue
            self.__dict__[f"taken {taken.name}"] = self.__dict__.get(f"taken {taken.name}", 0) + 1
        return outcome

    def _asked(self, command: Command) -> Asked | None:
        match command:
            case Send(producer=name, destination=destination):
                producer = self.calls.jms.producers.get(name)
                if producer is None:
                    return None
                manager = producer.session.manager
                queue = getattr(destination or producer.destination, "queue", None)
                return manager, None if queue is None else manager.put_queue(queue), producer
            case MqPut(queue=queue, connection=connection) | MqPut1(queue=queue, connection=connection):
                manager = self.mqi.connection(connection).manager
                return manager, manager.put_queue(queue), None
            case _:
                return None


def takes_a_place(name: str, sentence: str, concerns: Concerns, *more: str) -> None:
    class Takes(Taking):
        def concerns(self, command: Command, refused: Refused, asked: Asked) -> bool:
            return concerns(command, refused, asked)

    misreading(name, sentence, *ROOM, *more)(Takes)


def _delayed(reason: ReasonCode) -> Concerns:
    return lambda _, refused, asked: refused.reason == reason and asked[2] is not None and asked[2].delay != 0


def _undelayed(reason: ReasonCode) -> Concerns:
    return lambda _, refused, asked: refused.reason == reason and asked[2] is not None and asked[2].delay == 0


def _put(reason: ReasonCode) -> Concerns:
    return lambda _, refused, asked: refused.reason == reason and asked[2] is None


for _what, _reason, _more in (
    ("a group", ReasonCode.OPTIONS_ERROR, ()),
    ("a life below the delay", ReasonCode.EXPIRY_ERROR, ()),
    ("a target that takes no puts", ReasonCode.PUT_INHIBITED, ()),
    ("a target that is full", ReasonCode.Q_FULL, ()),
    ("a message too long", ReasonCode.MSG_TOO_BIG_FOR_Q, ()),
    ("a user without authority", ReasonCode.NOT_AUTHORIZED, ()),
    ("a queue that is none", ReasonCode.UNKNOWN_OBJECT_NAME, ()),
    ("a topic that does not allow it", ReasonCode.PUBLICATION_FAILURE, ("DD-120", "DD-34")),
):
    takes_a_place(
        f"staging place taken by {_what}",
        f"Counts what it has refused for {_what} towards MAXDEPTH of the staging queue.",
        _delayed(_reason),
        *_more,
    )


for _what, _reason in (
    ("a queue that takes no puts", ReasonCode.PUT_INHIBITED),
    ("a queue that is full", ReasonCode.Q_FULL),
    ("a message too long", ReasonCode.MSG_TOO_BIG_FOR_Q),
    ("an expiry too large", ReasonCode.EXPIRY_ERROR),
):
    takes_a_place(
        f"place of a put taken by {_what}",
        f"Counts a put that it has refused for {_what} towards MAXDEPTH.",
        _put(_reason),
    )

takes_a_place(
    "place of an undelayed message taken by a user without authority",
    "Counts an undelayed send that it has refused for its user towards MAXDEPTH.",
    _undelayed(ReasonCode.NOT_AUTHORIZED),
    *("DD-08", "DD-29"),
)


@misreading("full until it is empty", "Takes a queue that was full for full until nothing is on it.", *ROOM)
class FullUntilEmpty(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        refusal = manager._refusal
        full: set[str] = set()

        def until_empty(
            queue: LocalQueue | None, length: int, checks: frozenset[Check], reserved: int = 0
        ) -> Reason:
            reason = refusal(queue, length, checks, reserved)
            if queue is None:
                return reason
            if reason is ReasonCode.Q_FULL:
                full.add(queue.name)
            if not queue.entries:
                full.discard(queue.name)
            return ReasonCode.Q_FULL if reason is None and queue.name in full else reason

        manager._refusal = until_empty  # type: ignore[method-assign]


# --- counts -----------------------------------------------------------------------------------------------


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
