"""Bookkeeping of queues: which queue a status occupies, and the places of messages on it.

A queue has a lane for each priority, one alone with MSGDLVSQ(FIFO), and a lane keeps messages in the order of
their arrival. No rule of the documents lives here; `arrival_order` says what the order means.
"""

from typing import Final

from immutables import Map
from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import DeliverySequence, QueueAttributes

from .messages import Message, aim_of
from .queue_keys import is_staging
from .state import Lane, Queue, Resident, State
from .statuses import Belief, Coming, Discarding, Held, OnQueue, Staged, Status, Uncommitted

EMPTY_QUEUE: Final = Queue()
_EMPTY_LANE: Final = Lane(0, 0, Map(), 0)


def place(status: Status) -> str | None:
    """The queue that a status occupies, if any; what the processor has in its hands may count there still."""
    match status:
        case Staged(queue=queue) | OnQueue(queue=queue) | Uncommitted(queue=queue):
            return queue
        case Held(was=was) | Discarding(was=was):
            return was.queue
        case Coming(staged=Staged(queue=queue)):
            return queue
        case _:
            return None


def counts(status: Status) -> bool:
    """Whether the message certainly counts in the depth of its place.

    That is open inside a unit of work, the processor's included, and where its discard may be under way.
    """
    return isinstance(status, Staged | OnQueue)


def seated(state: State, queue: Queue, key: str, message: Message, old: Belief, new: Belief) -> Queue:
    """The queue with this message's place brought up to date."""
    serial = message.serial
    here = [counts(status) for status in new if place(status) == key]
    certain = len(here) == len(new) and all(here)
    resident = queue.residents.get(serial)
    if resident is None:
        if not here:
            return queue
        arrived = _arrive(queue, lane_of(state, key, message), serial, certain)
        return _aimed(arrived, message, 1) if is_staging(key) else arrived
    if not here:
        certainly_left = resident.certain or _certainly_counted(old, key)
        at_most = queue.at_most - 1 if certainly_left else queue.at_most
        left = _leave(queue, serial, resident, at_most)
        return _aimed(left, message, -1) if left.aims else left
    if certain == resident.certain and not _moves_to_the_tail(old, new, key):
        return queue
    if _moves_to_the_tail(old, new, key):
        queue = _leave(queue, serial, resident, queue.at_most)
        return _arrive(queue, resident.lane, serial, certain)
    lane = queue.lanes[resident.lane]
    return replace(
        queue,
        residents=queue.residents.set(serial, replace(resident, certain=certain)),
        unsure=queue.unsure.delete(serial) if certain else queue.unsure.set(serial, None),
        lanes=queue.lanes.set(resident.lane, replace(lane, certain=lane.certain + (1 if certain else -1))),
    )


def limit_of(state: State, key: str) -> int:
    """MAXDEPTH of a local queue; 0, too, where there is none."""
    attributes = state.definitions.get(key)
    return attributes.max_depth if isinstance(attributes, QueueAttributes) else 0


def near(queue: Queue, limit: int) -> bool:
    """Whether a queue may be half full."""
    return 2 * queue.most >= limit


def _certainly_counted(belief: Belief, key: str) -> bool:
    return all(place(status) == key and counts(status) for status in belief)


def _moves_to_the_tail(old: Belief, new: Belief, key: str) -> bool:
    """A message that a commit or a backout puts onto the queue takes its place anew."""

    def within_unit(belief: Belief) -> bool:
        return any(isinstance(status, Uncommitted | Held) and place(status) == key for status in belief)

    return within_unit(old) and not within_unit(new)


def lane_of(state: State, key: str, message: Message) -> int:
    """The lane that a message takes which comes to the queue now."""
    attributes = state.definitions.get(key)
    if isinstance(attributes, QueueAttributes) and attributes.delivery_sequence is DeliverySequence.FIFO:
        return 0
    return message.priority


def _arrive(queue: Queue, lane_number: int, serial: int, certain: bool) -> Queue:  # noqa: FBT001
    lane = queue.lanes.get(lane_number, _EMPTY_LANE)
    return replace(
        queue,
        residents=queue.residents.set(serial, Resident(lane_number, lane.tail, certain)),
        unsure=queue.unsure if certain else queue.unsure.set(serial, None),
        lanes=queue.lanes.set(
            lane_number,
            Lane(lane.head, lane.tail + 1, lane.slots.set(lane.tail, serial), lane.certain + certain),
        ),
        at_most=queue.at_most + 1,
        unsure_arrival=None,
    )


def _leave(queue: Queue, serial: int, resident: Resident, at_most: int) -> Queue:
    lane = queue.lanes[resident.lane]
    slots = lane.slots.delete(resident.position)
    head = lane.head
    while head < lane.tail and head not in slots:
        head += 1
    return replace(
        queue,
        residents=queue.residents.delete(serial),
        unsure=queue.unsure if resident.certain else queue.unsure.delete(serial),
        lanes=queue.lanes.set(resident.lane, Lane(head, lane.tail, slots, lane.certain - resident.certain)),
        at_most=at_most,
    )


def _aimed(queue: Queue, message: Message, change: int) -> Queue:
    """A staging queue with one message more, or fewer, that is to go where this one is."""
    aim = aim_of(message)
    count = queue.aims.get(aim, 0) + change
    return replace(queue, aims=queue.aims.set(aim, count) if count else queue.aims.delete(aim))


def residents_in_order(queue: Queue) -> list[int]:
    """All serials that may be on the queue, highest priority first, each lane by arrival."""
    return [
        serial
        for number in sorted(queue.lanes, reverse=True)
        for _, serial in sorted(queue.lanes[number].slots.items())
    ]
