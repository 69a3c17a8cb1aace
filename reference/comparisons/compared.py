"""A comparison of what was seen with what the documents say, and what a number of comparisons amounts to."""

from collections.abc import Iterable

import msgspec

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


def sifted(compared: Iterable[Compared]) -> tuple[tuple[Breach, ...], frozenset[str]]:
    """The breaches among comparisons, and the rules that all of them speak about."""
    breaches: list[Breach] = []
    rules: set[str] = set()
    for one in compared:
        rules.update(one.rules)
        if one.holds:
            rules.update(one.also)
        else:
            breaches.append(Breach(one.rules, f"{one.what} {one.expected}".rstrip(), str(one.seen)))
    return tuple(breaches), frozenset(rules)
