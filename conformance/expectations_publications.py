"""Checks of what subscribers get, and of the reports about copies of a publication."""

from typing import Final

from msgspec import UNSET

from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import Feedback
from mqtck.reference.vocabulary.messages import SeenMessage

from .expectations_messages import FIRST_REASON_CODE, LAST_REASON_CODE
from .narration import said_outcome
from .scripts import Broken, Check, Finding, Handle, Held, NotObserved, Record

EXCEPTION: Final = range(FIRST_REASON_CODE, LAST_REASON_CODE + 1)
"""The feedback of an exception report: the reason of a failure, which is open."""

EXPIRATION: Final = range(Feedback.EXPIRATION, Feedback.EXPIRATION + 1)


def topic_place(topic: str) -> str:
    """Where a publication goes, as distinct from a queue of the same name."""
    return f"topic {topic}"


def so_many_reports(handle: Handle, queue: str, count: range, feedback: range) -> Check:
    """A browse shows so many reports with such a feedback, and nothing else. The answer is how many."""
    wanted = f"{count[0]} to {count[-1]} reports on {queue}, and nothing else"

    def check(record: Record) -> Finding:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken(wanted, said_outcome(outcome), handle)
        shown = [_feedback(message) for message in outcome.messages]
        if UNSET in shown:
            return NotObserved("MQMD.Feedback of a report")
        if len(shown) in count and all(one in feedback for one in shown):
            return Held(str(len(shown)))
        return Broken(wanted, said_outcome(outcome), handle)

    return check


def _feedback(message: SeenMessage) -> object:
    return message.descriptor.feedback
