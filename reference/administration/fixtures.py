"""Fixtures: definitions, authorities, channels, clusters; what start and end are is in `restarts`.

Covers DD-52 (the staging queue is there from the beginning on Multiplatforms), DD-56 (on z/OS it is not),
DD-49 and DD-74 (changes count at delivery), DD-50 (authority does not), DD-67 (OPMODE) and DD-68 (migration
back). Definitions change what internal work may do, so every open message is considered before and after a
change.

Silent points: OPMODE and migration of anything but version 8.0 on z/OS; a staging queue that is deleted with
messages on it; whether authority for a name goes with the definition that is deleted, and whether
subscriptions that deliver to a queue end with it; a dead-letter queue that is an alias, a remote or a shared
queue.
"""

from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from mqtck.reference.channels.batches import define, noticed, start, stop
from mqtck.reference.chapters.client_restrictions import FIRST_VERSION
from mqtck.reference.chapters.delay_processor import Event
from mqtck.reference.chapters.resolution import clustered, defined_key
from mqtck.reference.chapters.staging_queue import heard, older_edition_counts, queue_events, runs, woken
from mqtck.reference.chapters.subscriptions import delivering_to
from mqtck.reference.getting.between_queues import forgiven, thrown_back
from mqtck.reference.internal_work.work import rework
from mqtck.reference.possibilities import Possibility, Settled, not_carried_out
from mqtck.reference.queues import triggering
from mqtck.reference.sending.first_resolution import outdated
from mqtck.reference.sending.owed_refusals import without_opened
from mqtck.reference.state.beliefs import learn, merged
from mqtck.reference.state.callers import mqi_unit
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.queue_keys import is_shared, key, owner, shared_key, transit_key
from mqtck.reference.state.state import Alias, Definition, Queue, QueueManager, Remote, State
from mqtck.reference.state.statuses import OnQueue
from mqtck.reference.vocabulary.channels import (
    ChannelFixture,
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    DeletePolicy,
)
from mqtck.reference.vocabulary.clusters import ClusterFixture, JoinCluster
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Connect,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    GrantPut,
    QueueAttributes,
    QueueFixture,
    QueueManagerFixture,
    RevokePut,
    SetDeadLetterQueue,
    StartChannel,
    StartQueueManager,
    StopChannel,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
)
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.zos import MigrateBack, SetOperationMode, ZosFixture

from .default_dead_letter_queue import with_dead_letter_queue
from .restarts import altered_manager, ended, lost_on, started_again
from .sessions import left_behind
from .subscription_fixtures import unsubscribed

Definitions = QueueFixture | ClusterFixture | Connect | ChannelFixture
PlainFixture = QueueManagerFixture | Definitions | ZosFixture

SYSTEM_QUEUE: Final = QueueAttributes(max_depth=999_999_999, max_message_length=104_857_600)
"""System queues: their default limits are not documented, so none is assumed."""


def new_queue_manager(
    state: State,
    command: DefineQueueManager,
    at: Interval = Interval(0, 0),  # noqa: B008 - a value
) -> State:
    """A running queue manager with its system queues (DD-51, DD-52); none for staging on z/OS (DD-56)."""
    name, platform = command.name, command.platform or state.profile.platform
    state = with_dead_letter_queue(state, key(name, DEFAULT_DEAD_LETTER_QUEUE), SYSTEM_QUEUE)
    definitions = state.definitions
    if platform is Platform.MULTIPLATFORMS:
        definitions = definitions.set(key(name, STAGING_QUEUE), SYSTEM_QUEUE)
    manager = QueueManager(
        command.version, platform=platform, queue_sharing_group=command.queue_sharing_group
    )
    managers = state.queue_managers.set(name, manager)
    state = replace(state, definitions=definitions, queue_managers=managers)
    return heard(state, name, Event.MANAGER_STARTED, at) if platform is Platform.ZOS else state


def fixture(state: State, command: PlainFixture, at: Interval) -> Possibility:
    """A fixture is carried out. Whoever refuses one has changed nothing, and no text asks to accept it."""
    refused = isinstance(command, DeleteQueue) and _staging_in_use(state, command)

    def prefer() -> Outcome:
        return Refused(text="messages are on it") if refused else Done()

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Refused) and not _perhaps_begun(state, command):
            return Settled((state,))
        if not isinstance(outcome, Done):
            return not_carried_out(state, outcome)
        before, silent = _reopened(state, command)
        ready = rework(forgiven(before), at)
        applied = noticed(outdated(ready, apply(ready, command, at)))
        after = tuple(rework(one, at) for one in _with_subscriptions(ready, applied, command, at))
        return Settled(after, open=silent or _not_documented(state, command) or _odd_queue(after[0]))

    return Possibility(prefer=prefer, settle=settle)


def _with_subscriptions(before: State, after: State, command: PlainFixture, at: Interval) -> list[State]:
    """The state after a fixture, and where it is a queue that was deleted, that without its subscriptions.

    No document says whether an administrative subscription ends with the queue to which it delivers, as a
    binding of other brokers does (DD-106), or goes on without one, so that its copies fail (DD-123).
    """
    if not isinstance(command, DeleteQueue):
        return [after]
    deleted = defined_key(before, command.queue_manager, command.queue)
    without = after
    for name in delivering_to(before, deleted):
        without = unsubscribed(without, name, at)
    return [after] if without is after else [after, without]


def _staging_in_use(state: State, command: DeleteQueue) -> bool:
    """Only an empty queue can be deleted; staged messages would be lost against DD-10."""
    here = key(command.queue_manager, command.queue)
    return command.queue == STAGING_QUEUE and bool(state.queues.get(here, Queue()).residents)


def _not_documented(state: State, command: PlainFixture) -> str:
    """Why nothing can be said of what follows; empty where something can."""
    match command:
        case DeleteQueue() if _staging_in_use(state, command):
            return "the staging queue was deleted with messages on it"
        case MigrateBack(version=version, queue_manager=manager) if version < FIRST_VERSION:
            here = key(manager, STAGING_QUEUE)
            if state.queues.get(here, Queue()).residents and not older_edition_counts(state, manager):
                return "what becomes of staged messages is documented for version 8.0 on z/OS alone"
            return ""
        case AlterQueue(queue=queue, queue_manager=manager):
            known = state.definitions.get(defined_key(state, manager, queue))
            altered = isinstance(known, Alias | Remote)
            return f"no rule speaks of what is altered of {queue}, which is no local queue" if altered else ""
        case _:
            return ""


def _reopened(state: State, command: PlainFixture) -> tuple[State, str]:
    """What a connection that is opened again leaves behind."""
    return left_behind(state, mqi_unit(command.connection)) if isinstance(command, Connect) else (state, "")


def _odd_queue(state: State) -> str:
    """What becomes of messages for a staging or dead-letter queue that is not local; empty where all are."""
    for name, manager in state.queue_managers.items():
        staging = state.definitions.get(defined_key(state, name, STAGING_QUEUE))
        own = state.definitions.get(key(name, STAGING_QUEUE))
        if staging is not None and not isinstance(own, QueueAttributes):
            return f"no rule speaks of a staging queue that is not a local one, as that of {name} is"
        queue = manager.dead_letter_queue
        if queue is None:
            continue
        defined = defined_key(state, name, queue)
        if any(owner(one) != name for one in clustered(state, name, queue)):
            return f"no rule speaks of a dead-letter queue that others have as well, as {queue} of {name}"
        if is_shared(defined) or isinstance(state.definitions.get(defined), Alias | Remote):
            return f"no rule speaks of a dead-letter queue that is not a local one, as {queue} of {name} is"
    return ""


def _perhaps_begun(state: State, command: PlainFixture) -> bool:
    """Whether something may have happened before the refusal: what ends or starts queue managers takes steps.

    Nor is said what is left of a connection where another one was asked for under its name.
    """
    match command:
        case EndQueueManager(queue_manager=manager):
            return state.queue_managers[manager].running
        case StartQueueManager(queue_manager=manager):
            return not state.queue_managers[manager].running
        case SetOperationMode(queue_manager=manager):
            known = state.queue_managers[manager]
            return known.running and known.platform is Platform.ZOS
        case MigrateBack(version=version, queue_manager=manager):
            known = state.queue_managers[manager]
            return known.running and known.platform is Platform.ZOS and version < known.version
        case Connect(connection=connection):
            to = state.connections.get(connection)
            plain = to == DEFAULT_QUEUE_MANAGER and _reopened(state, command)[0] is state
            return to is not None and not plain
        case _:
            return False


def apply(state: State, command: PlainFixture, at: Interval) -> State:
    """The state after a fixture; the delivery delay processor notices what concerns it."""
    match command:
        case DefineQueueManager():
            return new_queue_manager(state, command, at)
        case StartQueueManager(queue_manager=manager):
            return started_again(state, manager, at)
        case EndQueueManager(queue_manager=manager):
            return ended(state, manager, at)
        case MigrateBack(version=version, queue_manager=manager):
            down = ended(state, manager, at)
            return started_again(
                altered_manager(down, manager, lambda old: replace(old, version=version)), manager, at
            )
        case SetOperationMode(mode=mode, queue_manager=manager):
            down = ended(state, manager, at)
            altered = altered_manager(down, manager, lambda old: replace(old, operation_mode=mode))
            return started_again(altered, manager, at)
        case FailDelayProcessor(queue_manager=manager):
            back = thrown_back(state, manager)
            failed = altered_manager(back, manager, lambda old: replace(old, processor_failed=at.latest))
            return heard(failed, manager, Event.ERROR, at)
        case DefineLocalQueue(queue=queue, queue_manager=manager) if queue == STAGING_QUEUE:
            return _staging_changed(state, _applied(state, command), manager, at, (Event.DEFINED,))
        case AlterQueue(queue=queue, queue_manager=manager) | DeleteQueue(queue=queue, queue_manager=manager):
            after = _applied(state, command)
            if queue != STAGING_QUEUE:
                return after
            gone = isinstance(command, DeleteQueue)
            if gone and state.queue_managers[manager].platform is Platform.MULTIPLATFORMS:
                after = replace(after, tampered=after.tampered | {key(manager, queue)})
            here = key(manager, STAGING_QUEUE)
            events = queue_events(state.definitions.get(here), after.definitions.get(here), command)
            return _staging_changed(state, after, manager, at, events)
        case _:
            return _applied(state, command)


def _staging_changed(
    before: State, after: State, manager: str, at: Interval, events: tuple[Event, ...]
) -> State:
    for event in events:
        after = heard(after, manager, event, at)
    idle = runs(before, manager) is Answer.NO and runs(after, manager) is not Answer.NO
    return woken(after, manager) if idle else after


def _applied(state: State, command: Definitions) -> State:
    """The state with a definition, an authority, a channel or a connection changed."""
    match command:
        case SetDeadLetterQueue(queue=queue, queue_manager=manager):
            return altered_manager(state, manager, lambda old: old.dead_lettering_to(queue))
        case DefineLocalQueue(queue=queue, attributes=attributes, queue_manager=manager):
            return _define(state, key(manager, queue), attributes)
        case DefineSharedQueue(queue=queue, queue_sharing_group=group, attributes=attributes):
            return _define(state, shared_key(group, queue), attributes)
        case AlterQueue(queue=queue, changes=changes, queue_manager=manager):
            return _alter(state, defined_key(state, manager, queue), changes)
        case DefineAliasQueue(queue=queue, target=target, queue_manager=manager):
            return _define(state, key(manager, queue), Alias(target))
        case DefineRemoteQueue(queue=queue, queue_manager=manager):
            remote = Remote(command.remote_queue, command.remote_queue_manager, command.transmission_queue)
            return _define(state, key(manager, queue), remote)
        case DeleteQueue(queue=queue, queue_manager=manager):
            named = frozenset(one for one in state.authorities if one[1] == key(manager, queue))
            state = replace(state, perhaps_gone=state.perhaps_gone | named)
            return _delete(state, defined_key(state, manager, queue))
        case StartChannel(transmission_queue=queue, queue_manager=manager):
            return start(state, key(manager, queue))
        case StopChannel(transmission_queue=queue, queue_manager=manager):
            return stop(state, key(manager, queue))
        case GrantPut(user=user, queue=queue, queue_manager=manager):
            one = {(user, key(manager, queue))}
            return replace(state, authorities=state.authorities | one, perhaps_gone=state.perhaps_gone - one)
        case RevokePut(user=user, queue=queue, queue_manager=manager):
            return replace(state, authorities=state.authorities - {(user, key(manager, queue))})
        case JoinCluster(cluster=cluster, queue_manager=manager):
            joined = altered_manager(
                state, manager, lambda old: replace(old, clusters=old.clusters | {cluster})
            )
            return replace(joined, channels=joined.channels | {transit_key(manager)})
        case Connect(connection=connection, queue_manager=manager):
            return replace(state, connections=state.connections.set(connection, manager))
        case DefineSenderChannel() | DefineReceiverChannel() | DefinePolicy() | DeletePolicy():
            return define(state, command)
        case _:
            assert_never(command)


def _define(state: State, queue_key: str, definition: Definition) -> State:
    # What has come to it before need not have fired a trigger that it has from now on.
    state = triggering.decided(state, queue_key)
    if isinstance(definition, QueueAttributes):
        state = triggering.defined(state, queue_key, definition)
    presumed = state.presumed - {queue_key}
    state = _redirected(state, queue_key, definition)
    return replace(state, definitions=state.definitions.set(queue_key, definition), presumed=presumed)


def _redirected(state: State, queue_key: str, definition: Definition | None) -> State:
    """The state that remembers that a name leads elsewhere from now on, if it does."""
    old = state.definitions.get(queue_key)
    of_a_queue = isinstance(old, QueueAttributes) and isinstance(definition, QueueAttributes | None)
    if old is None or old == definition or of_a_queue:
        return state
    return replace(state, redirected=state.redirected.set(queue_key, state.next_serial))


def _alter(state: State, queue_key: str, changes: AttributeChanges) -> State:
    old = state.definitions.get(queue_key)
    if not isinstance(old, QueueAttributes):
        return state
    changed = {name: value for name, value in msgspec.structs.asdict(changes).items() if value is not None}
    return _define(state, queue_key, replace(old, **changed))


def _delete(state: State, queue_key: str) -> State:
    """Whoever deletes a queue that is not empty may delete its messages with it: nothing is said of that."""
    if queue_key not in state.definitions:
        return state
    for serial in list(state.queues.get(queue_key, Queue()).residents):
        belief = state.beliefs[serial]
        lost = [lost_on(one) for one in belief if isinstance(one, OnQueue) and one.queue == queue_key]
        state = learn(state, serial, merged([*belief, *lost])) or state
    state = without_opened(_redirected(state, queue_key, None), queue_key)
    return replace(state, definitions=state.definitions.delete(queue_key))
