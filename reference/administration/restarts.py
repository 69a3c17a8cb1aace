"""Start and end of a queue manager.

Covers DD-95 (units of work are backed out, what is persistent is kept), DD-86 (the delivery delay processor
starts with the queue manager) and DD-72 (what a restart of the owner may lose). What follows from that for
messages that are open is worked out by `fixtures`.

Silent points: non-persistent messages over a restart (kept or lost), those on a shared queue when a member
of its group ends included; whether the reports and replies of a queue manager are persistent.
"""

from collections.abc import Callable
from typing import Final

from immutables import Map
from msgspec.structs import replace

from mqtck.reference.channels.batches import manager_ended
from mqtck.reference.chapters.delay_processor import Event
from mqtck.reference.chapters.proxy_subscriptions import rerouted
from mqtck.reference.chapters.staging_queue import heard, runs, woken
from mqtck.reference.getting.between_queues import thrown_back
from mqtck.reference.state.beliefs import GENERATED, learn, merged
from mqtck.reference.state.callers import queue_manager_of, session_of
from mqtck.reference.state.clients import Cursor
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Kind
from mqtck.reference.state.queue_keys import is_shared, key, owner, shared_key
from mqtck.reference.state.state import QueueManager, State
from mqtck.reference.state.statuses import Cause, Ended, OnQueue, Staged
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence

from .subscription_fixtures import all_disconnected
from .units_of_work import rolled_back

_PERSISTENCE_OPEN: Final = GENERATED | {Kind.REPLY}
"""Which persistence these have is said nowhere here, whatever that of their subject."""


def altered_manager(state: State, manager: str, change: Callable[[QueueManager], QueueManager]) -> State:
    altered = change(state.queue_managers[manager])
    return replace(state, queue_managers=state.queue_managers.set(manager, altered))


def started_again(state: State, manager: str, at: Interval) -> State:
    """DD-86, DD-95: the delivery delay processor starts with the queue manager."""
    state = rerouted(state, at)
    recovered = state.next_serial
    started = altered_manager(
        state, manager, lambda old: replace(old, running=True, started=at.latest, recovered=recovered)
    )
    started = heard(started, manager, Event.MANAGER_STARTED, at)
    return started if runs(started, manager) is Answer.NO else woken(started, manager)


def ended(state: State, manager: str, at: Interval) -> State:
    """Open units of work are backed out; what is not persistent may be lost, the rest is kept (DD-95)."""
    for unit in list(state.units):
        if queue_manager_of(state, unit) == manager:
            state = rolled_back(state, unit, at)
    group = state.queue_managers[manager].queue_sharing_group
    state = thrown_back(state, manager)
    for serial, belief in list(state.beliefs.items()):
        message = state.messages[serial]
        if message.persistence is Persistence.PERSISTENT and message.kind not in _PERSISTENCE_OPEN:
            continue
        places = (status for status in belief if isinstance(status, Staged | OnQueue))
        lost = [lost_on(status) for status in places if _ends_with(status.queue, manager, group)]
        if lost:
            staged = key(manager, STAGING_QUEUE)
            likely = any(
                isinstance(one, Staged) and one.queue == staged and not one.retrying for one in belief
            )
            likely = likely and is_shared(message.first)
            after = [*lost, *belief] if likely else [*belief, *lost]
            state = learn(state, serial, merged(after)) or state
    state = _disconnect(all_disconnected(rerouted(state, at), manager, at), manager)
    state = manager_ended(state, manager)
    return altered_manager(state, manager, lambda old: replace(old, running=False))


def _ends_with(queue_key: str, manager: str, group: str | None) -> bool:
    """Whether a message on this queue may be lost when the queue manager ends."""
    if is_shared(queue_key):
        return group is not None and owner(queue_key) == owner(shared_key(group, ""))
    return owner(queue_key) == manager


def lost_on(status: Staged | OnQueue) -> Ended:
    """Gone with the queue manager; whether it had been disposed of before stays true."""
    match status:
        case OnQueue(disposal=disposal):
            return Ended(Cause.LOST, disposal)
        case Staged():
            return Ended(Cause.LOST)


def _disconnect(state: State, manager: str) -> State:
    """Sessions and connections to a queue manager that ends are gone, and their producers with them."""
    sessions, connections, producers = state.sessions, state.connections, state.producers
    for name, producer in state.producers.items():
        if session_of(state, producer.session).queue_manager == manager:
            producers = producers.delete(name)
    for name, session in state.sessions.items():
        if session.queue_manager == manager:
            sessions = sessions.delete(name)
    cursors: Map[tuple[str, str], Cursor] = Map(
        {of: cursor for of, cursor in state.cursors.items() if queue_manager_of(state, of[0]) != manager}
    )
    locks: Map[int, str] = Map(
        {serial: unit for serial, unit in state.locks.items() if queue_manager_of(state, unit) != manager}
    )
    for name, connected in state.connections.items():
        if connected == manager:
            connections = connections.delete(name)
    return replace(
        state,
        producers=producers,
        sessions=sessions,
        connections=connections,
        cursors=cursors,
        locks=locks,
    )
