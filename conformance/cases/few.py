"""Episodes for adapters of few abilities.

They are about expiry without the MQI, failures that gets alone are to show, and dead letters where nothing
is delayed. Each is in the place of an episode for which an ability is missing, and is drawn only then. An
episode is a generator of commands about one subject (`cases`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    DefineAliasQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    GetMode,
    QueueAttributes,
    SetDeadLetterQueue,
    SetPriority,
    StartChannel,
    Switch,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import UNLIMITED, Report

from .calls import (
    PUT_ENABLED,
    PUT_INHIBITED,
    end_unit,
    get,
    look,
    look_elsewhere,
    own_lifetime,
    put,
    quiet_look,
    receive,
    retuned,
    send,
    shown,
    take,
)
from .draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    together,
    transacted_session,
    until,
)
from .expiry import reporting

_LIVES: Final = (1000, 1000, 2000, 3000)
_LONGER: Final = 60_000
_TENTH: Final = 100
_ENDS: Final = (Report.NONE, Report.EXPIRATION, Report.EXCEPTION | Report.EXPIRATION)
_PRIORITIES: Final = (0, 4, 4, 9)


def client_backlog(draft: Draft) -> Steps[None]:
    """Expired messages before, between and behind live ones, received, also in a unit of work.

    EX-12 to EX-16, EX-21, EX-37 to EX-40.
    """
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    life = draws.one_of(_LIVES)
    for _ in range(draws.between(2, 6)):
        if draws.chance(30):
            yield SetPriority(producer.name, draws.one_of(_PRIORITIES))
        producer = yield from retuned(draft, producer, 0, draws.one_of((life, life, 0, _LONGER)))
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


def over_before_its_commit(draft: Draft) -> Steps[None]:
    """The life runs from the send, not from the commit (EX-23 to EX-25)."""
    draws = draft.draws
    queue = draft.target()
    session = yield from transacted_session(draft)
    producer = yield from own_producer(draft, queue, session)
    life = draws.one_of(_LIVES)
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


def full_of_what_is_over(draft: Draft) -> Steps[None]:
    """Expired messages that are still there count for the depth limit (EX-34, EX-35)."""
    draws = draft.draws
    limit = draws.between(1, 3)
    queue = yield from new_queue(draft, "Q", QueueAttributes(max_depth=limit))
    producer = yield from own_producer(draft, queue)
    life = draws.one_of(_LIVES)
    for _ in range(limit + draws.below(2)):
        producer = yield from retuned(draft, producer, 0, draws.one_of((life, life, 0)))
        yield from send(draft, producer, queue)
    yield from passing(draft, life + draws.one_of((1, 1000)))
    if draws.chance(50):
        yield from quiet_look(draft, queue)
    producer = yield from retuned(draft, producer, 0, 0)
    yield from send(draft, producer, queue)
    yield from take(draft, queue)
    yield from send(draft, producer, queue)
    yield AlterQueue(queue, AttributeChanges(max_depth=5000))


def own_backlog(draft: Draft) -> Steps[None]:
    """An application gets in its unit of work what it has put there, alive or over (EX-17, EX-24, EX-25)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    life = draws.one_of(_LIVES)
    for _ in range(draws.between(1, 3)):
        tenths = life // _TENTH if draws.chance(70) else UNLIMITED
        yield from put(draft, queue, tenths, reporting(draft, 50), syncpoint=Syncpoint.WITHIN)
    yield from passing(draft, draws.one_of((life // 2, life + draft.offset())))
    for _ in range(draws.between(1, 2)):
        yield get(draft, queue, GetMode.DESTRUCTIVE, Syncpoint.WITHIN)
    unit = Unit(UnitKind.CONNECTION, draft.connection())
    if unit in draft.units:
        yield end_unit(draft, unit, 60)
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, draws.one_of(draft.replies))


def taken_while_disabled_for_gets(draft: Draft) -> Steps[None]:
    """A target that is disabled for gets takes what comes due, which is there afterwards (DD-10, DD-114)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    sent = together(send(draft, producer, queue))
    waited = together(until(draft, draft.now + producer.delay + 1))
    disabled, enabled = AttributeChanges(get=Switch.DISABLED), AttributeChanges(get=Switch.ENABLED)
    yield (*sent, AlterQueue(queue, disabled), *waited, AlterQueue(queue, enabled))
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)


def dead_letter_and_its_end(draft: Draft) -> Steps[None]:
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


def dead_lettered_on_the_way(draft: Draft) -> Steps[None]:
    """What a channel dead-letters there, if it does, has the rest of its life (EX-46, EX-47)."""
    draws = draft.draws
    manager, remote, target = draft.name("QMR"), draft.name("RQ"), draft.name("Q")
    yield DefineQueueManager(manager)
    dead_letters = yield from new_queue(draft, "D", None, manager)
    yield SetDeadLetterQueue(dead_letters, manager)
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    yield DefineRemoteQueue(remote, target, manager, transmission)
    draft.gone[remote] = None
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 2)):
        message = replace(draft.message(0), reply_to=None)
        yield from put(draft, remote, draws.one_of((life, 600, 600, UNLIMITED)), message)
    yield from passing(draft, draws.one_of((0, 1000, 10_000)))
    yield StartChannel(transmission)
    yield from passing(draft, draws.one_of((100, 1000)))
    yield from shown(draft, dead_letters, manager)
    yield from passing(draft, draws.one_of((1000, 10_000, life * _TENTH)))
    yield from shown(draft, dead_letters, manager)
    yield from look_elsewhere(draft, dead_letters, manager)
