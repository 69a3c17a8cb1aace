"""Episodes of lives and of their ends: gets, browses and locks, through the MQI and through JMS.

Left out: what expired messages fill (`queue_depth`), reports (`report_messages`), and how else they can be
asked for (`gets_of_expired_messages`).
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
    transacted_session,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import (
    SHORT_LIVES,
    TENTH,
    end_unit,
    expiry,
    get,
    own_lifetime,
    put,
    receive,
    retuned,
    send,
)
from mqtck.conformance.cases.vocabulary.looks import look, quiet_look, take
from mqtck.conformance.cases.vocabulary.report_options import reporting
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    DefineAliasQueue,
    DeliverySequence,
    GetMode,
    MatchCorrelationId,
    MqGet,
    QueueAttributes,
    ReadDepth,
    SetPriority,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.messages import OutgoingMessage

_LONGER: Final = 600
"""Tenths: a life of which a wait of seconds takes a part that can be told from the tolerance."""

_LAST: Final = 50
"""Ms before an end."""

_BEYOND: Final = 1500
"""Ms after which the end of a life is certain."""

_PRIORITIES: Final = (0, 4, 4, 9)
_MINUTE: Final = 60_000


def _through(draft: Draft, queue: str) -> Steps[str]:
    """The name by which an application knows the queue: its own, or that of an alias."""
    if not draft.can(Ability.ALIAS_QUEUES) or not draft.draws.chance(15):
        return queue
    name = draft.name("A")
    draft.gone[name] = None
    yield DefineAliasQueue(name, queue)
    return name


def mqi_life(draft: Draft) -> Steps[None]:
    """Puts with an expiry, got or browsed while alive and after (EX-01 to EX-19, EX-42 to EX-44, EX-62)."""
    draws = draft.draws
    queue = draft.target() if draws.chance(70) else (yield from new_queue(draft))
    tenths = UNLIMITED
    for _ in range(draws.between(1, 3)):
        tenths = expiry(draft)
        yield from put(draft, queue, tenths, reporting(draft, 40), draws.one_of((-1, -1, 0, 5, 9)))
    yield from look(draft, queue)
    if draws.chance(40):
        yield from passing(draft, draft.pause())
        yield from look(draft, queue)
    if tenths > 0:
        yield from passing(draft, tenths * TENTH + draft.offset())
    name = yield from _through(draft, queue)
    if name != queue:
        yield get(draft, name, GetMode.DESTRUCTIVE)
    yield from look(draft, queue)
    yield from look(draft, draws.one_of((*draft.replies, queue)))
    yield from take(draft, queue)


def jms_life(draft: Draft) -> Steps[None]:
    """The same through JMS, with reports where they can be asked for (EX-04, EX-12, EX-21, EX-22)."""
    draws = draft.draws
    queue = draft.target() if draws.chance(60) else (yield from new_queue(draft))
    producer = yield from own_producer(draft, queue)
    for _ in range(draws.between(1, 3)):
        producer = yield from retuned(draft, producer, 0, draws.one_of((0, draft.life(), draft.life())))
        yield from send(draft, producer, queue, reporting(draft, 50))
    yield from look(draft, queue)
    yield from passing(draft, producer.life + draft.offset() if producer.life else draft.pause())
    yield from look(draft, queue)
    yield from look(draft, draws.one_of((*draft.replies, queue)))
    yield from take(draft, queue)


def expired_backlog(draft: Draft) -> Steps[None]:
    """Expired messages before, between and behind live ones, got in a unit of work that is backed out.

    EX-12 to EX-16, EX-37 to EX-40, EX-21.
    """
    draws = draft.draws
    sequence = draws.one_of((DeliverySequence.FIFO, DeliverySequence.PRIORITY, DeliverySequence.PRIORITY))
    if not draft.can(Ability.DELIVERY_SEQUENCE):
        sequence = DeliverySequence.PRIORITY
    queue = yield from new_queue(draft, "Q", QueueAttributes(delivery_sequence=sequence))
    life = own_lifetime(draft)
    for _ in range(draws.between(2, 6)):
        tenths = draws.one_of((life, life, UNLIMITED, _LONGER))
        yield from put(draft, queue, tenths, reporting(draft, 50), draws.one_of((0, 5, 5, 9)))
        if draws.chance(20):
            yield from passing(draft, TENTH)
    yield from passing(draft, life * TENTH + draws.one_of((1, 100, 1000, draft.pause())))
    yield from quiet_look(draft, queue)
    within = draws.chance(60)
    name = yield from _through(draft, queue)
    mode = GetMode.DESTRUCTIVE if draws.chance(75) else GetMode.BROWSE_FIRST
    for _ in range(draws.between(1, 3)):
        yield get(draft, name, mode, Syncpoint.WITHIN if within else Syncpoint.OUTSIDE)
        if draws.chance(50):
            yield from quiet_look(draft, draws.one_of((*draft.replies, queue)))
    unit = Unit(UnitKind.CONNECTION, draft.connection())
    if within and draws.chance(30):
        yield from passing(draft, draft.pause())
    if within and unit in draft.units:
        yield end_unit(draft, unit, 30)
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, draws.one_of((*draft.replies, queue)))
    yield from take(draft, queue)


def locked_by_a_browse(draft: Draft) -> Steps[None]:
    """A message locked by a browse expires, or not, before the get under the cursor (EX-41)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    life = own_lifetime(draft)
    yield from put(draft, queue, draws.one_of((life, life, _LONGER, UNLIMITED)), reporting(draft, 40))
    if draws.chance(60):
        yield from put(draft, queue, UNLIMITED)
    connection = draft.connection()
    yield MqGet(queue, GetMode.BROWSE_FIRST_AND_LOCK, connection=connection)
    yield from passing(draft, draws.one_of((0, life * TENTH // 2, life * TENTH + draft.offset(), 10_000)))
    if draws.chance(30):
        yield from quiet_look(draft, queue)
    if draws.chance(25):
        yield MqGet(queue, GetMode.BROWSE_FIRST_AND_LOCK, connection=connection)
    yield get(draft, queue, GetMode.UNDER_CURSOR)
    yield from look(draft, queue)


def browse_cursors(draft: Draft) -> Steps[None]:
    """Browse cursors over live and expired messages (EX-13, EX-18)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    life = own_lifetime(draft)
    for _ in range(draws.between(2, 4)):
        yield from put(draft, queue, draws.one_of((life, UNLIMITED)), reporting(draft, 30))
    over = draft.now + life * TENTH + draft.offset()
    if draws.chance(50):
        yield from until(draft, over)
    yield get(draft, queue, GetMode.BROWSE_FIRST)
    if draws.chance(50):
        yield from until(draft, over)
    for _ in range(draws.between(1, 4)):
        yield get(draft, queue, GetMode.BROWSE_NEXT)
        if draws.chance(20):
            yield get(draft, queue, GetMode.UNDER_CURSOR)
    # A browser would itself discard what the cursor has passed.
    if draft.can(Ability.DEPTH) and draws.chance(70):
        yield ReadDepth(queue)
    yield from quiet_look(draft, queue)


def last_tenth_under_the_cursor(draft: Draft) -> Steps[None]:
    """What is got under the cursor shows no 0 shortly before its end (EX-19)."""
    queue = yield from new_queue(draft)
    expiry = draft.draws.one_of((10, 20, 100))
    yield from put(draft, queue, expiry)
    end = draft.now + expiry * 100
    yield get(draft, queue, GetMode.BROWSE_FIRST)
    yield from until(draft, end - _LAST)
    yield get(draft, queue, GetMode.UNDER_CURSOR)


def many_expired(draft: Draft) -> Steps[None]:
    """One get discards all that is over ahead of what is not, however many (EX-12, EX-15, EX-21)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    ends = draws.between(1, 10)
    for _ in range(draws.one_of((1, 2, 6, 12))):
        yield from put(draft, queue, ends, None, 4)
    yield from put(draft, queue, draws.one_of((-1, 600)), None, 4)
    yield from passing(draft, draws.one_of((ends * 100 + 1, 3000)))
    mode = GetMode.DESTRUCTIVE if draws.chance(60) else GetMode.BROWSE_FIRST
    yield MqGet(queue, mode, connection=draft.connection())
    yield from quiet_look(draft, queue)


@undisturbed
def expired_got_by_correlation_id(draft: Draft) -> Steps[None]:
    """A get by correlation id discards what has expired under it (EX-12, EX-17)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    request = yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    life = draft.life()
    producer = yield from retuned(draft, producer, 0, life)
    reply = OutgoingMessage(draft.name("m"), correlates_with=request)
    yield from send(draft, producer, queue, reply)
    yield from passing(draft, life + _BEYOND)
    yield MqGet(queue, match=MatchCorrelationId(request), connection=draft.name("c"))
    yield from quiet_look(draft, queue)


def client_backlog(draft: Draft) -> Steps[None]:
    """Expired messages before, between and behind live ones, received, also in a unit of work.

    EX-12 to EX-16, EX-21, EX-37 to EX-40.
    """
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    life = draws.one_of(SHORT_LIVES)
    for _ in range(draws.between(2, 6)):
        if draws.chance(30):
            yield SetPriority(producer.name, draws.one_of(_PRIORITIES))
        producer = yield from retuned(draft, producer, 0, draws.one_of((life, life, 0, _MINUTE)))
        yield from send(draft, producer, queue, reporting(draft, 50))
    yield from passing(draft, life + draws.one_of((1, 100, 1000)))
    session = draft.reader()
    within = draft.can(Ability.TRANSACTIONS) and draws.chance(50)
    if within:
        session = yield from transacted_session(draft)
    for _ in range(draws.between(1, 3)):
        yield receive(draft, queue, session)
        if draws.chance(50):
            yield from take(draft, draws.one_of(draft.replies))
    unit = Unit(UnitKind.SESSION, session)
    if within and draws.chance(30):
        yield from passing(draft, draft.pause())
    if unit in draft.units:
        yield end_unit(draft, unit, 30)
    yield from take(draft, draws.one_of(draft.replies))
    yield from take(draft, queue)
