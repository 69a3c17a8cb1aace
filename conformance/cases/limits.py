"""Episodes of the limits of the staging queue: on every way to it, and at a commit.

An episode is a generator of commands about one subject (`cases`). Each has a queue manager of its own, so
that nobody else's messages take the room; nothing comes in between.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    AlterQueue,
    AttributeChanges,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    OpenSession,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.publications import DefineSubscription, DefineTopic, MessageDelivery

from .by_itself import elsewhere
from .draft import Draft, Steps, new_queue, passing, producer_api, undisturbed
from .failure import OVERLONG
from .homes import Home, counted

_ROOMY: Final = AttributeChanges(max_depth=999_999_999, max_message_length=104_857_600)
_SHORT: Final = 1000
"""MAXMSGL, in characters."""


class _Way(NamedTuple):
    """What a producer sends to, and the queue to which that leads."""

    destination: QueueDestination | TopicDestination
    queue: str


_Leading = Callable[[Draft, Home, str], Steps[_Way]]
"""What leads to a queue of that name."""


def _plain(_: Draft, __: Home, queue: str) -> Steps[_Way]:
    yield from ()
    return _Way(QueueDestination(queue), queue)


def _alias(draft: Draft, home: Home, queue: str) -> Steps[_Way]:
    alias = draft.name("A")
    draft.gone[alias] = None
    yield DefineAliasQueue(alias, queue, home.queue_manager)
    return _Way(QueueDestination(alias), queue)


def _subscription(draft: Draft, home: Home, queue: str) -> Steps[_Way]:
    topic, available = draft.name("T"), MessageDelivery.ALL_AVAILABLE
    yield DefineTopic(topic, topic, available, available, home.queue_manager)
    yield DefineSubscription(f"to{queue}", topic, queue, home.queue_manager)
    return _Way(TopicDestination(topic), queue)


def _any_way(draft: Draft, home: Home) -> Steps[_Way]:
    ways: list[_Leading] = [_plain]
    if draft.can(Ability.ALIAS_QUEUES):
        ways += [_alias, _alias]
    if draft.can(Ability.TOPICS, Ability.SUBSCRIBER_QUEUES):
        ways += [_subscription, _subscription]
    queue = yield from new_queue(draft, "Q", None, home.queue_manager)
    return (yield from draft.draws.one_of(ways)(draft, home, queue))


class _Sender(NamedTuple):
    """A producer with a delay; `session` where it is transacted."""

    producer: str
    session: str | None
    way: _Way
    delay: int

    def sends(self, draft: Draft, home: Home, length: int | None = None) -> Send:
        message, destination = OutgoingMessage(draft.name("m"), length), self.way.destination
        draft.post(message.label, self.way.queue, self.delay, 0, home.queue_manager)
        if isinstance(destination, TopicDestination):
            return Send(self.producer, message, topic=destination)
        return Send(self.producer, message, destination)


def _sender(draft: Draft, home: Home, way: _Way, transacted: int) -> Steps[_Sender]:
    """In a unit of work so many times of a hundred."""
    in_unit = draft.can(Ability.TRANSACTIONS) and draft.draws.chance(transacted)
    session = draft.name("tx") if in_unit else None
    if session is not None:
        yield OpenSession(session, Acknowledgement.TRANSACTED, queue_manager=home.queue_manager)
    producer, delay = draft.name("p"), draft.delay()
    yield CreateProducer(producer, producer_api(draft), session or home.session)
    yield SetDeliveryDelay(producer, delay)
    return _Sender(producer, session, way, delay)


def _committed(sender: _Sender) -> Steps[None]:
    if sender.session is not None:
        yield Commit(sender.session)


@undisturbed
def limits_on_every_way(draft: Draft) -> Steps[None]:
    """What the staging queue takes is asked on every way to it (DD-53, DD-39, DD-38, DD-32)."""
    home = yield from elsewhere(draft)
    way = yield from _any_way(draft, home)
    sender = yield from _sender(draft, home, way, 50)
    room = draft.draws.between(1, 2)
    yield AlterQueue(
        STAGING_QUEUE, AttributeChanges(max_depth=room, max_message_length=_SHORT), home.queue_manager
    )
    yield sender.sends(draft, home, OVERLONG)
    yield from _committed(sender)
    yield from counted(draft, home, STAGING_QUEUE)
    for _ in range(room + 1):
        yield sender.sends(draft, home)
    yield from _committed(sender)
    yield from counted(draft, home, STAGING_QUEUE)
    yield AlterQueue(STAGING_QUEUE, _ROOMY, home.queue_manager)
    yield sender.sends(draft, home)
    yield from _committed(sender)
    yield from passing(draft, sender.delay + 1)
    yield from counted(draft, home, way.queue)


@undisturbed
def refused_commit(draft: Draft) -> Steps[None]:
    """A commit that is refused stages nothing, not even what there was room for (DD-38, DD-43, DD-44)."""
    draws = draft.draws
    home = yield from elsewhere(draft)
    way = yield from _any_way(draft, home)
    sender = yield from _sender(draft, home, way, 100)
    several = draws.between(2, 3)
    before = draws.chance(30)
    limits = AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=several - 1), home.queue_manager)
    yield limits if before else ()
    for _ in range(several):
        yield sender.sends(draft, home)
    # Who asks for room at the sends has refused one of them by now, or is asked again.
    yield () if before else limits
    yield from _committed(sender)
    yield from counted(draft, home, STAGING_QUEUE)
    yield AlterQueue(STAGING_QUEUE, _ROOMY, home.queue_manager)
    yield from _committed(sender)
    yield from counted(draft, home, STAGING_QUEUE)
    yield from passing(draft, sender.delay + 1)
    yield from counted(draft, home, way.queue)
