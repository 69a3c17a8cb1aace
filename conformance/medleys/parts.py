"""What medleys and variations are made of: the commands of a scenario, if an adapter can do it.

Left out is what a scenario expects: they are judged by their traces.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from mqtck.conformance.cases.draws import Draws
from mqtck.conformance.execution.profiles import inapplicable
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.on_zos import on_zos
from mqtck.conformance.scenarios.scripts import commands_of
from mqtck.conformance.scenarios.steps.registry import compile_script
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.profile import Platform, Profile

FRUITLESS: Final = 500
"""Scenarios that are drawn in vain, after which no more are: an adapter may be able to do none."""


class _Part(NamedTuple):
    """What a scenario sends, and the abilities that this takes."""

    commands: tuple[Command, ...]
    commands_on_zos: tuple[Command, ...]
    needed: frozenset[Ability]


def how_many() -> int:
    """The number of scenarios."""
    return len(load_features())


def place_of_one(draws: Draws, rules: Sequence[str]) -> int:
    """The place of a scenario about one of the rules, or of all if there are none.

    A rule is drawn first: those that few scenarios are about are tried as often as others. Raises KeyError
    for a rule that no scenario is about.
    """
    places = places_by_rule()
    return draws.one_of(places[draws.one_of(rules or tuple(places))])


def rules_with_scenarios(rules: Iterable[str]) -> tuple[str, ...]:
    """Those of the rules that scenarios are about."""
    return tuple(rule for rule in rules if rule in places_by_rule())


def places_about(rules: Iterable[str]) -> frozenset[int]:
    """The places of all scenarios that are about any of the rules."""
    return frozenset(place for rule in rules_with_scenarios(rules) for place in places_by_rule()[rule])


@cache
def places_by_rule() -> Mapping[str, tuple[int, ...]]:
    """The places of the scenarios that are about each rule."""
    found: dict[str, list[int]] = {}
    for place, text in enumerate(load_features()):
        for rule in text.rules:
            found.setdefault(rule, []).append(place)
    # In order: the rules of a scenario are a set, whose own order is another one in each process.
    return {rule: tuple(places) for rule, places in sorted(found.items())}


def part(place: int, abilities: frozenset[Ability], profile: Profile) -> tuple[Command, ...]:
    """The commands of the scenario at a place, from 0, in the order of the features.

    Empty where it is not about the profile or asks for other abilities.
    """
    if inapplicable(load_features()[place].tags, profile):
        return ()
    compiled = _part(place)
    if not compiled.needed <= abilities:
        return ()
    return compiled.commands_on_zos if profile.platform is Platform.ZOS else compiled.commands


@cache
def _part(place: int) -> _Part:
    # Anew: the script itself, which is larger than its commands, is not kept.
    script = compile_script.__wrapped__(load_features()[place])
    commands = tuple(commands_of(script).values())
    needed = frozenset[Ability]().union(*map(abilities_needed, commands))
    return _Part(commands, tuple(commands_of(on_zos(script)).values()), needed)
