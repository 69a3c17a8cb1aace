"""Episodes of queues that are deleted, and of others that are defined under their names.

Nothing of before is left. Left out: names that lead elsewhere by then (`name_resolution`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    new_queue,
    own_producer,
    together,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, PUT_INHIBITED, receive, retuned, send
from mqtck.conformance.cases.vocabulary.looks import quiet_look
from mqtck.conformance.cases.vocabulary.report_options import EXCEPTION_REPORTS
from mqtck.conformance.cases.vocabulary.unusable_queues import deleted
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineRemoteQueue,
    DeleteQueue,
    DeliverySequence,
    GrantPut,
    MqGet,
    OpenSession,
    QueueAttributes,
    SetDeadLetterQueue,
    SetPriority,
    Switch,
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

_CORRELATED: Final = "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"
_ATTRIBUTES: Final[tuple[QueueAttributes, ...]] = (
    QueueAttributes(),
    QueueAttributes(put=Switch.DISABLED),
    QueueAttributes(max_depth=0),
    QueueAttributes(max_message_length=1000),
    QueueAttributes(default_persistence=DeliveryMode.PERSISTENT, default_priority=7),
    QueueAttributes(delivery_sequence=DeliverySequence.FIFO),
)
_UNCLUSTERED: Final = QueueAttributes(default_binding=DefaultBinding.ON_OPEN)
_LONG: Final = 5000
_BINDINGS: Final = (_UNCLUSTERED, QueueAttributes(default_binding=DefaultBinding.NOT_FIXED))
_AS_IT_WAS, _REMOTE = 25, 50
"""Below which number of a hundred a name becomes a local queue again, or a remote one; else an alias."""


def queue_redefined(draft: Draft) -> Steps[None]:
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
    options = draws.one_of(EXCEPTION_REPORTS)
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


@undisturbed
def queue_redefined_otherwise(draft: Draft) -> Steps[None]:
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


def queue_becomes_alias(draft: Draft) -> Steps[None]:
    """A local queue is deleted and defined anew during the delay: as it was, as an alias or remote (DD-74).

    Its sender may lack the authority for the queue that it has become (X-44).
    """
    queue = yield from new_queue(draft)
    other = draft.target()
    session = None
    if draft.can(Ability.AUTHORITY) and draft.draws.chance(40):
        user, session = draft.name("user"), draft.name("s")
        yield (GrantPut(user, queue), GrantPut(user, STAGING_QUEUE), OpenSession(session, user=user))
    producer = yield from own_producer(draft, None, session)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    sent = together(send(draft, producer, queue))
    anew: tuple[Command, ...] = (DefineAliasQueue(queue, other),)
    kind = draft.draws.below(100)
    if kind < _AS_IT_WAS:
        anew, other = (DefineLocalQueue(queue),), queue
    elif kind < _REMOTE and draft.can(Ability.REMOTE_QUEUES):
        other = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
        anew = (DefineRemoteQueue(queue, "STOCK", "QM9", other),)
    yield (*sent, *deleted(draft, queue), *anew)
    if kind < _AS_IT_WAS:
        del draft.gone[queue]
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, other)
