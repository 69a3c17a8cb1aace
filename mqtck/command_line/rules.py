"""`mqtck rules`: the ledger with all that is known of each rule, for people and for programs."""

import argparse
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import Parser, Subparsers, add_command, folder, known_rules, names
from .errors import ExitCode, WrongUsageError
from .output import show, show_json, table
from .rules_page import FAMILIES, page

if TYPE_CHECKING:
    from mqtck.conformance.rule_index.index import Entry

_USUAL_FORMAT = "text"
_STATEMENT_WIDTH = 60
_WIDTH = 84


def add_parsers(subparsers: "Subparsers[Parser]") -> None:
    parser = add_command(
        subparsers,
        "rules",
        _rules,
        summary="show the rules of the ledger",
        about=(
            "List the rules that the documents were read into, or show some of them in full. Families: "
            "DD delivery delay, EX expiry, AM undelivered messages of AMS, HM header mapping, X combined."
        ),
        example="mqtck rules DD-27",
        exit_codes="exit codes: 0 shown, 1 a text is not the one that was read (--check), 64 wrong usage",
    )
    parser.add_argument(
        "ids", nargs="*", type=names, metavar="ID", help="rules to show in full, such as DD-27"
    )
    parser.add_argument(
        "--family", choices=tuple(FAMILIES), type=str.upper, help="only the rules of one family"
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "markdown"),
        default=_USUAL_FORMAT,
        help="markdown gives a table for each family (default: text)",
    )
    parser.add_argument(
        "--check",
        type=folder,
        metavar="FOLDER",
        help="say which of the source texts in FOLDER are no longer those that the rules were read from",
    )


def _rules(arguments: argparse.Namespace) -> ExitCode:
    if arguments.check is not None:
        if arguments.ids or arguments.family or arguments.format != _USUAL_FORMAT:
            raise WrongUsageError(
                "rules: --check compares whole texts; it does not go with ids of rules, --family or --format."
            )
        return _check(arguments.check)
    ids = known_rules(tuple(chain.from_iterable(arguments.ids))) if arguments.ids else None
    entries = _entries(ids, arguments.family)
    if not entries:
        raise WrongUsageError(f"rules: none of {', '.join(ids or ())} is of the family {arguments.family}.")
    match arguments.format:
        case "json":
            show_json([_plain(entry) for entry in entries])
        case "markdown":
            show(page(entries))
        case _ if arguments.ids:
            show("\n\n".join(_in_full(entry) for entry in entries))
        case _:
            show(_listing(entries))
    return ExitCode.CONFORMS


def _entries(ids: tuple[str, ...] | None, family: str | None) -> tuple["Entry", ...]:
    from mqtck.conformance.rule_index.index import index  # noqa: PLC0415 - not needed for --help

    return tuple(entry for entry in index(ids) if family in (None, entry.rule.family))


# --- one rule --------------------------------------------------------------------------------------


def _plain(entry: "Entry") -> dict[str, Any]:
    rule, note, needs = entry.rule, entry.note, entry.needs
    return {
        "id": rule.id,
        "family": rule.family,
        "strength": rule.strength.value,
        "strength_text": rule.strength_text,
        "derived": rule.derived,
        "testable": rule.testable,
        "in_scope": rule.testable,
        "portable": bool(rule.portable),
        "portable_section": rule.portable,
        "scenarios": len(entry.scenarios),
        "scenario_names": [scenario.name for scenario in entry.scenarios],
        "scenario_places": [scenario.location for scenario in entry.scenarios],
        "reached": entry.reached,
        "unreached_reason": entry.unreached_reason,
        "mutants": [{"name": mutant.name, "sentence": mutant.sentence} for mutant in entry.mutants],
        "cannot_be_wrong": entry.cannot_be_wrong,
        "abilities": sorted(needs.always) if needs else [],
        "ability_alternatives": [sorted(way) for way in needs.ways] if needs else [],
        "functions": entry.functions,
        "accept_set": [
            {"topic": one.topic, "readings": one.readings, "accepted": one.accepted, "rules": one.rules}
            for one in entry.accept_sets
        ],
        "not_judged": entry.not_judged,
        "statement": rule.statement,
        "source": rule.source,
        "applies": rule.applies,
        "observable": rule.observable,
        "traps": rule.traps,
        "product_note": note and {"documents": note.documents, "client": note.client, "remark": note.remark},
    }


def _in_full(entry: "Entry") -> str:
    from mqtck.conformance.ledger.rules import load  # noqa: PLC0415 - not needed for --help

    rule, note = entry.rule, entry.note
    facts = [
        ("statement", rule.statement),
        ("strength", rule.strength_text + ("" if rule.testable else " (cannot be tested)")),
        ("applies", rule.applies),
        ("source", rule.source),
        ("observable", rule.observable),
        ("traps", rule.traps),
        ("portable", rule.portable or "no, JMS does not demand it"),
        ("accepted", "\n".join(_accepted(entry))),
        ("not judged", entry.not_judged),
        ("scenarios", "\n".join(_scenarios(entry)) or _without_scenarios(entry)),
        ("needs", str(entry.needs or "")),
        ("at random", _at_random(entry)),
        ("mutants", "\n".join(_mutants(entry))),
        ("functions", "\n".join(entry.functions)),
    ]
    if note is not None:
        measured = f"measured on {load().measured_on}: {note.client}"
        facts.append(("product", f"{measured}; the documents: {note.documents} ({note.remark})"))
    return f"{rule.id}\n{table((), [fact for fact in facts if fact[1]], (None, _WIDTH))}"


def _accepted(entry: "Entry") -> Iterable[str]:
    for one in entry.accept_sets:
        yield f"{one.topic} (readings: {' / '.join(one.readings)}): {one.accepted}"


def _scenarios(entry: "Entry") -> Iterable[str]:
    for scenario in entry.scenarios:
        yield f"{scenario.name} ({scenario.location})"


def _mutants(entry: "Entry") -> Iterable[str]:
    for mutant in entry.mutants:
        yield f"{mutant.name}: {mutant.sentence}"
    if entry.cannot_be_wrong:
        yield f"none: {entry.cannot_be_wrong}"


def _at_random(entry: "Entry") -> str:
    """Whether random traces reach the rule."""
    match entry.reached:
        case True:
            return "random traces reach it"
        case False:
            return f"no random trace reaches it: {entry.unreached_reason}"
        case None:
            return ""


def _without_scenarios(entry: "Entry") -> str:
    return "none" if entry.rule.testable else "none, as it cannot be tested"


# --- all rules ---------------------------------------------------------------------------------------


def _listing(entries: Sequence["Entry"]) -> str:
    rows = [
        (
            entry.rule.id,
            entry.rule.strength.value,
            "yes" if entry.rule.testable else "no",
            "yes" if entry.rule.portable else "",
            str(len(entry.scenarios)),
            entry.rule.statement,
        )
        for entry in entries
    ]
    headers = ("rule", "strength", "testable", "portable", "scenarios", "statement")
    return table(headers, rows, (None, None, None, None, None, _STATEMENT_WIDTH))


# --- sources -----------------------------------------------------------------------------------------


def _check(folder: Path) -> ExitCode:
    """Compare the source texts; those of the written ledger may be missing, the texts may not."""
    from mqtck.conformance.ledger.sources import Condition, check, sources  # noqa: PLC0415 - this form only

    if not folder.is_dir():
        raise WrongUsageError(f"rules --check: {folder} is not an existing folder.")
    try:
        found = check(folder)
    except OSError as error:
        raise WrongUsageError(f"rules --check: {error.filename} cannot be read: {error.strerror}.") from None
    texts = {text.name for text in sources().texts}
    lacking = [
        one.source.name for one in found if one.condition is Condition.MISSING and one.source.name in texts
    ]
    if len(lacking) == len(texts):
        raise WrongUsageError(
            f"rules --check: none of the source texts is in {folder}: {', '.join(lacking)}."
        )
    show(table((), [(one.source.name, str(one)) for one in found], (None, None)))
    if any(one.condition is Condition.CHANGED for one in found):
        return ExitCode.VIOLATES
    if lacking:
        raise WrongUsageError(f"rules --check: {folder} lacks {', '.join(lacking)}.")
    return ExitCode.CONFORMS
