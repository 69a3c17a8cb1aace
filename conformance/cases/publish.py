"""Episodes of publish/subscribe: who gets a delayed publication, and what becomes of the other copies.

An episode is a generator of commands about one subject (`cases`). Each has a topic of its own, so that
nobody else's subscribers are matched; the reply-to and dead-letter queues may be those of all.
"""

from typing import Final

from msgspec.structs import replace

from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    AlterQueue,
    AttributeChanges,
    Command,
    Commit,
    DefineLocalQueue,
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
    DeliveryMode,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, PresetHeaders, Retention
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    CloseSubscriber,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    MessageDelivery,
    Subscribe,
)

from .audience import (
    Audience,
    arrive,
    gathered,
    leave,
    leave_for_good,
    new_publisher,
    new_topic,
    publish,
    receive_all,
    receive_of,
    subscribe,
    wait_and_look,
)
from .calls import DELIVERY_MODES, PUT_INHIBITED, arguments, end_unit, quiet_look, take
from .draft import Draft, Place, Steps, passing, undisturbed, until
from .dress import outgoing
from .failure import HOUR
from .fates import FATES, REPORTED
from .staging import down_for
from .unusable import dead_letter_queue, reply_queue, unusable_dead_letter_queue

_ALL: Final = MessageDelivery.ALL_AVAILABLE
_OTHERS: Final = (MessageDelivery.ALL, MessageDelivery.ALL_DURABLE, MessageDelivery.AS_PARENT)
_OVERRIDES: Final = (
    *(DestinationPersistence.AS_APPLICATION, DestinationPersistence.AS_APPLICATION),
    *(DestinationPersistence.PERSISTENT, DestinationPersistence.NON_PERSISTENT),
)
_KEPT: Final = tuple(fate for fate in FATES if not fate & Report.DISCARD_MSG)
_EXPIRING: Final = (Report.EXPIRATION, Report.EXPIRATION_WITH_FULL_DATA, Report.EXPIRATION_WITH_DATA)


def _look_at_staging(draft: Draft, _: Audience) -> Steps[None]:
    yield from quiet_look(draft, STAGING_QUEUE)


_EVENTS: Final = (leave, leave, arrive, _look_at_staging, _look_at_staging, receive_all)


def _publication(draft: Draft) -> OutgoingMessage:
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


def publishing(draft: Draft) -> Steps[None]:
    """Subscribers come and go while publications are delayed (DD-76, DD-106, DD-107, DD-115 to DD-117)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic)
    overrides = draft.can(Ability.DESTINATION_PROPERTIES) and draws.chance(25)
    override = draws.one_of(_OVERRIDES) if overrides else DestinationPersistence.AS_APPLICATION
    publisher = yield from new_publisher(draft, topic, override)
    due = draft.now
    for _ in range(draws.between(1, 2)):
        delay = 0 if draws.chance(10) else draft.delay()
        yield from publish(draft, publisher, _publication(draft), delay, draft.life_beyond(delay), audience)
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


def undeliverable(draft: Draft) -> Steps[None]:
    """Copies that fail, with all report options (DD-106 to DD-109, DD-123, X-36, X-38, X-52)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic, draws.one_of((1, 1, 3)), queues=65)
    reply = yield from reply_queue(draft)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    report = int(draws.one_of(FATES)) if draft.can(Ability.REPORT_OPTIONS) else 0
    message = OutgoingMessage(draft.name("m"), report=report, reply_to=reply if report else None)
    yield from publish(draft, publisher, message, delay, draft.life_beyond(delay))
    due = draft.now + delay
    dead_letter = yield from dead_letter_queue(draft)
    harmed = [queue for queue in audience.queues if draws.chance(75)]
    for queue in harmed:
        yield from _harm(draft, queue)
    for _ in range(draws.between(0, 1 if harmed else 2)):
        yield from leave(draft, audience)
    yield from wait_and_look(draft, audience, due)
    for place in (reply, dead_letter):
        if place is not None and Place(place) in draft.places:
            yield from quiet_look(draft, place)
            yield from take(draft, place) if draws.chance(40) else ()
    for queue in harmed:
        yield from _repair(draft, queue)
    if draft.virtual and draws.chance(40):
        yield from passing(draft, HOUR + 1)
    yield from receive_all(draft, audience)


@undisturbed
def nowhere_to_go(draft: Draft) -> Steps[None]:
    """Neither its subscriber nor the dead-letter queue takes a copy: it is gone for good (DD-109, X-36)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic, 1, queues=100)
    reply = yield from reply_queue(draft)
    publisher = yield from new_publisher(draft, topic)
    yield from unusable_dead_letter_queue(draft)
    delay = draft.delay()
    report = int(draws.one_of(_KEPT)) if draft.can(Ability.REPORT_OPTIONS) else 0
    message = OutgoingMessage(draft.name("m"), report=report, reply_to=reply if report else None)
    yield from publish(draft, publisher, message, delay, 0)
    for queue in audience.queues:
        yield from _harm(draft, queue)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    for queue in audience.queues:
        yield from _repair(draft, queue)
    if draft.virtual:
        yield from passing(draft, HOUR + 1)
    yield from receive_all(draft, audience)
    yield from quiet_look(draft, STAGING_QUEUE)


@undisturbed
def nobody_left(draft: Draft) -> Steps[None]:
    """All subscribers are gone when a copy is due, and a report was asked for (DD-106 to DD-108, X-38)."""
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic, 2)
    reply = yield from reply_queue(draft)
    publisher = yield from new_publisher(draft, topic)
    dead_letter = yield from dead_letter_queue(draft)
    delay = draft.delay()
    message = OutgoingMessage(draft.name("m"), report=int(draft.draws.one_of(REPORTED)), reply_to=reply)
    yield from publish(draft, publisher, message, delay, 0)
    yield from leave_for_good(draft, audience)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    for place in (reply, dead_letter):
        if place is not None and Place(place) in draft.places:
            yield from quiet_look(draft, place)


def _harm(draft: Draft, queue: str) -> Steps[None]:
    """The queue of a subscription takes nothing any more, or little."""
    changes: list[AttributeChanges] = []
    if draft.can(Ability.PUT_INHIBIT):
        changes.append(PUT_INHIBITED)
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
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic)
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


def topic_attributes(draft: Draft) -> Steps[None]:
    """PMSGDLV and NPMSGDLV of all values, with and without a delay (DD-120 to DD-122, DD-124, X-30)."""
    draws = draft.draws
    manager = DEFAULT_QUEUE_MANAGER
    if draft.can(Ability.OTHER_QUEUE_MANAGERS) and draws.chance(20):
        manager = draft.name("QMR")
        yield DefineQueueManager(manager)
        if draft.profile.platform is Platform.ZOS:
            yield DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES, manager)
    allowed = (draws.one_of((_ALL, *_OTHERS)), draws.one_of((_ALL, *_OTHERS)))
    topic = yield from new_topic(draft, *allowed, manager)
    audience = Audience(topic, [(yield from subscribe(draft, topic, manager))], [])
    properties = draft.can(Ability.DESTINATION_PROPERTIES)
    override = draws.one_of(_OVERRIDES) if properties else DestinationPersistence.AS_APPLICATION
    publisher = yield from new_publisher(draft, topic, override, manager)
    if draws.chance(50):
        altered = draws.one_of((_ALL, *_OTHERS))
        yield AlterTopic(topic, persistent_delivery=altered, queue_manager=manager)
    delay = 0 if draws.chance(35) else draft.delay()
    yield from publish(draft, publisher, _publication(draft), delay, draft.life_beyond(delay))
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_all(draft, audience)


def conflicting(draft: Draft) -> Steps[None]:
    """A time to live below the delay of a publication, by setters or with the send (DD-25, DD-26, DD-30)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic, 1)
    publisher = yield from new_publisher(draft, topic)
    delay = max(2, draft.delay())
    life = draft.life_below(delay)
    setters: list[Command] = [SetDeliveryDelay(publisher.name, delay), SetTimeToLive(publisher.name, life)]
    own = publisher.api is ProducerApi.MESSAGE_PRODUCER and draws.chance(50)
    if own:
        del setters[1]
    elif draws.chance(50):
        setters.reverse()
    yield from setters
    message = draft.message(0)
    draft.post(message.label, draft.target(), delay, life)
    yield Send(publisher.name, message, None, arguments(draft, life) if own else None, publisher.topic)
    if publisher.unit is not None:
        draft.units[publisher.unit] = None
        yield end_unit(draft, publisher.unit, 85)
    yield from wait_and_look(draft, audience, draft.now + delay)


@undisturbed
def over_a_restart(draft: Draft) -> Steps[None]:
    """The queue manager is started again while copies are staged (X-45, DD-106, DD-107, DD-115)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic, queues=70)
    publisher = yield from new_publisher(draft, topic)
    yield SetDeliveryMode(publisher.name, DeliveryMode.PERSISTENT)
    delay = draft.delay()
    draft.longest_delay = max(draft.longest_delay, delay)
    yield (
        SetDeliveryDelay(publisher.name, delay),
        Send(publisher.name, draft.message(0), None, None, publisher.topic),
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


def retained_publications(draft: Draft) -> Steps[None]:
    """JMS_IBM_RETAIN with and without a delay, and later subscribers (DD-33, DD-34)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic, 1)
    publisher = yield from new_publisher(draft, topic)
    for _ in range(draws.between(1, 3)):
        retained = Retention.RETAIN_PUBLICATION if draws.chance(70) else None
        group = GroupMembership("g") if draft.can(Ability.MESSAGE_GROUPS) and draws.chance(15) else None
        delay = 0 if draws.chance(50) else draft.delay()
        message = OutgoingMessage(draft.name("m"), group=group, retained=retained)
        yield from publish(draft, publisher, message, delay, 0)
        if draws.chance(40):
            yield from arrive(draft, audience)
            yield from receive_of(draft, audience.listeners[-1])
        yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from receive_all(draft, audience)


def hierarchy(draft: Draft) -> Steps[None]:
    """Subscribers on another queue manager, early and late ones (DD-118, DD-119)."""
    draws = draft.draws
    elsewhere = draft.name("QM9")
    yield (DefineQueueManager(elsewhere), JoinHierarchy(DEFAULT_QUEUE_MANAGER, elsewhere))
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic, 1)
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
