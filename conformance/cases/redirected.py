"""Episodes of names that lead elsewhere, or nowhere, when a message is due; and of long delays at a restart.

An episode is a generator of commands about one subject (`cases`). Nothing comes in between.
"""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    QueueAttributes,
    SetDeliveryMode,
    StartChannel,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode

from .calls import DELIVERY_MODES, quiet_look, retuned, send, shown
from .draft import Draft, Steps, new_queue, own_producer, passing, undisturbed, until
from .failure import HOUR
from .names import new_alias, new_remote
from .staging import down_for
from .unusable import dead_letter_queue

_DAY: Final = 86_400_000
_MONTHS: Final = (30 * _DAY + 1000, 31 * _DAY, 45 * _DAY, (1 << 32) + 1000, 366 * _DAY)


@undisturbed
def name_gone(draft: Draft) -> Steps[None]:
    """The definition that a message was sent to is deleted meanwhile (DD-49, DD-74, DD-97 to DD-99)."""
    draws = draft.draws
    remote = draft.can(Ability.REMOTE_QUEUES) and (not draft.can(Ability.ALIAS_QUEUES) or draws.chance(50))
    name, place = yield from new_remote(draft) if remote else new_alias(draft)
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    for _ in range(draws.between(1, 2)):
        yield SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
        yield from send(draft, producer, name)
    due = draft.now + producer.delay
    yield DeleteQueue(name)
    dead_letters = yield from dead_letter_queue(draft)
    yield from until(draft, due + 1)
    for queue in (place, STAGING_QUEUE, dead_letters):
        if queue is not None:
            yield from quiet_look(draft, queue)
    if draft.virtual and draws.chance(40):
        yield from passing(draft, HOUR + 1)
        yield from quiet_look(draft, STAGING_QUEUE)


@undisturbed
def remote_redirected(draft: Draft) -> Steps[None]:
    """A remote queue leads elsewhere by the time that a message is due (DD-74, DD-49, DD-10)."""
    draws = draft.draws
    name, before = yield from new_remote(draft)
    after = before
    if draws.chance(40):
        after = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    producer = yield from own_producer(draft, name)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, name)
    due = draft.now + producer.delay
    queue, manager = draws.one_of((("STOCK.NEW", "QM9"), ("STOCK", "QM8"), ("STOCK.NEW", "QM8")))
    yield DefineRemoteQueue(name, queue, manager, after)
    yield from until(draft, due + 1)
    for place in dict.fromkeys((after, before, STAGING_QUEUE)):
        yield from quiet_look(draft, place)


@undisturbed
def redirected_behind_a_channel(draft: Draft) -> Steps[None]:
    """The same where a channel takes the message on: it comes to one of the two queues (DD-74, X-54)."""
    draws = draft.draws
    name, manager = draft.name("RQ"), draft.name("QMR")
    draft.gone[name] = None
    yield DefineQueueManager(manager)
    old = yield from new_queue(draft, "Q", None, manager)
    new = yield from new_queue(draft, "Q", None, manager)
    way = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    yield DefineRemoteQueue(name, old, manager, way), StartChannel(way)
    producer = yield from own_producer(draft, name)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, name)
    due = draft.now + producer.delay
    yield DefineRemoteQueue(name, new, manager, way)
    yield from until(draft, due + 1)
    yield from passing(draft, draft.pause())
    yield from quiet_look(draft, way)
    for place in draws.one_of(((old, new), (new, old))):
        yield from shown(draft, place, manager)


@undisturbed
def months_over_a_restart(draft: Draft) -> Steps[None]:
    """A delay of more than a month is not over because the queue manager starts again (DD-95, X-45).

    Nobody waits for it on a real clock.
    """
    if not draft.virtual:
        return
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.draws.one_of(_MONTHS), 0)
    yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    yield from down_for(draft, draft.draws.one_of((0, _DAY, producer.delay - _DAY)))
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)
