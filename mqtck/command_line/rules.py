"""`mqtck rules`: the ledger, for people and for programs."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .arguments import Parser, Subparsers, add_command, known_rules
from .errors import CommandError, ExitCode
from .output import show, show_json, table

if TYPE_CHECKING:
    from mqtck.conformance.ledger import Ledger, Rule

FAMILIES = ("DD", "EX", "AM", "HM", "X")
_STATEMENT_WIDTH = 60


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
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="rules to show in full, such as DD-27")
    parser.add_argument("--family", choices=FAMILIES, help="only the rules of one family")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")


def _rules(arguments: argparse.Namespace) -> ExitCode:
    from mqtck.conformance.ledger import load  # noqa: PLC0415 - not needed for --help

    ledger = load()
    ids = known_rules(tuple(arguments.ids)) if arguments.ids else tuple(ledger.rules)
    rules = [ledger.rule(rule_id) for rule_id in ids if arguments.family in (None, rule_id.split("-")[0])]
    scenarios = _scenarios_by_rule()
    if arguments.format == "json":
        show_json([_plain(rule, ledger, scenarios.get(rule.id, ())) for rule in rules])
    elif arguments.ids:
        show("\n\n".join(_in_full(rule, ledger, scenarios.get(rule.id, ())) for rule in rules))
    else:
        show(_listing(rules, scenarios))
    return ExitCode.CONFORMS


def _scenarios_by_rule() -> dict[str, tuple[str, ...]]:
    """The names of the scenarios that carry each rule's tag, in the order of the features."""
    from mqtck.conformance.features import FeatureError, load_features  # noqa: PLC0415

    try:
        scenarios = load_features()
    except FeatureError as error:
        raise CommandError(f"the features that came with mqtck cannot be read: {error}") from error
    found: dict[str, list[str]] = {}
    for scenario in scenarios:
        for rule_id in scenario.rules:
            found.setdefault(rule_id, []).append(scenario.name)
    return {rule_id: tuple(names) for rule_id, names in found.items()}


def _plain(rule: "Rule", ledger: "Ledger", scenarios: tuple[str, ...]) -> dict[str, Any]:
    note = ledger.product_note(rule.id)
    return {
        "id": rule.id,
        "family": rule.family,
        "strength": rule.strength.value,
        "strength_text": rule.strength_text,
        "derived": rule.derived,
        "testable": rule.testable,
        "in_scope": rule.id in ledger.in_scope,
        "portable": bool(rule.portable),
        "portable_section": rule.portable,
        "scenarios": len(scenarios),
        "scenario_names": scenarios,
        "statement": rule.statement,
        "source": rule.source,
        "applies": rule.applies,
        "observable": rule.observable,
        "traps": rule.traps,
        "product_note": note and {"documents": note.documents, "client": note.client, "remark": note.remark},
    }


def _in_full(rule: "Rule", ledger: "Ledger", scenarios: tuple[str, ...]) -> str:
    note = ledger.product_note(rule.id)
    facts = [
        ("strength", rule.strength_text + ("" if rule.testable else " (cannot be tested)")),
        ("applies", rule.applies),
        ("source", rule.source),
        ("observable", rule.observable),
        ("traps", rule.traps),
        ("portable", rule.portable or "no, JMS does not demand it"),
        ("scenarios", "\n".join(scenarios) or _without_scenarios(rule, ledger)),
    ]
    if note is not None:
        measured = f"measured on {ledger.measured_on}: {note.client}"
        facts.append(("product", f"{measured}; the documents: {note.documents} ({note.remark})"))
    return f"{rule.id}\n{table((), [('statement', rule.statement), *facts], (None, 84))}"


def _without_scenarios(rule: "Rule", ledger: "Ledger") -> str:
    if not rule.testable:
        return "none, as it cannot be tested"
    return "none" if rule.id in ledger.in_scope else "none; this version does not judge it yet"


def _listing(rules: Iterable["Rule"], scenarios: dict[str, tuple[str, ...]]) -> str:
    rows = [
        (
            rule.id,
            rule.strength.value,
            "yes" if rule.testable else "no",
            "yes" if rule.portable else "",
            str(len(scenarios.get(rule.id, ()))),
            rule.statement,
        )
        for rule in rules
    ]
    headers = ("rule", "strength", "testable", "portable", "scenarios", "statement")
    return table(headers, rows, (None, None, None, None, None, _STATEMENT_WIDTH))
