"""Episodes of staged messages that an application gets back: by their ids, under the cursor, too late.

Left out: the staging queue of a queue manager on z/OS (`delay_processor`).
"""

from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    shared_producer,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, PUT_INHIBITED, end_unit, get, retuned, send
from mqtck.conformance.cases.vocabulary.looks import look, quiet_look, take
from mqtck.conformance.cases.vocabulary.queue_managers import down_for
from mqtck.conformance.cases.vocabulary.unusable_queues import unusable_dead_letter_queue
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqGet,
    ReadDepth,
    Receive,
    SetDeadLetterQueue,
    SetDeliveryMode,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report

_EXPIRATIONS: Final = (
    *(Report.EXPIRATION, Report.EXPIRATION_WITH_DATA, Report.EXPIRATION_WITH_FULL_DATA),
    *(Report.EXPIRATION | Report.PASS_MSG_ID, Report.EXPIRATION | Report.PASS_CORREL_ID),
    Report.EXPIRATION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID,
)


def _recall_and_back_out(draft: Draft, label: str) -> tuple[Command, ...]:
    """It is as if nobody had been there; not while a unit of work is open that others need."""
    connection = draft.connection()
    if Unit(UnitKind.CONNECTION, connection) in draft.units:
        return ()
    wanted = MatchCorrelationId(label)
    return (
        MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, wanted, Syncpoint.WITHIN, connection),
        MqBackout(connection),
    )


def recalled_by_id(draft: Draft) -> Steps[None]:
    """A staged message is got by its correlation id, or not found by its message id (DD-59 to DD-61)."""
    draws = draft.draws
    queue = draft.target()
    producer = yield from shared_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    label = yield from send(draft, producer, queue)
    for _ in range(draws.between(0, 2)):
        later = yield from send(draft, producer, queue)
        label = draws.one_of((label, later))
    due = draft.now + delay
    yield from quiet_look(draft, STAGING_QUEUE)
    if draws.chance(15):
        yield _recall_and_back_out(draft, label)
    if draws.chance(30):
        yield from until(draft, due + draft.offset())
    match = MatchMessageId(label) if draws.chance(25) else MatchCorrelationId(label)
    within = draws.chance(45)
    connection = draft.connection()
    unit = Unit(UnitKind.CONNECTION, connection)
    if within:
        draft.units[unit] = None
    syncpoint = Syncpoint.WITHIN if within else Syncpoint.OUTSIDE
    mode = draws.one_of((GetMode.DESTRUCTIVE, GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST))
    yield MqGet(STAGING_QUEUE, mode, match, syncpoint, connection)
    if draws.chance(40 if within else 30):
        yield from until(draft, due + 1)
    if within and unit in draft.units:
        yield end_unit(draft, unit, 45)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from look(draft, queue)


@undisturbed
def recalled_too_late(draft: Draft) -> Steps[None]:
    """What is kept on the staging queue beyond its life cannot be recalled (X-46, EX-17, EX-21)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    life = delay + draws.one_of((1, 1000, 3000))
    producer = yield from retuned(draft, producer, delay, life)
    asked = draft.can(Ability.REPORT_OPTIONS) and draws.chance(50)
    report = int(draws.one_of(_EXPIRATIONS)) if asked else 0
    label = yield from send(draft, producer, queue, draft.message(report))
    over = draft.now + life
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from unusable_dead_letter_queue(draft)
    yield from until(draft, over + draws.one_of((1, 1101, 5000, 5000)))
    match = MatchCorrelationId(label)
    yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, match, connection=draft.connection())
    yield from quiet_look(draft, STAGING_QUEUE)
    yield AlterQueue(queue, PUT_ENABLED)


def recalled_by_other_calls(draft: Draft) -> Steps[None]:
    """A staged message is got under the cursor, as the first one, or by a receive (DD-61)."""
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    label = yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    found = MatchCorrelationId(label)
    connection = draft.connection()
    match draft.draws.below(3):
        case 0:
            browse = MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST, found, Syncpoint.OUTSIDE, connection)
            yield (browse, get(draft, STAGING_QUEUE, GetMode.UNDER_CURSOR))
        case 1:
            yield get(draft, STAGING_QUEUE, GetMode.DESTRUCTIVE)
        case _:
            yield Receive(STAGING_QUEUE, draft.reader())
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)


def recalled_over_a_restart(draft: Draft) -> Steps[None]:
    """A recall is open when the queue manager ends (X-45, DD-61)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    label = yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    connection = draft.connection()
    draft.units[Unit(UnitKind.CONNECTION, connection)] = None
    match = MatchCorrelationId(label)
    yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, match, Syncpoint.WITHIN, connection)
    yield from down_for(draft, draft.draws.one_of((0, due - draft.now + 1)))
    yield from until(draft, due + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from quiet_look(draft, queue)


def recalled_over_its_due_time(draft: Draft) -> Steps[None]:
    """A recall that is open when the delay ends, and is given back (DD-61, DD-10)."""
    queue = yield from new_queue(draft)
    connection = draft.connection()
    unit = Unit(UnitKind.CONNECTION, connection)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    label = yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    draft.units[unit] = None
    match = MatchCorrelationId(label)
    yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, match, Syncpoint.WITHIN, connection)
    yield from until(draft, due + 1)
    yield from take(draft, queue)
    if unit in draft.units:
        yield end_unit(draft, unit, 25)
    yield from passing(draft, draft.pause())
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from take(draft, queue)


def lock_outlasts_its_message(draft: Draft) -> Steps[None]:
    """A lock on the staging queue or the dead-letter queue outlasts its message (EX-41, X-46, EX-47)."""
    draws = draft.draws
    dead_letters = yield from new_queue(draft, "D")
    queue = yield from new_queue(draft)
    staged = draws.chance(50)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, delay + 5000)
    yield SetDeadLetterQueue(None if staged else dead_letters)
    yield from send(draft, producer, queue)
    due = draft.now + delay
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, due + 1)
    place = STAGING_QUEUE if staged else dead_letters
    yield get(draft, place, GetMode.BROWSE_FIRST_AND_LOCK)
    yield from until(draft, due + draws.one_of((1000, 5001, 8000)))
    yield get(draft, place, GetMode.UNDER_CURSOR)
    if draft.can(Ability.DEPTH):
        yield ReadDepth(place)
