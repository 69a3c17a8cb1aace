"""What the scenarios of one run say together of whom to blame.

A scenario that meets another fault than the one it is about (a message that comes before its delay is over,
say, in a scenario about aliases) blames the rule of that fault and spares its own. Alone it cannot know
whether the fault is a general one or one of just the circumstances that it is about. The others tell: where
no scenario of the blamed rule that leaves these circumstances out is violated too, nothing general is wrong,
and its own rules are blamed as well, if they can be broken in the way that was seen. One that blames some of
its own rules alone knows why.

Leaves out what the judge of traces blames; that stands beside it.
"""

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from mqtck.conformance.ledger.annotations import about_times
from mqtck.reference.vocabulary.results import Verdict

from .aspects import may_be_broken
from .expectations.blame import EXPIRED
from .fields_of_rules import may_speak_of
from .running import ScenarioResult


def blamed_together(results: Sequence[ScenarioResult]) -> tuple[ScenarioResult, ...]:
    """The results; a rule that a scenario has spared without a reason is blamed, behind those blamed."""
    bearing_out: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
    for result in results:
        for rule in _blamed(result) & result.scenario.rules:
            bearing_out[rule].add(result.scenario.rules)

    def blamed_as_well(result: ScenarioResult) -> tuple[str, ...]:
        blamed = _blamed(result)
        if not blamed or not blamed.isdisjoint(result.scenario.rules):
            return ()
        others = {rules for rule in blamed for rules in bearing_out[rule]}
        spared = (rule for rule in sorted(result.scenario.rules) if all(rule in rules for rules in others))
        if _shows_what_has_expired(result):
            spared = (rule for rule in spared if rule in about_times())
        of_its_field = (rule for rule in spared if may_speak_of(rule, result.field))
        return may_be_broken(of_its_field, result.aspects)

    return tuple(_blaming(result, blamed_as_well(result)) for result in results)


def _shows_what_has_expired(result: ScenarioResult) -> bool:
    """Whether the judge blames for that, too, whom the scenario blames: only a rule about lives is broken."""
    return any(breach.rules[0] in EXPIRED.about & _blamed(result) for breach in result.found_by_judge)


def _blamed(result: ScenarioResult) -> frozenset[str]:
    if result.verdict is not Verdict.VIOLATES:
        return frozenset()
    return frozenset(rule for breach in result.breaches for rule in breach.rules)


def _blaming(result: ScenarioResult, rules: tuple[str, ...]) -> ScenarioResult:
    if not rules:
        return result
    first, *others = result.breaches
    whole = msgspec.structs.replace(first, rules=(*first.rules, *rules))
    return result._replace(breaches=(whole, *others))
