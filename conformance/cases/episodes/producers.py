"""Episodes of producers and message objects that are used again: what each keeps, and what it does not.

Left out: preset header fields (`header_mapping`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draft import (
    Draft,
    Producer,
    Steps,
    Unit,
    UnitKind,
    addressed,
    new_queue,
    own_producer,
    transacted_session,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import (
    PUT_ENABLED,
    PUT_INHIBITED,
    end_unit,
    receive,
    retuned,
    send,
)
from mqtck.conformance.cases.vocabulary.looks import quiet_look, shown, take
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Browse,
    Commit,
    ProducerApi,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination

_MINUTE: Final = 60_000
_HOUR: Final = 3_600_000
_PASSING: Final = (Report.PAN, Report.NAN, Report.ACTIVITY, Report.PAN | Report.NAN)


def _refused(draft: Draft, producer: Producer, queue: str) -> tuple[Send | AlterQueue, ...]:
    """A send while the queue is inhibited."""
    destination = None if producer.destination else addressed(draft, queue)
    return (
        AlterQueue(queue, PUT_INHIBITED),
        Send(producer.name, draft.message(), destination),
        AlterQueue(queue, PUT_ENABLED),
    )


def settings_of_a_producer_kept(draft: Draft) -> Steps[None]:
    """A producer keeps its delay and its life over refused sends and units of work (DD-05, HM-14, HM-15)."""
    queue = yield from new_queue(draft)
    within = draft.can(Ability.TRANSACTIONS) and draft.draws.chance(60)
    session = (yield from transacted_session(draft)) if within else None
    producer = yield from own_producer(draft, None, session)
    delay = 0 if draft.draws.chance(30) else draft.delay()
    life = draft.life_beyond(delay) if delay else draft.life()
    producer = yield from retuned(draft, producer, delay, life)
    if session is not None:
        yield from send(draft, producer, queue)
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 40)
    elif draft.can(Ability.PUT_INHIBIT):
        yield _refused(draft, producer, queue)
    yield from send(draft, producer, queue)
    due = draft.now + delay
    if session is not None:
        draft.units.pop(Unit(UnitKind.SESSION, session), None)
        yield Commit(session)
    yield from quiet_look(draft, STAGING_QUEUE if delay and draft.draws.chance(50) else queue)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)


@undisturbed
def producers_side_by_side(draft: Draft) -> Steps[None]:
    """A producer has what it was given, a message what its own send said (HM-16, HM-24, EX-22, DD-37)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "Y")
    first = yield from own_producer(draft, None, api=ProducerApi.MESSAGE_PRODUCER)
    yield (
        SetTimeToLive(first.name, 2000),
        SetPriority(first.name, draws.below(10)),
        SetDeliveryMode(first.name, draws.one_of(tuple(DeliveryMode))),
    )
    report = int(Report.EXPIRATION) if draft.can(Ability.REPORT_OPTIONS) else 0
    before = OutgoingMessage(draft.name("m"), report=report, reply_to=replies)
    if draft.can(Ability.MESSAGE_GROUPS) and draws.chance(40):
        before = replace(before, group=GroupMembership(draft.name("g")))
    yield Send(first.name, before, QueueDestination(queue))
    second = first
    if draws.chance(50):
        second = yield from own_producer(draft, None, first.session, ProducerApi.MESSAGE_PRODUCER)
    else:
        yield SetPriority(first.name, draws.one_of((4, 4, 8)))
        if draws.chance(50):
            yield SetTimeToLive(first.name, 0)
    delay = draft.delay() if second is not first and draws.chance(40) else 0
    if delay:
        draft.longest_delay = max(draft.longest_delay, delay)
        yield SetDeliveryDelay(second.name, delay)
    if draws.chance(30):
        yield receive(draft, queue, draft.reader())
    again = before.label if draws.chance(50) else None
    after = OutgoingMessage(draft.name("m"), reply_to=replies, same_object_as=again)
    draft.post(after.label, queue, delay, 0)
    yield Send(second.name, after, QueueDestination(queue))
    if draft.can(Ability.BROWSE):
        yield Browse(queue)
    yield from until(draft, draft.now + max(delay, 2000) + 1)
    for place in (queue, queue, replies):
        yield receive(draft, place, draft.reader())
    yield from quiet_look(draft, replies)


@undisturbed
def message_object_sent_again(draft: Draft) -> Steps[None]:
    """What is staged is what was sent, whatever the object is sent with next (DD-130, DD-79, X-42)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "Y")
    producer = yield from own_producer(draft, queue)
    delay = draft.delay()
    first: str | None = None
    for life in draws.one_of(((_MINUTE, _HOUR), (_HOUR, _MINUTE), (_MINUTE, 0))):
        producer = yield from retuned(draft, producer, delay, delay + life if life else 0)
        label = draft.name("m")
        report = int(draws.one_of(_PASSING))
        message = OutgoingMessage(label, report=report, reply_to=replies, same_object_as=first)
        yield from send(draft, producer, queue, message)
        first = label
    yield from until(draft, draft.now + delay + 1)
    yield from shown(draft, queue)
