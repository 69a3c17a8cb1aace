"""Commands: what a tester asks of an implementation.

A fresh implementation has the queue manager QM1 (`constants.DEFAULT_QUEUE_MANAGER`) with its system
queues, no dead-letter queue named in DEADQ, and a clock. Names of sessions, producers, connections
and messages are chosen by the kit. A session or connection that was not opened is opened by its first
use: not transacted, on QM1, under a user who may do everything.

The fixtures of the special chapters stand in `publications`, `clusters`, `zos`, `channels` and
`environment`; the unions at the end hold them all.
"""

from enum import StrEnum
from typing import Final

from .base import (
    DEFAULT_CONNECTION,
    DEFAULT_SESSION,
    CommandBase,
    Count,
    Milliseconds,
    Name,
    Priority,
    QueueName,
    Struct,
)
from .channels import ChannelFixture, ChannelInspection
from .clusters import ClusterFixture
from .constants import DEFAULT_QUEUE_MANAGER, DeliveryMode
from .environment import EnvironmentFixture
from .messages import OutgoingMessage, PutDescriptor, QueueDestination, TopicDestination, refuse_jms_fields
from .profile import Platform, Version
from .publications import PublicationCall, PublicationFixture, ReceivePublication
from .queue_attributes import AttributeChanges as AttributeChanges
from .queue_attributes import DeliverySequence as DeliverySequence
from .queue_attributes import DepthTrigger as DepthTrigger
from .queue_attributes import QueueAttributes as QueueAttributes
from .queue_attributes import Switch as Switch
from .queue_attributes import Usage as Usage
from .zos import ZosFixture, ZosInspection

# --- fixtures --------------------------------------------------------------------------------------


class DefineQueueManager(CommandBase, frozen=True):
    """Another queue manager, running; `platform` None: the profile's. Those of a group share queues."""

    name: QueueName
    version: Version = Version()
    platform: Platform | None = None
    queue_sharing_group: QueueName | None = None

    def __post_init__(self) -> None:
        if self.queue_sharing_group is not None and self.platform is Platform.MULTIPLATFORMS:
            raise ValueError("queue_sharing_group is for queue managers on z/OS, platform says otherwise")


class SetDeadLetterQueue(CommandBase, frozen=True):
    """The attribute DEADQ: the queue to use, or None for a blank attribute."""

    queue: QueueName | None
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class DefineLocalQueue(CommandBase, frozen=True):
    """A local queue; one that exists already gets these attributes and keeps its messages."""

    queue: QueueName
    attributes: QueueAttributes = QueueAttributes()
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class DefineSharedQueue(CommandBase, frozen=True):
    """A shared queue (z/OS): every member of the group can use, alter and delete it under its name."""

    queue: QueueName
    queue_sharing_group: QueueName
    attributes: QueueAttributes = QueueAttributes()


class AlterQueue(CommandBase, frozen=True):
    """Change attributes of a local queue, SYSTEM.DDELAY.LOCAL.QUEUE and dead-letter queues included."""

    queue: QueueName
    changes: AttributeChanges
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class DefineAliasQueue(CommandBase, frozen=True):
    """An alias of another queue of the same queue manager; defining it again retargets it."""

    queue: QueueName
    target: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class DefineRemoteQueue(CommandBase, frozen=True):
    """A local definition of a queue on another queue manager, reached through a transmission queue."""

    queue: QueueName
    remote_queue: QueueName
    remote_queue_manager: QueueName
    transmission_queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class DeleteQueue(CommandBase, frozen=True):
    """Delete an empty queue or a definition."""

    queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class StartChannel(CommandBase, frozen=True):
    """Start the sender channel that serves a transmission queue; channels are stopped until then."""

    transmission_queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class StopChannel(CommandBase, frozen=True):
    transmission_queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class GrantPut(CommandBase, frozen=True):
    """Give a user the authority to put to a queue. A user has none until granted."""

    user: Name
    queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class RevokePut(CommandBase, frozen=True):
    """Take it back, with immediate effect (security refreshed)."""

    user: Name
    queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class EndQueueManager(CommandBase, frozen=True):
    """End the queue manager in an orderly way. Sessions and connections to it are gone."""

    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class StartQueueManager(CommandBase, frozen=True):
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class FailDelayProcessor(CommandBase, frozen=True):
    """Fault injection: a recoverable failure of the processor (DD-96); on z/OS another error (DD-90).

    After a recoverable one it works again by itself: on a virtual clock, when the next `Advance` returns,
    however short that was.
    """

    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


# --- JMS client ------------------------------------------------------------------------------------


class Acknowledgement(StrEnum):
    """Whether a session is transacted, or acknowledges each message by itself."""

    AUTOMATIC = "automatic"
    TRANSACTED = "transacted"


class OpenSession(CommandBase, frozen=True):
    """Connect as a user (None: one who may do everything) and open a session."""

    session: str
    acknowledgement: Acknowledgement = Acknowledgement.AUTOMATIC
    user: str | None = None
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class ProducerApi(StrEnum):
    MESSAGE_PRODUCER = "MessageProducer"
    JMS_PRODUCER = "JMSProducer"


class CreateProducer(CommandBase, frozen=True):
    """Create a producer; without a destination it names one on each send (a JMSProducer always does)."""

    producer: str
    api: ProducerApi = ProducerApi.MESSAGE_PRODUCER
    session: str = DEFAULT_SESSION
    destination: QueueDestination | None = None
    topic: TopicDestination | None = None

    def __post_init__(self) -> None:
        _one_destination(self.destination, self.topic)


class SetDeliveryDelay(CommandBase, frozen=True):
    """setDeliveryDelay of a producer; 0 is no delay."""

    producer: str
    milliseconds: int


class SetTimeToLive(CommandBase, frozen=True):
    """setTimeToLive of a producer; 0 is unlimited."""

    producer: str
    milliseconds: int


class SetPriority(CommandBase, frozen=True):
    producer: str
    priority: Priority


class SetDeliveryMode(CommandBase, frozen=True):
    producer: str
    delivery_mode: DeliveryMode


class DisableMessageId(CommandBase, frozen=True):
    """The hint setDisableMessageID(true)."""

    producer: str


class SendArguments(Struct, frozen=True):
    """The long form of MessageProducer.send; its values win over the producer's."""

    delivery_mode: DeliveryMode
    priority: Priority
    time_to_live: Milliseconds


class Send(CommandBase, frozen=True):
    """Send; `destination` where the producer has none, `arguments` for the long form of send.

    A `topic` instead of a queue publishes.
    """

    producer: str
    message: OutgoingMessage
    destination: QueueDestination | None = None
    arguments: SendArguments | None = None
    topic: TopicDestination | None = None

    def __post_init__(self) -> None:
        _one_destination(self.destination, self.topic)


def _one_destination(destination: QueueDestination | None, topic: TopicDestination | None) -> None:
    if destination is not None and topic is not None:
        raise ValueError("topic: a queue is named as the destination already")


class Commit(CommandBase, frozen=True):
    session: str = DEFAULT_SESSION


class Rollback(CommandBase, frozen=True):
    session: str = DEFAULT_SESSION


class Receive(CommandBase, frozen=True):
    """Receive one message, waiting at most so long (0: receiveNoWait; a virtual clock never waits)."""

    queue: QueueName
    session: str = DEFAULT_SESSION
    wait: Milliseconds = 0


class Browse(CommandBase, frozen=True):
    """All messages that a queue browser shows, in its order, through a connection of its own."""

    queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


# --- MQI -------------------------------------------------------------------------------------------


class Syncpoint(StrEnum):
    """Whether a call belongs to the connection's unit of work (MQPMO/MQGMO_SYNCPOINT)."""

    OUTSIDE = "no syncpoint"
    WITHIN = "syncpoint"


class Connect(CommandBase, frozen=True):
    """MQCONN: open a connection to a queue manager. One that nobody opened is to QM1."""

    connection: str
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class MqPut(CommandBase, frozen=True):
    """MQPUT to a queue that the call opens and closes."""

    queue: QueueName
    message: OutgoingMessage
    descriptor: PutDescriptor = PutDescriptor()
    syncpoint: Syncpoint = Syncpoint.OUTSIDE
    connection: str = DEFAULT_CONNECTION

    def __post_init__(self) -> None:
        refuse_jms_fields(self.message)


class MqPut1(CommandBase, frozen=True):
    queue: QueueName
    message: OutgoingMessage
    descriptor: PutDescriptor = PutDescriptor()
    syncpoint: Syncpoint = Syncpoint.OUTSIDE
    connection: str = DEFAULT_CONNECTION

    def __post_init__(self) -> None:
        refuse_jms_fields(self.message)


class GetMode(StrEnum):
    """How MQGET takes a message; browse modes leave it there."""

    DESTRUCTIVE = "destructive"
    BROWSE_FIRST = "browse first"
    BROWSE_NEXT = "browse next"
    BROWSE_FIRST_AND_LOCK = "browse first and lock"
    UNDER_CURSOR = "message under cursor"


TAKING: Final = (GetMode.DESTRUCTIVE, GetMode.UNDER_CURSOR)
"""The modes in which a get takes the message."""


class MatchMessageId(CommandBase, frozen=True, tag_field="match", tag="message id"):
    """MQMO_MATCH_MSG_ID with the id that the send of this label returned."""

    of: str


class MatchCorrelationId(CommandBase, frozen=True, tag_field="match", tag="correlation id"):
    """MQMO_MATCH_CORREL_ID with the message id that the send of this label returned (DD-61)."""

    of: str


class MqGet(CommandBase, frozen=True):
    """MQGET without wait, through the one handle for the queue that the connection keeps open.

    Where aliases lead to the same queue that is the same handle, and the same browse cursor.
    """

    queue: QueueName
    mode: GetMode = GetMode.DESTRUCTIVE
    match: MatchMessageId | MatchCorrelationId | None = None
    syncpoint: Syncpoint = Syncpoint.OUTSIDE
    connection: str = DEFAULT_CONNECTION


class MqCommit(CommandBase, frozen=True):
    connection: str = DEFAULT_CONNECTION


class MqBackout(CommandBase, frozen=True):
    connection: str = DEFAULT_CONNECTION


# --- time and inspection ---------------------------------------------------------------------------


class Advance(CommandBase, frozen=True):
    """Let time pass: set a virtual clock forward, or wait on a real one."""

    milliseconds: Count


class ReadDepth(CommandBase, frozen=True):
    """CURDEPTH of a queue."""

    queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


QueueManagerFixture = DefineQueueManager | EndQueueManager | StartQueueManager | FailDelayProcessor
QueueFixture = (
    SetDeadLetterQueue
    | DefineLocalQueue
    | DefineSharedQueue
    | AlterQueue
    | DefineAliasQueue
    | DefineRemoteQueue
    | DeleteQueue
    | StartChannel
    | StopChannel
    | GrantPut
    | RevokePut
)
Fixture = (
    QueueManagerFixture
    | QueueFixture
    | PublicationFixture
    | ClusterFixture
    | ZosFixture
    | ChannelFixture
    | EnvironmentFixture
)
Setter = SetDeliveryDelay | SetTimeToLive | SetPriority | SetDeliveryMode | DisableMessageId
JmsCommand = (
    OpenSession | CreateProducer | Setter | Send | Commit | Rollback | Receive | Browse | PublicationCall
)
MqiCommand = Connect | MqPut | MqPut1 | MqGet | MqCommit | MqBackout
Look = Receive | ReceivePublication | MqGet | Browse | ReadDepth
Inspection = ReadDepth | ZosInspection | ChannelInspection
Command = Fixture | JmsCommand | MqiCommand | Advance | Inspection
