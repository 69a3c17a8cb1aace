"""Misreadings of what channels do with messages that they cannot deliver, in one corner each.

Each is right but for one end, one kind of message, one trouble of the dead-letter queue, or what came before.
"""

# ruff: noqa: ARG002 - as in `decisions`
from collections.abc import Callable
from typing import Any, ClassVar
from unittest.mock import patch

import msgspec

from mqtck.reference.vocabulary.channels import DefineSenderChannel, NonPersistentSpeed, UseDeadLetterQueue
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, Persistence, Report
from mqtck.reference.vocabulary.outcomes import Done, Outcome

from . import channels
from .decisions_channels import End, Trouble, Undelivered
from .mca import Failed, MessageChannelAgent, Terms
from .misreading import misreading
from .objects import NO_ID, Entry, LocalQueue, Message, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld

KEPT = ("X-47", "AM-02")
BACK = ("AM-09", "AM-10", "AM-27")


class Agent(MessageChannelAgent):
    """Remembers, for one world, what it has met."""

    met: ClassVar[dict[str, Any]]


def at_channels(name: str, sentence: str, *rules: str) -> Callable[[type[Agent]], type[Agent]]:
    """Register an agent that works on all channels of a world."""

    def register(agent: type[Agent]) -> type[Agent]:
        class World(SimulatedWorld):
            def __init__(self, *parts: Any) -> None:
                super().__init__(*parts)
                self.agent = type(agent.__name__, (agent,), {"met": {}})

            def execute(self, command: Command) -> Outcome:
                with patch.object(channels, "MessageChannelAgent", self.agent):
                    return super().execute(command)

        misreading(name, sentence, *rules)(World)
        return agent

    return register


def fleeting(message: Message) -> bool:
    return message.persistence != Persistence.PERSISTENT


def number(end: End) -> int:
    """The place in pairs of the sender and the receiver."""
    return 0 if end is End.SENDER else 1


# --- what is dead-lettered ------------------------------------------------------------------------------


class Copies(Agent):
    """Loses something of what it dead-letters."""

    lost: ClassVar[dict[str, Any]]

    def loses(self, failed: Failed, copy: Message) -> bool:
        raise NotImplementedError

    def altered(self, copy: Message) -> Message:
        return msgspec.structs.replace(copy, **self.lost)

    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        right = self.decisions.mca_copy

        def copied(message: Message, now: int) -> Message:
            copy = right(message, now)
            return self.altered(copy) if self.loses(failed, copy) else copy

        with patch.object(self.decisions, "mca_copy", copied):
            return super()._dead_letter(failed, terms, unit)


@at_channels(
    "sender's dead letters of another id", "Gives an id of its own to what a sender gives up.", *KEPT
)
class OtherIdAtSender(Copies):
    lost: ClassVar[dict[str, Any]] = {"message_id": "c8" * 24}

    def loses(self, failed: Failed, copy: Message) -> bool:
        return failed.end is End.SENDER


@at_channels(
    "receiver's dead letters without correlation id",
    "Dead-letters there without MQMD.CorrelId.",
    *KEPT,
)
class NoCorrelationAtReceiver(Copies):
    lost: ClassVar[dict[str, Any]] = {"correlation_id": NO_ID}

    def loses(self, failed: Failed, copy: Message) -> bool:
        return failed.end is End.RECEIVER


@at_channels("priority 0 under protection", "Puts with priority 0 what it protects.", *KEPT, "HM-24")
class NoPriorityUnderProtection(Copies):
    lost: ClassVar[dict[str, Any]] = {"priority": 0}

    def loses(self, failed: Failed, copy: Message) -> bool:
        return bool(copy.protection) and not failed.message.protection


@at_channels(
    "not persistent where it stays protected", "Dead-letters as not persistent what arrived protected.", *KEPT
)
class NotPersistentAsItIs(Copies):
    lost: ClassVar[dict[str, Any]] = {"persistence": 0}

    def loses(self, failed: Failed, copy: Message) -> bool:
        return bool(failed.message.protection)


@at_channels(
    "non-persistent dead letters report nothing",
    "Dead-letters without the reply-to queue what is not persistent.",
    *KEPT,
)
class NoReplyForFleeting(Copies):
    lost: ClassVar[dict[str, Any]] = {"reply_to": "", "reply_manager_field": ""}

    def loses(self, failed: Failed, copy: Message) -> bool:
        return fleeting(copy)


@at_channels(
    "protected data cut",
    "Dead-letters a hundred characters of what stays protected.",
    *(*KEPT, "AM-12", "AM-14", "AM-17"),
)
class DataCutAsItIs(Copies):
    def altered(self, copy: Message) -> Message:
        return msgspec.structs.replace(copy, body=copy.body[:100])

    def loses(self, failed: Failed, copy: Message) -> bool:
        return bool(failed.message.protection)


@at_channels("no destination for what is protected", "Names no destination of what is protected.", "AM-26")
class NoDestinationUnderProtection(Agent):
    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        shielded = failed.message.protection
        return super()._dead_letter(failed._replace(target="") if shielded else failed, terms, unit)


# --- whether it is dead-lettered --------------------------------------------------------------------------


class Reluctant(Agent):
    """Does not dead-letter everything."""

    def trouble(self, failed: Failed, terms: Terms) -> Trouble | None:
        raise NotImplementedError

    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        return self.trouble(failed, terms) or super()._dead_letter(failed, terms, unit)


@at_channels("receiver's USEDLQ at the sender", "Asks the receiver's USEDLQ at the sender.", "AM-02", "AM-03")
class UseOfReceiver(Reluctant):
    def trouble(self, failed: Failed, terms: Terms) -> Trouble | None:
        unused = terms.receiver.use_dead_letter_queue is UseDeadLetterQueue.NO
        return Trouble.NOT_USED if unused and failed.end is End.SENDER else None


@at_channels("one dead letter a batch", "Dead-letters one message of a batch.", "AM-02", "AM-03")
class OneDeadLetter(Reluctant):
    def trouble(self, failed: Failed, terms: Terms) -> Trouble | None:
        last, self.met["last"] = self.met.get("last"), self.manager.now
        return Trouble.NOT_PUT if last == self.manager.now else None


@at_channels(
    "limit of the channel exceeded by one", "Sends messages that are one too long.", "AM-02", "AM-03"
)
class OneTooLong(Agent):
    def handle(self, entry: Entry, terms_with: Callable[[str], Terms]) -> bool:
        right = self.decisions.length
        with patch.object(self.decisions, "length", lambda message: right(message) - 1):
            return super().handle(entry, terms_with)


class Elsewhere(Agent):
    """Has another place for what its own dead-letter queue does not get."""

    def place(self, trouble: Trouble, failed: Failed, terms: Terms) -> tuple[QueueManager, str | None]:
        raise NotImplementedError

    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        trouble = super()._dead_letter(failed, terms, unit)
        if trouble is None:
            return None
        manager, queue = self.place(trouble, failed, terms)
        copy = self.decisions.dead_letter_copy(failed.message, failed.reason, failed.target, manager.now)
        return trouble if queue is None or manager.put(queue, copy, unit) is not None else None


@at_channels(
    "the system's queue in spite of USEDLQ(NO)",
    "Puts to SYSTEM.DEAD.LETTER.QUEUE what USEDLQ(NO) keeps from the dead-letter queue.",
    "AM-04",
)
class SystemQueueUnused(Elsewhere):
    def place(self, trouble: Trouble, failed: Failed, terms: Terms) -> tuple[QueueManager, str | None]:
        at = self.manager if failed.end is End.SENDER else failed.partner
        return at, DEFAULT_DEAD_LETTER_QUEUE if trouble is Trouble.NOT_USED else None


@at_channels(
    "the partner's queue where there is none",
    "Uses the dead-letter queue of the receiver where the sender has none.",
    *("AM-27", "AM-28", "AM-10", "AM-11"),
)
class PartnersQueue(Elsewhere):
    def place(self, trouble: Trouble, failed: Failed, terms: Terms) -> tuple[QueueManager, str | None]:
        lacking = trouble is Trouble.NO_QUEUE and failed.end is End.SENDER
        return failed.partner, terms.dead_letter_queues[1] if lacking else None


# --- what becomes of the rest ----------------------------------------------------------------------------


class Fates(Agent):
    """Discards what is to be kept, or keeps what is to be discarded."""

    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        """None: as is right."""
        raise NotImplementedError

    def _undelivered(self, failed: Failed, entry: Entry, terms: Terms, unit: UnitOfWork | None) -> bool:
        right = self.decisions.undelivered

        def fate(end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed) -> Undelivered:
            return self.fate(failed, trouble, terms) or right(end, trouble, persistence, speed)

        with patch.object(self.decisions, "undelivered", fate):
            return super()._undelivered(failed, entry, terms, unit)

    def dead_letter_queue(self, failed: Failed, terms: Terms) -> LocalQueue | None:
        """The dead-letter queue of the end that has the message."""
        name = terms.dead_letter_queues[number(failed.end)]
        manager = self.manager if failed.end is End.SENDER else failed.partner
        return None if name is None else manager.local(name)


@at_channels(
    "lost where the dead-letter queue is too small",
    "Discards what is too long for the dead-letter queue.",
    *("AM-09", "AM-10"),
)
class LostWhereTooSmall(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        queue = self.dead_letter_queue(failed, terms)
        small = queue is not None and len(failed.message.body) > queue.attributes.max_message_length
        return Undelivered.DISCARDED if small and failed.end is End.SENDER else None


@at_channels(
    "receiver loses at a full queue",
    "Discards where that of a receiver is full.",
    "AM-10",
    "AM-23",
)
class ReceiverLoses(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        queue = self.dead_letter_queue(failed, terms)
        full = queue is not None and len(queue.entries) >= queue.attributes.max_depth
        return Undelivered.DISCARDED if full and failed.end is End.RECEIVER else None


@at_channels(
    "limited lives lost without a queue",
    "Discards what has an end where there is no dead-letter queue.",
    *("AM-27", "AM-10"),
)
class LimitedLost(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        limited = failed.message.end_of_life is not None
        return Undelivered.DISCARDED if limited and trouble is Trouble.NO_QUEUE else None


@at_channels(
    "protected lost without a queue",
    "Discards at a receiver what is protected where there is no dead-letter queue.",
    *("AM-27", "AM-10"),
)
class ProtectedLost(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        shielded = failed.message.protection and trouble is Trouble.NO_QUEUE
        return Undelivered.DISCARDED if shielded else None


@at_channels(
    "oldest dead letter makes room",
    "Drops the oldest message of a full dead-letter queue for a new one.",
    *("AM-10", "AM-02", "AM-26"),
)
class OldestMakesRoom(Agent):
    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        trouble = super()._dead_letter(failed, terms, unit)
        name = terms.dead_letter_queues[number(failed.end)]
        manager = self.manager if failed.end is End.SENDER else failed.partner
        queue = None if name is None else manager.local(name)
        if trouble is not Trouble.NOT_PUT or queue is None:
            return trouble
        if not 0 < queue.attributes.max_depth <= len(queue.entries):
            return trouble
        manager.take_off(queue, queue.entries[0])
        return super()._dead_letter(failed, terms, unit)


@at_channels(
    "receiver's discard reported as expiry",
    "Reports as expired what a receiver discards.",
    *("X-49", "EX-21", "EX-26", "EX-37"),
)
class DiscardReported(Agent):
    def _undelivered(self, failed: Failed, entry: Entry, terms: Terms, unit: UnitOfWork | None) -> bool:
        def reported(message: Message) -> bool:
            return failed.end is End.RECEIVER and message.report & Report.EXPIRATION != 0

        with patch.object(self.decisions, "discard_reported_as_expiry", reported):
            return super()._undelivered(failed, entry, terms, unit)


class BackedOut(SimulatedWorld):
    """Changes what it backs out."""

    def changed(self, message: Message, now: int) -> Message:
        raise NotImplementedError

    def change(self, manager: QueueManager) -> None:
        right = manager.channels._back_out

        def back_out(queue: LocalQueue, unit: UnitOfWork, failed: Entry) -> None:
            held = [entry for entry in queue.entries if entry.getter is unit]
            right(queue, unit, failed)
            for entry in (*held, failed):
                entry.message = self.changed(entry.message, manager.now)

        manager.channels._back_out = back_out  # type: ignore[method-assign]


@misreading("priority 0 in retry", "Backs out with priority 0.", *BACK, "HM-24")
class PriorityInRetry(BackedOut):
    def changed(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(message, priority=0)


@misreading(
    "a new life in retry",
    "Begins the life anew of what it backs out.",
    *("X-48", "EX-40", "EX-06", "EX-05", "EX-10"),
)
class NewLifeInRetry(BackedOut):
    def changed(self, message: Message, now: int) -> Message:
        if message.end_of_life is None:
            return message
        return msgspec.structs.replace(message, end_of_life=message.end_of_life + now - message.put_at)


@misreading(
    "attributes of the last channel", "Goes by one set of attributes for all channels.", "AM-03", *BACK
)
class AttributesOfLast(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, DefineSenderChannel) and isinstance(outcome, Done):
            senders = self.simulation.managers[command.queue_manager].channels.senders
            senders.update(dict.fromkeys(senders, command.attributes))
        return outcome
