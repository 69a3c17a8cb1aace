"""Findings of a campaign: the smallest breach of each rule and shape, shrunk, with how often it was seen.

The shape of a breach is the kind of the command where it was seen and the kind of its answer, a refusal
with its reason (`shrinking.shapes`); with the rule that is blamed first it makes the group. Names, numbers
and times are no part of it, so that a group is the same in every run.

On a virtual clock each finding is shrunk by hundreds of executions. On a real clock executions and seconds
are limited, for one finding and for all together, and those that wait longest come last. What is not shown
again when it is executed again, or was not shrunk for want of time, is kept as it was and says so.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from mqtck.conformance.contract import Adapter
from mqtck.conformance.shrinking.shrinking import REAL, VIRTUAL, Budget, Finding, finding_in, shrink, waits
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Trace, decode_lines

from .aggregation import Shape
from .progress import span

FINDINGS: Final = 60
"""Groups that are shown with a trace."""

SHAPES_OF_A_RULE: Final = 4
"""Groups of one rule that are."""

REAL_SECONDS: Final = 300.0
"""What shrinking all findings may take on a real clock."""

Tell = Callable[[str], None]


class CampaignFinding(msgspec.Struct, frozen=True):
    """A breach and the shortest trace found for its rule and shape, which was seen in so many cases.

    `note` is empty, or says why the trace is not as short as it might be.
    """

    breach: Breach
    trace: Trace
    shape: str
    cases: int
    note: str = ""


def chosen_groups(groups: Iterable[Shape]) -> tuple[Shape, ...]:
    """Those to be shown: the most frequent of each rule, by how often the rule was broken."""
    ordered = sorted(groups, key=lambda group: (-group.cases, group.rule, group.shape))
    weights = Counter[str]()
    for group in ordered:
        weights[group.rule] += group.cases
    ordered.sort(key=lambda group: (-weights[group.rule], group.rule))
    taken = Counter[str]()
    chosen = []
    for group in ordered:
        taken[group.rule] += 1
        if taken[group.rule] <= SHAPES_OF_A_RULE:
            chosen.append(group)
    return tuple(chosen[:FINDINGS])


def findings_of(
    adapter: Adapter,
    clock: ClockKind,
    groups: Iterable[Shape],
    smallest: Mapping[tuple[str, str], str],
    attempts: int,
    tell: Tell,
) -> tuple[CampaignFinding, ...]:
    """The finding of each chosen group, in their order; `smallest` has the traces in JSON lines."""
    chosen = chosen_groups(groups)
    raw = {group: _cut(group, smallest[group.rule, group.shape]) for group in chosen}
    in_turn = sorted(chosen, key=lambda group: waits(raw[group]) if clock is ClockKind.REAL else 0)
    usual = VIRTUAL if clock is ClockKind.VIRTUAL else REAL
    budget = Budget(min(attempts, usual.attempts) if clock is ClockKind.REAL else attempts, usual.seconds)
    until = time.monotonic() + (REAL_SECONDS if clock is ClockKind.REAL else float("inf"))
    if clock is ClockKind.REAL and chosen and budget.attempts > 0:
        longest = span(min(REAL_SECONDS, len(chosen) * budget.seconds))
        tell(f"campaign: what breaks rules is executed again to shrink it, for up to {longest}")
    made = {}
    for group in in_turn:
        left = until - time.monotonic()
        made[group] = _made(adapter, group, raw[group], budget._replace(seconds=min(budget.seconds, left)))
        before, after = len(raw[group].trace.steps), len(made[group].trace.steps)
        tell(
            f"campaign: {group.rule}, {group.shape}: from {before} to {after} commands"
            + (f" ({note})" if (note := made[group].note) else "")
        )
    return tuple(made[group] for group in chosen)


def _cut(group: Shape, lines: str) -> Finding:
    trace = decode_lines(lines.encode().splitlines(), f"the case that breaks {group.rule}")
    found = finding_in(trace, group.rule)
    assert found is not None, "judging the same trace again gives the same breaches"
    return found


def _made(adapter: Adapter, group: Shape, finding: Finding, budget: Budget) -> CampaignFinding:
    note = ""
    if budget.attempts > 0:
        done = shrink(adapter, finding, budget)
        finding = done.finding
        if not done.executions:
            note = "not shrunk: the time for that is over"
        elif not done.again:
            note = "not shown again when it was executed again, so kept as it was"
    head = replace(finding.trace.head, rules=finding.breach.rules)
    return CampaignFinding(finding.breach, Trace(head, finding.trace.steps), group.shape, group.cases, note)
