"""Misreadings of JMSCorrelationID."""

# ruff: noqa: ARG002 - as in `decisions`

import re
from typing import Any, ClassVar
from urllib.parse import unquote

import msgspec

from implementations.decisions.client import ClientDecisions
from implementations.decisions.headers import ID_LENGTH
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import NO_ID, CallRefusedError
from implementations.state.written_headers import CorrelationForm
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no, nothing
from implementations.wrong.parts.calls import (
    Call,
    Row,
    non_persistent,
    publishes,
    register,
    sends,
    transacted,
)
from implementations.wrong.parts.channels import HandedOn
from implementations.wrong.parts.rules import ANY_WAY
from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.outcomes import Outcome

ID = re.compile(r"ID:([0-9a-f]{48})")


@misreading(
    "no correlation id behind a channel", "Leaves MQMD.CorrelId on the transmission queue.", "HM-47", "X-03"
)
class NoCorrelationBehindChannel(HandedOn):
    lost: ClassVar[dict[str, Any]] = {"correlation_id": NO_ID}


class Texts(ClientDecisions):
    """Writes a correlation id otherwise than it was given."""

    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        element = super().correlation_element(form, given)
        return element and self.written(element)

    def written(self, text: str) -> str:
        raise NotImplementedError


@misreading("digits as a number", "Writes a correlation id of digits as a number.", "HM-46")
class DigitsAsNumber(Texts):
    def written(self, text: str) -> str:
        return str(int(text)) if text.isascii() and text.isdigit() else text


@misreading("blanks collapsed", "Writes one blank for several.", "HM-46")
class BlanksCollapsed(Texts):
    def written(self, text: str) -> str:
        return re.sub(" +", " ", text)


@misreading(
    "bytes that are characters written",
    "Takes bytes that are characters for a string of the application.",
    "HM-45",
)
class CharactersAreText(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        if form is CorrelationForm.NATIVE:
            native = bytes.fromhex(given).decode("latin-1")
            if native.isascii() and native.isprintable():
                return native
        return super().correlation_element(form, given)


@misreading(
    "correlation id stays with the object",
    "Writes the first string of a message object when it is sent again with another.",
    *("HM-46", "HM-47", "X-03"),
)
class CorrelationStays(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.texts: dict[str, str | None] = {}

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send):
            message = command.message
            before = self.texts.get(message.same_object_as or "")
            if before and message.correlation_text:
                message = msgspec.structs.replace(message, correlation_text=before)
                command = msgspec.structs.replace(command, message=message)
            self.texts[message.label] = message.correlation_text
        return super().execute(command)


def nulls(*_: object) -> bytes:
    return bytes(24)


@misreading(
    "digits taken for an id",
    "Takes 48 hexadecimal digits for a message id, with ID: in front of them or without.",
    *("HM-46", "HM-47"),
)
class DigitsAreAnId(ClientDecisions):
    def is_message_id(self, text: str) -> bool:
        return re.fullmatch("(ID:)?[0-9a-fA-F]{48}", text) is not None


LONG_ELEMENT = 255


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


@misreading("backslashes of texts read", "Takes a backslash of a text for an escape.", "HM-46", "HM-47")
class BackslashesOfTexts(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        element = super().correlation_element(form, given)
        return element and element.replace("\\", "")


@misreading("percent signs read", "Takes a text for one with percent encoding.", "HM-46", "HM-47")
class PercentSignsOfTexts(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        element = super().correlation_element(form, given)
        return element and unquote(element)


# --- texts and bytes --------------------------------------------------------------------------------------


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


# --- correlation id ---------------------------------------------------------------------------------------


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


@misreading("text not cut", "Puts the whole of a string into MQMD.CorrelId.", "HM-47", "X-03")
class TextNotCut(ClientDecisions):
    def text_bytes(self, text: str) -> bytes:
        return text.encode().ljust(ID_LENGTH, b"\0")


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


# --- life and delay, ids, texts ---------------------------------------------------------------------------


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


def published_replies(call: Call, producer: Producer) -> bool:
    answers = isinstance(call, Send) and call.message.correlates_with is not None
    return answers and publishes(call, producer)


def characters(message_id: str) -> bytes:
    return message_id[:ID_LENGTH].encode()


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("id of a request as text in a publication",
     "Publishes a reply with the characters of the id of its request.",
     ("HM-40", "X-40", "HM-48"), sends(published_replies), "id_bytes", characters),
    ("text not in the descriptor of the non-persistent",
     "Leaves a string to the MQRFH2 where the message is not persistent.",
     ("HM-47", *ANY_WAY), sends(non_persistent), "text_bytes", nulls),
    ("bytes lost in a unit of work", "Leaves native bytes out in a unit of work.",
     ("HM-42", "HM-43", *ANY_WAY), sends(transacted), "native_bytes", nulls),
    ("message id as text in a unit of work", "Takes a message id for a string in a unit of work.",
     ("HM-40", "HM-41", *ANY_WAY), sends(transacted), "is_message_id", no),
    ("publications without correlation element", "Writes a string of the application for queues alone.",
     ("HM-46", "HM-48"), sends(publishes), "correlation_element", nothing),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
