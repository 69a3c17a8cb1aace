"""Episodes of authority and definitions that change: between creation and send, send and commit, two sends.

What decides about a delayed send is what there is at the send, whatever there was when its producer was
created, and whatever there will be at its commit. Left out: what changes during a delay (`name_resolution`,
`redefined_queues`).
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from mqtck.conformance.cases.draft import (
    Draft,
    Producer,
    Steps,
    addressed,
    new_queue,
    own_producer,
    passing,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, PUT_INHIBITED, ended, retuned, send
from mqtck.conformance.cases.vocabulary.looks import quiet_look, take
from mqtck.conformance.cases.vocabulary.names import named_queue, new_alias
from mqtck.conformance.cases.vocabulary.unusable_queues import NO_ROOM, OVERLONG, ROOM, deleted
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    AlterQueue,
    AttributeChanges,
    Command,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DeleteQueue,
    GrantPut,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    RevokePut,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

_SHORT: Final = 1000
"""MAXMSGL, in characters."""

_LOW: Final = QueueAttributes(default_priority=2)


class Change(NamedTuple):
    """A destination, what changes about it, and where its messages may be then.

    `back` is what undoes the change, where it can be undone; `user` is who sends to it (None: who may do
    everything), `length` that of the message.
    """

    destination: QueueDestination
    commands: tuple[Command, ...]
    places: tuple[str, ...]
    back: tuple[Command, ...] = ()
    user: str | None = None
    length: int | None = None


def _either_way(draft: Draft, one: Command, other: Command) -> tuple[Command, Command]:
    return (one, other) if draft.draws.chance(50) else (other, one)


def _switched(draft: Draft) -> Steps[Change]:
    """PUT."""
    queue = yield from new_queue(draft)
    before, after = _either_way(draft, AlterQueue(queue, PUT_INHIBITED), AlterQueue(queue, PUT_ENABLED))
    yield before
    return Change(QueueDestination(queue), (after,), (queue,), (before,))


def _deleted(draft: Draft) -> Steps[Change]:
    queue = yield from new_queue(draft)
    return Change(QueueDestination(queue), deleted(draft, queue), ())


def _anew(draft: Draft) -> Steps[Change]:
    """Another queue of that name, or one that takes nothing."""
    queue = yield from new_queue(draft)
    closed = draft.can(Ability.PUT_INHIBIT) and draft.draws.chance(40)
    attributes = QueueAttributes(put=Switch.DISABLED) if closed else QueueAttributes()
    again = (DeleteQueue(queue), DefineLocalQueue(queue, attributes))
    return Change(QueueDestination(queue), again, (queue,))


def _alias_instead(draft: Draft) -> Steps[Change]:
    queue = yield from new_queue(draft)
    other = yield from new_queue(draft)
    again = (*deleted(draft, queue), DefineAliasQueue(queue, other))
    return Change(QueueDestination(queue), again, (other,))


def _retargeted(draft: Draft) -> Steps[Change]:
    alias, before = yield from new_alias(draft)
    after = yield from new_queue(draft)
    return Change(QueueDestination(alias), (DefineAliasQueue(alias, after),), (before, after))


def _redefined(draft: Draft) -> Steps[Change]:
    """DEFPSIST and DEFPRTY."""
    draws = draft.draws
    queue = yield from new_queue(draft, "Q", QueueAttributes(default_priority=draws.below(5)))
    changes = AttributeChanges(
        default_priority=draws.between(5, 9), default_persistence=DeliveryMode.PERSISTENT
    )
    by_queue = DestinationPersistence.QUEUE_DEFINITION
    destination = QueueDestination(queue, by_queue, PRIORITY_AS_QUEUE_DEFINITION)
    return Change(destination, (AlterQueue(queue, changes),), (queue,))


def _authority(draft: Draft) -> Steps[Change]:
    """Granted, or taken back."""
    name, queue = yield from named_queue(draft)
    user = draft.name("user")
    before, after = _either_way(draft, GrantPut(user, name), RevokePut(user, name))
    # Whether the queue behind an alias is asked for too is open.
    behind = () if name == queue else (GrantPut(user, queue),)
    yield GrantPut(user, STAGING_QUEUE), *behind, before
    return Change(QueueDestination(name), (after,), (queue,), (before,), user)


def _limited(draft: Draft) -> Steps[Change]:
    """MAXDEPTH or MAXMSGL."""
    queue = yield from new_queue(draft)
    narrow, wide = draft.draws.one_of(
        (
            (NO_ROOM, ROOM),
            (AttributeChanges(max_message_length=_SHORT), AttributeChanges(max_message_length=OVERLONG * 20)),
        )
    )
    before, after = _either_way(draft, AlterQueue(queue, narrow), AlterQueue(queue, wide))
    yield before
    length = None if narrow.max_message_length is None else OVERLONG
    return Change(QueueDestination(queue), (after,), (queue,), (before,), length=length)


def _defined(draft: Draft) -> Steps[Change]:
    """There is no such queue at first."""
    yield from ()
    queue = draft.name("Q")
    draft.see(queue)
    return Change(QueueDestination(queue), (DefineLocalQueue(queue),), (queue,))


_CHANGES: Final[tuple[tuple[Callable[[Draft], Steps[Change]], frozenset[Ability]], ...]] = (
    *((_authority, frozenset({Ability.AUTHORITY})),) * 5,
    *((_limited, frozenset({Ability.QUEUE_LIMITS})),) * 3,
    (_switched, frozenset({Ability.PUT_INHIBIT})),
    (_switched, frozenset({Ability.PUT_INHIBIT})),
    *((_defined, frozenset[Ability]()),) * 4,
    (_deleted, frozenset({Ability.DELETE_QUEUE})),
    (_deleted, frozenset({Ability.DELETE_QUEUE})),
    (_anew, frozenset({Ability.DELETE_QUEUE})),
    (_alias_instead, frozenset({Ability.DELETE_QUEUE, Ability.ALIAS_QUEUES})),
    (_retargeted, frozenset({Ability.ALIAS_QUEUES})),
    (_redefined, frozenset({Ability.DESTINATION_PROPERTIES, Ability.QUEUE_DEFAULTS})),
)


def _any_change(draft: Draft) -> Steps[Change]:
    make, _ = draft.draws.one_of(tuple(row for row in _CHANGES if draft.can(*row[1])))
    return (yield from make(draft))


def _several(draft: Draft) -> Steps[list[Change]]:
    """For a sender who may put to the others whatever happens to the authority for one of them."""
    first = yield from _any_change(draft)
    others = tuple(one for one, needs in _CHANGES if draft.can(*needs) and one not in (_authority, _defined))
    changes = [first]
    for _ in range(draft.draws.between(1, 2) if others else 0):
        change = yield from draft.draws.one_of(others)(draft)
        if first.user is not None:
            queues = dict.fromkeys((change.destination.queue, *change.places))
            yield tuple(GrantPut(first.user, queue) for queue in queues)
        changes.append(change)
    return changes


def _opened(draft: Draft, change: Change, transacted: int) -> Steps[str]:
    """A session of the sender, transacted so many times of a hundred."""
    session = draft.name("bs")
    in_unit = draft.can(Ability.TRANSACTIONS) and draft.draws.chance(transacted)
    if in_unit:
        draft.transacted[session] = None
    mode = Acknowledgement.TRANSACTED if in_unit else Acknowledgement.AUTOMATIC
    yield OpenSession(session, mode, change.user)
    return session


def _committed(draft: Draft, session: str) -> Steps[None]:
    yield from ended(draft, session if session in draft.transacted else None, 95)


def _looked_at(draft: Draft, changes: list[Change], delay: int) -> Steps[None]:
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from passing(draft, delay + 1)
    for change in changes:
        for place in change.places:
            yield from quiet_look(draft, place)


def _made(draft: Draft, session: str, change: Change, delay: int) -> Steps[Producer]:
    """A producer with a destination of its own."""
    api = ProducerApi.MESSAGE_PRODUCER
    producer = Producer(draft.name("p"), api, session, change.destination, delay)
    yield CreateProducer(producer.name, api, session, change.destination)
    yield SetDeliveryDelay(producer.name, delay)
    return producer


def _sent(draft: Draft, producer: Producer, change: Change) -> Steps[None]:
    message = OutgoingMessage(draft.name("m"), change.length)
    yield from send(draft, producer, change.destination.queue, message, destination=change.destination)


@undisturbed
def changed_since_creation(draft: Draft) -> Steps[None]:
    """What there is at the send decides, not at the creation (DD-46, DD-74, DD-75, DD-110 to DD-112)."""
    changes = yield from _several(draft)
    session = yield from _opened(draft, changes[0], 20)
    delay = draft.delay()
    producers = []
    for change in changes:
        producer = yield from _made(draft, session, change, delay)
        producers.append(producer)
    for change, producer in zip(changes, producers, strict=True):
        yield change.commands
        if change.back:
            later = yield from _made(draft, session, change, delay)
        yield from _sent(draft, producer, change)
        if change.back:
            # What was there when this producer was created is not what the first one found.
            yield change.back
            yield from _sent(draft, later, change)
    yield from _committed(draft, session)
    yield from _looked_at(draft, changes, delay)


@undisturbed
def changed_before_commit(draft: Draft) -> Steps[None]:
    """What changes between a send and its commit loses no message (DD-38, DD-46, DD-74, DD-114)."""
    changes = yield from _several(draft)
    session = yield from _opened(draft, changes[0], 100)
    delay = draft.delay()
    any_queue = yield from own_producer(draft, None, session)
    yield SetDeliveryDelay(any_queue.name, delay)
    for change in changes:
        producer = any_queue._replace(delay=delay)
        if draft.can(Ability.MESSAGE_PRODUCER) and draft.draws.chance(30):
            producer = yield from _made(draft, session, change, delay)
        yield from _sent(draft, producer, change)
    for change in changes:
        yield change.commands
    yield from _committed(draft, session)
    yield from _looked_at(draft, changes, delay)


def _alias_changed(draft: Draft, name: str) -> Steps[str]:
    other = yield from new_queue(draft)
    yield DefineAliasQueue(name, other)
    return other


def _defaults_changed(_: Draft, name: str) -> Steps[str]:
    yield AlterQueue(name, AttributeChanges(default_priority=7, default_persistence=DeliveryMode.PERSISTENT))
    return name


_ALTERATIONS: Final[tuple[tuple[tuple[Ability, ...], Callable[[Draft, str], Steps[str]]], ...]] = (
    ((Ability.ALIAS_QUEUES,), _alias_changed),
    ((Ability.QUEUE_DEFAULTS, Ability.DESTINATION_PROPERTIES), _defaults_changed),
)


def _as_defined(name: str) -> QueueDestination:
    return QueueDestination(name, DestinationPersistence.QUEUE_DEFINITION, PRIORITY_AS_QUEUE_DEFINITION)


def definitions_altered_between_sends(draft: Draft) -> Steps[None]:
    """What a definition says counts at each send, whatever it said at the last (DD-74, DD-77, DD-78)."""
    draws = draft.draws
    queue = yield from new_queue(draft, "Q", _LOW if draft.can(Ability.QUEUE_DEFAULTS) else None)
    changes: list[Callable[[Draft, str], Steps[str]]] = [
        change for needed, change in _ALTERATIONS if draft.can(*needed)
    ]
    if not changes:
        return
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    change = draws.one_of(changes)
    name = queue
    if change is _alias_changed:
        name = draft.name("A")
        draft.gone[name] = None
        yield DefineAliasQueue(name, queue)
    as_defined = draft.can(Ability.DESTINATION_PROPERTIES)
    destination = _as_defined(name) if as_defined else addressed(draft, name)
    yield from send(draft, producer, name, destination=destination)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from take(draft, queue)
    arrival = yield from change(draft, name)
    yield from send(draft, producer, name, destination=destination)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, arrival)
    yield from take(draft, arrival)
