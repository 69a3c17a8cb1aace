"""Implementations that are right and show little: few abilities, and fields of answers left out at random.

What is not shown is unknown and never wrong, so none of them may be accused, whatever it hides.
"""

from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET

from implementations.right.named import random_adapter
from mqtck.conformance.contract import Adapter, World
from mqtck.reference.vocabulary.abilities import IMPLIED, Ability
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Outcome, Refused, Sent
from mqtck.reference.vocabulary.profile import Profile

LEAST = frozenset({Ability.LOCAL_QUEUES, Ability.JMS, Ability.MESSAGE_PRODUCER})


class ReticentWorld:
    def __init__(self, world: World, hidden: frozenset[str]) -> None:
        self.now = world.now
        self.close = world.close
        self._world = world
        self._hidden = hidden

    def execute(self, command: Command) -> Outcome:
        outcome: Outcome = without(self._world.execute(command), self._hidden)
        return outcome


class ReticentAdapter:
    """An implementation behind an adapter of some abilities that shows some fields."""

    def __init__(self, adapter: Any, abilities: frozenset[Ability], hidden: frozenset[str]) -> None:
        self.information = msgspec.structs.replace(
            adapter.information, abilities=abilities, without=IMPLIED - abilities
        )
        self.hidden = hidden
        self._adapter = adapter

    def open_world(self) -> World:
        return ReticentWorld(self._adapter.open_world(), self.hidden)

    def under(self, profile: Profile) -> Adapter:
        return ReticentAdapter(self._adapter.under(profile), self.information.abilities, self.hidden)

    def close(self) -> None:
        """Nothing is held."""


def reticent(seed: int) -> ReticentAdapter:
    """A random right implementation of which a random part is seen."""
    random = Random(seed)  # noqa: S311 - reproducible choices, nothing secret
    kept = random.choice((0.5, 0.8, 0.95))
    abilities = LEAST | {ability for ability in sorted(Ability) if random.random() < kept}
    hidden = frozenset(field for field in hideable() if random.random() < random.choice((0.1, 0.4, 0.8)))
    return ReticentAdapter(random_adapter(seed), abilities, hidden)


@cache
def hideable() -> tuple[str, ...]:
    """The fields of answers that may be left out, by their paths: `.message.body`, `.header.timestamp`, …"""
    return tuple(
        sorted(
            {path for outcome in (Sent, MessageReturned, Browsed, Refused) for path in _paths(outcome, "")}
        )
    )


def _paths(struct: type[msgspec.Struct], above: str) -> set[str]:
    found: set[str] = set()
    for field in msgspec.structs.fields(struct):
        path = f"{above}.{field.name}"
        if field.default is UNSET:
            found.add(path)
        for part in getattr(field.type, "__args__", (field.type,)):
            if isinstance(part, type) and issubclass(part, msgspec.Struct):
                found |= _paths(part, path)
    return found


def without(value: Any, hidden: frozenset[str], above: str = "") -> Any:
    """The answer with these fields left out."""
    if isinstance(value, tuple):
        return tuple(without(one, hidden, above) for one in value)
    if not isinstance(value, msgspec.Struct):
        return value
    changes = {}
    for field in msgspec.structs.fields(type(value)):
        path = f"{above}.{field.name}"
        current = getattr(value, field.name)
        if path in hidden:
            changes[field.name] = UNSET
        elif isinstance(current, msgspec.Struct | tuple):
            changes[field.name] = without(current, hidden, path)
    return msgspec.structs.replace(value, **changes)
