"""Episodes of clustered destinations: DEFBIND with and without a delay, one of several instances.

Left out: clustered queues on the way of a message that has everything (`delivery_routes`).
"""

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    addressed,
    new_queue,
    own_producer,
    passing,
    perhaps_transacted,
    producer_api,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import ended, send
from mqtck.conformance.cases.vocabulary.looks import look, quiet_look
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage


def _can_bind(draft: Draft) -> bool:
    return draft.can(Ability.DEFAULT_BINDING)


def _sent(draft: Draft, queue: str, delay: int) -> Steps[None]:
    """By a producer for this queue or for any, whose delay is set before the send is tried (DD-22)."""
    api = producer_api(draft)
    own = api is ProducerApi.MESSAGE_PRODUCER and draft.draws.chance(60)
    session = yield from perhaps_transacted(draft)
    producer, label = draft.name("cp"), draft.name("m")
    destination = addressed(draft, queue)
    yield CreateProducer(producer, api, session or draft.reader(), destination if own else None)
    if draft.draws.chance(20):
        # What counts is the delay that it has, not one that it had (DD-23).
        yield SetDeliveryDelay(producer, draft.delay())
    yield SetDeliveryDelay(producer, delay)
    if draft.draws.chance(30):
        yield SetDeliveryMode(producer, DeliveryMode.NON_PERSISTENT)
    draft.post(label, queue, delay, 0)
    yield Send(producer, OutgoingMessage(label), None if own else destination)
    yield from ended(draft, session)


def _looks(draft: Draft, queue: str, readers: dict[str, str]) -> Steps[None]:
    """One look at each instance."""
    for name, session in readers.items():
        looks: list[Command] = [Receive(queue, session)]
        if draft.can(Ability.DEPTH):
            looks.append(ReadDepth(queue, name))
        if draft.can(Ability.BROWSE):
            looks.append(Browse(queue, name))
        yield draft.draws.one_of(looks)


def clustered_destination(draft: Draft) -> Steps[None]:
    """A queue on some members of a cluster, sends of every kind from QM1, and looks at all instances."""
    draws = draft.draws
    cluster = draft.name("CLUSTER")
    yield JoinCluster(cluster)
    members = [DEFAULT_QUEUE_MANAGER]
    for _ in range(draws.between(1, 2)):
        members.append(name := draft.name("CQM"))
        yield DefineQueueManager(name)
        yield JoinCluster(cluster, name)
    having = [name for name in members if draws.chance(60)] or members[-1:]
    binding = draws.one_of((*DefaultBinding, DefaultBinding.NOT_FIXED)) if _can_bind(draft) else None
    queue = draft.name("CQ")
    attributes = QueueAttributes(cluster=cluster)
    if binding is not None:
        attributes = QueueAttributes(cluster=cluster, default_binding=binding)
    for name in having:
        draft.see(queue, name)
        yield DefineLocalQueue(queue, attributes, name)
    readers = {}
    for name in having:
        readers[name] = draft.name("cs")
        yield OpenSession(readers[name], queue_manager=name)
    yield from _sent(draft, queue, delay := draft.delay())
    if draws.chance(40):
        yield from _sent(draft, queue, 0)
    due = draft.now + delay
    yield from until(draft, due + draft.offset())
    yield from _looks(draft, queue, readers)
    yield from until(draft, max(due, draft.now) + 1)
    yield from passing(draft, 1)
    for _ in range(draws.between(1, 2)):
        yield from _looks(draft, queue, readers)


def unclustered_with_binding(draft: Draft) -> Steps[None]:
    """DEFBIND of a queue that is in no cluster means nothing (DD-24)."""
    binding = draft.draws.one_of(tuple(DefaultBinding))
    queue = yield from new_queue(draft, attributes=QueueAttributes(default_binding=binding))
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    yield SetDeliveryDelay(producer.name, delay)
    yield from send(draft, producer._replace(delay=delay), queue)
    yield from until(draft, draft.now + delay + 1)
    yield from look(draft, queue)


@undisturbed
def binding_altered(draft: Draft) -> Steps[None]:
    """What DEFBIND is at a send decides, whatever it was at the one before (DD-19 to DD-21)."""
    cluster, queue = draft.name("CLUSTER"), draft.name("CQ")
    yield JoinCluster(cluster)
    draft.see(queue)
    bindings = list(DefaultBinding)
    before = draft.draws.one_of(bindings)
    yield DefineLocalQueue(queue, QueueAttributes(cluster=cluster, default_binding=before))
    for _ in range(3):
        producer, delay = draft.name("cp"), draft.delay()
        yield (
            CreateProducer(producer, producer_api(draft), draft.reader()),
            SetDeliveryDelay(producer, delay),
            Send(producer, OutgoingMessage(draft.name("m")), addressed(draft, queue)),
        )
        yield from until(draft, draft.now + delay + 1)
        yield from quiet_look(draft, queue)
        before = draft.draws.one_of([binding for binding in bindings if binding is not before])
        yield AlterQueue(queue, AttributeChanges(default_binding=before))
