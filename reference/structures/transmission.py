"""MQXQH, the header in front of a message on a transmission queue: 428 bytes, its MQMD at 104.

Covers what note 9 of the Expiry text says about bytes: where the second Expiry field is and whether the
data reach it (EX-54, EX-57), and what waiting does to it (EX-56, EX-59). Left out: which values a put may
bring (EX-52, EX-53, EX-55), which is no question of bytes.

Silent points: a descriptor of version 2 inside an MQXQH (refused here: the layout has room for version 1
only), and data of format MQXMIT that hold something else (left as they are when time passes).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.base import Struct
from mqtck.reference.vocabulary.constants import UNLIMITED

from . import descriptor as mqmd
from .descriptor import MessageDescriptor, pack_descriptor, unpack_descriptor
from .fields import (
    LONG,
    Coding,
    Layout,
    Malformed,
    Unpacked,
    characters,
    pack_fields,
    pack_head,
    unpack_layout,
    unpack_version,
)


class TransmissionHeader(Struct, frozen=True):
    """All fields of an MQXQH: where the message goes, and its own descriptor (of version 1)."""

    remote_queue: str
    remote_queue_manager: str
    descriptor: MessageDescriptor


class TooShort(Struct, frozen=True):
    """The data end before the embedded Expiry does (EX-54, EX-57). Not a fault of its own."""

    length: int
    needed: int

    @property
    def text(self) -> str:
        return f"the data end at {self.length}, the embedded Expiry field would end at {self.needed}"


LAYOUT: Final = Layout(
    "MQXQH",
    b"XQH ",
    (1,),
    (
        characters("RemoteQName", "remote_queue", 48),
        characters("RemoteQMgrName", "remote_queue_manager", 48),
    ),
)
EMBEDDED: Final = LAYOUT.length
"""Offset of the embedded MQMD."""

EXPIRY: Final = EMBEDDED + 16
"""Offset of the Expiry field of the embedded MQMD."""

LENGTH: Final = EMBEDDED + mqmd.LENGTH_1

_VERSION_1_ONLY: Final = replace(mqmd.LAYOUT, versions=(1,))


def pack_transmission(header: TransmissionHeader, coding: Coding) -> bytes:
    if header.descriptor.extension is not None:
        raise ValueError("MQXQH.MsgDesc: it has room for a descriptor of version 1")
    own = pack_head(LAYOUT, 1, coding) + pack_fields("MQXQH", LAYOUT.fields, header, coding)
    return own + pack_descriptor(header.descriptor, coding)


def unpack_transmission(data: bytes, coding: Coding, at: int = 0) -> Unpacked[TransmissionHeader] | Malformed:
    read = unpack_layout(LAYOUT, data, at, coding)
    if isinstance(read, Malformed):
        return read
    _, values = read
    embedded = unpack_descriptor(data, coding, at + EMBEDDED, _VERSION_1_ONLY)
    if isinstance(embedded, Malformed):
        return replace(embedded, structure="MQXQH.MsgDesc")
    return Unpacked(TransmissionHeader(**values, descriptor=embedded.value), embedded.end)


def transmission_data(header: TransmissionHeader, data: bytes, coding: Coding) -> bytes:
    """EX-50: a message on a transmission queue, its MQXQH in front of the application's data."""
    return pack_transmission(header, coding) + data


def transmitted(data: bytes, coding: Coding) -> tuple[TransmissionHeader, bytes] | Malformed:
    """The inverse of `transmission_data`: the header and the application's data."""
    header = unpack_transmission(data, coding)
    return header if isinstance(header, Malformed) else (header.value, data[header.end :])


def embedded_expiry(data: bytes, coding: Coding) -> int | TooShort | Malformed:
    """The Expiry (tenths) inside a message of format MQXMIT, read without what stands behind it.

    EX-54: a put to a transmission queue fails where this is too short. EX-57: a get does not.
    """
    if len(data) < EXPIRY + LONG:
        return TooShort(len(data), EXPIRY + LONG)
    version = unpack_version(LAYOUT, data, 0, coding)
    if isinstance(version, Malformed):
        return version
    embedded = unpack_version(_VERSION_1_ONLY, data, EMBEDDED, coding)
    if isinstance(embedded, Malformed):
        return replace(embedded, structure="MQXQH.MsgDesc")
    return coding.number(data[EXPIRY : EXPIRY + LONG])


def after_waiting(data: bytes, waited: int, coding: Coding) -> bytes:
    """A message of format MQXMIT after so many tenths on a queue.

    EX-56: the embedded Expiry is reduced. EX-59: to 0 at the least. Unlimited stays unlimited. EX-57: data
    too short to hold it are returned as they are.
    """
    assert waited >= 0
    expiry = embedded_expiry(data, coding)
    if not isinstance(expiry, int):
        return data
    return data[:EXPIRY] + coding.octets(reduced(expiry, waited)) + data[EXPIRY + LONG :]


def reduced(expiry: int, waited: int) -> int:
    """What waiting leaves of an embedded Expiry; both in tenths.

    EX-56: reduced by the wait; unlimited stays unlimited. EX-59: exactly 0 once it has elapsed.
    """
    return expiry if expiry <= UNLIMITED else max(0, expiry - waited)
