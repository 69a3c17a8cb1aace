"""A message that has left its staging queue may for a moment be on no queue that anybody can look at.

No document says that the delivery delay processor gets and puts a message at one instant, or that a get in a
unit of work leaves it countable. On a real clock two looks may find it on neither queue, for a second; on a
virtual clock nothing is seen halfway. So of one that no queue takes (DD-99, DD-104): it is back on its
staging queue after each attempt, and lost if a look finds it there no more than another look did, more than
a second before. Left out: what channels have in their hands (`channels`). No rule of the documents lives
here.
"""

from typing import Final

from msgspec.structs import replace

from .client_discards import withheld
from .get_requests import Request
from .staging_queue import runs
from .state.intervals import Answer, Interval
from .state.lateness import MOVE_TIME
from .state.state import State
from .state.statuses import Belief, Coming, OnQueue, Route, Staged
from .vocabulary.profile import ClockKind

_FROM_STAGING: Final = frozenset({Route.MOVED, Route.DEAD_LETTERED})


def perhaps_between(state: State, serial: int, remaining: Belief) -> Belief:
    """What remains of the belief in a message that a look has not found where it was staged."""
    was_staged = any(isinstance(status, Staged) for status in state.beliefs[serial])
    is_staged = any(isinstance(status, Staged) for status in remaining)
    places = tuple(
        status for status in remaining if isinstance(status, OnQueue) and status.route in _FROM_STAGING
    )
    if state.clock is ClockKind.VIRTUAL or not was_staged or is_staged or not places:
        return remaining
    return (*remaining, Coming(places, state.previous + MOVE_TIME))


def passed_by(state: State, serial: int, request: Request, at: Interval) -> State | None:
    """The state after a look that does not have to show a message that is there; None where it has to."""
    return withheld(state, serial, request, at) or perhaps_in_hand(state, serial)


def perhaps_in_hand(state: State, serial: int) -> State | None:
    """The state in which a processor may just try to put this staged message; None where it cannot be."""
    due = state.messages[serial].due
    if state.clock is ClockKind.VIRTUAL or due is None or due.earliest > state.previous:
        return None
    staged = all(isinstance(status, Staged) for status in state.beliefs[serial])
    if not staged or runs(state, state.messages[serial].queue_manager) is Answer.NO:
        return None
    first = state.in_hand.get(serial, state.previous)
    if state.previous > first + MOVE_TIME:
        return None
    return replace(state, in_hand=state.in_hand.set(serial, first))


def back_again(state: State, serial: int) -> State:
    """A look has found the message."""
    return replace(state, in_hand=state.in_hand.delete(serial)) if serial in state.in_hand else state
