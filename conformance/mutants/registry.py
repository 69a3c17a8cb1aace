"""Mutants: the reference made wrong in one way each, to prove that the kit notices and blames the rule.

To add a mutant:

1. Find the chapter's module here, or write one with `MUTANTS: Final[tuple[Mutant, ...]]` and add
   it to the line of imports and to `CHAPTERS` here.
2. Find the small function, table or constant of the model that decides the rule; its docstring has the
   id. If the rule hides in a larger function, make it a function of its own first, in its own commit.
3. Give a name in kebab-case that never changes, one sentence of what the implementation wrongly does, and
   the rules that it breaks, the one that it is about first.
4. Patch it: `instead("chapters.message_expiry.TENTH", 1000)` for a function or a value,
   `around("package.module.name", wrong)` for a function that calls the right one, `answering(change)` for
   what is only shown.
5. `mqtck mutants NAME` must say that it is killed and fairly blamed. If it survives, the features or the
   judge are too weak: strengthen them, not the mutant.

A rule that is a MUST and on which no implementation can be wrong, or where that cannot be seen, is in
`cannot_be_wrong` with the reason. A test compares both with the testable rules.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from mqtck.conformance.contract import Adapter

from . import (
    channels,
    client,
    clusters,
    combined,
    combined_headers,
    combined_reports,
    correlation,
    delay,
    delivery,
    discards,
    enforcement,
    expiry,
    failure,
    headers,
    life,
    mapping,
    protection,
    publications,
    reports,
    staging,
    topics,
    transmission,
    zos,
)
from .loading import MutantAdapter
from .parts import Execute, Mutant, MutantError, Patch, answering, around, instead

__all__ = [
    "Execute",
    "Mutant",
    "MutantError",
    "Patch",
    "all_mutants",
    "answering",
    "around",
    "cannot_be_wrong",
    "instead",
    "mutant_adapter",
]

CHAPTERS: Final = (
    delay,
    client,
    staging,
    delivery,
    life,
    failure,
    reports,
    expiry,
    discards,
    headers,
    combined,
    combined_headers,
    combined_reports,
    mapping,
    correlation,
    zos,
    clusters,
    channels,
    protection,
    transmission,
    enforcement,
    publications,
    topics,
)


@cache
def all_mutants() -> tuple[Mutant, ...]:
    """Every mutant, by chapter. Nothing is cloned for it. Raises MutantError for a name used twice."""
    return _with_names_of_their_own(mutant for chapter in CHAPTERS for mutant in chapter.MUTANTS)


def _with_names_of_their_own(mutants: Iterable[Mutant]) -> tuple[Mutant, ...]:
    found: dict[str, Mutant] = {}
    for mutant in mutants:
        if mutant.name in found:
            raise MutantError(f"two mutants are named {mutant.name}.")
        found[mutant.name] = mutant
    return tuple(found.values())


def mutant_adapter(mutant: Mutant) -> Adapter:
    """The mutant as an implementation; its clone of the model is made with its first world."""
    return MutantAdapter(mutant)


def cannot_be_wrong() -> Mapping[str, str]:
    """The testable rules, by id, on which nothing can be seen to be wrong, and why."""
    return _CANNOT_BE_WRONG


_CANNOT_BE_WRONG: Final[Mapping[str, str]] = MappingProxyType(
    {
        "DD-72": "A non-persistent message for a shared queue may be lost and may be kept, and is recorded.",
        "AM-23": "A receiver generally dead-letters; to leave the message to the sender is as right.",
        "EX-51": "What a queue manager does with a put that lacks its header is not said: all is right.",
        "X-34": "A report that may be discarded is dead-lettered or dropped: both are right, and recorded.",
    }
)
