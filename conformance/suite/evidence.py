"""Evidence gathered by the methods, and what follows for each rule.

A rule is violated if anything violates it. It is undecided if one of its scenarios, or a case of a campaign
that speaks about it, waited for something in vain (on a real clock that is late, or never comes), and
conforms if something judged it and neither is so. Otherwise it has the most telling verdict of its evidence:
an adapter error, an undecided scenario, a missing ability. A rule without evidence is not judged, or
unsupported where the adapter can do none of its scenarios.

Its own scenarios pass also where it never came to the point: a send was refused as it may be, or the adapter
does not show what the rule is about. So a rule conforms only where the judge, who knows nothing of the
scenarios, has found that some answer bore it out (except for the few rules of which no answer can); a refusal
or an empty queue bears nothing out where the contrary was never seen (`premises`).

Scenarios of other rules, and random traces, may speak about a rule in passing. Where all its own scenarios
told nothing, mostly as the adapter can do none of them, that is not enough to say that it conforms: they may
hold only what it permits.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from mqtck.conformance.ledger.annotations import unreached
from mqtck.conformance.ledger.rules import Ledger
from mqtck.reference.vocabulary.results import DECIDED, Evidence, Method, RuleResult, RuleVerdict, Verdict

EVIDENCE_SHOWN: Final = 3
"""Pieces of evidence that a rule's result carries; the counts are of all."""

_UNDECIDED: Final = (Verdict.ADAPTER_ERROR, Verdict.INDETERMINATE, Verdict.UNSUPPORTED)
"""The verdicts that decide nothing, the most telling first."""


class Found(NamedTuple):
    """One piece of evidence about one rule; `missed` is what was waited for in vain.

    `also` are the other rules of a breach, which ask for the same.
    """

    rule: str
    evidence: Evidence
    missed: str = ""
    also: tuple[str, ...] = ()


def rule_results(
    ledger: Ledger,
    scenarios: Mapping[str, tuple[str, ...]],
    found: Iterable[Found],
    counts: Mapping[str, Mapping[Method, int]],
    missing: Mapping[str, tuple[str, ...]] | None = None,
    unseen: Mapping[str, tuple[str, ...]] | None = None,
    further: Mapping[str, tuple[str, ...]] | None = None,
    premises: Mapping[str, str] | None = None,
) -> tuple[RuleResult, ...]:
    """A result for every rule of the ledger.

    `scenarios` names the scenarios of a rule, `counts` how many times a method judged it without
    leaving a piece of evidence of its own (steps of random traces that spoke about the rule). `missing`
    names the abilities that the adapter lacks for the cheapest scenario of a rule; what random traces say
    in passing then does not count as judging it. `unseen` names what else the adapter lacks to show a rule:
    nothing counts as judging that but what breaks it. `further` names those that it lacks for the scenarios
    that it cannot do, which would show more of a rule of which the others show nothing. `premises` tells
    for a rule what the adapter would have had to show for its other answers to bear the rule out.
    """
    unseen = unseen or {}
    missing = {**(missing or {}), **unseen}
    pieces = sorted(_same_for_sends(tuple(found)), key=lambda piece: not piece.missed)
    missed = {piece.rule for piece in pieces if piece.missed}
    by_rule: dict[str, list[Evidence]] = {}
    for piece in pieces:
        by_rule.setdefault(piece.rule, []).append(piece.evidence)
    results = []
    for rule in ledger.rules.values():
        evidence = by_rule.get(rule.id, [])
        if rule.id in unseen:
            evidence = [piece for piece in evidence if piece.verdict is not Verdict.CONFORMS]
        premise = (premises or {}).get(rule.id, "")
        borne_out = not premise and (any(counts.get(rule.id, {}).values()) or rule.id in unreached())
        lacking = missing.get(rule.id, ())
        verdicts = {piece.verdict for piece in evidence}
        if not borne_out and Verdict.CONFORMS in verdicts and Verdict.VIOLATES not in verdicts:
            evidence = [_speaking_of_nothing(piece, premise) for piece in evidence]
            lacking = lacking or (further or {}).get(rule.id, ())
        judged = _judged(evidence, {} if lacking or premise else counts.get(rule.id, {}))
        verdict = _verdict(evidence, judged, lacking)
        if verdict is RuleVerdict.CONFORMS and rule.id in missed:
            verdict = RuleVerdict.INDETERMINATE
        results.append(
            RuleResult(
                rule=rule.id,
                statement=rule.statement,
                strength=rule.strength,
                testable=rule.testable,
                verdict=verdict,
                portable=rule.portable,
                scenarios=scenarios.get(rule.id, ()),
                evidence=_shown(evidence, verdict),
                judged_by={method: judged[method] for method in Method if judged[method]},
                note=ledger.product_note(rule.id),
                missing_abilities=lacking,
                told_by_scenarios=_told_by_scenarios(evidence, frozenset(scenarios.get(rule.id, ()))),
            )
        )
    return tuple(results)


SAME_FOR_PUBLICATIONS: Final = "HM-48"
"""What holds for messages that are sent holds for publications. What fails for both does not break it."""


def _same_for_sends(found: tuple[Found, ...]) -> Iterator[Found]:
    """The pieces; what publications break like messages that are sent counts against the rule of both."""
    broken = {piece.rule for piece in found if piece.evidence.verdict is Verdict.VIOLATES}
    for piece in found:
        of_both = next(iter(piece.also), "")
        violates = piece.rule == SAME_FOR_PUBLICATIONS and piece.evidence.verdict is Verdict.VIOLATES
        yield piece._replace(rule=of_both) if violates and of_both in broken else piece


_TELLING: Final = (
    Verdict.VIOLATES,
    Verdict.ADAPTER_ERROR,
    Verdict.INDETERMINATE,
    Verdict.CONFORMS,
    Verdict.UNSUPPORTED,
)
"""Which verdict is that of a scenario with several, under several profiles, say: the first of these."""


def _told_by_scenarios(evidence: list[Evidence], own: frozenset[str]) -> dict[Verdict, int]:
    """How many of the rule's own scenarios have each verdict."""
    verdicts: dict[str, set[Verdict]] = {}
    for piece in evidence:
        if piece.method is Method.FEATURES and piece.title in own:
            verdicts.setdefault(piece.title, set()).add(piece.verdict)
    told = Counter(next(one for one in _TELLING if one in found) for found in verdicts.values())
    return {verdict: told[verdict] for verdict in Verdict if told[verdict]}


_SILENT: Final = "Nothing that the adapter showed speaks about the rule."


def _speaking_of_nothing(piece: Evidence, premise: str) -> Evidence:
    """The same, which does not conform by what it did not do."""
    if piece.verdict is not Verdict.CONFORMS:
        return piece
    why = f"The adapter never showed {premise}: what it did says nothing." if premise else _SILENT
    return msgspec.structs.replace(piece, verdict=Verdict.UNSUPPORTED, reason=why)


def _judged(evidence: list[Evidence], counts: Mapping[Method, int]) -> Counter[Method]:
    """How many times each method judged a rule: by evidence for or against it, and by mere counts."""
    judged = Counter(piece.method for piece in evidence if piece.verdict in DECIDED)
    told_nothing = not judged[Method.FEATURES] and any(piece.method is Method.FEATURES for piece in evidence)
    return judged if told_nothing else judged + Counter(counts)


def _verdict(evidence: list[Evidence], judged: Mapping[Method, int], lacking: tuple[str, ...]) -> RuleVerdict:
    present = {piece.verdict for piece in evidence}
    if Verdict.VIOLATES in present:
        return RuleVerdict.VIOLATES
    if any(judged.values()):
        return RuleVerdict.CONFORMS
    untouched = RuleVerdict.UNSUPPORTED if lacking else RuleVerdict.NOT_JUDGED
    return next((RuleVerdict(verdict.value) for verdict in _UNDECIDED if verdict in present), untouched)


def _shown(evidence: list[Evidence], verdict: RuleVerdict) -> tuple[Evidence, ...]:
    """The evidence for the verdict first, of each method a piece before any has a second one.

    Where a scenario has not told, as the adapter failed or it was undecided, one is among them.
    """
    methods = list(Method)
    seen: Counter[tuple[bool, Method]] = Counter()
    ranked = []
    for piece in evidence:
        kind = (piece.verdict != verdict.value, piece.method)
        ranked.append(((kind[0], seen[kind], methods.index(piece.method)), piece))
        seen[kind] += 1
    ranked.sort(key=lambda one: one[0])
    pieces = [piece for _, piece in ranked]
    return (*pieces[: EVIDENCE_SHOWN - 1], *_last_shown(pieces[EVIDENCE_SHOWN - 1 :]))


def _last_shown(pieces: list[Evidence]) -> list[Evidence]:
    """Of a scenario that failed or stayed undecided, if there is one: it might have shown something else."""
    failed = [piece for piece in pieces if piece.verdict is Verdict.ADAPTER_ERROR]
    undecided = [piece for piece in pieces if piece.verdict is Verdict.INDETERMINATE]
    return (failed or undecided or pieces)[:1]
