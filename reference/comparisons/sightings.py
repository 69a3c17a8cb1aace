"""Sightings: which message of the model a get or browse showed.

A message is recognised by its body, its ids and, for a report, the message that it is about. What it
looks like is compared in the other modules here; values that the implementation chose are bound in this one.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.reference.blame.publications import likelihood
from mqtck.reference.get_requests import Request
from mqtck.reference.header_mapping import plain_id
from mqtck.reference.ims_bridge import reply_looks
from mqtck.reference.report_messages import WITH_DATA, DataWanted, data_wanted, from_elsewhere
from mqtck.reference.separate_descriptors import as_put
from mqtck.reference.state.beliefs import END_OF
from mqtck.reference.state.generation import is_generated
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import is_staging, queue_name
from mqtck.reference.state.seats import counts, place
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import Belief, OnQueue, Route
from mqtck.reference.transmission_queues import cut_off_on, is_transmission_queue
from mqtck.reference.unseen_reports import reports_from_elsewhere
from mqtck.reference.vocabulary.constants import Feedback, MessageType, Report
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    JmsHeader,
    SeenMessage,
    SeenTransmissionHeader,
    label_in,
)
from mqtck.reference.vocabulary.results import Breach

from .channels import put_by_channel
from .compared import Compared, sifted
from .formats import formats_learnt, formats_of_message, report_formats_learnt
from .mapped_fields import as_published, fields_as_returned
from .messages import application_message, staged_copy, trigger_message
from .received_fields import Shown
from .reports import report_message
from .transmission import header_looks
from .twins import remembered

_REPORT_FEEDBACKS: dict[int, Kind] = {
    Feedback.EXPIRATION: Kind.EXPIRATION,
    Feedback.COA: Kind.COA,
    Feedback.COD: Kind.COD,
}

_IGNORED: dict[object, int] = {
    Feedback.PAN: Report.PAN,
    Feedback.NAN: Report.NAN,
    Feedback.ACTIVITY: Report.ACTIVITY,
}
"""The options on which nobody here makes a report, by the feedback of one (DD-128, DD-129)."""


def identify(state: State, queue_key: str, seen: SeenMessage) -> tuple[int, ...]:
    """The serials that the message shown may be, the most telling evidence first; empty if unknown."""
    found: list[int] = []
    report = shown_as_report(seen)
    by_body, by_correlation = _by_body(state, seen), _by_correlation(state, seen)
    by_id, by_header = _by_id(state, seen.descriptor.message_id), _by_id(state, seen.header.message_id)
    itself = (by_body or by_id) if report is False else []
    if not _without_feedback(seen):
        found += itself
    found += [
        child
        for serial in (
            *by_correlation,
            *_by_passed_correlation(state, by_correlation),
            *by_body,
            *by_id,
            *by_header,
        )
        for child in _reports_about(state, serial)
        if _fits(state, child, seen)
    ]
    found += itself
    if is_staging(queue_key) or is_transmission_queue(state, queue_key):
        found += by_correlation
    if not report:
        found += by_id + by_header
    header = seen.transmission_header
    unknown = not found
    if unknown and not report and (seen.body == "" or isinstance(header, SeenTransmissionHeader)):
        length = header.length if isinstance(header, SeenTransmissionHeader) else UNSET
        found += cut_off_on(state, queue_key, length)
        unknown = not found or not isinstance(header, SeenTransmissionHeader)
    if unknown and (queue_key in state.queues or state.channels or state.runs) and not by_correlation:
        if _may_be_of_an_application(state, queue_key, seen):
            return tuple(found)
        return tuple(dict.fromkeys([*found, *_unidentified(state, queue_key, seen)]))
    here = [serial for serial in found if _may_be_on(state.beliefs[serial], queue_key)]
    if not here and isinstance(seen.descriptor.feedback, int) and seen.descriptor.feedback != Feedback.NONE:
        here = [one for one in found if from_elsewhere(state, state.messages[one], queue_key)]
    if any(_of_publication(state, serial) for serial in found):
        seats = state.queues.get(queue_key, Queue()).residents
        named = _for_the_queue_named(state, here, seen)
        here.sort(
            key=lambda serial: (serial not in named, not seats[serial].certain, not _is_due(state, serial))
        )
        found.sort(key=lambda serial: likelihood(state, serial, queue_key))
    return tuple(dict.fromkeys([*here, *found]))


def vaguely_seen(state: State, queue_key: str, seen: SeenMessage, candidates: Iterable[int]) -> bool:
    """Whether neither data nor ids tell which of several messages, those identified, this is.

    A message and the reports about it share data and ids; only type and feedback tell them apart. Nothing
    tells for which subscription a staged copy of a publication is, and of a dead-lettered one its header may.
    """
    here = [one for one in candidates if _may_be_on(state.beliefs[one], queue_key)]
    if len(here) < 2:  # noqa: PLR2004 - two to choose from
        return False
    if isinstance(seen.transmission_header, SeenTransmissionHeader):
        return not _told(state, seen)
    if _of_publication(state, here[0]) and (is_staging(queue_key) or _of_several_queues(state, here)):
        seats = state.queues[queue_key].residents
        here = _for_the_queue_named(state, here, seen)
        return len(here) > 1 and not all(seats[one].certain for one in here)
    untyped = not isinstance(seen.descriptor.feedback, int)
    return not _told(state, seen) or (untyped and len({state.messages[one].kind for one in here}) > 1)


def _told(state: State, seen: SeenMessage) -> bool:
    """Whether data or ids tell which message this is, or is about."""
    return bool(
        _by_body(state, seen)
        or _by_correlation(state, seen)
        or _by_id(state, seen.descriptor.message_id)
        or _by_id(state, seen.header.message_id)
    )


def _of_several_queues(state: State, serials: list[int]) -> bool:
    """Whether copies among these were meant for different queues, and meet on a third."""
    known = (state.messages[serial] for serial in serials)
    return len({one.first for one in known if one.kind is Kind.APPLICATION}) > 1


def _for_the_queue_named(state: State, serials: list[int], seen: SeenMessage) -> list[int]:
    """The copies for the queue that the dead-letter header names; all where it names the queue of none."""
    header = seen.dead_letter_header
    if not isinstance(header, DeadLetterHeader) or not isinstance(header.destination_queue, str):
        return serials
    shown = header.destination_queue.rstrip()
    named = [serial for serial in serials if queue_name(state.messages[serial].first) == shown]
    return named or serials


def _is_due(state: State, serial: int) -> bool:
    """Whether what a report is about has certainly ended so; of several copies the others come last."""
    report = state.messages[serial]
    if report.subject is None:
        return True
    return all(is_generated(report.kind, status) for status in state.beliefs[report.subject])


def _unidentified(state: State, queue_key: str, seen: SeenMessage) -> tuple[int, ...]:
    """What no id tells of: reports and the like, the likeliest first.

    A report with an unknown id is likely to be about a message whose id was not seen, such as a copy of a
    publication, or one that asked for its correlation id to be passed on; to carry the data that were asked
    for; and to have the priority of its message.
    """

    def unlikely(serial: int) -> tuple[bool, ...]:
        subject = state.messages[serial].subject
        known = subject is not None and state.known[subject].message_id is not None
        passed = subject is not None and bool(state.messages[subject].report & Report.PASS_CORREL_ID)
        strange = isinstance(seen.descriptor.correlation_id, str) and known and not passed
        absent = not _may_be_on(state.beliefs[serial], queue_key)
        shown = seen.descriptor.priority
        other = isinstance(shown, int) and shown != state.messages[serial].priority
        unsure = serial not in residents or not residents[serial].certain
        return absent, strange, not _data_fit(state, serial, seen), other, unsure

    residents = state.queues.get(queue_key, Queue()).residents
    from_elsewhere = reports_from_elsewhere(state, queue_key) if state.channels or state.runs else []
    # One without feedback that does not say that it is a report is none: nobody need show more of it. Nor is
    # one that says that it is something else and does not show its feedback.
    shown_as = (seen.descriptor.message_type, seen.descriptor.feedback)
    plain = shown_as[0] != MessageType.REPORT and shown_as[1] in {Feedback.NONE, UNSET}
    plain = plain and shown_as != (UNSET, UNSET)
    found = (
        serial
        for serial in dict.fromkeys((*residents, *from_elsewhere))
        if state.messages[serial].kind not in {Kind.APPLICATION, Kind.FAN_OUT}
        and not (plain and state.messages[serial].kind not in {Kind.TRIGGER, Kind.REPLY})
        and _fits(state, serial, seen)
    )
    return tuple(sorted(found, key=unlikely))


def _may_be_of_an_application(state: State, queue_key: str, seen: SeenMessage) -> bool:
    """Whether neither data nor anything else tell a message of an application from what is made about one."""
    return (
        seen.body is UNSET
        and shown_as_report(seen) is None
        and any(
            state.messages[serial].kind in {Kind.APPLICATION, Kind.FAN_OUT}
            and _may_be_on(state.beliefs[serial], queue_key)
            for serial in state.queues.get(queue_key, Queue()).residents
        )
    )


def _data_fit(state: State, serial: int, seen: SeenMessage) -> bool:
    """Whether a report may carry what is shown; with data it would be known by them."""
    report = state.messages[serial]
    if report.subject is None or report.kind not in WITH_DATA or seen.body != "":
        return True
    return data_wanted(state.messages[report.subject], report.kind) is DataWanted.NONE


def _of_publication(state: State, serial: int) -> bool:
    """Whether this is a copy of a publication, or a report about one: several look alike."""
    message = state.messages[serial]
    subject = message if message.subject is None else state.messages[message.subject]
    return subject.topic is not None


def _reports_about(state: State, serial: int) -> tuple[int, ...]:
    """The reports about a message; of a publication also those that may be about any of its copies."""
    message = state.messages[serial]
    if message.topic is None:
        return state.children.get(serial, ())
    publication = serial if message.publication is None else message.publication
    of_all = [
        child
        for kind in END_OF
        if (publication, kind) in state.collectives
        for child in state.children.get(state.collectives[publication, kind].serial, ())
    ]
    return (*of_all, *state.children.get(serial, ()))


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


def may_tell_a_failure(seen: SeenMessage) -> bool:
    """Whether it may be an exception report: it says so, or has no data and does not say what it is."""
    if shown_as_report(seen) is None:
        return seen.body in {"", UNSET}
    return bool(shown_as_report(seen)) and _kind_fits(Kind.EXCEPTION, seen)


def says_nothing_of_itself(seen: SeenMessage) -> bool:
    """Whether neither type nor feedback is shown, so that a report with data looks like its message."""
    return seen.descriptor.message_type is UNSET and seen.descriptor.feedback is UNSET


def _without_feedback(seen: SeenMessage) -> bool:
    """Whether it says that it is a report, but not about what: one of any kind, if one may be there."""
    shown = seen.descriptor
    return shown.message_type == MessageType.REPORT and shown.feedback == Feedback.NONE


def _fits(state: State, serial: int, seen: SeenMessage) -> bool:
    """Whether a report, or what else the queue manager makes, may be the one shown.

    An exception report may have a wrong feedback, but hardly that of another report which was asked for.
    """
    report = state.messages[serial]
    option = _IGNORED.get(seen.descriptor.feedback)
    subject = None if report.subject is None else state.messages[report.subject]
    if option is not None and subject is not None and subject.report & option:
        return False
    return _kind_fits(report.kind, seen)


def _kind_fits(kind: Kind, seen: SeenMessage) -> bool:
    feedback = seen.descriptor.feedback
    if not isinstance(feedback, int) or kind is Kind.TRIGGER:
        return True
    if kind is Kind.REPLY:
        return feedback == Feedback.NONE
    if _without_feedback(seen):
        return True
    known = _REPORT_FEEDBACKS.get(feedback)
    return kind is known if known is not None else kind in (Kind.EXCEPTION, Kind.CHANNEL_EXCEPTION)


def _by_body(state: State, seen: SeenMessage) -> list[int]:
    if not isinstance(seen.body, str):
        return []
    return list(state.labels.get(label_in(seen.body, state.labels), ()))


def _by_id(state: State, message_id: object) -> list[int]:
    serial = state.ids.get(plain_id(message_id)) if isinstance(message_id, str) else None
    if serial is None:
        return []
    message = state.messages[serial]
    return [serial] if message.topic is None else list(state.labels[message.label])


def _by_correlation(state: State, seen: SeenMessage) -> list[int]:
    return _by_id(state, seen.descriptor.correlation_id) or _by_id(state, seen.header.correlation_id)


def _by_passed_correlation(state: State, correlated: list[int]) -> list[int]:
    """The replies to the message named whose reports pass their correlation id on."""
    return [
        reply
        for serial in correlated
        for reply in state.replies.get(serial, ())
        if state.messages[reply].report & Report.PASS_CORREL_ID
    ]


# --- does it look as it must? -----------------------------------------------------------------------


def inspect(
    state: State, serial: int, request: Request, seen: SeenMessage, at: Interval
) -> tuple[State, tuple[Breach, ...], frozenset[str]]:
    """The state with chosen values bound, what about the message is wrong, and the rules compared."""
    message, queue_key, reader = state.messages[serial], request.queue_key, request.reader
    seen = as_put(state, message, queue_key, seen)
    match message.kind:
        case Kind.APPLICATION if is_staging(queue_key):
            found = sifted(staged_copy(state, message, seen, at))
            state = _bind_staged(state, serial, seen)
        case Kind.APPLICATION | Kind.FAN_OUT:
            compared = application_message(state, message, queue_key, seen, at)
            fields = _fields(state, message, queue_key, seen)
            headers = header_looks(state, message, queue_key, seen, at)
            formats = formats_of_message(state, message, queue_key, seen, reader)
            found = sifted(chain(compared, fields, headers, formats))
            state = formats_learnt(_bind(state, serial, seen), message, queue_key, seen, reader)
        case Kind.TRIGGER:
            found = sifted(trigger_message(message, seen))
        case Kind.REPLY:
            found = sifted(reply_looks(state, message, seen, at))
        case _:
            found = sifted(report_message(state, message, queue_key, seen, at, reader))
            assert message.subject is not None
            subject = state.messages[message.subject]
            if subject.onward is None and subject.transmission_header is None:
                # What a report says of data behind a transmission-queue header is no measure for others.
                state = remembered(state, message, subject, queue_key, seen, at)
                state = report_formats_learnt(state, message, queue_key, seen, reader)
    return state, *found


def _fields(state: State, message: Message, queue_key: str, seen: SeenMessage) -> Iterator[Compared]:
    """The application's header fields, on the target and on the dead-letter queue (X-17)."""
    dead_lettered = isinstance(seen.dead_letter_header, DeadLetterHeader) or any(
        isinstance(status, OnQueue) and status.route is Route.DEAD_LETTERED and status.queue == queue_key
        for status in state.beliefs[message.serial]
    )
    if not dead_lettered:
        shown = Shown(seen.header, seen.descriptor, seen.folder)
        return as_published(message, fields_as_returned(state, message, shown))
    if put_by_channel(state, message.serial, queue_key) or not message.delay:
        return iter(())
    return _behind_dead_letter_header(state, message, seen)


def _behind_dead_letter_header(state: State, message: Message, seen: SeenMessage) -> Iterator[Compared]:
    """X-17: the delivery delay processor dead-letters the message as it was sent, its MQRFH2 included.

    So it does the copy of a publication, of which the descriptor is not looked at (HM-48). What a JMS client
    makes of a message that begins with a dead-letter header is in none of the documents.
    """
    written = Shown(JmsHeader(), seen.descriptor, seen.folder)
    for one in fields_as_returned(state, message, written):
        yield replace(one, rules=("X-17", "DD-98", *one.rules))


def _bind(state: State, serial: int, seen: SeenMessage) -> State:
    """Bind the message id of an application message that the sender did not show.

    Not that of a copy of a publication: its ids are open, and it may be taken for another copy.
    """
    known = state.known[serial]
    shown: object = seen.descriptor.message_id
    if not isinstance(shown, str):
        shown = seen.header.message_id
    published = state.messages[serial].topic is not None
    if known.message_id is not None or not isinstance(shown, str) or published:
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
