"""Trials: whether the kit notices a mutant, by which method, and whether it blames the right rule.

Each method stops at the first violation. *Features*: the scenarios tagged with the mutant's rules, then
all others; a violation is one of the scenario's own expectations or of the judge of its trace.
*Properties*: the Hypothesis machine with the judge. *Campaign*: the seeded cases of the campaign (same
generator, same judge), one after the other in this process, without Spark.

The blame is fair where each oracle that accuses names, in its first breach, one of the mutant's rules or a
rule that the ledger links to one of them (`ledger.linked`).
"""

import statistics
import time
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import msgspec

from mqtck.conformance.execution.profiles import first_applicable, under
from mqtck.conformance.execution.worlds import DEFAULT_LIMITS
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.ledger.rules import every_testable, linked
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.scenarios.running import ScenarioResult, run_compiled
from mqtck.conformance.scenarios.scripts import Script
from mqtck.conformance.scenarios.steps.registry import compile_script
from mqtck.conformance.shrinking.shrinking import shrunk
from mqtck.reference.vocabulary.profile import EVERY_PROFILE
from mqtck.reference.vocabulary.results import Breach, Method, Verdict

from .campaign import Shown, shown
from .registry import Mutant, mutant_adapter

STEPS: Final = 30
"""Steps of an example of the properties."""


class Effort(msgspec.Struct, frozen=True):
    """How long a random method tries: so many examples, and no new one after `seconds`."""

    examples: int = 200
    seed: int = 1
    seconds: float = 60.0


USUAL: Final = Effort()


class Trial(msgspec.Struct, frozen=True):
    """What one method made of a mutant.

    `blamed` are the rules of the first breach, that of the scenario where it found one, else that of the
    judge; `judged` those of the judge. `commands` is the length of the finding, shrunk by the random
    methods; `source` says where it was found; `cases` counts the random cases until then (campaign alone).
    `reason` says why nothing was judged to the end, if so.
    """

    killed: bool
    fair: bool = False
    blamed: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()
    expected: str = ""
    seen: str = ""
    source: str = ""
    commands: int = 0
    cases: int = 0
    reason: str = ""
    seconds: float = 0.0


class Tried(msgspec.Struct, frozen=True):
    """A mutant and what each method made of it."""

    name: str
    sentence: str
    rules: tuple[str, ...]
    methods: dict[Method, Trial]

    @property
    def killed(self) -> bool:
        return any(trial.killed for trial in self.methods.values())

    @property
    def blamed(self) -> bool:
        """Fairly blamed by one method at least; a random trace may show a consequence of the fault first."""
        return any(trial.fair for trial in self.methods.values())

    @property
    def unfairly(self) -> tuple[Method, ...]:
        """The methods that killed it under a rule that has nothing to do with it."""
        return tuple(method for method, trial in self.methods.items() if trial.killed and not trial.fair)


class Score(msgspec.Struct, frozen=True):
    """How many mutants there were, were killed, and fairly blamed; the median length of findings.

    The score of a rule has how many each method alone has killed (`methods`), that of a method the names of
    those that it has not (`survivors`).
    """

    mutants: int
    killed: int
    blamed: int
    median_commands: float | None = None
    methods: dict[Method, int] = {}
    survivors: tuple[str, ...] = ()


class Scores(msgspec.Struct, frozen=True):
    """The whole result: counts, and the names of survivors and of those that a method blamed unfairly.

    `rules` has every rule that a mutant is about first.
    """

    mutants: tuple[Tried, ...]
    killed: int
    blamed: int
    survivors: tuple[str, ...]
    unfair: tuple[str, ...]
    methods: dict[Method, Score]
    rules: dict[str, Score]


def try_out(mutant: Mutant, methods: Iterable[Method], effort: Effort) -> Tried:
    """Set each method on the mutant."""
    trials = {}
    for method in methods:
        begun = time.perf_counter()
        trial = _TRIALS[method](mutant, effort)
        trials[method] = msgspec.structs.replace(trial, seconds=round(time.perf_counter() - begun, 3))
    return Tried(mutant.name, mutant.sentence, mutant.rules, trials)


def scores(tried: Sequence[Tried]) -> Scores:
    """Add up what was tried."""
    methods = [method for method in Method if any(method in one.methods for one in tried)]
    rules = [rule for rule in every_testable() if any(one.rules[0] == rule for one in tried)]
    rules += sorted({one.rules[0] for one in tried} - set(rules))
    return Scores(
        mutants=tuple(tried),
        killed=sum(one.killed for one in tried),
        blamed=sum(one.blamed for one in tried),
        survivors=tuple(one.name for one in tried if not one.killed),
        unfair=tuple(one.name for one in tried if one.unfairly),
        methods={method: _score(method, tried) for method in methods},
        rules={
            rule: Score(
                len(about),
                sum(one.killed for one in about),
                sum(one.blamed for one in about),
                methods={method: sum(one.methods[method].killed for one in about) for method in methods},
            )
            for rule in rules
            if (about := [one for one in tried if one.rules[0] == rule])
        },
    )


def _score(method: Method, tried: Sequence[Tried]) -> Score:
    trials = {one.name: one.methods[method] for one in tried}
    lengths = [trial.commands for trial in trials.values() if trial.killed]
    return Score(
        mutants=len(trials),
        killed=len(lengths),
        blamed=sum(trial.fair for trial in trials.values()),
        median_commands=statistics.median(lengths) if lengths else None,
        survivors=tuple(name for name, trial in trials.items() if not trial.killed),
    )


def fair(mutant: Mutant, blamed: Iterable[str]) -> bool:
    """Whether the rules blamed have to do with the mutant's."""
    near = frozenset(mutant.rules).union(*(linked(rule) for rule in mutant.rules))
    return not near.isdisjoint(blamed)


# --- features ------------------------------------------------------------------------------------------


@cache
def _scenarios() -> tuple[tuple[ScenarioText, Script], ...]:
    return tuple((scenario, compile_script(scenario)) for scenario in load_features())


def scenarios_for(mutant: Mutant) -> list[tuple[ScenarioText, Script]]:
    """All scenarios, those of its first rule first, then those of its others."""

    def place(entry: tuple[ScenarioText, Script]) -> int:
        found = (number for number, rule in enumerate(mutant.rules) if rule in entry[0].rules)
        return next(found, len(mutant.rules))

    return sorted(_scenarios(), key=place)


def by_features(mutant: Mutant, _: Effort = USUAL) -> Trial:
    mutated = mutant_adapter(mutant)
    by_profile = {profile: under(mutated, profile) for profile in EVERY_PROFILE}
    failed = ""
    for scenario, script in scenarios_for(mutant):
        adapter = by_profile[first_applicable(scenario.tags, EVERY_PROFILE)]
        result = run_compiled(adapter, scenario, script, judge=judge_trace, limits=DEFAULT_LIMITS)
        if result.breaches or result.found_by_judge:
            return _told(mutant, result)
        if result.verdict is not Verdict.CONFORMS and not failed:
            failed = f"{scenario.location}: {result.verdict}: {result.reason}"
    return Trial(killed=False, reason=failed)


def _told(mutant: Mutant, result: ScenarioResult) -> Trial:
    found: tuple[Breach, ...] = (*result.breaches[:1], *result.found_by_judge[:1])
    return Trial(
        killed=True,
        fair=all(fair(mutant, breach.rules) for breach in found),
        blamed=found[0].rules,
        judged=result.found_by_judge[0].rules if result.found_by_judge else (),
        expected=found[0].expected,
        seen=found[0].seen,
        source=result.scenario.location,
        commands=len(result.trace.steps),
    )


# --- random methods ----------------------------------------------------------------------------------


def by_properties(mutant: Mutant, effort: Effort = USUAL) -> Trial:
    from mqtck.conformance.properties.running import run_properties  # noqa: PLC0415 - brings in Hypothesis

    result = run_properties(
        mutant_adapter(mutant),
        examples=effort.examples,
        steps=STEPS,
        campaign_seed=effort.seed,
        most_findings=1,
        budget=effort.seconds,
    )
    for breach, trace in result.findings:
        return _random(mutant, breach, len(trace.steps), f"properties, seed {effort.seed}")
    return Trial(killed=False, reason="; ".join(result.reasons))


def by_campaign(mutant: Mutant, effort: Effort = USUAL) -> Trial:
    """Cases until one is blamed fairly; the first unfair one is told where there is no other.

    What is told is the shrunk finding. It may show less of what went wrong, and be blamed on less.
    """
    until = time.perf_counter() + effort.seconds
    unfair: Shown | None = None
    for case in shown(mutant, effort.seed, range(effort.examples)):
        if isinstance(case, Shown):
            found = _found(mutant, case, effort) if fair(mutant, case.finding.breach.rules) else None
            if found is not None and found.fair:
                return found
            unfair = unfair or case
        if time.perf_counter() > until:
            break
    return Trial(killed=False) if unfair is None else _found(mutant, unfair, effort)


def _found(mutant: Mutant, case: Shown, effort: Effort) -> Trial:
    plain = shrunk(mutant_adapter(mutant), case.finding)
    source = f"case {case.number}, seed {effort.seed}"
    trial = _random(mutant, plain.breach, len(plain.trace.steps), source)
    return msgspec.structs.replace(trial, cases=case.number + 1)


def _random(mutant: Mutant, breach: Breach, commands: int, source: str) -> Trial:
    return Trial(
        killed=True,
        fair=fair(mutant, breach.rules),
        blamed=breach.rules,
        judged=breach.rules,
        expected=breach.expected,
        seen=breach.seen,
        source=source,
        commands=commands,
    )


_TRIALS: Final = {
    Method.FEATURES: by_features,
    Method.PROPERTIES: by_properties,
    Method.CAMPAIGN: by_campaign,
}
METHODS: Final = tuple(_TRIALS)
"""The methods that mutants are tried with."""
