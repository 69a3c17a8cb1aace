"""Faults of another matter that a scenario met, as the judge of its trace knows them.

- A call that the scenario expects to be accepted, or refused for a reason of its own, is refused for a
  reason that it is not about: too short a life, say, in a scenario about authority.
- A message that the scenario looks at was mapped wrongly by its send: a correlation id, say, in a scenario
  about clusters.

What the scenario is about was not put to the test then. Those of its rules are blamed that have to do with
what the judge names, and where there are none the judge's own.

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
) -> tuple[str, ...]:
    """Whom to blame for what broke a scenario with the rules `own` in the step `broken_at`, from 0.

    Empty where it is no such fault, or where the judge blames nothing until then.
    """
    first = next(iter(judged), None)
    if broken_at is None or first is None or first.step is None or first.step - 1 > broken_at:
        return ()
    if not (isinstance(trace.steps[broken_at].outcome, Refused) or first.rules[0].startswith(_MAPPING)):
        return ()
    return tuple(sorted(own & _near(frozenset(first.rules)))) or first.rules[:1]


def _near(rules: frozenset[str]) -> frozenset[str]:
    """They themselves, those that the ledger links to them, and those of the same subject."""
    subjects = (subject for subject in (ABOUT_LIVES, ABOUT_PERSISTENCE) if subject & rules)
    return rules.union(*map(linked, rules), *subjects)
