"""Misreadings after a restart, with a second producer, at a limit of 32 bits, or in one field alone."""

# ruff: noqa: ARG002 - as in `decisions`
from collections.abc import Iterable

import msgspec

from mqtck.reference.vocabulary.commands import Command, Send, SetDeliveryDelay, SetPriority, SetTimeToLive
from mqtck.reference.vocabulary.constants import Feedback, MessageType, Persistence, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused, Sent

from .client_decisions import ClientDecisions
from .decisions import Disposal, QueueManagerDecisions
from .jms_client import Producer
from .misreading import misreading
from .objects import Delay, Message
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .written_headers import CorrelationForm

THIRTY_DAYS = 30 * 86_400_000
SHIFT = 32
LONG_ELEMENT = 255

# --- due times --------------------------------------------------------------------------------------


@misreading(
    "short delays ignored", "Delays by whole seconds, so by none for less.", "DD-01", "DD-03", "DD-07"
)
class ShortDelaysIgnored(QueueManagerDecisions):
    def goes_to_staging(self, milliseconds: int) -> bool:
        return milliseconds >= 1000


@misreading("delay in 31 bits", "Keeps a delay in 31 bits of ms.", "DD-01", "DD-03", "DD-05")
class DelayInThirtyOneBits(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        return super().due(sent, committed, milliseconds % 2**31, staged)


@misreading(
    "a millisecond early", "Delivers in the last millisecond of the delay.", "DD-01", "DD-06", "DD-07"
)
class MillisecondEarly(QueueManagerDecisions):
    def moved_from(self, delay: Delay) -> int:
        return super().moved_from(delay) - 1


@misreading(
    "late commit forgotten",
    "Has a timer that a message committed after its due time has missed.",
    *("DD-45", "DD-10", "X-54", "X-24"),
)
class LateCommitForgotten(QueueManagerDecisions):
    def due(self, sent: int, committed: int, milliseconds: int, staged: Iterable[Delay]) -> int:
        due = super().due(sent, committed, milliseconds, staged)
        return due if committed < due else due + 1000 * THIRTY_DAYS


# --- what producers share ---------------------------------------------------------------------------


class Shared(SimulatedWorld):
    """What one producer is given, all of its session have."""

    def of_session(self, producer: Producer) -> list[Producer]:
        return [one for one in self.calls.jms.producers.values() if one.session is producer.session]


@misreading(
    "delay of a session",
    "Keeps the delay with the session.",
    *("DD-08", "DD-05", "DD-04", "DD-01", "DD-07"),
)
class DelayOfSession(Shared):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, SetDeliveryDelay) and isinstance(outcome, Done):
            for producer in self.of_session(self.calls.jms.producers[command.producer]):
                producer.delay = command.milliseconds
        return outcome


@misreading(
    "life of a session",
    "Keeps the time to live with the session.",
    *("HM-16", "HM-15", "HM-14", "EX-04", "DD-25", "DD-26"),
)
class LifeOfSession(Shared):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, SetTimeToLive) and isinstance(outcome, Done):
            for producer in self.of_session(self.calls.jms.producers[command.producer]):
                producer.time_to_live = command.milliseconds
        return outcome


@misreading(
    "long form lasts",
    "Keeps what the long form of send says for the next message.",
    *("HM-08", "HM-14", "HM-15", "HM-16", "HM-24", "DD-30"),
)
class LongFormLasts(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Send) and command.arguments is not None and isinstance(outcome, Sent):
            producer = self.calls.jms.producers[command.producer]
            producer.delivery_mode = command.arguments.delivery_mode
            producer.priority = command.arguments.priority
            producer.time_to_live = command.arguments.time_to_live
        return outcome


@misreading("setPriority ignored", "Heeds the priority of the long form alone.", "HM-24", "HM-25")
class SetPriorityIgnored(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        return Done() if isinstance(command, SetPriority) else super().execute(command)


# --- restarts ---------------------------------------------------------------------------------------


class Restarted(SimulatedWorld):
    """Makes something else of the messages when the queue manager starts again."""

    def _end(self, manager: QueueManager) -> None:
        self.ended = self.now()
        super()._end(manager)

    def _start(self, name: str) -> None:
        manager = self.simulation.managers.get(name)
        if manager is not None and not manager.running:
            for queue in manager.local_queues():
                for entry in queue.entries:
                    entry.message = self.started_with(entry.message, self.now() - self.ended)
        super()._start(name)

    def started_with(self, message: Message, down: int) -> Message:
        raise NotImplementedError


def original(message: Message, **changes: object) -> Message:
    """A message with the changes, and so the one that it is a staged copy of."""
    if message.delay is None:
        return msgspec.structs.replace(message, **changes)
    sent = msgspec.structs.replace(message.delay.original, **changes)
    delay = msgspec.structs.replace(message.delay, original=sent)
    life = {key: value for key, value in changes.items() if key == "end_of_life"}
    return msgspec.structs.replace(message, delay=delay, **life)


@misreading(
    "life stops while down",
    "Stops the clock of lives while it is down.",
    "EX-05",
    "EX-10",
    "EX-17",
    "EX-19",
    "DD-79",
    "X-45",
)
class LifeStopsWhileDown(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        end = message.end_of_life
        return message if end is None else original(message, end_of_life=end + down)


@misreading("delay stops while down", "Stops the clock of delays while it is down.", "DD-95", "DD-10", "X-45")
class DelayStopsWhileDown(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        delay = message.delay
        if delay is None:
            return message
        return msgspec.structs.replace(message, delay=msgspec.structs.replace(delay, due=delay.due + down))


@misreading(
    "priority lost at restart", "Logs messages without their priority.", "X-45", "X-28", "DD-78", "HM-24"
)
class PriorityLostAtRestart(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return original(message, priority=4)


@misreading(
    "header lost at restart",
    "Logs messages without their MQRFH2.",
    "X-45",
    "X-42",
    "HM-01",
    "HM-03",
    "HM-12",
    "HM-35",
    "X-41",
)
class HeaderLostAtRestart(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        return original(message, header=None)


@misreading(
    "copies belong to nobody after a restart",
    "Delivers staged copies after a restart to the queue of an ended subscription.",
    *("DD-106", "DD-107", "DD-10"),
)
class CopiesOfNobody(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        delay = message.delay
        if delay is None or delay.tie is None:
            return message
        alone = msgspec.structs.replace(delay.original, publication=None)
        return msgspec.structs.replace(
            message, delay=msgspec.structs.replace(delay, tie=None, original=alone)
        )


# --- life and delay, ids, texts ---------------------------------------------------------------------


@misreading(
    "conflict by 1 ms accepted", "Refuses a life that is 2 ms below the delay.", "DD-25", "DD-26", "DD-30"
)
class ConflictByOneAccepted(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return super().conflict(time_to_live, delay) and time_to_live != delay - 1


@misreading(
    "life compared in 32 bits", "Compares the low 32 bits of a life.", "X-08", "DD-25", "DD-26", "DD-28"
)
class LifeComparedInThirtyTwoBits(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return super().conflict(time_to_live % 2**SHIFT if time_to_live else 0, delay)


@misreading(
    "long lives not compared", "Takes a life that Expiry cannot hold for unlimited.", "X-08", "DD-25", "DD-26"
)
class LongLivesNotCompared(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return super().conflict(time_to_live, delay) and time_to_live < 214_748_364_700


@misreading(
    "id of the millisecond", "Makes ids of the time alone.", "HM-27", "HM-28", "DD-59", "X-04", "X-54"
)
class IdOfTheMillisecond(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        self.simulation.new_id = lambda _: f"414d5120{self.now():040x}"  # type: ignore[method-assign]
        return super().execute(command)


@misreading("text in modified UTF-8", "Writes a character beyond 16 bits as two.", "HM-47", "X-03")
class TextInModifiedUtf8(ClientDecisions):
    def text_bytes(self, text: str) -> bytes:
        units = text.encode("utf-16-be")
        pairs = (int.from_bytes(units[place : place + 2]) for place in range(0, len(units), 2))
        modified = b"".join(chr(pair).encode(errors="surrogatepass") for pair in pairs)
        return modified[:24].ljust(24, b"\0")


@misreading("text of 255 characters", "Cuts a correlation id to 255 characters.", "HM-46")
class TextOfSomeCharacters(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        element = super().correlation_element(form, given)
        return element and element[:LONG_ELEMENT]


@misreading("text without its blanks", "Trims a correlation id.", "HM-46")
class TextTrimmed(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        element = super().correlation_element(form, given)
        return element and element.strip()


@misreading("priority in two classes", "Knows normal and expedited messages alone.", "HM-24", "X-28")
class PriorityInTwoClasses(ClientDecisions):
    def priority(self, chosen: int, message: OutgoingMessage) -> int:
        return 9 if chosen > 4 else 4


# --- failures and reports ---------------------------------------------------------------------------


@misreading("discard by equality", "Asks whether the options are MQRO_DISCARD_MSG.", "DD-97", "DD-125")
class DiscardByEquality(QueueManagerDecisions):
    def disposal(self, report: int) -> Disposal:
        return Disposal.DISCARD if report == Report.DISCARD_MSG else Disposal.DEAD_LETTER_QUEUE


@misreading("exception report only without data", "Knows the plain option alone.", "DD-101", "DD-125")
class ExceptionReportOnlyPlain(QueueManagerDecisions):
    def exception_report_wanted(self, report: int) -> bool:
        return report & Report.EXCEPTION_WITH_FULL_DATA == Report.EXCEPTION


@misreading(
    "expiration report of the persistent",
    "Reports the end of persistent messages alone.",
    "EX-21",
    "DD-82",
    "DD-125",
)
class ExpirationReportOfPersistent(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) and message.persistence == Persistence.PERSISTENT


@misreading("dead letters unreported", "Reports no end on a dead-letter queue.", "EX-21", "EX-47", "X-55")
class DeadLettersUnreported(QueueManagerDecisions):
    def expiration_report_wanted(self, message: Message) -> bool:
        return super().expiration_report_wanted(message) and message.dead_letter is None


@misreading("dead letters persistent", "Makes persistent what it dead-letters.", "X-17", "DD-98")
class DeadLettersPersistent(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return msgspec.structs.replace(copy, persistence=Persistence.PERSISTENT)


@misreading("dead letters of one priority", "Dead-letters with priority 0.", "X-17", "DD-98")
class DeadLettersOfOnePriority(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        return msgspec.structs.replace(
            super().dead_letter_copy(message, reason, destination, now), priority=0
        )


class Reporting(SimulatedWorld):
    """Changes reports on their way."""

    def change(self, manager: QueueManager) -> None:
        put = manager.put_report
        manager.put_report = lambda report, about, unit=None: put(self.changed(report, about), about, unit)  # type: ignore[method-assign]

    def changed(self, report: Message, about: Message) -> Message:
        raise NotImplementedError


@misreading(
    "report of type datagram",
    "Leaves MsgType of a report at its default.",
    "DD-101",
    "DD-82",
    "EX-21",
    "X-12",
    "X-19",
)
class ReportOfTypeDatagram(Reporting):
    def changed(self, report: Message, about: Message) -> Message:
        return msgspec.structs.replace(report, message_type=MessageType.DATAGRAM)


@misreading("exception reported as expiration", "Gives an exception report the feedback 258.", "DD-101")
class ExceptionReportedAsExpiration(Reporting):
    def changed(self, report: Message, about: Message) -> Message:
        exception = report.feedback not in tuple(Feedback)
        return msgspec.structs.replace(report, feedback=Feedback.EXPIRATION) if exception else report


# --- the bluntest -----------------------------------------------------------------------------------


@misreading(
    "one reason for all", "Refuses everything with 2195.", "DD-25", "DD-26", "DD-30", "DD-31", "DD-36"
)
class OneReasonForAll(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        return msgspec.structs.replace(outcome, reason=2195) if isinstance(outcome, Refused) else outcome


@misreading("every tenth lost", "Loses every tenth message that is sent.", "DD-08", "DD-10", "X-54")
class EveryTenthLost(SimulatedWorld):
    sent = 0

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        self.sent += isinstance(command, Send)
        if isinstance(command, Send) and self.sent % 10 == 0:
            for manager in self.simulation.managers.values():
                for queue in manager.local_queues():
                    lost = [one for one in queue.entries if one.message.message_id == self._id(command)]
                    for entry in lost:
                        manager.take_off(queue, entry)
        return outcome

    def _id(self, command: Send) -> str | None:
        return self.calls.jms.ids.get(command.message.label)
