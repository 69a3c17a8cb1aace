"""Topics with their subscribers and publishers: the commands that episodes of publish/subscribe are made of.

Each is a generator of commands that also keeps the draft up to date. Who publishes or subscribes has a
session of its own. Left out: attributes of topics but those that let every publication pass.
"""

from typing import Final, NamedTuple

from msgspec.structs import replace

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
    until,
)
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    CreateProducer,
    DisableMessageId,
    OpenSession,
    ProducerApi,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, PresetHeaders, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

from .calls import arguments, end_unit
from .header_fields import DELIVERY_MODES, outgoing, perhaps_with_header_fields
from .looks import quiet_look, take

_ALL: Final = MessageDelivery.ALL_AVAILABLE
OVERRIDING_PERSISTENCES: Final = (
    *(DestinationPersistence.AS_APPLICATION, DestinationPersistence.AS_APPLICATION),
    *(DestinationPersistence.PERSISTENT, DestinationPersistence.NON_PERSISTENT),
)


class Audience(NamedTuple):
    """A topic with its JMS subscribers and the queues of its administrative subscriptions, which grow."""

    topic: str
    listeners: list[Listener]
    queues: list[str]


class Publisher(NamedTuple):
    """A producer; `topic` where it names one on each send, `unit` what it publishes in, if any."""

    name: str
    api: ProducerApi
    topic: TopicDestination | None
    unit: Unit | None


def new_topic(
    draft: Draft,
    persistent: MessageDelivery = _ALL,
    other: MessageDelivery = _ALL,
    queue_manager: str = DEFAULT_QUEUE_MANAGER,
) -> Steps[str]:
    """A topic object and the topic string of the same name, of two levels now and then."""
    name = draft.name("T")
    if draft.draws.chance(20):
        name = f"{name}/{draft.name('L')}"
        if draft.draws.chance(30):
            name = f"{name}/{draft.name('L')}"
    yield DefineTopic(name, name, persistent, other, queue_manager)
    return name


def subscribe(
    draft: Draft, topic: str, queue_manager: str = DEFAULT_QUEUE_MANAGER, transacted: int = 10
) -> Steps[Listener]:
    """A JMS subscriber in a session of its own, transacted so many times of a hundred."""
    draws = draft.draws
    durable = draft.can(Ability.DURABLE_SUBSCRIPTIONS) and draws.chance(50)
    name = draft.name("s")
    session = f"listening{name}"
    in_units = draft.can(Ability.TRANSACTIONS) and draws.chance(transacted)
    if in_units or queue_manager != DEFAULT_QUEUE_MANAGER:
        mode = Acknowledgement.TRANSACTED if in_units else Acknowledgement.AUTOMATIC
        yield OpenSession(session, mode, queue_manager=queue_manager)
    if in_units:
        draft.transacted[session] = None
    listener = Listener(name, topic, session, Durability.DURABLE if durable else Durability.NON_DURABLE)
    yield Subscribe(name, topic, listener.durability, session)
    draft.listeners[name] = listener
    return listener


def new_audience(draft: Draft, topic: str, most: int = 3, queues: int = 35) -> Steps[Audience]:
    """One to three subscriptions of any kind, so many of a hundred with a queue of their own."""
    audience = Audience(topic, [], [])
    for _ in range(draft.draws.between(1, most)):
        if draft.can(Ability.SUBSCRIBER_QUEUES) and draft.draws.chance(queues):
            queue = yield from new_queue(draft, "P")
            yield DefineSubscription(f"to{queue}", topic, queue)
            audience.queues.append(queue)
        else:
            audience.listeners.append((yield from subscribe(draft, topic)))
    return audience


def new_publisher(
    draft: Draft,
    topic: str,
    override: DestinationPersistence = DestinationPersistence.AS_APPLICATION,
    queue_manager: str = DEFAULT_QUEUE_MANAGER,
) -> Steps[Publisher]:
    draws = draft.draws
    api = producer_api(draft)
    transacted = draft.can(Ability.TRANSACTIONS) and draws.chance(30)
    session = draft.name("publishing")
    if transacted:
        draft.transacted[session] = None
    if transacted or queue_manager != DEFAULT_QUEUE_MANAGER:
        mode = Acknowledgement.TRANSACTED if transacted else Acknowledgement.AUTOMATIC
        yield OpenSession(session, mode, queue_manager=queue_manager)
    destination = TopicDestination(topic, override)
    own = api is ProducerApi.MESSAGE_PRODUCER and draws.chance(60)
    name = draft.name("p")
    yield CreateProducer(name, api, session, topic=destination if own else None)
    if draws.chance(15):
        yield DisableMessageId(name)
    unit = Unit(UnitKind.SESSION, session) if transacted else None
    return Publisher(name, api, None if own else destination, unit)


def publish(
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
    if draws.chance(25):
        yield SetPriority(publisher.name, draws.below(10))
    # In this order neither call conflicts, whatever the producer had before.
    yield (
        SetTimeToLive(publisher.name, 0),
        SetDeliveryDelay(publisher.name, delay),
        SetTimeToLive(publisher.name, life),
    )
    draft.post(message.label, draft.target(), delay, life)
    # The delivery mode that decides may be that of the send alone.
    own = publisher.api is ProducerApi.MESSAGE_PRODUCER and draws.chance(25)
    long_form = arguments(draft, life) if own else None
    yield Send(publisher.name, perhaps_with_header_fields(draft, message), None, long_form, publisher.topic)
    if publisher.unit is not None:
        draft.units[publisher.unit] = None
        if draws.chance(20):
            yield from passing(draft, draft.pause())
        # Whether who comes before the commit gets what is published without a delay is not said.
        if audience is not None and delay and draws.chance(50):
            yield from draws.one_of((arrive, leave))(draft, audience)
        if publisher.unit in draft.units:
            yield end_unit(draft, publisher.unit, 85)


def received(draft: Draft, listener: Listener) -> ReceivePublication:
    if listener.session in draft.transacted:
        draft.units[Unit(UnitKind.SESSION, listener.session)] = None
    return ReceivePublication(listener.name, 0 if draft.virtual else 300)


def receive_of(draft: Draft, listener: Listener) -> Steps[None]:
    if draft.listeners.get(listener.name) != listener:
        return
    unit = Unit(UnitKind.SESSION, listener.session)
    yield received(draft, listener)
    if unit in draft.units and draft.draws.chance(70):
        yield end_unit(draft, unit, 70)


def receive_all(draft: Draft, audience: Audience) -> Steps[None]:
    for listener in audience.listeners:
        if draft.draws.chance(80):
            yield from receive_of(draft, listener)
    for queue in audience.queues:
        if draft.draws.chance(70):
            yield from quiet_look(draft, queue) if draft.draws.chance(60) else take(draft, queue)


def leave(draft: Draft, audience: Audience) -> Steps[None]:
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
    if draws.chance(25):
        yield Unsubscribe(listener.name)
        return
    yield CloseSubscriber(listener.name)
    if listener.durability is Durability.DURABLE and draws.chance(80):
        yield from passing(draft, draft.pause() if draws.chance(50) else 0)
        yield Subscribe(listener.name, listener.topic, listener.durability, listener.session)
        draft.listeners[listener.name] = listener


def leave_for_good(draft: Draft, audience: Audience) -> Steps[None]:
    """All who can leave do so, and none of them comes back."""
    for queue in audience.queues:
        yield Unsubscribe(f"to{queue}")
    audience.queues.clear()
    for listener in audience.listeners:
        if listener.name not in draft.listeners or _in_unit(draft, listener):
            continue
        del draft.listeners[listener.name]
        ended = listener.durability is Durability.DURABLE or draft.draws.chance(50)
        yield Unsubscribe(listener.name) if ended else CloseSubscriber(listener.name)


def _in_unit(draft: Draft, listener: Listener) -> bool:
    """Whether what was received is not committed yet; nothing is said of who leaves then."""
    return Unit(UnitKind.SESSION, listener.session) in draft.units


def arrive(draft: Draft, audience: Audience) -> Steps[None]:
    audience.listeners.append((yield from subscribe(draft, audience.topic)))


def wait_and_look(draft: Draft, audience: Audience, due: int) -> Steps[None]:
    """Around the due time and after it: what has come, and what is left."""
    yield from until(draft, due + draft.offset())
    yield from receive_all(draft, audience)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from receive_all(draft, audience)
    yield from quiet_look(draft, STAGING_QUEUE)


def listen(draft: Draft) -> Steps[None]:
    """What is left for the subscribers at the end of a case."""
    for name in tuple(draft.listeners):
        for _ in range(draft.draws.between(1, 3)):
            yield from receive_of(draft, draft.listeners[name])


def publication(draft: Draft) -> OutgoingMessage:
    """Now and then with header fields of the application, which are mapped for topics too (HM-48).

    What is preset on it is of no avail (HM-08, HM-24, HM-36).
    """
    draws = draft.draws
    message = outgoing(draft) if draws.chance(30) else draft.message(0)
    if not draws.chance(15):
        return message
    preset = PresetHeaders(
        timestamp=1, delivery_mode=int(draws.one_of(DELIVERY_MODES)), priority=draws.below(10)
    )
    return replace(message, preset=preset)


def transacted_publisher(draft: Draft, topic: str) -> Steps[tuple[str, str, TopicDestination | None]]:
    """The session, the producer, and the topic where each send has to name it."""
    session = yield from transacted_session(draft)
    api, name, destination = producer_api(draft), draft.name("p"), TopicDestination(topic)
    own = api is ProducerApi.MESSAGE_PRODUCER and draft.draws.chance(60)
    yield CreateProducer(name, api, session, topic=destination if own else None)
    return session, name, None if own else destination
