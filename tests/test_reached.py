"""What random traces reach: the list of rules that they do not is true, rule by rule."""

from collections.abc import Iterator

from mqtck.adapters.reference import Reference
from mqtck.conformance.campaign.one_case import adapter_of
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.execution.profiles import under
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.ledger.annotations import unreached
from mqtck.conformance.ledger.rules import every_testable
from mqtck.reference.vocabulary.profile import EVERY_PROFILE

LEAST, MOST = 300, 1500
"""Random traces that are always made, and made at most to find what is still missing (20 s or so)."""

SEED = 5
WHERE = "conformance/ledger/data/unreached.tsv"


def exercised() -> Iterator[frozenset[str]]:
    """The rules that each random trace of the reference speaks about."""
    adapters = [under(Reference(), profile) for profile in EVERY_PROFILE]
    for number in range(MOST):
        adapter = adapter_of(adapters, SEED, number)
        information = adapter.information
        seed = case_seed(SEED, number)
        drawn = case(seed, information.abilities, information.clock, 80, profile=information.profile)
        yield judge_trace(run_commands(adapter, drawn)).exercised


def reached() -> frozenset[str]:
    wanted = frozenset(every_testable()) - frozenset(unreached())
    found: frozenset[str] = frozenset()
    for number, rules in enumerate(exercised(), start=1):
        found |= rules
        if number >= LEAST and wanted <= found:
            break
    return found


def test_a_rule_is_reached_by_random_traces_or_the_list_says_why_not() -> None:
    """All rules in one test: each process that had some of them would make all the traces."""
    found, listed = reached(), unreached()
    told = [
        *(
            f"random traces reach {rule}: take its line out of {WHERE}"
            for rule in every_testable()
            if rule in found and rule in listed
        ),
        *(
            f"no random trace reaches {rule}: let an episode draw it (conformance/cases/episodes/), "
            f"cite it where the model decides it, or add a line `{rule}<tab>reason` to {WHERE}"
            for rule in every_testable()
            if rule not in found and rule not in listed
        ),
    ]
    assert not told, "\n".join(told)


def test_only_testable_rules_are_listed_each_with_a_reason() -> None:
    assert set(unreached()) <= set(every_testable())
    assert [rule for rule, reason in unreached().items() if len(reason.split()) < 5] == []
