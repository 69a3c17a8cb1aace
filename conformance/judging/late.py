"""What is told of delayed messages that had not come long after they were due: nobody can tell."""

from collections.abc import Collection, Sequence
from typing import Final

from mqtck.reference.blame.overdue import Overdue

LATE: Final = 10_000
"""Ms behind its due time, as long as a scenario waits: what has not come by then is late, or never comes."""

_NAMED: Final = 3


def told(overdue: Collection[Overdue]) -> str:
    """Which they are, the first few by name; nothing where there are none."""
    if not overdue:
        return ""
    named = first_few([f"{one.label} on {one.queue}" for one in overdue])
    return (
        f"delayed messages had not come {LATE // 1000} s after they were due and were not seen since, which "
        f"is late or never: {named}"
    )


def first_few(names: Sequence[str]) -> str:
    """A few of the names, and how many there are beside these."""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"
