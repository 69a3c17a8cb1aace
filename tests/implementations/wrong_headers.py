"""Misreadings of the header mapping: destinations, delivery mode, priority, type, correlation id, the hop."""

# ruff: noqa: ARG002 - as in `client_decisions`
import msgspec

from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DestinationPersistence
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination

from .client_decisions import ClientDecisions
from .decisions import QueueManagerDecisions
from .decisions_headers import ID_LENGTH
from .misreading import misreading
from .objects import Delay, Message
from .uris import Destination
from .written_headers import CorrelationForm, TypeElements

# --- destination and reply-to -----------------------------------------------------------------------


@misreading("no destination element", "Writes no JMSDestination.", "HM-01", "HM-03")
class NoDestinationElement(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        return None


@misreading(
    "staging queue as destination", "Names the staging queue as JMSDestination.", "HM-01", "HM-03", "X-42"
)
class StagingQueueAsDestination(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        return super().destination_element(QueueDestination(STAGING_QUEUE), manager)


@misreading(
    "destination by name alone",
    "Leaves the properties of a destination out of its URI.",
    *("HM-02", "HM-01"),
)
class DestinationByNameAlone(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, QueueDestination):
            destination = QueueDestination(destination.queue)
        return super().destination_element(destination, manager)


@misreading("destination without scheme", "Writes the bare name of the destination.", "HM-03", "HM-01")
class DestinationWithoutScheme(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        return destination.queue if isinstance(destination, QueueDestination) else destination.topic_string


@misreading("no header for topics", "Writes no destination for a publication.", "HM-48", "HM-01", "HM-03")
class NoHeaderForTopics(ClientDecisions):
    def destination_element(self, destination: Destination, manager: str) -> str | None:
        if isinstance(destination, TopicDestination):
            return None
        return super().destination_element(destination, manager)


@misreading("no reply-to queue", "Leaves MQMD.ReplyToQ blank.", "HM-04")
class NoReplyQueue(ClientDecisions):
    def reply_queue(self, reply: QueueDestination) -> str:
        return ""


@misreading("reply-to queue as URI", "Puts the URI into MQMD.ReplyToQ.", "HM-04")
class ReplyQueueAsUri(ClientDecisions):
    def reply_queue(self, reply: QueueDestination) -> str:
        return f"queue:///{reply.queue}"


@misreading(
    "reply-to manager always local", "Names the local queue manager in MQMD.ReplyToQMgr always.", "HM-05"
)
class ReplyManagerAlwaysLocal(ClientDecisions):
    def reply_manager(self, reply: QueueDestination, manager: str) -> str:
        return manager


@misreading("reply-to manager left out", "Leaves MQMD.ReplyToQMgr blank always.", "HM-05")
class ReplyManagerLeftOut(ClientDecisions):
    def reply_manager(self, reply: QueueDestination, manager: str) -> str:
        return ""


@misreading("reply-to by name alone", "Leaves the properties of JMSReplyTo out of its URI.", "HM-06", "HM-07")
class ReplyByNameAlone(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        return super().reply_element(QueueDestination(reply.queue), manager)


@misreading(
    "reply-to persistence of the queue left out",
    "Says nothing in the URI of JMSReplyTo where answers are to be as persistent as the queue defines.",
    *("HM-06", "HM-07"),
)
class ReplyPersistenceLeftOut(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        if reply.persistence is DestinationPersistence.QUEUE_DEFINITION:
            reply = msgspec.structs.replace(reply, persistence=DestinationPersistence.AS_APPLICATION)
        return super().reply_element(reply, manager)


@misreading("no reply-to element", "Leaves JMSReplyTo to the descriptor.", "HM-06", "HM-07")
class NoReplyElement(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        return None


@misreading("reply-to without scheme", "Writes the bare name of the reply-to queue.", "HM-07", "HM-06")
class ReplyWithoutScheme(ClientDecisions):
    def reply_element(self, reply: QueueDestination, manager: str) -> str | None:
        return reply.queue


# --- delivery mode and priority ---------------------------------------------------------------------


@misreading(
    "destination's delivery mode ignored",
    "Lets the send win over the destination.",
    *("HM-09", "HM-10", "HM-11"),
)
class DestinationModeIgnored(ClientDecisions):
    def mode_of_destination(self, chosen: int, destination: Destination) -> int | None:
        return chosen


@misreading("no delivery mode element", "Writes no delivery mode.", "HM-12")
class NoModeElement(ClientDecisions):
    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        return None


@misreading("persistence as delivery mode element", "Writes MQPER_* as the delivery mode.", "HM-12")
class PersistenceAsModeElement(ClientDecisions):
    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        return persistence


@misreading(
    "overruled delivery mode written",
    "Writes the delivery mode of the send though the destination decides.",
    *("HM-12", "HM-09"),
)
class OverruledModeWritten(ClientDecisions):
    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        return None if mode is None else chosen


@misreading(
    "delivery mode belied", "Writes the sender's delivery mode where the queue decides.", "HM-13", "X-27"
)
class ModeBelied(ClientDecisions):
    def mode_element(
        self, chosen: int, mode: int | None, persistence: int, destination: Destination
    ) -> int | None:
        return chosen


@misreading(
    "delivery mode as at delivery",
    "Writes what DEFPSIST says at the delivery, though the message was put with what it said before.",
    *("X-27", "X-42", "HM-13"),
)
class ModeAsAtDelivery(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = delay.original
        if message.header is None:
            return message
        header = msgspec.structs.replace(message.header, delivery_mode=persistence + 1)
        return msgspec.structs.replace(message, header=header)


@misreading("no priority element", "Writes no priority.", "HM-25")
class NoPriorityElement(ClientDecisions):
    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        return None


@misreading("low priorities not written", "Writes priorities above the default alone.", "HM-25")
class LowPrioritiesNotWritten(ClientDecisions):
    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        return chosen if chosen > 4 else None


@misreading("default priority written as 0", "Writes 0 for the default priority.", "HM-26", "HM-25")
class DefaultPriorityAsZero(ClientDecisions):
    def priority_element(self, chosen: int, priority: int, destination: Destination) -> int | None:
        return 0 if chosen == 4 else chosen


# --- expiration and type ----------------------------------------------------------------------------


@misreading("expiration in 32 bits", "Writes the expiration in 32 bits.", "HM-19", "HM-21", "HM-14")
class ExpirationInThirtyTwoBits(ClientDecisions):
    def expiration_element(self, expiration: int | None) -> int | None:
        return None if expiration is None else expiration % 2**32


@misreading("expiration as i4", "Says that the expiration is an i4.", "HM-19", "HM-21")
class ExpirationAsShortInteger(ClientDecisions):
    def expiration_type(self) -> str | None:
        return "i4"


@misreading("no type", "Writes no JMSType.", "HM-38", "HM-39")
class NoTypeWritten(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return TypeElements()


@misreading("type as format", "Writes JMSType into mcd.Fmt.", "HM-38")
class TypeAsFormat(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return TypeElements(format=jms_type)


@misreading("type cut at marks", "Ends JMSType where XML would have to mark a character.", "HM-38")
class TypeCutAtMarks(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return TypeElements(type=None if jms_type is None else jms_type.split("<")[0].split("&")[0])


# --- correlation id ---------------------------------------------------------------------------------


@misreading(
    "message id as text", "Takes a message id for a string of the application.", "HM-40", "HM-41", "X-40"
)
class MessageIdAsText(ClientDecisions):
    def is_message_id(self, text: str) -> bool:
        return False


@misreading("message id backwards", "Turns the bytes of a message id round.", "HM-40", "X-40")
class MessageIdBackwards(ClientDecisions):
    def id_bytes(self, message_id: str) -> bytes:
        return super().id_bytes(message_id)[::-1]


@misreading("message id written as well", "Writes a message id into the MQRFH2 too.", "HM-41", "X-40")
class MessageIdWrittenAsWell(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        return None if form is CorrelationForm.NATIVE else given


@misreading("bytes as a C string", "Ends native bytes at the first null.", "HM-42", "X-03")
class BytesAsString(ClientDecisions):
    def native_bytes(self, native: bytes) -> bytes:
        return super().native_bytes(native.split(b"\0")[0])


@misreading("bytes of seven bits", "Cuts native bytes to seven bits.", "HM-42", "HM-43", "HM-44", "X-03")
class BytesOfSevenBits(ClientDecisions):
    def native_bytes(self, native: bytes) -> bytes:
        return bytes(byte & 0x7F for byte in super().native_bytes(native))


@misreading("bytes padded with blanks", "Pads native bytes with blanks.", "HM-43", "X-03")
class BytesPaddedWithBlanks(ClientDecisions):
    def native_bytes(self, native: bytes) -> bytes:
        return native[:ID_LENGTH].ljust(ID_LENGTH, b" ")


@misreading("bytes padded in front", "Pads native bytes on the left.", "HM-43", "X-03")
class BytesPaddedInFront(ClientDecisions):
    def native_bytes(self, native: bytes) -> bytes:
        return native[:ID_LENGTH].rjust(ID_LENGTH, b"\0")


@misreading("last bytes kept", "Keeps the last 24 of longer native bytes.", "HM-44")
class LastBytesKept(ClientDecisions):
    def native_bytes(self, native: bytes) -> bytes:
        return super().native_bytes(native[-ID_LENGTH:])


@misreading("bytes written as well", "Writes native bytes into the MQRFH2 too.", "HM-45")
class BytesWrittenAsWell(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        return None if form is CorrelationForm.MESSAGE_ID else given


@misreading("text cut short", "Writes the first 24 characters of a correlation id.", "HM-46")
class TextCutShort(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        return given[:24] if form is CorrelationForm.TEXT else None


@misreading("text not written", "Leaves a string to MQMD.CorrelId alone.", "HM-46")
class TextNotWritten(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        return None


@misreading("text in Latin-1", "Puts a string into MQMD.CorrelId in Latin-1.", "HM-47", "X-03")
class TextInLatinOne(ClientDecisions):
    def text_bytes(self, text: str) -> bytes:
        return text.encode("latin-1", errors="replace")[:ID_LENGTH].ljust(ID_LENGTH, b"\0")


@misreading("text in UTF-16", "Puts a string into MQMD.CorrelId in UTF-16.", "HM-47", "X-03")
class TextInUtf16(ClientDecisions):
    def text_bytes(self, text: str) -> bytes:
        return text.encode("utf-16-be")[:ID_LENGTH].ljust(ID_LENGTH, b"\0")


@misreading("text not in the descriptor", "Leaves MQMD.CorrelId empty for a string.", "HM-47", "X-03")
class TextNotInDescriptor(ClientDecisions):
    def text_bytes(self, text: str) -> bytes:
        return b"\0" * ID_LENGTH


# --- over the staging hop ---------------------------------------------------------------------------


@misreading(
    "correlation id lost on the way",
    "Delivers a delayed message with its own id in MQMD.CorrelId, as it was staged.",
    *("X-03", "X-42", "HM-40", "HM-42", "HM-47", "DD-60"),
)
class CorrelationIdLost(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        return msgspec.structs.replace(delay.original, correlation_id=delay.original.message_id)


@misreading(
    "header lost on the way",
    "Delivers a delayed message without the MQRFH2 with which it was sent.",
    *("X-42", "HM-01", "HM-03", "HM-12", "HM-35", "X-41"),
)
class HeaderLost(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        return msgspec.structs.replace(delay.original, header=None)


@misreading(
    "staging queue named at delivery",
    "Names the staging queue in the destination of a delayed message.",
    *("X-42", "HM-01", "HM-03"),
)
class StagingQueueNamed(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = delay.original
        if message.header is None:
            return message
        header = msgspec.structs.replace(message.header, destination=f"queue:///{STAGING_QUEUE}")
        return msgspec.structs.replace(message, header=header)
