"""Episodes of lives at and around the largest expiry, which may be enforced.

The variable of the default queue manager is set before all episodes (`vocabulary.enforcement`).
"""

from typing import Final

from msgspec.structs import replace

from mqtck.conformance.cases.draft import Draft, Steps, Unit, UnitKind, new_queue, passing
from mqtck.conformance.cases.vocabulary.calls import TENTH, end_unit, put
from mqtck.conformance.cases.vocabulary.looks import look, look_elsewhere, quiet_look, take
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Connect,
    DefineAliasQueue,
    DefineQueueManager,
    MqPut,
    SetDeadLetterQueue,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import UNLIMITED, Report
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import PutDescriptor

_EXTREMES: Final = (0, 0, 1, 600, 999_999_998, 999_999_999, 1_000_000_000, 2_147_483_647, UNLIMITED)
_REPORTS: Final = (
    *(Report.NONE, Report.EXPIRATION, Report.EXPIRATION_WITH_FULL_DATA, Report.EXCEPTION),
    Report.EXCEPTION_WITH_FULL_DATA | Report.EXPIRATION_WITH_DATA,
)


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
            draft.post(message.label, queue, 0, expiry * TENTH)
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


def enforced_elsewhere(draft: Draft) -> Steps[None]:
    """The variable in the environment of another queue manager, and of that alone (EX-27 to EX-29)."""
    draws = draft.draws
    manager, connection = draft.name("QMR"), draft.name("elsewhere")
    yield DefineQueueManager(manager)
    queue = yield from new_queue(draft, "Q", None, manager)
    yield (SetEnforcementVariable("True", queue_manager=manager), Connect(connection, manager))
    for _ in range(draws.between(1, 3)):
        expiry, message = draws.one_of(_EXTREMES), replace(draft.message(0), reply_to=None)
        draft.post(message.label, queue, 0, max(0, expiry) * TENTH, manager)
        yield MqPut(queue, message, PutDescriptor(expiry=expiry), connection=connection)
    yield from look_elsewhere(draft, queue, manager)
