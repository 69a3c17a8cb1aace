"""Misreadings of what a sender channel does with what it cannot send."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from unittest.mock import patch

import msgspec

from implementations.decisions.channels import End, Holder, Sealing, Trouble, Undelivered
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.channels.message_channel_agents import Failed, Terms
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Entry, Message, Origin, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.channels import Agent, DeliveredInBatch, Fates, at_channels, fleeting
from implementations.wrong.parts.rules import BACK
from mqtck.reference.vocabulary.channels import (
    DefinePolicy,
    DefineSenderChannel,
    NonPersistentSpeed,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, Persistence
from mqtck.reference.vocabulary.outcomes import Done, Outcome


@misreading(
    "dead-lettered and backed out",
    "Leaves on the dead-letter queue what it backs out with its batch.",
    *("AM-02", "AM-09", "AM-10", "AM-27"),
)
class DeadLetteredAndBackedOut(DeliveredInBatch):
    def left_there(self, message: Message) -> bool:
        return message.dead_letter is not None


def _without_any(trouble: Trouble, terms: Terms) -> bool:
    return trouble is Trouble.NO_QUEUE and terms.sender.use_dead_letter_queue is UseDeadLetterQueue.NO


@at_channels(
    "kept persistent for a queue alone",
    "Discards even what is persistent where neither USEDLQ nor DEADQ speaks of a queue.",
    *("AM-27", "AM-10"),
)
class KeptForQueueAlone(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        return Undelivered.DISCARDED if _without_any(trouble, terms) else None


@at_channels(
    "discarded for want of a queue alone",
    "Keeps even what is not persistent where neither USEDLQ nor DEADQ speaks of a queue.",
    "AM-28",
)
class DiscardedForQueueAlone(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        return Undelivered.BACK if _without_any(trouble, terms) else None


@misreading(
    "non-persistent not dead-lettered by a channel",
    "Dead-letters persistent messages alone at a channel.",
    *("AM-02", "AM-03", "AM-05", "AM-08", "AM-07", "AM-13", "AM-15", "AM-16", "AM-12", "AM-14", "AM-19"),
)
class NonPersistentNotDeadLettered(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        if message.persistence == Persistence.NOT_PERSISTENT:
            return Sealing.FAILS
        return super().sealing(message, policy, holder)


# --- the dead-letter queue --------------------------------------------------------------------------------


@misreading(
    "sender dead-letters nothing",
    "Treats all that a sender cannot deliver as if USEDLQ were NO.",
    *("AM-02", "AM-03"),
)
class SenderDeadLettersNothing(QueueManagerDecisions):
    def dead_letters(self, end: End, use: UseDeadLetterQueue) -> bool:
        return end is End.RECEIVER and super().dead_letters(end, use)


@misreading(
    "sender dead-letters abroad",
    "Puts what a sender cannot deliver to the dead-letter queue of the partner.",
    *("AM-02", "AM-03"),
)
class SenderDeadLettersAbroad(QueueManagerDecisions):
    def dead_letters_at(self, end: End) -> End:
        return End.RECEIVER


@misreading("length of channel ignored", "Sends messages of any length.", "AM-03", "AM-02")
class LengthOfChannelIgnored(QueueManagerDecisions):
    def length(self, message: Message) -> int:
        return 0


@misreading("USEDLQ ignored", "Dead-letters whatever USEDLQ says.", "AM-04")
class UseOfQueueIgnored(QueueManagerDecisions):
    def dead_letters(self, end: End, use: UseDeadLetterQueue) -> bool:
        return True


@misreading(
    "persistent lost without a queue",
    "Discards persistent messages where there is no dead-letter queue.",
    *("AM-27", "AM-10"),
)
class PersistentLostWithoutQueue(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if trouble is Trouble.NO_QUEUE:
            return Undelivered.DISCARDED
        return super().undelivered(end, trouble, persistence, speed)


@misreading(
    "receiver without a queue keeps all",
    "Sends non-persistent messages back where the receiver has no dead-letter queue.",
    *("AM-28", "AM-11"),
)
class ReceiverWithoutQueueKeepsAll(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if trouble is Trouble.NO_QUEUE:
            return Undelivered.BACK
        return super().undelivered(end, trouble, persistence, speed)


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


@at_channels("USEDLQ ignored at normal speed", "Heeds USEDLQ at NPMSPEED(FAST) alone.", "AM-04")
class UseIgnoredAtNormalSpeed(Agent):
    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        if failed.end is End.SENDER and terms.speed is NonPersistentSpeed.NORMAL:
            used = msgspec.structs.replace(terms.sender, use_dead_letter_queue=UseDeadLetterQueue.YES)
            terms = msgspec.structs.replace(terms, sender=used)
        return super()._dead_letter(failed, terms, unit)


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


# --- what becomes of the rest -----------------------------------------------------------------------------


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
    "dead letters of the non-persistent outside batches",
    "Leaves on the dead-letter queue what is not persistent and backed out with its batch.",
    *("AM-02", "AM-09"),
)
class FleetingOutsideBatches(Agent):
    def _dead_letter(self, failed: Failed, terms: Terms, unit: UnitOfWork | None) -> Trouble | None:
        return super()._dead_letter(failed, terms, None if fleeting(failed.message) else unit)


@at_channels(
    "reporting lost without a queue",
    "Discards what asks for reports where there is no dead-letter queue.",
    *("AM-27", "AM-10"),
)
class ReportingLost(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        asks = failed.message.report != 0 and trouble is Trouble.NO_QUEUE
        return Undelivered.DISCARDED if asks else None


@at_channels(
    "messages of JMS lost without a queue",
    "Discards what a JMS client sent where there is no dead-letter queue.",
    *("AM-27", "AM-10"),
)
class OfJmsLost(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        lost = failed.message.origin is Origin.JMS and trouble is Trouble.NO_QUEUE
        return Undelivered.DISCARDED if lost else None


@at_channels(
    "persistent lost where DEADQ names no queue",
    "Discards what is persistent where the queue that DEADQ names is not there.",
    *("AM-10", "AM-09", "AM-27"),
)
class LostWhereQueueIsMissing(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        missing = trouble is Trouble.NOT_PUT and self.dead_letter_queue(failed, terms) is None
        return Undelivered.DISCARDED if missing else None


@at_channels(
    "protected lost without a queue",
    "Discards at a receiver what is protected where there is no dead-letter queue.",
    *("AM-27", "AM-10"),
)
class ProtectedLost(Fates):
    def fate(self, failed: Failed, trouble: Trouble, terms: Terms) -> Undelivered | None:
        shielded = failed.message.protection and trouble is Trouble.NO_QUEUE
        return Undelivered.DISCARDED if shielded else None


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
