"""MQMD, the message descriptor: 324 bytes in version 1, 364 in version 2.

A descriptor with an `extension` is of version 2, one without is of version 1; the extension holds what
version 2 adds. Defaults are the product's initial values. Whether a value makes sense (an Expiry of 0, a
priority of 10) is for the rules to say, not for the layout.
"""

from typing import Final

from mqtck.reference.vocabulary.base import Struct
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    UNLIMITED,
    MessageType,
    Persistence,
)

from .fields import (
    Coding,
    Encoding,
    Layout,
    Malformed,
    Unpacked,
    characters,
    length_of,
    long,
    octets,
    pack_fields,
    pack_head,
    unpack_fields,
    unpack_layout,
)

ID_LENGTH: Final = 24
"""Bytes of MsgId, CorrelId and GroupId."""

NO_ID: Final = bytes(ID_LENGTH)
"""MQMI_NONE, MQCI_NONE, MQGI_NONE."""


class DescriptorExtension(Struct, frozen=True):
    """What version 2 of the descriptor adds. `original_length` is -1 where there is none."""

    group_id: bytes = NO_ID
    message_sequence_number: int = 1
    offset: int = 0
    message_flags: int = 0
    original_length: int = -1


class MessageDescriptor(Struct, frozen=True):
    """All fields of an MQMD. `expiry` is in tenths of a second."""

    report: int = 0
    message_type: int = MessageType.DATAGRAM
    expiry: int = UNLIMITED
    feedback: int = 0
    encoding: int = Encoding.BIG_ENDIAN
    coded_character_set_id: int = 0
    format: str = ""
    priority: int = PRIORITY_AS_QUEUE_DEFINITION
    persistence: int = Persistence.AS_Q_DEF
    message_id: bytes = NO_ID
    correlation_id: bytes = NO_ID
    backout_count: int = 0
    reply_to_queue: str = ""
    reply_to_queue_manager: str = ""
    user_identifier: str = ""
    accounting_token: bytes = bytes(32)
    application_identity_data: str = ""
    put_application_type: int = 0
    put_application_name: str = ""
    put_date: str = ""
    put_time: str = ""
    application_origin_data: str = ""
    extension: DescriptorExtension | None = None


# Layout of version 1, and what version 2 appends to it.
LAYOUT: Final = Layout(
    "MQMD",
    b"MD  ",
    (1, 2),
    (
        long("Report", "report"),
        long("MsgType", "message_type"),
        long("Expiry", "expiry"),
        long("Feedback", "feedback"),
        long("Encoding", "encoding"),
        long("CodedCharSetId", "coded_character_set_id"),
        characters("Format", "format", 8),
        long("Priority", "priority"),
        long("Persistence", "persistence"),
        octets("MsgId", "message_id", ID_LENGTH),
        octets("CorrelId", "correlation_id", ID_LENGTH),
        long("BackoutCount", "backout_count"),
        characters("ReplyToQ", "reply_to_queue", 48),
        characters("ReplyToQMgr", "reply_to_queue_manager", 48),
        characters("UserIdentifier", "user_identifier", 12),
        octets("AccountingToken", "accounting_token", 32),
        characters("ApplIdentityData", "application_identity_data", 32),
        long("PutApplType", "put_application_type"),
        characters("PutApplName", "put_application_name", 28),
        characters("PutDate", "put_date", 8),
        characters("PutTime", "put_time", 8),
        characters("ApplOriginData", "application_origin_data", 4),
    ),
)
ADDED_BY_VERSION_2: Final = (
    octets("GroupId", "group_id", ID_LENGTH),
    long("MsgSeqNumber", "message_sequence_number"),
    long("Offset", "offset"),
    long("MsgFlags", "message_flags"),
    long("OriginalLength", "original_length"),
)

LENGTH_1: Final = LAYOUT.length
LENGTH_2: Final = LENGTH_1 + length_of(ADDED_BY_VERSION_2)


def pack_descriptor(descriptor: MessageDescriptor, coding: Coding) -> bytes:
    version = 1 if descriptor.extension is None else 2
    packed = pack_head(LAYOUT, version, coding) + pack_fields("MQMD", LAYOUT.fields, descriptor, coding)
    if descriptor.extension is None:
        return packed
    return packed + pack_fields("MQMD", ADDED_BY_VERSION_2, descriptor.extension, coding)


def unpack_descriptor(
    data: bytes, coding: Coding, at: int = 0, layout: Layout = LAYOUT
) -> Unpacked[MessageDescriptor] | Malformed:
    """The descriptor that begins there; `layout` may allow fewer versions."""
    read = unpack_layout(layout, data, at, coding)
    if isinstance(read, Malformed):
        return read
    version, values = read
    if version == 1:
        return Unpacked(MessageDescriptor(**values), at + LENGTH_1)
    added = unpack_fields("MQMD", ADDED_BY_VERSION_2, data, at + LENGTH_1, coding)
    if isinstance(added, Malformed):
        return added
    return Unpacked(MessageDescriptor(**values, extension=DescriptorExtension(**added)), at + LENGTH_2)
