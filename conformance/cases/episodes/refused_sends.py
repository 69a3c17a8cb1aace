"""Episodes of sends that are refused for one reason: groups, old queue managers, targets, authority.

What is sent there afterwards passes. Left out: each reason in each of the ways to send (`client_refusals`),
and refusals by the staging queue (`staging_queue_limits`).
"""

from typing import Final

from mqtck.conformance.cases.draft import (
    Draft,
    Producer,
    Steps,
    Unit,
    UnitKind,
    addressed,
    new_queue,
    own_producer,
    perhaps_transacted,
    producer_api,
    transacted_session,
    undisturbed,
    until,
)
from mqtck.conformance.cases.vocabulary.calls import PUT_INHIBITED, end_unit, ended, retuned, send
from mqtck.conformance.cases.vocabulary.looks import look, look_elsewhere, quiet_look, watched
from mqtck.conformance.cases.vocabulary.names import named_queue
from mqtck.conformance.cases.vocabulary.queue_managers import (
    down_for,
    new_sender,
    separate_queue_manager,
    stage_and_receive,
)
from mqtck.conformance.cases.vocabulary.unusable_queues import (
    OVERLONG,
    ROOM_FOR_ONE,
    dead_letter_queue,
    defined_again,
    some_damage,
)
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    CreateProducer,
    DefineQueueManager,
    GrantPut,
    OpenSession,
    Receive,
    RevokePut,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.profile import Version

_OLD_VERSIONS: Final = (Version(7, 5), Version(7, 1), Version(7, 0))


def message_groups(draft: Draft) -> Steps[None]:
    """Messages of a group with a delay and without (DD-36, DD-37)."""
    queue = draft.target()
    session = None
    if draft.can(Ability.TRANSACTIONS) and draft.draws.chance(25):
        session = yield from transacted_session(draft)
    producer = yield from own_producer(draft, queue, session)
    group = draft.name("g")
    delay = draft.delay()
    for number in range(1, draft.draws.between(2, 4)):
        producer = yield from retuned(draft, producer, draft.draws.one_of((0, delay)), 0)
        sequence = None if draft.draws.chance(20) else number
        grouped = OutgoingMessage(label=draft.name("m"), group=GroupMembership(group, sequence))
        yield from send(draft, producer, queue, grouped)
        yield from quiet_look(draft, STAGING_QUEUE if draft.draws.chance(40) else queue)
    if session is not None:
        yield end_unit(draft, Unit(UnitKind.SESSION, session), 80)
    yield from until(draft, draft.now + delay + 1)
    yield from look(draft, queue)


def old_queue_manager(draft: Draft) -> Steps[None]:
    """A queue manager before 8.0 refuses a delay at the setter; 8.0 takes it (DD-17, DD-18)."""
    draws = draft.draws
    manager = draft.name("QMX")
    version = draws.one_of((*_OLD_VERSIONS, Version(8, 0)))
    yield DefineQueueManager(manager, version)
    queue = yield from new_queue(draft, "Q", None, manager)
    session = draft.name("s")
    yield OpenSession(session, queue_manager=manager)
    for delay in (0, draft.delay()):
        producer = Producer(draft.name("p"), producer_api(draft), session, None)
        yield CreateProducer(producer.name, producer.api, session)
        yield SetDeliveryDelay(producer.name, delay)
        if delay and version < Version(8, 0):
            continue
        message = OutgoingMessage(label=draft.name("m"))
        draft.post(message.label, queue, delay, 0, manager)
        yield Send(producer.name, message, addressed(draft, queue))
        yield from look_elsewhere(draft, queue, manager)
        if draft.can(Ability.STAGING_QUEUE):
            yield from look_elsewhere(draft, STAGING_QUEUE, manager)
        yield from until(draft, draft.now + delay + 1)
        yield from look_elsewhere(draft, queue, manager)
        yield Receive(queue, session)


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


def sender_authority(draft: Draft) -> Steps[None]:
    """The sender's authority counts at the send and only then (DD-46, DD-47, DD-48, DD-50).

    Nor does a disposal ask for it (DD-98). The destination is named on the send: whether creating a producer
    checks it is open.
    """
    draws = draft.draws
    name, queue = yield from named_queue(draft)
    user = draft.name("user")
    granted = draws.chance(60)
    # Whether the queue behind an alias is asked for too is open.
    names = tuple(dict.fromkeys((name, queue)))
    if granted:
        yield tuple(GrantPut(user, one) for one in names)
    transacted = yield from perhaps_transacted(draft, user=user)
    session = transacted or draft.name("s")
    if transacted is None:
        yield OpenSession(session, user=user)
    producer = Producer(draft.name("p"), producer_api(draft), session, None)
    yield CreateProducer(producer.name, producer.api, session)
    producer = yield from retuned(draft, producer, 0 if draws.chance(20) else draft.delay(), 0)
    yield from send(draft, producer, name)
    yield from ended(draft, transacted)
    yield from quiet_look(draft, STAGING_QUEUE)
    if draws.chance(70):
        change = RevokePut if granted else GrantPut
        yield tuple(change(user, one) for one in names)
        if draws.chance(50):
            yield from send(draft, producer, name)
            yield from ended(draft, transacted)
    dead_letter = None
    if draft.can(Ability.PUT_INHIBIT) and draws.chance(40):
        dead_letter = yield from dead_letter_queue(draft)
        yield AlterQueue(queue, PUT_INHIBITED)
    yield from watched(draft, queue, draft.now + producer.delay, 1)
    if dead_letter is not None:
        yield from quiet_look(draft, dead_letter)


@undisturbed
def authority_granted_at_last(draft: Draft) -> Steps[None]:
    """Who had no authority before, or none any more, sends when it has been granted (DD-46, DD-53, EX-35)."""
    draws = draft.draws
    home = yield from separate_queue_manager(draft)
    manager = home.queue_manager
    queue = yield from new_queue(draft, "Q", None, manager)
    user = draft.name("user")
    session = draft.name("zs")
    yield OpenSession(session, user=user, queue_manager=manager)
    sender = yield from new_sender(draft, home._replace(session=session))
    undelayed = draws.chance(40)
    if undelayed:
        yield SetDeliveryDelay(sender.name, 0)
    if draft.can(Ability.QUEUE_LIMITS):
        yield AlterQueue(queue if undelayed else STAGING_QUEUE, ROOM_FOR_ONE, manager)
    yield GrantPut(user, STAGING_QUEUE, manager)
    grant = GrantPut(user, queue, manager)
    if draws.chance(50):
        yield (grant, RevokePut(user, queue, manager))
    yield Send(sender.name, OutgoingMessage(draft.name("m")), QueueDestination(queue))
    yield grant
    yield from stage_and_receive(draft, home, sender, queue)


def authority_revoked_over_a_restart(draft: Draft) -> Steps[None]:
    """The sender's authority is gone when the queue manager starts again (DD-50, X-45)."""
    queue = yield from new_queue(draft)
    user, session = draft.name("user"), draft.name("s")
    yield (GrantPut(user, queue), GrantPut(user, STAGING_QUEUE), OpenSession(session, user=user))
    producer = yield from own_producer(draft, None, session)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    yield SetDeliveryMode(producer.name, DeliveryMode.PERSISTENT)
    yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    yield RevokePut(user, queue)
    yield from down_for(draft, due + draft.offset() - draft.now)
    yield from until(draft, max(due, draft.now) + 1)
    yield from quiet_look(draft, queue)
