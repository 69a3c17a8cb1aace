"""Which abilities of an adapter a rule needs, as the scenarios of the rule show.

A scenario needs the abilities of all its commands; a rule needs those of one of its scenarios, the
cheapest that the adapter can do. An adapter that can do none of them makes the rule unsupported. What an
adapter must show beside (a field of a message) is not counted here: it is said where it is missing.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability, abilities_needed

from .features import FeatureError, ScenarioText
from .scripts import Await, Do, LookOut
from .steps_registry import compile_script

_PRODUCERS: Final = frozenset({Ability.JMS_PRODUCER, Ability.MESSAGE_PRODUCER})


class Needs(NamedTuple):
    """What every way of judging a rule needs, and the ways beside that, none of which contains another.

    `ways` is empty where `always` is enough.
    """

    always: frozenset[Ability]
    ways: tuple[frozenset[Ability], ...] = ()

    def met_by(self, abilities: frozenset[Ability]) -> bool:
        """Whether an adapter with these abilities can do one of the scenarios."""
        return self.always <= abilities and (not self.ways or any(way <= abilities for way in self.ways))

    def missing(self, abilities: frozenset[Ability]) -> frozenset[Ability]:
        """The abilities that the cheapest scenario lacks; empty where none is missing."""
        lacking = [(self.always | way) - abilities for way in self.ways or (frozenset(),)]
        return min(lacking, key=lambda missing: (len(missing), sorted(missing)))

    def __str__(self) -> str:
        always = ", ".join(sorted(self.always))
        ways = " or ".join(dict.fromkeys(self._way(way) for way in self.ways))
        return "; and ".join(part for part in (always, ways) if part)

    def _way(self, way: frozenset[Ability]) -> str:
        """The abilities of a way; one that both kinds of producer allow says so once."""
        both = any((way ^ other) == _PRODUCERS for other in self.ways)
        either = ("a producer of either API",) if both else ()
        return " + ".join((*either, *sorted(way - _PRODUCERS if both else way)))


def needs(scenarios: Iterable[ScenarioText]) -> Needs | None:
    """What the rule needs that these scenarios are about; None where none of them can be done."""
    sets = set(_possible(scenarios))
    if not sets:
        return None
    cheapest = [one for one in sets if not any(other < one for other in sets)]
    always = frozenset.intersection(*cheapest)
    ways = sorted((one - always for one in cheapest), key=lambda way: (len(way), sorted(way)))
    return Needs(always, tuple(way for way in ways if way))


def _possible(scenarios: Iterable[ScenarioText]) -> Iterator[frozenset[Ability]]:
    """A scenario that cannot be compiled is no way to judge a rule; a run says so, and a test."""
    for scenario in scenarios:
        with suppress(FeatureError):
            yield scenario_abilities(scenario)


@cache
def scenario_abilities(scenario: ScenarioText) -> frozenset[Ability]:
    """The abilities that the commands of a scenario need. Raises FeatureError where it cannot be compiled."""
    actions = compile_script(scenario)
    commands = [action.command for action in actions if isinstance(action, Do | Await | LookOut)]
    commands += [action.glance for action in actions if isinstance(action, LookOut)]
    return frozenset().union(*map(abilities_needed, commands))
