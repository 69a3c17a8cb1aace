"""Why cases were not judged to their end, as the summary of a method tells it.

Left out: the full texts; a case that kept one is in the replay files, and the folder of a campaign has all.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from mqtck.conformance.contract import FAILED

TOLD: Final = 3
"""Reasons that are told: failures of the adapter, which somebody can mend, then the most frequent."""

_NUMBER: Final = re.compile(r"(?<!\w)-?(?!2\d{3}\b)\d+")
"""Any but a reason code of IBM MQ."""

LENGTH: Final = 300
"""Characters of one reason: a broker's error may hold a page of its log."""


def frequent(reasons: Mapping[str, int], cases: Mapping[str, str] | None = None) -> Iterator[str]:
    """How often, and why, for the most frequent; `cases` may name one case for each reason.

    Those that differ in numbers alone are told as one, by the most frequent of them.
    """
    alike: dict[str, list[str]] = {}
    for reason, _ in Counter(reasons).most_common():
        alike.setdefault(_NUMBER.sub("#", reason), []).append(reason)
    counts = Counter({told[0]: sum(reasons[reason] for reason in told) for told in alike.values()})
    several = {told[0] for told in alike.values() if len(told) > 1}
    in_order = sorted(counts.most_common(), key=lambda one: not one[0].startswith(FAILED))
    for reason, count in in_order[:TOLD]:
        others = ", or with other numbers" if reason in several else ""
        case = f" ({cases[reason]})" if cases else ""
        yield f"{count}: {_short(reason)}{others}{case}"
    if len(counts) > TOLD:
        yield f"and {len(counts) - TOLD} other reasons"


def _short(reason: str) -> str:
    return reason if len(reason) <= LENGTH else f"{reason[:LENGTH].rstrip()} ..."
