"""Episodes of what ends and starts again while messages are staged: queue managers, processors, sessions.

Left out: z/OS (`delay_processor`), recalls that are open then (`recalled_messages`) and publications
(`delayed_publications`).
"""

from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Steps,
    new_queue,
    own_producer,
    passing,
    shared_producer,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_INHIBITED, retuned, send
from mqtck.conformance.cases.vocabulary.header_fields import DELIVERY_MODES
from mqtck.conformance.cases.vocabulary.looks import look, look_elsewhere, quiet_look
from mqtck.conformance.cases.vocabulary.names import new_remote_target
from mqtck.conformance.cases.vocabulary.queue_managers import down_for
from mqtck.conformance.cases.vocabulary.report_options import DISPOSITION_OPTIONS
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    EndQueueManager,
    FailDelayProcessor,
    OpenSession,
    SetDeliveryMode,
    StartChannel,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode

_DAY: Final = 86_400_000
_MONTHS: Final = (30 * _DAY + 1000, 31 * _DAY, 45 * _DAY, (1 << 32) + 1000, 366 * _DAY)


def queue_manager_restarted(draft: Draft) -> Steps[None]:
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
        report = (
            int(draws.one_of(DISPOSITION_OPTIONS))
            if draft.can(Ability.REPORT_OPTIONS) and (life or fails)
            else None
        )
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


def session_closed(draft: Draft) -> Steps[None]:
    """A session is closed, by being opened anew, while its message is staged (DD-12)."""
    queue = draft.target()
    session = draft.name("s")
    yield OpenSession(session)
    producer = yield from own_producer(draft, None, session)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    yield OpenSession(session)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)


def other_queue_manager_restarted(draft: Draft) -> Steps[None]:
    """Another queue manager ends and starts while a message for it, and others, are staged (DD-10, DD-12)."""
    remote, transmission, target, manager = yield from new_remote_target(draft)
    producer = yield from own_producer(draft, None)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield from send(draft, producer, remote)
    yield (EndQueueManager(manager), StartQueueManager(manager))
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, transmission)
    yield StartChannel(transmission)
    yield from passing(draft, 1000)
    yield from look_elsewhere(draft, target, manager)


@undisturbed
def delayed_for_months_over_a_restart(draft: Draft) -> Steps[None]:
    """A delay of more than a month is not over because the queue manager starts again (DD-95, X-45).

    Nobody waits for it on a real clock.
    """
    if not draft.virtual:
        return
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.draws.one_of(_MONTHS), 0)
    yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    yield from down_for(draft, draft.draws.one_of((0, _DAY, producer.delay - _DAY)))
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)
