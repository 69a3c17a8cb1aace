"""Checks of how much of its subject's data a report has.

Of a report with some of the data, 100 bytes, no document here says whether an MQRFH2 in front of the body
counts among them: it may take any number, and need not be as long as that of another message. A message for
the MQI has none, unless its sender was shown one.
"""

from typing import Final

from msgspec import UNSET
from msgspec.structs import astuple

from mqtck.conformance.judging.narration import said_outcome
from mqtck.conformance.scenarios.scripts import (
    Broken,
    Check,
    CheckResult,
    Handle,
    Held,
    NotObserved,
    Record,
)
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import MqPut, MqPut1, Send
from mqtck.reference.vocabulary.constants import Feedback, Report
from mqtck.reference.vocabulary.messages import SeenMessage, body_of
from mqtck.reference.vocabulary.traces import Step

from .sendings import Sending

SOME_DATA: Final = 100
"""Bytes of the data that a report with some of them has."""


def data_begin(handle: Handle, sending: Sending) -> Check:
    """Not nothing, and the first of the application's data. The answer is how many."""

    def check(record: Record) -> CheckResult:
        outcome, sent = record.steps[handle].outcome, record.steps[sending.send]
        if not isinstance(outcome, o.MessageReturned):
            return Broken("a report", said_outcome(outcome), handle)
        body = outcome.message.body
        if body is UNSET:
            return NotObserved("the data of a report")
        assert isinstance(sent.command, Send | MqPut | MqPut1)
        if body and body_of(sent.command.message).startswith(body):
            return Held(f"{len(body)} characters")
        if not body and _was_shown_a_folder(sent):
            return NotObserved("the data of a report behind an MQRFH2, which may take all that it has")
        return Broken(f'the beginning of the data of "{sending.label}"', f"{body:.60}" or "no data", handle)

    return check


def _was_shown_a_folder(sent: Step) -> bool:
    """Whether the sender was shown an MQRFH2, which need not be there for a program of another kind."""
    if not isinstance(sent.outcome, o.Sent):
        return False
    return any(isinstance(element, str | int) for element in astuple(sent.outcome.folder))


def equally_many_data(one: Handle, sending: Sending, other: Handle, second: Sending) -> Check:
    """Two reports hold as many characters. The answer is how many."""

    def check(record: Record) -> CheckResult:
        reports, lengths = [], []
        for handle in (one, other):
            outcome = record.steps[handle].outcome
            if not isinstance(outcome, o.MessageReturned):
                return Broken("a report", said_outcome(outcome), handle)
            if outcome.message.body is UNSET:
                return NotObserved("the data of a report")
            reports.append(outcome.message)
            lengths.append(len(outcome.message.body))
        if lengths[0] == lengths[1]:
            return Held(f"{lengths[0]} characters")
        sends = [record.steps[about.send] for about in (sending, second)]
        if all(header_may_take_some(sent, report) for sent, report in zip(sends, reports, strict=True)):
            return NotObserved("what a report has beside an MQRFH2, which may take some of it")
        return Broken(f"{lengths[0]} characters of data", f"{lengths[1]} characters", other)

    return check


def header_may_take_some(sent: Step, report: SeenMessage) -> bool:
    """Whether a report on a message of JMS was asked for some of its data and has fewer."""
    if not isinstance(sent.command, Send) or not isinstance(report.body, str):
        return False
    expired = report.descriptor.feedback == Feedback.EXPIRATION
    some = Report.EXPIRATION_WITH_DATA if expired else Report.EXCEPTION_WITH_DATA
    full = Report.EXPIRATION_WITH_FULL_DATA if expired else Report.EXCEPTION_WITH_FULL_DATA
    return sent.command.message.report & full == some and len(report.body) < SOME_DATA
