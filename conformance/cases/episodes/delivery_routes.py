"""Episodes of messages that have all that a message can have, on every kind of route to their queue.

A route leads from the name that is sent to to the queue at its end: an alias, a remote queue, a clustered
one, a restart, a failure that passes or does not, a topic. Left out: reports from another queue manager,
which is why nothing is asked of a message that could be reported from there.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from mqtck.conformance.cases.draft import Draft, Steps, new_queue, own_producer, passing, together, until
from mqtck.conformance.cases.vocabulary.calls import (
    PUT_ENABLED,
    PUT_INHIBITED,
    mode_and_priority,
    retuned,
    send,
)
from mqtck.conformance.cases.vocabulary.header_fields import full_message
from mqtck.conformance.cases.vocabulary.looks import look_elsewhere, quiet_look, take
from mqtck.conformance.cases.vocabulary.names import new_alias
from mqtck.conformance.cases.vocabulary.publish_subscribe import (
    new_audience,
    new_publisher,
    new_topic,
    publish,
    receive_all,
)
from mqtck.conformance.cases.vocabulary.queue_managers import down_for
from mqtck.conformance.cases.vocabulary.report_options import UNANSWERED
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Command,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    QueueAttributes,
    SetDeadLetterQueue,
    SetDeliveryMode,
    StartChannel,
    Usage,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

_FURTHER: Final = Ability.OTHER_QUEUE_MANAGERS
_HOURS: Final = 7_200_000
"""Ms: two of them, within which failed work is tried again."""


class Route(NamedTuple):
    """`name` is sent to, the message comes to `queue` of `queue_manager`.

    `meanwhile` and `afterwards` happen during the delay and when it is over.
    """

    name: str
    queue: str
    queue_manager: str = DEFAULT_QUEUE_MANAGER
    meanwhile: tuple[Command, ...] = ()
    afterwards: tuple[Command, ...] = ()
    restarts: bool = False


def _straight(draft: Draft) -> Steps[Route]:
    queue = yield from new_queue(draft)
    return Route(queue, queue)


def _alias(draft: Draft) -> Steps[Route]:
    name, queue = yield from new_alias(draft)
    return Route(name, queue)


def _remote(draft: Draft) -> Steps[Route]:
    manager, name = draft.name("QMR"), draft.name("RQ")
    yield DefineQueueManager(manager)
    queue = yield from new_queue(draft, "Q", None, manager)
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    draft.gone[name] = None
    yield DefineRemoteQueue(name, queue, manager, transmission)
    return Route(name, queue, manager, afterwards=(StartChannel(transmission),))


def _clustered(draft: Draft) -> Steps[Route]:
    cluster, manager, queue = draft.name("CLUSTER"), draft.name("CQM"), draft.name("CQ")
    draft.see(queue, manager)
    attributes = QueueAttributes(cluster=cluster, default_binding=DefaultBinding.NOT_FIXED)
    yield (
        JoinCluster(cluster),
        DefineQueueManager(manager),
        JoinCluster(cluster, manager),
        DefineLocalQueue(queue, attributes, manager),
    )
    return Route(queue, queue, manager)


def _restarted(draft: Draft) -> Steps[Route]:
    queue = yield from new_queue(draft)
    return Route(queue, queue, restarts=True)


def _failing_once(draft: Draft) -> Steps[Route]:
    queue = yield from new_queue(draft)
    meanwhile = (AlterQueue(queue, PUT_INHIBITED), SetDeadLetterQueue(None))
    return Route(queue, queue, DEFAULT_QUEUE_MANAGER, meanwhile, (AlterQueue(queue, PUT_ENABLED),))


def _dead_lettered(draft: Draft) -> Steps[Route]:
    queue = yield from new_queue(draft)
    dead_letters = yield from new_queue(draft, "D")
    meanwhile = (AlterQueue(queue, PUT_INHIBITED), SetDeadLetterQueue(dead_letters))
    return Route(queue, dead_letters, DEFAULT_QUEUE_MANAGER, meanwhile)


_ROUTES: Final[tuple[tuple[Callable[[Draft], Steps[Route]], frozenset[Ability]], ...]] = (
    (_straight, frozenset()),
    (_alias, frozenset({Ability.ALIAS_QUEUES})),
    (_remote, frozenset({_FURTHER, Ability.REMOTE_QUEUES})),
    (_clustered, frozenset({_FURTHER, Ability.CLUSTERS, Ability.DEFAULT_BINDING})),
    (_restarted, frozenset({Ability.RESTART})),
    (_failing_once, frozenset({Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE})),
    (_dead_lettered, frozenset({Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE})),
)


def message_on_every_route(draft: Draft) -> Steps[None]:
    """A delayed message arrives with all that it was sent with, whatever the way (X-02, X-03, X-06, X-42)."""
    draws = draft.draws
    begin, _ = draws.one_of(tuple(row for row in _ROUTES if draft.can(*row[1])))
    route = yield from begin(draft)
    producer = yield from own_producer(draft, None)
    delay = draft.delay()
    life = delay + draws.one_of((20_042, 60_000, 3_600_000)) if draws.chance(60) else 0
    producer = yield from retuned(draft, producer, delay, life)
    yield from mode_and_priority(draft, producer)
    if route.restarts:
        yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    sent = [together(send(draft, producer, route.name, full_message(draft)))]
    if draws.chance(40):
        sent.append(together(send(draft, producer, route.name, OutgoingMessage(draft.name("m")))))
    yield (*(command for one in sent for command in one), *route.meanwhile)
    due = draft.now + delay
    if route.restarts:
        yield from down_for(draft, draws.one_of((0, delay // 2, delay + 1)))
    elif draws.chance(50):
        yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + draws.one_of((1, 100, 1000, 5000)))
    if route.afterwards:
        yield route.afterwards
        yield from passing(draft, _HOURS if route.meanwhile else 1000)
    for _ in range(2):
        yield from look_elsewhere(draft, route.queue, route.queue_manager)
    if route.queue_manager == DEFAULT_QUEUE_MANAGER:
        yield from take(draft, route.queue)


def publication_with_every_field(draft: Draft) -> Steps[None]:
    """The same of a publication (HM-48, DD-130)."""
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic, 2)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    life = delay + draft.draws.one_of((20_042, 60_000)) if draft.draws.chance(50) else 0
    options = (*UNANSWERED, *((Report.COA | Report.COD, Report.COD_WITH_FULL_DATA) * 3))
    yield from publish(draft, publisher, full_message(draft, options), delay, life)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_all(draft, audience)
    yield from receive_all(draft, audience)
