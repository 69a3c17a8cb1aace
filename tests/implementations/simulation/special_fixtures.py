"""Fixtures of the special chapters: topics, hierarchies, clusters, shared queues, z/OS."""

import msgspec

from implementations.simulation.clients.subscribers import Subscribers
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.topics import Delivery, TopicObject
from implementations.simulation.shared import Simulation
from implementations.state.objects import CallRefusedError, LocalQueue
from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.commands import DefineSharedQueue
from mqtck.reference.vocabulary.outcomes import SampleDefinitionRead
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    JoinHierarchy,
)
from mqtck.reference.vocabulary.zos import MigrateBack, ReadSampleDefinition, SetOperationMode

PublicationFixture = DefineTopic | AlterTopic | DeleteTopic | DefineSubscription | JoinHierarchy
Restarting = SetOperationMode | MigrateBack


def define_publication(command: PublicationFixture, manager: QueueManager, subscribers: Subscribers) -> None:
    objects = manager.topics.objects
    match command:
        case DefineTopic(topic=name, topic_string=topic_string):
            if name in objects or any(topic.topic_string == topic_string for topic in objects.values()):
                raise CallRefusedError(None, f"there is a topic {name} or one for its topic string already")
            delivery: Delivery = (command.persistent_delivery, command.non_persistent_delivery)
            objects[name] = TopicObject(topic_string, delivery)
        case AlterTopic(topic=name):
            topic = _topic(manager, name)
            persistent = command.persistent_delivery or topic.delivery[0]
            non_persistent = command.non_persistent_delivery or topic.delivery[1]
            objects[name] = msgspec.structs.replace(topic, delivery=(persistent, non_persistent))
        case DeleteTopic(topic=name):
            _topic(manager, name)
            del objects[name]
        case DefineSubscription(queue=queue):
            if manager.local(queue) is None:
                raise CallRefusedError(None, f"{queue} is no local queue")
            subscribers.define(command, manager)
        case JoinHierarchy(parent=parent):
            hierarchy = manager.simulation.hierarchy
            if parent not in manager.simulation.managers or not hierarchy.join(manager.name, parent):
                raise CallRefusedError(None, f"{manager.name} cannot become a child of {parent}")


def _topic(manager: QueueManager, name: str) -> TopicObject:
    if name not in manager.topics.objects:
        raise CallRefusedError(None, f"there is no topic {name}")
    return manager.topics.objects[name]


def join_cluster(command: JoinCluster, manager: QueueManager) -> None:
    manager.clusters.join(command.cluster)


def share_queue(command: DefineSharedQueue, simulation: Simulation) -> None:
    """A queue of the group; no member may have one of that name."""
    key = (command.queue_sharing_group, command.queue)
    members = [manager for manager in simulation.managers.values() if manager.group == key[0]]
    if key in simulation.shared or any(command.queue in manager.definitions for manager in members):
        raise CallRefusedError(None, f"there is a queue {command.queue} already")
    simulation.shared[key] = LocalQueue(command.queue, command.attributes)


def prepare_restart(command: Restarting, manager: QueueManager) -> None:
    """What changes while the queue manager is down."""
    match command:
        case SetOperationMode(mode=mode):
            if not manager.decisions.keeps_staged_when_mode_changes():
                _clear(manager)
            manager.mode = mode
        case MigrateBack(version=version):
            if not manager.decisions.keeps_staged_when_migrated():
                _clear(manager)
            manager.version = version


def _clear(manager: QueueManager) -> None:
    for entry in list(manager.staging.entries):
        manager.take_off(manager.staging, entry)


def check_restart(command: Restarting, manager: QueueManager) -> None:
    if manager.platform is not Platform.ZOS:
        raise CallRefusedError(None, f"{manager.name} is not on z/OS")
    if isinstance(command, MigrateBack) and command.version > manager.version:
        raise CallRefusedError(None, f"{command.version} is no earlier version")


def read_sample(command: ReadSampleDefinition, manager: QueueManager) -> SampleDefinitionRead:
    if manager.platform is not Platform.ZOS:
        raise CallRefusedError(None, f"there is no sample of {command.queue} off z/OS")
    return manager.decisions.sample_definition()
