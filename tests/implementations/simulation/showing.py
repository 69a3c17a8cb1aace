"""Messages as the outcomes show them."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.channels.transmission_headers import seen_header
from implementations.state.objects import NO_ID, Message, Origin
from implementations.state.uris import destination_of
from implementations.state.written_headers import TypeElements, WrittenHeader
from mqtck.reference.vocabulary.messages import (
    DeadLetterHeader,
    DelayHeader,
    Descriptor,
    JmsFolder,
    JmsHeader,
    Protection,
    QueueDestination,
    SeenMessage,
    SeenTransmissionHeader,
    TopicDestination,
)
from mqtck.reference.vocabulary.outcomes import Sent

NO_HEADER = WrittenHeader()


def sent_by_jms(message: Message, message_id: str | None) -> Sent:
    """What the sender sees; `message_id` is JMSMessageID as the client returned it."""
    header = _header(message, message_id, None)
    return Sent(
        header=msgspec.structs.replace(
            header,
            timestamp=message.timestamp if message.timestamp is not None else 0,
            expiration=message.expiration or 0,
            delivery_time=message.delivery_time,
        ),
        descriptor=_descriptor(message, message.expiry),
        folder=_folder(message),
    )


def sent_by_mqi(message: Message, client: ClientDecisions) -> Sent:
    """MQPUT: the descriptor alone, its expiry as the caller gave it (EX-63)."""
    return Sent(descriptor=_descriptor(message, client.returned_expiry(message.expiry)))


def seen_by_jms(
    message: Message, now: int, decisions: QueueManagerDecisions, client: ClientDecisions
) -> SeenMessage:
    header = _header(message, client.shown_id(message.message_id), client)
    return _seen(message, now, decisions, header)


def seen_by_mqi(message: Message, now: int, decisions: QueueManagerDecisions) -> SeenMessage:
    return _seen(message, now, decisions, JmsHeader())


def _seen(message: Message, now: int, decisions: QueueManagerDecisions, header: JmsHeader) -> SeenMessage:
    dead_letter = message.dead_letter
    descriptor = _descriptor(message, decisions.remaining_expiry(message, now))
    return SeenMessage(
        body=UNSET if message.origin is Origin.TRIGGER else message.body,
        header=header,
        descriptor=descriptor,
        folder=_folder(message),
        dead_letter_header=None
        if dead_letter is None or (message.protection and not decisions.header_in_clear())
        else DeadLetterHeader(reason=dead_letter.reason, destination_queue=dead_letter.destination),
        delay_header=DelayHeader.ABSENT if message.delay is None else DelayHeader.PRESENT,
        transmission_header=_with_descriptor(message, seen_header(message, now, decisions), descriptor),
        protection=_protection(message),
    )


def _with_descriptor(
    message: Message, header: SeenTransmissionHeader | None | UnsetType, separate: Descriptor
) -> SeenTransmissionHeader | None | UnsetType:
    """The queue manager's own header holds what was put; its Expiry is decided elsewhere."""
    if message.route is None or not isinstance(header, SeenTransmissionHeader):
        return header
    put = msgspec.structs.replace(separate, expiry=header.descriptor.expiry, format=_own_format(message))
    return msgspec.structs.replace(header, descriptor=put)


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
        reply_to_queue_manager=message.reply_manager_field,
        format=_format(message),
    )


def _protection(message: Message) -> Protection | None:
    """What a reader without any policy sees."""
    return Protection(message.protection[0], len(message.protection)) if message.protection else None


def _format(message: Message) -> str | UnsetType:
    """MQMD.Format, where the documents leave no doubt what the data begin with."""
    if message.delay is not None or message.origin is Origin.TRIGGER:
        return UNSET
    if message.dead_letter is not None:
        return "MQDEAD"
    if message.route is not None or message.own_header is not None:
        return "MQXMIT"
    return _own_format(message)


def _own_format(message: Message) -> str | UnsetType:
    if message.origin is Origin.REPORT:
        return UNSET if message.quoted is None else "MQHRF2"
    return "MQSTR" if message.header is None else "MQHRF2"


def _folder(message: Message) -> JmsFolder:
    written = (message.quoted if message.origin is Origin.REPORT else message.header) or NO_HEADER
    return JmsFolder(
        expiration=written.expiration,
        timestamp=written.timestamp,
        expiration_type=written.expiration_type,
        destination=written.destination,
        reply_to=written.reply_to,
        delivery_mode=written.delivery_mode,
        priority=written.priority,
        correlation_id=written.correlation_id,
        type=written.mcd.type,
        set=written.mcd.set,
        format=written.mcd.format,
    )


def _header(message: Message, message_id: str | None, client: ClientDecisions | None) -> JmsHeader:
    """What a client makes of descriptor and MQRFH2. Without one there is nothing that holds times."""
    written = message.header
    native = None if message.correlation_id == NO_ID else message.correlation_id
    correlation = native and (f"ID:{native}" if client is None else client.shown_id(native))
    header = JmsHeader(
        message_id=message_id,
        delivery_mode=message.persistence + 1,
        priority=message.priority,
        correlation_id=correlation,
        correlation_bytes=native,
        reply_to=message.reply_to or None,
        type=None,
    )
    if written is None:
        return header
    changes: dict[str, Any] = {
        "timestamp": written.timestamp or 0,
        "expiration": written.expiration or 0,
        "delivery_time": message.delivery_time,
        "delivery_mode": written.delivery_mode or header.delivery_mode,
        "correlation_id": written.correlation_id or correlation,
        "type": _type(written.mcd),
    }
    match destination_of(written.destination or ""):
        case QueueDestination() as queue:
            changes["destination"] = queue
        case TopicDestination() as topic:
            changes["topic"] = topic
    reply = destination_of(written.reply_to or "")
    if isinstance(reply, QueueDestination):
        changes["reply_destination"] = reply
    return msgspec.structs.replace(header, **changes)


def _type(mcd: TypeElements) -> str | None:
    if mcd.set is None:
        return mcd.type or None
    query = "" if mcd.format is None else f"?format={mcd.format}"
    return f"mcd://{mcd.domain}/{mcd.set}/{mcd.type}{query}"
