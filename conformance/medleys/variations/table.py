"""All variations by their names, and scenarios with some of them."""

from collections.abc import Mapping
from typing import Final

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed

from .common import Commands, Variation
from .gets import OF_GETS
from .messages import OF_MESSAGES
from .sends import OF_SENDS
from .surroundings import OF_SURROUNDINGS

VARIATIONS: Final[Mapping[str, Variation]] = {**OF_MESSAGES, **OF_SENDS, **OF_GETS, **OF_SURROUNDINGS}

_COMMON: Final = ("another persistence", "MQPUT1 for MQPUT", "twice", "units of work", "an alias")
"""What implementations tell apart most often."""

_NAMES: Final = (*VARIATIONS, *_COMMON, *_COMMON)
"""What is drawn from."""

_VARIED: Final = 50
"""Of a hundred scenarios of a medley, those that are varied."""

_HOW_MANY: Final = (1, 1, 2, 3)
"""Variations that are drawn for one that is."""

_TRIES: Final = 20
"""Variations that are drawn until enough of them have changed something."""


def varied(draws: Draws, commands: Commands, abilities: frozenset[Ability]) -> Commands:
    """The commands with some of the variations, if any; each of them once, and none that asks for more."""
    if not draws.chance(_VARIED):
        return commands
    for name in dict.fromkeys(draws.one_of(_NAMES) for _ in range(draws.one_of(_HOW_MANY))):
        commands = _with(name, draws, commands, abilities)
    return commands


def otherwise(draws: Draws, commands: Commands, abilities: frozenset[Ability], how_many: int) -> Commands:
    """The commands with so many variations that change something, or fewer where no more are found."""
    found: set[str] = set()
    for _ in range(_TRIES):
        name = draws.one_of(_NAMES)
        other = commands if name in found else _with(name, draws, commands, abilities)
        if other != commands:
            found.add(name)
            commands = other
        if len(found) == how_many:
            break
    return commands


def _with(name: str, draws: Draws, commands: Commands, abilities: frozenset[Ability]) -> Commands:
    other = tuple(VARIATIONS[name](draws, commands))
    return other if all(abilities_needed(command) <= abilities for command in other) else commands
