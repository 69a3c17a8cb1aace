"""A message that has left its staging queue may for a moment be on no queue that anybody can look at.

No document says that the delivery delay processor gets and puts a message at one instant, or that a get in a
unit of work leaves it countable. On a real clock two looks may find it on neither queue, for a second; on a
virtual clock nothing is seen halfway. Where it comes to may be decided by what is altered meanwhile
(`work`), and where its queue manager ends or the processor fails meanwhile, it is staged again.

So of one that no queue takes (DD-99, DD-104): it is back on its staging queue after each attempt, and lost
if a look finds it there no more than another look did, more than a second before, with no change of a
definition between them. Left out: what channels have in their hands (`channels`). No rule of the documents
lives here.
"""

from typing import Final, TypeGuard

from immutables import Map
from msgspec.structs import replace

from .client_discards import withheld
from .get_requests import Request
from .staging_queue import runs
from .state.beliefs import learn, merged
from .state.intervals import Answer, Interval
from .state.lateness import MOVE_TIME
from .state.state import State
from .state.statuses import Belief, Cause, Coming, Ended, OnQueue, Route, Staged, Status
from .vocabulary.profile import ClockKind

_FROM_STAGING: Final = frozenset({Route.MOVED, Route.DEAD_LETTERED})

_FROM_HAND: Final = frozenset({Cause.DISCARDED, Cause.SILENCED, Cause.ABANDONED})
"""How a message may end in an attempt to put it."""


def perhaps_between(state: State, serial: int, remaining: Belief) -> State | None:
    """The state after a look that has not found a message where it was staged: what remains of the belief
    in it, or it is in the processor's hands. None where neither can be.
    """
    staged = [status for status in state.beliefs[serial] if isinstance(status, Staged)]
    left = not any(isinstance(status, Staged) for status in remaining)
    if state.clock is ClockKind.VIRTUAL or not staged or not left:
        return learn(state, serial, remaining)
    state = replace(state, in_hand=state.in_hand.set(serial, state.in_hand.get(serial, state.previous)))
    places = tuple(status for status in remaining if _from_staging(status))
    if places and not any(isinstance(status, Coming) for status in remaining):
        remaining = (*remaining, Coming(places, state.previous + MOVE_TIME, staged[0]))
    return learn(state, serial, remaining)


def _from_staging(status: Status) -> TypeGuard[OnQueue | Ended]:
    match status:
        case OnQueue(route=route):
            return route in _FROM_STAGING
        case Ended(cause=cause):
            return cause in _FROM_HAND
        case _:
            return False


def may_be_back(state: State, serial: int, status: Coming) -> bool:
    """Whether an attempt under way that fails brings the message back to its staging queue.

    One look that does not find it there is explained by that; another one, later, is not.
    """
    first = state.in_hand.get(serial)
    return first is None or status.until is None or status.until <= first + MOVE_TIME


def thrown_back(state: State, queue_manager: str) -> State:
    """The state after the processor has lost what it had in its hands: its unit of work is backed out."""
    for serial in state.overdue:
        if state.messages[serial].queue_manager != queue_manager:
            continue
        belief = state.beliefs[serial]
        back = [status.staged for status in belief if isinstance(status, Coming) and status.staged]
        state = learn(state, serial, merged([*belief, *back])) or state
    return state


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


def forgiven(state: State) -> State:
    """What is altered may bring a message back to its staging queue, where no look has found it so far."""
    return replace(state, in_hand=Map()) if state.in_hand else state
