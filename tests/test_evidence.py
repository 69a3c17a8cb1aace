"""Which pieces of evidence a rule's result carries."""

from mqtck.conformance.ledger.rules import load
from mqtck.conformance.suite.evidence import EVIDENCE_SHOWN, Found, rule_results
from mqtck.reference.vocabulary.results import Evidence, Method, RuleVerdict, Verdict


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


def test_a_scenario_in_which_the_adapter_failed_is_shown_before_an_undecided_one() -> None:
    found = [
        *(piece(Method.FEATURES, Verdict.CONFORMS, f"held {number}") for number in range(5)),
        piece(Method.FEATURES, Verdict.INDETERMINATE, "late"),
        piece(Method.FEATURES, Verdict.ADAPTER_ERROR, "failed"),
    ]
    (result,) = [one for one in rule_results(load(), {}, found, {}) if one.rule == "DD-25"]
    assert result.verdict is RuleVerdict.CONFORMS
    assert [one.title for one in result.evidence] == ["held 0", "held 1", "failed"]


def test_what_was_waited_for_in_vain_leaves_a_rule_undecided_whatever_else_conforms() -> None:
    """Who loses some messages for good conforms in all that is about others."""
    held = [piece(Method.FEATURES, Verdict.CONFORMS, f"held {number}") for number in range(5)]
    slow = piece(Method.FEATURES, Verdict.INDETERMINATE, "slow")
    lost = piece(Method.FEATURES, Verdict.INDETERMINATE, "lost")._replace(missed="order-1 is late or never")
    wrong = piece(Method.FEATURES, Verdict.VIOLATES, "wrong")

    def verdict(*found: Found) -> RuleVerdict:
        (result,) = [one for one in rule_results(load(), {}, found, {}) if one.rule == "DD-25"]
        return result.verdict

    assert verdict(*held, slow) is RuleVerdict.CONFORMS
    assert verdict(*held, slow, lost) is RuleVerdict.INDETERMINATE
    assert verdict(*held, lost, wrong) is RuleVerdict.VIOLATES
    (result,) = [one for one in rule_results(load(), {}, [*held, slow, lost], {}) if one.rule == "DD-25"]
    assert result.evidence[0].title == "lost"
