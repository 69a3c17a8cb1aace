"""What a receive that waited in vain shows: at no moment of its wait was anything there for it.

By itself it is a look at one moment between its readings, and what came and ended while it waited would have
passed unseen. `looks` takes it as looks one behind the other, each of which happened at some moment of its
window; in a whole window whoever waits is given what is there.

Only where nobody does anything else meanwhile, as in the kit's own traces: a call that overlaps another one
(`recordings`) has its place among the others, and not its windows. A receive that came back before its wait
was over looked once.
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
