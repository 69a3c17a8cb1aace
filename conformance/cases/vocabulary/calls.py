"""The calls that episodes are made of: setters and sends, puts and gets, commit and rollback.

Each is a generator of commands that also keeps the draft up to date. Left out: looks at queues (`looks`), and
the calls of publish/subscribe (`publish_subscribe`).
"""

from typing import Final

from mqtck.conformance.cases.draft import Draft, Producer, Steps, Unit, UnitKind, addressed
from mqtck.reference.vocabulary.commands import (
    AttributeChanges,
    Command,
    Commit,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    ProducerApi,
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
from mqtck.reference.vocabulary.constants import PRIORITY_AS_QUEUE_DEFINITION, UNLIMITED, Persistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination

from .header_fields import DELIVERY_MODES, perhaps_with_header_fields

Match = MatchMessageId | MatchCorrelationId
"""What a get asks for."""

PUT_INHIBITED: Final = AttributeChanges(put=Switch.DISABLED)
PUT_ENABLED: Final = AttributeChanges(put=Switch.ENABLED)
PERSISTENCES: Final = (Persistence.NOT_PERSISTENT, Persistence.PERSISTENT, Persistence.AS_Q_DEF)
_LONG_EXPIRIES: Final = (999_999_998, 999_999_999, 2_147_483_647)
_EXPIRIES: Final = (1, 5, 10, 20, 20, 50, 100, 200, 600, 36_000)
_SOON: Final = (5, 10, 20, 50)
TENTH: Final = 100
"""Ms in a tenth of a second, which MQMD.Expiry counts."""

SHORT_LIVES: Final = (1000, 1000, 2000, 3000)
"""Times to live in ms."""


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
    sent = perhaps_with_header_fields(draft, draft.message() if message is None else message)
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
    descriptor = PutDescriptor(expiry, priority, draws.one_of(PERSISTENCES))
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


def receive(draft: Draft, queue: str, session: str) -> Receive:
    if session in draft.transacted:
        draft.units[Unit(UnitKind.SESSION, session)] = None
    wait = 0 if draft.virtual or draft.draws.chance(70) else 200
    return Receive(queue, session, wait)


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


def perhaps_a_life(draft: Draft, delay: int) -> int:
    return draft.life_beyond(delay) if draft.draws.chance(25) else 0
