"""Checks for the two Expiry fields of a message behind a transmission-queue header, and for enforcement."""

from typing import Any, Final

from msgspec import UNSET

from mqtck.conformance.judging.narration import said_outcome
from mqtck.conformance.scenarios.scripts import (
    HELD,
    Broken,
    Check,
    CheckResult,
    Handle,
    Held,
    NotObserved,
    Record,
)
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.constants import LARGEST_ENFORCED_EXPIRY, UNLIMITED
from mqtck.reference.vocabulary.messages import SeenMessage, SeenTransmissionHeader

from .calls import accepted, refused, seen_in, was_refused
from .messages import field_of, tenths_left
from .sendings import EXPIRY_TOLERANCE, TENTH, Sending, duration, longest_send, since_first_send

APART: Final = 1
"""Tenths by which rounding may part two fields that are the same."""


IN_HEADER: Final = "the Expiry in the transmission-queue header"

# --- enforcement -----------------------------------------------------------------------------------------


def accepted_as_before(before: Handle, calls: tuple[tuple[Handle, str], ...], at: frozenset[str]) -> Check:
    """A call is accepted where an earlier one like it was; where that was refused, either is right."""
    is_refused = refused(calls, at)

    def check(record: Record) -> CheckResult:
        if was_refused(record, before):
            result = is_refused(record)
            return Held("both refused") if isinstance(result, Held) else Held("the first one alone refused")
        for handle, name in calls:
            if not isinstance(result := accepted(handle, name)(record), Held):
                return result
        return Held("both accepted")

    return check


def expiry_stored_or_avoided(send: Handle, tenths: int) -> Check:
    """MQMD.Expiry as it was written: this value, or one that no limit forbids, or unlimited."""

    def check(record: Record) -> CheckResult:
        value = field_of(record.steps[send].outcome, ("descriptor", "expiry"))
        if value is UNSET:
            return NotObserved("MQMD.Expiry")
        if value in {tenths, UNLIMITED} or 0 < value <= LARGEST_ENFORCED_EXPIRY:
            return Held(f"{value}")
        wanted = f"MQMD.Expiry {tenths}, or at most {LARGEST_ENFORCED_EXPIRY}, or {UNLIMITED}"
        return Broken(wanted, f"MQMD.Expiry {value}", send)

    return check


# --- two Expiry fields -----------------------------------------------------------------------------------


def _message(record: Record, handle: Handle) -> SeenMessage | CheckResult:
    outcome = record.steps[handle].outcome
    if isinstance(outcome, o.MessageReturned):
        return outcome.message
    return Broken("a message", said_outcome(outcome), handle)


def _header(record: Record, handle: Handle) -> SeenTransmissionHeader | CheckResult:
    message = _message(record, handle)
    if not isinstance(message, SeenMessage):
        return message
    match message.transmission_header:
        case SeenTransmissionHeader() as header:
            return header
        case None:
            return Broken("a transmission-queue header", "none", handle)
        case _:
            return NotObserved("the transmission-queue header")


def has_header(handle: Handle) -> Check:
    """The message begins with a transmission-queue header."""

    def check(record: Record) -> CheckResult:
        header = _header(record, handle)
        return HELD if isinstance(header, SeenTransmissionHeader) else header

    return check


def embedded_is(handle: Handle, accepted_values: tuple[Any, ...]) -> Check:
    """The Expiry in the header is exactly one of these."""

    def check(record: Record) -> CheckResult:
        header = _header(record, handle)
        if not isinstance(header, SeenTransmissionHeader):
            return header
        value = header.descriptor.expiry
        if value is UNSET:
            return NotObserved(IN_HEADER)
        if value in accepted_values:
            return Held(f"{value}")
        return Broken(f"{IN_HEADER} {' or '.join(map(str, accepted_values))}", f"{value}", handle)

    return check


def embedded_is_if_returned(handle: Handle, accepted_values: tuple[Any, ...]) -> Check:
    """The same where a message was returned; another step says whether one had to be."""
    there = embedded_is(handle, accepted_values)

    def check(record: Record) -> CheckResult:
        if isinstance(record.steps[handle].outcome, o.NoMessage):
            return Held("no message, as it was refused")
        return there(record)

    return check


def embedded_is_about(handle: Handle, sending: Sending, tenths: int, nominal: int) -> Check:
    """The Expiry in the header is about so much, `nominal` ms after the put by the script's own reckoning."""

    def check(record: Record) -> CheckResult:
        header = _header(record, handle)
        if not isinstance(header, SeenTransmissionHeader):
            return header
        value = header.descriptor.expiry
        if not isinstance(value, int):
            return NotObserved(IN_HEADER)
        left = tenths_left(record, handle, sending, tenths, nominal)
        if value in left:
            return Held(f"{value} tenths")
        return Broken(f"{IN_HEADER} of {left[0]} to {left[-1]} tenths", f"{value}", handle)

    return check


def fields_are_the_same(handle: Handle) -> Check:
    """The Expiry in the header is that of the message; rounding may part them by a tenth.

    A life is stamped at the put and read at the get, and the time is perhaps read anew for each field. A wait
    may have been taken off one of them alone as far as it is a small interval (EX-09).
    """

    def check(record: Record) -> CheckResult:
        header = _header(record, handle)
        if not isinstance(header, SeenTransmissionHeader):
            return header
        embedded = header.descriptor.expiry
        separate = field_of(record.steps[handle].outcome, ("descriptor", "expiry"))
        if not isinstance(embedded, int) or separate is UNSET:
            return NotObserved("both Expiry fields of a message")
        unlimited = {embedded == UNLIMITED, separate == UNLIMITED}
        meanwhile = longest_send(record) + duration(record.steps[handle]) + _small_interval(record, handle)
        if len(unlimited) == 1 and abs(embedded - separate) <= APART + meanwhile / TENTH:
            return Held(f"{separate} and {embedded}")
        return Broken("the same Expiry in both fields", f"{separate}, and {embedded} in the header", handle)

    return check


def _small_interval(record: Record, handle: Handle) -> int:
    """Ms of the wait, as far as they are such an interval."""
    return min(EXPIRY_TOLERANCE, since_first_send(record, handle))


def returned_cut_off(handle: Handle, count: int, label: str) -> Check:
    """The get returned the message that is nothing but so many bytes of a header."""
    wanted = f'"{label}", {count} bytes of a transmission-queue header'

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        if not isinstance(step.outcome, o.MessageReturned):
            return Broken(wanted, seen_in(step), handle)
        message = step.outcome.message
        header = message.transmission_header
        if isinstance(message.body, str) and message.body:
            return Broken(wanted, f"data behind it: {message.body:.60}", handle)
        if not isinstance(header, SeenTransmissionHeader) or header.length is UNSET:
            return NotObserved("the length of a transmission-queue header")
        if header.length == count:
            return HELD
        return Broken(wanted, f"{header.length} bytes", handle)

    return check


# --- replies of the IMS bridge -----------------------------------------------------------------------------


def replied(handle: Handle, sending: Sending) -> Check:
    """The get returned the reply to this request: its data, which the transaction echoes."""
    wanted = f'the reply to "{sending.label}"'

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        if not isinstance(step.outcome, o.MessageReturned):
            return Broken(wanted, seen_in(step), handle)
        body = step.outcome.message.body
        if body is UNSET:
            return NotObserved("the body of a message")
        return HELD if body == sending.label else Broken(wanted, f"{body!r:.60}", handle)

    return check
