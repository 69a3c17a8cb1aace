"""Whether a queue takes a message: room, length and PUT(ENABLED), each of which may be open.

Covers DD-46, DD-110 to DD-112 and DD-114 as far as they ask this of a queue; what follows from it is decided
where it is asked. Leaves out the ways to a queue (`resolution`).
"""

from mqtck.reference.chapters.resolution import Resolved, dead_letter_key, nested, resolve, resolve_local
from mqtck.reference.preference import preferred, preferred_depth
from mqtck.reference.state.intervals import Answer, answer, opposite
from mqtck.reference.state.seats import EMPTY_QUEUE, limit_of, near, place
from mqtck.reference.state.state import Queue, State
from mqtck.reference.vocabulary.commands import Switch
from mqtck.reference.vocabulary.profile import ClockKind

from .in_hand import perhaps_away
from .send_checks import may_send, too_long
from .unseen_reports import perhaps_unseen


def room_for(
    state: State, resolved: Resolved | None, length: int, serial: int = 0, leaving: int = 0
) -> Answer:
    """Whether a queue takes a message of this length; `serial` itself, if it may be there, is not counted.

    The place of the message `leaving` may be free already.
    """
    if resolved is None or resolved.attributes.put is Switch.DISABLED:
        return Answer.NO
    queue = state.queues.get(resolved.local, Queue())
    own = 1 if serial in queue.unsure else 0
    seat = queue.residents.get(leaving)
    freed = 1 if seat is not None and seat.certain else 0
    limit = resolved.attributes.max_depth
    freed += perhaps_away(state, resolved.local)
    most = queue.most_without(own)
    most += perhaps_unseen(state, resolved.local, limit - most)
    filled = answer(queue.fewest - freed >= limit, most >= limit)
    worst = max(filled, too_long(length, resolved.attributes))
    return opposite(worst)


def counted_full(state: State, resolved: Resolved | None, serial: int) -> bool:
    """Whether the queue is full as the reference counts, without the message itself.

    Its own clock is virtual; on a real one nobody asks which of two possibilities it prefers.
    """
    if resolved is None or state.clock is ClockKind.REAL:
        return False
    queue = state.queues.get(resolved.local, Queue())
    own = serial in queue.unsure and place(preferred(state, serial)) == resolved.local
    return preferred_depth(state, resolved.local) - own >= resolved.attributes.max_depth


def near_its_limit(state: State, queue_key: str) -> bool:
    """Whether the messages of a moment may decide if a queue has room: it may be half full."""
    limit = limit_of(state, queue_key)
    return limit > 0 and near(state.queues.get(queue_key, EMPTY_QUEUE), limit)


def dead_letter_queue(state: State, queue_manager: str) -> Resolved | None:
    """The queue that the attribute DEADQ names, where it is a local queue; a queue-sharing group has none."""
    return resolve_local(state, dead_letter_key(state, queue_manager))


def takes_all_named(
    state: State, queue_manager: str, user: str | None, reply_to: str | None, length: int
) -> bool:
    """Whether the reply-to queue and the dead-letter queue, as far as they are named, take one so long.

    The user certainly may put to that reply-to queue.
    """
    names = (reply_to, state.queue_managers[queue_manager].dead_letter_queue)
    replies = resolve(state, queue_manager, reply_to or "")
    refused = reply_to and may_send(state, user, queue_manager, reply_to, replies) is not Answer.YES
    return not refused and all(
        room_for(state, resolve(state, queue_manager, name), length) is Answer.YES
        and not nested(state, queue_manager, name)
        for name in names
        if name is not None
    )
