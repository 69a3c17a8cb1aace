"""The index of rules: everything that is known of each rule, gathered from where it stands.

Joins the ledger and its annotations, the scenarios with the abilities that they need, the mutants, the
functions of the reference, and what random traces reach. `index` is what `mqtck rules` shows in all its
forms; nothing here is kept twice.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mqtck.conformance.ledger.annotations import AcceptSet, accept_sets_of, not_judged, unreached
from mqtck.conformance.ledger.rules import Ledger, Rule, load
from mqtck.conformance.mutants.registry import Mutant, all_mutants, cannot_be_wrong
from mqtck.conformance.scenarios import features
from mqtck.conformance.scenarios.abilities import Needs, needs
from mqtck.conformance.scenarios.features import ScenarioText, scenarios_by_rule
from mqtck.reference.vocabulary.results import ProductNote

from .deciding_functions import deciding_functions


class Entry(NamedTuple):
    """One rule with all that is known of it.

    `needs` is None without a scenario that can be done. `cannot_be_wrong` says why there is no mutant.
    `reached` says whether random traces reach the rule, None where it cannot be tested;
    `unreached_reason` why they do not. `not_judged` is there for advice and structure alone.
    """

    rule: Rule
    scenarios: tuple[ScenarioText, ...]
    needs: Needs | None
    accept_sets: tuple[AcceptSet, ...]
    mutants: tuple[Mutant, ...]
    cannot_be_wrong: str
    functions: tuple[str, ...]
    reached: bool | None
    unreached_reason: str
    note: ProductNote | None
    not_judged: str


def index(rule_ids: Iterable[str] | None = None) -> tuple[Entry, ...]:
    """The entries of these rules, of all by default, in the order given.

    Raises UnknownRuleError, and FeatureError where the packaged features cannot be read.
    """
    ledger = load()
    scenarios = scenarios_by_rule(features.load_features())
    mutants = _mutants()
    chosen = ledger.rules if rule_ids is None else rule_ids
    return tuple(
        _entry(ledger, ledger.rule(rule_id), scenarios.get(rule_id, ()), mutants) for rule_id in chosen
    )


def _entry(
    ledger: Ledger,
    rule: Rule,
    scenarios: tuple[ScenarioText, ...],
    mutants: Mapping[str, tuple[Mutant, ...]],
) -> Entry:
    return Entry(
        rule=rule,
        scenarios=scenarios,
        needs=needs(scenarios),
        accept_sets=accept_sets_of(rule.id),
        mutants=mutants.get(rule.id, ()),
        cannot_be_wrong=cannot_be_wrong().get(rule.id, ""),
        functions=deciding_functions().get(rule.id, ()),
        reached=rule.id not in unreached() if rule.testable else None,
        unreached_reason=unreached().get(rule.id, ""),
        note=ledger.product_note(rule.id),
        not_judged=not_judged().get(rule.id, ""),
    )


def _mutants() -> Mapping[str, tuple[Mutant, ...]]:
    """The mutants that break each rule, those that are about it first."""
    found: dict[str, list[Mutant]] = {}
    for mutant in all_mutants():
        for rule_id in mutant.rules:
            found.setdefault(rule_id, []).append(mutant)
    return {
        rule_id: tuple(sorted(broken, key=lambda mutant: mutant.rules.index(rule_id)))
        for rule_id, broken in found.items()
    }
