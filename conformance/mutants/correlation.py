"""Mutants of the three forms of a correlation id."""

import html
from collections.abc import Callable
from typing import Any, Final

from mqtck.reference.chapters.header_fields import Answering
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o

from .parts import Execute, Mutant, around

ID_LENGTH: Final = 24
CORREL_ID: Final = "chapters.correlation.correlation_bytes"
ELEMENT: Final = "chapters.correlation.correlation_element"

Given = str | bytes


def _is_id(given: Given) -> bool:
    return isinstance(given, str) and given.startswith("ID:")


def _for_ids(wrong: Callable[[str], bytes]) -> Any:
    return around(CORREL_ID, lambda right, given: wrong(str(given)) if _is_id(given) else right(given))


def _for_bytes(wrong: Callable[[bytes], bytes]) -> Any:
    return around(CORREL_ID, lambda right, given: wrong(given) if isinstance(given, bytes) else right(given))


def _for_strings(wrong: Callable[[str], bytes]) -> Any:
    def patched(right: Callable[[Given], bytes | None], given: Given) -> bytes | None:
        return right(given) if isinstance(given, bytes) or _is_id(given) else wrong(given)

    return around(CORREL_ID, patched)


def _cid_of_strings(wrong: Callable[[str], str]) -> Any:
    def patched(right: Callable[[Given], str | None], given: Given) -> str | None:
        element = right(given)
        return None if element is None else wrong(element)

    return around(ELEMENT, patched)


def _upper_case_answer(right: Callable[..., Given | None], state: State, message: Message) -> Given | None:
    given = right(state, message)
    answers = message.fields is not None and isinstance(message.fields.correlation, Answering)
    return f"ID:{given[3:].upper()}" if answers and isinstance(given, str) else given


def _answer_as_string(right: Callable[..., Given | None], state: State, message: Message) -> Given | None:
    """The digits without their prefix: a string of the application."""
    given = right(state, message)
    answers = message.fields is not None and isinstance(message.fields.correlation, Answering)
    return given[3:] if answers and isinstance(given, str) else given


def _long_bytes_refused(execute: Execute) -> Execute:
    def wrong(command: c.Command) -> o.Outcome:
        if isinstance(command, c.Send) and len(command.message.correlation_bytes or "") > 2 * ID_LENGTH:
            return o.Refused(reason=None, family=o.ErrorFamily.JMS_EXCEPTION, text="too long")
        return execute(command)

    return wrong


MUTANTS: Final = (
    Mutant(
        "id-as-characters",
        "Copies the first 24 characters of a message id into MQMD.CorrelId.",
        ("HM-40", "X-40", "X-03"),
        (_for_ids(lambda text: text.encode()[:ID_LENGTH]),),
    ),
    Mutant(
        "id-with-prefix-dropped-from-the-end",
        "Keeps 24 of the digits of a message id as characters.",
        ("HM-40", "X-40", "X-03"),
        (_for_ids(lambda text: text[3:].encode()[:ID_LENGTH]),),
    ),
    Mutant(
        "id-written-too",
        "Writes a message id into the MQRFH2 as a correlation id as well.",
        ("HM-41", "X-40"),
        (around(ELEMENT, lambda right, given: given if _is_id(given) else right(given)),),
    ),
    Mutant(
        "bytes-as-characters",
        "Takes the bytes of a correlation id for characters of 7 bits.",
        ("HM-42", "HM-43", "HM-44"),
        (_for_bytes(lambda given: bytes(byte & 0x7F for byte in given[:ID_LENGTH]).ljust(ID_LENGTH, b"\0")),),
    ),
    Mutant(
        "bytes-end-at-zero",
        "Ends the bytes of a correlation id at the first zero.",
        ("HM-42", "HM-44"),
        (_for_bytes(lambda given: given[:ID_LENGTH].partition(b"\0")[0].ljust(ID_LENGTH, b"\0")),),
    ),
    Mutant(
        "bytes-padded-with-blanks",
        "Pads the bytes of a correlation id with blanks.",
        ("HM-43",),
        (_for_bytes(lambda given: given[:ID_LENGTH].ljust(ID_LENGTH, b" ")),),
    ),
    Mutant(
        "bytes-padded-on-the-left",
        "Pads the bytes of a correlation id on the left.",
        ("HM-43",),
        (_for_bytes(lambda given: given[:ID_LENGTH].rjust(ID_LENGTH, b"\0")),),
    ),
    Mutant(
        "bytes-cut-in-front",
        "Keeps the last 24 bytes of a longer correlation id.",
        ("HM-44",),
        (_for_bytes(lambda given: given[-ID_LENGTH:].ljust(ID_LENGTH, b"\0")),),
    ),
    Mutant(
        "long-bytes-refused",
        "Refuses a correlation id of more than 24 bytes.",
        ("HM-44",),
        execute=_long_bytes_refused,
    ),
    Mutant(
        "bytes-written-too",
        "Writes the bytes of a correlation id into the MQRFH2 in hexadecimal.",
        ("HM-45",),
        (
            around(
                ELEMENT,
                lambda right, given: f"ID:{given.hex()}" if isinstance(given, bytes) else right(given),
            ),
        ),
    ),
    Mutant(
        "string-cut-in-the-header",
        "Writes no more of a correlation id into the MQRFH2 than fits into MQMD.",
        ("HM-46",),
        (_cid_of_strings(lambda text: text[:ID_LENGTH]),),
    ),
    Mutant(
        "string-escaped-twice",
        "Leaves the marks of XML in a correlation id of the MQRFH2.",
        ("HM-46",),
        (_cid_of_strings(html.escape),),
    ),
    Mutant(
        "string-without-ascii",
        "Writes a question mark for each character of a correlation id that is not ASCII.",
        ("HM-46", "HM-47"),
        (
            _cid_of_strings(lambda text: text.encode("ascii", "replace").decode()),
            _for_strings(lambda text: text.encode("ascii", "replace")[:ID_LENGTH].ljust(ID_LENGTH, b"\0")),
        ),
    ),
    Mutant(
        "string-not-in-the-descriptor",
        "Leaves MQMD.CorrelId empty for a string of the application.",
        ("HM-47", "X-03"),
        (_for_strings(lambda _: bytes(ID_LENGTH)),),
    ),
    Mutant(
        "string-in-another-encoding",
        "Writes a correlation id into MQMD.CorrelId in UTF-16.",
        ("HM-47", "X-03"),
        (_for_strings(lambda text: text.encode("utf-16-be")[:ID_LENGTH].ljust(ID_LENGTH, b"\0")),),
    ),
    Mutant(
        "answer-in-upper-case",
        "Does not take the JMSMessageID of a request for a message id.",
        ("X-40",),
        (around("chapters.correlation_fields.correlation_given", _upper_case_answer),),
    ),
    Mutant(
        "answer-as-a-string",
        "Takes the JMSMessageID of a request for a string of the application.",
        ("X-40",),
        (around("chapters.correlation_fields.correlation_given", _answer_as_string),),
    ),
)
