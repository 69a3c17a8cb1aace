"""What medleys and variations are made of: the commands of a scenario, if an adapter can do it.

Left out is what a scenario expects: they are judged by their traces.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

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


def every_place() -> range:
    """The places of all scenarios."""
    return range(len(load_features()))


def places_about(rules: Iterable[str]) -> tuple[int, ...]:
    """The places of the scenarios that are about any of the rules."""
    asked = frozenset(rules)
    return tuple(place for place, text in enumerate(load_features()) if not asked.isdisjoint(text.rules))


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
