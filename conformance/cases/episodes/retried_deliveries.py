"""Episodes of messages that nobody took, which are kept on the staging queue and tried again.

What nobody took is kept whatever the staging queue takes by then, and put later, whatever ends its wait. Left
out: what expires while it is kept (`report_messages`, `recalled_messages`).
"""

from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    new_queue,
    own_producer,
    passing,
    producer_api,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, PUT_INHIBITED, put, retuned, send
from mqtck.conformance.cases.vocabulary.header_fields import DELIVERY_MODES
from mqtck.conformance.cases.vocabulary.looks import quiet_look
from mqtck.conformance.cases.vocabulary.queue_managers import (
    Home,
    count_there,
    down_for,
    separate_queue_manager,
)
from mqtck.conformance.cases.vocabulary.unusable_queues import (
    LIMITS,
    ROOM,
    until_retried,
    unusable_dead_letter_queue,
)
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DeleteQueue,
    FailDelayProcessor,
    MqGet,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.profile import Platform

_BOTH: Final = (*LIMITS, (PUT_INHIBITED, PUT_ENABLED))


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
    home = yield from separate_queue_manager(draft)
    queue = yield from new_queue(draft, "Q", None, home.queue_manager)
    delay = yield from _staged(draft, home, queue)
    due = draft.now + delay
    yield AlterQueue(queue, PUT_INHIBITED, home.queue_manager)
    narrow, wide = draws.one_of(_BOTH if draft.can(Ability.PUT_INHIBIT) else LIMITS)
    yield from until(draft, due + 1)
    yield AlterQueue(STAGING_QUEUE, narrow, home.queue_manager)
    yield from until_retried(draft)
    yield from count_there(draft, home, STAGING_QUEUE)
    yield AlterQueue(STAGING_QUEUE, wide, home.queue_manager)


def _room_made(draft: Draft, queue: str) -> tuple[Command, ...]:
    return (MqGet(queue, connection=draft.connection()),)


def _room_granted(_: Draft, queue: str) -> tuple[Command, ...]:
    return (AlterQueue(queue, ROOM),)


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
    yield from until_retried(draft)
    yield from quiet_look(draft, queue)
    yield AlterQueue(queue, ROOM)


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
    yield from until_retried(draft)
    yield from quiet_look(draft, queue)


@undisturbed
def several_retried(draft: Draft) -> Steps[None]:
    """Several messages that nobody took are all tried again (DD-99)."""
    queue = yield from new_queue(draft)
    yield from unusable_dead_letter_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    for _ in range(draft.draws.between(2, 3)):
        yield SetDeliveryMode(producer.name, draft.draws.one_of(DELIVERY_MODES))
        yield from send(draft, producer, queue, draft.message(0))
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from passing(draft, producer.delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    name = yield from new_queue(draft, "D")
    yield (SetDeadLetterQueue(name), AlterQueue(queue, PUT_ENABLED))
    yield from until_retried(draft)
    for place in (queue, name, STAGING_QUEUE):
        yield from quiet_look(draft, place)


@undisturbed
def tried_again_after_a_restart(draft: Draft) -> Steps[None]:
    """The queue manager starts again while it has a message that nobody takes (DD-99, X-45)."""
    queue = yield from new_queue(draft)
    yield from unusable_dead_letter_queue(draft)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    yield from send(draft, producer, queue, draft.message(0))
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    here = draft.profile.platform is Platform.MULTIPLATFORMS
    if here and draft.can(Ability.PROCESSOR_FAULTS) and draft.draws.chance(40):
        yield FailDelayProcessor()
    else:
        yield from down_for(draft, draft.pause())
    yield from quiet_look(draft, STAGING_QUEUE)
    yield AlterQueue(queue, PUT_ENABLED)
    name = yield from new_queue(draft, "D")
    yield SetDeadLetterQueue(name)
    yield from until_retried(draft)
    for place in (queue, name, STAGING_QUEUE):
        yield from quiet_look(draft, place)
