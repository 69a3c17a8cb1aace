"""Header fields of the application, as messages of any episode may have them.

The strings and bytes lie around the boundaries of MQMD.CorrelId: 24 bytes, characters of more than one
byte, characters that a header marks up. What an adapter has no ability for is left out of a message. Left
out: report options but a few that nothing answers (`report_options`).
"""

from typing import Any, Final

from msgspec.structs import replace

from mqtck.conformance.cases.draft import Draft
from mqtck.conformance.cases.draws import Draws
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    PRIORITY_AS_APPLICATION,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import (
    CORRELATION_FORMS,
    OutgoingMessage,
    PresetHeaders,
    QueueDestination,
    TargetClient,
)

from .report_options import UNANSWERED

DELIVERY_MODES: Final = (DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT)
_DRESSED: Final = 12
"""Of a hundred messages of episodes that are not about them, those with header fields of the application."""

_TYPES: Final = (
    "invoice",
    "a < b & c > d",
    "Rechnung für Zoë",
    "mcd://mrm/orders/invoice?format=xml",
    "urn:x:y",
    "the 'new' invoice",
    "x" * 60,
    "1234567890" * 30,
    "注文, 3 € für 🛒",
    " blanks  at both ends ",
    'a "new" invoice &amp; more',
    "C:\\new #7 $3 @home! ^[y]_`z`|",
    "a\ttab",
    "1+1=2; 50%25 off/on, a*b ~{c}?",
    "007",
)
TEXTS: Final = (
    *("order 17", "x", "x" * 23, "x" * 24, "x" * 25, "1234567890" * 6),
    *(
        "a < b & c > d; 'e' &amp; ]]>",
        "the \"new\" order of 'Zoe' &quot;",
        "x < y, twelve bytes and more",
        "Bestellung für Zoë, 17 €",
        "ä" * 12,
        "ä" * 13,
        "注文番号" * 4,
        "🛒 für Zoë, \U0001d11e",
        " blanks at both ends ",
        "blanks     between",
        "0017",
        "1234567890" * 30,
        "0123456789abcdef" * 3,
        f"about ID:{'0123456789abcdef' * 3}",
        "null",
        "1+1=2; 50%25 off/on, a*b ~{c}?",
        "a\ttab",
        "C:\\new #7 $3 @home! ^[y]_`z`|",
        "1234567890" * 120,
    ),
)
_LENGTHS: Final = (1, 5, 23, 24, 24, 25, 30, 48)
_CHARACTERS: Final = (5, 30)
"""Lengths of bytes that are characters as well (HM-45)."""

_PERSISTENCES: Final = (DestinationPersistence.AS_APPLICATION, *DestinationPersistence)
_MANAGERS: Final = (None, None, DEFAULT_QUEUE_MANAGER, "QM7")
_LONG: Final = "1234567890" * 30


def correlation(draft: Draft) -> dict[str, Any]:
    """One of the forms of a correlation id, or none."""
    draws = draft.draws
    forms: list[tuple[str, str]] = [("correlation_id", f"{draws.below(1 << 62):048x}")]
    if draft.can(Ability.APPLICATION_HEADERS):
        forms.append(("correlation_text", draws.one_of(TEXTS)))
    if draft.can(Ability.CORRELATION_BYTES):
        length = draws.one_of(_LENGTHS)
        values = [draws.one_of((0, 0x80, 0xFF, draws.below(256))) for _ in range(length)]
        native = bytes(ord("A") + one % 26 if length in _CHARACTERS else one for one in values)
        forms.append(("correlation_bytes", native.hex()))
    return {} if draws.chance(15) else dict([draws.one_of(tuple(forms))])


def destination(draft: Draft, queue: str) -> QueueDestination:
    """A destination with properties, where those can be had."""
    draws = draft.draws
    if not draft.can(Ability.DESTINATION_PROPERTIES):
        return QueueDestination(queue)
    return QueueDestination(
        queue,
        persistence=draws.one_of(_PERSISTENCES)
        if draws.chance(60)
        else DestinationPersistence.AS_APPLICATION,
        priority=draws.below(10) if draws.chance(30) else PRIORITY_AS_APPLICATION,
        queue_manager=DEFAULT_QUEUE_MANAGER if draws.chance(20) else None,
        target_client=TargetClient.MQ if draws.chance(15) else TargetClient.JMS,
    )


def outgoing(draft: Draft, replies: tuple[str, ...] = ()) -> OutgoingMessage:
    """A new message with header fields of the application, as far as the implementation has them.

    Replies go to one of these queues, or to one of those of the case.
    """
    draws = draft.draws
    fields: dict[str, Any] = {}
    if draft.can(Ability.APPLICATION_HEADERS) and draws.chance(60):
        fields["jms_type"] = draws.one_of(_TYPES)
    if draft.replies and draws.chance(60):
        fields["reply_to"] = draws.one_of((*draft.replies, *replies))
        if draft.can(Ability.DESTINATION_PROPERTIES) and draws.chance(60):
            reply = destination(draft, fields["reply_to"])
            fields["reply_destination"] = QueueDestination(
                reply.queue, reply.persistence, reply.priority, draws.one_of(_MANAGERS), reply.target_client
            )
    return OutgoingMessage(label=draft.name("m"), **fields, **correlation(draft))


def perhaps_with_header_fields(
    draft: Draft, message: OutgoingMessage, often: int = _DRESSED
) -> OutgoingMessage:
    """A JMS message, so many times of a hundred with header fields of the application beside what it has.

    Its reply-to queue stays that of its queue manager, so that what is reported of it can be seen.
    """
    draws = draft.draws
    if not draws.chance(often):
        return message
    if draft.can(Ability.APPLICATION_HEADERS):
        message = replace(message, jms_type=draws.one_of(_TYPES))
    if all(getattr(message, form) is None for form in CORRELATION_FORMS):
        message = replace(message, **correlation(draft))
    if message.reply_to is None or not draft.can(Ability.DESTINATION_PROPERTIES):
        return message
    reply = destination(draft, message.reply_to)
    return replace(message, reply_destination=replace(reply, queue_manager=None))


def full_message(draft: Draft, options: tuple[int, ...] = UNANSWERED) -> OutgoingMessage:
    """A new message with header fields of every kind, and mostly with some of these report options."""
    message = outgoing(draft)
    if draft.can(Ability.APPLICATION_HEADERS) and draft.draws.chance(15):
        message = replace(message, jms_type=_LONG)
    if message.correlation_text is not None and draft.draws.chance(30):
        message = replace(message, correlation_text=_LONG)
    if message.reply_to is None or not draft.can(Ability.REPORT_OPTIONS) or not draft.draws.chance(80):
        return message
    return replace(message, report=draft.draws.one_of(options))


def preset_headers(draws: Draws) -> PresetHeaders:
    """What an application sets on a message to no avail."""
    return PresetHeaders(
        message_id=f"ID:{draws.below(1 << 62):048x}" if draws.chance(60) else None,
        timestamp=1 if draws.chance(60) else None,
        delivery_mode=int(draws.one_of(DELIVERY_MODES)) if draws.chance(60) else None,
        priority=draws.below(10) if draws.chance(60) else None,
        expiration=draws.one_of((1, 9_999_999_999_999)) if draws.chance(40) else None,
    )
