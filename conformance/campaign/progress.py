"""Progress of a campaign, told now and then while it runs."""

import time
from collections.abc import Callable
from typing import Final

from mqtck.reference.vocabulary.results import Verdict

from .emphasis import Seen

EVERY: Final = 5.0
"""Seconds between two lines, at least."""

SILENCE: Final = 30.0
"""Seconds after which a line is told though nothing is new."""

_MINUTE: Final = 60
_HOUR: Final = 3600


class Progress:
    """Lines of a campaign of `cases` cases; `already` were done when it began.

    `clock` gives seconds.
    """

    def __init__(
        self,
        cases: int,
        already: int,
        tell: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._cases = cases
        self._already = already
        self._tell = tell
        self._clock = clock
        self._begun = self._told = clock()
        self._last = (0, 0)

    def look(self, seen: Seen, in_flight: Callable[[], float]) -> None:
        """Tell how far it is, where there is something new or the last line is long ago.

        `in_flight` estimates the cases that are done in parts that are not finished.
        """
        now = self._clock()
        if now - self._told < EVERY:
            return
        under_way = min(round(in_flight()), self._cases - seen.cases)
        if now - self._told < SILENCE and self._last == (seen.cases, under_way):
            return
        self._told, self._last = now, (seen.cases, under_way)
        also = f", about {under_way:,} more cases under way" if under_way > 0 else ""
        left = self._left(seen.cases + under_way, now - self._begun)
        self._tell(f"campaign: {line(seen, self._cases)}{also}{left}")

    def _left(self, done: float, took: float) -> str:
        gained = done - self._already
        if gained <= 0 or done >= self._cases:
            return ""
        return f"; about {span(took * (self._cases - done) / gained)} left"


def line(seen: Seen, cases: int) -> str:
    """What was seen in finished parts, in one line."""
    found = seen.verdicts.get(Verdict.VIOLATES, 0)
    failed = seen.verdicts.get(Verdict.ADAPTER_ERROR, 0)
    undecided = seen.cases - found - failed - seen.verdicts.get(Verdict.CONFORMS, 0)
    also = (f", {failed:,} adapter errors" if failed else "") + (
        f", {undecided:,} undecided" if undecided else ""
    )
    return (
        f"{seen.cases:,} of {cases:,} cases, {seen.commands:,} commands, {found:,} with findings{also}, "
        f"{len(seen.rules)} rules covered"
    )


def span(seconds: float) -> str:
    """A time to wait, as exactly as it can be foreseen."""
    if seconds < _MINUTE:
        return f"{max(1, round(seconds))} s"
    if seconds < _HOUR:
        return f"{round(seconds / _MINUTE)} min"
    return f"{seconds / _HOUR:.1f} h"
