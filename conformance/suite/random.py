"""Stateful properties and a campaign as methods of the suite.

Hypothesis and Spark are imported where they are used.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from mqtck.conformance.campaign.coverage import Covering, Goal
from mqtck.conformance.campaign.emphasis import UNSTEERED, Seen
from mqtck.conformance.campaign.findings import CampaignFinding
from mqtck.conformance.campaign.plan import CampaignPlan
from mqtck.conformance.contract import Adapter
from mqtck.conformance.judging.late_looks import LATE_OR_NEVER, Missed
from mqtck.conformance.judging.narration import lines_of
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.results import Evidence, Method, MethodSummary, Verdict, first_few
from mqtck.reference.vocabulary.traces import Trace, encode_lines

from .evidence import Found
from .plan import EFFORT, Effort, Gathered, Plan, Save, Tell, blamed
from .reasons import frequent

if TYPE_CHECKING:
    from mqtck.conformance.properties.running import PropertiesResult

_NAMED: Final = 12
"""Rules and answers seen too seldom that are named."""


def gather_properties(
    adapter: Adapter, profiles: tuple[Profile, ...], plan: Plan, tell: Tell, save: Save
) -> Gathered:
    from mqtck.conformance.properties.running import run_properties  # noqa: PLC0415 - brings in Hypothesis

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
    found = []
    for breach, trace in result.findings:
        rule, source = breach.rules[0], f"properties, seed {plan.seed}"
        replay = save(f"property {rule}", trace)
        label = _label(trace, profiles)
        evidence = blamed(breach, Method.PROPERTIES, source, trace, replay, label)
        found.append(Found(rule, evidence, also=breach.rules[1:]))
    summary = MethodSummary(
        method=Method.PROPERTIES,
        cases=result.cases,
        commands=result.commands,
        seconds=result.seconds,
        verdicts={
            verdict: count
            for verdict, count in (
                (Verdict.VIOLATES, len(result.findings)),
                (Verdict.ADAPTER_ERROR, result.adapter_errors),
            )
            if count
        },
        detail="; ".join(_told_of_properties(result, effort.seconds)),
    )
    found += _told_of_missed(result.missed, summary, plan, save, profiles)
    return Gathered(summary, tuple(found), result.exercised)


def _label(trace: Trace, profiles: tuple[Profile, ...]) -> str:
    """The profile that evidence names: the one of its trace, where several were judged."""
    return trace.head.profile.name if len(profiles) > 1 else ""


def _told_of_properties(result: "PropertiesResult", budget: float) -> Iterator[str]:
    if result.not_begun:
        yield f"{result.not_begun} examples not begun: none is begun after {budget:g} s"
    yield from frequent(result.reasons)


def gather_campaign(
    adapter: Adapter, profiles: tuple[Profile, ...], plan: Plan, tell: Tell, save: Save
) -> Gathered:
    from mqtck.conformance.campaign.running import run_campaign  # noqa: PLC0415 - brings in Spark

    effort = plan.effort or EFFORT[adapter.information.clock]
    covering = _covering(plan.goal, adapter, profiles)
    tell(f"{plan.spec}: campaign on Spark, {effort.cases} cases of {effort.commands} commands")
    rules = tuple(sorted(plan.rules))
    if rules and adapter.information.clock is ClockKind.REAL:
        tell(f"{plan.spec}: on a real clock cases are not of scenarios, so they are about other rules too")
        rules = ()
    steering = UNSTEERED if covering is None else covering
    result = run_campaign(_campaign_plan(plan, effort, rules), tell, steering, adapter)
    found = []
    for one in result.findings:
        rule, trace = one.breach.rules[0], one.trace
        replay = save(f"campaign {rule} {one.shape}", trace)
        label = _label(trace, profiles)
        source = _source(plan.seed, one)
        evidence = blamed(one.breach, Method.CAMPAIGN, source, trace, replay, label)
        found.append(Found(rule, evidence, also=one.breach.rules[1:]))
    counts = {rule: count.exercised for rule, count in result.rules.items() if count.exercised}
    covered = [] if covering is None else [_covered(covering, counts, result.outcomes)]
    again = [] if result.failed is None else [_shown_again(result.failed, save)]
    summary = MethodSummary(
        method=Method.CAMPAIGN,
        cases=result.cases,
        commands=result.commands,
        seconds=result.seconds,
        verdicts=result.verdicts,
        detail="; ".join([*frequent(result.reasons), *again, *covered]),
    )
    found += _told_of_missed(result.missed, summary, plan, save, profiles)
    return Gathered(summary, tuple(found), counts)


def _shown_again(failed: Trace, save: Save) -> str:
    """How to see the first case again in which the adapter failed."""
    replay = save("campaign adapter error", failed)
    return f"the adapter failed first in {failed.head.title}, again by: {replay}"


def _told_of_missed(
    missed: Iterable[Missed], summary: MethodSummary, plan: Plan, save: Save, profiles: tuple[Profile, ...]
) -> Iterator[Found]:
    """The rules of messages that are late or never come, of which random traces therefore cannot tell."""
    saved: dict[bytes, str] = {}
    for one in missed:
        lines = encode_lines(one.trace)
        if lines not in saved:
            saved[lines] = save(f"{summary.method} late or never {len(saved) + 1}", one.trace)
        evidence = Evidence(
            method=summary.method,
            verdict=Verdict.INDETERMINATE,
            source=f"{summary.method}, seed {plan.seed}: in {one.cases} of {summary.cases} cases",
            title=one.trace.head.title,
            reason=LATE_OR_NEVER,
            lines=lines_of(one.trace),
            replay=saved[lines],
            profile=_label(one.trace, profiles),
        )
        yield Found(one.rule, evidence, LATE_OR_NEVER)


def _campaign_plan(plan: Plan, effort: Effort, rules: tuple[str, ...]) -> CampaignPlan:
    return CampaignPlan(
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
        rules=rules,
    )


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
    return f"{coverage}; too seldom: {first_few(coverage.missing, _NAMED)}"
