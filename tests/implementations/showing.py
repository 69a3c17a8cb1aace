"""Messages as the outcomes show them."""

import msgspec
from msgspec import UNSET

from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    DelayHeader,
    Descriptor,
    JmsFolder,
    JmsHeader,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import Sent

from .client_decisions import ClientDecisions
from .decisions import QueueManagerDecisions
from .objects import NO_ID, Message, Origin


def sent_by_jms(message: Message, message_id: str | None) -> Sent:
    """What the sender sees; `message_id` is JMSMessageID as the client returned it."""
    return Sent(
        header=_header(message, message_id),
        descriptor=_descriptor(message, message.expiry),
        folder=JmsFolder(expiration=message.expiration, timestamp=message.timestamp),
    )


def sent_by_mqi(message: Message, client: ClientDecisions) -> Sent:
    """MQPUT: the descriptor alone, its expiry as the caller gave it (EX-63)."""
    return Sent(descriptor=_descriptor(message, client.returned_expiry(message.expiry)))


def seen_by_jms(
    message: Message, now: int, decisions: QueueManagerDecisions, client: ClientDecisions
) -> SeenMessage:
    return _seen(message, now, decisions, _header(message, client.shown_id(message.message_id)))


def seen_by_mqi(message: Message, now: int, decisions: QueueManagerDecisions) -> SeenMessage:
    return _seen(message, now, decisions, JmsHeader())


def _seen(message: Message, now: int, decisions: QueueManagerDecisions, header: JmsHeader) -> SeenMessage:
    dead_letter = message.dead_letter
    return SeenMessage(
        body=UNSET if message.origin is Origin.TRIGGER else message.body,
        header=header,
        descriptor=_descriptor(message, decisions.remaining_expiry(message, now)),
        folder=JmsFolder()
        if message.origin is Origin.REPORT
        else JmsFolder(expiration=message.expiration, timestamp=message.timestamp),
        dead_letter_header=None
        if dead_letter is None
        else DeadLetterHeader(reason=dead_letter.reason, destination_queue=dead_letter.destination),
        delay_header=DelayHeader.ABSENT if message.delay is None else DelayHeader.PRESENT,
    )


def _descriptor(message: Message, expiry: int) -> Descriptor:
    return Descriptor(
        message_id=message.message_id,
        correlation_id=message.correlation_id,
        expiry=expiry,
        persistence=message.persistence,
        priority=message.priority,
        report=message.report,
        message_type=message.message_type,
        feedback=message.feedback,
        reply_to_queue=message.reply_to,
    )


def _header(message: Message, message_id: str | None) -> JmsHeader:
    """Times are shown for messages that a JMS client sent; the others have no element that holds them."""
    header = JmsHeader(
        message_id=message_id,
        delivery_mode=message.persistence + 1 if message.delivery_mode is None else message.delivery_mode,
        priority=message.priority,
        correlation_id=None if message.correlation_id == NO_ID else f"ID:{message.correlation_id}",
        reply_to=message.reply_to or None,
    )
    if message.origin is not Origin.JMS:
        return header
    return msgspec.structs.replace(
        header,
        timestamp=message.timestamp if message.timestamp is not None else 0,
        expiration=message.expiration or 0,
        delivery_time=message.delivery_time,
    )
