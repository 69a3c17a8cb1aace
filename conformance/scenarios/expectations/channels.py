"""Checks of what channels leave behind: protection and dead-letter headers as a browser shows them, status.

A browser shows what is on a queue without removing protection. `on_queue` makes a check of one returned
message into a check of that message among those that a browser shows.
"""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

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
)
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.channels import ChannelStatus
from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1, Send
from mqtck.reference.vocabulary.constants import PRIORITY_AS_QUEUE_DEFINITION, MessageType, Persistence
from mqtck.reference.vocabulary.messages import Descriptor, Protection, SeenMessage, SeenTransmissionHeader
from mqtck.reference.vocabulary.profile import ClockKind

from .calls import seen_in
from .messages import field_of
from .sendings import Sending, label_of

# --- messages on a queue -------------------------------------------------------------------------------


def on_queue(check: Check, handle: Handle, queue: str, sending: Sending) -> Check:
    """The check of a returned message, for the one of that label among those that a browser shows."""

    def check_shown(record: Record) -> CheckResult:
        message = _shown(record, handle, sending)
        if not isinstance(message, SeenMessage):
            return _late_or(record, message or _missing(record, handle, queue, sending))
        step = record.steps[handle]
        returned = o.MessageReturned(message=message)
        alone = {**record.steps, handle: type(step)(step.command, returned, step.started, step.ended)}
        return check(record._replace(steps=alone))

    return check_shown


def _shown(record: Record, handle: Handle, sending: Sending) -> SeenMessage | NotObserved | None:
    outcome = record.steps[handle].outcome
    if not isinstance(outcome, o.Browsed):
        return None
    labels = [label_of(record, message, (sending,)) for message in outcome.messages]
    if sending.label in labels:
        return outcome.messages[labels.index(sending.label)]
    return NotObserved("the body of a message") if None in labels else None


def _missing(record: Record, handle: Handle, queue: str, sending: Sending) -> Broken:
    return Broken(f'"{sending.label}" on {queue}', said_outcome(record.steps[handle].outcome), handle)


def _late_or(record: Record, result: Broken | NotObserved) -> CheckResult:
    if isinstance(result, Broken) and record.clock is ClockKind.REAL:
        return Missed(f"{result.expected} is late, or never: {result.seen}.")
    return result


def in_clear(handle: Handle) -> Check:
    """Nothing protects the data of the message."""

    def check(record: Record) -> CheckResult:
        protection = _protection(record, handle)
        if isinstance(protection, UnsetType):
            return NotObserved("the protection of a message")
        return HELD if protection is None else Broken("a message in clear", _said(protection), handle)

    return check


def protected(handle: Handle, policy: str) -> Check:
    """One layer of protection, under this policy; each is compared as far as it is shown."""

    def check(record: Record) -> CheckResult:
        protection = _protection(record, handle)
        if isinstance(protection, UnsetType):
            return NotObserved("the protection of a message")
        wanted = f"a message protected once, under {policy}"
        if protection is None:
            return Broken(wanted, "in clear", handle)
        other = protection.policy is not UNSET and protection.policy != policy
        layered = protection.layers is not UNSET and protection.layers != 1
        return Broken(wanted, _said(protection), handle) if other or layered else HELD

    return check


def protected_once_at_most(handle: Handle) -> Check:
    """No second layer."""

    def check(record: Record) -> CheckResult:
        protection = _protection(record, handle)
        if isinstance(protection, UnsetType) or (protection and protection.layers is UNSET):
            return NotObserved("the protection of a message")
        if protection is None or protection.layers == 1:
            return HELD
        return Broken("one layer of protection at most", _said(protection), handle)

    return check


def as_put(handle: Handle, send: Handle) -> Check:
    """The message has the id, the correlation id, the options and all else that its put gave it.

    Where it is shown behind a transmission-queue header, they are in the descriptor inside that.
    """

    def check(record: Record) -> CheckResult:
        sent, seen = record.steps[send], record.steps[handle].outcome
        if isinstance(seen, o.MessageReturned) and isinstance(
            seen.message.transmission_header, SeenTransmissionHeader
        ):
            return embedded_as_put(handle, send)(record)
        if field_of(seen, ("descriptor", "message_type")) == MessageType.REPORT:
            return Broken("the message as it was put", "a message of type report", handle)
        compared = 0
        for name, was in _given(sent.command, sent.outcome).items():
            shown = field_of(seen, ("descriptor", name))
            if UNSET in (was, shown):
                continue
            compared += 1
            if shown != was:
                return Broken(f"{name.replace('_', ' ')} {was}, as it was put", f"{shown}", handle)
        return HELD if compared else NotObserved("the descriptor of a message")

    return check


def embedded_as_put(handle: Handle, send: Handle) -> Check:
    """The same of the descriptor inside a transmission-queue header that the queue manager made.

    What of it the separate descriptor repeats, beside Expiry (EX-50), is said nowhere.
    """

    def check(record: Record) -> CheckResult:
        step = record.steps[handle]
        if not isinstance(step.outcome, o.MessageReturned):
            return as_put(handle, send)(record)
        header = step.outcome.message.transmission_header
        embedded = header.descriptor if isinstance(header, SeenTransmissionHeader) else Descriptor()
        inside = o.MessageReturned(message=SeenMessage(descriptor=embedded))
        alone = {send: record.steps[send], handle: replace(step, outcome=inside)}
        return as_put(handle, send)(record._replace(steps=alone))

    return check


def _given(command: Command, outcome: object) -> dict[str, object]:
    """What the caller said, and the ids that the put gave."""
    if not isinstance(command, Send | MqPut | MqPut1):
        return {}
    message = command.message
    return {
        "message_id": field_of(outcome, ("descriptor", "message_id")),
        "correlation_id": message.correlation_id or field_of(outcome, ("descriptor", "correlation_id")),
        "report": message.report,
        "reply_to_queue": message.reply_to or "",
        "reply_to_queue_manager": _unless_blank(field_of(outcome, ("descriptor", "reply_to_queue_manager"))),
        **_how(command, outcome),
    }


def _how(command: Send | MqPut | MqPut1, outcome: object) -> dict[str, object]:
    """How it was put: a producer was told before, and the send shows it."""
    if isinstance(command, Send):
        return {name: field_of(outcome, ("descriptor", name)) for name in ("persistence", "priority")}
    persistence, priority = command.descriptor.persistence, command.descriptor.priority
    return {
        "persistence": UNSET if persistence is Persistence.AS_Q_DEF else persistence,
        "priority": UNSET if priority == PRIORITY_AS_QUEUE_DEFINITION else priority,
    }


def _unless_blank(value: object) -> object:
    """What a put leaves blank may be filled in on the way."""
    return value if isinstance(value, str) and value else UNSET


def _protection(record: Record, handle: Handle) -> Protection | None | UnsetType:
    outcome = record.steps[handle].outcome
    assert isinstance(outcome, o.MessageReturned)
    return outcome.message.protection


def _said(protection: Protection) -> str:
    policy = "some policy" if protection.policy is UNSET else protection.policy
    layers = "" if protection.layers is UNSET else f", in {protection.layers} layers"
    return f"protected under {policy}{layers}"


def if_shown(check: Check, handle: Handle, sending: Sending) -> Check:
    """Either the browser does not show the message, or it is as the check says; the answer is which."""

    def check_shown(record: Record) -> CheckResult:
        if not isinstance(record.steps[handle].outcome, o.Browsed):
            return Broken("a browsed queue", seen_in(record.steps[handle]), handle)
        if _shown(record, handle, sending) is None:
            return Held("not there")
        result = check(record)
        return Held("there") if isinstance(result, Held) else result

    return check_shown


def if_elsewhere(check: Check, handles: tuple[Handle, Handle], queues: str, sending: Sending) -> Check:
    """The second browser shows the message as the check says, or the first one shows it; the answer is which.

    It moves from the first to the second queue, so that on a real clock both may show it.
    """
    before, behind = handles

    def check_either(record: Record) -> CheckResult:
        left = _shown(record, before, sending)
        result = if_shown(check, behind, sending)(record)
        if result != Held("not there"):
            twice = left is not None and isinstance(result, Held) and record.clock is not ClockKind.REAL
            return (
                Broken(f'"{sending.label}" on one of {queues}', "it is on both", behind) if twice else result
            )
        if isinstance(record.steps[before].outcome, o.Browsed) and left is not None:
            return left if isinstance(left, NotObserved) else result
        return _late_or(record, _missing(record, before, queues, sending))

    return check_either


def shows_or_not(handle: Handle, sending: Sending) -> Check:
    """Either is right; the answer is yes or no."""
    return if_shown(lambda _: HELD, handle, sending)


# --- status --------------------------------------------------------------------------------------------


def status_is(handle: Handle, wanted: frozenset[ChannelStatus | None], name: str) -> Check:
    """The status read is one of these; on a real clock a channel may not have come to it yet."""

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, o.ChannelStatusRead):
            return Broken(f"a channel {name}", seen_in(record.steps[handle]), handle)
        if outcome.status in wanted:
            return Held(said_outcome(outcome))
        if record.clock is ClockKind.REAL:
            return Missed(f"A channel {name} was waited for in vain: {said_outcome(outcome)}.")
        return Broken(f"a channel {name}", said_outcome(outcome), handle)

    return check
