"""Stateful properties: Hypothesis draws commands one by one, and every step is judged.

`machine_for` makes a `RuleBasedStateMachine` for an adapter, for people who run it under pytest;
`run_properties` runs it and returns counts and shrunk findings. A rule of the machine draws a command
that makes sense after what was answered so far; it is executed and judged, and a breach fails.

Invariants hold at every step: depths are neither negative nor above MAXDEPTH, and, on a virtual clock, all
queues together never hold more messages than were accepted and not consumed (X-54, see
`judging.conservation`). At the end of an example time passes beyond everything and all queues are
looked at, on a real clock more than once (`judging.late_looks`).

Examples that Hypothesis draws in one run resemble each other, so they are drawn in rounds of a few. On a real
clock examples are few and short, and nothing is executed again to shrink it.
"""

import atexit
import os
import time
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Final, NamedTuple, cast

import msgspec
from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Flaky
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test
from msgspec.structs import replace

from mqtck.conformance.contract import Adapter
from mqtck.conformance.judging.late_looks import Missed, Waiting
from mqtck.conformance.shrinking.shrinking import Finding, shrunk
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Trace

from .circumstances import BreachFound, Circumstances, Tally
from .machine import ConformanceMachine

__all__ = ["BreachFound", "ConformanceMachine", "PropertiesResult", "machine_for", "run_properties"]


ROUND: Final = 20
"""Examples that one run of Hypothesis draws."""

MOST_ROUNDS: Final = 100_000
"""How far the seeds of two series are apart."""

MOST_SIDE_BY_SIDE: Final = 16
"""Series of examples that run at once on a real clock."""


class PropertiesResult(msgspec.Struct, frozen=True):
    """What came of a run.

    `findings` are breaches with the shortest trace found for each, `exercised` counts for each rule the
    examples in which it spoke about a step, `reasons` what kept examples from being judged to their end,
    `not_begun` examples that came after the time for them was over, `adapter_errors` those in which the
    adapter failed, `missed` the rules about delayed messages that are late or never come.
    """

    cases: int
    commands: int
    seconds: float
    findings: tuple[tuple[Breach, Trace], ...]
    exercised: dict[str, int]
    reasons: dict[str, int]
    not_begun: int = 0
    adapter_errors: int = 0
    missed: tuple[Missed, ...] = ()


def machine_for(
    adapter: Adapter,
    *,
    spec: str = "",
    replays: Path | None = None,
) -> type[ConformanceMachine]:
    """A state machine that runs on this adapter; `machine.TestCase` is its unittest.

    `spec` names the adapter in replay lines; `replays` is the folder for the trace of a failure, by default
    one for temporary files.
    """
    folder = Path(gettempdir()) / "mqtck-replays" if replays is None else replays
    machine = _machine(Circumstances(adapter, Tally(), spec, replays=folder))
    shrinking = (Phase.generate, Phase.shrink)
    machine.TestCase.settings = _settings(adapter.information.clock, 50, 30, shrinking)
    return machine


def run_properties(
    adapter: Adapter,
    *,
    examples: int = 100,
    steps: int = 30,
    campaign_seed: int = 1,
    spec: str = "",
    ignored: frozenset[str] = frozenset(),
    most_findings: int = 20,
    budget: float = 60.0,
    profiles: tuple[Profile, ...] = (),
) -> PropertiesResult:
    """Run the properties in rounds; one that finds something is run again without the rules found broken.

    All rounds together draw `examples` examples of up to `steps` steps, but for those that are run again;
    the same seed gives the same examples in processes that have loaded the same modules (Hypothesis also
    draws the constants that it finds in a project).
    No example starts when `budget` seconds are over or `most_findings` rules are broken. Findings are
    shrunk on virtual clocks. On a real clock several such series run side by side, each with its own
    seed. Each example draws one of the `profiles`, by default of all that are offered. What an adapter does
    wrong is a reason or a finding, never an exception.
    """
    begun = time.perf_counter()
    _keep_files_out_of_the_way()
    information = adapter.information
    real = information.clock is ClockKind.REAL
    waiting = Waiting()
    at_once = min(information.side_by_side, MOST_SIDE_BY_SIDE)

    def series(number: int) -> _Series:
        circumstances = Circumstances(
            adapter, Tally(), spec, ignored, deadline=begun + budget, profiles=profiles, waiting=waiting
        )
        first_seed = (campaign_seed * MOST_SIDE_BY_SIDE + number) * MOST_ROUNDS
        return _series(circumstances, _rounds(examples), steps, first_seed, most_findings)

    if real:
        with ThreadPoolExecutor(at_once) as threads:
            done = list(threads.map(series, range(at_once)))
    else:
        done = [series(0)]
    return _together(done, most_findings, time.perf_counter() - begun)


@cache
def _keep_files_out_of_the_way() -> None:
    """Hypothesis would write what it finds in the code of the adapter into the folder that one is in."""
    if "HYPOTHESIS_STORAGE_DIRECTORY" not in os.environ:
        folder = TemporaryDirectory(prefix="mqtck-hypothesis-")
        atexit.register(folder.cleanup)
        set_hypothesis_home_dir(folder.name)


class _Series(NamedTuple):
    tally: Tally
    findings: tuple[Finding, ...]


def _together(done: Sequence[_Series], most_findings: int, seconds: float) -> PropertiesResult:
    """All series as one result, with the smallest finding for each rule that was broken."""
    smallest: dict[str, Finding] = {}
    exercised: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    missed: dict[str, Missed] = {}
    for one in done:
        exercised += one.tally.exercised
        reasons += one.tally.reasons
        for rule, late in one.tally.missed.items():
            first = missed.get(rule)
            missed[rule] = late if first is None else replace(first, cases=first.cases + late.cases)
        for found in one.findings:
            known = smallest.get(found.breach.rules[0])
            if known is None or len(found.trace.steps) < len(known.trace.steps):
                smallest[found.breach.rules[0]] = found
    return PropertiesResult(
        cases=sum(one.tally.cases for one in done),
        commands=sum(one.tally.commands for one in done),
        seconds=seconds,
        findings=tuple((found.breach, found.trace) for found in smallest.values())[:most_findings],
        exercised=dict(sorted(exercised.items())),
        reasons=dict(sorted(reasons.items())),
        not_begun=sum(one.tally.not_begun for one in done),
        adapter_errors=sum(one.tally.failed for one in done),
        missed=tuple(missed[rule] for rule in sorted(missed)),
    )


def _rounds(examples: int) -> tuple[int, ...]:
    """So many examples for each round."""
    whole, rest = divmod(examples, ROUND)
    return (ROUND,) * whole + ((rest,) if rest else ())


def _series(
    circumstances: Circumstances, rounds: Sequence[int], steps: int, first_seed: int, most_findings: int
) -> _Series:
    """Rounds with a seed each; where one finds something it is drawn anew, without the rules found broken."""
    findings: list[Finding] = []
    clock = circumstances.adapter.information.clock
    seeds = count(first_seed)
    left = deque(rounds)
    while left and len(findings) < most_findings and time.perf_counter() <= circumstances.deadline:
        chosen = _settings(clock, left[0], steps, (Phase.generate,))
        found = _one_round(_machine(circumstances), chosen, next(seeds))
        if found is None:
            left.popleft()
            continue
        if clock is ClockKind.VIRTUAL:
            found = shrunk(circumstances.adapter, found)
        findings.append(found)
        blamed = circumstances.ignored | {found.breach.rules[0]}
        circumstances = replace(circumstances, ignored=blamed)
    if time.perf_counter() > circumstances.deadline:
        circumstances.tally.not_begun += sum(left)
    return _Series(circumstances.tally, tuple(findings))


def _machine(circumstances: Circumstances) -> type[ConformanceMachine]:
    return type("ConformanceMachine", (ConformanceMachine,), {"circumstances": circumstances})


def _settings(clock: ClockKind, examples: int, steps: int, phases: tuple[Phase, ...]) -> settings:
    """Hypothesis' settings; nothing is executed again on a real clock."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
        phases=phases if clock is ClockKind.VIRTUAL else (Phase.generate,),
    )


def _one_round(machine: type[ConformanceMachine], chosen: settings, number: int) -> Finding | None:
    """The finding that ended the round; None where no example failed."""
    tally = machine.circumstances.tally
    tally.last = None

    def new_machine() -> ConformanceMachine:
        # Hypothesis reads the source of what it is given; that of a class Python 3.11 parses in a way that
        # fails when several threads do it at once.
        return machine()

    # A function serves as well as a class, Hypothesis documents; its annotation knows classes only.
    factory = cast("type[RuleBasedStateMachine]", seed(number)(new_machine))
    try:
        run_state_machine_as_test(factory, settings=chosen)
    except (BreachFound, Flaky):
        # An implementation that does not repeat itself is flaky; what was seen once was seen.
        return tally.last
    return None
