"""What a program behind a pipe has started ends with it, and it ends with the kit, however that ended."""

import os
import shlex
import sys
import time
from pathlib import Path

import pytest
from left_running import watched

from mqtck.adapters.pipe import Pipe
from mqtck.adapters.pipe_program import PipeError
from mqtck.reference.vocabulary.commands import Advance

PROGRAM = """
import json, os, signal, subprocess, sys, time
from pathlib import Path
child = subprocess.Popen(["sleep", "600"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
Path(sys.argv[1]).write_text(str(child.pid))
for line in sys.stdin:
    call = json.loads(line)
    said = {key: call[key] for key in ("world",) if key in call}
    match call["call"]:
        case "information":
            said["information"] = {"name": "Loop", "version": "1", "clock": "virtual", "side_by_side": 5,
                                   "abilities": ["local queues", "JMS client", "MessageProducer"]}
        case "open_world":
            said["now"] = 0
        case "execute" if "ends" in sys.argv:
            sys.exit(3)
        case "execute" if "hangs" in sys.argv:
            Path(sys.argv[1]).with_name("hanging").touch()
            time.sleep(600)
        case "execute":
            said["outcome"] = {"outcome": "done"}
    print(json.dumps(said), flush=True)
if "stays" in sys.argv:
    time.sleep(600)
"""
USER = """
import sys
from mqtck.adapters import pipe, pipe_program
from mqtck.reference.vocabulary.commands import Advance
pipe_program.ENDING_SECONDS = 1
adapter = pipe.Pipe(sys.argv[1])
adapter.open_world().execute(Advance(1))
"""


def command(folder: Path, *words: str) -> str:
    """A program that starts another, whose number it writes down."""
    path = folder / "program.py"
    path.write_text(PROGRAM)
    return shlex.join([sys.executable, str(path), str(folder / "child"), *words])


def is_gone(process: int) -> bool:
    """Whether it has ended within some seconds."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    os.kill(process, 9)
    return False


def child(folder: Path) -> int:
    return int((folder / "child").read_text())


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    adapter = Pipe(command(tmp_path))
    adapter.open_world().close()
    adapter.close()
    assert is_gone(child(tmp_path))


def test_what_a_program_has_started_ends_where_it_ends_by_itself(tmp_path: Path) -> None:
    adapter = Pipe(command(tmp_path, "ends"))
    with pytest.raises(PipeError, match="exit code 3"):
        adapter.open_world().execute(Advance(1))
    first = child(tmp_path)
    assert is_gone(first)
    adapter.open_world()
    assert child(tmp_path) != first
    adapter.close()
    assert is_gone(child(tmp_path))


def test_a_program_that_does_not_end_goes_with_the_kit_that_was_killed(tmp_path: Path) -> None:
    """It hangs, so that it does not see that its input has ended."""
    with watched(sys.executable, "-c", USER, command(tmp_path, "hangs"), folder=tmp_path) as kit:
        kit.wait_for(lambda _: (tmp_path / "hanging").exists())
        assert len(kit.processes()) > 2
        kit.process.kill()
        assert kit.left() == {}
