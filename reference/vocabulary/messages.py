"""Messages as an application hands them over, and as an implementation shows them.

What an implementation does not show is UNSET (left out of the JSON); what it shows to be absent is
None. The judge never counts what was not observed against an implementation.

A message is known by its `label`, which the kit chooses unique within a trace. Its body is the text
`label` or, where `length` asks for more, the label followed by a colon and padding (`body_of`).
"""

import re
from collections.abc import Container
from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from .base import Struct, TopicString
from .constants import (
    PRIORITY_AS_APPLICATION,
    PRIORITY_AS_QUEUE_DEFINITION,
    UNLIMITED,
    DestinationPersistence,
    Persistence,
)
from .spellings import FILLING, URI_SCHEME, held, queue_of, spell


class GroupMembership(Struct, frozen=True):
    """JMSXGroupID and JMSXGroupSeq; the sequence may be left out (DD-36 then accepts both)."""

    group_id: str
    sequence: int | None = 1


class PresetHeaders(Struct, frozen=True):
    """JMS header fields that the application sets on the message before the send, to no avail."""

    message_id: str | None = None
    timestamp: int | None = None
    delivery_mode: int | None = None
    priority: int | None = None
    expiration: int | None = None


class Retention(StrEnum):
    """The JMS property JMS_IBM_RETAIN."""

    RETAIN_PUBLICATION = "retain publication"


HeaderText = Annotated[str, msgspec.Meta(max_length=48)]
Tenths = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=(1 << 31) - 1)]
CutLength = Annotated[int, msgspec.Meta(ge=0, le=427)]
StructureId = Annotated[str, msgspec.Meta(min_length=4, max_length=4)]
HeaderFlags = Annotated[int, msgspec.Meta(ge=0, le=(1 << 31) - 1)]


class TransmissionHeader(Struct, frozen=True):
    """The MQXQH that an application writes itself in front of the data (format MQFMT_XMIT_Q_HEADER).

    `expiry` is that of the embedded descriptor, in tenths. `length` cuts the header off after so many
    bytes, with no data behind it. Another `structure_id` than "XQH " makes it a bad one; wherever such a
    message is found, its body is still what stands behind the header as it was written.
    """

    remote_queue: HeaderText
    remote_queue_manager: HeaderText
    expiry: Tenths = UNLIMITED
    length: CutLength | None = None
    structure_id: StructureId = "XQH "


class ImsHeader(Struct, frozen=True):
    """The MQIIH of a request to the IMS bridge; `flags` holds MQIIH_* bits."""

    flags: HeaderFlags = 0


class OutgoingMessage(Struct, frozen=True):
    """What an application gives to a JMS send or, with a `PutDescriptor`, to MQPUT.

    `report` holds MQRO_* bits (JMS: the JMS_IBM_Report_* properties), of some messages without the `reply_to`
    that they need: a refusal of those is left open. `reply_to` names a queue on the sender's queue manager;
    `reply_destination` says more of that destination (its queue must be `reply_to`). `correlation_id` is 24
    bytes in hexadecimal (JMS: as the string of a provider message id); a JMS message may instead have a
    `correlation_text` of the application, `correlation_bytes` (hexadecimal, any length), or
    `correlates_with`: the message id that the send of that label returned.
    `same_object_as` sends the JMS message object of an earlier label again, with a new body; header
    fields that this message says nothing of may have stayed on the object (where it has a `reply_to`, none of
    the former `reply_destination`), its properties (`report`, `group`, `retained`) are those of this message
    alone.
    """

    label: str
    length: int | None = None
    report: int = 0
    reply_to: str | None = None
    correlation_id: str | None = None
    group: GroupMembership | None = None
    preset: PresetHeaders | None = None
    same_object_as: str | None = None
    reply_destination: "QueueDestination | None" = None
    correlation_text: str | None = None
    correlation_bytes: str | None = None
    correlates_with: str | None = None
    jms_type: str | None = None
    retained: Retention | None = None
    transmission_header: TransmissionHeader | None = None
    ims_header: ImsHeader | None = None

    def __post_init__(self) -> None:
        if self.correlation_id is not None and not _ID.fullmatch(self.correlation_id):
            raise ValueError(
                f"correlation_id must be 24 bytes as 48 hexadecimal digits, not {self.correlation_id!r}"
            )
        if self.correlation_bytes is not None and not _BYTES.fullmatch(self.correlation_bytes):
            raise ValueError(
                f"correlation_bytes must be pairs of hexadecimal digits, not {self.correlation_bytes!r}"
            )
        given = [name for name in CORRELATION_FORMS if getattr(self, name) is not None]
        if len(given) > 1:
            raise ValueError(f"a message has at most one correlation id; given are {' and '.join(given)}")
        if self.reply_destination is not None and self.reply_destination.queue != self.reply_to:
            raise ValueError(
                f"the queue of reply_destination must be reply_to: {self.reply_destination.queue!r} "
                f"is not {self.reply_to!r}"
            )


CORRELATION_FORMS: Final = ("correlation_id", "correlation_text", "correlation_bytes", "correlates_with")
"""The fields of an outgoing message of which at most one gives it a correlation id."""

_ID: Final = re.compile(r"[0-9a-fA-F]{48}")
_BYTES: Final = re.compile(r"(?:[0-9a-fA-F]{2})*")


_JMS_FIELDS: Final = (
    "jms_type",
    "correlation_text",
    "correlation_bytes",
    "correlates_with",
    "reply_destination",
)


def refuse_jms_fields(message: OutgoingMessage) -> None:
    """MQPUT knows the fields of a descriptor and none of a JMS message. Raises ValueError for one."""
    for name in _JMS_FIELDS:
        if getattr(message, name) is not None:
            raise ValueError(f"{name} is a field of a JMS message, which MQPUT and MQPUT1 do not have")


class PutDescriptor(Struct, frozen=True):
    """The MQMD fields that the caller of MQPUT sets beside those of the message. Expiry in tenths."""

    expiry: int = UNLIMITED
    priority: int = PRIORITY_AS_QUEUE_DEFINITION
    persistence: Persistence = Persistence.AS_Q_DEF


class TargetClient(StrEnum):
    """Whether a destination is read by JMS applications (the message carries an MQRFH2) or not."""

    JMS = "jms"
    MQ = "mq"


class QueueDestination(Struct, frozen=True):
    """A JMS destination object that names a queue, with the properties that may override the send."""

    queue: str
    persistence: DestinationPersistence = DestinationPersistence.AS_APPLICATION
    priority: int = PRIORITY_AS_APPLICATION
    queue_manager: str | None = None
    target_client: TargetClient = TargetClient.JMS


class TopicDestination(Struct, frozen=True):
    """A JMS destination object that names a topic, with the properties that may override the send."""

    topic_string: TopicString
    persistence: DestinationPersistence = DestinationPersistence.AS_APPLICATION
    priority: int = PRIORITY_AS_APPLICATION


class JmsHeader(Struct, frozen=True):
    """JMS header fields as the client shows them. Times in ms since the epoch of the client's clock.

    `reply_to` names a queue; of a URI the name alone is kept. `destination` (or `topic`) and
    `reply_destination` are JMSDestination and JMSReplyTo with their properties; an adapter that can send to
    destinations with properties, but cannot tell those of the one that a client shows, leaves it unset.
    `correlation_bytes` is what getJMSCorrelationIDAsBytes returns, in hexadecimal.
    """

    message_id: str | None | UnsetType = UNSET
    timestamp: int | UnsetType = UNSET
    expiration: int | UnsetType = UNSET
    delivery_time: int | UnsetType = UNSET
    delivery_mode: int | UnsetType = UNSET
    priority: int | UnsetType = UNSET
    correlation_id: str | None | UnsetType = UNSET
    reply_to: str | None | UnsetType = UNSET
    type: str | None | UnsetType = UNSET
    destination: QueueDestination | UnsetType = UNSET
    topic: TopicDestination | UnsetType = UNSET
    reply_destination: QueueDestination | UnsetType = UNSET
    correlation_bytes: str | None | UnsetType = UNSET

    def __post_init__(self) -> None:
        if isinstance(queue := self.reply_to, str) and queue.startswith(URI_SCHEME):
            spell(self, reply_to=queue_of(queue))
        if isinstance(digits := self.correlation_bytes, str) and digits != digits.lower():
            spell(self, correlation_bytes=digits.lower())


class Descriptor(Struct, frozen=True):
    """MQMD fields. Ids are 48 hexadecimal digits; `expiry` is in tenths of a second.

    Ids are kept in small letters, and names without what fills up their fields, as all names here.
    """

    message_id: str | UnsetType = UNSET
    correlation_id: str | UnsetType = UNSET
    expiry: int | UnsetType = UNSET
    persistence: int | UnsetType = UNSET
    priority: int | UnsetType = UNSET
    report: int | UnsetType = UNSET
    message_type: int | UnsetType = UNSET
    feedback: int | UnsetType = UNSET
    reply_to_queue: str | UnsetType = UNSET
    reply_to_queue_manager: str | UnsetType = UNSET
    format: str | UnsetType = UNSET

    def __post_init__(self) -> None:
        if isinstance(queue := self.reply_to_queue, str) and queue[-1:] in FILLING:
            spell(self, reply_to_queue=held(queue))
        if isinstance(manager := self.reply_to_queue_manager, str) and manager[-1:] in FILLING:
            spell(self, reply_to_queue_manager=held(manager))
        if isinstance(shown := self.format, str) and shown[-1:] in FILLING:
            spell(self, format=held(shown))
        if isinstance(digits := self.message_id, str) and digits != digits.lower():
            spell(self, message_id=digits.lower())
        if isinstance(digits := self.correlation_id, str) and digits != digits.lower():
            spell(self, correlation_id=digits.lower())


class JmsFolder(Struct, frozen=True):
    """Elements of the MQRFH2 folders that rules speak of; None where the element is absent, or empty.

    `destination` and `reply_to` are the texts as written (URIs), unescaped. `expiration_type` is the
    element's type attribute. `type`, `set` and `format` are those of the mcd folder.
    """

    expiration: int | None | UnsetType = UNSET
    timestamp: int | None | UnsetType = UNSET
    expiration_type: str | None | UnsetType = UNSET
    destination: str | None | UnsetType = UNSET
    reply_to: str | None | UnsetType = UNSET
    delivery_mode: int | None | UnsetType = UNSET
    priority: int | None | UnsetType = UNSET
    correlation_id: str | None | UnsetType = UNSET
    type: str | None | UnsetType = UNSET
    set: str | None | UnsetType = UNSET
    format: str | None | UnsetType = UNSET

    def __post_init__(self) -> None:
        texts = (self.destination, self.reply_to, self.correlation_id, self.type, self.set, self.format)
        if "" in texts:
            names = ("destination", "reply_to", "correlation_id", "type", "set", "format")
            spell(self, **{name: None for name, text in zip(names, texts, strict=True) if text == ""})


class DeadLetterHeader(Struct, frozen=True):
    """The MQDLH in front of a dead-lettered message."""

    reason: int | UnsetType = UNSET
    destination_queue: str | UnsetType = UNSET

    def __post_init__(self) -> None:
        if isinstance(queue := self.destination_queue, str):
            spell(self, destination_queue=held(queue))


class DelayHeader(StrEnum):
    """Whether a message carries the header that holds delay and target (DD-09, DD-83)."""

    PRESENT = "present"
    ABSENT = "absent"


class SeenTransmissionHeader(Struct, frozen=True):
    """The MQXQH in front of a message, with its embedded descriptor; `length` in bytes as found.

    Of one that is cut off, the fields that are there; the body behind it is empty.
    """

    remote_queue: str | UnsetType = UNSET
    remote_queue_manager: str | UnsetType = UNSET
    descriptor: Descriptor = Descriptor()
    length: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if isinstance(queue := self.remote_queue, str):
            spell(self, remote_queue=held(queue))
        if isinstance(manager := self.remote_queue_manager, str):
            spell(self, remote_queue_manager=held(manager))


class Protection(Struct, frozen=True):
    """AMS protection of a payload (PDMQ header): the policy that it is under, and how many layers."""

    policy: str | UnsetType = UNSET
    layers: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if isinstance(policy := self.policy, str):
            spell(self, policy=held(policy))


class SeenMessage(Struct, frozen=True):
    """A message as an implementation shows it to a get or a browse.

    `body` is the application's data decoded as text, behind any header that has a field of its own
    here. `delay_header` tells whether data stand in front of the body that belong to neither the
    application nor to a header with a field here (the layout is not documented, DD-09). `protection` is
    what a reader without any policy sees; the body of a protected message is what the layers hide.
    """

    body: str | UnsetType = UNSET
    header: JmsHeader = JmsHeader()
    descriptor: Descriptor = Descriptor()
    folder: JmsFolder = JmsFolder()
    dead_letter_header: DeadLetterHeader | None | UnsetType = UNSET
    delay_header: DelayHeader | UnsetType = UNSET
    transmission_header: SeenTransmissionHeader | None | UnsetType = UNSET
    protection: Protection | None | UnsetType = UNSET


def body_of(message: OutgoingMessage) -> str:
    """The text that a message carries: its label, padded to `length` characters where that is given."""
    if message.length is None or message.length <= len(message.label):
        return message.label
    return f"{message.label}:".ljust(message.length, ".")


def is_body_of(body: str, message: OutgoingMessage) -> bool:
    """Whether this is the text of a message: all of it or, as a recording shows it, the label alone."""
    return body in {message.label, body_of(message)}


def label_in(body: str, known: Container[str] = ()) -> str:
    """The label that a body made by `body_of` starts with, also where something else than that came back.

    A label may have colons in it: who records a live system may call a message by its id.
    """
    if body in known:
        return body
    label, colon, padding = body.rpartition(":")
    # Of millions of characters a comparison is many times faster than looking at each.
    if colon and padding == "." * len(padding):
        return label
    start = body.partition(":")[0]
    return start if start in known else body
