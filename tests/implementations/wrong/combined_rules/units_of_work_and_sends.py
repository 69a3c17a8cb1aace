"""Misreadings that are right except in one corner of units of work, failures to put, or ways to send."""

# ruff: noqa: ARG002 - as in `decisions`

from heapq import heapify
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Delay, Entry, Message
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import begun_anew, no
from implementations.wrong.parts.messages import original
from implementations.wrong.parts.producers import Noting
from mqtck.reference.vocabulary.commands import Command, Commit, MqPut, MqPut1, Rollback, Send, Syncpoint
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.messages import TopicDestination
from mqtck.reference.vocabulary.outcomes import Done, Outcome
from mqtck.reference.vocabulary.profile import Platform, Profile

ON_ZOS = Profile(Platform.ZOS)

# --- units of work -----------------------------------------------------------------------------------------


@misreading(
    "the second rollback of a session in vain",
    "Rolls the units of work of a session back once.",
    *("DD-44", "DD-43", "X-54"),
)
class SecondRollback(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.rolled_back: set[str] = set()

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Rollback):
            if command.session in self.rolled_back:
                return Done()
            self.rolled_back.add(command.session)
        return super().execute(command)


@misreading(
    "publications not rolled back",
    "Publishes with the next commit of a session what it has rolled back.",
    *("DD-44", "DD-43", "DD-76", "DD-116", "X-54"),
)
class PublicationsNotRolledBack(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.published = False

    def execute(self, command: Command) -> Outcome:
        match command:
            case Rollback() if self.published:
                return Done()
            case Send():
                producer = self.calls.jms.producers.get(command.producer)
                named = command.topic or (None if producer is None else producer.destination)
                self.published = isinstance(named, TopicDestination)
            case _:
                pass
        return super().execute(command)


@misreading(
    "the second of a unit of work lives from its commit",
    "Begins the lives of the messages of a unit of work at its commit, but that of the first.",
    *("EX-23", "DD-79", "EX-05", "EX-10", "X-06"),
)
class SecondLivesFromCommit(QueueManagerDecisions):
    last = -1

    def committed(self, message: Message, now: int) -> Message:
        message = super().committed(message, now)
        second, self.last = self.last == now, now
        if not second or message.delay is None:
            return message
        anew = begun_anew(message.delay.original, now)
        return original(begun_anew(message, now), put_at=now, end_of_life=anew.end_of_life)


@misreading(
    "lives begun anew while a unit of work is open",
    "Begins the life of a message at its delivery while an application has a unit of work open.",
    *("DD-79", "DD-80", "EX-05", "EX-10", "X-06"),
)
class AnewWhileOpen(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        delivered = self.decisions.delivered

        def while_open(delay: Delay, now: int, persistence: int, priority: int) -> Message:
            message = delivered(delay, now, persistence, priority)
            is_open = any(one.unit.at_rollback for one in self.mqi.connections.values())
            return begun_anew(message, now) if is_open else message

        self.decisions.delivered = while_open  # type: ignore[method-assign]


@misreading(
    "lives begun anew on the way into a cluster",
    "Begins the life of a message anew when its delay for a clustered queue is over.",
    *("DD-79", "DD-80", "EX-05", "EX-06", "EX-10", "X-06"),
)
class AnewIntoCluster(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        delivered = self.decisions.delivered

        def into_cluster(delay: Delay, now: int, persistence: int, priority: int) -> Message:
            message = delivered(delay, now, persistence, priority)
            return begun_anew(message, now) if manager.clusters.instances(delay.target) else message

        self.decisions.delivered = into_cluster  # type: ignore[method-assign]


@misreading(
    "MQPUT1 outside units of work",
    "Puts by MQPUT1 at once, with MQPMO_SYNCPOINT as well.",
    *("EX-25", "EX-22", "EX-23", "EX-40"),
)
class Put1Outside(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut1):
            command = replace(command, syncpoint=Syncpoint.OUTSIDE)
        return super().execute(command)


# --- failures to put ---------------------------------------------------------------------------------------


@misreading(
    "dropped where neither the target nor a dead-letter queue is there",
    "Drops a message whose target was deleted where there is no dead-letter queue.",
    *("DD-99", "DD-12", "DD-10", "DD-98"),
)
class DroppedWhereNothingIsThere(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        dispose = manager.processor._dispose

        def drop(entry: Entry, delay: Delay, reason: ReasonCode) -> None:
            if reason is ReasonCode.UNKNOWN_OBJECT_NAME and manager.dead_letter_queue is None:
                manager.take_off(manager.staging, entry)
            else:
                dispose(entry, delay, reason)

        manager.processor._dispose = drop  # type: ignore[method-assign]


@misreading(
    "early behind one that could not be put",
    "Moves every message that is staged when one could not be put.",
    *("DD-01", "DD-12", "DD-05", "DD-10"),
)
class EarlyBehindAFailure(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        retry = processor._retry

        def with_all(entry: Entry) -> None:
            retry(entry)
            processor._due = [(manager.now + 1, number, other) for _, number, other in processor._due]
            heapify(processor._due)

        processor._retry = with_all  # type: ignore[method-assign]


# --- other ways to send ------------------------------------------------------------------------------------


LOWER_BOUNDS = ("DD-01", "DD-03", "DD-05", "DD-10", "DD-12")
BITS = 1 << 31


@misreading(
    "delay of a publication in 31 bits",
    "Keeps the delay of a publication in 31 bits.",
    *(*LOWER_BOUNDS, "DD-117", "DD-115"),
)
class PublicationInBits(Noting):
    def change(self, manager: QueueManager) -> None:
        delayed = manager.processor.delay

        def in_bits(original: Message, target: str, milliseconds: int) -> Delay:
            delay = delayed(original, target, milliseconds)
            producer = self.calls.jms.producers.get(getattr(self.command, "producer", ""))
            published = producer is not None and isinstance(producer.destination, TopicDestination)
            return replace(delay, due=delay.sent + milliseconds % BITS) if published else delay

        manager.processor.delay = in_bits  # type: ignore[method-assign]


@misreading(
    "delay of a unit of work in 31 bits",
    "Keeps the delay of a message in 31 bits that is sent in a unit of work.",
    *(*LOWER_BOUNDS, "DD-45"),
)
class UnitInBits(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Commit):
            return super().execute(command)
        with patch.object(self.decisions, "due", lambda sent, _, delay, __: sent + delay % BITS):
            return super().execute(command)


@misreading(
    "header of an unlimited message not checked",
    "Checks the Expiry in a header where the message itself has a limited life.",
    *("EX-53", "EX-55", "EX-52"),
)
class UnlimitedNotChecked(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut) and command.descriptor.expiry == UNLIMITED:
            with patch.object(self.decisions, "embedded_refused", no):
                return super().execute(command)
        return super().execute(command)


@misreading(
    "flags of the first request",
    "Passes the life of every request to its reply as the first one asked.",
    *("EX-60", "EX-61"),
)
class FlagsOfTheFirst(QueueManagerDecisions):
    profile = ON_ZOS
    flags: int | None = None

    def reply_expiry(self, flags: int, request: Message, now: int) -> int:
        self.flags = flags if self.flags is None else self.flags
        return super().reply_expiry(self.flags, request, now)


@misreading(
    "delays of the lowest priority begun anew",
    "Begins the delay of a message of priority 0 anew when it starts.",
    *("DD-95", "DD-86", "DD-10", "DD-12", "X-45"),
)
class LowestBegunAnew(QueueManagerDecisions):
    def after_restart(self, delay: Delay, now: int) -> Delay:
        return replace(delay, due=now + delay.milliseconds) if delay.original.priority == 0 else delay
