"""What the reference itself takes for true where several things may be: the first status, mostly.

No rule of the documents lives here. A report follows its subject, the collective of some copies those copies,
and a report for which its queue has no room goes elsewhere. A delayed message that found room only if an
expired one was gone by then has not come where that one is taken to be there still.
"""

from bisect import bisect_left
from collections import Counter
from typing import Final, NamedTuple

from .beliefs import END_OF, NEVER, triggers
from .message_state import Demand, Kind, Message
from .once import once
from .seats import place
from .state import Queue, State
from .statuses import Belief, Ended, OnQueue, Staged, Status
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
    if not _follows(message):
        return _where_room_is(state, serial)
    fits = _like_its_subject(state, message)
    if any(isinstance(status, OnQueue) and _limit(state, status.queue) is not None for status in fits):
        return _seated(state).statuses.get(serial, fits[0])
    return fits[0]


def _follows(message: Message) -> bool:
    """Whether the message is a report that is there if and only if its subject has come to an end."""
    return message.subject is not None and (message.demand is not Demand.OPTIONAL or message.kind in END_OF)


def _like_its_subject(state: State, message: Message) -> Belief:
    """The statuses of a report that go with what its subject is taken to have come to."""
    belief = state.beliefs[message.serial]
    generated = message.subject is not None and triggers(message.kind, preferred(state, message.subject))
    return tuple(status for status in belief if (status != NEVER) is generated) or belief[:1]


def _where_room_is(state: State, serial: int) -> Status:
    """The first status, but not where what came before, by the first status of each, fills the queue."""
    belief = state.beliefs[serial]
    first = belief[0]
    kept = next((status for status in belief if _never_came(status)), first)
    if kept is first or not isinstance(first, OnQueue):
        return first
    limit = _limit(state, first.queue)
    if limit is None:
        return first
    return kept if bisect_left(_unsure_at_first(state, first.queue), serial) >= limit else first


def _never_came(status: Status) -> bool:
    """Whether a delayed message is on the staging queue, or ended there."""
    return isinstance(status, Staged) or (isinstance(status, Ended) and status.staged is not None)


def _limit(state: State, key: str) -> int | None:
    """How many unsure messages fit on a queue, where it may have more than it takes."""
    attributes = state.definitions.get(key)
    queue = state.queues.get(key, _EMPTY_QUEUE)
    if not isinstance(attributes, QueueAttributes) or len(queue.residents) <= attributes.max_depth:
        return None
    return attributes.max_depth - queue.fewest


@once("beliefs", "queues")
def _unsure_at_first(state: State, key: str) -> list[int]:
    """The unsure messages of a queue that are there by their first status, in order of arrival."""
    unsure = state.queues.get(key, _EMPTY_QUEUE).unsure
    return sorted(serial for serial in unsure if place(state.beliefs[serial][0]) == key)


class Seated(NamedTuple):
    """The preferred status of unsure messages, and how many of them each queue has."""

    statuses: dict[int, Status]
    taken: Counter[str]


@once("beliefs", "messages", "copies", "definitions", "queues")
def _seated(state: State) -> Seated:
    """The preferred status of every unsure message: a report goes where those before it have left room.

    Worked out at once, in order of arrival: each of some reports that asked those before it, which ask those
    before them, would take twice as long as the last.
    """
    statuses: dict[int, Status] = {}
    taken: Counter[str] = Counter()
    for serial in sorted({serial for queue in state.queues.values() for serial in queue.unsure}):
        message = state.messages[serial]
        if _follows(message):
            fits = _like_its_subject(state, message)
            status = next((one for one in fits if _has_room(state, one, taken)), fits[0])
        else:
            status = preferred(state, serial)
        statuses[serial] = status
        key = place(status)
        if key is not None and serial in state.queues[key].unsure:
            taken[key] += 1
    return Seated(statuses, taken)


def _has_room(state: State, status: Status, taken: Counter[str]) -> bool:
    if not isinstance(status, OnQueue):
        return True
    limit = _limit(state, status.queue)
    return limit is None or taken[status.queue] < limit


def preferred_depth(state: State, key: str) -> int:
    """The depth as the reference has it: every open message counts where it prefers it to be."""
    queue = state.queues.get(key, _EMPTY_QUEUE)
    if _limit(state, key) is not None:
        return queue.fewest + _seated(state).taken[key]
    return queue.fewest + sum(1 for serial in queue.unsure if place(preferred(state, serial)) == key)
