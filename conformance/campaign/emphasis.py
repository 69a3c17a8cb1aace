"""What a campaign has seen so far, and what the parts to come are to draw more often.

A part is planned by a `Steering` from the counts of all parts but the `LAG` before it, which may still be
running. Counts are those of finished parts in the order of the parts, so the plan of a part is the same
whatever the timing, the cores, and the interruptions. What is to be drawn is the steering's business; the
one here, `UNSTEERED`, draws every part alike.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Protocol

import msgspec

from mqtck.conformance.cases.generator import EPISODES, Episode

LAG: Final = 2
"""Parts before a part that say nothing about it: so many may be running when it starts."""


class Seen(msgspec.Struct, frozen=True):
    """Counts over some cases.

    `rules`: in how many cases a rule spoke about a step; `verdicts`: cases; `outcomes`: commands by kind
    and answer, as in "MqGet: Refused MQRC_NO_MSG_AVAILABLE".
    """

    cases: int = 0
    commands: int = 0
    rules: Mapping[str, int] = {}
    verdicts: Mapping[str, int] = {}
    outcomes: Mapping[str, int] = {}


class Emphasis(msgspec.Struct, frozen=True):
    """Weights that episodes of a part get instead of their usual ones, by the name of the episode."""

    weights: tuple[tuple[str, int], ...] = ()


class Steering(Protocol):
    """Plans parts by what was seen. `name` tells it apart, with all its settings: it decides the results."""

    @property
    def name(self) -> str: ...

    def next_part(self, seen: Seen) -> Emphasis | None:
        """What the next part draws more often; None where enough was seen, which ends the campaign.

        Pure: the same counts give the same answer, in every process.
        """
        ...


class Unsteered:
    """Every part is drawn alike, and none is left out."""

    name = ""

    def next_part(self, seen: Seen) -> Emphasis | None:
        del seen
        return Emphasis()


UNSTEERED: Final[Steering] = Unsteered()


@lru_cache(maxsize=64)
def emphasised(emphasis: Emphasis) -> tuple[Episode, ...]:
    """The episodes with the weights of an emphasis. Raises ValueError for an episode that there is not."""
    weights = dict(emphasis.weights)
    unknown = sorted(weights.keys() - {episode.name for episode in EPISODES})
    if unknown:
        raise ValueError(f"There is no episode {', '.join(unknown)}; conformance/cases/tables/ lists them.")
    if not weights:
        return EPISODES
    return tuple(episode._replace(weight=weights.get(episode.name, episode.weight)) for episode in EPISODES)


def together(parts: Iterable[Seen]) -> Seen:
    """The sums of counts, names in alphabetical order."""
    cases = commands = 0
    rules, verdicts, outcomes = Counter[str](), Counter[str](), Counter[str]()
    for part in parts:
        cases += part.cases
        commands += part.commands
        rules.update(part.rules)
        verdicts.update(part.verdicts)
        outcomes.update(part.outcomes)
    return Seen(cases, commands, _in_order(rules), _in_order(verdicts), _in_order(outcomes))


def _in_order(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items()))
