"""Names that lead to a queue elsewhere: aliases, and remote queues by way of their transmission queues.

Nobody looks at such a name at the end of a case: what is sent to it lies on the queue that it leads to. Left
out: how a name is resolved again when a message is due (`episodes.name_resolution`).
"""

from typing import NamedTuple

from mqtck.conformance.cases.draft import Draft, Steps, new_queue
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    DefineAliasQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    QueueAttributes,
    Usage,
)


def new_alias(draft: Draft) -> Steps[tuple[str, str]]:
    """An alias, and the queue that it is of."""
    queue = yield from new_queue(draft)
    alias = draft.name("A")
    draft.gone[alias] = None
    yield DefineAliasQueue(alias, queue)
    return alias, queue


def new_remote(draft: Draft) -> Steps[tuple[str, str]]:
    """A remote queue, and the transmission queue on which stays what is sent to it."""
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    remote = draft.name("RQ")
    draft.gone[remote] = None
    yield DefineRemoteQueue(remote, "STOCK", "QM9", transmission)
    return remote, transmission


class RemoteQueue(NamedTuple):
    """A remote queue of the default queue manager, and the queue of another one that it stands for."""

    name: str
    transmission_queue: str
    target: str
    queue_manager: str


def new_remote_target(draft: Draft) -> Steps[RemoteQueue]:
    """A queue of a new queue manager, and a remote queue that leads to it, once its channel is started."""
    manager = draft.name("QMR")
    yield DefineQueueManager(manager)
    target = yield from new_queue(draft, "Q", None, manager)
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    remote = draft.name("RQ")
    draft.gone[remote] = None
    yield DefineRemoteQueue(remote, target, manager, transmission)
    return RemoteQueue(remote, transmission, target, manager)


def named_queue(draft: Draft) -> Steps[tuple[str, str]]:
    """A name that messages are sent to, and the queue on which they come to lie: mostly of that name."""
    if draft.can(Ability.ALIAS_QUEUES) and draft.draws.chance(20):
        return (yield from new_alias(draft))
    queue = yield from new_queue(draft)
    return queue, queue
