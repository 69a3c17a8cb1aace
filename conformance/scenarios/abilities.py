"""Which abilities of an adapter a rule needs, as the scenarios of the rule show.

A scenario needs the abilities of all its commands; a rule needs those of one of its scenarios, the
cheapest that the adapter can do. An adapter that can do none of them makes the rule unsupported. What an
adapter must show beside (a field of a message) is not counted here: it is said where it is missing.
Some scenarios can be done in several ways: without the MQI (`in_jms`), without a JMS client
(`in_mqi`) or without a queue browser (`looks_otherwise`).
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import Browse
from mqtck.reference.vocabulary.profile import ClockKind

from .features import FeatureError, ScenarioText
from .in_jms import in_jms
from .in_mqi import in_mqi
from .looks_otherwise import ways
from .scripts import Script, commands_of
from .steps.registry import compile_script

TOLD: Final = 3
"""Ways that a text names at most, the smallest first."""

NEAR: Final = 2
"""Abilities by which a way that is named may exceed the smallest; a scenario of everything needs too many."""

_PRODUCERS: Final = frozenset({Ability.JMS_PRODUCER, Ability.MESSAGE_PRODUCER})
_JMS_ALONE: Final = frozenset({Ability.JMS})


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
        """What the cheapest scenario lacks, if anything: the browser rather than what does as well."""
        lacking = [(self.always | way) - abilities for way in self.ways or (frozenset(),)]
        return min(
            lacking, key=lambda missing: (len(missing), Ability.BROWSE not in missing, sorted(missing))
        )

    def __str__(self) -> str:
        always = ", ".join(sorted(self.always))
        near = [way for way in self.ways if len(way) <= len(self.ways[0]) + NEAR]
        told = list(dict.fromkeys(map(self._way, near)))[:TOLD]
        others = [way for way in dict.fromkeys(map(self._way, self.ways)) if way not in told]
        if len(others) > 1:
            others = [f"{len(others)} other sets"]
        ways = " or ".join([*told, *others])
        return "; and ".join(part for part in (always, ways) if part)

    def _way(self, way: frozenset[Ability]) -> str:
        """The abilities of a way; one that both kinds of producer allow says so once."""
        both = any((way ^ other) == _PRODUCERS for other in self.ways)
        either = ("a producer of either API",) if both else ()
        return " + ".join((*either, *sorted(way - _PRODUCERS if both else way)))


def one_as_written(scenarios: Iterable[ScenarioText], abilities: frozenset[Ability]) -> bool:
    """Whether these abilities are enough for one of the scenarios as it is written: the quick answer."""
    for scenario in scenarios:
        with suppress(FeatureError):
            if scenario_abilities(scenario) <= abilities:
                return True
    return False


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
            yield from scenario_ways(scenario)


@cache
def scenario_abilities(scenario: ScenarioText) -> frozenset[Ability]:
    """The abilities that the commands of a scenario need. Raises FeatureError where it cannot be compiled."""
    return _needed(compile_script(scenario))


@cache
def scenario_ways(scenario: ScenarioText) -> tuple[frozenset[Ability], ...]:
    """The sets of abilities each of which is enough for it, the one above first. Raises FeatureError."""
    script = compile_script(scenario)
    scripts = (
        script,
        *(
            in_jms(script, scenario.rules, _JMS_ALONE | {api}, ClockKind.VIRTUAL)
            for api in sorted(_PRODUCERS)
        ),
        in_mqi(script, frozenset({Ability.MQI})),
    )
    found = [way for one in scripts for way in (_needed(one), *_without_browser(one))]
    return tuple(dict.fromkeys(found))


def lacking_for(scenario: ScenarioText, abilities: frozenset[Ability]) -> str:
    """An ability without which the scenario cannot be done to its end, if one is missing; else empty."""
    missing = [way - abilities for way in scenario_ways(scenario)]
    if not all(missing):
        return ""
    fewest = min(missing, key=len)
    return min(fewest)


def _needed(script: Script) -> frozenset[Ability]:
    return frozenset[Ability]().union(*map(abilities_needed, commands_of(script).values()))


def _without_browser(script: Script) -> Iterator[frozenset[Ability]]:
    commands = commands_of(script)
    needed = _needed(script)
    browses = {handle for handle, command in commands.items() if isinstance(command, Browse)}
    if browses and browses <= ways(commands, frozenset({Ability.MQI})).by_gets:
        yield needed - {Ability.BROWSE} | {Ability.MQI}
    if browses and browses <= ways(commands, frozenset({Ability.JMS})).by_receives:
        yield needed - {Ability.BROWSE} | {Ability.JMS}
