"""MQRFH2, the rules and formatting header: a fixed part of 36 bytes, then folders.

Each folder is a length (a multiple of four, the length itself not counted) and so many bytes of text,
padded with blanks. Encoding, CodedCharSetId and Format tell of the data behind the header; the header's
own numbers follow the Encoding before it, its folders follow NameValueCCSID.

Bounds of this reader, not of the documents: a header of 4 MiB (the default of MAXMSGL), and what
`folders` says of depth and number. A length is held against the data before anything is made of it.

Silent points: a folder without any text is refused, having no name; of the two-byte character sets the
fixed ones (13488, 17584) are read as UTF-16 like 1200.
"""

from typing import Final

from mqtck.reference.vocabulary.base import Struct

from .fields import (
    LONG,
    Coding,
    Encoding,
    Layout,
    Malformed,
    Unpacked,
    characters,
    long,
    pack_fields,
    pack_head,
    shown,
    unpack_layout,
)
from .folders import MOST_ELEMENTS, Element, read_folder, size, write_folder

HEADER_LIMIT: Final = 4_194_304
"""The largest StrucLength that is read or written."""

TWO_BYTES: Final = (1200, 13488, 17584)
UTF_8: Final = 1208


class RulesAndFormattingHeader(Struct, frozen=True):
    """All of an MQRFH2. The lengths follow from the folders."""

    encoding: int
    coded_character_set_id: int
    format: str = ""
    flags: int = 0
    name_value_ccsid: int = UTF_8
    folders: tuple[Element, ...] = ()


class _FixedPart(Struct, frozen=True):
    length: int
    encoding: int
    coded_character_set_id: int
    format: str
    flags: int
    name_value_ccsid: int


LAYOUT: Final = Layout(
    "MQRFH2",
    b"RFH ",
    (2,),
    (
        long("StrucLength", "length"),
        long("Encoding", "encoding"),
        long("CodedCharSetId", "coded_character_set_id"),
        characters("Format", "format", 8),
        long("Flags", "flags"),
        long("NameValueCCSID", "name_value_ccsid"),
    ),
)
FIXED: Final = LAYOUT.length


def pack_rules_and_formatting(header: RulesAndFormattingHeader, coding: Coding) -> bytes:
    """ValueError where a bound is exceeded or a folder cannot be written."""
    codec = _codec(header.name_value_ccsid, coding)
    if codec is None:
        raise ValueError(f"MQRFH2.NameValueCCSID: {header.name_value_ccsid} is none of its values")
    folders = b"".join(_packed_folder(folder, codec, coding) for folder in header.folders)
    fixed = _FixedPart(
        FIXED + len(folders),
        header.encoding,
        header.coded_character_set_id,
        header.format,
        header.flags,
        header.name_value_ccsid,
    )
    if fixed.length > HEADER_LIMIT or sum(map(size, header.folders)) > MOST_ELEMENTS:
        raise ValueError(f"MQRFH2: larger than {HEADER_LIMIT} bytes or {MOST_ELEMENTS} elements")
    return pack_head(LAYOUT, 2, coding) + pack_fields("MQRFH2", LAYOUT.fields, fixed, coding) + folders


def _packed_folder(folder: Element, codec: str, coding: Coding) -> bytes:
    text = write_folder(folder).encode(codec)
    text += " ".encode(codec) * (-len(text) % LONG // len(" ".encode(codec)))
    return coding.octets(len(text)) + text


def unpack_rules_and_formatting(
    data: bytes, coding: Coding, at: int = 0
) -> Unpacked[RulesAndFormattingHeader] | Malformed:
    read = unpack_layout(LAYOUT, data, at, coding)
    if isinstance(read, Malformed):
        return read
    _, values = read
    fixed = _FixedPart(**values)
    if wrong := _wrong_length(fixed.length, len(data) - at, at):
        return wrong
    codec = _codec(fixed.name_value_ccsid, coding)
    if codec is None:
        found = str(fixed.name_value_ccsid)
        expected = ", ".join(map(str, (UTF_8, *TWO_BYTES)))
        return Malformed("MQRFH2", "NameValueCCSID", at + FIXED - LONG, found, f"one of {expected}")
    end = at + fixed.length
    folders = _unpack_folders(data, at + FIXED, end, codec, coding)
    if isinstance(folders, Malformed):
        return folders
    header = RulesAndFormattingHeader(
        fixed.encoding,
        fixed.coded_character_set_id,
        fixed.format,
        fixed.flags,
        fixed.name_value_ccsid,
        folders,
    )
    return Unpacked(header, end)


def _wrong_length(length: int, available: int, at: int) -> Malformed | None:
    if length < FIXED:
        expected = f"{FIXED} or more"
    elif length > HEADER_LIMIT:
        expected = f"no more than {HEADER_LIMIT}"
    elif length > available:
        expected = f"no more than the {available} bytes there are"
    elif length % LONG:
        expected = "a multiple of 4"
    else:
        return None
    return Malformed("MQRFH2", "StrucLength", at + 8, str(length), expected)


def _unpack_folders(
    data: bytes, at: int, end: int, codec: str, coding: Coding
) -> tuple[Element, ...] | Malformed:
    folders: list[Element] = []
    left = MOST_ELEMENTS
    while at < end:
        length = coding.number(data[at : at + LONG])
        room = end - at - LONG
        if length < LONG or length % LONG or length > room:
            expected = f"a multiple of 4 from 4 to the {room} bytes that the header has left"
            return Malformed("MQRFH2", "NameValueLength", at, str(length), expected)
        at += LONG
        read = _unpack_folder(data[at : at + length], at, codec, left)
        if isinstance(read, Malformed):
            return read
        folder, count = read
        folders.append(folder)
        left -= count
        at += length
    return tuple(folders)


def _unpack_folder(octets: bytes, at: int, codec: str, left: int) -> tuple[Element, int] | Malformed:
    try:
        text = octets.decode(codec)
    except UnicodeDecodeError as error:
        found = shown(octets[error.start : error.end])
        return Malformed("MQRFH2", "NameValueData", at + error.start, found, f"text in {codec.upper()}")
    read = read_folder(text, left)
    if isinstance(read, tuple):
        return read
    offset = at + len(text[: read.at].encode(codec))
    return Malformed("MQRFH2", "NameValueData", offset, read.found, read.expected)


def _codec(name_value_ccsid: int, coding: Coding) -> str | None:
    if name_value_ccsid == UTF_8:
        return "utf-8"
    if name_value_ccsid in TWO_BYTES:
        return "utf-16-be" if coding.encoding is Encoding.BIG_ENDIAN else "utf-16-le"
    return None
