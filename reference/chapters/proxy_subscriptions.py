"""Chapter "Publish/subscribe": proxy subscriptions, and which queue managers know of them.

Covers with which proxy subscriptions a publication is matched (DD-118). A subscription that is made or ends
elsewhere is known here certainly once a virtual clock has moved while all queue managers on the way ran.

Silent points: when that is known at the other end, and whether it goes on from there to those beyond.
"""

from typing import NamedTuple

from msgspec.structs import replace

from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.state import State
from mqtck.reference.state.subscriptions import Subscription
from mqtck.reference.vocabulary.profile import ClockKind

from .subscriptions import matching


class Proxy(NamedTuple):
    """A proxy subscription for the queue manager next in the hierarchy; `known` tells whether it is there."""

    queue_manager: str
    known: Answer
    entitled: frozenset[str]


def proxies(state: State, queue_manager: str, topic_string: str, at: Interval) -> list[Proxy]:
    """The proxy subscriptions with which a publication on this queue manager is matched (DD-118)."""
    found = []
    for neighbour in state.neighbours.get(queue_manager, ()):
        subscribers = subscribers_behind(state, queue_manager, neighbour, topic_string)
        there = matching(state, neighbour, topic_string)
        made = any(knows(state, queue_manager, state.subscriptions[name], at) for name in there)
        behind = _behind(state, queue_manager, neighbour)
        remembered = any(
            (left.topic_string, left.queue_manager in behind) == (topic_string, True)
            and not knows(state, queue_manager, left, at)
            for left in state.left.values()
        )
        if subscribers or remembered:
            known = Answer.YES if made else Answer.UNSURE
            found.append(Proxy(neighbour, known, frozenset(subscribers)))
    return found


def subscribers_behind(state: State, queue_manager: str, neighbour: str, topic_string: str) -> list[str]:
    """All who are subscribed on the neighbour or beyond it."""
    return [
        name
        for manager in _behind(state, queue_manager, neighbour)
        for name in matching(state, manager, topic_string)
    ]


def _behind(state: State, queue_manager: str, neighbour: str) -> list[str]:
    """The neighbour and all queue managers beyond it."""
    reached = {queue_manager, neighbour}
    waiting = [neighbour]
    found: list[str] = []
    while waiting:
        manager = waiting.pop()
        found.append(manager)
        beyond = [other for other in state.neighbours.get(manager, ()) if other not in reached]
        reached.update(beyond)
        waiting += beyond
    return found


def knows(state: State, queue_manager: str, subscription: Subscription, at: Interval) -> bool:
    """Whether a queue manager certainly knows that a subscription elsewhere was made, or has ended."""
    if state.clock is ClockKind.REAL:
        return False
    if queue_manager in subscription.told:
        return True
    told = _time_to_tell(state, subscription, at)
    return told and queue_manager in connected(state, subscription.queue_manager)


def _time_to_tell(state: State, subscription: Subscription, at: Interval) -> bool:
    """Whether the clock has moved since the subscription was made, or ended, with the ways as they are."""
    return max(subscription.since.latest, state.rerouted) < at.earliest


def connected(state: State, queue_manager: str) -> frozenset[str]:
    """The queue managers that are reached from this one by way of running ones; it is one of them."""
    found: set[str] = set()
    waiting = [queue_manager]
    while waiting:
        manager = waiting.pop()
        if state.queue_managers[manager].running:
            found.add(manager)
            waiting += [other for other in state.neighbours.get(manager, ()) if other not in found]
    return frozenset(found)


def rerouted(state: State, at: Interval) -> State:
    """The state as a queue manager ends, starts or joins a hierarchy: what was told by then remains known."""
    if not state.neighbours or state.clock is ClockKind.REAL:
        return replace(state, rerouted=at.latest)

    def told(subscription: Subscription) -> Subscription:
        if not _time_to_tell(state, subscription, at):
            return subscription
        reached = connected(state, subscription.queue_manager)
        return replace(subscription, told=subscription.told | reached)

    subscriptions, left = state.subscriptions, state.left
    for name, subscription in state.subscriptions.items():
        subscriptions = subscriptions.set(name, told(subscription))
    for name, subscription in state.left.items():
        left = left.set(name, told(subscription))
    return replace(state, subscriptions=subscriptions, left=left, rerouted=at.latest)
