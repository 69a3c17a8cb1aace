"""Calls refused for another matter: what was to come behind them says nothing of a scenario's own rules.

A call that a scenario expects to be accepted, or refused for a reason of its own, may be refused for a reason
that the scenario is not about: too short a life, say, in a scenario about authority. The judge of the trace
knows that reason. What the scenario is about was not put to the test then: those of its rules are blamed that
have to do with what the judge names for this very call, and where there are none the judge's own.

Left out: calls that go through although they should not, and messages that are missing, too many or mapped
wrongly (that may be just what the scenario is about), and refusals of which no judge says anything.
"""

from collections.abc import Iterable

from mqtck.conformance.ledger.rules import linked
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Trace


def another_matter(
    own: frozenset[str], trace: Trace, broken_at: int | None, judged: Iterable[Breach]
) -> tuple[str, ...]:
    """Whom to blame for the refused call that broke a scenario with the rules `own` in that step, from 0.

    Empty where no call was refused there, or where the judge blames nothing for it.
    """
    if broken_at is None or not isinstance(trace.steps[broken_at].outcome, Refused):
        return ()
    breach = next((breach for breach in judged if breach.step == broken_at + 1), None)
    if breach is None:
        return ()
    near = frozenset(breach.rules).union(*map(linked, breach.rules))
    return tuple(sorted(own & near)) or breach.rules[:1]
