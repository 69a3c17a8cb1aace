"""Faults of another matter: what a scenario is about was not put to the test.

A call that a scenario expects to be accepted, or refused for a reason of its own, may be refused for a reason
that the scenario is not about: too short a life, say, in a scenario about authority. And a look that is to
show how a message was mapped may find none, because it was lost. The judge of the trace knows whose fault
that is: those rules of the scenario are blamed that have to do with what the judge names for this very call,
and where there are none the judge's own.

Left out: calls that go through although they should not, looks that show anything (a message that is mapped
wrongly may be just what the scenario is about), looks in vain of scenarios about lives and delays (the
message may have expired too soon, or may not be due yet), and what no judge says anything of.
"""

from collections.abc import Iterable

from mqtck.conformance.ledger.annotations import about_times
from mqtck.conformance.ledger.rules import linked
from mqtck.reference.vocabulary.outcomes import Browsed, NoMessage, Outcome, Refused
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Trace


def another_matter(
    own: frozenset[str], trace: Trace, broken_at: int | None, judged: Iterable[Breach]
) -> tuple[str, ...]:
    """Whom to blame for the call that broke a scenario with the rules `own` in that step, from 0.

    Empty where it was neither refused nor in vain, or where the judge blames nothing for it.
    """
    if broken_at is None or not _untested(own, trace.steps[broken_at].outcome):
        return ()
    breach = next((breach for breach in judged if breach.step == broken_at + 1), None)
    if breach is None:
        return ()
    near = frozenset(breach.rules).union(*map(linked, breach.rules))
    return tuple(sorted(own & near)) or breach.rules[:1]


def _untested(own: frozenset[str], outcome: Outcome) -> bool:
    """Whether a call that ended so may have kept everything from the test that these rules are about."""
    match outcome:
        case Refused():
            return True
        case NoMessage() | Browsed(messages=()):
            return own.isdisjoint(about_times())
        case _:
            return False
