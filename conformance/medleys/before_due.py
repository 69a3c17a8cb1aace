"""A look at every queue, and by every subscriber, a moment before a delayed message is due.

Most scenarios look at once and when a delay is over. What comes too early by a second, or by a millisecond,
where its way is a special one (another queue manager, a cluster, a shared queue) shows in between alone.

Left out: when a unit of work is committed, by which a message may be due later than it is taken for here.
"""

from collections.abc import Iterator
from typing import Final

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    EndQueueManager,
    ReadDepth,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

from .variations.common import Commands

_LOOKED: Final = 25
"""Of a hundred cases, those in which somebody looks."""

_BEFORE: Final = (1, 1, 50, 500)
"""Ms before the message is due."""


def looked_before_due(draws: Draws, commands: Commands, abilities: frozenset[Ability]) -> Commands:
    """The commands with one such look, now and then; as they were where time never passes a due time."""
    if not draws.chance(_LOOKED):
        return commands
    before = draws.one_of(_BEFORE)
    passed = [(place, until - before) for place, until in _passed(commands) if until > before]
    if not passed:
        return commands
    place, waited = draws.one_of(passed)
    advance = commands[place]
    assert isinstance(advance, Advance)
    looks = _looks(commands[:place], abilities)
    return (
        *commands[:place],
        Advance(waited),
        *looks,
        Advance(advance.milliseconds - waited),
        *commands[place + 1 :],
    )


def _passed(commands: Commands) -> Iterator[tuple[int, int]]:
    """The places where time passes a due time, with the ms until then."""
    now = 0
    delays: dict[str, int] = {}
    due: list[int] = []
    for place, command in enumerate(commands):
        match command:
            case SetDeliveryDelay(producer=producer, milliseconds=delay):
                delays[producer] = delay
            case Send(producer=producer) if delays.get(producer):
                due.append(now + delays[producer])
            case Advance(milliseconds=time):
                yield from ((place, one - now) for one in due if now < one <= now + time)
                now += time
            case _:
                pass


def _looks(commands: Commands, abilities: frozenset[Ability]) -> Iterator[Command]:
    """At all queues but staging queues: what waits there is not due."""
    members = [one for one in commands if isinstance(one, DefineQueueManager) and one.queue_sharing_group]
    look = Browse if Ability.BROWSE in abilities else ReadDepth
    for command in commands:
        match command:
            case DefineLocalQueue(queue=queue, queue_manager=name) if queue != STAGING_QUEUE:
                yield look(queue, name)
            case DefineSharedQueue(queue=queue, queue_sharing_group=group):
                yield from (
                    look(queue, member.name) for member in members if member.queue_sharing_group == group
                )
            case _:
                pass
    yield from map(ReceivePublication, _subscribers(commands))


def _subscribers(commands: Commands) -> Iterator[str]:
    """Those that are connected: a queue manager that ends disconnects all."""
    connected: dict[str, None] = {}
    for command in commands:
        match command:
            case Subscribe(subscription=name):
                connected[name] = None
            case CloseSubscriber(subscription=name) | Unsubscribe(subscription=name):
                connected.pop(name, None)
            case EndQueueManager():
                connected.clear()
            case _:
                pass
    yield from connected
