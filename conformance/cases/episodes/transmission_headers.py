"""Episodes of transmission headers with an Expiry field of their own, whole and cut off.

Left out: headers that a queue manager writes itself.
"""

from typing import Any, Final

from msgspec.structs import replace

from mqtck.conformance.cases.draft import Draft, Steps, new_queue, passing
from mqtck.conformance.cases.vocabulary.calls import TENTH, get, own_lifetime, put
from mqtck.conformance.cases.vocabulary.looks import look, look_elsewhere, quiet_look, shown, take
from mqtck.conformance.cases.vocabulary.report_options import reporting
from mqtck.reference.vocabulary.commands import (
    DefineQueueManager,
    GetMode,
    MqGet,
    QueueAttributes,
    StartChannel,
    Usage,
)
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.messages import OutgoingMessage, TransmissionHeader

_SHORT: Final = (0, 8, 56, 104, 120, 123, 123)
_LONGER: Final = (124, 200, 427)
"""Bytes of a header that is cut off before the end of its Expiry field, or behind it.

What a transmission queue makes of the latter is open, and so is all that follows.
"""

_FORBIDDEN: Final = (0, 1_000_000_000, 2_147_483_647)


def _behind(draft: Draft, expiry: int, **fields: Any) -> OutgoingMessage:
    """A message behind a header that leads nowhere."""
    header = TransmissionHeader("STOCK", "QM9", expiry, **fields)
    return replace(reporting(draft, 30), transmission_header=header)


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
            yield from passing(draft, tenths * TENTH + draft.offset())
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


def _embedded(draft: Draft, life: int) -> int:
    """An Expiry for the header: soon over, like the other one, long, unlimited, or invalid."""
    return draft.draws.one_of((life, life, 10, 600, 36_000, UNLIMITED, 0, 1_000_000_000))


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
    yield from passing(draft, draws.one_of((0, 1000, life * TENTH + draft.offset())))
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
    yield from passing(draft, draws.one_of((0, 1000, life * TENTH + draft.offset())))
    yield from quiet_look(draft, transmission)
    yield StartChannel(transmission)
    yield from passing(draft, draws.one_of((100, 1000)))
    yield from look_elsewhere(draft, target, manager)
    yield from quiet_look(draft, transmission)
