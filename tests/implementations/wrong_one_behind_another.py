"""Misreadings of what lies behind something: a second action of a unit of work, a look before, a full queue.

A unit of work is undone as far as its second action, and lives begin with its first; a lock takes time off
a life for good; what makes room is not reported; a trigger fires before what it is for has come.
"""

from random import Random
from unittest.mock import patch

import msgspec

from mqtck.reference.vocabulary.commands import (
    Command,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    Send,
    StartQueueManager,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import ReasonCode, Report
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome

from .behaviour import Behaviour
from .decisions import Check, QueueManagerDecisions
from .misreading import misreading
from .objects import Delay, LocalQueue, Message, UnitOfWork
from .queue_manager import QueueManager, Reason
from .triggering import put_trigger_message
from .world import SimulatedWorld
from .wrong_used_before import Noting

# --- units of work --------------------------------------------------------------------------------------


@misreading(
    "backout of two",
    "Backs out the first two of what a unit of work has done.",
    *("EX-40", "EX-04", "X-54", "EX-25"),
)
class BackoutOfTwo(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        rollback = UnitOfWork.rollback

        def of_two(unit: UnitOfWork) -> None:
            del unit.at_rollback[2:]
            rollback(unit)

        if not isinstance(command, MqBackout):
            return super().execute(command)
        with patch.object(UnitOfWork, "rollback", of_two):
            return super().execute(command)


class _OneBeginning(Noting):
    """All lives of a unit of work begin with that of its first message."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqCommit | MqBackout):
            self.beginnings.pop(command.connection, None)
        return super().execute(command)

    def __init__(self, *parts: object) -> None:
        self.beginnings: dict[str, int] = {}
        super().__init__(*parts)  # type: ignore[arg-type]
        end_of_life = self.decisions.end_of_life

        def from_the_first(put_at: int, expiry: int) -> int | None:
            unit = self.unit()
            return end_of_life(put_at if unit is None else self.beginnings.setdefault(unit, put_at), expiry)

        self.decisions.end_of_life = from_the_first  # type: ignore[method-assign]

    def unit(self) -> str | None:
        raise NotImplementedError


@misreading(
    "one life for the puts of a unit of work",
    "Begins the lives of all that is put in a unit of work with the first put.",
    *("EX-23", "EX-03", "EX-05", "EX-10", "EX-01"),
)
class OneLifeForPuts(_OneBeginning):
    def unit(self) -> str | None:
        command = self.command
        puts = isinstance(command, MqPut | MqPut1) and command.syncpoint is Syncpoint.WITHIN
        return command.connection if isinstance(command, MqPut | MqPut1) and puts else None


@misreading(
    "one life for the sends of a session",
    "Begins the lives of all that a transacted session sends with the first send.",
    *("EX-23", "EX-03", "EX-05", "EX-10", "DD-79", "X-06", "HM-15"),
)
class OneLifeForSends(_OneBeginning):
    def unit(self) -> str | None:
        if not isinstance(self.command, Send):
            return None
        producer = self.calls.jms.producers[self.command.producer]
        return None if producer.session.unit is None else str(id(producer.session))


# --- looks, room and triggers ---------------------------------------------------------------------------


@misreading(
    "time of a lock taken twice",
    "Takes the time that a message has waited off its life for good when it is locked.",
    *("EX-05", "EX-10", "EX-04", "EX-40", "EX-41", "EX-12"),
)
class TimeOfLockTakenTwice(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        locks = isinstance(command, MqGet) and command.mode is GetMode.BROWSE_FIRST_AND_LOCK
        if isinstance(command, MqGet) and locks and isinstance(outcome, MessageReturned):
            connection = self.mqi.connection(command.connection)
            queue = connection.manager.local(command.queue)
            entry = None if queue is None else connection.handles[queue.name].locked
            if queue is not None and entry is not None and entry.message.end_of_life is not None:
                waited = self.now() - entry.message.put_at
                end = entry.message.end_of_life - waited
                entry.message = msgspec.structs.replace(entry.message, end_of_life=end)
                connection.manager.became_available(queue, entry)
        return outcome


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
    "trigger before the delivery",
    "Triggers for a delayed message before it is put, also where its target does not take it.",
    *("X-39", "EX-36"),
)
class TriggerBeforeDelivery(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        deliver = manager.processor._deliver

        def triggering(delay: Delay) -> ReasonCode | None:
            queue = manager.put_queue(delay.target)
            wanted = None if queue is None else queue.attributes.trigger
            if queue is not None and wanted is not None and not queue.triggered:
                queue.triggered = True
                put_trigger_message(manager, wanted)
            return deliver(delay)

        manager.processor._deliver = triggering  # type: ignore[method-assign]


# --- what was before ------------------------------------------------------------------------------------


@misreading(
    "unlimited after two restarts",
    "Logs staged messages without the end of their life when it has been restarted once.",
    *("X-45", "DD-79", "DD-80", "EX-05", "EX-10", "EX-19", "X-06"),
)
class UnlimitedAfterTwoRestarts(Noting):
    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.starts = 0
        after_restart = self.decisions.after_restart

        def second(delay: Delay, now: int) -> Delay:
            kept = after_restart(delay, now)
            if self.starts <= 1:
                return kept
            original = msgspec.structs.replace(kept.original, end_of_life=None, expiry=-1)
            return msgspec.structs.replace(kept, original=original)

        self.decisions.after_restart = second  # type: ignore[method-assign]

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, StartQueueManager):
            self.starts += 1
        return super().execute(command)


@misreading(
    "options of the dead letter before",
    "Leaves the report options of a dead letter on the one behind it.",
    *("DD-130", "DD-125", "X-17", "DD-98", "X-42", "X-47"),
)
class OptionsOfDeadLetterBefore(QueueManagerDecisions):
    def __init__(self, behaviour: Behaviour, random: Random) -> None:
        super().__init__(behaviour, random)
        self.before = 0

    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        report, self.before = message.report | self.before, message.report & ~Report.DISCARD_MSG
        left = msgspec.structs.replace(message, report=report)
        return super().dead_letter_copy(left, reason, destination, now)


@misreading(
    "non-durable over a restart",
    "Ends non-durable subscriptions when their subscriber disconnects, and not when the queue manager does.",
    *("DD-107", "DD-106", "DD-108", "X-38"),
)
class NonDurableOverRestart(SimulatedWorld):
    def _end(self, manager: QueueManager) -> None:
        with patch.object(manager.topics, "end"):
            super()._end(manager)
