"""Mutants of the rules that combine the delay with the headers: what a delayed message looks like."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.sending.send_controls import Attempted
from mqtck.reference.showing import chosen_id, staged_id
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.messages import DeadLetterHeader, JmsHeader, SeenMessage

from .parts import Mutant, Patch, around

SHOWN: Final = "showing._application"
Show = Callable[[State, Message, str, Interval], SeenMessage]


def _delivered(change: Callable[[SeenMessage, Message, Interval], SeenMessage]) -> Patch:
    """Delayed messages on their target, or on the dead-letter queue, look otherwise."""

    def shown(right: Show, state: State, message: Message, queue_key: str, at: Interval) -> SeenMessage:
        seen = right(state, message, queue_key, at)
        return change(seen, message, at) if message.delay else seen

    return around(SHOWN, shown)


def with_descriptor(seen: SeenMessage, **fields: Any) -> SeenMessage:
    return replace(seen, descriptor=replace(seen.descriptor, **fields))


def _dead_lettered_with(**fields: int) -> Callable[[SeenMessage, Message, Interval], SeenMessage]:
    """Other values in the descriptor on the dead-letter queue."""

    def changed(seen: SeenMessage, _: Message, __: Interval) -> SeenMessage:
        dead_lettered = isinstance(seen.dead_letter_header, DeadLetterHeader)
        return with_descriptor(seen, **fields) if dead_lettered else seen

    return changed


def _with_staged_id(seen: SeenMessage, message: Message, _: Interval) -> SeenMessage:
    shown = staged_id(message.serial)
    return replace(
        with_descriptor(seen, message_id=shown), header=replace(seen.header, message_id=f"ID:{shown}")
    )


def _with_staged_correlation(seen: SeenMessage, message: Message, _: Interval) -> SeenMessage:
    return with_descriptor(seen, correlation_id=chosen_id(message.serial))


def _without_reply_to(seen: SeenMessage, _message: Message, _at: Interval) -> SeenMessage:
    return replace(with_descriptor(seen, reply_to_queue=""), header=replace(seen.header, reply_to=None))


def _without_reply_to_manager(seen: SeenMessage, _message: Message, _at: Interval) -> SeenMessage:
    return with_descriptor(seen, reply_to_queue_manager="")


def _by_name_alone(_right: Callable[..., str | None], tried: Attempted) -> str | None:
    return tried.message.reply_to


def _at_delivery(seen: SeenMessage, _: Message, at: Interval) -> SeenMessage:
    return replace(seen, header=replace(seen.header, timestamp=at.latest))


def _sent_as_staged(
    right: Callable[..., JmsHeader], state: State, message: Message, at: Interval
) -> JmsHeader:
    header = right(state, message, at)
    return replace(header, message_id=f"ID:{staged_id(message.serial)}") if message.delay else header


def _end_after_delay(
    right: Callable[..., JmsHeader], state: State, message: Message, at: Interval
) -> JmsHeader:
    header = right(state, message, at)
    assert isinstance(header.expiration, int)
    return replace(header, expiration=header.expiration + message.delay) if header.expiration else header


def _hinted_without_id(
    right: Callable[..., SeenMessage], state: State, message: Message, at: Interval
) -> SeenMessage:
    seen = right(state, message, at)
    return with_descriptor(seen, correlation_id="0" * 48) if message.hinted else seen


def _flattened(right: Callable[..., int], state: State, queue_key: str, message: Message) -> int:
    return 0 if message.delay else right(state, queue_key, message)


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "staged-id-returned",
        "Returns the id of its own put to the staging queue to the sender.",
        ("X-01", "DD-59", "DD-60", "X-02"),
        (around("showing.sent_header", _sent_as_staged),),
    ),
    Mutant(
        "staged-id-delivered",
        "Delivers a delayed message with the id of its staged copy.",
        ("X-02", "X-17"),
        (_delivered(_with_staged_id),),
    ),
    Mutant(
        "correlation-id-not-put-back",
        "Delivers a delayed message with the original message id as its correlation id.",
        ("X-03", "X-17"),
        (_delivered(_with_staged_correlation),),
    ),
    Mutant(
        "dead-letters-of-one-priority",
        "Dead-letters every delayed message with priority 0.",
        ("X-17", "DD-98"),
        (_delivered(_dead_lettered_with(priority=0)),),
    ),
    Mutant(
        "dead-letters-made-persistent",
        "Makes a delayed message persistent when it is dead-lettered.",
        ("X-17", "DD-98"),
        (_delivered(_dead_lettered_with(persistence=1)),),
    ),
    Mutant(
        "hinted-copy-without-id",
        "Stages a message with the hint to leave out ids under the correlation id zero.",
        ("X-04", "X-01", "DD-60"),
        (around("showing._staged", _hinted_without_id),),
    ),
    Mutant(
        "end-after-the-delay",
        "Adds the delay to JMSExpiration.",
        ("X-05", "X-06", "HM-14"),
        (around("showing.sent_header", _end_after_delay),),
    ),
    Mutant(
        "reply-to-lost-on-the-way",
        "Loses the reply-to queue over the staging hop.",
        ("X-22",),
        (_delivered(_without_reply_to),),
    ),
    Mutant(
        "reply-to-queue-manager-lost-on-the-way",
        "Loses the queue manager of the reply-to queue over the staging hop.",
        ("X-22", "HM-05"),
        (_delivered(_without_reply_to_manager),),
    ),
    Mutant(
        "reports-to-the-name-here",
        "Sends a report to the queue of that name here, whatever queue manager the reply-to queue is of.",
        ("X-22",),
        (around("sending.sends.local_reply_to", _by_name_alone),),
    ),
    Mutant(
        "priority-flattened",
        "Delivers delayed messages in the order in which they were moved, whatever their priority.",
        ("X-28", "DD-78"),
        (around("state.seats.lane_of", _flattened),),
    ),
    Mutant(
        "timestamp-of-the-delivery",
        "Shows the time of the delivery in JMSTimestamp.",
        ("X-41", "HM-34", "HM-35"),
        (_delivered(_at_delivery),),
    ),
)
