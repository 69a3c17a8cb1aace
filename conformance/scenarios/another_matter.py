"""Faults of another matter: what a scenario is about was not put to the test.

A call that a scenario expects to be accepted, or refused for a reason of its own, may be refused for a reason
that the scenario is not about: too short a life, say, in a scenario about authority. And a look that is to
show how a message was mapped may find none, because it was lost. The judge of the trace knows whose fault
that is: those rules of the scenario are blamed that have to do with what the judge names for this very call,
and where there are none the judge's own.

A scenario of several rules, of which each row is about one, may see a call go through that should not. Those
of its rules are blamed that have to do with what the judge names for that call: a group that is taken with a
delay says nothing of lives that are shorter than the delay. And a delayed message that the staging queue does
not show, or that its target shows or counts, or one that is shown past its life, is blamed on the rules that
speak of just this, and so is a field that is wrong in a scenario about something else.

Left out: calls that go through of which the judge names nothing that the scenario is about, other looks that
show anything (a message that is mapped wrongly may be just what the scenario is about), looks in vain at
other queues of scenarios about lives and delays (the message may have expired too soon, or may not be due
yet), and what no judge says anything of.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from mqtck.conformance.ledger.annotations import about_times
from mqtck.conformance.ledger.rules import linked
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    Done,
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
    Sent,
)
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Trace

from .expectations.blame import EXPIRED, TOO_EARLY
from .fields_of_rules import FIELDS_OF_RULES

_NOT_STAGED: Final = frozenset({"DD-07", "DD-117"})
"""What the judge names first for a message that its staging queue does not show, though it is not due yet."""

_ABOUT_STAGING: Final = frozenset({*_NOT_STAGED, "DD-11", "DD-51", "DD-116", "X-54"})
"""Rules of scenarios that are about just this."""

_STILL_DELAYED: Final = frozenset({"DD-01", "DD-06"})
"""What it names first for a message that is got, shown or counted before it is due."""

_NOT_REPORTED: Final = frozenset({"DD-101", "DD-103", "DD-108"})
"""What the judge names first for an exception report that was not sent."""


def another_matter(
    own: frozenset[str], trace: Trace, broken_at: int | None, judged: Iterable[Breach]
) -> tuple[str, ...]:
    """Whom to blame for the call that broke a scenario with the rules `own` in that step, from 0.

    Empty where it was neither refused nor in vain, or where the judge blames nothing for it.
    """
    breach = _first_at(broken_at, judged)
    if broken_at is None or breach is None:
        return ()
    if not _untested(own, breach, trace.steps[broken_at].outcome):
        return ()
    return _near(own, breach) or breach.rules[:1]


def gone_through(
    own: frozenset[str], trace: Trace, broken_at: int | None, judged: Iterable[Breach]
) -> tuple[str, ...]:
    """Which of the rules `own` to blame for the call in that step, from 0, that should have been refused.

    A look that shows a message past its life, be it by way of an alias, of which a scenario does not know
    where it leads, is blamed on those about the end of a life, then on those about lives, else on what the
    judge names. Empty where the judge blames for the call nothing that has to do with them.
    """
    breach = _first_at(broken_at, judged)
    if broken_at is None or breach is None:
        return ()
    match trace.steps[broken_at].outcome:
        case Sent() | Done():
            return _near(own, breach)
        case MessageReturned() | Browsed() if breach.rules[0] in EXPIRED.about:
            return tuple(sorted(own & EXPIRED.about or own & about_times())) or breach.rules[:1]
        case _:
            return ()


def not_staged(
    own: frozenset[str], trace: Trace, broken_at: int | None, judged: Iterable[Breach]
) -> tuple[str, ...]:
    """Whom to blame for a look at the staging queue, in that step, from 0, that misses what is delayed.

    An implementation that holds back delayed messages elsewhere shows none in any scenario, whatever that is
    about. Empty where the judge does not say so.
    """
    breach = _first_at(broken_at, judged)
    if broken_at is None or breach is None or breach.rules[0] not in _NOT_STAGED:
        return ()
    if getattr(trace.steps[broken_at].command, "queue", None) != STAGING_QUEUE:
        return ()
    return tuple(sorted(own & _ABOUT_STAGING)) or breach.rules[:1]


def still_delayed(own: frozenset[str], broken_at: int | None, judged: Iterable[Breach]) -> tuple[str, ...]:
    """Whom to blame where that step, from 0, shows or counts a message that is still delayed, for the judge.

    A target queue that counts what is delayed shows a wrong depth in scenarios about anything. Empty where
    the judge names one of their rules as well.
    """
    breach = _first_at(broken_at, judged)
    if breach is None or breach.rules[0] not in _STILL_DELAYED or own.intersection(breach.rules):
        return ()
    return tuple(sorted(own & TOO_EARLY.about)) or breach.rules[:1]


def about_lives(own: frozenset[str], broken_at: int | None, judged: Iterable[Breach]) -> tuple[str, ...]:
    """Those of the rules `own` that are about lives, where that step, from 0, breaks no others for the judge.

    A life that has gone wrong says nothing of ids or destinations.
    """
    blamed = {breach.rules[0] for breach in _judged_at(broken_at, judged)}
    return tuple(sorted(own & about_times())) if blamed and blamed <= about_times() else ()


def named_first(own: frozenset[str], broken_at: int | None, judged: Iterable[Breach]) -> tuple[str, ...]:
    """Those of the rules `own` that the judge names for that step, from 0, if it names one of them first."""
    found = [breach.rules for breach in _judged_at(broken_at, judged) if breach.rules[0] in own]
    return tuple(sorted(own.intersection(chain.from_iterable(found))))


def of_the_judge(broken_at: int | None, judged: Iterable[Breach]) -> tuple[str, ...]:
    """The rule that the judge names first for that step, from 0, if it names any."""
    breach = _first_at(broken_at, judged)
    return () if breach is None else breach.rules[:1]


def of_the_field(
    own: frozenset[str], field: str, broken_at: int | None, judged: Iterable[Breach]
) -> tuple[str, ...]:
    """Whom to blame for a field that is wrong in that step, from 0, of which no rule of the scenario speaks.

    Where it was wrong before, the judge has named it there, as it blames a rule once in a trace. Empty where
    it is no field that is wrong, and where the judge names one of the rules `own`, or none.
    """
    if not field or broken_at is None or any(field in FIELDS_OF_RULES.get(rule, ()) for rule in own):
        return ()
    before = [breach for breach in judged if breach.step is not None and breach.step <= broken_at]
    of_it = [breach for breach in before if field in FIELDS_OF_RULES.get(breach.rules[0], ())]
    found = [breach.rules for breach in (*_judged_at(broken_at, judged), *of_it)]
    return found[0][:1] if found and own.isdisjoint(chain.from_iterable(found)) else ()


def _judged_at(place: int | None, judged: Iterable[Breach]) -> tuple[Breach, ...]:
    """What the judge found in that step, from 0, the first first."""
    return tuple(breach for breach in judged if place is not None and breach.step == place + 1)


def _first_at(place: int | None, judged: Iterable[Breach]) -> Breach | None:
    return next(iter(_judged_at(place, judged)), None)


def _near(own: frozenset[str], breach: Breach) -> tuple[str, ...]:
    """Those of the rules that have to do with what the judge names."""
    return tuple(sorted(own & frozenset(breach.rules).union(*map(linked, breach.rules))))


def _untested(own: frozenset[str], breach: Breach, outcome: Outcome) -> bool:
    """Whether a call that ended so may have kept everything from the test that these rules are about.

    What is missing may have expired too soon, except a report that was not sent at all.
    """
    match outcome:
        case Refused():
            return True
        case NoMessage() | Browsed(messages=()):
            return own.isdisjoint(about_times()) or breach.rules[0] in _NOT_REPORTED
        case _:
            return False
