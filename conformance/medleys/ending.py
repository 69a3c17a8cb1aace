"""The end of a case that is made of scenarios: time passes, and all that is anywhere is looked at."""

from collections.abc import Iterator
from typing import Final

from mqtck.conformance.cases.draws import Draws
from mqtck.conformance.cases.generator import TRIED_AGAIN
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Command,
    Commit,
    DefineLocalQueue,
    MqCommit,
    MqGet,
    OpenSession,
    ReadDepth,
    Receive,
    SetDeliveryDelay,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE

from .before_due import looked_before_due
from .going_on import going_on
from .variations.common import Commands

_COMMITTED: Final = 70
"""Of a hundred sessions and connections with units of work, those that commit in the end."""

_PASSING: Final = 70
"""Of a hundred cases, those in which time passes in the end."""

_GETS: Final = 3
"""Messages that are got from a queue in the end, at most, where there is no browser."""

_HOUR: Final = 3_600_000
_LONGEST: Final = 24 * _HOUR
"""Ms that are waited for delayed messages in the end, at most."""


def ended(draws: Draws, commands: Commands, abilities: frozenset[Ability]) -> Commands:
    """The commands with an end, of those that the abilities suffice for, and that make sense one by one."""
    looked = looked_before_due(draws, commands, abilities)
    every = (*looked, *_end(draws, commands, abilities))
    able = (command for command in every if abilities_needed(command) <= abilities)
    return going_on(_without_long_waits(able))


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
