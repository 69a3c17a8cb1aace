"""The report for a terminal: tables that keep within a width, and the lines to paste below them."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill

from tabulate import tabulate

from mqtck.reference.vocabulary.results import (
    ComplianceReport,
    ImplementationReport,
    RuleVerdict,
    clipped,
    first_few,
)

from .summary import (
    ORDER,
    broken_how,
    conforming_by_few,
    failures,
    headline,
    in_reading_order,
    missing_lines,
    name_of,
    reasons,
    reasons_in_part,
    telling,
    verdict_counts,
)
from .text import one_line

_LONGEST_CELL = 600
_NARROWEST = 60

_VERDICTS = 16
"""Columns of text that the names of the verdicts take in the overview."""

_NARROWEST_COLUMN = 12
"""Of an implementation in the overview; where more of them do not fit, it goes on in another table."""

_EXPLAINED = (RuleVerdict.ADAPTER_ERROR, RuleVerdict.INDETERMINATE, RuleVerdict.UNSUPPORTED)
_MOST_REASONS = 12
"""Reasons of one verdict that are shown; an adapter of eight commands has some eighty for "unsupported"."""

_MOST_BY_FEW = 12
"""Rules that conform by few scenarios that are shown, those by the smallest share."""


def to_terminal(report: ComplianceReport, width: int = 100) -> str:
    """The report as plain text; tables are at most `width` columns wide (60 at the least).

    Lines to paste are never broken and may be longer.
    """
    width = max(width, _NARROWEST)
    parts = [
        *(_filled(line, width) for line in missing_lines(report)),
        _filled(f"Compliance report, made {report.made} with mqtck {report.kit_version}", width),
        _overview(report, width),
        *(_implementation(implementation, report.ledger, width) for implementation in report.implementations),
    ]
    return "\n\n".join(parts) + "\n"


def _overview(report: ComplianceReport, width: int) -> str:
    if not report.implementations:
        return "No implementation was judged."
    every = report.implementations
    most = (width - _VERDICTS) // (_NARROWEST_COLUMN + 2)
    return "\n\n".join(_counts_of(every[first : first + most], width) for first in range(0, len(every), most))


def _counts_of(implementations: Sequence[ImplementationReport], width: int) -> str:
    """A column for each."""
    counts = [verdict_counts(implementation) for implementation in implementations]
    column = (width - _VERDICTS) // len(counts) - 2
    return _table(
        ("rules", *(name_of(implementation) for implementation in implementations)),
        [(verdict.value, *(str(count[verdict]) for count in counts)) for verdict in ORDER],
        (None, *(column for _ in counts)),
    )


def _implementation(report: ImplementationReport, ledger: int, width: int) -> str:
    title = _filled(name_of(report), width)
    parts = [f"{title}\n{'=' * min(len(title), width)}\n{_filled(str(headline(report, ledger)), width)}"]
    if report.methods:
        parts.append(_methods(report, width))
    parts += [_violations(report, width), *_replays(report)]
    parts += [part for verdict in _EXPLAINED if (part := _explained(report, verdict, width))]
    parts += _by_few(report, width)
    if in_part := _reasons("conforms in part, as a scenario did not tell:", reasons_in_part(report), width):
        parts.append(in_part)
    if report.recorded:
        parts.append(_recorded(report, width))
    return "\n\n".join(parts)


def _by_few(report: ImplementationReport, width: int) -> Iterator[str]:
    """The rules that conform by few of their scenarios, those by the smallest share first."""
    rules = sorted(conforming_by_few(report), key=lambda one: one[1].part / one[1].whole)
    told = first_few([f"{rule} ({share})" for rule, share in rules], _MOST_BY_FEW)
    if len(rules) > _MOST_BY_FEW:
        told += ", in the other forms of the report"
    if told:
        yield f"conforms by fewer than half of its scenarios:\n{_filled(told, width)}"


def _methods(report: ImplementationReport, width: int) -> str:
    return _table(
        ("method", "cases", "commands", "seconds", ""),
        (
            (
                method.method.value,
                str(method.cases),
                str(method.commands),
                f"{method.seconds:.1f}",
                method.detail,
            )
            for method in report.methods
        ),
        (None, None, None, None, width - 45),
    )


def _violations(report: ImplementationReport, width: int) -> str:
    rows = []
    for rule in in_reading_order(report.rules):
        if rule.verdict is RuleVerdict.VIOLATES:
            first = next(iter(telling(rule)), None)
            expected, seen = (first.expected, first.seen) if first else (rule.statement, "")
            seen += f" (profile {first.profile})" if first and first.profile else ""
            rows.append((rule.rule, broken_how(rule), expected or rule.statement, seen))
            if rule.note:
                # A row of its own: it was measured elsewhere, and not seen here.
                rows.append(("", "", "", f"IBM MQ's own client: {rule.note.alone} ({rule.note.compared})"))
    if not rows:
        failed = failures(report)
        also = f", but {failed}" if failed else ""
        judged = any(rule.verdict is RuleVerdict.CONFORMS for rule in report.rules)
        return f"No violation was found{also}." if judged else f"Nothing was judged{also}."
    third = (width - 8 - 6) // 3
    return _table(("violated", "", "accepted", "seen"), rows, (None, third, third, third))


def _replays(report: ImplementationReport) -> list[str]:
    shown = {rules[0] for _, rules in reasons(report, RuleVerdict.ADAPTER_ERROR)}
    lines = [
        f"  {rule.rule}: {one_line(first.replay)}"
        for rule in in_reading_order(report.rules)
        if rule.verdict is RuleVerdict.VIOLATES or rule.rule in shown
        for first in [evidence for evidence in telling(rule) if evidence.replay][:1]
    ]
    return ["To see one again:\n" + "\n".join(lines)] if lines else []


def _explained(report: ImplementationReport, verdict: RuleVerdict, width: int) -> str:
    return _reasons(f"{verdict.value} because", reasons(report, verdict), width)


def _reasons(title: str, found: Sequence[tuple[str, tuple[str, ...]]], width: int) -> str:
    rows = [(why, ", ".join(rules)) for why, rules in found[:_MOST_REASONS]]
    if left := found[_MOST_REASONS:]:
        rules_left = sum(len(rules) for _, rules in left)
        rows.append((f"{len(left)} other reasons, in the other forms of the report", f"{rules_left} rules"))
    half = (width - 2) // 2
    return _table((title, "rules"), rows, (half, half)) if rows else ""


def _recorded(report: ImplementationReport, width: int) -> str:
    half = (width - 4 - 16) // 2
    return _table(
        ("left open by the documents", "what it did", "rules"),
        ((recorded.question, recorded.answer, ", ".join(recorded.rules)) for recorded in report.recorded),
        (half, half, 16),
    )


def _table(headers: Sequence[str], rows: Iterable[Sequence[str]], widths: Sequence[int | None]) -> str:
    table: str = tabulate(
        [[_cell(cell) for cell in row] for row in rows],
        headers=[_cell(header) for header in headers],
        maxcolwidths=list(widths),
        maxheadercolwidths=list(widths),
        disable_numparse=True,
    )
    return table


def _filled(text: str, width: int) -> str:
    return fill(_cell(text), width)


def _cell(text: str) -> str:
    return clipped(one_line(text), _LONGEST_CELL)
