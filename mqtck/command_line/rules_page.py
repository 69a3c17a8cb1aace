"""The index of rules as a page: one Markdown table for each family, made from the entries alone.

`make rules-index` writes it to `docs/rules.md`; a test holds the two together. Links lead from there to
the feature files, without line numbers, so that an edit of a feature does not make the page stale.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mqtck.conformance.rule_index.index import Entry

FAMILIES: Final = {
    "DD": "Delivery delay",
    "EX": "Expiry",
    "AM": "Undelivered messages of AMS on z/OS",
    "HM": "Mapping of JMS header fields",
    "X": "Combinations of the above",
}
_INTRODUCTION: Final = """# The rules

Every rule that the documents were read into, with what there is to judge it. Written by `make rules-index`;
`mqtck rules ID` shows one of them in full, and `mqtck rules --format json` all of them for programs.

A source names the document and the place in it: `8.0` and `later` are the two editions of the delivery
delay page, `mqmd-expiry`, `ams` and `jms-mapping` the pages on MQMD.Expiry, on undelivered messages of AMS
and on JMS header fields; § is a section, b a bullet, s a sentence. Scenarios are counted by feature file,
each row of a table by itself. An adapter that lacks the abilities named makes a rule unsupported.
"""
_HEADERS: Final = ("rule", "strength", "statement", "source", "scenarios", "mutants", "needs")


def page(entries: Sequence["Entry"]) -> str:
    """The page for these entries, in their order."""
    families = dict.fromkeys(entry.rule.family for entry in entries)
    parts = [_INTRODUCTION]
    for family in families:
        chosen = [entry for entry in entries if entry.rule.family == family]
        testable = sum(entry.rule.testable for entry in chosen)
        heading = f"## {family}: {FAMILIES[family]}"
        about = f"{len(chosen)} rules, {testable} of which can be tested."
        parts.append("\n".join([heading, "", about, "", *_table(chosen)]) + "\n")
    return "\n".join(parts)


def _table(entries: Sequence["Entry"]) -> Iterator[str]:
    yield _row(_HEADERS)
    yield _row("---" for _ in _HEADERS)
    for entry in entries:
        rule = entry.rule
        yield _row(
            (
                rule.id,
                _safe(rule.strength_text),
                _safe(rule.statement),
                _safe(rule.source),
                _scenarios(entry),
                _mutants(entry),
                _safe(_needs(entry)),
            )
        )


def _row(cells: "Iterator[str] | tuple[str, ...]") -> str:
    return f"| {' | '.join(cells)} |"


def _scenarios(entry: "Entry") -> str:
    """How many there are, and in which files."""
    files = Counter(scenario.feature for scenario in entry.scenarios)
    links = (f"{count} in [{_short(file)}](../features/{file})" for file, count in files.items())
    return "<br>".join(links) or "none"


def _short(file: str) -> str:
    """A feature file by its title, without folder, number and ending."""
    return file.rpartition("/")[2].removesuffix(".feature").lstrip("0123456789_").replace("_", " ")


def _mutants(entry: "Entry") -> str:
    return str(len(entry.mutants)) if entry.mutants or not entry.cannot_be_wrong else "cannot be wrong"


def _needs(entry: "Entry") -> str:
    if entry.not_judged:
        return f"not judged: {entry.not_judged}"
    return "" if entry.needs is None else str(entry.needs)


_TELLING: Final = str.maketrans(
    {"|": "\\|", "<": "&lt;", ">": "&gt;", "*": "\\*", "_": "\\_", "[": "\\[", "]": "\\]", "\n": " "}
)


def _safe(text: str) -> str:
    """A text of the ledger in a cell, with nothing in it that Markdown would take for its own."""
    return text.translate(_TELLING)
