"""What certainly precedes a message on its queue (EX-15, EX-16).

Highest priority first, and within one priority what was put directly in the order of the puts; of puts that
overlapped none. The order of messages that were delayed, committed or transferred is open, among themselves
and beside others, and so is that in which a queue manager finds messages when it starts again. What a unit
of work has got and backed out may be anywhere among the others, that of a channel too (AM-09), which may have
got anything from its transmission queue.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.state import Lane, Queue, Resident, State
from mqtck.reference.state.statuses import OnQueue, Route

_MANY: Final = 100
"""So many messages are looked at that may come before one, so that a get costs the same at any depth."""


def in_order(queue: Queue, passed: Resident | None = None) -> Iterator[int]:
    """All that may be on the queue, in order of delivery.

    What a cursor has passed that stands on a message is left out.
    """
    for _, lane, first in _lanes(queue, passed):
        yield from _between(lane, first, lane.tail)


def before(state: State, queue: Queue, serial: int, passed: Resident | None = None) -> Iterator[int]:
    """What certainly precedes the message: higher priorities, and earlier direct puts of its own.

    What a cursor has passed that stands on a message is left out.
    """
    resident = queue.residents[serial]
    for number, lane, first in _lanes(queue, passed):
        if number > resident.lane:
            # All of a higher priority precede it, in whatever order; a lane may have many gaps.
            yield from _between(lane, first, lane.tail) if first > lane.head else lane.slots.values()
        elif number == resident.lane and _in_its_place(state, serial) and not _recovered(state, serial):
            for other in _between(lane, first, resident.position):
                if _followed(state, other, serial) and _in_its_place(state, other):
                    yield other


def perhaps_before(state: State, queue: Queue, serial: int) -> list[int]:
    """What was put before the message, with its priority, and may come behind it; the first of many."""
    resident = queue.residents[serial]
    lane = queue.lanes[resident.lane]
    certain = _in_its_place(state, serial) and not _recovered(state, serial)
    earlier = islice(_between(lane, lane.head, resident.position), _MANY)
    return [other for other in earlier if not certain or not _in_its_place(state, other)]


def _lanes(queue: Queue, passed: Resident | None) -> Iterator[tuple[int, Lane, int]]:
    """Priority, lane, and the first position that has not been passed; highest priority first."""
    for number in sorted(queue.lanes, reverse=True):
        lane = queue.lanes[number]
        if passed is None or number < passed.lane:
            yield number, lane, lane.head
        elif number == passed.lane:
            yield number, lane, max(lane.head, passed.position + 1)


def _between(lane: Lane, first: int, end: int) -> Iterator[int]:
    for position in range(first, end):
        serial = lane.slots.get(position)
        if serial is not None:
            yield serial


def in_order_of_puts(state: State, queue: Queue, one: int, other: int) -> bool:
    """Whether a message of the same priority certainly came before another one."""
    earlier = queue.residents[one].position < queue.residents[other].position
    return earlier and put_before(state, one, other)


def put_before(state: State, one: int, other: int) -> bool:
    """Whether one message certainly came before another one, of whatever priorities they are."""
    in_place = _in_its_place(state, one) and _in_its_place(state, other)
    return in_place and one < other and _followed(state, one, other) and not _recovered(state, other)


def _followed(state: State, one: int, other: int) -> bool:
    """Whether the put of one message was over when that of the other began; only recorded ones overlap."""
    return state.messages[one].sent.latest <= state.messages[other].sent.earliest


def _recovered(state: State, serial: int) -> bool:
    """Whether its queue manager has started again since the put, so that any put before it may come later."""
    managers = (
        state.queue_managers.get(owner(status.queue))
        for status in state.beliefs[serial]
        if isinstance(status, OnQueue)
    )
    return any(manager is not None and serial < manager.recovered for manager in managers)


def _in_its_place(state: State, serial: int) -> bool:
    """Whether it was put directly to where it is, and no channel can have got it there and backed out."""
    places = [status for status in state.beliefs[serial] if isinstance(status, OnQueue)]
    return bool(places) and all(
        status.route is Route.DIRECT and status.queue not in state.runs for status in places
    )
