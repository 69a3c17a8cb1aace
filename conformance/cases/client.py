"""Episodes of a JMS application: delays and lives, refusals, headers, destinations.

An episode is a generator of commands about one subject; those of a case run interleaved (`cases`). Names
of the rules that an episode aims at stand in its docstring.
"""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DisableMessageId,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    Receive,
    Send,
    SetDeliveryDelay,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_APPLICATION,
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    PresetHeaders,
    QueueDestination,
)
from mqtck.reference.vocabulary.profile import Version

from .calls import (
    DELIVERY_MODES,
    arguments,
    end_unit,
    long_form_possible,
    look,
    look_elsewhere,
    mode_and_priority,
    quiet_look,
    retuned,
    send,
    take,
)
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
    perhaps_transacted,
    producer_api,
    shared_producer,
    transacted_session,
    until,
)
from .draws import Draws

_LONGEST: Final = 310_000_000_000
"""Ms: a delay beyond the lives that MQMD.Expiry can hold (X-08)."""
_OLD_VERSIONS: Final = (Version(7, 5), Version(7, 1), Version(7, 0))


def watched(draft: Draft, queue: str, due: int, looks: int) -> Steps[None]:
    """Looks at the target and the staging queue before, around and after a due time."""
    before = due - draft.now
    if before > 1:
        yield from passing(draft, draft.draws.between(0, before - 1))
        yield from quiet_look(draft, STAGING_QUEUE if draft.draws.chance(40) else queue)
        if draft.draws.chance(40):
            yield from look(draft, queue)
    yield from until(draft, due + draft.draws.one_of((0, draft.offset())))
    for _ in range(looks):
        yield from look(draft, queue)
    yield from until(draft, due + 1)


def delayed(draft: Draft) -> Steps[None]:
    """Delayed sends with lives that the delay allows (DD-01 to DD-12, DD-25 to DD-28, DD-79 to DD-81)."""
    queue = draft.target()
    producer = yield from shared_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    yield from mode_and_priority(draft, producer)
    for _ in range(draft.draws.between(1, 3)):
        yield from send(draft, producer, queue)
        if draft.draws.chance(25):
            yield from passing(draft, draft.pause())
    yield from watched(draft, queue, draft.now + delay, draft.draws.between(1, 2))
    yield from take(draft, queue)


def undelayed(draft: Draft) -> Steps[None]:
    """Sends without a delay, after one was set as well (DD-08, DD-29; EX-04, EX-10, HM-14 to HM-24)."""
    queue = draft.target()
    producer = yield from shared_producer(draft, queue)
    if draft.draws.chance(30):
        delay = draft.delay()
        producer = yield from retuned(draft, producer, delay, 0)
    producer = yield from retuned(draft, producer, 0, 0 if draft.draws.chance(30) else draft.life())
    yield from mode_and_priority(draft, producer)
    for _ in range(draft.draws.between(1, 4)):
        own_life = long_form_possible(producer) and draft.draws.chance(30)
        long_form = arguments(draft, draft.draws.one_of((0, draft.life(), draft.long_life())))
        yield from send(draft, producer, queue, None, long_form if own_life else None)
    yield from look(draft, queue)
    if producer.life:
        yield from until(draft, draft.now + producer.life + draft.offset())
    yield from look(draft, queue)
    yield from take(draft, queue)


def life_below_delay(draft: Draft) -> Steps[None]:
    """A time to live below the delay, set in either order (DD-25, DD-26, DD-31, DD-32, DD-16).

    The producer is not used again: what it holds after a refused setter is open.
    """
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    delay = _LONGEST if draft.virtual and draft.draws.chance(10) else max(2, draft.delay())
    setters: list[Command] = [
        SetDeliveryDelay(producer.name, delay),
        SetTimeToLive(producer.name, draft.life_below(delay)),
    ]
    if draft.draws.chance(50):
        setters.reverse()
    yield from setters
    tried = producer._replace(delay=delay)
    yield from send(draft, tried, queue)
    yield from quiet_look(draft, STAGING_QUEUE if draft.draws.chance(50) else queue)
    yield from until(draft, draft.now + delay + draft.pause())
    yield from look(draft, queue)


def life_below_delay_on_send(draft: Draft) -> Steps[None]:
    """The time to live comes with the send: it decides, not the producer's (DD-30, DD-31)."""
    queue = draft.target()
    session = None
    if draft.can(Ability.TRANSACTIONS) and draft.draws.chance(25):
        session = yield from transacted_session(draft)
    producer = yield from own_producer(draft, queue, session, ProducerApi.MESSAGE_PRODUCER)
    delay = max(2, draft.delay())
    own = draft.draws.one_of((0, delay, delay + 1, 10 * delay))
    producer = yield from retuned(draft, producer, delay, own)
    for life in (draft.life_below(delay), 0, delay + 1, delay, delay - 1):
        if draft.draws.chance(50):
            yield from send(draft, producer, queue, None, arguments(draft, life))
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 80)
    yield from watched(draft, queue, draft.now + delay, 2)


def life_equal_to_delay(draft: Draft) -> Steps[None]:
    """Equality may be refused or not; never both delivered and expired (DD-27, X-53)."""
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    setters: list[Command] = [SetDeliveryDelay(producer.name, delay), SetTimeToLive(producer.name, delay)]
    if draft.draws.chance(50):
        setters.reverse()
    yield from setters
    yield from send(draft, producer._replace(delay=delay, life=delay), queue)
    yield from watched(draft, queue, draft.now + delay, 2)
    yield from take(draft, queue)


def unlimited_life_with_delay(draft: Draft) -> Steps[None]:
    """An explicit time to live of 0 in either order is no conflict (DD-28, DD-29)."""
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    setters: list[Command] = [SetDeliveryDelay(producer.name, delay), SetTimeToLive(producer.name, 0)]
    if draft.draws.chance(50):
        setters.reverse()
    yield from setters
    producer = producer._replace(delay=delay)
    yield from send(draft, producer, queue)
    producer = yield from retuned(draft, producer, 0, max(1, delay - 1))
    yield from send(draft, producer, queue)
    yield from watched(draft, queue, draft.now + delay, 1)


def groups(draft: Draft) -> Steps[None]:
    """Messages of a group with a delay and without (DD-36, DD-37)."""
    queue = draft.target()
    session = None
    if draft.can(Ability.TRANSACTIONS) and draft.draws.chance(25):
        session = yield from transacted_session(draft)
    producer = yield from own_producer(draft, queue, session)
    group = draft.name("g")
    delay = draft.delay()
    for number in range(1, draft.draws.between(2, 4)):
        producer = yield from retuned(draft, producer, draft.draws.one_of((0, delay)), 0)
        sequence = None if draft.draws.chance(20) else number
        grouped = OutgoingMessage(label=draft.name("m"), group=GroupMembership(group, sequence))
        yield from send(draft, producer, queue, grouped)
        yield from quiet_look(draft, STAGING_QUEUE if draft.draws.chance(40) else queue)
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 80)
    yield from until(draft, draft.now + delay + 1)
    yield from look(draft, queue)


def preset_headers(draws: Draws) -> PresetHeaders:
    """What an application sets on a message to no avail."""
    return PresetHeaders(
        message_id=f"ID:{draws.below(1 << 62):048x}" if draws.chance(60) else None,
        timestamp=1 if draws.chance(60) else None,
        delivery_mode=int(draws.one_of(DELIVERY_MODES)) if draws.chance(60) else None,
        priority=draws.below(10) if draws.chance(60) else None,
        expiration=draws.one_of((1, 9_999_999_999_999)) if draws.chance(40) else None,
    )


def headers(draft: Draft) -> Steps[None]:
    """Preset header fields, the id hint, one message object sent again (HM-08, HM-27 to HM-36)."""
    draws = draft.draws
    queue = draft.target()
    session = yield from perhaps_transacted(draft, 30)
    producer = yield from own_producer(draft, queue, session)
    producer = yield from retuned(draft, producer, draws.one_of((0, draft.delay())), 0)
    if draws.chance(40):
        yield DisableMessageId(producer.name)
    yield from mode_and_priority(draft, producer)
    first = OutgoingMessage(label=draft.name("m"), preset=preset_headers(draws))
    yield from send(draft, producer, queue, first)
    for _ in range(draws.between(0, 2)):
        if draws.chance(50):
            producer = yield from retuned(draft, producer, draws.one_of((0, 0, draft.delay())), 0)
        again = OutgoingMessage(label=draft.name("m"), same_object_as=first.label)
        yield from send(draft, producer, queue, again)
        if not producer.delay:
            yield from quiet_look(draft, queue)
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 85)
    if producer.delay:
        yield from quiet_look(draft, STAGING_QUEUE)
        yield from watched(draft, queue, draft.now + producer.delay, 0)
    yield from look(draft, queue)
    yield from take(draft, queue)


def long_lives(draft: Draft) -> Steps[None]:
    """Times to live around the limits of the header mapping (HM-18, HM-20 to HM-23, X-09, X-11)."""
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    delay = 0 if draft.draws.chance(70) else draft.delay()
    for _ in range(draft.draws.between(1, 3)):
        life = draft.long_life() if delay or draft.draws.chance(70) else draft.draws.between(1, 1200)
        producer = yield from retuned(draft, producer, delay, life)
        yield from send(draft, producer, queue)
    if delay:
        yield from watched(draft, queue, draft.now + delay, 0)
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)


def queue_definition(draft: Draft) -> Steps[None]:
    """Persistence and priority as the queue is defined count from the send on (DD-77, DD-78, HM-10)."""
    draws = draft.draws
    before = QueueAttributes(
        default_persistence=draws.one_of(DELIVERY_MODES), default_priority=draws.below(10)
    )
    queue = yield from new_queue(draft, "Q", before)
    persistence = draws.one_of(tuple(DestinationPersistence))
    as_defined = (PRIORITY_AS_QUEUE_DEFINITION, PRIORITY_AS_QUEUE_DEFINITION)
    priority = draws.one_of((*as_defined, PRIORITY_AS_APPLICATION, draws.below(10)))
    destination = QueueDestination(queue, persistence, priority)
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, 0 if draws.chance(30) else draft.delay(), 0)
    yield from mode_and_priority(draft, producer)
    yield from send(draft, producer, queue, destination=destination)
    if draws.chance(70):
        opposite = next(mode for mode in DeliveryMode if mode is not before.default_persistence)
        changed = (before.default_priority + 1 + draws.below(9)) % 10
        yield AlterQueue(queue, AttributeChanges(default_persistence=opposite, default_priority=changed))
    if producer.delay:
        yield from watched(draft, queue, draft.now + producer.delay, 0)
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)


def priorities(draft: Draft) -> Steps[None]:
    """Several messages of several priorities, got in order (EX-15, EX-16, HM-24)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, 0, 0)
    for _ in range(draws.between(2, 6)):
        if draws.chance(60):
            yield SetPriority(producer.name, draws.one_of((0, 4, 5, 9)))
        if draws.chance(40):
            producer = yield from retuned(draft, producer, 0, draws.one_of((0, draft.life())))
        yield from send(draft, producer, queue)
    if draws.chance(50):
        yield from passing(draft, draft.life() + 1)
    yield from quiet_look(draft, queue)
    for _ in range(draws.between(1, 7)):
        yield from take(draft, queue)


def crowd(draft: Draft) -> Steps[None]:
    """Many messages with due times out of order, on one queue (DD-10, DD-11, DD-12)."""
    draws = draft.draws
    queue = draft.target() if draws.chance(50) else (yield from new_queue(draft))
    producer = yield from own_producer(draft, queue)
    last = 0
    for _ in range(draws.between(4, 25)):
        if draws.chance(50):
            delay = draft.delay()
            producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
        yield from send(draft, producer, queue)
        last = max(last, draft.now + producer.delay)
        if draws.chance(10):
            yield from look(draft, queue)
    while draft.now < last and draws.chance(90):
        yield from passing(draft, draws.between(1, max(1, last - draft.now)))
        yield from look(draft, queue)
        if draft.left <= 0:
            return


def old_queue_manager(draft: Draft) -> Steps[None]:
    """A queue manager before 8.0 refuses a delay at the setter; 8.0 takes it (DD-17, DD-18)."""
    draws = draft.draws
    manager = draft.name("QMX")
    version = draws.one_of((*_OLD_VERSIONS, Version(8, 0)))
    yield DefineQueueManager(manager, version)
    queue = yield from new_queue(draft, "Q", None, manager)
    session = draft.name("s")
    yield OpenSession(session, queue_manager=manager)
    for delay in (0, draft.delay()):
        producer = Producer(draft.name("p"), producer_api(draft), session, None)
        yield CreateProducer(producer.name, producer.api, session)
        yield SetDeliveryDelay(producer.name, delay)
        if delay and version < Version(8, 0):
            continue
        message = OutgoingMessage(label=draft.name("m"))
        draft.post(message.label, queue, delay, 0, manager)
        yield Send(producer.name, message, addressed(draft, queue))
        yield from look_elsewhere(draft, queue, manager)
        if draft.can(Ability.STAGING_QUEUE):
            yield from look_elsewhere(draft, STAGING_QUEUE, manager)
        yield from until(draft, draft.now + delay + 1)
        yield from look_elsewhere(draft, queue, manager)
        yield Receive(queue, session)


def several_targets(draft: Draft) -> Steps[None]:
    """Several targets share one staging queue (DD-11)."""
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    for _ in range(draft.draws.between(2, 3)):
        name = draft.name("Q")
        draft.see(name)
        yield DefineLocalQueue(name)
        yield from send(draft, producer, name)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
