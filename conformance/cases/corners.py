"""Episodes of corners: what code that is right in the usual case gets wrong now and then.

Units of work of several messages, topics that change or that nobody subscribes to, queues that two
subscriptions share, dead letters that end, failures on another queue manager, and definitions that change
before a commit or over a restart. An episode is a generator of commands about one subject (`cases`).
"""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    DefineAliasQueue,
    DefineQueueManager,
    DepthTrigger,
    GrantPut,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    ReadDepth,
    RevokePut,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination, Retention
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    CloseSubscriber,
    DefineSubscription,
    Durability,
    MessageDelivery,
    Subscribe,
)

from .audience import Audience, arrive, gathered, new_publisher, new_topic, publish, receive_all, subscribe
from .calls import (
    DELIVERY_MODES,
    PUT_INHIBITED,
    arguments,
    end_unit,
    look_elsewhere,
    quiet_look,
    receive,
    retuned,
    send,
    take,
)
from .draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    addressed,
    new_queue,
    own_producer,
    passing,
    perhaps_transacted,
    producer_api,
    transacted_session,
    undisturbed,
    until,
)
from .staging import down_for

_SHORTLY: Final = 50
"""Ms before an end."""

_REPORTED_TWICE: Final = (
    Report.EXCEPTION | Report.EXPIRATION,
    Report.EXCEPTION_WITH_FULL_DATA | Report.EXPIRATION,
    *(Report.EXPIRATION, Report.EXCEPTION_WITH_FULL_DATA),
)


# --- units of work -----------------------------------------------------------------------------------


def unit_of_several(draft: Draft) -> Steps[None]:
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


def life_of_an_earlier_send(draft: Draft) -> Steps[None]:
    """What came with the long form of send is gone when a delay is set (DD-28, DD-29)."""
    queue = draft.target()
    producer = yield from own_producer(draft, queue, None, ProducerApi.MESSAGE_PRODUCER)
    delay = max(2, draft.delay())
    yield from send(draft, producer, queue, None, arguments(draft, draft.life_below(delay)))
    producer = yield from retuned(draft, producer, delay, 0)
    yield from send(draft, producer, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, queue)


def defined_otherwise(draft: Draft) -> Steps[None]:
    """The definition changes before the commit, or before a restart (DD-77, DD-78, X-27, X-28, X-45)."""
    draws = draft.draws
    queue = yield from new_queue(draft, "Q", QueueAttributes(default_priority=draws.below(5)))
    session = yield from perhaps_transacted(draft, 60)
    destination = QueueDestination(
        queue, DestinationPersistence.QUEUE_DEFINITION, PRIORITY_AS_QUEUE_DEFINITION
    )
    producer = yield from own_producer(draft, None, session)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    yield from send(draft, producer, queue, destination=destination)
    due = draft.now + delay
    changes = AttributeChanges(
        default_priority=draws.between(5, 9), default_persistence=DeliveryMode.PERSISTENT
    )
    yield AlterQueue(queue, changes)
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 90)
    elif draft.can(Ability.RESTART):
        yield from down_for(draft, 0)
    # A commit may have started the delay again.
    yield from until(draft, max(due, draft.now + delay) + 1)
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)


def allowed_no_more(draft: Draft) -> Steps[None]:
    """The sender's authority is gone when the queue manager starts again (DD-50, X-45)."""
    queue = yield from new_queue(draft)
    user, session = draft.name("user"), draft.name("s")
    yield (GrantPut(user, queue), GrantPut(user, STAGING_QUEUE), OpenSession(session, user=user))
    producer = yield from own_producer(draft, None, session)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    yield RevokePut(user, queue)
    yield from down_for(draft, due + draft.offset() - draft.now)
    yield from until(draft, max(due, draft.now) + 1)
    yield from quiet_look(draft, queue)


# --- names and queues --------------------------------------------------------------------------------


def alias_of_nothing(draft: Draft) -> Steps[None]:
    """An alias that leads to no queue when the message is sent (DD-75, DD-38)."""
    alias = draft.name("A")
    draft.gone[alias] = None
    yield DefineAliasQueue(alias, draft.name("MISSING"))
    session = yield from perhaps_transacted(draft)
    producer = yield from own_producer(draft, None, session)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, alias)
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 85)
    yield from quiet_look(draft, STAGING_QUEUE)


def lowered_below_its_depth(draft: Draft) -> Steps[None]:
    """MAXDEPTH is lowered to what is on the queue, or below it (DD-112, DD-39)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    depth = draws.between(1, 3)
    for _ in range(depth):
        yield SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
        yield from send(draft, producer, queue)
    yield AlterQueue(queue, AttributeChanges(max_depth=draws.between(0, depth)))
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield AlterQueue(queue, AttributeChanges(max_depth=5000))
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, queue)


@undisturbed
def disabled_for_gets(draft: Draft) -> Steps[None]:
    """A target that is disabled for gets takes what comes due; nobody else looks at it then (DD-10)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, queue)
    yield AlterQueue(queue, AttributeChanges(get=Switch.DISABLED))
    yield from until(draft, draft.now + producer.delay + 1)
    yield ReadDepth(queue)
    yield AlterQueue(queue, AttributeChanges(get=Switch.ENABLED))
    yield from quiet_look(draft, queue)


def triggered_by_a_delivery(draft: Draft) -> Steps[None]:
    """Nothing but a delayed message reaches the depth that triggers (X-39)."""
    initiation = yield from new_queue(draft, "I")
    depth = draft.draws.between(1, 2)
    queue = yield from new_queue(draft, "T", QueueAttributes(trigger=DepthTrigger(depth, initiation)))
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    for _ in range(depth):
        yield from send(draft, producer, queue)
    yield from quiet_look(draft, initiation)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, initiation)
    yield from take(draft, initiation)


def failing_elsewhere(draft: Draft) -> Steps[None]:
    """A target on another queue manager fails, which has a dead-letter queue of its own (DD-98, DD-97)."""
    draws = draft.draws
    manager = draft.name("QMX")
    yield DefineQueueManager(manager, platform=Platform.MULTIPLATFORMS)
    queue = yield from new_queue(draft, "Q", None, manager)
    dead_letters = yield from new_queue(draft, "D", None, manager)
    session, producer = draft.name("s"), draft.name("p")
    yield (
        SetDeadLetterQueue(dead_letters, manager),
        OpenSession(session, queue_manager=manager),
        CreateProducer(producer, producer_api(draft), session),
    )
    delay = draft.delay()
    asked = draft.can(Ability.REPORT_OPTIONS) and draws.chance(30)
    message = OutgoingMessage(draft.name("m"), report=int(Report.DISCARD_MSG) if asked else 0)
    draft.post(message.label, queue, delay, 0, manager)
    yield (
        SetDeliveryDelay(producer, delay),
        SetDeliveryMode(producer, draws.one_of(DELIVERY_MODES)),
        Send(producer, message, addressed(draft, queue)),
        AlterQueue(queue, PUT_INHIBITED, manager),
    )
    yield from until(draft, draft.now + delay + 1)
    for place in (queue, dead_letters):
        yield from look_elsewhere(draft, place, manager)
    if draft.can(Ability.STAGING_QUEUE):
        yield from look_elsewhere(draft, STAGING_QUEUE, manager)


@undisturbed
def dead_letter_with_an_end(draft: Draft) -> Steps[None]:
    """A message fails, and ends on the dead-letter queue; both may be reported (X-55, EX-47)."""
    queue = yield from new_queue(draft)
    dead_letters = yield from new_queue(draft, "D")
    yield SetDeadLetterQueue(dead_letters)
    short = draft.can(Ability.QUEUE_LIMITS) and draft.draws.chance(30)
    reply = yield from new_queue(draft, "R", QueueAttributes(max_message_length=0) if short else None)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    life = delay + draft.draws.one_of((1000, 3000, 20_000))
    producer = yield from retuned(draft, producer, delay, life)
    report = int(draft.draws.one_of(_REPORTED_TWICE))
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), report=report, reply_to=reply))
    over = draft.now + life
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, dead_letters)
    yield from quiet_look(draft, reply)
    if draft.virtual and draft.draws.chance(50):
        yield from until(draft, over - _SHORTLY)
        yield from quiet_look(draft, dead_letters)
    yield from until(draft, over + 1000)
    yield from take(draft, dead_letters)
    yield from quiet_look(draft, reply)


# --- publications ------------------------------------------------------------------------------------


def nobody_subscribed(draft: Draft) -> Steps[None]:
    """What is published to nobody is staged for nobody; to be retained, it is refused (DD-33, DD-116)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    retained = draft.can(Ability.RETAINED_PUBLICATIONS) and draws.chance(40)
    message = OutgoingMessage(draft.name("m"), retained=Retention.RETAIN_PUBLICATION if retained else None)
    yield from publish(draft, publisher, message, delay, 0)
    yield from quiet_look(draft, STAGING_QUEUE)
    audience = Audience(topic, [], [])
    yield from arrive(draft, audience)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_all(draft, audience)


def one_queue_for_two(draft: Draft) -> Steps[None]:
    """Two subscriptions deliver to one queue; the staging queue may be too small (DD-53, DD-115, DD-116)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    queue = yield from new_queue(draft, "P")
    yield (DefineSubscription(f"to{queue}", topic, queue), DefineSubscription(f"also{queue}", topic, queue))
    audience = yield from gathered(draft, topic, 1)
    publisher = yield from new_publisher(draft, topic)
    limited = draft.can(Ability.QUEUE_LIMITS, Ability.STAGING_QUEUE) and draws.chance(40)
    if limited:
        yield AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=draws.between(1, 3)))
    away = [one for one in audience.listeners if one.durability is Durability.DURABLE and draws.chance(75)]
    for listener in away:
        del draft.listeners[listener.name]
        yield CloseSubscriber(listener.name)
    delay = draft.delay()
    yield from publish(draft, publisher, draft.message(0), delay, 0)
    yield from quiet_look(draft, STAGING_QUEUE)
    for listener in away:
        yield Subscribe(listener.name, topic, listener.durability, listener.session)
        draft.listeners[listener.name] = listener
    if limited:
        yield AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=999_999_999))
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, queue)
    yield from receive_all(draft, audience)


def topic_altered(draft: Draft) -> Steps[None]:
    """What a topic allows is asked with each publication (DD-120 to DD-122)."""
    draws = draft.draws
    values = (MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL, MessageDelivery.ALL_DURABLE)
    topic = yield from new_topic(draft)
    audience = Audience(topic, [(yield from subscribe(draft, topic))], [])
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    for _ in range(2):
        yield from publish(draft, publisher, draft.message(0), delay, 0)
        value = draws.one_of(values)
        yield AlterTopic(topic, persistent_delivery=value, non_persistent_delivery=value)
    yield from publish(draft, publisher, draft.message(0), delay, 0)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_all(draft, audience)
