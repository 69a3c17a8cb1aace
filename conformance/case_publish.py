"""Episodes of publish/subscribe: who gets a delayed publication, and what becomes of the other copies.

An episode is a generator of commands about one subject (`cases`). Each has a topic of its own, so that
nobody else's subscribers are matched; the reply-to and dead-letter queues may be those of all.
"""

from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    DefineQueueManager,
    OpenSession,
    ProducerApi,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    Retention,
    TopicDestination,
)
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

from .case_calls import DELIVERY_MODES, end_unit, quiet_look, take
from .case_draft import Draft, Listener, Place, Steps, Unit, UnitKind, new_queue, passing, producer_api, until
from .case_failure import FATES, dead_letter_queue, reply_queue

_ALL: Final = MessageDelivery.ALL_AVAILABLE
_OTHERS: Final = (MessageDelivery.ALL, MessageDelivery.ALL_DURABLE, MessageDelivery.AS_PARENT)
_OVERRIDES: Final = (
    *(DestinationPersistence.AS_APPLICATION, DestinationPersistence.AS_APPLICATION),
    *(DestinationPersistence.PERSISTENT, DestinationPersistence.NON_PERSISTENT),
)
_EXPIRING: Final = (Report.EXPIRATION, Report.EXPIRATION_WITH_FULL_DATA, Report.EXPIRATION_WITH_DATA)


class Audience(NamedTuple):
    """A topic with its JMS subscribers and the queues of its administrative subscriptions, which grow."""

    topic: str
    listeners: list[Listener]
    queues: list[str]


class Publisher(NamedTuple):
    """A producer; `topic` where it names one on each send, `unit` what it publishes in, if any."""

    name: str
    topic: TopicDestination | None
    unit: Unit | None


# --- the parts of an episode ---------------------------------------------------------------------------


def _topic(draft: Draft, persistent: MessageDelivery = _ALL, other: MessageDelivery = _ALL) -> Steps[str]:
    name = draft.name("T")
    yield DefineTopic(name, name, persistent, other)
    return name


def _subscribe(draft: Draft, topic: str, queue_manager: str = DEFAULT_QUEUE_MANAGER) -> Steps[Listener]:
    """A JMS subscriber in a session of its own, transacted now and then."""
    draws = draft.draws
    durable = draft.can(Ability.DURABLE_SUBSCRIPTIONS) and draws.chance(40)
    name = draft.name("s")
    session = f"listening{name}"
    transacted = draft.can(Ability.TRANSACTIONS) and draws.chance(10)
    if transacted or queue_manager != DEFAULT_QUEUE_MANAGER:
        mode = Acknowledgement.TRANSACTED if transacted else Acknowledgement.AUTOMATIC
        yield OpenSession(session, mode, queue_manager=queue_manager)
    if transacted:
        draft.transacted[session] = None
    listener = Listener(name, topic, session, Durability.DURABLE if durable else Durability.NON_DURABLE)
    yield Subscribe(name, topic, listener.durability, session)
    draft.listeners[name] = listener
    return listener


def _audience(draft: Draft, topic: str, most: int = 3) -> Steps[Audience]:
    """One to three subscriptions of any kind."""
    audience = Audience(topic, [], [])
    for _ in range(draft.draws.between(1, most)):
        if draft.can(Ability.SUBSCRIBER_QUEUES) and draft.draws.chance(35):
            queue = yield from new_queue(draft, "P")
            yield DefineSubscription(f"to{queue}", topic, queue)
            audience.queues.append(queue)
        else:
            audience.listeners.append((yield from _subscribe(draft, topic)))
    return audience


def _publisher(
    draft: Draft, topic: str, override: DestinationPersistence = DestinationPersistence.AS_APPLICATION
) -> Steps[Publisher]:
    draws = draft.draws
    api = producer_api(draft)
    transacted = draft.can(Ability.TRANSACTIONS) and draws.chance(30)
    session = draft.name("publishing")
    if transacted:
        draft.transacted[session] = None
        yield OpenSession(session, Acknowledgement.TRANSACTED)
    destination = TopicDestination(topic, override)
    own = api is ProducerApi.MESSAGE_PRODUCER and draws.chance(60)
    name = draft.name("p")
    yield CreateProducer(name, api, session, topic=destination if own else None)
    unit = Unit(UnitKind.SESSION, session) if transacted else None
    return Publisher(name, None if own else destination, unit)


def _publish(
    draft: Draft,
    publisher: Publisher,
    message: OutgoingMessage,
    delay: int,
    life: int,
    audience: Audience | None = None,
) -> Steps[None]:
    """The setters and the send, and mostly the commit at once; somebody may come or go before it."""
    draws = draft.draws
    if draws.chance(50):
        yield SetDeliveryMode(publisher.name, draws.one_of(DELIVERY_MODES))
    # In this order neither call conflicts, whatever the producer had before.
    yield (
        SetTimeToLive(publisher.name, 0),
        SetDeliveryDelay(publisher.name, delay),
        SetTimeToLive(publisher.name, life),
    )
    draft.post(message.label, draft.target(), delay, life)
    yield Send(publisher.name, message, topic=publisher.topic)
    if publisher.unit is not None:
        draft.units[publisher.unit] = None
        if draws.chance(20):
            yield from passing(draft, draft.pause())
        # Whether who comes before the commit gets what is published without a delay is not said.
        if audience is not None and delay and draws.chance(50):
            yield from draws.one_of((_arrive, _leave))(draft, audience)
        if publisher.unit in draft.units:
            yield end_unit(draft, publisher.unit, 85)


def _receive(draft: Draft, listener: Listener) -> Steps[None]:
    if draft.listeners.get(listener.name) != listener:
        return
    unit = Unit(UnitKind.SESSION, listener.session)
    if listener.session in draft.transacted:
        draft.units[unit] = None
    yield ReceivePublication(listener.name, 0 if draft.virtual else 300)
    if unit in draft.units and draft.draws.chance(70):
        yield end_unit(draft, unit, 70)


def _receive_all(draft: Draft, audience: Audience) -> Steps[None]:
    for listener in audience.listeners:
        if draft.draws.chance(80):
            yield from _receive(draft, listener)
    for queue in audience.queues:
        if draft.draws.chance(70):
            yield from quiet_look(draft, queue) if draft.draws.chance(60) else take(draft, queue)


def _leave(draft: Draft, audience: Audience) -> Steps[None]:
    """Somebody unsubscribes or disconnects; a durable subscriber mostly comes back."""
    draws = draft.draws
    if audience.queues and draws.chance(30):
        yield Unsubscribe(f"to{audience.queues.pop()}")
        return
    present = [one for one in audience.listeners if one.name in draft.listeners]
    if not present:
        return
    listener = draws.one_of(present)
    if _in_unit(draft, listener):
        return
    del draft.listeners[listener.name]
    if draws.chance(35):
        yield Unsubscribe(listener.name)
        return
    yield CloseSubscriber(listener.name)
    if listener.durability is Durability.DURABLE and draws.chance(80):
        yield from passing(draft, draft.pause() if draws.chance(50) else 0)
        yield Subscribe(listener.name, listener.topic, listener.durability, listener.session)
        draft.listeners[listener.name] = listener


def _in_unit(draft: Draft, listener: Listener) -> bool:
    """Whether what was received is not committed yet; nothing is said of who leaves then."""
    return Unit(UnitKind.SESSION, listener.session) in draft.units


def _arrive(draft: Draft, audience: Audience) -> Steps[None]:
    audience.listeners.append((yield from _subscribe(draft, audience.topic)))


def _look_at_staging(draft: Draft, _: Audience) -> Steps[None]:
    yield from quiet_look(draft, STAGING_QUEUE)


_EVENTS: Final = (_leave, _leave, _arrive, _look_at_staging, _look_at_staging, _receive_all)


def _wait_and_look(draft: Draft, audience: Audience, due: int) -> Steps[None]:
    """Around the due time and after it: what has come, and what is left."""
    yield from until(draft, due + draft.offset())
    yield from _receive_all(draft, audience)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from _receive_all(draft, audience)
    yield from quiet_look(draft, STAGING_QUEUE)


# --- episodes --------------------------------------------------------------------------------------------


def publishing(draft: Draft) -> Steps[None]:
    """Subscribers come and go while publications are delayed (DD-76, DD-106, DD-107, DD-115 to DD-117)."""
    draws = draft.draws
    topic = yield from _topic(draft)
    audience = yield from _audience(draft, topic)
    publisher = yield from _publisher(draft, topic)
    due = draft.now
    for _ in range(draws.between(1, 2)):
        delay = 0 if draws.chance(10) else draft.delay()
        yield from _publish(draft, publisher, draft.message(0), delay, draft.life_beyond(delay), audience)
        due = max(due, draft.now + delay)
    yield from quiet_look(draft, STAGING_QUEUE)
    for _ in range(draws.between(0, 3)):
        yield from draws.one_of(_EVENTS)(draft, audience)
    yield from _wait_and_look(draft, audience, due)
    if draws.chance(60):
        yield DeleteTopic(topic)


def undeliverable(draft: Draft) -> Steps[None]:
    """Copies that fail, with all report options (DD-106 to DD-109, DD-123, X-36, X-38, X-52)."""
    draws = draft.draws
    topic = yield from _topic(draft)
    audience = yield from _audience(draft, topic, draws.one_of((1, 1, 3)))
    reply = yield from reply_queue(draft)
    publisher = yield from _publisher(draft, topic)
    delay = draft.delay()
    report = int(draws.one_of(FATES)) if draft.can(Ability.REPORT_OPTIONS) else 0
    message = OutgoingMessage(draft.name("m"), report=report, reply_to=reply if report else None)
    yield from _publish(draft, publisher, message, delay, draft.life_beyond(delay))
    due = draft.now + delay
    dead_letter = yield from dead_letter_queue(draft)
    harmed = [queue for queue in audience.queues if draws.chance(75)]
    for queue in harmed:
        yield from _harm(draft, queue)
    for _ in range(draws.between(0, 1 if harmed else 2)):
        yield from _leave(draft, audience)
    yield from _wait_and_look(draft, audience, due)
    for place in (reply, dead_letter):
        if place is not None and Place(place) in draft.places:
            yield from quiet_look(draft, place)
            yield from take(draft, place) if draws.chance(40) else ()
    for queue in harmed:
        yield from _repair(draft, queue)
    if draft.virtual and draws.chance(40):
        yield from passing(draft, 3_600_001)
    yield from _receive_all(draft, audience)


def _harm(draft: Draft, queue: str) -> Steps[None]:
    """The queue of a subscription takes nothing any more, or little."""
    changes: list[AttributeChanges] = []
    if draft.can(Ability.PUT_INHIBIT):
        changes.append(AttributeChanges(put=Switch.DISABLED))
    if draft.can(Ability.QUEUE_LIMITS):
        changes += [AttributeChanges(max_depth=0), AttributeChanges(max_message_length=1)]
    if changes:
        yield AlterQueue(queue, draft.draws.one_of(changes))


def _repair(draft: Draft, queue: str) -> Steps[None]:
    put = Switch.ENABLED if draft.can(Ability.PUT_INHIBIT) else None
    limits = draft.can(Ability.QUEUE_LIMITS)
    if put is not None or limits:
        depth, length = (5000, 4_194_304) if limits else (None, None)
        yield AlterQueue(queue, AttributeChanges(put=put, max_depth=depth, max_message_length=length))


def expiring_copies(draft: Draft) -> Steps[None]:
    """Copies expire each for itself, and are reported (X-52, DD-79, EX-21)."""
    draws = draft.draws
    topic = yield from _topic(draft)
    audience = yield from _audience(draft, topic)
    publisher = yield from _publisher(draft, topic)
    delay = draft.delay()
    report = int(draws.one_of(_EXPIRING)) if draft.can(Ability.REPORT_OPTIONS) else 0
    reply = draws.one_of(draft.replies) if report else None
    message = OutgoingMessage(draft.name("m"), report=report, reply_to=reply)
    yield from _publish(draft, publisher, message, delay, delay + draws.one_of((1, 1000, 3000)))
    yield from until(draft, draft.now + delay + 1)
    if draws.chance(60):
        yield from _receive_all(draft, audience)
    yield from passing(draft, 5000)
    yield from _receive_all(draft, audience)
    if reply is not None:
        yield from quiet_look(draft, reply)


def topic_attributes(draft: Draft) -> Steps[None]:
    """PMSGDLV and NPMSGDLV of all values, with and without a delay (DD-120 to DD-122, DD-124, X-30)."""
    draws = draft.draws
    topic = yield from _topic(draft, draws.one_of((_ALL, *_OTHERS)), draws.one_of((_ALL, *_OTHERS)))
    audience = Audience(topic, [(yield from _subscribe(draft, topic))], [])
    properties = draft.can(Ability.DESTINATION_PROPERTIES)
    override = draws.one_of(_OVERRIDES) if properties else DestinationPersistence.AS_APPLICATION
    publisher = yield from _publisher(draft, topic, override)
    if draws.chance(50):
        yield AlterTopic(topic, persistent_delivery=draws.one_of((_ALL, *_OTHERS)))
    delay = 0 if draws.chance(35) else draft.delay()
    yield from _publish(draft, publisher, draft.message(0), delay, 0)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    yield from _receive_all(draft, audience)


def retained_publications(draft: Draft) -> Steps[None]:
    """JMS_IBM_RETAIN with and without a delay, and later subscribers (DD-33, DD-34)."""
    draws = draft.draws
    topic = yield from _topic(draft)
    audience = yield from _audience(draft, topic, 1)
    publisher = yield from _publisher(draft, topic)
    for _ in range(draws.between(1, 3)):
        retained = Retention.RETAIN_PUBLICATION if draws.chance(70) else None
        group = GroupMembership("g") if draft.can(Ability.MESSAGE_GROUPS) and draws.chance(15) else None
        delay = 0 if draws.chance(50) else draft.delay()
        message = OutgoingMessage(draft.name("m"), group=group, retained=retained)
        yield from _publish(draft, publisher, message, delay, 0)
        if draws.chance(40):
            yield from _arrive(draft, audience)
            yield from _receive(draft, audience.listeners[-1])
        yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from _receive_all(draft, audience)


def hierarchy(draft: Draft) -> Steps[None]:
    """Subscribers on another queue manager, early and late ones (DD-118, DD-119)."""
    draws = draft.draws
    elsewhere = draft.name("QM9")
    yield (DefineQueueManager(elsewhere), JoinHierarchy(DEFAULT_QUEUE_MANAGER, elsewhere))
    topic = yield from _topic(draft)
    audience = yield from _audience(draft, topic, 1)
    for _ in range(draws.between(1, 2)):
        audience.listeners.append((yield from _subscribe(draft, topic, elsewhere)))
    if draws.chance(85):
        yield from passing(draft, draft.pause())
    publisher = yield from _publisher(draft, topic)
    delay = draft.delay()
    yield from _publish(draft, publisher, draft.message(0), delay, draft.life_beyond(delay))
    yield from quiet_look(draft, STAGING_QUEUE)
    due = draft.now + delay
    if draws.chance(60):
        audience.listeners.append((yield from _subscribe(draft, topic, elsewhere)))
    if draws.chance(30):
        yield from _leave(draft, audience)
    yield from _wait_and_look(draft, audience, due)
    yield from passing(draft, draft.pause())
    yield from _receive_all(draft, audience)


def listen(draft: Draft) -> Steps[None]:
    """What is left for the subscribers at the end of a case."""
    for name in tuple(draft.listeners):
        for _ in range(draft.draws.between(1, 3)):
            yield from _receive(draft, draft.listeners[name])
