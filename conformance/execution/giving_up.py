"""Which commands are given up: an implementation that never answers would hold up a run for days.

Counted for each kind of command, and for closing a world: answers that never came, and ends of the process
that the adapter has for itself (`apart`). After so many of them in a row, or in all, the command is an
adapter error at once, which says so; what comes without it is judged as before. Worlds that are open at once
suffer together: a failure that began before the last counted one was over is not counted again.
"""

import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from mqtck.conformance.contract import ENDED
from mqtck.reference.vocabulary.outcomes import AdapterError, Fault, Outcome

CLOSING: Final = "closing the world"

NOT_TRIED: Final = "was not tried"
"""How it is told that something is not tried any more."""


class Most(NamedTuple):
    """How many failures give a command up: in a row, without a success of it between them, or in all."""

    in_a_row: int
    in_all: int
    told: str


MOST: Final = {
    # Each costs as long as is waited for an answer.
    Fault.HUNG: Most(3, 6, "it did not answer"),
    # Each costs the start of a process.
    Fault.CRASHED: Most(20, 200, "the process of the adapter has ended in it"),
}


class _Failures(NamedTuple):
    in_a_row: int = 0
    in_all: int = 0
    counted: float = float("-inf")
    """When the last one that was counted was over."""


class GivingUp:
    """What one implementation has failed at so far. Used by several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._lock = threading.Lock()
        self._failures: dict[tuple[str, Fault], _Failures] = {}
        self._given_up: dict[str, AdapterError] = {}

    def instead(self, call: str) -> AdapterError | None:
        """What is said instead of trying it, where it is not tried any more."""
        return self._given_up.get(call)

    def note(self, call: str, outcome: Outcome, began: float) -> None:
        """What came of a command that was tried; `began` by the clock of this."""
        if not isinstance(outcome, AdapterError):
            if self._failures:
                self.succeeded(call)
        elif outcome.fault is Fault.HUNG or ENDED in outcome.text:
            self.failed(call, outcome.fault, began)

    def succeeded(self, call: str) -> None:
        with self._lock:
            for fault in MOST:
                if (known := self._failures.get((call, fault))) is not None:
                    self._failures[call, fault] = known._replace(in_a_row=0)

    def failed(self, call: str, fault: Fault, began: float) -> None:
        with self._lock:
            known = self._failures.get((call, fault), _Failures())
            if began < known.counted:
                return
            in_a_row, in_all = known.in_a_row + 1, known.in_all + 1
            self._failures[call, fault] = _Failures(in_a_row, in_all, self.clock())
            most = MOST[fault]
            if in_a_row >= most.in_a_row or in_all >= most.in_all:
                text = f"{call} {NOT_TRIED}: {most.told}, {in_all} times before."
                self._given_up.setdefault(call, AdapterError(fault=fault, text=text))
