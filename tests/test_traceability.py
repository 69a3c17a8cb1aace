"""Both ways between ledger and features: nothing testable without a scenario, no tag without a rule."""

import json
import subprocess
import sys
from collections import Counter

import pytest

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.profiles import TAGS, inapplicable, offered, under
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.ledger.rules import every_testable, load
from mqtck.conformance.scenarios.features import RULE_TAG, load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.results import Verdict


def test_every_testable_rule_has_a_scenario() -> None:
    tagged = {rule for scenario in load_features() for rule in scenario.rules}
    assert not [rule for rule in every_testable() if rule not in tagged]


def test_every_tag_is_a_rule_with_something_to_test() -> None:
    """Advice has no scenario, unless the ledger says that a consequence of it is binding (DD-53)."""
    ledger = load()
    for scenario in load_features():
        for tag in scenario.rules:
            rule = ledger.rule(tag)
            binding = rule.testable or "MUST" in rule.strength_text
            assert binding, f"{scenario.location} is tagged {tag}"


def test_no_two_scenarios_share_a_name() -> None:
    counts = Counter(scenario.name for scenario in load_features())
    assert [name for name, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("profile", offered(Reference()), ids=lambda profile: profile.name)
def test_the_two_oracles_agree_about_the_reference(profile: Profile) -> None:
    """Features know their values by themselves and never ask the model; the judge never reads features."""
    applicable = [scenario for scenario in load_features() if not inapplicable(scenario.tags, profile)]
    results = run_features(under(Reference(), profile), applicable, judge=judge_trace)
    for result in results:
        assert result.verdict is Verdict.CONFORMS, (result.scenario.location, result.reason, result.breaches)
        assert not result.judged.breaches, (result.scenario.location, result.judged.breaches)


def test_every_scenario_applies_under_some_profile() -> None:
    """The tags for platforms and editions are known ones, and do not exclude each other."""
    profiles = offered(Reference())
    for scenario in load_features():
        assert any(not inapplicable(scenario.tags, profile) for profile in profiles), scenario.location
        others = {tag for tag in scenario.tags if not RULE_TAG.fullmatch(tag)}
        assert others <= TAGS, scenario.location


def test_what_hangs_on_the_list_of_ignored_options_is_asked_under_the_later_edition_alone() -> None:
    """The older edition breaks off before the list that DD-126 to DD-130 were read from."""
    listed = {f"DD-{number}" for number in range(126, 131)}
    for scenario in load_features():
        assert not scenario.rules & listed or "edition-later" in scenario.tags, scenario.location


def test_the_command_line_counts_the_scenarios_of_every_rule() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mqtck", "rules", "--format", "json"],
        capture_output=True,
        text=True,
        check=True,
    )
    rules = {rule["id"]: rule for rule in json.loads(done.stdout)}
    assert {id_: rule["testable"] for id_, rule in rules.items()} == {
        id_: rule.testable for id_, rule in load().rules.items()
    }
    assert all(rules[rule]["scenarios"] > 0 for rule in every_testable())
    assert {"id", "strength", "testable", "portable", "scenarios"} <= set(rules["DD-01"])
