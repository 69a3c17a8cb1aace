"""Comparisons: every observed field of a message against what the documents say of it.

Covers body and headers unchanged by the staging hop (DD-10, DD-83, DD-130), remaining expiry (EX-05,
EX-10, EX-19, EX-62, DD-79, DD-80, EX-46), persistence, priority, ids and times (DD-77, DD-78, HM-08 to
HM-36), the staged copy (DD-09, DD-59, DD-60) and reports (EX-21, DD-82, DD-101, DD-125). A comparison
names the rules that decide it, whether it holds or not; a field that was not observed is not compared.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from .correlation_fields import passed_on_fits
from .header_mapping import plain_id
from .intervals import Interval
from .message_expiry import remaining
from .report_messages import data_wanted, feedback_fits
from .state import Belief, Kind, Known, Message, OnQueue, Route, State
from .vocabulary.constants import UNLIMITED, DestinationPersistence, MessageType, Report
from .vocabulary.messages import (
    DeadLetterHeader,
    DelayHeader,
    Descriptor,
    OutgoingMessage,
    SeenMessage,
    body_of,
)
from .vocabulary.results import Breach


class Compared(NamedTuple):
    """One comparison; `rules` ask for it, the most telling one first.

    `also` are rules that it bears out where it holds and does not break: latitude, and worked examples.
    """

    rules: tuple[str, ...]
    what: str
    expected: object
    seen: object
    holds: bool
    also: tuple[str, ...] = ()


def equal(rules: tuple[str, ...], what: str, expected: object, seen: object) -> Compared:
    """Whether what was seen is what was expected."""
    return Compared(rules, what, expected, seen, seen == expected)


def sifted(compared: Iterable[Compared]) -> tuple[tuple[Breach, ...], frozenset[str]]:
    """The breaches among comparisons, and the rules that all of them speak about."""
    breaches: list[Breach] = []
    rules: set[str] = set()
    for one in compared:
        rules.update(one.rules)
        if one.holds:
            rules.update(one.also)
        else:
            breaches.append(Breach(one.rules, f"{one.what} {one.expected}".rstrip(), str(one.seen)))
    return tuple(breaches), frozenset(rules)


_MINUTE: Final = (600,)
"""The life of the worked example, in tenths (EX-02)."""


def staged_copy(state: State, message: Message, seen: SeenMessage, at: Interval) -> Iterator[Compared]:
    """DD-09, DD-59, DD-60: header, new message id, the original id as correlation id."""
    original = state.known[message.serial].message_id
    descriptor = seen.descriptor
    if isinstance(seen.delay_header, DelayHeader):
        yield equal(("DD-09",), "delay header", DelayHeader.PRESENT, seen.delay_header)
    if isinstance(descriptor.message_id, str) and original is not None:
        fresh = plain_id(descriptor.message_id) != original
        yield Compared(("DD-59",), "a new message id, not", original, descriptor.message_id, fresh)
    if isinstance(descriptor.correlation_id, str) and original is not None:
        yield equal(("DD-60",), "correlation id", original, plain_id(descriptor.correlation_id))
    yield from _expiry(message, descriptor, at, ("DD-79", "EX-05"))


def application_message(
    state: State, message: Message, queue_key: str, seen: SeenMessage, at: Interval
) -> Iterator[Compared]:
    """A message on its target or on a dead-letter queue."""
    delayed = message.delay > 0
    belief = state.beliefs[message.serial]
    hop = ("DD-10",) if delayed else ("DD-08",) if message.delivery_mode is not None else ()
    rules: tuple[str, ...] = ("EX-05", "EX-10", "EX-03")
    if delayed:
        rules = ("DD-79", "DD-80", "EX-05", "EX-10")
    if _by_route(belief, queue_key, Route.COMMITTED):
        rules = ("EX-23", "DD-79", "EX-05")
    if _by_route(belief, queue_key, Route.TRANSFERRED):
        rules = ("EX-06", "EX-05", "EX-10")
    if _by_route(belief, queue_key, Route.DEAD_LETTERED):
        hop, rules = ("DD-98",), ("EX-46", "EX-47")
        yield from _dead_lettered(seen)
    if isinstance(seen.body, str) and hop:
        sent_body = body_of(OutgoingMessage(label=message.label, length=message.length))
        yield equal(hop, "body", repr(sent_body), repr(seen.body))
    if isinstance(seen.delay_header, DelayHeader) and delayed:
        yield equal(("DD-10",), "delay header", DelayHeader.ABSENT, seen.delay_header)
    if seen.descriptor.message_type == MessageType.REPORT and hop:
        yield Compared(hop, "the message as sent", "", "a message of type report", holds=False)
    yield from _expiry(message, seen.descriptor, at, rules)
    yield from _persistence_and_priority(message, seen)
    if message.delivery_mode is not None:
        yield from _ids_and_times(message, state.known[message.serial], seen)
    shown = seen.descriptor.report
    if isinstance(shown, int) and delayed:
        yield equal(("DD-130", "DD-125"), "report options", f"{message.report:#x}", f"{shown:#x}")


def _by_route(belief: Belief, queue_key: str, route: Route) -> bool:
    return any(
        isinstance(status, OnQueue) and status.queue == queue_key and status.route is route
        for status in belief
    )


def _dead_lettered(seen: SeenMessage) -> Iterator[Compared]:
    if seen.dead_letter_header is None:
        yield Compared(("DD-98",), "a dead-letter header", "", "none", holds=False)
    elif isinstance(seen.dead_letter_header, DeadLetterHeader) and seen.dead_letter_header.reason == 0:
        yield Compared(("DD-98",), "a reason in the dead-letter header", "", "0", holds=False)


def _expiry(
    message: Message, descriptor: Descriptor, at: Interval, rules: tuple[str, ...]
) -> Iterator[Compared]:
    """Remaining life in tenths (EX-05, EX-10, EX-19, EX-62, DD-79, DD-80)."""
    shown = descriptor.expiry
    if not isinstance(shown, int):
        return
    bounds = remaining(message, at)
    if UNLIMITED in message.expiry and (bounds is None or shown == UNLIMITED):
        yield Compared(("EX-62",), "Expiry", UNLIMITED, shown, shown == UNLIMITED)
    elif bounds is None or shown == UNLIMITED:
        yield Compared((*rules, "EX-19"), "a limited life in Expiry", "", shown, holds=False)
    elif shown < 1:
        yield Compared(("EX-19", *rules), "Expiry above 0, in tenths", "", shown, holds=False)
    else:
        holds = bounds[0] <= shown <= bounds[1]
        yield Compared(
            (*rules, "EX-19"),
            "Expiry in tenths from",
            f"{bounds[0]} to {bounds[1]}",
            shown,
            holds,
            _latitude(message, rules),
        )


def _latitude(message: Message, rules: tuple[str, ...]) -> tuple[str, ...]:
    """EX-09, DD-81: approximate. EX-07: less after a channel. EX-02: the example of 600 for a minute."""
    found: tuple[str, ...] = ("EX-09",)
    found += ("DD-81",) if message.delay else ()
    found += ("EX-07",) if "EX-06" in rules else ()
    return (*found, "EX-02") if message.expiry == _MINUTE else found


def _persistence_and_priority(message: Message, seen: SeenMessage) -> Iterator[Compared]:
    descriptor, header = seen.descriptor, seen.header
    delayed = message.delay > 0
    jms = message.delivery_mode is not None
    if isinstance(descriptor.persistence, int) and jms:
        rules = (*delivery_mode_rules(message), "HM-10", "HM-11")
        yield equal(
            ("DD-77", *rules) if delayed else rules,
            "persistence",
            int(message.persistence),
            descriptor.persistence,
        )
    if isinstance(header.delivery_mode, int) and jms:
        rules = delivery_mode_rules(message)
        yield equal(rules, "JMSDeliveryMode", int(message.delivery_mode or 0), header.delivery_mode)
    for shown in (descriptor.priority, header.priority if jms else None):
        if isinstance(shown, int):
            rules = ("DD-78", "HM-24") if delayed else ("HM-24", "DD-78")
            yield equal(rules, "priority", message.priority, shown)
            return


def delivery_mode_rules(message: Message) -> tuple[str, ...]:
    """Who decides: the send or producer (HM-08), the destination (HM-09), or the queue (HM-13, X-27)."""
    match message.fields and message.fields.destination.persistence:
        case None | DestinationPersistence.AS_APPLICATION:
            return ("HM-08",)
        case DestinationPersistence.QUEUE_DEFINITION:
            return ("X-27", "HM-13", "HM-08") if message.delay else ("HM-13", "HM-08")
        case _:
            return ("HM-09", "HM-08")


def _ids_and_times(message: Message, known: Known, seen: SeenMessage) -> Iterator[Compared]:
    """Ids; and the times, unless there may be no MQRFH2 to carry them."""
    header = seen.header
    if isinstance(header.message_id, str) and known.message_id is not None:
        yield equal(("HM-28", "X-02"), "JMSMessageID", known.message_id, plain_id(header.message_id))
    if message.fields is not None and not message.fields.for_jms:
        return
    if isinstance(header.timestamp, int) and known.timestamp is not None:
        yield equal(("HM-35", "HM-34"), "JMSTimestamp", known.timestamp, header.timestamp)
    if isinstance(header.expiration, int) and known.expiration is not None:
        yield equal(("HM-14", "X-05"), "JMSExpiration", known.expiration, header.expiration)


def report_message(state: State, report: Message, seen: SeenMessage) -> Iterator[Compared]:
    """EX-21, DD-82, DD-83, DD-101: feedback, data, and ids of the original message."""
    assert report.subject is not None
    subject = state.messages[report.subject]
    descriptor = seen.descriptor
    rules = _report_rules(report, subject)
    if isinstance(descriptor.feedback, int):
        fits = feedback_fits(report.kind, descriptor.feedback)
        gone = ("EX-37",) if report.kind is Kind.EXPIRATION else ()
        yield Compared(rules, "the feedback of an", report.kind, descriptor.feedback, fits, gone)
    if isinstance(seen.delay_header, DelayHeader) and subject.delay:
        yield equal(("DD-83", *rules), "delay header", DelayHeader.ABSENT, seen.delay_header)
    original = state.known[subject.serial].message_id
    if (
        subject.report & Report.PASS_MSG_ID
        and isinstance(descriptor.message_id, str)
        and original is not None
    ):
        yield equal(("DD-125", "X-21"), "message id", original, plain_id(descriptor.message_id))
    if isinstance(descriptor.correlation_id, str):
        shown = plain_id(descriptor.correlation_id)
        if subject.report & Report.PASS_CORREL_ID:
            passed = passed_on_fits(state, subject, shown)
            if passed is not None:
                yield Compared(rules, "the correlation id of the application", "", shown, passed)
        elif original is not None:
            yield equal(rules, "correlation id", original, shown)
    if isinstance(seen.body, str):
        body = body_of(OutgoingMessage(label=subject.label, length=subject.length))
        data_rules = ("DD-83", *rules) if subject.delay else rules
        match data_wanted(subject, report.kind):
            case "all":
                yield equal(data_rules, "the original data", repr(body), repr(seen.body))
            case "some":
                starts = bool(seen.body) and body.startswith(seen.body[:100])
                yield Compared(data_rules, "the start of", repr(body), repr(seen.body), starts)
            case _:
                pass


def trigger_message(seen: SeenMessage) -> Iterator[Compared]:
    """EX-48: trigger messages never expire."""
    if isinstance(seen.descriptor.expiry, int):
        yield equal(("EX-48",), "Expiry", UNLIMITED, seen.descriptor.expiry)


def _report_rules(report: Message, subject: Message) -> tuple[str, ...]:
    match report.kind:
        case Kind.EXPIRATION if subject.delay > 0:
            return ("DD-82", "EX-21", "EX-26")
        case Kind.EXPIRATION:
            return ("EX-21",)
        case Kind.EXCEPTION:
            return ("DD-101", "DD-125")
        case Kind.COA:
            return ("DD-126",)
        case _:
            return ("DD-127",)
