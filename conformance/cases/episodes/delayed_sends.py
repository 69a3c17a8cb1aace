"""Episodes of a JMS client that sends with a delay or without: one message, several, many, short and long.

Left out: lives that conflict with the delay (`delay_and_time_to_live`), what may not be sent with a delay
(`client_refusals`), and what becomes of staged messages in between (`restarts`, `name_resolution`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    addressed,
    new_queue,
    own_producer,
    passing,
    shared_producer,
    together,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import (
    arguments,
    long_form_possible,
    mode_and_priority,
    retuned,
    send,
)
from mqtck.conformance.cases.vocabulary.looks import look, quiet_look, take, watched
from mqtck.conformance.cases.vocabulary.queue_managers import down_for
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    DefineLocalQueue,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

_SWEPT: Final = (6, 12, 30)
"""So many messages fall due at one instant."""

_YEARS: Final = (130_000_000_000, 250_000_000_000)
"""Ms: four years and eight, more than the largest Expiry and less than an Advance may last."""

_NEARLY: Final = 5_000_000_000
"""Ms: two months."""

_LONGEST: Final = (3_155_760_000_000, 9_467_280_000_000)
"""Ms: one century, and three, which are more nanoseconds than 64 bits hold."""

_CONFIRMATIONS: Final = (0, Report.COA, Report.COD, Report.COA | Report.COD)
_LONG: Final = 4_000_000_000_000
_MANY: Final = (11, 12, 17, 21)


def delayed(draft: Draft) -> Steps[None]:
    """Delayed sends with lives that the delay allows (DD-01 to DD-12, DD-25 to DD-28, DD-79 to DD-81)."""
    queue = draft.target()
    producer = yield from shared_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    yield from mode_and_priority(draft, producer)
    for _ in range(draft.draws.between(1, 3)):
        yield from send(draft, producer, queue)
        if draft.draws.chance(25):
            yield from passing(draft, draft.pause())
    yield from watched(draft, queue, draft.now + delay, draft.draws.between(1, 2))
    yield from take(draft, queue)


def undelayed(draft: Draft) -> Steps[None]:
    """Sends without a delay, after one was set as well (DD-08, DD-29; EX-04, EX-10, HM-14 to HM-24)."""
    queue = draft.target()
    producer = yield from shared_producer(draft, queue)
    if draft.draws.chance(30):
        delay = draft.delay()
        producer = yield from retuned(draft, producer, delay, 0)
    producer = yield from retuned(draft, producer, 0, 0 if draft.draws.chance(30) else draft.life())
    yield from mode_and_priority(draft, producer)
    for _ in range(draft.draws.between(1, 4)):
        own_life = long_form_possible(producer) and draft.draws.chance(30)
        long_form = arguments(draft, draft.draws.one_of((0, draft.life(), draft.long_life())))
        yield from send(draft, producer, queue, None, long_form if own_life else None)
    yield from look(draft, queue)
    if producer.life:
        yield from until(draft, draft.now + producer.life + draft.offset())
    yield from look(draft, queue)
    yield from take(draft, queue)


def several_targets(draft: Draft) -> Steps[None]:
    """Several targets share one staging queue (DD-11)."""
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    for _ in range(draft.draws.between(2, 3)):
        name = draft.name("Q")
        draft.see(name)
        yield DefineLocalQueue(name)
        yield from send(draft, producer, name)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)


def many_due_times(draft: Draft) -> Steps[None]:
    """Many messages with due times out of order, on one queue (DD-10, DD-11, DD-12)."""
    draws = draft.draws
    queue = draft.target() if draws.chance(50) else (yield from new_queue(draft))
    producer = yield from own_producer(draft, queue)
    last = 0
    for _ in range(draws.between(4, 25)):
        if draws.chance(50):
            delay = draft.delay()
            producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
        yield from send(draft, producer, queue)
        last = max(last, draft.now + producer.delay)
        if draws.chance(10):
            yield from look(draft, queue)
    while draft.now < last and draws.chance(90):
        yield from passing(draft, draws.between(1, max(1, last - draft.now)))
        yield from look(draft, queue)
        if draft.left <= 0:
            return


def priorities(draft: Draft) -> Steps[None]:
    """Several messages of several priorities, got in order (EX-15, EX-16, HM-24)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, 0, 0)
    for _ in range(draws.between(2, 6)):
        if draws.chance(60):
            yield SetPriority(producer.name, draws.one_of((0, 4, 5, 9)))
        if draws.chance(40):
            producer = yield from retuned(draft, producer, 0, draws.one_of((0, draft.life())))
        yield from send(draft, producer, queue)
    if draws.chance(50):
        yield from passing(draft, draft.life() + 1)
    yield from quiet_look(draft, queue)
    for _ in range(draws.between(1, 7)):
        yield from take(draft, queue)


def many_due_at_once(draft: Draft) -> Steps[None]:
    """Many messages fall due at one instant, and all of them come (DD-10, DD-12, X-54)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    for _ in range(draft.draws.one_of(_SWEPT)):
        yield together(send(draft, producer, queue))
    due = draft.now + producer.delay
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, STAGING_QUEUE)


def delayed_for_years(draft: Draft) -> Steps[None]:
    """A delay of years lasts for years (DD-01, DD-03). Nobody waits for it on a real clock."""
    if not draft.virtual:
        return
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.draws.one_of(_YEARS), 0)
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    yield from until(draft, due - _NEARLY)
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, STAGING_QUEUE)


def delayed_for_centuries(draft: Draft) -> Steps[None]:
    """A delay of centuries: no reckoning makes it be over, nor its message confirmed (DD-01, DD-05, X-32)."""
    queue = yield from new_queue(draft)
    reply = yield from new_queue(draft, "R")
    message = OutgoingMessage(draft.name("m"))
    if draft.can(Ability.REPORT_OPTIONS):
        message = replace(message, report=int(draft.draws.one_of(_CONFIRMATIONS)), reply_to=reply)
    producer = yield from own_producer(draft, queue)
    if producer.session in draft.transacted:
        draft.units[Unit(UnitKind.SESSION, producer.session)] = None
    yield SetDeliveryDelay(producer.name, draft.draws.one_of(_LONGEST))
    yield Send(producer.name, message, None if producer.destination else addressed(draft, queue))
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, reply)
    yield from quiet_look(draft, STAGING_QUEUE)


@undisturbed
def long_life_delayed(draft: Draft) -> Steps[None]:
    """A life that no Expiry holds does not shorten the delay (X-08)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), _LONG)
    yield from send(draft, producer, queue)
    yield from quiet_look(draft, queue)
    yield from passing(draft, producer.delay + 1)
    yield from take(draft, queue)


def many_staged(draft: Draft) -> Steps[None]:
    """More messages than any table of ten holds: staged, over a restart, delivered, discarded by one get.

    (DD-10, DD-12, X-54, X-45; EX-12, EX-15.)
    """
    draws = draft.draws
    many = draws.one_of(_MANY) if draft.virtual else _MANY[0]
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, None)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    bare = (OutgoingMessage(draft.name("m")) for _ in range(many))
    yield tuple(command for one in bare for command in together(send(draft, producer, queue, one)))
    due = draft.now + delay
    yield from quiet_look(draft, STAGING_QUEUE)
    if draft.can(Ability.RESTART) and draws.chance(50):
        yield from down_for(draft, draws.one_of((0, delay + 1)))
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)
