"""Checks on a report, and on the header of a message that was dead-lettered.

A field that the adapter leaves unset is not observed, and never counts against the implementation. Whether a
report comes at all, and how many do, is told in `failure` and `expiry`.
"""

from typing import Final

from msgspec import UNSET

from mqtck.conformance.judging.narration import said_message, said_outcome
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
from mqtck.reference.vocabulary.constants import UNLIMITED, Feedback, MessageType
from mqtck.reference.vocabulary.messages import DeadLetterHeader
from mqtck.reference.vocabulary.profile import ClockKind

from .blame import HARDLY_ANY
from .messages import EXPIRY_TENTHS, field_of
from .sendings import Sending, correlated_by, perhaps_over, sent_id

_NAMED: Final = ("X-17",)
"""Blamed for a delayed message whose dead-letter header names another queue."""

_ABOUT_DEAD_LETTERS: Final = frozenset(
    {"X-17", "X-37", "X-47", "DD-98", "DD-103", "DD-123", "EX-46", "EX-47"}
    | {f"AM-{number:02}" for number in range(1, 29)}
)
"""Rules of scenarios that are about what is dead-lettered, some of it by channels."""


def tells_a_failure(feedback: int) -> bool:
    """Whether the feedback is that of an exception report: which reason it tells is open (DD-101)."""
    return feedback not in tuple(Feedback)


def report_caused_by(handle: Handle, kind: str, feedback: Feedback | None, sending: Sending) -> Check:
    """A report of this kind (None: an exception report), whatever its ids."""
    wanted = f'{kind} report about "{sending.label}"'

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        match step.outcome:
            case o.MessageReturned(message=message):
                descriptor = message.descriptor
            case o.NoMessage() if record.clock is ClockKind.REAL:
                return Missed(f"{wanted} was waited for in vain, which is late or never.")
            case _:
                return Broken(wanted, said_outcome(step.outcome), handle, subject=Subject.REPORT)
        if descriptor.feedback is UNSET:
            return NotObserved("MQMD.Feedback of a report")
        if descriptor.message_type not in {UNSET, MessageType.REPORT}:
            other = f"{said_message(message)} of type {descriptor.message_type}"
            return Broken(wanted, other, handle, subject=Subject.REPORT)
        seen = descriptor.feedback
        if tells_a_failure(seen) if feedback is None else seen == feedback:
            return HELD
        if descriptor.feedback == Feedback.EXPIRATION and perhaps_over(record, handle, sending):
            # the attempt that was to fail came after the life.
            return Undecided(f'"{sending.label}" may have come so late that it had expired.')
        other = f"a report with feedback {descriptor.feedback}"
        return Broken(wanted, other, handle, subject=Subject.REPORT)

    return check


def report_about(handle: Handle, kind: str, feedback: Feedback | None, sending: Sending) -> Check:
    """The same, correlated by the id that the sender of the message was given.

    That is said of reports about delayed messages alone (X-12, X-20, X-32). How others are correlated
    stands in other documents, so that of those only a report about another message is wrong.
    """
    caused = report_caused_by(handle, kind, feedback, sending)

    def check(record: Record) -> CheckResult:
        if not isinstance(result := caused(record), Held):
            return result
        outcome, sent = record.steps[handle].outcome, record.steps[sending.send].outcome
        assert isinstance(outcome, o.MessageReturned)
        about = correlated_by(outcome.message)
        original = sent_id(sent) if isinstance(sent, o.Sent) else None
        if about is None or original is None:
            return NotObserved("the correlation id of a report")
        if about == original or (not sending.delay and about not in ids_of_others(record, sending)):
            return HELD
        if record.clock is ClockKind.REAL and about in ids_of_others(record, sending):
            return Undecided("A report about another message came first, which a real clock may explain.")
        wanted = f'{kind} report about "{sending.label}", correlated by {original}'
        return Broken(wanted, f"correlated by {about}", handle, field="MQMD.CorrelId")

    return check


_UNENDING: Final = ("EX-62",)
_PAST_ITS_LIFE: Final = ("EX-17",)
_COUNTED_DOWN: Final = ("EX-05", "EX-10")


def grown_older(earlier: Handle, later: Handle) -> Check:
    """What is left of a life goes down as time passes, and no end stays none (EX-05, EX-10, EX-62).

    Which life a report has nobody says, nor whether it outlasts a restart: it may be gone.
    """

    def check(record: Record) -> CheckResult:
        first, last = record.steps[earlier], record.steps[later]
        if isinstance(last.outcome, o.NoMessage):
            return Held("not there any more")
        before, after = (field_of(one.outcome, ("descriptor", "expiry")) for one in (first, last))
        if not isinstance(before, int) or not isinstance(after, int):
            return NotObserved("MQMD.Expiry of a report")
        if before == UNLIMITED:
            least, most = UNLIMITED, UNLIMITED
        else:
            least = max(before + (first.started - last.ended) // 100 - EXPIRY_TENTHS, 1)
            most = before + (first.ended - last.started) // 100 + EXPIRY_TENTHS + 1
        if least <= after <= most:
            return Held(f"{before}, then {after}")
        seen = f"MQMD.Expiry {after}, once it was {before}"
        if before == UNLIMITED:
            return Broken(f"MQMD.Expiry {UNLIMITED}", seen, later, _UNENDING, frozenset(_UNENDING))
        wanted = "nothing, its life being over" if most < 1 else f"MQMD.Expiry of {least} to {most}"
        rules = _PAST_ITS_LIFE if most < 1 and after <= HARDLY_ANY else _COUNTED_DOWN
        return Broken(wanted, seen, later, rules, frozenset(rules))

    return check


def ids_of_others(record: Record, *sendings: Sending) -> frozenset[str]:
    """The message ids that the senders of all other messages were given."""
    own = {sending.send for sending in sendings}
    ids = {
        sent_id(step.outcome)
        for handle, step in record.steps.items()
        if handle not in own and isinstance(step.outcome, o.Sent)
    }
    return frozenset(one for one in ids if one is not None)


def dead_letter_header_with_destination(handle: Handle) -> Check:
    """The header names some destination."""

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        header = outcome.message.dead_letter_header if isinstance(outcome, o.MessageReturned) else None
        if not isinstance(header, DeadLetterHeader) or header.destination_queue is UNSET:
            return NotObserved("the queue named in the dead-letter header")
        if header.destination_queue:
            return HELD
        return Broken("a destination in the dead-letter header", "none", handle)

    return check


def dead_letter_header(handle: Handle, target: str | None) -> Check:
    """The message carries a dead-letter header with some reason, naming `target` where one is given."""

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.MessageReturned):
            return Broken("a message", said_outcome(outcome), handle)
        header = outcome.message.dead_letter_header
        if header is UNSET:
            return NotObserved("the dead-letter header")
        if header is None:
            return Broken("a dead-letter header", "none", handle)
        if target is not None:
            if header.destination_queue is UNSET:
                return NotObserved("the queue named in the dead-letter header")
            if header.destination_queue != target:
                expected, shown = f"a dead-letter header for {target}", f"for {header.destination_queue}"
                return Broken(expected, shown, handle, _NAMED, _ABOUT_DEAD_LETTERS)
        if header.reason is UNSET:
            return NotObserved("the reason in the dead-letter header")
        if header.reason == 0:
            return Broken("a reason in the dead-letter header", "0", handle)
        return Held(f"{header.reason}")

    return check


def dead_letter_header_names_none_of(handle: Handle, queues: frozenset[str]) -> Check:
    """The message carries a dead-letter header that names none of these queues."""
    has_header = dead_letter_header(handle, None)

    def check(record: Record) -> CheckResult:
        result = has_header(record)
        outcome = record.steps[handle].outcome
        header = outcome.message.dead_letter_header if isinstance(outcome, o.MessageReturned) else None
        if isinstance(result, Broken) or not isinstance(header, DeadLetterHeader):
            return result
        if header.destination_queue is UNSET:
            return NotObserved("the queue named in the dead-letter header")
        if header.destination_queue in queues:
            return Broken("a dead-letter header for the target", f"for {header.destination_queue}", handle)
        return HELD

    return check
