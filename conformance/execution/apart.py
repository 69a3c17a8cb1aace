"""An adapter in a process of its own: one that ends its process ends nothing else.

`Apart` is an adapter like the one that it starts elsewhere (`apart_process`), with the same answers and the
same texts of failures, since the calls on worlds are made there as they are made here (`drivers`). Where
the process ends in the middle of a command (the implementation crashes in native code, or ends it), the
command has the adapter error *crashed* and says how; the next world is opened in a fresh process.

It costs a start of Python with the kit for each process and some hundred microseconds for each command.
Left out: a process that neither answers nor ends is told by the watch of the execution, not here.
"""

import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Final

import msgspec

from mqtck.conformance.contract import ENDED, AdapterUnavailable, Information, World
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import AdapterError, Fault
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.traces import Step

from .apart_process import (
    ENDING_SECONDS,
    Answer,
    Attempt,
    Attempted,
    Beginning,
    Closed,
    Did,
    Do,
    Leave,
    Left,
    Open,
    Ready,
    Unready,
)
from .clocks import MACHINE
from .drivers import Driver
from .profiles import ProfileError

_RUN: Final = "from mqtck.conformance.execution.apart_process import main; main()"
_DRAINING_SECONDS: Final = 2.0


class ApartError(RuntimeError):
    """The adapter could not be made in a process of its own; the text says why.

    `kind` and `why` are the class and the text of what was raised there, empty where the process ended.
    """

    def __init__(self, text: str, kind: str = "", why: str = "") -> None:
        super().__init__(text)
        self.kind = kind
        self.why = why


class ClosingError(RuntimeError):
    """The adapter was not closed as it should be; the text says how."""


class Apart:
    """The adapter that a loader (`package.module:function`) makes of a text, in a process of its own.

    Raises ApartError where it cannot be made there. `path`: further folders to import from.
    """

    def __init__(self, loader: str, adapter: str, path: tuple[str, ...]) -> None:
        self._beginning = Beginning(loader, adapter, path)
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._closing = ""
        self._informations = {one.profile: one for one in self.process().informations}
        self.information: Information = next(iter(self._informations.values()))

    def under(self, profile: Profile) -> "_Under":
        """Raises ProfileError for a profile that it does not offer."""
        information = self._informations.get(profile)
        if information is None:
            raise ProfileError(f"{self.information.name} does not offer the profile {profile.name}.")
        return _Under(self, information)

    def driver(self) -> Driver:
        return _Elsewhere(self.process, self.information.profile)

    def open_world(self) -> World:
        raise NotImplementedError("Its worlds are driven by `driver`.")

    def attempt(self) -> str:
        """Open and close a world. Returns what went wrong, empty where nothing did.

        Raises AdapterUnavailable where the adapter says so.
        """
        match self.process().attempt():
            case Attempted(unavailable=why) if why:
                raise AdapterUnavailable(why)
            case Attempted(failed=failure):
                return failure
            case _:
                return ""

    def process(self) -> "_Process":
        """The process that runs, or a fresh one."""
        with self._lock:
            if self._process is None or self._process.ended:
                self._process = _Process(self._beginning)
            return self._process

    def renew(self) -> None:
        """Let the process end, so that the next world is opened in a fresh one."""
        with self._lock:
            if self._process is not None:
                self._closing = self._closing or self._process.end()
                self._process = None

    def close(self) -> None:
        """Raises ClosingError where one of its processes did not close the adapter as it should."""
        self.renew()
        if self._closing:
            raise ClosingError(self._closing)


class _Under:
    """The same adapter under another profile."""

    def __init__(self, main: Apart, information: Information) -> None:
        self._main = main
        self.information = information

    def driver(self) -> Driver:
        return _Elsewhere(self._main.process, self.information.profile)

    def open_world(self) -> World:
        return self._main.open_world()

    def renew(self) -> None:
        self._main.renew()

    def close(self) -> None:
        """The first one stops what the others use."""


class _Elsewhere:
    """The driver of a world in the process."""

    clock = MACHINE

    def __init__(self, process: Callable[[], "_Process"], profile: Profile) -> None:
        self._open = process
        self._profile = profile
        self._process: _Process | None = None
        self._world = 0
        self._last = 0

    def step(self, command: Command) -> Step:
        if self._process is None:
            self._process = self._open()
            self._world = self._process.open(self._profile)
        match self._process.ask(Do(self._world, command)):
            case Did(step=step):
                self._last = step.ended
                return step
            case _:
                text = f"{ENDED} in {type(command).__name__} ({self._process.how})"
                failure = AdapterError(fault=Fault.CRASHED, text=text)
                return Step(command=command, outcome=failure, started=self._last, ended=self._last)

    def close(self) -> str:
        if self._process is None:
            return ""
        match self._process.ask(Leave(self._world)):
            case Left(problem=problem):
                return problem
            case _:
                return f"{ENDED} in closing the world ({self._process.how})"


class _Process:
    """One process, from its start to its end. Used by several threads, one for each world."""

    def __init__(self, beginning: Beginning) -> None:
        """Raises ApartError."""
        folders = (os.path.abspath(folder) for folder in sys.path)  # noqa: PTH100 - "" is the working folder
        self._process = subprocess.Popen(  # noqa: S603 - this Python
            [sys.executable, "-c", _RUN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
            start_new_session=True,  # Ctrl-C is for the one that started it
        )
        self.ended = False
        self._closed: Closed | None = None
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._waiting: dict[int, SimpleQueue[Answer | None]] = {}
        self._first: SimpleQueue[Answer | None] = SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._see_it_end, daemon=True).start()
        self._write(msgspec.json.encode(beginning))
        match self._first.get():
            case Ready(informations=informations):
                self.informations = informations
            case Unready(why=why, kind=kind):
                self.end()
                text = f"The adapter could not be made in a process of its own: {kind}: {why}"
                raise ApartError(text, kind, why)
            case _:
                raise ApartError(f"The process of the adapter ended while it was made ({self.how}).")

    @property
    def how(self) -> str:
        """How the process ended."""
        code = self._process.returncode
        with suppress(ValueError, TypeError):
            return signal.Signals(-code).name
        return f"exit code {code}"

    def open(self, profile: Profile) -> int:
        """The number of a fresh world."""
        world = next(self._numbers)
        with self._lock:
            self._waiting[world] = SimpleQueue()
        self._write(msgspec.json.encode(Open(world, profile)))
        return world

    def attempt(self) -> Answer | None:
        """The answer to an attempt at a world."""
        world = next(self._numbers)
        with self._lock:
            self._waiting[world] = SimpleQueue()
        return self.ask(Attempt(world))

    def ask(self, request: Do | Leave | Attempt) -> Answer | None:
        """The answer; None where the process ends or has ended before there is one."""
        with self._lock:
            queue = self._waiting.get(request.world)
        if queue is None or self.ended:
            return None
        self._write(_encoder.encode(request))
        answer = queue.get()
        if answer is None or isinstance(answer, Left | Attempted):
            with self._lock:
                self._waiting.pop(request.world, None)
        return answer

    def end(self) -> str:
        """Let it close the adapter and end, or end it. Returns what went wrong in that, as `Closed` does."""
        if self.ended:
            return ""
        with self._lock, suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(ENDING_SECONDS + _DRAINING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(_DRAINING_SECONDS)
        if self._closed is not None:
            return self._closed.problem
        return f"{ENDED} in closing the adapter ({self.how})"

    def _write(self, line: bytes) -> None:
        """A process that has ended reads nothing: whoever waits is told by its end."""
        assert self._process.stdin is not None
        with self._lock:
            try:
                self._process.stdin.write(line + b"\n")
                self._process.stdin.flush()
            except (OSError, ValueError):
                # What is left of the line would be written, and fail, again when the file is thrown away.
                with suppress(OSError):
                    self._process.stdin.close()

    def _read(self) -> None:
        decoder = msgspec.json.Decoder(Answer)
        for line in self._process.stdout or ():
            try:
                answer = decoder.decode(line) if line.endswith(b"\n") else None
            except msgspec.MsgspecError:
                # Nobody knows whose answer it was: whoever waits is told by the end of the process.
                self._process.kill()
                return
            match answer:
                case Did(world=world) | Left(world=world) | Attempted(world=world):
                    self._queue(world).put(answer)
                case Ready() | Unready():
                    self._first.put(answer)
                case Closed():
                    if self._closed is None or not self._closed.problem:
                        self._closed = answer

    def _queue(self, world: int) -> "SimpleQueue[Answer | None]":
        with self._lock:
            return self._waiting.get(world) or SimpleQueue()

    def _see_it_end(self) -> None:
        """A process that the adapter has started may hold the pipe open beyond the end of this one."""
        self._process.wait()
        self._reader.join(_DRAINING_SECONDS)
        self.ended = True
        with self._lock:
            waiting = tuple(self._waiting.values())
        for queue in (self._first, *waiting):
            queue.put(None)


_encoder = msgspec.json.Encoder()
