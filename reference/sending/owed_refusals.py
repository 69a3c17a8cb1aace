"""Refusals that a transacted send owes: what was in its way is told by the commit (DD-38).

Covers DD-38, DD-39, DD-46, DD-47, DD-53, DD-75 and DD-110 to DD-112 for units of work. A send that reports
none of them leaves that to the commit, which must do it as long as the same thing is still in the way. So
does a JMS send without a delay to a full queue (EX-35): a client may hand over its unit of work as a whole.
Authority is asked for at the send, which fails without it: a grant that comes before the commit changes
nothing. Where nothing is and was in the way, what was sent is staged by the commit (DD-43): it cannot fail.

Silent points: whether anything else that was in the way at the send counts at the commit, where it has gone;
whether a commit may fail for authority that was taken back since the send (DD-113 speaks of sends); whether
uncommitted messages count on the staging queue (DD-43), so that the send or the commit tells that there are
too many; whether a refused send spoils its unit of work. Left out: publications, but for the staging queue.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.message_expiry import expired
from mqtck.reference.chapters.report_messages import ANY_REPORT, has_reply_to
from mqtck.reference.chapters.resolution import Resolved, resolve
from mqtck.reference.queues.clusters import restriction
from mqtck.reference.queues.in_hand import perhaps_away, perhaps_back_later
from mqtck.reference.queues.room import takes_all_named
from mqtck.reference.queues.send_checks import FULL, Obstacle, delayed_obstacles, room_left
from mqtck.reference.state.beliefs import at_most
from mqtck.reference.state.clients import Owed, UnitOfWork
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import Queue, State
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.messages import TopicDestination

from .send_controls import Attempted

_OVERFULL: Final = ("DD-53", "DD-39", "DD-38")


def owe(state: State, tried: Attempted, obstacles: Iterable[Obstacle]) -> State:
    """The state in which the commit of this accepted send owes what the send has not told."""
    manager, name = tried.session.queue_manager, tried.name
    user, length = tried.session.user, tried.length
    debts: tuple[Owed, ...] = ()
    if not isinstance(tried.destination, TopicDestination):
        debts = tuple(
            Owed(one.reason, one.rules, manager, name, user, length)
            for one in obstacles
            if one.refusal is Answer.YES and one.rules
        )
    work = state.units.get(tried.unit, UnitOfWork())
    if not debts and tried.delay and _overfull(state, work, manager):
        debts = (Owed(ReasonCode.Q_FULL, _OVERFULL, manager, None, user, length),)
    if not debts:
        return state
    return replace(state, units=state.units.set(tried.unit, replace(work, owed=(*work.owed, *debts))))


def rooms_asked_for(state: State, tried: Attempted, obstacles: list[Obstacle]) -> tuple[State, ...]:
    """The states before an accepted send without a delay: its queue was asked for room, or will be."""
    asked = room_left(state, obstacles)
    perhaps = tuple(one.full for one in obstacles if one.refusal is Answer.UNSURE and one.rules == FULL)
    if not tried.transacted:
        return (asked,)
    if not perhaps:
        return (state,)
    work = state.units.get(tried.unit, UnitOfWork())
    later = replace(work, unasked=(*work.unasked, *perhaps))
    return asked, replace(state, units=state.units.set(tried.unit, later))


def room_found(state: State, unit: str) -> State:
    """The state behind a commit, for which the queues had room that its sends had not asked for it."""
    for queue_key in state.units.get(unit, UnitOfWork()).unasked:
        attributes = state.definitions.get(queue_key)
        if isinstance(attributes, QueueAttributes):
            fewest = state.queues.get(queue_key, Queue()).fewest
            most = max(fewest, attributes.max_depth) + perhaps_back_later(state, queue_key)
            state = at_most(state, queue_key, most)
    return state


def doubt(state: State, tried: Attempted) -> State:
    """The state in which the commit may fail for what may have been in the way of this send."""
    work = state.units.get(tried.unit, UnitOfWork())
    if not tried.transacted or work.doubtful:
        return state
    return replace(state, units=state.units.set(tried.unit, replace(work, doubtful=True)))


def without_opened(state: State, queue_key: str) -> State:
    """The state in which commits may tell that what their sends have opened is gone, be there a new one."""
    for name, work in state.units.items():
        if not work.doubtful and any(_is_for(state.messages[serial], queue_key) for serial in work.put):
            state = replace(state, units=state.units.set(name, replace(work, doubtful=True)))
    return state


def _is_for(message: Message, queue_key: str) -> bool:
    """Whether the queue is the target of a message, or the staging queue on which it will wait."""
    manager = message.queue_manager
    return queue_key in {message.first, key(manager, message.name), key(manager, STAGING_QUEUE)}


def nothing_in_the_way(state: State, work: UnitOfWork, at: Interval) -> bool:
    """Whether certainly nothing speaks against this commit: it has delayed sends to plain local queues alone.

    Whoever has checked none of it at the sends would find nothing now: the targets are there, open, and
    have room for all that is staged or to be staged, and so has the staging queue.
    """
    if not work.put or work.got or work.owed or work.doomed or work.doubtful:
        return False
    return all(_is_clear(state, work, state.messages[serial], at) for serial in work.put)


def _is_clear(state: State, work: UnitOfWork, message: Message, at: Interval) -> bool:
    """Whether nothing is in the way of one message of the unit of work, nor of all that it refers to."""
    manager = message.queue_manager
    resolved = resolve(state, manager, message.name)
    definition = state.definitions.get(key(manager, message.name))
    staging_key = key(manager, STAGING_QUEUE)
    staging = state.definitions.get(staging_key)
    if (
        not message.delay
        or message.topic is not None
        or resolved is None
        or resolved.local != key(manager, message.name)
        or resolved.instances
        or restriction(state, manager, message.name, message.delay)[0] is not Answer.NO
        or not isinstance(definition, QueueAttributes)
        or not isinstance(staging, QueueAttributes)
        or expired(message, at) is not Answer.NO
    ):
        return False
    nowhere = bool(message.report & ANY_REPORT) and not has_reply_to(message)
    stayed = None if message.fields is None else message.fields.stayed
    reply_to = message.reply_to if stayed is None else message.reply_to or stayed.queue
    if nowhere or not takes_all_named(state, manager, message.user, reply_to, message.length):
        return False
    obstacles = delayed_obstacles(state, manager, message.name, message.user, resolved, message.length)
    if any(one.full != staging_key for one in obstacles):
        return False
    # Whether the staging queue is full was asked for one more, and what is to be committed may count there.
    waiting = state.queues.get(staging_key, Queue()).residents
    more = len(waiting) + sum(serial not in waiting for serial in work.put)
    target = state.queues.get(resolved.local, Queue())
    return more <= staging.max_depth and target.most + more <= definition.max_depth


def still_owed(state: State, work: UnitOfWork) -> Owed | None:
    """The first refusal that the commit of this unit of work owes."""
    return next((debt for debt in work.owed if _stands(state, work, debt)), None)


def _stands(state: State, work: UnitOfWork, debt: Owed) -> bool:
    """Whether the same thing is certainly in the way now; DD-46, DD-47: for authority the send decides."""
    if debt.reason is ReasonCode.NOT_AUTHORIZED:
        return True
    if debt.name is None:
        return _overfull(state, work, debt.queue_manager)
    resolved = resolve(state, debt.queue_manager, debt.name)
    if debt.rules == FULL:
        return resolved is not None and _no_room(state, work, resolved)
    now = delayed_obstacles(state, debt.queue_manager, debt.name, debt.user, resolved, debt.length)
    return any(one.refusal is Answer.YES and one.rules[:1] == debt.rules[:1] for one in now)


def _overfull(state: State, work: UnitOfWork, queue_manager: str) -> bool:
    """Whether the unit of work has more messages for the staging queue than that has room for."""
    staging_key = key(queue_manager, STAGING_QUEUE)
    attributes = state.definitions.get(staging_key)
    if not isinstance(attributes, QueueAttributes):
        return False
    there = state.queues.get(staging_key, Queue()).fewest - perhaps_away(state, staging_key)
    room = attributes.max_depth - there
    return len(work.put) > room and _waiting(state, work.put, queue_manager) > max(room, 0)


def _no_room(state: State, work: UnitOfWork, resolved: Resolved) -> bool:
    """EX-35: whether the queue has no room for what the unit of work puts to it without a delay.

    A message whose life is limited may be gone by then, and what others have not committed may not count.
    """
    local, put = resolved.local, (state.messages[serial] for serial in work.put)
    more = sum(not one.delay and one.life_end is None and one.first == local for one in put)
    there = state.queues.get(local, Queue()).fewest - perhaps_away(state, local)
    return not resolved.instances and there + more > resolved.attributes.max_depth


def _waiting(state: State, serials: Sequence[int], queue_manager: str) -> int:
    """How many messages will certainly be staged there; one whose life is limited may be gone by then."""
    messages = (state.messages[serial] for serial in serials)
    return sum(
        message.due is not None and message.life_end is None and message.queue_manager == queue_manager
        for message in messages
    )
