"""Episodes in which nothing may come between, most of them at a queue manager that nobody else uses.

What expired messages fill, what a commit does to a life on its way, what a restart keeps, which of several
messages is tried again. An episode is a generator of commands about one subject (`cases`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    DefineQueueManager,
    DefineRemoteQueue,
    MatchCorrelationId,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetTimeToLive,
    Switch,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    LARGEST_ENFORCED_EXPIRY,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TopicDestination,
)
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import DefineSubscription, DefineTopic, MessageDelivery

from .audience import gathered, leave_for_good, new_publisher, new_topic, publish, receive_of, subscribe
from .calls import DELIVERY_MODES, PUT_ENABLED, PUT_INHIBITED, quiet_look, retuned, send, shown, take
from .draft import Draft, Steps, new_queue, own_producer, passing, producer_api, undisturbed, until
from .failure import HOUR
from .fates import REPORTED
from .homes import Home, counted, opened, seen, staging_defined
from .staging import down_for
from .unusable import unusable_dead_letter_queue

_FORBIDDEN: Final = (0, LARGEST_ENFORCED_EXPIRY + 1, (1 << 31) - 1)
_PUTS: Final[tuple[type[MqPut] | type[MqPut1], ...]] = (MqPut, MqPut1)
_VALUES: Final = (MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL, MessageDelivery.ALL_DURABLE)
_LIVES: Final = (50, 100, 200, 600)
_LONG: Final = 4_000_000_000_000
_BEYOND: Final = 1500
"""Ms after which the end of a life is certain."""


def elsewhere(draft: Draft) -> Steps[Home]:
    """A queue manager of this episode alone, with a staging queue that is empty."""
    name = draft.name("QM8")
    yield DefineQueueManager(name)
    if draft.profile.platform is Platform.ZOS:
        yield from staging_defined(draft, name)
    return (yield from opened(draft, name))


def _sender(draft: Draft, home: Home, delay: int, life: int) -> Steps[str]:
    """A producer there that names its destination with each send."""
    name = draft.name("p")
    draft.longest_delay = max(draft.longest_delay, delay)
    yield CreateProducer(name, producer_api(draft), home.session)
    yield (SetDeliveryDelay(name, delay), SetTimeToLive(name, life))
    return name


@undisturbed
def expired_fill_the_staging_queue(draft: Draft) -> Steps[None]:
    """What has expired there and is not discarded yet takes the room that a delayed send needs (X-26)."""
    home = yield from elsewhere(draft)
    manager = home.queue_manager
    first = yield from new_queue(draft, "Q", None, manager)
    second = yield from new_queue(draft, "Q", None, manager)
    replies = yield from new_queue(draft, "Y", None, manager)
    limit = draft.draws.between(1, 2)
    asks = draft.can(Ability.REPORT_OPTIONS, Ability.DESTINATION_PROPERTIES) and draft.draws.chance(50)
    there = QueueDestination(replies, queue_manager=manager)
    yield (
        SetDeadLetterQueue(None, manager),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=limit), manager),
    )
    delay = draft.delay()
    life = delay + _BEYOND
    producer = yield from _sender(draft, home, delay, life)
    for _ in range(limit):
        message = OutgoingMessage(draft.name("m"))
        if asks:
            report = int(Report.EXPIRATION)
            message = replace(message, report=report, reply_to=replies, reply_destination=there)
        yield Send(producer, message, QueueDestination(first))
    yield AlterQueue(first, PUT_INHIBITED, manager)
    yield from passing(draft, life + _BEYOND)
    yield ReadDepth(STAGING_QUEUE, manager)
    yield Send(producer, OutgoingMessage(draft.name("m")), QueueDestination(second))
    yield ReadDepth(STAGING_QUEUE, manager)
    if asks:
        yield from shown(draft, STAGING_QUEUE, manager)
        yield from shown(draft, replies, manager)


@undisturbed
def expired_fill_the_target(draft: Draft) -> Steps[None]:
    """What has expired on the target and is not discarded yet makes it full for a delayed send (X-25)."""
    queue = yield from new_queue(draft, "Q", QueueAttributes(max_depth=1))
    producer = yield from own_producer(draft, queue)
    life = draft.life()
    arrives = draft.draws.chance(50)
    if arrives:
        # What was sent while there was room comes when there is none, or there is again.
        producer = yield from retuned(draft, producer, life + 2 * _BEYOND, 0)
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    producer = yield from retuned(draft, producer, 0, life)
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    yield from passing(draft, life + _BEYOND)
    yield ReadDepth(queue)
    if arrives:
        yield from passing(draft, _BEYOND)
        yield ReadDepth(queue)
        yield from quiet_look(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    yield ReadDepth(queue)


@undisturbed
def copy_recalled(draft: Draft) -> Steps[None]:
    """Who recalls the copy for one subscriber leaves the others their own (DD-61, DD-115, X-52)."""
    home = yield from elsewhere(draft)
    manager, topic = home.queue_manager, draft.name("T")
    available = MessageDelivery.ALL_AVAILABLE
    yield DefineTopic(topic, topic, available, available, manager)
    queues = []
    for _ in range(draft.draws.between(2, 3)):
        queue = yield from new_queue(draft, "P", None, manager)
        yield DefineSubscription(f"to{queue}", topic, queue, manager)
        queues.append(queue)
    delay = draft.delay()
    producer = yield from _sender(draft, home, delay, 0)
    yield Send(producer, OutgoingMessage(draft.name("m")), topic=TopicDestination(topic))
    yield MqGet(STAGING_QUEUE, connection=home.connection)
    yield from counted(draft, home, STAGING_QUEUE)
    yield from passing(draft, delay + 1)
    for queue in queues:
        yield from counted(draft, home, queue)
    yield from seen(draft, home, STAGING_QUEUE)


# --- lives ---------------------------------------------------------------------------------------------


@undisturbed
def committed_on_its_way(draft: Draft) -> Steps[None]:
    """The life of a put to a remote queue begins at the put, and is checked there (EX-23, EX-27 to EX-29)."""
    draws = draft.draws
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    queue, connection = draft.name("R"), draft.name("c")
    draft.gone[queue] = None
    yield DefineRemoteQueue(queue, "STOCK", "QM9", transmission)
    if draft.can(Ability.ENFORCEMENT) and draws.chance(40):
        call = draws.one_of(_PUTS)
        refused = PutDescriptor(expiry=draws.one_of(_FORBIDDEN))
        message = OutgoingMessage(draft.name("m"))
        draft.post(message.label, queue, 0, 0)
        yield (
            SetEnforcementVariable("True"),
            call(queue, message, refused, connection=connection),
            SetEnforcementVariable(None),
        )
    message, expiry = OutgoingMessage(draft.name("m")), draws.one_of(_LIVES)
    draft.post(message.label, queue, 0, expiry * 100)
    call = draws.one_of(_PUTS)
    yield call(queue, message, PutDescriptor(expiry=expiry), Syncpoint.WITHIN, connection)
    yield from passing(draft, draft.pause())
    yield MqCommit(connection)
    if draws.chance(50):
        yield from passing(draft, draft.pause())
    yield from quiet_look(draft, transmission)
    yield MqGet(transmission, connection=connection)


@undisturbed
def asked_for_by_correlation_id(draft: Draft) -> Steps[None]:
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


@undisturbed
def long_life_delayed(draft: Draft) -> Steps[None]:
    """A life that no Expiry holds does not shorten the delay (X-08)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), _LONG)
    yield from send(draft, producer, queue)
    yield from quiet_look(draft, queue)
    yield from passing(draft, producer.delay + 1)
    yield from take(draft, queue)


# --- failures ------------------------------------------------------------------------------------------


@undisturbed
def kept_side_by_side(draft: Draft) -> Steps[None]:
    """Several messages that nobody took are all tried again (DD-99)."""
    queue = yield from new_queue(draft)
    yield from unusable_dead_letter_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    for _ in range(draft.draws.between(2, 3)):
        yield SetDeliveryMode(producer.name, draft.draws.one_of(DELIVERY_MODES))
        yield from send(draft, producer, queue, draft.message(0))
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from passing(draft, producer.delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    name = yield from new_queue(draft, "D")
    yield (SetDeadLetterQueue(name), AlterQueue(queue, PUT_ENABLED))
    yield from passing(draft, HOUR + 1 if draft.virtual else 1)
    for place in (queue, name, STAGING_QUEUE):
        yield from quiet_look(draft, place)


@undisturbed
def nobody_to_tell(draft: Draft) -> Steps[None]:
    """A copy for nobody is not kept for a report that fits nowhere (DD-106, DD-107, X-38)."""
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic, 1)
    reply = yield from new_queue(draft, "R", QueueAttributes(put=Switch.DISABLED))
    publisher = yield from new_publisher(draft, topic)
    yield (SetDeadLetterQueue(None), SetDeliveryMode(publisher.name, DeliveryMode.NON_PERSISTENT))
    message = OutgoingMessage(draft.name("m"), report=int(draft.draws.one_of(REPORTED)), reply_to=reply)
    delay = draft.delay()
    yield from publish(draft, publisher, message, delay, 0)
    yield from leave_for_good(draft, audience)
    yield from passing(draft, delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)


# --- topics and restarts -------------------------------------------------------------------------------


@undisturbed
def topic_below_another(draft: Draft) -> Steps[None]:
    """What a topic itself says counts, whatever the one above it says (DD-120 to DD-122)."""
    draws = draft.draws
    above = draft.name("T")
    # A name that only begins like another one is below nothing.
    topic = f"{above}{draws.one_of(('/L', '/L', 'L'))}"
    for name in (above, topic):
        value = draws.one_of(_VALUES)
        other = value if draws.chance(70) else draws.one_of(_VALUES)
        yield DefineTopic(name, name, value, other)
    listener = yield from subscribe(draft, topic)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    yield from publish(draft, publisher, OutgoingMessage(draft.name("m")), delay, 0)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from passing(draft, delay + 1)
    yield from receive_of(draft, listener)


@undisturbed
def persistent_by_its_destination(draft: Draft) -> Steps[None]:
    """A restart keeps what its destination makes persistent, all of it (X-45, HM-09)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    destination = QueueDestination(queue, DestinationPersistence.PERSISTENT)
    producer = yield from own_producer(draft, None)
    yield SetDeliveryMode(producer.name, DeliveryMode.NON_PERSISTENT)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    reply = QueueDestination(draws.one_of(draft.replies), queue_manager="QM7") if draft.replies else None
    message = OutgoingMessage(
        draft.name("m"),
        length=draws.between(100, 5000),
        reply_to=None if reply is None else reply.queue,
        reply_destination=reply,
    )
    yield from send(draft, producer, queue, message, destination=destination)
    due = draft.now + delay
    yield from down_for(draft, draft.pause())
    yield from until(draft, max(due, draft.now) + 1)
    yield from take(draft, queue)


@undisturbed
def published_over_a_restart(draft: Draft) -> Steps[None]:
    """The life of a publication goes on over a restart (X-45, DD-79)."""
    topic = yield from new_topic(draft)
    queue = yield from new_queue(draft, "P")
    yield DefineSubscription(f"to{queue}", topic, queue)
    publisher = yield from new_publisher(draft, topic)
    yield SetDeliveryMode(publisher.name, DeliveryMode.PERSISTENT)
    delay = draft.delay()
    life = delay + draft.draws.one_of((60_000, 3_600_000))
    start = draft.now
    yield from publish(draft, publisher, OutgoingMessage(draft.name("m")), delay, life)
    yield from passing(draft, draft.pause())
    yield from down_for(draft, draft.pause())
    yield from until(draft, max(start + delay, draft.now) + 1)
    yield from take(draft, queue)
