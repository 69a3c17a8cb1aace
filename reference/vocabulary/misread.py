"""What is wrong with a line of JSON, in words.

Where the decoder only says that a value is invalid, or that there is no such field, the possible ones are
added, or those of nearly the same spelling. Left out: which values belong to the command or outcome in
hand; all that a field of that name has anywhere in the vocabulary are taken for possible.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

from .abilities import Ability

_VALUE: Final = re.compile(
    r"Invalid (?:enum )?value '(?P<value>.*)' - at `\$(?:.*[.\]])?(?P<field>\w+)(?:\[[\d.]+\])?`$"
)
_FIELD: Final = re.compile(r"Object contains unknown field `(?P<field>[^`]*)`")
_FEW: Final = 8
"""So many possible values are all told."""


def what_is_wrong(error: Exception) -> str:
    """The decoder's own words, and what would be right where it does not say so."""
    said = str(error)
    if wrong := _VALUE.match(said):
        field, possible = wrong["field"], _values().get(wrong["field"], ())
        if 0 < len(possible) <= _FEW:
            return f"{said}; {field} is one of {', '.join(possible)}"
        return said + _near(wrong["value"], possible)
    if wrong := _FIELD.match(said):
        return said + _near(wrong["field"], tuple(_fields()))
    return said


def _near(wrong: str, possible: tuple[str, ...]) -> str:
    near = [] if wrong in possible else get_close_matches(wrong, possible, n=3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


@cache
def _fields() -> frozenset[str]:
    return frozenset(name for name, _ in _properties())


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
    from .traces import json_schema  # noqa: PLC0415 - which asks here what is wrong with a line

    definitions = json_schema()["$defs"]
    for definition in definitions.values():
        for name, schema in definition.get("properties", {}).items():
            yield name, _texts(schema, definitions)


def _texts(schema: dict[str, Any], definitions: dict[str, Any]) -> list[str]:
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    alternatives = [text for each in schema.get("anyOf", ()) for text in _texts(each, definitions)]
    return [*(str(value) for value in schema.get("enum", ())), *alternatives]
