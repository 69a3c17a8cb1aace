"""Misreadings of which get or browse discards which expired messages."""

from random import Random

import msgspec
from msgspec.structs import replace

from implementations.behaviour.whole import Behaviour
from implementations.decisions.queue_manager import Manner, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, Message, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import forgotten_at_restart, no
from implementations.wrong.parts.calls import (
    KindOfCall,
    Row,
    at_shared_queues,
    both,
    browse_next,
    by_an_alias,
    by_id,
    in_syncpoint,
    in_unit,
    jms_browser,
    jms_receive,
    looks,
    matched,
    of_staging,
    register,
    with_a_lock,
)
from implementations.wrong.parts.numbers import ENOUGH
from implementations.wrong.parts.restarts import Rebuilt
from implementations.wrong.parts.units_of_work import entries
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    DefineLocalQueue,
    DeliverySequence,
    GetMode,
    MatchCorrelationId,
    MqGet,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.outcomes import NoMessage, Outcome


@misreading(
    "what expires is dead-lettered",
    "Puts an expired message to the dead-letter queue, with an unlimited life.",
    *("EX-12", "EX-13", "EX-15", "EX-17", "EX-18", "X-13"),
)
class ExpiredIsDeadLettered(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        discarded = manager._discarded

        def dead_letters(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None) -> None:
            there, message = entry.on_queue, entry.message
            discarded(queue, entry, unit)
            if there and message.dead_letter is None and message.delay is None:
                for_ever = msgspec.structs.replace(message, end_of_life=None, expiry=UNLIMITED)
                manager.dead_letter(for_ever, ReasonCode.EXPIRY_ERROR, queue.name)

        manager._discarded = dead_letters  # type: ignore[method-assign]


@misreading(
    "thirty expiration reports",
    "Has room for thirty expiration reports to be sent.",
    *("EX-15", "EX-17", "EX-21", "DD-82", "EX-16", "EX-18"),
)
class ThirtyExpirationReports(QueueManagerDecisions):
    wanted = 0

    def expiration_report_wanted(self, message: Message) -> bool:
        if not super().expiration_report_wanted(message):
            return False
        self.wanted += 1
        return self.wanted <= ENOUGH


@misreading(
    "gives up at the twentieth",
    "Finds nothing behind each twentieth message that it discards.",
    *("EX-15", "EX-16", "EX-12", "EX-04"),
)
class GivesUp(QueueManagerDecisions):
    def __init__(self, behaviour: Behaviour, random: Random) -> None:
        super().__init__(behaviour, random)
        self.discarded = 0

    def goes_on_after_discard(self) -> bool:
        self.discarded += 1
        return self.discarded % 20 != 0


def _of_priority(world: SimulatedWorld, command: Command) -> tuple[QueueManager, LocalQueue] | None:
    """The queue of a get of whatever comes first, if it is in order of priority and its first is over."""
    if not isinstance(command, MqGet) or command.mode is not GetMode.DESTRUCTIVE or command.match:
        return None
    manager = world.mqi.connection(command.connection).manager
    queue = manager.local(command.queue)
    if queue is None or queue.attributes.delivery_sequence is not DeliverySequence.PRIORITY:
        return None
    first = next((entry for entry in queue.entries if entry.available), None)
    over = first is not None and world.decisions.expired(first.message, world.now())
    return (manager, queue) if over else None


@misreading(
    "top priority alone",
    "Looks at the highest priority alone, though nothing of that is alive.",
    *("EX-16", "EX-15", "EX-12"),
)
class TopPriorityAlone(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        found = _of_priority(self, command)
        if found is None:
            return super().execute(command)
        manager, queue = found
        top = [entry for entry in queue.entries if entry.key[0] == queue.entries[0].key[0]]
        if any(not self.decisions.expired(entry.message, self.now()) for entry in top):
            return super().execute(command)
        for entry in top:
            manager.discard(queue, entry)
        return NoMessage(reason=int(ReasonCode.NO_MSG_AVAILABLE))


@misreading(
    "arrival order after a discard",
    "Goes on in order of arrival once it has discarded something.",
    *("EX-16", "EX-15", "X-28"),
)
class ArrivalOrderAfterDiscard(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        found = _of_priority(self, command)
        if found is None:
            return super().execute(command)
        _, queue = found
        alive = [one for one in queue.entries if not self.decisions.expired(one.message, self.now())]
        keys = {id(entry): entry.key for entry in alive}
        for entry in alive:
            queue.move(entry, (0, 0, entry.key[2]))
        outcome = super().execute(command)
        for entry in alive:
            if entry.on_queue:
                queue.move(entry, keys[id(entry)])
        return outcome


def left(call: KindOfCall, name: str, sentence: str) -> None:
    """A misreading in which one way to browse leaves what has expired on a dead-letter queue."""

    @misreading(name, sentence, "EX-13", "EX-47", "EX-12")
    class Left(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            taking = isinstance(command, MqGet) and command.mode in (
                GetMode.DESTRUCTIVE,
                GetMode.UNDER_CURSOR,
            )
            if not isinstance(command, call) or taking:
                return super().execute(command)
            hidden = [
                entry
                for _, _, entry in entries(self)
                if entry.available
                and entry.message.dead_letter is not None
                and self.decisions.expired(entry.message, self.now())
            ]
            for entry in hidden:
                entry.getter = UnitOfWork()
            try:
                return super().execute(command)
            finally:
                for entry in hidden:
                    entry.getter = None


left(Browse, "expired dead letters left by a browser", "Leaves expired dead letters when a client browses.")
left(MqGet, "expired dead letters left by a browse", "Leaves expired dead letters when MQGET browses.")


@misreading(
    "counted after an end that was its delay's",
    "Counts what expired on the staging queue at its due time as if it were still there.",
    *("EX-12", "EX-34", "EX-35", "X-53", "DD-84"),
)
class CountedAfterEnd(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        discard, depth = manager.discard, manager.depth
        gone: list[Entry] = []

        def discarded(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
            delay = entry.message.delay
            if delay is not None and entry.message.end_of_life == delay.due:
                gone.append(entry)
            discard(queue, entry, unit)

        manager.discard = discarded  # type: ignore[method-assign]
        manager.depth = lambda queue: (  # type: ignore[method-assign]
            depth(queue) + (len(gone) if queue is manager.staging else 0)
        )


class SparingGets(SimulatedWorld):
    """Some gets discard nothing."""

    command: Command | None = None

    def execute(self, command: Command) -> Outcome:
        self.command = command
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        discard = manager.discard

        def discarded(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
            if not (isinstance(self.command, MqGet) and self.spares(self.command)):
                discard(queue, entry, unit)

        manager.discard = discarded  # type: ignore[method-assign]

    def spares(self, command: MqGet) -> bool:
        raise NotImplementedError


@misreading(
    "nothing discarded under the cursor",
    "Leaves on its queue what has expired under the cursor.",
    *("EX-12", "EX-13", "EX-15", "EX-16"),
)
class UnderTheCursor(SparingGets):
    def spares(self, command: MqGet) -> bool:
        return command.mode is GetMode.UNDER_CURSOR


@misreading(
    "nothing discarded by correlation id",
    "Leaves on its queue what has expired and is asked for by its correlation id.",
    *("EX-12", "EX-13", "EX-15", "EX-16"),
)
class ByCorrelationId(SparingGets):
    def spares(self, command: MqGet) -> bool:
        return isinstance(command.match, MatchCorrelationId) and command.queue != STAGING_QUEUE


forgotten_at_restart(
    "gets discard nothing after a restart",
    "Passes what has expired in gets after a restart.",
    "discards",
    "EX-12",
    "EX-13",
    "EX-15",
    "X-45",
)


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


# --- who is returned and who is discarded -----------------------------------------------------------------


@misreading(
    "stops at the first expired",
    "Discards one expired message and then finds none, though a live one is behind it.",
    *("EX-15", "EX-16", "EX-12"),
)
class StopsAtTheFirstExpired(QueueManagerDecisions):
    def goes_on_after_discard(self) -> bool:
        return False


@misreading("browse discards nothing", "Passes expired messages in a browse.", "EX-13")
class BrowseDiscardsNothing(QueueManagerDecisions):
    def discards(self, manner: Manner) -> bool:
        return manner is not Manner.BROWSE


@misreading("get discards nothing", "Passes expired messages in a get.", "EX-12", "EX-15", "EX-16")
class GetDiscardsNothing(QueueManagerDecisions):
    def discards(self, manner: Manner) -> bool:
        return manner is not Manner.GET


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("lock discards nothing", "Passes expired messages in a browse that locks.",
     ("EX-13", "EX-12"), looks(with_a_lock), "discards", no),
    ("receive discards nothing", "Passes expired messages where a JMS client receives.",
     ("EX-12",), looks(jms_receive), "discards", no),
    ("syncpoint discards nothing", "Passes expired messages in a unit of work.",
     ("EX-12", "EX-38"), looks(in_syncpoint), "discards", no),
    ("browse next discards nothing", "Passes expired messages in a continued browse.",
     ("EX-13", "EX-12"), looks(browse_next), "discards", no),
    ("matched get discards nothing", "Passes expired messages that were asked for by an id.",
     ("EX-12", "EX-13"), looks(matched), "discards", no),
    ("get from staging discards nothing", "Passes expired messages on the staging queue.",
     ("EX-12", "EX-13", "X-46", "X-14"), looks(of_staging), "discards", no),
    ("nothing discarded on shared queues", "Passes expired messages on a shared queue.",
     ("EX-12", "EX-13", "EX-15"), at_shared_queues, "discards", no),
    ("one discarded on shared queues", "Finds nothing behind a message that has expired on a shared queue.",
     ("EX-12", "EX-15", "EX-16"), at_shared_queues, "goes_on_after_discard", no),
    (
        "alias discards nothing",
        "Passes expired messages in a get by an alias.",
        ("EX-12", "EX-13", "EX-15"),
        by_an_alias,
        "discards",
        no,
    ),
    ("browser of an alias discards nothing", "Passes expired messages in a JMS browser by an alias.",
     ("EX-13", "EX-12", "EX-15"), both(by_an_alias, looks(jms_browser)), "discards", no),
    ("nothing discarded by id in syncpoint", "Passes in a unit of work what is over and asked for by id.",
     ("EX-12",), both(by_id, in_unit), "discards", no),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
