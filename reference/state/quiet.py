"""Where internal work has just been done, and doing it again at the same instant would change nothing.

Internal work looks at every message that something stops: at each command again, though most commands only
ask. It depends on definitions, beliefs and time and on nothing that a look, a setter or a session changes.
So the states in which it was done are noted, by the identity of all that it depends on: comparing values
would cost more than the work. What is noted is only ever a reason not to do again what was done.

Notes are kept until `GENERATION` to twice as many others have come after them.
"""

from collections.abc import Callable
from operator import attrgetter, is_
from typing import Any, Final

from .intervals import Interval
from .state import State

GENERATION: Final = 1024

WITHOUT_EFFECT: Final = frozenset(
    {
        "previous",
        "sessions",
        "connections",
        "producers",
        "cursors",
        "ids",
        "staged_ids",
        "notations",
        "twins",
        "patterns",
        "taken_before",
        "rejected",
        "known",
        "labels",
        "recalled",
        "counted",
    }
)
"""What internal work neither reads nor changes by itself."""

_decisive: Final[Callable[[State], tuple[Any, ...]]] = attrgetter(
    *(name for name in State.__struct_fields__ if name not in WITHOUT_EFFECT)
)


class Quiet:
    """The states in which nothing is left to do at an instant."""

    def __init__(self) -> None:
        self._fresh: dict[int, tuple[Interval, tuple[Any, ...]]] = {}
        self._old: dict[int, tuple[Interval, tuple[Any, ...]]] = {}

    def holds(self, state: State, at: Interval) -> bool:
        """Whether the work was done in this state at this instant."""
        place = id(state.beliefs)
        noted = self._fresh.get(place) or self._old.get(place)
        return noted is not None and noted[0] == at and all(map(is_, noted[1], _decisive(state)))

    def note(self, before: State, after: State, at: Interval) -> None:
        """Remember it where the work has changed nothing.

        A note holds the very objects, so that no other object can have the identity of one of them.
        """
        decisive = _decisive(before)
        if not all(map(is_, decisive, _decisive(after))):
            return
        if len(self._fresh) >= GENERATION:
            self._old, self._fresh = self._fresh, {}
        self._fresh[id(before.beliefs)] = (at, decisive)
