"""Episodes of MQI applications and of expiry: lives, discards, reports, locks, triggers, channels.

An episode is a generator of commands about one subject (`cases`).
"""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    DefineAliasQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeliverySequence,
    DepthTrigger,
    GetMode,
    MqGet,
    QueueAttributes,
    ReadDepth,
    StartChannel,
    StopChannel,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, UNLIMITED, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

from .calls import (
    end_unit,
    expiry,
    get,
    look,
    look_elsewhere,
    own_lifetime,
    put,
    quiet_look,
    retuned,
    send,
    shown,
    take,
)
from .draft import Draft, Steps, Unit, UnitKind, new_queue, own_producer, passing, together, until
from .fates import BESIDE_OTHERS

_EXPIRATIONS: Final = (
    Report.EXPIRATION,
    Report.EXPIRATION_WITH_DATA,
    Report.EXPIRATION_WITH_FULL_DATA,
    Report.EXPIRATION_WITH_FULL_DATA | Report.COD,
    Report.EXPIRATION | Report.PASS_MSG_ID,
    Report.EXPIRATION | Report.PASS_CORREL_ID,
    *BESIDE_OTHERS,
)
_TENTH: Final = 100
_LONGER: Final = 600
"""Tenths: a life of which a wait of seconds takes a part that can be told from the tolerance."""


def reporting(draft: Draft, percent: int) -> OutgoingMessage:
    """A message that asks for an expiration report so many times of a hundred, where it can."""
    asks = draft.can(Ability.REPORT_OPTIONS) and draft.draws.chance(percent)
    return draft.message(int(draft.draws.one_of(_EXPIRATIONS)) if asks else 0)


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
        yield from passing(draft, tenths * _TENTH + draft.offset())
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
            yield from passing(draft, _TENTH)
    yield from passing(draft, life * _TENTH + draws.one_of((1, 100, 1000, draft.pause())))
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


def put_in_unit(draft: Draft) -> Steps[None]:
    """The life runs from the put, not from the commit (EX-23 to EX-25)."""
    draws = draft.draws
    queue = draft.target()
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 3)):
        tenths = life if draws.chance(70) else UNLIMITED
        yield from put(draft, queue, tenths, reporting(draft, 50), syncpoint=Syncpoint.WITHIN)
    yield from passing(draft, draws.one_of((life * _TENTH // 2, life * _TENTH + draft.offset())))
    yield from quiet_look(draft, queue)
    unit = Unit(UnitKind.CONNECTION, draft.connection())
    if unit in draft.units:
        yield end_unit(draft, unit, 75)
    yield from look(draft, queue)
    yield from passing(draft, life * _TENTH)
    yield from look(draft, queue)
    yield from quiet_look(draft, draws.one_of((*draft.replies, queue)))


def locked(draft: Draft) -> Steps[None]:
    """A message locked by a browse expires, or not, before the get under the cursor (EX-41)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    life = own_lifetime(draft)
    yield from put(draft, queue, draws.one_of((life, life, _LONGER, UNLIMITED)), reporting(draft, 40))
    if draws.chance(60):
        yield from put(draft, queue, UNLIMITED)
    connection = draft.connection()
    yield MqGet(queue, GetMode.BROWSE_FIRST_AND_LOCK, connection=connection)
    yield from passing(draft, draws.one_of((0, life * _TENTH // 2, life * _TENTH + draft.offset(), 10_000)))
    if draws.chance(30):
        yield from quiet_look(draft, queue)
    if draws.chance(25):
        yield MqGet(queue, GetMode.BROWSE_FIRST_AND_LOCK, connection=connection)
    yield get(draft, queue, GetMode.UNDER_CURSOR)
    yield from look(draft, queue)


def browsing(draft: Draft) -> Steps[None]:
    """Browse cursors over live and expired messages (EX-13, EX-18)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    life = own_lifetime(draft)
    for _ in range(draws.between(2, 4)):
        yield from put(draft, queue, draws.one_of((life, UNLIMITED)), reporting(draft, 30))
    over = draft.now + life * _TENTH + draft.offset()
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


def full_of_expired(draft: Draft) -> Steps[None]:
    """Expired messages that are still there count for the depth limit (EX-34, EX-35)."""
    draws = draft.draws
    limit = draws.between(1, 3)
    queue = yield from new_queue(draft, "Q", QueueAttributes(max_depth=limit))
    life = own_lifetime(draft)
    for _ in range(limit):
        yield from put(draft, queue, draws.one_of((life, life, UNLIMITED)))
    if draws.chance(50):
        yield from put(draft, queue)
    yield from passing(draft, life * _TENTH + draws.one_of((1, 1000)))
    if draws.chance(50):
        yield from quiet_look(draft, queue)
    if draft.can(Ability.JMS) and draws.chance(50):
        producer = yield from own_producer(draft, queue)
        producer = yield from retuned(draft, producer, draws.one_of((0, draft.delay())), 0)
        yield from send(draft, producer, queue)
        yield from quiet_look(draft, queue)
        yield from passing(draft, producer.delay + 1)
    else:
        yield from put(draft, queue)
    yield from look(draft, queue)
    yield from take(draft, queue)
    yield from put(draft, queue)
    yield from quiet_look(draft, queue)


def depth_trigger(draft: Draft) -> Steps[None]:
    """Expired messages that are still there count for depth triggering (EX-36)."""
    draws = draft.draws
    initiation = yield from new_queue(draft, "I")
    depth = draws.between(1, 3)
    attributes = QueueAttributes(trigger=DepthTrigger(depth, initiation))
    queue = yield from new_queue(draft, "T", attributes)
    life = own_lifetime(draft)
    for number in range(depth):
        if number and draws.chance(60):
            yield from passing(draft, life * _TENTH + 1)
        puts = together(put(draft, queue, draws.one_of((life, UNLIMITED))))
        counts = draft.can(Ability.DEPTH) and draws.chance(60)
        # The depth right behind the put tells whether expired messages were still there to count.
        yield (*puts, ReadDepth(queue), ReadDepth(initiation)) if counts else puts
        if not counts:
            yield from quiet_look(draft, initiation)
    if draft.can(Ability.JMS) and draws.chance(50):
        producer = yield from own_producer(draft, queue)
        producer = yield from retuned(draft, producer, draft.delay(), 0)
        yield from send(draft, producer, queue)
        yield from quiet_look(draft, initiation)
        yield from passing(draft, producer.delay + 1)
    yield from quiet_look(draft, initiation)
    yield from take(draft, queue)
    yield from take(draft, initiation)


def channel(draft: Draft) -> Steps[None]:
    """Time on a transmission queue counts; a message may expire there (EX-06, EX-07, EX-20)."""
    draws = draft.draws
    manager = draft.name("QMR")
    yield DefineQueueManager(manager)
    target = yield from new_queue(draft, "Q", None, manager)
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    remote = draft.name("RQ")
    yield DefineRemoteQueue(remote, target, manager, transmission)
    draft.gone[remote] = None
    if draws.chance(30):
        yield StartChannel(transmission)
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 2)):
        if draws.chance(60) or not draft.can(Ability.JMS):
            message = reporting(draft, 30)
            yield from put(draft, remote, draws.one_of((life, UNLIMITED, 600)), message)
        else:
            producer = yield from own_producer(draft, remote)
            delay = draws.one_of((0, draft.delay()))
            producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
            yield from send(draft, producer, remote)
            yield from passing(draft, delay + 1)
    yield from passing(draft, draws.one_of((1000, life * _TENTH + draft.offset())))
    yield from quiet_look(draft, transmission)
    yield StartChannel(transmission)
    yield from passing(draft, draws.one_of((100, 1000)))
    yield from look_elsewhere(draft, target, manager)
    if draws.chance(30):
        yield StopChannel(transmission)
    yield from passing(draft, draft.pause())
    yield from look_elsewhere(draft, target, manager)
    yield from quiet_look(draft, transmission)


def around_an_instant(draft: Draft) -> Steps[None]:
    """Looks just before, at and after an instant of any message: due time or end of life."""
    draws = draft.draws
    instants = [
        (instant, posted.queue)
        for posted in draft.posted[-12:]
        for instant in (posted.due, posted.over)
        if instant is not None and instant > draft.now and posted.queue_manager == DEFAULT_QUEUE_MANAGER
    ]
    if not instants:
        return
    instant, queue = draws.one_of(instants)
    if instant - draft.now > 10 * 86_400_000:
        return
    yield from until(draft, instant + draft.offset())
    yield from look(draft, queue)
    yield from until(draft, instant + max(1, draft.offset()))
    yield from look(draft, queue)


def any_look(draft: Draft) -> Steps[None]:
    """A look at any queue of the case."""
    here = [place for place in draft.places if place.queue_manager == DEFAULT_QUEUE_MANAGER]
    if here:
        yield from look(draft, draft.draws.one_of(here).queue)


def inventory(draft: Draft) -> Steps[None]:
    """Depth and browser of one queue at the same instant (EX-34, EX-35, DD-06, DD-07)."""
    places = [place for place in draft.places if place.queue not in draft.gone]
    if not places:
        return
    queue, manager = draft.draws.one_of(places)
    depth = (ReadDepth(queue, manager),) if draft.can(Ability.DEPTH) else ()
    seen = together(shown(draft, queue, manager))
    yield (*depth, *seen, *(depth if draft.draws.chance(50) else ()))


def pause(draft: Draft) -> Steps[None]:
    yield from passing(draft, draft.pause())
