"""What the folders mcd, jms and mqext of an MQRFH2 say about a JMS message, and the folders from it.

Covers where the header mapping text puts destination, reply-to, timestamp, expiration, correlation id,
priority, delivery mode and type (HM-01, HM-06, HM-12, HM-19, HM-21, HM-25, HM-35, HM-38, HM-39, HM-46) as
far as bytes go. Left out: the form of the URIs (HM-03, HM-07). The text names mcd.Type, mcd.Set and
mcd.Fmt only; the other names, the group's elements, and mqext with its delay (Dly) and delivery time
(Dtm) are the product's. Elements that stand elsewhere or have other names are left alone. One element
given twice is refused: no text says which wins.

Silent point: whether an i8 value has to say so in an attribute. What is declared is told, and not judged here
(HM-19; `header_fields.expiration_type_fits`).
"""

import re
from enum import StrEnum
from typing import Any, Final

from mqtck.reference.vocabulary.base import Struct
from mqtck.reference.vocabulary.messages import JmsFolder

from .fields import Malformed, shown
from .folders import Element

_NUMBER: Final = re.compile(r"-?[0-9]{1,19}")


class Expiration(Struct, frozen=True):
    """jms.Exp: the time of the expiry in ms since 1970, and the type that the element declares."""

    milliseconds: int
    data_type: str | None = None


class JmsFields(Struct, frozen=True):
    """The elements by what they mean; None where the element is absent. Times in ms."""

    domain: str | None = None
    set: str | None = None
    type: str | None = None
    format: str | None = None
    destination: str | None = None
    reply_to: str | None = None
    timestamp: int | None = None
    expiration: Expiration | None = None
    correlation_id: str | None = None
    priority: int | None = None
    delivery_mode: int | None = None
    group_id: str | None = None
    group_sequence: int | None = None
    delivery_delay: int | None = None
    delivery_time: int | None = None


class ValueType(StrEnum):
    TEXT = "text"
    I4 = "a decimal number of 32 bits"
    I8 = "a decimal number of 64 bits"


# Folder, element, attribute, type; in the order in which the product writes them.
ELEMENTS: Final = (
    ("mcd",   "Msd",  "domain",         ValueType.TEXT),
    ("mcd",   "Set",  "set",            ValueType.TEXT),
    ("mcd",   "Type", "type",           ValueType.TEXT),
    ("mcd",   "Fmt",  "format",         ValueType.TEXT),
    ("jms",   "Dst",  "destination",    ValueType.TEXT),
    ("jms",   "Rto",  "reply_to",       ValueType.TEXT),
    ("jms",   "Tms",  "timestamp",      ValueType.I8),
    ("jms",   "Exp",  "expiration",     ValueType.I8),
    ("jms",   "Cid",  "correlation_id", ValueType.TEXT),
    ("jms",   "Pri",  "priority",       ValueType.I4),
    ("jms",   "Dlv",  "delivery_mode",  ValueType.I4),
    ("jms",   "Gid",  "group_id",       ValueType.TEXT),
    ("jms",   "Seq",  "group_sequence", ValueType.I4),
    ("mqext", "Dly",  "delivery_delay", ValueType.I8),
    ("mqext", "Dtm",  "delivery_time",  ValueType.I8),
)  # fmt: skip

_FOLDERS: Final = tuple(dict.fromkeys(folder for folder, *_ in ELEMENTS))
_KNOWN: Final = {(folder, element): (attribute, kind) for folder, element, attribute, kind in ELEMENTS}


def jms_fields(folders: tuple[Element, ...]) -> JmsFields | Malformed:
    """What the folders of a header say."""
    values: dict[str, Any] = {}
    seen: set[str] = set()
    for folder in folders:
        if folder.name not in _FOLDERS:
            continue
        if folder.name in seen:
            return Malformed("MQRFH2", folder.name, None, "a second such folder", "one")
        seen.add(folder.name)
        if isinstance(folder.content, str):
            if folder.content.strip(" \t\r\n"):
                return Malformed("MQRFH2", folder.name, None, shown(folder.content), "elements")
            continue
        for element in folder.content:
            read = _read(folder, element, values)
            if isinstance(read, Malformed):
                return read
            values |= read
    return JmsFields(**values)


def _read(folder: Element, element: Element, values: dict[str, Any]) -> dict[str, Any] | Malformed:
    """The attribute that this element is, with its value; nothing for elements without a meaning here."""
    known = _KNOWN.get((folder.name, element.name))
    if known is None:
        return {}
    attribute, kind = known
    place = f"{folder.name}.{element.name}"
    if attribute in values:
        return Malformed("MQRFH2", place, None, "a second such element", "one")
    if not isinstance(element.content, str):
        return Malformed("MQRFH2", place, None, "elements", kind)
    if kind is ValueType.TEXT:
        return {attribute: element.content}
    bits = 31 if kind is ValueType.I4 else 63
    number = int(element.content) if _NUMBER.fullmatch(element.content) else 2**63
    if not -(2**bits) <= number < 2**bits:
        return Malformed("MQRFH2", place, None, shown(element.content), kind)
    return {attribute: Expiration(number, element.data_type) if element.name == "Exp" else number}


def folder_seen(fields: JmsFields) -> JmsFolder:
    """The same in the vocabulary of traces: everything was looked at, so what is absent is None."""
    expiration = fields.expiration
    return JmsFolder(
        expiration=None if expiration is None else expiration.milliseconds,
        timestamp=fields.timestamp,
        expiration_type=None if expiration is None else expiration.data_type,
        destination=fields.destination,
        reply_to=fields.reply_to,
        delivery_mode=fields.delivery_mode,
        priority=fields.priority,
        correlation_id=fields.correlation_id,
        type=fields.type,
        set=fields.set,
        format=fields.format,
    )


def jms_folders(fields: JmsFields) -> tuple[Element, ...]:
    """The folders that say this, in the product's order; none without an element."""
    elements = [
        (folder, _element(name, getattr(fields, attribute)))
        for folder, name, attribute, _ in ELEMENTS
        if getattr(fields, attribute) is not None
    ]
    return tuple(
        Element(folder, tuple(element for place, element in elements if place == folder))
        for folder in _FOLDERS
        if any(place == folder for place, _ in elements)
    )


def _element(name: str, value: str | int | Expiration) -> Element:
    if not isinstance(value, Expiration):
        return Element(name, str(value))
    typed = () if value.data_type is None else (("dt", value.data_type),)
    return Element(name, str(value.milliseconds), typed)
