"""Where a scenario looks for what it has waited for in vain on a real clock.

A message that is still on the staging queue is late, and may come. One that is neither there nor, a moment
later, where it was waited for is lost or was never made: the judge of the trace says so.
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Advance, Browse, Command, MqGet, ReadDepth, Receive
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.publications import ReceivePublication

AFTERWARDS: Final = -1
"""The handle of looks that no expectation asks for."""

_A_MOMENT: Final = 7000
"""Ms: longer than a judge gives to a move between queues, and to a report about it."""


def where_else(look: Command, abilities: frozenset[Ability]) -> tuple[Command, ...]:
    """The staging queue, where it can be looked at, and once more where the last look was."""
    if Ability.STAGING_QUEUE not in abilities or Ability.BROWSE not in abilities:
        return ()
    match look:
        case Receive() | ReceivePublication():
            look = replace(look, wait=0)
        case MqGet() | Browse() | ReadDepth():
            pass
        case _:
            return ()
    return (Browse(queue=STAGING_QUEUE), Advance(milliseconds=_A_MOMENT), look)
