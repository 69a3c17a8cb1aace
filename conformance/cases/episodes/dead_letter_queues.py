"""Episodes of dead-letter queues: which one DEADQ names, what it takes, and what becomes of dead letters.

Left out: those of a channel (`protected_channels`).
"""

from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    new_queue,
    own_producer,
    passing,
    together,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, PUT_INHIBITED, retuned, send
from mqtck.conformance.cases.vocabulary.header_fields import DELIVERY_MODES
from mqtck.conformance.cases.vocabulary.looks import look, quiet_look, shown, take
from mqtck.conformance.cases.vocabulary.queue_managers import new_sender, send_by, separate_queue_manager
from mqtck.conformance.cases.vocabulary.unusable_queues import NO_ROOM, ROOM, dead_letter_queue
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    DefineAliasQueue,
    QueueAttributes,
    Receive,
    SetDeadLetterQueue,
    SetDeliveryMode,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

_REPORTED_TWICE: Final = (
    Report.EXCEPTION | Report.EXPIRATION,
    Report.EXCEPTION_WITH_FULL_DATA | Report.EXPIRATION,
    *(Report.EXPIRATION, Report.EXCEPTION_WITH_FULL_DATA),
)
_SHORTLY: Final = 50
"""Ms before an end."""

_ENDS: Final = (Report.NONE, Report.EXPIRATION, Report.EXCEPTION | Report.EXPIRATION)
_REST: Final = 30_000
"""Ms that a message lives on behind its delay."""


def dead_letter_queue_changed(draft: Draft) -> Steps[None]:
    """Change what DEADQ names, and look there."""
    name = yield from dead_letter_queue(draft)
    if name is not None:
        yield from passing(draft, draft.pause())
        yield from look(draft, name)


@undisturbed
def dead_letter_expires(draft: Draft) -> Steps[None]:
    """A message fails, and ends on the dead-letter queue; both may be reported (X-55, EX-47)."""
    queue = yield from new_queue(draft)
    dead_letters = yield from new_queue(draft, "D")
    yield SetDeadLetterQueue(dead_letters)
    short = draft.can(Ability.QUEUE_LIMITS) and draft.draws.chance(30)
    reply = yield from new_queue(draft, "R", QueueAttributes(max_message_length=0) if short else None)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    life = delay + draft.draws.one_of((1000, 3000, 20_000))
    producer = yield from retuned(draft, producer, delay, life)
    report = int(draft.draws.one_of(_REPORTED_TWICE))
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), report=report, reply_to=reply))
    over = draft.now + life
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, dead_letters)
    yield from quiet_look(draft, reply)
    if draft.virtual and draft.draws.chance(50):
        yield from until(draft, over - _SHORTLY)
        yield from quiet_look(draft, dead_letters)
    yield from until(draft, over + 1000)
    yield from take(draft, dead_letters)
    yield from quiet_look(draft, reply)


def dead_letter_there_or_reported(draft: Draft) -> Steps[None]:
    """A dead letter, perhaps of a queue behind an alias, is there or is reported (DD-98, DD-114, EX-47)."""
    draws = draft.draws
    queue = target = yield from new_queue(draft)
    if draft.can(Ability.ALIAS_QUEUES) and draws.chance(60):
        target = draft.name("A")
        draft.gone[target] = None
        yield DefineAliasQueue(target, queue)
    dead_letters = yield from new_queue(draft, "D")
    producer = yield from own_producer(draft, None)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draws.one_of((0, delay + 2000)))
    report = int(draws.one_of(_ENDS)) if draft.can(Ability.REPORT_OPTIONS) else 0
    sent = together(send(draft, producer, target, draft.message(report)))
    failed = AlterQueue(queue, PUT_INHIBITED)
    waited = together(until(draft, draft.now + delay + 1))
    yield (*sent, SetDeadLetterQueue(dead_letters), failed, *waited)
    if producer.life:
        yield from passing(draft, producer.life + 1000)
    yield from take(draft, dead_letters)
    for reply in draft.replies:
        yield from take(draft, reply)
    yield AlterQueue(queue, PUT_ENABLED)


def dead_letter_queue_of_the_moment(draft: Draft) -> Steps[None]:
    """The dead-letter queue is the one of the moment, whichever took the last message (DD-98)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    for _ in range(2):
        dead_letters = yield from new_queue(draft, "D")
        sent = together(send(draft, producer, queue))
        yield (
            AlterQueue(queue, PUT_ENABLED),
            *sent,
            AlterQueue(queue, PUT_INHIBITED),
            SetDeadLetterQueue(dead_letters),
            *together(until(draft, draft.now + producer.delay + 1)),
        )
        yield from quiet_look(draft, dead_letters)


def short_dead_letter_queue(draft: Draft) -> Steps[None]:
    """The dead-letter queue takes nothing of that length, so the message is kept (DD-99)."""
    queue = yield from new_queue(draft)
    dead_letters = yield from new_queue(draft, "D", QueueAttributes(max_message_length=0))
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield SetDeliveryMode(producer.name, draft.draws.one_of(DELIVERY_MODES))
    yield from send(draft, producer, queue)
    yield (SetDeadLetterQueue(dead_letters), AlterQueue(queue, PUT_INHIBITED))
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from quiet_look(draft, dead_letters)
    yield AlterQueue(queue, PUT_ENABLED)


@undisturbed
def dead_letter_queue_limited(draft: Draft) -> Steps[None]:
    """What the dead-letter queue allows is asked for each message that it is to take (DD-98, DD-99)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    dead_letters = yield from new_queue(draft, "D")
    yield SetDeadLetterQueue(dead_letters)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    strict, generous = draws.one_of(
        (
            (AttributeChanges(max_message_length=50), AttributeChanges(max_message_length=5000)),
            (NO_ROOM, ROOM),
        )
    )
    for changes in draws.one_of(((generous, strict), (strict, generous))):
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), 400))
        due = draft.now + producer.delay
        yield (AlterQueue(dead_letters, changes), AlterQueue(queue, PUT_INHIBITED))
        yield from until(draft, due + 1)
        yield from shown(draft, dead_letters)
        yield from quiet_look(draft, STAGING_QUEUE)
        yield AlterQueue(queue, PUT_ENABLED)


@undisturbed
def one_dead_letter_after_another(draft: Draft) -> Steps[None]:
    """A dead-letter queue for one takes the next when one has gone; each names its own queue (DD-98)."""
    draws = draft.draws
    home = yield from separate_queue_manager(draft)
    manager = home.queue_manager
    queues = (
        (yield from new_queue(draft, "Q", None, manager)),
        (yield from new_queue(draft, "Q", None, manager)),
    )
    dead_letters = yield from new_queue(draft, "D", QueueAttributes(max_depth=1), manager)
    replies = yield from new_queue(draft, "Y", QueueAttributes(max_depth=1), manager)
    sender = yield from new_sender(draft, home)
    yield SetDeadLetterQueue(dead_letters, manager)
    report = int(Report.EXCEPTION) if draft.can(Ability.REPORT_OPTIONS) else 0
    for queue in queues:
        message = OutgoingMessage(draft.name("m"), report=report, reply_to=replies)
        ends = queue == queues[0] and draws.chance(40)
        yield SetTimeToLive(sender.name, sender.delay + _REST if ends else 0)
        yield from send_by(draft, sender, queue, message)
        due = draft.now + sender.delay
        at_last = draws.chance(30)
        if at_last:
            yield AlterQueue(dead_letters, PUT_INHIBITED, manager)
        yield AlterQueue(queue, PUT_INHIBITED, manager)
        yield from until(draft, due + 1)
        yield AlterQueue(dead_letters, PUT_ENABLED, manager)
        if at_last and draft.virtual:
            for _ in range(3):
                yield from passing(draft, 5000)
                yield Receive(replies, home.session)
        if ends:
            yield from passing(draft, _REST)
        yield Receive(dead_letters, home.session)
        yield Receive(replies, home.session)
