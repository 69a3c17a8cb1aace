"""Delayed messages that wait for nothing but to be seen: laid aside, so that nobody looks at them in vain.

On a real clock lateness is never wrong (DD-02): a message that is due is on its target or still staged until
something that is seen decides, and internal work adds nothing to that at any later command. Such messages
are many where nobody gets them for a while. They are laid aside by the queue for which they were first
meant, and are overdue again when that may be full, or the staging queue is no longer what it was. The agenda
wakes them at the end of their life, and every change of a definition looks at them anyway (`work.rework`).

Left out: whatever else may come of a message. One with report options, or with a way to another queue
manager, for a subscriber, for a queue with a trigger, or one that is tried again, is never laid aside.
No rule of the documents lives here.
"""

from typing import Final

from msgspec.structs import replace

from .message_expiry import expired
from .staging_queue import runs
from .state.beliefs import NOBODY
from .state.intervals import FOREVER, Answer, Interval, Moment
from .state.messages import Kind, Message
from .state.state import Queue, State
from .state.statuses import Belief, Cause, Disposal, Ended, OnQueue, Route, Staged, Status
from .vocabulary.commands import QueueAttributes
from .vocabulary.profile import ClockKind

_EMPTY_QUEUE: Final = Queue()


def may_rest(state: State, message: Message, belief: Belief, moment: Moment) -> bool:
    """Whether later work would add nothing to the belief, but that the message may have come later."""
    return (
        state.clock is ClockKind.REAL
        and len(belief) > 1
        and any(isinstance(status, Staged) for status in belief)
        and _is_plain(state, message)
        and all(_waits_or_has_come(status, message.first) for status in belief)
        and _has_room(state, message.first)
        and not state.tampered
        and runs(state, message.queue_manager) is Answer.YES
        and expired(message, moment.at) is not Answer.UNSURE
    )


def whenever_it_comes(belief: Belief) -> Belief:
    """The belief in a message that may come at any later time."""
    return tuple(
        status._replace(arrival=Interval(status.arrival.earliest, FOREVER))
        if isinstance(status, OnQueue)
        else status
        for status in belief
    )


def laid_aside(state: State, message: Message) -> State:
    """The state in which nobody looks at the message for the time being."""
    resting = state.resting.get(message.first, NOBODY).set(message.serial, None)
    overdue = state.overdue.delete(message.serial) if message.serial in state.overdue else state.overdue
    return replace(state, overdue=overdue, resting=state.resting.set(message.first, resting))


def roused(state: State) -> State:
    """The state in which all that may no longer rest is overdue."""
    for queue_key, resting in state.resting.items():
        if state.tampered or not _has_room(state, queue_key):
            overdue = state.overdue.update(resting)
            state = replace(state, overdue=overdue, resting=state.resting.delete(queue_key))
    return state


def _is_plain(state: State, message: Message) -> bool:
    return (
        message.kind is Kind.APPLICATION
        and not message.report
        and message.publication is None
        and message.proxy is None
        and message.onward is None
        and not message.instances
        and message.first not in state.channels
        and message.first not in state.bridges
        and not state.children.get(message.serial)
    )


def _waits_or_has_come(status: Status, queue_key: str) -> bool:
    match status:
        case Staged(retrying=retrying):
            return not retrying
        case OnQueue(queue=queue, route=route, disposal=disposal):
            return queue == queue_key and route is Route.MOVED and disposal is Disposal.NOT_DISPOSED
        case Ended(cause=cause):
            return cause is Cause.EXPIRED
        case _:
            return False


def _has_room(state: State, queue_key: str) -> bool:
    """Whether the queue takes one message more even if all came that may come to it; it has no trigger."""
    attributes = state.definitions.get(queue_key)
    residents = len(state.queues.get(queue_key, _EMPTY_QUEUE).residents)
    return (
        isinstance(attributes, QueueAttributes)
        and attributes.trigger is None
        and residents < attributes.max_depth
    )
