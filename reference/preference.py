"""What the reference itself takes for true where several things may be: the first status, mostly.

No rule of the documents lives here. A report follows its subject, the collective of some copies those copies,
and a report for which its queue has no room goes elsewhere. A delayed message that found room only if an
expired one was gone by then has not come where that one is taken to be there still.
"""

from typing import Final

from .beliefs import END_OF, NEVER, triggers
from .message_state import Demand, Kind
from .seats import place
from .state import Queue, State
from .statuses import Ended, OnQueue, Staged, Status
from .vocabulary.commands import QueueAttributes

_EMPTY_QUEUE: Final = Queue()


def preferred(state: State, serial: int) -> Status:
    """The status that the reference itself gives a message; a report follows its subject."""
    belief = state.beliefs[serial]
    message = state.messages[serial]
    if message.kind is Kind.COPIES:
        ended = (
            any(triggers(kind, preferred(state, copy)) for copy in state.copies[message.publication or 0])
            for kind, end in END_OF.items()
            if end in belief
        )
        return belief[-1] if any(ended) else belief[0]
    if message.subject is None or (message.demand is Demand.OPTIONAL and message.kind not in END_OF):
        return _where_room_is(state, serial)
    generated = triggers(message.kind, preferred(state, message.subject))
    fits = [status for status in belief if (status != NEVER) is generated]
    roomy = (status for status in fits if not _full_of_others(state, serial, status))
    return next(roomy, fits[0] if fits else belief[0])


def _where_room_is(state: State, serial: int) -> Status:
    """The first status, but not where what came before, by the first status of each, fills the queue."""
    belief = state.beliefs[serial]
    first = belief[0]
    kept = next((status for status in belief if _never_came(status)), first)
    if kept is first or not isinstance(first, OnQueue):
        return first
    attributes = state.definitions.get(first.queue)
    queue = state.queues.get(first.queue, _EMPTY_QUEUE)
    if not isinstance(attributes, QueueAttributes) or len(queue.residents) <= attributes.max_depth:
        return first
    before = sum(
        1 for other in queue.unsure if other < serial and place(state.beliefs[other][0]) == first.queue
    )
    return kept if queue.fewest + before >= attributes.max_depth else first


def _never_came(status: Status) -> bool:
    """Whether a delayed message is on the staging queue, or ended there."""
    return isinstance(status, Staged) or (isinstance(status, Ended) and status.staged is not None)


def _full_of_others(state: State, serial: int, status: Status) -> bool:
    """Whether the queue of a report is full of what is certainly there and of the reports before it."""
    if not isinstance(status, OnQueue):
        return False
    attributes = state.definitions.get(status.queue)
    queue = state.queues.get(status.queue, _EMPTY_QUEUE)
    if not isinstance(attributes, QueueAttributes) or len(queue.residents) <= attributes.max_depth:
        return False
    before = sum(
        1 for other in queue.unsure if other < serial and place(preferred(state, other)) == status.queue
    )
    return queue.fewest + before >= attributes.max_depth


def preferred_depth(state: State, key: str) -> int:
    """The depth as the reference has it: every open message counts where it prefers it to be."""
    queue = state.queues.get(key, _EMPTY_QUEUE)
    open_here = sum(1 for serial in queue.unsure if place(preferred(state, serial)) == key)
    return queue.fewest + open_here
