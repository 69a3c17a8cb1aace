"""Checks of what becomes of a message that cannot be put to its target, and of the reports about it.

What a real clock can tell: what should have gone from the staging queue, or come to another queue, may be
late. What has come to a queue where it should not be is wrong at once, and so is what has gone from the
staging queue though it should be kept, unless the processor may just have it in its unit of work.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET

from mqtck.conformance.judging.narration import said_outcome
from mqtck.conformance.scenarios.scripts import (
    HELD,
    Broken,
    Check,
    CheckResult,
    Handle,
    Held,
    Missed,
    NotObserved,
    Record,
    Subject,
    Undecided,
)
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import DefineLocalQueue, MqPut, MqPut1, Send, Usage
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Feedback
from mqtck.reference.vocabulary.messages import DeadLetterHeader, SeenMessage
from mqtck.reference.vocabulary.profile import ClockKind

from .blame import SHOWN_TWICE, is_staged
from .calls import before_due, was_refused
from .queues import delivered
from .reports import report_about, tells_a_failure
from .sendings import Sending, is_report, label_of, perhaps_over

REPORT: Final = "its report"
"""What an exception report is called among the contents of a queue."""

IN_WORK: Final = 15_000
"""Ms of looks again and again, all of which may meet attempts to put a message once it is due (DD-99)."""

IN_AN_ATTEMPT: Final = 3000
"""Ms after the due time for which the first attempt to put a message may be under way on a real clock."""

# --- during the delay --------------------------------------------------------------------------------


def unless_due(check: Check, handle: Handle, sending: Sending) -> Check:
    """What is found wrong counts only where the step ended while the message was delayed."""
    in_time = before_due(handle, sending)

    def check_in_time(record: Record) -> CheckResult:
        result = check(record)
        late = in_time(record)
        return late if isinstance(result, Broken) and isinstance(late, Undecided) else result

    return check_in_time


def unless_over(check: Check, handle: Handle, sending: Sending) -> Check:
    """What is found wrong counts only where the step ended while the message lived."""

    def check_in_time(record: Record) -> CheckResult:
        result = check(record)
        if isinstance(result, Broken) and perhaps_over(record, handle, sending):
            return Undecided(f'This took too long: "{sending.label}" may have expired already.')
        return result

    return check_in_time


# --- what is on a queue --------------------------------------------------------------------------------


def holds(handle: Handle, queue: str, expected: tuple[str, ...], sendings: tuple[Sending, ...]) -> Check:
    """A browse shows these messages and reports, in any order, and nothing else."""
    wanted = f"{' and '.join(expected) or 'nothing'} on {queue}"

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken(wanted, said_outcome(outcome), handle)
        found = _contents(record, outcome, sendings)
        if found is None:
            return NotObserved("what a message on a queue is")
        if sorted(found) == sorted(expected):
            return HELD
        if any(_may_be_report(record, message) for message in outcome.messages):
            return NotObserved("MQMD.Feedback of a report")
        if record.clock is ClockKind.REAL:
            missing, beyond = _without(expected, found), _without(found, expected)
            if queue == STAGING_QUEUE:
                undecided = not missing or _may_be_in_work(record, handle, sendings)
            else:
                undecided = not beyond or _left_by_channels(record, queue)
            if undecided:
                return Missed(f"{wanted} is late, or never: {said_outcome(outcome)}.")
        seen = " and ".join(found) or "nothing"
        beyond = _without(found, expected)
        twice = [one for one in sendings if one.label in beyond and one.delay and queue == one.queue]
        if any(is_staged(record, handle, one) for one in twice):
            rules, why, about = SHOWN_TWICE
            return Broken(wanted, f"{seen}, which {why}", handle, rules, about)
        return Broken(wanted, seen, handle)

    return check


def holds_if_accepted(handle: Handle, queue: str, sending: Sending, before: tuple[Sending, ...]) -> Check:
    """A browse shows this message and nothing else, and nothing at all where its send was refused.

    `before` are those that should have taken its place: on a real clock they may be as late as itself.
    """

    def check(record: Record) -> CheckResult:
        expected = (sending.label,) if _was_accepted(record, sending) else ()
        outcome = record.steps[handle].outcome
        if expected and record.clock is ClockKind.REAL and isinstance(outcome, o.Browsed):
            labels = [label_of(record, message, (sending, *before)) for message in outcome.messages]
            if len(labels) == 1 and labels[0] in {one.label for one in before if one.delay}:
                return Missed(f'"{labels[0]}" may have been as late as "{sending.label}".')
        return holds(handle, queue, expected, (sending,))(record)

    return check


def holds_nothing_if_refused(handle: Handle, queue: str, calls: tuple[Handle, ...]) -> Check:
    """A browse shows nothing where one of these calls was refused. Otherwise nothing is asked of it."""

    def check(record: Record) -> CheckResult:
        if any(was_refused(record, call) for call in calls):
            return holds(handle, queue, (), ())(record)
        return Held("accepted")

    return check


def holds_if_refused(handle: Handle, queue: str, label: str, calls: tuple[Handle, ...]) -> Check:
    """A browse shows this message alone where one of these calls was refused. Otherwise nothing is asked."""

    def check(record: Record) -> CheckResult:
        if any(was_refused(record, call) for call in calls):
            return holds(handle, queue, (label,), ())(record)
        return Held("accepted")

    return check


def has(handle: Handle, queue: str, label: str) -> Check:
    """A browse shows this message, whatever else it shows."""
    return _shows(handle, queue, label, expected=frozenset({label}))


def has_not(handle: Handle, queue: str, label: str) -> Check:
    """A browse does not show this message, whatever it shows."""
    return _shows(handle, queue, label, expected=frozenset())


def _shows(handle: Handle, queue: str, label: str, expected: frozenset[str]) -> Check:
    wanted = f'{"" if expected else "no "}"{label}" on {queue}'

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken(wanted, said_outcome(outcome), handle)
        found = _contents(record, outcome, ())
        if found is None:
            return NotObserved("what a message on a queue is")
        if {label}.intersection(found) == expected:
            return HELD
        if any(_may_be_report(record, message) for message in outcome.messages):
            return NotObserved("MQMD.Feedback of a report")
        return Broken(wanted, said_outcome(outcome), handle)

    return check


def is_gone(handle: Handle, queue: str, sending: Sending) -> Check:
    """A browse does not show this message, and no attempt to put it is under way any more."""
    is_absent = has_not(handle, queue, sending.label)

    def check(record: Record) -> CheckResult:
        result = is_absent(record)
        if not isinstance(result, Held) or record.clock is ClockKind.VIRTUAL:
            return result
        due = record.steps[sending.send].ended + sending.delay
        if record.steps[handle].started < due + IN_AN_ATTEMPT:
            return Undecided(f'"{sending.label}" may just be in an attempt to put it.')
        return result

    return check


def none_of_kind(handle: Handle, queue: str, name: str, kinds: frozenset[Feedback]) -> Check:
    """A browse shows no report of these kinds, whatever it shows."""
    wanted = f"no {name} report on {queue}"

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken(wanted, said_outcome(outcome), handle, subject=Subject.REPORT)
        found = {message.descriptor.feedback for message in outcome.messages}
        if found & kinds:
            return Broken(wanted, said_outcome(outcome), handle, subject=Subject.REPORT)
        return NotObserved("MQMD.Feedback of a report") if UNSET in found else HELD

    return check


def as_many_reports(copies: Handle, reported: Handle, sending: Sending) -> Check:
    """One copy where a report was got, and none where nothing was."""

    def check(record: Record) -> CheckResult:
        outcome = record.steps[copies].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken("a browse", said_outcome(outcome), copies)
        found = _contents(record, outcome, (sending,))
        if found is None:
            return NotObserved("what a message on a queue is")
        reports = 0 if isinstance(record.steps[reported].outcome, o.NoMessage) else 1
        if found.count(sending.label) == reports:
            return HELD
        seen = f"{reports} reports, {found.count(sending.label)} copies"
        return Broken(f'as many exception reports as copies of "{sending.label}", at most one', seen, copies)

    return check


def _contents(record: Record, outcome: o.Browsed, sendings: tuple[Sending, ...]) -> list[str] | None:
    """Labels of messages, and reports; None where it is not shown what a message is."""
    found = [_what(record, message, sendings) for message in outcome.messages]
    known = [what for what in found if what is not None]
    return known if len(known) == len(found) else None


def _what(record: Record, message: SeenMessage, sendings: tuple[Sending, ...]) -> str | None:
    """The label of a message, REPORT for an exception report, or what else it is."""
    if not is_report(message):
        return label_of(record, message, sendings)
    feedback = message.descriptor.feedback
    if feedback is UNSET:
        return None
    return REPORT if tells_a_failure(feedback) else f"a report with feedback {feedback}"


def _may_be_report(record: Record, message: SeenMessage) -> bool:
    """Whether it is not shown if this is a report, where one was asked for: it may carry data of another."""
    descriptor = message.descriptor
    if descriptor.feedback is not UNSET or descriptor.message_type is not UNSET:
        return False
    return any(
        isinstance(step.command, Send | MqPut | MqPut1) and step.command.message.report != 0
        for step in record.steps.values()
    )


def _may_be_in_work(record: Record, handle: Handle, sendings: tuple[Sending, ...]) -> bool:
    """Whether a message that is not seen may just be in the processor's own unit of work, look after look."""
    sent = (sending for sending in sendings if sending.send in record.steps)
    due = max((record.steps[sending.send].ended + sending.delay for sending in sent), default=0)
    looked = record.steps[handle].started
    return looked < max(due, record.since.get(handle, looked)) + IN_WORK


def _left_by_channels(record: Record, queue: str) -> bool:
    """Whether it is a transmission queue: what is still there may be sent on late (or be in hand)."""
    commands = (step.command for step in record.steps.values())
    definitions = (one for one in commands if isinstance(one, DefineLocalQueue) and one.queue == queue)
    return any(one.attributes.usage is Usage.TRANSMISSION for one in definitions)


def _without(these: Iterable[str], others: Iterable[str]) -> list[str]:
    left = list(these)
    for other in others:
        if other in left:
            left.remove(other)
    return left


def _was_accepted(record: Record, sending: Sending) -> bool:
    return sending.send in record.steps and not was_refused(record, sending.send)


# --- what may or may not come ----------------------------------------------------------------------------


def or_nothing(handle: Handle, check: Check) -> Check:
    """The get returned nothing, or what the check says; the answer is yes or no."""

    def check_or_nothing(record: Record) -> CheckResult:
        if isinstance(record.steps[handle].outcome, o.NoMessage):
            return Held("no")
        result = check(record)
        return Held("yes") if isinstance(result, Held) else result

    return check_or_nothing


def one_of_each_at_most(handles: tuple[Handle, ...], kinds: dict[str, Feedback], sending: Sending) -> Check:
    """Each get returned nothing, or a report of another one of the kinds; the answer is which came."""

    def check(record: Record) -> CheckResult:
        came: list[str] = []
        for handle in handles:
            if isinstance(record.steps[handle].outcome, o.NoMessage):
                continue
            left = {kind: feedback for kind, feedback in kinds.items() if kind not in came}
            found = {k: report_about(handle, k, feedback, sending)(record) for k, feedback in left.items()}
            kind = next((kind for kind, result in found.items() if isinstance(result, Held)), None)
            if kind is None:
                # Where one kind cannot be told, nor can that it is none of them.
                return min(found.values(), key=lambda result: isinstance(result, Broken))
            came.append(kind)
        return Held(" and ".join(came) or "none")

    return check


def delivered_or_reported(
    message: Handle, queue: str, report: Handle, kind: str, feedback: Feedback | None, sending: Sending
) -> Check:
    """Exactly one of the two gets returned something, and neither where the send was refused.

    The answer is which.
    """
    wanted = f'either "{sending.label}" on {queue} or {kind} report about it'
    is_delivered = delivered(message, sending.label, queue, sending)
    is_reported = report_about(report, kind, feedback, sending)

    def check(record: Record) -> CheckResult:
        came = [
            handle
            for handle in (message, report)
            if not isinstance(record.steps[handle].outcome, o.NoMessage)
        ]
        match came, _was_accepted(record, sending):
            case [], False:
                return Held("neither, as it was refused")
            case [], True if record.clock is ClockKind.REAL:
                return Undecided(f"{wanted} was waited for in vain, which is late or never.")
            case [handle], True:
                result = is_delivered(record) if handle == message else is_reported(record)
                if not isinstance(result, Held):
                    return result
                return Held("delivered" if handle == message else "reported")
            case _:
                seen = "; ".join(said_outcome(record.steps[handle].outcome) for handle in came)
                return Broken(wanted, seen or "neither", report)

    return check


def no_dead_letter_header(handle: Handle) -> Check:
    """The message carries none: it was delivered, to whatever queue."""

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.MessageReturned):
            return Broken("a message", said_outcome(outcome), handle)
        match outcome.message.dead_letter_header:
            case None:
                return HELD
            case DeadLetterHeader():
                return Broken("no dead-letter header", "a dead-letter header", handle)
            case _:
                return NotObserved("the dead-letter header")

    return check
