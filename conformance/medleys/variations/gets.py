"""Messages of a scenario got in another way: browsed before, under the cursor, by the other interface."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    GetMode,
    MqGet,
    ReadDepth,
    Receive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

from .common import HALF, QUARTER, Commands, Variation, queues_of

_BROWSED: Final = (
    (GetMode.BROWSE_FIRST,),
    (GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT),
    (GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT, GetMode.BROWSE_NEXT),
    (GetMode.BROWSE_FIRST_AND_LOCK,),
)


def _looked_at(draws: Draws, commands: Commands) -> Iterator[Command]:
    queues = (*queues_of(commands), STAGING_QUEUE)
    for command in commands:
        yield command
        if draws.chance(QUARTER):
            queue = draws.one_of(queues)
            yield ReadDepth(queue) if queue == STAGING_QUEUE or draws.chance(HALF) else Browse(queue)


def _browsed_by_the_mqi(draws: Draws, commands: Commands) -> Iterator[Command]:
    """Messages are browsed before they are got, and where time has passed."""
    queues = queues_of(commands)
    modes = draws.one_of(_BROWSED)
    for command in commands:
        if isinstance(command, (MqGet, Receive)):
            connection = command.connection if isinstance(command, MqGet) else "browser"
            for mode in modes:
                yield MqGet(command.queue, mode, connection=connection)
        yield command
        if queues and isinstance(command, Advance):
            queue = draws.one_of(queues)
            for mode in modes:
                yield MqGet(queue, mode, connection="browser")


def _under_the_cursor(draws: Draws, commands: Commands) -> Iterator[Command]:
    first = draws.one_of((GetMode.BROWSE_FIRST, GetMode.BROWSE_FIRST_AND_LOCK))
    for command in commands:
        if isinstance(command, MqGet) and command.mode is GetMode.DESTRUCTIVE and command.match is None:
            yield replace(command, mode=first, syncpoint=Syncpoint.OUTSIDE)
            yield replace(command, mode=GetMode.UNDER_CURSOR)
        else:
            yield command


def _by_the_other_interface(_: Draws, commands: Commands) -> Iterator[Command]:
    """MQGET for a receive and the other way round, outside of units of work."""
    for command in commands:
        match command:
            case MqGet(mode=GetMode.DESTRUCTIVE, match=None, syncpoint=Syncpoint.OUTSIDE):
                yield Receive(command.queue, session="receiver of all")
            case Receive():
                yield MqGet(command.queue, connection="receiver of all")
            case _:
                yield command


def _got_again(draws: Draws, commands: Commands) -> Iterator[Command]:
    """One get more behind each, where there is nothing any more, or something that nobody expects."""
    for command in commands:
        yield command
        if isinstance(command, Receive) or (
            isinstance(command, MqGet) and command.mode in {GetMode.DESTRUCTIVE, GetMode.BROWSE_NEXT}
        ):
            yield command
            if draws.chance(HALF):
                yield command


OF_GETS: Final[Mapping[str, Variation]] = {
    "looked at": _looked_at,
    "browsed by the MQI": _browsed_by_the_mqi,
    "under the cursor": _under_the_cursor,
    "the other interface": _by_the_other_interface,
    "got again": _got_again,
}
