"""Episodes of the units of work of a JMS application: what is sent and received in transacted sessions.

Left out: units of work of the MQI (`expiry`), and of several messages that are told apart
(`corners`).
"""

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Commit, DisableMessageId, Rollback
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

from .calls import end_unit, look, mode_and_priority, quiet_look, receive, retuned, send
from .draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    shared_producer,
    transacted_session,
    until,
)
from .expiry import reporting
from .names import new_alias, new_remote


def _names(draft: Draft) -> Steps[tuple[str, str]]:
    """A name to send to, and the queue to which it leads: mostly the same."""
    draws = draft.draws
    if draft.can(Ability.ALIAS_QUEUES) and draws.chance(12):
        return (yield from new_alias(draft))
    if draft.can(Ability.REMOTE_QUEUES) and draws.chance(12):
        return (yield from new_remote(draft))
    queue = draft.target()
    return queue, queue


def unit_of_work(draft: Draft) -> Steps[None]:
    """Sends and receives of a transacted session, ended before or after the due time (DD-42 to DD-45)."""
    draws = draft.draws
    named, queue = yield from _names(draft)
    session = yield from transacted_session(draft)
    producer = yield from own_producer(draft, named, session)
    unit = Unit(UnitKind.SESSION, session)
    if draws.chance(15):
        yield DisableMessageId(producer.name)
    for number in range(draws.between(1, 2)):
        # A producer keeps its settings from one unit of work to the next.
        if number == 0 or draws.chance(60):
            delay = 0 if draws.chance(25) else draft.delay()
            producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
            yield from mode_and_priority(draft, producer)
        delay = producer.delay
        yield from send(draft, producer, named)
        if draws.chance(50):
            if draws.chance(40):
                yield from passing(draft, draft.pause())
            yield from send(draft, producer, named)
        due = draft.now + delay
        if not delay and draws.chance(50):
            yield from passing(draft, draft.pause())
        yield from quiet_look(draft, STAGING_QUEUE if draws.chance(50) else queue)
        if draws.chance(50):
            yield from until(draft, due + draft.offset())
        if draws.chance(40):
            yield receive(draft, queue, session)
        yield from look(draft, queue)
        yield end_unit(draft, unit, 65)
        yield from quiet_look(draft, STAGING_QUEUE if draws.chance(50) else queue)
        yield from until(draft, due + draft.offset())
        yield from look(draft, queue)
        # A commit may have started the delay again (DD-45 accepts both).
        yield from passing(draft, delay + 1)
        yield from look(draft, queue)


def receiving_in_unit(draft: Draft) -> Steps[None]:
    """Messages received in a unit of work come back with a rollback (EX-38 to EX-40)."""
    queue = draft.target() if draft.draws.chance(50) else (yield from new_queue(draft))
    session = yield from transacted_session(draft)
    producer = yield from shared_producer(draft, queue)
    producer = yield from retuned(draft, producer, 0, draft.draws.one_of((0, draft.life())))
    for _ in range(draft.draws.between(1, 2)):
        yield from send(draft, producer, queue, reporting(draft, 40))
    unit = Unit(UnitKind.SESSION, session)
    if producer.life and draft.draws.chance(50):
        yield from passing(draft, producer.life + draft.draws.one_of((1, 1000)))
    for _ in range(draft.draws.between(1, 2)):
        yield receive(draft, queue, session)
    if draft.draws.chance(50):
        yield from until(draft, draft.now + producer.life + draft.offset())
    yield from quiet_look(draft, queue)
    if draft.draws.chance(60):
        for reply in draft.replies:
            yield from quiet_look(draft, reply)
    yield end_unit(draft, unit, 40)
    yield from quiet_look(draft, queue)
    yield from look(draft, queue)


def empty_units(draft: Draft) -> Steps[None]:
    """Commit and rollback of nothing."""
    session = yield from transacted_session(draft)
    yield Commit(session) if draft.draws.chance(50) else Rollback(session)
