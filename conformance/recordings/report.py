"""What recordings show, as the part of a compliance report that every form of report is made from."""

from collections.abc import Callable
from typing import Final

from mqtck.conformance.judging.narration import lines_of
from mqtck.conformance.ledger.rules import load
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.suite.evidence import Found, rule_results
from mqtck.conformance.suite.running import names_by_rule
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import (
    Evidence,
    Implementation,
    ImplementationReport,
    Method,
    MethodSummary,
    Verdict,
)
from mqtck.reference.vocabulary.traces import Trace, decode_lines

from .judging import Recordings
from .results import Finding, Problem, place_of

Save = Callable[[str, Trace], str]
"""Keeps a trace under a name and gives the command line that judges it again."""


def report_on(recordings: Recordings, seconds: float, save: Save) -> ImplementationReport:
    """A report on every rule of the ledger by what the recordings show."""
    found = [_evidence(recordings, finding, save) for finding in recordings.findings]
    found += [_missed(rule, traces) for rule, traces in recordings.missed.items()]
    counts = {rule: {Method.RECORDINGS: count} for rule, count in recordings.exercised.items()}
    return ImplementationReport(
        implementation=Implementation(
            adapter="none",
            name=", ".join(recordings.adapters) or "nothing",
            version="as recorded",
            clock=recordings.clocks[0] if recordings.clocks else ClockKind.REAL,
        ),
        methods=(
            MethodSummary(
                method=Method.RECORDINGS,
                cases=recordings.traces,
                commands=recordings.records,
                seconds=seconds,
                verdicts=recordings.verdicts,
                detail="; ".join(filter(None, (detail(recordings), problems_told(recordings)))),
            ),
        ),
        rules=rule_results(load(), names_by_rule(load_features()), found, counts),
        recorded=(),
    )


def _evidence(recordings: Recordings, finding: Finding, save: Save) -> Found:
    """A finding with the few records that show it."""
    breach = finding.breach
    rule = breach.rules[0]
    place = place_of(finding.file, finding.number)
    trace = decode_lines(finding.trace.encode().splitlines(), place)
    others = recordings.violated[rule] - 1
    also = [f"see also {', '.join(breach.rules[1:])}"] if breach.rules[1:] else []
    also += [f"so in {others} more trace(s)"] if others else []
    return Found(
        rule,
        Evidence(
            method=Method.RECORDINGS,
            verdict=Verdict.VIOLATES,
            source=place,
            title=f"recorded in {place}",
            expected=breach.expected,
            seen=f"{breach.seen} ({place})",
            reason="; ".join(also),
            lines=lines_of(trace),
            replay=save(rule, trace),
        ),
    )


def _missed(rule: str, traces: int) -> Found:
    """A rule of messages that are late or never come; which they are is told with what is not decided."""
    reason = f"in {traces} trace(s) delayed messages that were due had not come, which is late or never"
    return Found(
        rule,
        Evidence(
            method=Method.RECORDINGS,
            verdict=Verdict.INDETERMINATE,
            source="what was not seen to come",
            reason=reason,
        ),
        reason,
    )


PROBLEMS_TOLD: Final = 3
"""Problems of reading that a report tells."""


def told_of(problem: Problem) -> str:
    """Where something could not be read, and why."""
    where = place_of(problem.file, problem.number) if problem.number else problem.file
    return f"{where}: {problem.text}"


def problems_told(recordings: Recordings) -> str:
    """The first of them, each with its place; empty where all could be read."""
    told = [told_of(problem) for problem in recordings.problems[:PROBLEMS_TOLD]]
    more = len(recordings.problems) - len(told)
    return "; ".join([*told, *([f"and {more} more"] if more else [])])


def detail(recordings: Recordings) -> str:
    """What stood in the way of judging all, in a few words."""
    parts = [f"{recordings.files} file(s)"]
    if recordings.problems:
        parts.append(f"{len(recordings.problems)} problem(s) of reading")
    if recordings.undecided:
        parts.append(f"{len(recordings.undecided)} part(s) not decided")
    if recordings.untold:
        parts.append(f"{recordings.untold} more of these")
    if recordings.repeated:
        parts.append(f"{recordings.repeated} repeated record(s) read once")
    return ", ".join(parts)
