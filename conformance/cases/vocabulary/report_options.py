"""Combinations of report options: what a message asks for, should its target not take it or its life end.

Left out: what episodes of one subject alone ask for.
"""

from typing import Final

from mqtck.conformance.cases.draft import Draft
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

_USUAL: Final = (
    *(Report.NONE, Report.NONE, Report.DISCARD_MSG),
    *(Report.EXCEPTION, Report.EXCEPTION_WITH_DATA, Report.EXCEPTION_WITH_FULL_DATA),
    *(Report.EXCEPTION | Report.DISCARD_MSG, Report.EXCEPTION_WITH_FULL_DATA | Report.DISCARD_MSG),
    *(Report.EXCEPTION | Report.EXPIRATION, Report.EXPIRATION | Report.DISCARD_MSG),
    Report.EXCEPTION | Report.COA | Report.COD | Report.PAN | Report.NAN | Report.ACTIVITY,
    Report.EXCEPTION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID,
    Report.EXCEPTION | Report.DISCARD_MSG | Report.PASS_DISCARD_AND_EXPIRY,
    Report.DISCARD_MSG | Report.COA | Report.COD | Report.PAN | Report.NAN | Report.ACTIVITY,
)
_COMBINED: Final = tuple(
    reported | passed_id | passed_correlation | disposal
    for reported in (
        *(Report.EXCEPTION, Report.EXCEPTION_WITH_DATA, Report.EXCEPTION_WITH_FULL_DATA),
        *(Report.EXPIRATION, Report.EXPIRATION_WITH_FULL_DATA | Report.EXCEPTION),
        Report.EXPIRATION | Report.EXCEPTION_WITH_FULL_DATA,
    )
    for passed_id in (Report.NONE, Report.PASS_MSG_ID)
    for passed_correlation in (Report.NONE, Report.PASS_CORREL_ID)
    for disposal in (
        *(Report.NONE, Report.DISCARD_MSG, Report.PASS_DISCARD_AND_EXPIRY),
        Report.DISCARD_MSG | Report.PASS_DISCARD_AND_EXPIRY,
    )
)
"""Each option beside each other one."""

DISPOSITION_OPTIONS: Final = _USUAL * 16 + _COMBINED
"""Mostly of the usual ones."""

EXCEPTION_OPTIONS: Final = tuple(fate for fate in DISPOSITION_OPTIONS if fate & Report.EXCEPTION)
_OTHERS: Final = (
    *(Report.COA, Report.COD, Report.COA_WITH_DATA | Report.COD_WITH_FULL_DATA),
    *(Report.PAN, Report.NAN, Report.ACTIVITY, Report.PAN | Report.NAN | Report.ACTIVITY),
)
EXPIRATION_BESIDE_OTHERS: Final = tuple(Report.EXPIRATION | other for other in _OTHERS)
"""Options that ask for an expiration report and for others."""

NO_EXPIRATION: Final = (Report.COD, Report.COA | Report.COD)
"""Options that ask for other reports alone."""

_EXPIRATIONS: Final = (
    Report.EXPIRATION,
    Report.EXPIRATION_WITH_DATA,
    Report.EXPIRATION_WITH_FULL_DATA,
    Report.EXPIRATION_WITH_FULL_DATA | Report.COD,
    Report.EXPIRATION | Report.PASS_MSG_ID,
    Report.EXPIRATION | Report.PASS_CORREL_ID,
    *EXPIRATION_BESIDE_OTHERS,
)
EXPIRATION_REPORTS: Final = (
    *(Report.EXPIRATION, Report.EXPIRATION_WITH_DATA, Report.EXPIRATION_WITH_FULL_DATA),
    Report.EXPIRATION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID,
)
"""Options that ask for an expiration report and for nothing else of the queue manager."""

EXCEPTION_REPORTS: Final = (
    *(Report.EXCEPTION, Report.EXCEPTION | Report.DISCARD_MSG, Report.EXCEPTION_WITH_FULL_DATA),
    Report.EXCEPTION | Report.PASS_MSG_ID | Report.PASS_DISCARD_AND_EXPIRY,
    Report.EXCEPTION | Report.PASS_CORREL_ID | Report.PASS_DISCARD_AND_EXPIRY | Report.DISCARD_MSG,
)
"""Options that ask for an exception report and for the fate of the ids and of the message."""

UNANSWERED: Final[tuple[int, ...]] = (
    *(Report.PAN | Report.NAN, Report.ACTIVITY, Report.PAN | Report.NAN | Report.ACTIVITY),
    *(Report.EXCEPTION_WITH_FULL_DATA, Report.EXCEPTION | Report.PASS_CORREL_ID, Report.DISCARD_MSG),
)
"""Options on which nothing follows where all goes well."""


def reporting(draft: Draft, percent: int) -> OutgoingMessage:
    """A message that asks for an expiration report so many times of a hundred, where it can."""
    asks = draft.can(Ability.REPORT_OPTIONS) and draft.draws.chance(percent)
    return draft.message(int(draft.draws.one_of(_EXPIRATIONS)) if asks else 0)
