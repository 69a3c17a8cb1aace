"""Work on worlds with a virtual clock, one after another in one thread that is watched from outside.

To hand each command to another thread costs more than many commands do. Here one thread does all the work,
and the caller's only sees to it that commands keep being answered. A hang is noticed after once to twice the
limit. The thread is left behind then, and the work that hung is done once more with each command watched, so
that every hang is reported in the same way.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import Event
from typing import Generic, NamedTuple, TypeVar

from .work_threads import WorkThread
from .worlds import Execution, Limits, awaited

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
    begun = 0
    while begun < len(places):
        jobs = [(place, watched(place)) for place in places[begun:]]
        thread, wanted = WorkThread.have(), Event()
        wanted.set()
        try:
            for _, one in jobs:
                # All at once: to wait for each answer before the next costs as much as a few commands.
                thread.hand_over(partial(_if_wanted, wanted, one.work))
            for place, one in jobs:
                answer: tuple[Result] | None = awaited(thread, one.execution, limits)
                begun += 1
                if answer is None:
                    wanted.clear()
                    yield place, one.carefully()
                    break
                yield place, answer[0]
        finally:
            wanted.clear()
            thread.let_go()


def _if_wanted(wanted: Event, work: Callable[[], Result]) -> Result | None:
    """The work, unless nobody waits for it any more."""
    return work() if wanted.is_set() else None
