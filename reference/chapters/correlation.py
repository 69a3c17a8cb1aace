"""Chapters "JMSMessageID" and "JMSCorrelationID" of the header mapping, as far as they are about bytes.

Covers HM-30 (an id as a string and as 24 bytes) and HM-40 to HM-47 (what the three forms of a correlation
id become in MQMD.CorrelId and in the MQRFH2).

Silent points: a string that begins with "ID:" but not with 48 lower-case hexadecimal digits behind it
(nothing is said: None); what pads a string shorter than 24 bytes (HM-47: nulls or blanks); a string
that UTF-8 cannot write (None). The cut at 24 bytes counts bytes and may split a character.
"""

import re
from enum import StrEnum
from typing import Final

from mqtck.reference.structures.descriptor import ID_LENGTH

from .header_mapping import well_formed_message_id

PREFIX: Final = "ID:"

_PROVIDER_ID: Final = re.compile(r"ID:[0-9a-f]{48}")


class CorrelationForm(StrEnum):
    """The three things that a JMSCorrelationID can hold."""

    PROVIDER_ID = "provider-specific message id"
    NATIVE_BYTES = "provider-native byte[]"
    APPLICATION_STRING = "application-specific string"


def message_id_string(message_id: bytes) -> str:
    """HM-30: the 24 bytes of MQMD.MsgId as a JMSMessageID."""
    assert len(message_id) == ID_LENGTH
    return PREFIX + message_id.hex()


def message_id_bytes(message_id: str) -> bytes | None:
    """HM-30: the 24 bytes that a JMSMessageID stands for, in either case of letters; None if ill-formed."""
    return bytes.fromhex(message_id[len(PREFIX) :]) if well_formed_message_id(message_id) else None


def correlation_form(correlation_id: str | bytes) -> CorrelationForm | None:
    """Which of the three it is; None where the documents do not say."""
    if isinstance(correlation_id, bytes):
        return CorrelationForm.NATIVE_BYTES
    if _PROVIDER_ID.fullmatch(correlation_id):
        return CorrelationForm.PROVIDER_ID
    if correlation_id.startswith(PREFIX) or _unwritable(correlation_id):
        return None
    return CorrelationForm.APPLICATION_STRING


def correlation_bytes(correlation_id: str | bytes) -> bytes | None:
    """MQMD.CorrelId for this JMSCorrelationID; None where the documents do not say.

    HM-40: an id is decoded. HM-42 to HM-44: bytes are copied, padded with nulls or cut. HM-47: the first
    24 bytes of a string, here padded with nulls (see `accepted_correlation_bytes`).
    """
    accepted = accepted_correlation_bytes(correlation_id)
    return accepted[0] if accepted else None


def accepted_correlation_bytes(correlation_id: str | bytes) -> tuple[bytes, ...]:
    """All values of MQMD.CorrelId that the documents allow, the preferred one first; none if open.

    HM-47 leaves the padding open: nulls or blanks.
    """
    match correlation_form(correlation_id), correlation_id:
        case CorrelationForm.PROVIDER_ID, str(text):
            return (bytes.fromhex(text[len(PREFIX) :]),)
        case CorrelationForm.NATIVE_BYTES, bytes(native):
            return (native[:ID_LENGTH].ljust(ID_LENGTH, b"\0"),)
        case CorrelationForm.APPLICATION_STRING, str(text):
            leading = text.encode()[:ID_LENGTH]
            padded = (leading.ljust(ID_LENGTH, padding) for padding in (b"\0", b" "))
            return tuple(dict.fromkeys(padded))
        case _:
            return ()


def correlation_element(correlation_id: str | bytes) -> str | None:
    """What is written as jms.Cid. HM-46: a string in full. HM-41, HM-45: nothing for the other forms.

    Where `correlation_form` is None, nothing is said about the element either.
    """
    match correlation_form(correlation_id), correlation_id:
        case CorrelationForm.APPLICATION_STRING, str(text):
            return text
        case _:
            return None


def _unwritable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
