"""Episodes of what changes between two calls: creation and send, send and commit, setters and long form.

What decides about a delayed send is what there is at the send, whatever there was when its producer was
created, and whatever there will be at its commit. An episode is a generator of commands about one subject
(`cases`). Nothing comes in between.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

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
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

from .calls import PUT_ENABLED, PUT_INHIBITED, arguments, ended, quiet_look, send
from .draft import Draft, Producer, Steps, new_queue, own_producer, passing, undisturbed, until
from .failure import OVERLONG
from .names import new_alias
from .unusable import deleted

_SHORT: Final = 1000
"""MAXMSGL, in characters."""

_LONGER: Final = 20_000
"""Ms beyond a delay."""


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


def _authority(draft: Draft) -> Steps[Change]:
    """Granted, or taken back."""
    queue = yield from new_queue(draft)
    user = draft.name("user")
    before, after = _either_way(draft, GrantPut(user, queue), RevokePut(user, queue))
    yield GrantPut(user, STAGING_QUEUE), before
    return Change(QueueDestination(queue), (after,), (queue,), (before,), user)


def _switched(draft: Draft) -> Steps[Change]:
    """PUT."""
    queue = yield from new_queue(draft)
    before, after = _either_way(draft, AlterQueue(queue, PUT_INHIBITED), AlterQueue(queue, PUT_ENABLED))
    yield before
    return Change(QueueDestination(queue), (after,), (queue,), (before,))


def _limited(draft: Draft) -> Steps[Change]:
    """MAXDEPTH or MAXMSGL."""
    queue = yield from new_queue(draft)
    narrow, wide = draft.draws.one_of(
        (
            (AttributeChanges(max_depth=0), AttributeChanges(max_depth=5000)),
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


def _sent(draft: Draft, producer: Producer, change: Change) -> Steps[None]:
    message = OutgoingMessage(draft.name("m"), change.length)
    yield from send(draft, producer, change.destination.queue, message, destination=change.destination)


def _committed(draft: Draft, session: str) -> Steps[None]:
    yield from ended(draft, session if session in draft.transacted else None, 95)


def _looked_at(draft: Draft, changes: list[Change], delay: int) -> Steps[None]:
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from passing(draft, delay + 1)
    for change in changes:
        for place in change.places:
            yield from quiet_look(draft, place)


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


def _made(draft: Draft, session: str, change: Change, delay: int) -> Steps[Producer]:
    """A producer with a destination of its own."""
    api = ProducerApi.MESSAGE_PRODUCER
    producer = Producer(draft.name("p"), api, session, change.destination, delay)
    yield CreateProducer(producer.name, api, session, change.destination)
    yield SetDeliveryDelay(producer.name, delay)
    return producer


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


@undisturbed
def setters_at_odds(draft: Draft) -> Steps[None]:
    """The long form has a life of its own, whatever the setters were given, for one send (DD-30, DD-31)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue, None, ProducerApi.MESSAGE_PRODUCER)
    delay = max(2, draft.delay())
    life = draft.life_below(delay) if draws.chance(70) else delay + _LONGER
    setters = SetDeliveryDelay(producer.name, delay), SetTimeToLive(producer.name, life)
    yield setters if draws.chance(50) else setters[::-1]
    producer = producer._replace(delay=delay, life=life)
    for _ in range(draws.between(2, 3)):
        own = draws.one_of((None, 0, delay + _LONGER, draft.life_below(delay)))
        long_form = None if own is None else arguments(draft, own)
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")), long_form)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, queue)
