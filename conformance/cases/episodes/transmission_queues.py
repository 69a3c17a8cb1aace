"""Episodes of transmission queues: lives that run there, delays for a remote queue, dead letters on the way.

Left out: headers that an application puts there itself (`transmission_headers`).
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
from mqtck.conformance.cases.vocabulary.calls import TENTH, end_unit, get, own_lifetime, put, retuned, send
from mqtck.conformance.cases.vocabulary.looks import look_elsewhere, quiet_look, shown
from mqtck.conformance.cases.vocabulary.names import new_remote, new_remote_target
from mqtck.conformance.cases.vocabulary.report_options import reporting
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    DefineQueueManager,
    DefineRemoteQueue,
    GetMode,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    QueueAttributes,
    SetDeadLetterQueue,
    StartChannel,
    StopChannel,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import LARGEST_ENFORCED_EXPIRY, UNLIMITED
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor

_PUTS: Final[tuple[type[MqPut] | type[MqPut1], ...]] = (MqPut, MqPut1)
_LIVES: Final = (50, 100, 200, 600)
_FORBIDDEN: Final = (0, LARGEST_ENFORCED_EXPIRY + 1, (1 << 31) - 1)


def time_on_a_transmission_queue(draft: Draft) -> Steps[None]:
    """Time on a transmission queue counts; a message may expire there (EX-06, EX-07, EX-20)."""
    draws = draft.draws
    remote, transmission, target, manager = yield from new_remote_target(draft)
    if draws.chance(30):
        yield StartChannel(transmission)
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 2)):
        if draws.chance(60) or not draft.can(Ability.JMS):
            message = reporting(draft, 30)
            yield from put(draft, remote, draws.one_of((life, UNLIMITED, 600)), message)
        else:
            producer = yield from own_producer(draft, remote)
            delay = draws.one_of((0, draft.delay()))
            producer = yield from retuned(draft, producer, delay, draft.life_beyond(delay))
            yield from send(draft, producer, remote)
            yield from passing(draft, delay + 1)
    yield from passing(draft, draws.one_of((1000, life * TENTH + draft.offset())))
    yield from quiet_look(draft, transmission)
    yield StartChannel(transmission)
    yield from passing(draft, draws.one_of((100, 1000)))
    yield from look_elsewhere(draft, target, manager)
    if draws.chance(30):
        yield StopChannel(transmission)
    yield from passing(draft, draft.pause())
    yield from look_elsewhere(draft, target, manager)
    yield from quiet_look(draft, transmission)


def delayed_to_remote(draft: Draft) -> Steps[None]:
    """Delayed messages for a remote queue, looked for before and after they are due (X-31, EX-50)."""
    draws = draft.draws
    remote, transmission = yield from new_remote(draft)
    producer = yield from own_producer(draft, remote)
    delay = draft.delay()
    life = draws.one_of((0, delay + 20_000, delay + 60_000, draft.life_beyond(delay)))
    producer = yield from retuned(draft, producer, delay, life)
    for _ in range(draws.between(1, 2)):
        yield from send(draft, producer, remote)
    if draws.chance(50):
        yield from quiet_look(draft, transmission)
    yield from passing(draft, delay + draws.one_of((1, 100, 1000, 5000)))
    yield from quiet_look(draft, transmission)
    yield from passing(draft, draft.pause())
    yield get(draft, transmission, draws.one_of((GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST)))


@undisturbed
def committed_on_its_way(draft: Draft) -> Steps[None]:
    """The life of a put to a remote queue begins at the put, and is checked there (EX-23, EX-27 to EX-29)."""
    draws = draft.draws
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    queue, connection = draft.name("R"), draft.name("c")
    draft.gone[queue] = None
    yield DefineRemoteQueue(queue, "STOCK", "QM9", transmission)
    if draft.can(Ability.ENFORCEMENT) and draws.chance(40):
        call = draws.one_of(_PUTS)
        refused = PutDescriptor(expiry=draws.one_of(_FORBIDDEN))
        message = OutgoingMessage(draft.name("m"))
        draft.post(message.label, queue, 0, 0)
        yield (
            SetEnforcementVariable("True"),
            call(queue, message, refused, connection=connection),
            SetEnforcementVariable(None),
        )
    message, expiry = OutgoingMessage(draft.name("m")), draws.one_of(_LIVES)
    draft.post(message.label, queue, 0, expiry * 100)
    call = draws.one_of(_PUTS)
    yield call(queue, message, PutDescriptor(expiry=expiry), Syncpoint.WITHIN, connection)
    yield from passing(draft, draft.pause())
    yield MqCommit(connection)
    if draws.chance(50):
        yield from passing(draft, draft.pause())
    yield from quiet_look(draft, transmission)
    yield MqGet(transmission, connection=connection)


@undisturbed
def backed_out_on_its_way(draft: Draft) -> Steps[None]:
    """A get from a transmission queue that is backed out begins no life anew (EX-06, EX-40, EX-19)."""
    draws = draft.draws
    remote, transmission, _, _ = yield from new_remote_target(draft)
    life = draws.one_of((50, 100, 600))
    over = draft.now + life * TENTH
    yield from put(draft, remote, life)
    yield get(draft, transmission, GetMode.DESTRUCTIVE, Syncpoint.WITHIN)
    yield from passing(draft, draws.one_of((life * TENTH // 2, life * TENTH * 4 // 5)))
    yield end_unit(draft, Unit(UnitKind.CONNECTION, draft.connection()), 0)
    yield get(draft, transmission, GetMode.BROWSE_FIRST)
    yield from until(draft, over - draws.one_of((50, 99, 100)))
    yield get(draft, transmission, GetMode.BROWSE_FIRST)


def dead_lettered_by_a_channel(draft: Draft) -> Steps[None]:
    """What a channel dead-letters there, if it does, has the rest of its life (EX-46, EX-47)."""
    draws = draft.draws
    manager, remote, target = draft.name("QMR"), draft.name("RQ"), draft.name("Q")
    yield DefineQueueManager(manager)
    dead_letters = yield from new_queue(draft, "D", None, manager)
    yield SetDeadLetterQueue(dead_letters, manager)
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    yield DefineRemoteQueue(remote, target, manager, transmission)
    draft.gone[remote] = None
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 2)):
        message = replace(draft.message(0), reply_to=None)
        yield from put(draft, remote, draws.one_of((life, 600, 600, UNLIMITED)), message)
    yield from passing(draft, draws.one_of((0, 1000, 10_000)))
    yield StartChannel(transmission)
    yield from passing(draft, draws.one_of((100, 1000)))
    yield from shown(draft, dead_letters, manager)
    yield from passing(draft, draws.one_of((1000, 10_000, life * TENTH)))
    yield from shown(draft, dead_letters, manager)
    yield from look_elsewhere(draft, dead_letters, manager)
