"""Misreadings of one field on one way of a message, and of what a wrong memory keeps or forgets."""

# ruff: noqa: ARG002 - as in `decisions`
from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

from mqtck.reference.vocabulary.commands import (
    Command,
    Commit,
    Rollback,
    Send,
    SendArguments,
    SetDeliveryMode,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DELIVERY_MODE,
    DEFAULT_PRIORITY,
    STAGING_QUEUE,
    Report,
)
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Sent

from .client_decisions import ClientDecisions
from .decisions import Item, QueueManagerDecisions
from .misreading import misreading
from .objects import NO_ID, CallRefusedError, Delay, Message, Origin
from .uris import Destination
from .world import SimulatedWorld
from .written_headers import CorrelationForm

A_THOUSAND_YEARS = 1000 * 365 * 86_400_000
SECOND = 1000

# --- due times --------------------------------------------------------------------------------------


class Due(QueueManagerDecisions):
    """Counts from another instant, or for another time."""

    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return super().due(*self.counted(sent, committed, milliseconds), staged)

    def counted(self, sent: int, committed: int, milliseconds: int) -> tuple[int, int, int]:
        raise NotImplementedError


@misreading("delay in whole seconds", "Cuts a delay to whole seconds.", "DD-01", "DD-03", "DD-05", "DD-06")
class DelayInWholeSeconds(Due):
    def counted(self, sent: int, committed: int, milliseconds: int) -> tuple[int, int, int]:
        return sent, committed, max(1, milliseconds // SECOND * SECOND)


@misreading(
    "delay in whole tenths", "Cuts a delay to tenths of a second.", "DD-01", "DD-03", "DD-05", "DD-06"
)
class DelayInWholeTenths(Due):
    def counted(self, sent: int, committed: int, milliseconds: int) -> tuple[int, int, int]:
        return sent, committed, max(1, milliseconds // 100 * 100)


@misreading("sent at a whole second", "Counts from the second in which a message is sent.", "DD-01", "DD-05")
class SentAtWholeSecond(Due):
    def counted(self, sent: int, committed: int, milliseconds: int) -> tuple[int, int, int]:
        return sent // SECOND * SECOND, committed // SECOND * SECOND, milliseconds


@misreading(
    "one timer for all",
    "Lets a message go with those that are staged already, though it is due later.",
    *("DD-01", "DD-05", "DD-12", "DD-06"),
)
class OneTimerForAll(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        own = super().due(sent, committed, milliseconds, staged)
        return min([own, *(delay.due for delay in staged if delay.due > sent)])


@misreading(
    "one message a moment",
    "Keeps staged messages by their due times, so that the last of several is left.",
    *("DD-10", "DD-12", "X-54", "DD-115"),
)
class OneMessageMoment(QueueManagerDecisions):
    def simultaneous(self, items: list[Item]) -> list[Item]:
        return items[-1:]


@misreading(
    "four messages a moment",
    "Moves four messages that are due and takes the others for moved.",
    *("DD-10", "DD-12", "X-54", "DD-115"),
)
class FourMessagesMoment(QueueManagerDecisions):
    def simultaneous(self, items: list[Item]) -> list[Item]:
        return items[:4]


# --- what a producer remembers ----------------------------------------------------------------------


@misreading("delay used up", "Delays the first message after the setter alone.", "DD-05", "DD-07", "DD-01")
class DelayUsedUp(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Sent):
            self.calls.jms.producers[command.producer].delay = 0
        return outcome


class DelayOfUnitOfWork(SimulatedWorld):
    """A delay that ends with a unit of work."""

    ended_by: type[Commit | Rollback]

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, self.ended_by):
            session = self.calls.jms.sessions.get(command.session)
            for producer in self.calls.jms.producers.values():
                if producer.session is session:
                    producer.delay = 0
        return outcome


@misreading(
    "delay gone with the commit",
    "Keeps a delay until the commit.",
    "DD-05",
    "DD-07",
    "DD-01",
    "DD-43",
    "DD-42",
)
class DelayGoneWithCommit(DelayOfUnitOfWork):
    ended_by = Commit


@misreading(
    "delay gone with the rollback",
    "Takes a delay back with its unit of work.",
    *("DD-05", "DD-07", "DD-01", "DD-43", "DD-42"),
)
class DelayGoneWithRollback(DelayOfUnitOfWork):
    ended_by = Rollback


class LongFormIgnored(SimulatedWorld):
    """Heeds what the producer has, not one thing that the send says."""

    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Send) or command.arguments is None:
            return super().execute(command)
        producer = self.calls.jms.producers.get(command.producer)
        if producer is None:
            return super().execute(command)
        own = SendArguments(producer.delivery_mode, producer.priority, producer.time_to_live)
        arguments = self.heeded(command.arguments, own)
        return super().execute(msgspec.structs.replace(command, arguments=arguments))

    def heeded(self, said: SendArguments, own: SendArguments) -> SendArguments:
        raise NotImplementedError


@misreading("long form's priority ignored", "Heeds setPriority alone.", "HM-24", "HM-25")
class LongFormsPriorityIgnored(LongFormIgnored):
    def heeded(self, said: SendArguments, own: SendArguments) -> SendArguments:
        return msgspec.structs.replace(said, priority=own.priority)


@misreading("long form's mode ignored", "Heeds setDeliveryMode alone.", "HM-08", "HM-10", "HM-11")
class LongFormsModeIgnored(LongFormIgnored):
    def heeded(self, said: SendArguments, own: SendArguments) -> SendArguments:
        return msgspec.structs.replace(said, delivery_mode=own.delivery_mode)


@misreading(
    "long form's life ignored", "Heeds setTimeToLive alone.", "HM-14", "HM-15", "HM-16", "HM-18", "DD-30"
)
class LongFormsLifeIgnored(LongFormIgnored):
    def heeded(self, said: SendArguments, own: SendArguments) -> SendArguments:
        return msgspec.structs.replace(said, time_to_live=own.time_to_live)


@misreading("setDeliveryMode ignored", "Heeds the mode of the long form alone.", "HM-08", "HM-11")
class SetDeliveryModeIgnored(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        return Done() if isinstance(command, SetDeliveryMode) else super().execute(command)


# --- how the client writes --------------------------------------------------------------------------


@misreading("priority 0 for none", "Takes priority 0 for no priority.", "HM-24", "HM-25")
class PriorityZeroForNone(ClientDecisions):
    def priority(self, chosen: int, message: Any) -> int:
        return super().priority(chosen, message) or DEFAULT_PRIORITY


@misreading("priority 0 not written", "Writes every other priority.", "HM-25")
class PriorityZeroNotWritten(ClientDecisions):
    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        return super().priority_element(chosen, priority, destination) or None


@misreading("default delivery mode not written", "Writes NON_PERSISTENT alone.", "HM-12")
class DefaultModeNotWritten(ClientDecisions):
    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        element = super().mode_element(chosen, mode, persistence, destination)
        return None if element == DEFAULT_DELIVERY_MODE else element


@misreading("short text not written", "Leaves a string to MQMD.CorrelId where that holds it.", "HM-46")
class ShortTextNotWritten(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        element = super().correlation_element(form, given)
        return element if element is not None and len(element.encode()) > len(NO_ID) // 2 else None


@misreading("longer bytes refused", "Refuses native bytes that MQMD.CorrelId does not hold.", "HM-44")
class LongerBytesRefused(ClientDecisions):
    def native_bytes(self, native: bytes) -> bytes:
        if len(native) > len(NO_ID) // 2:
            raise CallRefusedError(None, "a correlation id has 24 bytes")
        return super().native_bytes(native)


@misreading(
    "a tenth to live wanted",
    "Refuses a life that is not a tenth of a second longer than the delay.",
    *("DD-25", "DD-26", "DD-27", "DD-28", "DD-29", "DD-30", "DD-31"),
)
class TenthToLiveWanted(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return time_to_live > 0 and delay > 0 and time_to_live < delay + 100


# --- fields on the way to the target or to the dead-letter queue ------------------------------------


class Delivered(QueueManagerDecisions):
    """Loses something between the staging queue and the target."""

    lost: ClassVar[dict[str, Any]]

    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        return msgspec.structs.replace(message, **self.lost)


@misreading("delivered with another id", "Gives a delayed message a new id at its target.", "X-02", "HM-28")
class DeliveredWithAnotherId(Delivered):
    lost: ClassVar[dict[str, Any]] = {"message_id": "c1" * 24}


@misreading(
    "delivered without reply-to", "Leaves the reply-to queue on the staging queue.", "X-22", "X-42", "HM-04"
)
class DeliveredWithoutReplyTo(Delivered):
    lost: ClassVar[dict[str, Any]] = {"reply_to": "", "reply_manager_field": ""}


@misreading(
    "delivered without report options",
    "Takes all report options for done.",
    "DD-125",
    "DD-130",
    "X-42",
    "EX-21",
)
class DeliveredWithoutReportOptions(Delivered):
    lost: ClassVar[dict[str, Any]] = {"report": 0}


@misreading("delivered persistent", "Delivers persistent messages alone.", "HM-11", "X-42", "DD-77", "X-27")
class DeliveredPersistent(Delivered):
    lost: ClassVar[dict[str, Any]] = {"persistence": 1}


@misreading("delivered with priority 0", "Delivers with priority 0.", "X-28", "X-42", "HM-24", "DD-78")
class DeliveredWithPriorityZero(Delivered):
    lost: ClassVar[dict[str, Any]] = {"priority": 0}


@misreading(
    "delivered without end",
    "Delivers what never expires.",
    "DD-79",
    "DD-80",
    "X-06",
    "EX-04",
    "EX-17",
    "HM-15",
)
class DeliveredWithoutEnd(Delivered):
    lost: ClassVar[dict[str, Any]] = {"end_of_life": None}


class DeadLettered(QueueManagerDecisions):
    """Loses something on the way to the dead-letter queue."""

    lost: ClassVar[dict[str, Any]]

    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return msgspec.structs.replace(copy, **self.lost)


@misreading("dead letters of another id", "Gives dead letters an id of their own.", "X-17", "X-02", "HM-28")
class DeadLettersOfAnotherId(DeadLettered):
    lost: ClassVar[dict[str, Any]] = {"message_id": "c2" * 24}


@misreading("dead letters without correlation id", "Dead-letters without MQMD.CorrelId.", "X-17", "DD-98")
class DeadLettersWithoutCorrelation(DeadLettered):
    lost: ClassVar[dict[str, Any]] = {"correlation_id": NO_ID}


@misreading(
    "dead letters report nothing",
    "Dead-letters without the reply-to queue, so that nobody hears of the end of a dead letter.",
    *("X-17", "X-22", "EX-21", "EX-26", "EX-47"),
)
class DeadLettersReportNothing(DeadLettered):
    lost: ClassVar[dict[str, Any]] = {"reply_to": "", "reply_manager_field": ""}


@misreading(
    "dead letters without report options",
    "Dead-letters without the report options.",
    *("X-17", "DD-98", "DD-130", "DD-125", "EX-21", "EX-47", "X-55"),
)
class DeadLettersWithoutOptions(DeadLettered):
    lost: ClassVar[dict[str, Any]] = {"report": 0}


@misreading(
    "dead letters without reason", "Leaves the reason of a dead-letter header at 0.", "DD-98", "AM-26"
)
class DeadLettersWithoutReason(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        return super().dead_letter_copy(message, 0, destination, now)


@misreading(
    "dead letters for the staging queue", "Names the staging queue in a dead-letter header.", "X-17", "DD-98"
)
class DeadLettersForStaging(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        named = destination if message.origin is Origin.REPORT else STAGING_QUEUE
        return super().dead_letter_copy(message, reason, named, now)


# --- reports ----------------------------------------------------------------------------------------


REPORTED = ("DD-101", "EX-21", "DD-125", "X-12", "X-19", "X-20", "X-21", "DD-82", "DD-83")


class About(QueueManagerDecisions):
    """Makes reports of something else than the message."""

    def reported_as(self, message: Message) -> Message:
        return self.seen(super().reported_as(message))

    def seen(self, message: Message) -> Message:
        raise NotImplementedError


@misreading("reports without data", "Makes every report without data.", *REPORTED)
class ReportsWithoutData(About):
    def seen(self, message: Message) -> Message:
        return msgspec.structs.replace(message, body="")


@misreading("full data cut", "Ends the data of a report after fifty characters.", *REPORTED)
class FullDataCut(About):
    def seen(self, message: Message) -> Message:
        return msgspec.structs.replace(message, body=message.body[:50])


@misreading("PASS_MSG_ID ignored", "Gives every report an id of its own.", *REPORTED)
class PassMessageIdIgnored(About):
    def seen(self, message: Message) -> Message:
        return msgspec.structs.replace(message, report=message.report & ~Report.PASS_MSG_ID)


@misreading("PASS_CORREL_ID ignored", "Puts the message id into MQMD.CorrelId of every report.", *REPORTED)
class PassCorrelationIdIgnored(About):
    def seen(self, message: Message) -> Message:
        return msgspec.structs.replace(message, report=message.report & ~Report.PASS_CORREL_ID)
