"""Faults of another matter that a scenario met, as the judge of its trace knows them.

- A call that the scenario expects to be accepted, or refused for a reason of its own, is refused for a
  reason that it is not about: too short a life, say, in a scenario about authority.
- A message that the scenario looks at was mapped wrongly by its send: a correlation id, say, in a scenario
  about clusters.

What the scenario is about was not put to the test then, and the rule that the judge names is blamed.

Left out: calls that go through although they should not and messages that are missing or too many (that may
be just what the scenario is about), and whatever no judge says anything of.
"""

from collections.abc import Iterable

from mqtck.conformance.ledger.rules import linked
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Trace

from .sends_shown import ABOUT_LIVES, ABOUT_PERSISTENCE

_MAPPING = "HM-"


def another_matter(
    own: frozenset[str], trace: Trace, broken_at: int | None, judged: Iterable[Breach]
) -> Breach | None:
    """The judge's breach for what broke a scenario with the rules `own` in the step `broken_at`, from 0.

    None where it is no such fault, where the judge blames nothing until then, or where what it blames has
    to do with the scenario: a rule of its own, one that the ledger links to one, or one of the same subject.
    """
    first = next(iter(judged), None)
    if broken_at is None or first is None or first.step is None or first.step - 1 > broken_at:
        return None
    if not (isinstance(trace.steps[broken_at].outcome, Refused) or first.rules[0].startswith(_MAPPING)):
        return None
    return None if own & _near(frozenset(first.rules)) else first


def _near(rules: frozenset[str]) -> frozenset[str]:
    subjects = (subject for subject in (ABOUT_LIVES, ABOUT_PERSISTENCE) if subject & rules)
    return rules.union(*map(linked, rules), *subjects)
