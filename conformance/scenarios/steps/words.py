"""The smallest words of the features, and how a pattern and a converter make a type of them.

A converter that cannot read what its pattern let through raises FeatureError with what would be right.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Any, Final

import parse

from mqtck.conformance.scenarios.features import FeatureError

_OBJECT: Final = r"[A-Z][A-Za-z0-9._/%]*"
"""The name of an object. It begins with a capital letter, by which it is told from other words."""

QUEUE: Final = rf"(?:the staging queue|the dead-letter queue|{_OBJECT})"
QUEUE_MANAGER: Final = _OBJECT
LABEL: Final = r'"[^"]+"'
DURATION: Final = r"\d+(?:\.\d+)? (?:ms|s|min|h|days?)"
NUMBERED_REASON: Final = r"MQRC_[A-Z_0-9]+(?: \(\d+\))?"
ATTRIBUTE: Final = r"[A-Z]+\([^)]*\)"

_UNITS: Final = {"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "day": 86_400_000, "days": 86_400_000}


def series(item: str, *words: str) -> str:
    between = "|".join(("," + r"\s", *(rf"\s{word}\s" for word in words)))
    return rf"{item}(?:(?:{between}){item})*"


def any_of(patterns: Iterable[str]) -> str:
    """One pattern for all of them, without groups."""
    return "(?:" + "|".join(re.sub(r"\((?!\?)", "(?:", pattern) for pattern in patterns) + ")"


Known = tuple[str, str, Callable[[str], int]]
"""A thing that a phrase may name: what it is, its pattern with one group, and how the group is read."""


def named_in(text: str, known: tuple[Known, ...]) -> Iterator[tuple[str, int]]:
    """What a phrase names of the things known, in its order, with its value."""
    for match in re.finditer(any_of(pattern for _, pattern, _ in known), text):
        for what, pattern, convert in known:
            if inner := re.fullmatch(pattern, match.group()):
                yield what, convert(inner[1])
                break


Attributes = dict[str, tuple[str, Callable[[str], Any]]]
"""Attributes by their names in MQSC: their names in the vocabulary, and how a value is read."""


def attributes_in(text: str, known: Attributes, of: str) -> dict[str, Any]:
    """Text like "MAXDEPTH(1) and DEFPRTY(3)", to the names of the vocabulary."""
    found: dict[str, Any] = {}
    for name, value in re.findall(r"([A-Z]+)\(([^)]*)\)", text):
        try:
            field, convert = known[name]
            found[field] = convert(value)
        except (KeyError, ValueError):
            raise FeatureError(
                f"{name}({value}) is no attribute of {of}; known are {', '.join(known)}."
            ) from None
    return found


def typed(pattern: str, convert: Callable[[str], Any]) -> Callable[[str], Any]:
    """A type for the patterns of steps."""

    def converted(text: str) -> Any:
        return convert(text)

    read: Callable[[str], Any] = parse.with_pattern(pattern, regex_group_count=0)(converted)
    return read


def duration(text: str) -> int:
    """Text like "2.5 s" in ms, exact also where a float is not."""
    number, unit = text.split()
    return round(Decimal(number) * _UNITS[unit])


def label(text: str) -> str:
    return text.strip('"')


def labels(text: str) -> tuple[str, ...]:
    return tuple(label(found) for found in re.findall(LABEL, text))
