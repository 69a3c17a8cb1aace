"""Episodes of the limits of a queue and of what counts for them, expired messages among it.

Left out: the staging queue (`staging_queue_limits`), dead-letter queues (`dead_letter_queues`) and triggers
(`triggering`).
"""

from collections.abc import Callable
from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    new_queue,
    own_producer,
    passing,
    perhaps_transacted,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import (
    SHORT_LIVES,
    TENTH,
    ended,
    get,
    own_lifetime,
    put,
    receive,
    retuned,
    send,
)
from mqtck.conformance.cases.vocabulary.header_fields import DELIVERY_MODES
from mqtck.conformance.cases.vocabulary.looks import counted, look, quiet_look, take
from mqtck.conformance.cases.vocabulary.unusable_queues import NO_ROOM, OVERLONG, REFUSALS, ROOM
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    GetMode,
    MatchMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    QueueAttributes,
    ReadDepth,
    SetDeadLetterQueue,
    SetDeliveryMode,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor

_SHORT_LIFE: Final = 20
"""Tenths of a second."""

_OVER: Final = 2001
"""Ms after which such a life is over."""

_LENGTH: Final = 400
_BEYOND: Final = 1500
"""Ms after which the end of a life is certain."""


def full_of_expired(draft: Draft) -> Steps[None]:
    """Expired messages that are still there count for the depth limit (EX-34, EX-35)."""
    draws = draft.draws
    limit = draws.between(1, 3)
    queue = yield from new_queue(draft, "Q", QueueAttributes(max_depth=limit))
    life = own_lifetime(draft)
    for _ in range(limit):
        yield from put(draft, queue, draws.one_of((life, life, UNLIMITED)))
    if draws.chance(50):
        yield from put(draft, queue)
    yield from passing(draft, life * TENTH + draws.one_of((1, 1000)))
    if draws.chance(50):
        yield from quiet_look(draft, queue)
    if draft.can(Ability.JMS) and draws.chance(50):
        producer = yield from own_producer(draft, queue)
        producer = yield from retuned(draft, producer, draws.one_of((0, draft.delay())), 0)
        yield from send(draft, producer, queue)
        yield from quiet_look(draft, queue)
        yield from passing(draft, producer.delay + 1)
    else:
        yield from put(draft, queue)
    yield from look(draft, queue)
    yield from take(draft, queue)
    yield from put(draft, queue)
    yield from quiet_look(draft, queue)


def full_of_expired_for_a_client(draft: Draft) -> Steps[None]:
    """Expired messages that are still there count for the depth limit (EX-34, EX-35)."""
    draws = draft.draws
    limit = draws.between(1, 3)
    queue = yield from new_queue(draft, "Q", QueueAttributes(max_depth=limit))
    producer = yield from own_producer(draft, queue)
    life = draws.one_of(SHORT_LIVES)
    for _ in range(limit + draws.below(2)):
        producer = yield from retuned(draft, producer, 0, draws.one_of((life, life, 0)))
        yield from send(draft, producer, queue)
    yield from passing(draft, life + draws.one_of((1, 1000)))
    if draws.chance(50):
        yield from quiet_look(draft, queue)
    producer = yield from retuned(draft, producer, 0, 0)
    yield from send(draft, producer, queue)
    yield from take(draft, queue)
    yield from send(draft, producer, queue)
    yield AlterQueue(queue, ROOM)


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


_WAYS: Final[tuple[Callable[[Draft, str, str], tuple[Command, ...]], ...]] = (
    *(_by_id, _under_cursor, _committed, _put_back, _backed_out),
)


def _received(draft: Draft, queue: str, _: str) -> tuple[Command, ...]:
    return (receive(draft, queue, draft.reader()),)


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
            (NO_ROOM, ROOM),
        )
    )
    limited = draws.one_of((queue, queue, dead_letters))
    for changes in draws.one_of(((generous, strict, generous), (strict, generous, strict))):
        altered_first = draws.chance(50)
        if altered_first:
            yield AlterQueue(limited, changes)
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), _LENGTH))
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


def full_target(draft: Draft) -> Steps[None]:
    """Depth around MAXDEPTH, with direct and delayed sends (DD-39, DD-112, EX-35, DD-114)."""
    draws = draft.draws
    limit = draws.between(1, 3)
    queue = yield from new_queue(draft, "Q", QueueAttributes(max_depth=limit))
    session = yield from perhaps_transacted(draft, 20)
    producer = yield from own_producer(draft, queue, session)
    delay = draft.delay()
    for _ in range(limit + draws.between(0, 2)):
        if draws.chance(50):
            yield SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
        producer = yield from retuned(draft, producer, draws.one_of((0, 0, delay)), 0)
        yield from send(draft, producer, queue)
        yield from ended(draft, session)
        if draws.chance(20):
            yield from quiet_look(draft, queue)
    if draws.chance(50):
        yield from take(draft, queue)
    producer = yield from retuned(draft, producer, draws.one_of((0, delay)), 0)
    yield from send(draft, producer, queue)
    yield from ended(draft, session)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield AlterQueue(queue, ROOM)


def lowered_below_its_depth(draft: Draft) -> Steps[None]:
    """MAXDEPTH is lowered to what is on the queue, or below it (DD-112, DD-39)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    depth = draws.between(1, 3)
    for _ in range(depth):
        yield SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
        yield from send(draft, producer, queue)
    yield AlterQueue(queue, AttributeChanges(max_depth=draws.between(0, depth)))
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield AlterQueue(queue, ROOM)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, queue)


@undisturbed
def expired_fill_the_target(draft: Draft) -> Steps[None]:
    """What has expired on the target and is not discarded yet makes it full for a delayed send (X-25)."""
    queue = yield from new_queue(draft, "Q", QueueAttributes(max_depth=1))
    producer = yield from own_producer(draft, queue)
    life = draft.life()
    arrives = draft.draws.chance(50)
    if arrives:
        # What was sent while there was room comes when there is none, or there is again.
        producer = yield from retuned(draft, producer, life + 2 * _BEYOND, 0)
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    producer = yield from retuned(draft, producer, 0, life)
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    yield from passing(draft, life + _BEYOND)
    yield ReadDepth(queue)
    if arrives:
        yield from passing(draft, _BEYOND)
        yield ReadDepth(queue)
        yield from quiet_look(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    yield ReadDepth(queue)


@undisturbed
def place_of_a_refused_put(draft: Draft) -> Steps[None]:
    """A put that is refused takes no place on its queue, nor what expired before a get (EX-35, EX-12)."""
    draws = draft.draws
    limit = draws.between(1, 2)
    queue = yield from new_queue(draft, "L", QueueAttributes(max_depth=limit))
    connection = draft.name("ac")

    def put(length: int | None = None, descriptor: PutDescriptor | None = None) -> MqPut:
        message = OutgoingMessage(draft.name("m"), length)
        return MqPut(queue, message, descriptor or PutDescriptor(), connection=connection)

    mended = [row for row in REFUSALS if draft.can(row[0]) and row[1] is not NO_ROOM]
    if draws.chance(40):
        over = put(None, PutDescriptor(expiry=20))
        yield over
        yield from passing(draft, 2001)
        yield MqGet(queue, match=MatchMessageId(over.message.label), connection=connection)
    elif mended and draws.chance(70):
        _, harm, repair = draws.one_of(mended)
        yield (AlterQueue(queue, harm), put(OVERLONG), AlterQueue(queue, repair))
    else:
        yield (*(put() for _ in range(limit + 1)), MqGet(queue, connection=connection))
    yield (put(), put())
    if draft.can(Ability.DEPTH):
        yield ReadDepth(queue)
    yield MqGet(queue, connection=connection)
