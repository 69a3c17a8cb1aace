"""Messages in the state of the model: what was sent, what the implementation chose, what a report hangs on.

Left out: where a message may be, which is a belief (`statuses`, `beliefs`).
"""

from enum import Enum, IntEnum, StrEnum
from typing import Final, NamedTuple

import msgspec

from mqtck.reference.chapters.header_fields import HeaderFields
from mqtck.reference.vocabulary.constants import UNLIMITED, DeliveryMode, Persistence
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    ImsHeader,
    JmsFolder,
    QueueDestination,
    Retention,
    TransmissionHeader,
)

from .intervals import Interval

NOWHERE: Final = ""
"""In place of a remote queue: a resolution found a queue here."""


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


class Aim(msgspec.Struct, frozen=True, gc=False):
    """Where a delayed message is to go: the name that its queue manager resolves, now and when it is due."""

    queue_manager: str
    name: str
    first: str


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
    the first resolution, and of the second one where the name leads to another then; `onward_before` is
    that of the first one in such a case, `NOWHERE` where one of the two found none. `hops` are the
    transmission queues to which channels have taken it, or may have. `instances`
    are the queues of a cluster of which the message comes to one.
    `fields` are the application's header fields of a JMS message, its correlation id among them;
    `correlation_id` is that of one put by the MQI.
    `policy` is the AMS policy under which the sender put it, None in clear.

    `requested` is the delivery mode that the send asked for, which the destination may override.
    `committed` is when its unit of work ended; None outside of one. `hinted` once its producer was told
    to leave out message ids. `open_correlation` is kept of a refused send: whether nothing is said of its id;
    and so is `refused_reply`, the destination for replies that is on its message object.
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
    onward_before: str | None = None
    hops: int = 0
    user: str | None = None
    subject: int | None = None
    demand: Demand = Demand.NEEDED
    requested: DeliveryMode | None = None
    committed: Interval | None = None
    hinted: bool = False
    open_correlation: bool = False
    refused_reply: QueueDestination | None = None
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


def aim_of(message: Message) -> Aim:
    return Aim(message.queue_manager, message.name, message.first)


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


class InheritedLife(Enum):
    """What the expiry of a report is that inherits that of its subject (X-35)."""

    UNLIMITED = "unlimited"
    REST = "the rest of the life of the message"
    OTHER = "another"


class InFront(IntEnum):
    """What stands in front of the body of a message, and may take up all that a report with data has.

    Perhaps an MQRFH2: sent by JMS for a program of another kind.
    """

    NOTHING = 0
    PERHAPS_AN_MQRFH2 = 1
    AN_MQRFH2 = 2


class Look(NamedTuple):
    """How a report looked, by its subject; None for what was not shown.

    `characters` of the `length` of its subject were in it, behind what stood `in_front` of its body.
    """

    message_id: frozenset[Source] | None
    correlation_id: frozenset[Source] | None
    characters: int | None
    length: int
    in_front: InFront
    life: InheritedLife | None
    persistence: frozenset[str] | None = None
    priority: frozenset[str] | None = None


class Part(Enum):
    """Of what a format tells, or an element of the MQRFH2 (see `comparisons.formats`)."""

    MESSAGE = "a message"
    SEPARATE = "a message behind a transmission-queue header"
    EMBEDDED = "a message, in the descriptor of that header"
    REPORT = "a report"
    FOLDER = "what a report repeats of the MQRFH2"


Pattern = tuple[Part, int]
"""A part and the report options by which it may differ; none of a message."""
