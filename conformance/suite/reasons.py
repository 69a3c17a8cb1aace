"""Why cases were not judged to their end, as the summary of a method tells it.

Left out: the full texts; a case that kept one is in the replay files, and the folder of a campaign has all.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

TOLD: Final = 3
"""Reasons that are told, the most frequent first."""

LENGTH: Final = 300
"""Characters of one reason: a broker's error may hold a page of its log."""


def frequent(reasons: Mapping[str, int], cases: Mapping[str, str] | None = None) -> Iterator[str]:
    """How often, and why, for the most frequent; `cases` may name one case for each reason."""
    counts = Counter(reasons)
    for reason, count in counts.most_common(TOLD):
        case = f" ({cases[reason]})" if cases else ""
        yield f"{count}: {_short(reason)}{case}"
    if len(counts) > TOLD:
        yield f"and {len(counts) - TOLD} other reasons"


def _short(reason: str) -> str:
    return reason if len(reason) <= LENGTH else f"{reason[:LENGTH].rstrip()} ..."
