"""MQDLH, the header in front of a message on a dead-letter queue: 172 bytes.

Its Encoding, CodedCharSetId and Format tell of the data behind it, which is why a descriptor of a
dead-lettered message tells of the MQDLH only. Reason holds an MQRC_* or an MQFB_*.
"""

from typing import Final

from mqtck.reference.vocabulary.base import Struct

from .fields import (
    Coding,
    Layout,
    Malformed,
    Unpacked,
    characters,
    long,
    pack_fields,
    pack_head,
    unpack_layout,
)


class DeadLetterFields(Struct, frozen=True):
    """All fields of an MQDLH; the vocabulary's `DeadLetterHeader` is what a tester may see of it."""

    reason: int = 0
    destination_queue: str = ""
    destination_queue_manager: str = ""
    encoding: int = 0
    coded_character_set_id: int = 0
    format: str = ""
    put_application_type: int = 0
    put_application_name: str = ""
    put_date: str = ""
    put_time: str = ""


LAYOUT: Final = Layout(
    "MQDLH",
    b"DLH ",
    (1,),
    (
        long("Reason", "reason"),
        characters("DestQName", "destination_queue", 48),
        characters("DestQMgrName", "destination_queue_manager", 48),
        long("Encoding", "encoding"),
        long("CodedCharSetId", "coded_character_set_id"),
        characters("Format", "format", 8),
        long("PutApplType", "put_application_type"),
        characters("PutApplName", "put_application_name", 28),
        characters("PutDate", "put_date", 8),
        characters("PutTime", "put_time", 8),
    ),
)
LENGTH: Final = LAYOUT.length


def pack_dead_letter(header: DeadLetterFields, coding: Coding) -> bytes:
    return pack_head(LAYOUT, 1, coding) + pack_fields("MQDLH", LAYOUT.fields, header, coding)


def unpack_dead_letter(data: bytes, coding: Coding, at: int = 0) -> Unpacked[DeadLetterFields] | Malformed:
    read = unpack_layout(LAYOUT, data, at, coding)
    if isinstance(read, Malformed):
        return read
    _, values = read
    return Unpacked(DeadLetterFields(**values), at + LENGTH)
