"""The benchmark measures what it says. How much it measures is a benchmark's business, not a test's."""

import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from implementations.wrong import WRONG
from mqtck.__main__ import main
from mqtck.adapters.reference import Reference
from mqtck.command_line.adapters import load_adapter
from mqtck.conformance.bench import running as measuring
from mqtck.conformance.bench.hypothesis import commands_of
from mqtck.conformance.bench.running import QUICK, Bench, Size, Subject, depth_ratio, length_ratio, throughput
from mqtck.conformance.bench.traffic import FIXTURES, QUEUE, BenchError, Traffic, round_of
from mqtck.conformance.execution.worlds import run_commands
from mqtck.reference import recollection
from mqtck.reference.model import possibilities
from mqtck.reference.possibilities import Possibility
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.commands import Command, ReadDepth, Send
from mqtck.reference.vocabulary.outcomes import DepthRead, MessageReturned

FIGURES = Bench(
    checked_commands_per_second=12345,
    over_hypothesis=3.2,
    spark_efficiency=None,
    depth_ratio=1.25,
    length_ratio=1.1,
    features_s=9.5,
    features_every_profile_s=38.5,
    processes=2,
    notes=("spark_efficiency was not measured: no Java",),
)


def test_a_round_leaves_the_queue_as_deep_as_it_was_and_gets_its_messages() -> None:
    commands = (*FIXTURES, *round_of(1), *round_of(2))
    steps = run_commands(Reference(), commands).steps
    depths = [step.outcome for step in steps if step.command == ReadDepth(QUEUE)]
    assert depths[1::2] == [DepthRead(depth=0), DepthRead(depth=0)]
    bodies = [
        step.outcome.message.body
        for step in steps[len(FIXTURES) :]
        if isinstance(step.outcome, MessageReturned)
    ]
    assert [body for body in bodies if isinstance(body, str) and "fails-1" in body]
    assert sum(isinstance(step.command, Send) for step in steps) == 14


def test_traffic_at_a_depth_finds_that_depth() -> None:
    traffic = Traffic(Reference())
    traffic.fill(7)
    traffic.rounds(1)
    assert traffic.commands == len(FIXTURES) + 7 + 2 + len(round_of(1))  # 0 and 5 are staged, too
    assert run_commands(Reference(), (*FIXTURES, ReadDepth(QUEUE))).steps[-1].outcome == DepthRead(depth=0)


def lines_of_five_rounds(depth: int) -> int:
    """How many lines run in traffic at a depth: no time, and so the same on every machine."""
    traffic = Traffic(Reference())
    traffic.fill(depth)
    traffic.rounds(2)
    run = 0

    def count(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal run
        run += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        traffic.rounds(5)
    finally:
        sys.settrace(before)
    return run


def test_traffic_runs_hardly_more_lines_on_a_deep_queue() -> None:
    """What asks all messages at a command is found here, and not first by the benchmark."""
    assert lines_of_five_rounds(2000) < 1.1 * lines_of_five_rounds(20)


def test_what_is_measured_is_judged() -> None:
    accused = 0
    for misreading in [*WRONG.values()][::5]:
        try:
            Traffic(misreading.factory()).rounds(1)
        except BenchError:
            accused += 1
    assert accused > 18


def test_cases_are_counted_in_processes_of_their_own() -> None:
    assert throughput(Subject(load_adapter, "reference"), Size(seconds=0.2, processes=1)) > 0


def test_traffic_that_begins_like_another_is_not_only_recalled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Command] = []

    def counting(state: State, command: Command, at: Interval) -> tuple[Possibility, ...]:
        asked.append(command)
        return possibilities(state, command, at)

    monkeypatch.setattr(recollection, "possibilities", counting)
    counts = []
    for _ in range(2):
        traffic = Traffic(Reference())
        before = len(asked)
        traffic.rounds(3)
        counts.append(len(asked) - before)
    assert counts[0] == counts[1] > 0


def test_depth_and_length_are_compared() -> None:
    size = Size(shallow=2, deep=20, turns=2, short=50, long=200)
    assert depth_ratio(Reference(), size) > 0
    assert length_ratio(Reference(), size) > 0


def test_hypothesis_draws_commands_and_no_depths() -> None:
    assert commands_of(Reference(), 2, 1) > 2


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Size]:
    sizes: list[Size] = []

    def made(_: Subject, size: Size, tell: Callable[[str], None]) -> Bench:
        sizes.append(size)
        tell("measuring")
        return FIGURES

    monkeypatch.setattr(measuring, "bench", made)
    return sizes


def test_the_figures_have_their_names_in_json(
    measured: list[Size], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--format", "json", "--processes", "3"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["checked_commands_per_second"] == 12345
    assert (told["features_s"], told["features_every_profile_s"]) == (9.5, 38.5)
    assert {"over_hypothesis", "spark_efficiency", "depth_ratio", "length_ratio"} <= set(told)
    assert measured == [Size(processes=3)]


def test_the_table_says_what_each_figure_is(measured: list[Size], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--quick", "--processes", "2"]) == 0
    told = capsys.readouterr().out
    assert "12,345" in told
    assert "2 processes" in told
    assert "not measured" in told
    assert "no Java" in told
    assert measured[0].deep == QUICK.deep
