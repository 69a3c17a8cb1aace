"""Sightings: which message of the model a get or browse showed, and whether it looks as it must.

Covers the comparison of every observed field with what the documents say of it: body and headers
unchanged by the staging hop (DD-10, DD-83, DD-130), remaining expiry (EX-05, EX-10, EX-19, EX-62, DD-79,
DD-80, EX-46), persistence, priority, ids and times (DD-77, DD-78, HM-08 to HM-36), the staged copy
(DD-09, DD-59, DD-60), and reports (EX-21, DD-82, DD-101). A field that was not observed is not compared.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from .beliefs import counts, place
from .header_mapping import plain_id
from .intervals import Interval
from .message_expiry import remaining
from .possibilities import breach
from .report_messages import data_wanted, feedback_fits
from .state import Belief, Kind, Message, OnQueue, Route, State
from .vocabulary.constants import (
    STAGING_QUEUE,
    UNLIMITED,
    Feedback,
    MessageType,
    Report,
)
from .vocabulary.messages import (
    DeadLetterHeader,
    DelayHeader,
    OutgoingMessage,
    SeenMessage,
    body_of,
    label_in,
)
from .vocabulary.results import Breach

_REPORT_FEEDBACKS = {
    Feedback.EXPIRATION: Kind.EXPIRATION,
    Feedback.COA: Kind.COA,
    Feedback.COD: Kind.COD,
}


def identify(state: State, queue_key: str, seen: SeenMessage) -> tuple[int, ...]:
    """The serials that the message shown may be, the most telling evidence first; empty if unknown."""
    found: list[int] = []
    report = shown_as_report(seen)
    if report is False:
        found += _by_body(state, seen)
    found += [
        child
        for serial in (
            *_by_correlation(state, seen),
            *_by_body(state, seen),
            *_by_id(state, seen.descriptor.message_id),
        )
        for child in state.children.get(serial, ())
        if _kind_fits(state.messages[child].kind, seen)
    ]
    if queue_key.endswith("/" + STAGING_QUEUE):
        found += _by_correlation(state, seen)
    if not report:
        found += _by_id(state, seen.descriptor.message_id) + _by_id(state, seen.header.message_id)
    if not found and queue_key in state.queues:
        found += [
            serial
            for serial in state.queues[queue_key].residents
            if state.messages[serial].kind is not Kind.APPLICATION
            and _kind_fits(state.messages[serial].kind, seen)
        ]
    here = [serial for serial in found if _may_be_on(state.beliefs[serial], queue_key)]
    return tuple(dict.fromkeys([*here, *found]))


def subject_of(state: State, seen: SeenMessage) -> int | None:
    """The message that a report shown is about, by correlation id or data; None if it is no report."""
    if not shown_as_report(seen):
        return None
    found = (*_by_correlation(state, seen), *_by_body(state, seen))
    return found[0] if found else None


def _may_be_on(belief: Belief, queue_key: str) -> bool:
    return any(place(status) == queue_key and counts(status) for status in belief)


def shown_as_report(seen: SeenMessage) -> bool | None:
    """Whether a message presents itself as a report; None where nothing tells."""
    descriptor = seen.descriptor
    if isinstance(descriptor.message_type, int) and descriptor.feedback != Feedback.NONE:
        return descriptor.message_type == MessageType.REPORT
    if isinstance(descriptor.feedback, int):
        return descriptor.feedback != Feedback.NONE
    return False if isinstance(seen.body, str) and seen.body else None


def _kind_fits(kind: Kind, seen: SeenMessage) -> bool:
    feedback = seen.descriptor.feedback
    if not isinstance(feedback, int) or kind is Kind.TRIGGER:
        return True
    return (
        _REPORT_FEEDBACKS.get(Feedback(feedback), Kind.EXCEPTION) is kind
        if (feedback in Feedback.__members__.values())
        else kind is Kind.EXCEPTION
    )


def _by_body(state: State, seen: SeenMessage) -> list[int]:
    if not isinstance(seen.body, str):
        return []
    serial = state.labels.get(label_in(seen.body))
    return [] if serial is None else [serial]


def _by_id(state: State, message_id: object) -> list[int]:
    serial = state.ids.get(plain_id(message_id)) if isinstance(message_id, str) else None
    return [] if serial is None else [serial]


def _by_correlation(state: State, seen: SeenMessage) -> list[int]:
    return _by_id(state, seen.descriptor.correlation_id) or _by_id(state, seen.header.correlation_id)


# --- does it look as it must? -----------------------------------------------------------------------


def inspect(
    state: State, serial: int, queue_key: str, seen: SeenMessage, at: Interval
) -> tuple[State, tuple[Breach, ...]]:
    """The state with chosen values bound, and everything about the message that is not as documented."""
    message = state.messages[serial]
    match message.kind:
        case Kind.APPLICATION if queue_key.endswith("/" + STAGING_QUEUE):
            breaches = tuple(_staged_copy(state, message, seen, at))
            state = _bind_staged(state, serial, seen)
        case Kind.APPLICATION:
            breaches = tuple(_application_message(state, message, queue_key, seen, at))
            state = _bind(state, serial, seen)
        case Kind.TRIGGER:
            breaches = tuple(_expiry(message, seen, at, ("EX-48",)))
        case _:
            breaches = tuple(_report(state, message, seen))
    return state, breaches


def _bind(state: State, serial: int, seen: SeenMessage) -> State:
    """Bind the message id of an application message that the sender did not show."""
    known = state.known[serial]
    shown: object = seen.descriptor.message_id
    if not isinstance(shown, str):
        shown = seen.header.message_id
    if known.message_id is not None or not isinstance(shown, str):
        return state
    value = plain_id(shown)
    return replace(
        state,
        known=state.known.set(serial, replace(known, message_id=value)),
        ids=state.ids if value in state.ids else state.ids.set(value, serial),
    )


def _bind_staged(state: State, serial: int, seen: SeenMessage) -> State:
    known = state.known[serial]
    shown = seen.descriptor.message_id
    if known.staged_id is not None or not isinstance(shown, str):
        return state
    return replace(state, known=state.known.set(serial, replace(known, staged_id=plain_id(shown))))


def _staged_copy(state: State, message: Message, seen: SeenMessage, at: Interval) -> Iterator[Breach]:
    """DD-09, DD-59, DD-60: header, new message id, the original id as correlation id."""
    original = state.known[message.serial].message_id
    descriptor = seen.descriptor
    if seen.delay_header is DelayHeader.ABSENT:
        yield breach(("DD-09",), "a header with delay and target in front of the data", "no such header")
    if isinstance(descriptor.message_id, str) and original == plain_id(descriptor.message_id):
        yield breach(("DD-59",), "a new message id on the staging queue", f"the original id {original}")
    if (
        isinstance(descriptor.correlation_id, str)
        and original is not None
        and plain_id(descriptor.correlation_id) != original
    ):
        yield breach(
            ("DD-60",),
            f"the original message id {original} as correlation id",
            descriptor.correlation_id,
        )
    yield from _expiry(message, seen, at, ("DD-79", "EX-05"))


def _application_message(
    state: State, message: Message, queue_key: str, seen: SeenMessage, at: Interval
) -> Iterator[Breach]:
    delayed = message.delay > 0
    dead_lettered = _dead_lettered(state.beliefs[message.serial], queue_key)
    hop = ("DD-10",) if delayed else ("DD-08",)
    sent_body = body_of(OutgoingMessage(label=message.label, length=message.length))
    if isinstance(seen.body, str) and seen.body != sent_body:
        yield breach(("DD-98", "DD-83") if dead_lettered else hop, f"body {sent_body!r}", repr(seen.body))
    if seen.delay_header is DelayHeader.PRESENT and delayed:
        yield breach(("DD-10", "DD-83"), "the message without the delay header", "the header is there")
    if dead_lettered and seen.dead_letter_header is None:
        yield breach(("DD-98",), "a dead-letter header", "none")
    if isinstance(seen.dead_letter_header, DeadLetterHeader) and seen.dead_letter_header.reason == 0:
        yield breach(("DD-98",), "a reason in the dead-letter header", "0")
    rules: tuple[str, ...] = ("DD-79", "DD-80", "EX-05", "EX-10")
    if _put_in_a_unit(state.beliefs[message.serial]):
        rules = ("EX-23", "DD-79", "EX-05")
    elif not delayed:
        rules = ("EX-05", "EX-10", "EX-03")
    yield from _expiry(message, seen, at, ("EX-46", "EX-47") if dead_lettered else rules)
    yield from _persistence_and_priority(message, seen)
    yield from _ids_and_times(state, message, seen)
    if seen.descriptor.message_type == MessageType.REPORT:
        yield breach(hop, "the message as sent", "a message of type report")
    shown = seen.descriptor.report
    if isinstance(shown, int) and shown != message.report:
        rules = ("DD-130", "DD-125") if delayed else ("DD-130",)
        yield breach(rules, f"report options {message.report:#x} as sent", f"{shown:#x}")


def _put_in_a_unit(belief: Belief) -> bool:
    return any(isinstance(status, OnQueue) and status.route is Route.COMMITTED for status in belief)


def _dead_lettered(belief: Belief, queue_key: str) -> bool:
    return any(
        isinstance(status, OnQueue) and status.queue == queue_key and status.route is Route.DEAD_LETTERED
        for status in belief
    )


def _expiry(message: Message, seen: SeenMessage, at: Interval, rules: tuple[str, ...]) -> Iterator[Breach]:
    """Remaining life in tenths (EX-05, EX-10, EX-19, EX-62, DD-79, DD-80)."""
    shown = seen.descriptor.expiry
    if not isinstance(shown, int):
        return
    if shown == UNLIMITED and UNLIMITED in message.expiry:
        return
    bounds = remaining(message, at)
    if bounds is None:
        yield breach(("EX-62", *rules), "Expiry -1 (unlimited)", str(shown))
    elif shown == UNLIMITED:
        yield breach((*rules, "EX-19"), "a limited life in Expiry", "-1 (unlimited)")
    elif shown < 1:
        yield breach(("EX-19", *rules), "Expiry above 0, in tenths", str(shown))
    elif not bounds[0] <= shown <= bounds[1]:
        yield breach(rules, f"Expiry from {bounds[0]} to {bounds[1]} tenths", str(shown))


def _persistence_and_priority(message: Message, seen: SeenMessage) -> Iterator[Breach]:
    descriptor, header = seen.descriptor, seen.header
    delayed = message.delay > 0
    jms = message.delivery_mode is not None
    rules: tuple[str, ...] = ("HM-08", "HM-10", "HM-11", "DD-77") if jms else ()
    if isinstance(descriptor.persistence, int) and descriptor.persistence != message.persistence:
        leading = ("DD-77",) if delayed else ()
        yield breach((*leading, *rules), f"persistence {message.persistence:d}", str(descriptor.persistence))
    if (
        isinstance(header.delivery_mode, int)
        and message.delivery_mode is not None
        and header.delivery_mode != message.delivery_mode
    ):
        yield breach(("HM-08",), f"JMSDeliveryMode {message.delivery_mode:d}", str(header.delivery_mode))
    for shown in (descriptor.priority, header.priority if jms else None):
        if isinstance(shown, int) and shown != message.priority:
            yield breach(
                ("DD-78", "HM-24") if delayed else ("HM-24", "DD-78"),
                f"priority {message.priority}",
                str(shown),
            )
            break


def _ids_and_times(state: State, message: Message, seen: SeenMessage) -> Iterator[Breach]:
    known = state.known[message.serial]
    if message.delivery_mode is None:
        return
    shown = seen.header.message_id
    if isinstance(shown, str) and known.message_id is not None and plain_id(shown) != known.message_id:
        yield breach(("HM-28", "X-02"), f"the id that the sender was given, {known.message_id}", shown)
    if (
        isinstance(seen.header.timestamp, int)
        and known.timestamp is not None
        and seen.header.timestamp != known.timestamp
    ):
        yield breach(("HM-35", "HM-34"), f"JMSTimestamp {known.timestamp}", str(seen.header.timestamp))
    if (
        isinstance(seen.header.expiration, int)
        and known.expiration is not None
        and seen.header.expiration != known.expiration
    ):
        yield breach(("HM-14", "X-05"), f"JMSExpiration {known.expiration}", str(seen.header.expiration))


def _report(state: State, report: Message, seen: SeenMessage) -> Iterator[Breach]:
    """EX-21, DD-82, DD-83, DD-101: feedback, data and correlation with the original message."""
    assert report.subject is not None
    subject = state.messages[report.subject]
    feedback = seen.descriptor.feedback
    rules = _report_rules(report, subject)
    if isinstance(feedback, int) and not feedback_fits(report.kind, feedback):
        yield breach(rules, f"the feedback of an {report.kind}", str(feedback))
    if seen.delay_header is DelayHeader.PRESENT:
        yield breach(("DD-83", *rules), "a report without the delay header", "the header is there")
    original = state.known[subject.serial].message_id
    passed_on = subject.correlation_id or "0" * 48
    expected = passed_on if subject.report & Report.PASS_CORREL_ID else original
    message_id = seen.descriptor.message_id
    if (
        subject.report & Report.PASS_MSG_ID
        and isinstance(message_id, str)
        and original is not None
        and plain_id(message_id) != original
    ):
        yield breach(("DD-125", "X-21"), f"message id {original}, passed on", message_id)
    shown = seen.descriptor.correlation_id
    if isinstance(shown, str) and expected is not None and plain_id(shown) != expected:
        yield breach(rules, f"correlation id {expected}, from the original message", shown)
    body = body_of(OutgoingMessage(label=subject.label, length=subject.length))
    if isinstance(seen.body, str):
        match data_wanted(subject, report.kind):
            case "all" if seen.body != body:
                yield breach(("DD-83", *rules), f"the original data {body!r}", repr(seen.body))
            case "some" if not (seen.body and body.startswith(seen.body[:100])):
                yield breach(("DD-83", *rules), f"the start of the original data {body!r}", repr(seen.body))
            case _:
                pass


def _report_rules(report: Message, subject: Message) -> tuple[str, ...]:
    match report.kind:
        case Kind.EXPIRATION if subject.delay > 0:
            return ("DD-82", "EX-21")
        case Kind.EXPIRATION:
            return ("EX-21",)
        case Kind.EXCEPTION:
            return ("DD-101", "DD-125")
        case Kind.COA:
            return ("DD-126",)
        case _:
            return ("DD-127",)
