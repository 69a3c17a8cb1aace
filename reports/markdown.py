"""The report as Markdown (GitHub flavour): headlines, what is wrong in full, every rule in a table."""

from collections.abc import Iterable, Iterator, Sequence

from mqtck.reference.vocabulary.results import (
    ComplianceReport,
    Evidence,
    ImplementationReport,
    RuleResult,
    RuleVerdict,
    clipped,
)

from .summary import (
    ORDER,
    broken_how,
    headline,
    in_reading_order,
    mark,
    meaning,
    missing_lines,
    name_of,
    reason,
    scenarios_that_told,
    source_of,
    telling,
    undecided_in_part,
    verdict_counts,
)
from .text import markdown, markdown_block, markdown_code

_LONGEST_CELL = 1000
_LONGEST_TRACE = 200
_IN_FULL = frozenset({RuleVerdict.VIOLATES, RuleVerdict.ADAPTER_ERROR, RuleVerdict.INDETERMINATE})


def to_markdown(report: ComplianceReport) -> str:
    """The whole report as one Markdown document."""
    parts = [
        "# Compliance report",
        *(f"**{markdown(line)}**" for line in missing_lines(report)),
        _made(report),
        _overview(report),
        *(
            part
            for implementation in report.implementations
            for part in _implementation(implementation, report.ledger)
        ),
        "## What the verdicts mean",
        "\n".join(f"- {verdict.value}: {meaning(verdict)}" for verdict in ORDER),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _made(report: ComplianceReport) -> str:
    made, version = markdown(report.made), markdown(report.kit_version)
    return f"Made {made} with mqtck {version}; the ledger has {report.ledger} rules."


def _overview(report: ComplianceReport) -> str:
    if not report.implementations:
        return "No implementation was judged."
    return _table(
        ("implementation", *(verdict.value for verdict in ORDER)),
        (
            (
                _cell(name_of(implementation)),
                *(str(count) for count in verdict_counts(implementation).values()),
            )
            for implementation in report.implementations
        ),
    )


def _implementation(report: ImplementationReport, ledger: int) -> list[str]:
    rules = in_reading_order(report.rules)
    about = report.implementation
    return [
        f"## {markdown(name_of(report))}",
        f"**{markdown(str(headline(report, ledger)))}.**",
        _methods(report),
        f"The adapter lacks: {markdown(', '.join(about.missing_abilities))}."
        if about.missing_abilities
        else "",
        *(part for rule in rules if rule.verdict in _IN_FULL for part in _in_full(rule)),
        *_recorded(report),
        "### Every rule",
        _table(
            (
                "rule",
                "verdict",
                "statement",
                "scenarios",
                "why, or what was seen",
                "replay",
                "IBM MQ's own client",
            ),
            (_row(rule) for rule in rules),
        ),
    ]


def _methods(report: ImplementationReport) -> str:
    if not report.methods:
        return ""
    return _table(
        ("method", "cases", "commands", "seconds", "detail"),
        (
            (
                method.method.value,
                str(method.cases),
                str(method.commands),
                f"{method.seconds:.1f}",
                _cell(method.detail),
            )
            for method in report.methods
        ),
    )


def _in_full(rule: RuleResult) -> list[str]:
    told = broken_how(rule) or rule.verdict.value
    parts = [f"### {markdown(rule.rule)}: {markdown(told)}", markdown(rule.statement)]
    if why := reason(rule):
        parts.append(f"Why: {_cell(why)}")
    for evidence in telling(rule):
        parts += _evidence(evidence)
    if rule.note is not None:
        parts.append(f"IBM MQ's own client: {_note(rule)}")
    return parts


def _evidence(evidence: Evidence) -> list[str]:
    title = f" {markdown(evidence.title)}" if evidence.title else ""
    source = markdown_code(source_of(evidence))
    facts = [f"- **{evidence.verdict.value}** in {evidence.method.value}, {source}{title}"]
    for name, value in (("accepted", evidence.expected), ("seen", evidence.seen), ("why", evidence.reason)):
        if value:
            facts.append(f"- {name}: {_cell(value)}")
    if evidence.replay:
        facts.append(f"- again: {markdown_code(evidence.replay)}")
    parts = ["\n".join(facts)]
    if evidence.lines:
        parts.append(markdown_block(_first(evidence.lines)))
    return parts


def _first(lines: tuple[str, ...]) -> tuple[str, ...]:
    if len(lines) <= _LONGEST_TRACE:
        return lines
    return (*lines[:_LONGEST_TRACE], f"… ({len(lines) - _LONGEST_TRACE} more lines)")


def _recorded(report: ImplementationReport) -> list[str]:
    if not report.recorded:
        return []
    return [
        "### Left open by the documents",
        _table(
            ("question", "what the implementation did", "rules", "source"),
            (
                (
                    _cell(recorded.question),
                    _cell(recorded.answer),
                    _cell(", ".join(recorded.rules)),
                    _cell(recorded.source),
                )
                for recorded in report.recorded
            ),
        ),
    ]


def _row(rule: RuleResult) -> tuple[str, ...]:
    evidence = telling(rule)
    seen = next((one.seen for one in evidence if one.seen), "")
    replay = next((one.replay for one in evidence if one.replay), "")
    return (
        markdown(rule.rule),
        f"**{rule.verdict.value}**: {markdown(mark(rule))}" if mark(rule) else rule.verdict.value,
        _cell(rule.statement),
        _cell("; ".join(rule.scenarios)),
        _cell(reason(rule) or seen or "; ".join(_in_part(rule))),
        markdown_code(replay),
        _note(rule) if rule.note else "",
    )


def _in_part(rule: RuleResult) -> Iterator[str]:
    """Why a rule that conforms does so in part."""
    told = scenarios_that_told(rule)
    if rule.verdict is RuleVerdict.CONFORMS and told.part < told.whole:
        yield f"by {told} scenarios"
    if why := undecided_in_part(rule):
        yield f"in part, as a scenario did not tell: {why}"


def _note(rule: RuleResult) -> str:
    note = rule.note
    return _cell(f"{note.client} (documents: {note.documents}; {note.compared})") if note else ""


def _table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    return markdown(clipped(text, _LONGEST_CELL))
