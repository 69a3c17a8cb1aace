"""A receive that waited in vain: nothing came while it waited, and what never came is missing."""

import pytest
from msgspec.structs import replace
from scenarios_written import misread

from implementations.right.real_clock import Machine, RealClockAdapter
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.judging.waits import WINDOW, looks
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import judged_breaches, overall, run_features
from mqtck.reference.state.lateness import REPORT_LIFE
from mqtck.reference.vocabulary.commands import Receive
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.outcomes import MessageReturned, NoMessage
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Step

REAL = ClockKind.REAL


def in_vain(wait: int, started: int, ended: int) -> Step:
    return Step(Receive("Q", wait=wait), NoMessage(), started, ended)


def test_a_wait_in_vain_is_a_look_in_each_of_its_windows_and_at_its_end() -> None:
    found = list(looks(in_vain(30_000, 500, 30_700), REAL))
    assert found[0].started == 500
    assert (found[-1].started, found[-1].ended) == (30_500, 30_700)
    assert [one.ended for one in found[:-1]] == [one.started for one in found[1:]]
    assert {one.command for one in found} == {Receive("Q", wait=30_000)}
    # The first may begin to wait late.
    assert max(one.ended - one.started for one in found[1:]) <= WINDOW
    assert found[0].ended <= 700 + WINDOW


def test_two_windows_are_less_than_the_life_of_a_report() -> None:
    assert 2 * WINDOW < REPORT_LIFE


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(in_vain(WINDOW - 1, 0, WINDOW), id="a short wait"),
        pytest.param(in_vain(30_000, 0, 200), id="one that was given up"),
        pytest.param(in_vain(0, 0, 30_000), id="no wait, in a slow call"),
        pytest.param(
            replace(in_vain(30_000, 0, 30_000), outcome=MessageReturned(SeenMessage("m"))), id="not in vain"
        ),
    ],
)
def test_anything_else_is_one_look(step: Step) -> None:
    assert list(looks(step, REAL)) == [step]


def test_a_virtual_clock_never_waits() -> None:
    step = in_vain(30_000, 0, 30_000)
    assert list(looks(step, ClockKind.VIRTUAL)) == [step]


def test_a_subscriber_waits_as_well() -> None:
    step = replace(in_vain(30_000, 0, 30_000), command=ReceivePublication("s", wait=30_000))
    assert len(list(looks(step, REAL))) > 30_000 // WINDOW


@pytest.mark.parametrize(
    ("misreading", "rule"),
    [
        ("no exception report beside confirmations", "DD-101"),
        ("dead letters unreported", "X-55"),
        ("subscriber reports nothing", "EX-21"),
    ],
)
def test_a_report_that_was_waited_for_in_vain_is_missing(misreading: str, rule: str) -> None:
    """Its own life, of which nobody knows more than that it is not shorter, is no excuse."""
    adapter = RealClockAdapter(misread(misreading), Machine.IDLE)
    about = [scenario for scenario in load_features() if rule in scenario.rules]
    results = run_features(adapter, about, judge=judge_trace)
    assert any(rule in breach.rules for result in results for breach in judged_breaches(result))


@pytest.mark.parametrize(
    ("misreading", "rule"),
    [
        ("one expired drops all", "EX-24"),
        ("backout of two", "EX-04"),
        ("reply inherits", "EX-45"),
        ("delay of a session", "DD-08"),
    ],
)
def test_what_is_not_delayed_and_waited_for_in_vain_is_lost(misreading: str, rule: str) -> None:
    """On a virtual clock it is, and no delay, channel or report excuses it on a real one."""
    adapter = RealClockAdapter(misread(misreading), Machine.IDLE)
    about = [scenario for scenario in load_features() if rule in scenario.rules]
    results = run_features(adapter, about)
    assert any(rule in breach.rules for result in results for breach in result.breaches)


@pytest.mark.parametrize("misreading", ["delay in whole seconds", "delay in whole tenths"])
def test_who_waits_sees_that_a_delay_was_cut(misreading: str) -> None:
    adapter = RealClockAdapter(misread(misreading), Machine.USUAL)
    about = [scenario for scenario in load_features() if "DD-01" in scenario.rules]
    results = run_features(adapter, about)
    assert any("DD-01" in breach.rules for result in results for breach in result.breaches)


def test_the_judge_of_a_scenario_that_came_to_no_end_may_blame_any_rule() -> None:
    """It waits for the dead letter to be discarded, which a wrong delivery mode prevents."""
    adapter = RealClockAdapter(misread("destination's delivery mode ignored"), Machine.IDLE)
    sent = "Sent as PERSISTENT to a destination that is non-persistent"
    about = [scenario for scenario in load_features() if scenario.name.startswith(sent)]
    results = run_features(adapter, about, judge=judge_trace)
    undecided = [result for result in results if result.verdict is Verdict.INDETERMINATE]
    assert undecided
    for result in undecided:
        assert "HM-09" not in result.scenario.rules
        assert "HM-09" in {breach.rules[0] for breach in judged_breaches(result)}
        assert overall(result) is Verdict.VIOLATES


def test_what_comes_too_early_has_not_overtaken_another() -> None:
    """The first of two messages, where the scenario waits for the second."""
    adapter = RealClockAdapter(misread("one timer for a correlation id"), Machine.IDLE)
    about = [scenario for scenario in load_features() if scenario.name.startswith("Two messages of one corr")]
    results = run_features(adapter, about)
    assert Verdict.VIOLATES in {result.verdict for result in results}
