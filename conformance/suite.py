"""The suite: features, stateful properties and a campaign on one adapter, as one report.

Each method gives evidence (`evidence.Found`); `judge_adapter` runs the methods asked for and puts the
report together. Saving traces is left to the caller (`Save`), which answers with the command line that
replays what it saved. Properties and campaign are imported where they are used.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.results import (
    Breach,
    Evidence,
    Implementation,
    ImplementationReport,
    Method,
    MethodSummary,
    Recorded,
    Verdict,
)
from mqtck.reference.vocabulary.traces import Trace

from .campaign_coverage import Covering, Goal
from .campaign_emphasis import UNSTEERED, Seen
from .campaign_findings import CampaignFinding
from .campaign_plan import CampaignPlan, Code, Existing
from .contract import Adapter
from .evidence import Found, rule_results
from .execution import Limits, check_available
from .features import ScenarioText, load_features, scenarios_by_rule
from .giving_up import GivingUp
from .judge import judge_trace
from .ledger import load
from .narration import lines_of
from .profiles import chosen, shared_out, under
from .rule_abilities import needs
from .scenarios import ScenarioResult, overall, run_features, verdicts_by_rule

if TYPE_CHECKING:
    from .properties import PropertiesResult

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
    ClockKind.VIRTUAL: Effort(examples=60, steps=30, cases=1500, commands=80),
    ClockKind.REAL: Effort(examples=3, steps=12, cases=200, commands=16, seconds=8.0),
}
"""Measured so that each adapter takes less than a minute on two cores, campaign included."""

_NAMED: Final = 12
"""Rules and answers seen too seldom that are named."""


class Plan(NamedTuple):
    """What to run. `rules`: only scenarios of these rules, all if empty. `loader` names a function that
    makes the adapter from `spec` in another process, for the campaign. `profiles` are names of those to
    judge by, all that the adapter offers if empty. `master` and what comes behind `profiles` are those of
    a campaign (`CampaignPlan`), which ends when the `goal` is reached, if there is one.
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


class Gathered(NamedTuple):
    """What one method found."""

    summary: MethodSummary
    found: tuple[Found, ...] = ()
    counts: Mapping[str, int] = {}
    recorded: tuple[Recorded, ...] = ()


def judge_adapter(adapter: Adapter, plan: Plan, tell: Tell, save: Save) -> ImplementationReport:
    """Run the methods of the plan and report on every rule of the ledger.

    Raises AdapterUnavailable where the implementation cannot be started, ProfileError for a profile that
    it does not offer.
    """
    profiles = chosen(adapter, plan.profiles)
    check_available(adapter)
    ledger = load()
    scenarios = load_features()
    gathered: list[Gathered] = []
    if Method.FEATURES in plan.methods:
        wanted = [scenario for scenario in scenarios if not plan.rules or scenario.rules & plan.rules]
        gathered.append(_features(adapter, profiles, plan, wanted, tell, save))
    if Method.PROPERTIES in plan.methods:
        gathered.append(_properties(adapter, profiles, plan, tell, save))
    if Method.CAMPAIGN in plan.methods:
        gathered.append(_campaign(adapter, profiles, plan, tell, save))
    counts: dict[str, dict[Method, int]] = {}
    for one in gathered:
        for rule, count in one.counts.items():
            counts.setdefault(rule, {})[one.summary.method] = count
    return ImplementationReport(
        implementation=describe(plan.spec, adapter, profiles),
        methods=tuple(one.summary for one in gathered),
        rules=rule_results(
            ledger,
            names_by_rule(scenarios),
            [piece for one in gathered for piece in one.found],
            counts,
            _missing(adapter, scenarios, plan.rules),
        ),
        recorded=_once(answer for one in gathered for answer in one.recorded),
    )


def _missing(
    adapter: Adapter, scenarios: Iterable[ScenarioText], asked: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """The abilities that the adapter lacks for the cheapest scenario of each rule asked for, if any."""
    found: dict[str, tuple[str, ...]] = {}
    for rule, about in scenarios_by_rule(scenarios).items():
        needed = needs(about) if not asked or rule in asked else None
        lacking = needed.missing(adapter.information.abilities) if needed else frozenset()
        if lacking:
            found[rule] = tuple(sorted(lacking))
    return found


def _once(answers: Iterable[Recorded]) -> tuple[Recorded, ...]:
    """Each answer to a question once, with the first scenario that gave it."""
    first: dict[tuple[str, str], Recorded] = {}
    for answer in answers:
        first.setdefault((answer.question, answer.answer), answer)
    return tuple(first.values())


def describe(spec: str, adapter: Adapter, profiles: tuple[Profile, ...] = ()) -> Implementation:
    """What the adapter says of itself, as a report shows it."""
    information = adapter.information
    return Implementation(
        adapter=spec,
        name=information.name,
        version=information.version,
        clock=information.clock,
        abilities=tuple(sorted(information.abilities)),
        missing_abilities=tuple(sorted(frozenset(Ability) - information.abilities)),
        profile=profiles[0] if profiles else information.profile,
        profiles=profiles if len(profiles) > 1 else (),
    )


def names_by_rule(scenarios: Iterable[ScenarioText]) -> dict[str, tuple[str, ...]]:
    """The scenarios that are tagged with each rule, in the order of the features."""
    names: dict[str, list[str]] = {}
    for scenario in scenarios:
        for rule in scenario.rules:
            names.setdefault(rule, []).append(scenario.name)
    return {rule: tuple(listed) for rule, listed in names.items()}


TOLD: Final = 3
"""So many reasons for adapter errors in scenarios are named; of more their number."""

_TELL_SECONDS: Final = 2.0
"""Progress is told no more often."""

# --- features ------------------------------------------------------------------------------------------


def _features(
    adapter: Adapter,
    profiles: tuple[Profile, ...],
    plan: Plan,
    scenarios: list[ScenarioText],
    tell: Tell,
    save: Save,
) -> Gathered:
    """The scenarios, each under every profile that it is about."""
    started = time.perf_counter()
    done = Counter[Verdict]()
    shares = shared_out(scenarios, profiles)
    planned = sum(map(len, shares.values()))
    last = started

    def progress(result: ScenarioResult) -> None:
        nonlocal last
        done[overall(result)] += 1
        now = time.perf_counter()
        if now - last >= _TELL_SECONDS or sum(done.values()) == planned:
            last = now
            tell(f"{plan.spec}: {sum(done.values())} of {planned} scenarios")

    limits = Limits(giving_up=GivingUp())
    results: list[ScenarioResult] = []
    found: list[Found] = []
    counts = Counter[str]()
    for profile, share in shares.items():
        label = profile.name if len(profiles) > 1 else ""
        for result in run_features(
            under(adapter, profile), share, progress, judge=judge_trace, limits=limits
        ):
            results.append(result)
            name = f"{result.scenario.name} ({label})" if label else result.scenario.name
            found += scenario_evidence(result, save(name, result.trace), label)
            if result.verdict is Verdict.CONFORMS:
                counts.update(result.judged.exercised)
    summary = MethodSummary(
        method=Method.FEATURES,
        cases=len(results),
        commands=sum(len(result.trace.steps) for result in results),
        seconds=time.perf_counter() - started,
        verdicts=dict(done),
        detail="; ".join(_told_of_features(results)),
    )
    return Gathered(summary, tuple(found), counts, tuple(r for x in results for r in x.recorded))


def _told_of_features(results: Iterable[ScenarioResult]) -> Iterator[str]:
    """What went wrong on the adapter's side, with a scenario for each: its rules may conform in others."""
    failed = [result for result in results if overall(result) is Verdict.ADAPTER_ERROR]
    first = {result.reason: result.scenario.location for result in reversed(failed)}
    count = Counter(result.reason for result in failed)
    for reason, number in count.most_common(TOLD):
        yield f"{number}: {reason} ({first[reason]})"
    if len(count) > TOLD:
        yield f"and {len(count) - TOLD} other reasons for an adapter error"


def scenario_evidence(result: ScenarioResult, replay: str, profile: str = "") -> list[Found]:
    """What a scenario says of its own rules, and of the rules that its judge blames besides.

    `profile` names the one under which it was run, where several were.
    """
    first = result.breaches[0] if result.breaches else None
    found = [
        Found(
            rule,
            Evidence(
                method=Method.FEATURES,
                verdict=verdict,
                source=result.scenario.location,
                title=result.scenario.name,
                expected=first.expected if first and verdict is Verdict.VIOLATES else "",
                seen=first.seen if first and verdict is Verdict.VIOLATES else "",
                reason=result.reason,
                lines=result.lines,
                replay=replay,
                profile=profile,
            ),
        )
        for rule, verdict in sorted(verdicts_by_rule(result).items())
    ]
    told = {piece.rule for piece in found if piece.evidence.verdict is Verdict.VIOLATES}
    for breach in result.judged.breaches if result.judged is not None else ():
        if breach.rules[0] not in told:
            evidence = _blamed(
                breach, Method.FEATURES, result.scenario.location, result.trace, replay, profile
            )
            found.append(Found(breach.rules[0], evidence))
    return found


def _blamed(breach: Breach, method: Method, source: str, trace: Trace, replay: str, profile: str) -> Evidence:
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


# --- random methods ----------------------------------------------------------------------------------


def _properties(
    adapter: Adapter, profiles: tuple[Profile, ...], plan: Plan, tell: Tell, save: Save
) -> Gathered:
    from .properties import run_properties  # noqa: PLC0415 - brings in Hypothesis

    effort = plan.effort or EFFORT[adapter.information.clock]
    tell(f"{plan.spec}: stateful properties, {effort.examples} examples")
    result = run_properties(
        adapter,
        examples=effort.examples,
        steps=effort.steps,
        campaign_seed=plan.seed,
        spec=plan.spec,
        budget=effort.seconds,
        profiles=profiles,
    )
    found = [
        Found(
            breach.rules[0],
            _blamed(
                breach,
                Method.PROPERTIES,
                f"properties, seed {plan.seed}",
                trace,
                save(f"property {breach.rules[0]}", trace),
                trace.head.profile.name if len(profiles) > 1 else "",
            ),
        )
        for breach, trace in result.findings
    ]
    summary = MethodSummary(
        method=Method.PROPERTIES,
        cases=result.cases,
        commands=result.commands,
        seconds=result.seconds,
        verdicts={
            verdict: count
            for verdict, count in (
                (Verdict.VIOLATES, len(found)),
                (Verdict.ADAPTER_ERROR, result.adapter_errors),
            )
            if count
        },
        detail="; ".join(_told_of_properties(result, effort.seconds)),
    )
    return Gathered(summary, tuple(found), result.exercised)


def _told_of_properties(result: "PropertiesResult", budget: float) -> Iterator[str]:
    if result.not_begun:
        yield f"{result.not_begun} examples not begun: the {budget:g} s for them were over"
    for reason, count in result.reasons.items():
        yield f"{count}: {reason}"


def _campaign(
    adapter: Adapter, profiles: tuple[Profile, ...], plan: Plan, tell: Tell, save: Save
) -> Gathered:
    from .campaign import run_campaign  # noqa: PLC0415 - brings in Spark

    effort = plan.effort or EFFORT[adapter.information.clock]
    covering = _covering(plan.goal, adapter, profiles)
    tell(f"{plan.spec}: campaign on Spark, {effort.cases} cases of {effort.commands} commands")
    result = run_campaign(
        CampaignPlan(
            adapter=plan.spec,
            loader=plan.loader,
            seed=plan.seed,
            cases=effort.cases,
            commands=effort.commands,
            master=plan.master,
            output=str(plan.output),
            profiles=plan.profiles,
            part=plan.part,
            partitions=plan.partitions,
            existing=plan.existing,
            code=plan.code,
        ),
        tell,
        UNSTEERED if covering is None else covering,
        adapter,
    )
    found = [
        Found(
            one.breach.rules[0],
            _blamed(
                one.breach,
                Method.CAMPAIGN,
                _source(plan.seed, one),
                one.trace,
                save(f"campaign {one.breach.rules[0]} {one.shape}", one.trace),
                one.trace.head.profile.name if len(profiles) > 1 else "",
            ),
        )
        for one in result.findings
    ]
    counts = {rule: count.exercised for rule, count in result.rules.items() if count.exercised}
    summary = MethodSummary(
        method=Method.CAMPAIGN,
        cases=result.cases,
        commands=result.commands,
        seconds=result.seconds,
        verdicts=result.verdicts,
        detail="; ".join(
            [
                *(f"{count}: {reason}" for reason, count in result.reasons.items()),
                *([] if covering is None else [_covered(covering, counts, result.outcomes)]),
            ]
        ),
    )
    return Gathered(summary, tuple(found), counts)


def _source(seed: int, finding: CampaignFinding) -> str:
    seen = f"campaign, seed {seed}: {finding.shape}, in {finding.cases} cases"
    return f"{seen}; {finding.note}" if finding.note else seen


def _covering(goal: Goal | None, adapter: Adapter, profiles: tuple[Profile, ...]) -> Covering | None:
    information = adapter.information
    return None if goal is None else Covering(goal, information.abilities, information.clock, profiles)


def _covered(covering: Covering, rules: Mapping[str, int], outcomes: Mapping[str, int]) -> str:
    """How far the goal was reached, and what was seen too seldom."""
    coverage = covering.coverage(Seen(rules=rules, outcomes=outcomes))
    if not coverage.missing:
        return str(coverage)
    more = len(coverage.missing) - _NAMED
    named = ", ".join(coverage.missing[:_NAMED])
    return f"{coverage}; too seldom: {named}{f' and {more} more' if more > 0 else ''}"
