"""The program behind a pipe: started, asked in lines of JSON, and brought to its end.

Each call of a world waits for the answer that names this world. A line that is no answer, an answer that
names a world that is not open, and the end of the program are told to whoever waits. A call that is answered
twice is told at the next call of its world, or at the end; where the second answer comes so late that it is
taken for that of the next call, the one behind that tells.

Leaves out what the calls mean (`pipe`), and how all that the program has started is ended (`pipe_guard`).
"""

import itertools
import os
import select
import signal
import subprocess
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from mqtck.conformance.contract import ENDED, GARBLED, OUT_OF_STEP, AdapterUnavailable, Information
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.nesting import JsonDecoder
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.results import clipped

from .pipe_guard import Guard
from .pipe_misread import UNREADABLE, why_no_answer

STARTING_SECONDS: Final = 60.0
"""How long the program may take to say what it is."""

ENDING_SECONDS: Final = 20.0
"""How long it may take to end behind the end of its input."""

_DRAINING_SECONDS: Final = 2.0

_SHOWN: Final = 200
"""Characters of a line that is no answer."""

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


_encoder: Final = msgspec.json.Encoder()
_answers: Final = JsonDecoder[Answer](Answer)


class Program:
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
        self._closed: set[int] = set()
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
                if call.call == "close":
                    self._closed.add(key)
                return answer
            case "":
                raise PipeError(f"{ENDED} in {name} ({self._how()})")
            case _:
                raise PipeError(f"{name} was answered with {answer}")

    def _unended(self) -> str:
        """What to say of a line that has no end yet."""
        begun = b"".join(self._begun).decode(errors="replace")
        return f"; characters came, but no end of line behind them: {clipped(begun, 80)}" if begun else ""

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
        if isinstance(answer, Answer) and self._is_astray(answer):
            line = _encoder.encode(answer).decode()
            answer = f"{GARBLED} (it names world {answer.world}, which is not open): {clipped(line, _SHOWN)}"
        for queue in self._waiting(answer):
            queue.put(answer)

    def _is_astray(self, answer: Answer) -> bool:
        """Whether it names no open world, so that whoever waits would wait for ever.

        Of a world that was closed it may be a second answer: then it must be clear who waits for this one.
        """
        if answer.world is UNSET or answer.world in self._asked or not self._asked:
            return False
        if answer.world in self._closed - self._unclear:
            return len(self._asked) == 1
        return answer.world == 0 or answer.world not in self._latest

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
            text = f"{OUT_OF_STEP}{behind}; each call is answered by one"
            self._unasked.setdefault(world, text)
        return [self._asked.pop(world)[0] for world in worlds]


def _read_line(line: bytes) -> Answer | str:
    try:
        return _answers.decode(line)
    except UNREADABLE as error:
        text = line.decode(errors="replace").rstrip()
        return f"{GARBLED} ({why_no_answer(error, line, Answer)}): {clipped(text, _SHOWN)}"
