"""One world driven command by command, with clock readings, validated answers and a watch for hangs.

An `Execution` opens a world of an adapter and turns each command into a `Step`. Whatever goes wrong on
the adapter's side becomes an `AdapterError` in the step, never an exception, and ends the execution:

- *crashed*: `open_world`, `now` or `execute` raised something;
- *hung*: no answer within `Limits.answer` seconds (beside the time that the command itself may take);
  the thread is left behind and the world never touched again;
- *answered nonsense*: not an outcome, one that does not survive JSON, or one that the command cannot
  have;
- *lied about the clock*: a virtual clock that moved by itself or by something else than it was told, a
  real one that went backwards, stood still or ran far off the machine's own.

`Watch.EACH_COMMAND` (the default) gives every execution one worker thread to which commands are handed;
that costs some tens of microseconds a command. `Watch.NONE` calls the world in the caller's thread, for
in-process adapters on a virtual clock; a hang is then the caller's. `run_commands` is the fast way that
notices one: it hands over a whole sequence at once and watches from outside that it goes on.

Commands that need an ability which the adapter lacks are not sent; their outcome is `Unsupported`.
"""

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum
from queue import Empty
from typing import Final, NamedTuple, Protocol

import msgspec

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.channels import ReadChannelStatus
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Step, Trace, TraceHead, outcome_decoder
from mqtck.reference.vocabulary.validation import validated as valid
from mqtck.reference.vocabulary.zos import ReadSampleDefinition

from .contract import Adapter, AdapterUnavailable, Information, World
from .work_threads import WorkThread

CLOCK_SLACK: Final = 1000
"""Ms by which a real clock may differ from the machine's own over one wait."""

_NOT_CLOSED: Final = "the world did not close within {:g} s"

_encoder = msgspec.json.Encoder()


class Watch(Enum):
    """Who notices a hang: a worker thread of the execution, or nobody."""

    EACH_COMMAND = "each command"
    NONE = "none"


class Limits(NamedTuple):
    """How long the kit waits. `answer`: seconds for one command, beside the wait that it asks for."""

    answer: float = 30.0


DEFAULT_LIMITS: Final = Limits()


class ExecutionEnded(RuntimeError):  # noqa: N818 - the caller went on after the end
    """A command was run after an adapter error or after `close`."""


class Execution:
    """One world, opened by the first command. Used by one thread; `close` it once."""

    def __init__(
        self, adapter: Adapter, *, limits: Limits = DEFAULT_LIMITS, watch: Watch = Watch.EACH_COMMAND
    ) -> None:
        self.information = adapter.information
        self.steps: list[Step] = []
        self.failure: o.AdapterError | None = None
        self.doing: c.Command | None = None
        self._limits = limits
        self._worker = WorkThread.have() if watch is Watch.EACH_COMMAND else None
        self._driver = driver_of(adapter)
        self._missing = frozenset(Ability) - self.information.abilities
        self._closed = False

    def run(self, command: c.Command) -> Step:
        """Do one command. Raises ExecutionEnded after an adapter error or after `close`.

        Raises InvalidCommandError for a command that the vocabulary does not allow: no adapter sees it.
        """
        command = valid(command)
        if self.failure is not None or self._closed:
            raise ExecutionEnded("This execution has ended; open another one.")
        if self._missing and (missing := abilities_needed(command) & self._missing):
            why = "not among the abilities of the adapter"
            step = _unsent(command, self.steps, o.Unsupported(ability=str(min(missing)), why=why))
        elif self._worker is None:
            self.doing = command
            step = self._driver.step(command)
            self.doing = None
        else:
            limit = patience(command, self.information, self._limits)
            try:
                step = self._worker.call(lambda: self._driver.step(command), limit)
            except Empty:
                step = _unsent(command, self.steps, _hung(command, limit))
        self.steps.append(step)
        if isinstance(step.outcome, o.AdapterError):
            self.failure = step.outcome
        return step

    def trace(self, *, adapter: str = "", title: str = "", rules: Iterable[str] = ()) -> Trace:
        """What was run so far. `adapter` defaults to the name of the implementation."""
        head = TraceHead(
            mqtck_trace=FORMAT_VERSION,
            adapter=adapter or self.information.name,
            clock=self.information.clock,
            profile=self.information.profile,
            title=title,
            rules=tuple(sorted(rules)),
        )
        return Trace(head=head, steps=tuple(self.steps))

    def close(self) -> str:
        """Let go of the world. Returns what went wrong in that, empty where nothing did."""
        if self._closed:
            return ""
        self._closed = True
        if self._worker is None:
            return self._driver.close()
        problem = ""
        if self.failure is None or self.failure.fault is not o.Fault.HUNG:
            try:
                problem = self._worker.call(self._driver.close, self._limits.answer)
            except Empty:
                problem = _NOT_CLOSED.format(self._limits.answer)
        self._worker.let_go()
        return problem


class Played(NamedTuple):
    """A sequence that was run; `closing` says what went wrong in closing its world, empty if nothing did."""

    trace: Trace
    closing: str


def run_commands(
    adapter: Adapter, commands: Iterable[c.Command], *, limits: Limits = DEFAULT_LIMITS, title: str = ""
) -> Trace:
    """As `play`, where nothing is to be said of how the world closed."""
    return play(adapter, commands, limits=limits, title=title).trace


def play(
    adapter: Adapter, commands: Iterable[c.Command], *, limits: Limits = DEFAULT_LIMITS, title: str = ""
) -> Played:
    """Run a fixed sequence in a world of its own, up to the first adapter error.

    One thread does the whole sequence; this one only sees to it that commands keep being answered (a
    hang is noticed after once to twice the limit).
    """
    execution = Execution(adapter, limits=limits, watch=Watch.NONE)
    current: list[c.Command | None] = []

    def work() -> str:
        for command in commands:
            current[:] = (command,)
            if isinstance(execution.run(command).outcome, o.AdapterError):
                break
        current[:] = (None,)
        return execution.close()

    worker = WorkThread.have()
    worker.hand_over(work)
    answered = -1
    try:
        while True:
            doing = current[:1]
            limit = max((_patience_or_closing(one, execution, limits) for one in doing), default=1.0)
            with suppress(Empty):
                problem: str = worker.answer(limit)
                return Played(execution.trace(title=title), "" if execution.failure else problem)
            if answered == len(execution.steps) and doing == current[:1]:
                trace = execution.trace(title=title)
                hung = tuple(_unsent(one, trace.steps, _hung(one, limit)) for one in doing if one is not None)
                closing = _NOT_CLOSED.format(limits.answer) if doing == [None] else ""
                return Played(Trace(head=trace.head, steps=trace.steps + hung), closing)
            answered = len(execution.steps)
    finally:
        worker.let_go()


def _patience_or_closing(command: c.Command | None, execution: Execution, limits: Limits) -> float:
    """Seconds for a command, or for closing where there is none."""
    return limits.answer if command is None else patience(command, execution.information, limits)


def patience(command: c.Command, information: Information, limits: Limits) -> float:
    """Seconds after which a command counts as hung."""
    match command:
        case c.Receive(wait=wait) | ReceivePublication(wait=wait):
            return limits.answer + wait / 1000
        case c.Advance(milliseconds=milliseconds) if information.clock is ClockKind.REAL:
            return limits.answer + 2 * (milliseconds + CLOCK_SLACK) / 1000
        case _:
            return limits.answer


def _unsent(command: c.Command, before: list[Step] | tuple[Step, ...], outcome: o.Outcome) -> Step:
    """A step whose readings are those of the last one: the world was not, or can no longer be, asked."""
    now = before[-1].ended if before else 0
    return Step(command=command, outcome=outcome, started=now, ended=now)


def _hung(command: c.Command, limit: float) -> o.AdapterError:
    text = f"{type(command).__name__} did not answer within {limit:g} s."
    return o.AdapterError(fault=o.Fault.HUNG, text=text)


ENDED: Final = "its process ended"
"""How the text begins of an adapter error that says that the process of the adapter ended (`apart`)."""


class Driver(Protocol):
    """Makes the calls on one world, which the first step opens; whatever goes wrong is in the step."""

    def step(self, command: c.Command) -> Step: ...

    def close(self) -> str:
        """What went wrong in closing the world, empty where nothing did."""
        ...


def check_available(adapter: Adapter, limits: Limits = DEFAULT_LIMITS) -> None:
    """Raises AdapterUnavailable where the implementation cannot be had.

    What else goes wrong with a first world goes wrong with others, and is told of those.
    """
    attempt: Callable[[], None] = getattr(adapter, "attempt", lambda: adapter.open_world().close())
    worker = WorkThread.have()
    try:
        worker.call(attempt, limits.answer)
    except AdapterUnavailable:
        raise
    except BaseException as error:  # noqa: BLE001 - as in the driver
        _pass_on_interruption(error)
    finally:
        worker.let_go()


def driver_of(adapter: Adapter) -> Driver:
    """A driver of a fresh world: the adapter's own where it has worlds elsewhere (`apart`)."""
    make: Callable[[], Driver] | None = getattr(adapter, "driver", None)
    return _Driver(adapter) if make is None else make()


class _ClockLieError(Exception):
    pass


class _Driver:
    """The calls on the world, all made by one thread."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self._virtual = adapter.information.clock is ClockKind.VIRTUAL
        self._world: World | None = None
        self._last: int | None = None

    def step(self, command: c.Command) -> Step:
        started = ended = self._last or 0
        outcome: o.Outcome
        try:
            if self._world is None:
                self._world = self._adapter.open_world()
            started = ended = _reading(self._world)
            self._check_between(started)
            if self._virtual or not isinstance(command, c.Advance):
                outcome = validated(command, self._world.execute(command))
                ended = _reading(self._world)
                self._check_within(command, started, ended)
            else:
                ended = _let_pass(self._world, started, command.milliseconds)
                outcome = o.Done()
        except _ClockLieError as lie:
            outcome, ended = o.AdapterError(fault=o.Fault.CLOCK, text=str(lie)), started
        except BaseException as error:  # noqa: BLE001 - whatever the adapter raises is its failure
            _pass_on_interruption(error)
            outcome, ended = o.AdapterError(fault=o.Fault.CRASHED, text=told(error)), started
        self._last = ended
        return Step(command=command, outcome=outcome, started=started, ended=ended)

    def close(self) -> str:
        if self._world is None:
            return ""
        try:
            self._world.close()
        except BaseException as error:  # noqa: BLE001 - as in step
            _pass_on_interruption(error)
            return f"closing the world raised {told(error)}"
        return ""

    def _check_between(self, now: int) -> None:
        if self._last is None or now == self._last:
            return
        if now < self._last:
            raise _ClockLieError(f"The clock went back by {self._last - now} ms between two commands.")
        if self._virtual:
            raise _ClockLieError(f"The virtual clock moved by {now - self._last} ms between two commands.")

    def _check_within(self, command: c.Command, started: int, ended: int) -> None:
        passed, name = ended - started, type(command).__name__
        told = command.milliseconds if isinstance(command, c.Advance) else 0
        if self._virtual and passed != told:
            raise _ClockLieError(f"The virtual clock moved by {passed} ms in {name}; it was told {told} ms.")
        if passed < 0:
            raise _ClockLieError(f"The clock went back by {-passed} ms in {name}.")


def told(error: BaseException) -> str:
    """What was raised, in words."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _pass_on_interruption(error: BaseException) -> None:
    """Ctrl-C comes to the main thread alone; anywhere else it is the adapter that raises it."""
    if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
        raise error


def _reading(world: World) -> int:
    reading: object = world.now()
    if type(reading) is not int:
        raise _ClockLieError(f"now() gave {reading!r}; it must be a whole number of milliseconds.")
    return reading


def _let_pass(world: World, started: int, milliseconds: int) -> int:
    """Wait until the world's clock reads `started` + `milliseconds`, comparing it with the machine's."""
    begun = time.monotonic()
    while True:
        now = _reading(world)
        waited = round((time.monotonic() - begun) * 1000)
        off = abs(now - started - waited)
        if off > CLOCK_SLACK:
            raise _ClockLieError(f"now() moved by {now - started} ms while {waited} ms passed.")
        if now >= started + milliseconds:
            return now
        time.sleep(min((started + milliseconds - now) / 1000, CLOCK_SLACK / 1000))


_CALL: Final = (o.Done, o.Refused, o.Unsupported)
_SEND: Final = (o.Sent, o.Refused, o.Unsupported)
_GET: Final = (o.MessageReturned, o.NoMessage, o.Refused, o.Unsupported)
_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    c.Send: _SEND,
    c.MqPut: _SEND,
    c.MqPut1: _SEND,
    c.Receive: _GET,
    c.MqGet: _GET,
    ReceivePublication: _GET,
    c.Browse: (o.Browsed, o.Refused, o.Unsupported),
    c.ReadDepth: (o.DepthRead, o.Refused, o.Unsupported),
    ReadSampleDefinition: (o.SampleDefinitionRead, o.Refused, o.Unsupported),
    ReadChannelStatus: (o.ChannelStatusRead, o.Refused, o.Unsupported),
    c.Advance: (o.Done,),
}


def validated(command: c.Command, answer: object) -> o.Outcome:
    """The answer, or an adapter error that says why it is none for this command."""
    possible = _ANSWERS.get(type(command), _CALL)
    if type(answer) not in possible:
        names = ", ".join(kind.__name__ for kind in possible)
        return _nonsense(command, f"{answer!r:.200} ({type(answer).__name__}); possible are {names}")
    try:
        again: o.Outcome = outcome_decoder.decode(_encoder.encode(answer))
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
        return _nonsense(command, f"an invalid {type(answer).__name__}: {error}")
    if again != answer:
        return _nonsense(command, f"a {type(answer).__name__} that changes when written and read again")
    return again


def _nonsense(command: c.Command, what: str) -> o.AdapterError:
    return o.AdapterError(fault=o.Fault.NONSENSE, text=f"{type(command).__name__} was answered with {what}.")
