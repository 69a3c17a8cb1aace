"""Episodes of names that lead elsewhere, or nowhere, when a message is due, and of names of two queues.

Left out: queues that are deleted and defined anew (`redefined_queues`).
"""

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    addressed,
    new_queue,
    own_producer,
    passing,
    perhaps_transacted,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import end_unit, retuned, send
from mqtck.conformance.cases.vocabulary.header_fields import DELIVERY_MODES
from mqtck.conformance.cases.vocabulary.looks import look, look_elsewhere, quiet_look, shown
from mqtck.conformance.cases.vocabulary.names import new_alias, new_remote
from mqtck.conformance.cases.vocabulary.unusable_queues import HOUR, dead_letter_queue
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    OpenSession,
    QueueAttributes,
    Send,
    SetDeliveryMode,
    StartChannel,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage


def retargeted_alias(draft: Draft) -> Steps[None]:
    """The name is resolved again at delivery (DD-49, DD-74)."""
    draws = draft.draws
    alias = draft.name("A")
    first, second = draft.target(), draft.target()
    before = first if draws.chance(70) else (yield from new_queue(draft))
    yield DefineAliasQueue(alias, before)
    producer = yield from own_producer(draft, alias)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    draft.gone[alias] = None
    yield from send(draft, producer, alias)
    if draws.chance(70):
        after = second if draws.chance(80) else draft.name("MISSING")
        yield DefineAliasQueue(alias, after)
        yield from quiet_look(draft, before)
    yield from until(draft, draft.now + delay + draft.offset())
    yield from look(draft, before)
    yield from look(draft, second)
    yield from until(draft, draft.now + 1)
    yield DefineAliasQueue(alias, second)


def alias_of_no_queue(draft: Draft) -> Steps[None]:
    """An alias that leads to no queue when the message is sent (DD-75, DD-38)."""
    alias = draft.name("A")
    draft.gone[alias] = None
    yield DefineAliasQueue(alias, draft.name("MISSING"))
    session = yield from perhaps_transacted(draft)
    producer = yield from own_producer(draft, None, session)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, alias)
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 85)
    yield from quiet_look(draft, STAGING_QUEUE)


@undisturbed
def name_deleted(draft: Draft) -> Steps[None]:
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
def remote_queue_redirected(draft: Draft) -> Steps[None]:
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
def remote_queue_redirected_behind_a_channel(draft: Draft) -> Steps[None]:
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


def queues_of_one_name(draft: Draft) -> Steps[None]:
    """Queues of one name on two queue managers have nothing in common (DD-10, DD-11, DD-74)."""
    manager, session = draft.name("QMX"), draft.name("s")
    queue = yield from new_queue(draft)
    yield DefineQueueManager(manager)
    draft.see(queue, manager)
    yield (DefineLocalQueue(queue, queue_manager=manager), OpenSession(session, queue_manager=manager))
    producer = yield from own_producer(draft, None, session)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    destination = addressed(draft, queue)
    yield Send(producer.name, OutgoingMessage(draft.name("m")), destination)
    due = draft.now + producer.delay
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from look_elsewhere(draft, queue, manager)
    yield from quiet_look(draft, queue)
