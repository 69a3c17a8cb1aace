"""Misreadings of expiration reports that are left out at some discards."""

from collections.abc import Callable
from random import Random

from implementations.behaviour.whole import Behaviour
from implementations.decisions.queue_manager import Check, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, LocalQueue, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.calls import (
    Row,
    at,
    at_shared_queues,
    both,
    browse_next,
    by_an_alias,
    in_syncpoint,
    in_unit,
    jms_browser,
    jms_receive,
    looks,
    matched,
    of_staging,
    register,
    subscriber,
    under_cursor,
    under_cursor_in_syncpoint,
)
from implementations.wrong.parts.producers import Noting
from mqtck.reference.vocabulary.commands import Advance, Command, Usage
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.publications import ReceivePublication

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


@misreading(
    "room made unreported",
    "Drops what is over from a full queue without a report.",
    *("EX-21", "EX-26", "EX-35", "EX-37"),
)
class RoomMadeUnreported(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        refusal = manager._refusal

        def with_room(
            queue: LocalQueue | None, length: int, checks: frozenset[Check], reserved: int = 0
        ) -> Reason:
            reason = refusal(queue, length, checks, reserved)
            if queue is None or reason is not ReasonCode.Q_FULL:
                return reason
            for entry in list(queue.entries):
                if entry.available and self.decisions.expired(entry.message, self.now()):
                    manager.take_off(queue, entry)
            return refusal(queue, length, checks, reserved)

        manager._refusal = with_room  # type: ignore[method-assign]


@misreading(
    "one report a call", "Reports the first of several messages that one get discards.", "EX-21", "EX-15"
)
class OneReportCall(SimulatedWorld):
    made = 0

    def execute(self, command: Command) -> Outcome:
        self.made = 0
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        send = manager.send_report

        def once(report: Message, about: Message) -> None:
            self.made += 1
            if self.made == 1:
                send(report, about)

        manager.send_report = once  # type: ignore[method-assign]


@misreading(
    "one report for a correlation id",
    "Reports the first alone of expired messages of one correlation id.",
    *("EX-21", "EX-26", "DD-82"),
)
class OneReportForCorrelationId(QueueManagerDecisions):
    def __init__(self, behaviour: Behaviour, random: Random) -> None:
        super().__init__(behaviour, random)
        self.reported: set[str] = set()

    def expiration_report_wanted(self, message: Message) -> bool:
        known = message.correlation_id in self.reported and any(bytes.fromhex(message.correlation_id))
        self.reported.add(message.correlation_id)
        return super().expiration_report_wanted(message) and not known


def _waits(manager: QueueManager, queue: str) -> bool:
    definition = manager.definitions.get(queue)
    return isinstance(definition, LocalQueue) and definition.attributes.usage is Usage.TRANSMISSION


on_the_way = at(_waits)


def transacted_subscriber(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, ReceivePublication):
        return False
    session = world.calls.subscribers.session_of(command.subscription)
    return session is not None and session.unit is not None


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("receive reports nothing", "Discards without a report where a JMS client receives.",
     ("EX-21", "EX-12", "EX-39"), looks(jms_receive), "expiration_report_wanted", no),
    ("subscriber reports nothing", "Discards without a report where a subscriber receives.",
     ("EX-21", "EX-12"), looks(subscriber), "expiration_report_wanted", no),
    ("recall reports nothing", "Discards without a report on the staging queue.",
     ("EX-21", "X-46", "DD-82", "X-12"), looks(of_staging), "expiration_report_wanted", no),
    ("browser reports nothing", "Discards without a report where a JMS browser looks.",
     ("EX-21", "EX-13", "EX-39"), looks(jms_browser), "expiration_report_wanted", no),
    ("get in syncpoint reports nothing", "Discards without a report in a unit of work.",
     ("EX-21", "EX-39"), looks(in_syncpoint), "expiration_report_wanted", no),
    ("matched get reports nothing", "Discards without a report what was asked for by an id.",
     ("EX-21", "EX-39", "X-46"), looks(matched), "expiration_report_wanted", no),
    ("get under the cursor reports nothing", "Discards without a report under the cursor.",
     ("EX-21", "EX-39", "EX-41"), looks(under_cursor), "expiration_report_wanted", no),
    ("nothing reported of shared queues", "Discards without a report on a shared queue.",
     ("EX-21", "EX-12", "EX-13"), at_shared_queues, "expiration_report_wanted", no),
    ("nothing reported of the cursor in syncpoint", "Discards without a report under a unit's cursor.",
     ("EX-21", "EX-39", "EX-41"), under_cursor_in_syncpoint, "expiration_report_wanted", no),
    (
        "alias reports nothing",
        "Discards without a report in a get by an alias.",
        ("EX-21", "EX-12", "EX-13"),
        by_an_alias,
        "expiration_report_wanted",
        no,
    ),
    ("nothing reported in syncpoint at shared queues", "Discards there unreported in units of work.",
     ("EX-21", "EX-39"), both(at_shared_queues, in_unit), "expiration_report_wanted", no),
    ("browse next reports nothing", "Discards without a report in a continued browse.",
     ("EX-21", "EX-13"), looks(browse_next), "expiration_report_wanted", no),
    ("transacted subscribers report nothing", "Discards without a report for subscribers in units of work.",
     ("EX-21", "EX-39"), transacted_subscriber, "expiration_report_wanted", no),
    ("nothing reported of what is on its way in syncpoint", "Discards unreported in units on the way.",
     ("EX-21", "EX-39", "EX-26"), both(on_the_way, in_unit), "expiration_report_wanted", no),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
