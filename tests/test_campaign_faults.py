"""Campaigns on adapters that fail in every way, on disks that are full, in folders that cannot be written."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from campaign_adapters import LOADER, seed_of_receives
from pyspark import SparkContext

from implementations.odd import ODD
from mqtck.__main__ import main
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.campaign.plan import CampaignPlan
from mqtck.conformance.campaign.running import run_campaign
from mqtck.conformance.campaign.spark import SparkFailure
from mqtck.reference.vocabulary.outcomes import AdapterError
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import encode_lines

TROUBLED = r"""
# The reference behind a process of its own, which has another trouble in each world.

import signal
import subprocess
import sys
from pathlib import Path

from msgspec.structs import replace

from mqtck.adapters.reference import Reference, ReferenceWorld

TROUBLES = ("none", "dies", "hangs", "slow", "nonsense", "clock back", "clock ahead", "leaks")
LARGE = 32 * 1024 * 1024
LEAKED = []
ECHO = '''
import sys, time
for number, line in enumerate(sys.stdin):
    if "slow" in sys.argv and number == 5:
        time.sleep(1)
    print("answer", flush=True)
'''


class World:
    def __init__(self, profile, trouble):
        self._inner = ReferenceWorld(profile)
        self._trouble = trouble
        self._commands = 0
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-c", ECHO, trouble],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def now(self):
        shift = {"clock back": -5000, "clock ahead": 5000}.get(self._trouble, 0)
        return self._inner.now() + (shift if self._commands > 5 else 0)

    def execute(self, command):
        self._commands += 1
        if self._commands == 5:
            match self._trouble:
                case "dies":
                    self._process.kill()
                    self._process.wait()
                case "hangs":
                    self._process.send_signal(signal.SIGSTOP)
                case "leaks":
                    LEAKED.append(bytes(LARGE))
        self._process.stdin.write("command\n")
        self._process.stdin.flush()
        self._process.stdout.readline()
        outcome = self._inner.execute(command)
        return "OK" if self._trouble == "nonsense" and self._commands == 5 else outcome

    def close(self):
        self._process.kill()
        self._process.wait()


class Troubled(Reference):
    information = replace(Reference.information, profiles=())

    def __init__(self, profile=None):
        super().__init__(profile)
        self.opened = []

    def open_world(self):
        trouble = TROUBLES[len(self.opened) % len(TROUBLES)]
        self.opened.append(World(self.information.profile, trouble))
        return self.opened[-1]

    def close(self):
        with Path(LOG).open("a") as log:
            log.write(f"{len(self.opened)} {len(LEAKED)}\n")
        for world in self.opened:
            world.close()
        LEAKED.clear()
"""
TROUBLES = 8
ROUNDS = 2


def troubled(folder: Path) -> tuple[str, Path]:
    log = folder / "log"
    adapter = folder / "troubled.py"
    adapter.write_text(TROUBLED.replace("LOG", repr(str(log))))
    return str(adapter), log


def test_whatever_an_adapter_does_its_other_cases_are_judged(tmp_path: Path) -> None:
    adapter, log = troubled(tmp_path)
    result = run_campaign(
        CampaignPlan(
            adapter=adapter,
            output=str(tmp_path / "output"),
            cases=ROUNDS * TROUBLES,
            part=TROUBLES,
            commands=10,
            partitions=1,
            master="local[1]",
            answer_seconds=5.0,
        )
    )
    assert result.verdicts == {Verdict.CONFORMS: 3 * ROUNDS, Verdict.ADAPTER_ERROR: 5 * ROUNDS}
    kinds = {
        kind: sum(count for reason, count in result.reasons.items() if kind in reason)
        for kind in ("BrokenPipeError", "did not answer", "was answered with", "virtual clock moved")
    }
    assert kinds == dict(zip(kinds, (ROUNDS, ROUNDS, ROUNDS, 2 * ROUNDS), strict=True))
    assert result.findings == ()
    assert result.failed is not None
    assert isinstance(result.failed.steps[-1].outcome, AdapterError)
    worked = [line for line in log.read_text().splitlines() if not line.startswith("0 ")]
    assert worked == [f"{TROUBLES} 1"] * ROUNDS, "a task has one adapter, and what it holds goes with it"


# --- folders and disks ---------------------------------------------------------------------------------

CALL = ("campaign", "--cases", "30", "--commands", "5", "--part", "10", "--master", "local[1]")


def mount(*arguments: str) -> str:
    """Why it could not be done; empty where it could."""
    done = subprocess.run(
        ["/usr/bin/env", *arguments], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return done.stdout.strip() or f"exit code {done.returncode}" if done.returncode else ""


@contextmanager
def disk(folder: Path, size: str) -> Iterator[Path]:
    """A small disk of its own; only root can have one."""
    folder.mkdir()
    if why := mount("mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)):
        pytest.skip(f"no disk can be mounted here: {why}")
    try:
        yield folder
    finally:
        mount("umount", "--lazy", str(folder))


def test_a_full_disk_is_told_and_the_campaign_goes_on_when_there_is_room(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with disk(tmp_path / "disk", "4m") as place:
        filler = place / "filler"
        room = os.statvfs(place)
        filler.write_bytes(bytes(room.f_bavail * room.f_frsize - 32 * 1024))
        assert main([*CALL, "--output", str(place / "output")]) == 2
        last = capsys.readouterr().err.splitlines()[-1]
        assert last.startswith("mqtck: ")
        assert "no space left on device" in last.lower()
        assert "same command again: it continues" in last
        filler.unlink()
        assert main([*CALL, "--output", str(place / "output")]) == 0
        assert not (place / "output" / "campaign-reference" / "unfinished").exists()


def test_a_folder_that_can_only_be_read_is_told_before_anything_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with disk(tmp_path / "disk", "1m") as place:
        assert mount("mount", "-o", "remount,ro", str(place)) == ""
        assert main([*CALL, "--output", str(place / "output")]) == 64
    (told,) = capsys.readouterr().err.splitlines()
    assert "cannot be written" in told
    assert "Name a folder that can be created or written" in told


def small(output: Path) -> CampaignPlan:
    return CampaignPlan("reference", str(output), cases=30, part=10, commands=5, master="local[1]")


def test_a_java_process_that_is_killed_is_told_in_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def kill(line: str) -> None:
        if "counting" in line:
            assert SparkContext._gateway is not None
            SparkContext._gateway.proc.kill()

    with pytest.raises(SparkFailure, match=r"The Java process of Spark died: .* The same command continues"):
        run_campaign(small(tmp_path), kill)
    assert "Traceback" not in capfd.readouterr().err
    assert run_campaign(small(tmp_path)).cases == 30


def test_a_finished_part_that_is_removed_meanwhile_is_told_and_run_again(tmp_path: Path) -> None:
    def remove(line: str) -> None:
        if "counting" in line:
            shutil.rmtree(tmp_path / "cases.parquet" / "part=000001")

    with pytest.raises(SparkFailure, match=r"Finished parts are no longer .*part=000001.* runs them again"):
        run_campaign(small(tmp_path), remove)
    assert run_campaign(small(tmp_path)).cases == 30


def test_a_spark_master_of_no_kind_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([*CALL, "--output", str(tmp_path / "output"), "--master", "nonsense://nowhere"])
    last = capsys.readouterr().err.splitlines()[-1]
    assert code == ExitCode.WRONG_USAGE
    assert "'nonsense://nowhere' is no Spark master" in last
    assert not (tmp_path / "output").exists()


def test_what_is_told_of_one_that_never_answers_does_not_depend_on_the_tasks(tmp_path: Path) -> None:
    """After three times a task asks no more for what is never answered: one task of all, one of some.

    Every case has a receive, which hangs.
    """
    found, seed = [], seed_of_receives(ODD["hangs"](), 4, 10)
    for partitions in (1, 2):
        plan = CampaignPlan(
            adapter="odd:hangs",
            loader=LOADER,
            output=str(tmp_path / str(partitions)),
            cases=4,
            commands=10,
            seed=seed,
            partitions=partitions,
            answer_seconds=0.5,
            master="local[1]",
        )
        result = run_campaign(plan)
        assert result.failed is not None
        found.append((result.verdicts, result.reasons, encode_lines(result.failed)))
    assert found[0] == found[1]
    assert sum(found[0][1].values()) == 4
    assert all("was not tried again by a task" in reason for reason in found[0][1])
