"""What the reference itself takes for true where several things may be: the first status, mostly.

No rule of the documents lives here. A report follows its subject, the collective of some copies those copies,
and a report for which its queue has no room goes elsewhere; where no other place is left, the message that it
reports has not come either. A delayed message that found room only if an expired one was gone by then has not
come where that one is taken to be there still.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from immutables import Map

from .state.beliefs import END_OF, NEVER
from .state.generation import is_generated
from .state.messages import Demand, Kind, Message
from .state.once import once
from .state.seats import EMPTY_QUEUE, place
from .state.state import Queue, State
from .state.statuses import Belief, Ended, Never, OnQueue, Staged, Status
from .vocabulary.commands import QueueAttributes


def preferred(state: State, serial: int) -> Status:
    """The status that the reference itself gives a message; a report follows its subject."""
    message = state.messages[serial]
    if message.subject is None and message.kind is not Kind.COPIES:
        return _where_room_is(state, serial)
    if message.kind is Kind.COPIES:
        return _of_copies(state, message, lambda copy: preferred(state, copy))
    if not _follows(message):
        return _where_room_is(state, serial)
    fits = _like_its_subject(state, message)
    if any(isinstance(status, OnQueue) and _limit(state, status.queue) is not None for status in fits):
        return _seated(state).statuses.get(serial, fits[0])
    return fits[0]


def _of_copies(state: State, message: Message, status_of: Callable[[int], Status]) -> Status:
    """The status of the collective of some copies, by those of the copies."""
    belief = state.beliefs[message.serial]
    ended = (
        any(is_generated(kind, status_of(copy)) for copy in state.copies[message.publication or 0])
        for kind, end in END_OF.items()
        if end in belief
    )
    return belief[-1] if any(ended) else belief[0]


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
    if not is_generated(message.kind, subject):
        return (NEVER,) if NEVER in belief else belief[:1]
    return tuple([status for status in belief if not isinstance(status, Never)]) or belief[:1]


def _where_room_is(state: State, serial: int) -> Status:
    """The first status, but not where what came before fills the queue."""
    belief = state.beliefs[serial]
    first = belief[0]
    if len(belief) == 1 or not isinstance(first, OnQueue):
        return first
    sure = serial not in state.queues.get(first.queue, EMPTY_QUEUE).unsure
    return first if sure or _limit(state, first.queue) is None else _seated(state).statuses[serial]


def _kept(belief: Belief) -> Status:
    """That a delayed message has not come, where it may be so; else the first status."""
    return next((status for status in belief if _never_came(status)), belief[0])


def _never_came(status: Status) -> bool:
    """Whether a delayed message is on the staging queue, or ended there."""
    return isinstance(status, Staged) or (isinstance(status, Ended) and status.staged is not None)


def _limit(state: State, key: str) -> int | None:
    """How many unsure messages fit on a queue, where it may have more than it takes."""
    attributes = state.definitions.get(key)
    queue = state.queues.get(key, EMPTY_QUEUE)
    if not isinstance(attributes, QueueAttributes) or len(queue.residents) <= attributes.max_depth:
        return None
    return attributes.max_depth - queue.fewest


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
            subject = message.subject or 0
            fits = _fitting(message, belief, _come_to(state, subject, statuses))
            status = next((one for one in fits if _has_room(one, limits, taken)), fits[0])
            kept = _kept(beliefs[subject])
            nowhere = not _has_room(status, limits, taken) and NEVER in belief
            if nowhere and subject in statuses and _never_came(kept):
                _count(taken, queues, subject, statuses[subject], -1)
                _count(taken, queues, subject, kept, 1)
                statuses[subject], status = kept, NEVER
        elif len(belief) > 1 and not _has_room(first, limits, ahead):
            status = _kept(belief)
        statuses[serial] = status
        _count(ahead, queues, serial, first, 1)
        _count(taken, queues, serial, status, 1)
    return Seated(statuses, taken)


def _come_to(state: State, subject: int, statuses: dict[int, Status]) -> Status:
    """What the subject of a report is taken to have come to, as far as messages are seated."""
    if subject in statuses:
        return statuses[subject]
    message = state.messages[subject]
    if message.kind is Kind.COPIES:
        return _of_copies(state, message, lambda copy: statuses.get(copy) or state.beliefs[copy][0])
    return preferred(state, subject)


def _has_room(status: Status, limits: Mapping[str, int | None], taken: Counter[str]) -> bool:
    """Whether the queue has room for one more, where the status is one on a queue."""
    if not isinstance(status, OnQueue):
        return True
    limit = limits[status.queue]
    return limit is None or taken[status.queue] < limit


def _count(taken: Counter[str], queues: Map[str, Queue], serial: int, status: Status, change: int) -> None:
    """Count a message on the queue on which it is unsure, if there is one."""
    key = place(status)
    if key is not None and serial in queues[key].unsure:
        taken[key] += change


def preferred_depth(state: State, key: str) -> int:
    """The depth as the reference has it: every open message counts where it prefers it to be."""
    queue = state.queues.get(key, EMPTY_QUEUE)
    if _limit(state, key) is not None:
        return queue.fewest + _seated(state).taken[key]
    return queue.fewest + sum(1 for serial in queue.unsure if place(preferred(state, serial)) == key)
