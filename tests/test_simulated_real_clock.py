"""What is late on a real clock is slow and never wrong, unless it takes longer than anything may.

Right implementations that put off what is left to a moment, on a machine that takes its time, with a clock
that is simulated (`implementations.right.real_clock`). `right_campaigns` runs campaigns on many more of them.
"""

import pytest

from implementations.right.real_clock import Coarse, Machine, RealClockAdapter, random_late_adapter
from implementations.right.reticent import ReticentAdapter
from implementations.simulation.world import SimulatedAdapter
from implementations.state.lateness import LATEST, Lateness
from implementations.wrong import WRONG
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.properties.running import run_properties
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import ScenarioResult, run_features
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.outcomes import AdapterError
from mqtck.reference.vocabulary.results import Verdict

PACKAGED = load_features()
MINUTE = 60_000


def judged(adapter: RealClockAdapter, index: int) -> Judgement:
    """A random case on this adapter."""
    information = adapter.information
    commands = case(
        case_seed(77, index), information.abilities, information.clock, 60, profile=information.profile
    )
    trace = run_commands(adapter, commands)
    assert not isinstance(trace.steps[-1].outcome, AdapterError)
    return observed(trace)


def accused(judgement: Judgement) -> str:
    return "; ".join(f"step {b.step}: {b.rules} {b.expected} / {b.seen}" for b in judgement.breaches)


@pytest.mark.parametrize("seed", range(40))
def test_nobody_is_accused_of_lateness(seed: int) -> None:
    adapter = random_late_adapter(seed)
    for index in (2 * seed, 2 * seed + 1):
        judgement = judged(adapter, index)
        assert not judgement.breaches, f"case {index}: {accused(judgement)}"


@pytest.mark.parametrize(
    ("lateness", "rule"), [(Lateness(discard=MINUTE), "EX-12"), (Lateness(report=MINUTE), "EX-21")]
)
def test_what_takes_a_minute_is_not_late_but_missing(lateness: Lateness, rule: str) -> None:
    """And the clock is one on which lateness would be seen."""
    adapter = RealClockAdapter(SimulatedAdapter(lateness=lateness))
    breaches = (breach for index in range(160) for breach in judged(adapter, index).breaches)
    assert any(rule in breach.rules for breach in breaches)


@pytest.mark.parametrize(("machine", "first"), [(Machine.USUAL, 0), (Machine.BUSY, 2)])
def test_no_scenario_and_no_judge_of_one_accuses_the_latest(machine: Machine, first: int) -> None:
    """On each machine under a fifth of the scenarios (`right_campaigns` runs all on late ones)."""
    adapter = RealClockAdapter(SimulatedAdapter(lateness=LATEST), machine)
    results = run_features(adapter, PACKAGED[first::5], judge=judge_trace)
    assert [
        f"{one.scenario.location}: {one.reason} {one.breaches}" for one in results if is_accused(one)
    ] == []
    conforming = sum(one.verdict is Verdict.CONFORMS for one in results)
    assert conforming > len(results) / 2, "too little was decided to say anything"


def test_what_comes_first_on_a_slow_machine_accuses_nobody_who_shows_no_bodies() -> None:
    """Which message a get returned is told by its id, also where another one was waited for."""
    title = "A message is not held up by one of a higher priority that is due later"
    (scenario,) = (one for one in PACKAGED if one.title == title)
    for hidden in ({".message.body"}, {".message.body", ".message.header.message_id"}):
        shown = ReticentAdapter(SimulatedAdapter(), frozenset(Ability), frozenset(hidden))
        results = run_features(RealClockAdapter(shown, Machine.BUSY), [scenario] * 60)
        assert [result.breaches for result in results if is_accused(result)] == []
        assert any(result.verdict is Verdict.INDETERMINATE for result in results)


@pytest.mark.parametrize("rule", ["DD-127", "X-32"])
def test_a_report_that_need_not_come_may_come_when_nobody_waits_any_more(rule: str) -> None:
    """On a machine so slow that the look behind the wait finds what the wait was for."""
    about = [one for one in PACKAGED if rule in one.rules] * 8
    results = run_features(random_late_adapter(644), about)
    assert [f"{one.scenario.location}: {one.breaches}" for one in results if is_accused(one)] == []
    assert any("waited for in vain" in one.reason for one in results)


def is_accused(result: ScenarioResult) -> bool:
    by_judge = result.judged is not None and bool(result.judged.breaches)
    return by_judge or result.verdict in {Verdict.VIOLATES, Verdict.ADAPTER_ERROR}


def test_no_property_accuses_the_latest() -> None:
    adapter = RealClockAdapter(SimulatedAdapter(lateness=LATEST), Machine.BUSY)
    result = run_properties(adapter, examples=20, steps=30, campaign_seed=1)
    assert result.findings == ()
    assert result.adapter_errors == 0
    assert result.cases >= 20


COARSE = [
    Coarse(10),
    Coarse(15.625),
    Coarse(100),
    Coarse(1000),
    Coarse(15.625, stamps=15.625),
    Coarse(100, stamps=100),
    Coarse(1000, stamps=1000),
]


@pytest.mark.parametrize("coarse", COARSE)
@pytest.mark.parametrize("machine", [Machine.IDLE, Machine.USUAL])
def test_nobody_is_accused_of_a_coarse_clock(coarse: Coarse, machine: Machine) -> None:
    """What is read of it jumps; what the implementation does, it does to the ms.

    Each meets a seventh of the scenarios about times, all clocks together meet all of them on each machine.
    """
    adapter = RealClockAdapter(SimulatedAdapter(lateness=LATEST), machine, coarse=coarse)
    for index in range(8):
        judgement = judged(adapter, index)
        assert not judgement.breaches, f"case {index}: {accused(judgement)}"
    of_times = [one for one in PACKAGED if one.rules & {"HM-14", "HM-34", "DD-01", "EX-12", "X-06"}]
    results = run_features(adapter, of_times[COARSE.index(coarse) :: len(COARSE)], judge=judge_trace)
    assert [
        f"{one.scenario.location}: {one.reason} {one.breaches}" for one in results if is_accused(one)
    ] == []
    conforming = sum(one.verdict is Verdict.CONFORMS for one in results)
    assert conforming > len(results) / 2, "too little was decided to say anything"


@pytest.mark.parametrize(
    ("name", "coarse"),
    [
        ("not staged", Coarse()),
        ("two copies", Coarse()),
        ("delay on version 7", Coarse()),
        ("not staged", Coarse(100)),
        ("two copies", Coarse(1000)),
    ],
)
def test_a_misreading_is_found_behind_lateness(name: str, coarse: Coarse) -> None:
    wrong = WRONG[name]
    adapter = RealClockAdapter(wrong.factory(), Machine.USUAL, coarse=coarse)
    about = [scenario for scenario in PACKAGED if scenario.rules & wrong.rules]
    results = run_features(adapter, about)
    assert {rule for result in results for breach in result.breaches for rule in breach.rules} & wrong.rules
