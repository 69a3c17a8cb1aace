"""An implementation in any language: a program that answers calls, one line of JSON each (`exec:COMMAND`).

The calls are those of the adapter contract, and CONTRACT.md shows their lines. The kit writes a call to the
program's standard input and reads the answer from its standard output; what it writes to standard error is
shown as it comes. A program with `side_by_side` of 1 has one call and one open world at a time, so a plain
loop will do; with more, calls of other worlds come before an answer, which says the number of its world.

The program is started when the adapter is made, and again for the next world where it has ended, or where
it no longer answers. It ends when its standard input does.

Left out: programs on other machines; start one here that talks to them.
"""

import itertools
import os
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from mqtck.conformance.contract import ENDED, AdapterUnavailable, Information
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import ClockKind, Profile

STARTING_SECONDS: Final = 60.0
"""How long the program may take to say what it is."""

ENDING_SECONDS: Final = 20.0
"""How long it may take to end behind the end of its input."""

_DRAINING_SECONDS: Final = 2.0

STUCK_SECONDS: Final = 20.0
"""A program in which a call waits for so long, beside its own wait, gets no new worlds."""


class Call(msgspec.Struct, omit_defaults=True):
    """A line to the program."""

    call: str
    world: int | UnsetType = UNSET
    profile: Profile | UnsetType = UNSET
    command: Command | UnsetType = UNSET


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """A line from it. `now` is in ms; `error` and `unavailable` are for people."""

    world: int | UnsetType = UNSET
    information: Information | UnsetType = UNSET
    outcome: msgspec.Raw | UnsetType = UNSET
    now: int | UnsetType = UNSET
    error: str | UnsetType = UNSET
    unavailable: str | UnsetType = UNSET


class PipeError(RuntimeError):
    """The program did not do its part; the text says how."""


class Unreadable:
    """What was answered and is no outcome; the kit calls it nonsense, and shows this."""

    def __init__(self, why: str) -> None:
        self._why = why

    def __repr__(self) -> str:
        return self._why


class Pipe:
    """The adapter of a command line. Raises PipeError and AdapterUnavailable when it is made."""

    def __init__(self, command: str) -> None:
        self._words = shlex.split(command)
        self._lock = threading.Lock()
        self._retired: list[_Program] = []
        self._problem = ""
        self._program = _Program(self._words)
        try:
            self.information = self._program.introduced()
        except BaseException:
            self._program.kill()
            raise

    def under(self, profile: Profile) -> "_PipeUnder":
        """The same under another profile; the kit asks for those that it offers only."""
        return _PipeUnder(self, profile)

    def open_world(self) -> "PipeWorld":
        return self.opened(self.information.profile)

    def opened(self, profile: Profile) -> "PipeWorld":
        """A world under this profile, in a program that answers."""
        with self._lock:
            if self._program.gone or self._program.stuck(self.information.side_by_side):
                self._retired.append(self._program)
                if self.information.side_by_side == 1:
                    self._program.kill()
                self._program = _Program(self._words)
            program = self._program
        return PipeWorld(program, profile, self.information.clock)

    def renew(self) -> None:
        """Have the next world in a fresh program."""
        with self._lock:
            self._problem = self._problem or self._program.end()

    def close(self) -> None:
        """Raises PipeError where the program does not end as it should."""
        self.renew()
        for program in self._retired:
            program.kill()
        if self._problem:
            raise PipeError(self._problem)


class _PipeUnder:
    """The same program under another profile."""

    def __init__(self, main: Pipe, profile: Profile) -> None:
        self._main = main
        self.information = msgspec.structs.replace(main.information, profile=profile)

    def open_world(self) -> "PipeWorld":
        return self._main.opened(self.information.profile)

    def renew(self) -> None:
        self._main.renew()

    def close(self) -> None:
        """The first one ends what the others use."""


class PipeWorld:
    """One world in the program."""

    def __init__(self, program: "_Program", profile: Profile, clock: ClockKind) -> None:
        self._program = program
        self._virtual = clock is ClockKind.VIRTUAL
        self._number = program.number()
        self._now: int | None = None
        self._take_time(self._program.ask(Call("open_world", self._number, profile), "open_world"))

    def now(self) -> int:
        if self._virtual and self._now is not None:
            return self._now
        self._take_time(self._program.ask(Call("now", self._number), "now"))
        if self._now is None:
            raise PipeError("now was answered without a reading; it should have now, in ms.")
        return self._now

    def execute(self, command: Command) -> Outcome:
        name = type(command).__name__
        wait = getattr(command, "wait", 0) / 1000
        answer = self._program.ask(Call("execute", self._number, command=command), name, wait)
        self._take_time(answer)
        outcome: Outcome = _outcome(answer)
        return outcome

    def close(self) -> None:
        self._program.ask(Call("close", self._number), "closing the world")

    def _take_time(self, answer: Answer) -> None:
        """On a virtual clock each answer says what the time is now; what does not leaves it as it was."""
        if answer.now is not UNSET:
            self._now = answer.now


def _outcome(answer: Answer) -> Any:
    """The outcome in an answer, or what the kit can show in its place."""
    if answer.outcome is UNSET:
        return Unreadable("no outcome")
    try:
        return _outcomes.decode(answer.outcome)
    except (msgspec.MsgspecError, RecursionError) as error:
        return Unreadable(
            f"{bytes(answer.outcome).decode(errors='replace'):.200}, which is no outcome: {error}"
        )


_encoder: Final = msgspec.json.Encoder()
_outcomes: Final = msgspec.json.Decoder(Outcome)


class _Program:
    """The program, from its start to its end. Used by several threads, one for each world."""

    def __init__(self, words: list[str]) -> None:
        """Raises PipeError where there is no such program."""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - what the user names is what is run
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the kit
            )
        except OSError as error:
            raise PipeError(f"{words[0]} cannot be started: {error.strerror}.") from error
        self.gone = False
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._asked: dict[int, tuple[SimpleQueue[Answer | str], float]] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._see_it_end, daemon=True).start()

    def number(self) -> int:
        return next(self._numbers)

    def introduced(self) -> Information:
        """What the program says of itself."""
        answer = self.ask(Call("information"), "information", limit=STARTING_SECONDS)
        if answer.information is UNSET:
            raise PipeError("information was answered without one.")
        return answer.information

    def stuck(self, side_by_side: int) -> bool:
        """Whether a call waits for longer than it may, or waits at all where one world is open at a time."""
        now = time.monotonic()
        with self._lock:
            return any(side_by_side == 1 or since + STUCK_SECONDS < now for _, since in self._asked.values())

    def ask(self, call: Call, name: str, wait: float = 0.0, limit: float | None = None) -> Answer:
        """The answer to a call, which may take `wait` seconds by itself, and `limit` seconds at most."""
        key = 0 if call.world is UNSET else call.world
        queue: SimpleQueue[Answer | str] = SimpleQueue()
        with self._lock:
            self._asked[key] = queue, time.monotonic() + wait
        try:
            self._write(_encoder.encode(call))
            if self.gone:
                raise PipeError(f"{ENDED} in {name} ({self._how()})")
            answer = queue.get(timeout=limit)
        except Empty:
            raise PipeError(f"{name} was not answered within {limit:g} s.") from None
        finally:
            with self._lock:
                self._asked.pop(key, None)
        match answer:
            case Answer(error=str(text)):
                raise PipeError(text)
            case Answer(unavailable=str(text)):
                raise AdapterUnavailable(text)
            case Answer():
                return answer
            case "":
                raise PipeError(f"{ENDED} in {name} ({self._how()})")
            case _:
                raise PipeError(f"{name} was answered with {answer}")

    def end(self) -> str:
        """Let it end by the end of its input. Returns what went wrong in that, empty where nothing did."""
        if self.gone:
            return ""
        with suppress(OSError, ValueError):
            self._input.close()
        try:
            code = self._process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return f"it did not end within {ENDING_SECONDS:g} s behind the end of its input"
        self.gone = True
        return f"it ended with {self._how()} behind the end of its input" if code else ""

    def kill(self) -> None:
        """With all that it has started."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.gone = True

    @property
    def _input(self) -> Any:
        return self._process.stdin

    def _write(self, line: bytes) -> None:
        """One that has ended reads nothing: whoever waits is told by its end."""
        with suppress(OSError, ValueError), self._lock:
            self._input.write(line + b"\n")
            self._input.flush()

    def _how(self) -> str:
        code = self._process.wait()
        with suppress(ValueError):
            return signal.Signals(-code).name
        return f"exit code {code}"

    def _read(self) -> None:
        decoder = msgspec.json.Decoder(Answer)
        for line in self._process.stdout or ():
            try:
                answer: Answer | str = decoder.decode(line)
            except (msgspec.MsgspecError, RecursionError) as error:
                text = line.decode(errors="replace").rstrip()
                answer = f"a line that is no answer ({error}): {text:.200}"
            self._deliver(answer)

    def _see_it_end(self) -> None:
        """What the program has started may hold its output open beyond its end."""
        self._process.wait()
        self._reader.join(_DRAINING_SECONDS)
        self.gone = True
        self._deliver("")

    def _deliver(self, answer: Answer | str) -> None:
        """To the world that it names; what names none is for whoever waits."""
        with self._lock:
            if isinstance(answer, Answer) and answer.world is not UNSET:
                asked = self._asked.get(answer.world)
                waiting = [] if asked is None else [asked[0]]
            else:
                waiting = [queue for queue, _ in self._asked.values()]
        for queue in waiting:
            queue.put(answer)
