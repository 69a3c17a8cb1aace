"""A message that has left its staging queue may for a moment be on no queue that anybody can look at.

No document says that the delivery delay processor gets and puts a message at one instant, or that a get in a
unit of work leaves it countable. On a real clock two looks may find it on neither queue, for a second; on a
virtual clock nothing is seen halfway. Left out: what channels have in their hands (`channels`). No rule of
the documents lives here.
"""

from typing import Final

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
