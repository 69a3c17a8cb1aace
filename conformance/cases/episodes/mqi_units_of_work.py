"""Episodes of units of work of the MQI: lives that run in them, and messages that a backout gives back.

Left out: locks (`message_expiry`) and transmission queues (`transmission_queues`).
"""

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
    SHORT_LIVES,
    TENTH,
    end_unit,
    get,
    own_lifetime,
    put,
    retuned,
    send,
)
from mqtck.conformance.cases.vocabulary.looks import counted, look, quiet_look, take
from mqtck.conformance.cases.vocabulary.queue_managers import new_sender, send_by, separate_queue_manager
from mqtck.conformance.cases.vocabulary.report_options import reporting
from mqtck.conformance.cases.vocabulary.unusable_queues import LIMITS
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    GetMode,
    MatchCorrelationId,
    MqBackout,
    MqCommit,
    MqGet,
    Receive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, UNLIMITED


def put_in_a_unit_of_work(draft: Draft) -> Steps[None]:
    """The life runs from the put, not from the commit (EX-23 to EX-25)."""
    draws = draft.draws
    queue = draft.target()
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 3)):
        tenths = life if draws.chance(70) else UNLIMITED
        yield from put(draft, queue, tenths, reporting(draft, 50), syncpoint=Syncpoint.WITHIN)
    yield from passing(draft, draws.one_of((life * TENTH // 2, life * TENTH + draft.offset())))
    yield from quiet_look(draft, queue)
    unit = Unit(UnitKind.CONNECTION, draft.connection())
    if unit in draft.units:
        yield end_unit(draft, unit, 75)
    yield from look(draft, queue)
    yield from passing(draft, life * TENTH)
    yield from look(draft, queue)
    yield from quiet_look(draft, draws.one_of((*draft.replies, queue)))


@undisturbed
def several_backed_out(draft: Draft) -> Steps[None]:
    """A backout puts back all that was got; each put of a unit of work begins a life (EX-23, EX-40)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    within = Syncpoint.WITHIN if draws.chance(60) else Syncpoint.OUTSIDE
    unit = Unit(UnitKind.CONNECTION, draft.connection())
    alone = unit not in draft.units
    if not alone:
        within = Syncpoint.OUTSIDE
    for _ in range(draws.between(3, 4)):
        yield from put(draft, queue, draws.one_of((600, 900, UNLIMITED)), None, 4, within)
        yield from passing(draft, draws.one_of((0, 1000, 5000, 20_000)))
    if within is Syncpoint.WITHIN:
        draft.units.pop(unit, None)
        yield MqCommit(unit.name)
    connection = draft.name("ac")
    for _ in range(draws.between(1, 2)):
        for _ in range(3):
            yield MqGet(queue, GetMode.DESTRUCTIVE, None, Syncpoint.WITHIN, connection)
        yield MqBackout(connection)
        yield from counted(draft, queue)
    for _ in range(2):
        yield from take(draft, queue)


def got_in_the_unit_of_its_put(draft: Draft) -> Steps[None]:
    """An application gets in its unit of work what it has put there, alive or over (EX-17, EX-24, EX-25)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    life = draws.one_of(SHORT_LIVES)
    for _ in range(draws.between(1, 3)):
        tenths = life // TENTH if draws.chance(70) else UNLIMITED
        yield from put(draft, queue, tenths, reporting(draft, 50), syncpoint=Syncpoint.WITHIN)
    yield from passing(draft, draws.one_of((life // 2, life + draft.offset())))
    for _ in range(draws.between(1, 2)):
        yield get(draft, queue, GetMode.DESTRUCTIVE, Syncpoint.WITHIN)
    unit = Unit(UnitKind.CONNECTION, draft.connection())
    if unit in draft.units:
        yield end_unit(draft, unit, 60)
    yield from quiet_look(draft, queue)
    yield from quiet_look(draft, draws.one_of(draft.replies))


@undisturbed
def backed_out_over_limits(draft: Draft) -> Steps[None]:
    """A backout needs no room where the message lies (DD-61, DD-10, EX-40)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    producer = yield from own_producer(draft, queue)
    producer = yield from retuned(draft, producer, draft.delay(), 0)
    label = yield from send(draft, producer, queue)
    due = draft.now + producer.delay
    connection = draft.name("ac")
    narrow, wide = draws.one_of(LIMITS)
    recalled = draft.can(Ability.STAGING_QUEUE) and draws.chance(40)
    place, match = (STAGING_QUEUE, MatchCorrelationId(label)) if recalled else (queue, None)
    if not recalled:
        yield from until(draft, due + 1)
    yield MqGet(place, GetMode.DESTRUCTIVE, match, Syncpoint.WITHIN, connection)
    yield (AlterQueue(place, narrow), MqBackout(connection), AlterQueue(place, wide))
    yield from until(draft, due + 1)
    yield from quiet_look(draft, queue)


@undisturbed
def backed_out_before_a_commit(draft: Draft) -> Steps[None]:
    """A commit takes nothing that was given back before it (EX-40, X-54)."""
    home = yield from separate_queue_manager(draft)
    queue = yield from new_queue(draft, "Q", None, home.queue_manager)
    sender = yield from new_sender(draft, home)
    label = yield from send_by(draft, sender, queue)
    due = draft.now + sender.delay
    recalled = draft.can(Ability.STAGING_QUEUE) and draft.draws.chance(40)
    place, match = (STAGING_QUEUE, MatchCorrelationId(label)) if recalled else (queue, None)
    if not recalled:
        yield from until(draft, due + 1)
    got = MqGet(place, GetMode.DESTRUCTIVE, match, Syncpoint.WITHIN, home.connection)
    yield (got, MqBackout(home.connection), MqCommit(home.connection))
    yield from until(draft, due + 1)
    yield Receive(queue, home.session)
