"""Chapter "Publish/subscribe": proxy subscriptions, and what happens on the queue manager behind one.

Covers DD-118 (the other queue manager distributes only after the delay; one staged copy stands for all of
its subscribers) and DD-119 (who subscribes there during the delay may get the publication). Which proxy
subscriptions there are stands in `proxy_subscriptions`. Left out: what happens on the channels in between.

Silent points: when a publication arrives there; what becomes of a copy for a proxy subscription behind which
nobody is subscribed any more; what becomes of a copy that the queue of a subscriber there does not take; how
a report finds its way back; whether a publication goes on from the next queue manager to those beyond it
(DD-118 speaks of the one that the proxy subscription is for; the reference passes it on).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.proxy_subscriptions import connected, subscribers_behind
from mqtck.reference.chapters.subscriptions import queue_of
from mqtck.reference.queues.room import dead_letter_queue
from mqtck.reference.queues.send_checks import Arriving, full, too_long
from mqtck.reference.reporting.generated_reports import confirmation_reports
from mqtck.reference.state.agenda import push
from mqtck.reference.state.beliefs import NEVER, add, learn, merged
from mqtck.reference.state.intervals import FOREVER, Answer, Interval, Moment
from mqtck.reference.state.messages import Demand, Kind, Message
from mqtck.reference.state.queue_keys import key, owner, queue_name
from mqtck.reference.state.seats import EMPTY_QUEUE
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, Cause, Ended, OnQueue, Route, Status
from mqtck.reference.state.subscriptions import Subscription
from mqtck.reference.vocabulary.commands import Switch
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

LATEST: Final = 500
"""How many of the latest messages, copies and reports are looked at for a new subscription elsewhere."""


def distributed(state: State, message: Message, instant: Interval) -> tuple[State, list[Status]]:
    """DD-118, DD-119: the copy goes to the other queue manager, which distributes it there."""
    return fanned_out(state, message, instant), [Ended(Cause.FORWARDED)]


def nobody_behind(state: State, message: Message) -> bool:
    """Whether the last subscriber behind the proxy subscription has unsubscribed (DD-106)."""
    assert message.proxy is not None
    assert message.topic is not None
    return not subscribers_behind(state, message.queue_manager, message.proxy, message.topic)


def fanned_out(state: State, message: Message, instant: Interval) -> State:
    """The copies that the other queue manager makes, for those who are subscribed there now."""
    assert message.proxy is not None
    assert message.topic is not None
    made = {state.messages[child].subscription: child for child in state.children.get(message.serial, ())}
    behind = subscribers_behind(state, message.queue_manager, message.proxy, message.topic)
    for copy in (copy for name, copy in made.items() if name not in behind):
        state = _owed_no_longer(state, copy)
    for name in behind:
        subscription = state.subscriptions[name]
        arrived = OnQueue(_landing(state, subscription), Interval(instant.earliest, FOREVER), Route.MOVED)
        child = made.get(name)
        if child is not None:
            state = _perhaps_refused(state, message, subscription, child, arrived)
            known = state.beliefs[child]
            if NEVER in known and not any(isinstance(status, OnQueue) for status in known):
                # Looked for in vain, and perhaps on its way still.
                later = (NEVER, arrived, *(status for status in known if status != NEVER))
                state = learn(state, child, later) or state
                state = confirmation_reports(state, state.messages[child], Moment(instant, instant, 0))
            continue
        reached = subscription.queue_manager in connected(state, message.queue_manager)
        taken = _takes(state, message, subscription)
        expected = name in message.entitled and reached and taken
        owed = expected and _is_owed(state, message, subscription)
        # Whether an undelayed one is passed on, or one goes on from there, is in none of these documents.
        usual: tuple[Status, ...] = (arrived, NEVER) if expected and not owed else (NEVER, arrived)
        places = usual if taken else (*usual, *_refused_there(state, arrived))
        state = _one_more(state, message, name, places, Demand.NEEDED if owed else Demand.OPTIONAL, instant)
    return state


def _is_owed(state: State, message: Message, subscription: Subscription) -> bool:
    """Whether a subscriber must get one: the copy for its queue manager was certainly staged (DD-118)."""
    there = Ended(Cause.FORWARDED) not in state.beliefs[message.serial]
    return message.due is not None and there and message.proxy == subscription.queue_manager


def _landing(state: State, subscription: Subscription) -> str:
    """The queue to which a copy comes."""
    queue = queue_of(state, subscription)
    return subscription.queue if queue is None else queue.local


def _owed_no_longer(state: State, child: int) -> State:
    """Whose subscription has ended meanwhile need not have got a copy (DD-106, DD-119)."""
    copy = state.messages[child]
    if copy.demand is Demand.OPTIONAL:
        return state
    return replace(state, messages=state.messages.set(child, replace(copy, demand=Demand.OPTIONAL)))


def come_late(state: State, name: str, at: Interval) -> State:
    """A subscription made elsewhere while publications are perhaps on their way there: it may get them."""
    subscription = state.subscriptions[name]
    for serial in range(state.next_serial - 1, max(0, state.next_serial - 1 - LATEST), -1):
        message = state.messages.get(serial)
        if (
            message is not None
            and message.proxy is not None
            and message.topic == subscription.topic_string
            and Ended(Cause.FORWARDED) in state.beliefs[serial]
            and name in subscribers_behind(state, message.queue_manager, message.proxy, message.topic)
        ):
            arrived = OnQueue(_landing(state, subscription), Interval(at.earliest, FOREVER), Route.MOVED)
            state = _one_more(state, message, name, (NEVER, arrived), Demand.OPTIONAL, at)
    return state


def perhaps_later(state: State, copy: Message, instant: Interval) -> tuple[State, list[Status]]:
    """A copy that was not there yet may still be on its way, as long as its subscription lasts.

    Whether its queue takes it counts when it comes.
    """
    subscription = state.subscriptions.get(copy.subscription or "")
    if subscription is None or subscription.queue != copy.first:
        return state, [NEVER]
    arrived = OnQueue(_landing(state, subscription), Interval(instant.earliest, FOREVER), Route.MOVED)
    taken = _takes(state, copy, subscription, copy.serial)
    places: list[Status] = [NEVER, arrived]
    places += () if taken else _refused_there(state, arrived)
    return confirmation_reports(state, copy, Moment(instant, instant, 0)), places


def _perhaps_refused(
    state: State, message: Message, subscription: Subscription, child: int, arrived: OnQueue
) -> State:
    """A copy that is not certainly there yet need not be taken any more: its queue was altered, or filled."""
    known = state.beliefs[child]
    if NEVER not in known or _takes(state, message, subscription, child):
        return state
    state = _owed_no_longer(state, child)
    return learn(state, child, merged([*known, *_refused_there(state, arrived)])) or state


def _takes(state: State, message: Message, subscription: Subscription, child: int = 0) -> bool:
    """Whether a subscriber's queue certainly takes the copy, whatever else may be on its way there.

    What may be there of the copy itself, the `child`, and is staged for it, is not counted twice.
    """
    resolved = queue_of(state, subscription)
    if resolved is None or resolved.attributes.put is Switch.DISABLED:
        return False
    staged = (state.queues.get(key(manager, STAGING_QUEUE), EMPTY_QUEUE) for manager in state.queue_managers)
    others = sum(len(queue.residents) - (message.serial in queue.residents) for queue in staged)
    own = child in state.queues.get(resolved.local, EMPTY_QUEUE).unsure
    arriving = Arriving(1, 1 + others - own)
    filled = full(state, resolved.local, resolved.attributes, arriving)
    return max(filled, too_long(message.length, resolved.attributes)) is Answer.NO


def _refused_there(state: State, arrived: OnQueue) -> list[Status]:
    """Where else a copy may be that its queue does not take: on the dead-letter queue there."""
    dead_letter = dead_letter_queue(state, owner(arrived.queue))
    if dead_letter is None:
        return []
    return [OnQueue(dead_letter.local, arrived.arrival, Route.TRANSFERRED)]


def _one_more(
    state: State, message: Message, name: str, places: Belief, demand: Demand, instant: Interval
) -> State:
    queue = state.subscriptions[name].queue
    copy = replace(
        message,
        serial=state.next_serial,
        kind=Kind.FAN_OUT,
        first=queue,
        name=queue_name(queue),
        subject=message.serial,
        demand=demand,
        subscription=name,
        proxy=None,
        entitled=frozenset(),
        siblings=max(1, message.siblings),
        # Between all queue managers, one behind another, lie as many transmission queues less one.
        hops=max(0, len(state.queue_managers) - 2),
    )
    publication = message.publication or 0
    copies = (*state.copies[publication], copy.serial)
    state = replace(state, copies=state.copies.set(publication, copies))
    state = add(state, copy, places)
    state = replace(state, known=state.known.set(copy.serial, state.known[message.serial]))
    state = confirmation_reports(state, copy, Moment(instant, instant, 0))
    if copy.life_end is None:
        return state
    return replace(state, agenda=push(state.agenda, copy.life_end.earliest, copy.serial))
