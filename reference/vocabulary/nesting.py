"""JSON texts from elsewhere, which may be nested so deeply that decoding them would end the process.

Under Python 3.13 msgspec descends thousands of levels before it raises RecursionError, and the stack of a
thread may end before. Nothing of this vocabulary is nested half as deep as `DEEPEST`.
"""

import re
from typing import Any, Final, Generic, TypeVar

import msgspec

DEEPEST: Final = 100
"""Levels of arrays and objects in each other."""

Kind = TypeVar("Kind")

_BRACKETS: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)
_DEEPER: Final = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}


class JsonDecoder(Generic[Kind]):
    """As `msgspec.json.Decoder`; raises DecodeError for what is nested deeper than `DEEPEST`."""

    def __init__(self, kind: Any) -> None:
        self._decode = msgspec.json.Decoder(kind).decode

    def decode(self, text: bytes) -> Kind:
        if is_too_deep(text):
            raise msgspec.DecodeError(f"nested more than {DEEPEST} levels deep")
        decoded: Kind = self._decode(text)
        return decoded


_anything = JsonDecoder[Any](Any)


def decoded(text: bytes) -> Any:
    """As `msgspec.json.decode`; raises DecodeError for what is nested deeper than `DEEPEST`."""
    return _anything.decode(text)


def is_too_deep(text: bytes) -> bool:
    """Whether so many arrays and objects are open at once; those within strings are none."""
    if text.count(b"[") + text.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += _DEEPER.get(found.group(), 0)
        if depth > DEEPEST:
            return True
    return False
