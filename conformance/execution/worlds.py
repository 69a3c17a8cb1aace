"""One world, command by command, with a watch for hangs; the calls themselves are made by a driver.

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

Commands that need an ability which the adapter lacks are not sent, nor those on a producer whose creation
was refused; their outcome is `Unsupported`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain
from queue import Empty
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mqtck.conformance.contract import OUT_OF_STEP, Adapter, AdapterUnavailable, Information, World
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Step, Trace, TraceHead
from mqtck.reference.vocabulary.validation import validated as valid

from .drivers import CLOCK_SLACK, driver_of, pass_on_interruption
from .giving_up import CLOSING, GivingUp
from .raised import told
from .work_threads import WorkThread

_NOT_CLOSED: Final = "the world did not close within {:g} s"


class Watch(Enum):
    """Who notices a hang: a worker thread of the execution, or nobody."""

    EACH_COMMAND = "each command"
    NONE = "none"


class Limits(NamedTuple):
    """How long the kit waits, and how often.

    `answer`: seconds for one command, beside the wait that it asks for. `giving_up` knows what is not tried
    any more; without it everything is.
    """

    answer: float = 30.0
    giving_up: GivingUp | None = None


DEFAULT_LIMITS: Final = Limits()

STARTING: Final = 300.0
"""Seconds for a first world: the implementation is started for it, and may have to be fetched before."""


class ExecutionEnded(RuntimeError):  # noqa: N818 - the caller went on after the end
    """A command was run after an adapter error or after `close`."""


class Execution:
    """One world, opened by the first command. Used by one thread; `close` it once.

    `clock` is the one by which to wait for something in it.
    """

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
        self.clock = self._driver.clock
        self._missing = frozenset(Ability) - self.information.abilities
        self._refused: set[str] = set()
        self._closed = False
        self._stuck = False

    def run(self, command: c.Command) -> Step:
        """Do one command. Raises ExecutionEnded after an adapter error or after `close`.

        Raises InvalidCommandError for a command that the vocabulary does not allow: no adapter sees it.
        """
        command = valid(command)
        if self.failure is not None or self._closed:
            raise ExecutionEnded("This execution has ended; open another one.")
        if self._missing and (missing := abilities_needed(command) & self._missing):
            step = _unsent(command, self.steps, o.Unsupported(ability=str(min(missing))))
        elif self._refused and (name := _producer_of(command)) in self._refused:
            nobody = o.Unsupported(ability=f"producer called {name}, for it was refused")
            step = _unsent(command, self.steps, nobody)
        elif self._limits.giving_up is None:
            step = self._tried(command)
        else:
            step = self._tried_or_given_up(command, self._limits.giving_up)
        self.steps.append(step)
        if isinstance(step.outcome, o.AdapterError):
            self.failure = step.outcome
        if isinstance(command, c.CreateProducer):
            self._note_producer(command.producer, step.outcome)
        return step

    def _note_producer(self, name: str, outcome: o.Outcome) -> None:
        """Remember whether there is such a producer."""
        if isinstance(outcome, o.Refused):
            self._refused.add(name)
        else:
            self._refused.discard(name)

    def _tried(self, command: c.Command) -> Step:
        if self._worker is None:
            self.doing = command
            step = self._driver.step(command)
            self.doing = None
            return step
        limit = patience(command, self.information, self._limits)
        try:
            answered: Step = self._worker.call(lambda: self._driver.step(command), limit)
        except Empty:
            self._stuck = True
            return _unsent(command, self.steps, _hung(command, limit))
        return answered

    def _tried_or_given_up(self, command: c.Command, giving_up: GivingUp) -> Step:
        call = type(command).__name__
        if (failure := giving_up.instead(call)) is not None:
            return _unsent(command, self.steps, failure)
        began = giving_up.clock()
        step = self._tried(command)
        giving_up.note(call, step.outcome, began)
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
        giving_up = self._limits.giving_up
        given_up = None if giving_up is None else giving_up.instead(CLOSING)
        if self._worker is None:
            return self._driver.close() if given_up is None else given_up.text
        problem = "" if given_up is None else given_up.text
        if given_up is None and not self._stuck:
            problem = self._close_watched(self._worker)
        self._worker.let_go()
        return problem

    def _close_watched(self, worker: WorkThread) -> str:
        giving_up = self._limits.giving_up or GivingUp()
        began = giving_up.clock()
        try:
            problem: str = worker.call(self._driver.close, self._limits.answer)
        except Empty:
            giving_up.failed(CLOSING, o.Fault.HUNG, began)
            return _NOT_CLOSED.format(self._limits.answer)
        giving_up.succeeded(CLOSING)
        return problem


def out_of_step(failure: o.Outcome | None, closing: str) -> bool:
    """Whether the last outcome or what went wrong in closing tells that no answer of a world is evidence."""
    return OUT_OF_STEP in closing or (isinstance(failure, o.AdapterError) and OUT_OF_STEP in failure.text)


Further = Callable[[Sequence[Step]], Iterator[c.Command]]
"""What is run behind these steps, each of which is among them before the next one is asked for."""


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
    adapter: Adapter,
    commands: Iterable[c.Command],
    *,
    limits: Limits = DEFAULT_LIMITS,
    title: str = "",
    further: Further | None = None,
) -> Played:
    """Run a sequence in a world of its own, up to the first adapter error; `further` says what follows it.

    One thread does the whole sequence; this one only sees to it that commands keep being answered (a
    hang is noticed after once to twice the limit).
    """
    execution = Execution(adapter, limits=limits, watch=Watch.NONE)
    behind = () if further is None else further(execution.steps)

    def work() -> str:
        for command in chain(commands, behind):
            if isinstance(execution.run(command).outcome, o.AdapterError):
                break
        return execution.close()

    worker = WorkThread.have()
    worker.hand_over(work)
    try:
        answer = awaited(worker, execution, limits)
    finally:
        worker.let_go()
    hung, trace = execution.doing, execution.trace(title=title)
    if answer is not None:
        return Played(trace, "" if execution.failure else answer[0])
    if limits.giving_up is not None:
        call = CLOSING if hung is None else type(hung).__name__
        limits.giving_up.failed(call, o.Fault.HUNG, limits.giving_up.clock() - limits.answer)
    if hung is None:
        return Played(trace, _NOT_CLOSED.format(limits.answer))
    outcome = _hung(hung, patience(hung, execution.information, limits))
    return Played(replace(trace, steps=(*trace.steps, _unsent(hung, trace.steps, outcome))), "")


def awaited(worker: WorkThread, execution: Execution, limits: Limits) -> tuple[Any] | None:
    """What the work on an execution came to whose commands nobody else watches; None where it hangs.

    What the work raises is raised here.
    """
    answered = -1
    while True:
        doing = execution.doing
        limit = limits.answer if doing is None else patience(doing, execution.information, limits)
        try:
            return (worker.answer(limit),)
        except Empty:
            if len(execution.steps) == answered:
                return None
            answered = len(execution.steps)


def _producer_of(command: c.Command) -> str | None:
    """The producer that must be there for a command."""
    match command:
        case c.Send() | c.DisableMessageId():
            return command.producer
        case c.SetDeliveryDelay() | c.SetTimeToLive() | c.SetPriority() | c.SetDeliveryMode():
            return command.producer
        case _:
            return None


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


def check_available(adapter: Adapter, tell: Callable[[str], None]) -> None:
    """Raises AdapterUnavailable where the implementation cannot be had.

    What else goes wrong with the first world is told, as what goes wrong with others may only follow from it.
    """
    if failure := first_failure(adapter, tell):
        tell(f"{adapter.information.name}: the first world failed: {failure}")


def first_failure(adapter: Adapter, tell: Callable[[str], None]) -> str:
    """What goes wrong with a first world; empty where nothing does. Raises AdapterUnavailable.

    It may take longer to open than others do (`STARTING`), which is told; it is not waited for as long to
    close.
    """
    opened: list[World] = []

    def opened_and_closed() -> str:
        opened.append(adapter.open_world())
        opened[0].close()
        return ""

    attempt: Callable[[], str] = getattr(adapter, "attempt", opened_and_closed)
    worker = WorkThread.have()
    worker.hand_over(attempt)
    try:
        try:
            return str(worker.answer(DEFAULT_LIMITS.answer))
        except Empty:
            if opened:
                return ""
            tell(
                f"{adapter.information.name}: no world after {DEFAULT_LIMITS.answer:g} s; "
                f"it may be starting, and is waited for up to {STARTING:g} s"
            )
            return str(worker.answer(STARTING - DEFAULT_LIMITS.answer))
    except AdapterUnavailable:
        raise
    except Empty:
        return f"none after {STARTING:g} s"
    except BaseException as error:  # noqa: BLE001 - as in the driver
        pass_on_interruption(error)
        return told(error)
    finally:
        worker.let_go()
