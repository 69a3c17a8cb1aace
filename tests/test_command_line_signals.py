"""Signals end the program in order, with an exit code each, and nothing is left of what it has started."""

import os
import signal
import sys
from pathlib import Path

import pytest
from command_line_calls import SECONDS, run_python
from left_running import Watched, watched

from mqtck.command_line.errors import ExitCode
from mqtck.command_line.signals import Ended, ended_by

MQTCK = (sys.executable, "-m", "mqtck")
RUN = (*MQTCK, "run", "--methods", "features", "--processes", "2")
MUTANTS = (*MQTCK, "mutants", "--methods", "features", "--processes", "2")
BENCH = (*MQTCK, "bench", "--quick", "--processes", "2")


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


def told_by(program: Watched) -> str:
    return program.process.communicate(timeout=SECONDS)[1]


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, ExitCode.TERMINATED), (signal.SIGHUP, ExitCode.HUNG_UP)]
)
def test_a_signal_ends_the_program_in_order(
    number: signal.Signals, code: ExitCode, temporary: Path, tmp_path: Path
) -> None:
    with watched(*RUN, "--output", str(tmp_path / "report"), folder=temporary) as run:
        run.wait_for(lambda processes: len(processes) > 2)
        run.process.send_signal(number)
        told = told_by(run)
        assert run.left() == {}
    assert run.process.returncode == code
    assert told.splitlines()[-1] == f"mqtck: ended by {number.name}"
    assert "Traceback" not in told
    assert list(temporary.iterdir()) == []


def test_what_nohup_has_ignored_stays_ignored() -> None:
    ended = run_python(
        "-c",
        "import os, signal\n"
        "from mqtck.command_line.signals import heed\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "heed()\n"
        "os.kill(os.getpid(), signal.SIGHUP)\n",
    )
    assert ended.returncode == 0


def test_the_second_signal_ends_it_where_it_stands() -> None:
    ended = run_python(
        "-c",
        "import os, signal\n"
        "from mqtck.command_line.signals import Ended, heed\n"
        "heed()\n"
        "try:\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "except Ended:\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n",
    )
    assert ended.returncode == -signal.SIGTERM


def test_the_exit_code_is_of_the_signal_whatever_was_told_instead() -> None:
    told = KeyboardInterrupt("interrupted with 1 of 2 parts finished")
    assert ended_by(told) == ExitCode.INTERRUPTED
    told.__cause__ = Ended("SIGTERM")
    assert ended_by(told) == ExitCode.TERMINATED


@pytest.mark.parametrize("command", [MUTANTS, BENCH], ids=["mutants", "bench"])
def test_processes_that_share_work_end_with_the_one_that_started_them(
    command: tuple[str, ...], temporary: Path
) -> None:
    with watched(*command, folder=temporary) as program:
        program.wait_for(lambda processes: sum("spawn_main" in line for line in processes.values()) > 1)
        program.process.kill()
        assert program.left(60) == {}


def test_processes_that_run_features_end_with_the_one_that_started_them(
    temporary: Path, tmp_path: Path
) -> None:
    with watched(*RUN, "--output", str(tmp_path / "report"), folder=temporary) as run:
        assert run.process.stderr is not None
        while "scenarios" not in run.process.stderr.readline():
            pass
        run.process.kill()
        assert run.left(60) == {}
        assert "Traceback" not in told_by(run)


@pytest.mark.parametrize("command", [RUN, MUTANTS, BENCH], ids=["run", "mutants", "bench"])
def test_ctrl_c_is_not_for_processes_that_are_only_starting(
    command: tuple[str, ...], temporary: Path, tmp_path: Path
) -> None:
    """A terminal sends it to all of them, and one that has not come to ignore it would print its trace."""
    output = ("--output", str(tmp_path / "report")) if command is RUN else ()
    with watched(*command, *output, folder=temporary) as run:
        run.wait_for(lambda processes: any("spawn_main" in line for line in processes.values()))
        os.killpg(run.process.pid, signal.SIGINT)
        told = told_by(run)
        assert run.left() == {}
    assert run.process.returncode == ExitCode.INTERRUPTED
    assert told.splitlines()[-1] == "interrupted"
    assert "Traceback" not in told
