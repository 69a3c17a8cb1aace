"""What a run of the suite is asked to do, and what each of its methods gives back.

Saving traces is left to the caller (`Save`), which answers with the command line that replays what it
saved.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from mqtck.conformance.campaign.coverage import Goal
from mqtck.conformance.campaign.plan import Code, Existing
from mqtck.conformance.judging.narration import lines_of
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach, Evidence, Method, MethodSummary, Recorded, Verdict
from mqtck.reference.vocabulary.traces import Trace

from .evidence import Found

Tell = Callable[[str], None]
Save = Callable[[str, Trace], str]
"""Keeps a trace under a name and gives the command line that replays it."""


class Effort(NamedTuple):
    """How much the random methods do. `seconds` limits the search for further findings of properties."""

    examples: int
    steps: int
    cases: int
    commands: int
    seconds: float = 60.0


EFFORT: dict[ClockKind, Effort] = {
    ClockKind.VIRTUAL: Effort(examples=60, steps=30, cases=6000, commands=80),
    ClockKind.REAL: Effort(examples=3, steps=12, cases=200, commands=16, seconds=8.0),
}
"""Measured so that each adapter takes about a minute and a half on two cores, features included."""


class Plan(NamedTuple):
    """What to run.

    `rules`: only scenarios of these rules, in a campaign varied; all if empty. `loader` names a function that
    makes the adapter from `spec` in another process, for the campaign and where `processes` share the
    scenarios (on a virtual clock). `profiles` are the names of those to judge by, all that the adapter offers
    if empty. `master` and what comes behind `profiles` are those of a campaign (`CampaignPlan`), which ends
    when the `goal` is reached, if there is one.
    """

    spec: str
    loader: str
    methods: frozenset[Method]
    rules: frozenset[str]
    seed: int
    output: Path
    master: str = "local[*]"
    effort: Effort | None = None
    profiles: tuple[str, ...] = ()
    part: int | None = None
    partitions: int | None = None
    existing: Existing = Existing.REPLACE
    code: Code = Code()
    goal: Goal | None = None
    processes: int = 1


class Gathered(NamedTuple):
    """What one method found."""

    summary: MethodSummary
    found: tuple[Found, ...] = ()
    counts: Mapping[str, int] = {}
    recorded: tuple[Recorded, ...] = ()


def blamed(breach: Breach, method: Method, source: str, trace: Trace, replay: str, profile: str) -> Evidence:
    """A breach as evidence; the other rules that ask for the same stand in the reason."""
    also = ", ".join(breach.rules[1:])
    return Evidence(
        method=method,
        verdict=Verdict.VIOLATES,
        source=source,
        title=trace.head.title,
        expected=breach.expected,
        seen=breach.seen,
        reason=f"see also {also}" if also else "",
        lines=lines_of(trace),
        replay=replay,
        profile=profile,
    )
