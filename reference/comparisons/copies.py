"""Which copy of a publication something seen may be."""

from mqtck.reference.chapters.resolution import dead_letter_key
from mqtck.reference.state.queue_keys import key, owner
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, OnQueue, Route, Status
from mqtck.reference.vocabulary.constants import STAGING_QUEUE


def likelihood(state: State, serial: int, queue_key: str) -> int:
    """How likely a publication that is shown where none can be is this copy; the least is the likeliest.

    On a queue for which there is no copy, what stands for all of them: somebody else was matched.
    """
    message = state.messages[serial]
    if message.first == queue_key:
        return 0
    if message.publication is None:
        return 3 if _for_all(state, queue_key) else 1
    return 1 if has_failed(state, serial) else 2


def _for_all(state: State, queue_key: str) -> bool:
    """Whether copies for several subscribers may come to this queue: those of the queue manager's own."""
    manager = owner(queue_key)
    return queue_key in (key(manager, STAGING_QUEUE), dead_letter_key(state, manager))


def has_failed(state: State, serial: int) -> bool:
    """Whether this may be a copy of a publication that was not delivered."""
    copy = state.messages[serial].publication is not None
    return copy and any(not_delivered(status) for status in state.beliefs[serial])


def not_delivered(status: Status) -> bool:
    """Whether this is where a copy is, or how it ended, that its subscriber's queue did not get."""
    match status:
        case Ended(cause=Cause.SILENCED | Cause.ABANDONED | Cause.DISCARDED | Cause.EXPIRED):
            return True
        case OnQueue(route=Route.DEAD_LETTERED):
            return True
        case _:
            return False
