"""Episodes about enforcement of the largest expiry, two Expiry fields, and the IMS bridge.

The enforcement variable is set before all episodes: an implementation may have to restart for it, which
would end units of work and locks of the others.
"""

from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Command,
    Connect,
    DefineAliasQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    GetMode,
    MqGet,
    MqPut,
    MqPut1,
    QueueAttributes,
    SetDeadLetterQueue,
    StartChannel,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import PASS_EXPIRATION, UNLIMITED, Report
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue, SetEnforcementVariable, Visibility
from mqtck.reference.vocabulary.messages import ImsHeader, OutgoingMessage, PutDescriptor, TransmissionHeader

from .calls import (
    end_unit,
    get,
    look,
    look_elsewhere,
    own_lifetime,
    put,
    quiet_look,
    retuned,
    send,
    shown,
    take,
)
from .draft import Draft, Steps, Unit, UnitKind, new_queue, own_producer, passing
from .expiry import reporting

_TENTH: Final = 100
_FLAGS: Final = (0, 0x2, PASS_EXPIRATION, PASS_EXPIRATION, PASS_EXPIRATION | 0x2)
_EXTREMES: Final = (0, 0, 1, 600, 999_999_998, 999_999_999, 1_000_000_000, 2_147_483_647, UNLIMITED)
_FORBIDDEN: Final = (0, 1_000_000_000, 2_147_483_647)
_VALUES: Final = ("True", "True", "1", "False", "false", "0", "no", "NO", "off", "abc", "")
_SHORT: Final = (0, 8, 56, 104, 120, 123, 123)
_LONGER: Final = (124, 200, 427)
"""Bytes of a header that is cut off before the end of its Expiry field, or behind it.

What a transmission queue makes of the latter is open, and so is all that follows.
"""

_REPORTS: Final = (
    *(Report.NONE, Report.EXPIRATION, Report.EXPIRATION_WITH_FULL_DATA, Report.EXCEPTION),
    Report.EXCEPTION_WITH_FULL_DATA | Report.EXPIRATION_WITH_DATA,
)


# --- enforcement -----------------------------------------------------------------------------------------


def variable(draft: Draft, often: int) -> tuple[Command, ...]:
    """The variable, exported or not, and puts around it that show the difference (EX-32).

    So many times of a hundred.
    """
    draws = draft.draws
    if not draft.can(Ability.ENFORCEMENT) or not draws.chance(often):
        return ()
    set_up = [SetEnforcementVariable(draws.one_of(_VALUES))]
    if draws.chance(15):
        set_up.insert(0, SetEnforcementVariable(None))
    if not draft.can(Ability.MQI) or draws.chance(70):
        return tuple(set_up)
    hidden = SetEnforcementVariable(draws.one_of(_VALUES[:-1]), Visibility.SHELL_ONLY)
    queue, expiry = draft.target(), draws.one_of(_FORBIDDEN[1:])
    puts = [_forbidden(draft, queue, expiry), _forbidden(draft, queue, expiry)]
    for one in puts:
        draft.post(one.message.label, queue, 0, expiry * _TENTH)
    return (puts[0], hidden, puts[1], *(set_up if draws.chance(50) else ()))


def _forbidden(draft: Draft, queue: str, expiry: int) -> MqPut | MqPut1:
    descriptor = PutDescriptor(expiry=expiry)
    if draft.draws.chance(50):
        return MqPut(queue, draft.message(0), descriptor, connection=draft.connection())
    return MqPut1(queue, draft.message(0), descriptor, connection=draft.connection())


def extreme_lives(draft: Draft) -> Steps[None]:
    """Puts at and around the limits of Expiry, which nobody may report (EX-27 to EX-31, EX-33)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    if draft.can(Ability.DEAD_LETTER_QUEUE) and draws.chance(15):
        # A queue is a queue for a put, whatever else it is.
        yield SetDeadLetterQueue(queue)
    alias = draft.name("A") if draft.can(Ability.ALIAS_QUEUES) and draws.chance(40) else None
    if alias is not None:
        yield DefineAliasQueue(alias, queue)
    for _ in range(draws.between(1, 3)):
        asked = int(draws.one_of(_REPORTS)) if draft.can(Ability.REPORT_OPTIONS) else 0
        expiry, message = draws.one_of(_EXTREMES), draft.message(asked)
        if alias is not None and draws.chance(50):
            draft.post(message.label, queue, 0, expiry * _TENTH)
            yield MqPut(alias, message, PutDescriptor(expiry=expiry), connection=draft.connection())
        else:
            syncpoint = Syncpoint.WITHIN if draws.chance(20) else Syncpoint.OUTSIDE
            yield from put(draft, queue, expiry, message, syncpoint=syncpoint)
        if draws.chance(40):
            yield from quiet_look(draft, draws.one_of((queue, *draft.replies)))
    unit = Unit(UnitKind.CONNECTION, draft.connection())
    if unit in draft.units:
        yield end_unit(draft, unit, 80)
    if draws.chance(30):
        yield from passing(draft, draft.pause())
    yield from look(draft, queue)
    yield from quiet_look(draft, draws.one_of(draft.replies))
    yield from take(draft, queue)


# --- two Expiry fields -----------------------------------------------------------------------------------


def _behind(draft: Draft, expiry: int, **fields: Any) -> OutgoingMessage:
    """A message behind a header that leads nowhere."""
    header = TransmissionHeader("STOCK", "QM9", expiry, **fields)
    return replace(reporting(draft, 30), transmission_header=header)


def _embedded(draft: Draft, life: int) -> int:
    """An Expiry for the header: soon over, like the other one, long, unlimited, or invalid."""
    return draft.draws.one_of((life, life, 10, 600, 36_000, UNLIMITED, 0, 1_000_000_000))


def two_expiry_fields(draft: Draft) -> Steps[None]:
    """Headers of an application on a normal queue (EX-56, EX-58, EX-59)."""
    draws = draft.draws
    queue = yield from new_queue(draft)
    life = own_lifetime(draft)
    separate = draws.one_of((life, 600, UNLIMITED))
    embedded = UNLIMITED
    for _ in range(draws.between(1, 3)):
        embedded = draws.one_of((separate, life, 10, 600, UNLIMITED))
        yield from put(draft, queue, separate, _behind(draft, embedded))
    for tenths in (embedded, separate):
        if 0 < tenths <= life:
            yield from passing(draft, tenths * _TENTH + draft.offset())
            yield from quiet_look(draft, queue)
    yield from passing(draft, draws.one_of((0, draft.pause())))
    if draws.chance(50):
        yield from shown(draft, queue)
    yield get(draft, queue, draws.one_of((GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST)))
    yield from look(draft, queue)
    yield from take(draft, queue)


def header_cut_off(draft: Draft) -> Steps[None]:
    """Headers that end too early, for a transmission queue and for a normal one (EX-54, EX-57)."""
    draws = draft.draws
    transmits = draws.chance(40)
    usage = QueueAttributes(usage=Usage.TRANSMISSION) if transmits else None
    queue = yield from new_queue(draft, "X" if transmits else "Q", usage)
    for _ in range(draws.between(1, 2)):
        length = draws.one_of(_SHORT if transmits else (*_SHORT, *_LONGER))
        separate = draws.one_of((20, 600, UNLIMITED))
        message = _behind(draft, draws.one_of((separate, 300)), length=length)
        yield from put(draft, queue, separate, replace(message, length=None, report=0))
    yield from passing(draft, draws.one_of((0, 1000, 5000)))
    if draws.chance(50):
        yield from quiet_look(draft, queue)
    yield MqGet(queue, connection=draft.connection())
    yield from look(draft, queue)


def put_to_transmission_queue(draft: Draft) -> Steps[None]:
    """Whole and bad headers on a transmission queue (EX-51 to EX-53, EX-55)."""
    draws = draft.draws
    queue = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 3)):
        separate = draws.one_of((life, 600, UNLIMITED))
        bad = {"structure_id": "DLH "} if draws.chance(15) else {}
        message = _behind(draft, draws.one_of((separate, _embedded(draft, life))), **bad)
        yield from put(draft, queue, separate, message)
        if draws.chance(30):
            yield from quiet_look(draft, queue)
    yield from passing(draft, draws.one_of((0, 1000, life * _TENTH + draft.offset())))
    if draws.chance(50):
        yield from shown(draft, queue)
    yield get(draft, queue, draws.one_of((GetMode.DESTRUCTIVE, GetMode.BROWSE_FIRST)))
    yield from quiet_look(draft, queue)
    yield from take(draft, queue)


def invalid_in_header(draft: Draft) -> Steps[None]:
    """A value that would be refused, in the header alone, where the limit is enforced (EX-53)."""
    draws = draft.draws
    queue = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    for _ in range(draws.between(1, 2)):
        separate = draws.one_of((600, UNLIMITED))
        message = replace(_behind(draft, draws.one_of(_FORBIDDEN)), report=0)
        yield from put(draft, queue, separate, message)
    yield from quiet_look(draft, queue)


def enforced_elsewhere(draft: Draft) -> Steps[None]:
    """The variable in the environment of another queue manager, and of that alone (EX-27 to EX-29)."""
    draws = draft.draws
    manager, connection = draft.name("QMR"), draft.name("elsewhere")
    yield DefineQueueManager(manager)
    queue = yield from new_queue(draft, "Q", None, manager)
    yield (SetEnforcementVariable("True", queue_manager=manager), Connect(connection, manager))
    for _ in range(draws.between(1, 3)):
        expiry, message = draws.one_of(_EXTREMES), replace(draft.message(0), reply_to=None)
        draft.post(message.label, queue, 0, max(0, expiry) * _TENTH, manager)
        yield MqPut(queue, message, PutDescriptor(expiry=expiry), connection=connection)
    yield from look_elsewhere(draft, queue, manager)


def sent_by_header(draft: Draft) -> Steps[None]:
    """A header with one value in both fields leads to another queue manager (EX-06, EX-55, EX-56)."""
    draws = draft.draws
    manager = draft.name("QMR")
    yield DefineQueueManager(manager)
    target = yield from new_queue(draft, "Q", None, manager)
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 2)):
        expiry = draws.one_of((life, 600, UNLIMITED))
        header = TransmissionHeader(target, manager, expiry)
        message = replace(draft.message(0), transmission_header=header, reply_to=None)
        yield from put(draft, transmission, expiry, message)
    yield from passing(draft, draws.one_of((0, 1000, life * _TENTH + draft.offset())))
    yield from quiet_look(draft, transmission)
    yield StartChannel(transmission)
    yield from passing(draft, draws.one_of((100, 1000)))
    yield from look_elsewhere(draft, target, manager)
    yield from quiet_look(draft, transmission)


def delayed_to_remote(draft: Draft) -> Steps[None]:
    """Delayed messages for a remote queue, looked for before and after they are due (X-31, EX-50)."""
    draws = draft.draws
    transmission = yield from new_queue(draft, "X", QueueAttributes(usage=Usage.TRANSMISSION))
    remote = draft.name("RQ")
    yield DefineRemoteQueue(remote, "STOCK", "QM9", transmission)
    draft.gone[remote] = None
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


# --- the IMS bridge --------------------------------------------------------------------------------------


def ims_requests(draft: Draft) -> Steps[None]:
    """Requests with and without MQIIH_PASS_EXPIRATION, and their replies (EX-60, EX-61)."""
    draws = draft.draws
    queue = draft.name("IMS")
    yield DefineImsBridgeQueue(queue)
    replies = yield from new_queue(draft, "R")
    life = own_lifetime(draft)
    for _ in range(draws.between(1, 2)):
        expiry = draws.one_of((life, 600, 36_000, UNLIMITED))
        header = ImsHeader(draws.one_of(_FLAGS))
        message = OutgoingMessage(draft.name("m"), reply_to=replies, ims_header=header)
        draft.post(message.label, replies, 0, max(0, expiry) * _TENTH)
        yield MqPut(queue, message, PutDescriptor(expiry=expiry), connection=draft.connection())
        yield from passing(draft, draws.one_of((1, 100, 1000)))
    yield from passing(draft, draws.one_of((1000, life * _TENTH + draft.offset(), draft.pause())))
    yield from look(draft, replies)
    yield from passing(draft, draft.pause())
    yield from look(draft, replies)
    yield from take(draft, replies)
