"""Episodes of failure: targets that fail after the send or at it, and where the messages end.

An episode is a generator of commands about one subject (`cases`). What it breaks it mostly repairs, so
that other episodes go on; the drain of a case sees to the rest.
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    CreateProducer,
    GrantPut,
    OpenSession,
    QueueAttributes,
    RevokePut,
    SetDeadLetterQueue,
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

from .calls import (
    DELIVERY_MODES,
    PUT_ENABLED,
    PUT_INHIBITED,
    ended,
    look,
    put,
    quiet_look,
    retuned,
    send,
    take,
)
from .client import watched
from .draft import (
    Draft,
    Producer,
    Steps,
    addressed,
    new_queue,
    own_producer,
    passing,
    perhaps_transacted,
    producer_api,
    together,
    undisturbed,
    until,
)
from .fates import FATES, REPORTED
from .names import named_queue
from .unusable import (
    CLOSED,
    DAMAGES,
    ROOM,
    dead_letter_queue,
    defined_again,
    reply_queue,
    some_damage,
    unusable_dead_letter_queue,
    usual_dead_letter_queue,
)

HOUR: Final = 3_600_000
OVERLONG: Final = 5000

_REPORTED_LENGTH: Final = 300
"""Characters: more than a report has that does not ask for all data."""


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


def _doomed_sends(draft: Draft, producer: Producer, queue: str, reply: str) -> Steps[None]:
    for _ in range(draft.draws.between(1, 2)):
        yield SetDeliveryMode(producer.name, draft.draws.one_of(DELIVERY_MODES))
        report = int(draft.draws.one_of(FATES)) if draft.can(Ability.REPORT_OPTIONS) else 0
        message = OutgoingMessage(
            draft.name("m"),
            length=_REPORTED_LENGTH if report and draft.draws.chance(25) else None,
            report=report,
            reply_to=reply if report else None,
            reply_destination=_elsewhere(draft, reply) if report else None,
        )
        yield from send(draft, producer, queue, message, destination=_overriding(draft, queue))


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


def _look_around(draft: Draft, queue: str, dead_letter: str | None) -> Steps[None]:
    """Looks at where a message may be after a failure."""
    for place in (queue, STAGING_QUEUE, dead_letter, *draft.replies[-2:]):
        if place is not None and draft.draws.chance(50):
            yield from quiet_look(draft, place)
    if dead_letter is not None and draft.draws.chance(40):
        yield from take(draft, dead_letter)


def failure_table(draft: Draft) -> Steps[None]:
    """One cell of the procedure, undisturbed: nothing of another episode comes between (DD-97 to DD-105)."""
    yield together(failed_target(draft))


@undisturbed
def report_nowhere(draft: Draft) -> Steps[None]:
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
    message = OutgoingMessage(draft.name("m"), report=int(draws.one_of(REPORTED)), reply_to=reply)
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
    yield from passing(draft, HOUR + 1 if draft.virtual else 1)
    yield from quiet_look(draft, queue)


# --- checks at the send --------------------------------------------------------------------------------


def refused_by_target(draft: Draft) -> Steps[None]:
    """The target is inhibited, full, short or missing at the send (DD-32, DD-38, DD-75, DD-110 to DD-112)."""
    draws = draft.draws
    damage = some_damage(draft)
    missing = damage is None or draws.chance(25)
    queue = draft.name("Q") if missing else (yield from new_queue(draft))
    if missing:
        draft.gone[queue] = None
    session = yield from perhaps_transacted(draft)
    own = yield from own_producer(draft, None, session)
    producer = yield from retuned(draft, own, 0 if draws.chance(15) else draft.delay(), 0)
    if damage is not None and not missing:
        yield damage[0](draft, queue)
    message = OutgoingMessage(draft.name("m"), length=draws.one_of((None, None, OVERLONG)))
    yield from send(draft, producer, queue, message)
    yield from ended(draft, session)
    yield from quiet_look(draft, STAGING_QUEUE)
    if missing:
        yield defined_again(draft, queue)
    elif damage is not None:
        yield damage[1](draft, queue)
    yield from send(draft, producer, queue)
    yield from ended(draft, session)
    yield from until(draft, draft.now + producer.delay + 1)
    yield from quiet_look(draft, queue)


def full_target(draft: Draft) -> Steps[None]:
    """Depth around MAXDEPTH, with direct and delayed sends (DD-39, DD-112, EX-35, DD-114)."""
    draws = draft.draws
    limit = draws.between(1, 3)
    queue = yield from new_queue(draft, "Q", QueueAttributes(max_depth=limit))
    session = yield from perhaps_transacted(draft, 20)
    producer = yield from own_producer(draft, queue, session)
    delay = draft.delay()
    for _ in range(limit + draws.between(0, 2)):
        if draws.chance(50):
            yield SetDeliveryMode(producer.name, draws.one_of(DELIVERY_MODES))
        producer = yield from retuned(draft, producer, draws.one_of((0, 0, delay)), 0)
        yield from send(draft, producer, queue)
        yield from ended(draft, session)
        if draws.chance(20):
            yield from quiet_look(draft, queue)
    if draws.chance(50):
        yield from take(draft, queue)
    producer = yield from retuned(draft, producer, draws.one_of((0, delay)), 0)
    yield from send(draft, producer, queue)
    yield from ended(draft, session)
    yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield AlterQueue(queue, ROOM)


def authority(draft: Draft) -> Steps[None]:
    """The sender's authority counts at the send and only then (DD-46, DD-47, DD-48, DD-50).

    Nor does a disposal ask for it (DD-98). The destination is named on the send: whether creating a producer
    checks it is open.
    """
    draws = draft.draws
    queue = yield from new_queue(draft)
    user = draft.name("user")
    granted = draws.chance(60)
    if granted:
        yield GrantPut(user, queue)
    transacted = yield from perhaps_transacted(draft, user=user)
    session = transacted or draft.name("s")
    if transacted is None:
        yield OpenSession(session, user=user)
    producer = Producer(draft.name("p"), producer_api(draft), session, None)
    yield CreateProducer(producer.name, producer.api, session)
    producer = yield from retuned(draft, producer, 0 if draws.chance(20) else draft.delay(), 0)
    yield from send(draft, producer, queue)
    yield from ended(draft, transacted)
    yield from quiet_look(draft, STAGING_QUEUE)
    if draws.chance(70):
        yield RevokePut(user, queue) if granted else GrantPut(user, queue)
        if draws.chance(50):
            yield from send(draft, producer, queue)
            yield from ended(draft, transacted)
    dead_letter = None
    if draft.can(Ability.PUT_INHIBIT) and draws.chance(40):
        dead_letter = yield from dead_letter_queue(draft)
        yield AlterQueue(queue, PUT_INHIBITED)
    yield from watched(draft, queue, draft.now + producer.delay, 1)
    if dead_letter is not None:
        yield from quiet_look(draft, dead_letter)


def dead_letters(draft: Draft) -> Steps[None]:
    """Change what DEADQ names, and look there."""
    name = yield from dead_letter_queue(draft)
    if name is not None:
        yield from passing(draft, draft.pause())
        yield from look(draft, name)


def passing_inhibition(draft: Draft) -> Steps[None]:
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
