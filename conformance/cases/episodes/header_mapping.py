"""Episodes of header fields, of the application and of the provider, and of what the mapping makes of them.

What the fields hold is drawn in `vocabulary.header_fields`. Left out: fields on their way to the queue
(`delivery_routes`), and persistence and priority of a queue (`queue_defaults`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    perhaps_transacted,
)
from mqtck.conformance.cases.vocabulary.calls import (
    arguments,
    end_unit,
    ended,
    long_form_possible,
    mode_and_priority,
    retuned,
    send,
)
from mqtck.conformance.cases.vocabulary.header_fields import (
    TEXTS,
    correlation,
    destination,
    outgoing,
    preset_headers,
)
from mqtck.conformance.cases.vocabulary.looks import look, quiet_look, take, watched
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    DefineLocalQueue,
    DisableMessageId,
    MatchCorrelationId,
    MqGet,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage

_LONGEST_NAME: Final = 48


def _named_queue(draft: Draft) -> Steps[str]:
    """A new queue, now and then of a name in small letters or of the greatest length and all characters."""
    if not draft.draws.chance(30):
        return (yield from new_queue(draft))
    name = draft.name("q")
    if draft.draws.chance(60):
        name = f"{name}/%_.".ljust(_LONGEST_NAME, "n")
    draft.see(name)
    yield DefineLocalQueue(name)
    return name


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


def _same_object(draft: Draft, message: OutgoingMessage) -> OutgoingMessage:
    """The object once more: nothing of its first send must show in the second (HM-17, HM-32, HM-36)."""
    other = correlation(draft) if draft.draws.chance(40) else {}
    if message.correlation_text is not None and draft.draws.chance(60):
        other = {"correlation_text": draft.draws.one_of(TEXTS)}
    return OutgoingMessage(label=draft.name("m"), same_object_as=message.label, **other)


def header_fields(draft: Draft) -> Steps[None]:
    """Header fields of every kind, with a delay and without.

    About HM-01 to HM-07, HM-09, HM-12, HM-13, HM-19, HM-25, HM-26 and HM-38 to HM-47. The definition of the
    queue may change while a message is delayed (X-03, X-27, X-42). Some messages have all that a message
    can have, so that no way to send is without a field.
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
        yield from send(draft, producer, queue, message, long_form, destination(draft, queue))
        if draws.chance(20):
            if draws.chance(50):
                life = draws.one_of((0, draft.life_beyond(delay)))
                producer = yield from retuned(draft, producer, delay, life)
            again = _same_object(draft, message)
            if full:
                again = replace(outgoing(draft, (queue,)), same_object_as=message.label)
                again = _in_full(draft, again, delay)
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
    session = yield from perhaps_transacted(draft)
    producer = yield from own_producer(draft, None, session)
    producer = yield from retuned(draft, producer, draws.one_of((0, draft.delay())), 0)
    request = OutgoingMessage(label=draft.name("m"), reply_to=replies)
    yield from send(draft, producer, requests, request)
    if draws.chance(50):
        yield from ended(draft, session, 95)
    if producer.delay and draws.chance(50):
        yield from passing(draft, producer.delay + 1)
        yield from look(draft, requests)
    producer = yield from retuned(draft, producer, draws.one_of((0, draft.delay())), 0)
    for _ in range(draws.between(1, 2)):
        reply = OutgoingMessage(label=draft.name("m"), correlates_with=request.label)
        own = long_form_possible(producer) and draws.chance(25)
        yield from send(draft, producer, replies, reply, arguments(draft, 0) if own else None)
    yield from ended(draft, session, 95)
    if draws.chance(40):
        yield from quiet_look(draft, replies)
    yield from passing(draft, producer.delay + 1)
    yield from quiet_look(draft, replies)
    if draft.can(Ability.MQI) and draws.chance(60):
        yield MqGet(replies, match=MatchCorrelationId(request.label), connection=draft.connection())
    yield from take(draft, replies)


def preset_header_fields(draft: Draft) -> Steps[None]:
    """Preset header fields, the id hint, one message object sent again (HM-08, HM-27 to HM-36)."""
    draws = draft.draws
    queue = draft.target()
    session = yield from perhaps_transacted(draft, 30)
    producer = yield from own_producer(draft, queue, session)
    producer = yield from retuned(draft, producer, draws.one_of((0, draft.delay())), 0)
    if draws.chance(40):
        yield DisableMessageId(producer.name)
    yield from mode_and_priority(draft, producer)
    first = OutgoingMessage(label=draft.name("m"), preset=preset_headers(draws))
    yield from send(draft, producer, queue, first)
    for _ in range(draws.between(0, 2)):
        if draws.chance(50):
            producer = yield from retuned(draft, producer, draws.one_of((0, 0, draft.delay())), 0)
        again = OutgoingMessage(label=draft.name("m"), same_object_as=first.label)
        yield from send(draft, producer, queue, again)
        if not producer.delay:
            yield from quiet_look(draft, queue)
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 85)
    if producer.delay:
        yield from quiet_look(draft, STAGING_QUEUE)
        yield from watched(draft, queue, draft.now + producer.delay, 0)
    yield from look(draft, queue)
    yield from take(draft, queue)


def long_lives(draft: Draft) -> Steps[None]:
    """Times to live around the limits of the header mapping (HM-18, HM-20 to HM-23, X-09, X-11)."""
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    delay = 0 if draft.draws.chance(70) else draft.delay()
    for _ in range(draft.draws.between(1, 3)):
        life = draft.long_life() if delay or draft.draws.chance(70) else draft.draws.between(1, 1200)
        producer = yield from retuned(draft, producer, delay, life)
        yield from send(draft, producer, queue)
    if delay:
        yield from watched(draft, queue, draft.now + delay, 0)
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)
