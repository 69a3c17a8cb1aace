"""Chapter "Target destination resolution": names of queues, resolved at the send and again at delivery.

Covers local, alias, remote, shared (DD-69) and clustered queues on any number of queue managers. Left
out: topics. A definition of the queue manager's own comes before a shared queue of that name, and that
before the cluster; which instance of a clustered queue is chosen is open (DD-21). The documents do
not say whether an alias or a remote queue that was defined anew during the delay counts as it was at the
send (`delivery_targets`, `channel_hops.may_lead_to`), nor whether an alias may lead to another alias or to a
remote queue (`nested`), nor when an application resolves the destination of a producer (`first_resolution`).
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from mqtck.reference.state.messages import Aim, Message
from mqtck.reference.state.once import once
from mqtck.reference.state.queue_keys import is_shared, key, owner, queue_name, shared_key
from mqtck.reference.state.state import Alias, Remote, State
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_APPLICATION,
    PRIORITY_AS_QUEUE_DEFINITION,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination

DEEPEST: Final = 8
"""Aliases of aliases that are followed; some lead to themselves."""


class Resolved(msgspec.Struct, frozen=True, gc=False):
    """The queue that a name leads to, and the remote queue behind it, if any; both as keys.

    `instances` are all the queues of a cluster of which a message comes to one, where any of them is on
    another queue manager; `local` is then the preferred one.
    """

    local: str
    onward: str | None
    attributes: QueueAttributes
    instances: tuple[str, ...] = ()


@once("definitions", "queue_managers")
def resolve(state: State, queue_manager: str, queue: str) -> Resolved | None:
    """The queue behind a name, or None where there is none (DD-75)."""
    definition = state.definitions.get(key(queue_manager, queue))
    match definition:
        case Alias(target=target):
            return _behind_alias(state, queue_manager, target)
        case Remote():
            return _behind_remote(state, queue_manager, definition)
        case _:
            return _resolve_name(state, queue_manager, queue)


def _behind_remote(state: State, queue_manager: str, definition: Remote) -> Resolved | None:
    found = resolve_local(state, key(queue_manager, definition.transmission_queue))
    return found and replace(found, onward=key(definition.queue_manager, definition.queue))


def _behind_alias(state: State, queue_manager: str, target: str, further: int = DEEPEST) -> Resolved | None:
    """Where an alias leads, also through one more definition; whether it may do so is open (`nested`)."""
    match state.definitions.get(key(queue_manager, target)):
        case Alias(target=next_one) if further:
            return _behind_alias(state, queue_manager, next_one, further - 1)
        case Remote() as remote:
            return _behind_remote(state, queue_manager, remote)
        case _:
            return _resolve_name(state, queue_manager, target)


def nested(state: State, queue_manager: str, queue: str) -> bool:
    """Whether the name is an alias of a definition that leads on itself, of which no text speaks."""
    alias = state.definitions.get(key(queue_manager, queue))
    return isinstance(alias, Alias) and isinstance(
        state.definitions.get(key(queue_manager, alias.target)), Alias | Remote
    )


def leads_into_cluster(state: State, queue_manager: str, queue: str) -> bool:
    """Whether the name is an alias of one that a cluster has: which queue is meant is open."""
    alias = state.definitions.get(key(queue_manager, queue))
    found = resolve(state, queue_manager, queue) if isinstance(alias, Alias) else None
    return found is not None and bool(found.instances)


def _resolve_name(state: State, queue_manager: str, queue: str) -> Resolved | None:
    """A queue of that name: local, shared or clustered."""
    here = key(queue_manager, queue)
    definition = state.definitions.get(here)
    if isinstance(definition, QueueAttributes):
        # Also where this one is in no cluster: no text says which of two queues of one name is meant.
        others = tuple(one for one in clustered(state, queue_manager, queue) if one != here)
        return Resolved(here, None, definition, (here, *others) if others else ())
    if definition is not None:
        return None
    shared = _shared(state, queue_manager, queue)
    if shared is not None:
        return resolve_local(state, shared)
    instances = clustered(state, queue_manager, queue)
    if not instances:
        return None
    attributes = state.definitions[instances[0]]
    assert isinstance(attributes, QueueAttributes)
    return Resolved(instances[0], None, attributes, instances)


def _shared(state: State, queue_manager: str, queue: str) -> str | None:
    """The shared queue of that name that the queue manager can use as a member of its group (DD-69)."""
    manager = state.queue_managers.get(queue_manager)
    if manager is None or manager.queue_sharing_group is None:
        return None
    found = shared_key(manager.queue_sharing_group, queue)
    return found if found in state.definitions else None


def defined_key(state: State, queue_manager: str, queue: str) -> str:
    """The key of the definition that this queue manager has of that name, a shared one included."""
    here = key(queue_manager, queue)
    return here if here in state.definitions else _shared(state, queue_manager, queue) or here


def queue_managers_of(state: State, queue_key: str) -> tuple[str, ...]:
    """The queue manager that has a queue; of a shared one all members of its group."""
    if not is_shared(queue_key):
        return (owner(queue_key),)
    return tuple(
        name
        for name, manager in sorted(state.queue_managers.items())
        if manager.queue_sharing_group is not None
        and shared_key(manager.queue_sharing_group, queue_name(queue_key)) == queue_key
    )


def clustered(state: State, queue_manager: str, queue: str) -> tuple[str, ...]:
    """The queues of that name with CLUSTER in the clusters of this queue manager, in order of their keys."""
    member = state.queue_managers.get(queue_manager)
    if member is None or not member.clusters:
        return ()
    found = []
    for name, manager in state.queue_managers.items():
        definition = state.definitions.get(key(name, queue))
        if isinstance(definition, QueueAttributes) and (
            definition.cluster in member.clusters and definition.cluster in manager.clusters
        ):
            found.append(key(name, queue))
    return tuple(sorted(found))


@once("definitions", "queue_managers")
def resolved_key(state: State, queue_manager: str, queue: str) -> str:
    """The key of the queue that a look finds under a name, or of the name itself where there is none.

    A queue manager cannot look at the queues of other members of a cluster.
    """
    found = resolve(state, queue_manager, queue)
    here = key(queue_manager, queue)
    if found is None or (found.instances and owner(found.local) != queue_manager):
        return here
    leads_away = found.onward is not None and nested(state, queue_manager, queue)
    return here if leads_away else found.local


def dead_letter_key(state: State, queue_manager: str) -> str:
    """The key of the queue that DEADQ names, be it there or not; empty where it names none."""
    manager = state.queue_managers.get(queue_manager)
    name = None if manager is None else manager.dead_letter_queue
    return "" if name is None else key(queue_manager, name)


def resolve_local(state: State, queue_key: str) -> Resolved | None:
    """The local queue of that key, if there is one."""
    definition = state.definitions.get(queue_key)
    return Resolved(queue_key, None, definition) if isinstance(definition, QueueAttributes) else None


def delivery_targets(state: State, message: Message | Aim) -> tuple[Resolved | None, ...]:
    """Where a message may go when its delay completes, preferred first (DD-49, DD-74).

    The name is resolved again. For an alias the result of the first resolution is tolerated, be it a queue
    that is not there any more. Of the instances in a cluster any may be chosen (DD-21).
    """
    again = resolve(state, message.queue_manager, message.name)
    if again is not None and again.instances:
        chosen = tuple(resolve_local(state, instance) for instance in again.instances)
        kept = resolve_local(state, message.first) if _was_alias(message) else None
        return chosen if kept is None or kept.local in again.instances else (*chosen, kept)
    stored = resolve_local(state, message.first)
    unchanged = again is not None and stored is not None and again.local == stored.local
    refused = (None,) if nested(state, message.queue_manager, message.name) and again is not None else ()
    if unchanged or again is stored or not _was_alias(message):
        return (again, *refused)
    return (again, stored, *refused)


def _was_alias(message: Message | Aim) -> bool:
    return queue_name(message.first) != message.name


def may_be_target(state: State, message: Message, name: str) -> bool:
    """Whether a target has this name, or an alias or a remote queue that leads to it may have told it.

    Where a definition has changed since the send, that may be any name.
    """
    names, definition = [message.name], state.definitions.get(key(message.queue_manager, message.name))
    while isinstance(definition, Alias) and definition.target not in names:
        names.append(definition.target)
        definition = state.definitions.get(key(message.queue_manager, definition.target))
    redirected = any(
        state.redirected.get(key(message.queue_manager, one), 0) > message.serial for one in names
    )
    if isinstance(definition, Remote):
        names += [definition.queue, definition.transmission_queue]
    return name in names or redirected or queue_name(message.first) not in names


def as_queue_defines(destination: QueueDestination | TopicDestination) -> bool:
    """Whether it leaves the persistence or the priority of a message to the definition of the queue."""
    by_queue = destination.persistence is DestinationPersistence.QUEUE_DEFINITION
    return by_queue or destination.priority == PRIORITY_AS_QUEUE_DEFINITION


def delivery_mode_at_send(
    destination: QueueDestination, attributes: QueueAttributes, requested: DeliveryMode
) -> DeliveryMode:
    """The delivery mode that counts from the first resolution on (DD-77; HM-08)."""
    match destination.persistence:
        case DestinationPersistence.AS_APPLICATION:
            return requested
        case DestinationPersistence.QUEUE_DEFINITION:
            return attributes.default_persistence
        case DestinationPersistence.PERSISTENT:
            return DeliveryMode.PERSISTENT
        case DestinationPersistence.NON_PERSISTENT:
            return DeliveryMode.NON_PERSISTENT


def priority_at_send(destination: QueueDestination, attributes: QueueAttributes, requested: int) -> int:
    """The priority that counts from the first resolution on (DD-78; HM-24)."""
    match destination.priority:
        case value if value == PRIORITY_AS_APPLICATION:
            return requested
        case value if value == PRIORITY_AS_QUEUE_DEFINITION:
            return attributes.default_priority
        case value:
            return value
