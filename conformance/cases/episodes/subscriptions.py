"""Episodes of subscriptions: several in one session, one in several, queues that two share, others that end.

Left out: administrative subscriptions whose queue takes nothing (`undeliverable_publications`).
"""

from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Listener,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    passing,
    producer_api,
    transacted_session,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import end_unit, ended
from mqtck.conformance.cases.vocabulary.looks import quiet_look
from mqtck.conformance.cases.vocabulary.publish_subscribe import (
    Publisher,
    new_audience,
    new_publisher,
    new_topic,
    publish,
    receive_all,
    receive_of,
    received,
    subscribe,
    transacted_publisher,
)
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    DefineQueueManager,
    OpenSession,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

_COMMITS: Final = 40
"""Of a hundred units of work in which something was received, those that are committed."""


def _subscribed(draft: Draft, topic: str, session: str, durable: int) -> Steps[Listener]:
    """A subscriber in a session that others may use too, durable so many times of a hundred."""
    name = draft.name("s")
    lasting = draft.can(Ability.DURABLE_SUBSCRIPTIONS) and draft.draws.chance(durable)
    durability = Durability.DURABLE if lasting else Durability.NON_DURABLE
    listener = Listener(name, topic, session, durability)
    yield Subscribe(name, topic, durability, session)
    draft.listeners[name] = listener
    return listener


@undisturbed
def one_session_for_several(draft: Draft) -> Steps[None]:
    """The end of a unit of work is that of all that its subscribers received (EX-38, EX-40, DD-115, X-52)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    session = yield from transacted_session(draft)
    listeners = []
    for _ in range(draws.between(1, 3)):
        listener = yield from _subscribed(draft, topic, session, 40)
        listeners.append(listener)
    publisher = yield from new_publisher(draft, topic)
    delay = 0 if draws.chance(25) or not draft.can(Ability.DELIVERY_DELAY) else draft.delay()
    for _ in range(draws.between(1, 2)):
        yield from publish(draft, publisher, OutgoingMessage(draft.name("m")), delay, 0)
    yield from passing(draft, delay + 1)
    for _ in range(2):
        for listener in listeners:
            yield received(draft, listener)
        yield from ended(draft, session, _COMMITS)
    for listener in listeners:
        yield received(draft, listener)
    yield from ended(draft, session)


@undisturbed
def resumed_in_another_session(draft: Draft) -> Steps[None]:
    """A durable subscription is its name's, and not that of a session (DD-107, DD-115)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    sessions = [draft.name("listening"), draft.name("listening")]
    before = yield from _subscribed(draft, topic, sessions[0], 100)
    if draws.chance(40):
        # The session that it leaves is somebody else's as well.
        yield from _subscribed(draft, topic, sessions[0], 50)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    due = draft.now + delay
    yield from publish(draft, publisher, OutgoingMessage(draft.name("m")), delay, 0)
    late = draws.chance(25)
    if late:
        yield from until(draft, due + 1)
    yield CloseSubscriber(before.name)
    if draws.chance(30):
        yield from passing(draft, draft.pause())
    after = before._replace(session=sessions[1])
    if draft.can(Ability.TRANSACTIONS) and draws.chance(30):
        draft.transacted[after.session] = None
        yield OpenSession(after.session, Acknowledgement.TRANSACTED)
    yield Subscribe(after.name, topic, after.durability, after.session)
    draft.listeners[after.name] = after
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    for _ in range(2):
        yield received(draft, after)
    if after.session in draft.transacted:
        yield from ended(draft, after.session, _COMMITS)
        yield received(draft, after)


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


def one_queue_for_two(draft: Draft) -> Steps[None]:
    """Two subscriptions deliver to one queue; the staging queue may be too small (DD-53, DD-115, DD-116)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    queue = yield from new_queue(draft, "P")
    yield (DefineSubscription(f"to{queue}", topic, queue), DefineSubscription(f"also{queue}", topic, queue))
    audience = yield from new_audience(draft, topic, 1)
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


@undisturbed
def other_subscribers_gone(draft: Draft) -> Steps[None]:
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


@undisturbed
def subscribed_before_the_commit(draft: Draft) -> Steps[None]:
    """Who subscribes between a delayed publish and its commit gets nothing (DD-76, DD-115)."""
    topic = yield from new_topic(draft)
    entitled = yield from subscribe(draft, topic)
    session, name, named = yield from transacted_publisher(draft, topic)
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
