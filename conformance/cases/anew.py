"""Episodes of what is made anew under a name, or beside another: it has nothing of what was before.

About queues that are deleted and defined, producers of one session, message objects that are sent again. An
episode is a generator of commands about one subject (`cases`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Browse,
    DefineLocalQueue,
    DeleteQueue,
    DeliverySequence,
    ProducerApi,
    QueueAttributes,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    DeliveryMode,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination

from .calls import PUT_ENABLED, quiet_look, receive, retuned, send
from .draft import Draft, Steps, new_queue, own_producer, undisturbed, until

_LONG: Final = 5000


_ATTRIBUTES: Final[tuple[QueueAttributes, ...]] = (
    QueueAttributes(),
    QueueAttributes(put=Switch.DISABLED),
    QueueAttributes(max_depth=0),
    QueueAttributes(max_message_length=1000),
    QueueAttributes(default_persistence=DeliveryMode.PERSISTENT, default_priority=7),
    QueueAttributes(delivery_sequence=DeliverySequence.FIFO),
)
_UNCLUSTERED: Final = QueueAttributes(default_binding=DefaultBinding.ON_OPEN)
_BINDINGS: Final = (_UNCLUSTERED, QueueAttributes(default_binding=DefaultBinding.NOT_FIXED))


@undisturbed
def defined_anew_otherwise(draft: Draft) -> Steps[None]:
    """A queue that is deleted and defined anew is what it is now (DD-110 to DD-112, DD-78, HM-10)."""
    draws = draft.draws
    table = _ATTRIBUTES
    if draft.can(Ability.CLUSTERS) and draws.chance(30):
        cluster = draft.name("CLUSTER")
        yield JoinCluster(cluster)
        table = (_UNCLUSTERED, *(replace(row, cluster=cluster) for row in _BINDINGS))
    before, after = draws.one_of(table), draws.one_of(table)
    queue = yield from new_queue(draft, "Q", before)
    producer = yield from own_producer(draft, None)
    delay = draws.one_of((0, draft.delay()))
    producer = yield from retuned(draft, producer, delay, 0)
    yield (DeleteQueue(queue), DefineLocalQueue(queue, after))
    destination = QueueDestination(queue)
    if draft.can(Ability.DESTINATION_PROPERTIES) and draws.chance(50):
        destination = replace(
            destination,
            persistence=DestinationPersistence.QUEUE_DEFINITION,
            priority=PRIORITY_AS_QUEUE_DEFINITION,
        )
    for priority in (2, 7):
        yield SetPriority(producer.name, priority)
        long = OutgoingMessage(draft.name("m"), draws.one_of((None, _LONG)))
        yield from send(draft, producer, queue, long, destination=destination)
    yield from until(draft, draft.now + delay + 1)
    for _ in range(2):
        yield receive(draft, queue, draft.reader())
    yield AlterQueue(queue, PUT_ENABLED)


@undisturbed
def nothing_of_another(draft: Draft) -> Steps[None]:
    """A producer has what it was given, a message what its own send said (HM-16, HM-24, EX-22, DD-37)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "Y")
    first = yield from own_producer(draft, None, api=ProducerApi.MESSAGE_PRODUCER)
    yield (
        SetTimeToLive(first.name, 2000),
        SetPriority(first.name, draws.below(10)),
        SetDeliveryMode(first.name, draws.one_of(tuple(DeliveryMode))),
    )
    report = int(Report.EXPIRATION) if draft.can(Ability.REPORT_OPTIONS) else 0
    before = OutgoingMessage(draft.name("m"), report=report, reply_to=replies)
    if draft.can(Ability.MESSAGE_GROUPS) and draws.chance(40):
        before = replace(before, group=GroupMembership(draft.name("g")))
    yield Send(first.name, before, QueueDestination(queue))
    second = first
    if draws.chance(50):
        second = yield from own_producer(draft, None, first.session, ProducerApi.MESSAGE_PRODUCER)
    else:
        yield SetPriority(first.name, draws.one_of((4, 4, 8)))
        if draws.chance(50):
            yield SetTimeToLive(first.name, 0)
    delay = draft.delay() if second is not first and draws.chance(40) else 0
    if delay:
        draft.longest_delay = max(draft.longest_delay, delay)
        yield SetDeliveryDelay(second.name, delay)
    if draws.chance(30):
        yield receive(draft, queue, draft.reader())
    again = before.label if draws.chance(50) else None
    after = OutgoingMessage(draft.name("m"), reply_to=replies, same_object_as=again)
    draft.post(after.label, queue, delay, 0)
    yield Send(second.name, after, QueueDestination(queue))
    if draft.can(Ability.BROWSE):
        yield Browse(queue)
    yield from until(draft, draft.now + max(delay, 2000) + 1)
    for place in (queue, queue, replies):
        yield receive(draft, place, draft.reader())
    yield from quiet_look(draft, replies)
