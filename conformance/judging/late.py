"""What is told of delayed messages that had not come long after they were due: nobody can tell."""

from collections.abc import Collection
from typing import Final

from mqtck.reference.blame.overdue import Overdue
from mqtck.reference.vocabulary.results import first_few

LATE: Final = 10_000
"""Ms behind its due time, as long as a scenario waits: what has not come by then is late, or never comes."""

NAMED: Final = 3
"""Messages that are late or never came, of which the names are told."""


def told(overdue: Collection[Overdue]) -> str:
    """Which they are, the first few by name; nothing where there are none."""
    if not overdue:
        return ""
    named = first_few([f"{one.label} on {one.queue}" for one in overdue], NAMED)
    return (
        f"delayed messages had not come {LATE // 1000} s after they were due and were not seen since, which "
        f"is late or never: {named}"
    )
