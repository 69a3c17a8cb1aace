"""Episodes about what is over before anybody takes it: discarded where it lies, and reported as asked.

An episode is a generator of commands about one subject (`cases`). Nothing comes in between.
"""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    CreateProducer,
    DefineQueueManager,
    DefineRemoteQueue,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    QueueAttributes,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import PASS_EXPIRATION, STAGING_QUEUE, UNLIMITED, Report
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.messages import ImsHeader, OutgoingMessage, PutDescriptor

from .calls import PUT_INHIBITED, end_unit, get, own_lifetime, put, shown, take
from .draft import (
    Draft,
    Steps,
    Unit,
    UnitKind,
    addressed,
    new_queue,
    passing,
    producer_api,
    undisturbed,
    until,
)
from .fates import BESIDE_OTHERS, NO_EXPIRATION
from .homes import counted, new_manager, opened, own_queue, staging_defined

_TENTH: Final = 100
_AFTER: Final = (1101, 2000)
"""Ms after which a life is over on every clock."""

_FLAGS: Final = (0, PASS_EXPIRATION, PASS_EXPIRATION)


@undisturbed
def reported_beside_others(draft: Draft) -> Steps[None]:
    """The end of a message is reported, whatever else it asks for (EX-21, EX-26)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    replies = yield from new_queue(draft, "R")
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 2)):
        report = int(draws.one_of((*BESIDE_OTHERS, *BESIDE_OTHERS, *NO_EXPIRATION)))
        yield from put(draft, queue, life, OutgoingMessage(draft.name("m"), report=report, reply_to=replies))
    yield from passing(draft, life * _TENTH + draws.one_of(_AFTER))
    within = Syncpoint.WITHIN if draws.chance(30) else Syncpoint.OUTSIDE
    yield get(draft, queue, draws.one_of((GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST)), within)
    yield from shown(draft, replies)
    if within is Syncpoint.WITHIN:
        yield end_unit(draft, Unit(UnitKind.CONNECTION, draft.connection()), 50)
    yield from take(draft, replies)


@undisturbed
def backed_out_on_its_way(draft: Draft) -> Steps[None]:
    """A get from a transmission queue that is backed out begins no life anew (EX-06, EX-40, EX-19)."""
    draws = draft.draws
    manager, remote = draft.name("QMR"), draft.name("RQ")
    yield DefineQueueManager(manager)
    target = yield from new_queue(draft, "Q", None, manager)
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    yield DefineRemoteQueue(remote, target, manager, transmission)
    draft.gone[remote] = None
    life = draws.one_of((50, 100, 600))
    over = draft.now + life * _TENTH
    yield from put(draft, remote, life)
    yield get(draft, transmission, GetMode.DESTRUCTIVE, Syncpoint.WITHIN)
    yield from passing(draft, draws.one_of((life * _TENTH // 2, life * _TENTH * 4 // 5)))
    yield end_unit(draft, Unit(UnitKind.CONNECTION, draft.connection()), 0)
    yield get(draft, transmission, GetMode.BROWSE_FIRST)
    yield from until(draft, over - draws.one_of((50, 99, 100)))
    yield get(draft, transmission, GetMode.BROWSE_FIRST)


@undisturbed
def request_over_before_its_commit(draft: Draft) -> Steps[None]:
    """The IMS bridge discards what is over when it may take it, and does not answer it (EX-17, EX-21)."""
    draws = draft.draws
    queue, connection = draft.name("IMS"), draft.connection()
    yield DefineImsBridgeQueue(queue)
    replies = yield from new_queue(draft, "R")
    unit = Unit(UnitKind.CONNECTION, connection)
    draft.units[unit] = None
    life = own_lifetime(draft)
    for expiry in (life, draws.one_of((life, 600, UNLIMITED)))[: draws.between(1, 2)]:
        asks = draft.can(Ability.REPORT_OPTIONS) and draws.chance(60)
        message = OutgoingMessage(
            draft.name("m"),
            report=int(draws.one_of((Report.EXPIRATION, *BESIDE_OTHERS))) if asks else 0,
            reply_to=replies,
            ims_header=ImsHeader(draws.one_of(_FLAGS)),
        )
        draft.post(message.label, replies, 0, max(0, expiry) * _TENTH)
        yield MqPut(queue, message, PutDescriptor(expiry=expiry), Syncpoint.WITHIN, connection)
    yield from passing(draft, life * _TENTH + draws.one_of(_AFTER))
    yield end_unit(draft, unit, 85)
    yield from passing(draft, draws.one_of((1, 1000)))
    yield from shown(draft, queue)
    yield from shown(draft, replies)
    yield from take(draft, replies)


@undisturbed
def recalled_when_over(draft: Draft) -> Steps[None]:
    """A unit of work that finds what is over while no processor works discards it at once (EX-38, X-46)."""
    draws = draft.draws
    manager = yield from new_manager(draft)
    yield from staging_defined(draft, manager)
    home = yield from opened(draft, manager)
    queue = yield from own_queue(draft, manager)
    replies = yield from own_queue(draft, manager)
    producer, label, delay = draft.name("zp"), draft.name("m"), draft.delay()
    life = delay + draws.one_of((1000, 3000))
    report = int(draws.one_of((Report.EXPIRATION, *BESIDE_OTHERS, *NO_EXPIRATION)))
    message = OutgoingMessage(label, report=report, reply_to=replies)
    draft.post(label, queue, delay, life, manager)
    yield (
        CreateProducer(producer, producer_api(draft), home.session),
        *(SetDeliveryDelay(producer, delay), SetTimeToLive(producer, life)),
        Send(producer, message, addressed(draft, queue)),
        AlterQueue(STAGING_QUEUE, PUT_INHIBITED, manager),
    )
    yield from passing(draft, life + draws.one_of(_AFTER))
    yield MqGet(STAGING_QUEUE, syncpoint=Syncpoint.WITHIN, connection=home.connection)
    for place in (STAGING_QUEUE, replies):
        yield from counted(draft, home, place)
    yield MqCommit(home.connection) if draws.chance(30) else MqBackout(home.connection)
    for place in (STAGING_QUEUE, replies):
        yield from counted(draft, home, place)
