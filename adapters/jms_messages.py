"""Messages between the vocabulary and Java: what is sent, and what a client shows of it.

Left out: the JMS_IBM_* properties (report options, MQMD fields), which no plain JMS broker knows.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from mqtck.adapters.jms_jvm import java_bytes, java_class
from mqtck.adapters.jms_older import lacking, newer
from mqtck.reference.vocabulary.messages import (
    JmsHeader,
    OutgoingMessage,
    PresetHeaders,
    QueueDestination,
    SeenMessage,
    TopicDestination,
    body_of,
)


class NamesOf(NamedTuple):
    """The name that a Java destination has in its world as a queue or as a topic; None for none."""

    queue: Callable[[Any], str | None]
    topic: Callable[[Any], str | None]


def fill(java_message: Any, message: OutgoingMessage, reply_to: Any | None, answered: str | None) -> None:
    """Give a Java TextMessage the body, the headers and the properties that the application sets.

    `answered` is the JMSMessageID of the message that it `correlates_with`.
    """
    java_message.setText(body_of(message))
    if message.group is None and java_message.propertyExists("JMSXGroupID"):
        # It is of the send before, with the same object.
        java_message.clearProperties()
    if reply_to is not None:
        java_message.setJMSReplyTo(reply_to)
    if message.jms_type is not None:
        java_message.setJMSType(message.jms_type)
    if message.correlation_id is not None:
        java_message.setJMSCorrelationID(f"ID:{message.correlation_id}")
    elif message.correlation_bytes is not None:
        native = java_bytes(bytes.fromhex(message.correlation_bytes))
        java_message.setJMSCorrelationIDAsBytes(native)
    elif (text := message.correlation_text if answered is None else answered) is not None:
        java_message.setJMSCorrelationID(text)
    if message.group is not None:
        java_message.setStringProperty("JMSXGroupID", message.group.group_id)
        if message.group.sequence is not None:
            java_message.setIntProperty("JMSXGroupSeq", message.group.sequence)
    if message.preset is not None:
        _preset(java_message, message.preset)


def header_of(java_message: Any, names_of: NamesOf) -> JmsHeader:
    """The header fields, read from a message object after its send or after its receipt.

    A destination of plain JMS has a name and nothing else.
    """
    sent_to = names_of.queue(java_message.getJMSDestination())
    published_to = names_of.topic(java_message.getJMSDestination())
    return JmsHeader(
        message_id=_text(java_message.getJMSMessageID()),
        timestamp=int(java_message.getJMSTimestamp()),
        expiration=int(java_message.getJMSExpiration()),
        delivery_time=_delivery_time(java_message),
        delivery_mode=int(java_message.getJMSDeliveryMode()),
        priority=int(java_message.getJMSPriority()),
        correlation_id=_text(java_message.getJMSCorrelationID()),
        reply_to=names_of.queue(java_message.getJMSReplyTo()),
        type=_text(java_message.getJMSType()),
        destination=UNSET if sent_to is None else QueueDestination(sent_to),
        topic=UNSET if published_to is None else TopicDestination(published_to),
        correlation_bytes=_correlation_bytes(java_message),
    )


def seen(java_message: Any, names_of: NamesOf) -> SeenMessage:
    """A received or browsed message; a body that is no text stays unset."""
    text = _text(java_message.getText()) if hasattr(java_message, "getText") else None
    return SeenMessage(
        body=UNSET if text is None else text,
        header=header_of(java_message, names_of),
    )


def _preset(java_message: Any, preset: PresetHeaders) -> None:
    for value, setter in (
        (preset.message_id, java_message.setJMSMessageID),
        (preset.timestamp, java_message.setJMSTimestamp),
        (preset.delivery_mode, java_message.setJMSDeliveryMode),
        (preset.priority, java_message.setJMSPriority),
        (preset.expiration, java_message.setJMSExpiration),
    ):
        if value is not None:
            setter(value)


def _delivery_time(java_message: Any) -> int | UnsetType:
    try:
        return int(newer(java_message, "getJMSDeliveryTime")())
    except lacking():
        return UNSET


def _correlation_bytes(java_message: Any) -> str | None | UnsetType:
    """In hexadecimal; JMS leaves it to the provider whether it knows such ids at all."""
    try:
        native = java_message.getJMSCorrelationIDAsBytes()
    except java_class("java.lang.Exception"):
        return UNSET
    return None if native is None else bytes(byte & 0xFF for byte in native).hex()


def _text(java_string: Any) -> str | None:
    return None if java_string is None else str(java_string)
