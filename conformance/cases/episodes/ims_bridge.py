"""Episodes of the IMS bridge: requests, their lives, and their replies.

Left out: what IMS itself does with a request.
"""

from typing import Final

from mqtck.conformance.cases.draft import Draft, Steps, Unit, UnitKind, new_queue, passing, undisturbed
from mqtck.conformance.cases.vocabulary.calls import PERSISTENCES, TENTH, end_unit, own_lifetime
from mqtck.conformance.cases.vocabulary.looks import look, shown, take
from mqtck.conformance.cases.vocabulary.report_options import EXPIRATION_BESIDE_OTHERS
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import MqPut, Syncpoint
from mqtck.reference.vocabulary.constants import PASS_EXPIRATION, UNLIMITED, Report
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.messages import ImsHeader, OutgoingMessage, PutDescriptor

_FLAGS: Final = (0, 0x2, PASS_EXPIRATION, PASS_EXPIRATION, PASS_EXPIRATION | 0x2)
_AFTER: Final = (1101, 2000)
"""Ms after which a life is over on every clock."""

_MOSTLY_PASSING: Final = (0, PASS_EXPIRATION, PASS_EXPIRATION)


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
        draft.post(message.label, replies, 0, max(0, expiry) * TENTH)
        descriptor = PutDescriptor(expiry, draws.below(10), draws.one_of(PERSISTENCES))
        yield MqPut(queue, message, descriptor, connection=draft.connection())
        yield from passing(draft, draws.one_of((1, 100, 1000)))
    yield from passing(draft, draws.one_of((1000, life * TENTH + draft.offset(), draft.pause())))
    yield from look(draft, replies)
    yield from passing(draft, draft.pause())
    yield from look(draft, replies)
    yield from take(draft, replies)


@undisturbed
def request_expired_before_its_commit(draft: Draft) -> Steps[None]:
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
            report=int(draws.one_of((Report.EXPIRATION, *EXPIRATION_BESIDE_OTHERS))) if asks else 0,
            reply_to=replies,
            ims_header=ImsHeader(draws.one_of(_MOSTLY_PASSING)),
        )
        draft.post(message.label, replies, 0, max(0, expiry) * TENTH)
        yield MqPut(queue, message, PutDescriptor(expiry=expiry), Syncpoint.WITHIN, connection)
    yield from passing(draft, life * TENTH + draws.one_of(_AFTER))
    yield end_unit(draft, unit, 85)
    yield from passing(draft, draws.one_of((1, 1000)))
    yield from shown(draft, queue)
    yield from shown(draft, replies)
    yield from take(draft, replies)
