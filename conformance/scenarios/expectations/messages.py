"""Checks on the fields of one message: what the sender sees, what the receiver gets, what lies on staging.

A field that the adapter leaves unset is not observed, and never counts against the implementation.
"""

import math
from collections.abc import Callable
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
    Undecided,
)
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import MqPut, MqPut1, Send
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    DelayHeader,
    SeenMessage,
    SeenTransmissionHeader,
    body_of,
)
from mqtck.reference.vocabulary.profile import ClockKind

from .lives import one_end, tolerance_seen
from .sendings import ROUNDING, TENTH, Sending, id_bytes, label_of, sent_id

EXPIRY_TENTHS: Final = 10
"""Tenths of a second by which a remaining expiry may be off (EX-09, DD-81)."""

OF_ITS_OWN: Final = frozenset({"expiry", "format"})
"""What a separate descriptor says for itself."""

Field = tuple[str, str]
"""Part and attribute of a message, as in `steps.types.FIELDS`."""


def field_of(outcome: object, field: Field) -> Any:
    """A field of a sent, a returned, or the one browsed message; UNSET where it is not shown.

    Of a dead letter behind which a transmission-queue header is kept, the descriptor inside that is meant:
    what the separate one repeats of it, beside Expiry (EX-50), is said nowhere.
    """
    match outcome:
        case o.Sent():
            return getattr(getattr(outcome, field[0]), field[1])
        case o.MessageReturned(message=message) | o.Browsed(messages=(message,)):
            match message:
                case SeenMessage(
                    dead_letter_header=DeadLetterHeader(),
                    transmission_header=SeenTransmissionHeader(descriptor=embedded),
                ) if field[0] == "descriptor" and field[1] not in OF_ITS_OWN:
                    return getattr(embedded, field[1])
            return getattr(getattr(message, field[0]), field[1])
        case _:
            return UNSET


def _not_shown(name: str, outcome: o.Outcome) -> NotObserved:
    """A field that is not shown here; what a send answers with is told apart from what a get returns."""
    return NotObserved(f"{name} in its answer to the send" if isinstance(outcome, o.Sent) else name)


def field_is(handle: Handle, name: str, field: Field, accepted: tuple[Any, ...]) -> Check:
    """The field has one of the values; the answer is the value."""
    wanted = f"{name} {' or '.join(map(str, accepted))}"

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        value = field_of(step.outcome, field)
        if value is UNSET:
            return _not_shown(name, step.outcome)
        if value in accepted:
            return Held(str(value))
        return Broken(wanted, f"{name} {value}", handle, field=name)

    return check


def field_is_not(handle: Handle, name: str, field: Field, excluded: tuple[Any, ...]) -> Check:
    """The field has none of the values; an id is one in whatever case its letters are shown."""

    def is_shown(value: Any, other: Any) -> bool:
        an_id = isinstance(other, str) and other.startswith("ID:")
        return bool(value == other or (an_id and id_bytes(value) == id_bytes(other)))

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        value = field_of(outcome, field)
        if value is UNSET:
            return _not_shown(name, outcome)
        if any(is_shown(value, other) for other in excluded):
            wanted = f"{name} other than {' and '.join(map(str, excluded))}"
            return Broken(wanted, f"{name} {value}", handle, field=name)
        return Held(str(value))

    return check


def fields_agree(
    handle: Handle, name: str, field: Field, other_handle: Handle, other_name: str, other: Field
) -> Check:
    """Two fields hold the same; ids are compared as bytes, with or without "ID:".

    JMSExpiration as a receiver sees it is about that of the sender, as in `time_after_send`.
    """
    worked_out = handle != other_handle and name == other_name == "JMSExpiration"

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        value = field_of(step.outcome, field)
        expected = field_of(record.steps[other_handle].outcome, other)
        for seen, called, place in ((value, name, handle), (expected, other_name, other_handle)):
            if seen is UNSET:
                return _not_shown(called, record.steps[place].outcome)
        if value == expected or (id_bytes(value) is not None and id_bytes(value) == id_bytes(expected)):
            return HELD
        slack = one_end(record) + step.ended - step.started if worked_out else 0
        if value and expected and slack and abs(value - expected) <= slack:
            return HELD
        return Broken(f"{name} {expected}, as {other_name}", f"{name} {value}", handle, field=name)

    return check


def field_matches(handle: Handle, name: str, field: Field, fits: Callable[[Any], bool], form: str) -> Check:
    """The field has a form."""

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        value = field_of(outcome, field)
        if value is UNSET:
            return _not_shown(name, outcome)
        return HELD if fits(value) else Broken(f"{name} is {form}", f"{name} {value}", handle, field=name)

    return check


def all_different(handles: tuple[Handle, ...], name: str, field: Field) -> Check:
    """The field differs from message to message and is never empty."""

    def check(record: Record) -> CheckResult:
        values = [field_of(record.steps[handle].outcome, field) for handle in handles]
        if UNSET in values:
            return NotObserved(name)
        if None in values or len(set(values)) < len(values):
            seen = ", ".join(map(str, values))
            return Broken(f"{name} that differs from message to message", seen, field=name)
        return HELD

    return check


def time_after_send(handle: Handle, name: str, field: Field, send: Handle, after: int) -> Check:
    """The field is an instant: the time of the send plus so many ms.

    JMSExpiration as a receiver sees it is about that: it may be made of what is left of the life (X-05).
    """
    wanted = f"{name} is the time of the send" + (f" + {after} ms" if after else "")
    worked_out = handle != send and name == "JMSExpiration"

    def check(record: Record) -> CheckResult:
        step, sent = record.steps[handle], record.steps[send]
        value = field_of(step.outcome, field)
        if value is UNSET:
            return _not_shown(name, step.outcome)
        slack = one_end(record) + step.ended - step.started if worked_out else ROUNDING[record.clock]
        if isinstance(value, int) and sent.started + after - slack <= value <= sent.ended + after + slack:
            return HELD
        if isinstance(value, int) and value:
            seen = f"{name} is {value - sent.started} ms after the send began"
            return Broken(wanted, seen, handle, field=name)
        return Broken(wanted, f"{name} is {value}", handle, field=name)

    return check


def compared_with_send(handle: Handle, name: str, field: Field) -> Check:
    """Holds for any value; the answer tells how far the instant is from the send."""

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        value = field_of(step.outcome, field)
        if value is UNSET:
            return NotObserved(name)
        if not isinstance(value, int) or not value:
            return Held(str(value))
        if step.started <= value <= step.ended:
            return Held("the time of the send")
        return Held(f"about the time of the send {value - step.started:+d} ms")

    return check


def tenths_left(record: Record, handle: Handle, sending: Sending, tenths: int, nominal: int) -> range:
    """What may be left of a life where `tenths` would be, `nominal` ms after the send by the script.

    On a real clock what passed beyond that is taken off the lower bound, which is never below 0. What was not
    taken off on further queues adds to the upper one.
    """
    step, sent = record.steps[handle], record.steps[sending.send]
    beyond = math.ceil(max(step.ended - sent.started - nominal, 0) / 100)
    longer = math.ceil(tolerance_seen(record, sending) / TENTH)
    return range(max(tenths - EXPIRY_TENTHS - beyond, 0), tenths + longer + 1)


def remaining_expiry(handle: Handle, sending: Sending, tenths: int, nominal: int, looks: int = 1) -> Check:
    """MQMD.Expiry is about so much, `nominal` ms after the send by the script's own reckoning.

    What was shown to somebody who put it anew may have become less at each of so many `looks`.
    """

    def check(record: Record) -> CheckResult:
        value = field_of(record.steps[handle].outcome, ("descriptor", "expiry"))
        if value is UNSET:
            return NotObserved("MQMD.Expiry")
        left = tenths_left(record, handle, sending, tenths, nominal)
        least, most = max(left[0] - (looks - 1) * EXPIRY_TENTHS, 1), left[-1]
        if least <= value <= most:
            return Held(f"{value} tenths")
        return Broken(
            f"MQMD.Expiry of {least} to {most} tenths", f"MQMD.Expiry {value}", handle, field="MQMD.Expiry"
        )

    return check


def expiry_is_positive_or_unlimited(handle: Handle) -> Check:
    """What a get returns is a life still to come: greater than 0, or unlimited (EX-19)."""

    def check(record: Record) -> CheckResult:
        value = field_of(record.steps[handle].outcome, ("descriptor", "expiry"))
        if value is UNSET:
            return NotObserved("MQMD.Expiry")
        if value == UNLIMITED or value > 0:
            return HELD
        return Broken(
            "MQMD.Expiry greater than 0, or -1", f"MQMD.Expiry {value}", handle, field="MQMD.Expiry"
        )

    return check


def body_as_sent(handle: Handle, sending: Sending) -> Check:
    """The application's data are those that were sent, no more and no less."""

    def check(record: Record) -> CheckResult:
        step, sent = record.steps[handle], record.steps[sending.send]
        if not isinstance(step.outcome, o.MessageReturned):
            return Broken("a message", said_outcome(step.outcome), handle)
        body = step.outcome.message.body
        if body is UNSET:
            return NotObserved("the body of a message")
        assert isinstance(sent.command, Send | MqPut | MqPut1)
        wanted = body_of(sent.command.message)
        if body == wanted:
            return HELD
        expected = f"the {len(wanted)} characters that were sent"
        return Broken(expected, f"{len(body)} characters: {body:.60}", handle)

    return check


# --- the staged copy ---------------------------------------------------------------------------------


def staged(handle: Handle, sending: Sending, look: Callable[[SeenMessage, str], CheckResult]) -> Check:
    """`look` judges the staged copy of a message, given the id that its sender was given."""

    def check(record: Record) -> CheckResult:
        step, sent = record.steps[handle], record.steps[sending.send]
        if not isinstance(step.outcome, o.Browsed):
            return Broken("a browse of the staging queue", said_outcome(step.outcome), handle)
        original = sent_id(sent.outcome) if isinstance(sent.outcome, o.Sent) else None
        if original is None:
            return NotObserved("JMSMessageID after the send")
        message = _copy_in(record, step.outcome, sending, original)
        if message is not None:
            result = look(message, original)
            return result._replace(step=handle) if isinstance(result, Broken) else result
        if record.clock is ClockKind.REAL and step.ended >= sent.started + sending.delay:
            return Undecided(f'This took too long: "{sending.label}" may have been due already.')
        if any(message.body is UNSET for message in step.outcome.messages):
            return NotObserved("the data of what is on the staging queue")
        return Broken(f'a copy of "{sending.label}" on the staging queue', said_outcome(step.outcome), handle)

    return check


def _copy_in(record: Record, shown: o.Browsed, sending: Sending, original: str) -> SeenMessage | None:
    for message in shown.messages:
        label = label_of(record, message, (sending,))
        if original == id_bytes(message.descriptor.correlation_id) or sending.label == label:
            return message
    return None


def staged_with_id_as_before(before: Handle, handle: Handle, sending: Sending) -> Check:
    """DD-59: the new id is one alone, which a later look shows as well."""

    def look(seen: Any, first: Any) -> CheckResult:
        if id_bytes(seen) == id_bytes(first):
            return HELD
        return Broken(f"MQMD.MsgId {first} as before", f"MQMD.MsgId {seen}", field="MQMD.MsgId")

    return _beside_the_look_before(before, sending, handle, sending, look)


def staged_with_another_id(before: Handle, other: Sending, handle: Handle, sending: Sending) -> Check:
    """DD-59: it is new, and so not that of another copy that was looked at before."""

    def look(seen: Any, first: Any) -> CheckResult:
        if id_bytes(seen) != id_bytes(first):
            return HELD
        return Broken("a new MQMD.MsgId", f'that of the staged copy of "{other.label}"', field="MQMD.MsgId")

    return _beside_the_look_before(before, other, handle, sending, look)


def _beside_the_look_before(
    before: Handle, of: Sending, handle: Handle, sending: Sending, look: Callable[[Any, Any], CheckResult]
) -> Check:
    """`look` judges the message id of a copy, given that of the copy of `of` at an earlier look."""

    def check(record: Record) -> CheckResult:
        earlier, sent = record.steps[before].outcome, record.steps[of.send].outcome
        original = sent_id(sent) if isinstance(sent, o.Sent) else None
        if not isinstance(earlier, o.Browsed) or original is None:
            return NotObserved("the message id at the look before")
        copy = _copy_in(record, earlier, of, original)
        first = UNSET if copy is None else copy.descriptor.message_id

        def beside(message: SeenMessage, _: str) -> CheckResult:
            seen = message.descriptor.message_id
            if UNSET in (first, seen):
                return NotObserved("MQMD.MsgId on the staging queue")
            return look(seen, first)

        return staged(handle, sending, beside)(record)

    return check


def has_new_id(message: SeenMessage, original: str) -> CheckResult:
    """DD-59."""
    seen = message.descriptor.message_id
    if seen is UNSET:
        return NotObserved("MQMD.MsgId on the staging queue")
    if id_bytes(seen) == original:
        return Broken("a new MQMD.MsgId", "the id that the sender was given", field="MQMD.MsgId")
    return HELD


def has_original_id_as_correlation(message: SeenMessage, original: str) -> CheckResult:
    """DD-60."""
    seen = message.descriptor.correlation_id
    if seen is UNSET:
        return NotObserved("MQMD.CorrelId on the staging queue")
    if id_bytes(seen) == original:
        return HELD
    return Broken(f"MQMD.CorrelId {original}", f"MQMD.CorrelId {seen}", field="MQMD.CorrelId")


def has_delay_header(message: SeenMessage, original: str) -> CheckResult:
    """DD-09."""
    del original
    match message.delay_header:
        case DelayHeader.PRESENT:
            return HELD
        case DelayHeader.ABSENT:
            return Broken("a header with delay and target", "the application's data alone")
        case _:
            return NotObserved("the delay header on the staging queue")


def has_no_delay_header(handle: Handle) -> Check:
    """The message as it is returned is the application's own (DD-83)."""

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.MessageReturned):
            return Broken("a message", said_outcome(outcome), handle)
        match outcome.message.delay_header:
            case DelayHeader.ABSENT:
                return HELD
            case DelayHeader.PRESENT:
                return Broken("no delay header", "a delay header", handle)
            case _:
                return NotObserved("whether a message carries the delay header")

    return check
