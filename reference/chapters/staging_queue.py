"""The staging queue of a queue manager, and whether its delivery delay processor runs.

Keeps the processor (`delay_processor`, DD-86 to DD-96) in step with what is done to the queue and to the
queue manager. A queue manager before version 8.0 has no processor: what is on the queue stays there
(DD-68).
"""

from msgspec.structs import replace

from mqtck.reference.state.beliefs import learn, merged
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import Definition, Queue, QueueManager, State
from mqtck.reference.state.statuses import Cause, Ended, Staged
from mqtck.reference.vocabulary.commands import AlterQueue, DeleteQueue, QueueAttributes, Switch
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.profile import Edition, Platform, Version

from .client_restrictions import FIRST_VERSION
from .delay_processor import Event, Processor, Staging, after, can_run
from .tampering import tampered


def staging(state: State, queue_manager: str) -> Staging:
    """What there is of the staging queue of a queue manager."""
    return staging_of(state.definitions.get(key(queue_manager, STAGING_QUEUE)))


def staging_of(definition: Definition | None) -> Staging:
    match definition:
        case QueueAttributes(get=Switch.DISABLED):
            return Staging.NO_GET
        case QueueAttributes(put=Switch.DISABLED):
            return Staging.NO_PUT
        case QueueAttributes():
            return Staging.USABLE
        case _:
            return Staging.MISSING


def runs(state: State, queue_manager: str) -> Answer:
    """Whether the delivery delay processor moves due messages now (DD-71, DD-86 to DD-96, DD-68)."""
    manager = state.queue_managers[queue_manager]
    if not manager.running or manager.version < FIRST_VERSION:
        return Answer.NO
    if tampered(state, queue_manager):
        return Answer.UNSURE
    if manager.processor is Processor.STARTED:
        return Answer.YES
    return can_run(manager.platform, manager.processor, staging(state, queue_manager))


def heard(state: State, queue_manager: str, event: Event, at: Interval) -> State:
    """The state after the processor has noticed an event; overdue messages may move once it runs."""
    manager = state.queue_managers[queue_manager]
    found = after(manager.platform, event, manager.processor, staging(state, queue_manager))
    if found.processor is not manager.processor or found.rules:
        noticed = replace(manager, processor=found.processor, why=found.rules, since=at.earliest)
        state = replace(state, queue_managers=state.queue_managers.set(queue_manager, noticed))
    rested = manager.platform is Platform.ZOS and event is not Event.ERROR
    return woken(state, queue_manager) if rested and runs(state, queue_manager) is not Answer.NO else state


def woken(state: State, queue_manager: str) -> State:
    """What waits on the staging queue may be overdue; a processor that starts misses none of it."""
    for serial in state.queues.get(key(queue_manager, STAGING_QUEUE), Queue()).residents:
        state = replace(_found(state, serial), overdue=state.overdue.set(serial, None))
    return state


def _found(state: State, serial: int) -> State:
    belief = state.beliefs[serial]
    if not any(isinstance(status, Staged) and status.missed for status in belief):
        return state
    found = [status._replace(missed=False) if isinstance(status, Staged) else status for status in belief]
    return learn(state, serial, merged(found)) or state


def queue_events(
    before: Definition | None, now: Definition | None, command: AlterQueue | DeleteQueue
) -> tuple[Event, ...]:
    """What altering or deleting the staging queue means to the processor; `fixtures` tells of a new one."""
    match before, now:
        case QueueAttributes(), None:
            return (Event.DELETED,)
        case QueueAttributes(), QueueAttributes():
            get = {Switch.ENABLED: Event.GET_ENABLED, Switch.DISABLED: Event.GET_DISABLED}[now.get]
            put = {Switch.ENABLED: Event.PUT_ENABLED, Switch.DISABLED: Event.PUT_DISABLED}[now.put]
            said = isinstance(command, AlterQueue) and command.changes.get is Switch.ENABLED
            events = (
                (before.get is not now.get, get),
                (said and before.get is Switch.ENABLED, Event.GET_KEPT),
                (before.put is not now.put, put),
            )
            return tuple(event for happened, event in events if happened)
        case _:
            return ()


def older_edition_counts(state: State, queue_manager: str) -> bool:
    """DD-67 and DD-68 are in the older edition alone: for version 8.0, on z/OS."""
    manager = state.queue_managers[queue_manager]
    at_8_0 = FIRST_VERSION <= manager.version < Version(8, 1)
    return state.profile.edition is Edition.VERSION_8_0 and manager.platform is Platform.ZOS and at_8_0


def reasons_to_run(state: State, message: Message) -> tuple[str, ...]:
    """The rules by which the processor of this message should have moved it, the likeliest broken first.

    A processor that has moved another message since it started certainly runs.
    """
    manager = state.queue_managers[message.queue_manager]
    if manager.platform is not Platform.ZOS or not manager.why or _proven(state, message, manager):
        return ()
    return manager.why


def reasons_to_rest(state: State, message: Message) -> tuple[str, ...]:
    """The rules by which a due message stays on the staging queue; none where it is not kept there."""
    manager = state.queue_managers[message.queue_manager]
    if runs(state, message.queue_manager) is not Answer.NO:
        return ()
    if not manager.running:
        return ("DD-71",)
    if manager.version < FIRST_VERSION:
        return ("DD-68",)
    # Where it is open whether the processor runs, the queue alone keeps it from running.
    unreadable = ("DD-89",) if staging(state, message.queue_manager) is Staging.NO_GET else ("DD-88",)
    return manager.why or unreadable


def _proven(state: State, message: Message, manager: QueueManager) -> bool:
    """Whether a message that came due after the processor started has been moved by it, and got."""
    return any(
        other.queue_manager == message.queue_manager
        and other.due is not None
        and other.due.earliest >= manager.since
        and all(status == Ended(Cause.CONSUMED) for status in state.beliefs[serial])
        for serial, other in state.messages.items()
    )
