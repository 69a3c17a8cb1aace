"""A compliance report made by hand for the tests: every verdict, both clocks, hostile texts on demand."""

from mqtck.conformance.ledger.rules import Rule, load
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import (
    REPORT_FORMAT_VERSION,
    ComplianceReport,
    Evidence,
    Implementation,
    ImplementationReport,
    Method,
    MethodSummary,
    MissingImplementation,
    Recorded,
    RuleResult,
    RuleVerdict,
    Verdict,
)

MISSING = (MissingImplementation(adapter="openmq", why="its jars cannot be had: no network"),)
TTL_BELOW_DELAY = Evidence(
    method=Method.FEATURES,
    verdict=Verdict.VIOLATES,
    source="restrictions.feature:41",
    title="A time to live below the delay is refused",
    expected="refused with MQRC_EXPIRY_ERROR (2013) at setTimeToLive or at the send",
    seen="the send returned normally",
    lines=(
        "producer P: setDeliveryDelay 5000 -> done",
        "producer P: setTimeToLive 3000 -> done",
        "producer P: send m1 to TARGET -> sent",
    ),
    replay="mqtck replay conformance-report/replays/DD-25.jsonl --adapter artemis",
)

SPECIAL = {
    "DD-25": (RuleVerdict.VIOLATES, (TTL_BELOW_DELAY,)),
    "DD-01": (
        RuleVerdict.VIOLATES,
        (
            Evidence(
                method=Method.CAMPAIGN,
                verdict=Verdict.VIOLATES,
                source="seed 17",
                expected="nothing before 2000 ms have passed",
                seen="m1 after 400 ms",
                replay="mqtck replay conformance-report/replays/DD-01.jsonl --adapter artemis",
            ),
        ),
    ),
    "DD-06": (
        RuleVerdict.VIOLATES,
        (
            Evidence(
                method=Method.PROPERTIES,
                verdict=Verdict.VIOLATES,
                source="browse",
                expected="no message",
                seen="m1",
            ),
        ),
    ),
    "DD-02": (RuleVerdict.UNSUPPORTED, ()),
    "DD-07": (
        RuleVerdict.UNSUPPORTED,
        (
            Evidence(
                method=Method.FEATURES,
                verdict=Verdict.UNSUPPORTED,
                source="staging.feature:12",
                reason="no staging queue that can be inspected",
            ),
        ),
    ),
    "DD-42": (
        RuleVerdict.INDETERMINATE,
        (
            Evidence(
                method=Method.FEATURES,
                verdict=Verdict.INDETERMINATE,
                source="transactions.feature:8",
                reason="the machine was too slow to tell",
            ),
        ),
    ),
    "DD-44": (
        RuleVerdict.ADAPTER_ERROR,
        (
            Evidence(
                method=Method.FEATURES,
                verdict=Verdict.ADAPTER_ERROR,
                source="transactions.feature:20",
                reason="the adapter hung in Rollback",
            ),
        ),
    ),
}


RULES = len(load().rules)
TESTABLE = sum(rule.testable for rule in load().rules.values())
JUDGED = frozenset([rule.id for rule in load().rules.values() if rule.testable][:140])
"""So many rules are judged in the sample, whatever this version judges."""


def _result(rule: Rule, special: dict[str, tuple[RuleVerdict, tuple[Evidence, ...]]]) -> RuleResult:
    ledger = load()
    judged = RuleVerdict.CONFORMS if rule.id in JUDGED else RuleVerdict.NOT_JUDGED
    verdict, evidence = special.get(rule.id, (judged, ()))
    return RuleResult(
        rule=rule.id,
        statement=rule.statement,
        strength=rule.strength,
        testable=rule.testable,
        verdict=verdict,
        portable=rule.portable,
        scenarios=("A time to live below the delay is refused",) if rule.id == "DD-25" else (),
        evidence=evidence,
        judged_by={Method.FEATURES: 1, Method.CAMPAIGN: 12} if verdict is RuleVerdict.CONFORMS else {},
        note=ledger.product_note(rule.id),
    )


def _implementation(
    name: str, clock: ClockKind, special: dict[str, tuple[RuleVerdict, tuple[Evidence, ...]]]
) -> ImplementationReport:
    return ImplementationReport(
        implementation=Implementation(
            adapter=name.lower(),
            name=name,
            version="2.56.0",
            clock=clock,
            abilities=("local queues", "JMS client"),
            missing_abilities=("MQI calls", "staging queue that can be inspected") if special else (),
        ),
        methods=(
            MethodSummary(
                method=Method.FEATURES,
                cases=212,
                commands=1890,
                seconds=31.25,
                verdicts={Verdict.CONFORMS: 205, Verdict.VIOLATES: 7},
            ),
            MethodSummary(
                method=Method.CAMPAIGN, cases=1000, commands=300_000, seconds=12.5, detail="4 tasks"
            ),
        ),
        rules=tuple(_result(rule, special) for rule in load().rules.values()),
        recorded=(
            Recorded(
                question="Is a negative delivery delay refused?",
                answer="accepted, delivered at once",
                source="open_questions.feature:7",
                rules=("DD-03",),
            ),
        )
        if special
        else (),
    )


def sample(*, missing: tuple[MissingImplementation, ...] = ()) -> ComplianceReport:
    """The reference, which conforms, and a broker with three violations."""
    return ComplianceReport(
        mqtck_report=REPORT_FORMAT_VERSION,
        kit_version="0.1.0",
        made="2026-01-31T12:00:00+00:00",
        ledger=len(load().rules),
        implementations=(
            _implementation("Reference", ClockKind.VIRTUAL, {}),
            _implementation("Artemis", ClockKind.REAL, SPECIAL),
        ),
        missing=missing,
    )


def hostile(text: str) -> ComplianceReport:
    """A report in which every text that an implementation or an adapter gives is `text`."""
    evidence = Evidence(
        method=Method.FEATURES,
        verdict=Verdict.VIOLATES,
        source=text,
        title=text,
        expected=text,
        seen=text,
        reason=text,
        lines=(text, text),
        replay=text,
    )
    error = Evidence(
        method=Method.FEATURES, verdict=Verdict.ADAPTER_ERROR, source=text, seen=text, reason=text
    )
    report = _implementation(
        "Artemis",
        ClockKind.REAL,
        {"DD-25": (RuleVerdict.VIOLATES, (evidence,)), "DD-44": (RuleVerdict.ADAPTER_ERROR, (error,))},
    )
    return ComplianceReport(
        mqtck_report=REPORT_FORMAT_VERSION,
        kit_version=text,
        made=text,
        ledger=RULES,
        implementations=(
            ImplementationReport(
                implementation=Implementation(
                    adapter=text, name=text, version=text, clock=ClockKind.REAL, missing_abilities=(text,)
                ),
                methods=(
                    MethodSummary(method=Method.FEATURES, cases=1, commands=1, seconds=0.1, detail=text),
                ),
                rules=report.rules,
                recorded=(Recorded(question=text, answer=text, source=text, rules=(text,)),),
            ),
        ),
        missing=(MissingImplementation(adapter=text, why=text),),
    )


def implementation(report: ComplianceReport, name: str) -> ImplementationReport:
    return next(one for one in report.implementations if one.implementation.name == name)


def result(report: ImplementationReport, rule_id: str) -> RuleResult:
    return next(rule for rule in report.rules if rule.rule == rule_id)
