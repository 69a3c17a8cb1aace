"""Abilities: what an adapter can do, and which of them a command needs.

An adapter that lacks an ability makes the rules that need it unsupported, never failed. What an
adapter cannot show is not listed here: it leaves the field of the outcome unset.
"""

from enum import StrEnum
from functools import lru_cache
from typing import Final, assert_never

from .channels import (
    ChannelFixture,
    ChannelInspection,
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    DeletePolicy,
    ReadChannelStatus,
)
from .clusters import ClusterFixture, JoinCluster
from .commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    Connect,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    DeleteQueue,
    DisableMessageId,
    EndQueueManager,
    FailDelayProcessor,
    GrantPut,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    ReadDepth,
    Receive,
    RevokePut,
    Rollback,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
    StopChannel,
    Usage,
)
from .constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE
from .environment import DefineImsBridgeQueue, EnvironmentFixture, SetEnforcementVariable
from .messages import OutgoingMessage, QueueDestination, TopicDestination
from .profile import Platform
from .publications import (
    AlterTopic,
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    PublicationCall,
    PublicationFixture,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)
from .zos import MigrateBack, ReadSampleDefinition, SetOperationMode, ZosFixture, ZosInspection

SpecialCommand = (
    PublicationFixture
    | PublicationCall
    | ClusterFixture
    | ZosFixture
    | ZosInspection
    | ChannelFixture
    | ChannelInspection
    | EnvironmentFixture
)


class Ability(StrEnum):
    """Each value completes the sentence: the adapter has no ..."""

    LOCAL_QUEUES = "local queues"
    JMS = "JMS client"
    MESSAGE_PRODUCER = "MessageProducer"
    JMS_PRODUCER = "JMSProducer"
    TRANSACTIONS = "transacted sessions"
    BROWSE = "queue browser"
    DEPTH = "queue depth"
    MESSAGE_GROUPS = "message groups"
    REPORT_OPTIONS = "report options"
    DESTINATION_PROPERTIES = "destination properties for persistence and priority"
    APPLICATION_HEADERS = "JMSType and JMSCorrelationID of the application"
    CORRELATION_BYTES = "correlation ids of bytes"
    QUEUE_LIMITS = "limits of a queue (depth, message length)"
    PUT_INHIBIT = "put-inhibited queues"
    QUEUE_DEFAULTS = "default persistence and priority of a queue"
    DELIVERY_SEQUENCE = "MSGDLVSQ(FIFO) of a queue"
    ALIAS_QUEUES = "alias queues"
    REMOTE_QUEUES = "remote queues and channels"
    DELETE_QUEUE = "deletion of queues"
    AUTHORITY = "put authority by user"
    STAGING_QUEUE = "staging queue that can be inspected"
    DEAD_LETTER_QUEUE = "dead-letter queue"
    RESTART = "restart of the queue manager"
    OTHER_QUEUE_MANAGERS = "further queue managers of other versions"
    PROCESSOR_FAULTS = "fault injection for the delivery delay processor"
    TRIGGERING = "depth triggering"
    MQI = "MQI calls"
    TOPICS = "topics and subscribers"
    DURABLE_SUBSCRIPTIONS = "durable subscriptions"
    TOPIC_DELIVERY = "PMSGDLV and NPMSGDLV of a topic"
    RETAINED_PUBLICATIONS = "retained publications"
    SUBSCRIBER_QUEUES = "administrative subscriptions with a queue of choice"
    HIERARCHIES = "publish/subscribe hierarchies"
    CLUSTERS = "clusters"
    DEFAULT_BINDING = "DEFBIND of a queue"
    ZOS = "queue managers on z/OS"
    SHARED_QUEUES = "shared queues"
    ENFORCEMENT = "enforcement of the largest expiry"
    TRANSMISSION_HEADERS = "messages that begin with a transmission-queue header"
    IMS_BRIDGE = "IMS bridge"
    CHANNEL_ATTRIBUTES = "channel attributes"
    CHANNEL_STATUS = "channel status"
    MESSAGE_PROTECTION = "AMS policies"
    DELIVERY_DELAY = "delivery delay"


IMPLIED: Final = frozenset({Ability.DELIVERY_DELAY})
"""What JMS 2.0 gives: every JMS client has it, unless its adapter says that it is without."""


def with_implied(abilities: frozenset[Ability], without: frozenset[Ability]) -> frozenset[Ability]:
    """The abilities with those that a JMS client has, less those that it is said to be without."""
    return (abilities | (IMPLIED if Ability.JMS in abilities else frozenset())) - without


@lru_cache(maxsize=4096)
def abilities_needed(command: Command) -> frozenset[Ability]:
    """The abilities without which a command has no meaning for an adapter.

    Remembered, as scenarios and cases repeat few commands many times.
    """
    match command:
        case DefineLocalQueue(queue=queue, attributes=attributes):
            return frozenset({Ability.LOCAL_QUEUES}) | _attributes(queue, attributes)
        case AlterQueue(queue=queue, changes=changes):
            return _changes(queue, changes)
        case DefineQueueManager(platform=platform, queue_sharing_group=group):
            return _queue_manager(platform, group)
        case DefineSharedQueue(queue=queue, attributes=attributes):
            return frozenset({Ability.SHARED_QUEUES}) | _attributes(queue, attributes)
        case SetDeadLetterQueue():
            return frozenset({Ability.DEAD_LETTER_QUEUE})
        case DefineAliasQueue():
            return frozenset({Ability.ALIAS_QUEUES})
        case DefineRemoteQueue() | StartChannel() | StopChannel():
            return frozenset({Ability.REMOTE_QUEUES})
        case DeleteQueue():
            return frozenset({Ability.DELETE_QUEUE})
        case GrantPut() | RevokePut():
            return frozenset({Ability.AUTHORITY})
        case EndQueueManager() | StartQueueManager():
            return frozenset({Ability.RESTART})
        case FailDelayProcessor():
            return frozenset({Ability.PROCESSOR_FAULTS})
        case OpenSession():
            return _session(command)
        case CreateProducer(api=api, destination=destination, topic=topic):
            producer = Ability.JMS_PRODUCER if api is ProducerApi.JMS_PRODUCER else Ability.MESSAGE_PRODUCER
            return frozenset({Ability.JMS, producer}) | _target(destination) | _topic(topic)
        case Send(message=message, destination=destination, topic=topic):
            return frozenset({Ability.JMS}) | _message(message) | _target(destination) | _topic(topic)
        case Commit() | Rollback():
            return frozenset({Ability.JMS, Ability.TRANSACTIONS})
        case SetDeliveryDelay() | SetTimeToLive() | SetPriority() | SetDeliveryMode() | DisableMessageId():
            return frozenset({Ability.JMS}) | (IMPLIED if type(command) is SetDeliveryDelay else frozenset())
        case Receive(queue=queue):
            return frozenset({Ability.JMS}) | _inspected(queue)
        case Browse(queue=queue):
            return frozenset({Ability.BROWSE}) | _inspected(queue)
        case ReadDepth(queue=queue):
            return frozenset({Ability.DEPTH}) | _inspected(queue)
        case MqPut(message=message) | MqPut1(message=message):
            return frozenset({Ability.MQI, Ability.LOCAL_QUEUES}) | _message(message)
        case MqGet(queue=queue):
            return frozenset({Ability.MQI}) | _inspected(queue)
        case MqCommit() | MqBackout():
            return frozenset({Ability.MQI})
        case Connect(queue_manager=queue_manager):
            further = queue_manager != DEFAULT_QUEUE_MANAGER
            return frozenset({Ability.MQI, Ability.OTHER_QUEUE_MANAGERS} if further else {Ability.MQI})
        case Advance():
            return frozenset()
        case _:
            return _special(command)


def _special(command: SpecialCommand) -> frozenset[Ability]:
    """The abilities of the special chapters: publish/subscribe, clusters, z/OS, channels, environment."""
    match command:
        case DefineTopic() | AlterTopic():
            plain = {None, MessageDelivery.AS_PARENT, MessageDelivery.ALL_AVAILABLE}
            other = {command.persistent_delivery, command.non_persistent_delivery} - plain
            return frozenset({Ability.TOPICS, Ability.TOPIC_DELIVERY} if other else {Ability.TOPICS})
        case Subscribe(durability=Durability.DURABLE):
            return frozenset({Ability.JMS, Ability.TOPICS, Ability.DURABLE_SUBSCRIPTIONS})
        case Subscribe() | CloseSubscriber() | Unsubscribe() | ReceivePublication():
            return frozenset({Ability.JMS, Ability.TOPICS})
        case DeleteTopic():
            return frozenset({Ability.TOPICS})
        case DefineSubscription():
            return frozenset({Ability.TOPICS, Ability.SUBSCRIBER_QUEUES})
        case JoinHierarchy():
            return frozenset({Ability.TOPICS, Ability.HIERARCHIES})
        case JoinCluster():
            return frozenset({Ability.CLUSTERS})
        case SetOperationMode() | MigrateBack() | ReadSampleDefinition():
            return frozenset({Ability.ZOS})
        case DefineSenderChannel() | DefineReceiverChannel():
            return frozenset({Ability.REMOTE_QUEUES, Ability.CHANNEL_ATTRIBUTES})
        case DefinePolicy() | DeletePolicy():
            return frozenset({Ability.MESSAGE_PROTECTION})
        case ReadChannelStatus():
            return frozenset({Ability.REMOTE_QUEUES, Ability.CHANNEL_STATUS})
        case SetEnforcementVariable():
            return frozenset({Ability.ENFORCEMENT})
        case DefineImsBridgeQueue():
            return frozenset({Ability.IMS_BRIDGE})
        case _:
            assert_never(command)


def _attributes(queue: str, attributes: QueueAttributes) -> frozenset[Ability]:
    plain = QueueAttributes()
    needed = set()
    if attributes.put is not plain.put or attributes.get is not plain.get:
        needed.add(Ability.PUT_INHIBIT)
    if (attributes.max_depth, attributes.max_message_length) != (
        plain.max_depth,
        plain.max_message_length,
    ):
        needed.add(Ability.QUEUE_LIMITS)
    if (attributes.default_persistence, attributes.default_priority) != (
        plain.default_persistence,
        plain.default_priority,
    ):
        needed.add(Ability.QUEUE_DEFAULTS)
    # On z/OS the staging queue is to be FIFO (DD-63), whatever other queues can be.
    if attributes.delivery_sequence is not plain.delivery_sequence and queue != STAGING_QUEUE:
        needed.add(Ability.DELIVERY_SEQUENCE)
    if attributes.usage is Usage.TRANSMISSION:
        needed.add(Ability.REMOTE_QUEUES)
    if attributes.trigger is not None:
        needed.add(Ability.TRIGGERING)
    if attributes.cluster is not None:
        needed.add(Ability.CLUSTERS)
    if attributes.default_binding is not plain.default_binding:
        needed.add(Ability.DEFAULT_BINDING)
    return frozenset(needed)


def _changes(queue: str, changes: AttributeChanges) -> frozenset[Ability]:
    needed = {Ability.STAGING_QUEUE} if queue == STAGING_QUEUE else set()
    if changes.put is not None or changes.get is not None:
        needed.add(Ability.PUT_INHIBIT)
    if changes.max_depth is not None or changes.max_message_length is not None:
        needed.add(Ability.QUEUE_LIMITS)
    if changes.default_persistence is not None or changes.default_priority is not None:
        needed.add(Ability.QUEUE_DEFAULTS)
    if changes.default_binding is not None:
        needed.add(Ability.DEFAULT_BINDING)
    return frozenset(needed)


def _queue_manager(platform: Platform | None, group: str | None) -> frozenset[Ability]:
    needed = {Ability.OTHER_QUEUE_MANAGERS}
    if platform is Platform.ZOS:
        needed.add(Ability.ZOS)
    if group is not None:
        needed.add(Ability.SHARED_QUEUES)
    return frozenset(needed)


def _session(command: OpenSession) -> frozenset[Ability]:
    needed = {Ability.JMS}
    if command.acknowledgement is Acknowledgement.TRANSACTED:
        needed.add(Ability.TRANSACTIONS)
    if command.user is not None:
        needed.add(Ability.AUTHORITY)
    if command.queue_manager != DEFAULT_QUEUE_MANAGER:
        needed.add(Ability.OTHER_QUEUE_MANAGERS)
    return frozenset(needed)


def _message(message: OutgoingMessage) -> frozenset[Ability]:
    needed = set()
    if message.group is not None:
        needed.add(Ability.MESSAGE_GROUPS)
    if message.report:
        needed.add(Ability.REPORT_OPTIONS)
    if message.retained is not None:
        needed.add(Ability.RETAINED_PUBLICATIONS)
    if message.transmission_header is not None:
        needed.add(Ability.TRANSMISSION_HEADERS)
    if message.ims_header is not None:
        needed.add(Ability.IMS_BRIDGE)
    if not (message.jms_type is message.correlation_text is message.correlates_with is None):
        needed.add(Ability.APPLICATION_HEADERS)
    if message.correlation_bytes is not None:
        needed.add(Ability.CORRELATION_BYTES)
    return frozenset(needed) | _destination(message.reply_destination)


def _destination(destination: QueueDestination | None) -> frozenset[Ability]:
    plain = destination is None or destination == QueueDestination(destination.queue)
    return frozenset() if plain else frozenset({Ability.DESTINATION_PROPERTIES})


def _target(destination: QueueDestination | None) -> frozenset[Ability]:
    """Who sends to a queue has some, whether or not this one exists."""
    if destination is None:
        return frozenset()
    return frozenset({Ability.LOCAL_QUEUES}) | _destination(destination)


def _topic(topic: TopicDestination | None) -> frozenset[Ability]:
    if topic is None:
        return frozenset()
    plain = topic == TopicDestination(topic.topic_string)
    return frozenset({Ability.TOPICS} if plain else {Ability.TOPICS, Ability.DESTINATION_PROPERTIES})


def _inspected(queue: str) -> frozenset[Ability]:
    return frozenset({Ability.STAGING_QUEUE if queue == STAGING_QUEUE else Ability.LOCAL_QUEUES})
