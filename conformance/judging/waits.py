"""What a receive that waited in vain shows: at no moment of its wait was anything there for it.

To the model a receive is one look, at some moment between the two readings of the clock. Taken so, a receive
that waited would say nothing of a message that came and expired while it waited. `looks` therefore makes
several looks of it, one behind the other. Each has a window of its own in which it happened at some moment:
within a whole window a message that is there is given to whoever waits.

That holds only where nobody does anything else meanwhile, as in the kit's own traces. A recorded call that
overlaps others (`recordings`) is one look. So is a receive that came back before its wait was over.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from mqtck.reference.state.lateness import REPORT_LIFE
from mqtck.reference.vocabulary.commands import Receive
from mqtck.reference.vocabulary.outcomes import NoMessage
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.traces import Step

WINDOW: Final = REPORT_LIFE // 3
"""Ms, at most, within which a message that is there is given to whoever waits. Two of them, one behind the
other, are less than the life of a report: it is seen, whenever in its window each look happened.
"""


def looks(step: Step, clock: ClockKind) -> Iterator[Step]:
    """The looks of which a step is made, in order: the last one when its wait is over."""
    match step:
        case Step(command=Receive(wait=wait) | ReceivePublication(wait=wait), outcome=NoMessage()):
            pass
        case _:
            wait = 0
    start, over = step.started, step.started + wait
    if clock is ClockKind.REAL and WINDOW <= wait <= step.ended - step.started:
        waits = step.ended - wait  # It has begun to wait by then.
        windows = max(0, -(-(over - waits) // WINDOW))
        for number in range(1, windows + 1):
            end = waits + (over - waits) * number // windows
            yield replace(step, started=start, ended=end)
            start = end
    yield replace(step, started=start) if start != step.started else step
