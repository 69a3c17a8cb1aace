"""Episodes of limits that meet a message which has its place already, or waits for one.

What nobody took is kept on the staging queue, whatever that takes by then, and put later, whatever ends its
wait; what a unit of work gives back is there again. An episode is a generator of commands about one subject
(`cases`). Nothing comes in between.
"""

from collections.abc import Callable
from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DeleteQueue,
    GetMode,
    MatchCorrelationId,
    MqBackout,
    MqGet,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

from .by_itself import elsewhere
from .calls import DELIVERY_MODES, PUT_ENABLED, PUT_INHIBITED, put, quiet_look, retuned, send
from .draft import Draft, Steps, new_queue, own_producer, passing, producer_api, undisturbed, until
from .failure import HOUR
from .homes import Home, counted

_NO_ROOM: Final = AttributeChanges(max_depth=0)
_ROOM: Final = AttributeChanges(max_depth=5000)
_SHORT: Final = AttributeChanges(max_message_length=0)
_LONG: Final = AttributeChanges(max_message_length=4_194_304)
_LIMITS: Final = ((_NO_ROOM, _ROOM), (_SHORT, _LONG))
_BOTH: Final = (*_LIMITS, (PUT_INHIBITED, PUT_ENABLED))


def _staged(draft: Draft, home: Home, queue: str) -> Steps[int]:
    """A message is on the staging queue of that queue manager. Returns its delay."""
    producer, delay = draft.name("p"), draft.delay()
    label = draft.name("m")
    yield CreateProducer(producer, producer_api(draft), home.session)
    yield SetDeliveryMode(producer, draft.draws.one_of(DELIVERY_MODES)), SetDeliveryDelay(producer, delay)
    draft.post(label, queue, delay, 0, home.queue_manager)
    yield Send(producer, OutgoingMessage(label), QueueDestination(queue))
    return delay


@undisturbed
def kept_over_limits(draft: Draft) -> Steps[None]:
    """A message that nobody took needs no room on the staging queue, on which it is (DD-99, X-54)."""
    draws = draft.draws
    home = yield from elsewhere(draft)
    queue = yield from new_queue(draft, "Q", None, home.queue_manager)
    delay = yield from _staged(draft, home, queue)
    due = draft.now + delay
    yield AlterQueue(queue, PUT_INHIBITED, home.queue_manager)
    narrow, wide = draws.one_of(_BOTH if draft.can(Ability.PUT_INHIBIT) else _LIMITS)
    yield from until(draft, due + 1)
    yield AlterQueue(STAGING_QUEUE, narrow, home.queue_manager)
    yield from passing(draft, HOUR + 1 if draft.virtual else 1)
    yield from counted(draft, home, STAGING_QUEUE)
    yield AlterQueue(STAGING_QUEUE, wide, home.queue_manager)


_Ending = Callable[[Draft, str], tuple[Command, ...]]


def _room_made(draft: Draft, queue: str) -> tuple[Command, ...]:
    return (MqGet(queue, connection=draft.connection()),)


def _room_granted(_: Draft, queue: str) -> tuple[Command, ...]:
    return (AlterQueue(queue, _ROOM),)


@undisturbed
def kept_until_there_is_room(draft: Draft) -> Steps[None]:
    """What ends the wait for a full queue, which DEADQ names as well, is nothing special (DD-99, DD-112)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield SetDeadLetterQueue(queue), SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    filled = draws.between(1, 2)
    for _ in range(filled):
        yield from put(draft, queue, UNLIMITED, OutgoingMessage(draft.name("m")), 4)
    yield AlterQueue(queue, AttributeChanges(max_depth=draws.between(1, filled)))
    yield from until(draft, due + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    ending = draws.one_of((_room_made, _room_granted))
    for _ in range(filled):
        yield ending(draft, queue)
    yield from passing(draft, HOUR + 1 if draft.virtual else 1)
    yield from quiet_look(draft, queue)
    yield AlterQueue(queue, _ROOM)


@undisturbed
def kept_until_there_is_a_queue(draft: Draft) -> Steps[None]:
    """A queue that went comes again, and DEADQ names no other (DD-49, DD-99)."""
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield SetDeadLetterQueue(queue), SetDeliveryMode(producer.name, draft.draws.one_of(DELIVERY_MODES))
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    yield DeleteQueue(queue)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield DefineLocalQueue(queue)
    yield from passing(draft, HOUR + 1 if draft.virtual else 1)
    yield from quiet_look(draft, queue)


@undisturbed
def given_back_over_limits(draft: Draft) -> Steps[None]:
    """A backout needs no room where the message lies (DD-61, DD-10, EX-40)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    label = yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    connection = draft.name("ac")
    narrow, wide = draws.one_of(_LIMITS)
    recalled = draft.can(Ability.STAGING_QUEUE) and draws.chance(40)
    place, match = (STAGING_QUEUE, MatchCorrelationId(label)) if recalled else (queue, None)
    if not recalled:
        yield from until(draft, due + 1)
    yield MqGet(place, GetMode.DESTRUCTIVE, match, Syncpoint.WITHIN, connection)
    yield (AlterQueue(place, narrow), MqBackout(connection), AlterQueue(place, wide))
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)
