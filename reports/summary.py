"""What every form of the report says in the same words: headline, order, marks and reasons.

A rule is *judged* where it was found to hold or not to hold; everything else is said to be what it is
(indeterminate, unsupported, adapter error, not judged) and never counted as conforming.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NamedTuple

from mqtck.reference.vocabulary.results import (
    DECIDED,
    ComplianceReport,
    Evidence,
    ImplementationReport,
    RuleResult,
    RuleVerdict,
    Verdict,
    first_few,
)

ORDER = (
    RuleVerdict.VIOLATES,
    RuleVerdict.ADAPTER_ERROR,
    RuleVerdict.INDETERMINATE,
    RuleVerdict.CONFORMS,
    RuleVerdict.UNSUPPORTED,
    RuleVerdict.NOT_JUDGED,
)
"""Verdicts in the order in which a reader wants them: what asks for an action comes first."""

_MOST_IN_A_LINE = 12
"""Rules of one verdict that the last line names; the report names all."""

_NUMBER = re.compile(r"\b0x[0-9a-fA-F]+|\d+")

_FAMILIES = ("DD", "EX", "AM", "HM", "X")

_JUDGED = frozenset({RuleVerdict.CONFORMS, RuleVerdict.VIOLATES})

_NOT_TOLD = frozenset({Verdict.ADAPTER_ERROR, Verdict.INDETERMINATE})

_MEANING = {
    RuleVerdict.VIOLATES: "the implementation did what no reading of the documents allows",
    RuleVerdict.ADAPTER_ERROR: "the adapter failed, which says nothing about the implementation",
    RuleVerdict.INDETERMINATE: "what was seen does not tell",
    RuleVerdict.CONFORMS: "everything seen is among what the documents allow",
    RuleVerdict.UNSUPPORTED: "the adapter cannot do, or does not show, what the rule needs",
    RuleVerdict.NOT_JUDGED: "nothing that was run exercised it",
}


class Share(NamedTuple):
    """So many of so many."""

    part: int
    whole: int

    def __str__(self) -> str:
        return f"{self.part} of {self.whole}"

    @property
    def percentage(self) -> str:
        """Rounded down, so that 100 % means all and 0 % means none."""
        if not self.whole:
            return "none"
        percent = 100 * self.part // self.whole
        return "under 1 %" if self.part and not percent else f"{percent} %"


class Headline(NamedTuple):
    """How much was judged, of all rules of the ledger and of the testable ones, and what came of it.

    `by_few` counts the rules that conform though fewer than half of their scenarios told anything.
    """

    judged: Share
    judged_of_testable: Share
    conforming: Share
    by_few: int

    def __str__(self) -> str:
        few = f", {self.by_few} of them by fewer than half of their scenarios" if self.by_few else ""
        return (
            f"{self.judged} rules judged ({self.judged.percentage}; "
            f"{self.judged_of_testable} that can be tested), "
            f"{self.conforming} judged rules conform ({self.conforming.percentage}){few}"
        )


class Deviation(StrEnum):
    """How far a violation reaches, as the rule's `portable` text tells."""

    BREAKS_JMS = "breaks JMS"
    MAY_BREAK_JMS = "may break JMS"
    DIFFERS_FROM_IBM_MQ = "differs from IBM MQ"


def headline(report: ImplementationReport, ledger: int) -> Headline:
    """The headline of one implementation; `ledger` is the number of all rules."""
    counts = verdict_counts(report)
    conforming = counts[RuleVerdict.CONFORMS]
    judged = conforming + counts[RuleVerdict.VIOLATES]
    testable = [rule for rule in report.rules if rule.testable]
    judged_testable = sum(rule.verdict in _JUDGED for rule in testable)
    return Headline(
        judged=Share(judged, ledger),
        judged_of_testable=Share(judged_testable, len(testable)),
        conforming=Share(conforming, judged),
        by_few=len(conforming_by_few(report)),
    )


def conforming_by_few(report: ImplementationReport) -> tuple[tuple[str, Share], ...]:
    """The rules that conform though fewer than half of their scenarios told anything, and how many did."""
    told = (
        (rule.rule, scenarios_that_told(rule))
        for rule in in_reading_order(report.rules)
        if rule.verdict is RuleVerdict.CONFORMS
    )
    return tuple((rule, share) for rule, share in told if 2 * share.part < share.whole)


def scenarios_that_told(rule: RuleResult) -> Share:
    """How many of the rule's scenarios that were run said yes or no; most others lack an ability."""
    told = rule.told_by_scenarios
    return Share(sum(told.get(verdict, 0) for verdict in DECIDED), sum(told.values()))


def scenarios_that_break(rule: RuleResult) -> str:
    """In how many of its scenarios that told anything a violated rule was broken; empty if in none."""
    told = rule.told_by_scenarios
    broken = Share(told.get(Verdict.VIOLATES, 0), scenarios_that_told(rule).part)
    return f"in {broken} scenarios" if broken.part else ""


def verdict_counts(report: ImplementationReport) -> dict[RuleVerdict, int]:
    """How many rules have each verdict, in the order of `ORDER`; zeros are there too."""
    counts = Counter(rule.verdict for rule in report.rules)
    return {verdict: counts[verdict] for verdict in ORDER}


def meaning(verdict: RuleVerdict) -> str:
    """The verdict in a few words, for a legend."""
    return _MEANING[verdict]


def deviation(rule: RuleResult) -> Deviation:
    """What a violation of the rule is; the ledger writes `(only ...)` where JMS demands just a part."""
    if not rule.portable:
        return Deviation.DIFFERS_FROM_IBM_MQ
    return Deviation.MAY_BREAK_JMS if "(only " in rule.portable else Deviation.BREAKS_JMS


def mark(rule: RuleResult) -> str:
    """The deviation of a violated rule with the section that demands it; empty for other verdicts."""
    if rule.verdict is not RuleVerdict.VIOLATES:
        return ""
    kind = deviation(rule)
    return str(kind) if kind is Deviation.DIFFERS_FROM_IBM_MQ else f"{kind} ({_section(rule.portable)})"


def broken_how(rule: RuleResult) -> str:
    """The mark of a violated rule, and in how many of its scenarios it was broken."""
    return ", ".join(filter(None, (mark(rule), scenarios_that_break(rule))))


def _section(portable: str) -> str:
    return portable.replace(" (only ", ": only ").removesuffix(")") if "(only " in portable else portable


def in_reading_order(rules: Iterable[RuleResult]) -> tuple[RuleResult, ...]:
    """Violations first, and among them those that break JMS; within one verdict by id."""
    deviations = tuple(Deviation)

    def position(rule: RuleResult) -> tuple[int, int, int, int, str]:
        far = deviations.index(deviation(rule)) if rule.verdict is RuleVerdict.VIOLATES else 0
        return (ORDER.index(rule.verdict), far, *_by_id(rule.rule))

    return tuple(sorted(rules, key=position))


def _by_id(rule_id: str) -> tuple[int, int, str]:
    family, _, number = rule_id.partition("-")
    rank = _FAMILIES.index(family) if family in _FAMILIES else len(_FAMILIES)
    return (rank, int(number) if number.isdecimal() else 0, rule_id)


def telling(rule: RuleResult) -> tuple[Evidence, ...]:
    """The evidence for a rule, the one that made the verdict first."""
    verdicts = (
        Verdict.VIOLATES,
        Verdict.ADAPTER_ERROR,
        Verdict.INDETERMINATE,
        Verdict.UNSUPPORTED,
        Verdict.CONFORMS,
    )
    return tuple(sorted(rule.evidence, key=lambda evidence: verdicts.index(evidence.verdict)))


def reason(rule: RuleResult) -> str:
    """Why the verdict is not a plain yes or no; empty where it is one."""
    if rule.verdict in _JUDGED:
        return ""
    if rule.verdict is RuleVerdict.UNSUPPORTED and rule.missing_abilities:
        return f"The adapter has no {', no '.join(rule.missing_abilities)}."
    given = (evidence.reason for evidence in telling(rule) if evidence.reason)
    return next(given, meaning(rule.verdict))


def undecided_in_part(rule: RuleResult) -> str:
    """Why a scenario of a rule that conforms in others did not tell; empty where all told."""
    if rule.verdict is not RuleVerdict.CONFORMS:
        return ""
    given = (one.reason for one in telling(rule) if one.verdict in _NOT_TOLD and one.reason)
    return next(given, "")


def in_one_line(report: ImplementationReport, ledger: int) -> str:
    """What came of an implementation, for the last line that somebody reads."""
    told = headline(report, ledger)
    named = {
        verdict: first_few(
            [rule.rule for rule in in_reading_order(report.rules) if rule.verdict is verdict], _MOST_IN_A_LINE
        )
        for verdict in (RuleVerdict.VIOLATES, RuleVerdict.ADAPTER_ERROR, RuleVerdict.INDETERMINATE)
    }
    parts = [f"{verdict.value}: {rules}" for verdict, rules in named.items() if rules]
    failed = failures(report)
    if failed and not named[RuleVerdict.ADAPTER_ERROR]:
        parts.append(failed)
    return f"{told.judged} rules judged, {told.conforming} conform" + "".join(f"; {part}" for part in parts)


def failures(report: ImplementationReport) -> str:
    """Of how many scenarios and cases the adapter's failure leaves nothing to be said; empty if of none."""
    failed = sum(method.verdicts.get(Verdict.ADAPTER_ERROR, 0) for method in report.methods)
    of = "scenario or case" if failed == 1 else "scenarios or cases"
    return f"the adapter failed in {failed} {of}" if failed else ""


def reasons(report: ImplementationReport, verdict: RuleVerdict) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Why rules have a verdict, each reason with its rules, the reason of most rules first."""
    told = ((reason(rule), rule.rule) for rule in in_reading_order(report.rules) if rule.verdict is verdict)
    return _grouped(told, alike=str if verdict is RuleVerdict.UNSUPPORTED else _but_for_numbers)


def reasons_in_part(report: ImplementationReport) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The same of scenarios that did not tell, of rules that conform in others."""
    told = ((undecided_in_part(rule), rule.rule) for rule in in_reading_order(report.rules))
    return _grouped(((why, rule) for why, rule in told if why), alike=_but_for_numbers)


def _but_for_numbers(why: str) -> str:
    """What a reason has in common with those that name another world, message or address."""
    return _NUMBER.sub("#", why)


def _grouped(
    told: Iterable[tuple[str, str]], alike: Callable[[str], str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Reasons that are alike are one, told as the first is."""
    found: dict[str, tuple[str, list[str]]] = {}
    for why, rule in told:
        found.setdefault(alike(why), (why, []))[1].append(rule)
    ordered = sorted(found.values(), key=lambda item: -len(item[1]))
    return tuple((why, tuple(rules)) for why, rules in ordered)


def missing_lines(report: ComplianceReport) -> tuple[str, ...]:
    """The first lines of a report: which implementations could not be judged, and why."""
    return tuple(
        f"{missing.adapter} is missing from this report: {missing.why}" for missing in report.missing
    )


def name_of(report: ImplementationReport) -> str:
    """An implementation with its version, its adapter and its clock, and its profiles where several count."""
    about = report.implementation
    profiles = ", ".join(profile.name for profile in about.profiles)
    judged = f"; profiles {profiles}" if profiles else ""
    return f"{about.name} {about.version} (adapter {about.adapter}, {about.clock} clock{judged})"


def source_of(evidence: Evidence) -> str:
    """Where a piece of evidence comes from, and under which profile where several were judged."""
    return f"{evidence.source}, profile {evidence.profile}" if evidence.profile else evidence.source
