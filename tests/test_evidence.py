"""Which pieces of evidence a rule's result carries."""

from mqtck.conformance.ledger.rules import load
from mqtck.conformance.suite.evidence import EVIDENCE_SHOWN, Found, rule_results
from mqtck.reference.vocabulary.results import Evidence, Method, Verdict


def piece(method: Method, verdict: Verdict, title: str) -> Found:
    evidence = Evidence(method=method, verdict=verdict, source="here", title=title)
    return Found("DD-25", evidence)


def test_each_method_shows_what_it_found_before_any_shows_more() -> None:
    found = [
        *(piece(Method.FEATURES, Verdict.CONFORMS, f"held {number}") for number in range(3)),
        *(piece(Method.FEATURES, Verdict.VIOLATES, f"scenario {number}") for number in range(5)),
        piece(Method.PROPERTIES, Verdict.VIOLATES, "example"),
        piece(Method.CAMPAIGN, Verdict.VIOLATES, "case"),
    ]
    results = rule_results(load(), {}, found, {})
    (result,) = [one for one in results if one.rule == "DD-25"]
    assert [one.title for one in result.evidence] == ["scenario 0", "example", "case"]
    assert len(result.evidence) == EVIDENCE_SHOWN
    assert result.judged_by[Method.FEATURES] == len(found) - 2


def test_an_undecided_scenario_is_among_what_is_shown() -> None:
    found = [
        *(piece(Method.FEATURES, Verdict.CONFORMS, f"held {number}") for number in range(5)),
        piece(Method.FEATURES, Verdict.UNSUPPORTED, "not tried"),
        piece(Method.FEATURES, Verdict.INDETERMINATE, "late"),
    ]
    (result,) = [one for one in rule_results(load(), {}, found, {}) if one.rule == "DD-25"]
    assert [one.title for one in result.evidence] == ["held 0", "held 1", "late"]
