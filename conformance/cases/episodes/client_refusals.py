"""Episodes of what may not be sent with a delay, in each of the ways to send.

About DD-19, DD-33, DD-36, DD-46, DD-75 and DD-110 to DD-112. Left out: queues behind an alias, of which it is
not said that they are asked.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    addressed,
    new_queue,
    producer_api,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, ended
from mqtck.conformance.cases.vocabulary.header_fields import (
    DELIVERY_MODES,
    perhaps_with_header_fields,
    preset_headers,
)
from mqtck.conformance.cases.vocabulary.looks import look_elsewhere, quiet_look
from mqtck.conformance.cases.vocabulary.publish_subscribe import new_topic, receive_of, subscribe
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    QueueDestination,
    Retention,
    TopicDestination,
)

_LONG: Final = 5000
_SHORT: Final = 1000
_FURTHER: Final = Ability.OTHER_QUEUE_MANAGERS


class Refused(NamedTuple):
    """What is sent where, and by whom (None: who may do everything); `opened` is what would let it pass."""

    destination: QueueDestination | None
    message: OutgoingMessage
    opened: AttributeChanges | None = None
    topic: TopicDestination | None = None
    user: str | None = None


def _limited(draft: Draft, manager: str, attributes: QueueAttributes) -> Steps[QueueDestination]:
    queue = yield from new_queue(draft, "Q", attributes, manager)
    return addressed(draft, queue)


def _any(draft: Draft) -> OutgoingMessage:
    """What the message has besides is no reason to take it."""
    message = perhaps_with_header_fields(draft, draft.message(), 50)
    return replace(message, preset=preset_headers(draft.draws)) if draft.draws.chance(15) else message


def _inhibited(draft: Draft, manager: str) -> Steps[Refused]:
    queue = yield from _limited(draft, manager, QueueAttributes(put=Switch.DISABLED))
    return Refused(queue, _any(draft), PUT_ENABLED)


def _too_long(draft: Draft, manager: str) -> Steps[Refused]:
    queue = yield from _limited(draft, manager, QueueAttributes(max_message_length=_SHORT))
    message = replace(_any(draft), length=_LONG)
    return Refused(queue, message, AttributeChanges(max_message_length=_LONG * 20))


def _full(draft: Draft, manager: str) -> Steps[Refused]:
    queue = yield from _limited(draft, manager, QueueAttributes(max_depth=0))
    return Refused(queue, _any(draft), AttributeChanges(max_depth=10))


def _unauthorized(draft: Draft, manager: str) -> Steps[Refused]:
    queue = yield from new_queue(draft, "Q", None, manager)
    return Refused(addressed(draft, queue), _any(draft), user=draft.name("user"))


def _grouped(draft: Draft, manager: str) -> Steps[Refused]:
    queue = yield from new_queue(draft, "Q", None, manager)
    group = GroupMembership(draft.name("g"), draft.draws.one_of((1, 1, 2)))
    return Refused(addressed(draft, queue), replace(_any(draft), group=group))


_ANYWHERE: Final = (_inhibited, _too_long, _full, _unauthorized, _grouped)
"""Those that another queue manager can tell as well."""


Cause = Callable[[Draft, str], Steps[Refused]]
"""Sets up, on a queue manager, what a send is to be refused for."""


def _unknown(draft: Draft, _: str) -> Steps[Refused]:
    """A queue that nobody has defined."""
    yield from ()
    name = draft.name("NQ")
    draft.gone[name] = None
    return Refused(addressed(draft, name), _any(draft))


_AT_CREATION: Final = (_unauthorized, _unknown)
"""Those that may already refuse a producer for such a queue, which is open."""


def _attempt(draft: Draft, cause: Cause, refused: Refused, manager: str) -> Steps[int]:
    """The delayed send, by a producer and in a session of its own. Returns the delay."""
    draws = draft.draws
    transacted = draft.can(Ability.TRANSACTIONS) and draws.chance(20)
    session, producer = draft.name("rs"), draft.name("p")
    if transacted:
        draft.transacted[session] = None
    mode = Acknowledgement.TRANSACTED if transacted else Acknowledgement.AUTOMATIC
    yield OpenSession(session, mode, refused.user, manager)
    api = producer_api(draft)
    classic = api is ProducerApi.MESSAGE_PRODUCER
    own = classic and cause not in _AT_CREATION and draws.chance(60)
    yield CreateProducer(
        producer, api, session, refused.destination if own else None, refused.topic if own else None
    )
    delay = draft.delay()
    # Who accepts it all the same has it to deliver.
    draft.longest_delay = max(draft.longest_delay, delay)
    yield SetDeliveryDelay(producer, delay)
    life = draft.life_beyond(delay) if draws.chance(40) else 0
    if draws.chance(30):
        yield SetDeliveryMode(producer, draws.one_of(DELIVERY_MODES))
    if draws.chance(25):
        yield SetPriority(producer, draws.below(10))
    arguments = None
    if classic and draws.chance(55):
        arguments = SendArguments(draws.one_of(tuple(DeliveryMode)), draws.below(10), life)
    elif life:
        yield SetTimeToLive(producer, life)
    if transacted:
        draft.units[Unit(UnitKind.SESSION, session)] = None
    yield Send(
        producer,
        refused.message,
        None if own else refused.destination,
        arguments,
        None if own else refused.topic,
    )
    yield from ended(draft, session if transacted else None)
    return delay


def _bound(draft: Draft, _: str) -> Steps[Refused]:
    """A clustered queue on another queue manager with DEFBIND(OPEN), its default."""
    cluster, manager, queue = draft.name("CLUSTER"), draft.name("CQM"), draft.name("CQ")
    draft.see(queue, manager)
    yield (
        JoinCluster(cluster),
        DefineQueueManager(manager),
        JoinCluster(cluster, manager),
        DefineLocalQueue(queue, QueueAttributes(cluster=cluster), manager),
    )
    return Refused(addressed(draft, queue), _any(draft))


def _retained(draft: Draft, _: str) -> Steps[Refused]:
    topic = yield from new_topic(draft)
    yield from subscribe(draft, topic)
    message = replace(_any(draft), retained=Retention.RETAIN_PUBLICATION)
    return Refused(None, message, topic=TopicDestination(topic))


_CAUSES: Final[tuple[tuple[Cause, frozenset[Ability]], ...]] = (
    (_inhibited, frozenset({Ability.PUT_INHIBIT})),
    (_too_long, frozenset({Ability.QUEUE_LIMITS})),
    (_full, frozenset({Ability.QUEUE_LIMITS})),
    (_unauthorized, frozenset({Ability.AUTHORITY})),
    (_grouped, frozenset({Ability.MESSAGE_GROUPS})),
    (_unknown, frozenset()),
    (_bound, frozenset({_FURTHER, Ability.CLUSTERS})),
    (_retained, frozenset({Ability.TOPICS, Ability.RETAINED_PUBLICATIONS})),
)


def refused_in_any_way(draft: Draft) -> Steps[None]:
    """A delayed send that is to be refused, in one of the ways to send."""
    draws = draft.draws
    cause, _ = draws.one_of(tuple(row for row in _CAUSES if draft.can(*row[1])))
    manager = DEFAULT_QUEUE_MANAGER
    if cause in _ANYWHERE and draft.can(_FURTHER) and draws.chance(20):
        manager = draft.name("QMX")
        yield DefineQueueManager(manager)
    refused = yield from cause(draft, manager)
    delay = yield from _attempt(draft, cause, refused, manager)
    yield from quiet_look(draft, STAGING_QUEUE)
    queue = None if refused.destination is None else refused.destination.queue
    if queue is not None and refused.opened is not None:
        yield AlterQueue(queue, refused.opened, manager)
    yield from until(draft, draft.now + delay + 1)
    if queue is not None and cause not in {_bound, _unknown}:
        yield from look_elsewhere(draft, queue, manager)
    for listener in tuple(draft.listeners.values()):
        if refused.topic is not None and listener.topic == refused.topic.topic_string:
            yield from receive_of(draft, listener)
