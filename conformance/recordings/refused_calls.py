"""Recorded calls on producers, refused for a cause that was perhaps not seen: what they throw (DD-16).

Whatever filled a queue or took an authority away: a delayed send that is refused for a documented reason
throws what its producer throws, and so does a delay that is refused where it is set. That refusals for the
life of a message are right is judged elsewhere, and their exceptions with them (`messages`).

Left out: refusals for a reason that no document gives to a delayed message (a broken connection, say), or
with none; what is sent without a delay, of which DD-16 does not speak; what is neither of the two families,
because the recorder may be below the client; and commits, which are calls on a session.
"""

from typing import Final, NamedTuple

from mqtck.reference.blame.credit import restricted
from mqtck.reference.sending.producers import refusal_breaches
from mqtck.reference.vocabulary.commands import CreateProducer, Send, SetDeliveryDelay
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Done, ErrorFamily, Refused
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step

RESTRICTIONS: Final = frozenset(
    {
        *(ReasonCode.OPTIONS_ERROR, ReasonCode.FUNCTION_NOT_SUPPORTED, ReasonCode.PUBLICATION_FAILURE),
        *(ReasonCode.UNKNOWN_OBJECT_NAME, ReasonCode.NOT_AUTHORIZED, ReasonCode.PUT_INHIBITED),
        *(ReasonCode.Q_FULL, ReasonCode.MSG_TOO_BIG_FOR_Q, ReasonCode.MSG_TOO_BIG_FOR_Q_MGR),
    }
)
"""Reasons for which a delayed message is refused, by the documents."""

_FAMILIES: Final = frozenset({ErrorFamily.JMS_EXCEPTION, ErrorFamily.JMS_RUNTIME_EXCEPTION})


class Thrown(NamedTuple):
    """What is wrong with what a refused call has thrown, and the rules that it speaks about."""

    breaches: tuple[Breach, ...]
    exercised: frozenset[str]


NOTHING: Final = Thrown((), frozenset())


def thrown(setup: tuple[Step, ...], step: Step) -> Thrown:
    """What a call on a producer shows that was created and set by the steps of `setup`."""
    created, outcome = setup[0].command, step.outcome
    if not isinstance(created, CreateProducer) or not isinstance(outcome, Refused):
        return NOTHING
    if outcome.reason not in RESTRICTIONS or outcome.family not in _FAMILIES or not _delays(setup, step):
        return NOTHING
    return Thrown(refusal_breaches(outcome, created.api, None, ()), restricted(created.api))


def _delays(setup: tuple[Step, ...], step: Step) -> bool:
    """Whether the call is about a delay: a send under one, or the call that sets one."""
    match step.command:
        case SetDeliveryDelay(milliseconds=delay):
            return delay > 0 and getattr(step.outcome, "reason", None) == ReasonCode.FUNCTION_NOT_SUPPORTED
        case Send():
            in_force = [one.command for one in setup if isinstance(one.outcome, Done)]
            return any(isinstance(one, SetDeliveryDelay) and one.milliseconds > 0 for one in in_force)
        case _:
            return False
