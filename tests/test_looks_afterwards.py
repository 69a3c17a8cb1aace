"""What a scenario that has waited in vain on a real clock does then, and what follows for its rules."""

from collections import Counter

import pytest
from scenarios_written import misread

from implementations.right.real_clock import Machine, RealClockAdapter
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.looks_afterwards import where_else
from mqtck.conformance.scenarios.running import run_features, verdicts_by_rule
from mqtck.conformance.suite.features import scenario_evidence
from mqtck.reference.state.lateness import LOOKS_IN_VAIN, MOVE_TIME, REPORT_LIFE, REPORT_TIME
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Advance, Browse, DefineLocalQueue, Receive
from mqtck.reference.vocabulary.outcomes import Done, NoMessage
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Step


def test_the_staging_queue_is_looked_at_as_long_as_attempts_may_have_a_message_in_hand() -> None:
    """The scenarios never ask the model, and must look no shorter than its judge demands."""
    missed = Step(Receive("REPLIES", wait=30_000), NoMessage(), 0, 30_000)
    define = Step(DefineLocalQueue("ORDERS"), Done(), 0, 0)
    looks = where_else([define, missed], frozenset({Ability.STAGING_QUEUE, Ability.BROWSE}))
    pauses = [look.milliseconds for look in looks if isinstance(look, Advance)]
    assert len(pauses) > LOOKS_IN_VAIN
    assert min(pauses) > MOVE_TIME
    assert REPORT_TIME < pauses[-1] < REPORT_LIFE
    assert Browse("ORDERS") in looks
    assert looks[-1] == Receive("REPLIES")


@pytest.mark.parametrize(
    ("name", "rule", "chapter"),
    [
        ("no expiration report from staging", "DD-82", "09_expiry_interval"),
        ("staged messages for the MQI lost at restart", "X-45", "05_units_of_work_and_restarts"),
    ],
)
def test_what_never_comes_is_held_against_the_rules_that_the_scenario_is_about(
    name: str, rule: str, chapter: str
) -> None:
    adapter = RealClockAdapter(misread(name), Machine.USUAL, seed=1)
    scenarios = [one for one in load_features() if rule in one.rules and chapter in one.location]
    results = run_features(adapter, scenarios, judge=judge_trace)
    lost = [one for one in results if one.missed and verdicts_by_rule(one).get(rule) is Verdict.VIOLATES]
    assert lost
    (evidence,) = (
        found.evidence for found in scenario_evidence(lost[0], str, Counter()) if found.rule == rule
    )
    assert evidence.seen
    assert "late or never" not in evidence.reason
