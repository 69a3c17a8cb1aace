"""Episodes of messages that have all that a message can have, and of many at once, on every kind of way.

An episode is a generator of commands about one subject (`cases`). A way leads from the name that is sent to
to the queue at its end: an alias, a remote queue, a clustered one, a restart, a failure that passes or does
not, a topic. What is asked of a message on a way to another queue manager is nothing that could be reported
from there.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    Commit,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    GetMode,
    MqGet,
    QueueAttributes,
    Rollback,
    SetDeadLetterQueue,
    SetDeliveryMode,
    StartChannel,
    Usage,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

from .audience import gathered, new_publisher, new_topic, publish, receive_all
from .calls import (
    PUT_ENABLED,
    PUT_INHIBITED,
    look_elsewhere,
    mode_and_priority,
    put,
    quiet_look,
    retuned,
    send,
    take,
)
from .draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    together,
    transacted_session,
    until,
)
from .dress import outgoing
from .names import new_alias
from .staging import down_for

_HOURS: Final = 7_200_000
"""Ms: two of them, within which failed work is tried again."""

_QUIET: Final[tuple[int, ...]] = (
    *(Report.PAN | Report.NAN, Report.ACTIVITY, Report.PAN | Report.NAN | Report.ACTIVITY),
    *(Report.EXCEPTION_WITH_FULL_DATA, Report.EXCEPTION | Report.PASS_CORREL_ID, Report.DISCARD_MSG),
)
"""Options on which nothing follows where all goes well."""

_LONG: Final = "1234567890" * 30


def furnished(draft: Draft, options: tuple[int, ...] = _QUIET) -> OutgoingMessage:
    """A new message with header fields of every kind, and mostly with some of these report options."""
    message = outgoing(draft)
    if draft.can(Ability.APPLICATION_HEADERS) and draft.draws.chance(15):
        message = replace(message, jms_type=_LONG)
    if message.correlation_text is not None and draft.draws.chance(30):
        message = replace(message, correlation_text=_LONG)
    if message.reply_to is None or not draft.can(Ability.REPORT_OPTIONS) or not draft.draws.chance(80):
        return message
    return replace(message, report=draft.draws.one_of(options))


class Way(NamedTuple):
    """`name` is sent to, the message comes to `queue` of `queue_manager`.

    `meanwhile` and `afterwards` happen during the delay and when it is over.
    """

    name: str
    queue: str
    queue_manager: str = DEFAULT_QUEUE_MANAGER
    meanwhile: tuple[Command, ...] = ()
    afterwards: tuple[Command, ...] = ()
    restarts: bool = False


# --- ways ----------------------------------------------------------------------------------------------


def _straight(draft: Draft) -> Steps[Way]:
    queue = yield from new_queue(draft)
    return Way(queue, queue)


def _alias(draft: Draft) -> Steps[Way]:
    name, queue = yield from new_alias(draft)
    return Way(name, queue)


def _remote(draft: Draft) -> Steps[Way]:
    manager, name = draft.name("QMR"), draft.name("RQ")
    yield DefineQueueManager(manager)
    queue = yield from new_queue(draft, "Q", None, manager)
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    draft.gone[name] = None
    yield DefineRemoteQueue(name, queue, manager, transmission)
    return Way(name, queue, manager, afterwards=(StartChannel(transmission),))


def _clustered(draft: Draft) -> Steps[Way]:
    cluster, manager, queue = draft.name("CLUSTER"), draft.name("CQM"), draft.name("CQ")
    draft.see(queue, manager)
    attributes = QueueAttributes(cluster=cluster, default_binding=DefaultBinding.NOT_FIXED)
    yield (
        JoinCluster(cluster),
        DefineQueueManager(manager),
        JoinCluster(cluster, manager),
        DefineLocalQueue(queue, attributes, manager),
    )
    return Way(queue, queue, manager)


def _restarted(draft: Draft) -> Steps[Way]:
    queue = yield from new_queue(draft)
    return Way(queue, queue, restarts=True)


def _failing_once(draft: Draft) -> Steps[Way]:
    queue = yield from new_queue(draft)
    meanwhile = (AlterQueue(queue, PUT_INHIBITED), SetDeadLetterQueue(None))
    return Way(queue, queue, DEFAULT_QUEUE_MANAGER, meanwhile, (AlterQueue(queue, PUT_ENABLED),))


def _dead_lettered(draft: Draft) -> Steps[Way]:
    queue = yield from new_queue(draft)
    dead_letters = yield from new_queue(draft, "D")
    meanwhile = (AlterQueue(queue, PUT_INHIBITED), SetDeadLetterQueue(dead_letters))
    return Way(queue, dead_letters, DEFAULT_QUEUE_MANAGER, meanwhile)


_FURTHER: Final = Ability.OTHER_QUEUE_MANAGERS
_WAYS: Final[tuple[tuple[Callable[[Draft], Steps[Way]], frozenset[Ability]], ...]] = (
    (_straight, frozenset()),
    (_alias, frozenset({Ability.ALIAS_QUEUES})),
    (_remote, frozenset({_FURTHER, Ability.REMOTE_QUEUES})),
    (_clustered, frozenset({_FURTHER, Ability.CLUSTERS, Ability.DEFAULT_BINDING})),
    (_restarted, frozenset({Ability.RESTART})),
    (_failing_once, frozenset({Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE})),
    (_dead_lettered, frozenset({Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE})),
)


# --- episodes ------------------------------------------------------------------------------------------


def whole_on_its_way(draft: Draft) -> Steps[None]:
    """A delayed message arrives with all that it was sent with, whatever the way (X-02, X-03, X-06, X-42)."""
    draws = draft.draws
    begin, _ = draws.one_of(tuple(row for row in _WAYS if draft.can(*row[1])))
    way = yield from begin(draft)
    producer = yield from own_producer(draft, None)
    delay = draft.delay()
    life = delay + draws.one_of((20_042, 60_000, 3_600_000)) if draws.chance(60) else 0
    producer = yield from retuned(draft, producer, delay, life)
    yield from mode_and_priority(draft, producer)
    if way.restarts:
        yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    sent = [together(send(draft, producer, way.name, furnished(draft)))]
    if draws.chance(40):
        sent.append(together(send(draft, producer, way.name, OutgoingMessage(draft.name("m")))))
    yield (*(command for one in sent for command in one), *way.meanwhile)
    due = draft.now + delay
    if way.restarts:
        yield from down_for(draft, draws.one_of((0, delay // 2, delay + 1)))
    elif draws.chance(50):
        yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + draws.one_of((1, 100, 1000, 5000)))
    if way.afterwards:
        yield way.afterwards
        yield from passing(draft, _HOURS if way.meanwhile else 1000)
    for _ in range(2):
        yield from look_elsewhere(draft, way.queue, way.queue_manager)
    if way.queue_manager == DEFAULT_QUEUE_MANAGER:
        yield from take(draft, way.queue)


def whole_publication(draft: Draft) -> Steps[None]:
    """The same of a publication (HM-48, DD-130)."""
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic, 2)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    life = delay + draft.draws.one_of((20_042, 60_000)) if draft.draws.chance(50) else 0
    options = (*_QUIET, *((Report.COA | Report.COD, Report.COD_WITH_FULL_DATA) * 3))
    yield from publish(draft, publisher, furnished(draft, options), delay, life)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_all(draft, audience)
    yield from receive_all(draft, audience)


def rolled_back_behind_a_commit(draft: Draft) -> Steps[None]:
    """A rollback ends the unit of work that is open, and nothing that was committed before (DD-44, X-54)."""
    queue = yield from new_queue(draft)
    session = yield from transacted_session(draft)
    producer = yield from own_producer(draft, queue, session)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    first = together(send(draft, producer, queue))
    second = together(send(draft, producer, queue))
    draft.units.pop(Unit(UnitKind.SESSION, session), None)
    yield (*first, Commit(session), *second, Rollback(session))
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, queue)


_MANY: Final = (11, 12, 17, 21)


def many_at_once(draft: Draft) -> Steps[None]:
    """More messages than any table of ten holds: staged, over a restart, delivered, discarded by one get.

    (DD-10, DD-12, X-54, X-45; EX-12, EX-15.)
    """
    draws = draft.draws
    many = draws.one_of(_MANY) if draft.virtual else _MANY[0]
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, None)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    bare = (OutgoingMessage(draft.name("m")) for _ in range(many))
    yield tuple(command for one in bare for command in together(send(draft, producer, queue, one)))
    due = draft.now + delay
    yield from quiet_look(draft, STAGING_QUEUE)
    if draft.can(Ability.RESTART) and draws.chance(50):
        yield from down_for(draft, draws.one_of((0, delay + 1)))
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)


def many_over(draft: Draft) -> Steps[None]:
    """One get discards all that is over ahead of what is not, however many (EX-12, EX-15, EX-21)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    ends = draws.between(1, 10)
    for _ in range(draws.one_of((1, 2, 6, 12))):
        yield from put(draft, queue, ends, None, 4)
    yield from put(draft, queue, draws.one_of((-1, 600)), None, 4)
    yield from passing(draft, draws.one_of((ends * 100 + 1, 3000)))
    mode = GetMode.DESTRUCTIVE if draws.chance(60) else GetMode.BROWSE_FIRST
    yield MqGet(queue, mode, connection=draft.connection())
    yield from quiet_look(draft, queue)
