"""Comparisons of reports: feedback, ids, data and life against the message that they are about.

Covers EX-21, EX-48, DD-82, DD-83, DD-101, DD-125 to DD-127, and for delayed messages X-12, X-18 to X-22,
X-32, X-35, X-55, and EX-19 for all. Of a report about a message that was not delayed only its type, feedback
and Expiry are compared: how ids and data of reports are made stands in other documents. A report about a
delayed message is compared with that of its undelayed twin, where one was seen, and otherwise with the words
of the rules (`twins`).
"""

from collections.abc import Iterator
from typing import Final

from mqtck.reference.chapters.combined import of_report, original_demanded
from mqtck.reference.chapters.correlation import CorrelationForm, correlation_form
from mqtck.reference.chapters.correlation_fields import preferred_correl_id
from mqtck.reference.chapters.destination_uris import details, names
from mqtck.reference.chapters.header_fields import in_uri_form, type_element
from mqtck.reference.chapters.report_messages import SOME_DATA, DataWanted, data_wanted, feedback_fits
from mqtck.reference.queues.get_requests import Reader
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import InFront, Kind, Look, Message, Source
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, MessageType, Report
from mqtck.reference.vocabulary.messages import (
    DelayHeader,
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
    body_of,
    is_body_of,
)

from .compared import Compared, equal
from .formats import formats_of_report
from .received_fields import published
from .twins import (
    characters_expected,
    correlation_shown,
    in_front_of,
    look_of,
    related_twin,
    same,
    sources,
    twin_of,
    without_data,
)

Rules = tuple[str, ...]

_STAGED: Final = QueueDestination(STAGING_QUEUE)


def report_message(
    state: State, report: Message, queue_key: str, seen: SeenMessage, at: Interval, reader: Reader
) -> Iterator[Compared]:
    """A report as it is shown; of a channel's exception report no document here says how it looks."""
    assert report.subject is not None
    if report.kind is Kind.CHANNEL_EXCEPTION:
        return
    subject = state.messages[report.subject]
    rules = _report_rules(state, report, subject)
    feedback = seen.descriptor.feedback
    if isinstance(feedback, int):
        fits = feedback_fits(report.kind, feedback)
        gone = ("EX-37",) if report.kind is Kind.EXPIRATION else ()
        yield Compared(rules, "the feedback of an", report.kind, feedback, fits, gone)
    kind = seen.descriptor.message_type
    if isinstance(kind, int):
        yield equal(rules, "MsgType", int(MessageType.REPORT), kind)
    yield from _shown_life(report, subject, seen)
    if not original_demanded(state, report, subject):
        return
    if isinstance(seen.delay_header, DelayHeader):
        header_rules = _data_rules(report, rules)
        yield equal(header_rules, "delay header", DelayHeader.ABSENT, seen.delay_header)
    yield from _ids(state, report, subject, seen, rules)
    yield from _data(state, report, subject, seen, rules)
    yield from _header_in_front(report, subject, seen, rules)
    look = look_of(state, subject, queue_key, seen, at)
    yield from _life(state, report, subject, look)
    yield from formats_of_report(state, report, queue_key, seen, reader, _data_rules(report, rules))
    if report.kind is Kind.EXPIRATION:
        yield from _inherited(twin_of(state, report, subject), look, rules)


def _report_rules(state: State, report: Message, subject: Message) -> Rules:
    beside = of_report(state, report, subject)
    match report.kind:
        case Kind.EXPIRATION if subject.delay > 0:
            return ("DD-82", "EX-21", "EX-26", *beside)
        case Kind.EXPIRATION:
            return ("EX-21", "EX-26") if subject.onward else ("EX-21",)
        case Kind.EXCEPTION:
            return ("DD-101", "DD-125", *beside)
        case Kind.COA:
            return ("DD-126", *beside)
        case _:
            return ("DD-127", *beside)


# --- ids -----------------------------------------------------------------------------------------------


def _ids(
    state: State, report: Message, subject: Message, seen: SeenMessage, rules: Rules
) -> Iterator[Compared]:
    """X-12, X-20, X-21: made of the ids of the message as it was sent."""
    original = state.known[subject.serial].message_id
    if original is None:
        return
    twin = twin_of(state, report, subject)
    strange = related_twin(state, subject) if report.kind is Kind.EXCEPTION else None
    by_default = ("X-20",) if report.kind is Kind.EXCEPTION else ()
    asked = subject.report
    # fmt: off
    fields = (
        (
            "message id", seen.descriptor.message_id,
            twin and twin.message_id, strange and strange.message_id,
            Source.MESSAGE_ID if asked & Report.PASS_MSG_ID else None,
            ("DD-125", "X-21", *rules) if asked & Report.PASS_MSG_ID else rules,
        ),
        (
            "correlation id", correlation_shown(subject, seen),
            twin and twin.correlation_id, strange and strange.correlation_id,
            Source.CORRELATION_ID if asked & Report.PASS_CORREL_ID else Source.MESSAGE_ID,
            (*rules, "X-21") if asked & Report.PASS_CORREL_ID else (*rules, *by_default),
        ),
    )
    # fmt: on
    named = {Source.MESSAGE_ID: original, Source.CORRELATION_ID: preferred_correl_id(state, subject)}
    for what, shown, of_twin, of_another, source, asking in fields:
        found = sources(state, subject, shown)
        if found is None:
            continue
        if of_twin is not None:
            expected = " and ".join(sorted(source.value for source in of_twin)) or "one of its own"
            yield Compared(asking, f"{what}, as of its twin,", expected, shown, same(found, of_twin))
        elif source is not None and (of_another is None or source in of_another):
            yield Compared(asking, what, named[source], shown, source in found)


# --- data ----------------------------------------------------------------------------------------------


def _data_rules(report: Message, rules: Rules) -> Rules:
    """DD-83 speaks of expiration reports; X-19 of exception reports."""
    match report.kind:
        case Kind.EXPIRATION:
            return ("DD-83", *rules)
        case Kind.EXCEPTION:
            return ("X-19", *rules)
        case _:
            return rules


def _data(
    state: State, report: Message, subject: Message, seen: SeenMessage, rules: Rules
) -> Iterator[Compared]:
    """DD-83, X-12, X-19: those of the message as it was sent, as many as its twin shows.

    What a confirmation holds is in none of the documents.
    """
    if not isinstance(seen.body, str) or subject.transmission_header is not None:
        return
    if report.kind not in {Kind.EXPIRATION, Kind.EXCEPTION}:
        return
    sent = OutgoingMessage(label=subject.label, length=subject.length)
    body = body_of(sent)
    # Data that are missing hide no header.
    asking = _data_rules(report, rules) if seen.body else (*rules, *_data_rules(report, ()))
    match data_wanted(subject, report.kind):
        case DataWanted.ALL:
            whole = is_body_of(seen.body, sent)
            yield Compared(asking, "the original data", repr(body), repr(seen.body), whole)
        case DataWanted.SOME if seen.body or in_front_of(subject) is InFront.NOTHING:
            starts = body.startswith(seen.body[:SOME_DATA]) and (bool(seen.body) or without_data(state))
            yield Compared(asking, "the start of", repr(body), repr(seen.body), starts)
        case _:
            pass
    twin = twin_of(state, report, subject)
    wanted = None if twin is None else characters_expected(twin, subject, report.kind)
    if wanted is not None and seen.body != subject.label:
        yield equal(asking, "as many characters as of its twin,", wanted, len(seen.body))


def _header_in_front(
    report: Message, subject: Message, seen: SeenMessage, rules: Rules
) -> Iterator[Compared]:
    """DD-83, X-12, X-19: an MQRFH2 in front of the data says nothing else than that of the message as sent.

    Whether it is that one, or one of the report itself, is open; of neither is the staging queue the
    destination, nor has a report a type or a correlation string of its own.
    """
    fields, folder = subject.fields, seen.folder
    if fields is None or published(subject) or report.kind not in {Kind.EXPIRATION, Kind.EXCEPTION}:
        return
    asking = _data_rules(report, rules)
    if isinstance(folder.destination, str) and details(fields.destination) != details(_STAGED):
        elsewhere = not names(folder.destination, _STAGED)
        what = "JMSDestination in the MQRFH2 other than"
        yield Compared(asking, what, STAGING_QUEUE, folder.destination, elsewhere)
    if fields.type is not None and not in_uri_form(fields.type) and isinstance(folder.type, str):
        yield equal(asking, "mcd.Type", type_element(fields.type), folder.type)
    given, shown = fields.correlation, folder.correlation_id
    if _of_application(given) and _of_application(shown):
        yield equal(asking, "the correlation id in the MQRFH2", given, shown)


def _of_application(correlation_id: object) -> bool:
    """Whether it is a string, and none that stands for an id."""
    if not isinstance(correlation_id, str):
        return False
    return correlation_form(correlation_id) is CorrelationForm.APPLICATION_STRING


def _shown_life(report: Message, subject: Message, seen: SeenMessage) -> Iterator[Compared]:
    """EX-19: whatever life a report has, it is more than 0 or unlimited.

    Of one that inherits a life that is over nothing is said (X-35).
    """
    shown = seen.descriptor.expiry
    inherits = subject.report & Report.PASS_DISCARD_AND_EXPIRY
    if not isinstance(shown, int) or shown >= 1 or shown == UNLIMITED:
        return
    if not (inherits and report.kind is Kind.EXPIRATION):
        asking = ("X-35",) if inherits and subject.delay else ()
        yield Compared(("EX-19", *asking), "Expiry above 0 or unlimited in a", "report", shown, holds=False)


def _life(state: State, report: Message, subject: Message, look: Look) -> Iterator[Compared]:
    """X-35: what it inherits is what its twin inherits; of a life that is over nothing is said."""
    twin = twin_of(state, report, subject)
    if twin is None or twin.life is None or look.life is None or report.kind is Kind.EXPIRATION:
        return
    yield equal(("X-35", "DD-125"), "as of its twin, a life that is", twin.life.value, look.life.value)


def _inherited(twin: Look | None, look: Look, rules: Rules) -> Iterator[Compared]:
    """X-12: in every field."""
    if twin is None:
        return
    for what, of_twin, shown in (
        ("persistence", twin.persistence, look.persistence),
        ("priority", twin.priority, look.priority),
    ):
        if of_twin is not None and shown is not None:
            wanted, found = (" = ".join(sorted(words)) for words in (of_twin, shown))
            yield Compared(rules, f"as of its twin, a {what} that is", wanted, found, bool(of_twin & shown))
