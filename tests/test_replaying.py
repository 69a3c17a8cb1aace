"""A replay of a scenario's trace: where the judge of the commands does not show it, the scenario does."""

from pathlib import Path

import msgspec
import pytest
from test_scenarios_real_clock import RealAdapter, preferred

from implementations import wrong
from mqtck.adapters.reference import Reference
from mqtck.command_line.replaying import replay
from mqtck.command_line.running import JobResult, NamedAdapter
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.scenarios.running import ScenarioResult, run_scenario
from mqtck.reference.vocabulary.commands import DefineLocalQueue, Receive
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Trace, decode_lines, encode_lines

BLAMED_ANOTHER_WAY = "X-46"
"""A rule that a scenario blames for what the judge of a trace holds against others."""


def quiet(_line: str) -> None:
    """Nothing is told."""


def scenario_of(rule: str) -> ScenarioText:
    return next(
        one for one in load_features() if one.rules == {rule} and "on ORDERS yet" not in str(one.steps)
    )


def result_on(adapter: Adapter, rule: str) -> ScenarioResult:
    return next(
        result
        for one in load_features()
        if rule in one.rules
        for result in [run_scenario(adapter, one)]
        if result.verdict is Verdict.VIOLATES
    )


def saved(trace: Trace, folder: Path) -> Trace:
    """The trace as a file has it."""
    file = folder / "trace.jsonl"
    file.write_bytes(encode_lines(trace))
    return decode_lines(file.read_bytes().splitlines(), file.name)


def replayed(trace: Trace, adapter: Adapter) -> JobResult:
    return replay(trace, NamedAdapter("my_broker.py", adapter), tell=quiet)


def test_a_scenario_shows_what_the_judge_of_its_commands_calls_by_another_rule(tmp_path: Path) -> None:
    early = wrong.WRONG["delay in hundredths"].factory()
    result = result_on(early, BLAMED_ANOTHER_WAY)
    answer = replayed(saved(result.trace, tmp_path), early)
    assert answer.verdict is Verdict.VIOLATES
    before, after = answer.text.split(f"the scenario itself ({result.scenario.location}) once more:\n")
    assert " violates " in before
    assert BLAMED_ANOTHER_WAY not in before
    (breach,) = result.breaches
    assert after.splitlines()[0] == str(result.scenario.steps[0])
    assert after.endswith(f"violates {BLAMED_ANOTHER_WAY}: expected {breach.expected}; seen {breach.seen}")
    assert "none of it is" not in answer.text


def test_a_scenario_decides_where_the_judge_cannot_tell(tmp_path: Path) -> None:
    """Behind a delay that ends after the last instant the judge of a trace says nothing more."""
    title = "may refuse a delay whose end does not fit into 64 bits"
    text = next(one for one in load_features() if title in one.name and "MessageProducer" in one.name)
    early = wrong.WRONG["not staged"].factory()
    result = run_scenario(early, text)
    assert result.verdict is Verdict.VIOLATES
    answer = replayed(saved(result.trace, tmp_path), early)
    assert "cannot tell" in answer.text
    assert answer.verdict is Verdict.VIOLATES
    assert "violates DD-01" in answer.text.splitlines()[-1]


def test_what_conforms_is_told_once(tmp_path: Path) -> None:
    text = scenario_of("DD-25")
    trace = saved(run_scenario(Reference(), text).trace, tmp_path)
    answer = replayed(trace, Reference())
    assert answer.verdict is Verdict.CONFORMS
    assert answer.text.endswith(f"the scenario itself ({text.location}) conforms as well")
    assert answer.text.count(str(trace.steps[0].command.__class__.__name__)) == 1


@pytest.mark.parametrize(("title", "rules"), [("another", None), (None, ("DD-26",))])
def test_a_trace_of_no_scenario_of_this_kit_is_judged_by_its_commands_alone(
    title: str | None, rules: tuple[str, ...] | None
) -> None:
    trace = run_scenario(Reference(), scenario_of("DD-25")).trace
    head = trace.head
    other = msgspec.structs.replace(head, title=title or head.title, rules=rules or head.rules)
    answer = replayed(msgspec.structs.replace(trace, head=other), Reference())
    assert answer.verdict is Verdict.CONFORMS
    assert "the scenario itself" not in answer.text


def test_who_waits_in_vain_for_many_messages_waits_long_for_one_of_them() -> None:
    """Else a replay of a hundred lost messages takes an hour."""
    asked = [DefineLocalQueue("ORDERS"), *(Receive("ORDERS", wait=12_000) for _ in range(5))]
    trace = run_commands(RealAdapter(preferred()), [DefineLocalQueue("ORDERS")])
    steps = [msgspec.structs.replace(trace.steps[0], command=command) for command in asked]
    saved_trace = msgspec.structs.replace(trace, steps=tuple(steps))
    answer = replayed(saved_trace, RealAdapter(preferred()))
    assert [line.split("wait ")[1].split()[0] for line in answer.text.splitlines() if "wait " in line] == [
        "12000",
        *["1000"] * 4,
    ]
