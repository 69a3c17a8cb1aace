"""Checks for expired messages: what may still be there, and what must then agree with what.

When an expired message goes is the queue manager's business (EX-11), so that a depth alone proves little.
Depth, fullness, triggers and reports must tell one story though (EX-35 to EX-37). The checks compare
readings made one after the other, in between which further messages may have gone and none has come.
"""

from collections.abc import Iterable

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
from mqtck.reference.vocabulary.commands import ReadDepth
from mqtck.reference.vocabulary.constants import Feedback, MessageType
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.profile import ClockKind

from .browses_and_depths import shown_or_nothing
from .calls import refused, seen_in, was_refused
from .messages import expiry_is_positive_or_unlimited, field_of
from .queues import delivered
from .reports import ids_of_others
from .sendings import Sending, correlated_by, sent_id

# --- depth and fullness ------------------------------------------------------------------------------


def _depth(record: Record, handle: Handle) -> int | None:
    outcome = record.steps[handle].outcome
    return outcome.depth if isinstance(outcome, o.DepthRead) else None


def last_depth_before(record: Record, handle: Handle, queue: str) -> int | None:
    """The depth that was read last before a step; None where none was read."""
    earlier = [
        place
        for place, step in record.steps.items()
        if place < handle and isinstance(step.command, ReadDepth) and step.command.queue == queue
    ]
    return _depth(record, max(earlier)) if earlier else None


def refused_only_when_full(
    calls: tuple[tuple[Handle, str], ...], at: frozenset[str], queue: str, limit: int
) -> Check:
    """A put may be refused only where the depth read before was the limit, for whatever reason.

    Messages only go in between, so that less than the limit before means less at the put. The answer is
    "accepted", or which call was refused.
    """
    is_refused = refused(calls, at)

    def check(record: Record) -> CheckResult:
        if not any(was_refused(record, handle) for handle, _ in calls):
            return Held("accepted")
        if not isinstance(result := is_refused(record), Held):
            return result
        before = last_depth_before(record, calls[0][0], queue)
        if before is None:
            return Undecided(f"The depth of {queue} was not read before.")
        if before < limit:
            wanted = f"{result.answer} is accepted, as the depth of {queue} was {before}, below {limit}"
            return Broken(wanted, f"{result.answer} was refused", calls[-1][0])
        return Held(f"{result.answer} refused")

    return check


def returned_if_sent(handle: Handle, queue: str, sending: Sending) -> Check:
    """The get returned this message where its send was accepted, and nothing where it was refused."""
    is_delivered = delivered(handle, sending.label, queue, sending)

    def check(record: Record) -> CheckResult:
        if not was_refused(record, sending.send):
            return is_delivered(record)
        step = record.steps[handle]
        if isinstance(step.outcome, o.NoMessage):
            return Held("nothing, as it was refused")
        return Broken(f"nothing on {queue}, as the send was refused", seen_in(step), handle)

    return check


def triggered_at_depth(after: Handle, triggers: Handle, queue: str, depth: int) -> Check:
    """Whether the last put to a queue triggered, as the depths read before and after it tell.

    The depth right after the put lies between the depth before plus one and the depth read afterwards.
    """

    def check(record: Record) -> CheckResult:
        least, before = _depth(record, after), last_depth_before(record, after, queue)
        seen = _depth(record, triggers)
        if least is None or before is None or seen is None:
            return Undecided(f"The depth of {queue} could not be read.")
        if seen and before + 1 < depth:
            return Broken(
                f"no trigger message, as the depth was at most {before + 1}", f"{seen} there", triggers
            )
        if not seen and least >= depth:
            if record.clock is ClockKind.REAL:
                return Missed("The trigger message is late or never.")
            return Broken(f"a trigger message, as the depth is {least}", "none", triggers)
        return Held(f"depth {least}, {'triggered' if seen else 'not triggered'}")

    return check


# --- the value that a get shows ----------------------------------------------------------------------


def returned_alive_or_nothing(handle: Handle, queue: str, sending: Sending) -> Check:
    """The get returned this message with an Expiry above 0 or unlimited, or nothing at all (EX-09, EX-19)."""
    is_delivered = delivered(handle, sending.label, queue, sending)
    is_positive = expiry_is_positive_or_unlimited(handle)

    def check(record: Record) -> CheckResult:
        if isinstance(record.steps[handle].outcome, o.NoMessage):
            return Held("expired")
        result = is_delivered(record)
        return is_positive(record) if isinstance(result, Held) else result

    return check


def shown_alive_or_nothing(handle: Handle, queue: str, sending: Sending) -> Check:
    """The browser showed this message alone, with an Expiry above 0 or unlimited, or nothing (EX-19)."""
    is_shown = shown_or_nothing(handle, sending.label, queue, sending)
    is_positive = expiry_is_positive_or_unlimited(handle)

    def check(record: Record) -> CheckResult:
        result = is_shown(record)
        empty = record.steps[handle].outcome == o.Browsed(())
        return result if empty or not isinstance(result, Held) else is_positive(record)

    return check


def expiry_at_most(handle: Handle, tenths: int) -> Check:
    """MQMD.Expiry is limited and no more than this; the answer is the value."""

    def check(record: Record) -> CheckResult:
        value = field_of(record.steps[handle].outcome, ("descriptor", "expiry"))
        if value is UNSET:
            return NotObserved("MQMD.Expiry")
        if 0 < value <= tenths:
            return Held(f"{value} tenths")
        return Broken(f"MQMD.Expiry of 1 to {tenths} tenths", f"MQMD.Expiry {value}", handle)

    return check


# --- reports -----------------------------------------------------------------------------------------


def reported_as_gone(before: Handle, left: Handle, after: Handle, count: int, queue: str) -> Check:
    """Of so many messages those that are gone, and no others, have been reported (EX-37).

    The queue is read between two readings of the queue of the reports, which nobody empties: what was
    reported before is gone, what is gone has been reported afterwards. The answer is how many are gone.
    """

    def check(record: Record) -> CheckResult:
        earlier, there, later = (_depth(record, handle) for handle in (before, left, after))
        if earlier is None or there is None or later is None:
            return Undecided(f"The depth of {queue} could not be read.")
        if there > count:
            return Broken(f"at most {count} messages on {queue}", f"{there}", left)
        gone = count - there
        if earlier > gone:
            wanted = f"no more reports than messages gone from {queue}, that is {gone}"
            return Broken(wanted, f"{earlier} reports", before)
        if later < gone:
            if record.clock is ClockKind.REAL:
                return Missed(f"Of {gone} reports only {later} have come, which is late or never.")
            return Broken(
                f"{gone} reports, as {gone} of {count} are gone from {queue}", f"{later} reports", after
            )
        return Held(f"{gone} of {count}")

    return check


def expiration_reports(messages: Iterable[SeenMessage]) -> list[str | None] | None:
    """The ids that expiration reports are correlated by; None where a message does not tell what it is."""
    found: list[str | None] = []
    for message in messages:
        descriptor = message.descriptor
        if descriptor.feedback is UNSET:
            return None
        is_report = descriptor.message_type in {UNSET, MessageType.REPORT}
        if is_report and descriptor.feedback == Feedback.EXPIRATION:
            found.append(correlated_by(message))
    return found


def shows_expiration_reports(handle: Handle, queue: str, sendings: tuple[Sending, ...]) -> Check:
    """A browse shows one expiration report about each of these messages, in any order, and nothing else.

    A report about a delayed message is known by the id of its send. How others are correlated stands in
    other documents: so many are there, and none is about another message or about the same one twice.
    """
    labels = " and ".join(f'"{each.label}"' for each in sendings)
    wanted = f"an expiration report about {labels} on {queue}"

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken(wanted, said_outcome(outcome), handle, subject=Subject.REPORT)
        found = expiration_reports(outcome.messages)
        if found is None:
            return NotObserved("MQMD.Feedback of a report")
        sent = [record.steps[each.send].outcome for each in sendings]
        originals = [sent_id(outcome) if isinstance(outcome, o.Sent) else None for outcome in sent]
        if None in originals or None in found:
            return NotObserved("the correlation id of a report")
        complete = len(outcome.messages) == len(found) == len(sendings)
        delayed = [id_ for id_, each in zip(originals, sendings, strict=True) if each.delay]
        twice = any(found.count(id_) > 1 for id_ in originals)
        others = ids_of_others(record, *sendings).intersection(map(str, found))
        if complete and all(id_ in found for id_ in delayed) and not twice and not others:
            return HELD
        return Broken(wanted, said_outcome(outcome), handle, subject=Subject.REPORT)

    return check


def shows_no_expiration_report(handle: Handle, queue: str) -> Check:
    """A browse shows no expiration report, whatever else it shows; the answer is how many others."""
    return _shows_so_many(handle, 0, f"no expiration report on {queue}")


def shows_one_expiration_report(handle: Handle, queue: str) -> Check:
    """A browse shows one expiration report, whatever else it shows; the answer is how many others."""
    return _shows_so_many(handle, 1, f"one expiration report on {queue}")


def _shows_so_many(handle: Handle, count: int, wanted: str) -> Check:
    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken(wanted, said_outcome(outcome), handle, subject=Subject.REPORT)
        found = expiration_reports(outcome.messages)
        if found is None:
            return NotObserved("MQMD.Feedback of a report")
        if len(found) != count:
            return Broken(wanted, said_outcome(outcome), handle, subject=Subject.REPORT)
        return Held(f"{len(outcome.messages) - count} other messages")

    return check
