"""Episodes of the units of work of a JMS client: what is sent and received in transacted sessions.

Left out: units of work of the MQI (`mqi_units_of_work`), and definitions that change before a commit
(`altered_definitions`).
"""

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    shared_producer,
    together,
    transacted_session,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import (
    SHORT_LIVES,
    end_unit,
    mode_and_priority,
    receive,
    retuned,
    send,
)
from mqtck.conformance.cases.vocabulary.looks import look, quiet_look, take
from mqtck.conformance.cases.vocabulary.names import new_alias, new_remote
from mqtck.conformance.cases.vocabulary.queue_managers import down_for
from mqtck.conformance.cases.vocabulary.report_options import reporting
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Commit, DisableMessageId, Receive, Rollback
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage


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


def several_delays_in_a_unit_of_work(draft: Draft) -> Steps[None]:
    """Messages of several delays, of none, and refused ones in one unit of work (DD-32, DD-41 to DD-45)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    session = yield from transacted_session(draft)
    unit = Unit(UnitKind.SESSION, session)
    producer = yield from own_producer(draft, queue, session)
    last = draft.now
    for _ in range(draws.between(2, 4)):
        delay = 0 if draws.chance(30) else draft.delay()
        producer = yield from retuned(draft, producer, delay, 0)
        message = None
        if draft.can(Ability.MESSAGE_GROUPS) and draws.chance(15):
            message = OutgoingMessage(draft.name("m"), group=GroupMembership(draft.name("g"), 1))
        yield from send(draft, producer, queue, message)
        last = max(last, draft.now + delay)
        if draws.chance(20):
            yield from passing(draft, draft.pause())
    yield from quiet_look(draft, STAGING_QUEUE)
    if draws.chance(30):
        yield receive(draft, queue, session)
    if draft.can(Ability.RESTART) and draws.chance(15):
        yield from down_for(draft, 0)
    elif unit in draft.units:
        yield from passing(draft, draws.one_of((0, 0, last - draft.now + 1)))
        yield end_unit(draft, unit, 65)
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from passing(draft, draft.pause())
    yield from quiet_look(draft, queue)
    yield from until(draft, last + 1)
    yield from quiet_look(draft, queue)


def received_twice(draft: Draft) -> Steps[None]:
    """What a session has received in its unit of work nobody else receives (DD-10, X-54)."""
    queue = yield from new_queue(draft)
    session = yield from transacted_session(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    for _ in range(draft.draws.between(1, 3)):
        yield from send(draft, producer, queue)
    yield from until(draft, draft.now + producer.delay + 1)
    received = tuple(Receive(queue, session) for _ in range(draft.draws.between(1, 2)))
    yield (*received, *together(take(draft, queue)))
    yield Commit(session) if draft.draws.chance(40) else Rollback(session)
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)


def rolled_back_behind_a_commit(draft: Draft) -> Steps[None]:
    """A rollback ends the unit of work that is open, and nothing that was committed before (DD-44, X-54)."""
    queue = yield from new_queue(draft)
    session = yield from transacted_session(draft)
    producer = yield from own_producer(draft, queue, session)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    first = together(send(draft, producer, queue))
    second = together(send(draft, producer, queue))
    draft.units.pop(Unit(UnitKind.SESSION, session), None)
    yield (*first, Commit(session), *second, Rollback(session))
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, queue)


def expired_before_its_commit(draft: Draft) -> Steps[None]:
    """The life runs from the send, not from the commit (EX-23 to EX-25)."""
    draws = draft.draws
    queue = draft.target()
    session = yield from transacted_session(draft)
    producer = yield from own_producer(draft, queue, session)
    life = draws.one_of(SHORT_LIVES)
    for _ in range(draws.between(1, 3)):
        producer = yield from retuned(draft, producer, 0, life if draws.chance(70) else 0)
        yield from send(draft, producer, queue, reporting(draft, 50))
    yield from passing(draft, draws.one_of((life // 2, life + draft.offset())))
    if draws.chance(50):
        yield receive(draft, queue, draws.one_of((session, draft.reader())))
    unit = Unit(UnitKind.SESSION, session)
    if unit in draft.units:
        yield end_unit(draft, unit, 75)
    yield from look(draft, queue)
    yield from passing(draft, life)
    yield from look(draft, queue)
    yield from take(draft, draws.one_of(draft.replies))
