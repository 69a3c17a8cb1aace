"""What a message asks for, should its target not take it or its life end: combinations of report options."""

from typing import Final

from mqtck.reference.vocabulary.constants import Report

_USUAL_FATES: Final = (
    *(Report.NONE, Report.NONE, Report.DISCARD_MSG),
    *(Report.EXCEPTION, Report.EXCEPTION_WITH_DATA, Report.EXCEPTION_WITH_FULL_DATA),
    *(Report.EXCEPTION | Report.DISCARD_MSG, Report.EXCEPTION_WITH_FULL_DATA | Report.DISCARD_MSG),
    *(Report.EXCEPTION | Report.EXPIRATION, Report.EXPIRATION | Report.DISCARD_MSG),
    Report.EXCEPTION | Report.COA | Report.COD | Report.PAN | Report.NAN | Report.ACTIVITY,
    Report.EXCEPTION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID,
    Report.EXCEPTION | Report.DISCARD_MSG | Report.PASS_DISCARD_AND_EXPIRY,
    Report.DISCARD_MSG | Report.COA | Report.COD | Report.PAN | Report.NAN | Report.ACTIVITY,
)

_COMBINED_FATES: Final = tuple(
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

FATES: Final = _USUAL_FATES * 16 + _COMBINED_FATES
"""Mostly of the usual ones."""

REPORTED: Final = tuple(fate for fate in FATES if fate & Report.EXCEPTION)

_OTHERS: Final = (
    *(Report.COA, Report.COD, Report.COA_WITH_DATA | Report.COD_WITH_FULL_DATA),
    *(Report.PAN, Report.NAN, Report.ACTIVITY, Report.PAN | Report.NAN | Report.ACTIVITY),
)
BESIDE_OTHERS: Final = tuple(Report.EXPIRATION | other for other in _OTHERS)
"""Options that ask for an expiration report and for others."""

NO_EXPIRATION: Final = (Report.COD, Report.COA | Report.COD)
"""Options that ask for other reports alone."""
