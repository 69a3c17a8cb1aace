"""The interpreter: runs a script on an adapter, and says how it ended.

A look that was refused for no reason that MQ has shows nothing, so what it seems to break is undecided; so is
what follows from a lock (MQGMO_LOCK) that is not to be had.

A look (a browse, a depth) that the adapter does not have is left out where nothing else hangs on it, and so
are the checks that ask for it: the script is unsupported then, unless the rest shows a violation. On a real
clock what is waited for is never left out, nor is a browse once something may expire, which it might discard.
Where something else shows the same (`looks_otherwise`), it is sent instead.
"""

from collections.abc import Container, Iterator, Mapping
from typing import Final, NamedTuple, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.conformance.execution.worlds import Execution
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    GetMode,
    Look,
    MqGet,
    ReadDepth,
    Receive,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import AdapterError, NoMessage, Outcome, Refused, Unsupported
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Step

from .looks_afterwards import AFTERWARDS, where_else
from .looks_otherwise import Looker, Ways, gives_life, ways
from .scripts import (
    HELD,
    Action,
    Await,
    Broken,
    Check,
    CheckResult,
    Do,
    Expect,
    Handle,
    Held,
    LookOut,
    Missed,
    NeedVirtualClock,
    Note,
    NotObserved,
    Record,
    Script,
    Undecided,
    commands_of,
)

_LONG_WAIT: Final = 10_000
"""Ms: a receive that waits for so long, and in vain, has given everything on its queue the time to come."""

_SHORT_WAIT: Final = 1000
"""Ms that the next receives from that queue wait on a real clock."""

LONGEST_AWAIT: Final = 30.0
"""Seconds for which an `Await` tries on a real clock."""

_POLL: Final = 0.2
"""Seconds between two tries of an `Await`."""

_LOOK_EVERY: Final = 4000
"""Ms of a virtual clock between two of a `LookOut`: reports that live for 5 s are seen."""


class AnsweredQuestion(NamedTuple):
    question: str
    answer: str


class ScriptRun(NamedTuple):
    """How a script ended: `line` is the Gherkin step at which it stopped, None where it went through.

    `broken` is the result that tells of a violation; `reason` says why the verdict is neither yes nor no;
    `missed` says what was waited for in vain, empty where nothing was; `step` is the place of the blamed
    step in the trace; `lines_of_steps` maps each step of the trace to
    the Gherkin step that sent it.
    """

    verdict: Verdict
    line: int | None = None
    broken: Broken | None = None
    step: int | None = None
    reason: str = ""
    answers: tuple[AnsweredQuestion, ...] = ()
    lines_of_steps: tuple[int, ...] = ()
    missed: str = ""


class _LeftOut(Exception):  # noqa: N818 - no error
    """A check asks for a look that the adapter does not have."""


class _Steps(Mapping[Handle, Step]):
    """The steps seen so far. Raises _LeftOut where somebody asks for a look that was left out."""

    def __init__(self, steps: Mapping[Handle, Step], left_out: Container[Handle]) -> None:
        self._steps = steps
        self._left_out = left_out

    def __getitem__(self, handle: Handle) -> Step:
        if handle in self._left_out:
            raise _LeftOut
        return self._steps[handle]

    def __iter__(self) -> Iterator[Handle]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)


class _Run:
    """The state of one run; what happens is in `perform`."""

    def __init__(self, execution: Execution, longest_await: float, otherwise: Ways) -> None:
        self.execution = execution
        self.clock = execution.information.clock
        self.longest_await = longest_await
        self.steps: dict[Handle, Step] = {}
        self.since: dict[Handle, int] = {}
        self.places: dict[Handle, int] = {}
        self.lines: list[int] = []
        self.answer = ""
        self.answers: list[AnsweredQuestion] = []
        self.in_vain = ""
        self.lacking: NotObserved | None = None
        self._lacking_at: int | None = None
        self._left_out: set[Handle] = set()
        self._may_expire = False
        self._line = 0
        self._looker = Looker(self._sent, otherwise)

    def _sent(self, command: Command) -> Step:
        self.lines.append(self._line)
        return self.execution.run(command)

    def send(self, command: Command, handle: Handle, line: int) -> CheckResult | AdapterError:
        self._line = line
        step = self._looker.look(command, handle) if isinstance(command, Browse) else None
        if step is None:
            step = self._sent(self._less_patient(command))
        self._looker.note(command)
        self._remember(command, step.outcome)
        self._may_expire = self._may_expire or gives_life(command)
        self.places[handle] = len(self.lines) - 1
        match step.outcome:
            case AdapterError() as error:
                return error
            case Unsupported(ability=ability, why=why):
                lacking = NotObserved(f"The adapter has no {ability}" + (f" ({why})." if why else "."))
                if not self._is_dispensable(command):
                    return lacking
                self._left_out.add(handle)
                return self.without(lacking, line)
            case _:
                self.steps[handle] = step
                self.since.setdefault(handle, step.started)
                return HELD

    def _is_dispensable(self, look: Command) -> bool:
        """Whether nothing else hangs on it: a browse may discard what has expired."""
        return isinstance(look, ReadDepth) or (isinstance(look, Browse) and not self._may_expire)

    def lacks(self, handle: Handle) -> bool:
        """Whether the adapter does not have this look."""
        return handle in self._left_out

    def without(self, result: CheckResult, line: int) -> CheckResult:
        """Go on where something cannot be looked at: the rest may show a violation, if nothing else."""
        if not isinstance(result, NotObserved):
            return result
        if self.lacking is None:
            self.lacking, self._lacking_at = result, line
        return HELD

    def _less_patient(self, command: Command) -> Command:
        """What comes with a message that was waited for in vain has had the same time; there may be many."""
        if isinstance(command, Receive) and command.queue == self.in_vain:
            return replace(command, wait=min(command.wait, _SHORT_WAIT))
        return command

    def _remember(self, command: Command, outcome: Outcome) -> None:
        """The queue on which nothing came for long, until something else is done."""
        match command:
            case Receive(queue=queue, wait=wait) if wait >= _LONG_WAIT and self.clock is ClockKind.REAL:
                self.in_vain = queue if isinstance(outcome, NoMessage) else ""
            case _:
                self.in_vain = ""

    def evaluate(self, check: Check) -> CheckResult:
        try:
            result = check(Record(self.clock, _Steps(self.steps, self._left_out), self.since))
        except _LeftOut:
            return HELD
        if isinstance(result, NotObserved):
            return NotObserved(f"The adapter does not show {result.what}.")
        if isinstance(result, Held) and result.answer:
            self.answer = result.answer
        return result

    def was_refused(self, handle: Handle) -> bool:
        step = self.steps.get(handle)
        return step is None or isinstance(step.outcome, Refused)

    def _was_denied(self, handle: Handle | None) -> bool:
        """Whether a look was refused for no reason that MQ has, or a lock for being asked for.

        No document says that no look is, ever, nor that all queue managers lock what is browsed.
        """
        step = None if handle is None else self.steps.get(handle)
        if step is None or not isinstance(step.command, Look) or not isinstance(step.outcome, Refused):
            return False
        reason = step.outcome.reason
        locks = isinstance(step.command, MqGet) and step.command.mode is GetMode.BROWSE_FIRST_AND_LOCK
        return reason is None or reason is UNSET or (locks and reason == ReasonCode.OPTIONS_ERROR)

    def end(self, result: CheckResult | AdapterError, line: int | None) -> ScriptRun:
        answers, lines = tuple(self.answers), tuple(self.lines)
        if isinstance(result, Broken) and self._was_denied(result.step):
            result = Undecided(
                f"The scenario could not go on: expected {result.expected}; seen {result.seen}."
            )
        if self.lacking is not None and not isinstance(result, Broken | AdapterError):
            result, line = self.lacking, self._lacking_at
        match result:
            case Held():
                return ScriptRun(Verdict.CONFORMS, answers=answers, lines_of_steps=lines)
            case Broken(step=handle):
                place = None if handle is None else self.places.get(handle)
                return ScriptRun(Verdict.VIOLATES, line, result, place, answers=answers, lines_of_steps=lines)
            case NotObserved(what=what):
                verdict, reason = Verdict.UNSUPPORTED, what
            case Undecided(why=why):
                verdict, reason = Verdict.INDETERMINATE, why
            case AdapterError(fault=fault, text=text):
                verdict, reason = Verdict.ADAPTER_ERROR, f"The adapter {fault}: {text}"
            case _:
                assert_never(result)
        missed = reason if isinstance(result, Missed) else ""
        return ScriptRun(verdict, line, reason=reason, answers=answers, lines_of_steps=lines, missed=missed)


def run_script(execution: Execution, script: Script, *, longest_await: float = LONGEST_AWAIT) -> ScriptRun:
    """Run a script on a world that nothing was done to yet. Does not close it.

    `longest_await` bounds, in seconds, how long an `Await` tries on a real clock.
    """
    run = _Run(execution, longest_await, ways(commands_of(script), execution.information.abilities))
    for action in script:
        result = _perform(run, action)
        if not isinstance(result, Held):
            if isinstance(result, Missed):
                _search(run, action.line)
            return run.end(result, action.line)
    return run.end(HELD, None)


def _search(run: _Run, line: int) -> None:
    """Look where what did not come may be: what the judge of the trace then finds nowhere is lost."""
    for command in where_else(run.execution.steps, run.execution.information.abilities):
        if isinstance(run.send(command, AFTERWARDS, line), AdapterError):
            return


def _perform(run: _Run, action: Action) -> CheckResult | AdapterError:
    match action:
        case Do(command, handle, line, unless_refused):
            if any(run.was_refused(earlier) for earlier in unless_refused):
                return HELD
            return run.send(command, handle, line)
        case Await():
            return _await(run, action)
        case LookOut():
            return _look_out(run, action)
        case Expect(check, line):
            return run.without(run.evaluate(check), line)
        case Note(question):
            if run.lacking is None:
                run.answers.append(AnsweredQuestion(question, run.answer))
            return HELD
        case NeedVirtualClock():
            return (
                HELD
                if run.clock is ClockKind.VIRTUAL
                else NotObserved("The adapter has no clock that the tester sets.")
            )
        case _:
            assert_never(action)


def _await(run: _Run, action: Await) -> CheckResult | AdapterError:
    clock = run.execution.clock
    until = clock.monotonic() + run.longest_await
    while True:
        sent = run.send(action.command, action.handle, action.line)
        if not isinstance(sent, Held):
            return sent
        result = run.evaluate(action.check)
        if run.clock is ClockKind.VIRTUAL:
            return run.without(result, action.line)
        if run.lacks(action.handle):
            # Nobody has waited for what is to follow.
            return run.lacking or result
        if not isinstance(result, Undecided) or clock.monotonic() > until:
            return result
        clock.sleep(_POLL)


def _look_out(run: _Run, action: LookOut) -> CheckResult | AdapterError:
    left, step, came = action.milliseconds, 1, False
    passing, *handles = action.between
    glances = tuple(zip(action.glances, handles, strict=True))
    while left and not came:
        step, left = min(step, left), left - min(step, left)
        alone = action.milliseconds - left <= action.alone
        looks = glances[1:] if alone else glances
        for command, handle in (
            (Advance(milliseconds=step), passing),
            *looks,
            (action.command, action.handle),
        ):
            sent = run.send(command, handle, action.line)
            if not isinstance(sent, Held):
                return sent
        came, step = not isinstance(run.steps[action.handle].outcome, NoMessage), _LOOK_EVERY
    result = run.evaluate(action.check)
    if not left or not isinstance(result, Held):
        return result
    rest = run.send(Advance(milliseconds=left), passing, action.line)
    return result if isinstance(rest, Held) else rest
