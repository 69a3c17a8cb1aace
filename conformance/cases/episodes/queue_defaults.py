"""Episodes of persistence and priority as the queue is defined (DEFPSIST, DEFPRTY).

Left out: definitions that go and come again (`redefined_queues`).
"""

from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    perhaps_transacted,
    together,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, end_unit, mode_and_priority, retuned, send
from mqtck.conformance.cases.vocabulary.header_fields import DELIVERY_MODES
from mqtck.conformance.cases.vocabulary.looks import quiet_look, take, watched
from mqtck.conformance.cases.vocabulary.queue_managers import down_for
from mqtck.conformance.cases.vocabulary.unusable_queues import deleted
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    DefineAliasQueue,
    QueueAttributes,
    SetDeadLetterQueue,
    SetDeliveryMode,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_APPLICATION,
    PRIORITY_AS_QUEUE_DEFINITION,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

_HOURS: Final = 7_200_000
"""Ms: two of them, within which failed work is tried again."""


def default_persistence_and_priority(draft: Draft) -> Steps[None]:
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


def defaults_altered(draft: Draft) -> Steps[None]:
    """The definition changes before the commit, or before a restart (DD-77, DD-78, X-27, X-28, X-45)."""
    draws = draft.draws
    # What is to survive a restart is persistent before it, and would not be after it.
    before, after = draws.one_of((tuple(DeliveryMode), tuple(reversed(DeliveryMode))))
    attributes = QueueAttributes(default_persistence=before, default_priority=draws.below(5))
    queue = yield from new_queue(draft, "Q", attributes)
    session = yield from perhaps_transacted(draft, 60)
    destination = QueueDestination(
        queue, DestinationPersistence.QUEUE_DEFINITION, PRIORITY_AS_QUEUE_DEFINITION
    )
    producer = yield from own_producer(draft, None, session)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    yield from send(draft, producer, queue, destination=destination)
    due = draft.now + delay
    yield AlterQueue(queue, AttributeChanges(default_priority=draws.between(5, 9), default_persistence=after))
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 90)
    elif draft.can(Ability.RESTART):
        yield from down_for(draft, 0)
    # A commit may have started the delay again.
    yield from until(draft, max(due, draft.now + delay) + 1)
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)


def defaults_altered_before_a_retry(draft: Draft) -> Steps[None]:
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


@undisturbed
def persistent_by_its_destination(draft: Draft) -> Steps[None]:
    """A restart keeps what its destination makes persistent, all of it (X-45, HM-09)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    destination = QueueDestination(queue, DestinationPersistence.PERSISTENT)
    producer = yield from own_producer(draft, None)
    yield SetDeliveryMode(producer.name, DeliveryMode.NON_PERSISTENT)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    reply = QueueDestination(draws.one_of(draft.replies), queue_manager="QM7") if draft.replies else None
    message = OutgoingMessage(
        draft.name("m"),
        length=draws.between(100, 5000),
        reply_to=None if reply is None else reply.queue,
        reply_destination=reply,
    )
    yield from send(draft, producer, queue, message, destination=destination)
    due = draft.now + delay
    yield from down_for(draft, draft.pause())
    yield from until(draft, max(due, draft.now) + 1)
    yield from take(draft, queue)
