"""What is wrong with an answer: a sentence for each mistake that a scenario would call "answered nonsense".

`drivers.validated` says of an answer that it is none; here every field of it is tried by itself, so that
one look tells all that is to be mended.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec

from mqtck.conformance.contract import Adapter, Information, World
from mqtck.conformance.execution.drivers import validated
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import AdapterError

_NUMBER: Final = re.compile(r"\[\d+\]")
_encoder = msgspec.json.Encoder()


class Mistake(NamedTuple):
    """A sentence, and what it is about: the same for mistakes that differ in their values alone."""

    text: str
    about: str


def mistakes_in(command: Command, answer: object) -> tuple[Mistake, ...]:
    """The mistakes in an answer to the command; none for an answer that can be one."""
    judged = validated(command, answer)
    if not isinstance(judged, AdapterError):
        return ()
    name, kind = type(command).__name__, type(answer).__name__
    wrong = _wrong_fields(answer, "") if isinstance(answer, msgspec.Struct) else ()
    told = tuple(
        Mistake(
            f"{name} was answered with a {kind} whose {one.text}",
            f"{name} {kind} {_NUMBER.sub('', one.about)}",
        )
        for one in wrong
    )
    return told or (Mistake(judged.text, f"{name} {kind}"),)


def _wrong_fields(value: msgspec.Struct, place: str) -> Iterator[Mistake]:
    for field in msgspec.structs.fields(value):
        inner = getattr(value, field.name)
        if inner is msgspec.UNSET:
            continue
        where = f"{place}{field.name}"
        wrong = _wrong(inner, field.type)
        if wrong is None:
            continue
        deeper: list[Mistake] = []
        match inner:
            case msgspec.Struct():
                deeper = list(_wrong_fields(inner, f"{where}."))
            case tuple() | list():
                for number, one in enumerate(inner):
                    if isinstance(one, msgspec.Struct):
                        deeper.extend(_wrong_fields(one, f"{where}[{number}]."))
        kind = type(inner).__name__
        yield from deeper or [Mistake(f"{where} is {inner!r:.80} ({kind}); {wrong}", f"{where} {kind}")]


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
    return f"written and read again it is {again!r:.80} ({type(again).__name__})"


class Recorder:
    """An adapter that remembers the last answer of its last world as it was given."""

    def __init__(self, inner: Adapter) -> None:
        self._inner = inner
        self.answer: object = None

    @property
    def information(self) -> Information:
        return self._inner.information

    def open_world(self) -> World:
        return _Recorded(self._inner.open_world(), self)

    def close(self) -> None:
        """The adapter is closed by whoever made it."""


class _Recorded:
    def __init__(self, inner: World, recorder: Recorder) -> None:
        self._inner = inner
        self._recorder = recorder
        self.now = inner.now
        self.close = inner.close

    def execute(self, command: Command) -> Any:
        self._recorder.answer = self._inner.execute(command)
        return self._recorder.answer
