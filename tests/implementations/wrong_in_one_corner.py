"""Misreadings of lives in one corner: a rounding, an overflow, one client, one kind of unit of work."""

from typing import Any

import msgspec

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    DeliverySequence,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    Rollback,
    Send,
)
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode, Report
from mqtck.reference.vocabulary.outcomes import Done, MessageReturned, NoMessage, Outcome, Sent

from .decisions import Membership, QueueManagerDecisions
from .decisions_transmission import Limit
from .misreading import misreading
from .objects import Entry, LocalQueue, Message, Origin, UnitOfWork
from .queue_manager import QueueManager
from .report_messages import delivery_report
from .world import SimulatedWorld
from .wrong_in_some_calls import Row, in_syncpoint, jms_browser, jms_receive, looks, register
from .wrong_now_and_then import original

DAY = 86_400_000
SECOND = 10
"""Tenths."""

AGES = ("EX-05", "EX-10")
LIVES = ("EX-01", "EX-04", "EX-17", "EX-18", *AGES)

# --- the value and its end ----------------------------------------------------------------------------


@misreading("rounded up to seconds", "Rounds what is left of a life up to whole seconds.", "EX-09", *AGES)
class RoundedUp(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        left = super().remaining_expiry(message, now)
        return left if left == UNLIMITED else -(-left // SECOND) * SECOND


@misreading("life in 31 bits of ms", "Keeps a life in 31 bits of ms.", *LIVES)
class LifeInThirtyOneBits(QueueManagerDecisions):
    def end_of_life(self, put_at: int, expiry: int) -> int | None:
        if expiry <= 0:
            return super().end_of_life(put_at, expiry)
        return put_at + (expiry * 100 + 2**31) % 2**32 - 2**31


@misreading("life by the time of day", "Takes the times of day for the time that has passed.", *LIVES)
class LifeByTimeOfDay(QueueManagerDecisions):
    def expired(self, message: Message, now: int) -> bool:
        end = message.end_of_life
        return end is not None and self._passed(message, now) >= end - message.put_at

    def remaining_expiry(self, message: Message, now: int) -> int:
        end = message.end_of_life
        if end is None:
            return UNLIMITED
        return max(1, (end - message.put_at - self._passed(message, now)) // 100)

    def _passed(self, message: Message, now: int) -> int:
        return now % DAY - message.put_at % DAY


@misreading(
    "ends forgotten when a queue is altered", "Forgets when messages end whose queue is altered.", *LIVES
)
class EndsForgotten(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, AlterQueue) and isinstance(outcome, Done):
            queue = self.simulation.managers[command.queue_manager].local(command.queue)
            for entry in [] if queue is None else queue.entries:
                entry.message = original(entry.message, end_of_life=None)
        return outcome


@misreading(
    "reply inherits",
    "Gives what is put without an end the rest of the life that the connection got last.",
    *("EX-45", "EX-44", "EX-62", "EX-64"),
)
class ReplyInherits(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.last: dict[str, int] = {}

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut | MqPut1) and command.descriptor.expiry == UNLIMITED:
            rest = self.last.pop(command.connection, UNLIMITED)
            limited = msgspec.structs.replace(command.descriptor, expiry=rest)
            outcome = super().execute(msgspec.structs.replace(command, descriptor=limited))
            if not isinstance(outcome, Sent):
                return outcome
            shown = msgspec.structs.replace(outcome.descriptor, expiry=UNLIMITED)
            return msgspec.structs.replace(outcome, descriptor=shown)
        outcome = super().execute(command)
        if isinstance(command, MqGet) and isinstance(outcome, MessageReturned):
            rest = outcome.message.descriptor.expiry
            self.last[command.connection] = rest if isinstance(rest, int) else UNLIMITED
        return outcome


@misreading("embedded 0 not checked", "Refuses too large a value in a header alone.", "EX-53")
class EmbeddedZeroNotChecked(QueueManagerDecisions):
    def embedded_refused(self, embedded: int, limit: Limit) -> bool:
        return embedded != 0 and super().embedded_refused(embedded, limit)


# --- who is found and who is discarded ------------------------------------------------------------------


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


@misreading(
    "next message under the cursor",
    "Takes the next message where that under the cursor has expired.",
    "EX-41",
)
class NextUnderCursor(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if not isinstance(command, MqGet) or command.mode is not GetMode.UNDER_CURSOR:
            return outcome
        if not isinstance(outcome, NoMessage):
            return outcome
        other = super().execute(msgspec.structs.replace(command, mode=GetMode.DESTRUCTIVE))
        return other if isinstance(other, MessageReturned) else outcome


@misreading(
    "expired make room",
    "Leaves expired messages out where it asks whether a queue is full, and counts them in the depth.",
    *("EX-35", "EX-34"),
)
class ExpiredMakeRoom(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, MqPut | MqPut1 | Send):
            return super().execute(command)
        for manager in self.simulation.managers.values():
            manager.depth = self._alive  # type: ignore[method-assign]
        outcome = super().execute(command)
        for manager in self.simulation.managers.values():
            del manager.depth
        return outcome

    def _alive(self, queue: LocalQueue) -> int:
        return sum(not self.decisions.expired(entry.message, self.now()) for entry in queue.entries)


# --- units of work ----------------------------------------------------------------------------------------


@misreading(
    "clock stops in a unit of work",
    "Stops the clock of a life while a unit of work holds the message.",
    *("EX-40", "EX-17", "EX-10"),
)
class ClockStops(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.held: dict[int, int] = {}

    def execute(self, command: Command) -> Outcome:
        before = self._got()
        outcome = super().execute(command)
        if isinstance(command, MqBackout | Rollback):
            for entry in before:
                end = entry.message.end_of_life
                if entry.getter is None and end is not None:
                    stood = self.now() - self.held.get(id(entry), self.now())
                    entry.message = original(entry.message, end_of_life=end + stood)
        self.held = {id(entry): self.held.get(id(entry), self.now()) for entry in self._got()}
        return outcome

    def _got(self) -> list[Entry]:
        managers = self.simulation.managers.values()
        queues = [queue for manager in managers for queue in manager.local_queues()]
        return [entry for queue in queues for entry in queue.entries if entry.getter is not None]


@misreading(
    "JMS life from the commit",
    "Begins the life of what a transacted session sends at its commit.",
    *("EX-23", "EX-25", "EX-17", "EX-10", "X-23", "X-24"),
)
class JmsLifeFromCommit(QueueManagerDecisions):
    def committed(self, message: Message, now: int) -> Message:
        plain = message.delay is None and message.publication is None and message.dead_letter is None
        if message.origin is not Origin.JMS or message.end_of_life is None or not plain:
            return message
        return msgspec.structs.replace(message, put_at=now, end_of_life=now + message.expiry * 100)


@misreading(
    "one expired drops all",
    "Drops all messages of a unit of work in which one has expired.",
    *("EX-24", "EX-25", "EX-15"),
)
class OneExpiredDropsAll(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqCommit):
            unit = self.mqi.connection(command.connection).unit
            if any(self.decisions.expired(message, self.now()) for message in self._put_in(unit)):
                return super().execute(MqBackout(command.connection))
        return super().execute(command)

    def _put_in(self, unit: UnitOfWork) -> list[Message]:
        managers = self.simulation.managers.values()
        queues = [queue for manager in managers for queue in manager.local_queues()]
        return [entry.message for queue in queues for entry in queue.entries if entry.putter is unit]


# --- reports ------------------------------------------------------------------------------------------------


@misreading(
    "expiration report of another message",
    "Sends reports to the reply-to queue of the message that was put last.",
    *("EX-21", "DD-82", "DD-101", "X-22"),
)
class ReportToTheLast(SimulatedWorld):
    last = ""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut | MqPut1 | Send) and command.message.reply_to:
            self.last = command.message.reply_to
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        put = manager.put_report

        def to_the_last(report: Message, about: Message, unit: UnitOfWork | None = None) -> Any:
            reply = self.last if about.reply_to else ""
            return put(report, msgspec.structs.replace(about, reply_to=reply), unit)

        manager.put_report = to_the_last  # type: ignore[method-assign]


@misreading(
    "departure reported at expiry", "Confirms the delivery of what it discards as expired.", "EX-22", "X-13"
)
class DepartureReported(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        report = manager._report_expiration

        def both(message: Message) -> None:
            report(message)
            if message.report & Report.COD and message.delay is None:
                manager.send_report(delivery_report(message, manager), message)

        manager._report_expiration = both  # type: ignore[method-assign]


@misreading(
    "report repeated at the backout",
    "Repeats at a backout the reports about what the unit of work had discarded.",
    *("EX-39", "EX-38", "EX-21", "EX-37"),
)
class ReportRepeated(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        discarded = manager._discarded

        def noted(queue: LocalQueue, entry: Entry, unit: UnitOfWork | None) -> None:
            there = entry.on_queue
            discarded(queue, entry, unit)
            if there and unit is not None:
                unit.at_rollback.append(lambda: manager._report_expiration(entry.message))

        manager._discarded = noted  # type: ignore[method-assign]


# --- one client or one kind of unit of work ----------------------------------------------------------------


def floored(message: Message, now: int) -> int:
    return UNLIMITED if message.end_of_life is None else max(0, message.end_of_life - now) // 100


# fmt: off
ROWS: tuple[Row, ...] = (
    ("0 in a JMS browser", "Shows 0 in a browser for less than a tenth of a second.",
     ("EX-19",), looks(jms_browser), "remaining_expiry", floored),
    ("0 in syncpoint", "Shows 0 in a unit of work for less than a tenth of a second.",
     ("EX-19",), looks(in_syncpoint), "remaining_expiry", floored),
    ("0 to a JMS client", "Shows 0 to a JMS client for less than a tenth of a second.",
     ("EX-19",), looks(jms_receive), "remaining_expiry", floored),
    ("JMS unit of work holds the discard", "Backs a discard out with the session whose receive caused it.",
     ("EX-38", "EX-39", "EX-12"), looks(jms_receive), "discard_in_unit_of_work", Membership.INSIDE),
    ("JMS unit of work holds the report", "Keeps a report back until the session commits.",
     ("EX-39", "EX-21"), looks(jms_receive), "report_in_unit_of_work", Membership.INSIDE),
)
# fmt: on

for one in ROWS:
    register(one, "decisions")
