"""Misreadings that show at some names, texts and counts alone: capitals, fields too small, lucky guesses."""

# ruff: noqa: ARG002 - a hook is offered all that it may need
import re
from collections.abc import Callable
from typing import ClassVar
from urllib.parse import unquote

from msgspec.structs import replace

from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import Command, DefineRemoteQueue, SetDeadLetterQueue
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import Version

from .client_decisions import ClientDecisions
from .decisions import QueueManagerDecisions
from .misreading import misreading
from .objects import Delay, Message
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .written_headers import CorrelationForm, TypeElements

ALL_BUT_ONE = 47
TENTH = 100
MINUTE = 60_000
TARGET = ("DD-74", "DD-49", "DD-10", "X-54")
ID = re.compile(r"ID:([0-9a-f]{48})")


# --- names of queues ------------------------------------------------------------------------------------


def staged_for(name: str, sentence: str, spelled: Callable[[str], str]) -> None:
    """A misreading that spells the target in the delay header in its own way."""

    class Spelled(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            rightly = manager.processor.delay

            def delay(original: Message, target: str, milliseconds: int) -> Delay:
                one = rightly(original, target, milliseconds)
                return replace(one, target=spelled(one.target), resolved=spelled(one.resolved))

            manager.processor.delay = delay  # type: ignore[method-assign]

    misreading(name, sentence, *TARGET)(Spelled)


# fmt: off
staged_for("staged target in capitals", "Writes the target into the delay header in capitals.", str.upper)
staged_for("staged target unescaped", "Takes the target in the delay header for part of a URI.", unquote)
staged_for("staged target behind a slash", "Takes what stands behind a slash for the name of the target.",
           lambda name: name.rpartition("/")[2])
staged_for("staged target without its last stop", "Trims the target in the delay header.",
           lambda name: name.rstrip("."))
# fmt: on


@misreading("remote queue in capitals", "Writes the name of a remote queue in capitals into MQXQH.", *TARGET)
class RemoteInCapitals(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, DefineRemoteQueue):
            command = replace(command, remote_queue=command.remote_queue.upper())
        return super().execute(command)


@misreading(
    "DEADQ of 47 characters",
    "Cuts the name of the dead-letter queue by one.",
    *("AM-07", "AM-02", "AM-16", "AM-18"),
)
class ShortDeadLetterQueue(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeadLetterQueue) and command.queue is not None:
            command = replace(command, queue=command.queue[:ALL_BUT_ONE])
        return super().execute(command)


@misreading(
    "dead-letter header in capitals",
    "Names the target in the dead-letter header in capitals.",
    *("DD-98", "X-17", "EX-46"),
)
class DeadLetterInCapitals(QueueManagerDecisions):
    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        return super().dead_letter_copy(message, reason, destination.upper(), now)


@misreading("reply-to queue in capitals", "Writes MQMD.ReplyToQ in capitals.", "HM-04", "X-22")
class ReplyInCapitals(ClientDecisions):
    def reply_queue(self, reply: QueueDestination) -> str:
        return super().reply_queue(reply).upper()


@misreading(
    "any SYSTEM a queue of the system",
    "Takes each queue whose name begins with SYSTEM for one of the system.",
    *("AM-07", "AM-06", "AM-16"),
)
class AnySystem(QueueManagerDecisions):
    def is_system(self, queue: str) -> bool:
        return queue.startswith("SYSTEM")


@misreading(
    "SYSTEM anywhere a queue of the system",
    "Looks for SYSTEM. in the whole name of a queue.",
    *("AM-07", "AM-06", "AM-16"),
)
class SystemAnywhere(QueueManagerDecisions):
    def is_system(self, queue: str) -> bool:
        return "SYSTEM." in queue


# --- texts and bytes ------------------------------------------------------------------------------------


@misreading(
    "id found in a text",
    "Finds a message id anywhere in a correlation id.",
    *("HM-46", "HM-47", "HM-41"),
)
class IdFound(ClientDecisions):
    def is_message_id(self, text: str) -> bool:
        return ID.search(text) is not None

    def id_bytes(self, message_id: str) -> bytes:
        found = ID.search(message_id)
        assert found is not None
        return bytes.fromhex(found[1])


@misreading("null for no text", "Takes the string null for no correlation id.", "HM-46", "HM-47")
class NullForNoText(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        return None if given == "null" else super().correlation_element(form, given)


@misreading("bytes without blanks of EBCDIC", "Trims native bytes of blanks of EBCDIC.", "HM-42", "HM-43")
class WithoutBlanksOfEbcdic(ClientDecisions):
    def native_bytes(self, native: bytes) -> bytes:
        return super().native_bytes(native.rstrip(b"\x40"))


@misreading("types of digits as numbers", "Writes a JMSType of digits as a number.", "HM-38")
class TypesAsNumbers(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        number = jms_type is not None and jms_type.isdecimal()
        return super().type_elements(str(int(jms_type or "")) if number else jms_type)


# --- counts, and delays of some lengths -----------------------------------------------------------------


@misreading("five ids", "Has five message ids, one after the other.", "HM-27", "HM-28", "HM-31", "HM-48")
class FiveIds(ClientDecisions):
    many: ClassVar[int] = 5
    given: tuple[str, ...] = ()

    def assigned_id(self, new_id: str, message: OutgoingMessage, earlier: str | None) -> str:
        self.given = (*self.given, new_id)
        return self.given[(len(self.given) - 1) % self.many]


@misreading("tenth of a group accepted", "Reads one digit of JMSXGroupSeq.", "DD-36")
class TenthOfGroup(ClientDecisions):
    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        many = group is not None and group.sequence is not None and len(str(group.sequence)) > 1
        return not many and super().group_refused(group, delay)


@misreading(
    "delay of less than a tenth on version 7",
    "Asks for version 8.0 where a delay is at least a tenth of a second.",
    *("DD-17", "DD-15"),
)
class ShortDelayOnVersion7(ClientDecisions):
    def delay_supported(self, milliseconds: int, version: Version) -> bool:
        return milliseconds < TENTH or super().delay_supported(milliseconds, version)


@misreading(
    "binding with a short delay accepted",
    "Asks for DEFBIND where a delay is at least a tenth of a second.",
    *("DD-19", "DD-20"),
)
class BindingWithShortDelay(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        return delay >= TENTH and super().binding_refused(delay, binding, cluster)


@misreading(
    "binding with a long delay accepted",
    "Asks for DEFBIND where a delay is less than a minute.",
    *("DD-19", "DD-20"),
)
class BindingWithLongDelay(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        return delay < MINUTE and super().binding_refused(delay, binding, cluster)
