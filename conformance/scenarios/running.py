"""Scenarios run on an adapter: compiled, executed side by side, each with its verdict.

A scenario's verdict is that of its own expectations: a violation is blamed on the rules that the
scenario is tagged with, or on those of the expectation where that is another matter (a message delivered
twice in a scenario about authority). `verdicts_by_rule` says what follows for each rule. Where a judge is
given, what it finds in the trace stands beside that; the two oracles check each other, neither overrules
the other (`overall` is the worse of the two). The judge only says whom to blame for a call that was refused
for another matter, and for a message that was lost (`blame`).

A scenario in which the process of an adapter that has one of its own (`apart`) ends is run again in a fresh
one, at last alone: it is not the fault of those that were under way in the same process, nor of one that
came after others had worn it out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Final, NamedTuple

from msgspec.structs import replace

from mqtck.conformance.contract import ENDED, Adapter, Information
from mqtck.conformance.execution.one_by_one import Watched, one_by_one
from mqtck.conformance.execution.profiles import inapplicable
from mqtck.conformance.execution.worlds import DEFAULT_LIMITS, Execution, Limits, Watch, out_of_step
from mqtck.conformance.judging.judge import Judgement
from mqtck.conformance.judging.late_looks import rules_missed
from mqtck.conformance.judging.narration import lines_of
from mqtck.conformance.judging.observer import observer_of
from mqtck.reference.vocabulary.commands import Advance
from mqtck.reference.vocabulary.profile import ClockKind, Platform
from mqtck.reference.vocabulary.results import Breach, Recorded, Verdict, bounded
from mqtck.reference.vocabulary.traces import Trace, UnreadTrace

from .abilities import lacking_for
from .aspects import BROKEN_BY, Aspect, aspects_of, may_be_broken
from .blame import blamed, break_of
from .expectations.calls import seen_in
from .features import ScenarioText
from .in_jms import in_jms
from .in_mqi import in_mqi
from .in_version import in_version
from .interpreter import LONGEST_AWAIT, ScriptRun, run_script
from .on_zos import on_zos
from .scripts import Do, Script
from .sends_shown import wrong_send
from .steps.registry import compile_script

FEWER: Final = 4
"""Where a process ended, its scenarios are run side by side once more, divided by this many at once."""

ALIKE: Final = 20
"""After so many scenarios in a row that end the process even when run alone, the rest is not run again."""


Judge = Callable[[Trace], Judgement]

_NOT_THERE: Final = frozenset({Aspect.MISSING, Aspect.NO_REPORT})
"""The ways in which a scenario is broken by what never comes."""


class ScenarioResult(NamedTuple):
    """One scenario on one implementation.

    `kept` is its trace, as lines where another process made it; `breaches` says what was accepted and what
    was seen, and whom to blame, also where it waited in vain for what the judge finds nowhere; `reason` why
    the verdict is neither yes nor no; `line` is the place in `scenario.steps` at which it stopped;
    `lines_of_steps` the place there of what sent each step of the trace; `judged` what the judge found, where
    one was asked; `missed` what was waited for in vain, empty where nothing was, and `late` the rules that
    the delayed messages among it speak about; `aspects` in which ways the scenario was broken, and `field`
    by which field of a message, if by one. `ended` is how the process ended in its first run, empty where it
    did not.
    """

    scenario: ScenarioText
    verdict: Verdict
    kept: Trace | UnreadTrace
    breaches: tuple[Breach, ...] = ()
    reason: str = ""
    line: int | None = None
    lines_of_steps: tuple[int, ...] = ()
    recorded: tuple[Recorded, ...] = ()
    judged: Judgement | None = None
    missed: str = ""
    late: frozenset[str] = frozenset()
    aspects: frozenset[Aspect] = frozenset()
    field: str = ""
    ended: str = ""

    @property
    def trace(self) -> Trace:
        """What was run, up to where it stopped."""
        return self.kept if isinstance(self.kept, Trace) else self.kept.trace

    @property
    def lines(self) -> tuple[str, ...]:
        """The scenario for people: its steps, each with the commands that it sent, up to where it stopped."""
        if not self.trace.steps:
            return tuple(map(str, self.scenario.steps))
        last = len(self.scenario.steps) - 1 if self.line is None else self.line
        sent: defaultdict[int, list[str]] = defaultdict(list)
        for line, place in zip(lines_of(self.trace), self.lines_of_steps, strict=True):
            sent[place].append(f"    {line}")
        steps = enumerate(self.scenario.steps[: last + 1])
        return tuple(line for place, text in steps for line in (str(text), *sent[place]))

    @property
    def found_by_judge(self) -> tuple[Breach, ...]:
        """What the judge holds against any rule."""
        return _found_by(self.judged)


Progress = Callable[[ScenarioResult], None]


def run_features(
    adapter: Adapter,
    scenarios: Sequence[ScenarioText],
    progress: Progress | None = None,
    *,
    judge: Judge | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> tuple[ScenarioResult, ...]:
    """Run scenarios, on a real clock as many side by side as the adapter allows; results in the order given.

    All are compiled first: FeatureError is raised before anything runs. `progress` is called as results
    come, from the calling thread.
    """
    scripts = [compile_script(scenario) for scenario in scenarios]

    def run(place: int, execution: Execution | None = None) -> ScenarioResult:
        return run_compiled(
            adapter,
            scenarios[place],
            scripts[place],
            judge=judge,
            limits=limits,
            execution=execution,
        )

    def watched(place: int) -> Watched[ScenarioResult]:
        execution = Execution(adapter, limits=limits, watch=Watch.NONE)
        return Watched(execution, lambda: run(place, execution), lambda: run(place))

    results: dict[int, ScenarioResult] = {}
    places = range(len(scenarios))
    if adapter.information.clock is ClockKind.VIRTUAL:
        done = one_by_one(places, watched, limits)
    else:
        # All take about as long as the longest, unless that begins when the others are done.
        longest_first = sorted(places, key=lambda place: -_waiting_time(scripts[place]))
        done = _side_by_side(longest_first, run, adapter.information.side_by_side)
    for place, result in _survived(done, run, adapter):
        results[place] = result
        if progress is not None:
            progress(result)
    return tuple(results[place] for place in places)


def _waiting_time(script: Script) -> int:
    """Ms that a script lets pass, unless it stops before."""
    return sum(
        action.command.milliseconds
        for action in script
        if isinstance(action, Do) and isinstance(action.command, Advance)
    )


def _survived(
    done: Iterator[tuple[int, ScenarioResult]], run: Callable[[int], ScenarioResult], adapter: Adapter
) -> Iterator[tuple[int, ScenarioResult]]:
    """The results; those of scenarios in which the process ended are from fresh processes and come last.

    After `ALIKE` scenarios one behind the other in which it ends alone as well, the rest is not run again.
    """
    renew: Callable[[], None] | None = getattr(adapter, "renew", None)
    if renew is None:
        yield from done
        return
    information = adapter.information
    at_once = 1 if information.clock is ClockKind.VIRTUAL else information.side_by_side
    ended: dict[int, ScenarioResult] = {}
    for place, result in done:
        if _ended_it(result):
            ended[place] = result
        else:
            yield place, result
    while ended and at_once // FEWER > 1:
        at_once //= FEWER
        renew()
        alike = 0
        for place, result in _side_by_side(tuple(ended), run, at_once):
            if _ended_it(result):
                alike += 1
            else:
                alike = 0
                yield place, result._replace(ended=ended.pop(place).reason)
            if alike > FEWER * at_once:
                break
    alike = 0
    for place, first in ended.items():
        if alike >= ALIKE:
            yield place, first
            continue
        renew()
        result = run(place)
        alike = alike + 1 if _ended_it(result) else 0
        yield place, result._replace(ended=first.reason)


def _ended_it(result: ScenarioResult) -> bool:
    """Whether the process of the adapter ended in the scenario."""
    return result.verdict is Verdict.ADAPTER_ERROR and ENDED in result.reason


def _side_by_side(
    places: Sequence[int], run: Callable[[int], ScenarioResult], at_once: int
) -> Iterator[tuple[int, ScenarioResult]]:
    pool = ThreadPoolExecutor(max_workers=max(at_once, 1), thread_name_prefix="mqtck scenario")
    try:
        running = {pool.submit(run, place): place for place in places}
        for future in as_completed(running):
            yield running[future], future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def run_scenario(
    adapter: Adapter,
    scenario: ScenarioText,
    *,
    judge: Judge | None = None,
    limits: Limits = DEFAULT_LIMITS,
    longest_await: float = LONGEST_AWAIT,
) -> ScenarioResult:
    """Run one scenario. Raises FeatureError when it cannot be compiled."""
    script = compile_script(scenario)
    return run_compiled(adapter, scenario, script, judge=judge, limits=limits, longest_await=longest_await)


def run_compiled(
    adapter: Adapter,
    scenario: ScenarioText,
    script: Script,
    *,
    judge: Judge | None,
    limits: Limits,
    longest_await: float = LONGEST_AWAIT,
    execution: Execution | None = None,
) -> ScenarioResult:
    """Run the script of a scenario in a world of its own, where it is about the adapter's profile.

    `execution` is one that was not used yet, where the caller watches it.
    """
    profile = adapter.information.profile
    if reason := inapplicable(scenario.tags, profile):
        return _not_applicable(adapter, scenario, reason)
    execution = execution or Execution(adapter, limits=limits)
    try:
        adapted = _adapted(script, scenario, adapter.information)
        run = run_script(execution, adapted, longest_await=longest_await)
    finally:
        problem = execution.close()
    no_evidence = out_of_step(execution.failure, problem)
    final = {Verdict.ADAPTER_ERROR} if no_evidence else {Verdict.ADAPTER_ERROR, Verdict.VIOLATES}
    if problem and run.verdict not in final:
        reason = f"The adapter failed at the end of the scenario: {problem}"
        run = run._replace(verdict=Verdict.ADAPTER_ERROR, reason=reason, broken=None)
    trace = execution.trace(title=scenario.name, rules=scenario.rules)
    judged = None if judge is None or no_evidence else judge(trace)
    if aside := _refused_beside_the_point(scenario, run, trace, judged):
        run = run._replace(verdict=Verdict.INDETERMINATE, broken=None, reason=aside)
    if run.verdict is Verdict.INDETERMINATE and not run.missed and not _found_by(judged):
        run = _unless_lacking(scenario, run, adapter.information)
    return ScenarioResult(
        scenario=scenario,
        verdict=run.verdict,
        kept=trace,
        breaches=_breaches(scenario, run, trace, judged),
        reason=run.reason,
        line=run.line,
        lines_of_steps=run.lines_of_steps,
        recorded=tuple(_recorded(scenario, run)),
        judged=judged,
        missed=run.missed,
        late=rules_missed(observer_of(trace), 0) if run.missed and judge is not None else frozenset(),
        aspects=_aspects(run, trace),
        field=run.broken.field if run.broken else "",
    )


def _unless_lacking(scenario: ScenarioText, run: ScriptRun, information: Information) -> ScriptRun:
    """A run that stopped before it asked for what the adapter lacks could have told in no case."""
    lacking = lacking_for(scenario, information.abilities)
    if not lacking:
        return run
    return run._replace(verdict=Verdict.UNSUPPORTED, reason=f"The adapter has no {lacking}.")


def _adapted(script: Script, scenario: ScenarioText, information: Information) -> Script:
    """The script as it begins under the profile, in words that the adapter understands."""
    if information.profile.platform is Platform.ZOS:
        script = on_zos(script)
    script = in_version(script, information.profile.version)
    script = in_jms(script, scenario.rules, information.abilities, information.clock)
    return in_mqi(script, information.abilities)


def _recorded(scenario: ScenarioText, run: ScriptRun) -> Iterator[Recorded]:
    rules = tuple(sorted(scenario.rules))
    for question, answer in run.answers:
        yield Recorded(question=question, answer=answer, source=scenario.location, rules=rules)


def _not_applicable(adapter: Adapter, scenario: ScenarioText, reason: str) -> ScenarioResult:
    """Nothing was run; nobody is told that an ability is missing."""
    trace = Execution(adapter, watch=Watch.NONE).trace(title=scenario.name, rules=scenario.rules)
    return ScenarioResult(scenario, Verdict.UNSUPPORTED, trace, reason=reason, line=0)


def judged_breaches(result: ScenarioResult) -> tuple[Breach, ...]:
    """What the judge of the trace holds against the rules of the scenario.

    What it holds against other rules is the business of other scenarios; it is listed at the end. A scenario
    that came to no end says nothing itself, and what the judge holds against any rule is all there is.
    """
    if result.verdict is Verdict.INDETERMINATE:
        return result.found_by_judge
    return tuple(
        breach for breach in result.found_by_judge if result.scenario.rules.intersection(breach.rules)
    )


def overall(result: ScenarioResult) -> Verdict:
    """The scenario's own verdict, or a violation where only the judge saw its rules broken."""
    return Verdict.VIOLATES if judged_breaches(result) else result.verdict


def verdicts_by_rule(result: ScenarioResult) -> dict[str, Verdict]:
    """What the scenario's own expectations say of its rules, and of others that they blame.

    Where a violation is blamed on another rule, the scenario's own rules are undecided. So are other rules
    that are about delayed messages which are late or never come.
    """
    blamed = frozenset(rule for breach in result.breaches for rule in breach.rules)
    own = Verdict.INDETERMINATE if result.verdict is Verdict.VIOLATES else result.verdict
    decided = {rule: Verdict.VIOLATES if rule in blamed else own for rule in blamed | result.scenario.rules}
    return dict.fromkeys(result.late, Verdict.INDETERMINATE) | decided


def _aspects(run: ScriptRun, trace: Trace) -> frozenset[Aspect]:
    if run.broken is None:
        return frozenset()
    return aspects_of(run.broken, None if run.step is None else trace.steps[run.step])


def _refused_beside_the_point(
    scenario: ScenarioText, run: ScriptRun, trace: Trace, judged: Judgement | None
) -> str:
    """Which look was refused of which neither a rule of the scenario nor the judge speaks; empty if none."""
    if run.step is None or judged is None or _aspects(run, trace) != {Aspect.LOOK}:
        return ""
    named = any(breach.step == run.step + 1 for breach in judged.breaches)
    if named or any(Aspect.LOOK in BROKEN_BY.get(rule, ()) for rule in scenario.rules):
        return ""
    step = trace.steps[run.step]
    return f"{type(step.command).__name__} was {seen_in(step)}, of which no rule here speaks."


def _breaches(
    scenario: ScenarioText, run: ScriptRun, trace: Trace, judged: Judgement | None
) -> tuple[Breach, ...]:
    if run.broken is None:
        return _never_came(scenario, run, _found_by(judged))
    wrong = wrong_send(trace.steps)
    if wrong is not None and not scenario.rules & wrong.about:
        return (Breach((wrong.rule,), wrong.expected, wrong.seen, step=wrong.step + 1),)
    rules = blamed(break_of(scenario.rules, run.broken, trace, run.step, _found_by(judged)))
    step = None if run.step is None else run.step + 1
    return (Breach(rules, bounded(run.broken.expected), bounded(run.broken.seen), step=step),)


def _never_came(scenario: ScenarioText, run: ScriptRun, named: tuple[Breach, ...]) -> tuple[Breach, ...]:
    """What the judge holds against rules of a scenario that waited in vain: what never comes is not late."""
    if not run.missed:
        return ()
    own = ((breach, scenario.rules.intersection(breach.rules)) for breach in named)
    spoken = ((breach, may_be_broken(sorted(rules), _NOT_THERE)) for breach, rules in own)
    return tuple(replace(breach, rules=rules) for breach, rules in spoken if rules)


def _found_by(judged: Judgement | None) -> tuple[Breach, ...]:
    return () if judged is None else judged.breaches
