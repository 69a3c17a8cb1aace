"""Misreadings that show close by: to a due time, to a rollback, to another message or producer."""

from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    Command,
    Commit,
    Receive,
    Rollback,
    Send,
    SetDeliveryMode,
    SetPriority,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Done, MessageReturned, Outcome

from .client_decisions import ClientDecisions
from .misreading import misreading
from .objects import Delay, Entry, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_for_some import Attempts
from .wrong_now_and_then import Shared

TWO_SECONDS = 2000
HOUR = 3_600_000

# --- lives ----------------------------------------------------------------------------------------------


@misreading(
    "two seconds of life wanted when due",
    "Discards what has less than two seconds to live when its delay is over.",
    *("DD-79", "EX-04", "DD-10", "DD-12", "X-13", "X-53", "X-54", "EX-21"),
)
class TwoSecondsOfLifeWanted(Attempts):
    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        end = entry.message.end_of_life
        if end is not None and end - manager.now < TWO_SECONDS:
            manager.discard(manager.staging, entry)
        else:
            attempt(entry)


@misreading(
    "unlimited when long overdue",
    "Delivers without an end what is overdue by more than an hour.",
    *("DD-79", "X-45", "X-06", "EX-05", "EX-10", "EX-17", "EX-04", "DD-80", "EX-19"),
)
class UnlimitedWhenOverdue(Attempts):
    def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
        if manager.now - delay.due > HOUR:
            delay = replace(delay, original=replace(delay.original, end_of_life=None, expiry=-1))
        reason: ReasonCode | None = deliver(delay)
        return reason


# --- what else waits -------------------------------------------------------------------------------------


class WaitsForAnother(Attempts):
    """Holds back what is due while another message waits."""

    def waits(self, entry: Entry, other: Entry) -> bool:
        raise NotImplementedError

    def attempt(self, manager: QueueManager, entry: Entry, attempt: Any) -> None:
        now = manager.now
        ahead = [
            one.message.delay.due
            for one in manager.staging.entries
            if one.message.delay is not None and one.message.delay.due > now and self.waits(entry, one)
        ]
        if not ahead or entry.message.delay is None:
            attempt(entry)
            return
        entry.message = replace(entry.message, delay=replace(entry.message.delay, due=max(ahead)))
        manager.processor.watch(entry)


@misreading(
    "non-persistent behind persistent",
    "Moves messages that are not persistent when no persistent one is staged.",
    *("DD-12", "DD-10", "DD-05", "X-54"),
)
class BehindPersistent(WaitsForAnother):
    def waits(self, entry: Entry, other: Entry) -> bool:
        return entry.message.persistence < other.message.persistence


@misreading(
    "publications behind messages for queues",
    "Moves publications when no message for a queue is staged.",
    *("DD-12", "DD-10", "DD-05", "DD-115", "DD-76", "X-54"),
)
class PublicationsBehind(WaitsForAnother):
    def waits(self, entry: Entry, other: Entry) -> bool:
        mine, its = entry.message.delay, other.message.delay
        return mine is not None and its is not None and mine.tie is not None and its.tie is None


@misreading(
    "held up by a recall",
    "Moves nothing while a message is being recalled in a unit of work.",
    *("DD-12", "DD-10", "DD-05", "X-54"),
)
class HeldUpByRecall(WaitsForAnother):
    def waits(self, _: Entry, other: Entry) -> bool:
        return other.getter is not None


# --- units of work ---------------------------------------------------------------------------------------


@misreading(
    "no unit of work behind a rollback",
    "Stages at once what is sent after a rollback.",
    *("DD-43", "DD-44", "DD-42", "DD-45", "DD-07"),
)
class NoUnitBehindRollback(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.rolled_back: set[str] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        match command:
            case Rollback():
                self.rolled_back.add(command.session)
            case Commit():
                self.rolled_back.discard(command.session)
            case Send():
                producer = self.calls.jms.producers.get(command.producer)
                sessions = self.calls.jms.sessions
                if producer is not None and producer.session in [
                    sessions.get(name) for name in self.rolled_back
                ]:
                    with patch.object(producer.session, "unit", None):
                        return super().execute(command)
            case _:
                pass
        return super().execute(command)


@misreading(
    "no delay behind a receive",
    "Sends at once in a unit of work that has received a message.",
    *("DD-01", "DD-03", "DD-05", "DD-06", "DD-07", "DD-43", "DD-42", "DD-45"),
)
class NoDelayBehindReceive(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.received: set[UnitOfWork] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send):
            producer = self.calls.jms.producers.get(command.producer)
            if producer is not None and producer.session.unit in self.received:
                with patch.object(producer, "delay", 0):
                    return super().execute(command)
        outcome = super().execute(command)
        if isinstance(command, Receive | Commit | Rollback):
            session = self.calls.jms.sessions.get(command.session)
            if session is not None and session.unit is not None:
                if isinstance(outcome, MessageReturned):
                    self.received.add(session.unit)
                elif isinstance(command, Commit | Rollback):
                    self.received.discard(session.unit)
        return outcome


# --- producers -------------------------------------------------------------------------------------------


@misreading(
    "priority of a session",
    "Keeps the priority with the session.",
    *("HM-24", "HM-25", "X-28"),
)
class PriorityOfSession(Shared):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, SetPriority) and isinstance(outcome, Done):
            for producer in self.of_session(self.calls.jms.producers[command.producer]):
                producer.priority = command.priority
        return outcome


@misreading(
    "delivery mode of a session",
    "Keeps the delivery mode with the session.",
    *("HM-08", "HM-10", "HM-11", "HM-12"),
)
class ModeOfSession(Shared):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, SetDeliveryMode) and isinstance(outcome, Done):
            for producer in self.of_session(self.calls.jms.producers[command.producer]):
                producer.delivery_mode = command.delivery_mode
        return outcome


@misreading(
    "priority of the first send",
    "Sends a message object again with the priority of its first send.",
    *("HM-24", "HM-25"),
)
class PriorityOfFirstSend(ClientDecisions):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.sent: dict[str, int] = {}

    def priority(self, chosen: int, message: OutgoingMessage) -> int:
        first = self.sent.get(message.same_object_as or "", chosen)
        self.sent[message.label] = first
        return first
