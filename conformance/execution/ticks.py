"""How coarse a real clock is: by how many ms its readings jump.

Between two changes a clock stands still. By a fine one that takes no longer than the ms it counts in; by a
coarser one (16 ms on some systems, whole seconds of some libraries) something happened up to a step later
than its reading says. Left out: a clock that is another one than that of the timestamps (`smoke.clocks`).
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from .clocks import Clock

FINE: Final = 1
"""Ms between two readings of a clock that is read to the ms."""

_LOOKS_EACH: Final = 0.0002
_STANDS_STILL: Final = 0.0015
_LONGEST: Final = 3.0
_STEPS: Final = 16
"""So many steps are watched, where a busy machine slept through the ends of those before."""


class _Look(NamedTuple):
    """A reading, and the seconds of another clock before and after it."""

    before: float
    reading: int
    after: float


class _Change(NamedTuple):
    """The looks between which a reading changed."""

    last: _Look
    next: _Look

    @property
    def jump(self) -> int:
        return self.next.reading - self.last.reading

    @property
    def seconds(self) -> float:
        return self.next.after - self.last.before


def tick_of(now: Callable[[], int], clock: Clock) -> int:
    """By how many ms the readings of `now` jump: `FINE` unless they were seen to stand still for longer.

    How long they do is measured by another clock, over one whole step from one change to the next. Where the
    machine was asleep at an end of it, that shows neither, and the next step is watched. Where a reading
    takes long, two of them differ by much, and the clock is fine all the same. Of one that does not change
    within seconds nothing is said.
    """
    begun = _looked(now, clock)
    change = _next_change(now, clock, begun)
    for _ in range(_STEPS):
        if change is None or (following := _next_change(now, clock, change.next)) is None:
            return FINE
        if following.last.before - change.next.after > _STANDS_STILL:
            return _tick_between(change, following)
        if following.next.after - change.last.before <= 2 * _STANDS_STILL:
            return FINE
        if following.next.after - begun.before > 2 * _LONGEST:
            return FINE
        change = following
    return FINE


def _tick_between(*changes: _Change) -> int:
    """The larger jump of those that were watched closely; behind a sleep there may be several in one."""
    close = [change.jump for change in changes if change.seconds <= _STANDS_STILL]
    # Steps of no whole number of ms, such as 15.625, differ by one.
    return max(close, default=min(change.jump for change in changes)) + 1


def _looked(now: Callable[[], int], clock: Clock) -> _Look:
    before = clock.monotonic()
    return _Look(before, now(), clock.monotonic())


def _next_change(now: Callable[[], int], clock: Clock, first: _Look) -> _Change | None:
    """What follows a look, None where nothing does for seconds."""
    last = following = first
    while following.reading == first.reading:
        if following.before - first.before > _LONGEST:
            return None
        last = following
        clock.sleep(_LOOKS_EACH)
        following = _looked(now, clock)
    return _Change(last, following)
