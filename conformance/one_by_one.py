"""Work on worlds with a virtual clock, one after another in one thread that is watched from outside.

Handing each command to a thread of its own costs more than many a command. Here the thread does all of the
work, and the caller's only sees to it that commands keep being answered. A hang is noticed after once to
twice the limit; the thread is left behind, and what hung is done once more with each command watched, which
tells the same story about every hang.
"""

from collections.abc import Callable, Iterator, Sequence
from queue import Empty
from typing import Any, Generic, NamedTuple, TypeVar

from .execution import Execution, Limits, patience
from .work_threads import WorkThread

Result = TypeVar("Result")


class Watched(NamedTuple, Generic[Result]):
    """Work on one execution, whose commands nobody else watches, and how to do it with each one watched."""

    execution: Execution
    work: Callable[[], Result]
    carefully: Callable[[], Result]


def one_by_one(
    places: Sequence[int], watched: Callable[[int], Watched[Result]], limits: Limits
) -> Iterator[tuple[int, Result]]:
    """The result of each place, in order. What the work raises is raised here."""
    thread = WorkThread.have()
    try:
        for place in places:
            one = watched(place)
            thread.hand_over(one.work)
            answer: tuple[Result] | None = _answer(thread, one.execution, limits)
            if answer is None:
                thread.let_go()
                thread = WorkThread.have()
                yield place, one.carefully()
            else:
                yield place, answer[0]
    finally:
        thread.let_go()


def _answer(thread: WorkThread, execution: Execution, limits: Limits) -> tuple[Any] | None:
    """What the work on this execution came to; None where it hangs."""
    answered = -1
    while True:
        doing = execution.doing
        limit = limits.answer if doing is None else patience(doing, execution.information, limits)
        try:
            return (thread.answer(limit),)
        except Empty:
            if len(execution.steps) == answered:
                return None
            answered = len(execution.steps)
