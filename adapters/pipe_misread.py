"""What is wrong with a line of a program behind a pipe, in words for its author.

Adds to what is wrong with any line of JSON (`misread`) what the contract says of these: they are UTF-8,
standard output is for them alone, and which fields there are in an answer and in information.
"""

import re
from difflib import get_close_matches
from typing import Final

import msgspec

from mqtck.conformance.contract import Information
from mqtck.reference.vocabulary.misread import what_is_wrong

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding bytes raises: texts that are not UTF-8 and deep nesting have errors of their own."""

_FIELD: Final = re.compile(
    r"Object contains unknown field `(?P<field>[^`]*)`(?: - at `\$\.(?P<of>information)`)?"
)
_NOISE: Final = "standard output is for answers alone, and everything else belongs on standard error"


def why_no_answer(error: Exception, line: bytes, answer: type[msgspec.Struct]) -> str:
    """Of a whole line; `answer` is what it should have been."""
    if isinstance(error, UnicodeDecodeError):
        return _not_utf8(line)
    if wrong := _FIELD.fullmatch(str(error)):
        kind = Information if wrong["of"] else answer
        return f"{error}{_meant(wrong['field'], wrong['of'] or 'an answer', kind)}"
    told = what_is_wrong(error, line)
    return told if line.lstrip().startswith(b"{") else f"{told}; {_not_utf8(line) or _NOISE}"


def why_no_outcome(error: Exception, line: bytes) -> str:
    """Of the outcome within a line."""
    return _not_utf8(line) or what_is_wrong(error, line)


def _not_utf8(line: bytes) -> str:
    """What to say of bytes that are no text; empty for a text."""
    try:
        line.decode()
    except UnicodeDecodeError as error:
        return f"answers are UTF-8, and byte {error.start} is {line[error.start]:#04x}"
    return ""


def _meant(field: str, of: str, kind: type[msgspec.Struct]) -> str:
    """The known fields, or the one of nearly the same spelling."""
    known = kind.__struct_fields__
    near = get_close_matches(field, known, n=1)
    return f"; did you mean {near[0]}?" if near else f"; {of} has {', '.join(known)}"
