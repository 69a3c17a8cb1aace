"""A program as a shell starts it, in a process group of its own, and what is left of it in the end."""

import os
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MARK = "MQTCK_TESTED"
"""An environment variable: what a program starts has it too, wherever it belongs to in the end."""

_HEEDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_SECONDS = 120


class Watched:
    """A running program."""

    def __init__(self, process: "subprocess.Popen[str]", mark: str) -> None:
        self.process = process
        self._mark = f"{MARK}={mark}".encode()

    def processes(self) -> dict[int, str]:
        """The command lines of the program and of all that it has started, by process id."""
        found = {}
        for folder in Path("/proc").iterdir():
            # A process that has ended meanwhile, or that nobody has asked for its end yet, has no line.
            with suppress(OSError):
                if folder.name.isdigit() and self._mark in (folder / "environ").read_bytes():
                    line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                    found[int(folder.name)] = line
        return {number: line for number, line in found.items() if line}

    def wait_for(self, seen: Callable[[dict[int, str]], object]) -> None:
        """Until its processes are as they should be."""
        assert self.meets(seen), self.processes()

    def meets(self, seen: Callable[[dict[int, str]], object]) -> bool:
        """Whether its processes are seen so before it ends; a busy machine may miss a short moment."""
        until = time.monotonic() + _SECONDS
        while time.monotonic() < until:
            running = self.process.poll() is None
            if seen(self.processes()):
                return True
            if not running:
                return False
            time.sleep(0.01)
        return False

    def left(self, seconds: float = 15.0) -> dict[int, str]:
        """What still runs so many seconds after its end."""
        until = time.monotonic() + seconds
        while (running := self.processes()) and time.monotonic() < until:
            time.sleep(0.1)
        return running


@contextmanager
def watched(*command: str, folder: Path, **variables: str) -> Iterator[Watched]:
    """The program, which heeds signals, with its temporary files in `folder`; it ends with the block."""
    mark = uuid.uuid4().hex
    # Tests that run in the background of a shell have some ignored, and so would what they start.
    before = {number: signal.signal(number, signal.default_int_handler) for number in _HEEDED}
    try:
        process = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, MARK: mark, "TMPDIR": str(folder), **variables},
        )
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    one = Watched(process, mark)
    with process:
        try:
            yield one
        finally:
            for number in one.processes():
                with suppress(OSError):
                    os.kill(number, signal.SIGKILL)
