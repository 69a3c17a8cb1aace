"""Definitions of queues, channels and authorities on one queue manager, and faults."""

import msgspec

from implementations.simulation.queue_managers.ims_bridge import define_bridge_queue
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.zos import Access, access
from implementations.state.objects import AliasQueue, CallRefusedError, LocalQueue, RemoteQueue, Route
from mqtck.reference.vocabulary.channels import (
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    DeletePolicy,
)
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
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue, SetEnforcementVariable


def define(command: Fixture, manager: QueueManager) -> None:
    match command:
        case SetDeadLetterQueue(queue=queue):
            manager.dead_letter_queue = queue
        case DefineLocalQueue(queue=queue, attributes=attributes):
            _free(manager, queue)
            before = access(manager.local(STAGING_QUEUE))
            manager.define_local(LocalQueue(queue, attributes))
            _staging_changed(manager, before)
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
            before = access(manager.local(STAGING_QUEUE))
            local_queue(manager, queue).attributes = msgspec.structs.replace(
                local_queue(manager, queue).attributes,
                **{key: value for key, value in msgspec.structs.asdict(changes).items() if value is not None},
            )
            _staging_changed(manager, before)
        case DeleteQueue(queue=queue):
            before = access(manager.local(STAGING_QUEUE))
            _delete(manager, queue)
            _staging_changed(manager, before)
        case StartChannel(transmission_queue=queue):
            local_queue(manager, queue)
            manager.channels.start(queue)
        case StopChannel(transmission_queue=queue):
            manager.channels.stop(queue)
        case GrantPut(user=user, queue=queue):
            manager.authorities.add((user, queue))
        case RevokePut(user=user, queue=queue):
            manager.authorities.discard((user, queue))
        case DefineSenderChannel(transmission_queue=queue, attributes=channel):
            manager.channels.senders[queue] = channel
        case DefineReceiverChannel(partner=partner, attributes=channel):
            manager.channels.receivers[partner] = channel
        case DefinePolicy():
            manager.channels.define_policy(command)
        case DeletePolicy(policy=policy):
            manager.channels.delete_policy(policy)
        case SetEnforcementVariable():
            manager.enforcement.variable = command
        case DefineImsBridgeQueue():
            define_bridge_queue(command, manager)
        case FailDelayProcessor():
            manager.processor.fail()


def _staging_changed(manager: QueueManager, before: Access) -> None:
    if before != access(manager.local(STAGING_QUEUE)):
        manager.processor.staging_changed(before)


def _free(manager: QueueManager, name: str) -> None:
    if manager.definition(name) is not None:
        raise CallRefusedError(None, f"there is a queue {name} already")


def local_queue(manager: QueueManager, name: str) -> LocalQueue:
    queue = manager.definition(name)
    if not isinstance(queue, LocalQueue):
        raise CallRefusedError(ReasonCode.UNKNOWN_OBJECT_NAME, f"{name} is no local queue")
    return queue


def _delete(manager: QueueManager, name: str) -> None:
    queue = manager.definition(name)
    if queue is None:
        raise CallRefusedError(ReasonCode.UNKNOWN_OBJECT_NAME, f"there is no queue {name}")
    if isinstance(queue, LocalQueue) and queue.entries:
        raise CallRefusedError(None, f"{name} is not empty")
    handles = manager.handles(queue) if isinstance(queue, LocalQueue) else []
    if name in manager.definitions:
        del manager.definitions[name]
    else:
        del manager.simulation.shared[manager.group or "", name]
    for handle in handles:
        handle.cursor = handle.under = handle.locked = None
