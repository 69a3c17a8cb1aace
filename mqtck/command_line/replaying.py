"""The job of `mqtck replay`: a trace is executed again, and so is the scenario that it was made by.

The judge reads what comes of the commands. Where that does not show what the file is about, and the file is
the trace of a scenario, the scenario itself is run once more: it may see what the judge of a trace cannot
tell, or blame another rule.
"""

import shlex
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from mqtck.conformance.execution.profiles import for_trace
from mqtck.conformance.execution.worlds import check_available, play
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.judging.late import LATE, told
from mqtck.conformance.judging.narration import lines_of
from mqtck.conformance.judging.observer import Observer, observer_of
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.scenarios.running import ScenarioResult, judged_breaches, overall, run_scenario
from mqtck.reference.vocabulary.commands import Advance, Command, Receive
from mqtck.reference.vocabulary.outcomes import AdapterError, NoMessage, Refused, Unsupported
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.results import Breach, Verdict
from mqtck.reference.vocabulary.traces import Step, Trace

from .running import JobResult, NamedAdapter, Tell

_SHORTEST_PAUSE: Final = 100
"""Ms between two looks for the same thing; what is shorter may be the machine's."""

_A_MOMENT: Final = 1000
"""Ms for which each further receive waits once one has waited in vain, as a scenario does."""


def replay(trace: Trace, adapter: NamedAdapter, *, tell: Tell) -> JobResult:
    """Execute the commands of a trace again and judge what comes of it. Raises AdapterUnavailable."""
    tell(f"{adapter.spec}: {len(trace.steps)} commands")
    if not trace.steps:
        return JobResult(Verdict.INDETERMINATE, "cannot tell: the trace has no commands")
    check_available(adapter.adapter, tell)
    under_profile = for_trace(adapter.adapter, trace.head.profile)
    clock = under_profile.information.clock
    again, closing = play(
        under_profile, (), title=trace.head.title, further=partial(_commands_of, trace, clock)
    )
    observer = observer_of(again)
    breaches = observer.judgement().breaches
    answer = _answer(trace, again, closing, observer)
    shown = _rules_of(breaches)
    if answer.verdict is Verdict.ADAPTER_ERROR or (shown and not shown.isdisjoint(trace.head.rules)):
        return answer
    scenario = _scenario_of(trace)
    if scenario is not None:
        result = run_scenario(under_profile, scenario, judge=judge_trace)
        answer = _with_scenario(answer, result)
        shown |= _rules_of(_breaches_of(result))
        if result.breaches:
            return answer
    seen_before = _rules_of(observer_of(trace).judgement().breaches)
    if answer.verdict is not Verdict.VIOLATES or not shown.isdisjoint(seen_before):
        return answer
    lines = _not_again(trace.head.rules, shown, adapter.spec, again.head.clock)
    return answer._replace(text="\n".join([answer.text, *lines]))


def _answer(trace: Trace, again: Trace, closing: str, observer: Observer) -> JobResult:
    """What the judge says of the commands; `closing` is what went wrong when their world was closed."""
    judgement = observer.judgement()
    lines = [trace.head.title, *lines_of(again)] if trace.head.title else [*lines_of(again)]
    failed = next((s.outcome for s in again.steps if isinstance(s.outcome, AdapterError)), None)
    if failed is not None:
        return JobResult(Verdict.ADAPTER_ERROR, "\n".join([*lines, f"adapter error: {failed.text}"]))
    if closing and not judgement.breaches:
        return JobResult(Verdict.ADAPTER_ERROR, "\n".join([*lines, f"adapter error: {closing}"]))
    if judgement.breaches:
        told_of = (f"step {breach.step} {_judged(breach)}" for breach in judgement.breaches)
        return JobResult(Verdict.VIOLATES, "\n".join([*lines, *told_of]))
    late = observer.overdue(0, LATE).values()
    if why := judgement.indeterminate or told(late):
        return JobResult(Verdict.INDETERMINATE, "\n".join([*lines, f"cannot tell: {why}"]))
    lacking = next((s.outcome for s in again.steps if isinstance(s.outcome, Unsupported)), None)
    if lacking is not None:
        return JobResult(Verdict.UNSUPPORTED, "\n".join([*lines, f"unsupported: no {lacking.ability}"]))
    slow = again.head.clock is ClockKind.REAL and any(
        isinstance(step.command, Receive) for step in again.steps
    )
    note = " (on a real clock lateness is not judged)" if slow else ""
    note += _refused_anew(trace, again)
    return JobResult(Verdict.CONFORMS, "\n".join([*lines, f"conforms: no rule is violated{note}"]))


def _violation(breach: Breach) -> str:
    """A breach that a scenario tells: it blames all of its rules."""
    return f"violates {', '.join(breach.rules)}: expected {breach.expected}; seen {breach.seen}"


def _judged(breach: Breach) -> str:
    """One that the judge of a trace tells: it blames the first, as reports do."""
    first, *others = breach.rules
    also = f" (see also {', '.join(others)})" if others else ""
    return f"violates {first}{also}: expected {breach.expected}; seen {breach.seen}"


def _rules_of(breaches: Sequence[Breach]) -> frozenset[str]:
    return frozenset(rule for breach in breaches for rule in breach.rules)


def _scenario_of(trace: Trace) -> ScenarioText | None:
    """The scenario that a trace was made by, if this kit still has it; its name is that of no other."""
    rules = frozenset(trace.head.rules)
    return next((one for one in load_features() if one.name == trace.head.title and one.rules == rules), None)


def _breaches_of(result: ScenarioResult) -> tuple[Breach, ...]:
    """What the scenario says is broken; where it says nothing, what the judge of its trace does."""
    return result.breaches or judged_breaches(result)


def _with_scenario(answer: JobResult, result: ScenarioResult) -> JobResult:
    """The answer with what the scenario says, told step by step where that is not that all is well."""
    verdict = overall(result)
    name = f"the scenario itself ({result.scenario.location})"
    if verdict is answer.verdict is Verdict.CONFORMS:
        return answer._replace(text=f"{answer.text}\n{name} conforms as well")
    own, of_judge = map(_violation, result.breaches), map(_judged, judged_breaches(result))
    said = [*own] or [*of_judge] or [f"{verdict} {result.reason}".rstrip()]
    lines = [answer.text, f"{name} once more:", *result.lines, *said]
    worse = answer.verdict is Verdict.VIOLATES or verdict is Verdict.UNSUPPORTED
    return JobResult(answer.verdict if worse else verdict, "\n".join(lines))


def _not_again(rules: Sequence[str], broken: frozenset[str], spec: str, clock: ClockKind) -> Iterator[str]:
    """A line where nothing that was seen is of the rules that the file is about."""
    if rules and broken.isdisjoint(rules):
        again = " Another replay on this real clock may show it." if clock is ClockKind.REAL else ""
        yield (
            f"none of it is {' or '.join(rules)}: the judge of a replay may blame another rule than a "
            f"scenario does, or be unable to tell.{again} To see what the scenarios say: "
            f"mqtck run --rules {','.join(rules)} --methods features --adapter {shlex.quote(spec)}"
        )


def _refused_anew(trace: Trace, again: Trace) -> str:
    """A note where calls are refused that the file has as accepted: the rest may show less than it did."""
    if len(trace.steps) != len(again.steps):
        return ""
    anew = [
        str(number)
        for number, (before, now) in enumerate(zip(trace.steps, again.steps, strict=True), start=1)
        if isinstance(now.outcome, Refused) and not isinstance(before.outcome, Refused)
    ]
    return f"; refused here, and accepted in the file: step {', '.join(anew)}" if anew else ""


def _commands_of(trace: Trace, clock: ClockKind, done: Sequence[Step]) -> Iterator[Command]:
    """The commands; on a real clock, who asked the same again and again lets as much time pass in between.

    And who has waited in vain as long as anything is waited for waits a moment for each of the others.
    """
    before: Step | None = None
    in_vain = False
    for step in trace.steps:
        waits = before is not None and step.command == before.command
        if before is not None and waits and {trace.head.clock, clock} == {ClockKind.REAL}:
            yield from _pause(step.started - before.ended)
        yield _for_a_moment(step.command) if in_vain else step.command
        in_vain = in_vain or (clock is ClockKind.REAL and _waited_in_vain(done[-1]))
        before = step


def _waited_in_vain(step: Step) -> bool:
    return isinstance(step.outcome, NoMessage) and getattr(step.command, "wait", 0) >= LATE


def _for_a_moment(command: Command) -> Command:
    match command:
        case Receive(wait=wait) | ReceivePublication(wait=wait):
            return replace(command, wait=min(wait, _A_MOMENT))
        case _:
            return command


def _pause(milliseconds: int) -> Iterator[Advance]:
    if milliseconds >= _SHORTEST_PAUSE:
        yield Advance(milliseconds=milliseconds)
