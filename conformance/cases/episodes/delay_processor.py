"""Episodes of the delivery delay processor on z/OS: what stops and starts it, and the staging queue it needs.

Each episode has a queue manager of its own, and sessions of its own there. What a queue manager that is down
could be asked for is asked of another one, in one run of commands, so that no other episode comes in between.
Left out: shared queues (`shared_queues`), OPMODE and migration (`versions_of_zos`).
"""

from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    addressed,
    passing,
    producer_api,
    together,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, PUT_INHIBITED, perhaps_a_life
from mqtck.conformance.cases.vocabulary.header_fields import DELIVERY_MODES
from mqtck.conformance.cases.vocabulary.looks import shown
from mqtck.conformance.cases.vocabulary.queue_managers import (
    Home,
    count_there,
    define_staging_queue,
    look_there,
    new_home,
    new_manager,
    new_queue_there,
    send_there,
)
from mqtck.conformance.cases.vocabulary.report_options import EXPIRATION_BESIDE_OTHERS, NO_EXPIRATION
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    AlterQueue,
    AttributeChanges,
    Commit,
    CreateProducer,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    GetMode,
    MatchCorrelationId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
    Switch,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import (
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)
from mqtck.reference.vocabulary.zos import ReadSampleDefinition

_AFTER: Final = (1101, 2000)
"""Ms after which a life is over on every clock."""

_HALTS: Final = (
    (PUT_INHIBITED, PUT_ENABLED),
    (AttributeChanges(get=Switch.DISABLED), AttributeChanges(get=Switch.ENABLED)),
)
_FOUR_SECONDS: Final = 4000


def _altered(draft: Draft, manager: str, put: Switch | None = None, get: Switch | None = None) -> Steps[None]:
    if draft.can(Ability.PUT_INHIBIT):
        yield AlterQueue(STAGING_QUEUE, AttributeChanges(put=put, get=get), manager)


def _toggled(draft: Draft, manager: str) -> Steps[None]:
    """PUT from ENABLED to DISABLED and back."""
    yield from _altered(draft, manager, put=Switch.DISABLED)
    yield from _altered(draft, manager, put=Switch.ENABLED)


def _restarted(draft: Draft, home: Home) -> Steps[Home]:
    """End and start, perhaps a while later; sessions and connections are opened anew."""
    down = draft.pause() if draft.draws.chance(40) else 0
    outage = together(passing(draft, down))
    yield (EndQueueManager(home.queue_manager), *outage, StartQueueManager(home.queue_manager))
    return (yield from new_home(draft, home.queue_manager))


def _event(draft: Draft, home: Home) -> Steps[Home]:
    """One thing that may stop or start the processor."""
    manager = home.queue_manager
    kinds = ["get off", "get on", "get off", "get on", "put off", "put on", "toggle"]
    if draft.can(Ability.PROCESSOR_FAULTS):
        kinds += ["error", "error"]
    if draft.can(Ability.RESTART):
        kinds.append("restart")
    match draft.draws.one_of(kinds):
        case "get off":
            yield from _altered(draft, manager, get=Switch.DISABLED)
        case "get on":
            yield from _altered(draft, manager, get=Switch.ENABLED)
        case "put off":
            yield from _altered(draft, manager, put=Switch.DISABLED)
        case "put on":
            yield from _altered(draft, manager, put=Switch.ENABLED)
        case "toggle":
            yield from _toggled(draft, manager)
        case "error":
            yield FailDelayProcessor(manager)
        case _:
            return (yield from _restarted(draft, home))
    return home


def processor_stopped_and_started(draft: Draft) -> Steps[None]:
    """Sends, and what stops and starts the processor, around the due times (DD-86 to DD-94)."""
    draws = draft.draws
    manager = yield from new_manager(draft)
    yield from define_staging_queue(draft, manager)
    home = yield from new_home(draft, manager)
    queue = yield from new_queue_there(draft, manager)
    delay = draft.delay()
    due = draft.now + delay
    yield from send_there(
        draft, home, queue, delay, perhaps_a_life(draft, delay), draws.one_of(DELIVERY_MODES)
    )
    for _ in range(draws.between(1, 3)):
        home = yield from _event(draft, home)
        if draws.chance(50):
            yield from until(draft, due + draft.offset())
        if draws.chance(40):
            yield from count_there(draft, home, draws.one_of((queue, STAGING_QUEUE)))
        if draws.chance(25):
            yield from send_there(draft, home, queue, delay, 0, DeliveryMode.PERSISTENT)
    yield from until(draft, max(due, draft.now) + 1)
    yield from count_there(draft, home, STAGING_QUEUE)
    yield from look_there(draft, home, queue)
    yield from _toggled(draft, manager)
    yield from _altered(draft, manager, get=Switch.ENABLED)
    yield from passing(draft, 1)
    yield from look_there(draft, home, queue)
    yield from count_there(draft, home, STAGING_QUEUE)


def processor_stopped_once(draft: Draft) -> Steps[None]:
    """One way to stop the processor, a look past the due time, and the documented way to start it."""
    draws = draft.draws
    manager = yield from new_manager(draft)
    yield from define_staging_queue(draft, manager)
    home = yield from new_home(draft, manager)
    queue = yield from new_queue_there(draft, manager)
    delay = draft.delay()
    yield from send_there(draft, home, queue, delay, 0, DeliveryMode.PERSISTENT)
    due = draft.now + delay
    ways = ["get", "put"] + ["error"] * draft.can(Ability.PROCESSOR_FAULTS)
    way = draws.one_of(ways)
    match way:
        case "get":
            yield from _altered(draft, manager, get=Switch.DISABLED)
        case "put":
            yield from _altered(draft, manager, put=Switch.DISABLED)
            if draws.chance(50):
                yield from send_there(draft, home, queue, delay)
        case _:
            yield FailDelayProcessor(manager)
    # Where it starts again in time, nothing comes early.
    yield from until(draft, due + draws.one_of((1000, 1000, -1, -1000)))
    yield from count_there(draft, home, STAGING_QUEUE)
    yield from look_there(draft, home, queue)
    restarts = draft.can(Ability.RESTART) and way != "put" and draws.chance(30)
    if restarts:
        home = yield from _restarted(draft, home)
    if way == "get":
        yield from _altered(draft, manager, get=Switch.ENABLED)
    elif restarts:
        yield from count_there(draft, home, STAGING_QUEUE)
    else:
        if way == "error":
            yield from _altered(draft, manager, put=Switch.DISABLED)
            yield from count_there(draft, home, STAGING_QUEUE)
        yield from _altered(draft, manager, put=Switch.ENABLED)
    yield from passing(draft, 1)
    yield from look_there(draft, home, queue)
    yield from until(draft, due + 1)
    yield from look_there(draft, home, queue)
    yield from count_there(draft, home, STAGING_QUEUE)


def restarted_in_time(draft: Draft) -> Steps[None]:
    """The queue manager is restarted during a delay, or over its end (DD-86, DD-87)."""
    manager = yield from new_manager(draft)
    yield from define_staging_queue(draft, manager)
    home = yield from new_home(draft, manager)
    queue = yield from new_queue_there(draft, manager)
    delay = draft.delay()
    yield from send_there(draft, home, queue, delay, 0, DeliveryMode.PERSISTENT)
    due = draft.now + delay
    home = yield from _restarted(draft, home)
    yield from until(draft, due + draft.offset())
    yield from count_there(draft, home, queue)
    yield from until(draft, max(draft.now, due) + 1)
    yield from look_there(draft, home, queue)


def _sent_in_unit(draft: Draft, manager: str, queue: str, delay: int) -> Steps[None]:
    session = draft.name("zt")
    yield OpenSession(session, Acknowledgement.TRANSACTED, queue_manager=manager)
    yield from send_there(draft, Home(manager, session, ""), queue, delay)
    yield Commit(session)


def missing_staging_queue(draft: Draft) -> Steps[None]:
    """Sends before the staging queue is defined and after (DD-56, DD-88, DD-91)."""
    draws = draft.draws
    manager = yield from new_manager(draft)
    home = yield from new_home(draft, manager)
    queue = yield from new_queue_there(draft, manager)
    delay = draft.delay()
    if draws.chance(40):
        yield from define_staging_queue(draft, manager)
        if draft.can(Ability.DELETE_QUEUE):
            yield DeleteQueue(STAGING_QUEUE, manager)
    else:
        yield from send_there(draft, home, queue, delay)
        if draft.can(Ability.TRANSACTIONS) and draws.chance(40):
            yield from _sent_in_unit(draft, manager, queue, delay)
    yield from send_there(draft, home, queue, 0)
    yield from passing(draft, draws.one_of((0, 1, 1000)))
    yield from look_there(draft, home, queue)
    yield from define_staging_queue(draft, manager)
    yield from send_there(draft, home, queue, delay)
    due = draft.now + delay
    yield from count_there(draft, home, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from look_there(draft, home, queue)
    yield from count_there(draft, home, STAGING_QUEUE)


def recalled_on_zos(draft: Draft) -> Steps[None]:
    """A staged message is got back through a connection to its queue manager (DD-61)."""
    manager = yield from new_manager(draft)
    yield from define_staging_queue(draft, manager)
    home = yield from new_home(draft, manager)
    queue = yield from new_queue_there(draft, manager)
    delay = draft.delay()
    label = yield from send_there(draft, home, queue, delay)
    due = draft.now + delay
    match = MatchCorrelationId(label)
    yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, match, connection=home.connection)
    yield MqPut(queue, OutgoingMessage(put := draft.name("m")), connection=home.connection)
    draft.post(put, queue, 0, 0, manager)
    yield from until(draft, due + 1)
    yield from look_there(draft, home, queue)
    yield from count_there(draft, home, STAGING_QUEUE)


def sample_staging_queue(draft: Draft) -> Steps[None]:
    """The supplied definition (DD-62, DD-63, DD-65)."""
    if draft.profile.platform is Platform.ZOS and draft.draws.chance(50):
        yield ReadSampleDefinition()
        return
    manager = yield from new_manager(draft)
    yield ReadSampleDefinition(queue_manager=manager)


@undisturbed
def recalled_when_expired(draft: Draft) -> Steps[None]:
    """A unit of work that finds what is over while no processor works discards it at once (EX-38, X-46)."""
    draws = draft.draws
    manager = yield from new_manager(draft)
    yield from define_staging_queue(draft, manager)
    home = yield from new_home(draft, manager)
    queue = yield from new_queue_there(draft, manager)
    replies = yield from new_queue_there(draft, manager)
    producer, label, delay = draft.name("zp"), draft.name("m"), draft.delay()
    life = delay + draws.one_of((1000, 3000))
    report = int(draws.one_of((Report.EXPIRATION, *EXPIRATION_BESIDE_OTHERS, *NO_EXPIRATION)))
    message = OutgoingMessage(label, report=report, reply_to=replies)
    draft.post(label, queue, delay, life, manager)
    yield (
        CreateProducer(producer, producer_api(draft), home.session),
        *(SetDeliveryDelay(producer, delay), SetTimeToLive(producer, life)),
        Send(producer, message, addressed(draft, queue)),
        AlterQueue(STAGING_QUEUE, PUT_INHIBITED, manager),
    )
    yield from passing(draft, life + draws.one_of(_AFTER))
    yield MqGet(STAGING_QUEUE, syncpoint=Syncpoint.WITHIN, connection=home.connection)
    for place in (STAGING_QUEUE, replies):
        yield from count_there(draft, home, place)
    yield MqCommit(home.connection) if draws.chance(30) else MqBackout(home.connection)
    for place in (STAGING_QUEUE, replies):
        yield from count_there(draft, home, place)


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


def _nobody() -> Steps[str]:
    yield from ()
    return ""


@undisturbed
def processor_halted_for_a_while(draft: Draft) -> Steps[None]:
    """Of all that is staged nothing is forgotten, and nothing recalled comes back (DD-61, DD-92 to DD-94)."""
    draws = draft.draws
    manager = yield from new_manager(draft)
    yield from define_staging_queue(draft, manager)
    home = yield from new_home(draft, manager)
    queue = yield from new_queue_there(draft, manager)
    delay = max(draft.delay(), 1000)
    mode = DeliveryMode.PERSISTENT
    labels = []
    for after in (delay, delay, delay + _FOUR_SECONDS)[: draws.between(1, 3)]:
        label = yield from send_there(draft, home, queue, after, 0, mode)
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
    yield from until(draft, due + _FOUR_SECONDS + 1)
    yield from shown(draft, queue, manager)
    yield from shown(draft, STAGING_QUEUE, manager)
    if listener:
        yield ReceivePublication(listener, 0 if draft.virtual else 300)
    yield from look_there(draft, home, queue)
