"""The model watched while something is judged: the states of which it is asked, and its internal work.

Left out: what it answers, which each test looks at by itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mqtck.reference import model
from mqtck.reference.internal_work import work
from mqtck.reference.state.intervals import Interval, Moment
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.commands import Command


@contextmanager
def states_asked() -> Iterator[list[tuple[State, Interval]]]:
    """The states before commands of which the model is asked meanwhile, and the times of the commands."""
    seen: list[tuple[State, Interval]] = []
    original = model.possibilities

    def watched(state: State, command: Command, at: Interval) -> Any:
        seen.append((state, at))
        return original(state, command, at)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("mqtck.reference.recollection.possibilities", watched)
        yield seen


@contextmanager
def work_done() -> Iterator[list[int]]:
    """The serials of the messages that internal work looks at meanwhile, as often as it does."""
    done: list[int] = []
    original = work.work

    def watched(state: State, serial: int, moment: Moment) -> State:
        done.append(serial)
        return original(state, serial, moment)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(work, "work", watched)
        yield done
