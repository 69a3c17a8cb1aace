"""Definitions of queues, channels and authorities on one queue manager, and faults."""

import msgspec

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineRemoteQueue,
    DeleteQueue,
    FailDelayProcessor,
    Fixture,
    GrantPut,
    RevokePut,
    SetDeadLetterQueue,
    StartChannel,
    StopChannel,
)
from mqtck.reference.vocabulary.constants import ReasonCode

from .jms_client import CallRefusedError
from .objects import AliasQueue, LocalQueue, RemoteQueue, Route
from .queue_manager import QueueManager


def define(command: Fixture, manager: QueueManager) -> None:
    match command:
        case SetDeadLetterQueue(queue=queue):
            manager.dead_letter_queue = queue
        case DefineLocalQueue(queue=queue, attributes=attributes):
            _free(manager, queue)
            manager.define_local(LocalQueue(queue, attributes))
        case DefineAliasQueue(queue=queue, target=target):
            if not isinstance(manager.definitions.get(queue), AliasQueue):
                _free(manager, queue)
            manager.definitions[queue] = AliasQueue(queue, target)
        case DefineRemoteQueue(queue=queue):
            if not isinstance(manager.definitions.get(queue), RemoteQueue):
                _free(manager, queue)
            route = Route(command.remote_queue, command.remote_queue_manager)
            manager.definitions[queue] = RemoteQueue(queue, route, command.transmission_queue)
        case AlterQueue(queue=queue, changes=changes):
            local_queue(manager, queue).attributes = msgspec.structs.replace(
                local_queue(manager, queue).attributes,
                **{key: value for key, value in msgspec.structs.asdict(changes).items() if value is not None},
            )
        case DeleteQueue(queue=queue):
            _delete(manager, queue)
        case StartChannel(transmission_queue=queue):
            local_queue(manager, queue)
            manager.channels = [*(name for name in manager.channels if name != queue), queue]
        case StopChannel(transmission_queue=queue):
            manager.channels = [name for name in manager.channels if name != queue]
        case GrantPut(user=user, queue=queue):
            manager.authorities.add((user, queue))
        case RevokePut(user=user, queue=queue):
            manager.authorities.discard((user, queue))
        case FailDelayProcessor():
            manager.processor.fail()


def _free(manager: QueueManager, name: str) -> None:
    if name in manager.definitions:
        raise CallRefusedError(None, f"there is a queue {name} already")


def local_queue(manager: QueueManager, name: str) -> LocalQueue:
    queue = manager.definitions.get(name)
    if not isinstance(queue, LocalQueue):
        raise CallRefusedError(ReasonCode.UNKNOWN_OBJECT_NAME, f"{name} is no local queue")
    return queue


def _delete(manager: QueueManager, name: str) -> None:
    queue = manager.definitions.get(name)
    if queue is None:
        raise CallRefusedError(ReasonCode.UNKNOWN_OBJECT_NAME, f"there is no queue {name}")
    if isinstance(queue, LocalQueue) and queue.entries:
        raise CallRefusedError(None, f"{name} is not empty")
    del manager.definitions[name]
    for handle in manager.open_handles.get(name, []):
        handle.cursor = handle.under = handle.locked = None
