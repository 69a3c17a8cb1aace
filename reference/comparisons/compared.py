"""A comparison of what was seen with what the documents say, and what a number of comparisons amounts to."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from mqtck.reference.chapters.destination_uris import uri
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.results import Breach


class Compared(msgspec.Struct, frozen=True, gc=False):
    """One comparison; `rules` ask for it, the most telling one first.

    `also` are rules that it bears out where it holds and does not break: latitude, and worked examples.
    """

    rules: tuple[str, ...]
    what: str
    expected: object
    seen: object
    holds: bool
    also: tuple[str, ...] = ()


def equal(rules: tuple[str, ...], what: str, expected: object, seen: object) -> Compared:
    """Whether what was seen is what was expected."""
    return Compared(rules, what, expected, seen, seen == expected)


def bearing_out(rules: tuple[str, ...], one: Compared) -> Compared:
    """The comparison, which bears out no more than these rules where it holds, though it may break others."""
    return replace(one, rules=rules) if one.holds else one


def sifted(compared: Iterable[Compared]) -> tuple[tuple[Breach, ...], frozenset[str]]:
    """The breaches among comparisons, and the rules that all of them speak about."""
    breaches: list[Breach] = []
    rules: set[str] = set()
    for one in compared:
        rules.update(one.rules)
        if one.holds:
            rules.update(one.also)
        else:
            expected = f"{one.what} {_spelled(one.expected)}".rstrip()
            breaches.append(Breach(one.rules, expected, _spelled(one.seen)))
    return tuple(breaches), frozenset(rules)


def _spelled(value: object) -> str:
    """A destination as its URI: builders in every language read that."""
    match value:
        case QueueDestination() | TopicDestination():
            return uri(value)
        case _:
            return str(value)
