"""Report messages: expiration, exception, confirmation of arrival and of delivery.

Ids: the correlation id is the message id of the message reported unless PASS_CORREL_ID, the message id is
new unless PASS_MSG_ID. Data: none, the first hundred characters, or ten, or what an MQRFH2 leaves of a
hundred, or all. A report has the persistence and priority of its message. PASS_DISCARD_AND_EXPIRY hands on
the rest of the message's life, or the least there is where that is over; otherwise a report lives without
end, or for a quarter of a minute. The documents leave the general rules to others; chapter 9 of the ledger,
items 21 and 22.
"""

from typing import Protocol

from msgspec.structs import astuple

from implementations.behaviour.whole import DataInReport, LifeOfExpirationReport, LifeOfOtherReport
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.state.objects import Message, Origin
from implementations.state.written_headers import WrittenHeader
from mqtck.reference.vocabulary.constants import UNLIMITED, Feedback, MessageType, Report

TENTH = 100
TENTHS_OF_A_QUARTER = 150
MQRFH2_FIXED = 36
"""Bytes of an MQRFH2 before its folders."""


class Place(Protocol):
    """Where a report is made."""

    name: str
    decisions: QueueManagerDecisions

    @property
    def now(self) -> int: ...

    def new_id(self) -> str: ...


def expiration_report(about: Message, place: Place) -> Message:
    return _report(about, Feedback.EXPIRATION, Report.EXPIRATION, place)


def exception_report(about: Message, reason: int, place: Place) -> Message:
    """Feedback is the reason of the failed put (DD-101)."""
    return _report(about, reason, Report.EXCEPTION, place)


def arrival_report(about: Message, place: Place) -> Message:
    return _report(about, Feedback.COA, Report.COA, place)


def delivery_report(about: Message, place: Place) -> Message:
    return _report(about, Feedback.COD, Report.COD, place)


def plain_report(about: Message, feedback: Feedback, place: Place) -> Message:
    """A report of any other kind, without data."""
    return _report(about, feedback, Report.NONE, place)


def _report(about: Message, feedback: int, option: Report, place: Place) -> Message:
    """In every family the option with data adds the next higher bit, with full data the next two."""
    passes = about.report & Report.PASS_DISCARD_AND_EXPIRY
    expiry, end = _inherited(about, feedback, place) if passes else _of_its_own(place)
    return Message(
        body=_data(about, option, place.decisions),
        message_id=about.message_id if about.report & Report.PASS_MSG_ID else place.new_id(),
        correlation_id=about.correlation_id if about.report & Report.PASS_CORREL_ID else about.message_id,
        expiry=expiry,
        put_at=place.now,
        end_of_life=end,
        persistence=about.persistence,
        priority=about.priority,
        origin=Origin.REPORT,
        report=about.report & Report.DISCARD_MSG if passes else 0,
        message_type=MessageType.REPORT,
        feedback=feedback,
        delay=about.delay,
        quoted=about.header if _all_data(about.report, option) else None,
    )


def _of_its_own(place: Place) -> tuple[int, int | None]:
    """Expiry and end of life of a report to which none is handed on."""
    match place.decisions.behaviour.life_of_other_report:
        case LifeOfOtherReport.UNLIMITED:
            return UNLIMITED, None
        case LifeOfOtherReport.A_QUARTER_OF_A_MINUTE:
            return TENTHS_OF_A_QUARTER, place.now + TENTHS_OF_A_QUARTER * TENTH


def _inherited(about: Message, feedback: int, place: Place) -> tuple[int, int | None]:
    rest = _rest_of_life(about, feedback, place)
    return (UNLIMITED if rest is None else _inherited_expiry(about, feedback, place)), rest


def _rest_of_life(about: Message, feedback: int, place: Place) -> int | None:
    if feedback != Feedback.EXPIRATION:
        return about.end_of_life
    match place.decisions.behaviour.life_of_expiration_report:
        case LifeOfExpirationReport.UNLIMITED:
            return None
        case LifeOfExpirationReport.ONE_TENTH:
            return place.now + TENTH


def _inherited_expiry(about: Message, feedback: int, place: Place) -> int:
    return 1 if feedback == Feedback.EXPIRATION else place.decisions.remaining_expiry(about, place.now)


def _data(about: Message, option: Report, decisions: QueueManagerDecisions) -> str:
    if _all_data(about.report, option):
        return about.body
    if not about.report & (option << 1):
        return ""
    match decisions.behaviour.data_in_report:
        case DataInReport.HUNDRED:
            return about.body[:100]
        case DataInReport.TEN:
            return about.body[:10]
        case DataInReport.HUNDRED_WITH_THE_MQRFH2:
            return about.body[: max(100 - _length(about.header), 0)]


def _length(header: WrittenHeader | None) -> int:
    """Of the values alone, so that it leaves some of the data and depends on each of the values."""
    if header is None:
        return 0
    return MQRFH2_FIXED + sum(len(str(value)) for value in astuple(header) if value is not None)


def _all_data(report: int, option: Report) -> bool:
    return bool(report & (option << 2))
