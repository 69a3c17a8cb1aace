"""Results: verdicts with their evidence, the only thing that the reports know.

A compliance report is one JSON document (`ComplianceReport`); every other form is made from it.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from .profile import ClockKind, Profile

MOST_TOLD: Final = 500
"""Characters of what an implementation answered that are told of it; all of it stands in the trace."""


def clipped(text: str, limit: int) -> str:
    """The text, cut where it is longer than `limit` characters, with a word on how much is left out."""
    if len(text) <= limit:
        return text
    return f"{text[:limit].rstrip()} … ({len(text) - limit} more characters)"


def bounded(answered: str) -> str:
    """What an implementation answered, at most `MOST_TOLD` characters of it."""
    return clipped(answered, MOST_TOLD)


def first_few(names: Sequence[str], most: int) -> str:
    """At most so many of the names, the first ones, and how many there are beside these."""
    left = len(names) - most
    return ", ".join(names[:most]) + (f" and {left} more" if left > 0 else "")


class Verdict(StrEnum):
    """Closed: a time-out or a missing ability is never folded into a violation."""

    CONFORMS = "conforms"
    VIOLATES = "violates"
    INDETERMINATE = "indeterminate"
    UNSUPPORTED = "unsupported"
    ADAPTER_ERROR = "adapter error"


DECIDED: Final = frozenset({Verdict.CONFORMS, Verdict.VIOLATES})
"""The verdicts that say yes or no."""


class RuleVerdict(StrEnum):
    """What a report says of one rule; `not judged` where nothing exercised it."""

    CONFORMS = "conforms"
    VIOLATES = "violates"
    INDETERMINATE = "indeterminate"
    UNSUPPORTED = "unsupported"
    ADAPTER_ERROR = "adapter error"
    NOT_JUDGED = "not judged"


class Method(StrEnum):
    FEATURES = "features"
    PROPERTIES = "properties"
    CAMPAIGN = "campaign"
    RECORDINGS = "recordings"


class Strength(StrEnum):
    MUST = "MUST"
    MAY = "MAY"
    INFO = "INFO"


class Breach(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was accepted and what was seen, with the rules that ask for it, the most telling one first.

    `step` is the place in the trace, from 1.
    """

    rules: tuple[str, ...]
    expected: str
    seen: str
    step: int | None = None


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One scenario or trace that speaks about a rule.

    `source` names it (feature file and line, property, or seed); `lines` is the trace for people;
    `replay` is the command line that runs it again; `reason` says why it is not a yes or a no. `profile`
    names the one under which it was found, where several were judged.
    """

    method: Method
    verdict: Verdict
    source: str
    title: str = ""
    expected: str = ""
    seen: str = ""
    reason: str = ""
    lines: tuple[str, ...] = ()
    replay: str = ""
    profile: str = ""


class ProductNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the product's own client was measured to do; shown beside a verdict, never deciding it.

    `remark` compares that client with the documents; it says nothing of the implementation that is judged.
    """

    documents: str
    client: str
    remark: str

    @property
    def alone(self) -> str:
        """What the client does, where the words of the documents do not stand beside it."""
        done = self.client.removeprefix("the same")
        return self.client if done == self.client else f"as documented{done}"

    @property
    def compared(self) -> str:
        """The remark, beside what an implementation did."""
        return f"this client beside the documents: {self.remark}"


class RuleResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`portable` names the section of JMS 2.0 that demands the rule as well, empty where none does.

    `judged_by` counts, for each method, how many times the rule was found to hold or not to.
    `missing_abilities` are those that the adapter lacks for the cheapest scenario of the rule.
    `told_by_scenarios` counts the verdicts of the scenarios about it; others may blame it as well.
    """

    rule: str
    statement: str
    strength: Strength
    testable: bool
    verdict: RuleVerdict
    portable: str = ""
    scenarios: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    judged_by: dict[Method, int] = {}
    note: ProductNote | None = None
    missing_abilities: tuple[str, ...] = ()
    told_by_scenarios: dict[Verdict, int] = {}


class Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question that the documents leave open, and what the implementation did."""

    question: str
    answer: str
    source: str
    rules: tuple[str, ...] = ()


class Implementation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an adapter says of itself; `profiles` are those that were judged, where it offers several."""

    adapter: str
    name: str
    version: str
    clock: ClockKind
    abilities: tuple[str, ...] = ()
    missing_abilities: tuple[str, ...] = ()
    profile: Profile = Profile()
    profiles: tuple[Profile, ...] = ()


class MethodSummary(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one method did: how many scenarios or traces, how many commands, in how long (seconds)."""

    method: Method
    cases: int
    commands: int
    seconds: float
    verdicts: dict[Verdict, int] = {}
    detail: str = ""


class ImplementationReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    implementation: Implementation
    methods: tuple[MethodSummary, ...]
    rules: tuple[RuleResult, ...]
    recorded: tuple[Recorded, ...]


class MissingImplementation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An implementation that was to be judged and could not be had."""

    adapter: str
    why: str


class ComplianceReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole report. `made` is an ISO 8601 time; `ledger` the number of rules in the ledger."""

    mqtck_report: int
    kit_version: str
    made: str
    ledger: int
    implementations: tuple[ImplementationReport, ...]
    missing: tuple[MissingImplementation, ...] = ()


REPORT_FORMAT_VERSION = 1
