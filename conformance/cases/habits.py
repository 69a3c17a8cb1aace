"""Episodes about habits of emulators: what is forgotten in between, limits of a sweep, time in one step.

An episode is a generator of commands about one subject (`cases`).
"""

from collections.abc import Callable
from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DepthTrigger,
    GetMode,
    MatchCorrelationId,
    MqGet,
    OpenSession,
    QueueAttributes,
    Receive,
    Rollback,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineTopic,
    DeleteTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .calls import PUT_ENABLED, PUT_INHIBITED, end_unit, look_elsewhere, quiet_look, retuned, send, take
from .draft import (
    Draft,
    Producer,
    Steps,
    Unit,
    UnitKind,
    addressed,
    new_queue,
    own_producer,
    passing,
    producer_api,
    together,
    transacted_session,
    until,
)

_SWEPT: Final = (6, 12, 30)
"""So many messages fall due at one instant."""

_YEARS: Final = (130_000_000_000, 250_000_000_000)
"""Ms: four years and eight, more than the largest Expiry and less than an Advance may last."""

_NEARLY: Final = 5_000_000_000
"""Ms: two months."""

_LOW: Final = QueueAttributes(default_priority=2)


def settings_kept(draft: Draft) -> Steps[None]:
    """A producer keeps its delay and its life over refused sends and units of work (DD-05, HM-14, HM-15)."""
    queue = yield from new_queue(draft)
    within = draft.can(Ability.TRANSACTIONS) and draft.draws.chance(60)
    session = (yield from transacted_session(draft)) if within else None
    producer = yield from own_producer(draft, None, session)
    delay = 0 if draft.draws.chance(30) else draft.delay()
    life = draft.life_beyond(delay) if delay else draft.life()
    producer = yield from retuned(draft, producer, delay, life)
    if session is not None:
        yield from send(draft, producer, queue)
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 40)
    elif draft.can(Ability.PUT_INHIBIT):
        yield _refused(draft, producer, queue)
    yield from send(draft, producer, queue)
    due = draft.now + delay
    if session is not None:
        draft.units.pop(Unit(UnitKind.SESSION, session), None)
        yield Commit(session)
    yield from quiet_look(draft, STAGING_QUEUE if delay and draft.draws.chance(50) else queue)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)


def _refused(draft: Draft, producer: Producer, queue: str) -> tuple[Send | AlterQueue, ...]:
    """A send while the queue is inhibited."""
    destination = None if producer.destination else addressed(draft, queue)
    return (
        AlterQueue(queue, PUT_INHIBITED),
        Send(producer.name, draft.message(), destination),
        AlterQueue(queue, PUT_ENABLED),
    )


def swept_together(draft: Draft) -> Steps[None]:
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


def over_in_one_step(draft: Draft) -> Steps[None]:
    """A message comes, triggers, and expires, all in one advance (X-39, DD-10)."""
    initiation = yield from new_queue(draft, "I")
    queue = yield from new_queue(draft, "T", QueueAttributes(trigger=DepthTrigger(1, initiation)))
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, delay + draft.draws.one_of((500, 3000, 60_000)))
    sent = together(send(draft, producer, queue))
    yield (*sent, *together(passing(draft, producer.life + draft.pause())))
    yield from quiet_look(draft, initiation)
    yield from take(draft, initiation)


def in_some_years(draft: Draft) -> Steps[None]:
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


def asked_anew(draft: Draft) -> Steps[None]:
    """What a definition says counts at each send, whatever it said at the last (DD-74, DD-77, DD-78)."""
    draws = draft.draws
    queue = yield from new_queue(draft, "Q", _LOW if draft.can(Ability.QUEUE_DEFAULTS) else None)
    changes: list[Callable[[Draft, str], Steps[str]]] = [
        change for needed, change in _CHANGES if draft.can(*needed)
    ]
    if not changes:
        return
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    change = draws.one_of(changes)
    name = queue
    if change is _alias_changed:
        name = draft.name("A")
        draft.gone[name] = None
        yield DefineAliasQueue(name, queue)
    as_defined = draft.can(Ability.DESTINATION_PROPERTIES)
    destination = _as_defined(name) if as_defined else addressed(draft, name)
    yield from send(draft, producer, name, destination=destination)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from take(draft, queue)
    arrival = yield from change(draft, name)
    yield from send(draft, producer, name, destination=destination)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, arrival)
    yield from take(draft, arrival)


def _as_defined(name: str) -> QueueDestination:
    return QueueDestination(name, DestinationPersistence.QUEUE_DEFINITION, PRIORITY_AS_QUEUE_DEFINITION)


def _alias_changed(draft: Draft, name: str) -> Steps[str]:
    other = yield from new_queue(draft)
    yield DefineAliasQueue(name, other)
    return other


def _defaults_changed(_: Draft, name: str) -> Steps[str]:
    yield AlterQueue(name, AttributeChanges(default_priority=7, default_persistence=DeliveryMode.PERSISTENT))
    return name


_CHANGES: Final[tuple[tuple[tuple[Ability, ...], Callable[[Draft, str], Steps[str]]], ...]] = (
    ((Ability.ALIAS_QUEUES,), _alias_changed),
    ((Ability.QUEUE_DEFAULTS, Ability.DESTINATION_PROPERTIES), _defaults_changed),
)


def dead_lettered_anew(draft: Draft) -> Steps[None]:
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


def namesakes(draft: Draft) -> Steps[None]:
    """Queues of one name on two queue managers have nothing in common (DD-10, DD-11, DD-74)."""
    manager, session = draft.name("QMX"), draft.name("s")
    queue = yield from new_queue(draft)
    yield DefineQueueManager(manager)
    draft.see(queue, manager)
    yield (DefineLocalQueue(queue, queue_manager=manager), OpenSession(session, queue_manager=manager))
    producer = yield from own_producer(draft, None, session)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    destination = addressed(draft, queue)
    yield Send(producer.name, OutgoingMessage(draft.name("m")), destination)
    due = draft.now + producer.delay
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from look_elsewhere(draft, queue, manager)
    yield from quiet_look(draft, queue)


def subscribers_side_by_side(draft: Draft) -> Steps[None]:
    """Each subscriber has its own topic and its own end, also in one session (DD-107, DD-115, DD-116)."""
    topic, session = draft.name("T"), draft.name("s")
    like_it = f"{topic}X"
    one, other, elsewhere = draft.name("s"), draft.name("s"), draft.name("s")
    available = MessageDelivery.ALL_AVAILABLE
    yield (
        DefineTopic(topic, topic, available, available),
        DefineTopic(like_it, like_it, available, available),
        Subscribe(elsewhere, topic, Durability.NON_DURABLE, session),
        Subscribe(one, like_it, Durability.NON_DURABLE, session),
        Subscribe(other, like_it, Durability.NON_DURABLE, session),
    )
    producer, delay = draft.name("p"), draft.delay()
    draft.longest_delay = max(draft.longest_delay, delay)
    yield (
        CreateProducer(producer, producer_api(draft), draft.reader()),
        SetDeliveryDelay(producer, delay),
        Send(producer, OutgoingMessage(draft.name("m")), topic=TopicDestination(like_it)),
    )
    due = draft.now + delay
    yield from quiet_look(draft, STAGING_QUEUE)
    yield CloseSubscriber(one)
    if draft.draws.chance(30):
        yield DeleteTopic(topic)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield (ReceivePublication(other), ReceivePublication(elsewhere))
