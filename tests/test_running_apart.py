"""Adapters that end their own process under `mqtck run` and `mqtck replay`: told, and the rest is judged."""

import json
from pathlib import Path
from typing import Any

import pytest

from mqtck.__main__ import main
from mqtck.command_line.adapters import start_adapter
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.properties.running import run_properties
from mqtck.reference.vocabulary.commands import DefineLocalQueue
from mqtck.reference.vocabulary.outcomes import AdapterError

DYING = """
# The reference, which ends its process at some commands and at the end of some worlds.

import ctypes
import os
import signal
import sys
import threading

from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.publications import DefineTopic


class World(ReferenceWorld):
    ending = False

    def execute(self, command):
        match command:
            case c.SetDeliveryMode():
                os._exit(3)
            case DefineTopic():
                ctypes.string_at(0)
            case c.OpenSession():
                os.kill(os.getpid(), signal.SIGKILL)
            case c.SetPriority():
                thread = threading.Thread(target=sys.exit)
                thread.start()
                thread.join()
            case c.MqPut():
                sys.exit("enough")
            case c.AlterQueue():
                self.ending = True
        return super().execute(command)

    def close(self):
        if self.ending:
            os._exit(5)


class Dying(Reference):
    def open_world(self):
        return World(self.information.profile)
"""
ENDINGS = ("os._exit(3)", "ctypes.string_at(0)", "os.kill(os.getpid(), signal.SIGKILL)", "os._exit(5)")
SCOPE = (
    "--methods",
    "features",
    "--rules",
    "X-34,X-38,X-49,DD-07,DD-42,EX-16",
    "--profile",
    "multiplatforms",
)
"""Few scenarios, with each of the commands at which the process ends."""


def adapter(folder: Path, text: str) -> str:
    (folder / "mine.py").write_text(text)
    return str(folder / "mine.py")


def run(folder: Path, text: str, *options: str) -> tuple[int, dict[str, Any]]:
    """The exit code and what the report says of the implementation."""
    output = folder / "output"
    code = main(["run", "--adapter", adapter(folder, text), "--output", str(output), *options])
    return code, json.loads((output / "report.json").read_bytes())["implementations"][0]


def fails_in(phase: str, how: str) -> str:
    return f"its process ended in {phase} ({how})"


def reasons(report: dict[str, Any]) -> list[str]:
    """Why the rules say of adapter errors."""
    return [
        evidence["reason"]
        for rule in report["rules"]
        for evidence in rule.get("evidence", ())
        if evidence["verdict"] == "adapter error"
    ]


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, dict[str, Any]]:
    return run(tmp_path_factory.mktemp("dying"), DYING, *SCOPE)


def test_what_ends_the_process_is_an_adapter_error_of_its_scenario(
    judged: tuple[int, dict[str, Any]],
) -> None:
    code, report = judged
    assert code == ExitCode.CANNOT_TELL
    told = " ".join(reasons(report))
    for phase, how in (
        ("SetDeliveryMode", "exit code 3"),
        ("DefineTopic", "SIGSEGV"),
        ("OpenSession", "SIGKILL"),
        ("closing the world", "exit code 5"),
    ):
        assert fails_in(phase, how) in told
    assert "SystemExit: enough" in told
    assert "its process ended in SetPriority" not in told


def test_only_the_scenarios_that_end_it_are_adapter_errors(
    judged: tuple[int, dict[str, Any]], tmp_path: Path
) -> None:
    """As many as where something is raised instead."""
    raising = DYING
    for ending in ENDINGS:
        assert ending in raising
        raising = raising.replace(ending, "raise OSError('gone')")
    _, report = run(tmp_path, raising, *SCOPE)
    assert not any("its process ended" in reason for reason in reasons(report))
    verdicts = [one["methods"][0]["verdicts"] for one in (report, judged[1])]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0]["conforms"] > 1


def test_an_example_in_which_the_process_ends_is_told_and_the_others_are_judged(tmp_path: Path) -> None:
    apart = start_adapter(adapter(tmp_path, DYING.replace("c.OpenSession()", "c.MqPut1()")))
    try:
        result = run_properties(apart, examples=12, steps=8)
    finally:
        apart.close()
    ended = {reason: count for reason, count in result.reasons.items() if "its process ended" in reason}
    assert f"the adapter crashed: {fails_in('SetDeliveryMode', 'exit code 3')}" in ended
    assert sum(ended.values()) <= result.adapter_errors < result.cases
    assert result.findings == ()
    assert result.exercised


@pytest.mark.parametrize(
    ("command", "closing", "told"),
    [
        ("run", "import os; os._exit(7)", fails_in("closing the adapter", "exit code 7")),
        ("campaign", "raise OSError('no licence')", "closing the adapter raised OSError: no licence"),
        ("run", "time.sleep(9)", "the adapter did not close within 0.5 s"),
        (
            "run",
            "threading.Thread(target=time.sleep, args=(9,)).start()",
            "it closed, but what it left running (a thread, say) did not end within 0.5 s",
        ),
    ],
)
def test_an_adapter_that_fails_when_it_is_closed_is_told_in_the_report(
    command: str, closing: str, told: str, tmp_path: Path
) -> None:
    text = (
        "import threading, time\n"
        "from mqtck.adapters.reference import Reference\n"
        "from mqtck.conformance.execution import apart_process\n"
        "apart_process.ENDING_SECONDS = 0.5\n"
        f"class Mine(Reference):\n    def close(self):\n        {closing}\n"
    )
    scope = {
        "run": ("--methods", "features", "--rules", "DD-07", "--profile", "multiplatforms"),
        "campaign": ("--cases", "4", "--commands", "5", "--master", "local[1]"),
    }
    output = tmp_path / "output"
    call = [command, "--adapter", adapter(tmp_path, text), "--output", str(output), *scope[command]]
    assert main(call) == ExitCode.CANNOT_TELL
    report = json.loads((output / "report.json").read_bytes())["implementations"][0]
    assert f"the adapter failed at the end of all: {told}" in report["methods"][-1]["detail"]
    assert any(rule["verdict"] == "conforms" for rule in report["rules"])


@pytest.mark.parametrize("command", ["run", "smoke"])
def test_why_the_first_world_failed_is_told_where_the_others_fail_for_that_alone(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that was started once and has no licence still holds its port."""
    text = (
        "from mqtck.adapters.reference import Reference\n"
        "REASONS = iter(['no licence'])\n"
        "class Mine(Reference):\n"
        "    def open_world(self): raise OSError(next(REASONS, 'the port is taken'))\n"
    )
    options = {"run": ("--methods", "features", "--rules", "DD-07", "--output", str(tmp_path / "output"))}
    call = [command, "--adapter", adapter(tmp_path, text), *options.get(command, ())]
    assert main(call) == ExitCode.CANNOT_TELL
    printed = capsys.readouterr()
    assert "the first world failed: OSError: no licence" in printed.err
    assert "the port is taken" in printed.out


@pytest.mark.parametrize("failure", ["raise OSError('no licence')", "import os; os._exit(4)"])
def test_worlds_that_cannot_be_opened_are_adapter_errors(failure: str, tmp_path: Path) -> None:
    text = (
        "from mqtck.adapters.reference import Reference\n"
        f"class Mine(Reference):\n    def open_world(self):\n        {failure}\n"
    )
    options = ("--methods", "features", "--rules", "DD-07", "--profile", "multiplatforms")
    code, report = run(tmp_path, text, *options)
    assert code == ExitCode.CANNOT_TELL
    (rule,) = (rule for rule in report["rules"] if rule["rule"] == "DD-07")
    assert rule["verdict"] == "adapter error"


def test_an_adapter_in_a_file_says_itself_that_it_cannot_be_had(tmp_path: Path) -> None:
    text = (
        "from mqtck.adapters.reference import Reference\n"
        "from mqtck.conformance.contract import AdapterUnavailable\n"
        "class Mine(Reference):\n"
        "    def open_world(self): raise AdapterUnavailable('start the broker first')\n"
    )
    call = ["run", "--methods", "features", "--rules", "DD-25", "--output", str(tmp_path / "output")]
    assert main([*call, "--adapter", adapter(tmp_path, text)]) == ExitCode.CANNOT_TELL
    report = json.loads((tmp_path / "output" / "report.json").read_bytes())
    assert [one["why"] for one in report["missing"]] == ["start the broker first"]


def test_side_by_side_only_the_scenario_that_ends_the_process_is_an_adapter_error(tmp_path: Path) -> None:
    """All that are under way in the process end with it, and are run again."""
    text = (
        "import os\n"
        "import campaign_adapters as real\n"
        "from mqtck.reference.vocabulary.commands import SetTimeToLive\n"
        "class World(real.RealTimeWorld):\n"
        "    def execute(self, command):\n"
        "        if isinstance(command, SetTimeToLive): os._exit(3)\n"
        "        return super().execute(command)\n"
        "class Mine(real.RealTimeAdapter):\n"
        "    def open_world(self): return World(self._simulated.open_world())\n"
    )
    code, report = run(tmp_path, text, "--methods", "features", "--rules", "DD-02,DD-26")
    assert code == ExitCode.CANNOT_TELL
    assert set(reasons(report)) == {f"The adapter crashed: {fails_in('SetTimeToLive', 'exit code 3')}"}
    assert report["methods"][0]["verdicts"]["conforms"] > 0


def test_a_replay_tells_that_the_process_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, DYING, "--methods", "features", "--rules", "X-34", "--profile", "multiplatforms")
    capsys.readouterr()
    replays = sorted((tmp_path / "output" / "replays").rglob("*.jsonl"))
    codes = [main(["replay", str(replay)]) for replay in replays]
    assert ExitCode.CANNOT_TELL in codes
    assert f"adapter error: {fails_in('SetDeliveryMode', 'exit code 3')}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("execute(self, command)", "its process ended in DefineLocalQueue (exit code 9)"),
        ("close(self)", "its process ended in closing the world (exit code 9)"),
    ],
)
def test_smoke_tells_that_the_process_ends(
    where: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        "import os\n"
        "from mqtck.adapters.reference import Reference, ReferenceWorld\n"
        f"class World(ReferenceWorld):\n    def {where}: os._exit(9)\n"
        "class Mine(Reference):\n    def open_world(self): return World(self.information.profile)\n"
    )
    assert main(["smoke", "--adapter", adapter(tmp_path, text)]) == ExitCode.CANNOT_TELL
    assert told in capsys.readouterr().out


RUBBISH = """
import os

from mqtck.adapters.reference import Reference


class Writing(Reference):
    def open_world(self):
        for number in range(3, 30):
            try:
                os.write(number, b"what nobody asked for\\n")
            except OSError:
                pass
        return super().open_world()
"""


def test_an_adapter_that_writes_where_the_kit_listens_is_an_adapter_error(tmp_path: Path) -> None:
    (tmp_path / "writing.py").write_text(RUBBISH)
    adapter = start_adapter(str(tmp_path / "writing.py"))
    try:
        trace = run_commands(adapter, [DefineLocalQueue("Q")])
    finally:
        adapter.close()
    (step,) = trace.steps
    assert isinstance(step.outcome, AdapterError)
    assert "its process ended in DefineLocalQueue (SIGKILL)" in step.outcome.text


def test_a_process_that_was_ended_once_is_told_though_its_scenario_went_well_then(tmp_path: Path) -> None:
    """Somebody may have killed it; who reads the report should know that it was not one process."""
    text = (
        "import os\n"
        "from mqtck.adapters.reference import Reference, ReferenceWorld\n"
        "from mqtck.reference.vocabulary.commands import SetTimeToLive\n"
        f"MARK = {str(tmp_path / 'ended')!r}\n"
        "class World(ReferenceWorld):\n"
        "    def execute(self, command):\n"
        "        if isinstance(command, SetTimeToLive) and not os.path.exists(MARK):\n"
        "            open(MARK, 'w').close()\n"
        "            os._exit(3)\n"
        "        return super().execute(command)\n"
        "class Mine(Reference):\n"
        "    def open_world(self): return World(self.information.profile)\n"
    )
    rules = ("--methods", "features", "--rules", "DD-26", "--profile", "multiplatforms")
    code, report = run(tmp_path, text, *rules)
    assert (code, reasons(report)) == (ExitCode.CONFORMS, [])
    told = f"1 run again in a fresh process: The adapter crashed: {fails_in('SetTimeToLive', 'exit code 3')}"
    assert told in report["methods"][0]["detail"]
