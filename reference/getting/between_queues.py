"""A message that has left its staging queue may for a moment be on no queue that anybody can look at.

No document says that the delivery delay processor gets and puts a message at one instant, or that a get in a
unit of work leaves it countable. On a real clock two looks may find it on neither queue, for a second; on a
virtual clock nothing is seen halfway. Where it comes to may be decided by what is altered meanwhile
(`status_transitions`), and where its queue manager ends or the processor fails meanwhile, it is staged again.

So of one that no queue takes (DD-99, DD-104), whose attempts are in `in_hand`: it is back on its staging
queue after each, and lost if look after look does not find it there (`LOOKS_IN_VAIN`), with no change of a
definition between them. A channel has messages in its hands for longer, and its batch may be backed out.
No rule of the documents lives here.
"""

from typing import Final, TypeGuard

from immutables import Map
from msgspec.structs import replace

from mqtck.reference.queues.get_requests import Request
from mqtck.reference.queues.in_hand import is_due, is_lost, may_be_tried, waits
from mqtck.reference.state.beliefs import learn, merged
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.lateness import MOVE_TIME, REPORT_TIME
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import LooksInVain, State
from mqtck.reference.state.statuses import Belief, Cause, Coming, Ended, OnQueue, Route, Staged, Status
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.profile import ClockKind

from .client_discards import withheld

_FROM_STAGING: Final = frozenset({Route.MOVED, Route.DEAD_LETTERED})

_FROM_CHANNEL: Final = frozenset({Route.TRANSFERRED, Route.DEAD_LETTERED})

_FROM_HAND: Final = frozenset({Cause.DISCARDED, Cause.SILENCED, Cause.ABANDONED})
"""How a message may end in an attempt to put it."""


def perhaps_between(state: State, serial: int, remaining: Belief) -> State | None:
    """The state after a look that has not found a message where it waited; None where there is none.

    Either what remains of the belief in it is true, or the processor or a channel has it in hand.
    """
    if state.clock is ClockKind.VIRTUAL:
        return learn(state, serial, remaining)
    belief = state.beliefs[serial]
    staged = [status for status in belief if isinstance(status, Staged)]
    on_channel = [status for status in belief if isinstance(status, OnQueue) and waits(state, status)]
    waiting = staged or on_channel
    if not waiting or any(status in remaining for status in waiting):
        return learn(state, serial, remaining)
    state = _not_found(state, serial)
    taken = _from_staging if staged else _from_channel
    places = tuple(status for status in remaining if taken(status))
    lost = is_lost(state.in_hand[serial])
    tried = not lost and (not staged or is_due(state, serial))
    if not (places or tried) or any(isinstance(status, Coming) for status in remaining):
        return learn(state, serial, remaining)
    if staged:
        coming = Coming(places, state.previous + MOVE_TIME, staged[0])
    else:
        back = [] if lost else on_channel
        coming = Coming((*places, *back), state.previous + REPORT_TIME)
    return learn(state, serial, (*remaining, coming))


def _from_channel(status: Status) -> TypeGuard[OnQueue | Ended]:
    match status:
        case OnQueue(route=route):
            return route in _FROM_CHANNEL
        case Ended(cause=cause):
            return cause is Cause.UNDELIVERABLE
        case _:
            return False


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

    Looks that do not find it there are explained by that; look after look is not.
    """
    missed = state.in_hand.get(serial)
    return missed is None or status.until is None or not is_lost(missed)


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
    """The state in which the processor or a channel is perhaps just trying to put a waiting message.

    None where that cannot be.
    """
    if state.clock is ClockKind.VIRTUAL:
        return None
    if not may_be_tried(state, serial):
        return None
    state = _not_found(state, serial)
    return None if is_lost(state.in_hand[serial]) else state


def _not_found(state: State, serial: int) -> State:
    """The state after one more look that has not found the message.

    Looks within `MOVE_TIME` of each other may all have met the same attempt, and count as one.
    """
    before = state.in_hand.get(serial)
    if before is None:
        missed = LooksInVain(state.previous, looks=1)
    elif state.previous > before.latest + MOVE_TIME:
        missed = LooksInVain(state.previous, before.looks + 1)
    else:
        return state
    return replace(state, in_hand=state.in_hand.set(serial, missed))


def back_again(state: State, serial: int) -> State:
    """A look has found the message."""
    return replace(state, in_hand=state.in_hand.delete(serial)) if serial in state.in_hand else state


def forgiven(state: State) -> State:
    """What is altered may bring a message back to its staging queue, where no look has found it so far."""
    return replace(state, in_hand=Map()) if state.in_hand else state


def was_missed_on_staging(state: State, message: Message, queue_key: str) -> bool:
    """Whether this staging queue did not show its message, a breach already: it may be there all the same."""
    missed = state.beliefs[message.serial] == (Ended(Cause.MISSED),)
    return missed and message.delay > 0 and queue_key == key(message.queue_manager, STAGING_QUEUE)
