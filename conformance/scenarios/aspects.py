"""In which way a scenario was broken, and which rules cannot be broken in that way.

A scenario about several rules is broken by one thing: a report that is missing, say, where it is also about
messages that no get returns once they have expired. The rules that speak of one kind of thing alone are
blamed for nothing else: nothing was returned, so EX-17 holds.

Left out are rules that speak of more (what is dead-lettered, what survives a hop, whole lives), which any
break may concern, and the single fields of a message (`fields_of_rules`).
"""

from collections.abc import Iterable
from enum import Enum, auto
from types import MappingProxyType
from typing import Final

from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import (
    Browse,
    GetMode,
    MqGet,
    ReadDepth,
    Receive,
)
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.traces import Step

from .expectations.checks import is_report
from .scripts import Broken, Subject


class Aspect(Enum):
    """A way in which a scenario can be broken."""

    ACCEPTED = auto()
    """A call that should have been refused."""
    REFUSED = auto()
    """A call that should have been accepted."""
    REASON = auto()
    """Refused as it should be, but for another reason."""
    LOOK = auto()
    """The same of a get, a browse or an inquiry."""
    FAMILY = auto()
    """Refused by an exception of another family."""
    DEPTH = auto()
    FIELD = auto()
    """A field or the data of what was shown, or that it was shown at another time."""
    RETURNED = auto()
    """A get that removes what it returns has returned a message, and no report, that was not to come."""
    SHOWN = auto()
    """The same of a browse."""
    MISSING = auto()
    """A message, and no report, has not come."""
    REPORT_SEEN = auto()
    """A report that was not to come, or another one than that."""
    REPORT_MISSING = auto()


_A, _C, _N, _E, _L = Aspect.ACCEPTED, Aspect.REFUSED, Aspect.REASON, Aspect.FAMILY, Aspect.LOOK
_D, _F = Aspect.DEPTH, Aspect.FIELD
_R, _S, _M = Aspect.RETURNED, Aspect.SHOWN, Aspect.MISSING
_RS, _RM = Aspect.REPORT_SEEN, Aspect.REPORT_MISSING

# fmt: off
_ROWS: Final = (
    # Calls that are accepted, and those that are refused.
    ("DD-18 DD-22 DD-24 DD-27 DD-28 DD-29 DD-34 DD-37",                    {_C}),
    ("DD-21",                                                              {_C, _R, _S, _D, _M}),
    ("DD-56 DD-120 DD-121",                                                {_A}),
    ("DD-17 DD-19 DD-20 DD-25 DD-26 DD-30 DD-33 DD-36 DD-39 DD-122",       {_A, _N}),
    ("DD-75 DD-110 DD-111 DD-112",                                         {_A, _C}),
    ("DD-15 DD-31 X-43 EX-27 EX-28 EX-29 EX-31 EX-32 EX-33",               {_A, _C, _N}),
    ("EX-53 EX-54 EX-55",                                                  {_A, _C, _N}),
    ("DD-16",                                                              {_A, _C, _N, _E}),
    ("DD-46 DD-47",                                                        {_A, _C, _R, _S, _D}),
    # Messages that come too early, too late, or at all.
    ("DD-01 DD-06 DD-84",                                                  {_R, _S, _D, _F}),
    ("DD-03 DD-04 DD-05 DD-08 DD-10 DD-12 DD-76 DD-115 DD-116 DD-117",     {_R, _S, _D, _F, _M}),
    ("DD-98 DD-99 EX-03 EX-47 EX-62 X-31",                                 {_R, _S, _D, _F, _M}),
    ("DD-97 DD-106 DD-107 DD-109 EX-38",                                   {_R, _S, _D}),
    ("EX-17",                                                              {_R}),
    ("EX-18",                                                              {_S}),
    ("EX-25 EX-34",                                                        {_R, _S}),
    ("EX-36",                                                              {_R, _S, _M}),
    ("EX-41",                                                              {_R, _S, _M, _L}),
    ("EX-35",                                                              {_R, _S, _D, _M, _A, _C}),
    ("EX-60 EX-61",                                                        {_R, _S, _F, _M}),
    # Messages that a get or a browse discards, with a report.
    ("EX-12 EX-13 EX-15 EX-16",                                            {_R, _S, _D, _M, _RM}),
    ("X-13",                                                               {_R, _S, _D, _RS}),
    # Reports.
    ("EX-22 EX-30 DD-100 DD-102 X-49",                                     {_RS, _D}),
    ("EX-21 EX-26 EX-37 EX-39 DD-82 DD-83 DD-101 DD-103 DD-108",           {_RS, _RM, _F, _D}),
    ("DD-126 DD-127 DD-128 DD-129 X-12 X-19 X-20 X-21 X-32 X-33 X-35",     {_RS, _RM, _F, _D}),
)
# fmt: on
"""Rules, and all the ways in which they can be broken."""

BROKEN_BY: Final = MappingProxyType(
    {rule: frozenset(ways) for rules, ways in _ROWS for rule in rules.split()}
)

_LOOKS: Final = (Browse, MqGet, ReadDepth, Receive, ReceivePublication)

_MESSAGES: Final = frozenset({_R, _S, _M, _RS, _RM, _F})


def aspects_of(broken: Broken, step: Step | None) -> frozenset[Aspect]:
    """In which ways a scenario was broken by that step; where it does not tell, in which it may have been."""
    if step is None:
        return frozenset(Aspect)
    match step.outcome:
        case o.Refused() | o.Done() | o.Sent() if broken.subject is Subject.EXCEPTION:
            return frozenset({_E})
        case o.Refused() if broken.subject is Subject.REASON:
            return frozenset({_N})
        case o.Refused():
            return frozenset({_L} if isinstance(step.command, _LOOKS) else {_C})
        case o.Done() | o.Sent():
            return frozenset({_A})
        case o.DepthRead():
            return frozenset({_D})
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


def _not_there(subject: Subject) -> frozenset[Aspect]:
    match subject:
        case Subject.REPORT:
            return frozenset({_RM})
        case Subject.MESSAGE:
            return frozenset({_M})
        case _:
            return frozenset({_RM, _M})


def _there(broken: Broken, step: Step, messages: tuple[SeenMessage, ...]) -> frozenset[Aspect]:
    """What was shown was not to come, or is not what was to come."""
    if broken.field:
        return frozenset({_F})
    seen = {_RS if is_report(message) else _S if _leaves_it(step) else _R for message in messages}
    match broken.subject:
        case Subject.NOTHING:
            return frozenset(seen)
        case Subject.REPORT:
            return frozenset({*seen, _RM})
        case Subject.MESSAGE:
            return frozenset({*seen, _M})
        case _:
            return _MESSAGES


def _leaves_it(step: Step) -> bool:
    match step.command:
        case MqGet(mode=mode):
            return mode not in {GetMode.DESTRUCTIVE, GetMode.UNDER_CURSOR}
        case command:
            return isinstance(command, Browse)
