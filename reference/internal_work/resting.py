"""Messages that wait for nothing but to be seen: laid aside, so that nobody looks at them in vain.

On a real clock lateness is never wrong (DD-02): a message that is due is on its target, on the dead-letter
queue or still staged until something that is seen decides, and internal work adds nothing to that at any
later command. Such messages are many where nobody gets them for a while, or where their queue is full. They
are laid aside by the queue for which they were first meant, together with the room that it and the
dead-letter queue have, and are overdue again when that is another one, or the staging queue is no longer
what it was. The agenda wakes them at the end of their life, and every change of a definition looks at them
(`work.rework`).

So is a report that may have been generated, or may not, while its queue is far from its limit: where it may
come it may come at any later time. Reports are overdue again when any queue comes near its limit.

Left out: whatever else may come of a message. One that may be reported about, that has a way to another
queue manager, or is for a subscriber or for a queue with a trigger, is never laid aside.
No rule of the documents lives here.
"""

from typing import Final

from immutables import Map
from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import expired
from mqtck.reference.chapters.report_messages import asks_for
from mqtck.reference.chapters.staging_queue import runs
from mqtck.reference.queues.room import dead_letter_queue, near_its_limit
from mqtck.reference.reporting.generated_reports import room_may_change
from mqtck.reference.state.agenda import push
from mqtck.reference.state.beliefs import GENERATED, arriving_until, no_longer_at_rest
from mqtck.reference.state.intervals import FOREVER, Answer, Interval, Moment
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.seats import EMPTY_QUEUE
from mqtck.reference.state.state import Resting, Room, State
from mqtck.reference.state.statuses import Belief, Cause, Coming, Ended, Never, OnQueue, Route, Staged, Status
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.profile import ClockKind

_ANY_TIME: Final = Interval(0, FOREVER)
_ROOM_THAT_COUNTS: Final = 2
"""A message and a report about it are all that an attempt may bring to a queue (`delivery_attempts`)."""


def may_rest(state: State, message: Message, belief: Belief, moment: Moment) -> bool:
    """Whether neither this work nor any later one adds more to the belief than a later time of arrival."""
    if state.clock is not ClockKind.REAL:
        return False
    if message.kind in GENERATED:
        return _report_may_rest(state, message, belief, moment)
    over = expired(message, moment.at)
    return (
        any(isinstance(status, Staged) for status in belief)
        and _undated(belief) == _undated(state.beliefs[message.serial])
        and _is_plain(state, message)
        and all(_waits_or_has_come(status) for status in belief)
        and not state.tampered
        and runs(state, message.queue_manager) is Answer.YES
        and over is not Answer.UNSURE
        and not _may_be_reported(message, belief, over)
    )


def _report_may_rest(state: State, report: Message, belief: Belief, moment: Moment) -> bool:
    """The same of a report, which inherits no life, until it must have come."""
    return (
        report.life_end is None
        and any(isinstance(status, Coming) for status in belief)
        and _undated(belief) == _undated(state.beliefs[report.serial])
        and not state.channels
        and not state.bridges
        and not room_may_change(state, report)
        and all(_may_come_at_any_time(state, status) for status in belief)
        and all(time > moment.at.latest for time in _ends_of_coming(belief))
    )


def _ends_of_coming(belief: Belief) -> list[int]:
    """When (ms) a message that is on its way must have come."""
    return [status.until for status in belief if isinstance(status, Coming) and status.until is not None]


def _may_come_at_any_time(state: State, status: Status) -> bool:
    match status:
        case Coming(places=places, staged=None):
            return all(_may_come_at_any_time(state, place) for place in places)
        case OnQueue(queue=queue):
            return _only_keeps(state, queue)
        case Ended() | Never():
            return True
        case _:
            return False


def laid_aside(state: State, message: Message, belief: Belief, moment: Moment) -> State:
    """The state in which nobody looks at the message for the time being.

    Where it may come now, it may come at any later time.
    """
    rooms = _rooms(state, message.first)
    before = state.resting.get(message.first)
    if before is not None and before.rooms != rooms:
        state = _roused(state, message.first)
        before = None
    serials = (Map[int, None]() if before is None else before.serials).set(message.serial, None)
    agenda = state.agenda
    for time in _ends_of_coming(belief):
        agenda = push(agenda, time, message.serial)
    return replace(
        state,
        agenda=agenda,
        beliefs=state.beliefs.set(message.serial, arriving_until(belief, moment.at.latest, FOREVER)),
        overdue=state.overdue.delete(message.serial) if message.serial in state.overdue else state.overdue,
        resting=state.resting.set(message.first, Resting(rooms, serials)),
    )


def stirred(state: State, message: Message) -> State:
    """The state in which this message is looked at again, if it was laid aside."""
    resting = state.resting.get(message.first)
    if resting is None or message.serial not in resting.serials:
        return state
    belief = arriving_until(state.beliefs[message.serial], FOREVER, state.previous)
    state = no_longer_at_rest(state, message)
    return replace(state, beliefs=state.beliefs.set(message.serial, belief))


def roused(state: State) -> State:
    """The state in which all that may no longer rest is overdue."""
    for queue_key, resting in state.resting.items():
        if (queue_key and state.tampered) or resting.rooms != _rooms(state, queue_key):
            state = _roused(state, queue_key)
    return state


def all_roused(state: State) -> State:
    """The state in which nothing is laid aside."""
    for queue_key in state.resting:
        state = _roused(state, queue_key)
    return state


def _roused(state: State, queue_key: str) -> State:
    """What is laid aside for a queue is overdue; it may have come up to now."""
    serials = state.resting[queue_key].serials
    beliefs = {serial: arriving_until(state.beliefs[serial], FOREVER, state.previous) for serial in serials}
    return replace(
        state,
        beliefs=state.beliefs.update(beliefs),
        overdue=state.overdue.update(serials),
        resting=state.resting.delete(queue_key),
    )


def _undated(belief: Belief) -> frozenset[Status]:
    """Where the message may be, whenever it came there."""
    return frozenset(
        status._replace(arrival=_ANY_TIME) if isinstance(status, OnQueue) else status for status in belief
    )


def _is_plain(state: State, message: Message) -> bool:
    return (
        message.kind is Kind.APPLICATION
        and message.publication is None
        and message.proxy is None
        and message.onward is None
        and not message.instances
        and not state.children.get(message.serial)
        and owner(message.first) == message.queue_manager
        and all(_only_keeps(state, queue_key) for queue_key in _queues(state, message.first))
    )


def _may_be_reported(message: Message, belief: Belief, over: Answer) -> bool:
    """Whether an attempt, or the end of its life, may bring a report to another queue."""
    return (
        asks_for(message, Kind.COA)
        or (asks_for(message, Kind.EXCEPTION) and any(map(_has_failed, belief)))
        or (asks_for(message, Kind.EXPIRATION) and over is not Answer.NO)
    )


def _has_failed(status: Status) -> bool:
    match status:
        case Staged(retrying=retrying):
            return retrying
        case OnQueue(route=route):
            return route is not Route.MOVED
        case Ended(cause=cause):
            return cause is not Cause.EXPIRED
        case _:
            return True


def _only_keeps(state: State, queue_key: str) -> bool:
    """Whether nothing follows from the arrival of a message on the queue."""
    attributes = state.definitions.get(queue_key)
    return (
        isinstance(attributes, QueueAttributes)
        and attributes.trigger is None
        and queue_key not in state.channels
        and queue_key not in state.bridges
    )


def _waits_or_has_come(status: Status) -> bool:
    match status:
        case Staged():
            return True
        case OnQueue(route=route):
            return route in {Route.MOVED, Route.DEAD_LETTERED}
        case Ended(cause=cause):
            return cause in {Cause.EXPIRED, Cause.DISCARDED}
        case _:
            return False


def _queues(state: State, queue_key: str) -> tuple[str, ...]:
    """The queue for which a message was first meant, and the dead-letter queue; none for a report."""
    if not queue_key:
        return ()
    dead_letter = dead_letter_queue(state, owner(queue_key))
    return (queue_key,) if dead_letter is None else (queue_key, dead_letter.local)


def _rooms(state: State, queue_key: str) -> tuple[Room | str, ...]:
    """The room on which it depends what becomes of a message that is tried again.

    Of a report, any queue may be the one that has none: those near their limits.
    """
    if not queue_key:
        return tuple(each for each in state.queues if near_its_limit(state, each))
    return tuple(_room(state, each) for each in _queues(state, queue_key))


def _room(state: State, queue_key: str) -> Room:
    """How many messages the queue takes, at least and at most; also without one that may be there already."""
    attributes = state.definitions.get(queue_key)
    queue = state.queues.get(queue_key, EMPTY_QUEUE)
    limit = attributes.max_depth if isinstance(attributes, QueueAttributes) else 0

    def free(depth: int) -> int:
        return max(0, min(_ROOM_THAT_COUNTS, limit - depth))

    return Room(free(queue.most), free(queue.most_without(1)), free(queue.fewest))
