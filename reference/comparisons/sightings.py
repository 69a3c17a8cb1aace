"""Sightings: which message of the model a get or browse showed.

A message is recognised by its body, its ids and, for a report, the message that it is about. Whether it looks
as it must is compared in `looks`.
"""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from msgspec import UNSET

from mqtck.reference.chapters.header_mapping import plain_id
from mqtck.reference.chapters.report_messages import WITH_DATA, DataWanted, data_wanted, from_elsewhere
from mqtck.reference.queues.transmission_queues import cut_off_on, is_transmission_queue
from mqtck.reference.queues.unseen_reports import reports_from_elsewhere
from mqtck.reference.state.beliefs import END_OF, GENERATED
from mqtck.reference.state.generation import is_generated
from mqtck.reference.state.messages import Kind
from mqtck.reference.state.queue_keys import is_staging, queue_name
from mqtck.reference.state.seats import counts, place
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import Belief
from mqtck.reference.vocabulary.constants import Feedback, MessageType, Report
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    SeenMessage,
    SeenTransmissionHeader,
    label_in,
)

from .copies import likelihood
from .shown_kinds import kind_fits, names_no_feedback, shown_as_report

_IGNORED: dict[object, int] = {
    Feedback.PAN: Report.PAN,
    Feedback.NAN: Report.NAN,
    Feedback.ACTIVITY: Report.ACTIVITY,
}
"""The options on which nobody here makes a report, by the feedback of one (DD-128, DD-129)."""


class _Evidence(NamedTuple):
    """The messages of which something shown has the data, or an id in one of its fields."""

    body: list[int]
    correlation_id: list[int]
    descriptor_id: list[int]
    header_id: list[int]


def identify(state: State, queue_key: str, seen: SeenMessage) -> tuple[int, ...]:
    """The serials that the message shown may be, the most telling evidence first; empty if unknown."""
    evidence = _evidence(state, seen)
    found = _by_evidence(state, queue_key, seen, evidence)
    told = bool(found)
    if not found:
        found = _by_cut_off_header(state, queue_key, seen)
        told = bool(found) and isinstance(seen.transmission_header, SeenTransmissionHeader)
    known_queue = queue_key in state.queues or state.channels or state.runs
    if not told and known_queue and not evidence.correlation_id:
        others = (
            () if _may_be_of_an_application(state, queue_key, seen) else _unidentified(state, queue_key, seen)
        )
        return tuple(dict.fromkeys((*found, *others)))
    return _those_here_first(state, queue_key, seen, found)


def _evidence(state: State, seen: SeenMessage) -> _Evidence:
    return _Evidence(
        body=_by_body(state, seen),
        correlation_id=_by_correlation(state, seen),
        descriptor_id=_by_id(state, seen.descriptor.message_id),
        header_id=_by_id(state, seen.header.message_id),
    )


def _by_evidence(state: State, queue_key: str, seen: SeenMessage, evidence: _Evidence) -> list[int]:
    """Messages, and reports about them, that data or ids tell of.

    One that says that it is no report comes before the reports about it, unless it shows no feedback that
    would tell them apart, or says that it is a reply.
    """
    by_body, by_correlation, by_id, by_header = evidence
    report = shown_as_report(seen)
    itself = (by_body or by_id or by_header) if report is False else []
    passing = _by_passed_correlation(state, by_correlation)
    told = [one for one in passing if one in by_body or one in by_id or one in by_header]
    subjects = chain(told, by_correlation, passing, by_body, by_id, by_header)
    reports = [
        child for serial in subjects for child in _reports_about(state, serial) if _fits(state, child, seen)
    ]
    reply = seen.descriptor.message_type == MessageType.REPLY
    found = [*reports, *itself] if reply or names_no_feedback(seen) else [*itself, *reports, *itself]
    if is_staging(queue_key) or is_transmission_queue(state, queue_key):
        found += by_correlation
    if not report:
        found += by_id + by_header
        found += _replies(state, by_correlation) if seen.body is UNSET else []
    return found


def _replies(state: State, answered: list[int]) -> list[int]:
    """What an application has sent in answer to these, or its copies: they have their ids as well."""
    replies = [state.messages[reply] for serial in answered for reply in state.replies.get(serial, ())]
    return [
        serial
        for reply in replies
        for serial in ((reply.serial,) if reply.topic is None else state.labels[reply.label])
    ]


def _by_cut_off_header(state: State, queue_key: str, seen: SeenMessage) -> list[int]:
    """Messages without data, whose transmission-queue header was cut off when they were put.

    Of one that shows neither its data nor the length of its header nothing tells that it is such a message.
    """
    header = seen.transmission_header
    if shown_as_report(seen):
        return []
    if isinstance(header, SeenTransmissionHeader):
        told = header.length is not UNSET or seen.body is not UNSET
        return cut_off_on(state, queue_key, header.length) if told else []
    return cut_off_on(state, queue_key, UNSET) if seen.body == "" else []


def _those_here_first(state: State, queue_key: str, seen: SeenMessage, found: list[int]) -> tuple[int, ...]:
    """Each once, first those that may be on the queue; copies of a publication in order of likelihood."""
    here = [serial for serial in found if _may_be_on(state.beliefs[serial], queue_key)]
    if not here and isinstance(seen.descriptor.feedback, int) and seen.descriptor.feedback != Feedback.NONE:
        here = [one for one in found if from_elsewhere(state, state.messages[one], queue_key)]
    if any(_of_publication(state, serial) for serial in found):
        seats = state.queues.get(queue_key, Queue()).residents
        named = _for_the_queue_named(state, here, seen)
        certain = {serial for serial in here if serial in seats and seats[serial].certain}
        here.sort(
            key=lambda one: (
                one not in named,
                one not in certain,
                not _is_due(state, one),
                _elsewhere(state, one, queue_key),
            )
        )
        found.sort(key=lambda serial: likelihood(state, serial, queue_key))
    return tuple(dict.fromkeys([*here, *found]))


def vaguely_seen(state: State, queue_key: str, seen: SeenMessage, candidates: Iterable[int]) -> bool:
    """Whether neither data nor ids tell which of several messages, those identified, this is.

    A message and the reports about it share data and ids; only type and feedback tell them apart. Nothing
    tells for which subscription a staged copy of a publication is, and of a dead-lettered one its header may;
    nor about which copy a report is.
    """
    here = [one for one in candidates if _may_be_on(state.beliefs[one], queue_key)]
    if len(here) < 2:  # noqa: PLR2004 - two to choose from
        return False
    if isinstance(seen.transmission_header, SeenTransmissionHeader):
        return not _told(state, seen)
    apart = (
        is_staging(queue_key) or _of_several_queues(state, here) or _also_elsewhere(state, here, queue_key)
    )
    if apart and _of_publication(state, here[0]):
        seats = state.queues[queue_key].residents
        here = _for_the_queue_named(state, here, seen)
        return len(here) > 1 and not all(seats[one].certain for one in here)
    untyped = not isinstance(seen.descriptor.feedback, int)
    mixed = untyped and len({state.messages[one].kind for one in here}) > 1
    return mixed or not _told(state, seen) or _about_either(state, seen, here)


def _about_either(state: State, seen: SeenMessage, here: list[int]) -> bool:
    """Whether a report may be about a message, or about replies to it whose correlation id it passes on."""
    body, correlated, *by_ids = _evidence(state, seen)
    if not correlated or body or any(by_ids):
        return False
    subjects = {state.messages[one].subject for one in here}
    replies = _by_passed_correlation(state, correlated)
    return not subjects.isdisjoint(replies) and len(subjects.intersection({*correlated, *replies})) > 1


def _told(state: State, seen: SeenMessage) -> bool:
    """Whether data or ids tell which message this is, or is about."""
    return any(_evidence(state, seen))


def _of_several_queues(state: State, serials: list[int]) -> bool:
    """Whether copies among these were meant for different queues, and meet on a third."""
    known = (state.messages[serial] for serial in serials)
    return len({one.first for one in known if one.kind is Kind.APPLICATION}) > 1


def _also_elsewhere(state: State, serials: list[int], queue_key: str) -> bool:
    """Whether one of these reports about copies may be on another queue as well, and not this one here."""
    return any(state.messages[one].kind in GENERATED and _elsewhere(state, one, queue_key) for one in serials)


def _for_the_queue_named(state: State, serials: list[int], seen: SeenMessage) -> list[int]:
    """The copies for the queue that the dead-letter header names; all where it names the queue of none."""
    header = seen.dead_letter_header
    if not isinstance(header, DeadLetterHeader) or not isinstance(header.destination_queue, str):
        return serials
    shown = header.destination_queue
    named = [serial for serial in serials if queue_name(state.messages[serial].first) == shown]
    return named or serials


def _elsewhere(state: State, serial: int, queue_key: str) -> int:
    """On how many other queues it may be: one that may be on none leaves the others for those."""
    return len({place(status) for status in state.beliefs[serial]} - {None, queue_key})


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
    """Whether neither data nor anything else tell a message of an application from what is made about one.

    That may be a trigger message, too, which is no report; and a unit of work shows what it has put itself.
    """
    return (
        seen.body is UNSET
        and not shown_as_report(seen)
        and any(
            state.messages[serial].kind in {Kind.APPLICATION, Kind.FAN_OUT}
            and any(place(status) == queue_key for status in state.beliefs[serial])
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


def _fits(state: State, serial: int, seen: SeenMessage) -> bool:
    """Whether a report, or what else the queue manager makes, may be the one shown.

    An exception report may have a wrong feedback, but hardly that of another report which was asked for.
    """
    report = state.messages[serial]
    option = _IGNORED.get(seen.descriptor.feedback)
    subject = None if report.subject is None else state.messages[report.subject]
    if option is not None and subject is not None and subject.report & option:
        return False
    return kind_fits(report.kind, seen)


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
    replies = _replies(state, correlated)
    return [reply for reply in replies if state.messages[reply].report & Report.PASS_CORREL_ID]
