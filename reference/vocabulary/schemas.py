"""JSON Schemas of the vocabulary's types, the same with every version of Python.

Before Python 3.13 the lines of a docstring keep the indentation that they have in the source.
"""

import inspect
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Schemas(NamedTuple):
    """A schema for each type asked for, and the definitions that they refer to."""

    of_types: list[dict[str, Any]]
    definitions: dict[str, Any]


def schemas(types: Sequence[type]) -> Schemas:
    """The schemas of types, with references to `$defs`."""
    of_types, definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return Schemas([_without_indentation(one) for one in of_types], _without_indentation(definitions))


def _without_indentation(schema: Any) -> Any:
    match schema:
        case dict():
            return {name: _told(name, value) for name, value in schema.items()}
        case list():
            return [_without_indentation(value) for value in schema]
        case _:
            return schema


def _told(name: str, value: Any) -> Any:
    if name == "description" and isinstance(value, str):
        return inspect.cleandoc(value)
    return _without_indentation(value)
