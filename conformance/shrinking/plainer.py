"""Plainer commands for shrinking: fields at their defaults, rounder and lower numbers, fewer and lower names.

All of it is about commands alone; whether the plainer ones still show a breach is found out elsewhere. A
name is changed wherever it stands in any command. Names are those of a definition (`_DEFINING`) and labels.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    Connect,
    DefineQueueManager,
    OpenSession,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.validation import InvalidCommandError, validated

_KEPT: Final = frozenset({"label", "queue", "producer", "session", "name", "user", "target"})
"""Fields that name something: without them a command is another one."""

_PLAIN_MS: Final = (1000, 10_000, 60_000)
_SECOND: Final = 1000

_GIVEN: Final = {
    DefineQueueManager: ("name", DEFAULT_QUEUE_MANAGER),
    OpenSession: ("session", "session"),
    Connect: ("connection", "connection"),
}
"""What defines a name for which there is one that is given anyway, and that one."""

_NUMBERED: Final = re.compile(r"([A-Za-z]+)([0-9]+)")


def plainer(command: Command) -> Iterator[Command]:
    """The command with one field at its default, or one field of a value in it; with a plainer time."""
    match command:
        case (
            Advance(milliseconds=time)
            | SetDeliveryDelay(milliseconds=time)
            | SetTimeToLive(milliseconds=time)
        ):
            for other in _plainer_times(time):
                yield replace(command, milliseconds=other)
        case _:
            yield from _replaced(command)


def _plainer_times(milliseconds: int) -> Iterator[int]:
    """Lower ones that are round, then the next whole second."""
    yield from (time for time in _PLAIN_MS if time < milliseconds)
    if milliseconds > _SECOND and milliseconds % _SECOND:
        yield -(-milliseconds // _SECOND) * _SECOND


def _changes(value: Any) -> Iterator[dict[str, Any]]:
    """Changes of one field; those that fit only together are left out, as the vocabulary refuses them."""
    for field in msgspec.structs.fields(value):
        current = getattr(value, field.name)
        if field.name in _KEPT:
            continue
        if field.default is not msgspec.NODEFAULT and current != field.default:
            yield {field.name: field.default}
        if isinstance(current, msgspec.Struct):
            yield from ({field.name: plain} for plain in _replaced(current))


def _replaced(value: Any) -> Iterator[Any]:
    """The value with each of the changes that the vocabulary allows."""
    for changes in _changes(value):
        with suppress(ValueError):
            yield replace(value, **changes)


# --- names ---------------------------------------------------------------------------------------------


def with_shared_names(commands: tuple[Command, ...]) -> Iterator[tuple[Command, ...]]:
    """The commands with one name fewer: what it named is what was given anyway, or another of its kind."""
    for place, command in enumerate(commands):
        field, given = _GIVEN.get(type(command), ("", ""))
        if field:
            rest = commands[:place] + commands[place + 1 :]
            yield from _told_anew(rest, {getattr(command, field): given})
    names = [name for name in _names(commands) if not _is_label(name[0])]
    for index, name in enumerate(names):
        of_its_kind = (earlier for earlier in names[:index] if earlier[0] == name[0])
        for earlier in of_its_kind:
            yield from map(_each_once, _told_anew(commands, {"".join(name): "".join(earlier)}))


def named_anew(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """The commands with the numbers in names counted from 1, in the order in which they come."""
    counts: dict[str, int] = {}
    other: dict[str, str] = {}
    for kind, number in _names(commands):
        counts[kind] = counts.get(kind, 0) + 1
        other[f"{kind}{number}"] = f"{kind}{counts[kind]}"
    other.pop(DEFAULT_QUEUE_MANAGER, None)
    return next(_told_anew(commands, other), commands)


def _is_label(kind: str) -> bool:
    """Messages are never one and the same."""
    return kind == "m"


def _names(commands: tuple[Command, ...]) -> list[tuple[str, str]]:
    """All texts that are a kind and a number, in the order in which they come."""
    found: dict[tuple[str, str], None] = {}
    for command in commands:
        for text in _texts(msgspec.to_builtins(command)):
            if text != DEFAULT_QUEUE_MANAGER and (match := _NUMBERED.fullmatch(text)):
                found[match[1], match[2]] = None
    return list(found)


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for one in value.values():
                yield from _texts(one)
        case list() | tuple():
            for one in value:
                yield from _texts(one)


def _told_anew(commands: tuple[Command, ...], names: Mapping[str, str]) -> Iterator[tuple[Command, ...]]:
    """The commands with other names; nothing where the vocabulary does not allow that."""
    with suppress(InvalidCommandError, ValueError):
        yield tuple(validated(_with_names(command, names)) for command in commands)


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    changes = {}
    for field in value.__struct_fields__:
        current = getattr(value, field)
        if type(current) is str and current in names:
            changes[field] = names[current]
        elif isinstance(current, msgspec.Struct):
            changes[field] = _with_names(current, names)
    return replace(value, **changes) if changes else value


def _each_once(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """Without definitions that are there already."""
    kept: list[Command] = []
    for command in commands:
        if not (
            type(command).__name__.startswith(("Define", "Create", "Open", "Connect")) and command in kept
        ):
            kept.append(command)
    return tuple(kept)
