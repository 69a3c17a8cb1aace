"""Features as a method of the suite: the scenarios on one adapter, and what each says of its rules."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.giving_up import GivingUp
from mqtck.conformance.execution.profiles import shared_out, under
from mqtck.conformance.execution.worlds import Limits
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.features import ScenarioText
from mqtck.conformance.scenarios.running import ScenarioResult, overall, run_features, verdicts_by_rule
from mqtck.conformance.scenarios.together import together
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.results import Evidence, Method, MethodSummary, Verdict

from .evidence import Found
from .plan import Gathered, Plan, Save, Tell, blamed
from .reasons import frequent

_TELL_SECONDS: Final = 2.0
"""Progress is told no more often."""


def gather_features(
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
    ran = [
        (profile.name if len(profiles) > 1 else "", result)
        for profile, share in shares.items()
        for result in run_features(under(adapter, profile), share, progress, judge=judge_trace, limits=limits)
    ]
    results = together([result for _, result in ran])
    found: list[Found] = []
    counts = Counter[str]()
    for (label, _), result in zip(ran, results, strict=True):
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
    return frequent(Counter(result.reason for result in failed), first)


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
            evidence = blamed(
                breach, Method.FEATURES, result.scenario.location, result.trace, replay, profile
            )
            found.append(Found(breach.rules[0], evidence))
    return found
