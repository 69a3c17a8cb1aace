"""Episodes of what happens to staged messages: recalls, changed definitions, restarts, staging limits.

An episode is a generator of commands about one subject (`cases`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineRemoteQueue,
    EndQueueManager,
    FailDelayProcessor,
    GetMode,
    GrantPut,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqGet,
    OpenSession,
    QueueAttributes,
    SetDeadLetterQueue,
    SetDeliveryMode,
    StartQueueManager,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.profile import Platform

from .calls import (
    DELIVERY_MODES,
    PUT_ENABLED,
    PUT_INHIBITED,
    end_unit,
    ended,
    look,
    quiet_look,
    retuned,
    send,
)
from .draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    perhaps_transacted,
    shared_producer,
    together,
    undisturbed,
    until,
)
from .dress import dressed
from .failure import HOUR, OVERLONG
from .fates import FATES
from .unusable import deleted, unusable_dead_letter_queue

_EXPIRATIONS: Final = (
    *(Report.EXPIRATION, Report.EXPIRATION_WITH_DATA, Report.EXPIRATION_WITH_FULL_DATA),
    *(Report.EXPIRATION | Report.PASS_MSG_ID, Report.EXPIRATION | Report.PASS_CORREL_ID),
    Report.EXPIRATION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID,
)

_AS_IT_WAS, _REMOTE = 25, 50
"""Below which number of a hundred a name becomes a local queue again, or a remote one; else an alias."""


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
        message = replace(dressed(draft, draft.message(), 40), length=length)
        yield from send(draft, producer, queue, message)
        yield from quiet_look(draft, draws.one_of((STAGING_QUEUE, queue)))
    yield from ended(draft, session)
    roomy = AttributeChanges(max_depth=999_999_999, max_message_length=104_857_600)
    yield AlterQueue(STAGING_QUEUE, roomy)
    yield from send(draft, producer, queue)
    yield from ended(draft, session)
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
        later = yield from send(draft, producer, queue)
        label = draws.one_of((label, later))
    due = draft.now + delay
    yield from quiet_look(draft, STAGING_QUEUE)
    if draws.chance(15):
        yield _recall_and_back_out(draft, label)
    if draws.chance(30):
        yield from until(draft, due + draft.offset())
    match = MatchMessageId(label) if draws.chance(25) else MatchCorrelationId(label)
    within = draws.chance(45)
    connection = draft.connection()
    unit = Unit(UnitKind.CONNECTION, connection)
    if within:
        draft.units[unit] = None
    syncpoint = Syncpoint.WITHIN if within else Syncpoint.OUTSIDE
    mode = draws.one_of((GetMode.DESTRUCTIVE, GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST))
    yield MqGet(STAGING_QUEUE, mode, match, syncpoint, connection)
    if draws.chance(40 if within else 30):
        yield from until(draft, due + 1)
    if within and unit in draft.units:
        yield end_unit(draft, unit, 45)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from look(draft, queue)


def _recall_and_back_out(draft: Draft, label: str) -> tuple[Command, ...]:
    """It is as if nobody had been there; not while a unit of work is open that others need."""
    connection = draft.connection()
    if Unit(UnitKind.CONNECTION, connection) in draft.units:
        return ()
    wanted = MatchCorrelationId(label)
    return (
        MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, wanted, Syncpoint.WITHIN, connection),
        MqBackout(connection),
    )


@undisturbed
def recalled_too_late(draft: Draft) -> Steps[None]:
    """What is kept on the staging queue beyond its life cannot be recalled (X-46, EX-17, EX-21)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    life = delay + draws.one_of((1, 1000, 3000))
    producer = yield from retuned(draft, producer, delay, life)
    asked = draft.can(Ability.REPORT_OPTIONS) and draws.chance(50)
    report = int(draws.one_of(_EXPIRATIONS)) if asked else 0
    label = yield from send(draft, producer, queue, draft.message(report))
    over = draft.now + life
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from unusable_dead_letter_queue(draft)
    yield from until(draft, over + draws.one_of((1, 1101, 5000, 5000)))
    match = MatchCorrelationId(label)
    yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, match, connection=draft.connection())
    yield from quiet_look(draft, STAGING_QUEUE)
    yield AlterQueue(queue, PUT_ENABLED)


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
    """A local queue is deleted and defined anew during the delay: as it was, as an alias or remote (DD-74).

    Its sender may lack the authority for the queue that it has become (X-44).
    """
    queue = yield from new_queue(draft)
    other = draft.target()
    session = None
    if draft.can(Ability.AUTHORITY) and draft.draws.chance(40):
        user, session = draft.name("user"), draft.name("s")
        yield (GrantPut(user, queue), GrantPut(user, STAGING_QUEUE), OpenSession(session, user=user))
    producer = yield from own_producer(draft, None, session)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    sent = together(send(draft, producer, queue))
    anew: tuple[Command, ...] = (DefineAliasQueue(queue, other),)
    kind = draft.draws.below(100)
    if kind < _AS_IT_WAS:
        anew, other = (DefineLocalQueue(queue),), queue
    elif kind < _REMOTE and draft.can(Ability.REMOTE_QUEUES):
        other = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
        anew = (DefineRemoteQueue(queue, "STOCK", "QM9", other),)
    yield (*sent, *deleted(draft, queue), *anew)
    if kind < _AS_IT_WAS:
        del draft.gone[queue]
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, other)


# --- queue manager -------------------------------------------------------------------------------------


def restart(draft: Draft) -> Steps[None]:
    """The queue manager ends and starts during a delay, before or after the due time (DD-95, DD-84, X-15).

    `cases` drops the other episodes of the time before: their sessions are gone.
    """
    draws = draft.draws
    # What it is to do with a message that its target does not take it still knows.
    fails = draft.can(Ability.PUT_INHIBIT) and draws.chance(40)
    queue = (yield from new_queue(draft)) if fails else draft.target()
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    life = 0 if draws.chance(60) else delay + draws.one_of((1, 100, 1000))
    producer = yield from retuned(draft, producer, delay, life)
    due = draft.now + delay
    for _ in range(draws.between(1, 2)):
        yield SetDeliveryMode(producer.name, draws.one_of((DeliveryMode.PERSISTENT, *DELIVERY_MODES)))
        report = int(draws.one_of(FATES)) if draft.can(Ability.REPORT_OPTIONS) and (life or fails) else None
        yield from send(draft, producer, queue, draft.message(report))
    if fails:
        yield AlterQueue(queue, PUT_INHIBITED)
    yield from down_for(draft, due + draft.offset() - draft.now)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from quiet_look(draft, queue)
    yield from until(draft, due + max(1, draft.offset()))
    yield from look(draft, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    if fails:
        yield from quiet_look(draft, draws.one_of(draft.replies))


@undisturbed
def tried_again_after_a_restart(draft: Draft) -> Steps[None]:
    """The queue manager starts again while it has a message that nobody takes (DD-99, X-45)."""
    queue = yield from new_queue(draft)
    yield from unusable_dead_letter_queue(draft)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    yield from send(draft, producer, queue, draft.message(0))
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    here = draft.profile.platform is Platform.MULTIPLATFORMS
    if here and draft.can(Ability.PROCESSOR_FAULTS) and draft.draws.chance(40):
        yield FailDelayProcessor()
    else:
        yield from down_for(draft, draft.pause())
    yield from quiet_look(draft, STAGING_QUEUE)
    yield AlterQueue(queue, PUT_ENABLED)
    name = yield from new_queue(draft, "D")
    yield SetDeadLetterQueue(name)
    yield from passing(draft, HOUR + 1 if draft.virtual else 1)
    for place in (queue, name, STAGING_QUEUE):
        yield from quiet_look(draft, place)


def down_for(draft: Draft, milliseconds: int) -> Steps[None]:
    """End and start the queue manager; sessions, connections and their units of work are gone."""
    outage = (EndQueueManager(), *together(passing(draft, max(0, milliseconds))))
    draft.restarted()
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
    if draft.draws.chance(30):
        yield FailDelayProcessor()
    yield from until(draft, max(due, draft.now) + 1)
    yield from look(draft, queue)
