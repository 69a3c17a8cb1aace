"""What the reference itself takes for true where several things may be: the first status, mostly.

No rule of the documents lives here. A report follows its subject, the collective of some copies those copies,
and a report for which its queue has no room goes elsewhere. A delayed message that found room only if an
expired one was gone by then has not come where that one is taken to be there still.
"""

from bisect import bisect_left
from collections import Counter
from typing import Final, NamedTuple

from .state.beliefs import END_OF, NEVER, triggers
from .state.messages import Demand, Kind, Message
from .state.once import once
from .state.seats import place
from .state.state import Queue, State
from .state.statuses import Belief, Ended, Never, OnQueue, Staged, Status
from .vocabulary.commands import QueueAttributes

_EMPTY_QUEUE: Final = Queue()


def preferred(state: State, serial: int) -> Status:
    """The status that the reference itself gives a message; a report follows its subject."""
    belief = state.beliefs[serial]
    message = state.messages[serial]
    if message.subject is None and message.kind is not Kind.COPIES:
        return _where_room_is(state, serial)
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
    return (
        belief[:1]
        if message.subject is None
        else _fitting(message, belief, preferred(state, message.subject))
    )


def _fitting(message: Message, belief: Belief, subject: Status) -> Belief:
    """The statuses of a report that go with that of its subject."""
    if len(belief) == 1:
        return belief
    if not triggers(message.kind, subject):
        return (NEVER,) if NEVER in belief else belief[:1]
    return tuple([status for status in belief if not isinstance(status, Never)]) or belief[:1]


def _where_room_is(state: State, serial: int) -> Status:
    """The first status, but not where what came before, by the first status of each, fills the queue."""
    belief = state.beliefs[serial]
    first = belief[0]
    if len(belief) == 1 or not isinstance(first, OnQueue):
        return first
    limit = _limit(state, first.queue)
    if limit is None or bisect_left(_unsure_at_first(state, first.queue), serial) < limit:
        return first
    return _kept(belief)


def _kept(belief: Belief) -> Status:
    """That a delayed message has not come, where it may be so; else the first status."""
    return next((status for status in belief if _never_came(status)), belief[0])


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
    before them, would take twice as long as the last. It is asked of each state in which a message of a crowd
    may have gone on, so nothing here is looked up twice.
    """
    statuses: dict[int, Status] = {}
    taken: Counter[str] = Counter()
    ahead: Counter[str] = Counter()
    queues, messages, beliefs = state.queues, state.messages, state.beliefs
    limits = {key: _limit(state, key) for key in queues}
    unsure = {key: queue.unsure for key, queue in queues.items() if queue.unsure}
    for serial in sorted({serial for found in unsure.values() for serial in found}):
        message, belief = messages[serial], beliefs[serial]
        first = status = belief[0]
        if _follows(message):
            subject = statuses.get(message.subject or 0) or preferred(state, message.subject or 0)
            status = _with_room(_fitting(message, belief, subject), limits, taken)
        elif isinstance(first, OnQueue) and len(belief) > 1:
            limit = limits[first.queue]
            if limit is not None and ahead[first.queue] >= limit:
                status = _kept(belief)
        statuses[serial] = status
        at_first = place(first)
        if at_first is not None and serial in queues[at_first].unsure:
            ahead[at_first] += 1
        key = at_first if status is first else place(status)
        if key is not None and serial in queues[key].unsure:
            taken[key] += 1
    return Seated(statuses, taken)


def _with_room(fits: Belief, limits: dict[str, int | None], taken: Counter[str]) -> Status:
    """The first of the statuses for which there is room."""
    for one in fits:
        limit = limits[one.queue] if isinstance(one, OnQueue) else None
        if limit is None or (isinstance(one, OnQueue) and taken[one.queue] < limit):
            return one
    return fits[0]


def preferred_depth(state: State, key: str) -> int:
    """The depth as the reference has it: every open message counts where it prefers it to be."""
    queue = state.queues.get(key, _EMPTY_QUEUE)
    if _limit(state, key) is not None:
        return queue.fewest + _seated(state).taken[key]
    return queue.fewest + sum(1 for serial in queue.unsure if place(preferred(state, serial)) == key)
