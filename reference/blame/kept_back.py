"""Messages that are kept back: which rules a queue speaks about to which they have not come.

What was judged is counted here, and nothing is decided. Whatever else an empty queue speaks about is in
`absences`.
"""

from collections.abc import Iterator
from itertools import islice

from mqtck.reference.chapters.staging_queue import reasons_to_rest
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key, owner
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import Staged, Status, Uncommitted
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

from .latest import LOOKED_AT


def kept_back(state: State, queue_key: str) -> frozenset[str]:
    """The rules that a message kept back, and so an empty queue, speaks about."""
    found: set[str] = set()
    for serial in islice(_staged_for(state, queue_key), LOOKED_AT):
        message = state.messages[serial]
        if queue_key in (message.first, *message.instances):
            for status in state.beliefs[serial]:
                found.update(_why(state, message, status))
    return frozenset(found)


def _why(state: State, message: Message, status: Status) -> tuple[str, ...]:
    """The rules by which a message with this status is kept back; none where it is not."""
    match status:
        case Staged(retrying=True):
            return ("DD-99",)
        case Staged() if _overdue(state, message):
            return reasons_to_rest(state, message)
        case Staged():
            onward = () if message.onward is None else ("X-31",)
            return ("DD-01", "DD-03", "DD-04", "DD-05", *onward)
        case Uncommitted():
            return ("DD-42",)
        case _:
            return ()


def _overdue(state: State, message: Message) -> bool:
    return message.due is not None and message.due.latest < state.previous


def _staged_for(state: State, queue_key: str) -> Iterator[int]:
    """What waits on the staging queues from which messages may come to this queue."""
    home = state.queue_managers.get(owner(queue_key))
    plain = home is not None and not home.clusters
    managers = (owner(queue_key),) if plain else state.queue_managers
    for manager in managers:
        yield from state.queues.get(key(manager, STAGING_QUEUE), Queue()).residents
