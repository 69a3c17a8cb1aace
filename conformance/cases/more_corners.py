"""Episodes of corners: long delays, reports that go elsewhere, other recalls, ends of sessions and restarts.

An episode is a generator of commands about one subject (`cases`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    DefineAliasQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    EndQueueManager,
    GetMode,
    MatchCorrelationId,
    MqGet,
    OpenSession,
    QueueAttributes,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    StartChannel,
    StartQueueManager,
    Switch,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

from .calls import (
    DELIVERY_MODES,
    PUT_ENABLED,
    PUT_INHIBITED,
    get,
    look_elsewhere,
    put,
    quiet_look,
    retuned,
    send,
    take,
)
from .draft import Draft, Steps, Unit, UnitKind, addressed, new_queue, own_producer, passing, together, until
from .staging import down_for
from .unusable import deleted

_HOURS: Final = 7_200_000
"""Ms: two of them, within which failed work is tried again."""

_LONGEST: Final = (3_155_760_000_000, 9_467_280_000_000)
"""Ms: one century, and three, which are more nanoseconds than 64 bits hold."""

_CONFIRMATIONS: Final = (0, Report.COA, Report.COD, Report.COA | Report.COD)
_LAST: Final = 50
"""Ms before an end."""

_PASSED: Final = (Report.PASS_CORREL_ID, Report.PASS_MSG_ID, Report.PASS_CORREL_ID | Report.PASS_MSG_ID)
_DISPOSALS: Final = (0, Report.DISCARD_MSG)


# --- long delays ---------------------------------------------------------------------------------------


def never_due(draft: Draft) -> Steps[None]:
    """A delay of centuries: no reckoning makes it be over, nor its message confirmed (DD-01, DD-05, X-32)."""
    queue = yield from new_queue(draft)
    reply = yield from new_queue(draft, "R")
    message = OutgoingMessage(draft.name("m"))
    if draft.can(Ability.REPORT_OPTIONS):
        message = replace(message, report=int(draft.draws.one_of(_CONFIRMATIONS)), reply_to=reply)
    producer = yield from own_producer(draft, queue)
    if producer.session in draft.transacted:
        draft.units[Unit(UnitKind.SESSION, producer.session)] = None
    yield SetDeliveryDelay(producer.name, draft.draws.one_of(_LONGEST))
    yield Send(producer.name, message, None if producer.destination else addressed(draft, queue))
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, reply)
    yield from quiet_look(draft, STAGING_QUEUE)


# --- failures ----------------------------------------------------------------------------------------


def reported_elsewhere(draft: Draft) -> Steps[None]:
    """A report goes where its reply-to name leads, with the ids that were asked for (X-21, X-22, DD-101)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    name, place = (queue, queue) if draws.chance(15) else (yield from _leading_on(draft))
    options = Report.EXCEPTION | draws.one_of(_DISPOSALS)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
    yield from send(draft, producer, queue, _reported_to(draft, name, options))
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, place)
    yield from take(draft, place)


def expired_elsewhere(draft: Draft) -> Steps[None]:
    """As `reported_elsewhere`, of a message that expires, staged or not (EX-21, DD-82, X-12, X-22)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    name, place = yield from _leading_on(draft)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay() if draft.can(Ability.DELIVERY_DELAY) and draws.chance(50) else 0
    producer = yield from retuned(draft, producer, delay, delay + draws.between(1, 5) * 1000)
    yield from send(draft, producer, queue, _reported_to(draft, name, Report.EXPIRATION))
    if delay and draft.can(Ability.PUT_INHIBIT):
        yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, draft.now + producer.life + 1000)
    yield from take(draft, queue)
    yield from quiet_look(draft, place)
    yield from take(draft, place)


def _leading_on(draft: Draft) -> Steps[tuple[str, str]]:
    """A name to reply to, and the queue it leads to: itself, one behind an alias, a transmission queue."""
    draws = draft.draws
    if draft.can(Ability.REMOTE_QUEUES, Ability.OTHER_QUEUE_MANAGERS) and draws.chance(40):
        manager, name = draft.name("QMR"), draft.name("RA")
        yield DefineQueueManager(manager)
        target = yield from new_queue(draft, "R", None, manager)
        place = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
        yield DefineRemoteQueue(name, target, manager, place)
        draft.gone[name] = None
        return name, place
    reply = yield from new_queue(draft, "R")
    if not draft.can(Ability.ALIAS_QUEUES) or draws.chance(40):
        return reply, reply
    name = draft.name("RA")
    yield DefineAliasQueue(name, reply)
    draft.gone[name] = None
    return name, reply


def _reported_to(draft: Draft, name: str, options: int) -> OutgoingMessage:
    """A message with a correlation id, of which these options and some that pass ids on are asked."""
    report = int(options | draft.draws.one_of(_PASSED))
    correlation = f"{draft.draws.below(1 << 63):048x}"
    return OutgoingMessage(draft.name("m"), report=report, reply_to=name, correlation_id=correlation)


def short_dead_letter_queue(draft: Draft) -> Steps[None]:
    """The dead-letter queue takes nothing of that length, so the message is kept (DD-99)."""
    queue = yield from new_queue(draft)
    dead_letters = yield from new_queue(draft, "D", QueueAttributes(max_message_length=0))
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield SetDeliveryMode(producer.name, draft.draws.one_of(DELIVERY_MODES))
    yield from send(draft, producer, queue)
    yield (SetDeadLetterQueue(dead_letters), AlterQueue(queue, PUT_INHIBITED))
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from quiet_look(draft, dead_letters)
    yield AlterQueue(queue, PUT_ENABLED)


def defined_by_then(draft: Draft) -> Steps[None]:
    """A later attempt, or a new meaning of the name, changes nothing of what was put (DD-77, DD-78)."""
    queue = yield from new_queue(draft, "Q", QueueAttributes(default_priority=draft.draws.below(5)))
    destination = QueueDestination(
        queue, DestinationPersistence.QUEUE_DEFINITION, PRIORITY_AS_QUEUE_DEFINITION
    )
    producer = yield from own_producer(draft, None)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    sent = together(send(draft, producer, queue, destination=destination))
    due = draft.now + delay
    later = QueueAttributes(
        default_priority=draft.draws.between(5, 9), default_persistence=DeliveryMode.PERSISTENT
    )
    if draft.can(Ability.ALIAS_QUEUES, Ability.DELETE_QUEUE) and draft.draws.chance(50):
        other = yield from new_queue(draft, "N", later)
        yield (*sent, *deleted(draft, queue), DefineAliasQueue(queue, other))
        yield from until(draft, due + 1)
        yield from quiet_look(draft, other)
        yield from take(draft, other)
    elif draft.can(Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE):
        changes = AttributeChanges(
            put=Switch.DISABLED,
            default_priority=later.default_priority,
            default_persistence=later.default_persistence,
        )
        yield (*sent, SetDeadLetterQueue(queue), AlterQueue(queue, changes))
        yield from until(draft, due + 1)
        yield AlterQueue(queue, PUT_ENABLED)
        yield from passing(draft, _HOURS)
        yield from quiet_look(draft, queue)
        yield from take(draft, queue)


# --- the staging queue -------------------------------------------------------------------------------


def recalled_otherwise(draft: Draft) -> Steps[None]:
    """A staged message is got under the cursor, as the first one, or by a receive (DD-61)."""
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    label = yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    found = MatchCorrelationId(label)
    connection = draft.connection()
    match draft.draws.below(3):
        case 0:
            browse = MqGet(STAGING_QUEUE, GetMode.BROWSE_FIRST, found, Syncpoint.OUTSIDE, connection)
            yield (browse, get(draft, STAGING_QUEUE, GetMode.UNDER_CURSOR))
        case 1:
            yield get(draft, STAGING_QUEUE, GetMode.DESTRUCTIVE)
        case _:
            yield Receive(STAGING_QUEUE, draft.reader())
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)


def recalled_at_the_end(draft: Draft) -> Steps[None]:
    """A recall is open when the queue manager ends (X-45, DD-61)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    label = yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    connection = draft.connection()
    draft.units[Unit(UnitKind.CONNECTION, connection)] = None
    match = MatchCorrelationId(label)
    yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, match, Syncpoint.WITHIN, connection)
    yield from down_for(draft, draft.draws.one_of((0, due - draft.now + 1)))
    yield from until(draft, due + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from quiet_look(draft, queue)


def session_closed(draft: Draft) -> Steps[None]:
    """A session is closed, by being opened anew, while its message is staged (DD-12)."""
    queue = draft.target()
    session = draft.name("s")
    yield OpenSession(session)
    producer = yield from own_producer(draft, None, session)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    yield OpenSession(session)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)


# --- other queue managers, and the end of a life -------------------------------------------------------


def partner_restarted(draft: Draft) -> Steps[None]:
    """Another queue manager ends and starts while a message for it, and others, are staged (DD-10, DD-12)."""
    manager = draft.name("QMR")
    yield DefineQueueManager(manager)
    target = yield from new_queue(draft, "Q", None, manager)
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    remote = draft.name("RQ")
    draft.gone[remote] = None
    yield DefineRemoteQueue(remote, target, manager, transmission)
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, remote)
    yield (EndQueueManager(manager), StartQueueManager(manager))
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, transmission)
    yield StartChannel(transmission)
    yield from passing(draft, 1000)
    yield from look_elsewhere(draft, target, manager)


def last_tenth_under_the_cursor(draft: Draft) -> Steps[None]:
    """What is got under the cursor shows no 0 shortly before its end (EX-19)."""
    queue = yield from new_queue(draft)
    expiry = draft.draws.one_of((10, 20, 100))
    yield from put(draft, queue, expiry)
    end = draft.now + expiry * 100
    yield get(draft, queue, GetMode.BROWSE_FIRST)
    yield from until(draft, end - _LAST)
    yield get(draft, queue, GetMode.UNDER_CURSOR)
