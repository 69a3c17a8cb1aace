"""Work on worlds with a virtual clock, one after another in one thread that is watched from outside.

Handing each command to a thread of its own costs more than many a command. Here the thread does all of the
work, and the caller's only sees to it that commands keep being answered. A hang is noticed after once to
twice the limit; the thread is left behind, and what hung is done once more with each command watched, which
tells the same story about every hang.
"""

from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, NamedTuple, TypeVar

from .execution import Execution, Limits, patience

Result = TypeVar("Result")


class Watched(NamedTuple, Generic[Result]):
    """Work on one execution, whose commands nobody else watches, and how to do it with each one watched."""

    execution: Execution
    work: Callable[[], Result]
    carefully: Callable[[], Result]


class _Left(NamedTuple):
    """What went wrong in the work itself, to be raised where it was asked for."""

    error: BaseException


def one_by_one(
    places: Sequence[int], watched: Callable[[int], Watched[Result]], limits: Limits
) -> Iterator[tuple[int, Result]]:
    """The result of each place, in order. What the work raises is raised here."""
    begun = 0
    while begun < len(places):
        thread = _Thread([(place, watched(place)) for place in places[begun:]])
        for place, one in thread.jobs:
            result = thread.wait_for(one.execution, limits)
            begun += 1
            if result is None:
                yield place, one.carefully()
                break
            yield place, result[0]


class _Thread(Generic[Result]):
    """Does the jobs in order and passes the results on; stops where nobody waits for it any more."""

    def __init__(self, jobs: list[tuple[int, Watched[Result]]]) -> None:
        self.jobs = jobs
        self._wanted = True
        self._results: SimpleQueue[tuple[Result] | _Left] = SimpleQueue()
        Thread(target=self._loop, name="mqtck worlds", daemon=True).start()

    def _loop(self) -> None:
        for _, one in self.jobs:
            try:
                self._results.put((one.work(),))
            except BaseException as error:  # noqa: BLE001 - raised again in `wait_for`
                self._results.put(_Left(error))
                return
            if not self._wanted:
                return

    def wait_for(self, execution: Execution, limits: Limits) -> tuple[Result] | None:
        """The next result, which is that of work on this execution; None where it hangs."""
        answered = -1
        while True:
            doing = execution.doing
            limit = limits.answer if doing is None else patience(doing, execution.information, limits)
            try:
                result = self._results.get(timeout=limit)
            except Empty:
                steps = len(execution.steps)
                if steps != answered:
                    answered = steps
                    continue
                self._wanted = False
                return None
            if isinstance(result, _Left):
                raise result.error
            return result
