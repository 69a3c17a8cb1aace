"""What is wrong with a line of JSON, in words.

Where the decoder only says that a value is invalid, or that there is no such field, the possible ones are
added, or those of nearly the same spelling. A field is looked for among those of the command or outcome in
hand, where the line is given. Left out: which values belong to that; all that a field of that name has
anywhere in the vocabulary are taken for possible.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

import msgspec

from .abilities import Ability
from .nesting import decoded

_VALUE: Final = re.compile(
    r"Invalid (?:enum )?value '(?P<value>.*)' - at `\$(?:.*[.\]])?(?P<field>\w+)(?:\[[\d.]+\])?`$"
)
_FIELD: Final = re.compile(r"Object contains unknown field `(?P<field>[^`]*)`(?: - at `\$(?P<path>[^`]*)`)?")
_READING: Final = re.compile(r"Expected `int[^`]*`, got `\w+` - at `\$\.(?P<field>started|ended)`$")
_REASON: Final = re.compile(r"Expected `int[^`]*`, got `\w+` - at `\$.*\.reason`$")
HEAD: Final = "the head"
"""What stands for the kind of a head, which has none."""

_FEW: Final = 8
"""So many possible values are all told."""


def what_is_wrong(error: Exception, line: bytes = b"") -> str:
    """The decoder's own words, and what would be right where it does not say so.

    `line` is what was decoded.
    """
    said = str(error)
    if isinstance(error, UnicodeDecodeError):
        return f"{said}; a trace is written in UTF-8"
    if wrong := _READING.match(said):
        return f"{said}; {wrong['field']} is the reading of a clock in whole ms, such as 1795286260357"
    if _REASON.match(said):
        return f"{said}; reason is the number of the MQRC, such as 2013 for MQRC_EXPIRY_ERROR"
    if wrong := _VALUE.match(said):
        field, possible = wrong["field"], _values().get(wrong["field"], ())
        if 0 < len(possible) <= _FEW:
            return f"{said}; {field} is one of {', '.join(possible)}"
        return said + _near(wrong["value"], possible)
    if wrong := _FIELD.match(said):
        return said + _field_meant(wrong["field"], _kind_at(wrong["path"] or "", line))
    return said


def _field_meant(wrong: str, kind: str) -> str:
    own = _fields_of().get(kind)
    if own is None:
        return _near(wrong, tuple(_fields()))
    named = kind if kind == HEAD else repr(kind)
    return _near(wrong, own) or (f"; {named} has {', '.join(own)}" if 0 < len(own) <= _FEW else "")


def _kind_at(path: str, line: bytes) -> str:
    """Which command or outcome is at a place in a line; empty where it is none of these or not known."""
    try:
        value = decoded(line)
        for name in path.split(".")[1:]:
            value = value[name]
        return str(value.get("outcome") or value.get("command") or ("mqtck_trace" in value and HEAD) or "")
    except (msgspec.MsgspecError, RecursionError, AttributeError, LookupError, TypeError, ValueError):
        return ""


def _near(wrong: str, possible: tuple[str, ...]) -> str:
    near = [] if wrong in possible else get_close_matches(wrong, possible, n=3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


@cache
def _fields() -> frozenset[str]:
    return frozenset(name for name, _ in _properties())


@cache
def _fields_of() -> dict[str, tuple[str, ...]]:
    """The fields of each command and outcome, by its name in a line."""
    found: dict[str, tuple[str, ...]] = {}
    for definition in _definitions().values():
        properties = definition.get("properties", {})
        for tag in ("outcome", "command"):
            for kind in properties.get(tag, {}).get("enum", ()):
                found[kind] = tuple(name for name in properties if name != tag)
        if "mqtck_trace" in properties:
            found[HEAD] = tuple(properties)
    return found


@cache
def _values() -> dict[str, tuple[str, ...]]:
    """The texts that a field may have, by its name."""
    found: dict[str, dict[str, None]] = {}
    for name, values in _properties():
        found.setdefault(name, {}).update(dict.fromkeys(values))
    lists = dict.fromkeys(("abilities", "without"), tuple(Ability))
    return {name: tuple(values) for name, values in found.items()} | lists


def _properties() -> Iterator[tuple[str, list[str]]]:
    """Each field of the vocabulary, with the texts that are possible there."""
    definitions = _definitions()
    for definition in definitions.values():
        for name, schema in definition.get("properties", {}).items():
            yield name, _texts(schema, definitions)


def _definitions() -> dict[str, Any]:
    from .traces import json_schema  # noqa: PLC0415 - which asks here what is wrong with a line

    definitions: dict[str, Any] = json_schema()["$defs"]
    return definitions


def _texts(schema: dict[str, Any], definitions: dict[str, Any]) -> list[str]:
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    alternatives = [text for each in schema.get("anyOf", ()) for text in _texts(each, definitions)]
    return [*(str(value) for value in schema.get("enum", ())), *alternatives]
