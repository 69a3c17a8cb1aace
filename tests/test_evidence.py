"""Which pieces of evidence a rule's result carries."""

import re
from pathlib import Path

import pytest

from mqtck.adapters.reference import Reference
from mqtck.conformance.ledger.rules import load
from mqtck.conformance.mutants.registry import all_mutants, mutant_adapter
from mqtck.conformance.scenarios.abilities import one_as_written
from mqtck.conformance.scenarios.features import load_features, scenarios_by_rule
from mqtck.conformance.scenarios.running import run_scenario
from mqtck.conformance.suite.essentials import ESSENTIAL, unseen
from mqtck.conformance.suite.evidence import EVIDENCE_SHOWN, Found, rule_results
from mqtck.conformance.suite.features import Counts, scenario_evidence
from mqtck.conformance.suite.plan import Plan
from mqtck.conformance.suite.running import judge_adapter
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.profile import Platform, Profile
from mqtck.reference.vocabulary.results import Evidence, Method, RuleVerdict, Verdict

BORNE_OUT = {"DD-25": {Method.FEATURES: 1}, "HM-48": {Method.FEATURES: 1}}
"""How often the judge has found that an answer speaks about a rule."""


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


def test_what_passes_scenarios_of_which_the_judge_says_nothing_does_not_conform() -> None:
    """As where every send is refused in a way that each of them allows."""
    held = [piece(Method.FEATURES, Verdict.CONFORMS, f"held {number}") for number in range(2)]
    wrong = piece(Method.FEATURES, Verdict.VIOLATES, "wrong")
    by_rule = [one._replace(rule=rule) for one in held for rule in ("DD-26", "X-35")]
    results = {one.rule: one for one in rule_results(load(), {}, [*held, *by_rule], BORNE_OUT)}
    assert results["DD-25"].verdict is RuleVerdict.CONFORMS
    assert results["DD-26"].verdict is RuleVerdict.UNSUPPORTED
    assert results["DD-26"].evidence[0].reason == "Nothing that the adapter showed speaks about the rule."
    # Of this one no random trace speaks, nor does the judge.
    assert results["X-35"].verdict is RuleVerdict.CONFORMS
    broken = [*by_rule, wrong._replace(rule="DD-26")]
    (result,) = [one for one in rule_results(load(), {}, broken, {}) if one.rule == "DD-26"]
    assert result.verdict is RuleVerdict.VIOLATES
    assert result.evidence[1].verdict is Verdict.CONFORMS


def test_an_undecided_scenario_is_among_what_is_shown() -> None:
    found = [
        *(piece(Method.FEATURES, Verdict.CONFORMS, f"held {number}") for number in range(5)),
        piece(Method.FEATURES, Verdict.UNSUPPORTED, "not tried"),
        piece(Method.FEATURES, Verdict.INDETERMINATE, "late"),
    ]
    (result,) = [one for one in rule_results(load(), {}, found, BORNE_OUT) if one.rule == "DD-25"]
    assert [one.title for one in result.evidence] == ["held 0", "held 1", "late"]


def test_each_scenario_of_a_rule_is_counted_once_whatever_it_and_others_said() -> None:
    """Under each of several profiles it may say another thing; a scenario of another rule may blame it."""
    found = [
        piece(Method.FEATURES, Verdict.CONFORMS, "held"),
        piece(Method.FEATURES, Verdict.CONFORMS, "held"),
        piece(Method.FEATURES, Verdict.UNSUPPORTED, "held"),
        piece(Method.FEATURES, Verdict.INDETERMINATE, "broken once"),
        piece(Method.FEATURES, Verdict.VIOLATES, "broken once"),
        piece(Method.FEATURES, Verdict.UNSUPPORTED, "not tried"),
        piece(Method.FEATURES, Verdict.VIOLATES, "of another rule"),
        piece(Method.CAMPAIGN, Verdict.VIOLATES, "held"),
    ]
    own = {"DD-25": ("held", "broken once", "not tried", "not run")}
    (result,) = [one for one in rule_results(load(), own, found, BORNE_OUT) if one.rule == "DD-25"]
    assert result.told_by_scenarios == {Verdict.CONFORMS: 1, Verdict.VIOLATES: 1, Verdict.UNSUPPORTED: 1}


def test_a_scenario_in_which_the_adapter_failed_is_shown_before_an_undecided_one() -> None:
    found = [
        *(piece(Method.FEATURES, Verdict.CONFORMS, f"held {number}") for number in range(5)),
        piece(Method.FEATURES, Verdict.INDETERMINATE, "late"),
        piece(Method.FEATURES, Verdict.ADAPTER_ERROR, "failed"),
    ]
    (result,) = [one for one in rule_results(load(), {}, found, BORNE_OUT) if one.rule == "DD-25"]
    assert result.verdict is RuleVerdict.CONFORMS
    assert [one.title for one in result.evidence] == ["held 0", "held 1", "failed"]


def test_what_was_waited_for_in_vain_leaves_a_rule_undecided_whatever_else_conforms() -> None:
    """Who loses some messages for good conforms in all that is about others."""
    held = [piece(Method.FEATURES, Verdict.CONFORMS, f"held {number}") for number in range(5)]
    slow = piece(Method.FEATURES, Verdict.INDETERMINATE, "slow")
    lost = piece(Method.FEATURES, Verdict.INDETERMINATE, "lost")._replace(missed="order-1 is late or never")
    wrong = piece(Method.FEATURES, Verdict.VIOLATES, "wrong")

    def verdict(*found: Found) -> RuleVerdict:
        (result,) = [one for one in rule_results(load(), {}, found, BORNE_OUT) if one.rule == "DD-25"]
        return result.verdict

    assert verdict(*held, slow) is RuleVerdict.CONFORMS
    assert verdict(*held, slow, lost) is RuleVerdict.INDETERMINATE
    assert verdict(*held, lost, wrong) is RuleVerdict.VIOLATES
    (result,) = [
        one for one in rule_results(load(), {}, [*held, slow, lost], BORNE_OUT) if one.rule == "DD-25"
    ]
    assert result.evidence[0].title == "lost"


def test_what_others_say_in_passing_is_not_enough_where_its_own_scenarios_tell_nothing() -> None:
    """Who cannot set a life below the delay accepts what is above it, and has not been tried."""
    lacking = piece(Method.FEATURES, Verdict.UNSUPPORTED, "a life below the delay is refused")
    held = piece(Method.FEATURES, Verdict.CONFORMS, "a life above the delay is accepted")

    def verdict(counts: dict[Method, int], *found: Found) -> RuleVerdict:
        (result,) = [one for one in rule_results(load(), {}, found, {"DD-25": counts}) if one.rule == "DD-25"]
        assert sum(result.judged_by.values()) == 0 or result.verdict is RuleVerdict.CONFORMS
        return result.verdict

    assert verdict({Method.FEATURES: 9}, lacking) is RuleVerdict.UNSUPPORTED
    assert verdict({Method.FEATURES: 9}, lacking, held) is RuleVerdict.CONFORMS
    assert verdict({Method.FEATURES: 9, Method.CAMPAIGN: 1}, lacking) is RuleVerdict.UNSUPPORTED
    assert verdict({Method.FEATURES: 9, Method.CAMPAIGN: 1}, lacking, held) is RuleVerdict.CONFORMS
    assert verdict({Method.FEATURES: 9}) is RuleVerdict.CONFORMS
    assert verdict({Method.CAMPAIGN: 1}) is RuleVerdict.CONFORMS


def test_a_rule_that_an_adapter_cannot_show_does_not_conform_by_its_controls() -> None:
    """A persistent publication that comes says nothing of PMSGDLV where topics have none."""
    lacking = unseen(frozenset(Ability) - {Ability.TOPIC_DELIVERY})
    assert lacking.keys() == {"DD-120", "DD-121"}
    control = [Found("DD-120", piece(Method.FEATURES, Verdict.CONFORMS, "control").evidence)]
    broken = [*control, Found("DD-120", piece(Method.FEATURES, Verdict.VIOLATES, "broken").evidence)]
    untold = [*control, Found("DD-120", piece(Method.FEATURES, Verdict.UNSUPPORTED, "not tried").evidence)]
    counts = {"DD-120": {Method.CAMPAIGN: 7}}
    for found, without, verdict in (
        (control, lacking, RuleVerdict.UNSUPPORTED),
        (untold, lacking, RuleVerdict.UNSUPPORTED),
        (broken, lacking, RuleVerdict.VIOLATES),
        (untold, {}, RuleVerdict.CONFORMS),
    ):
        results = rule_results(load(), {}, found, counts, {}, without)
        (result,) = [one for one in results if one.rule == "DD-120"]
        assert result.verdict is verdict
        assert result.missing_abilities == without.get("DD-120", ())


@pytest.mark.parametrize(("rule", "needed"), ESSENTIAL.items())
def test_what_is_essential_for_a_rule_is_needed_by_some_of_its_scenarios_and_not_by_others(
    rule: str, needed: tuple[Ability, ...]
) -> None:
    scenarios = scenarios_by_rule(load_features())[rule]
    without = frozenset(Ability) - frozenset(needed)
    can_be_done = [one_as_written((one,), without) for one in scenarios]
    assert any(can_be_done)
    assert not all(can_be_done)


def test_a_scenario_about_a_rule_is_shown_before_one_that_breaks_it_besides() -> None:
    """Scenarios of combined rules come first and are longer; their traces say little of the rule alone."""
    parked = mutant_adapter(next(one for one in all_mutants() if one.name == "parked-on-target"))
    rules = frozenset({"DD-06", "X-54"})
    plan = Plan("x", "none:none", frozenset({Method.FEATURES}), rules, seed=1, output=Path("nowhere"))
    report = judge_adapter(parked, plan, lambda _: None, lambda _name, _trace: "mqtck replay x")
    (held,) = [one for one in report.rules if one.rule == "DD-06"]
    assert held.verdict is RuleVerdict.VIOLATES
    assert held.evidence[0].source.startswith("delivery_delay/01_")
    assert (held.evidence[0].expected, held.evidence[0].seen) == ("depth 1 on ORDERS", "2")


def test_a_rule_that_was_not_asked_for_does_not_conform_but_may_be_broken() -> None:
    """The scenarios about it were not run: what those of others show in passing is not enough."""
    parked = mutant_adapter(next(one for one in all_mutants() if one.name == "parked-on-target"))
    rules = frozenset({"DD-26", "X-54"})
    plan = Plan("x", "none:none", frozenset({Method.FEATURES}), rules, seed=1, output=Path("nowhere"))
    report = judge_adapter(parked, plan, lambda _: None, lambda _name, _trace: "mqtck replay x")
    verdicts = {one.rule: one.verdict for one in report.rules}
    assert verdicts["DD-26"] is RuleVerdict.CONFORMS
    assert verdicts["DD-06"] is RuleVerdict.VIOLATES
    others = {verdict for rule, verdict in verdicts.items() if rule not in rules}
    assert others == {RuleVerdict.VIOLATES, RuleVerdict.NOT_JUDGED}


def test_scenarios_that_keep_their_own_rules_and_break_others_are_counted() -> None:
    parked = mutant_adapter(next(one for one in all_mutants() if one.name == "parked-on-target"))
    plan = Plan("x", "none:none", frozenset({Method.FEATURES}), frozenset({"X-39"}), 1, Path("nowhere"))
    report = judge_adapter(parked, plan, lambda _: None, lambda _name, _trace: "mqtck replay x")
    assert "DD-06" in {one.rule for one in report.rules if one.verdict is RuleVerdict.VIOLATES}
    (features,) = report.methods
    assert re.search(r"\b[1-9]\d* that are no violation of their own rules break others", features.detail)


def test_no_more_traces_are_kept_of_what_cannot_be_done_than_are_shown() -> None:
    """An adapter with few abilities has thousands of scenarios that say nothing."""
    elsewhere = next(one for one in load_features() if "multiplatforms" in one.tags)
    result = run_scenario(Reference(Profile(platform=Platform.ZOS)), elsewhere)
    assert result.verdict is Verdict.UNSUPPORTED
    counts, saved = Counts(), list[str]()

    def save() -> str:
        saved.append(elsewhere.name)
        return "again"

    found = [piece for _ in range(10) for piece in scenario_evidence(result, save, counts)]
    assert len(saved) == EVIDENCE_SHOWN
    assert [bool(piece.evidence.replay) for piece in found if piece.rule == min(elsewhere.rules)] == [
        *[True] * EVIDENCE_SHOWN,
        *[False] * (10 - EVIDENCE_SHOWN),
    ]


def of_publications(also: tuple[str, ...]) -> Found:
    return piece(Method.FEATURES, Verdict.VIOLATES, "published")._replace(rule="HM-48", also=also)


@pytest.mark.parametrize(
    ("also", "sends", "blamed"),
    [
        (("HM-30",), Verdict.VIOLATES, ["HM-30"]),
        (("HM-30",), Verdict.CONFORMS, ["HM-48"]),
        (("HM-35",), Verdict.VIOLATES, ["HM-30", "HM-48"]),
        ((), Verdict.VIOLATES, ["HM-30", "HM-48"]),
    ],
)
def test_what_messages_that_are_sent_break_too_is_not_blamed_on_publications_being_different(
    also: tuple[str, ...], sends: Verdict, blamed: list[str]
) -> None:
    sent = piece(Method.FEATURES, sends, "sent")._replace(rule="HM-30")
    results = rule_results(load(), {}, [sent, of_publications(also)], {})
    assert [one.rule for one in results if one.verdict is RuleVerdict.VIOLATES] == blamed


def test_what_conforms_stays_with_its_own_rule() -> None:
    """The judge may hold something against a scenario that has looked for something else."""
    sent = piece(Method.FEATURES, Verdict.VIOLATES, "sent")._replace(rule="HM-30")
    held = piece(Method.FEATURES, Verdict.CONFORMS, "held")._replace(rule="HM-48", also=("HM-30",))
    results = {one.rule: one for one in rule_results(load(), {"HM-48": ("held",)}, [sent, held], BORNE_OUT)}
    assert results["HM-48"].told_by_scenarios == {Verdict.CONFORMS: 1}
    assert results["HM-48"].verdict is RuleVerdict.CONFORMS
