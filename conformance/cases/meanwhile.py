"""Episodes of what happens meanwhile: between two uses of one thing, or between a send and its due time.

A definition that is altered, a destination with other properties, somebody else who unsubscribes, a processor
that is halted for a while, what is over and fills a queue. An episode is a generator of commands about one
subject (`cases`); nothing of another one comes between.
"""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DepthTrigger,
    GetMode,
    MatchCorrelationId,
    MqGet,
    QueueAttributes,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetPriority,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
    UNLIMITED,
    DeliveryMode,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .audience import Publisher, new_publisher, new_topic, publish, receive_of, subscribe
from .calls import PUT_ENABLED, PUT_INHIBITED, counted, put, quiet_look, retuned, send, shown
from .draft import (
    Draft,
    Listener,
    Steps,
    addressed,
    new_queue,
    own_producer,
    passing,
    producer_api,
    undisturbed,
    until,
)
from .homes import Home, new_manager, opened, own_queue, seen, sent, staging_defined

_TENTHS: Final = 20
_OVER: Final = 2500
"""Ms after which a life of so many tenths of a second is over."""

_LATER: Final = 4000
_MINUTE: Final = 60_000
_HOUR: Final = 3_600_000
_PASSING: Final = (Report.PAN, Report.NAN, Report.ACTIVITY, Report.PAN | Report.NAN)
_EXPIRATIONS: Final = (
    *(Report.EXPIRATION, Report.EXPIRATION_WITH_DATA, Report.EXPIRATION_WITH_FULL_DATA),
    Report.EXPIRATION | Report.PASS_MSG_ID,
)


# --- altered, or otherwise, between two sends ------------------------------------------------------------


@undisturbed
def binding_altered(draft: Draft) -> Steps[None]:
    """What DEFBIND is at a send decides, whatever it was at the one before (DD-19 to DD-21)."""
    cluster, queue = draft.name("CLUSTER"), draft.name("CQ")
    yield JoinCluster(cluster)
    draft.see(queue)
    bindings = list(DefaultBinding)
    before = draft.draws.one_of(bindings)
    yield DefineLocalQueue(queue, QueueAttributes(cluster=cluster, default_binding=before))
    for _ in range(3):
        producer, delay = draft.name("cp"), draft.delay()
        yield (
            CreateProducer(producer, producer_api(draft), draft.reader()),
            SetDeliveryDelay(producer, delay),
            Send(producer, OutgoingMessage(draft.name("m")), addressed(draft, queue)),
        )
        yield from until(draft, draft.now + delay + 1)
        yield from quiet_look(draft, queue)
        before = draft.draws.one_of([binding for binding in bindings if binding is not before])
        yield AlterQueue(queue, AttributeChanges(default_binding=before))


_PERSISTENCES: Final = (
    *(DestinationPersistence.PERSISTENT, DestinationPersistence.NON_PERSISTENT),
    DestinationPersistence.AS_APPLICATION,
)


@undisturbed
def published_to_several(draft: Draft) -> Steps[None]:
    """Each destination of a producer has its own properties, also where all name one topic (HM-09, HM-48)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    listener = yield from subscribe(draft, topic, transacted=0)
    producer = draft.name("p")
    yield (CreateProducer(producer, producer_api(draft), draft.reader()), SetPriority(producer, 2))
    delay = draft.delay() if draws.chance(40) and draft.can(Ability.DELIVERY_DELAY) else 0
    if delay:
        yield SetDeliveryDelay(producer, delay)
    by_priority = draws.chance(50)
    for number in range(draws.between(2, 3)):
        message = OutgoingMessage(draft.name("m"))
        draft.post(message.label, draft.target(), delay, 0)
        if by_priority:
            destination = TopicDestination(topic, priority=7) if number == 0 else TopicDestination(topic)
        else:
            destination = TopicDestination(topic, draws.one_of(_PERSISTENCES))
        yield Send(producer, message, topic=destination)
    yield from passing(draft, delay + 1)
    for _ in range(3):
        yield from receive_of(draft, listener)


@undisturbed
def dead_letters_limited(draft: Draft) -> Steps[None]:
    """What the dead-letter queue allows is asked for each message that it is to take (DD-98, DD-99)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    dead_letters = yield from new_queue(draft, "D")
    yield SetDeadLetterQueue(dead_letters)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    strict, generous = draws.one_of(
        (
            (AttributeChanges(max_message_length=50), AttributeChanges(max_message_length=5000)),
            (AttributeChanges(max_depth=0), AttributeChanges(max_depth=5000)),
        )
    )
    for changes in draws.one_of(((generous, strict), (strict, generous))):
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), 400))
        due = draft.now + producer.delay
        yield (AlterQueue(dead_letters, changes), AlterQueue(queue, PUT_INHIBITED))
        yield from until(draft, due + 1)
        yield from shown(draft, dead_letters)
        yield from quiet_look(draft, STAGING_QUEUE)
        yield AlterQueue(queue, PUT_ENABLED)


@undisturbed
def object_sent_again(draft: Draft) -> Steps[None]:
    """What is staged is what was sent, whatever the object is sent with next (DD-130, DD-79, X-42)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "Y")
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    first: str | None = None
    for life in draws.one_of(((_MINUTE, _HOUR), (_HOUR, _MINUTE), (_MINUTE, 0))):
        producer = yield from retuned(draft, producer, delay, delay + life if life else 0)
        label = draft.name("m")
        report = int(draws.one_of(_PASSING))
        message = OutgoingMessage(label, report=report, reply_to=replies, same_object_as=first)
        yield from send(draft, producer, queue, message)
        first = label
    yield from until(draft, draft.now + delay + 1)
    yield from shown(draft, queue)


# --- what is over ----------------------------------------------------------------------------------------


@undisturbed
def room_is_reported(draft: Draft) -> Steps[None]:
    """What is over and fills a queue is reported, whether or not another message takes its place (EX-21)."""
    draws = draft.draws
    limit = draws.between(1, 2)
    queue = yield from new_queue(draft, "L", QueueAttributes(max_depth=limit))
    replies = yield from new_queue(draft, "Y")
    delivers = draft.can(Ability.JMS, Ability.DELIVERY_DELAY) and draws.chance(50)
    if delivers:
        producer = yield from own_producer(draft, queue)
        producer = yield from retuned(draft, producer, _LATER, 0)
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    due = draft.now + _LATER
    for _ in range(limit):
        report = int(draws.one_of(_EXPIRATIONS))
        over = OutgoingMessage(draft.name("m"), report=report, reply_to=replies)
        yield from put(draft, queue, _TENTHS, over, 4)
    yield from passing(draft, _OVER)
    if delivers:
        yield from until(draft, due + 1)
    else:
        yield from put(draft, queue, UNLIMITED, OutgoingMessage(draft.name("m")), 4)
    yield from shown(draft, queue)
    yield from shown(draft, replies)


@undisturbed
def triggered_beside_what_is_over(draft: Draft) -> Steps[None]:
    """As long as they are there, expired messages help a delivery to reach a depth as well (EX-36, X-39)."""
    draws = draft.draws
    initiation = yield from new_queue(draft, "I")
    several = draws.between(1, 2)
    queue = yield from new_queue(draft, "T", QueueAttributes(trigger=DepthTrigger(several + 1, initiation)))
    delivers = draft.can(Ability.JMS, Ability.DELIVERY_DELAY) and draws.chance(60)
    if delivers:
        producer = yield from own_producer(draft, queue)
        producer = yield from retuned(draft, producer, _LATER, 0)
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    due = draft.now + _LATER
    for _ in range(several):
        yield from put(draft, queue, _TENTHS, OutgoingMessage(draft.name("m")), 4)
    yield from passing(draft, _OVER)
    if delivers:
        yield from until(draft, due + 1)
    else:
        yield from put(draft, queue, UNLIMITED, OutgoingMessage(draft.name("m")), 4)
    yield from counted(draft, queue)
    yield from counted(draft, initiation)


# --- others who go ---------------------------------------------------------------------------------------


@undisturbed
def others_gone(draft: Draft) -> Steps[None]:
    """Who stays subscribed gets a publication, whoever goes during its delay (DD-115, DD-118)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    elsewhere = DEFAULT_QUEUE_MANAGER
    if draft.can(Ability.HIERARCHIES, Ability.OTHER_QUEUE_MANAGERS) and draws.chance(70):
        elsewhere = draft.name("QM9")
        yield (DefineQueueManager(elsewhere), JoinHierarchy(DEFAULT_QUEUE_MANAGER, elsewhere))
    staying = yield from subscribe(draft, topic, elsewhere, transacted=0)
    going = yield from subscribe(draft, topic, draws.one_of((elsewhere, DEFAULT_QUEUE_MANAGER)), transacted=0)
    yield from passing(draft, draft.pause())
    publisher = yield from new_publisher(draft, topic)
    delay = max(draft.delay(), 1000)
    yield from _published(draft, publisher, delay)
    due = draft.now + delay
    yield from draws.one_of((_gone, _topic_object_gone, _away_twice, _away_twice))(draft, topic, going)
    yield from until(draft, due + 1)
    yield from passing(draft, draft.pause())
    for listener in (staying, going):
        yield from receive_of(draft, listener)
    yield from quiet_look(draft, STAGING_QUEUE)


def _published(draft: Draft, publisher: Publisher, delay: int) -> Steps[None]:
    yield from publish(draft, publisher, OutgoingMessage(draft.name("m")), delay, 0)


def _gone(draft: Draft, _: str, listener: Listener) -> Steps[None]:
    draft.listeners.pop(listener.name, None)
    yield CloseSubscriber(listener.name)


def _topic_object_gone(_: Draft, topic: str, __: Listener) -> Steps[None]:
    """Who is subscribed to the topic string stays subscribed."""
    yield DeleteTopic(topic)


def _away_twice(draft: Draft, topic: str, listener: Listener) -> Steps[None]:
    if listener.durability is Durability.NON_DURABLE:
        yield from _gone(draft, topic, listener)
        return
    for _ in range(2):
        yield CloseSubscriber(listener.name)
        yield Subscribe(listener.name, topic, listener.durability, listener.session)


# --- halted for a while ----------------------------------------------------------------------------------


@undisturbed
def halted_for_a_while(draft: Draft) -> Steps[None]:
    """Of all that is staged nothing is forgotten, and nothing recalled comes back (DD-61, DD-92 to DD-94)."""
    draws = draft.draws
    manager = yield from new_manager(draft)
    yield from staging_defined(draft, manager)
    home = yield from opened(draft, manager)
    queue = yield from own_queue(draft, manager)
    delay = max(draft.delay(), 1000)
    mode = DeliveryMode.PERSISTENT
    labels = []
    for after in (delay, delay, delay + _LATER)[: draws.between(1, 3)]:
        label = yield from sent(draft, home, queue, after, 0, mode)
        labels.append(label)
    listener = yield from _published_there(draft, home, delay) if draft.can(Ability.TOPICS) else _nobody()
    due = draft.now + delay
    fails = draws.chance(30)
    if fails:
        yield AlterQueue(queue, PUT_INHIBITED, manager)
        yield from until(draft, due + 1)
    halt, start = draws.one_of(_HALTS)
    yield AlterQueue(STAGING_QUEUE, halt, manager)
    if halt.put is not None and draft.can(Ability.MQI) and draws.chance(50):
        gone = MatchCorrelationId(draws.one_of(labels))
        yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, gone, connection=home.connection)
    yield from until(draft, due + draws.one_of((-500, 500)))
    yield AlterQueue(STAGING_QUEUE, start, manager)
    if fails:
        yield from shown(draft, STAGING_QUEUE, manager)
        yield AlterQueue(queue, PUT_ENABLED, manager)
    yield from until(draft, due + _LATER + 1)
    yield from shown(draft, queue, manager)
    yield from shown(draft, STAGING_QUEUE, manager)
    if listener:
        yield ReceivePublication(listener, 0 if draft.virtual else 300)
    yield from seen(draft, home, queue)


_HALTS: Final = (
    (PUT_INHIBITED, PUT_ENABLED),
    (AttributeChanges(get=Switch.DISABLED), AttributeChanges(get=Switch.ENABLED)),
)


def _nobody() -> Steps[str]:
    yield from ()
    return ""


def _published_there(draft: Draft, home: Home, delay: int) -> Steps[str]:
    """The subscriber, if any, for whom a copy is staged there."""
    if draft.draws.chance(50):
        return ""
    topic, name, producer = draft.name("T"), draft.name("s"), draft.name("zp")
    available = MessageDelivery.ALL_AVAILABLE
    yield (
        DefineTopic(topic, topic, available, available, home.queue_manager),
        Subscribe(name, topic, Durability.NON_DURABLE, home.session),
        CreateProducer(producer, producer_api(draft), home.session),
        SetDeliveryDelay(producer, delay),
        Send(producer, OutgoingMessage(draft.name("m")), topic=TopicDestination(topic)),
    )
    draft.longest_delay = max(draft.longest_delay, delay)
    return name
