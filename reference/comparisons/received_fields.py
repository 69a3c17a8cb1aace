"""The application's header fields as the receiver of a message sees them.

Covers HM-02, HM-06, HM-38, HM-39, HM-41, HM-46 and, behind a delay, X-03 and X-42. The text is about
the send: what a client reads is derived, and so decides only where nothing shows what was written, and about
the queue manager of JMSReplyTo, which a URI need not show. A correlation id of 24 zero bytes is the same in
the descriptor as none, so that a reader may be shown none. The array of bytes that is read back is left to
X-03, and to those of 24: silence.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from mqtck.reference.chapters.correlation import CorrelationForm, correlation_form, message_id_string
from mqtck.reference.chapters.correlation_fields import correlation_given, message_answers
from mqtck.reference.chapters.destination_uris import details, more_to_say
from mqtck.reference.chapters.header_fields import HeaderFields, in_uri_form
from mqtck.reference.chapters.header_mapping import plain_id
from mqtck.reference.state.messages import Message
from mqtck.reference.state.state import State
from mqtck.reference.structures.descriptor import ID_LENGTH
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsFolder,
    JmsHeader,
    QueueDestination,
    TopicDestination,
)

from .compared import Compared, bearing_out, equal

_NO_ID: Final = message_id_string(bytes(ID_LENGTH))


class Shown(msgspec.Struct, frozen=True, gc=False):
    """The three parts in which a message is seen, by its sender or by its receiver."""

    header: JmsHeader
    descriptor: Descriptor
    folder: JmsFolder


def seen(value: object) -> bool:
    """Whether a field was observed; None is one that was seen to be absent."""
    return value is None or isinstance(value, str | int)


def published(message: Message) -> bool:
    """Whether the message was sent to a topic (HM-48)."""
    return message.fields is not None and isinstance(message.fields.destination, TopicDestination)


def received_fields(state: State, message: Message, shown: Shown) -> Iterator[Compared]:
    """JMS header fields of the receiver, each where nothing showed what was written."""
    fields, known, header = message.fields, state.known[message.serial], shown.header
    assert fields is not None
    hop = ("X-42",) if message.delay else ()

    def decided(element: str) -> bool:
        return seen(getattr(known.folder, element)) or seen(getattr(shown.folder, element))

    if not decided("destination"):
        yield from _received_destination(message, fields, header, ("HM-02", *hop))
    if fields.reply is not None and not decided("reply_to"):
        if isinstance(header.reply_destination, QueueDestination):
            same = _equivalent(fields.reply, header.reply_destination, message.queue_manager)
            told = ("HM-06", *hop) if more_to_say(fields.reply) else hop
            whole = Compared(("HM-06", *hop), "JMSReplyTo", fields.reply, header.reply_destination, same)
            yield bearing_out(told, whole)
        elif seen(header.reply_to) and not isinstance(shown.descriptor.reply_to_queue, str):
            name = equal(("HM-06", *hop), "JMSReplyTo", fields.reply.queue, header.reply_to)
            yield bearing_out(hop, name)  # For the name alone there is MQMD.ReplyToQ.
    elif fields.reply is not None and isinstance(header.reply_destination, QueueDestination):
        # How a URI names a queue manager is open, and whether this one has to. It must not be another one.
        manager = header.reply_destination.queue_manager
        same = manager in {None, "", fields.reply.queue_manager or message.queue_manager}
        yield Compared(("HM-06", *hop), "JMSReplyTo", fields.reply, header.reply_destination, same)
    if fields.type is not None and seen(header.type):
        as_uri = in_uri_form(fields.type)
        if as_uri or not decided("type"):
            rules = ("HM-39", "HM-38") if as_uri else ("HM-38",)
            yield equal((*rules, *hop), "JMSType", fields.type, header.type)
    if not decided("correlation_id"):
        yield from _received_correlation_id(state, message, shown)


def _received_destination(
    message: Message, fields: HeaderFields, header: JmsHeader, rules: tuple[str, ...]
) -> Iterator[Compared]:
    """HM-02: an equivalent destination."""
    sent, what = fields.destination, "JMSDestination"
    match header.destination, header.topic:
        case QueueDestination() as queue, _:
            same = isinstance(sent, QueueDestination) and _equivalent(sent, queue, message.queue_manager)
            yield Compared(rules, what, sent, queue, same)
        case _, TopicDestination() as topic:
            yield Compared(rules, what, sent, topic, details(sent) == details(topic))


def _equivalent(sent: QueueDestination, seen: QueueDestination, local: str) -> bool:
    managers = (sent.queue_manager,) if sent.queue_manager else (None, "", local)
    return details(sent) == details(seen) and seen.queue_manager in managers


def _received_correlation_id(state: State, message: Message, shown: Shown) -> Iterator[Compared]:
    """HM-41, HM-46: the id or the whole string again. X-03: behind a delay 24 bytes again."""
    given, header = correlation_given(state, message), shown.header
    hop = ("X-03", "X-42") if message.delay else ()
    match given:
        case str() if published(message) and correlation_form(given) is CorrelationForm.PROVIDER_ID:
            return
        case str() if seen(header.correlation_id) and (rules := correlation_element_rules(message, given)):
            form = correlation_form(given)
            read = header.correlation_id
            as_bytes = form is CorrelationForm.PROVIDER_ID and isinstance(read, str)
            same = plain_id(str(read)) == plain_id(given) if as_bytes else read == given
            same = same or (read is None and given == _NO_ID)
            again = Compared((*rules, *hop), "JMSCorrelationID", given, read, same)
            # As bytes it comes back from MQMD.CorrelId, whatever else was written (HM-41).
            yield bearing_out(hop, again) if as_bytes else again
        case bytes() if message.delay and len(given) == ID_LENGTH and not published(message):
            native = header.correlation_bytes
            if isinstance(native, str) and not isinstance(shown.descriptor.correlation_id, str):
                same = native == given.hex()
                yield Compared((*hop, "HM-42"), "JMSCorrelationID", given.hex(), native, same)


def correlation_element_rules(message: Message, given: str | bytes) -> tuple[str, ...]:
    match correlation_form(given):
        case CorrelationForm.PROVIDER_ID if message_answers(message):
            return ("X-40", "HM-41")
        case CorrelationForm.PROVIDER_ID:
            return ("HM-41",)
        case CorrelationForm.NATIVE_BYTES:
            return ("HM-45",)
        case CorrelationForm.APPLICATION_STRING:
            return ("HM-46",)
        case None:
            return ()
