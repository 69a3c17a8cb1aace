"""A message that may be any of many, as neither data nor ids are shown of it.

Of a few each is followed by itself (`returned_messages`). Of more than that it stays open which one was
taken or shown: each may be gone, or be there still. No rule of the documents lives here.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from mqtck.reference.queues.get_requests import Request, cursor_of, visible
from mqtck.reference.state.beliefs import learn, merged
from mqtck.reference.state.clients import Cursor, UnitOfWork
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, Held, OnQueue, Staged, Status, Uncommitted
from mqtck.reference.vocabulary.commands import TAKING, GetMode


def one_of(state: State, request: Request, serials: Iterable[int]) -> State:
    """The state once a get has returned one of these messages."""
    taking = request.mode in TAKING
    for serial in serials:
        belief = state.beliefs[serial]
        here = [status for status in belief if visible(status, request)]
        if not here:
            continue
        if taking:
            state = _perhaps_in_unit(state, request, serial)
            state = learn(state, serial, merged([*belief, *_taken(request, here)])) or state
        elif request.mode is GetMode.BROWSE_FIRST_AND_LOCK:
            state = replace(state, locks=state.locks.set(serial, request.unit))
    if taking:
        return state
    before = cursor_of(state, request) if request.mode is GetMode.BROWSE_NEXT else Cursor()
    cursor = replace(before, under=None, stands=Answer.UNSURE)
    return replace(state, cursors=state.cursors.set((request.unit, request.queue_key), cursor))


def _taken(request: Request, here: Iterable[Status]) -> list[Status]:
    if request.within is not None:
        within = request.within
        return [Held(within, one) for one in here if isinstance(one, Staged | OnQueue | Uncommitted)]
    return [
        Ended(Cause.CONSUMED, status.disposal) if isinstance(status, OnQueue) else Ended(Cause.CONSUMED)
        for status in here
    ]


def _perhaps_in_unit(state: State, request: Request, serial: int) -> State:
    """It is back if that unit of work is backed out."""
    if request.within is None:
        return state
    unit = state.units.get(request.within, UnitOfWork())
    if serial in unit.got:
        return state
    taken = replace(unit, got=(*unit.got, serial))
    return replace(state, units=state.units.set(request.within, taken))
