"""Features as a method of the suite: the scenarios on one adapter, and what each says of its rules."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.apart import Apart
from mqtck.conformance.execution.giving_up import GivingUp
from mqtck.conformance.execution.loading import loader_named
from mqtck.conformance.execution.profiles import shared_out, under
from mqtck.conformance.execution.worlds import Limits
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.abilities import one_as_written
from mqtck.conformance.scenarios.blame_together import blamed_together
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.scenarios.processes import Shared, Workers, processes, run_in_processes
from mqtck.conformance.scenarios.running import (
    Progress,
    ScenarioResult,
    overall,
    run_features,
    verdicts_by_rule,
)
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.results import Evidence, Method, MethodSummary, Verdict

from .evidence import EVIDENCE_SHOWN, Found
from .plan import Gathered, Plan, Save, Tell, blamed
from .reasons import frequent

_TELL_SECONDS: Final = 2.0
"""Progress is told no more often."""

_AT_THE_END: Final = "the adapter failed at the end of all"


def gather_features(
    adapter: Adapter,
    profiles: tuple[Profile, ...],
    plan: Plan,
    tell: Tell,
    save: Save,
) -> Gathered:
    """The scenarios about the rules of the plan, each under every profile that it is about."""
    started = time.perf_counter()
    done = Counter[Verdict]()
    with _processes(adapter, plan) as workers:
        shares = shared_out(_wanted(plan), profiles)
        progress = _progress(plan.spec, sum(map(len, shares.values())), done, tell)
        ran = _ran(adapter, shares, workers, progress)
    for why in ran.left:
        tell(f"{plan.spec}: what another process was to run is run in this one: {why}")
    done[Verdict.ADAPTER_ERROR] += len(ran.closing)
    labels = [profile.name if len(profiles) > 1 else "" for profile, _ in ran.results]
    results = blamed_together([result for _, result in ran.results])
    found: list[Found] = []
    needs_more: list[Found] = []
    besides: list[Found] = []
    counts = Counter[str]()
    saved, saved_needs_more = Counts(), Counts()
    for label, result in zip(labels, results, strict=True):
        name = f"{result.scenario.name} ({label})" if label else result.scenario.name
        own, kept = (needs_more, saved_needs_more) if _needs_more(result, adapter) else (found, saved)
        for piece in scenario_evidence(result, partial(_save_trace, save, name, result), kept, label):
            (own if piece.rule in result.scenario.rules else besides).append(piece)
        if result.verdict is Verdict.CONFORMS and result.judged is not None:
            counts.update(result.judged.exercised)
    summary = MethodSummary(
        method=Method.FEATURES,
        cases=len(results),
        commands=sum(len(result.lines_of_steps) for result in results),
        seconds=time.perf_counter() - started,
        verdicts=dict(+done),
        detail="; ".join(
            (
                *_told_of_features(results),
                *_told_of_ended(results),
                *_told_besides(results),
                *(f"{_AT_THE_END}: {why}" for why in ran.closing),
            )
        ),
    )
    # A scenario about a rule tells more of it than one in which it was broken besides: it is shown first. Why
    # a rule is unsupported those tell best that ask for nothing that the adapter is known to lack.
    told = (*found, *needs_more, *besides)
    return Gathered(summary, told, counts, tuple(r for x in results for r in x.recorded))


def _needs_more(result: ScenarioResult, adapter: Adapter) -> bool:
    """Whether it could not be done as the adapter has not declared an ability."""
    declared = adapter.information.abilities
    return result.verdict is Verdict.UNSUPPORTED and not one_as_written((result.scenario,), declared)


def _save_trace(save: Save, name: str, result: ScenarioResult) -> str:
    """Where its trace was saved; one that is not saved is not read either."""
    return save(name, result.trace)


def _progress(spec: str, planned: int, done: Counter[Verdict], tell: Tell) -> Progress:
    """Counts the verdicts of scenarios in `done`, and tells now and then how many there are."""
    last = time.perf_counter()

    def progress(result: ScenarioResult) -> None:
        nonlocal last
        done[overall(result)] += 1
        now = time.perf_counter()
        if now - last >= _TELL_SECONDS or done.total() == planned:
            last = now
            tell(f"{spec}: {done.total()} of {planned} scenarios")

    return progress


def _processes(adapter: Adapter, plan: Plan) -> AbstractContextManager[Workers]:
    """As many as the plan has, where the clock is virtual; none where this one does it all.

    Where few scenarios are asked for, no more than these: all others are read while the processes start.
    """
    count = min(plan.processes, len(_wanted(plan))) if plan.rules else plan.processes
    if count <= 1 or adapter.information.clock is not ClockKind.VIRTUAL:
        return nullcontext(())
    again = (
        partial(Apart, plan.loader, plan.spec, ())
        if isinstance(adapter, Apart)
        else partial(loader_named(plan.loader), plan.spec)
    )
    return processes(again, count)


def _wanted(plan: Plan) -> list[ScenarioText]:
    """The scenarios about the rules of the plan."""
    return [one for one in load_features() if not plan.rules or one.rules & plan.rules]


def _ran(
    adapter: Adapter, shares: Mapping[Profile, list[ScenarioText]], workers: Workers, progress: Progress
) -> Shared:
    """The share of each profile, in the processes that there are, or in this one."""
    if workers:
        return run_in_processes(workers, adapter, shares, judge=judge_trace, progress=progress)
    limits = Limits(giving_up=GivingUp())
    return Shared(
        tuple(
            (profile, result)
            for profile, share in shares.items()
            for result in run_features(
                under(adapter, profile), share, progress, judge=judge_trace, limits=limits
            )
        )
    )


def _told_of_features(results: Iterable[ScenarioResult]) -> Iterator[str]:
    """What went wrong on the adapter's side, with a scenario for each: its rules may conform in others."""
    failed = [result for result in results if overall(result) is Verdict.ADAPTER_ERROR]
    first = {result.reason: result.scenario.location for result in reversed(failed)}
    return frequent(Counter(result.reason for result in failed), first)


def _told_of_ended(results: Iterable[ScenarioResult]) -> Iterator[str]:
    """How often the process had ended in a scenario that went well in a fresh one, and where first."""
    again = [one for one in results if one.ended and overall(one) is not Verdict.ADAPTER_ERROR]
    if again:
        first = again[0]
        yield f"{len(again)} run again in a fresh process: {first.ended} ({first.scenario.location})"


def _told_besides(results: Sequence[ScenarioResult]) -> Iterator[str]:
    """How many show rules broken that they are not about, where none shows its own rules broken.

    They are counted by what they are about, and no violation would be counted beside rules that are violated.
    """
    count = sum(bool(result.found_by_judge) for result in results)
    if count and all(overall(result) is not Verdict.VIOLATES for result in results):
        yield f"{count} that are no violation of their own rules break others"


Counts = Counter[tuple[str, Verdict]]
"""How many scenarios of each rule have had each verdict."""

_NOTHING_FOUND: Final = frozenset({Verdict.CONFORMS, Verdict.UNSUPPORTED})


def scenario_evidence(
    result: ScenarioResult, save: Callable[[], str], counts: Counts, profile: str = ""
) -> list[Found]:
    """What a scenario says of its own rules, and of the rules that its judge blames besides.

    `profile` names the one under which it was run, where several were. Its trace is saved and told in lines
    unless it conforms or is unsupported, and so were enough scenarios of each of its rules before; these are
    counted in `counts`.
    """
    verdicts = verdicts_by_rule(result)
    shown = (
        bool(result.found_by_judge)
        or not _NOTHING_FOUND.issuperset(verdicts.values())
        or any(counts[rule, verdict] < EVIDENCE_SHOWN for rule, verdict in verdicts.items())
    )
    counts.update(verdicts.items())
    replay = save() if shown else ""
    first = result.breaches[0] if result.breaches else None
    also = {breach.rules[0]: breach.rules[1:] for breach in result.found_by_judge}
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
                reason="" if verdict is Verdict.VIOLATES else result.reason,
                lines=result.lines if shown else (),
                replay=replay,
                profile=profile,
            ),
            result.missed,
            also.get(rule, ()),
        )
        for rule, verdict in sorted(verdicts.items())
    ]
    told = {piece.rule for piece in found if piece.evidence.verdict is Verdict.VIOLATES}
    for breach in result.found_by_judge:
        if breach.rules[0] not in told:
            evidence = blamed(
                breach, Method.FEATURES, result.scenario.location, result.trace, replay, profile
            )
            found.append(Found(breach.rules[0], evidence, also=also[breach.rules[0]]))
    return found
