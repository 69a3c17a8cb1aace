"""What the structures have in common: byte order, character set, a table of fields, one way to refuse.

A structure is a table of fields, one row a field in the order of the bytes: MQLONG is a signed 32-bit
number, MQCHAR is text padded with blanks, MQBYTE is copied as it is. Reading goes through the table and
stops at the first thing that is wrong, so a refusal always names the foremost wrong field.

Silent point: text that a null ends before its field does. The product's languages allow it for names, so
the null and what follows it count as padding; writing always pads with blanks.
"""

from enum import IntEnum, StrEnum
from typing import Any, Final, Generic, TypeVar

import msgspec

from mqtck.reference.vocabulary.base import Struct

LONG: Final = 4
"""Bytes of an MQLONG."""

HEAD: Final = 2 * LONG
"""Bytes of StrucId and Version, which all structures begin with."""

LARGEST_LONG: Final = 2**31 - 1

_SHOWN: Final = 24
"""How much of a wrong value a refusal shows."""


class Encoding(IntEnum):
    """MQENC_NATIVE of the two families of machines; the lowest four bits tell the order of integers."""

    BIG_ENDIAN = 273
    LITTLE_ENDIAN = 546


def encoding_of(value: int) -> Encoding | None:
    """The byte order that an Encoding field announces for what follows; None if it announces none."""
    match value & 0xF:
        case 1:
            return Encoding.BIG_ENDIAN
        case 2:
            return Encoding.LITTLE_ENDIAN
        case _:
            return None


class CharacterSet(IntEnum):
    """CodedCharSetId of the text in a structure."""

    LATIN_1 = 819
    UTF_8 = 1208

    @property
    def codec(self) -> str:
        return "latin-1" if self is CharacterSet.LATIN_1 else "utf-8"


class Coding(Struct, frozen=True):
    """How the numbers and the text of a structure are written. Not stated inside it but before it."""

    encoding: Encoding
    character_set: CharacterSet = CharacterSet.UTF_8

    def number(self, octets: bytes) -> int:
        big = self.encoding is Encoding.BIG_ENDIAN
        return int.from_bytes(octets, "big" if big else "little", signed=True)

    def octets(self, number: int) -> bytes:
        big = self.encoding is Encoding.BIG_ENDIAN
        return number.to_bytes(LONG, "big" if big else "little", signed=True)


class Malformed(Struct, frozen=True):
    """These bytes are not that structure.

    `offset` counts from the start of the data; None where the fault is in a value read from folders.
    """

    structure: str
    field: str
    offset: int | None
    found: str
    expected: str

    @property
    def text(self) -> str:
        where = "" if self.offset is None else f" at offset {self.offset}"
        return f"{self.structure}.{self.field}{where}: found {self.found}; expected {self.expected}"


Value = TypeVar("Value")


class Unpacked(msgspec.Struct, Generic[Value], frozen=True):
    """A structure that was read, and the offset of the first byte behind it."""

    value: Value
    end: int


class FieldType(StrEnum):
    LONG = "MQLONG"
    CHARACTERS = "MQCHAR"
    BYTES = "MQBYTE"


class Field(Struct, frozen=True):
    """One field: its name in MQ, the attribute of the value that holds it, and its bytes."""

    name: str
    attribute: str
    kind: FieldType
    length: int


def long(name: str, attribute: str) -> Field:
    return Field(name, attribute, FieldType.LONG, LONG)


def characters(name: str, attribute: str, length: int) -> Field:
    return Field(name, attribute, FieldType.CHARACTERS, length)


def octets(name: str, attribute: str, length: int) -> Field:
    return Field(name, attribute, FieldType.BYTES, length)


class Layout(Struct, frozen=True):
    """A structure: its four characters, the versions there are, and the fields that all of them have."""

    structure: str
    identifier: bytes
    versions: tuple[int, ...]
    fields: tuple[Field, ...]

    @property
    def length(self) -> int:
        """Bytes of the structure with its StrucId and Version."""
        return len(self.identifier) + LONG + length_of(self.fields)


def length_of(fields: tuple[Field, ...]) -> int:
    return sum(field.length for field in fields)


def shown(value: bytes | str) -> str:
    """A wrong value in a refusal, never long."""
    return repr(value) if len(value) <= _SHOWN else f"{value[:_SHOWN]!r}..."


def unpack_version(layout: Layout, data: bytes, at: int, coding: Coding) -> int | Malformed:
    """Check StrucId and Version; the version."""
    identifier = _cut(layout.structure, "StrucId", data, at, LONG)
    if isinstance(identifier, Malformed):
        return identifier
    if identifier != layout.identifier:
        found, expected = repr(identifier), repr(layout.identifier)
        return Malformed(layout.structure, "StrucId", at, found, expected)
    version = _cut(layout.structure, "Version", data, at + LONG, LONG)
    if isinstance(version, Malformed):
        return version
    number = coding.number(version)
    if number in layout.versions:
        return number
    expected = " or ".join(map(str, layout.versions))
    if coding.number(version[::-1]) in layout.versions:
        expected += " (which it is in the other byte order)"
    return Malformed(layout.structure, "Version", at + LONG, str(number), expected)


def unpack_fields(
    structure: str, fields: tuple[Field, ...], data: bytes, at: int, coding: Coding
) -> dict[str, Any] | Malformed:
    """The values of these fields by attribute, read from that offset on."""
    values: dict[str, Any] = {}
    for field in fields:
        cut = _cut(structure, field.name, data, at, field.length)
        if isinstance(cut, Malformed):
            return cut
        match field.kind:
            case FieldType.LONG:
                values[field.attribute] = coding.number(cut)
            case FieldType.BYTES:
                values[field.attribute] = cut
            case FieldType.CHARACTERS:
                try:
                    text = cut.decode(coding.character_set.codec)
                except UnicodeDecodeError as error:
                    return Malformed(structure, field.name, at + error.start, shown(cut), "text in UTF-8")
                values[field.attribute] = text.split("\0", 1)[0].rstrip(" ")
        at += field.length
    return values


def unpack_layout(
    layout: Layout, data: bytes, at: int, coding: Coding
) -> tuple[int, dict[str, Any]] | Malformed:
    """A structure's version and the values, by attribute, of the fields that all its versions have."""
    version = unpack_version(layout, data, at, coding)
    if isinstance(version, Malformed):
        return version
    values = unpack_fields(layout.structure, layout.fields, data, at + HEAD, coding)
    return values if isinstance(values, Malformed) else (version, values)


def _cut(structure: str, name: str, data: bytes, at: int, length: int) -> bytes | Malformed:
    cut = data[at : at + length]
    if len(cut) == length:
        return cut
    found = "the end of the data" if not cut else f"{len(cut)} bytes before the end of the data"
    return Malformed(structure, name, at, found, f"{length} bytes")


def pack_head(layout: Layout, version: int, coding: Coding) -> bytes:
    assert version in layout.versions
    return layout.identifier + coding.octets(version)


def pack_fields(structure: str, fields: tuple[Field, ...], value: object, coding: Coding) -> bytes:
    """The bytes of these fields of a value. ValueError if one of them cannot be held."""
    return b"".join(_pack(f"{structure}.{field.name}", field, value, coding) for field in fields)


def _pack(name: str, field: Field, value: object, coding: Coding) -> bytes:
    one = getattr(value, field.attribute)
    match field.kind:
        case FieldType.LONG:
            if not -LARGEST_LONG - 1 <= one <= LARGEST_LONG:
                raise ValueError(f"{name}: {one} does not fit 32 bits")
            return coding.octets(one)
        case FieldType.BYTES:
            if len(one) != field.length:
                raise ValueError(f"{name}: {len(one)} bytes; it has {field.length}")
            return bytes(one)
        case FieldType.CHARACTERS:
            if "\0" in one or one.endswith(" "):
                raise ValueError(f"{name}: {shown(one)} holds a null or ends with a blank, which is padding")
            text = one.encode(coding.character_set.codec)
            if len(text) > field.length:
                raise ValueError(f"{name}: {shown(one)} takes {len(text)} bytes; it has {field.length}")
            return bytes(text.ljust(field.length))
