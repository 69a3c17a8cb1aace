"""Campaigns: cases on Spark and off it, the same results however they are shared out, shrunk findings."""

import gc
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pytest
from campaign_adapters import LOADER, RealTimeAdapter, Recorded, load, lossy_adapter, seed_of_receives
from msgspec import structs
from pyarrow import parquet

from implementations.odd import ODD
from implementations.right import ADAPTERS
from implementations.simulation.world import SimulatedWorld
from implementations.wrong import WRONG
from mqtck.conformance.campaign import worker as campaign_worker
from mqtck.conformance.campaign.folder import PartSummary, PlanError
from mqtck.conformance.campaign.one_case import run_case
from mqtck.conformance.campaign.plan import CampaignPlan, CampaignResult, part_of, partitions_of
from mqtck.conformance.campaign.running import run_campaign
from mqtck.conformance.campaign.spark import SparkFailure
from mqtck.conformance.campaign.worker import (
    SCHEMA,
    SPARK_SCHEMA,
    Task,
    run_task,
    run_task_of_spark,
    size_of,
)
from mqtck.conformance.cases.generator import case_seed
from mqtck.conformance.contract import FAILED, Adapter, World
from mqtck.conformance.execution.loading import LoaderError, loader_named
from mqtck.conformance.execution.worlds import Limits, run_commands
from mqtck.conformance.judging.late_looks import Waiting
from mqtck.conformance.judging.observer import Observer, observed
from mqtck.conformance.shrinking.shrinking import Finding, finding_in, shrunk
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import decode_lines

SPOILT = "conflict mirrored"
"""A wrong implementation that few cases show."""


def task(spec: str, **changes: Any) -> Task:
    return Task(spec, LOADER, (), seed=1, commands=30, sample_every=0)._replace(**changes)


def rows_of(spec: str, numbers: range, **changes: Any) -> list[dict[str, Any]]:
    batches = [pa.RecordBatch.from_pydict({"id": pa.array(numbers, pa.int64())})]
    return [row for batch in run_task(task(spec, **changes), batches) for row in batch.to_pylist()]


LONG = 8
"""Commands that a finding has at the least before it is shrunk here."""


def finding_of(name: str, rule: str, cases: int = 600) -> tuple[Adapter, Finding]:
    adapter = WRONG[name].factory()
    for number in range(cases):
        found = finding_in(run_case(adapter, 1, number, 40).trace, rule)
        if found is not None and len(found.trace.steps) >= LONG:
            return adapter, found
    raise AssertionError(f"no case shows {rule}")


# --- one case ------------------------------------------------------------------------------------------


def test_a_case_of_a_right_implementation_conforms() -> None:
    run = run_case(ADAPTERS["preferred"](), 1, 0, 40)
    assert (run.verdict, run.breaches, run.reason) == (Verdict.CONFORMS, (), "")
    assert run.seed == case_seed(1, 0)
    assert run.exercised
    assert len(run.trace.steps) > 40


def test_a_case_of_a_wrong_implementation_violates() -> None:
    run = run_case(WRONG["id without prefix"].factory(), 1, 1, 40)
    assert run.verdict is Verdict.VIOLATES
    assert "HM-30" in run.breaches[0].rules, "of a publication HM-48 says the same"


@pytest.mark.parametrize("name", ["crashes", "hangs", "fast clock", "answers nothing", "cannot open"])
def test_an_adapter_that_fails_is_an_adapter_error_of_its_case(name: str) -> None:
    adapter: Any = ODD[name]()
    runs = [run_case(adapter, 1, number, 20, Limits(answer=0.3)) for number in range(3)]
    failed = [run for run in runs if run.verdict is Verdict.ADAPTER_ERROR]
    assert failed
    assert all(run.reason.startswith("the adapter ") for run in failed)


def test_of_a_case_that_violates_it_is_told_that_the_adapter_failed_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_: SimulatedWorld) -> None:
        raise OSError("no route to host")

    monkeypatch.setattr(SimulatedWorld, "close", fails)
    run = run_case(WRONG["id without prefix"].factory(), 1, 1, 40)
    assert run.verdict is Verdict.VIOLATES
    assert "HM-30" in run.breaches[0].rules
    assert run.reason.startswith(f"{FAILED}failed at the end of the case: closing the world raised OSError")


def test_an_adapter_that_does_not_close_does_not_hold_up_the_campaign(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, free, ended = threading.Event(), threading.Event(), threading.Event()

    class Stuck(Recorded):
        def close(self) -> None:
            begun.set()
            free.wait(5)
            ended.set()

    monkeypatch.setattr(campaign_worker, "CLOSING_SECONDS", 0.1)
    campaign_worker.close_quietly(Stuck(ADAPTERS["preferred"]()))
    assert begun.is_set()
    assert not ended.is_set()
    free.set()


@pytest.mark.parametrize("adapter", [ADAPTERS["preferred"](), lossy_adapter()], ids=["virtual", "real"])
def test_a_mistake_of_the_judge_leaves_the_case_undecided(
    adapter: Adapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("serial")

    monkeypatch.setattr(Observer, "observe", broken)
    run = run_case(adapter, 1, 0, 10, waiting=Waiting())
    assert run.verdict is Verdict.INDETERMINATE
    assert "a mistake of the kit: KeyError" in run.reason


# --- shrinking -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rule", "most"),
    [
        ("TTL 0 below the delay", "DD-28", 3),
        ("groups accepted", "DD-36", 4),
        ("id without prefix", "HM-30", 4),
    ],
)
def test_findings_are_shrunk_to_a_few_commands(name: str, rule: str, most: int) -> None:
    adapter, found = finding_of(name, rule)
    small = shrunk(adapter, found)
    assert small.breach.rules[0] == rule
    assert len(small.trace.steps) <= most < len(found.trace.steps)
    again = run_commands(adapter, [step.command for step in small.trace.steps])
    assert finding_in(again, rule) is not None


def test_shrinking_makes_commands_plainer() -> None:
    adapter, found = finding_of("id without prefix", "HM-30")
    small = shrunk(adapter, found)
    sends = [step.command for step in small.trace.steps if isinstance(step.command, c.Send)]
    assert all(send.message.report == 0 and send.arguments is None for send in sends)


def test_shrinking_keeps_to_its_budget_and_to_what_cannot_be_shown_again() -> None:
    adapter, found = finding_of("groups accepted", "DD-36")
    assert shrunk(adapter, found, attempts=0) == found
    assert shrunk(ADAPTERS["preferred"](), found) == found
    few = shrunk(adapter, found, attempts=5)
    assert few.breach.rules[0] == "DD-36"


def test_a_trace_without_the_breach_has_no_finding() -> None:
    run = run_case(ADAPTERS["preferred"](), 1, 0, 40)
    assert finding_in(run.trace, "DD-36") is None


# --- a task, without Spark -----------------------------------------------------------------------------


def test_rows_do_not_depend_on_how_cases_are_shared_out() -> None:
    def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{key: row[key] for key in row if key not in {"seconds", "trace"}} for row in rows]

    spec = f"wrong:{SPOILT}"
    whole = plain(rows_of(spec, range(40)))
    parts = plain([*rows_of(spec, range(13)), *rows_of(spec, range(13, 40))])
    assert whole == parts
    assert {row["verdict"] for row in whole} >= {"violates", "conforms"}


def test_the_trace_of_the_smallest_breach_is_kept() -> None:
    rows = rows_of(f"wrong:{SPOILT}", range(60))
    sizes = {
        row["number"]: size_of(breach["position"], breach["step"], row["number"])
        for row in rows
        for breach in row["breaches"]
        if breach["rule"] == "DD-25"
    }
    smallest = min(sizes, key=lambda number: sizes[number])
    kept = {row["number"]: row["trace"] for row in rows if row["trace"] is not None}
    assert smallest in kept
    assert len(kept) < len(sizes)
    trace = decode_lines(kept[smallest].encode().splitlines(), "test")
    assert "DD-25" in {breach.rules[0] for breach in observed(trace).breaches}


def test_a_sample_of_traces_is_kept() -> None:
    rows = rows_of("right:preferred", range(20), sample_every=7)
    assert [row["number"] for row in rows if row["trace"] is not None] == [0, 7, 14]


def test_a_task_closes_its_adapter_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recorded, "closed", 0)
    rows_of("right:preferred", range(2))
    assert Recorded.closed == 1
    work = run_task(task("right:preferred"), _interrupted())
    with pytest.raises(KeyboardInterrupt):
        list(work)
    assert Recorded.closed == 2


def test_between_two_tasks_of_a_process_there_is_nothing_for_the_garbage_collector() -> None:
    before = gc.get_threshold()
    batches = [pa.RecordBatch.from_pydict({"id": pa.array([0], pa.int64())})]
    try:
        rows = run_task_of_spark(task("right:preferred"), batches)
        assert next(rows).num_rows == 1
        assert len(gc.get_objects()) > 10_000
        assert list(rows) == []
        assert len(gc.get_objects()) < 1000
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def _interrupted() -> Iterator[pa.RecordBatch]:
    yield pa.RecordBatch.from_pydict({"id": pa.array([0], pa.int64())})
    raise KeyboardInterrupt


def test_cases_wait_side_by_side_on_a_real_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No world is opened before all are asked for: one case behind the other would wait in vain."""
    cases = range(40)
    all_asked_for = threading.Barrier(len(cases), timeout=20)
    opened = RealTimeAdapter.open_world

    def open_world(adapter: RealTimeAdapter) -> World:
        all_asked_for.wait()
        return opened(adapter)

    monkeypatch.setattr(RealTimeAdapter, "open_world", open_world)
    rows = rows_of("real:", cases, commands=12, sample_every=1)
    assert [row["number"] for row in rows] == list(cases)
    assert {row["verdict"] for row in rows} <= {"conforms", "indeterminate"}
    waited = [
        step.ended - step.started
        for row in rows
        for step in decode_lines(row["trace"].encode().splitlines(), "test").steps
        if isinstance(step.command, c.Advance)
    ]
    assert sum(waited) > 0


def test_rows_have_the_schema_that_spark_is_told() -> None:
    names = [field.strip().split(" ")[0] for field in SPARK_SCHEMA.split(", ")]
    assert names == SCHEMA.names


@pytest.mark.parametrize("name", ["nowhere:load", "test_campaign", "test_campaign:nothing", ":"])
def test_a_loader_that_is_none_is_told(name: str) -> None:
    with pytest.raises(LoaderError, match=r"package\.module:function"):
        loader_named(name)


# --- plans ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"cases": 0}, "cases is at least 1"),
        ({"commands": 0}, "commands is at least 1"),
        ({"partitions": 0}, "partitions is at least 1"),
        ({"part": 0}, "part is at least 1"),
        ({"seed": -1}, "seed is at least 0"),
        ({"seed": 1 << 64}, "a seed has 64 bits"),
    ],
)
def test_a_plan_that_cannot_run_is_refused(changes: dict[str, Any], told: str, tmp_path: Path) -> None:
    plan = CampaignPlan(
        **{"adapter": "right:preferred", "output": str(tmp_path), "loader": LOADER, **changes}
    )
    with pytest.raises(PlanError, match=told):
        run_campaign(plan)


def test_an_output_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    plan = CampaignPlan(adapter="right:preferred", output=str(tmp_path / "file" / "below"), loader=LOADER)
    with pytest.raises(PlanError, match="cannot be made"):
        run_campaign(plan)


def test_an_adapter_that_can_do_too_little_is_told(tmp_path: Path) -> None:
    plan = CampaignPlan(adapter="idle:", output=str(tmp_path), loader=LOADER)
    with pytest.raises(PlanError, match="idle: cannot be judged by a campaign"):
        run_campaign(plan)


def test_a_real_clock_gets_one_task_unless_told_otherwise(tmp_path: Path) -> None:
    plan = CampaignPlan(adapter="x", output=str(tmp_path), cases=1000)
    assert partitions_of(plan, ClockKind.REAL, 1000) == 1
    assert partitions_of(plan, ClockKind.VIRTUAL, 1000) == 4
    assert partitions_of(plan, ClockKind.VIRTUAL, 1000, cores=16) == 16
    assert partitions_of(plan, ClockKind.VIRTUAL, 3, cores=16) == 3
    told = CampaignPlan(adapter="x", output=str(tmp_path), cases=3, partitions=8)
    assert partitions_of(told, ClockKind.REAL, 3) == 3


def test_the_size_of_a_part_depends_on_the_plan_alone(tmp_path: Path) -> None:
    plan = CampaignPlan(adapter="x", output=str(tmp_path), cases=10**6, commands=100)
    assert part_of(plan, ClockKind.VIRTUAL) == 1000
    assert part_of(structs.replace(plan, master="local[8]", partitions=3), ClockKind.VIRTUAL) == 1000
    assert part_of(structs.replace(plan, commands=10**6), ClockKind.VIRTUAL) == 1
    assert part_of(structs.replace(plan, part=7), ClockKind.REAL) == 7
    assert [part_of(plan, ClockKind.REAL, worlds) for worlds in (1, 100, 1000)] == [10, 200, 500]


# --- on Spark ------------------------------------------------------------------------------------------

CASES = 60


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> dict[int, tuple[CampaignPlan, CampaignResult]]:
    """One campaign on a wrong implementation, in one task and in three."""
    done = {}
    for partitions in (1, 3):
        plan = CampaignPlan(
            adapter=f"wrong:{SPOILT}",
            loader=LOADER,
            output=str(tmp_path_factory.mktemp("campaign")),
            cases=CASES,
            commands=30,
            partitions=partitions,
            master="local[2]",
            sample_every=50,
        )
        done[partitions] = (plan, run_campaign(plan))
    return done


Campaigns = dict[int, tuple[CampaignPlan, CampaignResult]]


def test_a_campaign_counts_cases_commands_and_rules(campaigns: Campaigns) -> None:
    _, result = campaigns[1]
    assert result.cases == CASES == sum(result.verdicts.values())
    assert result.commands == sum(result.command_mix.values()) > 20 * CASES
    assert result.verdicts.keys() - {Verdict.INDETERMINATE} == {Verdict.CONFORMS, Verdict.VIOLATES}
    assert result.rules["DD-25"].violated == result.verdicts[Verdict.VIOLATES]
    assert result.rules["HM-14"].exercised > 0
    assert result.rules["HM-14"].violated == 0
    assert result.indeterminate == result.verdicts.get(Verdict.INDETERMINATE, 0) < CASES / 10
    assert result.clock is ClockKind.VIRTUAL


def test_the_number_of_tasks_changes_nothing(campaigns: Campaigns) -> None:
    (_, one), (_, three) = campaigns[1], campaigns[3]
    assert (one.verdicts, one.rules, one.reasons, one.command_mix) == (
        three.verdicts,
        three.rules,
        three.reasons,
        three.command_mix,
    )
    assert one.findings == three.findings


def test_the_finding_of_a_campaign_is_small_and_can_be_replayed(campaigns: Campaigns) -> None:
    plan, result = campaigns[3]
    assert {finding.breach.rules[0] for finding in result.findings} == {"DD-25"}
    found = result.findings[0]
    trace = found.trace
    assert found.cases == result.shapes[0].cases
    assert found.note == ""
    assert len(trace.steps) <= 4
    assert trace.head.adapter == plan.adapter
    assert trace.head.title.startswith("case ")
    again = run_commands(load(plan.adapter), [step.command for step in trace.steps])
    assert finding_in(again, "DD-25") is not None


def test_the_results_are_a_row_a_case(campaigns: Campaigns) -> None:
    plan, _ = campaigns[3]
    table = parquet.read_table(Path(plan.output) / "cases.parquet").sort_by("number")
    rows = table.to_pylist()
    assert [row["number"] for row in rows] == list(range(CASES))
    assert [row["seed"] for row in rows] == [f"{case_seed(1, number):016x}" for number in range(CASES)]
    sample = [number for number in (0, 50) if not rows[number]["breaches"]]
    assert [row["number"] for row in rows if row["trace"] and not row["breaches"]] == sample
    adapter = load(plan.adapter)
    once_more = run_case(adapter, plan.seed, 7, plan.commands)
    assert rows[7]["commands"] == len(once_more.trace.steps)
    assert rows[7]["verdict"] == once_more.verdict
    assert rows[7]["exercised"] == sorted(once_more.exercised)


def test_a_part_is_counted_as_spark_counts_all_of_them(campaigns: Campaigns) -> None:
    plan, result = campaigns[3]
    (summary,) = Path(plan.output).glob("cases.parquet/part=*/_part.json")
    seen = msgspec.json.decode(summary.read_bytes(), type=PartSummary).seen
    assert (seen.cases, seen.commands) == (result.cases, result.commands)
    assert list(seen.verdicts.items()) == [(str(name), count) for name, count in result.verdicts.items()]
    assert list(seen.outcomes.items()) == list(result.outcomes.items())
    assert seen.rules == {rule: count.exercised for rule, count in result.rules.items() if count.exercised}


def test_a_loader_that_fails_in_the_tasks_is_told(tmp_path: Path) -> None:
    plan = CampaignPlan(adapter="unknown:x", loader=LOADER, output=str(tmp_path), cases=2)
    with pytest.raises(LookupError, match="unknown:x"):
        run_campaign(plan)


def test_an_adapter_that_the_tasks_cannot_load_is_told(tmp_path: Path) -> None:
    plan = CampaignPlan(adapter="once:", loader=LOADER, output=str(tmp_path), cases=2, master="local[1]")
    with pytest.raises(SparkFailure) as failed:
        run_campaign(plan)
    assert "no licence left for a second one" in str(failed.value)
    assert len(str(failed.value).splitlines()) < 15
    assert not (tmp_path / "cases.parquet" / "_SUCCESS").exists()


def test_a_campaign_on_an_adapter_that_fails_goes_on(tmp_path: Path) -> None:
    """Every case has a receive, which crashes."""
    plan = CampaignPlan(
        adapter="odd:crashes",
        loader=LOADER,
        output=str(tmp_path),
        cases=4,
        commands=20,
        seed=seed_of_receives(ODD["crashes"](), 4, 20),
        master="local[1]",
    )
    told: list[str] = []
    result = run_campaign(plan, told.append)
    assert result.verdicts == {Verdict.ADAPTER_ERROR: 4}
    assert sum(result.reasons.values()) == 4
    assert result.findings == ()
    assert any("4 cases" in line for line in told)
