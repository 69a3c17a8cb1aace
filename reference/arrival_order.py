"""What certainly precedes a message on its queue (EX-15, EX-16).

Highest priority first, and within one priority what was put directly in the order of the puts; of puts that
overlapped none. The order of messages that were delayed, committed or transferred is open, among themselves
and beside others.
"""

from collections.abc import Iterator

from .state.state import Queue, State
from .state.statuses import Belief, OnQueue, Route


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
                if (
                    other is not None
                    and _followed(state, other, serial)
                    and _put_directly(state.beliefs[other])
                ):
                    yield other


def in_order_of_puts(state: State, queue: Queue, one: int, other: int) -> bool:
    """Whether a message of the same priority certainly came before another one."""
    direct = _put_directly(state.beliefs[one]) and _put_directly(state.beliefs[other])
    earlier = queue.residents[one].position < queue.residents[other].position
    return direct and earlier and _followed(state, one, other)


def _followed(state: State, one: int, other: int) -> bool:
    """Whether the put of one message was over when that of the other began; only recorded ones overlap."""
    return state.messages[one].sent.latest <= state.messages[other].sent.earliest


def _put_directly(belief: Belief) -> bool:
    return all(status.route is Route.DIRECT for status in belief if isinstance(status, OnQueue)) and any(
        isinstance(status, OnQueue) for status in belief
    )
