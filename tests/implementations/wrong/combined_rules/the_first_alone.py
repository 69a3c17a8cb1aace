"""Misreadings that are right about the first of several alone, or about what is usual where it lies."""

from typing import Any

from msgspec.structs import replace

from implementations.decisions.queue_manager import Check, Disposal, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import (
    AliasQueue,
    Delay,
    Entry,
    Message,
    Subscription,
    UnitOfWork,
)
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.calls import queue_of, register, sends
from implementations.wrong.parts.ends import Discarded, discarding
from mqtck.reference.vocabulary.commands import Command, MqBackout, MqPut, MqPut1, Send
from mqtck.reference.vocabulary.constants import Persistence, ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.publications import Durability

# --- users, sessions and connections behind the first ------------------------------------------------------


def of_a_second_user(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, Send) or (producer := world.calls.jms.producers.get(command.producer)) is None:
        return False
    first: str | None = world.__dict__.setdefault("first_user", producer.session.user)
    return producer.session.user != first


def of_a_second_session(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, Send) or (producer := world.calls.jms.producers.get(command.producer)) is None:
        return False
    first: object = world.__dict__.get("first_session", producer.session)
    if producer.delay:
        world.__dict__.setdefault("first_session", first)
    return producer.session is not first


def over_a_second_connection(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqPut | MqPut1):
        return False
    first: str = world.__dict__.setdefault("first_connection", command.connection)
    return command.connection != first


def where_a_unit_is_open(world: SimulatedWorld, command: Command) -> bool:
    """Whether somebody's unit of work holds anything on the target."""

    def is_open(call: Any, producer: Any) -> bool:
        queue = producer.session.manager.put_queue(queue_of(call, producer) or "")
        return queue is not None and not all(entry.available for entry in queue.entries)

    return sends(is_open)(world, command)


TARGET = ("DD-110", "DD-111", "DD-112", "DD-38", "DD-39")
UNSEEN = frozenset({Check.EXISTS, Check.AUTHORITY})

register(
    (
        "authority of the first user alone",
        "Asks for the authority of the user who was the first to send.",
        ("DD-46", "DD-47"),
        of_a_second_user,
        "checks_at_send",
        frozenset(Check) - {Check.AUTHORITY},
    ),
    "decisions",
)
register(
    (
        "targets looked at for the first session alone",
        "Looks at a target for the session that was the first to send with a delay.",
        TARGET,
        of_a_second_session,
        "checks_at_send",
        UNSEEN,
    ),
    "decisions",
)
register(
    (
        "targets not looked at beside a unit of work",
        "Does not look at a target on which something is not committed.",
        TARGET,
        where_a_unit_is_open,
        "checks_at_send",
        UNSEEN,
    ),
    "decisions",
)
register(
    (
        "expiry limited for the first connection alone",
        "Refuses an expiry to the connection that was the first to put.",
        ("EX-27", "EX-29", "EX-31", "EX-33"),
        over_a_second_connection,
        "expiry_refused",
        no,
    ),
    "decisions",
)


@misreading(
    "a backout of all applications",
    "Backs out the units of work of all connections with that of one.",
    *("EX-40", "EX-25", "EX-21", "EX-04"),
)
class BackoutOfAll(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqBackout):
            for connection in self.mqi.connections.values():
                connection.unit.rollback()
        return super().execute(command)


# --- dead-letter queues, copies and aliases ----------------------------------------------------------------


@misreading(
    "the dead-letter queue of another queue manager",
    "Dead-letters at another queue manager where its own DEADQ is blank.",
    *("DD-99", "DD-98", "DD-10", "DD-12"),
)
class DeadLetterQueueOfAnother(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dead_letter = manager.dead_letter

        def anywhere(
            message: Message, reason: int, destination: str, unit: UnitOfWork | None = None
        ) -> Reason:
            others = (one for one in self.simulation.managers.values() if one.dead_letter_queue)
            other = None if manager.dead_letter_queue else next(others, None)
            put = dead_letter if other is None else other.dead_letter
            return put(message, reason, destination, unit)

        manager.dead_letter = anywhere  # type: ignore[method-assign]


@misreading(
    "the second copy that fails discarded",
    "Dead-letters the first copy that its queue does not take, and discards those behind it.",
    *("X-52", "DD-123", "DD-98", "X-37"),
)
class SecondCopyDiscarded(QueueManagerDecisions):
    failed = 0

    def disposal_of_publication(self, disposal: Disposal) -> Disposal:
        self.failed += 1
        return disposal if self.failed == 1 else Disposal.DISCARD


@misreading(
    "nothing non-persistent for those who are disconnected",
    "Stages no copy of a non-persistent publication for a durable subscriber that is disconnected.",
    *("DD-116", "DD-115", "DD-107", "DD-76"),
)
class NothingForDisconnected(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        stage = manager.processor.stage

        def for_connected(delay: Delay, unit: UnitOfWork | None) -> None:
            tie = delay.tie
            away = isinstance(tie, Subscription) and tie.managed and tie.consumer is None
            durable = isinstance(tie, Subscription) and tie.durability is Durability.DURABLE
            if not (away and durable and delay.original.persistence == Persistence.NOT_PERSISTENT):
                stage(delay, unit)

        manager.processor.stage = for_connected  # type: ignore[method-assign]


@misreading(
    "an alias known after three messages",
    "Resolves an alias for three messages, and then knows where it leads.",
    *("DD-10", "DD-49", "DD-74"),
)
class AliasKnown(Attempts):
    def __init__(self, *parts: Any) -> None:
        self.led: dict[str, list[str]] = {}
        super().__init__(*parts)

    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        definition = manager.definitions.get(delay.target)
        if isinstance(definition, AliasQueue):
            led = self.led.setdefault(delay.target, [])
            led.append(definition.target)
            if len(led) > 3:
                delay = replace(delay, target=led[2])
        reason: ReasonCode | None = deliver(delay)
        return reason


# --- the queue that is its own reply-to queue --------------------------------------------------------------


def on_its_reply_queue(one: Discarded) -> bool:
    return one.entry.message.reply_to == one.queue.name


def unreported(one: Discarded) -> None:
    one.manager.take_off(one.queue, one.entry)


discarding(
    "unreported on its own reply-to queue",
    "Makes no expiration report about a message on its own reply-to queue.",
    on_its_reply_queue,
    unreported,
    *("EX-21", "EX-26"),
)


# --- what is recalled, and backed out ----------------------------------------------------------------------


@misreading(
    "delay begun anew by the backout of a recall",
    "Begins the delay of a message anew when its recall is backed out.",
    *("DD-61", "DD-10", "DD-12", "DD-05"),
)
class AnewByBackout(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        held: list[Entry] = []
        manager = None
        if isinstance(command, MqBackout):
            connection = self.mqi.connection(command.connection)
            manager = connection.manager
            held = [entry for entry in manager.staging.entries if entry.getter is connection.unit]
        outcome = super().execute(command)
        for entry in held:
            delay = entry.message.delay
            if manager is not None and entry.available and delay is not None:
                entry.message = replace(
                    entry.message, delay=replace(delay, due=self.now() + delay.milliseconds)
                )
                manager.processor.forget({id(entry)})
                manager.processor.watch(entry)
        return outcome
