"""Traces of the reference with some answers changed by hand, and what the judge makes of them."""

from collections.abc import Mapping

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution import run_commands
from mqtck.conformance.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.traces import Step, Trace


def played(*commands: Command) -> Trace:
    """What the reference answers."""
    return run_commands(Reference(), commands)


def judged(
    trace: Trace, outcomes: Mapping[int, Outcome] | None = None, profile: Profile | None = None
) -> Judgement:
    """The judgement of the trace with other answers to some steps; a negative number counts from the end."""
    chosen = {number % len(trace.steps): outcome for number, outcome in (outcomes or {}).items()}
    steps = tuple(
        Step(step.command, chosen.get(number, step.outcome), step.started, step.ended)
        for number, step in enumerate(trace.steps)
    )
    head = trace.head if profile is None else type(trace.head)(**{**_fields(trace), "profile": profile})
    return judge_trace(Trace(head, steps))


def _fields(trace: Trace) -> dict[str, object]:
    return {name: getattr(trace.head, name) for name in trace.head.__struct_fields__}


def blamed(trace: Trace, outcomes: Mapping[int, Outcome], profile: Profile | None = None) -> tuple[str, ...]:
    """The rule that each breach blames first."""
    return tuple(breach.rules[0] for breach in judged(trace, outcomes, profile).breaches)


def fine(trace: Trace, outcomes: Mapping[int, Outcome] | None = None, profile: Profile | None = None) -> bool:
    """Nothing is held against the trace, and all of it was judged."""
    judgement = judged(trace, outcomes, profile)
    return not judgement.breaches and not judgement.indeterminate
