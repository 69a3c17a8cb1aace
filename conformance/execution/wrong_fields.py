"""Which fields of an answer are not as written and read again, and what would be right there."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec

from mqtck.reference.vocabulary.results import clipped

_NUMBER: Final = re.compile(r"\[\d+\]")
_encoder: Final = msgspec.json.Encoder()


class Mistake(NamedTuple):
    """A sentence, and what it is about: the same for mistakes that differ in their values alone."""

    text: str
    about: str


def wrong_fields(value: msgspec.Struct, place: str = "") -> Iterator[Mistake]:
    """Each innermost one; `about` names its place and its type."""
    for field in msgspec.structs.fields(value):
        inner = getattr(value, field.name)
        if inner is msgspec.UNSET:
            continue
        where = f"{place}{field.name}"
        wrong = _wrong(inner, field.type)
        if wrong is not None:
            kind = type(inner).__name__
            about = f"{_NUMBER.sub('', where)} is of type {kind}"
            own = Mistake(f"{where} is {shown(inner, 80)} ({kind}); {wrong}", about)
            yield from tuple(_deeper(inner, where)) or (own,)


def shown(value: object, most: int) -> str:
    """So many characters of a value at most, and how many are left out."""
    try:
        return clipped(repr(value), most)
    except RecursionError:
        return "nested too deeply to be shown"


def _deeper(value: object, place: str) -> Iterator[Mistake]:
    """Those in a value itself, or in the elements of a list."""
    match value:
        case msgspec.Struct():
            yield from wrong_fields(value, f"{place}.")
        case tuple() | list():
            for number, one in enumerate(value):
                if isinstance(one, msgspec.Struct):
                    yield from wrong_fields(one, f"{place}[{number}].")


def _wrong(value: object, kind: Any) -> str | None:
    """Why a value is none of a kind; None where it is."""
    try:
        again = msgspec.json.decode(_encoder.encode(value), type=kind)
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
        # What it was is told already, as Python calls it.
        told = str(error).partition(" - at `$")[0].partition(", got ")[0]
        return told[:1].lower() + told[1:]
    if again == value:
        return None
    if type(again) is not type(value):
        return f"expected `{type(again).__name__}`"
    return f"written and read again it is {shown(again, 80)} ({type(again).__name__})"
