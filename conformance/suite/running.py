"""The suite: features, stateful properties and a campaign on one adapter, as one report.

Each method gives evidence (`evidence.Found`); `judge_adapter` runs the methods asked for and puts the
report together.
"""

from collections.abc import Iterable, Mapping

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.profiles import chosen
from mqtck.conformance.execution.worlds import check_available
from mqtck.conformance.ledger.rules import load
from mqtck.conformance.scenarios.abilities import needs, one_as_written
from mqtck.conformance.scenarios.features import ScenarioText, load_features, scenarios_by_rule
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.results import (
    Implementation,
    ImplementationReport,
    Method,
    Recorded,
    Verdict,
)

from .essentials import unseen
from .evidence import Found, rule_results
from .features import gather_features
from .plan import Gathered, Plan, Save, Tell
from .premises import not_shown
from .random import gather_campaign, gather_properties


def judge_adapter(adapter: Adapter, plan: Plan, tell: Tell, save: Save) -> ImplementationReport:
    """Run the methods of the plan and report on every rule of the ledger.

    Raises AdapterUnavailable where the implementation cannot be started, ProfileError for a profile that
    it does not offer.
    """
    profiles = chosen(adapter, plan.profiles)
    check_available(adapter, tell)
    ledger = load()
    gathered: list[Gathered] = []
    if Method.FEATURES in plan.methods:
        gathered.append(gather_features(adapter, profiles, plan, tell, save))
    if Method.PROPERTIES in plan.methods:
        gathered.append(gather_properties(adapter, profiles, plan, tell, save))
    if Method.CAMPAIGN in plan.methods:
        gathered.append(gather_campaign(adapter, profiles, plan, tell, save))
    scenarios = load_features()
    counts: dict[str, dict[Method, int]] = {}
    for one in gathered:
        for rule, count in one.counts.items():
            counts.setdefault(rule, {})[one.summary.method] = count
    return ImplementationReport(
        implementation=describe(plan.spec, adapter, profiles),
        methods=tuple(one.summary for one in gathered),
        rules=rule_results(
            ledger,
            names_by_rule(scenarios),
            _about(plan.rules, (piece for one in gathered for piece in one.found)),
            {rule: count for rule, count in counts.items() if not plan.rules or rule in plan.rules},
            _missing(adapter, scenarios, plan.rules),
            _unseen(adapter, plan.rules),
            _further(adapter, scenarios),
            _not_shown(counts, plan.rules),
        ),
        recorded=_once(answer for one in gathered for answer in one.recorded),
    )


def _about(asked: frozenset[str], found: Iterable[Found]) -> list[Found]:
    """What was found of the rules asked for, and what breaks others.

    That others are held is not said: their own scenarios were not run, and they might show the contrary.
    """
    if not asked:
        return list(found)
    return [one for one in found if one.rule in asked or one.evidence.verdict is Verdict.VIOLATES]


def _missing(
    adapter: Adapter, scenarios: Iterable[ScenarioText], asked: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """The abilities that the adapter lacks for the cheapest scenario of each rule asked for, if any."""
    found: dict[str, tuple[str, ...]] = {}
    for rule, about in scenarios_by_rule(scenarios).items():
        if (asked and rule not in asked) or one_as_written(about, adapter.information.abilities):
            continue
        needed = needs(about)
        lacking = needed.missing(adapter.information.abilities) if needed else frozenset()
        if lacking:
            found[rule] = tuple(sorted(lacking))
    return found


def _unseen(adapter: Adapter, asked: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """The abilities that the adapter lacks to show a rule of those asked for."""
    found = unseen(adapter.information.abilities)
    return {rule: tuple(sorted(lacking)) for rule, lacking in found.items() if not asked or rule in asked}


def _not_shown(counts: Mapping[str, Mapping[Method, int]], asked: frozenset[str]) -> dict[str, str]:
    """What the adapter should have shown for its refusals and empty queues to say something of a rule.

    Nothing where only some rules were asked for: the scenarios of others may show it.
    """
    return {} if asked else not_shown({rule for rule, by in counts.items() if any(by.values())})


def _further(adapter: Adapter, scenarios: Iterable[ScenarioText]) -> dict[str, tuple[str, ...]]:
    """The abilities that it lacks for the cheapest of the scenarios of a rule that it cannot do, if any."""
    found: dict[str, tuple[str, ...]] = {}
    declared = adapter.information.abilities
    for rule, about in scenarios_by_rule(scenarios).items():
        needed = needs(tuple(one for one in about if not one_as_written((one,), declared)))
        if needed:
            found[rule] = tuple(sorted(needed.missing(declared)))
    return found


def _once(answers: Iterable[Recorded]) -> tuple[Recorded, ...]:
    """Each answer to a question once, with the first scenario that gave it."""
    first: dict[tuple[str, str], Recorded] = {}
    for answer in answers:
        first.setdefault((answer.question, answer.answer), answer)
    return tuple(first.values())


def describe(spec: str, adapter: Adapter, profiles: tuple[Profile, ...] = ()) -> Implementation:
    """What the adapter says of itself, as a report shows it."""
    information = adapter.information
    return Implementation(
        adapter=spec,
        name=information.name,
        version=information.version,
        clock=information.clock,
        abilities=tuple(sorted(information.abilities)),
        missing_abilities=tuple(sorted(frozenset(Ability) - information.abilities)),
        profile=profiles[0] if profiles else information.profile,
        profiles=profiles if len(profiles) > 1 else (),
    )


def names_by_rule(scenarios: Iterable[ScenarioText]) -> dict[str, tuple[str, ...]]:
    """The scenarios that are tagged with each rule, in the order of the features."""
    names: dict[str, list[str]] = {}
    for scenario in scenarios:
        for rule in scenario.rules:
            names.setdefault(rule, []).append(scenario.name)
    return {rule: tuple(listed) for rule, listed in names.items()}
