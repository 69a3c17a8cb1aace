"""Chapter "Publish/subscribe": proxy subscriptions, and what happens on the queue manager behind one.

Covers DD-118 (the other queue manager distributes only after the delay; one staged copy stands for all of
its subscribers) and DD-119 (who subscribes there during the delay may get the publication). Left out: what
happens on the channels in between.

Silent points: when a new proxy subscription is known at the other end (certainly once a virtual clock has
moved), and when a publication arrives there; what becomes of a copy for a proxy subscription behind which
nobody is subscribed any more; what becomes of a copy that the queue of a subscriber there does not take; how
a report finds its way back; whether a publication goes on from the next queue manager to those beyond it
(DD-118 speaks of the one that the proxy subscription is for; the reference passes it on).
"""

from typing import Final, NamedTuple

from msgspec.structs import replace

from .generated_reports import confirmation_reports
from .resolution import resolve_local
from .room import dead_letter_queue
from .send_checks import Arriving, full, too_long
from .state.agenda import push
from .state.beliefs import NEVER, add, learn
from .state.intervals import FOREVER, Answer, Interval, Moment
from .state.messages import Demand, Kind, Message
from .state.queue_keys import key, owner, queue_name
from .state.state import Queue, State
from .state.statuses import Belief, Cause, Ended, OnQueue, Route, Status
from .subscriptions import matching
from .vocabulary.commands import Switch
from .vocabulary.constants import STAGING_QUEUE
from .vocabulary.profile import ClockKind

LATEST: Final = 16
"""How many of the latest messages a new subscription elsewhere may still get."""


class Proxy(NamedTuple):
    """A proxy subscription for the queue manager next in the hierarchy; `known` tells whether it is there."""

    queue_manager: str
    known: Answer
    entitled: frozenset[str]


def proxies(state: State, queue_manager: str, topic_string: str, at: Interval) -> list[Proxy]:
    """The proxy subscriptions with which a publication on this queue manager is matched (DD-118)."""
    found = []
    for neighbour in state.neighbours.get(queue_manager, ()):
        subscribers = _subscribers_behind(state, queue_manager, neighbour, topic_string)
        if subscribers:
            there = matching(state, neighbour, topic_string)
            since = min((state.subscriptions[name].since.latest for name in there), default=FOREVER)
            settled = state.clock is ClockKind.VIRTUAL and since < at.earliest
            known = Answer.YES if settled else Answer.UNSURE
            found.append(Proxy(neighbour, known, frozenset(subscribers)))
    return found


def _subscribers_behind(state: State, queue_manager: str, neighbour: str, topic_string: str) -> list[str]:
    """All who are subscribed on the neighbour or beyond it."""
    reached = {queue_manager, neighbour}
    waiting = [neighbour]
    found: list[str] = []
    while waiting:
        manager = waiting.pop()
        found += matching(state, manager, topic_string)
        beyond = [other for other in state.neighbours.get(manager, ()) if other not in reached]
        reached.update(beyond)
        waiting += beyond
    return found


def distributed(state: State, message: Message, instant: Interval) -> tuple[State, list[Status]]:
    """DD-118, DD-119: the copy goes to the other queue manager, which distributes it there."""
    return fanned_out(state, message, instant), [Ended(Cause.FORWARDED)]


def nobody_behind(state: State, message: Message) -> bool:
    """Whether the last subscriber behind the proxy subscription has unsubscribed (DD-106)."""
    assert message.proxy is not None
    assert message.topic is not None
    return not _subscribers_behind(state, message.queue_manager, message.proxy, message.topic)


def fanned_out(state: State, message: Message, instant: Interval) -> State:
    """The copies that the other queue manager makes, for those who are subscribed there now."""
    assert message.proxy is not None
    assert message.topic is not None
    made = {state.messages[child].subscription: child for child in state.children.get(message.serial, ())}
    behind = _subscribers_behind(state, message.queue_manager, message.proxy, message.topic)
    for copy in (copy for name, copy in made.items() if name not in behind):
        state = _owed_no_longer(state, copy)
    for name in behind:
        subscription = state.subscriptions[name]
        arrived = OnQueue(subscription.queue, Interval(instant.earliest, FOREVER), Route.MOVED)
        child = made.get(name)
        if child is not None:
            known = state.beliefs[child]
            if NEVER in known and not any(isinstance(status, OnQueue) for status in known):
                # Looked for in vain, and perhaps on its way still.
                later = (NEVER, arrived, *(status for status in known if status != NEVER))
                state = learn(state, child, later) or state
            continue
        manager_runs = state.queue_managers[subscription.queue_manager].running
        taken = _takes(state, message, subscription.queue)
        expected = name in message.entitled and manager_runs and taken
        owed = expected and message.due is not None and subscription.queue_manager == message.proxy
        # Whether an undelayed one is passed on, or one goes on from there, is in none of these documents.
        usual: tuple[Status, ...] = (arrived, NEVER) if expected and not owed else (NEVER, arrived)
        places = usual if taken else (*usual, *_refused_there(state, arrived))
        state = _one_more(state, message, name, places, Demand.NEEDED if owed else Demand.OPTIONAL, instant)
    return state


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
            and name in _subscribers_behind(state, message.queue_manager, message.proxy, message.topic)
        ):
            arrived = OnQueue(subscription.queue, Interval(at.earliest, FOREVER), Route.MOVED)
            state = _one_more(state, message, name, (NEVER, arrived), Demand.OPTIONAL, at)
    return state


def perhaps_later(state: State, copy: Message, instant: Interval) -> tuple[State, list[Status]]:
    """A copy that was not there yet may still be on its way, as long as its subscription lasts."""
    subscription = state.subscriptions.get(copy.subscription or "")
    if subscription is None or subscription.queue != copy.first:
        return state, [NEVER]
    arrived = OnQueue(copy.first, Interval(instant.earliest, FOREVER), Route.MOVED)
    return confirmation_reports(state, copy, Moment(instant, instant, 0)), [NEVER, arrived]


def _takes(state: State, message: Message, queue_key: str) -> bool:
    """Whether a subscriber's queue certainly takes the copy, whatever else may be on its way there."""
    resolved = resolve_local(state, queue_key)
    if resolved is None or resolved.attributes.put is Switch.DISABLED:
        return False
    staged = (state.queues.get(key(manager, STAGING_QUEUE), Queue()) for manager in state.queue_managers)
    arriving = Arriving(1, 1 + sum(len(queue.residents) for queue in staged))
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
