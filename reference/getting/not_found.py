"""What a look shows of a message that it might have found and has not.

Covers EX-12, EX-13 and EX-35: the message is not on the queue, or this very look has discarded it, and on a
real clock its discard may take a moment. What is on its way to the queue was not there yet.
"""

from msgspec.structs import replace

from mqtck.reference.queues.get_requests import Request, certainly_unlocked, visible
from mqtck.reference.queues.triggering import perhaps_triggered
from mqtck.reference.state.beliefs import expired_end
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, Coming, OnQueue, Status, Uncommitted
from mqtck.reference.vocabulary.commands import TAKING

from .between_queues import perhaps_between
from .late_discards import discarding


def absent(state: State, serial: int, request: Request, at: Interval) -> State:
    """The message is not there to be returned: not on the queue, or discarded by this very call."""
    if not certainly_unlocked(state, serial, request):
        return state
    belief = state.beliefs[serial]
    remaining: Belief = tuple(
        _coming_later(status, request, at)
        for status in belief
        if isinstance(status, Uncommitted) or not visible(status, request)
    )
    if not remaining:
        remaining = tuple(dict.fromkeys(expired_end(status) for status in belief))
    if remaining != belief and request.mode not in TAKING:
        state = replace(state, passed=state.passed.set(serial, ("EX-13", "EX-12")))
    if serial in state.counted:
        # Expired meanwhile, or the depth that has counted it was wrong.
        remaining = (*remaining, *state.counted[serial])
        state = replace(state, counted=state.counted.delete(serial))
    going = discarding(state, serial, request)
    learned = perhaps_between(state, serial, (*remaining, *going)) or state
    if remaining != belief:
        for report in learned.children.get(serial, ()):
            # It is made by this look, if not before, and may trigger its queue now.
            learned = perhaps_triggered(learned, learned.messages[report], learned.beliefs[report], at)
    return replace(learned, overdue=learned.overdue.set(serial, None)) if going else learned


def _coming_later(status: Status, request: Request, at: Interval) -> Status:
    """What is on its way to the queue that was looked at was not there yet."""
    if not isinstance(status, Coming):
        return status
    places = tuple(
        place._replace(arrival=_not_before(place.arrival, at))
        if isinstance(place, OnQueue) and visible(place, request)
        else place
        for place in status.places
    )
    return status._replace(places=places)


def _not_before(arrival: Interval, at: Interval) -> Interval:
    return Interval(max(arrival.earliest, at.earliest), max(arrival.latest, at.latest))
