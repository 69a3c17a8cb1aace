"""Commands about message channels and AMS: attributes, batches, policies, status.

The sender channel is known by the transmission queue that it serves, the receiver channel by the queue
manager whose messages it takes. A channel that nobody defined is as `SenderAttributes()` and
`ReceiverAttributes()`. `StartChannel` and `StopChannel` (in `commands`) run the sender.
"""

from enum import StrEnum

from .base import Attributes, CommandBase, Count, Positive, QueueName
from .constants import DEFAULT_QUEUE_MANAGER


class NonPersistentSpeed(StrEnum):
    """NPMSPEED."""

    NORMAL = "normal"
    FAST = "fast"


class UseDeadLetterQueue(StrEnum):
    """USEDLQ."""

    YES = "yes"
    NO = "no"


class ChannelProtection(StrEnum):
    """SPLPROT: what a channel does with AMS protection; anything but pass-through is interception."""

    PASS_THROUGH = "pass through"  # noqa: S105 - a value of SPLPROT
    REMOVE = "remove"
    AS_POLICY = "as policy"


class ChannelAttributes(Attributes, frozen=True):
    """Attributes of a sender or receiver channel. `max_message_length` is in characters."""

    non_persistent_speed: NonPersistentSpeed = NonPersistentSpeed.FAST
    use_dead_letter_queue: UseDeadLetterQueue = UseDeadLetterQueue.YES
    max_message_length: Count = 4_194_304
    protection: ChannelProtection = ChannelProtection.PASS_THROUGH
    batch_size: Positive = 50


class DefineSenderChannel(CommandBase, frozen=True):
    """Define or alter the sender channel of a transmission queue; counts from its next start."""

    transmission_queue: QueueName
    attributes: ChannelAttributes = ChannelAttributes()
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class DefineReceiverChannel(CommandBase, frozen=True):
    """Define or alter the receiver channel for messages from `partner`; counts from the next start."""

    partner: QueueName
    queue_manager: QueueName
    attributes: ChannelAttributes = ChannelAttributes()


class Toleration(StrEnum):
    """Whether a policy lets messages pass that nobody protected (setmqspl -t)."""

    ON = "on"
    OFF = "off"


class InitiatorPermission(StrEnum):
    """Whether the channel initiator's user may protect messages under a policy (AM-22)."""

    PERMITTED = "permitted"
    NOT_PERMITTED = "not permitted"


class DefinePolicy(CommandBase, frozen=True):
    """An AMS policy; its name is that of the queue that it protects."""

    policy: QueueName
    toleration: Toleration = Toleration.OFF
    initiator: InitiatorPermission = InitiatorPermission.PERMITTED
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class DeletePolicy(CommandBase, frozen=True):
    policy: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


class ChannelStatus(StrEnum):
    """The states of a sender channel that the documents speak of."""

    RUNNING = "running"
    RETRYING = "retrying"
    STOPPED = "stopped"


class ReadChannelStatus(CommandBase, frozen=True):
    """The status of the sender channel that serves a transmission queue."""

    transmission_queue: QueueName
    queue_manager: QueueName = DEFAULT_QUEUE_MANAGER


ChannelFixture = DefineSenderChannel | DefineReceiverChannel | DefinePolicy | DeletePolicy
ChannelInspection = ReadChannelStatus
