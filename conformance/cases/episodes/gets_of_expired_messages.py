"""Episodes of messages near the ends of their lives, got from any kind of queue in any way.

Where a message lies and how it is asked for are drawn apart from each other, so that each meets each: a
discard, its report, what is left of a life, and what a unit of work gives back are the same everywhere
(EX-05, EX-10, EX-12, EX-13, EX-17 to EX-19, EX-21, EX-38 to EX-41, X-46).

Left out: messages that a channel has put somewhere (`protected_channels`).
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import (
    PUT_INHIBITED,
    TENTH,
    Match,
    end_unit,
    get,
    own_lifetime,
    retuned,
    send,
)
from mqtck.conformance.cases.vocabulary.looks import counted, shown
from mqtck.conformance.cases.vocabulary.names import new_alias, new_remote
from mqtck.conformance.cases.vocabulary.publish_subscribe import (
    new_publisher,
    new_topic,
    publish,
    received,
    subscribe,
)
from mqtck.conformance.cases.vocabulary.queue_managers import new_manager
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    TAKING,
    Acknowledgement,
    AlterQueue,
    Browse,
    Connect,
    DefineQueueManager,
    DefineSharedQueue,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    Receive,
    SetDeadLetterQueue,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, UNLIMITED, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, TransmissionHeader

_LONGER: Final = 600
_MODES: Final = (
    *(GetMode.DESTRUCTIVE, GetMode.DESTRUCTIVE, GetMode.DESTRUCTIVE, GetMode.UNDER_CURSOR),
    *(GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT, GetMode.BROWSE_FIRST_AND_LOCK),
)
_ENDS: Final = (-1000, -50, 1, 1000)
"""Ms around the end of a life."""


class Reader(NamedTuple):
    """Who gets: a connection, and a session that is transacted (None: there are none)."""

    connection: str
    session: str | None


def _reader(draft: Draft, manager: str) -> Steps[Reader]:
    reader = Reader(draft.name("ac"), draft.name("as") if draft.can(Ability.TRANSACTIONS) else None)
    yield Connect(reader.connection, manager)
    if reader.session is not None:
        draft.transacted[reader.session] = None
        yield OpenSession(reader.session, Acknowledgement.TRANSACTED, queue_manager=manager)
    return reader


def _message(draft: Draft, replies: str) -> OutgoingMessage:
    asks = draft.can(Ability.REPORT_OPTIONS) and draft.draws.chance(60)
    message = draft.message(int(Report.EXPIRATION) if asks else 0)
    return replace(message, reply_to=replies if asks else None)


class Where(NamedTuple):
    """A queue by the name under which it is asked for; `put_to` is where its messages are put."""

    name: str
    put_to: str
    lies_on: str
    queue_manager: str = DEFAULT_QUEUE_MANAGER


def _perhaps_behind(draft: Draft, where: Where, message: OutgoingMessage, life: int) -> OutgoingMessage:
    """Now and then behind a header with a life of its own, which ends before or after (EX-56, EX-59)."""
    draws = draft.draws
    if where.put_to != where.lies_on or not draft.can(Ability.TRANSMISSION_HEADERS) or not draws.chance(30):
        return message
    header = TransmissionHeader("STOCK", "QM9", draws.one_of((1, life, _LONGER, UNLIMITED)))
    return replace(message, length=None, transmission_header=header)


def _asked(draft: Draft, where: Where, reader: Reader, labels: list[str]) -> Steps[None]:
    """One look, in one of all ways."""
    draws = draft.draws
    if reader.session is not None and draws.chance(20):
        draft.units[Unit(UnitKind.SESSION, reader.session)] = None
        yield Receive(where.name, reader.session)
        return
    if draft.can(Ability.BROWSE) and draws.chance(12):
        yield Browse(where.name, where.queue_manager)
        return
    mode = draws.one_of(_MODES)
    match: Match | None = None
    if mode is not GetMode.UNDER_CURSOR and draws.chance(40):
        label = draws.one_of(labels)
        match = MatchMessageId(label) if where.lies_on != STAGING_QUEUE else MatchCorrelationId(label)
    sync = Syncpoint.WITHIN if mode in TAKING and draws.chance(60) else Syncpoint.OUTSIDE
    yield get(draft, where.name, mode, sync, match, reader.connection)


def _asked_and_ended(
    draft: Draft, where: Where, reader: Reader, labels: list[str], replies: str
) -> Steps[None]:
    """Some looks, what others see before the unit of work ends, and what is there afterwards."""
    draws = draft.draws
    manager = where.queue_manager
    for _ in range(draws.between(1, 3)):
        yield from _asked(draft, where, reader, labels)
        if draws.chance(60):
            yield from shown(draft, replies, manager)
    for unit in (Unit(UnitKind.CONNECTION, reader.connection), Unit(UnitKind.SESSION, reader.session or "")):
        if unit in draft.units:
            if draws.chance(40):
                # What is got grows older like any other (EX-40).
                yield from passing(draft, draws.one_of((1000, 2000, 6000)))
            yield end_unit(draft, unit, 40)
    yield from counted(draft, where.lies_on, manager)
    yield from shown(draft, replies, manager)
    yield from _asked(draft, where, reader, labels)


def _locked(where: Where, reader: Reader) -> Steps[None]:
    """A lock, which keeps no message from its end."""
    yield MqGet(where.name, GetMode.BROWSE_FIRST_AND_LOCK, connection=reader.connection)


def _under_cursor(draft: Draft, where: Where, reader: Reader) -> Steps[None]:
    sync = Syncpoint.WITHIN if draft.draws.chance(50) else Syncpoint.OUTSIDE
    yield get(draft, where.name, GetMode.UNDER_CURSOR, sync, connection=reader.connection)


def _by_its_name(draft: Draft) -> Steps[Where]:
    queue = yield from new_queue(draft)
    return Where(queue, queue, queue)


def _by_an_alias(draft: Draft) -> Steps[Where]:
    alias, queue = yield from new_alias(draft)
    return Where(alias, queue, queue)


def _elsewhere(draft: Draft) -> Steps[Where]:
    manager = draft.name("QMR")
    yield DefineQueueManager(manager)
    queue = yield from new_queue(draft, "Q", None, manager)
    return Where(queue, queue, queue, manager)


def _shared(draft: Draft) -> Steps[Where]:
    group = draft.name("QSG")
    manager = yield from new_manager(draft, group)
    queue = draft.name("ZQ")
    draft.see(queue, manager)
    yield DefineSharedQueue(queue, group)
    return Where(queue, queue, queue, manager)


def _on_its_way(draft: Draft) -> Steps[Where]:
    remote, queue = yield from new_remote(draft)
    return Where(queue, remote, queue)


_PLACES: Final[tuple[tuple[Callable[[Draft], Steps[Where]], frozenset[Ability]], ...]] = (
    (_by_its_name, frozenset()),
    (_by_its_name, frozenset()),
    (_by_an_alias, frozenset({Ability.ALIAS_QUEUES})),
    (_elsewhere, frozenset({Ability.OTHER_QUEUE_MANAGERS})),
    (_shared, frozenset({Ability.ZOS, Ability.SHARED_QUEUES, Ability.OTHER_QUEUE_MANAGERS})),
    (_shared, frozenset({Ability.ZOS, Ability.SHARED_QUEUES, Ability.OTHER_QUEUE_MANAGERS})),
    (_on_its_way, frozenset({Ability.REMOTE_QUEUES})),
)


def got_in_any_way(draft: Draft) -> Steps[None]:
    """Some that expire, and some that live on, on a queue of any kind."""
    draws = draft.draws
    place, _ = draws.one_of(tuple(row for row in _PLACES if draft.can(*row[1])))
    where = yield from place(draft)
    manager = where.queue_manager
    replies = yield from new_queue(draft, "R", None, manager)
    reader = yield from _reader(draft, manager)
    life = own_lifetime(draft)
    labels = []
    begun = draft.now
    for _ in range(draws.between(1, 3)):
        tenths = draws.one_of((life, life, _LONGER, UNLIMITED))
        message = _message(draft, replies)
        message = _perhaps_behind(draft, where, message, life)
        labels.append(message.label)
        draft.post(message.label, where.lies_on, 0, max(0, tenths) * TENTH, manager)
        call = MqPut if draws.chance(50) else MqPut1
        yield call(where.put_to, message, PutDescriptor(tenths), connection=reader.connection)
    locked = draws.chance(35)
    if locked:
        yield from _locked(where, reader)
    elif draws.chance(50):
        yield from _asked(draft, where, reader, labels)
    yield from until(draft, begun + life * TENTH + draws.one_of(_ENDS))
    if locked:
        yield from _under_cursor(draft, where, reader)
    yield from _asked_and_ended(draft, where, reader, labels, replies)


def undelivered_got_in_any_way(draft: Draft) -> Steps[None]:
    """What no target takes, got from the staging queue or from the dead-letter queue (EX-47, X-16, X-46)."""
    draws = draft.draws
    replies = yield from new_queue(draft, "R")
    reader = yield from _reader(draft, DEFAULT_QUEUE_MANAGER)
    dead = (yield from new_queue(draft, "D")) if draws.chance(50) else None
    target = yield from new_queue(draft)
    delay = draft.delay()
    life = delay + draws.one_of((3000, 20_000, 60_000))
    producer = yield from own_producer(draft, target)
    producer = yield from retuned(draft, producer, delay, life)
    labels = []
    over = draft.now + life
    for _ in range(draws.between(1, 2)):
        label = yield from send(draft, producer, target, _message(draft, replies))
        labels.append(label)
    yield (SetDeadLetterQueue(dead), AlterQueue(target, PUT_INHIBITED))
    yield from passing(draft, delay + 1)
    lies_on = dead or STAGING_QUEUE
    where = Where(lies_on, target, lies_on)
    locked = draws.chance(35)
    if locked:
        yield from _locked(where, reader)
    elif draws.chance(50):
        yield from _asked(draft, where, reader, labels)
    yield from until(draft, over + draws.one_of(_ENDS))
    if locked:
        yield from _under_cursor(draft, where, reader)
    yield from _asked_and_ended(draft, where, reader, labels, replies)


def publications_received_in_any_way(draft: Draft) -> Steps[None]:
    """Publications, received by subscribers of all kinds around the ends of their lives."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    replies = yield from new_queue(draft, "R")
    listener = yield from subscribe(draft, topic, transacted=50)
    publisher = yield from new_publisher(draft, topic)
    delay, life = draws.one_of((0, draft.delay())), draws.one_of((2000, 5000, 60_000))
    over = draft.now + delay + life
    for _ in range(draws.between(1, 2)):
        yield from publish(draft, publisher, _message(draft, replies), delay, delay + life)
    yield from until(draft, draft.now + delay + 1)
    unit = Unit(UnitKind.SESSION, listener.session)
    for instant in (over - life // 2, over + draws.one_of(_ENDS)):
        yield from until(draft, instant)
        yield received(draft, listener)
        yield from shown(draft, replies)
        if unit in draft.units and draws.chance(70):
            yield end_unit(draft, unit, 40)
