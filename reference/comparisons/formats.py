"""Formats: what the data behind a descriptor begin with, learnt from messages that were not delayed.

What MQMD.Format holds of a JMS message is in none of these documents. Of a delayed one they say that it comes
as it was sent: to its target (DD-10, X-42), behind a dead-letter header (X-17), to a transmission queue
(X-31), or in the data of a report (X-12, X-19). So what the same implementation has shown of undelayed JMS
messages, read in the same way, is remembered, and that of a delayed one must be among it. So it is with the
elements of the MQRFH2 that a report with all data repeats.

Compared is only what the MQI has got of messages that certainly have an MQRFH2: a JMS client may show as the
format what stands behind it. Who takes a dead-letter or transmission-queue header off shows the format of
what is behind it, who does not that of the header itself; either will do. Left out: publications, whose
descriptor is not looked at; everything once there are AMS policies, which may change what data begin with;
reports with some of the data, which may end within the header; reports that are not on their reply queue, or
about what may have expired as a dead letter.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.reference.chapters.report_messages import WITH_DATA, DataWanted, data_wanted
from mqtck.reference.queues.get_requests import Reader
from mqtck.reference.queues.transmission_queues import is_transmission_queue, put_by_queue_manager
from mqtck.reference.state.messages import Kind, Message, Part, Pattern
from mqtck.reference.state.queue_keys import is_staging, queue_name
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Disposal, Ended, OnQueue, Route
from mqtck.reference.vocabulary.constants import DEAD_LETTER_FORMAT, TRANSMISSION_FORMAT
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    JmsFolder,
    SeenMessage,
    SeenTransmissionHeader,
)

from .compared import Compared
from .twins import habit

Rules = tuple[str, ...]

_EXTENDED: Final = "MQHMDE"
"""Of a grouped message got with a descriptor of version 1. A delayed one is in no group (DD-36)."""

_OF_HEADERS: Final = frozenset({DEAD_LETTER_FORMAT, TRANSMISSION_FORMAT, _EXTENDED})
"""Formats that tell of what was put in front of a message, and not of the message."""


def formats_of_message(
    state: State, message: Message, queue_key: str, seen: SeenMessage, reader: Reader
) -> Iterator[Compared]:
    """The formats of a delayed message on its target, on a dead-letter or on a transmission queue."""
    if not message.delay:
        return
    for part, shown in _shown(state, message, queue_key, seen, reader):
        known = state.patterns.get((part, 0), frozenset())
        if not known:
            continue
        rules = _RULES[part]
        if part is Part.MESSAGE and not _certainly_bare(state, message, queue_key, seen):
            known |= {DEAD_LETTER_FORMAT}
            rules = ("X-17", "DD-98") if _dead_lettered(state, message, queue_key, seen) else rules
        elif part is Part.SEPARATE:
            known |= {TRANSMISSION_FORMAT}
        yield _among(rules, known, shown)


def formats_learnt(
    state: State, message: Message, queue_key: str, seen: SeenMessage, reader: Reader
) -> State:
    """The state in which the formats of a message that was not delayed are known."""
    if message.delay:
        return state
    for part, shown in _shown(state, message, queue_key, seen, reader):
        if shown not in _OF_HEADERS or part is Part.SEPARATE:
            state = _noted(state, (part, 0), shown)
    return state


_RULES: Final[dict[Part, Rules]] = {
    Part.MESSAGE: ("X-42", "DD-10"),
    Part.SEPARATE: ("X-31", "DD-10"),
    Part.EMBEDDED: ("X-31", "DD-10"),
}


def _shown(
    state: State, message: Message, queue_key: str, seen: SeenMessage, reader: Reader
) -> Iterator[tuple[Part, str]]:
    """The formats that are shown."""
    if not _tells(state, message, reader) or is_staging(queue_key):
        return
    header, shown = seen.transmission_header, seen.descriptor.format
    waits = is_transmission_queue(state, queue_key)
    if put_by_queue_manager(state, message, queue_key):
        if isinstance(header, SeenTransmissionHeader):
            if isinstance(shown, str):
                yield Part.SEPARATE, shown
            if isinstance(header.descriptor.format, str):
                yield Part.EMBEDDED, header.descriptor.format
    elif isinstance(shown, str) and not isinstance(header, SeenTransmissionHeader) and not waits:
        yield Part.MESSAGE, shown


def _tells(state: State, message: Message, reader: Reader) -> bool:
    """Whether this is a JMS message for one queue with an MQRFH2 at the beginning, as the MQI reads it."""
    return (
        reader is Reader.MQI
        and message.fields is not None
        and message.fields.for_jms
        and message.topic is None
        and message.transmission_header is None
        and message.ims_header is None
        and not state.policies
    )


def _certainly_bare(state: State, message: Message, queue_key: str, seen: SeenMessage) -> bool:
    """Whether it has come from the staging queue to its target, with no header but its own."""
    routes = _routes(state, message, queue_key)
    return routes == {Route.MOVED} and not isinstance(seen.dead_letter_header, DeadLetterHeader)


def _dead_lettered(state: State, message: Message, queue_key: str, seen: SeenMessage) -> bool:
    headed = isinstance(seen.dead_letter_header, DeadLetterHeader)
    return headed or Route.DEAD_LETTERED in _routes(state, message, queue_key)


def _routes(state: State, message: Message, queue_key: str) -> set[Route]:
    return {
        status.route
        for status in state.beliefs[message.serial]
        if isinstance(status, OnQueue) and status.queue == queue_key
    }


# --- reports -------------------------------------------------------------------------------------------


def formats_of_report(
    state: State, report: Message, queue_key: str, seen: SeenMessage, reader: Reader, rules: Rules
) -> Iterator[Compared]:
    """The format of a report about a delayed message, and what it repeats of the MQRFH2 (X-12, X-19)."""
    subject = _subject(state, report, queue_key, seen, reader)
    if subject is None or not subject.delay or _has_ended_as_dead_letter(state, subject):
        return
    shown = seen.descriptor.format
    known = _of_twins(state, report, subject, Part.REPORT)
    if known and isinstance(shown, str):
        yield _among(rules, known, shown)
    for element in sorted(_of_twins(state, report, subject, Part.FOLDER)):
        was, now = _element(state, subject, seen.folder, element)
        if UNSET not in (was, now) and was is not None:
            yield Compared(rules, f"{element} in the MQRFH2 as sent:", was, now, was == now)


def report_formats_learnt(
    state: State, report: Message, queue_key: str, seen: SeenMessage, reader: Reader
) -> State:
    """The state in which the look of a report about a message that was not delayed is known."""
    subject = _subject(state, report, queue_key, seen, reader)
    if subject is None or subject.delay or report.kind is not Kind.EXPIRATION:
        return state
    _, options = habit(report, subject)
    shown = seen.descriptor.format
    if isinstance(shown, str) and shown not in _OF_HEADERS:
        state = _noted(state, (Part.REPORT, options), shown)
    was, now = _element(state, subject, seen.folder, "timestamp")
    if not isinstance(was, int) or was != now:
        return state  # It may be a header of the report's own.
    for element in JmsFolder.__struct_fields__:
        was, now = _element(state, subject, seen.folder, element)
        if isinstance(was, str | int) and was == now:
            state = _noted(state, (Part.FOLDER, options), element)
    return state


def _subject(
    state: State, report: Message, queue_key: str, seen: SeenMessage, reader: Reader
) -> Message | None:
    """What a report is about, where a fair comparison is possible."""
    if report.subject is None or report.kind not in {Kind.EXPIRATION, Kind.EXCEPTION}:
        return None
    subject = state.messages[report.subject]
    manager = state.queue_managers.get(subject.queue_manager)
    buried = isinstance(seen.dead_letter_header, DeadLetterHeader) or (
        manager is not None and manager.dead_letter_queue == queue_name(queue_key)
    )
    fair = (
        _tells(state, subject, reader)
        and not buried
        and subject.onward is None
        and queue_name(queue_key) == subject.reply_to
        and not is_transmission_queue(state, queue_key)
        and data_wanted(subject, report.kind) is not DataWanted.SOME
    )
    return subject if fair else None


def _has_ended_as_dead_letter(state: State, subject: Message) -> bool:
    """Whether it may have expired behind a dead-letter header, with which the data of its report begin."""
    return any(
        isinstance(status, Ended) and status.disposal is not Disposal.NOT_DISPOSED
        for status in state.beliefs[subject.serial]
    )


def _of_twins(state: State, report: Message, subject: Message, part: Part) -> frozenset[str]:
    """What was learnt by the same options; of an exception report with all data, by expiration reports so."""
    _, options = habit(report, subject)
    if report.kind is Kind.EXPIRATION:
        return state.patterns.get((part, options), frozenset())
    if data_wanted(subject, report.kind) is not DataWanted.ALL:
        return frozenset()
    _, all_data = WITH_DATA[Kind.EXPIRATION]
    found = (
        known
        for (learnt, asked), known in state.patterns.items()
        if learnt is part and asked & all_data == all_data
    )
    return frozenset().union(*found)


def _element(state: State, subject: Message, folder: JmsFolder, element: str) -> tuple[object, object]:
    """An element as the sender of the subject was shown it, and as it is in the data of the report."""
    return getattr(state.known[subject.serial].folder, element), getattr(folder, element)


def _noted(state: State, pattern: Pattern, shown: str) -> State:
    known = state.patterns.get(pattern, frozenset())
    if shown in known:
        return state
    return replace(state, patterns=state.patterns.set(pattern, known | {shown}))


def _among(rules: Rules, known: frozenset[str], shown: str) -> Compared:
    expected = " or ".join(f'"{one}"' for one in sorted(known))
    return Compared(rules, "MQMD.Format, as of its undelayed twins,", expected, f'"{shown}"', shown in known)
