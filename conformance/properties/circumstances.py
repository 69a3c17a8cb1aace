"""What the examples of one run of the properties share: what they are run with, and what is counted."""

import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.profiles import offered
from mqtck.conformance.judging.late_looks import Missed, Waiting
from mqtck.conformance.shrinking.shrinking import Finding
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.traces import Trace


class BreachFound(AssertionError):  # noqa: N818 - a finding, as the report calls it
    """A breach; the text tells rules, what was expected and seen, the trace, and how to replay it."""


class Tally:
    """What the examples of a run amount to; `last` is the breach that ended the last of them.

    `not_begun` counts those that came too late, `failed` those in which the adapter failed, `hung` those
    of them in which it hung, `missed` for each rule those in which a message that it is about is late or
    never comes, with the first of their traces.
    """

    def __init__(self) -> None:
        self.cases = 0
        self.commands = 0
        self.failed = 0
        self.hung = 0
        self.not_begun = 0
        self.exercised: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.missed: dict[str, Missed] = {}
        self.last: Finding | None = None

    def miss(self, rules: Iterable[str], trace: Trace) -> None:
        """An example in which messages are late or never come that these rules are about."""
        for rule in rules:
            before = self.missed.get(rule, Missed(rule, 0, trace))
            self.missed[rule] = replace(before, cases=before.cases + 1)


class Circumstances(msgspec.Struct, frozen=True):
    """For which adapter examples run, which rules they let pass, and where failing traces go.

    An example that begins after `deadline` (of `time.perf_counter`) does nothing. It is judged by one of
    the `profiles`, by default of those that the adapter offers. At its end it is `waiting` for what is late.
    """

    adapter: Adapter
    tally: Tally
    spec: str = ""
    ignored: frozenset[str] = frozenset()
    replays: Path | None = None
    deadline: float = math.inf
    waiting: Waiting = msgspec.field(default_factory=Waiting)
    profiles: tuple[Profile, ...] = ()

    @property
    def possible(self) -> tuple[Profile, ...]:
        return self.profiles or offered(self.adapter)
