"""What certainly precedes a message on its queue (EX-15, EX-16).

Highest priority first, and within one priority what was put directly in the order of the puts. The order
of messages that were delayed, committed or transferred is open, among themselves and beside others.
"""

from collections.abc import Iterator

from .state import Queue, State
from .statuses import Belief, OnQueue, Route


def before(state: State, queue: Queue, serial: int) -> Iterator[int]:
    """What certainly precedes the message: higher priorities, and earlier direct puts of its own."""
    resident = queue.residents[serial]
    for number in sorted(queue.lanes, reverse=True):
        lane = queue.lanes[number]
        if number > resident.lane:
            yield from lane.slots.values()
        elif number == resident.lane and _put_directly(state.beliefs[serial]):
            for position in range(lane.head, resident.position):
                other = lane.slots.get(position)
                if other is not None and _put_directly(state.beliefs[other]):
                    yield other


def _put_directly(belief: Belief) -> bool:
    return all(status.route is Route.DIRECT for status in belief if isinstance(status, OnQueue)) and any(
        isinstance(status, OnQueue) for status in belief
    )
