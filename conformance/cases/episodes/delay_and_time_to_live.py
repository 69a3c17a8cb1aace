"""Episodes of a time to live beside a delay: below it, equal to it, unlimited, and given with the send.

Left out: the same of publications (`refused_publications`).
"""

from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    transacted_session,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import arguments, end_unit, retuned, send
from mqtck.conformance.cases.vocabulary.looks import look, quiet_look, take, watched
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Command, ProducerApi, SetDeliveryDelay, SetTimeToLive
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage

_LONGEST: Final = 310_000_000_000
"""Ms: a delay beyond the lives that MQMD.Expiry can hold (X-08)."""

_LONGER: Final = 20_000
"""Ms beyond a delay."""


def life_below_delay(draft: Draft) -> Steps[None]:
    """A time to live below the delay, set in either order (DD-25, DD-26, DD-31, DD-32, DD-16).

    The producer is not used again: what it holds after a refused setter is open.
    """
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    delay = _LONGEST if draft.virtual and draft.draws.chance(10) else max(2, draft.delay())
    setters: list[Command] = [
        SetDeliveryDelay(producer.name, delay),
        SetTimeToLive(producer.name, draft.life_below(delay)),
    ]
    if draft.draws.chance(50):
        setters.reverse()
    yield from setters
    tried = producer._replace(delay=delay)
    yield from send(draft, tried, queue)
    yield from quiet_look(draft, STAGING_QUEUE if draft.draws.chance(50) else queue)
    yield from until(draft, draft.now + delay + draft.pause())
    yield from look(draft, queue)


def life_below_delay_on_send(draft: Draft) -> Steps[None]:
    """The time to live comes with the send: it decides, not the producer's (DD-30, DD-31)."""
    queue = draft.target()
    session = None
    if draft.can(Ability.TRANSACTIONS) and draft.draws.chance(25):
        session = yield from transacted_session(draft)
    producer = yield from own_producer(draft, queue, session, ProducerApi.MESSAGE_PRODUCER)
    delay = max(2, draft.delay())
    own = draft.draws.one_of((0, delay, delay + 1, 10 * delay))
    producer = yield from retuned(draft, producer, delay, own)
    for life in (draft.life_below(delay), 0, delay + 1, delay, delay - 1):
        if draft.draws.chance(50):
            yield from send(draft, producer, queue, None, arguments(draft, life))
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 80)
    yield from watched(draft, queue, draft.now + delay, 2)


def life_equal_to_delay(draft: Draft) -> Steps[None]:
    """Equality may be refused or not; never both delivered and expired (DD-27, X-53)."""
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    setters: list[Command] = [SetDeliveryDelay(producer.name, delay), SetTimeToLive(producer.name, delay)]
    if draft.draws.chance(50):
        setters.reverse()
    yield from setters
    yield from send(draft, producer._replace(delay=delay, life=delay), queue)
    yield from watched(draft, queue, draft.now + delay, 2)
    yield from take(draft, queue)


def unlimited_life_with_delay(draft: Draft) -> Steps[None]:
    """An explicit time to live of 0 in either order is no conflict (DD-28, DD-29)."""
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    setters: list[Command] = [SetDeliveryDelay(producer.name, delay), SetTimeToLive(producer.name, 0)]
    if draft.draws.chance(50):
        setters.reverse()
    yield from setters
    producer = producer._replace(delay=delay)
    yield from send(draft, producer, queue)
    producer = yield from retuned(draft, producer, 0, max(1, delay - 1))
    yield from send(draft, producer, queue)
    yield from watched(draft, queue, draft.now + delay, 1)


def life_of_an_earlier_send(draft: Draft) -> Steps[None]:
    """What came with the long form of send is gone when a delay is set (DD-28, DD-29)."""
    queue = draft.target()
    producer = yield from own_producer(draft, queue, None, ProducerApi.MESSAGE_PRODUCER)
    delay = max(2, draft.delay())
    yield from send(draft, producer, queue, None, arguments(draft, draft.life_below(delay)))
    producer = yield from retuned(draft, producer, delay, 0)
    yield from send(draft, producer, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, queue)


@undisturbed
def setters_in_conflict(draft: Draft) -> Steps[None]:
    """The long form has a life of its own, whatever the setters were given, for one send (DD-30, DD-31)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue, None, ProducerApi.MESSAGE_PRODUCER)
    delay = max(2, draft.delay())
    life = draft.life_below(delay) if draws.chance(70) else delay + _LONGER
    setters = SetDeliveryDelay(producer.name, delay), SetTimeToLive(producer.name, life)
    yield setters if draws.chance(50) else setters[::-1]
    producer = producer._replace(delay=delay, life=life)
    for _ in range(draws.between(2, 3)):
        own = draws.one_of((None, 0, delay + _LONGER, draft.life_below(delay)))
        long_form = None if own is None else arguments(draft, own)
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")), long_form)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, queue)
