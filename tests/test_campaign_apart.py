"""Adapters that end their own process: the cases that do it are told, and all others are judged."""

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from campaign_adapters import LOADER, load
from pyarrow import parquet

from implementations.odd import ODD
from mqtck.__main__ import main
from mqtck.adapters.reference import Reference
from mqtck.command_line.adapter_code import code_of
from mqtck.command_line.adapters import load_adapter
from mqtck.conformance.campaign.apart import survivors
from mqtck.conformance.campaign.one_case import CaseRun, adapter_of, run_case
from mqtck.conformance.campaign.plan import CampaignPlan, CampaignResult
from mqtck.conformance.campaign.running import run_campaign
from mqtck.conformance.campaign.worker import Task
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.apart import Apart, ApartError
from mqtck.conformance.execution.profiles import ProfileError, chosen, offered, under
from mqtck.conformance.execution.worlds import Execution, Limits, run_commands
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.outcomes import AdapterError, Done, Fault
from mqtck.reference.vocabulary.profile import Profile, Version
from mqtck.reference.vocabulary.publications import DefineTopic
from mqtck.reference.vocabulary.results import Verdict

LOADS = "mqtck.command_line.adapters:load_adapter"
DYING = """
# The reference, which leaves out a message of each browse, and ends its process at two commands in two ways.

import ctypes
import os

from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.reference.vocabulary.commands import SetDeliveryMode
from mqtck.reference.vocabulary.outcomes import Browsed
from mqtck.reference.vocabulary.publications import DefineTopic

opened = []


class World(ReferenceWorld):
    def execute(self, command):
        match command:
            case SetDeliveryMode() if ENDING:
                os._exit(3)
            case DefineTopic() if ENDING:
                ctypes.string_at(0)
        outcome = super().execute(command)
        match outcome:
            case Browsed():
                return Browsed(outcome.messages[1:])
        return outcome


class Dying(Reference):
    def open_world(self):
        opened.append(None)
        if LIVES and len(opened) > LIVES:
            os._exit(4)
        return World(self.information.profile)
"""
EXITING = "def _ending(self): raise SystemExit('enough')\nReference.__init__ = _ending"
CASES, COMMANDS = 16, 12


def dying(folder: Path, *, ending: bool = True, lives: int = 0) -> str:
    """`lives`: how many worlds a process opens before it ends at the next; 0 any number."""
    adapter = folder / "dying.py"
    adapter.write_text(DYING.replace("ENDING", str(ending)).replace("LIVES", str(lives)))
    return str(adapter)


@pytest.fixture
def apart() -> Iterator[Any]:
    """Makes adapters in processes of their own, which end with the test."""
    made: list[Apart] = []

    def make(loader: str, adapter: str) -> Apart:
        made.append(Apart(loader, adapter, ()))
        return made[-1]

    yield make
    for one in made:
        one.close()


def ran(adapter: Adapter, number: int) -> CaseRun:
    on = adapter_of([under(adapter, profile) for profile in chosen(adapter, ())], 1, number)
    return run_case(on, 1, number, COMMANDS, Limits(answer=10))


# --- an adapter in a process of its own ----------------------------------------------------------------


def test_an_adapter_apart_answers_as_it_does_here(apart: Any) -> None:
    there, here = apart(LOADS, "reference"), Reference()
    assert there.information == here.information
    assert offered(there) == offered(here)
    profiles = set()
    for number in range(12):
        run = ran(there, number)
        assert run.trace == ran(here, number).trace
        profiles.add(run.trace.head.profile)
    assert len(profiles) > 1
    with pytest.raises(ProfileError, match="does not offer"):
        there.under(Profile(version=Version(1, 2)))


@pytest.mark.parametrize("name", ["crashes", "fast clock", "answers nothing", "wrong class", "cannot open"])
def test_what_an_adapter_does_wrong_is_told_in_the_same_words_apart(name: str, apart: Any) -> None:
    assert name in ODD
    there, here = apart(LOADER, f"odd:{name}"), load(f"odd:{name}")
    runs = [ran(there, number) for number in range(3)]
    assert [run.trace for run in runs] == [ran(here, number).trace for number in range(3)]
    assert any(run.verdict is Verdict.ADAPTER_ERROR for run in runs)


def test_a_world_lives_in_a_fresh_process_after_one_that_ended(tmp_path: Path, apart: Any) -> None:
    adapter = apart(LOADS, dying(tmp_path, lives=1))
    commands = [c.DefineLocalQueue("Q"), c.ReadDepth("Q")]
    traces = [run_commands(adapter, commands) for _ in range(3)]
    assert traces[0] == traces[2]
    (ended,) = traces[1].steps
    assert ended.outcome == AdapterError(
        fault=Fault.CRASHED, text="its process ended in DefineLocalQueue (exit code 4)"
    )


def test_several_worlds_are_open_at_once(apart: Any) -> None:
    adapter = apart(LOADS, "reference")
    one, other = Execution(adapter), Execution(adapter)
    for execution in (one, other):
        assert execution.run(c.DefineLocalQueue("Q")).outcome == Done()
    one.run(c.Advance(1000))
    assert one.steps[-1].ended - 1000 == other.run(c.ReadDepth("Q")).started
    assert (one.close(), other.close()) == ("", "")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import os; os._exit(9)", r"The process of the adapter ended while it was made .exit code 9.\."),
        ("raise OSError('no licence left')", "WrongUsageError: .*no licence left"),
        (EXITING, "could not be made in a process of its own: SystemExit: enough"),
    ],
)
def test_an_adapter_that_cannot_be_made_apart_says_why(code: str, told: str, tmp_path: Path) -> None:
    adapter = tmp_path / "broken.py"
    adapter.write_text(
        f"from mqtck.adapters.reference import Reference\n{code}\nclass Mine(Reference): pass\n"
    )
    with pytest.raises(ApartError, match=told):
        Apart(LOADS, str(adapter), ())


# --- the cases of a task, without Spark ----------------------------------------------------------------


def survived(adapter: Apart, numbers: range, **changes: Any) -> dict[int, CaseRun]:
    task = Task("", "", (), seed=1, commands=COMMANDS, sample_every=0)._replace(**changes)
    runs = list(survivors(task, adapter, iter(numbers)))
    assert sorted(run.number for run in runs) == list(numbers)
    return {run.number: run for run in runs}


def test_a_case_that_only_ends_a_process_which_others_wore_out_is_judged(tmp_path: Path, apart: Any) -> None:
    runs = survived(apart(LOADS, dying(tmp_path, ending=False, lives=3)), range(8))
    alone = survived(apart(LOADS, dying(tmp_path, ending=False)), range(8))
    for number, run in runs.items():
        assert run._replace(seconds=0) == alone[number]._replace(seconds=0)


def test_a_process_in_which_a_case_hangs_is_not_used_again(apart: Any) -> None:
    """All of it may hang, as where native code holds on to Python."""
    runs = survived(apart(LOADER, "odd:hangs"), range(3), answer_seconds=0.5)
    hung = [run for run in runs.values() if run.verdict is Verdict.ADAPTER_ERROR]
    assert hung
    assert all("did not answer" in run.reason for run in hung)


AT_THE_END = """
# The reference, worlds of which cannot be closed after some numbers of commands.

import os
import time

from mqtck.adapters.reference import Reference, ReferenceWorld


class World(ReferenceWorld):
    commands = 0

    def execute(self, command):
        self.commands += 1
        return super().execute(command)

    def close(self):
        match self.commands % 4:
            case 1:
                os._exit(3)
            case 2:
                raise OSError("gone")
            case 3:
                time.sleep(60)


class Lasting(Reference):
    def open_world(self):
        return World(self.information.profile)
"""


def test_a_case_at_whose_end_the_adapter_fails_is_told(tmp_path: Path, apart: Any) -> None:
    (tmp_path / "at_the_end.py").write_text(AT_THE_END)
    of_kind = {len(ran(Reference(), number).trace.steps) % 4: number for number in range(40)}
    chosen = apart(LOADS, str(tmp_path / "at_the_end.py"))
    task = Task("", "", (), seed=1, commands=COMMANDS, sample_every=0, answer_seconds=2.0)
    runs = {run.number: run for run in survivors(task, chosen, iter(of_kind.values()))}
    assert runs[of_kind[0]].verdict is Verdict.CONFORMS
    for kind, told in (
        (1, "its process ended in closing the world (exit code 3)"),
        (2, "closing the world raised OSError: gone (at_the_end.py:22)"),
        (3, "the world did not close within 2 s"),
    ):
        run = runs[of_kind[kind]]
        assert run.verdict is Verdict.ADAPTER_ERROR
        assert run.reason == f"the adapter failed at the end of the case: {told}"


def test_an_adapter_on_a_real_clock_has_its_cases_side_by_side_apart(apart: Any) -> None:
    runs = survived(apart(LOADER, "real:"), range(8))
    assert {run.verdict for run in runs.values()} <= {Verdict.CONFORMS, Verdict.INDETERMINATE}


# --- on Spark ------------------------------------------------------------------------------------------


def campaign(adapter: str, output: Path, partitions: int) -> CampaignResult:
    load_adapter(adapter)
    return run_campaign(
        CampaignPlan(
            adapter=adapter,
            output=str(output),
            cases=CASES,
            part=CASES // 2,
            commands=COMMANDS,
            partitions=partitions,
            master="local[2]",
            code=code_of(adapter),
        )
    )


def test_a_campaign_tells_the_cases_that_end_the_process_and_judges_the_others(tmp_path: Path) -> None:
    adapter, one = dying(tmp_path), tmp_path / "one"
    result = campaign(adapter, one, 1)
    table = parquet.read_table(one / "cases.parquet").sort_by("number")
    rows = table.to_pylist()
    (tmp_path / "lasting").mkdir()
    lasting = load_adapter(dying(tmp_path / "lasting", ending=False))
    expected = Counter[Verdict]()
    for row in rows:
        run = ran(lasting, row["number"])
        kinds = [type(step.command) for step in run.trace.steps]
        ends = next((kind for kind in kinds if kind in {c.SetDeliveryMode, DefineTopic}), None)
        if ends is None or any(breach.step <= kinds.index(ends) for breach in run.breaches if breach.step):
            assert row["verdict"] == run.verdict
            assert ends or row["exercised"] == sorted(run.exercised)
            expected[run.verdict] += 1
        else:
            how = "exit code 3" if ends is c.SetDeliveryMode else "SIGSEGV"
            assert row["verdict"] == "adapter error"
            assert row["reason"] == f"the adapter crashed: its process ended in {ends.__name__} ({how})"
            expected[Verdict.ADAPTER_ERROR] += 1
    assert result.verdicts == expected
    assert set(expected) >= {Verdict.ADAPTER_ERROR, Verdict.CONFORMS, Verdict.VIOLATES}
    told = min((row["reason"], row["number"]) for row in rows if "its process ended" in row["reason"])
    assert f"{told[0]}, first at case {told[1]}" in result.reasons
    assert [finding.breach.rules[0] for finding in result.findings]

    whole = (one / "result.json").read_bytes()
    shutil.rmtree(one / "cases.parquet" / "part=000000")
    (one / "result.json").unlink()
    campaign(adapter, one, 3)
    assert (one / "result.json").read_bytes() == whole, "other tasks gave something else"


def test_an_adapter_error_of_a_campaign_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["campaign", "--cases", "20", "--commands", "5", "--master", "local[1]"]
    adapter = tmp_path / "fails.py"
    adapter.write_text(
        "from mqtck.adapters.reference import Reference, ReferenceWorld\n"
        "from mqtck.reference.vocabulary.commands import MqGet\n"
        "class World(ReferenceWorld):\n"
        "    def execute(self, command):\n"
        "        if isinstance(command, MqGet): raise SystemExit('enough')\n"
        "        return super().execute(command)\n"
        "class Fails(Reference):\n"
        "    def open_world(self): return World(self.information.profile)\n"
    )
    assert main([*call, "--adapter", str(adapter), "--output", str(tmp_path / "output")]) == 2
    assert "the adapter crashed: SystemExit: enough" in capsys.readouterr().out
