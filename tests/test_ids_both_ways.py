"""One set of ids: ledger, features, reference and mutants name the same rules, both ways."""

import pytest

from mqtck.conformance.ledger.annotations import accept_sets, not_judged, unreached
from mqtck.conformance.ledger.rules import Strength, every_testable, load
from mqtck.conformance.mutants.registry import all_mutants, cannot_be_wrong
from mqtck.conformance.rule_index.deciding_functions import deciding_functions
from mqtck.conformance.scenarios.features import load_features


def named() -> dict[str, frozenset[str]]:
    """Every id that a part of the kit names, by part."""
    return {
        "features": frozenset(rule for scenario in load_features() for rule in scenario.rules),
        "reference": frozenset(deciding_functions()),
        "mutants": frozenset(rule for mutant in all_mutants() for rule in mutant.rules),
        "cannot_be_wrong": frozenset(cannot_be_wrong()),
        "accept sets": frozenset(rule for one in accept_sets() for rule in one.rules),
        "not_judged.tsv": frozenset(not_judged()),
        "unreached.tsv": frozenset(unreached()),
        "product notes": frozenset(load().product_notes),
    }


PARTS = named()


@pytest.mark.parametrize("part", PARTS)
def test_nothing_names_a_rule_that_is_not_in_the_ledger(part: str) -> None:
    assert PARTS[part] - frozenset(load().rules) == frozenset()


@pytest.mark.parametrize("rule", every_testable())
def test_every_part_names_a_testable_rule(rule: str) -> None:
    assert rule in PARTS["features"], f"{rule} has no scenario"
    assert rule in PARTS["reference"], f"no docstring of the reference names {rule}"


def test_every_rule_that_asks_for_something_has_a_mutant_or_cannot_be_wrong() -> None:
    """A rule that only permits something (MAY) nobody can break."""
    told = PARTS["mutants"] | PARTS["cannot_be_wrong"]
    asking = [rule for rule in every_testable() if load().rules[rule].strength is Strength.MUST]
    assert len(asking) > len(every_testable()) // 2
    assert [rule for rule in asking if rule not in told] == []


def test_only_testable_rules_are_excused_from_a_mutant() -> None:
    """An excuse for a rule that a mutant breaks after all would be false."""
    assert PARTS["cannot_be_wrong"] <= frozenset(every_testable())
