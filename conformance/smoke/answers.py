"""What is wrong with an answer: a sentence for each mistake that a scenario would call "answered nonsense".

`drivers.validated` says of an answer that it is none; here every field of it is tried by itself, so that
one look tells all that is to be mended.
"""

from typing import Any

import msgspec

from mqtck.conformance.contract import Adapter, Information, World
from mqtck.conformance.execution.drivers import validated
from mqtck.conformance.execution.wrong_fields import Mistake, wrong_fields
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import AdapterError


def mistakes_in(command: Command, answer: object) -> tuple[Mistake, ...]:
    """The mistakes in an answer to the command; none for an answer that can be one."""
    judged = validated(command, answer)
    if not isinstance(judged, AdapterError):
        return ()
    name, kind = type(command).__name__, type(answer).__name__
    wrong = wrong_fields(answer) if isinstance(answer, msgspec.Struct) else ()
    told = tuple(
        Mistake(
            f"{name} was answered with a {kind} whose {one.text}",
            f"{name} {kind} {one.about}",
        )
        for one in wrong
    )
    return told or (Mistake(judged.text, f"{name} {kind}"),)


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
