"""Refusals and absences say something of an implementation alone that accepts and shows what it should."""

from pathlib import Path

import pytest
from answered_otherwise import Answer, Otherwise, as_ever

from mqtck.adapters.reference import ReferenceWorld
from mqtck.conformance.ledger.rules import load
from mqtck.conformance.scenarios.features import load_features, scenarios_by_rule
from mqtck.conformance.suite import features
from mqtck.conformance.suite.evidence import Found, rule_results
from mqtck.conformance.suite.plan import Plan
from mqtck.conformance.suite.premises import PREMISES, not_shown
from mqtck.conformance.suite.running import judge_adapter
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.results import Evidence, Method, RuleResult, RuleVerdict, Verdict

ABOUT = frozenset({"DD-02", "DD-38", "DD-43", "DD-110", "EX-17", "EX-62"})
"""Rules of which some are premises of the others."""


def results_of(
    answer: Answer, monkeypatch: pytest.MonkeyPatch, rules: frozenset[str] = frozenset()
) -> dict[str, RuleResult]:
    some = tuple(one for one in load_features() if one.rules & ABOUT)
    monkeypatch.setattr(features, "load_features", lambda: some)
    plan = Plan("x", "none:none", frozenset({Method.FEATURES}), rules, seed=1, output=Path("nowhere"))
    report = judge_adapter(Otherwise(answer), plan, lambda _: None, lambda _name, _trace: "mqtck replay x")
    return {one.rule: one for one in report.rules if one.rule in ABOUT}


def verdicts(results: dict[str, RuleResult]) -> dict[str, RuleVerdict]:
    return {rule: result.verdict for rule, result in results.items()}


def _delayed_send_refused(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    """The setter is accepted, and every send of that producer refused."""
    if isinstance(command, c.SetDeliveryDelay) and command.milliseconds:
        world.__dict__.setdefault("delayed", set()).add(command.producer)
    if isinstance(command, c.Send) and command.producer in world.__dict__.get("delayed", ()):
        return o.Refused(2051)
    return as_ever(world, command)


def _all_lost(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    match as_ever(world, command):
        case o.MessageReturned():
            return o.NoMessage()
        case o.Browsed():
            return o.Browsed(())
        case o.DepthRead():
            return o.DepthRead(0)
        case other:
            return other


def test_who_shows_both_conforms(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(verdicts(results_of(as_ever, monkeypatch)).values()) == {RuleVerdict.CONFORMS}


def test_who_refuses_every_delayed_send_does_not_conform_where_some_have_to_be_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = verdicts(results_of(_delayed_send_refused, monkeypatch))
    assert told["EX-17"] is RuleVerdict.CONFORMS
    assert RuleVerdict.CONFORMS not in {told["DD-38"], told["DD-43"], told["DD-110"]}


def test_who_loses_every_message_does_not_conform_where_none_is_returned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = verdicts(results_of(_all_lost, monkeypatch))
    assert told["DD-02"] is told["EX-62"] is RuleVerdict.VIOLATES
    assert RuleVerdict.CONFORMS not in {told["DD-43"], told["EX-17"]}


def test_a_report_tells_what_was_never_shown() -> None:
    evidence = Evidence(method=Method.FEATURES, verdict=Verdict.CONFORMS, source="here", title="refused")
    lacking = {"DD-110": "a delayed message that arrives"}
    counts = {"DD-110": {Method.FEATURES: 1}}
    (result,) = (
        one
        for one in rule_results(load(), {}, [Found("DD-110", evidence)], counts, premises=lacking)
        if one.rule == "DD-110"
    )
    assert result.verdict is RuleVerdict.UNSUPPORTED
    (shown,) = result.evidence
    assert (
        shown.reason == "The adapter never showed a delayed message that arrives: what it did says nothing."
    )


def test_a_run_of_some_rules_need_not_show_others(monkeypatch: pytest.MonkeyPatch) -> None:
    results = results_of(as_ever, monkeypatch, frozenset({"DD-43"}))
    assert results["DD-43"].verdict is RuleVerdict.CONFORMS


def test_premises_are_of_rules_that_have_scenarios_and_are_no_premises_themselves() -> None:
    with_scenarios = scenarios_by_rule(load_features()).keys()
    of = [rule for premise in PREMISES for rule in premise.of]
    by = frozenset[str]().union(*(premise.by for premise in PREMISES))
    assert len(of) == len(set(of))
    assert with_scenarios >= set(of)
    assert with_scenarios >= by
    assert by.isdisjoint(of)


def test_one_of_the_rules_of_a_premise_is_enough() -> None:
    for premise in PREMISES:
        for rule in premise.by:
            assert premise.of.isdisjoint(not_shown([rule]).keys())
    assert not_shown([]).keys() == {rule for premise in PREMISES for rule in premise.of}
