"""Shrinking: the fewest and plainest commands that still show a breach, found by executing again.

Delta debugging over the commands of a trace (ever smaller runs of them are left out), then each command
is made plainer field by field. An attempt counts where the judge blames the same first rule again. For
virtual clocks: nothing sleeps, so hundreds of executions take a second or two. An implementation that
does not show the breach again keeps its trace as it was.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Advance, Command
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Trace

from .campaign_conservation import Observer
from .contract import Adapter
from .execution import run_commands
from .profiles import for_trace

ATTEMPTS: Final = 600
"""Executions that one finding may cost."""

_KEPT: Final = frozenset({"label", "queue", "producer", "session", "name", "user", "target"})
"""Fields that name something: without them a command is another one."""


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


def shrunk(adapter: Adapter, finding: Finding, attempts: int = ATTEMPTS) -> Finding:
    """The plainest finding of the same first rule that so many executions lead to."""
    search = _Search(for_trace(adapter, finding.trace.head.profile), finding, attempts)
    if not search.better(search.commands):
        return finding
    while search.left > 0:
        before = search.commands
        search.leave_out()
        search.make_plainer()
        if search.commands == before:
            break
    return search.best


class _Search:
    """The best finding so far and what is left of the budget."""

    def __init__(self, adapter: Adapter, finding: Finding, attempts: int) -> None:
        self.best = finding
        self.left = attempts
        self._adapter = adapter
        self._rule = finding.breach.rules[0]

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(step.command for step in self.best.trace.steps)

    def better(self, commands: tuple[Command, ...]) -> bool:
        """Execute and judge; keep the outcome where the breach is still there."""
        if self.left <= 0:
            return False
        self.left -= 1
        trace = run_commands(self._adapter, commands, title=self.best.trace.head.title)
        found = finding_in(trace, self._rule)
        if found is None:
            return False
        self.best = found
        return True

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

    def make_plainer(self) -> None:
        for place in range(len(self.commands) - 1, -1, -1):
            if place >= len(self.commands):
                continue
            for plainer in _plainer(self.commands[place]):
                commands = self.commands
                if place < len(commands):
                    self.better((*commands[:place], plainer, *commands[place + 1 :]))


def _plainer(command: Command) -> Iterator[Command]:
    """The command with one field at its default, or one field of a value in it."""
    if isinstance(command, Advance):
        rounded = -(-command.milliseconds // 1000) * 1000
        if rounded != command.milliseconds:
            yield Advance(rounded)
        return
    for changes in _changes(command):
        with suppress(ValueError):
            yield replace(command, **changes)


def _changes(value: Any) -> Iterator[dict[str, Any]]:
    """Changes of one field; those that fit only together are left out, as the vocabulary refuses them."""
    for field in msgspec.structs.fields(value):
        current = getattr(value, field.name)
        if field.name in _KEPT:
            continue
        if field.default is not msgspec.NODEFAULT and current != field.default:
            yield {field.name: field.default}
        if isinstance(current, msgspec.Struct):
            for inner in _changes(current):
                with suppress(ValueError):
                    yield {field.name: replace(current, **inner)}
