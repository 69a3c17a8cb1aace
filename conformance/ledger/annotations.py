"""Annotations of the ledger: what is known of a rule beside the rule itself.

Covers the accept-sets (where the documents can be read in several ways, the readings and what the kit
accepts), why a rule of advice or structure is not judged, why no random trace reaches a rule, and which rules
are about lives and delays.

The data are `accept_sets.json`, `not_judged.tsv`, `unreached.tsv` and `about_times.txt` in `data/`; the
tables have the columns rule and reason. `tests/test_reached.py` holds `unreached.tsv` against what random
traces do reach: a rule leaves it, or enters it with a reason, when that changes. `tests/test_ledger.py` holds
`about_times.txt` against what the rules say.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from .rules import load


class AcceptSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point on which the documents are silent or contradict themselves."""

    topic: str
    readings: tuple[str, ...]
    accepted: str
    rules: tuple[str, ...]


@cache
def accept_sets() -> tuple[AcceptSet, ...]:
    """All accept-sets, in the order of the chapters."""
    return msgspec.json.decode(_text("accept_sets.json"), type=tuple[AcceptSet, ...])


def accept_sets_of(rule_id: str) -> tuple[AcceptSet, ...]:
    """The accept-sets that name a rule."""
    return tuple(one for one in accept_sets() if rule_id in one.rules)


@cache
def not_judged() -> Mapping[str, str]:
    """Why a rule is not judged, for every rule that no implementation can break."""
    return _reasons("not_judged.tsv")


@cache
def unreached() -> Mapping[str, str]:
    """Why no random trace reaches a rule, for the testable rules of which that is so.

    Such a rule conforms by its scenarios alone; any other only where the judge finds that an answer bears
    it out.
    """
    return _reasons("unreached.tsv")


@cache
def about_times() -> frozenset[str]:
    """The rules about lives and delays, by which a message may well be missing; all of EX are."""
    expiring = (one.id for one in load().rules.values() if one.family == "EX")
    return frozenset(expiring).union(_text("about_times.txt").split())


def _reasons(name: str) -> Mapping[str, str]:
    rows = (line.partition("\t") for line in _text(name).splitlines()[1:])
    return MappingProxyType({rule_id: reason for rule_id, _, reason in rows})


def _text(name: str) -> str:
    return (files(__package__) / "data" / name).read_text(encoding="utf-8")
