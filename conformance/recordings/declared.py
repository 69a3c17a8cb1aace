"""Names that the head of a recording declares complete, and whether any record knows them.

A queue or a producer that no record mentions is most likely misspelt: what was to be judged by every rule
is judged less, or not at all, and nobody would see it. So it is told, with the name that was perhaps meant.
It is no breach, and the rest is judged. One head may stand for many traces, of which each has only some of
the names: a name is told where none of them knows it.

Left out: what was misspelt in a record, not in the head (nothing tells it from another queue), and the
staging queue, which a head may name to say that nobody defined it.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final, Literal

import msgspec

from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.recordings import EVERY, Observed

Kind = Literal["producer", "queue"]
_Names = list[tuple[Kind, str]]

REMEMBERED: Final = 10_000
"""Names in records, of which one may be near; those of more are not looked at."""


class Declared(msgspec.Struct, frozen=True, order=True):
    """A name that a head declares complete: where that stands, and whether a record of a trace mentions it.

    `nearest` is the most similar name in the records of the trace, empty where none is similar.
    """

    file: str
    number: int
    kind: Kind
    name: str
    mentioned: bool
    nearest: str = ""


class Mentions:
    """Which of the names declared complete the records of one trace mention."""

    def __init__(self, observed: Observed | None) -> None:
        queues = observed.queues if observed else ()
        producers = observed.producers if observed and observed.producers != EVERY else ()
        of_queues: _Names = [("queue", one) for one in queues if one != STAGING_QUEUE]
        of_producers: _Names = [("producer", one) for one in producers]
        self._declared = [*dict.fromkeys([*of_queues, *of_producers])]
        self._left = set(self._declared)
        self._names: dict[str, set[str]] = {"queue": set(), "producer": set()}

    def see(self, command: Command) -> None:
        """Take up what a recorded command mentions; costs nothing once every name was mentioned."""
        if self._left:
            self._look(command)

    def _look(self, value: Any) -> None:
        for field in value.__struct_fields__:
            one = getattr(value, field)
            if isinstance(one, str):
                self._left.discard(("producer" if field == "producer" else "queue", one))
                if field in self._names and len(self._names[field]) < REMEMBERED:
                    self._names[field].add(one)
            elif isinstance(one, msgspec.Struct):
                self._look(one)

    def declared(self, file: str, number: int) -> tuple[Declared, ...]:
        """What became of each declared name, in the head at a place."""
        return tuple(
            Declared(file, number, kind, name, mentioned=False, nearest=self._nearest(kind, name))
            if (kind, name) in self._left
            else Declared(file, number, kind, name, mentioned=True)
            for kind, name in self._declared
        )

    def _nearest(self, kind: Kind, name: str) -> str:
        """The most similar name that the head does not declare as well; case counts least."""
        others = {one.upper(): one for one in sorted(self._names[kind]) if (kind, one) not in self._declared}
        return next((others[one] for one in get_close_matches(name.upper(), others, n=1)), "")


def never_mentioned(declared: Iterable[Declared]) -> list[Declared]:
    """The names that no trace mentions, of all that were declared at one place; each once, in order."""
    found: dict[tuple[str, int, str, str], Declared] = {}
    for one in sorted(declared):
        place = (one.file, one.number, one.kind, one.name)
        # Sorted: what is mentioned comes last, and the names that are near in their order.
        found[place] = one
    return [one for one in found.values() if not one.mentioned]


def told(one: Declared) -> str:
    """What is told of a name that no record mentions."""
    meant = f"; was {one.nearest} meant?" if one.nearest else ""
    return f"the {one.kind} {one.name} is declared complete, and no record mentions it{meant}"
