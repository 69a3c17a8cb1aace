"""The index of rules: what is gathered about a rule, in every form, and the page that is kept of it."""

import json
from pathlib import Path

import pytest

from mqtck.__main__ import main
from mqtck.command_line.rules_page import page
from mqtck.conformance.ledger.annotations import accept_sets, accept_sets_of, not_judged
from mqtck.conformance.ledger.rules import every_testable, load
from mqtck.conformance.mutants.parts import Mutant
from mqtck.conformance.rule_index import index as rule_index
from mqtck.conformance.rule_index.deciding_functions import deciding_functions, naming, rules_named
from mqtck.conformance.rule_index.index import Entry, index
from mqtck.conformance.scenarios.abilities import Needs, needs
from mqtck.conformance.scenarios.features import load_features, read_feature, scenarios_by_rule
from mqtck.reference.vocabulary.abilities import Ability

ROOT = Path(__file__).parent.parent

# --- annotations -----------------------------------------------------------------------------------------


def test_every_rule_that_cannot_be_tested_says_why_and_no_other_does() -> None:
    assert list(not_judged()) == [rule.id for rule in load().rules.values() if not rule.testable]


def test_every_reason_is_a_sentence_of_its_own() -> None:
    reasons = list(not_judged().values())
    assert len(set(reasons)) == len(reasons) == 21
    assert [reason for reason in reasons if not (reason[0].isupper() and reason.endswith("."))] == []


def test_accept_sets_name_rules_and_say_what_is_accepted() -> None:
    assert {rule for one in accept_sets() for rule in one.rules} <= set(load().rules)
    assert [one.topic for one in accept_sets() if not (one.readings and one.accepted and one.rules)] == []


def test_an_accept_set_is_shown_for_each_rule_that_it_names() -> None:
    assert [one.topic for one in accept_sets_of("EX-35")] == [one.topic for one in accept_sets_of("EX-11")]
    assert accept_sets_of("DD-06") == ()


# --- functions -------------------------------------------------------------------------------------------


def test_a_range_names_every_rule_between() -> None:
    assert rules_named("DD-05 to DD-07, HM-08\nto HM-09; EX-01 and X-54") == (
        *("DD-05", "DD-06", "DD-07", "HM-08", "HM-09", "EX-01", "X-54"),
    )


MODULE = '''"""A chapter: DD-01, DD-02, DD-03. Left out: DD-09.

Silent points: DD-04.
"""

TABLE = ("DD-02",)


def decide(value):
    """Whether: DD-01."""
    def inner():
        return ("DD-03",)
    return inner


class Kind:
    """EX-01."""
'''


def test_a_function_a_table_and_a_class_name_rules_by_docstring_or_text() -> None:
    named = {place: {rule for rule, at in naming("chapter", MODULE) if at == place} for place in PLACES}
    assert named == {
        "chapter:TABLE": {"DD-02"},
        "chapter:decide": {"DD-01", "DD-03"},
        "chapter:Kind": {"EX-01"},
        "chapter": {"DD-01", "DD-02", "DD-03", "DD-04"},
    }


PLACES = ("chapter:TABLE", "chapter:decide", "chapter:Kind", "chapter")


def test_the_deciding_function_comes_before_those_that_blame() -> None:
    functions = deciding_functions()["DD-99"]
    assert "chapters.failure_to_put:procedure" in functions
    assert functions.index("chapters.failure_to_put:procedure") < functions.index(
        "blame.messages:missing_rules"
    )


# --- abilities -------------------------------------------------------------------------------------------

JMS, MQI, LOCAL = Ability.JMS, Ability.MQI, Ability.LOCAL_QUEUES
MESSAGE_PRODUCER, JMS_PRODUCER = Ability.MESSAGE_PRODUCER, Ability.JMS_PRODUCER
DEPTH = Ability.DEPTH


def scenario(*steps: str) -> str:
    return "    Scenario: S%d\n" + "".join(f"      {step}\n" for step in steps)


def needed_by(*scenarios: str) -> Needs | None:
    body = "".join(text % number for number, text in enumerate(scenarios))
    return needs(read_feature(f"Feature: F\n  Rule: R\n{body}", "f.feature"))


ON_JMS = scenario("Given a queue ORDERS", "And a MessageProducer for ORDERS")
ON_JMS_PRODUCER = scenario("Given a queue ORDERS", "And a JMSProducer for ORDERS")
LOOKING = scenario(
    "Given a queue ORDERS", "And a MessageProducer for ORDERS", "Then the depth of ORDERS is 0"
)


def test_a_rule_needs_what_its_cheapest_scenario_needs() -> None:
    assert needed_by(ON_JMS, LOOKING) == Needs(frozenset({LOCAL, JMS, MESSAGE_PRODUCER}))


def test_scenarios_of_which_none_is_cheaper_are_alternatives() -> None:
    found = needed_by(ON_JMS, ON_JMS_PRODUCER, LOOKING)
    assert found == Needs(frozenset({LOCAL, JMS}), (frozenset({JMS_PRODUCER}), frozenset({MESSAGE_PRODUCER})))
    assert str(found) == "JMS client, local queues; and a producer of either API"


def test_a_text_names_the_smallest_ways_and_counts_the_others() -> None:
    some = (Ability.ZOS, Ability.MQI, Ability.TOPICS, Ability.CLUSTERS, Ability.RESTART, Ability.JMS)
    small, near, large, larger = (frozenset(some[:count]) for count in (1, 3, 4, 6))
    assert str(Needs(frozenset({LOCAL}), (small, near))) == (
        "local queues; and queue managers on z/OS"
        " or MQI calls + queue managers on z/OS + topics and subscribers"
    )
    assert " or MQI calls + clusters + " in str(Needs(frozenset(), (small, large)))
    assert str(Needs(frozenset(), (small, large, larger))) == "queue managers on z/OS or 2 other sets"
    some_more = tuple(frozenset({ability}) for ability in some)
    assert str(Needs(frozenset(), some_more)).endswith(" or 3 other sets")


def test_without_a_scenario_that_can_be_compiled_nothing_is_known() -> None:
    assert needed_by() is None
    assert needed_by(scenario("Given something that no step reads")) is None


TWO_WAYS = Needs(frozenset({LOCAL}), (frozenset({MQI}), frozenset({JMS, DEPTH})))


@pytest.mark.parametrize(
    ("abilities", "missing"),
    [
        ({LOCAL, MQI}, set()),
        ({LOCAL, JMS, DEPTH}, set()),
        ({LOCAL, JMS}, {MQI}),
        ({MQI}, {LOCAL}),
        (set(), {LOCAL, MQI}),
    ],
)
def test_what_is_missing_is_what_the_nearest_way_lacks(
    abilities: set[Ability], missing: set[Ability]
) -> None:
    found = frozenset(abilities)
    assert TWO_WAYS.missing(found) == missing
    assert TWO_WAYS.met_by(found) == (not missing)


def test_every_testable_rule_needs_something_and_an_adapter_with_everything_meets_it() -> None:
    scenarios = scenarios_by_rule(load_features())
    for rule in every_testable():
        found = needs(scenarios[rule])
        assert found is not None
        assert found.always or found.ways
        assert found.met_by(frozenset(Ability)), rule


# --- mqtck rules -----------------------------------------------------------------------------------------


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_a_rule_in_full_shows_where_it_is_judged_and_decided(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "DD-27")
    for part in (
        "time to live equal to the delay (readings: valid / refused)",
        "(delivery_delay/03_restrictions_of_the_client.feature:",
        "JMS client, delivery delay, local queues; and a producer of either API",
        "random traces reach it",
        "client_restrictions:expiry_conflict",
    ):
        assert part in text


def test_advice_says_why_it_is_not_judged(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "DD-57")
    assert "not judged Who ought to have access to the staging queue is advice" in text
    assert "at random" not in text


def test_a_rule_that_no_random_trace_reaches_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no random trace reaches it: The choice is the application's" in shown(capsys, "EX-45")


KEYS = {
    "abilities": list,
    "ability_alternatives": list,
    "accept_set": list,
    "cannot_be_wrong": str,
    "functions": list,
    "mutants": list,
    "not_judged": str,
    "scenario_names": list,
    "scenario_places": list,
    "scenarios": int,
    "unreached_reason": str,
}


def test_the_form_for_programs_carries_everything_of_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0
    rules = json.loads(capsys.readouterr().out)
    assert len(rules) == len(load().rules)
    for rule in rules:
        assert {key: type(rule[key]) for key in KEYS} == KEYS
        assert rule["reached"] is None or rule["reached"] is (not rule["unreached_reason"])
        assert (rule["reached"] is None) is not rule["in_scope"]
        assert bool(rule["not_judged"]) is not rule["testable"]
        assert rule["scenarios"] == len(rule["scenario_names"]) == len(rule["scenario_places"])
        if rule["in_scope"]:
            assert rule["abilities"] or rule["ability_alternatives"]
            assert rule["functions"], rule["id"]


def entry_with(mutants: tuple[Mutant, ...], cannot_be_wrong: str) -> Entry:
    return index(["DD-05"])[0]._replace(mutants=mutants, cannot_be_wrong=cannot_be_wrong)


def test_a_rule_shows_its_mutants_or_why_it_cannot_be_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    late = Mutant("clock-starts-early", "The delay runs from setDeliveryDelay on.", ("DD-05",))
    monkeypatch.setattr(
        rule_index, "index", lambda _: (entry_with((late,), ""), entry_with((), "It only allows."))
    )
    text = shown(capsys, "DD-05")
    assert "mutants clock-starts-early: The delay runs from setDeliveryDelay on." in text
    assert "mutants none: It only allows." in text


# --- the page --------------------------------------------------------------------------------------------


def test_the_page_of_the_rules_is_up_to_date() -> None:
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert written == page(index()), "docs/rules.md is not what the rules are now: run `make rules-index`"


def test_the_page_has_every_rule_once_and_its_links_lead_to_features() -> None:
    lines = page(index()).splitlines()
    rows = [line.split(" | ")[0].removeprefix("| ") for line in lines if line.startswith("| ")]
    assert [row for row in rows if row in load().rules] == list(load().rules)
    links = {part.partition(")")[0] for line in lines for part in line.split("](")[1:]}
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).is_file()] == []


def test_every_row_of_the_page_has_the_same_number_of_cells() -> None:
    rows = [line for line in page(index()).splitlines() if line.startswith("|")]
    assert {row.replace("\\|", "").count("|") for row in rows} == {8}


def test_a_page_can_be_made_of_one_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--family", "AM", "--format", "markdown"]) == 0
    told = capsys.readouterr().out
    assert "## AM: Undelivered messages of AMS on z/OS" in told
    assert "## DD" not in told
