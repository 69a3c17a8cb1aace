"""What becomes of a message whose gets are backed out again and again.

Silent point: no document here speaks of a limit. Many a client or broker moves such a message to a backout or
dead-letter queue after so many times, so that from `LIMIT` on it is open where it is. Before that it is back
(EX-38, EX-40).
"""

from typing import Final

from msgspec.structs import replace

from .room import dead_letter_queue
from .state.intervals import FOREVER, Interval
from .state.queue_keys import owner
from .state.state import State
from .state.statuses import Cause, Ended, OnQueue, Route, Status

LIMIT: Final = 5
"""Backouts of gets of one message from which on it may be put out of the way."""


def one_more(state: State, serial: int) -> State:
    return replace(state, backouts=state.backouts.set(serial, state.backouts.get(serial, 0) + 1))


def perhaps_out_of_the_way(state: State, serial: int) -> bool:
    return state.backouts.get(serial, 0) >= LIMIT


def elsewhere(state: State, serial: int, back_on: OnQueue, at: Interval) -> tuple[Status, ...]:
    """Where a message may be instead of back on its queue; on a queue of choice it is out of sight."""
    if not perhaps_out_of_the_way(state, serial):
        return ()
    manager = owner(back_on.queue)
    found = dead_letter_queue(state, manager) if manager in state.queue_managers else None
    there = (
        ()
        if found is None or found.local == back_on.queue
        else (OnQueue(found.local, Interval(at.earliest, FOREVER), Route.FOUND),)
    )
    return (Ended(Cause.CONSUMED), *there)
