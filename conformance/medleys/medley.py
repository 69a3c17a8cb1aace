"""Medleys: cases in which two or more scenarios of the features meet in one world.

Scenarios are short and about one thing; implementations go wrong where something else was before, is beside
it, or happens again. So a medley takes some scenarios, mostly neighbours in the features, changes something
about them (`variations`), has them done by others (`another`), lets them follow, enclose or mingle with one
another, perhaps ends and starts a queue manager in between, and looks everywhere in the end. Nobody knows
what each expects then: the trace is judged.

A medley is a pure function of a seed, the abilities, the profile, and the features. Left out are real clocks,
on which the scenarios would have to wait as long as they say.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from mqtck.conformance.cases.draws import Draws
from mqtck.conformance.cases.generator import LENGTHS
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Command, DefineQueueManager
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.profile import Profile

from .another import NAMES, Otherwise, Things, as_another
from .ending import ended
from .parts import FRUITLESS, how_many, part, place_of_one
from .variations.common import Commands, restarted
from .variations.table import varied

_AT_LEAST: Final = 2

_NEAR: Final = 40
"""How many scenarios before or behind the first one its neighbours are."""

_THE_SAME: Final = 15
_AMONG_NEIGHBOURS: Final = 60
"""Of a hundred scenarios behind the first one, those that are that one again; and of a hundred others, those
that are its neighbours."""

_RESTARTED: Final = 20
"""Of a hundred medleys, those in which a queue manager is ended and started."""

_OTHERS: Final = {"session": 40, "connection": 40, "producer": 70, "subscription": 70, "queue": 35}
"""Of a hundred scenarios, those with other names of a kind than the scenarios before them."""

_ELSEWHERE: Final = 10
_ANOTHER_QUEUE_MANAGER: Final = "QM9"
"""Of a hundred scenarios, those on another queue manager, which is this one."""


def medley(
    seed: int, abilities: frozenset[Ability], profile: Profile, commands: int, rules: Sequence[str] = ()
) -> Commands:
    """The commands of a medley, over many about `commands` on average; none where no scenario can be done.

    `rules` are those that the first of its scenarios may be about, all if empty.
    """
    draws = Draws(seed)
    enough = max(1, commands * draws.one_of(LENGTHS) // 100)
    drawn = _drawn(draws, abilities, profile, enough, rules)
    if not drawn:
        return ()
    merged = _merged(draws, drawn)
    if draws.chance(_RESTARTED):
        merged = restarted(draws, merged, _one_of_the_queue_managers(draws, merged))
    return ended(draws, merged, abilities)


def _drawn(
    draws: Draws, abilities: frozenset[Ability], profile: Profile, enough: int, rules: Sequence[str]
) -> list[Commands]:
    """Scenarios, at least two, all but the first as others do them; none where none was found."""
    first = fruitless = 0
    drawn: list[Commands] = []
    things = Things({})
    while (len(drawn) < _AT_LEAST or sum(map(len, drawn)) < enough) and fruitless < FRUITLESS:
        place = _place(draws, first) if drawn else place_of_one(draws, rules)
        commands = part(place, abilities, profile)
        if not commands:
            fruitless += 1
        elif drawn:
            otherwise = _otherwise(draws, abilities, len(drawn) + 1)
            drawn.append(as_another(varied(draws, commands, abilities), otherwise, things))
            things = things.joined(Things.of(drawn[-1]))
        else:
            commands = varied(draws, commands, abilities)
            first, things = place, Things.of(commands)
            drawn.append(commands)
    return drawn


def _place(draws: Draws, first: int) -> int:
    if draws.chance(_THE_SAME):
        return first
    if draws.chance(_AMONG_NEIGHBOURS):
        return min(max(first + draws.between(-_NEAR, _NEAR), 0), how_many() - 1)
    return place_of_one(draws, ())


def _otherwise(draws: Draws, abilities: frozenset[Ability], number: int) -> Otherwise:
    others = frozenset(kind for kind in NAMES if draws.chance(_OTHERS[kind]))
    elsewhere = draws.chance(_ELSEWHERE) and Ability.OTHER_QUEUE_MANAGERS in abilities
    return Otherwise(number, others, _ANOTHER_QUEUE_MANAGER if elsewhere else None)


# --- in which order --------------------------------------------------------------------------------------


def _merged(draws: Draws, drawn: Sequence[Commands]) -> Commands:
    """One behind the other, one within the other, or both in turns."""
    merged, *others = drawn
    for other in others:
        match draws.below(4):
            case 0 | 1:
                merged = (*merged, *other)
            case 2:
                place = draws.below(len(merged) + 1)
                merged = (*merged[:place], *other, *merged[place:])
            case _:
                merged = tuple(_in_turns(draws, merged, other))
    return merged


def _in_turns(draws: Draws, one: Commands, other: Commands) -> Iterator[Command]:
    left = [list(reversed(one)), list(reversed(other))]
    while any(left):
        which = draws.below(len(left[0]) + len(left[1])) >= len(left[0])
        yield left[which].pop()


def _one_of_the_queue_managers(draws: Draws, commands: Commands) -> str:
    others = (command.name for command in commands if isinstance(command, DefineQueueManager))
    return draws.one_of((DEFAULT_QUEUE_MANAGER, DEFAULT_QUEUE_MANAGER, *others))
