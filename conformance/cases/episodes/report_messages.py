"""Episodes of report messages: which are made, where they go, and that each is made once.

Left out: reports on channels (`protected_channels`) and on publications (`undeliverable_publications`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    new_queue,
    own_producer,
    passing,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import (
    PUT_ENABLED,
    PUT_INHIBITED,
    TENTH,
    end_unit,
    get,
    own_lifetime,
    put,
    retuned,
    send,
)
from mqtck.conformance.cases.vocabulary.header_fields import DELIVERY_MODES
from mqtck.conformance.cases.vocabulary.looks import browsing_gets, quiet_look, shown, take
from mqtck.conformance.cases.vocabulary.report_options import (
    EXCEPTION_REPORTS,
    EXPIRATION_BESIDE_OTHERS,
    EXPIRATION_REPORTS,
    NO_EXPIRATION,
)
from mqtck.conformance.cases.vocabulary.unusable_queues import unusable_dead_letter_queue
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    DefineAliasQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    GetMode,
    MatchCorrelationId,
    MqGet,
    QueueAttributes,
    SetDeliveryMode,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage

_DISPOSALS: Final = (0, Report.DISCARD_MSG)
_PASSED: Final = (Report.PASS_CORREL_ID, Report.PASS_MSG_ID, Report.PASS_CORREL_ID | Report.PASS_MSG_ID)
_AFTER: Final = (1101, 2000)
"""Ms after which a life is over on every clock."""

_DELIVERIES: Final = (Report.COD, Report.COD_WITH_DATA, Report.COD_WITH_FULL_DATA)
_CONFIRMATIONS: Final = (
    *(*_DELIVERIES, Report.COA, Report.COA_WITH_FULL_DATA),
    Report.COA | Report.COD | Report.PASS_MSG_ID,
)
_FOUR_SECONDS: Final = 4000
_OVER: Final = 2500
"""Ms after which a life of so many tenths of a second is over."""

_EXPIRATIONS: Final = (
    *(Report.EXPIRATION, Report.EXPIRATION_WITH_DATA, Report.EXPIRATION_WITH_FULL_DATA),
    Report.EXPIRATION | Report.PASS_MSG_ID,
)
_TENTHS: Final = 20
_MINUTE: Final = 60_000
_CORRELATED: Final = "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"


def _leading_on(draft: Draft) -> Steps[tuple[str, str]]:
    """A name to reply to, and the queue it leads to: itself, one behind an alias, a transmission queue."""
    draws = draft.draws
    if draft.can(Ability.REMOTE_QUEUES, Ability.OTHER_QUEUE_MANAGERS) and draws.chance(40):
        manager, name = draft.name("QMR"), draft.name("RA")
        yield DefineQueueManager(manager)
        target = yield from new_queue(draft, "R", None, manager)
        place = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
        yield DefineRemoteQueue(name, target, manager, place)
        draft.gone[name] = None
        return name, place
    reply = yield from new_queue(draft, "R")
    if not draft.can(Ability.ALIAS_QUEUES) or draws.chance(40):
        return reply, reply
    name = draft.name("RA")
    yield DefineAliasQueue(name, reply)
    draft.gone[name] = None
    return name, reply


def _reported_to(draft: Draft, name: str, options: int) -> OutgoingMessage:
    """A message with a correlation id, of which these options and some that pass ids on are asked."""
    report = int(options | draft.draws.one_of(_PASSED))
    correlation = f"{draft.draws.below(1 << 63):048x}"
    return OutgoingMessage(draft.name("m"), report=report, reply_to=name, correlation_id=correlation)


def exception_reported_elsewhere(draft: Draft) -> Steps[None]:
    """A report goes where its reply-to name leads, with the ids that were asked for (X-21, X-22, DD-101)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    name, place = (queue, queue) if draws.chance(15) else (yield from _leading_on(draft))
    options = Report.EXCEPTION | draws.one_of(_DISPOSALS)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
    yield from send(draft, producer, queue, _reported_to(draft, name, options))
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, place)
    yield from take(draft, place)


def expiration_reported_elsewhere(draft: Draft) -> Steps[None]:
    """The same of a message that expires, staged or not (EX-21, DD-82, X-12, X-22)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    name, place = yield from _leading_on(draft)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay() if draft.can(Ability.DELIVERY_DELAY) and draws.chance(50) else 0
    producer = yield from retuned(draft, producer, delay, delay + draws.between(1, 5) * 1000)
    yield from send(draft, producer, queue, _reported_to(draft, name, Report.EXPIRATION))
    if delay and draft.can(Ability.PUT_INHIBIT):
        yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, draft.now + producer.life + 1000)
    yield from take(draft, queue)
    yield from quiet_look(draft, place)
    yield from take(draft, place)


@undisturbed
def expiration_beside_other_options(draft: Draft) -> Steps[None]:
    """The end of a message is reported, whatever else it asks for (EX-21, EX-26)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "R")
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 2)):
        report = int(draws.one_of((*EXPIRATION_BESIDE_OTHERS, *EXPIRATION_BESIDE_OTHERS, *NO_EXPIRATION)))
        yield from put(draft, queue, life, OutgoingMessage(draft.name("m"), report=report, reply_to=replies))
    yield from passing(draft, life * TENTH + draws.one_of(_AFTER))
    within = Syncpoint.WITHIN if draws.chance(30) else Syncpoint.OUTSIDE
    yield get(draft, queue, draws.one_of((GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST)), within)
    yield from shown(draft, replies)
    if within is Syncpoint.WITHIN:
        yield end_unit(draft, Unit(UnitKind.CONNECTION, draft.connection()), 50)
    yield from take(draft, replies)


@undisturbed
def browse_not_confirmed(draft: Draft) -> Steps[None]:
    """A browse of a message is no delivery, whoever browses (DD-127, X-32)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "R")
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    report = int(draws.one_of(_DELIVERIES))
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), report=report, reply_to=replies))
    due = draft.now + delay
    if draws.chance(30):
        yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    if draft.can(Ability.MQI) and draws.chance(60):
        yield browsing_gets(draft, queue, draft.name("looker"))
    else:
        yield from shown(draft, queue)
    yield from quiet_look(draft, replies)
    if draws.chance(50):
        yield from take(draft, queue)
        yield from quiet_look(draft, replies)


@undisturbed
def confirmed_once(draft: Draft) -> Steps[None]:
    """What is got in a unit of work, put back and got again has come once and goes once (X-32)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "R")
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    report = int(draws.one_of(_CONFIRMATIONS))
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), report=report, reply_to=replies))
    yield from until(draft, draft.now + producer.delay + 1)
    unit = Unit(UnitKind.CONNECTION, draft.connection())
    for commits in (0, draws.one_of((0, 100)), 100):
        yield get(draft, queue, GetMode.DESTRUCTIVE, Syncpoint.WITHIN)
        if draws.chance(30):
            yield from quiet_look(draft, replies)
        yield end_unit(draft, unit, commits)
    yield from shown(draft, replies)


@undisturbed
def reported_from_the_staging_queue(draft: Draft) -> Steps[None]:
    """What expires on the staging queue is reported as soon as a look has found that (DD-82, EX-21, X-12)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "R")
    yield from unusable_dead_letter_queue(draft)
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    life = delay + draws.one_of((1000, 3000))
    producer = yield from retuned(draft, producer, delay, life)
    yield SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
    report = int(
        draws.one_of((*EXPIRATION_REPORTS, *EXPIRATION_BESIDE_OTHERS, *NO_EXPIRATION, *NO_EXPIRATION))
    )
    over = draft.now + life
    yield from send(draft, producer, queue, OutgoingMessage(draft.name("m"), report=report, reply_to=replies))
    yield AlterQueue(queue, PUT_INHIBITED)
    yield from until(draft, over + draws.one_of((1101, 5000)))
    recalls = draft.can(Ability.MQI) and draws.chance(40)
    if recalls:
        yield get(draft, STAGING_QUEUE, GetMode.DESTRUCTIVE, Syncpoint.WITHIN)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from quiet_look(draft, replies)
    if recalls:
        yield end_unit(draft, Unit(UnitKind.CONNECTION, draft.connection()), 50)
        yield from quiet_look(draft, STAGING_QUEUE)
    yield from take(draft, replies)
    yield AlterQueue(queue, PUT_ENABLED)


@undisturbed
def expired_reported_for_room(draft: Draft) -> Steps[None]:
    """What is over and fills a queue is reported, whether or not another message takes its place (EX-21)."""
    draws = draft.draws
    limit = draws.between(1, 2)
    queue = yield from new_queue(draft, "L", QueueAttributes(max_depth=limit))
    replies = yield from new_queue(draft, "Y")
    delivers = draft.can(Ability.JMS, Ability.DELIVERY_DELAY) and draws.chance(50)
    if delivers:
        producer = yield from own_producer(draft, queue)
        producer = yield from retuned(draft, producer, _FOUR_SECONDS, 0)
        yield from send(draft, producer, queue, OutgoingMessage(draft.name("m")))
    due = draft.now + _FOUR_SECONDS
    for _ in range(limit):
        report = int(draws.one_of(_EXPIRATIONS))
        over = OutgoingMessage(draft.name("m"), report=report, reply_to=replies)
        yield from put(draft, queue, _TENTHS, over, 4)
    yield from passing(draft, _OVER)
    if delivers:
        yield from until(draft, due + 1)
    else:
        yield from put(draft, queue, UNLIMITED, OutgoingMessage(draft.name("m")), 4)
    yield from shown(draft, queue)
    yield from shown(draft, replies)


def same_ids_and_queues(draft: Draft) -> Steps[None]:
    """Messages that have ids and queues in common are due, recalled and reported each by itself (DD-12)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "Y")
    producer = yield from own_producer(draft, None)
    labels = []
    delays = sorted(draft.delay() for _ in range(2))
    life = delays[-1] + _MINUTE if draws.chance(40) else 0
    for delay in reversed(delays):
        producer = yield from retuned(draft, producer, delay, life)
        options = draws.one_of(EXCEPTION_REPORTS)
        asked = OutgoingMessage(draft.name("m"), report=options, reply_to=replies)
        alike = replace(asked, correlation_id=_CORRELATED)
        labels.append((yield from send(draft, producer, queue, alike)))
    sent = draft.now
    if draft.can(Ability.MQI, Ability.STAGING_QUEUE) and draws.chance(50):
        gone = MatchCorrelationId(draws.one_of(labels))
        yield MqGet(STAGING_QUEUE, GetMode.DESTRUCTIVE, gone, connection=draft.connection())
    if draft.can(Ability.PUT_INHIBIT) and draws.chance(40):
        yield AlterQueue(queue, PUT_INHIBITED)
    for delay in delays:
        yield from until(draft, sent + delay + 1)
        for place in (queue, replies, STAGING_QUEUE):
            yield from quiet_look(draft, place)
