"""Episodes about the application's header fields: destination, reply-to, type and correlation id.

The strings and bytes lie around the boundaries of MQMD.CorrelId: 24 bytes, characters of more than one
byte, characters that a header marks up. What an adapter has no ability for is left out of a message.
"""

from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    DefineLocalQueue,
    DisableMessageId,
    MatchCorrelationId,
    MqGet,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    PRIORITY_AS_APPLICATION,
    DeliveryMode,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    QueueDestination,
    TargetClient,
)

from .calls import (
    arguments,
    end_unit,
    long_form_possible,
    look,
    mode_and_priority,
    quiet_look,
    retuned,
    send,
    take,
)
from .client import preset_headers, watched
from .draft import Draft, Steps, Unit, UnitKind, new_queue, own_producer, passing, perhaps_transacted

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
)
_TEXTS: Final = (
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
    ),
)
_LONGEST_NAME: Final = 48
_LENGTHS: Final = (1, 5, 23, 24, 24, 25, 30, 48)
_PERSISTENCES: Final = (DestinationPersistence.AS_APPLICATION, *DestinationPersistence)
_MANAGERS: Final = (None, None, DEFAULT_QUEUE_MANAGER, "QM7")


def _correlation(draft: Draft) -> dict[str, Any]:
    """One of the forms of a correlation id, or none."""
    draws = draft.draws
    forms: list[tuple[str, str]] = [("correlation_id", f"{draws.below(1 << 62):048x}")]
    if draft.can(Ability.APPLICATION_HEADERS):
        forms.append(("correlation_text", draws.one_of(_TEXTS)))
    if draft.can(Ability.CORRELATION_BYTES):
        length = draws.one_of(_LENGTHS)
        native = bytes(draws.one_of((0, 0x80, 0xFF, draws.below(256))) for _ in range(length))
        forms.append(("correlation_bytes", native.hex()))
    return {} if draws.chance(15) else dict([draws.one_of(tuple(forms))])


def _destination(draft: Draft, queue: str) -> QueueDestination:
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
            reply = _destination(draft, fields["reply_to"])
            fields["reply_destination"] = QueueDestination(
                reply.queue, reply.persistence, reply.priority, draws.one_of(_MANAGERS), reply.target_client
            )
    return OutgoingMessage(label=draft.name("m"), **fields, **_correlation(draft))


def _in_full(draft: Draft, message: OutgoingMessage, delay: int) -> OutgoingMessage:
    """The message with everything else that it may have, none of which touches what is written of it."""
    draws = draft.draws
    message = replace(message, preset=preset_headers(draws))
    if draws.chance(30):
        message = replace(message, length=draws.between(50, 300))
    if draft.can(Ability.REPORT_OPTIONS) and message.reply_to is not None and draws.chance(30):
        message = replace(message, report=int(Report.EXCEPTION))
    if draft.can(Ability.MESSAGE_GROUPS) and not delay and draws.chance(20):
        message = replace(message, group=GroupMembership(draft.name("g")))
    return message


def _named_queue(draft: Draft) -> Steps[str]:
    """A new queue, of a name in small letters or of the greatest length now and then."""
    if not draft.draws.chance(30):
        return (yield from new_queue(draft))
    name = draft.name("q")
    if draft.draws.chance(60):
        name = f"{name}.".ljust(_LONGEST_NAME, "n")
    draft.see(name)
    yield DefineLocalQueue(name)
    return name


def header_fields(draft: Draft) -> Steps[None]:
    """Header fields of every kind, with a delay and without (HM-01 to HM-07, HM-09, HM-12, HM-13, HM-19,
    HM-25, HM-26, HM-38 to HM-47).

    The definition of the queue may change while a message is delayed (X-03, X-27, X-42). Some messages have
    all that a message can have, so that no way to send is without a field.
    """
    draws = draft.draws
    queue = yield from _named_queue(draft)
    session = yield from perhaps_transacted(draft)
    producer = yield from own_producer(draft, None, session)
    delay = draft.delay() if draws.chance(60) else 0
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay) if draws.chance(50) else 0)
    yield from mode_and_priority(draft, producer)
    full = draws.chance(40)
    if full and draws.chance(60):
        yield DisableMessageId(producer.name)
    for _ in range(draws.between(1, 3)):
        message = outgoing(draft, (queue,))
        if full:
            message = _in_full(draft, message, delay)
        long_form = arguments(draft, producer.life) if draws.chance(25) else None
        if not long_form_possible(producer):
            long_form = None
        destination = _destination(draft, queue)
        yield from send(draft, producer, queue, message, long_form, destination)
        if draws.chance(20):
            # What the object has from its first send must not show in the second (HM-17, HM-32, HM-36).
            if draws.chance(50):
                life = draws.one_of((0, draft.life_beyond(delay)))
                producer = yield from retuned(draft, producer, delay, life)
            other = _correlation(draft) if draws.chance(40) else {}
            if message.correlation_text is not None and draws.chance(60):
                other = {"correlation_text": draws.one_of(_TEXTS)}
            again = OutgoingMessage(label=draft.name("m"), same_object_as=message.label, **other)
            if full:
                again = _in_full(
                    draft, replace(outgoing(draft, (queue,)), same_object_as=message.label), delay
                )
            yield from send(draft, producer, queue, again)
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 85)
    if delay and draft.can(Ability.QUEUE_DEFAULTS) and draws.chance(40):
        mode = draws.one_of(tuple(DeliveryMode))
        yield AlterQueue(queue, AttributeChanges(default_persistence=mode))
    if delay:
        yield from watched(draft, queue, draft.now + delay, 0)
    yield from quiet_look(draft, queue)
    for _ in range(draws.between(1, 3)):
        yield from take(draft, queue)


def request_and_reply(draft: Draft) -> Steps[None]:
    """A reply with the id of its request, either of them with or without a delay (X-40, X-02, X-03)."""
    draws = draft.draws
    requests = draft.target()
    replies = yield from new_queue(draft, "R")
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, draws.one_of((0, draft.delay())), 0)
    request = OutgoingMessage(label=draft.name("m"), reply_to=replies)
    yield from send(draft, producer, requests, request)
    if producer.delay and draws.chance(50):
        yield from passing(draft, producer.delay + 1)
        yield from look(draft, requests)
    producer = yield from retuned(draft, producer, draws.one_of((0, draft.delay())), 0)
    for _ in range(draws.between(1, 2)):
        reply = OutgoingMessage(label=draft.name("m"), correlates_with=request.label)
        yield from send(draft, producer, replies, reply)
    if draws.chance(40):
        yield from quiet_look(draft, replies)
    yield from passing(draft, producer.delay + 1)
    yield from quiet_look(draft, replies)
    if draft.can(Ability.MQI) and draws.chance(60):
        yield MqGet(replies, match=MatchCorrelationId(request.label), connection=draft.connection())
    yield from take(draft, replies)
