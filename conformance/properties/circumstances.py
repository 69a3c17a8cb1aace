"""What the examples of one run of the properties share: what they are run with, and what is counted."""

import math
from collections import Counter
from pathlib import Path

import msgspec

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.profiles import offered
from mqtck.conformance.shrinking.shrinking import Finding
from mqtck.reference.vocabulary.profile import Profile


class BreachFound(AssertionError):  # noqa: N818 - a finding, as the report calls it
    """A breach; the text tells rules, what was expected and seen, the trace, and how to replay it."""


class Tally:
    """What the examples of a run amount to; `last` is the breach that ended the last of them.

    `not_begun` counts those that came too late, `failed` those in which the adapter failed, `hung` those
    of them in which it hung.
    """

    def __init__(self) -> None:
        self.cases = 0
        self.commands = 0
        self.failed = 0
        self.hung = 0
        self.not_begun = 0
        self.exercised: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.last: Finding | None = None


class Circumstances(msgspec.Struct, frozen=True):
    """For which adapter examples run, which rules they let pass, and where failing traces go.

    An example that begins after `deadline` (of `time.perf_counter`) does nothing. It is judged by one of
    the `profiles`, by default of those that the adapter offers.
    """

    adapter: Adapter
    tally: Tally
    spec: str = ""
    ignored: frozenset[str] = frozenset()
    replays: Path | None = None
    deadline: float = math.inf
    profiles: tuple[Profile, ...] = ()

    @property
    def possible(self) -> tuple[Profile, ...]:
        return self.profiles or offered(self.adapter)
