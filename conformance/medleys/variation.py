"""One scenario, varied, as a case of its own.

What is right except in one corner, such as for MQPUT1, for an alias or for the second message, shows where a
scenario about the rule is told with just that changed, and nothing else around that could hide it.
"""

from collections.abc import Sequence
from typing import Final

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.profile import Profile

from .ending import ended
from .parts import FRUITLESS, part, place_of_one
from .variations.common import Commands
from .variations.table import otherwise

_HOW_MANY: Final = (1, 1, 1, 2)
"""Variations that are drawn for one scenario."""


def variation(
    seed: int, abilities: frozenset[Ability], profile: Profile, rules: Sequence[str] = ()
) -> Commands:
    """The commands of a varied scenario; none where none can be done.

    `rules` are those that it may be about, all if empty.
    """
    draws = Draws(seed)
    for _ in range(FRUITLESS):
        commands = part(place_of_one(draws, rules), abilities, profile)
        if commands:
            return ended(draws, otherwise(draws, commands, abilities, draws.one_of(_HOW_MANY)), abilities)
    return ()
