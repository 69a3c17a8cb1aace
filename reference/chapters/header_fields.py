"""What the application gave for the JMS header, and which elements of the MQRFH2 become of it.

Covers HM-12, HM-13 (delivery mode), HM-25, HM-26 (priority), HM-17, HM-19, HM-21 (expiration), HM-38 and
HM-39 (type). The correlation id is in `correlation`, destinations are in `destination_uris`.

Silent points: null and empty fields; what a JMSType in URI form leaves in mcd.Type; the names of all
elements but those of mcd; whether there is an MQRFH2 at all for a target client that is not JMS; a
priority that the destination overrides. Nothing is expected there.
"""

import re
from enum import Enum
from typing import Final, NamedTuple

import msgspec

from mqtck.reference.vocabulary.constants import (
    DEFAULT_PRIORITY,
    PRIORITY_AS_APPLICATION,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    QueueDestination,
    TargetClient,
    TopicDestination,
)

from .destination_uris import Destination

_URI: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class Answering(NamedTuple):
    """JMSCorrelationID is the JMSMessageID of this message: a reply to it (X-40)."""

    serial: int


class Correlation(Enum):
    """A JMSCorrelationID of which nothing can be said."""

    OPEN = "open"


class HeaderFields(msgspec.Struct, frozen=True, gc=False):
    """The fields as the application gave them; None for those that it did not give.

    `correlation` is a str from setJMSCorrelationID, bytes from setJMSCorrelationIDAsBytes, or the
    message that is answered. `stayed` is the reply-to queue that may be on the message object behind this
    send, be it from an earlier one.
    """

    destination: Destination
    reply: QueueDestination | None = None
    type: str | None = None
    correlation: str | bytes | Answering | Correlation | None = None
    stayed: QueueDestination | None = None

    @property
    def priority_of_destination(self) -> bool:
        """Whether the destination names a priority; whether that counts is open (`destination_priority`)."""
        return self.destination.priority != PRIORITY_AS_APPLICATION

    @property
    def for_jms(self) -> bool:
        """Whether there certainly is an MQRFH2."""
        return (
            isinstance(self.destination, TopicDestination)
            or self.destination.target_client is TargetClient.JMS
        )


def header_fields(destination: Destination, message: OutgoingMessage, answered: int | None) -> HeaderFields:
    """The fields of a message; `answered` is the serial of the message that it `correlates_with`."""
    reply = message.reply_destination
    if reply is None and message.reply_to is not None:
        reply = QueueDestination(message.reply_to)
    return HeaderFields(
        destination=destination,
        reply=reply,
        type=message.jms_type or None,
        correlation=_correlation(message, answered),
    )


def _correlation(
    message: OutgoingMessage, answered: int | None
) -> str | bytes | Answering | Correlation | None:
    """The fields of an object that is sent again may be those that it had; empty ones are open."""
    if message.correlation_id is not None:
        return "ID:" + message.correlation_id
    if message.correlation_text is not None:
        return message.correlation_text or Correlation.OPEN
    if message.correlation_bytes is not None:
        return bytes.fromhex(message.correlation_bytes) or Correlation.OPEN
    if message.correlates_with is not None:
        return Correlation.OPEN if answered is None else Answering(answered)
    return None if message.same_object_as is None else Correlation.OPEN


# --- elements ----------------------------------------------------------------------------------------


def delivery_mode_elements(destination: Destination, mode: DeliveryMode) -> tuple[int | None, ...]:
    """HM-12: the JMS value is written. HM-13: or not, where the queue's definition decides.

    The first is preferred. HM-12 speaks of queues: for a publication both are accepted.
    """
    match destination:
        case QueueDestination(persistence=DestinationPersistence.QUEUE_DEFINITION):
            return (None, int(mode))
        case QueueDestination():
            return (int(mode),)
        case TopicDestination():
            return (int(mode), None)


def priority_elements(destination: Destination, priority: int) -> tuple[int | None, ...]:
    """HM-25: any but the default is written. HM-26: the default is written or not."""
    if priority == DEFAULT_PRIORITY:
        return (None, priority)
    if destination.priority == PRIORITY_AS_APPLICATION:
        return (priority,)
    return (priority, None)


def expiration_element(expiration: int) -> int | None:
    """HM-19, HM-21: JMSExpiration in ms, whole. HM-17: absent where there is none."""
    return expiration or None


def expiration_type_fits(data_type: str | None) -> bool:
    """HM-19, HM-21: an i8, which the element says or does not say."""
    return data_type in {None, "i8"}


def type_element(jms_type: str) -> str:
    """HM-38: mcd.Type is the string."""
    return jms_type


def in_uri_form(jms_type: str) -> bool:
    """HM-39: a type in URI form may stand in mcd.Set and mcd.Fmt as well, and mcd.Type hold a part of it."""
    return _URI.match(jms_type) is not None
