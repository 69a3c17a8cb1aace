"""Fixtures: definitions, authorities, channels, and start and end of queue managers.

Covers DD-52 (the staging queue is there from the beginning on Multiplatforms), DD-49 and DD-74 (changes
count at delivery), DD-50 (authority does not), DD-95 (restart). Definitions change what internal work
may do, so every open message is considered before and after a change.

Silent points: non-persistent messages over a restart on Multiplatforms (kept or lost).
"""

from collections.abc import Callable
from typing import Final, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from .beliefs import learn, merged
from .intervals import Interval
from .possibilities import Possibility, Settled, describe
from .producers import session_of
from .resolution import key
from .state import (
    Alias,
    Cause,
    Definition,
    Ended,
    OnQueue,
    Queue,
    QueueManager,
    Remote,
    Staged,
    State,
)
from .units_of_work import rolled_back
from .vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    GrantPut,
    QueueAttributes,
    RevokePut,
    SetDeadLetterQueue,
    StartChannel,
    StartQueueManager,
    StopChannel,
)
from .vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    STAGING_QUEUE,
    Persistence,
)
from .vocabulary.outcomes import Done, Outcome, Refused
from .vocabulary.profile import Version
from .work import rework

PlainFixture = (
    DefineQueueManager
    | SetDeadLetterQueue
    | DefineLocalQueue
    | AlterQueue
    | DefineAliasQueue
    | DefineRemoteQueue
    | DeleteQueue
    | StartChannel
    | StopChannel
    | GrantPut
    | RevokePut
    | EndQueueManager
    | StartQueueManager
    | FailDelayProcessor
)

SYSTEM_QUEUE: Final = QueueAttributes(max_depth=999_999_999, max_message_length=104_857_600)
"""System queues: their default limits are not documented, so none is assumed."""


def new_queue_manager(state: State, name: str, version: Version) -> State:
    """A running queue manager with its system queues (DD-51, DD-52)."""
    definitions = state.definitions
    for queue in (STAGING_QUEUE, DEFAULT_DEAD_LETTER_QUEUE):
        definitions = definitions.set(key(name, queue), SYSTEM_QUEUE)
    managers = state.queue_managers.set(name, QueueManager(version))
    return replace(state, definitions=definitions, queue_managers=managers)


def fixture(state: State, command: PlainFixture, at: Interval) -> Possibility:
    """A fixture is carried out; an implementation that refuses one cannot be judged further by it."""

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Refused) and isinstance(command, DeleteQueue):
            return Settled((state,))
        if not isinstance(outcome, Done):
            return Settled((state,), open=f"the fixture was not carried out: {describe(outcome)}")
        before = rework(state, at) if state.unsettled or state.overdue else state
        after = apply(before, command, at)
        return Settled((rework(after, at) if after.unsettled or after.overdue else after,))

    return Possibility(rules=(), prefer=Done, settle=settle)


def apply(state: State, command: PlainFixture, at: Interval) -> State:
    """The state after a fixture."""
    match command:
        case DefineQueueManager(name=name, version=version):
            return new_queue_manager(state, name, version)
        case SetDeadLetterQueue(queue=queue, queue_manager=manager):
            return _alter_manager(state, manager, lambda old: replace(old, dead_letter_queue=queue))
        case DefineLocalQueue(queue=queue, attributes=attributes, queue_manager=manager):
            return _define(state, key(manager, queue), attributes)
        case AlterQueue(queue=queue, changes=changes, queue_manager=manager):
            return _alter(state, key(manager, queue), changes)
        case DefineAliasQueue(queue=queue, target=target, queue_manager=manager):
            return _define(state, key(manager, queue), Alias(target))
        case DefineRemoteQueue(queue=queue, queue_manager=manager):
            remote = Remote(command.remote_queue, command.remote_queue_manager, command.transmission_queue)
            return _define(state, key(manager, queue), remote)
        case DeleteQueue(queue=queue, queue_manager=manager):
            return _delete(state, key(manager, queue))
        case StartChannel(transmission_queue=queue, queue_manager=manager):
            return _start_channel(state, key(manager, queue))
        case StopChannel(transmission_queue=queue, queue_manager=manager):
            return replace(state, channels=state.channels - {key(manager, queue)})
        case GrantPut(user=user, queue=queue, queue_manager=manager):
            return replace(state, authorities=state.authorities | {(user, key(manager, queue))})
        case RevokePut(user=user, queue=queue, queue_manager=manager):
            return replace(state, authorities=state.authorities - {(user, key(manager, queue))})
        case EndQueueManager(queue_manager=manager):
            return _end(state, manager, at)
        case StartQueueManager(queue_manager=manager):
            return _alter_manager(state, manager, lambda old: replace(old, running=True, started=at.latest))
        case FailDelayProcessor(queue_manager=manager):
            return _alter_manager(state, manager, lambda old: replace(old, processor_failed=at.latest))
        case _:
            assert_never(command)


def _define(state: State, queue_key: str, definition: Definition) -> State:
    return replace(state, definitions=state.definitions.set(queue_key, definition))


def _alter(state: State, queue_key: str, changes: AttributeChanges) -> State:
    old = state.definitions.get(queue_key)
    if not isinstance(old, QueueAttributes):
        return state
    changed = {name: value for name, value in msgspec.structs.asdict(changes).items() if value is not None}
    return _define(state, queue_key, replace(old, **changed))


def _alter_manager(state: State, manager: str, change: Callable[[QueueManager], QueueManager]) -> State:
    altered = change(state.queue_managers[manager])
    return replace(state, queue_managers=state.queue_managers.set(manager, altered))


def _delete(state: State, queue_key: str) -> State:
    if queue_key not in state.definitions:
        return state
    return replace(state, definitions=state.definitions.delete(queue_key))


def _start_channel(state: State, queue_key: str) -> State:
    """What waits on the transmission queue may now leave it at any time."""
    overdue = state.overdue
    for serial in state.queues.get(queue_key, Queue()).residents:
        overdue = overdue.set(serial, None)
    return replace(state, channels=state.channels | {queue_key}, overdue=overdue)


def _end(state: State, manager: str, at: Interval) -> State:
    """Open units of work are backed out; what is not persistent may be lost, the rest is kept (DD-95)."""
    for unit in list(state.units):
        state = rolled_back(state, unit, at)
    for serial, belief in list(state.beliefs.items()):
        message = state.messages[serial]
        if message.queue_manager != manager or message.persistence is Persistence.PERSISTENT:
            continue
        lost = [_lost(status) for status in belief if isinstance(status, Staged | OnQueue)]
        state = learn(state, serial, merged([*belief, *lost])) or state
    return _alter_manager(_disconnect(state, manager), manager, lambda old: replace(old, running=False))


def _lost(status: Staged | OnQueue) -> Ended:
    """Gone with the queue manager; whether it had been disposed of before stays true."""
    match status:
        case OnQueue(disposal=disposal):
            return Ended(Cause.LOST, disposal)
        case Staged():
            return Ended(Cause.LOST)


def _disconnect(state: State, manager: str) -> State:
    """Sessions and connections to a queue manager that ends are gone, and their producers with them."""
    gone = {name for name in state.sessions if state.sessions[name].queue_manager == manager}
    producers = state.producers
    for name, producer in state.producers.items():
        if session_of(state, producer.session).queue_manager == manager:
            producers = producers.delete(name)
    sessions = state.sessions
    for name in gone:
        sessions = sessions.delete(name)
    return replace(state, producers=producers, sessions=sessions, cursors=Map(), locks=Map())
