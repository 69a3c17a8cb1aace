"""Whom to blame for the step that broke a scenario: its own rules, or those of a fault of another matter.

A scenario is broken by one step, and what it expected there may not be what went wrong. Each reading of the
break below looks for one way in which that is so and names the rules to blame, or none; `READINGS` says in
which order they are asked, and the first that names any is right. The judge of the trace knows most: a call
that a scenario expects to be accepted may be refused for a reason that the scenario is not about (too short
a life, say, in a scenario about authority), and a look that is to show how a message was mapped may find
none, because it was lost.

Of the rules that a reading names those are blamed that can be broken in the way that was seen (`aspects`);
where there are none, the rule that the judge names.

Left out: calls that go through of which the judge names nothing that the scenario is about, other looks that
show anything (a message that is mapped wrongly may be just what the scenario is about), looks in vain at
other queues of scenarios about lives and delays (the message may have expired too soon, or may not be due
yet), and what no judge says anything of.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from mqtck.conformance.ledger.annotations import about_times
from mqtck.conformance.ledger.rules import linked
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    Done,
    MessageReturned,
    NoMessage,
    Refused,
    Sent,
)
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step, Trace

from .aspects import aspects_of, may_be_broken
from .expectations.blame import EXPIRED, TOO_EARLY
from .fields_of_rules import FIELDS_OF_RULES, speaking_of
from .scripts import Broken

_NOT_STAGED: Final = frozenset({"DD-07", "DD-117"})
"""What the judge names first for a message that its staging queue does not show, though it is not due yet."""

_ABOUT_STAGING: Final = frozenset({*_NOT_STAGED, "DD-11", "DD-51", "DD-116", "X-54"})
"""Rules of scenarios that are about just this."""

_STILL_DELAYED: Final = frozenset({"DD-01", "DD-06"})
"""What it names first for a message that is got, shown or counted before it is due."""

_NOT_REPORTED: Final = frozenset({"DD-101", "DD-103", "DD-108"})
"""What the judge names first for an exception report that was not sent."""

_COUNTED_DOWN: Final = "EX-05"
"""What it names first for a life of which more or less is left than there should be."""

_OF_THE_SEND: Final = frozenset({*(f"HM-{number}" for number in range(14, 25)), "X-11"})
"""What it names for a life or a priority that was wrong at the send."""

_OF_PUBLICATIONS: Final = frozenset({"HM-48"})
"""What says that all other rules of the mapping hold for publications."""

Rules = tuple[str, ...]


class Break(NamedTuple):
    """How a scenario with the rules `own` was broken, and by which step; None where the script does not tell.

    `named` is what the judge of the trace names for that step, the most telling breach first, `before` what
    it names for those before; both are empty where no judge was asked.
    """

    own: frozenset[str]
    broken: Broken
    step: Step | None
    named: tuple[Breach, ...]
    before: tuple[Breach, ...]

    @property
    def first(self) -> Rules:
        """The rules of the breach that the judge names first; empty where it names none."""
        return self.named[0].rules if self.named else ()

    @property
    def leading(self) -> str:
        """The first of these rules; empty where there is none."""
        return next(iter(self.first), "")


def break_of(
    own: frozenset[str], broken: Broken, trace: Trace, place: int | None, judged: Sequence[Breach]
) -> Break:
    """The break by the step at this place of the trace, from 0, with what the judge found in the trace."""
    if place is None:
        return Break(own, broken, None, (), ())
    number = place + 1
    named = tuple(breach for breach in judged if breach.step == number)
    before = tuple(breach for breach in judged if breach.step is not None and breach.step < number)
    return Break(own, broken, trace.steps[place], named, before)


def blamed(found: Break) -> Rules:
    """Whom to blame: of the rules of the first reading that names any, those that can be broken like that."""
    rules = next((rules for reading in READINGS if (rules := reading(found))), ())
    return may_be_broken(rules, aspects_of(found.broken, found.step)) or found.first[:1] or rules


# --- what was wrong from the send on ---------------------------------------------------------------------


def _as_it_was_sent(found: Break) -> Rules:
    """A message is there that should have expired, or out of turn, which the judge holds for right.

    It lives as long, or has the priority, as its sender was shown: the judge has named that before.
    """
    if found.step is None or found.named or found.broken.field:
        return ()
    match found.step.outcome:
        case MessageReturned() | Browsed():
            of_it = (one.rules for one in found.before if not _OF_THE_SEND.isdisjoint(one.rules))
            rules = next(of_it, ())
            return tuple(sorted(found.own.intersection(rules))) or rules[:1]
        case _:
            return ()


# --- what the expectation itself says --------------------------------------------------------------------


def _about_what_it_blames(found: Break) -> Rules:
    """A scenario that is about just what the expectation would blame others for keeps these rules."""
    return tuple(sorted(found.own & found.broken.about))


def _of_the_expectation(found: Break) -> Rules:
    return found.broken.rules


# --- what the judge says of the step ---------------------------------------------------------------------


def _not_staged(found: Break) -> Rules:
    """A look at the staging queue misses what is delayed.

    An implementation that holds back delayed messages elsewhere shows none in any scenario, whatever that is
    about.
    """
    if found.leading not in _NOT_STAGED or _queue(found.step) != STAGING_QUEUE:
        return ()
    return tuple(sorted(found.own & _ABOUT_STAGING)) or found.first[:1]


def _still_delayed(found: Break) -> Rules:
    """The step shows or counts a message that is still delayed, and the judge names no rule of the scenario.

    A target queue that counts what is delayed shows a wrong depth in scenarios about anything.
    """
    if found.leading not in _STILL_DELAYED or found.own.intersection(found.first):
        return ()
    return tuple(sorted(found.own & TOO_EARLY.about)) or found.first[:1]


def _untested(found: Break) -> Rules:
    """A call that was refused, or in vain, has kept everything from the test that the scenario is about.

    What is missing may have expired too soon, except a report that was not sent at all.
    """
    if found.step is None or not found.named:
        return ()
    match found.step.outcome:
        case Refused():
            pass
        case NoMessage() | Browsed(messages=()):
            if not found.own.isdisjoint(about_times()) and found.leading not in _NOT_REPORTED:
                return ()
        case _:
            return ()
    return _near(found) or found.first[:1]


def _broken_before(found: Break) -> Rules:
    """A look in vain that the judge holds for right after what it has named: a send that was refused, say."""
    if found.step is None or found.named or not found.before:
        return ()
    match found.step.outcome:
        case NoMessage() | Browsed(messages=()):
            return tuple(sorted(found.own.intersection(found.before[0].rules))) or found.before[0].rules[:1]
        case _:
            return ()


def _gone_through(found: Break) -> Rules:
    """A call that should have been refused, in a scenario of several rules, of which each row is about one.

    A group that is taken with a delay says nothing of lives that are shorter than the delay. A look that
    shows a message past its life, be it by way of an alias, of which a scenario does not know where it leads,
    is blamed on those about the end of a life, then on those about lives, else on what the judge names.
    """
    if found.step is None or not found.named:
        return ()
    match found.step.outcome:
        case Sent() | Done():
            return _near(found)
        case MessageReturned() | Browsed() if found.leading in EXPIRED.about:
            own = found.own & EXPIRED.about or found.own & about_times()
            return tuple(sorted(own)) or found.first[:1]
        case _:
            return ()


def _not_counted_down(found: Break) -> Rules:
    """What is left of a life is wrong, and the judge knows nothing special of the message or of its send."""
    if found.leading != _COUNTED_DOWN or found.before:
        return ()
    return _near(found) or found.first[:1]


def _about_lives(found: Break) -> Rules:
    """The step breaks none but rules about lives: a life that has gone wrong says nothing of ids."""
    named = {breach.rules[0] for breach in found.named}
    if not named or not named <= about_times():
        return ()
    return speaking_of(found.own & about_times(), found.broken.field)


def _named_first(found: Break) -> Rules:
    """The judge names a rule of the scenario first: those of its rules that it names beside it, too."""
    named = [breach.rules for breach in found.named if breach.rules[0] in found.own]
    return _with_its_field(found, found.own.intersection(chain.from_iterable(named)))


def _of_its_send(found: Break) -> Rules:
    """The judge blames others for just this field, here or at the send: it was wrong by then."""
    judged = found.named or found.before
    about = [one.rules for one in judged if found.broken.field in FIELDS_OF_RULES.get(one.rules[0], ())]
    own_as_well = found.own.intersection(chain.from_iterable(one.rules for one in judged))
    return about[0][:1] if about and not own_as_well else ()


def _of_the_field(found: Break) -> Rules:
    """A field is wrong of which no rule of the scenario speaks, and the judge names none of its rules.

    Where it was wrong before, the judge has named it there, as it blames a rule once in a trace.
    """
    field = found.broken.field
    if not field or any(field in FIELDS_OF_RULES.get(rule, ()) for rule in found.own):
        return ()
    of_it = (one for one in found.before if field in FIELDS_OF_RULES.get(one.rules[0], ()))
    rules = [breach.rules for breach in (*found.named, *of_it)]
    return rules[0][:1] if rules and found.own.isdisjoint(chain.from_iterable(rules)) else ()


def _named_before(found: Break) -> Rules:
    """The judge holds the step for right after what it has named: a message in clear was so before."""
    if found.step is None or found.named:
        return ()
    rules = (found.own.intersection(breach.rules) for breach in found.before)
    return tuple(sorted(next(filter(None, rules), frozenset())))


# --- what is left ----------------------------------------------------------------------------------------


def _of_the_scenario(found: Break) -> Rules:
    """All rules of the scenario, but for those that speak of other fields than the one that is wrong."""
    return speaking_of(found.own, found.broken.field)


READINGS: Final[tuple[Callable[[Break], Rules], ...]] = (
    _as_it_was_sent,
    _about_what_it_blames,
    _of_the_expectation,
    _not_staged,
    _still_delayed,
    _untested,
    _broken_before,
    _gone_through,
    _not_counted_down,
    _about_lives,
    _named_first,
    _of_its_send,
    _of_the_field,
    _named_before,
    _of_the_scenario,
)
"""The readings of a break, in the order in which they are asked."""


def _queue(step: Step | None) -> str | None:
    return None if step is None else getattr(step.command, "queue", None)


def _near(found: Break) -> Rules:
    """Those of the rules that have to do with what the judge names first."""
    return _with_its_field(found, found.own & frozenset(found.first).union(*map(linked, found.first)))


def _with_its_field(found: Break, rules: frozenset[str]) -> Rules:
    """These rules; where all they say is that a publication is wrong, those of its wrong field as well."""
    if rules == _OF_PUBLICATIONS:
        rules |= {rule for rule in found.own if found.broken.field in FIELDS_OF_RULES.get(rule, ())}
    return tuple(sorted(rules))
