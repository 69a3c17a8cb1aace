"""An implementation in any language: a program that answers calls, one line of JSON each (`exec:COMMAND`).

The calls are those of the adapter contract, and CONTRACT.md shows their lines. The kit writes a call to the
program's standard input and reads the answer from its standard output; what it writes to standard error is
shown as it comes. A program with `side_by_side` of 1 has one call and one open world at a time, so a plain
loop will do; with more, calls of other worlds come before an answer, which says the number of its world.

The program is started when the adapter is made, and again for the next world where it has ended, or where
it no longer answers. It ends when its standard input does, and all that it has started ends with it.

A call that is answered twice is told at the next call of its world, or at the end. Where the second answer
comes so late that it is taken for that of the next call, the one behind that tells.

Left out: programs on other machines; start one here that talks to them.
"""

import itertools
import os
import select
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

from mqtck.conformance.contract import ENDED, GARBLED, AdapterUnavailable, Information
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.misread import what_is_wrong
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import ClockKind, Profile

from .pipe_guard import Guard

STARTING_SECONDS: Final = 60.0
"""How long the program may take to say what it is."""

ENDING_SECONDS: Final = 20.0
"""How long it may take to end behind the end of its input."""

_DRAINING_SECONDS: Final = 2.0

_CHUNK: Final = 1 << 16

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
        text = bytes(answer.outcome).decode(errors="replace")
        return Unreadable(f"{text:.200}, which is no outcome: {what_is_wrong(error, bytes(answer.outcome))}")


_encoder: Final = msgspec.json.Encoder()
_outcomes: Final = msgspec.json.Decoder(Outcome)
_answers: Final = msgspec.json.Decoder(Answer)


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
        self._guard = Guard(self._process.pid, ENDING_SECONDS)
        self.gone = False
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._asked: dict[int, tuple[SimpleQueue[Answer | str], float]] = {}
        self._latest: dict[int, str] = {}
        self._unclear: set[int] = set()
        self._unasked: dict[int, str] = {}
        self._before_all = ""
        self._begun: list[bytes] = []
        self._peek = select.poll()
        self._peek.register(self._output, select.POLLIN)
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
            self._take_in()
            told = self._unasked.pop(key, None) or self._unasked.pop(0, None)
            if told is not None:
                raise PipeError(told)
            if self._before_all:
                raise PipeError(f"{name} was answered with {self._before_all}")
            if key in self._asked:
                self._unclear.add(key)
            self._asked[key] = queue, time.monotonic() + wait
            self._latest[key] = name
        try:
            self._write(_encoder.encode(call))
            if self.gone:
                raise PipeError(f"{ENDED} in {name} ({self._how()})")
            answer = queue.get(timeout=limit)
        except Empty:
            raise PipeError(f"{name} was not answered within {limit:g} s{self._unended()}.") from None
        finally:
            with self._lock:
                if self._asked.get(key, (None,))[0] is queue:
                    del self._asked[key]
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

    def _unended(self) -> str:
        """What to say of a line that has no end yet."""
        begun = b"".join(self._begun).decode(errors="replace")
        return f"; characters came, but no end of line behind them: {begun:.80}" if begun else ""

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
        self._reader.join(_DRAINING_SECONDS)
        self._guard.end_all()
        self.gone = True
        if code:
            return f"it ended with {self._how()} behind the end of its input"
        with self._lock:
            return next(iter(self._unasked.values()), "")

    def kill(self) -> None:
        """With all that it has started."""
        self._guard.end_all()
        self._process.wait()
        self.gone = True

    @property
    def _input(self) -> Any:
        return self._process.stdin

    @property
    def _output(self) -> int:
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def _write(self, line: bytes) -> None:
        """One that has ended reads nothing: whoever waits is told by its end."""
        with self._lock:
            try:
                self._input.write(line + b"\n")
                self._input.flush()
            except (OSError, ValueError):
                # What is left of the line would be written, and fail, again when the file is thrown away.
                with suppress(OSError):
                    self._input.close()

    def _how(self) -> str:
        code = self._process.wait()
        with suppress(ValueError):
            return signal.Signals(-code).name
        return f"exit code {code}"

    def _read(self) -> None:
        """Take in what comes, as it comes, until the output ends."""
        waiting = select.poll()
        waiting.register(self._output, select.POLLIN)
        more = True
        while more:
            waiting.poll()
            with self._lock:
                more = self._take_in()

    def _take_in(self) -> bool:
        """Deliver all that is there, before anybody can ask for more; whether more may come."""
        while self._peek.poll(0):
            chunk = os.read(self._output, _CHUNK)
            *ended, rest = chunk.split(b"\n")
            if ended or not chunk:
                lines = [b"".join((*self._begun, *ended[:1])), *ended[1:]]
                self._begun.clear()
                for line in lines if chunk else filter(None, lines):
                    self._deliver(_read_line(line))
            if not chunk:
                return False
            self._begun.append(rest)
        return True

    def _see_it_end(self) -> None:
        """What the program has started may hold its output open beyond its end."""
        self._process.wait()
        self._reader.join(_DRAINING_SECONDS)
        self._guard.end_all()
        self.gone = True
        with self._lock:
            self._deliver("")

    def _deliver(self, answer: Answer | str) -> None:
        """To the worlds that it names; what names none is for whoever waits."""
        for queue in self._waiting(answer):
            queue.put(answer)

    def _waiting(self, answer: Answer | str) -> list[SimpleQueue[Answer | str]]:
        """Who waits for an answer, and waits no longer; an answer that nobody waits for is noted."""
        if not isinstance(answer, Answer):
            # Whether the call is still answered behind it is not known.
            self._unclear.update(self._asked)
            worlds = list(self._asked)
            if not self._latest:
                # A quick program may write its greeting before the first call is made, a slow one behind it.
                self._before_all = self._before_all or answer
        elif answer.world is not UNSET:
            worlds = [answer.world] if answer.world in self._asked else []
        else:
            worlds = list(self._asked)
        world = answer.world if isinstance(answer, Answer) and answer.world is not UNSET else 0
        if isinstance(answer, Answer) and not worlds and world not in self._unclear:
            behind = f" behind {self._latest[world]}" if world in self._latest else ""
            text = f"a line of answer too many{behind}; each call is answered by one"
            self._unasked.setdefault(world, text)
        return [self._asked.pop(world)[0] for world in worlds]


def _read_line(line: bytes) -> Answer | str:
    try:
        return _answers.decode(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        text = line.decode(errors="replace").rstrip()
        return f"{GARBLED} ({what_is_wrong(error, line)}): {text:.200}"
