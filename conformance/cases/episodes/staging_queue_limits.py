"""Episodes of the limits of the staging queue: on every way to it, at a commit, and with room made again.

Most have a queue manager of their own, so that nobody else's messages take the room. Left out: what is kept
there because nobody took it (`retried_deliveries`).
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    new_queue,
    own_producer,
    passing,
    perhaps_transacted,
    producer_api,
    shared_producer,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, PUT_INHIBITED, ended, retuned, send
from mqtck.conformance.cases.vocabulary.header_fields import perhaps_with_header_fields
from mqtck.conformance.cases.vocabulary.looks import quiet_look, shown
from mqtck.conformance.cases.vocabulary.queue_managers import (
    Home,
    Sender,
    count_there,
    delaying_producer,
    new_sender,
    receive_when_due,
    send_by,
    separate_queue_manager,
    stage_and_receive,
)
from mqtck.conformance.cases.vocabulary.unusable_queues import (
    OVERLONG,
    REFUSALS,
    ROOM_FOR_ONE,
    until_retried,
)
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    AlterQueue,
    AttributeChanges,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    GetMode,
    MatchCorrelationId,
    MqCommit,
    MqGet,
    OpenSession,
    ProducerApi,
    ReadDepth,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    QueueDestination,
    TopicDestination,
)
from mqtck.reference.vocabulary.publications import DefineSubscription, DefineTopic, MessageDelivery

_ROOMY: Final = AttributeChanges(max_depth=999_999_999, max_message_length=104_857_600)
_SHORT: Final = 1000
"""MAXMSGL, in characters."""

Leaving = Callable[[Draft, Home, str, str, int], Steps[None]]
"""A staged message leaves: with its queue, its label and its delay."""

_BEYOND: Final = 1500
"""Ms after which the end of a life is certain."""


def staging_limits(draft: Draft) -> Steps[None]:
    """A staging queue that is full or takes short messages only (DD-38 to DD-40, DD-53)."""
    draws = draft.draws
    queue = draft.target()
    session = yield from perhaps_transacted(draft)
    if session is None:
        producer = yield from shared_producer(draft, queue)
    else:
        producer = yield from own_producer(draft, queue, session)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    by_depth = draws.chance(60)
    changes = (
        AttributeChanges(max_depth=draws.below(4)) if by_depth else AttributeChanges(max_message_length=4000)
    )
    yield AlterQueue(STAGING_QUEUE, changes)
    for _ in range(draws.between(1, 3)):
        length = draws.one_of((None, OVERLONG))
        message = replace(perhaps_with_header_fields(draft, draft.message(), 40), length=length)
        yield from send(draft, producer, queue, message)
        yield from quiet_look(draft, draws.one_of((STAGING_QUEUE, queue)))
    yield from ended(draft, session)
    yield AlterQueue(STAGING_QUEUE, _ROOMY)
    yield from send(draft, producer, queue)
    yield from ended(draft, session)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, queue)


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
def staging_limits_on_every_way(draft: Draft) -> Steps[None]:
    """What the staging queue takes is asked on every way to it (DD-53, DD-39, DD-38, DD-32)."""
    home = yield from separate_queue_manager(draft)
    way = yield from _any_way(draft, home)
    sender = yield from _sender(draft, home, way, 50)
    room = draft.draws.between(1, 2)
    yield AlterQueue(
        STAGING_QUEUE, AttributeChanges(max_depth=room, max_message_length=_SHORT), home.queue_manager
    )
    yield sender.sends(draft, home, OVERLONG)
    yield from _committed(sender)
    yield from count_there(draft, home, STAGING_QUEUE)
    for _ in range(room + 1):
        yield sender.sends(draft, home)
    yield from _committed(sender)
    yield from count_there(draft, home, STAGING_QUEUE)
    yield AlterQueue(STAGING_QUEUE, _ROOMY, home.queue_manager)
    yield sender.sends(draft, home)
    yield from _committed(sender)
    yield from passing(draft, sender.delay + 1)
    yield from count_there(draft, home, way.queue)


@undisturbed
def commit_refused_by_staging_limits(draft: Draft) -> Steps[None]:
    """A commit that is refused stages nothing, not even what there was room for (DD-38, DD-43, DD-44)."""
    draws = draft.draws
    home = yield from separate_queue_manager(draft)
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
    yield from count_there(draft, home, STAGING_QUEUE)
    yield AlterQueue(STAGING_QUEUE, _ROOMY, home.queue_manager)
    yield from _committed(sender)
    yield from count_there(draft, home, STAGING_QUEUE)
    yield from passing(draft, sender.delay + 1)
    yield from count_there(draft, home, way.queue)


def _to_no_queue(draft: Draft, sender: Sender, _: str) -> Send:
    name = draft.name("NQ")
    draft.gone[name] = None
    return Send(sender.name, OutgoingMessage(draft.name("m")), QueueDestination(name))


def _of_a_group(draft: Draft, sender: Sender, queue: str) -> Send:
    message = OutgoingMessage(draft.name("m"), group=GroupMembership(draft.name("g")))
    return Send(sender.name, message, QueueDestination(queue))


def _of_a_short_life(draft: Draft, sender: Sender, queue: str) -> Send:
    arguments = SendArguments(DeliveryMode.PERSISTENT, draft.draws.below(10), max(1, sender.delay // 2))
    return Send(sender.name, OutgoingMessage(draft.name("m")), QueueDestination(queue), arguments)


@undisturbed
def room_after_a_refusal(draft: Draft) -> Steps[None]:
    """A delayed send that is refused takes no place on the staging queue (DD-39, DD-53)."""
    draws = draft.draws
    home = yield from separate_queue_manager(draft)
    manager = home.queue_manager
    queue = yield from new_queue(draft, "Q", None, manager)
    sender = yield from new_sender(draft, home)
    yield AlterQueue(STAGING_QUEUE, ROOM_FOR_ONE, manager)
    mended = [row for row in REFUSALS if draft.can(row[0])]
    if mended and draws.chance(50):
        _, harm, repair = draws.one_of(mended)
        long = OutgoingMessage(draft.name("m"), OVERLONG)
        yield (
            AlterQueue(queue, harm, manager),
            Send(sender.name, long, QueueDestination(queue)),
            AlterQueue(queue, repair, manager),
        )
    else:
        refused: list[Callable[[Draft, Sender, str], Send]] = [_to_no_queue]
        if draft.can(Ability.MESSAGE_GROUPS):
            refused.append(_of_a_group)
        if sender.api is ProducerApi.MESSAGE_PRODUCER and sender.delay > 1:
            refused.append(_of_a_short_life)
        yield draws.one_of(refused)(draft, sender, queue)
    yield from stage_and_receive(draft, home, sender, queue)


def _moved(draft: Draft, home: Home, queue: str, _: str, delay: int) -> Steps[None]:
    yield from receive_when_due(draft, home, queue, delay)


def _dead_lettered(draft: Draft, home: Home, queue: str, _: str, delay: int) -> Steps[None]:
    yield AlterQueue(queue, PUT_INHIBITED, home.queue_manager)
    yield from until(draft, draft.now + delay + 1)
    yield AlterQueue(queue, PUT_ENABLED, home.queue_manager)


def _kept_at_first(draft: Draft, home: Home, queue: str, _: str, delay: int) -> Steps[None]:
    yield (SetDeadLetterQueue(None, home.queue_manager), AlterQueue(queue, PUT_INHIBITED, home.queue_manager))
    yield from until(draft, draft.now + delay + 1)
    yield (
        SetDeadLetterQueue(queue, home.queue_manager),
        AlterQueue(queue, PUT_ENABLED, home.queue_manager),
    )
    yield from until_retried(draft)


def _recalled_under_the_cursor(_: Draft, home: Home, __: str, ___: str, ____: int) -> Steps[None]:
    for mode in (GetMode.BROWSE_FIRST, GetMode.UNDER_CURSOR):
        yield MqGet(STAGING_QUEUE, mode, connection=home.connection)


def _recalled_in_a_unit(_: Draft, home: Home, __: str, label: str, ____: int) -> Steps[None]:
    match = MatchCorrelationId(label)
    yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, match, Syncpoint.WITHIN, home.connection)
    yield MqCommit(home.connection)


_WAYS: Final[tuple[tuple[Leaving, frozenset[Ability]], ...]] = (
    (_moved, frozenset()),
    (_dead_lettered, frozenset({Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE})),
    (_kept_at_first, frozenset({Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE})),
    (_recalled_under_the_cursor, frozenset({Ability.MQI})),
    (_recalled_in_a_unit, frozenset({Ability.MQI})),
)


@undisturbed
def room_on_the_staging_queue(draft: Draft) -> Steps[None]:
    """What has left the staging queue makes room for the next message, wherever it went (DD-39, DD-53)."""
    home = yield from separate_queue_manager(draft)
    manager = home.queue_manager
    queue = yield from new_queue(draft, "Q", None, manager)
    dead_letters = yield from new_queue(draft, "D", None, manager)
    if draft.can(Ability.DEAD_LETTER_QUEUE):
        yield SetDeadLetterQueue(dead_letters, manager)
    sender = yield from new_sender(draft, home)
    yield AlterQueue(STAGING_QUEUE, ROOM_FOR_ONE, manager)
    label = yield from send_by(draft, sender, queue)
    way, _ = draft.draws.one_of(tuple(row for row in _WAYS if draft.can(*row[1])))
    yield from way(draft, home, queue, label, sender.delay)
    yield from stage_and_receive(draft, home, sender, queue)


@undisturbed
def expired_fill_the_staging_queue(draft: Draft) -> Steps[None]:
    """What has expired there and is not discarded yet takes the room that a delayed send needs (X-26)."""
    home = yield from separate_queue_manager(draft)
    manager = home.queue_manager
    first = yield from new_queue(draft, "Q", None, manager)
    second = yield from new_queue(draft, "Q", None, manager)
    replies = yield from new_queue(draft, "Y", None, manager)
    limit = draft.draws.between(1, 2)
    asks = draft.can(Ability.REPORT_OPTIONS, Ability.DESTINATION_PROPERTIES) and draft.draws.chance(50)
    there = QueueDestination(replies, queue_manager=manager)
    yield (
        SetDeadLetterQueue(None, manager),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=limit), manager),
    )
    delay = draft.delay()
    life = delay + _BEYOND
    producer = yield from delaying_producer(draft, home, delay, life)
    for _ in range(limit):
        message = OutgoingMessage(draft.name("m"))
        if asks:
            report = int(Report.EXPIRATION)
            message = replace(message, report=report, reply_to=replies, reply_destination=there)
        yield Send(producer, message, QueueDestination(first))
    yield AlterQueue(first, PUT_INHIBITED, manager)
    yield from passing(draft, life + _BEYOND)
    yield ReadDepth(STAGING_QUEUE, manager)
    yield Send(producer, OutgoingMessage(draft.name("m")), QueueDestination(second))
    yield ReadDepth(STAGING_QUEUE, manager)
    if asks:
        yield from shown(draft, STAGING_QUEUE, manager)
        yield from shown(draft, replies, manager)
