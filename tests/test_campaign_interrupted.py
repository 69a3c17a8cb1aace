"""Campaigns that are stopped, killed, and spread over a cluster: the same result, byte for byte."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from campaign_troubles import wrong_adapter
from spark_cluster import cluster

from mqtck.command_line.adapter_code import code_of
from mqtck.command_line.adapters import load_adapter
from mqtck.conformance.campaign.plan import CampaignPlan, CampaignResult
from mqtck.conformance.campaign.running import run_campaign
from mqtck.conformance.campaign.shipping import python_of

CASES, PART, COMMANDS = 60, 10, 50
ROOT = Path(__file__).parent.parent
SECONDS = 300


class Undisturbed:
    """A campaign on a wrong adapter, run in one go, and what came of it."""

    def __init__(self, folder: Path) -> None:
        self.adapter, self.orders = wrong_adapter(folder / "adapter")
        load_adapter(self.adapter)
        self.output = folder / "output"
        self.result = run_campaign(self.plan(self.output, "local[1]", 1))
        self.bytes = (self.output / "result.json").read_bytes()
        self.caller = folder / "caller"
        self.caller.mkdir()
        # A library that the kit needs has a module of this name.
        (self.caller / "parse.py").write_text("raise ImportError('a file of the caller')", encoding="utf-8")

    def plan(self, output: Path, master: str, partitions: int) -> CampaignPlan:
        return CampaignPlan(
            adapter=self.adapter,
            output=str(output),
            cases=CASES,
            part=PART,
            commands=COMMANDS,
            sample_every=50,
            master=master,
            partitions=partitions,
            code=code_of(self.adapter),
        )

    def order(self, name: str) -> Path:
        order = self.orders / name
        order.touch()
        return order


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    return Undisturbed(tmp_path_factory.mktemp("undisturbed"))


SCRIPT = """
import sys
import msgspec
from mqtck.command_line.adapter_code import code_of
from mqtck.command_line.adapters import load_adapter
from mqtck.conformance.campaign.running import run_campaign
from mqtck.conformance.campaign.plan import CampaignPlan
plan = msgspec.json.decode(sys.argv[1], type=CampaignPlan)
load_adapter(plan.adapter)
try:
    run_campaign(plan, lambda line: print(line, file=sys.stderr, flush=True))
except KeyboardInterrupt as stop:
    sys.exit(str(stop))
"""


@contextmanager
def driver(plan: CampaignPlan, caller: Path, **variables: str) -> "Iterator[subprocess.Popen[str]]":
    """A campaign in a process of its own, which works in the folder of the caller."""
    import msgspec  # noqa: PLC0415

    with subprocess.Popen(
        [sys.executable, "-P", "-c", SCRIPT, msgspec.json.encode(plan).decode()],
        cwd=caller,
        env={**os.environ, **variables},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def finished(output: Path) -> dict[str, int]:
    """The finished parts, and when each was written."""
    return {path.name: path.stat().st_ino for path in output.glob("cases.parquet/part=*")}


def wait_for_another_part(output: Path, process: "subprocess.Popen[str]") -> None:
    before, end = len(finished(output)), time.monotonic() + SECONDS
    while len(finished(output)) == before and process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    assert len(finished(output)) > before, process.stderr.read() if process.stderr else ""


def test_a_killed_and_an_interrupted_campaign_go_on_to_the_same_result(
    undisturbed: Undisturbed, tmp_path: Path
) -> None:
    plan = undisturbed.plan(tmp_path, "local[2]", 1)
    hold = undisturbed.order("hold")
    with driver(plan, undisturbed.caller) as killed:
        wait_for_another_part(tmp_path, killed)
        killed.send_signal(signal.SIGKILL)
        assert killed.wait(SECONDS) == -signal.SIGKILL
    first = finished(tmp_path)
    assert 0 < len(first) < CASES // PART
    with driver(plan, undisturbed.caller) as interrupted:
        wait_for_another_part(tmp_path, interrupted)
        interrupted.send_signal(signal.SIGINT)
        _, told = interrupted.communicate(timeout=SECONDS)
    second = finished(tmp_path)
    assert interrupted.returncode == 1
    last = told.splitlines()[-1]
    assert last == f"interrupted with {len(second)} of 6 parts finished; the same command continues"
    assert f"{len(first)} of 6 parts were finished before and are not run again" in told
    assert len(first) < len(second) < CASES // PART
    hold.unlink()
    result = run_campaign(plan)
    assert (tmp_path / "result.json").read_bytes() == undisturbed.bytes
    assert second.items() <= finished(tmp_path).items(), "a finished part was run again"
    assert not (tmp_path / "unfinished").exists()
    assert result.findings == undisturbed.result.findings != ()


def test_a_campaign_that_is_over_is_only_counted_again(undisturbed: Undisturbed) -> None:
    before = finished(undisturbed.output)
    told: list[str] = []
    again = run_campaign(undisturbed.plan(undisturbed.output, "local[2]", 2), told.append)
    assert again.lasting() == undisturbed.bytes
    assert finished(undisturbed.output) == before
    assert any("all parts were finished before; they are counted again" in line for line in told)


def test_a_python_process_that_is_killed_costs_nothing_but_its_work(
    undisturbed: Undisturbed, tmp_path: Path
) -> None:
    order = undisturbed.order("kill the Python process")
    run_campaign(undisturbed.plan(tmp_path, "local[2]", 2))
    assert not order.exists(), "nobody was killed"
    assert (tmp_path / "result.json").read_bytes() == undisturbed.bytes


def test_a_cluster_gives_the_same_result_though_an_executor_is_killed(
    undisturbed: Undisturbed, tmp_path: Path
) -> None:
    """The executors have neither the kit nor its libraries nor the adapter on their path."""
    python = Path(sys.base_prefix) / "bin" / python_of({})
    for module in ("mqtck", "msgspec", "pyarrow"):
        bare = subprocess.run(
            [python, "-c", f"import {module}"], cwd=tmp_path, check=False, stderr=subprocess.DEVNULL, env={}
        )
        assert bare.returncode == 1
    order = undisturbed.order("kill the executor")
    output = tmp_path / "output"
    with cluster(tmp_path) as master:
        plan = undisturbed.plan(output, master, 3)
        with driver(plan, undisturbed.caller, PYTHONHASHSEED="7") as one:
            _, told = one.communicate(timeout=SECONDS)
    assert one.returncode == 0, told
    assert not order.exists(), "nobody was killed"
    assert (output / "result.json").read_bytes() == undisturbed.bytes


def test_the_result_tells_what_was_found(undisturbed: Undisturbed) -> None:
    result: CampaignResult = undisturbed.result
    plain = json.loads(undisturbed.bytes)
    assert plain["cases"] == CASES == sum(plain["verdicts"].values())
    assert "seconds" not in plain
    assert {found.breach.rules[0] for found in result.findings} == {shape.rule for shape in result.shapes}
    shapes = {shape.shape for shape in result.shapes}
    assert shapes
    assert all(shape.endswith(": Refused MQRC_GET_INHIBITED") for shape in shapes)
    assert any(name.endswith(": Refused MQRC_GET_INHIBITED") for name in result.outcomes)
    assert result.latencies["Advance"].longest_ms > 0
    assert 0 < result.case_seconds.median <= result.case_seconds.longest
