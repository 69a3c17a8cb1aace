"""Attributes of a local queue, and what an alteration may change of them."""

from enum import StrEnum

from .base import Count, Positive, Priority, QueueName, Struct
from .clusters import DefaultBinding
from .constants import DeliveryMode


class Switch(StrEnum):
    """The values of PUT and GET of a queue."""

    ENABLED = "enabled"
    DISABLED = "disabled"


class DeliverySequence(StrEnum):
    """MSGDLVSQ."""

    PRIORITY = "priority"
    FIFO = "fifo"


class Usage(StrEnum):
    """USAGE: whether it is a transmission queue."""

    NORMAL = "normal"
    TRANSMISSION = "transmission"


class DepthTrigger(Struct, frozen=True):
    """TRIGTYPE(DEPTH): a trigger message goes to the initiation queue when the depth reaches this."""

    depth: Positive
    initiation_queue: QueueName


class QueueAttributes(Struct, frozen=True):
    """Attributes of a local queue. Defaults are generous, so that limits appear only where wanted."""

    put: Switch = Switch.ENABLED
    get: Switch = Switch.ENABLED
    max_depth: Count = 5000
    max_message_length: Count = 4_194_304
    default_persistence: DeliveryMode = DeliveryMode.NON_PERSISTENT
    default_priority: Priority = 0
    delivery_sequence: DeliverySequence = DeliverySequence.PRIORITY
    usage: Usage = Usage.NORMAL
    trigger: DepthTrigger | None = None
    cluster: QueueName | None = None
    default_binding: DefaultBinding = DefaultBinding.ON_OPEN


class AttributeChanges(Struct, frozen=True):
    """The attributes that an alteration names; None leaves one as it is."""

    put: Switch | None = None
    get: Switch | None = None
    max_depth: Count | None = None
    max_message_length: Count | None = None
    default_persistence: DeliveryMode | None = None
    default_priority: Priority | None = None
    default_binding: DefaultBinding | None = None
