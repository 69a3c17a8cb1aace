"""How coarse a real clock is: by how many ms its readings jump.

Between two changes a clock stands still. By a fine one that takes no longer than the ms it counts in; by a
coarser one (16 ms on some systems, whole seconds of some libraries) something happened up to a step later
than its reading says. Left out: a clock that is another one than that of the timestamps (`smoke.clocks`).
"""

from collections.abc import Callable
from typing import Final

from .clocks import Clock

FINE: Final = 1
"""Ms between two readings of a clock that is read to the ms."""

_LOOKS_EACH: Final = 0.0002
_STANDS_STILL: Final = 0.0015
_LONGEST: Final = 3.0


def tick_of(now: Callable[[], int], clock: Clock) -> int:
    """By how many ms the readings of `now` jump: `FINE` unless they were seen to stand still for longer.

    How long they do is measured by another clock, over one whole step from one change to the next. Where a
    reading takes long, two of them differ by much, and the clock is fine all the same. Of one that does not
    change within seconds nothing is said.
    """
    begun = looked = clock.monotonic()
    first = second = now()
    while second == first:
        if looked - begun > _LONGEST:
            return FINE
        clock.sleep(_LOOKS_EACH)
        looked, second = clock.monotonic(), now()
    since = last = looked = clock.monotonic()
    third = now()
    while third == second:
        if looked - begun > _LONGEST:
            return FINE
        last = looked
        clock.sleep(_LOOKS_EACH)
        looked, third = clock.monotonic(), now()
    if last - since <= _STANDS_STILL:
        return FINE
    # Steps of no whole number of ms, such as 15.625, differ by one.
    return max(second - first, third - second) + 1
