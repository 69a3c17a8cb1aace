"""Episodes in which nothing happens but what they are about, so that this shows with certainty.

An episode is a generator of commands about one subject (`cases`). Others leave it to chance whether their
circumstances meet and whether somebody looks in time; here nothing comes in between.
"""

from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    CreateProducer,
    DefineQueueManager,
    GetMode,
    MqGet,
    MqPut,
    ProducerApi,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    StartChannel,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_PRIORITY,
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    PutDescriptor,
    Retention,
    TopicDestination,
)
from mqtck.reference.vocabulary.publications import DefineSubscription, JoinHierarchy, MessageDelivery

from .audience import new_publisher, new_topic, publish, receive_of, subscribe
from .calls import (
    DELIVERY_MODES,
    PUT_ENABLED,
    PUT_INHIBITED,
    browsing_gets,
    end_unit,
    get,
    quiet_look,
    retuned,
    send,
    shown,
    take,
)
from .crossing import OVERLONG, TELLING, bad_header, looks, new_crossing
from .draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    producer_api,
    transacted_session,
    undisturbed,
    until,
)
from .fates import BESIDE_OTHERS, NO_EXPIRATION
from .unusable import unusable_dead_letter_queue
from .whole import furnished

_ALL: Final = MessageDelivery.ALL_AVAILABLE
_OTHERS: Final = (MessageDelivery.ALL, MessageDelivery.ALL_DURABLE)
_EXPIRATIONS: Final = (
    *(Report.EXPIRATION, Report.EXPIRATION_WITH_DATA, Report.EXPIRATION_WITH_FULL_DATA),
    Report.EXPIRATION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID,
)
_DELIVERIES: Final = (Report.COD, Report.COD_WITH_DATA, Report.COD_WITH_FULL_DATA)
_CONFIRMATIONS: Final = (
    *(*_DELIVERIES, Report.COA, Report.COA_WITH_FULL_DATA),
    Report.COA | Report.COD | Report.PASS_MSG_ID,
)
_LATER: Final = 60_000


# --- publications --------------------------------------------------------------------------------------


@undisturbed
def distributed_elsewhere(draft: Draft) -> Steps[None]:
    """Another queue manager distributes a publication with all that it was sent with (DD-118, HM-48)."""
    draws = draft.draws
    elsewhere = draft.name("QM9")
    yield (DefineQueueManager(elsewhere), JoinHierarchy(DEFAULT_QUEUE_MANAGER, elsewhere))
    topic = yield from new_topic(draft)
    listener = yield from subscribe(draft, topic, elsewhere)
    yield from passing(draft, draft.pause())
    publisher = yield from new_publisher(draft, topic)
    yield (
        SetPriority(publisher.name, draws.below(10)),
        SetDeliveryMode(publisher.name, draws.one_of(DELIVERY_MODES)),
    )
    delay = draft.delay()
    life = delay + _LATER if draws.chance(50) else 0
    yield from publish(draft, publisher, furnished(draft), delay, life)
    yield from until(draft, draft.now + delay + 1)
    yield from passing(draft, draft.pause())
    for _ in range(2):
        yield from receive_of(draft, listener)


@undisturbed
def subscribed_before_the_commit(draft: Draft) -> Steps[None]:
    """Who subscribes between a delayed publish and its commit gets nothing (DD-76, DD-115)."""
    topic = yield from new_topic(draft)
    entitled = yield from subscribe(draft, topic)
    session, name, named = yield from _transacted_publisher(draft, topic)
    delay = draft.delay()
    message = OutgoingMessage(draft.name("m"))
    draft.post(message.label, draft.target(), delay, 0)
    yield (SetDeliveryDelay(name, delay), Send(name, message, topic=named))
    late = yield from subscribe(draft, topic)
    yield end_unit(draft, Unit(UnitKind.SESSION, session), 85)
    yield from until(draft, draft.now + delay + 1)
    for listener in (late, entitled):
        yield from receive_of(draft, listener)
    yield from quiet_look(draft, STAGING_QUEUE)


def _transacted_publisher(draft: Draft, topic: str) -> Steps[tuple[str, str, TopicDestination | None]]:
    """The session, the producer, and the topic where each send has to name it."""
    session = yield from transacted_session(draft)
    api, name, destination = producer_api(draft), draft.name("p"), TopicDestination(topic)
    own = api is ProducerApi.MESSAGE_PRODUCER and draft.draws.chance(60)
    yield CreateProducer(name, api, session, topic=destination if own else None)
    return session, name, None if own else destination


@undisturbed
def refused_in_a_unit(draft: Draft) -> Steps[None]:
    """A publish that is refused takes nothing with it that its unit of work holds (DD-32, X-54)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    listener = yield from subscribe(draft, topic)
    session, name, named = yield from _transacted_publisher(draft, topic)
    delay = draft.delay()
    before = OutgoingMessage(draft.name("m"))
    draft.post(before.label, draft.target(), delay, 0)
    yield (SetDeliveryDelay(name, delay), Send(name, before, topic=named))
    possible = [make for needed, make in _REFUSED if draft.can(needed)]
    if possible:
        yield from draws.one_of(possible)(draft, _Publishing(session, name, named, delay))
    yield end_unit(draft, Unit(UnitKind.SESSION, session), 85)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    for _ in range(2):
        yield from receive_of(draft, listener)


class _Publishing(NamedTuple):
    """The producer of a unit of work; `topic` where each send has to name it. Delay in ms."""

    session: str
    producer: str
    topic: TopicDestination | None
    delay: int


def _retained(draft: Draft, by: _Publishing) -> Steps[None]:
    message = OutgoingMessage(draft.name("m"), retained=Retention.RETAIN_PUBLICATION)
    yield Send(by.producer, message, topic=by.topic)


def _grouped(draft: Draft, by: _Publishing) -> Steps[None]:
    message = OutgoingMessage(draft.name("m"), group=GroupMembership(draft.name("g")))
    yield Send(by.producer, message, topic=by.topic)


def _not_allowed(draft: Draft, by: _Publishing) -> Steps[None]:
    """By another topic, to which somebody is subscribed."""
    value = draft.draws.one_of(_OTHERS)
    topic = yield from new_topic(draft, value, value)
    yield from subscribe(draft, topic)
    name = draft.name("p")
    yield CreateProducer(name, producer_api(draft), by.session)
    yield (
        SetDeliveryDelay(name, by.delay),
        Send(name, OutgoingMessage(draft.name("m")), topic=TopicDestination(topic)),
    )


_REFUSED: Final = (
    (Ability.RETAINED_PUBLICATIONS, _retained),
    (Ability.MESSAGE_GROUPS, _grouped),
    (Ability.TOPIC_DELIVERY, _not_allowed),
)
"""What a publish is refused for, and the ability that it takes."""


@undisturbed
def persistence_of_the_topic(draft: Draft) -> Steps[None]:
    """The destination decides otherwise than the send which attribute of the topic counts (X-30, DD-122)."""
    draws = draft.draws
    persistent = draws.chance(50)
    value = draws.one_of(_OTHERS)
    topic = yield from new_topic(draft, *((value, _ALL) if persistent else (_ALL, value)))
    listener = yield from subscribe(draft, topic)
    override = DestinationPersistence.PERSISTENT if persistent else DestinationPersistence.NON_PERSISTENT
    publisher = yield from new_publisher(draft, topic, override)
    mode = DeliveryMode.NON_PERSISTENT if persistent else DeliveryMode.PERSISTENT
    delay = draft.delay()
    message = OutgoingMessage(draft.name("m"))
    draft.post(message.label, draft.target(), delay, 0)
    yield (
        SetDeliveryMode(publisher.name, mode),
        SetDeliveryDelay(publisher.name, delay),
        Send(publisher.name, message, topic=publisher.topic),
    )
    if publisher.unit is not None:
        yield end_unit(draft, publisher.unit, 85)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_of(draft, listener)


@undisturbed
def disposed_of_as_asked(draft: Draft) -> Steps[None]:
    """What becomes of a copy that its subscriber's queue does not take: as asked (DD-123, DD-97, DD-98)."""
    draws = draft.draws
    dead_letters = yield from new_queue(draft, "D")
    yield SetDeadLetterQueue(dead_letters)
    topic = yield from new_topic(draft)
    queue = yield from new_queue(draft, "P")
    yield DefineSubscription(f"to{queue}", topic, queue)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    report = int(draws.one_of((Report.DISCARD_MSG, Report.DISCARD_MSG, Report.NONE)))
    yield from publish(draft, publisher, OutgoingMessage(draft.name("m"), report=report), delay, 0)
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, dead_letters)
    yield AlterQueue(queue, PUT_ENABLED)
    yield from quiet_look(draft, queue)


# --- reports -------------------------------------------------------------------------------------------


@undisturbed
def browsed_alone(draft: Draft) -> Steps[None]:
    """A browse of a message is no delivery, whoever browses (DD-127, X-32)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "R")
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    report = int(draws.one_of(_DELIVERIES))
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), report=report, reply_to=replies))
    due = draft.now + delay
    if draws.chance(30):
        yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    if draft.can(Ability.MQI) and draws.chance(60):
        yield browsing_gets(draft, queue, draft.name("looker"))
    else:
        yield from shown(draft, queue)
    yield from quiet_look(draft, replies)
    if draws.chance(50):
        yield from take(draft, queue)
        yield from quiet_look(draft, replies)


@undisturbed
def confirmed_once(draft: Draft) -> Steps[None]:
    """What is got in a unit of work, put back and got again has come once and goes once (X-32)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "R")
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    report = int(draws.one_of(_CONFIRMATIONS))
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), report=report, reply_to=replies))
    yield from until(draft, draft.now + producer.delay + 1)
    unit = Unit(UnitKind.CONNECTION, draft.connection())
    for commits in (0, draws.one_of((0, 100)), 100):
        yield get(draft, queue, GetMode.DESTRUCTIVE, Syncpoint.WITHIN)
        if draws.chance(30):
            yield from quiet_look(draft, replies)
        yield end_unit(draft, unit, commits)
    yield from shown(draft, replies)


@undisturbed
def reported_from_the_staging_queue(draft: Draft) -> Steps[None]:
    """What expires on the staging queue is reported as soon as a look has found that (DD-82, EX-21, X-12)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "R")
    yield from unusable_dead_letter_queue(draft)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    life = delay + draws.one_of((1000, 3000))
    producer = yield from retuned(draft, producer, delay, life)
    yield SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
    report = int(draws.one_of((*_EXPIRATIONS, *BESIDE_OTHERS, *NO_EXPIRATION, *NO_EXPIRATION)))
    over = draft.now + life
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), report=report, reply_to=replies))
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, over + draws.one_of((1101, 5000)))
    recalls = draft.can(Ability.MQI) and draws.chance(40)
    if recalls:
        yield get(draft, STAGING_QUEUE, GetMode.DESTRUCTIVE, Syncpoint.WITHIN)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from quiet_look(draft, replies)
    if recalls:
        yield end_unit(draft, Unit(UnitKind.CONNECTION, draft.connection()), 50)
        yield from quiet_look(draft, STAGING_QUEUE)
    yield from take(draft, replies)
    yield AlterQueue(queue, PUT_ENABLED)


@undisturbed
def over_in_retry(draft: Draft) -> Steps[None]:
    """What expires on the transmission queue of a channel in retry is reported (X-48, EX-21)."""
    draws = draft.draws
    crossing = yield from new_crossing(draft, TELLING._replace(unnamed=100, removing=100))
    message = OutgoingMessage(
        draft.name("m"),
        length=OVERLONG,
        report=int(draws.one_of(_EXPIRATIONS)),
        reply_to=crossing.replies,
    )
    expiry = draws.one_of((50, 100))
    descriptor = PutDescriptor(expiry, DEFAULT_PRIORITY, Persistence.PERSISTENT)
    draft.post(message.label, crossing.target, 0, expiry * 100, crossing.there)
    yield (
        MqPut(crossing.remote_queue, message, descriptor, connection=crossing.connection),
        StartChannel(crossing.transmission_queue, crossing.here),
    )
    yield from passing(draft, expiry * 100 + draws.one_of((1101, 2000, 20_000)))
    mode = GetMode.DESTRUCTIVE if draws.chance(60) else GetMode.BROWSE_FIRST
    yield MqGet(crossing.transmission_queue, mode, connection=crossing.connection)
    yield from shown(draft, crossing.replies, crossing.here)
    yield from shown(draft, crossing.target, crossing.there)


@undisturbed
def bad_header_alone(draft: Draft) -> Steps[None]:
    """What a channel finds behind a bad header does not go where the header points (AM-24)."""
    crossing = yield from new_crossing(draft, TELLING)
    yield bad_header(draft, crossing)
    yield StartChannel(crossing.transmission_queue, crossing.here)
    yield from passing(draft, draft.draws.one_of((1, 100, 1000)))
    yield from shown(draft, crossing.target, crossing.there)
    yield from looks(draft, crossing)
