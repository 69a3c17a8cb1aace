"""Checks of a report about a delayed message against the report about its undelayed twin.

What the options of a message make of the ids, the data and the life of a report stands in other
documents; the same implementation shows it by a message with the same options that was never delayed. Each
report is described by its own message: where its ids come from, how many of the data it has, what of the
life. The two descriptions must agree in all that both adapters' outcomes show. Absolute values are told, for
the record, and never judged here.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import UNSET

from mqtck.conformance.judging.narration import said_outcome
from mqtck.conformance.scenarios.scripts import (
    Broken,
    Check,
    CheckResult,
    Handle,
    Held,
    NotObserved,
    Record,
    Undecided,
)
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import MqPut, MqPut1, Send
from mqtck.reference.vocabulary.constants import UNLIMITED, Feedback
from mqtck.reference.vocabulary.messages import SeenMessage, body_of
from mqtck.reference.vocabulary.traces import Step

from .correlation_ids import NO_ID
from .report_data import header_may_take_some
from .sendings import EXPIRY_TOLERANCE, TENTH, Sending, id_bytes, sent_id


class Aspect(NamedTuple):
    """One thing about a report, in all the words that are true of it; none where it was not shown."""

    name: str
    words: frozenset[str]

    def __str__(self) -> str:
        return f"{self.name}: {' = '.join(sorted(self.words))}"


IDS: Final = ("MQMD.MsgId", "MQMD.CorrelId")
DATA: Final = ("MQMD.Format", "data", "delay header", "jms.Tms")


def is_like_its_twin(report: Handle, sending: Sending, twins_report: Handle, twin: Sending) -> Check:
    """The two reports look alike, each by its own message. The answer describes the twin's."""
    return _alike(report, sending, twins_report, twin, lambda _: True)


def has_the_ids_of_its_twin(report: Handle, sending: Sending, twins_report: Handle, twin: Sending) -> Check:
    """The two reports have their ids from the same places; in anything else they may differ."""
    return _alike(report, sending, twins_report, twin, lambda aspect: aspect.name in IDS)


def has_the_data_of_its_twin(report: Handle, sending: Sending, twins_report: Handle, twin: Sending) -> Check:
    """The data of the two reports begin alike and have as much of their messages, whatever they report."""
    return _alike(report, sending, twins_report, twin, lambda aspect: aspect.name in DATA)


def has_the_life_of_the_other(report: Handle, sending: Sending, other: Handle, about: Sending) -> Check:
    """The two reports inherit the same of the lives of their messages, wherever they are."""
    return _alike(report, sending, other, about, lambda aspect: aspect.name == "MQMD.Expiry")


def _alike(
    report: Handle,
    sending: Sending,
    twins_report: Handle,
    twin: Sending,
    compared: Callable[[Aspect], bool],
) -> Check:
    def check(record: Record) -> CheckResult:
        looks = []
        for handle, about in ((twins_report, twin), (report, sending)):
            outcome = record.steps[handle].outcome
            if not isinstance(outcome, o.MessageReturned):
                return Undecided(f'There is no report about "{about.label}": {said_outcome(outcome)}.')
            looks.append(filter(compared, look(record, handle, outcome.message, about)))
        pairs = [(one, other) for one, other in zip(*looks, strict=True) if one.words and other.words]
        if not pairs:
            return NotObserved("anything of a report that could be compared")
        for expected, found in pairs:
            if not expected.words & found.words:
                wanted = f'the report about "{sending.label}" like that about its twin ({expected})'
                return Broken(wanted, str(found), report)
        return Held("; ".join(str(expected) for expected, _ in pairs))

    return check


def if_any(check: Check, report: Handle, twins_report: Handle) -> Check:
    """Of reports that need not be made: nothing is compared unless there are both."""

    def check_if_any(record: Record) -> CheckResult:
        outcomes = [record.steps[handle].outcome for handle in (report, twins_report)]
        if any(isinstance(outcome, o.NoMessage) for outcome in outcomes):
            return Held("no such reports")
        return check(record)

    return check_if_any


def look(record: Record, handle: Handle, message: SeenMessage, about: Sending) -> tuple[Aspect, ...]:
    """What is to be said about a report by the message that it is about."""
    descriptor = message.descriptor
    return (
        _feedback(descriptor.feedback),
        Aspect("MQMD.MsgType", _plain(descriptor.message_type)),
        Aspect("MQMD.Format", _plain(descriptor.format)),
        Aspect("MQMD.MsgId", _source(record, descriptor.message_id, about)),
        Aspect("MQMD.CorrelId", _source(record, descriptor.correlation_id, about)),
        Aspect("data", _data(record, message, about)),
        Aspect("delay header", _plain(message.delay_header)),
        Aspect("MQMD.Persistence", _plain(descriptor.persistence)),
        Aspect("MQMD.Priority", _plain(descriptor.priority)),
        Aspect("MQMD.Report", _plain(descriptor.report)),
        Aspect("MQMD.Expiry", _life(record, handle, descriptor.expiry, about)),
        Aspect("jms.Tms", _timestamp(record, message.folder.timestamp, about)),
    )


def _feedback(shown: object) -> Aspect:
    """A reason code is not the same for every failure."""
    known = shown in Feedback.__members__.values()
    return Aspect("MQMD.Feedback", _plain(shown) if known else frozenset())


def _plain(shown: object) -> frozenset[str]:
    """The value itself."""
    return frozenset() if shown is UNSET else frozenset({str(shown)})


def _source(record: Record, shown: object, about: Sending) -> frozenset[str]:
    """Where an id comes from: every known id of the message that it is equal to, or from nowhere."""
    sent = record.steps[about.send]
    original = sent_id(sent.outcome) if isinstance(sent.outcome, o.Sent) else None
    value = id_bytes(shown)
    if value is None or original is None:
        return frozenset()
    known = {
        "the message id of the message": original,
        "the correlation id of the message": _correlation_id(sent),
        "no id": NO_ID,
    }
    return frozenset(source for source, one in known.items() if id_bytes(one) == value) or frozenset(
        {"an id of its own"}
    )


def _correlation_id(sent: Step) -> str:
    """As the descriptor showed it at the send, or as the application gave it; zeros for none."""
    assert isinstance(sent.command, Send | MqPut | MqPut1)
    shown = sent.outcome.descriptor.correlation_id if isinstance(sent.outcome, o.Sent) else UNSET
    return shown if isinstance(shown, str) else sent.command.message.correlation_id or NO_ID


def _timestamp(record: Record, shown: object, about: Sending) -> frozenset[str]:
    """When the message was sent, as its sender was told, or another time, or none."""
    sent = record.steps[about.send].outcome
    if shown in (UNSET, None) or not isinstance(sent, o.Sent):
        return frozenset({"none"} if shown is None else ())
    if UNSET in (written := (sent.folder.timestamp, sent.header.timestamp)):
        return frozenset()
    return frozenset({"that of the message" if shown in written else "another time"})


def _data(record: Record, message: SeenMessage, about: Sending) -> frozenset[str]:
    """All of the data of the message, so many from the beginning, none, or something else.

    An MQRFH2 in front of them may take any number of what a report with some of the data has.
    """
    if message.body is UNSET:
        return frozenset()
    sent = record.steps[about.send]
    assert isinstance(sent.command, Send | MqPut | MqPut1)
    body = body_of(sent.command.message)
    left = {"what a header in front leaves"} if header_may_take_some(sent, message) else set()
    if not message.body:
        return frozenset(left | {"none"})
    if not body.startswith(message.body):
        return frozenset({"not those of the message"})
    start = f"the first {len(message.body)} characters"
    return frozenset(left | ({start, "all"} if message.body == body else {start}))


def _life(record: Record, handle: Handle, expiry: object, about: Sending) -> frozenset[str]:
    """Unlimited, the rest of the life of the message, or another. Of a life that is over nothing is said."""
    if not isinstance(expiry, int):
        return frozenset()
    if expiry == UNLIMITED:
        return frozenset({"unlimited"})
    step, sent = record.steps[handle], record.steps[about.send]
    if about.life is None:
        return frozenset({"limited"})
    least = sent.started + about.life - step.ended - EXPIRY_TOLERANCE - TENTH
    most = sent.ended + about.life - step.started + EXPIRY_TOLERANCE + TENTH
    if most <= EXPIRY_TOLERANCE + TENTH:
        return frozenset()
    inherited = least <= expiry * TENTH <= most
    return frozenset({"the rest of the life of the message" if inherited else "another end"})
