"""Time as intervals, and answers that may be unsure.

A command happened at some instant between two readings; what follows from it (a due time, an end of
life) is an interval too. On a virtual clock both ends are equal, and every answer is yes or no unless
something else is open. All values are integer milliseconds.
"""

from enum import IntEnum
from typing import Final

import msgspec

FOREVER: Final = 1 << 62
"""Later than any reading."""


class Answer(IntEnum):
    """What a rule says of a situation that is only partly known."""

    NO = 0
    UNSURE = 1
    YES = 2


class Interval(msgspec.Struct, frozen=True, gc=False):
    """Some instant, not before `earliest` and not after `latest`."""

    earliest: int
    latest: int

    def plus(self, milliseconds: int) -> "Interval":
        return Interval(self.earliest + milliseconds, self.latest + milliseconds)

    def around(self, milliseconds: int) -> "Interval":
        """So much wider on either side."""
        return Interval(self.earliest - milliseconds, self.latest + milliseconds)

    def hull(self, other: "Interval") -> "Interval":
        return Interval(min(self.earliest, other.earliest), max(self.latest, other.latest))


class Moment(msgspec.Struct, frozen=True, gc=False):
    """When work happens: `instant`, within what is known of the time of the command (`at`).

    `passed` is how long a virtual clock has moved since the last command, in ms; 0 on a real clock,
    where nothing internal is ever certain.
    """

    instant: Interval
    at: Interval
    passed: int


def reached(instant: Interval, at: Interval) -> Answer:
    """Whether `instant` lies before `at`; the very instant itself is undecidable (DD-01)."""
    if at.earliest > instant.latest:
        return Answer.YES
    if at.latest < instant.earliest:
        return Answer.NO
    return Answer.UNSURE


_OPPOSITE: Final = (Answer.YES, Answer.UNSURE, Answer.NO)


def opposite(value: Answer) -> Answer:
    """No for yes, yes for no."""
    return _OPPOSITE[value]


def answer(low: bool, high: bool) -> Answer:  # noqa: FBT001 - two bounds of one truth value
    """The answer whose lower bound is `low` and whose upper bound is `high`."""
    return Answer.YES if low else Answer.UNSURE if high else Answer.NO
