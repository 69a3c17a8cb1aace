"""Checks for rules that combine chapters: two clocks that tell of one end, depths that add up, triggers."""

from typing import Any

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
    Undecided,
)
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.profile import ClockKind

from .calls import seen_in, was_refused
from .correlation_ids import CORRELATION_ID, NO_ID, made_alike
from .lives import slack_of_ends
from .messages import Field, field_of
from .sendings import TENTH, Sending, id_bytes, label_of

# --- life ------------------------------------------------------------------------------------------------


def same_end(handle: Handle) -> Check:
    """MQMD.Expiry counted from now and JMSExpiration are about the same instant; or there is no end at all.

    Rounding to tenths comes on top of what an expiry may be off.
    """

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        expiry = field_of(step.outcome, ("descriptor", "expiry"))
        told = field_of(step.outcome, ("header", "expiration"))
        if UNSET in (expiry, told):
            return NotObserved("both MQMD.Expiry and JMSExpiration")
        if expiry <= 0 or not told:
            agree = expiry < 0 and not told
            return HELD if agree else Broken("one end", f"Expiry {expiry}, JMSExpiration {told}", handle)
        slack = slack_of_ends(record)
        least, most = step.started + expiry * TENTH - slack, step.ended + expiry * TENTH + slack
        if least <= told <= most:
            return Held(f"{told - step.ended - expiry * TENTH} ms apart")
        off = told - step.ended - expiry * TENTH
        return Broken("one end, by MQMD.Expiry and by JMSExpiration", f"{off} ms between them", handle)

    return check


# --- ids -------------------------------------------------------------------------------------------------


def different_correlation_ids(handle: Handle, sendings: tuple[Sending, ...]) -> Check:
    """A browse shows these messages with correlation ids of which no two are equal and none is empty."""
    labels = ", ".join(f'"{sending.label}"' for sending in sendings)
    wanted = f"correlation ids of {labels} that differ"

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.Browsed):
            return Broken(wanted, said_outcome(outcome), handle)
        found = [
            id_bytes(message.descriptor.correlation_id)
            for message in outcome.messages
            if label_of(record, message, sendings) in {sending.label for sending in sendings}
        ]
        if len(outcome.messages) < len(sendings) and record.clock is ClockKind.REAL:
            return Undecided("This took too long: a message may have been due already.")
        if len(found) < len(sendings):
            return NotObserved("which message is which on the staging queue")
        if None in found:
            return NotObserved("MQMD.CorrelId on the staging queue")
        if NO_ID in found or len(set(found)) < len(found):
            return Broken(wanted, ", ".join(map(str, found)), handle)
        return HELD

    return check


def same_field(one: Handle, other: Handle, name: str, field: Field) -> Check:
    """Two messages have the same in a field; the answer is what.

    Of their correlation ids, where their applications gave none, that is the same kind (`correlation_ids`).
    """

    def check(record: Record) -> CheckResult:
        values: list[Any] = [field_of(record.steps[handle].outcome, field) for handle in (one, other)]
        if UNSET in values:
            return NotObserved(name)
        if values[0] == values[1] or (
            id_bytes(values[0]) is not None and id_bytes(values[0]) == id_bytes(values[1])
        ):
            return Held(str(values[0]))
        match [record.steps[handle].outcome for handle in (one, other)]:
            case [o.MessageReturned(message=first), o.MessageReturned(message=second)] if (
                field == CORRELATION_ID and made_alike(first, second, first.descriptor, second.descriptor)
            ):
                return Held("one of its own each")
        return Broken(f"{name} {values[0]}", f"{name} {values[1]}", other)

    return check


# --- depths and triggers -----------------------------------------------------------------------------------


def depths_add_up(handles: tuple[Handle, ...], queues: tuple[str, ...], count: int) -> Check:
    """The depths that were read one behind the other add up to so many messages.

    On a real clock a message may have moved between two readings, so that other sums mean nothing.
    """
    wanted = f"{count} messages on {', '.join(queues)} together"

    def check(record: Record) -> CheckResult:
        depths: list[int] = []
        for handle in handles:
            outcome = record.steps[handle].outcome
            if not isinstance(outcome, o.DepthRead):
                return Broken(wanted, seen_in(record.steps[handle]), handle)
            depths.append(outcome.depth)
        told = " + ".join(map(str, depths))
        if sum(depths) == count:
            return Held(told)
        if record.clock is ClockKind.REAL:
            return Undecided(f"{wanted} were not found: {told}; one may have moved between the readings.")
        return Broken(wanted, told, handles[-1])

    return check


def depth_after_send(handle: Handle, queue: str, sending: Sending, accepted: int, refused: int) -> Check:
    """The depth is one where the send was accepted, and at most another where it was not.

    What counts after the send on a queue that was empty before it is the delayed message itself (DD-06).
    """

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        was_accepted = sending.send in record.steps and not was_refused(record, sending.send)
        most = accepted if was_accepted else refused
        wanted = f"a depth of at most {most} of {queue}, the send {'accepted' if was_accepted else 'refused'}"
        if not isinstance(outcome, o.DepthRead):
            return Broken(wanted, seen_in(record.steps[handle]), handle)
        if outcome.depth <= most:
            return Held(str(outcome.depth))
        was_empty = o.DepthRead(0) in (
            step.outcome
            for place, step in record.steps.items()
            if place < sending.send and isinstance(step.command, c.ReadDepth) and step.command.queue == queue
        )
        return Broken(wanted, f"{outcome.depth}", handle, ("DD-06",) if was_empty else ())

    return check


def a_trigger_message(handle: Handle, queue: str) -> Check:
    """The get returned a message from an initiation queue, whatever it shows."""
    wanted = f"a trigger message on {queue}"

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        match outcome:
            case o.MessageReturned():
                return HELD
            case o.NoMessage() if record.clock is ClockKind.REAL:
                return Missed(f"{wanted} was waited for in vain, which is late or never.")
            case _:
                return Broken(wanted, said_outcome(outcome), handle)

    return check
