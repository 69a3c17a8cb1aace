"""Checks of what subscribers get, and of the reports about copies of a publication."""

from collections.abc import Callable

from msgspec import UNSET

from mqtck.conformance.judging.narration import said_outcome
from mqtck.conformance.scenarios.scripts import Broken, Check, CheckResult, Handle, Held, NotObserved, Record
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import ReadDepth
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Feedback

from .queues import delivered, delivered_or_nothing
from .sendings import Sending


def tells_an_end(feedback: int) -> bool:
    """Whether the feedback is that of an expiration report (EX-21)."""
    return feedback == Feedback.EXPIRATION


def leaves_none_or(send: Handle, depth: Handle, count: int) -> Check:
    """A publish that was refused has left nothing, one that was accepted so many messages."""
    wanted = f"refused, and depth 0, or accepted, and depth {count}"

    def check(record: Record) -> CheckResult:
        refused = isinstance(record.steps[send].outcome, o.Refused)
        match record.steps[depth].outcome:
            case o.DepthRead(depth=seen) if seen == (0 if refused else count):
                return Held("refused" if refused else "accepted")
            case outcome:
                seen_of_both = f"{'refused' if refused else 'accepted'}, and {said_outcome(outcome)}"
                return Broken(wanted, seen_of_both, depth)

    return check


def delivered_where_staged(
    handle: Handle, label: str, queue: str, sending: Sending, staged: Sending
) -> Check:
    """The get returned this message; or none, where no depth showed anything staged behind another send."""
    must_come = delivered(handle, label, queue, sending)
    may_come = delivered_or_nothing(handle, label, queue, sending)

    def check(record: Record) -> CheckResult:
        seen = any(
            place > staged.send and isinstance(step.outcome, o.DepthRead) and step.outcome.depth > 0
            for place, step in record.steps.items()
            if isinstance(step.command, ReadDepth) and step.command.queue == STAGING_QUEUE
        )
        if not seen:
            return may_come(record)
        result = must_come(record)
        return Held("delivered") if isinstance(result, Held) else result

    return check


def so_many_reports(handle: Handle, queue: str, count: range, tells: Callable[[int], bool]) -> Check:
    """A browse shows so many reports with such a feedback, and nothing else. The answer is how many."""
    wanted = f"{count[0]} to {count[-1]} reports on {queue}, and nothing else"

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken(wanted, said_outcome(outcome), handle)
        shown = [message.descriptor.feedback for message in outcome.messages]
        known = [feedback for feedback in shown if feedback is not UNSET]
        if len(known) < len(shown):
            return NotObserved("MQMD.Feedback of a report")
        if len(known) in count and all(tells(feedback) for feedback in known):
            return Held(str(len(shown)))
        return Broken(wanted, said_outcome(outcome), handle)

    return check
