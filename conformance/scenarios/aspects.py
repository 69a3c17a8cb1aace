"""In which way a scenario was broken, and which rules cannot be broken in that way.

A scenario about several rules is broken by one thing: a report that is missing, say, where it is also about
messages that no get returns once they have expired. The rules that speak of one kind of thing alone are
blamed for nothing else: nothing was returned, so EX-17 holds.

Left out are rules that speak of more (what is dead-lettered, what survives a hop, whole lives), which any
break may concern, and the single fields of a message (`fields_of_rules`).
"""

from collections.abc import Iterable
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import Look
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.traces import Step

from .expectations.blame import leaves_it
from .expectations.sendings import is_report
from .scripts import Broken, Subject


class Aspect(StrEnum):
    """A way in which a scenario can be broken."""

    ACCEPTED = "accepted"
    """A call that should have been refused."""
    REFUSED = "refused"
    """A call that should have been accepted."""
    REASON = "reason"
    """A call refused as it should be, but for another reason."""
    FAMILY = "family"
    """A call refused as it should be, but by an exception of another family."""
    LOOK = "look"
    """A get, a browse or an inquiry that was refused, or in vain for another reason."""
    DEPTH = "depth"
    FIELD = "field"
    """A field or the data of what was shown, or that it was shown at another time."""
    RETURNED = "returned"
    """A get that removes what it returns has returned a message, and no report, that was not to come."""
    SHOWN = "shown"
    """The same of a browse."""
    MISSING = "missing"
    """A message, and no report, has not come."""
    REPORT = "report"
    """A report that was not to come, or another one than that."""
    NO_REPORT = "no-report"
    """A report has not come."""


# fmt: off
_ROWS: Final = (
    # Calls that are accepted, and those that are refused.
    ("refused",                                       "DD-18 DD-22 DD-24 DD-27 DD-28 DD-29 DD-34 DD-37"),
    ("refused returned shown missing depth",          "DD-21"),
    ("accepted",                                      "DD-56 DD-120 DD-121"),
    ("accepted reason",                               "DD-17 DD-19 DD-20 DD-25 DD-26 DD-30 DD-33 DD-36"),
    ("accepted reason",                               "DD-39 DD-122"),
    ("accepted refused",                              "DD-75 DD-110 DD-111 DD-112"),
    ("refused missing depth no-report",               "EX-24"),
    ("accepted refused reason",                       "DD-15 DD-31 X-43 EX-27 EX-28 EX-29 EX-31 EX-32"),
    ("accepted refused reason",                       "EX-33 EX-53 EX-54 EX-55"),
    ("accepted refused reason family",                "DD-16"),
    ("accepted refused returned shown depth",         "DD-46 DD-47"),
    # Messages that come too early, too late, or at all.
    ("returned shown depth field",                    "DD-01 DD-06 DD-84"),
    ("returned shown missing depth field",            "DD-03 DD-04 DD-05 DD-08 DD-10 DD-12 DD-76 DD-115"),
    ("returned shown missing depth field",            "DD-116 DD-117 DD-98 DD-99 EX-03 EX-47 EX-62 X-31"),
    ("returned shown depth",                          "DD-97 DD-106 DD-107 DD-109 EX-38"),
    ("returned",                                      "EX-17"),
    ("shown",                                         "EX-18"),
    ("returned shown",                                "EX-25 EX-34"),
    ("returned shown missing",                        "EX-36"),
    ("returned shown missing look",                   "EX-41"),
    ("returned shown missing depth accepted refused", "EX-35 EX-51"),
    ("returned shown missing field",                  "EX-60 EX-61"),
    # Messages that a get or a browse discards, with a report.
    ("returned shown missing depth no-report",        "EX-12 EX-13 EX-15 EX-16"),
    ("returned shown depth report",                   "X-13"),
    # Reports.
    ("report depth",                                  "EX-22 EX-30 DD-100 DD-102 X-49"),
    ("report no-report depth field",                  "EX-21 EX-26 EX-37 EX-39 DD-82 DD-83 DD-101 DD-103"),
    ("report no-report depth field",                  "DD-108 DD-126 DD-127 DD-128 DD-129 X-12 X-19 X-20"),
    ("report no-report depth field",                  "X-21 X-32 X-33 X-35"),
)
# fmt: on
"""All the ways in which rules can be broken, and the rules."""

BROKEN_BY: Final = MappingProxyType(
    {rule: frozenset(map(Aspect, ways.split())) for ways, rules in _ROWS for rule in rules.split()}
)

_ANY_MESSAGE: Final = frozenset(map(Aspect, ["returned", "shown", "missing", "report", "no-report", "field"]))


def aspects_of(broken: Broken, step: Step | None) -> frozenset[Aspect]:
    """In which ways a scenario was broken by that step; where it does not tell, in which it may have been."""
    if step is None:
        return frozenset(Aspect)
    match step.outcome:
        case o.Refused() | o.Done() | o.Sent() if broken.subject is Subject.EXCEPTION:
            return frozenset({Aspect.FAMILY})
        case o.Refused() if broken.subject is Subject.REASON:
            return frozenset({Aspect.REASON, Aspect.LOOK} if _looks(step) else {Aspect.REASON})
        case o.Refused():
            return frozenset({Aspect.LOOK} if _looks(step) else {Aspect.REFUSED})
        case o.Done() | o.Sent():
            return frozenset({Aspect.ACCEPTED})
        case o.DepthRead():
            return frozenset({Aspect.DEPTH})
        case o.NoMessage() if broken.subject is Subject.REASON:
            return frozenset({Aspect.LOOK})
        case o.NoMessage() | o.Browsed(messages=()):
            return _not_there(broken.subject)
        case o.MessageReturned(message=message):
            return _there(broken, step, (message,))
        case o.Browsed(messages=messages):
            return _there(broken, step, messages)
        case _:
            return frozenset(Aspect)


def may_be_broken(rules: Iterable[str], aspects: frozenset[Aspect]) -> tuple[str, ...]:
    """Those of the rules that can be broken in one of these ways."""
    return tuple(rule for rule in rules if BROKEN_BY.get(rule, aspects) & aspects)


def _looks(step: Step) -> bool:
    return isinstance(step.command, Look)


def _not_there(subject: Subject) -> frozenset[Aspect]:
    match subject:
        case Subject.REPORT:
            return frozenset({Aspect.NO_REPORT})
        case Subject.MESSAGE:
            return frozenset({Aspect.MISSING})
        case _:
            return frozenset({Aspect.NO_REPORT, Aspect.MISSING})


def _there(broken: Broken, step: Step, messages: tuple[SeenMessage, ...]) -> frozenset[Aspect]:
    """What was shown was not to come, or is not what was to come."""
    if broken.field:
        return frozenset({Aspect.FIELD})
    shown = Aspect.SHOWN if leaves_it(step) else Aspect.RETURNED
    seen = {Aspect.REPORT if is_report(message) else shown for message in messages}
    match broken.subject:
        case Subject.NOTHING:
            return frozenset(seen)
        case Subject.REPORT:
            return frozenset({*seen, Aspect.NO_REPORT})
        case Subject.MESSAGE:
            return frozenset({*seen, Aspect.MISSING})
        case _:
            return _ANY_MESSAGE
