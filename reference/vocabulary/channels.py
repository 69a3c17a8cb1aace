"""Commands about message channels and AMS: attributes, batches, policies, status.

The sender channel is known by the transmission queue that it serves, the receiver channel by the queue
manager whose messages it takes. `StartChannel` and `StopChannel` (in `commands`) run the sender. What is
defined anew counts from the next start at the latest, each change for itself; whether a channel in retry
takes it up is open.

AMS (Advanced Message Security) protects the data of messages: an application that puts to a queue for
which its queue manager has a policy puts them signed or encrypted behind a header of their own (PDMQ).
Server-to-server interception lets a channel take that protection off or put it on: SPLPROT.

**When interception is in use** (AM-01): at an end of a channel that a tester has defined by
`DefineSenderChannel` or `DefineReceiverChannel` on a queue manager on z/OS of 9.1.3 or later, whatever its
SPLPROT; pass-through is one of the values of which the documents speak (AM-12, AM-21). To define such an
end asks the adapter to have AMS with interception switched on there. Of an end that nobody defined, and of
one on another platform or version, nothing is said about messages that it cannot deliver.
"""

from enum import StrEnum
from typing import Annotated

import msgspec

from .base import CommandBase, QueueName, Struct
from .constants import DEFAULT_QUEUE_MANAGER

ChannelLength = Annotated[int, msgspec.Meta(ge=0, le=104_857_600)]
BatchSize = Annotated[int, msgspec.Meta(ge=1, le=9999)]


class NonPersistentSpeed(StrEnum):
    """NPMSPEED."""

    NORMAL = "normal"
    FAST = "fast"


class UseDeadLetterQueue(StrEnum):
    """USEDLQ: whether the end may move what it cannot deliver to the dead-letter queue.

    Where DEADQ is blank the value decides nothing: AM-27 and AM-28 hold for both.
    """

    YES = "yes"
    NO = "no"


class ChannelProtection(StrEnum):
    """SPLPROT: what an end of a channel does with AMS protection.

    A sender may take it off (REMOVE), a receiver may put it on as the policy of the target queue says
    (AS_POLICY). What else the product needs for that, such as a policy of the transmission queue or keys
    for the channel initiator, the adapter defines along.
    """

    PASS_THROUGH = "pass through"  # noqa: S105 - a value of SPLPROT
    REMOVE = "remove"
    AS_POLICY = "as policy"


class ChannelAttributes(Struct, frozen=True):
    """Attributes of a sender or receiver channel. `max_message_length` is in characters.

    `batch_size` is the number of messages after which a batch ends at the latest; one also ends when the
    transmission queue is empty (BATCHINT 0). A receiver tries a target once (MRRTY 0):
    what is not put to it then is undelivered.
    """

    non_persistent_speed: NonPersistentSpeed = NonPersistentSpeed.FAST
    use_dead_letter_queue: UseDeadLetterQueue = UseDeadLetterQueue.YES
    max_message_length: ChannelLength = 4_194_304
    protection: ChannelProtection = ChannelProtection.PASS_THROUGH
    batch_size: BatchSize = 50


class DefineSenderChannel(CommandBase, frozen=True):
    """Define or alter the sender channel of a transmission queue."""

    transmission_queue: QueueName
    attributes: ChannelAttributes = ChannelAttributes()
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER

    def __post_init__(self) -> None:
        """Raises ValueError: what a receiver does with protection a sender cannot do."""
        if self.attributes.protection is ChannelProtection.AS_POLICY:
            raise ValueError("attributes.protection: SPLPROT(ASPOLICY) is for receiver channels")


class DefineReceiverChannel(CommandBase, frozen=True):
    """Define or alter the receiver channel for messages from `partner`."""

    partner: QueueName
    queue_manager: QueueName
    attributes: ChannelAttributes = ChannelAttributes()

    def __post_init__(self) -> None:
        """Raises ValueError: at a receiver there is nothing to take off."""
        if self.attributes.protection is ChannelProtection.REMOVE:
            raise ValueError("attributes.protection: SPLPROT(REMOVE) is for sender channels")


class Toleration(StrEnum):
    """Whether a policy lets messages pass that nobody protected (setmqspl -t)."""

    ON = "on"
    OFF = "off"


class InitiatorPermission(StrEnum):
    """Whether the channel initiator's user may protect messages under a policy (AM-22).

    A sender with SPLPROT(REMOVE) takes off the protection of any policy, whatever that says here and
    whether it is still defined.
    """

    PERMITTED = "permitted"
    NOT_PERMITTED = "not permitted"


class DefinePolicy(CommandBase, frozen=True):
    """An AMS policy; its name is that of the queue that it protects.

    From then on an application's put to a queue of that name is protected under it; channels take notice
    at their next start at the latest. All readers and writers of the kit's own are allowed by it, and
    looks of the kit show what is there without removing protection (`SeenMessage.protection`).
    """

    policy: QueueName
    toleration: Toleration = Toleration.OFF
    initiator: InitiatorPermission = InitiatorPermission.PERMITTED
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class DeletePolicy(CommandBase, frozen=True):
    policy: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class ChannelStatus(StrEnum):
    """The states of a sender channel that the documents speak of; RETRYING until an attempt succeeds."""

    RUNNING = "running"
    RETRYING = "retrying"
    STOPPED = "stopped"


class ReadChannelStatus(CommandBase, frozen=True):
    """The status of the sender channel that serves a transmission queue."""

    transmission_queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


ChannelFixture = DefineSenderChannel | DefineReceiverChannel | DefinePolicy | DeletePolicy
ChannelInspection = ReadChannelStatus
