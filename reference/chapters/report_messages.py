"""Chapter "Report messages", and the reports of the Expiry text: which are made, and how they look.

Covers which options the delivery delay processor acts on (DD-125) and which it only passes through
(DD-126 to DD-130), expiration reports (EX-21, EX-22, EX-26, EX-37, DD-82, DD-83) and exception reports
(DD-101, DD-102). General rules of report ids stand in other documents; only what these texts say of
the original message is compared, and reports about a delayed and an undelayed message with each other
(`twins`).

Silent points: whether confirmations are produced at the target at all (DD-130: both accepted, never
before the due time, never twice); whether who passes a message on to another queue manager or gets it reports
that as an activity (DD-129 speaks of the processor); the feedback of an exception report; what becomes of a
report that nobody said where to send (it may be on a dead-letter queue, or nowhere).
"""

from enum import Enum, auto
from typing import Final

from mqtck.reference.state.beliefs import NEVER
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import is_staging, key, owner, queue_name
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, Held, Staged, Status, Uncommitted
from mqtck.reference.vocabulary.commands import QueueAttributes, Usage
from mqtck.reference.vocabulary.constants import Feedback, Report
from mqtck.reference.vocabulary.profile import Edition

from .resolution import dead_letter_key, resolve

IGNORED: Final = (
    Report.COA_WITH_FULL_DATA | Report.COD_WITH_FULL_DATA | Report.PAN | Report.NAN | Report.ACTIVITY
)
"""The options that the delivery delay processor ignores and passes on, by the newer edition."""

ANY_REPORT: Final = IGNORED | Report.EXCEPTION_WITH_FULL_DATA | Report.EXPIRATION_WITH_FULL_DATA
"""The options that ask for a report, which is to be sent somewhere."""


_REQUEST: Final[dict[Kind, int]] = {
    Kind.EXPIRATION: Report.EXPIRATION,
    Kind.EXCEPTION: Report.EXCEPTION,
    Kind.CHANNEL_EXCEPTION: Report.EXCEPTION,
    Kind.COA: Report.COA,
    Kind.COD: Report.COD,
}
"""Which option requests a report; no option requests what is not here."""


def asks_for(message: Message, kind: Kind) -> bool:
    """EX-21, EX-22, DD-101, DD-102: whether the report options request this report."""
    return bool(message.report & _REQUEST.get(kind, 0))


def has_reply_to(message: Message) -> bool:
    """Whether reports about it are for some queue, here or at another queue manager."""
    return message.reply_to is not None or (message.fields is not None and message.fields.reply is not None)


def may_leave(state: State, message: Message) -> bool:
    """Whether reports about it are for another queue manager that something here leads to."""
    reply = None if message.fields is None else message.fields.reply
    manager = None if reply is None else reply.queue_manager
    if message.reply_to is not None or manager is None:
        return False
    return manager in state.queue_managers or key(message.queue_manager, manager) in state.definitions


def way_is_known(state: State, message: Message) -> bool:
    """Whether it is known where a report about it goes: to a queue here, or it cannot be sent (DD-103).

    It cannot where it is for a queue manager that is not there. What leaves for another one is not followed.
    """
    return has_reply_to(message) and not may_leave(state, message)


def from_elsewhere(state: State, report: Message, queue_key: str) -> bool:
    """Whether a report that has been made may be here on its way to another queue manager, or at its end.

    Its way is not followed: no belief holds where it is.
    """
    if report.subject is None or set(state.beliefs[report.serial]) == {NEVER}:
        return False
    return reports_may_come(state, state.messages[report.subject], queue_key)


def reports_may_come(state: State, subject: Message, queue_key: str) -> bool:
    """Whether reports about a message leave its queue manager, and may come by here.

    On a transmission queue, at the end, on the dead-letter queue there if that takes none (what channels make
    of undelivered reports is not in these documents), or anywhere if the end leads on to another queue.
    Those that another member of a cluster makes come back, to either queue of the sender's queue manager;
    where a channel has brought the message they wait on a transmission queue first.
    """
    if is_staging(queue_key):
        return False
    if _made_elsewhere(state, subject, queue_key):
        return True
    in_cluster = any(owner(instance) != subject.queue_manager for instance in subject.instances)
    if in_cluster and queue_key in {_near_end(state, subject), dead_letter_key(state, owner(queue_key))}:
        return True
    end = _far_end(state, subject)
    if not end:
        return False
    attributes = state.definitions.get(queue_key)
    if isinstance(attributes, QueueAttributes) and attributes.usage is Usage.TRANSMISSION:
        return True
    found = resolve(state, owner(end), queue_name(end))
    defined_here = isinstance(state.definitions.get(end), QueueAttributes)
    leads_on = bool(found and found.instances) or (end in state.definitions and not defined_here)
    manager = owner(queue_key)
    undelivered = manager != subject.queue_manager and dead_letter_key(state, manager) == queue_key
    return queue_key == end or leads_on or undelivered


def _made_elsewhere(state: State, subject: Message, queue_key: str) -> bool:
    """Whether reports leave by this transmission queue where a channel may have brought the message."""
    attributes = state.definitions.get(queue_key)
    return (
        isinstance(attributes, QueueAttributes)
        and attributes.usage is Usage.TRANSMISSION
        and owner(queue_key) != subject.queue_manager
        and (subject.onward is not None or subject.serial in state.hops)
    )


def reported_on_its_way(state: State, message: Message | None) -> bool:
    """Whether others than the processor may have reported an activity (DD-129).

    Who passes the message on, who distributes a publication, who gets it or discards it behind its delay, or
    whoever deals with it if it has none. None stands for any message.
    """
    if message is None:
        return any(reported_on_its_way(state, state.messages[serial]) for serial in state.activities_asked)
    if not message.report & Report.ACTIVITY:
        return False
    if message.topic is not None or not message.delay:
        return True
    belief = state.beliefs[message.serial]
    if message.serial in state.backouts or any(map(_dealt_with_by_others, belief)):
        return True
    leads_away = message.onward is not None or message.instances
    here = all(isinstance(status, Staged | Uncommitted) for status in belief)
    return bool(leads_away) and not here


def activities_may_come(state: State, queue_key: str) -> bool:
    """Whether a report of an activity, of which the documents say nothing, may count on the queue."""
    asked = (state.messages[serial] for serial in state.activities_asked)
    return any(
        reported_on_its_way(state, message) and _near_end(state, message) == queue_key for message in asked
    )


def _dealt_with_by_others(status: Status) -> bool:
    """Whether somebody has got it, or has discarded it behind its delay."""
    match status:
        case Held() | Ended(cause=Cause.CONSUMED) | Ended(cause=Cause.EXPIRED, staged=None):
            return True
        case _:
            return False


def _near_end(state: State, subject: Message) -> str:
    """The queue of the sender's queue manager to which reports about a message are to go; empty if none."""
    name = subject.reply_to
    resolved = None if name is None else resolve(state, subject.queue_manager, name)
    return "" if resolved is None else resolved.local


def _far_end(state: State, subject: Message) -> str:
    """The queue at another queue manager to which reports about a message are to go; empty if none."""
    reply = None if subject.fields is None else subject.fields.reply
    name = subject.reply_to if reply is None else reply.queue
    manager = None if reply is None else reply.queue_manager
    if manager not in {None, "", subject.queue_manager}:
        return key(manager or "", name or "")
    resolved = None if name is None else resolve(state, subject.queue_manager, name)
    return "" if resolved is None else resolved.onward or ""


def feedback_fits(kind: Kind, feedback: int) -> bool:
    """EX-21, DD-101: 258 for an expiration report, a reason code for an exception report."""
    match kind:
        case Kind.EXPIRATION:
            return feedback == Feedback.EXPIRATION
        case Kind.COA:
            return feedback == Feedback.COA
        case Kind.COD:
            return feedback == Feedback.COD
        case Kind.EXCEPTION | Kind.CHANNEL_EXCEPTION:
            return feedback not in (
                Feedback.NONE,
                Feedback.EXPIRATION,
                Feedback.COA,
                Feedback.COD,
                Feedback.PAN,
                Feedback.NAN,
                Feedback.ACTIVITY,
            )
        case Kind.APPLICATION | Kind.FAN_OUT | Kind.COPIES | Kind.TRIGGER | Kind.REPLY:
            return True


WITH_DATA: Final = {
    Kind.EXPIRATION: (Report.EXPIRATION_WITH_DATA, Report.EXPIRATION_WITH_FULL_DATA),
    Kind.EXCEPTION: (Report.EXCEPTION_WITH_DATA, Report.EXCEPTION_WITH_FULL_DATA),
    Kind.CHANNEL_EXCEPTION: (Report.EXCEPTION_WITH_DATA, Report.EXCEPTION_WITH_FULL_DATA),
    Kind.COA: (Report.COA_WITH_DATA, Report.COA_WITH_FULL_DATA),
    Kind.COD: (Report.COD_WITH_DATA, Report.COD_WITH_FULL_DATA),
}
"""The options of a kind of report that ask for some of the data, and for all."""


class DataWanted(Enum):
    """How much of the original data a report is to carry."""

    NONE = auto()
    SOME = auto()
    ALL = auto()


SOME_DATA: Final = 100
"""Bytes at the beginning of the data that a report with some of them carries."""


def data_wanted(message: Message, kind: Kind) -> DataWanted:
    """How much of its data the report options of a message ask for in a report of this kind."""
    some, full = WITH_DATA[kind]
    bits = message.report & full
    return DataWanted.ALL if bits == full else DataWanted.SOME if bits == some else DataWanted.NONE


def passed_on_untouched(edition: Edition) -> int:
    """DD-126 to DD-130; the older edition breaks off before its list of options, so none is judged by it."""
    return Report.NONE if edition is Edition.VERSION_8_0 else IGNORED
