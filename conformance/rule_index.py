"""The index of rules: everything that is known of each rule, gathered from where it stands.

Joins the ledger and its annotations, the scenarios with the abilities that they need, the mutants, the
functions of the reference, and what random traces reach. `index` is what `mqtck rules` shows in all its
forms; nothing here is kept twice.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from mqtck.reference.vocabulary.results import ProductNote

from . import features
from .deciding_functions import deciding_functions
from .features import ScenarioText
from .ledger import Ledger, Rule, load
from .ledger_annotations import AcceptSet, accept_sets_of, not_judged, unreached
from .rule_abilities import Needs, needs


class MutantName(NamedTuple):
    """A wrong implementation that the kit catches for a rule: its name, and its mistake in a sentence."""

    name: str
    sentence: str


class Entry(NamedTuple):
    """One rule with all that is known of it.

    `needs` is None without a scenario that can be done. `cannot_be_wrong` says why there is no mutant.
    `reached` says whether random traces reach the rule, None where the rule is not in scope;
    `unreached_reason` why they do not. `not_judged` is there for advice and structure alone.
    """

    rule: Rule
    in_scope: bool
    scenarios: tuple[ScenarioText, ...]
    needs: Needs | None
    accept_sets: tuple[AcceptSet, ...]
    mutants: tuple[MutantName, ...]
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
    mutants, excused = _mutants()
    chosen = ledger.rules if rule_ids is None else rule_ids
    return tuple(
        _entry(ledger, ledger.rule(rule_id), scenarios.get(rule_id, ()), mutants, excused)
        for rule_id in chosen
    )


def scenarios_by_rule(scenarios: Iterable[ScenarioText]) -> dict[str, tuple[ScenarioText, ...]]:
    """The scenarios that carry each rule's tag, in the order of the features."""
    found: dict[str, list[ScenarioText]] = {}
    for scenario in scenarios:
        for rule_id in scenario.rules:
            found.setdefault(rule_id, []).append(scenario)
    return {rule_id: tuple(listed) for rule_id, listed in found.items()}


def _entry(
    ledger: Ledger,
    rule: Rule,
    scenarios: tuple[ScenarioText, ...],
    mutants: Mapping[str, tuple[MutantName, ...]],
    excused: Mapping[str, str],
) -> Entry:
    in_scope = rule.id in ledger.in_scope
    return Entry(
        rule=rule,
        in_scope=in_scope,
        scenarios=scenarios,
        needs=needs(scenarios),
        accept_sets=accept_sets_of(rule.id),
        mutants=mutants.get(rule.id, ()),
        cannot_be_wrong=excused.get(rule.id, ""),
        functions=deciding_functions().get(rule.id, ()),
        reached=rule.id not in unreached() if in_scope else None,
        unreached_reason=unreached().get(rule.id, ""),
        note=ledger.product_note(rule.id),
        not_judged=not_judged().get(rule.id, ""),
    )


def _mutants() -> tuple[Mapping[str, tuple[MutantName, ...]], Mapping[str, str]]:
    """The mutants by rule, and why some rules have none."""
    if find_spec(f"{__package__}.mutants") is None:
        return {}, {}
    module: Any = import_module(f"{__package__}.mutants")
    found: dict[str, tuple[MutantName, ...]] = {}
    for mutant in module.all_mutants():
        for rule_id in mutant.rules:
            found[rule_id] = (*found.get(rule_id, ()), MutantName(mutant.name, mutant.sentence))
    return found, module.cannot_be_wrong()
