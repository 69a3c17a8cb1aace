"""What becomes of a message whose gets are backed out again and again.

Silent point: no document here speaks of a limit. Many a client or broker moves such a message to a backout or
dead-letter queue after so many backouts as its owner has chosen, so that from the second one on it is open
where the message is. After the first one it is back on its queue (EX-38), and can be got again (EX-40).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.state.intervals import FOREVER, Interval
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, Cause, Ended, OnQueue, Route, Staged, Status

from .room import dead_letter_queue

LIMIT: Final = 2
"""Backouts of gets of one message from which on it may be put out of the way."""


def one_more(state: State, serial: int) -> State:
    """The state in which one more get of the message was backed out."""
    return replace(state, backouts=state.backouts.set(serial, state.backouts.get(serial, 0) + 1))


def perhaps_out_of_the_way(state: State, serial: int) -> bool:
    """Whether so many gets of the message were backed out that it may be anywhere."""
    return state.backouts.get(serial, 0) >= LIMIT


def put_away(state: State, serial: int, here: Belief) -> bool:
    """Whether it can be here only since it was put out of the way; how it looks then is open too."""
    found = all(isinstance(status, OnQueue) and status.route is Route.FOUND for status in here)
    return bool(here) and found and perhaps_out_of_the_way(state, serial)


def elsewhere(state: State, serial: int, back_on: OnQueue | Staged, at: Interval) -> tuple[Status, ...]:
    """Where a message may be instead of back on its queue; on a queue of choice it is out of sight."""
    if not perhaps_out_of_the_way(state, serial):
        return ()
    found = dead_letter_queue(state, owner(back_on.queue))
    if found is None or found.local == back_on.queue:
        return (Ended(Cause.CONSUMED),)
    return Ended(Cause.CONSUMED), OnQueue(found.local, Interval(at.earliest, FOREVER), Route.FOUND)
