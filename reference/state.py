"""The state of the model: immutable values, everything unknown kept as unknown.

Three things are open again and again: when internal work happens, in which order simultaneous work
happens, and which documented alternative is taken. One state carries them all: times are intervals
(`intervals`), and what is known of a message is a *belief*, the tuple of the statuses it may have.
Mostly a belief has one status. A report message exists if and only if the message that it is about has
come to a certain end; that coupling is kept in `beliefs`.

Left out: several states for one trace are needed only where an alternative touches more than one
message (a producer after a failed setter); see `model`.
"""

from enum import Enum, StrEnum
from typing import NamedTuple

import msgspec
from immutables import Map

from .agenda import Agenda
from .channel_state import Policy, Run
from .delay_processor import Processor
from .destination_uris import Destination
from .expiry_state import Variable
from .header_fields import HeaderFields
from .intervals import Answer, Interval
from .statuses import Belief, Staged
from .vocabulary.channels import ChannelAttributes
from .vocabulary.commands import (
    Acknowledgement,
    ProducerApi,
    QueueAttributes,
)
from .vocabulary.constants import (
    DEFAULT_DELIVERY_MODE,
    DEFAULT_PRIORITY,
    UNLIMITED,
    DeliveryMode,
    Persistence,
    ReasonCode,
)
from .vocabulary.messages import (
    Descriptor,
    ImsHeader,
    JmsFolder,
    QueueDestination,
    Retention,
    TopicDestination,
    TransmissionHeader,
)
from .vocabulary.profile import ClockKind, Platform, Profile, Version
from .vocabulary.publications import MessageDelivery
from .vocabulary.zos import OperationMode

# --- messages ------------------------------------------------------------------------------------------


class Kind(StrEnum):
    """An application's message, or one that the queue manager generates."""

    APPLICATION = "message"
    EXPIRATION = "expiration report"
    EXCEPTION = "exception report"
    COA = "confirmation of arrival"
    COD = "confirmation of delivery"
    TRIGGER = "trigger message"
    REPLY = "IMS bridge reply"
    FAN_OUT = "copy that another queue manager distributes"
    COPIES = "all copies of a publication"
    CHANNEL_EXCEPTION = "exception report of a channel"


class Demand(StrEnum):
    """Whether a report must exist once its subject has ended so, or may."""

    NEEDED = "needed"
    OPTIONAL = "optional"


class Message(msgspec.Struct, frozen=True, gc=False):
    """A message as sent: what never changes.

    A publication is one message for each subscriber and one that stands for them all; each has the
    `topic`. A copy names its `publication`, the `subscription` or the queue manager of the `proxy`
    subscription that it is for, and the number of its `siblings`; that of a proxy subscription also
    those who were `entitled` behind it when it was published.

    `name` is the queue as the application named it, `first` the local queue that the first resolution
    found. `expiry` lists the accepted values in tenths (mostly one); `life_end` is None for an unlimited
    life. `due` is None without a delay. `expiration` bounds JMSExpiration. `subject` is the serial of
    the message that a report is about. `onward` is the remote queue behind a transmission queue: that of
    the first resolution, and of the second one where the name leads to another then. `instances` are the
    queues of a cluster of which the message comes to one.
    `fields` are the application's header fields of a JMS message, its correlation id among them;
    `correlation_id` is that of one put by the MQI.
    `policy` is the AMS policy under which the sender put it, None in clear.

    `requested` is the delivery mode that the send asked for, which the destination may override.
    `committed` is when its unit of work ended; None outside of one. `hinted` once its producer was told
    to leave out message ids.
    """

    serial: int
    label: str
    length: int
    kind: Kind
    queue_manager: str
    name: str
    first: str
    sent: Interval
    delay: int = 0
    due: Interval | None = None
    expiry: tuple[int, ...] = (UNLIMITED,)
    life_end: Interval | None = None
    time_to_live: int | None = None
    delivery_mode: DeliveryMode | None = None
    persistence: Persistence = Persistence.NOT_PERSISTENT
    priority: int = 0
    report: int = 0
    reply_to: str | None = None
    correlation_id: str | None = None
    fields: HeaderFields | None = None
    onward: str | None = None
    user: str | None = None
    subject: int | None = None
    demand: Demand = Demand.NEEDED
    requested: DeliveryMode | None = None
    committed: Interval | None = None
    hinted: bool = False
    transmission_header: TransmissionHeader | None = None
    ims_header: ImsHeader | None = None
    instances: tuple[str, ...] = ()
    topic: str | None = None
    publication: int | None = None
    subscription: str | None = None
    proxy: str | None = None
    siblings: int = 0
    entitled: frozenset[str] = frozenset()
    retained: Retention | None = None
    policy: str | None = None


class Known(msgspec.Struct, frozen=True, gc=False):
    """Values that the implementation chose, bound when first seen; what the sender was shown as written."""

    message_id: str | None = None
    staged_id: str | None = None
    timestamp: int | None = None
    expiration: int | None = None
    expiry: int | None = None
    descriptor: Descriptor = Descriptor()
    folder: JmsFolder = JmsFolder()


class Source(Enum):
    """Where an id of a report may come from; one that comes from nowhere else is its own."""

    MESSAGE_ID = "the message id of the message"
    CORRELATION_ID = "its correlation id"
    NOTHING = "no id"


class Life(Enum):
    """What the expiry of a report is that inherits that of its subject (X-35)."""

    UNLIMITED = "unlimited"
    REST = "the rest of the life of the message"
    OTHER = "another"


class Look(NamedTuple):
    """How a report looked, by its subject; None for what was not shown.

    `characters` of the `length` of its subject were in it.
    """

    message_id: frozenset[Source] | None
    correlation_id: frozenset[Source] | None
    characters: int | None
    length: int
    life: Life | None
    persistence: frozenset[str] | None = None
    priority: frozenset[str] | None = None


# --- queues ----------------------------------------------------------------------------------------


class Lane(NamedTuple):
    """The serials of one priority in order of arrival: positions head to tail - 1, with gaps."""

    head: int
    tail: int
    slots: "Map[int, int]"
    certain: int


class Resident(NamedTuple):
    """Where in a queue a message stands, and whether it is certainly there and counts."""

    lane: int
    position: int
    certain: bool


class Queue(msgspec.Struct, frozen=True, gc=False):
    """What may be on a local queue.

    `at_most` bounds the number of messages from above, where a depth that was read says more than the
    beliefs do. `unsure_trigger` is the trigger message of the last arrival, where that may not have fired.
    `triggers` are the trigger messages, by the messages that have or may have fired them.
    """

    residents: "Map[int, Resident]" = Map()
    unsure: "Map[int, None]" = Map()
    lanes: "Map[int, Lane]" = Map()
    at_most: int = 1 << 62
    armed: Answer = Answer.YES
    unsure_trigger: int | None = None
    triggers: "Map[int, int]" = Map()

    @property
    def fewest(self) -> int:
        return len(self.residents) - len(self.unsure)

    @property
    def most(self) -> int:
        return min(len(self.residents), self.at_most)

    def most_without(self, unsure: int) -> int:
        """The most messages that may be there beside so many of the unsure ones."""
        return min(len(self.residents) - unsure, self.at_most)


class Alias(NamedTuple):
    target: str


class Remote(NamedTuple):
    queue: str
    queue_manager: str
    transmission_queue: str


Definition = QueueAttributes | Alias | Remote


class QueueManager(msgspec.Struct, frozen=True, gc=False):
    """`started` and `processor_failed` are when it was last started again, and when that last failed.

    `why` holds the rules by which the delivery delay processor runs, or does not, since `since`.
    """

    version: Version
    running: bool = True
    dead_letter_queue: str | None = None
    started: int | None = None
    processor_failed: int | None = None
    platform: Platform = Platform.MULTIPLATFORMS
    queue_sharing_group: str | None = None
    clusters: frozenset[str] = frozenset()
    processor: Processor = Processor.STARTED
    why: tuple[str, ...] = ()
    since: int = 0
    operation_mode: OperationMode | None = None


# --- topics and subscriptions ----------------------------------------------------------------------------


class Topic(NamedTuple):
    """A topic object."""

    topic_string: str
    persistent_delivery: MessageDelivery
    non_persistent_delivery: MessageDelivery


class Subscriber(StrEnum):
    """What ends a subscription: its being closed, its being unsubscribed, or its being deleted."""

    NON_DURABLE = "non-durable"
    DURABLE = "durable"
    ADMINISTRATIVE = "administrative"


class Subscription(msgspec.Struct, frozen=True, gc=False):
    """A subscription; `queue` is the key of the queue that gets its publications.

    `session` is that of its connected subscriber, `since` the time when it was made, `closed` when its
    subscriber was last disconnected.
    """

    kind: Subscriber
    queue_manager: str
    topic_string: str
    queue: str
    since: Interval
    session: str | None = None
    closed: Interval | None = None


class Collective(NamedTuple):
    """What stands for all copies of a publication where a report is about any of them, and the first one."""

    serial: int
    first: int


# --- clients -----------------------------------------------------------------------------------------


class Session(msgspec.Struct, frozen=True, gc=False):
    queue_manager: str
    acknowledgement: Acknowledgement = Acknowledgement.AUTOMATIC
    user: str | None = None


class Producer(msgspec.Struct, frozen=True, gc=False):
    """`hinted` once the hint to leave out ids was given; `spoilt` once a setter was refused (DD-31)."""

    session: str
    api: ProducerApi
    destination: QueueDestination | None = None
    topic: TopicDestination | None = None
    delay: int = 0
    time_to_live: int = 0
    priority: int = DEFAULT_PRIORITY
    delivery_mode: DeliveryMode = DEFAULT_DELIVERY_MODE
    hinted: bool = False
    spoilt: bool = False


class Owed(NamedTuple):
    """A refusal of a send in a unit of work, for its commit where the send did not tell it (DD-38).

    `name` is the queue that was named; None where it is the staging queue that has no room for all.
    """

    reason: ReasonCode
    rules: tuple[str, ...]
    queue_manager: str
    name: str | None
    user: str | None
    length: int


class UnitOfWork(msgspec.Struct, frozen=True, gc=False):
    """The open unit of work of a session or connection: serials put and got in it, in order.

    `doomed` are the rules by which its commit must fail, if the publish did not; `owed` are refusals that
    it owes as long as what was in the way still is. `doubtful` where something may have been in the way of
    a send, or where one was refused: its commit may then fail.
    """

    put: tuple[int, ...] = ()
    got: tuple[int, ...] = ()
    doomed: tuple[str, ...] = ()
    owed: tuple[Owed, ...] = ()
    doubtful: bool = False


class Cursor(NamedTuple):
    """A browse cursor: what it has shown since it was reset, and the message under it.

    `stands` tells whether it is on that message still: where a browse that finds nothing leaves it is silent.
    """

    shown: frozenset[int]
    under: int | None
    stands: Answer = Answer.YES


# --- the state -------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True, gc=False):
    """All that is known. For the keys of queues see `queue_keys`.

    `connections` are the MQI connections that were opened, with their queue managers.
    `previous` is the latest reading of the command before. `overdue` are the messages whose internal
    work may be done at any time; `unsettled` those whose belief depends on definitions in force.
    `notations` are texts that were seen in an MQRFH2, with the destinations that they stand for;
    `answers` are the replies to a message, by its serial. `runs` are the channels that were started,
    `decided` the rules by which one has decided on a message, `hops` the transmission queues that one has
    brought a message to, each with the remote queue that it is meant for there.
    `twins` are looks of reports about undelayed messages, by kind and options (see the module of that name).

    `variables` are the enforcement variables by queue manager, `taken_before` the puts (queue manager,
    call, Expiry) that were accepted without one, `rejected` the latest put by reply-to queue that was
    refused for its life. `bridges` are the queues that the IMS bridge reads.
    `labels` gives the messages of a label, a publication before its copies (`copies`, by publication).
    `former` names the subscriptions that ended; `retained` the publications that may be the retained
    one of a topic, by `queue manager:topic string`; `neighbours` who is next in the hierarchy.
    `perished` counts, by the queue that each was first for, the messages that may have expired; `recalled`
    are those got before they were due. `counted` are the messages that have come if a depth is right, and
    only then, with the statuses that they have if it counts what is staged; on a real clock alone.
    `browsed` are those known to have expired as a browse has passed them; `backouts` counts those of gets.
    `overriding` tells whether priorities of destinations count, by API and kind of destination.
    """

    clock: ClockKind
    profile: Profile
    previous: int
    queue_managers: "Map[str, QueueManager]" = Map()
    definitions: "Map[str, Definition]" = Map()
    queues: "Map[str, Queue]" = Map()
    channels: frozenset[str] = frozenset()
    authorities: frozenset[tuple[str, str]] = frozenset()
    sessions: "Map[str, Session]" = Map()
    connections: "Map[str, str]" = Map()
    producers: "Map[str, Producer]" = Map()
    units: "Map[str, UnitOfWork]" = Map()
    cursors: "Map[tuple[str, str], Cursor]" = Map()
    locks: "Map[int, str]" = Map()
    messages: "Map[int, Message]" = Map()
    beliefs: "Map[int, Belief]" = Map()
    known: "Map[int, Known]" = Map()
    children: "Map[int, tuple[int, ...]]" = Map()
    labels: "Map[str, tuple[int, ...]]" = Map()
    ids: "Map[str, int]" = Map()
    notations: "Map[str, Destination]" = Map()
    answers: "Map[int, tuple[int, ...]]" = Map()
    agenda: Agenda | None = None
    overdue: "Map[int, None]" = Map()
    unsettled: "Map[int, None]" = Map()
    twins: "Map[tuple[Kind, int], Look]" = Map()
    next_serial: int = 1
    variables: "Map[str, Variable]" = Map()
    taken_before: "Map[tuple[str, str, int], None]" = Map()
    rejected: "Map[str, int]" = Map()
    bridges: frozenset[str] = frozenset()
    topics: "Map[str, Topic]" = Map()
    subscriptions: "Map[str, Subscription]" = Map()
    former: "Map[str, Subscriber]" = Map()
    copies: "Map[int, tuple[int, ...]]" = Map()
    collectives: "Map[tuple[int, Kind], Collective]" = Map()
    retained: "Map[str, tuple[int, ...]]" = Map()
    neighbours: "Map[str, tuple[str, ...]]" = Map()
    senders: "Map[str, ChannelAttributes]" = Map()
    receivers: "Map[tuple[str, str], ChannelAttributes]" = Map()
    policies: "Map[str, Policy]" = Map()
    runs: "Map[str, Run]" = Map()
    decided: "Map[int, tuple[str, ...]]" = Map()
    hops: "Map[int, tuple[tuple[str, str], ...]]" = Map()
    perished: "Map[str, int]" = Map()
    recalled: "Map[int, None]" = Map()
    counted: "Map[int, tuple[Staged, ...]]" = Map()
    browsed: "Map[int, None]" = Map()
    backouts: "Map[int, int]" = Map()
    overriding: "Map[tuple[str, str], Answer]" = Map()
