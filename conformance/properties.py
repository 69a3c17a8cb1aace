"""Stateful properties: Hypothesis draws commands one by one, and every step is judged.

`machine_for` makes a `RuleBasedStateMachine` for an adapter, for people who run it under pytest;
`run_properties` runs it and returns counts and shrunk findings. A rule of the machine draws a command
that makes sense after what was answered so far; it is executed and judged, and a breach fails.

Invariants hold at every step: depths are neither negative nor above MAXDEPTH, and, on a virtual clock, all
queues together never hold more messages than were accepted and not consumed (X-54, see
`campaign_conservation`). At the end of an example time passes beyond everything and all queues are
looked at.

On a real clock examples are few and short, and nothing is executed again to shrink it. Left out here, and
drawn by campaigns (`cases`): channels, triggers, queue managers of other versions, deleted queues.
"""

import time
from pathlib import Path

import msgspec
from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.errors import Flaky
from hypothesis.stateful import run_state_machine_as_test

from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Trace

from .campaign_shrinking import Finding, shrunk
from .contract import Adapter
from .properties_example import BreachFound, Circumstances, Tally
from .properties_machine import ConformanceMachine

__all__ = ["BreachFound", "ConformanceMachine", "PropertiesResult", "machine_for", "run_properties"]


class PropertiesResult(msgspec.Struct, frozen=True):
    """What came of a run.

    `findings` are breaches with the shortest trace found for each, `exercised` counts for each rule the
    examples in which it spoke about a step, `reasons` what kept examples from being judged to their end.
    """

    cases: int
    commands: int
    seconds: float
    findings: tuple[tuple[Breach, Trace], ...]
    exercised: dict[str, int]
    reasons: dict[str, int]


def machine_for(
    adapter: Adapter,
    *,
    spec: str = "",
    ignored: frozenset[str] = frozenset(),
    replays: Path | None = None,
) -> type[ConformanceMachine]:
    """A state machine that runs on this adapter; `machine.TestCase` is its unittest.

    `spec` names the adapter in replay lines; breaches blamed first on an `ignored` rule do not fail;
    `replays` is the folder for the trace of a failure, by default one for temporary files.
    """
    machine = _machine(Circumstances(adapter, Tally(), spec, ignored, replays))
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
    replays: Path | None = None,
) -> PropertiesResult:
    """Run the properties again and again, each time without the rules already found broken.

    One round draws `examples` examples of up to `steps` steps; the same seed gives the same examples.
    No round starts when `budget` seconds are over or `most_findings` rules are broken. Findings are
    shrunk on virtual clocks. What an adapter does wrong is a reason or a finding, never an exception.
    """
    begun = time.perf_counter()
    clock = adapter.information.clock
    tally = Tally()
    findings: list[Finding] = []
    blamed = ignored
    chosen = _settings(clock, examples, steps, (Phase.generate,))
    while len(findings) < most_findings:
        machine = _machine(Circumstances(adapter, tally, spec, blamed, replays))
        found = _one_round(machine, chosen, campaign_seed + len(findings))
        if found is None:
            break
        if clock is ClockKind.VIRTUAL:
            found = shrunk(adapter, found)
        findings.append(found)
        blamed |= {found.breach.rules[0]}
        if time.perf_counter() - begun > budget:
            break
    return PropertiesResult(
        cases=tally.cases,
        commands=tally.commands,
        seconds=time.perf_counter() - begun,
        findings=tuple((found.breach, found.trace) for found in findings),
        exercised=dict(sorted(tally.exercised.items())),
        reasons=dict(sorted(tally.reasons.items())),
    )


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
    try:
        run_state_machine_as_test(seed(number)(machine), settings=chosen)
    except (BreachFound, Flaky):
        # An implementation that does not repeat itself is flaky; what was seen once was seen.
        return tally.last
    return None
