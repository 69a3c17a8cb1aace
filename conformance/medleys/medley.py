"""Medleys: cases in which two or more scenarios of the features meet in one world.

Scenarios are short and about one thing; implementations go wrong where something else was before, is beside
it, or happens again. So a medley takes some scenarios, mostly neighbours in the features, changes something
about them (`varied`), has them done by others (`another`), lets them follow, enclose or mingle with one
another, perhaps ends and starts a queue manager in between, and looks everywhere in the end. Nobody knows
what each expects then: the trace is judged.

A medley is a pure function of a seed, the abilities, the profile, and the features. Left out are real clocks,
on which the scenarios would have to wait as long as they say.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from mqtck.conformance.cases.draws import Draws
from mqtck.conformance.cases.generator import LENGTHS, TRIED_AGAIN
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Command,
    Commit,
    DefineLocalQueue,
    DefineQueueManager,
    EndQueueManager,
    MqCommit,
    MqGet,
    OpenSession,
    ReadDepth,
    Receive,
    SetDeliveryDelay,
    StartQueueManager,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE
from mqtck.reference.vocabulary.profile import Profile

from .another import NAMES, Otherwise, Things, as_another
from .going_on import going_on
from .parts import how_many, part
from .varied import varied

Commands = tuple[Command, ...]

_AT_LEAST: Final = 2
_FRUITLESS: Final = 500
"""Scenarios that were drawn in vain, after which no more are: an adapter may be able to do none."""

_NEAR: Final = 40
"""How many scenarios before or behind the first one its neighbours are."""

_THE_SAME: Final = 15
_AMONG_NEIGHBOURS: Final = 60
"""Of a hundred scenarios behind the first one, those that are that one again; and of a hundred others, those
that are its neighbours."""

_RESTARTED: Final = 20
_PASSING: Final = 70
"""Of a hundred medleys, those in which a queue manager is ended and started, and those in which time passes
in the end."""

_COMMITTED: Final = 70
"""Of a hundred sessions and connections with units of work, those that commit in the end."""

_OTHERS: Final = {"session": 40, "connection": 40, "producer": 70, "subscription": 70, "queue": 35}
"""Of a hundred scenarios, those with other names of a kind than the scenarios before them."""

_ELSEWHERE: Final = 10
_ANOTHER_QUEUE_MANAGER: Final = "QM9"
"""Of a hundred scenarios, those on another queue manager, which is this one."""

_GETS: Final = 3
"""Messages that are got from a queue in the end, at most, where there is no browser."""

_HOUR: Final = 3_600_000
_LONGEST: Final = 24 * _HOUR
"""Ms that are waited for delayed messages in the end, at most."""


def medley(seed: int, abilities: frozenset[Ability], profile: Profile, commands: int) -> Commands:
    """The commands of a medley, over many about `commands` on average; none where no scenario can be done."""
    draws = Draws(seed)
    drawn = _drawn(draws, abilities, profile, max(1, commands * draws.one_of(LENGTHS) // 100))
    if not drawn:
        return ()
    merged = _merged(draws, drawn)
    if draws.chance(_RESTARTED):
        merged = _restarted(draws, merged)
    every = (*merged, *_end(draws, merged, abilities))
    able = (command for command in every if abilities_needed(command) <= abilities)
    return going_on(_without_long_waits(able))


def _drawn(draws: Draws, abilities: frozenset[Ability], profile: Profile, enough: int) -> list[Commands]:
    """Scenarios, at least two, all but the first as others do them; none where none was found."""
    first = fruitless = 0
    drawn: list[Commands] = []
    things = Things({})
    while (len(drawn) < _AT_LEAST or sum(map(len, drawn)) < enough) and fruitless < _FRUITLESS:
        place = _place(draws, first) if drawn else draws.below(how_many())
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
    return draws.below(how_many())


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


def _restarted(draws: Draws, commands: Commands) -> Commands:
    """Ended and started again at once, somewhere in the second half."""
    others = (command.name for command in commands if isinstance(command, DefineQueueManager))
    name = draws.one_of((DEFAULT_QUEUE_MANAGER, DEFAULT_QUEUE_MANAGER, *others))
    place = draws.between(len(commands) // 2, len(commands))
    return (*commands[:place], EndQueueManager(name), StartQueueManager(name), *commands[place:])


def _without_long_waits(commands: Iterator[Command]) -> Iterator[Command]:
    """No more time passes at once than what is tried again and again allows."""
    longest = 1 << 62
    for command in commands:
        for calls, most in TRIED_AGAIN:
            if isinstance(command, calls):
                longest = min(longest, most)
        if isinstance(command, Advance) and command.milliseconds > longest:
            yield Advance(longest)
        else:
            yield command


# --- the end ---------------------------------------------------------------------------------------------


def _end(draws: Draws, commands: Commands, abilities: frozenset[Ability]) -> Iterator[Command]:
    """Units of work are committed, time passes, and all queues are looked at."""
    for unit in dict.fromkeys(_units(commands)):
        if draws.chance(_COMMITTED):
            yield unit
    delays = (one.milliseconds for one in commands if isinstance(one, SetDeliveryDelay))
    if draws.chance(_PASSING):
        yield Advance(min(max(delays, default=0), _LONGEST) + 3 * _HOUR)
    yield ReadDepth(STAGING_QUEUE)
    for queue, queue_manager in dict.fromkeys(_places(commands)):
        if Ability.BROWSE in abilities:
            yield Browse(queue, queue_manager)
        elif queue_manager == DEFAULT_QUEUE_MANAGER:
            get = Receive(queue) if Ability.JMS in abilities else MqGet(queue)
            yield from (get,) * _GETS


def _units(commands: Commands) -> Iterator[Command]:
    for command in commands:
        match command:
            case OpenSession(session=name, acknowledgement=Acknowledgement.TRANSACTED):
                yield Commit(name)
            case _ if getattr(command, "syncpoint", None) is Syncpoint.WITHIN:
                yield MqCommit(getattr(command, "connection", ""))
            case _:
                pass


def _places(commands: Commands) -> Iterator[tuple[str, str]]:
    """Where queues are that were defined; the staging queue is where nobody else looks."""
    for command in commands:
        match command:
            case DefineLocalQueue(queue=queue, queue_manager=name) if queue != STAGING_QUEUE:
                yield queue, name
            case _:
                pass
