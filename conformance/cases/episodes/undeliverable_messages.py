"""Episodes of targets that fail after the send: the procedure of "Failure to put", and where messages end.

What an episode breaks it mostly repairs, so that other episodes go on; the drain of a case sees to the rest.
Left out: retries (`retried_deliveries`) and what befalls the dead-letter queue (`dead_letter_queues`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draft import (
    Draft,
    Producer,
    Steps,
    addressed,
    new_queue,
    own_producer,
    passing,
    producer_api,
    together,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_ENABLED, PUT_INHIBITED, put, retuned, send
from mqtck.conformance.cases.vocabulary.header_fields import DELIVERY_MODES
from mqtck.conformance.cases.vocabulary.looks import look_elsewhere, quiet_look, take
from mqtck.conformance.cases.vocabulary.names import named_queue
from mqtck.conformance.cases.vocabulary.report_options import DISPOSITION_OPTIONS, EXCEPTION_OPTIONS
from mqtck.conformance.cases.vocabulary.unusable_queues import (
    CLOSED,
    DAMAGES,
    HOUR,
    ROOM,
    dead_letter_queue,
    reply_queue,
    some_damage,
    until_retried,
    unusable_dead_letter_queue,
    usual_dead_letter_queue,
)
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    DefineQueueManager,
    OpenSession,
    QueueAttributes,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    STAGING_QUEUE,
    UNLIMITED,
    DestinationPersistence,
    Report,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.profile import Platform

_REPORTED_LENGTH: Final = 300
"""Characters: more than a report has that does not ask for all data."""


def _elsewhere(draft: Draft, reply: str) -> QueueDestination | None:
    """Now and then the queue of that name on another queue manager, which is not its namesake here (X-22)."""
    if not draft.can(Ability.DESTINATION_PROPERTIES) or not draft.draws.chance(15):
        return None
    return QueueDestination(reply, queue_manager="QM7")


def _overriding(draft: Draft, queue: str, often: int = 30) -> QueueDestination | None:
    """A destination that decides about persistence itself, so many times of a hundred (X-29)."""
    if not draft.can(Ability.DESTINATION_PROPERTIES) or not draft.draws.chance(often):
        return None
    persistence = draft.draws.one_of(tuple(DestinationPersistence))
    return replace(addressed(draft, queue), persistence=persistence)


def _doomed_sends(draft: Draft, producer: Producer, queue: str, reply: str) -> Steps[None]:
    for _ in range(draft.draws.between(1, 2)):
        yield SetDeliveryMode(producer.name, draft.draws.one_of(DELIVERY_MODES))
        report = int(draft.draws.one_of(DISPOSITION_OPTIONS)) if draft.can(Ability.REPORT_OPTIONS) else 0
        message = OutgoingMessage(
            draft.name("m"),
            length=_REPORTED_LENGTH if report and draft.draws.chance(25) else None,
            report=report,
            reply_to=reply if report else None,
            reply_destination=_elsewhere(draft, reply) if report else None,
        )
        yield from send(draft, producer, queue, message, destination=_overriding(draft, queue))


def _look_around(draft: Draft, queue: str, dead_letter: str | None) -> Steps[None]:
    """Looks at where a message may be after a failure."""
    for place in (queue, STAGING_QUEUE, dead_letter, *draft.replies[-2:]):
        if place is not None and draft.draws.chance(50):
            yield from quiet_look(draft, place)
    if dead_letter is not None and draft.draws.chance(40):
        yield from take(draft, dead_letter)


def _unusable_reports(draft: Draft, dead_letter: str | None) -> Steps[None]:
    """Change the dead-letter queue while messages wait for it."""
    if dead_letter is None:
        if draft.can(Ability.DEAD_LETTER_QUEUE):
            if draft.draws.one_of((DEFAULT_DEAD_LETTER_QUEUE, None)):
                yield from usual_dead_letter_queue(draft)
            else:
                yield SetDeadLetterQueue(None)
        return
    changes = [PUT_ENABLED, PUT_INHIBITED] if draft.can(Ability.PUT_INHIBIT) else []
    changes += [ROOM, AttributeChanges(max_depth=1)] if draft.can(Ability.QUEUE_LIMITS) else []
    if changes:
        yield AlterQueue(dead_letter, draft.draws.one_of(changes))


def failed_target(draft: Draft) -> Steps[None]:
    """The target becomes unusable after the send: the procedure of "Failure to put" (DD-97 to DD-105).

    Also DD-49, DD-99 (retries, once the ways are open again), DD-114, EX-46, EX-47, DD-82.
    """
    draws = draft.draws
    damage = some_damage(draft)
    if damage is None:
        return
    harm, repair = damage
    name, queue = yield from named_queue(draft)
    reply = yield from reply_queue(draft)
    producer = yield from own_producer(draft, None)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
    sends = together(_doomed_sends(draft, producer, name, reply))
    yield (*sends, *harm(draft, queue))  # a queue can be deleted only before the message arrives
    yield from quiet_look(draft, STAGING_QUEUE)
    dead_letter = yield from dead_letter_queue(draft)
    yield from until(draft, draft.now + delay + max(1, draft.offset()))
    yield from _look_around(draft, queue, dead_letter)
    yield repair(draft, queue) if draws.chance(40) else ()
    if draws.chance(50):
        yield from _unusable_reports(draft, dead_letter)
    if draft.virtual:
        yield from passing(draft, draws.one_of((1000, HOUR, HOUR + 1)))
    yield from _look_around(draft, queue, dead_letter)
    yield repair(draft, queue)


def failed_target_undisturbed(draft: Draft) -> Steps[None]:
    """One cell of the procedure, undisturbed: nothing of another episode comes between (DD-97 to DD-105)."""
    yield together(failed_target(draft))


@undisturbed
def report_undeliverable(draft: Draft) -> Steps[None]:
    """Neither queue takes the report: the persistence of the message decides (DD-104, DD-105, X-29)."""
    draws = draft.draws
    damage = some_damage(draft)
    if damage is None:
        return
    name, queue = yield from named_queue(draft)
    reply = yield from reply_queue(draft, CLOSED)
    producer = yield from own_producer(draft, None)
    delay = draft.delay()
    producer = yield from retuned(draft, producer, delay, 0)
    yield SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
    message = OutgoingMessage(draft.name("m"), report=int(draws.one_of(EXCEPTION_OPTIONS)), reply_to=reply)
    yield from send(draft, producer, name, message, destination=_overriding(draft, name, 70))
    yield damage[0](draft, queue)
    if draws.chance(50) and not message.report & Report.DISCARD_MSG:
        name = yield from new_queue(draft, "D", QueueAttributes(max_depth=1))
        yield SetDeadLetterQueue(name)
    else:
        yield from unusable_dead_letter_queue(draft)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield damage[1](draft, queue)
    yield from until_retried(draft)
    yield from quiet_look(draft, queue)


def target_unusable_for_a_while(draft: Draft) -> Steps[None]:
    """A shared target is unusable for a while."""
    queue = draft.target()
    possible = [row[1:] for row in DAMAGES[:4] if draft.can(row[0])]
    if not possible:
        return
    harm, repair = draft.draws.one_of(possible)
    yield harm(draft, queue)
    if draft.draws.chance(40) and draft.can(Ability.MQI):
        yield from put(draft, queue, UNLIMITED)
    yield from passing(draft, draft.pause())
    yield from quiet_look(draft, queue)
    yield repair(draft, queue)


def undeliverable_on_another_queue_manager(draft: Draft) -> Steps[None]:
    """A target on another queue manager fails, which has a dead-letter queue of its own (DD-98, DD-97)."""
    draws = draft.draws
    manager = draft.name("QMX")
    yield DefineQueueManager(manager, platform=Platform.MULTIPLATFORMS)
    queue = yield from new_queue(draft, "Q", None, manager)
    dead_letters = yield from new_queue(draft, "D", None, manager)
    session, producer = draft.name("s"), draft.name("p")
    yield (
        SetDeadLetterQueue(dead_letters, manager),
        OpenSession(session, queue_manager=manager),
        CreateProducer(producer, producer_api(draft), session),
    )
    delay = draft.delay()
    asked = draft.can(Ability.REPORT_OPTIONS) and draws.chance(30)
    message = OutgoingMessage(draft.name("m"), report=int(Report.DISCARD_MSG) if asked else 0)
    draft.post(message.label, queue, delay, 0, manager)
    yield (
        SetDeliveryDelay(producer, delay),
        SetDeliveryMode(producer, draws.one_of(DELIVERY_MODES)),
        Send(producer, message, addressed(draft, queue)),
        AlterQueue(queue, PUT_INHIBITED, manager),
    )
    yield from until(draft, draft.now + delay + 1)
    for place in (queue, dead_letters):
        yield from look_elsewhere(draft, place, manager)
    if draft.can(Ability.STAGING_QUEUE):
        yield from look_elsewhere(draft, STAGING_QUEUE, manager)
