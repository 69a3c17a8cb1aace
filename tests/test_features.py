"""Features as values: reading, naming, and what every packaged feature keeps to."""

import re
from itertools import dropwhile
from pathlib import Path

import pytest
from test_sentences import spelled_out

from mqtck.conformance.execution.profiles import TAGS
from mqtck.conformance.ledger.rules import load
from mqtck.conformance.scenarios.features import FeatureError, ScenarioText, load_features, read_feature

PACKAGED = load_features()

FEATURES = sorted({scenario.feature for scenario in PACKAGED})

TWO_RULES = """
Feature: Two rules

  Background:
    Given a queue ORDERS

  @DD-01 @slow
  Rule: The first

    Scenario: Plain
      When "order-1" is sent
        | length | 20 |

  @DD-02
  Rule: The second

    Scenario Outline: A <api> waits <time>
      When <time> pass

      @DD-03
      Examples: both
        | api             | time | seen |
        | MessageProducer | 2 s  | 7    |
        | JMSProducer     | 3 s  | 8    |
"""


# --- reading -----------------------------------------------------------------------------------------


def test_a_scenario_knows_its_place_its_rule_and_its_steps() -> None:
    plain, *_ = read_feature(TWO_RULES, "folder/two.feature")
    assert (plain.name, plain.feature_title, plain.rule_title) == ("Plain", "Two rules", "The first")
    assert plain.rules == {"DD-01"}
    assert plain.tags == {"DD-01", "slow"}
    assert plain.location == "folder/two.feature:10"
    assert [(step.keyword, step.text, step.line) for step in plain.steps] == [
        ("Given", "a queue ORDERS", 5),
        ("When", '"order-1" is sent', 11),
    ]
    assert plain.steps[1].table == (("length", "20"),)


def test_rows_are_scenarios_with_names_of_their_own() -> None:
    _, first, second = read_feature(TWO_RULES, "two.feature")
    assert first.name == "A MessageProducer waits 2 s (7)"
    assert second.name == "A JMSProducer waits 3 s (8)"
    assert first.title == second.title == "A <api> waits <time>"
    assert first.row == ("MessageProducer", "2 s", "7")
    assert first.rules == {"DD-02", "DD-03"}
    assert (second.line, second.row_line) == (17, 24)
    assert second.steps[-1].text == "3 s pass"


def test_what_is_not_gherkin_is_refused_with_its_place() -> None:
    with pytest.raises(FeatureError, match=r"bad\.feature: \(5:3\)"):
        read_feature("Feature: F\n  Scenario: S\n  What is this\n    Given x\n  nonsense\n", "bad.feature")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    Than nothing waits\n", r'f\.feature:2: the scenario "S" has no step; a step begins with Given'),
        ("    When <n> pass\n    Examples:\n    | n |\n", r"f\.feature:2: .* has examples without a row"),
        (
            "    When <n> pass\n    Examples: A\n    | n |\n    | 1 |\n    Examples: B\n    | n |\n",
            r"f\.feature:2: .* has examples without a row",
        ),
    ],
)
def test_a_scenario_in_which_nothing_would_be_run_is_refused(body: str, said: str) -> None:
    with pytest.raises(FeatureError, match=said):
        read_feature(f"Feature: F\n  Scenario Outline: S\n{body}", "f.feature")


def test_a_file_without_a_feature_is_refused() -> None:
    with pytest.raises(FeatureError, match="no Feature in it"):
        read_feature("# nothing\n", "empty.feature")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FeatureError, match="no such folder"):
        load_features(tmp_path / "nowhere")


def test_features_are_read_from_a_folder_and_below(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "two.feature").write_text("Feature: B\n  Scenario: Two\n    When 1 s passes\n")
    (tmp_path / "a.feature").write_text("Feature: A\n  Scenario: One\n    When 1 s passes\n")
    (tmp_path / "notes.txt").write_text("no feature")
    assert [scenario.location for scenario in load_features(tmp_path)] == [
        "a.feature:2",
        "b/two.feature:2",
    ]


@pytest.mark.parametrize("other", ["Scenario: One", "Rule: R\n  Scenario: One"])
def test_two_scenarios_of_one_name_are_refused(other: str, tmp_path: Path) -> None:
    (tmp_path / "a.feature").write_text(
        f"Feature: A\n  Scenario: One\n    When 1 s passes\n  {other}\n    When 1 s passes\n"
    )
    with pytest.raises(FeatureError, match=r'"One" has the name of the one at a\.feature:2'):
        load_features(tmp_path)


def test_two_rows_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.feature").write_text(
        "Feature: A\n  Scenario Outline: <t>\n    When <t> pass\n"
        "    Examples:\n      | t |\n      | 2 s |\n      | 2 s |\n"
    )
    with pytest.raises(FeatureError, match=r"a\.feature:7: .* has the name of the one at a\.feature:6"):
        load_features(tmp_path)


def test_two_outlines_of_one_title_are_refused_though_their_rows_differ(tmp_path: Path) -> None:
    outline = "  Scenario Outline: Wait\n    When <t> pass\n    Examples:\n      | t |\n      | {} s |\n"
    (tmp_path / "a.feature").write_text("Feature: A\n" + outline.format(2) + outline.format(3))
    with pytest.raises(FeatureError, match='"Wait" has the name of the one'):
        load_features(tmp_path)


# --- the packaged ones -------------------------------------------------------------------------------


def test_tags_name_rules_of_the_ledger_or_profiles() -> None:
    known = frozenset(load().rules)
    tagged = frozenset[str]().union(*(scenario.tags for scenario in PACKAGED))
    assert tagged - known <= TAGS


CHAPTERS = {
    "01_holding_back_a_message": range(1, 7),
    "02_over_the_staging_queue": range(7, 13),
    "03_restrictions_of_the_client": (*range(15, 19), *range(25, 32)),
    "04_groups_and_refused_sends": (32, *range(36, 41)),
    "05_units_of_work": range(42, 46),
    "06_authority": range(46, 51),
    "07_staging_queue": (51, 52, 53, 59, 60, 61),
    "08_target_resolution": (74, 75, 77, 78),
    "09_expiry_interval": range(79, 85),
    "10_stopping_and_starting": (95, 96),
    "11_failure_to_put": range(97, 101),
    "12_reports_of_failures": range(101, 106),
    "13_checks_at_the_send": range(110, 115),
    "14_report_messages": range(125, 131),
    "18_clustered_destinations": range(19, 25),
    "19_considerations_for_zos": (56, 62, 63, 65, 67, 68),
    "20_stopping_and_starting_on_zos": range(86, 95),
    "21_shared_queues": (54, *range(69, 73)),
}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_rule_of_a_chapter_has_a_scenario(chapter: str) -> None:
    wanted = {f"DD-{number:02d}" for number in CHAPTERS[chapter]}
    scenarios = [
        scenario for scenario in PACKAGED if scenario.feature.startswith(f"delivery_delay/{chapter}")
    ]
    assert wanted <= frozenset[str]().union(*(scenario.rules for scenario in scenarios))


CLOSES = re.compile(
    r"(?<!, or )nothing(?! special)|nowhere else|a browser shows |\bdepths? of |becomes empty"
    r"|at most \d+ \w+ reports|is recorded|supplied definition"
)
"""What tells all that is at some place, or what becomes of an answer that no rule prescribes."""


@pytest.mark.parametrize("feature", FEATURES)
def test_scenarios_close_their_world(feature: str) -> None:
    scenarios = [one for one in PACKAGED if one.feature == feature]
    assert [one.location for one in scenarios if not _closes_its_world(one)] == []


@pytest.mark.parametrize("feature", FEATURES)
def test_scenarios_keep_given_in_front(feature: str) -> None:
    scenarios = [one for one in PACKAGED if one.feature == feature]
    assert [one.location for one in scenarios if "Given" in dropwhile("Given".__eq__, _keywords(one))] == []


def _closes_its_world(scenario: ScenarioText) -> bool:
    return any(map(CLOSES.search, spelled_out(scenario.steps[-1].text)))


def _keywords(scenario: ScenarioText) -> list[str]:
    return [step.keyword for step in scenario.steps if step.keyword in {"Given", "When", "Then"}]
