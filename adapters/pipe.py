"""An implementation in any language: a program that answers calls, one line of JSON each (`exec:COMMAND`).

The calls are those of the adapter contract, and CONTRACT.md shows their lines. The kit writes a call to the
program's standard input and reads the answer from its standard output; what it writes to standard error is
shown as it comes. A program with `side_by_side` of 1 has one call and one open world at a time, so a plain
loop will do; with more, calls of other worlds come before an answer, which says the number of its world.

The program is started when the adapter is made, and again for the next world where it has ended, or where
it no longer answers. It ends when its standard input does, and all that it has started ends with it.

Left out: programs on other machines; start one here that talks to them.
"""

import shlex
import threading
from typing import Any, Final

import msgspec
from msgspec import UNSET

from mqtck.conformance.contract import OUT_OF_STEP
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import Done, Outcome
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.results import clipped

from .pipe_misread import UNREADABLE, why_no_outcome
from .pipe_program import Answer, Call, PipeError, Program

_SHOWN: Final = 120
"""Characters of an outcome that cannot be read; what is wrong with it stands behind them."""


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
        self._retired: list[Program] = []
        self._problem = ""
        self._program = Program(self._words)
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
                self._program = Program(self._words)
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

    def __init__(self, program: Program, profile: Profile, clock: ClockKind) -> None:
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
        """Raises PipeError where it has the answer to another call, as one before was answered twice."""
        answer = self._program.ask(Call("close", self._number), "closing the world")
        if answer.outcome is not UNSET and _is_of_another_call(answer.outcome):
            line = clipped(bytes(answer.outcome).decode(errors="replace"), _SHOWN)
            raise PipeError(f"{OUT_OF_STEP} behind a call before; closing the world was answered with {line}")

    def _take_time(self, answer: Answer) -> None:
        """On a virtual clock each answer says what the time is now; what does not leaves it as it was."""
        if answer.now is not UNSET:
            self._now = answer.now


def _is_of_another_call(outcome: msgspec.Raw) -> bool:
    """Whether a world that was closed cannot have said so: it may say that it is done."""
    try:
        return not isinstance(_outcomes.decode(outcome), Done)
    except UNREADABLE:
        return False


def _outcome(answer: Answer) -> Any:
    """The outcome in an answer, or what the kit can show in its place."""
    if answer.outcome is UNSET:
        return Unreadable("no outcome")
    try:
        return _outcomes.decode(answer.outcome)
    except UNREADABLE as error:
        line = bytes(answer.outcome)
        text = clipped(line.decode(errors="replace"), _SHOWN)
        return Unreadable(f"{text}, which is no outcome: {why_no_outcome(error, line)}")


_outcomes: Final = msgspec.json.Decoder(Outcome)
