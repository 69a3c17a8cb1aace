"""Episodes of what has been used before: filled and emptied, altered in between, a second of each.

What is wrong with the second time, or with what a first one has left behind, shows nowhere else: counts that
miss a way in which messages go, attributes read once, definitions that went and came again, units of work of
more than two messages. An episode is a generator of commands about one subject (`cases`).
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    DefineLocalQueue,
    DeleteQueue,
    DepthTrigger,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    QueueAttributes,
    ReadDepth,
    SetDeadLetterQueue,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor

from .audience import gathered, leave, new_publisher, new_topic, publish, receive_all
from .calls import PUT_ENABLED, PUT_INHIBITED, counted, get, put, quiet_look, receive, retuned, send, take
from .draft import Draft, Steps, Unit, UnitKind, new_queue, own_producer, passing, undisturbed, until

_LONG: Final = 400
_LATER: Final = 60_000
_SHORT_LIFE: Final = 20
"""Tenths of a second."""

_OVER: Final = 2001
"""Ms after which such a life is over."""

_ASKING: Final = (
    *(Report.EXCEPTION, Report.EXCEPTION | Report.DISCARD_MSG, Report.EXCEPTION_WITH_FULL_DATA),
    Report.EXCEPTION | Report.PASS_MSG_ID | Report.PASS_DISCARD_AND_EXPIRY,
    Report.EXCEPTION | Report.PASS_CORREL_ID | Report.PASS_DISCARD_AND_EXPIRY | Report.DISCARD_MSG,
)
_CORRELATED: Final = "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"


# --- filled and emptied --------------------------------------------------------------------------------


def _by_id(draft: Draft, queue: str, label: str) -> tuple[Command, ...]:
    return (get(draft, queue, GetMode.DESTRUCTIVE, match=MatchMessageId(label)),)


def _under_cursor(draft: Draft, queue: str, _: str) -> tuple[Command, ...]:
    first = draft.draws.one_of((GetMode.BROWSE_FIRST, GetMode.BROWSE_FIRST_AND_LOCK))
    return (get(draft, queue, first), get(draft, queue, GetMode.UNDER_CURSOR))


def _committed(draft: Draft, queue: str, _: str) -> tuple[Command, ...]:
    """Over a connection of its own, whose unit of work nobody else has a part in."""
    connection = draft.name("ac")
    taken = MqGet(queue, GetMode.DESTRUCTIVE, None, Syncpoint.WITHIN, connection)
    return (taken, MqCommit(connection))


def _put_back(draft: Draft, queue: str, _: str) -> tuple[Command, ...]:
    connection = draft.name("ac")
    taken = MqGet(queue, GetMode.DESTRUCTIVE, None, Syncpoint.WITHIN, connection)
    return (taken, MqBackout(connection)) * draft.draws.between(1, 2)


def _backed_out(draft: Draft, queue: str, _: str) -> tuple[Command, ...]:
    """A put more, which never was."""
    connection = draft.name("ac")
    label = draft.name("m")
    draft.post(label, queue, 0, 0)
    message = OutgoingMessage(label)
    return (
        MqGet(queue, connection=draft.connection()),
        MqPut(queue, message, PutDescriptor(), Syncpoint.WITHIN, connection),
        MqBackout(connection),
    )


def _received(draft: Draft, queue: str, _: str) -> tuple[Command, ...]:
    return (receive(draft, queue, draft.reader()),)


_WAYS: Final[tuple[Callable[[Draft, str, str], tuple[Command, ...]], ...]] = (
    *(_by_id, _under_cursor, _committed, _put_back, _backed_out),
)


@undisturbed
def filled_and_emptied(draft: Draft) -> Steps[None]:
    """A queue with room for two is filled again when one has gone, whichever way (EX-35)."""
    draws = draft.draws
    queue = yield from new_queue(draft, "L", QueueAttributes(max_depth=2))
    over = draws.chance(40)
    label = yield from put(draft, queue, _SHORT_LIFE if over else UNLIMITED, None, 4)
    ways = (*_WAYS, _received) if draft.can(Ability.JMS) else _WAYS
    if over and draws.chance(50):
        yield from passing(draft, _OVER)
        yield from _seen_to_be_over(draft, queue)
    elif over:
        yield get(draft, queue, GetMode.BROWSE_FIRST_AND_LOCK)
        yield from passing(draft, _OVER)
        yield get(draft, queue, GetMode.UNDER_CURSOR)
    else:
        yield draws.one_of(ways)(draft, queue, label)
    yield from counted(draft, queue)
    for _ in range(3):
        yield from put(draft, queue, UNLIMITED, OutgoingMessage(draft.name("m")), 4)
    yield from counted(draft, queue)


def _seen_to_be_over(draft: Draft, queue: str) -> Steps[None]:
    """A look that discards, in a unit of work or not."""
    if draft.draws.chance(40):
        connection = draft.name("ac")
        found = MqGet(queue, GetMode.DESTRUCTIVE, None, Syncpoint.WITHIN, connection)
        yield (found, MqCommit(connection) if draft.draws.chance(50) else MqBackout(connection))
    elif draft.draws.chance(50):
        yield get(draft, queue, GetMode.BROWSE_FIRST)
    else:
        yield from quiet_look(draft, queue)


# --- altered in between --------------------------------------------------------------------------------


def limits_altered(draft: Draft) -> Steps[None]:
    """What a queue allows is asked anew for each message, sent or delivered (DD-111, DD-114)."""
    draws = draft.draws
    dead_letters = yield from new_queue(draft, "D")
    queue = yield from new_queue(draft, "L")
    if draft.can(Ability.DEAD_LETTER_QUEUE):
        yield SetDeadLetterQueue(dead_letters if draws.chance(70) else None)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    strict, generous = draws.one_of(
        (
            (AttributeChanges(max_message_length=50), AttributeChanges(max_message_length=5000)),
            (AttributeChanges(max_depth=0), AttributeChanges(max_depth=5000)),
        )
    )
    limited = draws.one_of((queue, queue, dead_letters))
    for changes in draws.one_of(((generous, strict, generous), (strict, generous, strict))):
        altered_first = draws.chance(50)
        if altered_first:
            yield AlterQueue(limited, changes)
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), _LONG))
        due = draft.now + producer.delay
        if not altered_first:
            yield AlterQueue(limited, changes)
        if limited == dead_letters:
            yield AlterQueue(queue, AttributeChanges(max_message_length=50))
        yield from until(draft, due + 1)
        if limited == dead_letters:
            yield AlterQueue(queue, AttributeChanges(max_message_length=5000))
        for place in (queue, dead_letters, STAGING_QUEUE):
            yield from quiet_look(draft, place)


def defined_anew(draft: Draft) -> Steps[None]:
    """A queue goes that was used for something, and another of its name comes (DD-49, DD-98, X-22)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    dead_letters = yield from new_queue(draft, "D")
    replies = yield from new_queue(draft, "Y")
    yield SetDeadLetterQueue(dead_letters)
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    fails = draws.chance(60)
    anew = draws.one_of((dead_letters, replies)) if fails else queue
    options = draws.one_of(_ASKING)
    if anew == dead_letters:
        options &= ~Report.DISCARD_MSG
    for _ in range(2):
        asked = OutgoingMessage(draft.name("m"), report=options, reply_to=replies)
        yield from send(draft, producer, queue, replace(asked, correlation_id=_CORRELATED))
        due = draft.now + producer.delay
        if fails:
            yield AlterQueue(queue, PUT_INHIBITED)
        yield from until(draft, due + 1)
        for place in (queue, dead_letters, replies):
            yield from quiet_look(draft, place)
        for _ in range(2):
            yield MqGet(anew, connection=draft.connection())
        yield (DeleteQueue(anew), DefineLocalQueue(anew), AlterQueue(queue, PUT_ENABLED))


def not_triggered(draft: Draft) -> Steps[None]:
    """A message triggers its target when it arrives there, and not where it does not (X-39)."""
    draws = draft.draws
    initiation = yield from new_queue(draft, "I")
    queue = yield from new_queue(draft, "T", QueueAttributes(trigger=DepthTrigger(1, initiation)))
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, due - draws.one_of((1, 500)))
    yield from quiet_look(draft, initiation)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, initiation)


# --- one of several ------------------------------------------------------------------------------------


@undisturbed
def several_put_back(draft: Draft) -> Steps[None]:
    """A backout puts back all that was got; each put of a unit of work begins a life (EX-23, EX-40)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    within = Syncpoint.WITHIN if draws.chance(60) else Syncpoint.OUTSIDE
    unit = Unit(UnitKind.CONNECTION, draft.connection())
    alone = unit not in draft.units
    if not alone:
        within = Syncpoint.OUTSIDE
    for _ in range(draws.between(3, 4)):
        yield from put(draft, queue, draws.one_of((600, 900, UNLIMITED)), None, 4, within)
        yield from passing(draft, draws.one_of((0, 1000, 5000, 20_000)))
    if within is Syncpoint.WITHIN:
        draft.units.pop(unit, None)
        yield MqCommit(unit.name)
    connection = draft.name("ac")
    for _ in range(draws.between(1, 2)):
        for _ in range(3):
            yield MqGet(queue, GetMode.DESTRUCTIVE, None, Syncpoint.WITHIN, connection)
        yield MqBackout(connection)
        yield from counted(draft, queue)
    for _ in range(2):
        yield from take(draft, queue)


def of_one_kind(draft: Draft) -> Steps[None]:
    """Messages that have ids and queues in common are due, recalled and reported each by itself (DD-12)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "Y")
    producer = yield from own_producer(draft, None)
    labels = []
    delays = sorted(draft.delay() for _ in range(2))
    life = delays[-1] + _LATER if draws.chance(40) else 0
    for delay in reversed(delays):
        producer = yield from retuned(draft, producer, delay, life)
        options = draws.one_of(_ASKING)
        asked = OutgoingMessage(draft.name("m"), report=options, reply_to=replies)
        alike = replace(asked, correlation_id=_CORRELATED)
        labels.append((yield from send(draft, producer, queue, alike)))
    sent = draft.now
    if draft.can(Ability.MQI, Ability.STAGING_QUEUE) and draws.chance(50):
        gone = MatchCorrelationId(draws.one_of(labels))
        yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, gone, connection=draft.connection())
    if draft.can(Ability.PUT_INHIBIT) and draws.chance(40):
        yield AlterQueue(queue, PUT_INHIBITED)
    for delay in delays:
        yield from until(draft, sent + delay + 1)
        for place in (queue, replies, STAGING_QUEUE):
            yield from quiet_look(draft, place)


def published_again(draft: Draft) -> Steps[None]:
    """A second publication goes to those who are subscribed by then, whoever was for the first (DD-116)."""
    topic = yield from new_topic(draft)
    audience = yield from gathered(draft, topic, 3)
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


def locked_where_it_lies(draft: Draft) -> Steps[None]:
    """A lock on the staging queue or the dead-letter queue outlasts its message (EX-41, X-46, EX-47)."""
    draws = draft.draws
    dead_letters = yield from new_queue(draft, "D")
    queue = yield from new_queue(draft)
    staged = draws.chance(50)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, delay + 5000)
    yield SetDeadLetterQueue(None if staged else dead_letters)
    yield from send(draft, producer, queue)
    due = draft.now + delay
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, due + 1)
    place = STAGING_QUEUE if staged else dead_letters
    yield get(draft, place, GetMode.BROWSE_FIRST_AND_LOCK)
    yield from until(draft, due + draws.one_of((1000, 5001, 8000)))
    yield get(draft, place, GetMode.UNDER_CURSOR)
    if draft.can(Ability.DEPTH):
        yield ReadDepth(place)
