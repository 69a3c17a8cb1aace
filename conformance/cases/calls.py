"""The calls that episodes are made of: setters and sends, puts, gets and looks, commit and rollback.

Each is a generator of commands that also keeps the draft up to date. A look is drawn among those that
the implementation can do. Where it has no browser, gets browse over a connection of their own; where it has
no MQI either, a message is received and given back by a rollback, or taken, or nobody looks.
"""

from collections.abc import Callable
from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    Connect,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ProducerApi,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SendArguments,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Switch,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    UNLIMITED,
    DeliveryMode,
    Persistence,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination

from .draft import Draft, Producer, Steps, Unit, UnitKind, addressed
from .dress import dressed

Match = MatchMessageId | MatchCorrelationId
"""What a get asks for."""

PUT_INHIBITED: Final = AttributeChanges(put=Switch.DISABLED)
PUT_ENABLED: Final = AttributeChanges(put=Switch.ENABLED)
DELIVERY_MODES: Final = (DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT)
_PERSISTENCES: Final = (Persistence.NOT_PERSISTENT, Persistence.PERSISTENT, Persistence.AS_Q_DEF)
_EXPIRIES: Final = (1, 5, 10, 20, 20, 50, 100, 200, 600, 36_000)
_SOON: Final = (5, 10, 20, 50)
_LONG_EXPIRIES: Final = (999_999_998, 999_999_999, 2_147_483_647)


# --- producers -----------------------------------------------------------------------------------------


def retuned(draft: Draft, producer: Producer, delay: int, life: int) -> Steps[Producer]:
    """Set delay and time to live (both of them in accord) in an order in which neither call conflicts."""
    before = draft.producers.get(producer.name, producer)
    conflicts_first = 0 < before.life < delay
    conflicts_last = 0 < life < before.delay
    setters: list[Command] = []
    if before.delay != delay or draft.draws.chance(10):
        setters.append(SetDeliveryDelay(producer.name, delay))
    if before.life != life or draft.draws.chance(10):
        setters.append(SetTimeToLive(producer.name, life))
    if conflicts_first or (not conflicts_last and draft.draws.chance(50)):
        setters.reverse()
    tuned = before._replace(delay=delay, life=life)
    if producer.name in draft.producers:
        draft.producers[producer.name] = tuned
    if setters:
        yield tuple(setters)
    return tuned


def mode_and_priority(draft: Draft, producer: Producer) -> Steps[None]:
    """Now and then set the delivery mode or the priority of a producer."""
    if draft.draws.chance(30):
        yield SetDeliveryMode(producer.name, draft.draws.one_of(DELIVERY_MODES))
    if draft.draws.chance(30):
        yield SetPriority(producer.name, draft.draws.below(10))


def arguments(draft: Draft, life: int) -> SendArguments:
    """The long form of send with a time to live of its own."""
    return SendArguments(draft.draws.one_of(DELIVERY_MODES), draft.draws.below(10), life)


def send(
    draft: Draft,
    producer: Producer,
    queue: str,
    message: OutgoingMessage | None = None,
    long_form: SendArguments | None = None,
    destination: QueueDestination | None = None,
) -> Steps[str]:
    """Send a message to a queue; `destination` where it is more than a name. Returns the label."""
    sent = dressed(draft, draft.message() if message is None else message)
    named = None if producer.destination else destination or addressed(draft, queue)
    current = draft.producers.get(producer.name, producer)
    life = current.life if long_form is None else long_form.time_to_live
    draft.post(sent.label, queue, current.delay, life)
    draft.see(queue)
    if producer.session in draft.transacted:
        draft.units[Unit(UnitKind.SESSION, producer.session)] = None
    yield Send(producer.name, sent, named, long_form)
    return sent.label


def long_form_possible(producer: Producer) -> bool:
    return producer.api is ProducerApi.MESSAGE_PRODUCER


# --- MQI -----------------------------------------------------------------------------------------------


def put(
    draft: Draft,
    queue: str,
    expiry: int = UNLIMITED,
    message: OutgoingMessage | None = None,
    priority: int = PRIORITY_AS_QUEUE_DEFINITION,
    syncpoint: Syncpoint = Syncpoint.OUTSIDE,
) -> Steps[str]:
    """MQPUT or MQPUT1; `expiry` in tenths of a second. Returns the label."""
    draws = draft.draws
    sent = draft.message() if message is None else message
    draft.post(sent.label, queue, 0, max(0, expiry) * 100)
    draft.see(queue)
    connection = draft.connection()
    if syncpoint is Syncpoint.WITHIN:
        draft.units[Unit(UnitKind.CONNECTION, connection)] = None
    descriptor = PutDescriptor(expiry, priority, draws.one_of(_PERSISTENCES))
    if draws.chance(50):
        yield MqPut(queue, sent, descriptor, syncpoint, connection)
    else:
        yield MqPut1(queue, sent, descriptor, syncpoint, connection)
    return sent.label


def expiry(draft: Draft) -> int:
    """A value of MQMD.Expiry: mostly one that ends within the case."""
    chance = draft.draws.below(10)
    if chance == 0:
        return draft.draws.one_of(_LONG_EXPIRIES)
    return UNLIMITED if chance == 1 else draft.draws.one_of(_EXPIRIES)


def own_lifetime(draft: Draft) -> int:
    """A life in tenths of a second that ends soon."""
    return draft.draws.one_of(_SOON)


def get(
    draft: Draft,
    queue: str,
    mode: GetMode,
    syncpoint: Syncpoint = Syncpoint.OUTSIDE,
    match: Match | None = None,
    connection: str | None = None,
) -> MqGet:
    """MQGET, over any connection where none is named."""
    connection = draft.connection() if connection is None else connection
    if syncpoint is Syncpoint.WITHIN:
        draft.units[Unit(UnitKind.CONNECTION, connection)] = None
    return MqGet(queue, mode, match, syncpoint, connection)


# --- looks ---------------------------------------------------------------------------------------------


def _read_depth(_: Draft, queue: str) -> Command:
    return ReadDepth(queue)


def _browse(_: Draft, queue: str) -> Command:
    return Browse(queue)


def _receive(draft: Draft, queue: str) -> Command:
    return receive(draft, queue, draft.reader())


def _get(draft: Draft, queue: str) -> Command:
    return get(draft, queue, GetMode.DESTRUCTIVE)


def _get_in_unit(draft: Draft, queue: str) -> Command:
    return get(draft, queue, GetMode.DESTRUCTIVE, Syncpoint.WITHIN)


def _browse_by_mqi(draft: Draft, queue: str) -> Command:
    return get(draft, queue, draft.draws.one_of((GetMode.BROWSE_FIRST, GetMode.BROWSE_NEXT)))


def _get_matching(draft: Draft, queue: str) -> Command:
    if not draft.posted:
        return _get(draft, queue)
    label = draft.draws.one_of(draft.posted).label
    match = MatchMessageId(label) if draft.draws.chance(60) else MatchCorrelationId(label)
    return get(draft, queue, GetMode.DESTRUCTIVE, match=match)


def _browse_by_gets(draft: Draft, queue: str) -> tuple[Command, ...]:
    """What a browser would show, or the beginning of it."""
    return browsing_gets(draft, queue, f"looker{draft.epoch}")


def browsing_gets(draft: Draft, queue: str, connection: str) -> tuple[Command, ...]:
    """A get that browses from the beginning, and some that go on, over a connection for nothing else."""
    expected = min(_SHOWN, sum(posted.queue == queue for posted in draft.posted))
    draft.uncounted += 1 + expected
    following = MqGet(queue, GetMode.BROWSE_NEXT, connection=connection)
    first = MqGet(queue, GetMode.BROWSE_FIRST, connection=connection)
    return (first, *(following for _ in range(1 + expected)))


def _given_back(draft: Draft, queue: str) -> tuple[Command, ...]:
    """The first message, received in a unit of work that is rolled back at once."""
    session = f"peeker{draft.epoch}"
    opened = () if session in draft.transacted else (OpenSession(session, Acknowledgement.TRANSACTED),)
    draft.transacted[session] = None
    draft.given_back[queue] = draft.given_back.get(queue, 0) + 1
    draft.uncounted += 1 + len(opened)
    return (*opened, Receive(queue, session), Rollback(session))


Look = Callable[[Draft, str], Command | tuple[Command, ...]]

_LOOKS: Final[tuple[tuple[int, Ability, Look], ...]] = (
    (5, Ability.DEPTH, _read_depth),
    (5, Ability.BROWSE, _browse),
    (5, Ability.JMS, _receive),
    (2, Ability.MQI, _get),
    (1, Ability.MQI, _get_in_unit),
    (1, Ability.MQI, _browse_by_mqi),
    (2, Ability.MQI, _get_matching),
)
_QUIET: Final = (Ability.DEPTH, Ability.BROWSE)
_BROWSING: Final = (5, Ability.MQI, _browse_by_gets)

_SHOWN: Final = 4
"""Messages of a queue after which gets browse no further."""

_REPORTS_TAKEN: Final = 75
"""Of a hundred looks at reports without a browser: the more there are, the less is told which is which."""

_TIMES: Final = 2
"""How often a message of a queue is given back: some brokers put aside what comes back for too long."""


def look(draft: Draft, queue: str) -> Steps[None]:
    """One look at a queue, a taking one among them."""
    browser = draft.can(Ability.BROWSE) or queue in draft.replies
    yield from _one_look(draft, queue, _LOOKS if browser else (*_LOOKS, _BROWSING))


def quiet_look(draft: Draft, queue: str) -> Steps[None]:
    """One look that leaves the messages where they are, as far as there is one."""
    quiet = tuple(row for row in _LOOKS if row[1] in _QUIET and draft.can(row[1]))
    if not quiet and not draft.can(Ability.MQI):
        yield from _look_of_a_client(draft, queue)
    elif not quiet and queue in draft.replies and draft.draws.chance(_REPORTS_TAKEN):
        yield from take(draft, queue)
    else:
        yield from _one_look(draft, queue, quiet if draft.can(Ability.BROWSE) else (*quiet, _BROWSING))


def _look_of_a_client(draft: Draft, queue: str) -> Steps[None]:
    """By receives alone: a message is given back or taken, or left alone."""
    chance = draft.draws.below(10)
    again = draft.can(Ability.TRANSACTIONS) and draft.given_back.get(queue, 0) < _TIMES
    if chance < 4 and again and queue != STAGING_QUEUE:  # noqa: PLR2004 - four of ten
        yield from _one_look(draft, queue, ((1, Ability.JMS, _given_back),))
    elif chance < 7:  # noqa: PLR2004 - three of ten, or seven
        yield from _one_look(draft, queue, _LOOKS)


def take(draft: Draft, queue: str) -> Steps[None]:
    """One destructive get of whatever comes first."""
    yield from _one_look(draft, queue, tuple(row for row in _LOOKS if row[2] in (_receive, _get)))


def _one_look(draft: Draft, queue: str, table: tuple[tuple[int, Ability, Look], ...]) -> Steps[None]:
    if queue in draft.gone or (queue == STAGING_QUEUE and not draft.can(Ability.STAGING_QUEUE)):
        return
    possible = [row for row in table if draft.can(row[1])]
    if not possible:
        return
    draft.see(queue)
    drawn = draft.draws.below(sum(weight for weight, _, _ in possible))
    for weight, _, make in possible:
        if drawn < weight:
            yield make(draft, queue)
            return
        drawn -= weight


def look_elsewhere(draft: Draft, queue: str, queue_manager: str) -> Steps[None]:
    """A look at a queue of another queue manager, where only looks without a session reach."""
    if queue_manager == DEFAULT_QUEUE_MANAGER:
        yield from look(draft, queue)
        return
    draft.see(queue, queue_manager)
    if draft.can(Ability.DEPTH) and draft.draws.chance(50):
        yield ReadDepth(queue, queue_manager)
    else:
        yield from shown(draft, queue, queue_manager)


def shown(draft: Draft, queue: str, queue_manager: str = DEFAULT_QUEUE_MANAGER) -> Steps[None]:
    """What is on a queue of any queue manager and stays there, where anything can show it."""
    if draft.can(Ability.BROWSE):
        yield Browse(queue, queue_manager)
    elif draft.can(Ability.MQI):
        if queue_manager == DEFAULT_QUEUE_MANAGER:
            yield _browse_by_gets(draft, queue)
            return
        connection = draft.name("looker")
        yield Connect(connection, queue_manager), *browsing_gets(draft, queue, connection)


def counted(draft: Draft, queue: str, queue_manager: str = DEFAULT_QUEUE_MANAGER) -> Steps[None]:
    """How many are there, or, where nobody counts them, which."""
    if draft.can(Ability.DEPTH):
        yield ReadDepth(queue, queue_manager)
    else:
        yield from shown(draft, queue, queue_manager)


def receive(draft: Draft, queue: str, session: str) -> Receive:
    if session in draft.transacted:
        draft.units[Unit(UnitKind.SESSION, session)] = None
    wait = 0 if draft.virtual or draft.draws.chance(70) else 200
    return Receive(queue, session, wait)


# --- units of work -------------------------------------------------------------------------------------


def ended(draft: Draft, session: str | None, commits: int = 85) -> Steps[None]:
    """End the unit of work of a transacted session, if it is one."""
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), commits)


def end_unit(draft: Draft, unit: Unit, commits: int) -> Command:
    """Commit so many times of a hundred, otherwise roll back."""
    draft.units.pop(unit, None)
    committed = draft.draws.chance(commits)
    if unit.kind is UnitKind.SESSION:
        return Commit(unit.name) if committed else Rollback(unit.name)
    return MqCommit(unit.name) if committed else MqBackout(unit.name)
