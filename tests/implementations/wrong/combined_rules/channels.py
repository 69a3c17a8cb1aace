"""Misreadings of dead letters of channels, and their lives."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any, ClassVar
from unittest.mock import patch

import msgspec

from implementations.decisions.channels import End, Trouble
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.channels.message_channel_agents import Failed, Terms
from implementations.simulation.queue_managers.report_messages import expiration_report
from implementations.state.objects import NO_ID, Entry, Message, Origin, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import begun_anew
from implementations.wrong.parts.channels import Agent, at_channels, fleeting
from implementations.wrong.parts.units_of_work import BackedOut
from mqtck.reference.vocabulary.constants import UNLIMITED, MessageType, Report


@misreading(
    "dead letters of channels unreported",
    "Takes the report options from what a channel dead-letters.",
    *("X-47", "EX-47", "EX-21", "EX-26"),
)
class DeadLettersOfChannelsUnreported(QueueManagerDecisions):
    def mca_copy(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(message, report=0)


KEPT = ("X-47", "AM-02")


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


@at_channels(
    "receiver's discard reported where it was",
    "Has the receiver report as expired what it discards.",
    *("X-49", "EX-21", "EX-26", "EX-37"),
)
class DiscardReportedByReceiver(Agent):
    def _undelivered(self, failed: Failed, entry: Entry, terms: Terms, unit: UnitOfWork | None) -> bool:
        goes_on = super()._undelivered(failed, entry, terms, unit)
        message, receiver = failed.message, failed.partner
        wanted = message.report & Report.EXPIRATION and failed.end is End.RECEIVER
        if goes_on and wanted and not self.dead_lettered:
            receiver.send_report(expiration_report(message, receiver), message)
        return goes_on


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


# --- life -------------------------------------------------------------------------------------------------


@misreading("dead-lettered for good", "Dead-letters with an unlimited life.", "X-47", "EX-46", "EX-47")
class DeadLetteredForGood(QueueManagerDecisions):
    def mca_copy(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(message, expiry=UNLIMITED, end_of_life=None)


@misreading(
    "dead-lettered with a new life",
    "Begins the life anew on the dead-letter queue.",
    "X-47",
    "EX-46",
    "EX-47",
)
class DeadLetteredAnew(QueueManagerDecisions):
    def mca_copy(self, message: Message, now: int) -> Message:
        end = self.end_of_life(now, message.expiry)
        return msgspec.structs.replace(message, put_at=now, end_of_life=end)


@misreading(
    "no ageing in retry",
    "Takes the end of its life from a message that is backed out.",
    *("X-48", "EX-06", "EX-40", "EX-17", "EX-18"),
)
class NoAgeingInRetry(QueueManagerDecisions):
    def ages_in_retry(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(message, expiry=UNLIMITED, end_of_life=None)


@misreading("discard reported as expiry", "Reports a discarded message as expired.", "X-49", "EX-21", "EX-37")
class DiscardReportedAsExpiry(QueueManagerDecisions):
    def discard_reported_as_expiry(self, message: Message) -> bool:
        return self.expiration_report_wanted(message)


# --- what is dead-lettered --------------------------------------------------------------------------------


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


@misreading(
    "dead letters of channels without their MQRFH2",
    "Takes the MQRFH2 from what a channel dead-letters.",
    *KEPT,
)
class DeadLettersOfChannelsUnheaded(QueueManagerDecisions):
    def mca_copy(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(super().mca_copy(message, now), header=None)


@misreading(
    "dead letters of channels are reports",
    "Says of a message that a channel dead-letters that it is a report.",
    *KEPT,
)
class DeadLettersOfChannelsAreReports(QueueManagerDecisions):
    def mca_copy(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(super().mca_copy(message, now), message_type=MessageType.REPORT)


@misreading(
    "dead letters of channels with replies for others",
    "Names another queue manager for the replies to what a channel dead-letters.",
    *KEPT,
)
class DeadLettersOfChannelsReplyElsewhere(QueueManagerDecisions):
    def mca_copy(self, message: Message, now: int) -> Message:
        copy = super().mca_copy(message, now)
        return msgspec.structs.replace(copy, reply_manager_field="ELSEWHERE") if copy.reply_to else copy


def _begun_anew(name: str, sentence: str, concerned: Callable[[Message], bool]) -> None:
    """An MCA gives such a message its whole life again when it dead-letters it."""

    @misreading(name, sentence, "X-47", "EX-46", "EX-47", "AM-02")
    class BegunAnew(QueueManagerDecisions):
        def mca_copy(self, message: Message, now: int) -> Message:
            copy = super().mca_copy(message, now)
            return begun_anew(copy, now) if concerned(copy) else copy


_begun_anew(
    "life begun anew for dead letters of JMS",
    "Begins the life anew of a JMS message that a channel dead-letters.",
    lambda message: message.origin is Origin.JMS,
)
_begun_anew(
    "life begun anew for dead letters with a correlation id",
    "Begins the life anew of a message with a correlation id that a channel dead-letters.",
    lambda message: message.correlation_id != NO_ID,
)
_begun_anew(
    "life begun anew for dead letters with long lives",
    "Begins a life of hours anew when a channel dead-letters its message.",
    lambda message: message.expiry > 36_000,
)
