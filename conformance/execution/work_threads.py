"""Threads to which work is handed, so that whoever waits for it can go on when it hangs.

A new thread costs about a millisecond of the work that it does first, as much as many commands, so the same
few are used again and again. One that still owes an answer never is: it ends when it comes back.
"""

import os
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, ClassVar, Final

IDLE: Final = 8
"""Threads that are kept for later, at most."""


class WorkThread:
    """A thread that one at a time hands work to; made by `have`."""

    _idle: ClassVar[list["WorkThread"]] = []

    def __init__(self) -> None:
        self._work: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._answers: SimpleQueue[Callable[[], Any]] = SimpleQueue()
        self._owed = 0
        threading.Thread(target=self._loop, name="mqtck world", daemon=True).start()

    @classmethod
    def have(cls) -> "WorkThread":
        """One that nobody else has, to be let go of once."""
        try:
            return cls._idle.pop()
        except IndexError:
            return cls()

    def let_go(self) -> None:
        """Keep it for others, or let it end where it owes an answer or enough are kept."""
        if self._owed or len(self._idle) >= IDLE:
            self._work.put(None)
        else:
            self._idle.append(self)

    @classmethod
    def forget_idle(cls) -> None:
        """In a copy of this process, where the threads do not go on."""
        cls._idle.clear()

    def hand_over(self, work: Callable[[], Any]) -> None:
        self._owed += 1
        self._work.put(work)

    def answer(self, limit: float) -> Any:
        """What the work returns or raises; Empty when it takes longer than `limit` seconds from now."""
        answer = self._answers.get(timeout=limit)
        self._owed -= 1
        return answer()

    def call(self, work: Callable[[], Any], limit: float) -> Any:
        self.hand_over(work)
        return self.answer(limit)

    def _loop(self) -> None:
        while (work := self._work.get()) is not None:
            self._answers.put(_answer_of(work))
            del work


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WorkThread.forget_idle)


def _answer_of(work: Callable[[], Any]) -> Callable[[], Any]:
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001 - raised again where the answer is taken
        raised = error

        def again() -> Any:
            raise raised

        return again
    return lambda: result
