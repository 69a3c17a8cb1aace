"""Shrinking: the fewest and plainest commands that still show a breach, found by executing again.

Delta debugging over the commands of a trace: ever smaller runs of them are left out, then pairs; advances
are put together; what has a name of its own uses another's (a queue, a session, a queue manager), so that
its definition can go; then each command is made plainer field by field (`plainer`), and what is
left is named anew. An attempt counts where the judge blames the same first rule again and the breach has
the same shape, so that another breach does not take its place. The profile becomes the implementation's own
where that shows the breach as well.

On a virtual clock nothing sleeps, and hundreds of executions take a second or two. On a real clock each
costs its waits, so that these are left out before anything else, and seconds are limited too. An
implementation that does not show the breach again keeps its trace as it was.
"""

import math
import time
from itertools import pairwise
from typing import Final, NamedTuple

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.profiles import for_trace
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import Observer
from mqtck.reference.vocabulary.commands import Advance, Command
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Trace

from .plainer import named_anew, plainer, with_shared_names
from .shapes import shape_of


class Budget(NamedTuple):
    """What one finding may cost: executions, and seconds after which none is begun."""

    attempts: int = 600
    seconds: float = 60.0


ATTEMPTS: Final = Budget().attempts
VIRTUAL: Final = Budget(seconds=math.inf)
"""By executions alone: with a look at the clock a slow machine would show other findings than a fast one."""

REAL: Final = Budget(attempts=40, seconds=90.0)

_PAIRS: Final = 14
"""Commands up to which pairs are left out."""


class Finding(NamedTuple):
    """A breach and a trace that shows it; the step of the breach is the last of the trace."""

    breach: Breach
    trace: Trace


def finding_in(trace: Trace, rule: str) -> Finding | None:
    """The breach blamed first on the rule, with the trace cut behind it; None where there is none."""
    observer = Observer(trace.head.clock, trace.head.profile)
    for number, step in enumerate(trace.steps, start=1):
        for breach in observer.observe(step):
            if breach.rules[0] == rule:
                return Finding(breach, Trace(trace.head, trace.steps[:number]))
    return None


class Shrunk(NamedTuple):
    """The plainest finding; `again` is false where the breach was not shown again: then it is as it was."""

    finding: Finding
    again: bool
    executions: int


def shrunk(adapter: Adapter, finding: Finding, attempts: int = ATTEMPTS) -> Finding:
    """The plainest finding of the same first rule that so many executions lead to."""
    return shrink(adapter, finding, VIRTUAL._replace(attempts=attempts)).finding


def shrink(adapter: Adapter, finding: Finding, budget: Budget = VIRTUAL) -> Shrunk:
    """The same, with what is to be said about it."""
    search = _Search(for_trace(adapter, finding.trace.head.profile), finding, budget)
    hurried = finding.trace.head.clock is ClockKind.REAL and search.without_waits()
    again = hurried or search.better(search.commands)
    if again:
        search.under(adapter)
        search.hurry()
        search.go_on()
    return Shrunk(search.best, again, search.executions)


def waits(finding: Finding) -> int:
    """Ms that the commands of a finding let pass: what an execution costs on a real clock."""
    return sum(step.command.milliseconds for step in finding.trace.steps if isinstance(step.command, Advance))


class _Search:
    """The best finding so far and what is left of the budget."""

    def __init__(self, adapter: Adapter, finding: Finding, budget: Budget) -> None:
        self.best = finding
        self.executions = 0
        self._attempts = budget.attempts
        self._until = time.monotonic() + budget.seconds
        self._adapter = adapter
        self._rule = finding.breach.rules[0]
        self._shape = shape_of(finding.trace, finding.breach)
        self._failed: set[tuple[Command, ...]] = set()

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(step.command for step in self.best.trace.steps)

    @property
    def left(self) -> int:
        """Executions left; none once the time is over."""
        return self._attempts - self.executions if time.monotonic() < self._until else 0

    def better(self, commands: tuple[Command, ...]) -> bool:
        """Execute and judge; keep the outcome where the breach is still there."""
        if self.left <= 0 or commands in self._failed:
            return False
        self.executions += 1
        trace = run_commands(self._adapter, commands, title=self.best.trace.head.title)
        found = finding_in(trace, self._rule)
        if found is None or shape_of(found.trace, found.breach) != self._shape:
            self._failed.add(commands)
            return False
        self.best = found
        return True

    def under(self, adapter: Adapter) -> None:
        """Go over to the profile that the adapter has of its own, if it shows the breach too."""
        before = self._adapter
        if adapter.information.profile != before.information.profile:
            self._adapter = adapter
            if not self.better(self.commands):
                self._adapter = before
                self._failed.clear()

    def without_waits(self) -> bool:
        """Whether the breach is shown without any advance; then none is left."""
        return self.better(tuple(command for command in self.commands if not isinstance(command, Advance)))

    def hurry(self) -> None:
        """On a real clock leave out what advances can go, the longest first: every execution costs them."""
        if self.best.trace.head.clock is not ClockKind.REAL:
            return
        advances = [command for command in self.commands if isinstance(command, Advance)]
        for longest in sorted(advances, key=lambda advance: -advance.milliseconds):
            place = self.commands.index(longest)
            self.better(self.commands[:place] + self.commands[place + 1 :])

    def go_on(self) -> None:
        """Until nothing helps any more, or the budget is spent."""
        while self.left > 0:
            before = self.commands
            self.leave_out()
            self.put_together()
            self.share_names()
            self.leave_out_pairs()
            self.make_plainer()
            if self.commands == before:
                break
        self.better(named_anew(self.commands))

    def leave_out(self) -> None:
        """Leave out runs of commands, from halves down to single ones, until none can go."""
        size = max(1, len(self.commands) // 2)
        while self.left > 0:
            shorter = False
            end = len(self.commands)
            while end > 0 and self.left > 0:
                begin = max(0, end - size)
                commands = self.commands
                if self.better(commands[:begin] + commands[end:]):
                    shorter = True
                end = min(begin, len(self.commands))
            if size == 1 and not shorter:
                return
            size = max(1, size // 2)

    def leave_out_pairs(self) -> None:
        """Leave out two commands that need each other, such as a setter and its opposite."""
        if len(self.commands) > _PAIRS:
            return
        for second in range(len(self.commands) - 1, 0, -1):
            for first in range(second):
                commands = self.commands
                if second < len(commands):
                    without = (*commands[:first], *commands[first + 1 : second], *commands[second + 1 :])
                    self.better(without)

    def put_together(self) -> None:
        """One advance in the place of two, at the first or at the second."""
        places = [place for place, command in enumerate(self.commands) if isinstance(command, Advance)]
        for later, earlier in pairwise(reversed(places)):
            commands = self.commands
            if later >= len(commands):
                continue
            one, other = commands[earlier], commands[later]
            if isinstance(one, Advance) and isinstance(other, Advance):
                whole = Advance(one.milliseconds + other.milliseconds)
                rest = commands[earlier + 1 : later]
                _ = self.better((*commands[:earlier], *rest, whole, *commands[later + 1 :])) or self.better(
                    (*commands[:earlier], whole, *rest, *commands[later + 1 :])
                )

    def share_names(self) -> None:
        """Use one name in the place of two, and leave out what is then defined a second time."""
        for _ in range(len(self.commands)):
            if not any(self.better(fewer) for fewer in with_shared_names(self.commands)):
                return

    def make_plainer(self) -> None:
        for place in range(len(self.commands) - 1, -1, -1):
            if place >= len(self.commands):
                continue
            for plain in plainer(self.commands[place]):
                commands = self.commands
                if place < len(commands):
                    self.better((*commands[:place], plain, *commands[place + 1 :]))
