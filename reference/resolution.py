"""Chapter "Target destination resolution": names of queues, resolved at the send and again at delivery.

Covers local, alias and remote queues on any number of queue managers. Left out: topics and clusters.
The documents do not say whether an alias that was retargeted during the delay counts anew; see
`delivery_targets`.
"""

from typing import NamedTuple

from .state import Alias, Message, Remote, State
from .vocabulary.commands import QueueAttributes
from .vocabulary.constants import (
    PRIORITY_AS_APPLICATION,
    PRIORITY_AS_QUEUE_DEFINITION,
    DeliveryMode,
    DestinationPersistence,
)
from .vocabulary.messages import QueueDestination


def key(queue_manager: str, queue: str) -> str:
    """The key of a queue in the state."""
    return f"{queue_manager}/{queue}"


class Resolved(NamedTuple):
    """The local queue that a name leads to, and the remote queue behind it, if any; both as keys."""

    local: str
    onward: str | None
    attributes: QueueAttributes


def resolve(state: State, queue_manager: str, queue: str) -> Resolved | None:
    """The local queue behind a name, or None where there is none (DD-75)."""
    definition = state.definitions.get(key(queue_manager, queue))
    match definition:
        case Alias(target=target):
            return resolve_local(state, key(queue_manager, target))
        case Remote(queue=remote, queue_manager=remote_manager, transmission_queue=transmission):
            found = resolve_local(state, key(queue_manager, transmission))
            return found and found._replace(onward=key(remote_manager, remote))
        case QueueAttributes():
            return Resolved(key(queue_manager, queue), None, definition)
        case None:
            return None


def resolved_key(state: State, queue_manager: str, queue: str) -> str:
    """The key of the local queue behind a name, or of the name itself where there is none."""
    found = resolve(state, queue_manager, queue)
    return key(queue_manager, queue) if found is None else found.local


def resolve_local(state: State, queue_key: str) -> Resolved | None:
    """The local queue of that key, if there is one."""
    definition = state.definitions.get(queue_key)
    return Resolved(queue_key, None, definition) if isinstance(definition, QueueAttributes) else None


def delivery_targets(state: State, message: Message) -> tuple[Resolved | None, ...]:
    """Where a message may go when its delay completes, preferred first (DD-49, DD-74).

    The name is resolved again. For an alias the result of the first resolution is tolerated as long as
    that queue is there.
    """
    again = resolve(state, message.queue_manager, message.name)
    stored = resolve_local(state, message.first)
    unchanged = again is not None and stored is not None and again.local == stored.local
    if stored is None or unchanged or not _was_alias(message):
        return (again,)
    return (again, stored)


def _was_alias(message: Message) -> bool:
    return message.first != key(message.queue_manager, message.name)


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


def target_attributes(
    state: State,
    queue_manager: str,
    queue: str,
    resolved: Resolved,
) -> QueueAttributes:
    """Whose defaults count: those of the queue that the name leads to."""
    definition = state.definitions.get(key(queue_manager, queue))
    return definition if isinstance(definition, QueueAttributes) else resolved.attributes
