"""Episodes of failure and administration: targets that fail, dead-letter queues, recalls, restarts.

An episode is a generator of commands about one subject (`cases`). What it breaks it mostly repairs, so
that other episodes go on; `Drain` in `cases` sees to the rest.
"""

from collections.abc import Callable
from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    DefineAliasQueue,
    DefineLocalQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    QueueAttributes,
    SetDeadLetterQueue,
    SetDeliveryMode,
    StartQueueManager,
    Switch,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    STAGING_QUEUE,
    UNLIMITED,
    DeliveryMode,
    Report,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage

from .case_calls import (
    DELIVERY_MODES,
    end_unit,
    look,
    put,
    quiet_look,
    retuned,
    send,
    take,
)
from .case_draft import (
    Draft,
    Producer,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    shared_producer,
    together,
    until,
)

HOUR: Final = 3_600_000
_INHIBITED: Final = AttributeChanges(put=Switch.DISABLED)
_ENABLED: Final = AttributeChanges(put=Switch.ENABLED)
_NO_ROOM: Final = AttributeChanges(max_depth=0)
_ROOM: Final = AttributeChanges(max_depth=5000)
_SHORT: Final = AttributeChanges(max_message_length=1)
_LONG: Final = AttributeChanges(max_message_length=4_194_304)
_OVERLONG: Final = 5000

_FATES: Final = (
    *(Report.NONE, Report.NONE, Report.DISCARD_MSG),
    *(Report.EXCEPTION, Report.EXCEPTION_WITH_DATA, Report.EXCEPTION_WITH_FULL_DATA),
    *(Report.EXCEPTION | Report.DISCARD_MSG, Report.EXCEPTION_WITH_FULL_DATA | Report.DISCARD_MSG),
    *(Report.EXCEPTION | Report.EXPIRATION, Report.EXPIRATION | Report.DISCARD_MSG),
    Report.EXCEPTION | Report.COA | Report.COD | Report.PAN | Report.NAN | Report.ACTIVITY,
    Report.EXCEPTION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID,
    Report.EXCEPTION | Report.DISCARD_MSG | Report.PASS_DISCARD_AND_EXPIRY,
)


# --- what may be wrong with a queue --------------------------------------------------------------------

Change = Callable[[Draft, str], tuple[Command, ...]]


def _altered(changes: AttributeChanges) -> Change:
    return lambda _, queue: (AlterQueue(queue, changes),)


def _deleted(draft: Draft, queue: str) -> tuple[Command, ...]:
    draft.gone[queue] = None
    return (DeleteQueue(queue),)


def _defined_again(draft: Draft, queue: str) -> tuple[Command, ...]:
    if queue not in draft.gone:
        return ()
    del draft.gone[queue]
    return (DefineLocalQueue(queue),)


_DAMAGES: Final[tuple[tuple[Ability, Change, Change], ...]] = (
    (Ability.PUT_INHIBIT, _altered(_INHIBITED), _altered(_ENABLED)),
    (Ability.PUT_INHIBIT, _altered(_INHIBITED), _altered(_ENABLED)),
    (Ability.QUEUE_LIMITS, _altered(_NO_ROOM), _altered(_ROOM)),
    (Ability.QUEUE_LIMITS, _altered(_SHORT), _altered(_LONG)),
    (Ability.DELETE_QUEUE, _deleted, _defined_again),
)
"""What it takes, how a queue that must be empty for the last one becomes unusable, and usable again."""


def _damage(draft: Draft) -> tuple[Change, Change] | None:
    possible = [(harm, repair) for ability, harm, repair in _DAMAGES if draft.can(ability)]
    return draft.draws.one_of(possible) if possible else None


def _dead_letter_queue(draft: Draft) -> Steps[str | None]:
    """Name a dead-letter queue, or none, that is good, missing, inhibited, full or of few slots.

    Returns its name where something can be repaired about it.
    """
    draws = draft.draws
    if not draft.can(Ability.DEAD_LETTER_QUEUE) or draws.chance(20):
        return None
    choice = draws.below(8)
    if choice == 0:
        yield SetDeadLetterQueue(None)
        return None
    if choice == 1:
        yield SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE)
        draft.see(DEFAULT_DEAD_LETTER_QUEUE)
        return None
    if choice == 2:  # noqa: PLR2004 - one of eight
        yield SetDeadLetterQueue("NOWHERE")
        return None
    attributes = QueueAttributes()
    if choice in {3, 4, 6} and draft.can(Ability.QUEUE_LIMITS):
        attributes = QueueAttributes(max_depth=draws.one_of((0, 1, 1, 2)))
    elif choice == 5 and draft.can(Ability.PUT_INHIBIT):  # noqa: PLR2004 - one of eight
        attributes = QueueAttributes(put=Switch.DISABLED)
    name = yield from new_queue(draft, "D", attributes)
    yield SetDeadLetterQueue(name)
    return name


def _reply_queue(draft: Draft) -> Steps[str]:
    """A reply-to queue that is good, missing, inhibited, full, or takes no message with data."""
    draws = draft.draws
    choice = draws.below(7)
    if choice == 0:
        return draft.name("MISSING")
    attributes = QueueAttributes()
    if choice == 1 and draft.can(Ability.QUEUE_LIMITS):
        attributes = QueueAttributes(max_depth=draws.below(2))
    elif choice == 2 and draft.can(Ability.PUT_INHIBIT):  # noqa: PLR2004 - one of seven
        attributes = QueueAttributes(put=Switch.DISABLED)
    elif choice == 3 and draft.can(Ability.QUEUE_LIMITS):  # noqa: PLR2004 - one of seven
        attributes = QueueAttributes(max_message_length=0)
    return (yield from new_queue(draft, "R", attributes))


def failed_target(draft: Draft) -> Steps[None]:
    """The target becomes unusable after the send: the procedure of "Failure to put" (DD-97 to DD-105).

    Also DD-49, DD-99 (retries, once the ways are open again), DD-114, EX-46, EX-47, DD-82.
    """
    draws = draft.draws
    damage = _damage(draft)
    if damage is None:
        return
    harm, repair = damage
    queue = yield from new_queue(draft)
    reply = yield from _reply_queue(draft)
    producer = yield from own_producer(draft, None)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    sends = together(_doomed_sends(draft, producer, queue, reply))
    yield (*sends, *harm(draft, queue))  # a queue can be deleted only before the message arrives
    yield from quiet_look(draft, STAGING_QUEUE)
    dead_letter = yield from _dead_letter_queue(draft)
    yield from until(draft, draft.now + delay + max(1, draft.offset()))
    yield from _look_around(draft, queue, dead_letter)
    yield repair(draft, queue) if draws.chance(40) else ()
    if draws.chance(50):
        yield from _unusable_reports(draft, dead_letter)
    if draft.virtual:
        yield from passing(draft, draws.one_of((1000, HOUR, HOUR + 1)))
    yield from _look_around(draft, queue, dead_letter)
    yield repair(draft, queue)


def _doomed_sends(draft: Draft, producer: Producer, queue: str, reply: str) -> Steps[None]:
    for _ in range(draft.draws.between(1, 2)):
        yield SetDeliveryMode(producer.name, draft.draws.one_of(DELIVERY_MODES))
        report = int(draft.draws.one_of(_FATES)) if draft.can(Ability.REPORT_OPTIONS) else 0
        message = OutgoingMessage(draft.name("m"), report=report, reply_to=reply if report else None)
        yield from send(draft, producer, queue, message)


def _unusable_reports(draft: Draft, dead_letter: str | None) -> Steps[None]:
    """Change the dead-letter queue while messages wait for it."""
    if dead_letter is None:
        if draft.can(Ability.DEAD_LETTER_QUEUE):
            yield SetDeadLetterQueue(draft.draws.one_of((DEFAULT_DEAD_LETTER_QUEUE, None)))
        return
    changes = [_ENABLED, _INHIBITED] if draft.can(Ability.PUT_INHIBIT) else []
    changes += [_ROOM, AttributeChanges(max_depth=1)] if draft.can(Ability.QUEUE_LIMITS) else []
    if changes:
        yield AlterQueue(dead_letter, draft.draws.one_of(changes))


def _look_around(draft: Draft, queue: str, dead_letter: str | None) -> Steps[None]:
    """Looks at where a message may be after a failure."""
    for place in (queue, STAGING_QUEUE, dead_letter, *draft.replies[-2:]):
        if place is not None and draft.draws.chance(50):
            yield from quiet_look(draft, place)
    if dead_letter is not None and draft.draws.chance(40):
        yield from take(draft, dead_letter)


def failure_table(draft: Draft) -> Steps[None]:
    """One cell of the procedure, undisturbed: nothing of another episode comes between (DD-97 to DD-105)."""
    damage = _damage(draft)
    if damage is None or not draft.can(Ability.DEPTH):
        return
    yield together(failed_target(draft))


# --- checks at the send --------------------------------------------------------------------------------


def refused_by_target(draft: Draft) -> Steps[None]:
    """The target is inhibited, full, short or missing at the send (DD-32, DD-38, DD-75, DD-110 to DD-112)."""
    draws = draft.draws
    damage = _damage(draft)
    missing = damage is None or draws.chance(25)
    queue = draft.name("Q") if missing else (yield from new_queue(draft))
    if missing:
        draft.gone[queue] = None
    session_producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, session_producer, 0 if draws.chance(15) else draft.delay(), 0)
    if damage is not None and not missing:
        yield damage[0](draft, queue)
    message = OutgoingMessage(draft.name("m"), length=draws.one_of((None, None, _OVERLONG)))
    yield from send(draft, producer, queue, message)
    yield from quiet_look(draft, STAGING_QUEUE)
    if missing:
        yield _defined_again(draft, queue)
    elif damage is not None:
        yield damage[1](draft, queue)
    yield from send(draft, producer, queue)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, queue)


def full_target(draft: Draft) -> Steps[None]:
    """Depth around MAXDEPTH, with direct and delayed sends (DD-39, DD-112, EX-35, DD-114)."""
    draws = draft.draws
    limit = draws.between(1, 3)
    queue = yield from new_queue(draft, "Q", QueueAttributes(max_depth=limit))
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    for _ in range(limit + draws.between(0, 2)):
        producer = yield from retuned(draft, producer, draws.one_of((0, 0, delay)), 0)
        yield from send(draft, producer, queue)
        if draws.chance(20):
            yield from quiet_look(draft, queue)
    if draws.chance(50):
        yield from take(draft, queue)
    producer = yield from retuned(draft, producer, draws.one_of((0, delay)), 0)
    yield from send(draft, producer, queue)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield AlterQueue(queue, _ROOM)


def staging_limits(draft: Draft) -> Steps[None]:
    """A staging queue that is full or takes short messages only (DD-38 to DD-40, DD-53)."""
    draws = draft.draws
    producer = yield from shared_producer(draft, queue := draft.target())
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    by_depth = draws.chance(60)
    changes = (
        AttributeChanges(max_depth=draws.below(4)) if by_depth else AttributeChanges(max_message_length=4000)
    )
    yield AlterQueue(STAGING_QUEUE, changes)
    for _ in range(draws.between(1, 3)):
        length = draws.one_of((None, _OVERLONG))
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), length=length))
        yield from quiet_look(draft, draws.one_of((STAGING_QUEUE, queue)))
    roomy = AttributeChanges(max_depth=999_999_999, max_message_length=104_857_600)
    yield AlterQueue(STAGING_QUEUE, roomy)
    yield from send(draft, producer, queue)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, queue)


# --- the staging queue ---------------------------------------------------------------------------------


def recall(draft: Draft) -> Steps[None]:
    """A staged message is got by its correlation id, or not found by its message id (DD-59 to DD-61)."""
    draws = draft.draws
    queue = draft.target()
    producer = yield from shared_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    label = yield from send(draft, producer, queue)
    for _ in range(draws.between(0, 2)):
        yield from send(draft, producer, queue)
    due = draft.now + delay
    yield from quiet_look(draft, STAGING_QUEUE)
    if draws.chance(30):
        yield from until(draft, due + draft.offset())
    match = MatchMessageId(label) if draws.chance(25) else MatchCorrelationId(label)
    within = draws.chance(30)
    connection = draft.connection()
    unit = Unit(UnitKind.CONNECTION, connection)
    if within:
        draft.units[unit] = None
    syncpoint = Syncpoint.WITHIN if within else Syncpoint.OUTSIDE
    mode = draws.one_of((GetMode.DESTRUCTIVE, GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST))
    yield MqGet(STAGING_QUEUE, mode, match, syncpoint, connection)
    if draws.chance(30):
        yield from until(draft, due + 1)
    if within and unit in draft.units:
        yield end_unit(draft, unit, 60)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from look(draft, queue)


def retargeted_alias(draft: Draft) -> Steps[None]:
    """The name is resolved again at delivery (DD-49, DD-74)."""
    draws = draft.draws
    alias = draft.name("A")
    first, second = draft.target(), draft.target()
    before = first if draws.chance(70) else (yield from new_queue(draft))
    yield DefineAliasQueue(alias, before)
    producer = yield from own_producer(draft, alias)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    draft.gone[alias] = None
    yield from send(draft, producer, alias)
    if draws.chance(70):
        after = second if draws.chance(80) else draft.name("MISSING")
        yield DefineAliasQueue(alias, after)
        yield from quiet_look(draft, before)
    yield from until(draft, draft.now + delay + draft.offset())
    yield from look(draft, before)
    yield from look(draft, second)
    yield from until(draft, draft.now + 1)
    yield DefineAliasQueue(alias, second)


def queue_becomes_alias(draft: Draft) -> Steps[None]:
    """A local queue is deleted and defined as an alias during the delay (DD-74)."""
    queue = yield from new_queue(draft)
    other = draft.target()
    producer = yield from own_producer(draft, None)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    sent = together(send(draft, producer, queue))
    yield (*sent, *_deleted(draft, queue), DefineAliasQueue(queue, other))
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, other)


# --- queue manager -------------------------------------------------------------------------------------


def restart(draft: Draft) -> Steps[None]:
    """The queue manager ends and starts during a delay, before or after the due time (DD-95, DD-84, X-15).

    `cases` drops the other episodes of the time before: their sessions are gone.
    """
    draws = draft.draws
    queue = draft.target()
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    life = 0 if draws.chance(60) else delay + draws.one_of((1, 100, 1000))
    producer = yield from retuned(draft, producer, delay, life)
    due = draft.now + delay
    for _ in range(draws.between(1, 2)):
        yield SetDeliveryMode(producer.name, draws.one_of((DeliveryMode.PERSISTENT, *DELIVERY_MODES)))
        report = int(draws.one_of(_FATES)) if draft.can(Ability.REPORT_OPTIONS) and life else None
        yield from send(draft, producer, queue, draft.message(report))
    yield from down_for(draft, due + draft.offset() - draft.now)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from quiet_look(draft, queue)
    yield from until(draft, due + max(1, draft.offset()))
    yield from look(draft, queue)
    yield from quiet_look(draft, STAGING_QUEUE)


def down_for(draft: Draft, milliseconds: int) -> Steps[None]:
    """End and start the queue manager; sessions, connections and their units of work are gone."""
    outage = (EndQueueManager(), *together(passing(draft, max(0, milliseconds))))
    draft.epoch += 1
    draft.producers.clear()
    draft.units.clear()
    yield (*outage, StartQueueManager())


def processor_failure(draft: Draft) -> Steps[None]:
    """The delivery delay processor fails and starts again by itself (DD-96)."""
    queue = draft.target()
    producer = yield from shared_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    yield from send(draft, producer, queue)
    due = draft.now + delay
    yield from until(draft, due + draft.offset())
    yield FailDelayProcessor()
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, max(due, draft.now) + 1)
    yield from look(draft, queue)


def dead_letters(draft: Draft) -> Steps[None]:
    """Change what DEADQ names, and look there."""
    name = yield from _dead_letter_queue(draft)
    if name is not None:
        yield from passing(draft, draft.pause())
        yield from look(draft, name)


def passing_inhibition(draft: Draft) -> Steps[None]:
    """A shared target is unusable for a while."""
    queue = draft.target()
    possible = [row[1:] for row in _DAMAGES[:4] if draft.can(row[0])]
    if not possible:
        return
    harm, repair = draft.draws.one_of(possible)
    yield harm(draft, queue)
    if draft.draws.chance(40) and draft.can(Ability.MQI):
        yield from put(draft, queue, UNLIMITED)
    yield from passing(draft, draft.pause())
    yield from quiet_look(draft, queue)
    yield repair(draft, queue)
