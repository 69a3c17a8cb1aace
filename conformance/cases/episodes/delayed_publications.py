"""Episodes of delayed publications: who gets a copy, its life, restarts, and hierarchies.

Each has a topic of its own, so that nobody else's subscribers are matched; the reply-to and dead-letter
queues may be those of all. Left out: copies that fail (`undeliverable_publications`), and who is subscribed
to what (`subscriptions`).
"""

from typing import Final

from mqtck.conformance.cases.draft import Draft, Steps, new_queue, passing, producer_api, undisturbed, until
from mqtck.conformance.cases.vocabulary.header_fields import DELIVERY_MODES, full_message
from mqtck.conformance.cases.vocabulary.looks import quiet_look, take
from mqtck.conformance.cases.vocabulary.publish_subscribe import (
    OVERRIDING_PERSISTENCES,
    Audience,
    arrive,
    leave,
    new_audience,
    new_publisher,
    new_topic,
    publication,
    publish,
    receive_all,
    receive_of,
    subscribe,
    wait_and_look,
)
from mqtck.conformance.cases.vocabulary.queue_managers import (
    count_there,
    delaying_producer,
    down_for,
    look_there,
    separate_queue_manager,
)
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Commit,
    CreateProducer,
    DefineQueueManager,
    MqGet,
    OpenSession,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    Subscribe,
)

_EXPIRING: Final = (Report.EXPIRATION, Report.EXPIRATION_WITH_FULL_DATA, Report.EXPIRATION_WITH_DATA)
_MINUTE: Final = 60_000
_PERSISTENCES: Final = (
    *(DestinationPersistence.PERSISTENT, DestinationPersistence.NON_PERSISTENT),
    DestinationPersistence.AS_APPLICATION,
)


def _look_at_staging(draft: Draft, _: Audience) -> Steps[None]:
    yield from quiet_look(draft, STAGING_QUEUE)


_EVENTS: Final = (leave, leave, arrive, _look_at_staging, _look_at_staging, receive_all)


def subscribers_come_and_go(draft: Draft) -> Steps[None]:
    """Subscribers come and go while publications are delayed (DD-76, DD-106, DD-107, DD-115 to DD-117)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic)
    overrides = draft.can(Ability.DESTINATION_PROPERTIES) and draws.chance(25)
    override = draws.one_of(OVERRIDING_PERSISTENCES) if overrides else DestinationPersistence.AS_APPLICATION
    publisher = yield from new_publisher(draft, topic, override)
    due = draft.now
    for _ in range(draws.between(1, 2)):
        delay = 0 if draws.chance(10) else draft.delay()
        yield from publish(draft, publisher, publication(draft), delay, draft.life_beyond(delay), audience)
        due = max(due, draft.now + delay)
    if overrides:
        # The same topic with other properties, which its URI has to tell (HM-02).
        plain = yield from new_publisher(draft, topic)
        yield from publish(draft, plain, draft.message(0), 0, 0)
    yield from quiet_look(draft, STAGING_QUEUE)
    for _ in range(draws.between(1, 3)):
        yield from draws.one_of(_EVENTS)(draft, audience)
    yield from wait_and_look(draft, audience, due)
    if draws.chance(60):
        yield DeleteTopic(topic)


def expiring_copies(draft: Draft) -> Steps[None]:
    """Copies expire each for itself, and are reported (X-52, DD-79, EX-21)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    report = int(draws.one_of(_EXPIRING)) if draft.can(Ability.REPORT_OPTIONS) else 0
    reply = draws.one_of(draft.replies) if report else None
    message = OutgoingMessage(draft.name("m"), report=report, reply_to=reply)
    yield from publish(draft, publisher, message, delay, delay + draws.one_of((1, 1000, 3000)))
    yield from until(draft, draft.now + delay + 1)
    if draws.chance(60):
        yield from receive_all(draft, audience)
    yield from passing(draft, 5000)
    yield from receive_all(draft, audience)
    if reply is not None:
        yield from quiet_look(draft, reply)


@undisturbed
def publications_over_a_restart(draft: Draft) -> Steps[None]:
    """The queue manager is started again while copies are staged (X-45, DD-106, DD-107, DD-115)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic, queues=70)
    publisher = yield from new_publisher(draft, topic)
    yield SetDeliveryMode(publisher.name, DeliveryMode.PERSISTENT)
    delay = draft.delay()
    draft.longest_delay = max(draft.longest_delay, delay)
    message = full_message(draft) if draws.chance(50) else draft.message(0)
    yield (
        SetDeliveryDelay(publisher.name, delay),
        Send(publisher.name, message, None, None, publisher.topic),
    )
    if publisher.unit is not None:
        yield Commit(publisher.unit.name)
    due = draft.now + delay
    for listener in audience.listeners:
        if listener.durability is Durability.DURABLE and draws.chance(25):
            yield CloseSubscriber(listener.name)
    yield from down_for(draft, draws.one_of((0, delay // 2, delay + 1)))
    for listener in audience.listeners:
        if listener.durability is Durability.DURABLE and draws.chance(80):
            if listener.session in draft.transacted:
                yield OpenSession(listener.session, Acknowledgement.TRANSACTED)
            yield Subscribe(listener.name, topic, listener.durability, listener.session)
            draft.listeners[listener.name] = listener
    if draws.chance(60):
        yield from leave(draft, audience)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from receive_all(draft, audience)


def publications_in_a_hierarchy(draft: Draft) -> Steps[None]:
    """Subscribers on another queue manager, early and late ones (DD-118, DD-119)."""
    draws = draft.draws
    elsewhere = draft.name("QM9")
    yield (DefineQueueManager(elsewhere), JoinHierarchy(DEFAULT_QUEUE_MANAGER, elsewhere))
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic, 1)
    for _ in range(draws.between(1, 2)):
        audience.listeners.append((yield from subscribe(draft, topic, elsewhere)))
    if draws.chance(85):
        yield from passing(draft, draft.pause())
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    yield from publish(draft, publisher, draft.message(0), delay, draft.life_beyond(delay))
    yield from quiet_look(draft, STAGING_QUEUE)
    due = draft.now + delay
    if draws.chance(60):
        audience.listeners.append((yield from subscribe(draft, topic, elsewhere)))
    if draws.chance(30):
        yield from leave(draft, audience)
    yield from wait_and_look(draft, audience, due)
    yield from passing(draft, draft.pause())
    yield from receive_all(draft, audience)


@undisturbed
def publication_life_over_a_restart(draft: Draft) -> Steps[None]:
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


@undisturbed
def copy_recalled(draft: Draft) -> Steps[None]:
    """Who recalls the copy for one subscriber leaves the others their own (DD-61, DD-115, X-52)."""
    home = yield from separate_queue_manager(draft)
    manager, topic = home.queue_manager, draft.name("T")
    available = MessageDelivery.ALL_AVAILABLE
    yield DefineTopic(topic, topic, available, available, manager)
    queues = []
    for _ in range(draft.draws.between(2, 3)):
        queue = yield from new_queue(draft, "P", None, manager)
        yield DefineSubscription(f"to{queue}", topic, queue, manager)
        queues.append(queue)
    delay = draft.delay()
    producer = yield from delaying_producer(draft, home, delay, 0)
    yield Send(producer, OutgoingMessage(draft.name("m")), topic=TopicDestination(topic))
    yield MqGet(STAGING_QUEUE, connection=home.connection)
    yield from count_there(draft, home, STAGING_QUEUE)
    yield from passing(draft, delay + 1)
    for queue in queues:
        yield from count_there(draft, home, queue)
    yield from look_there(draft, home, STAGING_QUEUE)


@undisturbed
def distributed_by_another_queue_manager(draft: Draft) -> Steps[None]:
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
    life = delay + _MINUTE if draws.chance(50) else 0
    yield from publish(draft, publisher, full_message(draft), delay, life)
    yield from until(draft, draft.now + delay + 1)
    yield from passing(draft, draft.pause())
    for _ in range(2):
        yield from receive_of(draft, listener)


def published_again(draft: Draft) -> Steps[None]:
    """A second publication goes to those who are subscribed by then, whoever was for the first (DD-116)."""
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic, 3)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    for number in range(3):
        yield from publish(draft, publisher, draft.message(0), delay, 0)
        if number == 1:
            yield from quiet_look(draft, STAGING_QUEUE)
        if draft.draws.chance(60):
            yield from until(draft, draft.now + delay + 1)
            yield from receive_all(draft, audience)
        if draft.draws.chance(60):
            yield from leave(draft, audience)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_all(draft, audience)


@undisturbed
def published_to_several_destinations(draft: Draft) -> Steps[None]:
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
