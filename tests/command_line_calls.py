"""The program as a user runs it, the sentence of a refusal, and adapters in files."""

import subprocess
import sys
from pathlib import Path
from typing import Any

SECONDS = 300

ADAPTER = """
from mqtck.conformance.contract import Information
from mqtck.reference.vocabulary.profile import ClockKind

class Mine:
    information = Information(name="Mine", version="1", clock=ClockKind.VIRTUAL, abilities=frozenset())
    def open_world(self): raise NotImplementedError
    def close(self): pass
"""


def run_python(*arguments: str, **settings: Any) -> subprocess.CompletedProcess[Any]:
    """A Python of its own, which is given up after minutes: a busy machine takes one to start it."""
    return subprocess.run([sys.executable, *arguments], check=False, timeout=SECONDS, **settings)


def mqtck(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The program as a user runs it."""
    return run_python("-m", "mqtck", *arguments, capture_output=True, text=True)


def refused(ended: subprocess.CompletedProcess[str], code: int = 64) -> str:
    """The one sentence that a refused call ends with."""
    assert ended.returncode == code, ended.stderr
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr
    return ended.stderr


def write(folder: Path, text: str, name: str = "mine.py") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def unavailable(folder: Path) -> str:
    text = ADAPTER.replace("import Information", "import AdapterUnavailable, Information")
    return write(
        folder, text + "    def __init__(self): raise AdapterUnavailable('no jars: no network')\n", "away.py"
    )
