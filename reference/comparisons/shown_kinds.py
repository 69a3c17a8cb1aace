"""What a message that was shown says that it is: a message, or a report of which kind.

That is in its type and feedback, either of which an adapter may leave out, and in whether it has data.
"""

from typing import Final

from msgspec import UNSET

from mqtck.reference.state.messages import Kind
from mqtck.reference.vocabulary.constants import Feedback, MessageType
from mqtck.reference.vocabulary.messages import SeenMessage

_BY_FEEDBACK: Final[dict[int, Kind]] = {
    Feedback.EXPIRATION: Kind.EXPIRATION,
    Feedback.COA: Kind.COA,
    Feedback.COD: Kind.COD,
}


def shown_as_report(seen: SeenMessage) -> bool | None:
    """Whether a message presents itself as a report; None where nothing tells."""
    descriptor = seen.descriptor
    if isinstance(descriptor.message_type, int) and descriptor.feedback != Feedback.NONE:
        return descriptor.message_type == MessageType.REPORT
    if isinstance(descriptor.feedback, int):
        return descriptor.feedback != Feedback.NONE
    return False if isinstance(seen.body, str) and seen.body else None


def shown_as_sent(seen: SeenMessage) -> bool:
    """Whether its feedback tells of nothing and its type is not that of a report."""
    descriptor = seen.descriptor
    return descriptor.feedback == Feedback.NONE and descriptor.message_type != MessageType.REPORT


def may_tell_a_failure(seen: SeenMessage) -> bool:
    """Whether it may be an exception report: it says so, or has no data and does not say what it is."""
    if shown_as_report(seen) is None:
        return seen.body in {"", UNSET}
    return bool(shown_as_report(seen)) and kind_fits(Kind.EXCEPTION, seen)


def says_nothing_of_itself(seen: SeenMessage) -> bool:
    """Whether neither type nor feedback is shown, so that a report with data looks like its message."""
    return seen.descriptor.message_type is UNSET and seen.descriptor.feedback is UNSET


def names_no_feedback(seen: SeenMessage) -> bool:
    """Whether it says that it is a report, but not about what: one of any kind, if one may be there."""
    shown = seen.descriptor
    return shown.message_type == MessageType.REPORT and shown.feedback == Feedback.NONE


def kind_fits(kind: Kind, seen: SeenMessage) -> bool:
    """Whether what the queue manager makes of this kind may show such a feedback."""
    feedback = seen.descriptor.feedback
    if not isinstance(feedback, int) or kind is Kind.TRIGGER:
        return True
    if kind is Kind.REPLY:
        return feedback == Feedback.NONE
    if names_no_feedback(seen):
        return True
    known = _BY_FEEDBACK.get(feedback)
    return kind is known if known is not None else kind in (Kind.EXCEPTION, Kind.CHANNEL_EXCEPTION)
