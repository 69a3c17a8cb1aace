"""Episodes in which something is done once more: after a refusal, or with the room that was made.

What has gone, or was refused, must leave its place to the next one. An episode is a generator of commands
about one subject (`cases`). Left out: sessions and connections that are opened again under their names, of
which it is open what they leave behind.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    CreateProducer,
    GetMode,
    GrantPut,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    ReadDepth,
    Receive,
    RevokePut,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import (
    GroupMembership,
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
)

from .by_itself import elsewhere
from .calls import PUT_ENABLED, PUT_INHIBITED
from .draft import Draft, Steps, new_queue, passing, producer_api, undisturbed, until
from .failure import HOUR
from .homes import Home

_ONE: Final = AttributeChanges(max_depth=1)
_PLENTY: Final = AttributeChanges(max_depth=5000)
_LONG: Final = 5000
_SHORT: Final = AttributeChanges(max_message_length=1000)
_LONGER: Final = AttributeChanges(max_message_length=1_000_000)
_NONE: Final = AttributeChanges(max_depth=0)
_REST: Final = 30_000
"""Ms that a message lives on behind its delay."""

_MENDED: Final = (
    (Ability.PUT_INHIBIT, PUT_INHIBITED, PUT_ENABLED),
    (Ability.QUEUE_LIMITS, _NONE, _PLENTY),
    (Ability.QUEUE_LIMITS, _SHORT, _LONGER),
)
"""What a queue does not take, and what mends that."""


class Sender(NamedTuple):
    """A producer that names its destination with each send, and its delay."""

    name: str
    api: ProducerApi
    home: Home
    delay: int


def _sender(draft: Draft, home: Home) -> Steps[Sender]:
    sender = Sender(draft.name("p"), producer_api(draft), home, draft.delay())
    draft.longest_delay = max(draft.longest_delay, sender.delay)
    yield (CreateProducer(sender.name, sender.api, home.session), SetDeliveryDelay(sender.name, sender.delay))
    return sender


def _sent(draft: Draft, sender: Sender, queue: str, message: OutgoingMessage | None = None) -> Steps[str]:
    sound = message or OutgoingMessage(draft.name("m"))
    draft.post(sound.label, queue, sender.delay, 0, sender.home.queue_manager)
    yield Send(sender.name, sound, QueueDestination(queue))
    return sound.label


def _delivered(draft: Draft, home: Home, queue: str, delay: int) -> Steps[None]:
    yield from until(draft, draft.now + delay + 1)
    yield Receive(queue, home.session)


# --- after a refusal ------------------------------------------------------------------------------------


def _of_a_group(draft: Draft, sender: Sender, queue: str) -> Send:
    message = OutgoingMessage(draft.name("m"), group=GroupMembership(draft.name("g")))
    return Send(sender.name, message, QueueDestination(queue))


def _of_a_short_life(draft: Draft, sender: Sender, queue: str) -> Send:
    arguments = SendArguments(DeliveryMode.PERSISTENT, draft.draws.below(10), max(1, sender.delay // 2))
    return Send(sender.name, OutgoingMessage(draft.name("m")), QueueDestination(queue), arguments)


def _to_no_queue(draft: Draft, sender: Sender, _: str) -> Send:
    name = draft.name("NQ")
    draft.gone[name] = None
    return Send(sender.name, OutgoingMessage(draft.name("m")), QueueDestination(name))


@undisturbed
def room_after_a_refusal(draft: Draft) -> Steps[None]:
    """A delayed send that is refused takes no place on the staging queue (DD-39, DD-53)."""
    draws = draft.draws
    home = yield from elsewhere(draft)
    manager = home.queue_manager
    queue = yield from new_queue(draft, "Q", None, manager)
    sender = yield from _sender(draft, home)
    yield AlterQueue(STAGING_QUEUE, _ONE, manager)
    mended = [row for row in _MENDED if draft.can(row[0])]
    if mended and draws.chance(50):
        _, harm, repair = draws.one_of(mended)
        long = OutgoingMessage(draft.name("m"), _LONG)
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
    yield from _sent(draft, sender, queue)
    yield from _delivered(draft, home, queue, sender.delay)
    yield AlterQueue(STAGING_QUEUE, _PLENTY, manager)


@undisturbed
def granted_at_last(draft: Draft) -> Steps[None]:
    """Who had no authority before, or none any more, sends when it has been granted (DD-46, DD-53, EX-35)."""
    draws = draft.draws
    home = yield from elsewhere(draft)
    manager = home.queue_manager
    queue = yield from new_queue(draft, "Q", None, manager)
    user = draft.name("user")
    session = draft.name("zs")
    yield OpenSession(session, user=user, queue_manager=manager)
    sender = yield from _sender(draft, home._replace(session=session))
    undelayed = draws.chance(40)
    if undelayed:
        yield SetDeliveryDelay(sender.name, 0)
    if draft.can(Ability.QUEUE_LIMITS):
        yield AlterQueue(queue if undelayed else STAGING_QUEUE, _ONE, manager)
    yield GrantPut(user, STAGING_QUEUE, manager)
    grant = GrantPut(user, queue, manager)
    if draws.chance(50):
        yield (grant, RevokePut(user, queue, manager))
    yield Send(sender.name, OutgoingMessage(draft.name("m")), QueueDestination(queue))
    yield grant
    yield from _sent(draft, sender, queue)
    yield from _delivered(draft, home, queue, sender.delay)
    yield AlterQueue(STAGING_QUEUE, _PLENTY, manager)


@undisturbed
def place_of_a_refused_put(draft: Draft) -> Steps[None]:
    """A put that is refused, or what has expired, takes no place on its queue (EX-35, EX-14)."""
    draws = draft.draws
    limit = draws.between(1, 2)
    queue = yield from new_queue(draft, "L", QueueAttributes(max_depth=limit))
    connection = draft.name("ac")

    def put(length: int | None = None, descriptor: PutDescriptor | None = None) -> MqPut:
        message = OutgoingMessage(draft.name("m"), length)
        return MqPut(queue, message, descriptor or PutDescriptor(), connection=connection)

    mended = [row for row in _MENDED if draft.can(row[0]) and row[1] is not _NONE]
    if draws.chance(40):
        over = put(None, PutDescriptor(expiry=20))
        yield over
        yield from passing(draft, 2001)
        yield MqGet(queue, match=MatchMessageId(over.message.label), connection=connection)
    elif mended and draws.chance(70):
        _, harm, repair = draws.one_of(mended)
        yield (AlterQueue(queue, harm), put(_LONG), AlterQueue(queue, repair))
    else:
        yield (*(put() for _ in range(limit + 1)), MqGet(queue, connection=connection))
    yield (put(), put())
    if draft.can(Ability.DEPTH):
        yield ReadDepth(queue)
    yield MqGet(queue, connection=connection)


# --- room that was made ---------------------------------------------------------------------------------

Leaving = Callable[[Draft, Home, str, str, int], Steps[None]]
"""A staged message leaves: with its queue, its label and its delay."""


def _moved(draft: Draft, home: Home, queue: str, _: str, delay: int) -> Steps[None]:
    yield from _delivered(draft, home, queue, delay)


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
    yield from passing(draft, HOUR + 1 if draft.virtual else 1)


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
    home = yield from elsewhere(draft)
    manager = home.queue_manager
    queue = yield from new_queue(draft, "Q", None, manager)
    dead_letters = yield from new_queue(draft, "D", None, manager)
    if draft.can(Ability.DEAD_LETTER_QUEUE):
        yield SetDeadLetterQueue(dead_letters, manager)
    sender = yield from _sender(draft, home)
    yield AlterQueue(STAGING_QUEUE, _ONE, manager)
    label = yield from _sent(draft, sender, queue)
    way, _ = draft.draws.one_of(tuple(row for row in _WAYS if draft.can(*row[1])))
    yield from way(draft, home, queue, label, sender.delay)
    yield from _sent(draft, sender, queue)
    yield from _delivered(draft, home, queue, sender.delay)
    yield AlterQueue(STAGING_QUEUE, _PLENTY, manager)


@undisturbed
def one_dead_letter_after_another(draft: Draft) -> Steps[None]:
    """A dead-letter queue for one takes the next when one has gone; each names its own queue (DD-98)."""
    draws = draft.draws
    home = yield from elsewhere(draft)
    manager = home.queue_manager
    queues = (
        (yield from new_queue(draft, "Q", None, manager)),
        (yield from new_queue(draft, "Q", None, manager)),
    )
    dead_letters = yield from new_queue(draft, "D", QueueAttributes(max_depth=1), manager)
    replies = yield from new_queue(draft, "Y", QueueAttributes(max_depth=1), manager)
    sender = yield from _sender(draft, home)
    yield SetDeadLetterQueue(dead_letters, manager)
    report = int(Report.EXCEPTION) if draft.can(Ability.REPORT_OPTIONS) else 0
    for queue in queues:
        message = OutgoingMessage(draft.name("m"), report=report, reply_to=replies)
        ends = queue == queues[0] and draws.chance(40)
        yield SetTimeToLive(sender.name, sender.delay + _REST if ends else 0)
        yield from _sent(draft, sender, queue, message)
        due = draft.now + sender.delay
        at_last = draws.chance(30)
        if at_last:
            yield AlterQueue(dead_letters, PUT_INHIBITED, manager)
        yield AlterQueue(queue, PUT_INHIBITED, manager)
        yield from until(draft, due + 1)
        yield AlterQueue(dead_letters, PUT_ENABLED, manager)
        if at_last and draft.virtual:
            for _ in range(3):
                yield from passing(draft, 5000)
                yield Receive(replies, home.session)
        if ends:
            yield from passing(draft, _REST)
        yield Receive(dead_letters, home.session)
        yield Receive(replies, home.session)


# --- given back ---------------------------------------------------------------------------------------


@undisturbed
def given_back_before_a_commit(draft: Draft) -> Steps[None]:
    """A commit takes nothing that was given back before it (EX-40, X-54)."""
    home = yield from elsewhere(draft)
    queue = yield from new_queue(draft, "Q", None, home.queue_manager)
    sender = yield from _sender(draft, home)
    label = yield from _sent(draft, sender, queue)
    due = draft.now + sender.delay
    place, match = STAGING_QUEUE, MatchCorrelationId(label)
    recalled = draft.can(Ability.STAGING_QUEUE) and draft.draws.chance(40)
    if not recalled:
        yield from until(draft, due + 1)
    got: Command = MqGet(queue, GetMode.DESTRUCTIVE, None, Syncpoint.WITHIN, home.connection)
    if recalled:
        got = MqGet(place, GetMode.DESTRUCTIVE, match, Syncpoint.WITHIN, home.connection)
    yield (got, MqBackout(home.connection), MqCommit(home.connection))
    yield from until(draft, due + 1)
    yield Receive(queue, home.session)
