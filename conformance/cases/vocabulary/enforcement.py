"""The variable that enforces the largest expiry, as the fixtures of a case set it.

It is set before all episodes: an implementation may have to restart for it, which would end units of work and
locks of the others. Left out: lives around the limit (`episodes.expiry_enforcement`).
"""

from typing import Final

from mqtck.conformance.cases.draft import Draft
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1
from mqtck.reference.vocabulary.environment import SetEnforcementVariable, Visibility
from mqtck.reference.vocabulary.messages import PutDescriptor

from .calls import TENTH

_VALUES: Final = ("True", "True", "1", "False", "false", "0", "no", "NO", "off", "abc", "")
_FORBIDDEN: Final = (0, 1_000_000_000, 2_147_483_647)


def _forbidden(draft: Draft, queue: str, expiry: int) -> MqPut | MqPut1:
    descriptor = PutDescriptor(expiry=expiry)
    if draft.draws.chance(50):
        return MqPut(queue, draft.message(0), descriptor, connection=draft.connection())
    return MqPut1(queue, draft.message(0), descriptor, connection=draft.connection())


def enforcement_variable(draft: Draft, often: int) -> tuple[Command, ...]:
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
        draft.post(one.message.label, queue, 0, expiry * TENTH)
    return (puts[0], hidden, puts[1], *(set_up if draws.chance(50) else ()))
