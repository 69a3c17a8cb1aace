"""Where a scenario looks for what it has waited for in vain on a real clock.

A message that is still on the staging queue is late, and may come. One that look after look finds neither
there nor where it was waited for is lost or was never made: the judge of the trace says so.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    DefineLocalQueue,
    MqGet,
    ReadDepth,
    Receive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.traces import Step

AFTERWARDS: Final = -1
"""The handle of looks that no expectation asks for."""

_LOOKS: Final = 8
"""Looks at the staging queue that cannot all meet attempts to put a message, were it still there."""

_BETWEEN: Final = 1500
"""Ms between them: longer than a judge gives to one attempt."""

_A_MOMENT: Final = 7000
"""Ms: longer than a judge gives to a move between queues, and to a report about it."""


def where_else(steps: Sequence[Step], abilities: frozenset[Ability]) -> tuple[Command, ...]:
    """The staging queue, where it can be looked at, the queues of the scenario, and where the last look was.

    There once more each time, as a report that is made meanwhile may live for ten seconds only.
    """
    if Ability.STAGING_QUEUE not in abilities or Ability.BROWSE not in abilities:
        return ()
    look = steps[-1].command
    match look:
        case Receive() | ReceivePublication():
            look = replace(look, wait=0)
        case MqGet() | Browse() | ReadDepth():
            pass
        case _:
            return ()
    on_staging = (Browse(queue=STAGING_QUEUE), look, Advance(milliseconds=_BETWEEN)) * _LOOKS
    # A message that has expired there is discarded, and reported, when somebody looks.
    defined = (step.command for step in steps if isinstance(step.command, DefineLocalQueue))
    on_queues = tuple(Browse(queue=one.queue, queue_manager=one.queue_manager) for one in defined)
    return (*on_staging, Browse(queue=STAGING_QUEUE), *on_queues, Advance(milliseconds=_A_MOMENT), look)
