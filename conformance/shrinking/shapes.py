"""Shapes: what breaches and answers look like, whatever the names and numbers in them."""

from typing import Final

from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome, Refused
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Trace


def shape_of(trace: Trace, breach: Breach) -> str:
    """The command of the breach and its answer, as in "Send: Refused MQRC_EXPIRY_ERROR"; "" without one."""
    if breach.step is None or not 0 < breach.step <= len(trace.steps):
        return ""
    step = trace.steps[breach.step - 1]
    return f"{type(step.command).__name__}: {answer_of(step.outcome)}"


def answer_of(outcome: Outcome) -> str:
    """The kind of an answer; a refusal with the name of its reason, as far as the kit knows it."""
    if not isinstance(outcome, Refused):
        return type(outcome).__name__
    match outcome.reason:
        case int(reason):
            return f"Refused {_NAMES.get(reason, reason)}"
        case None:
            return "Refused without a reason"
        case _:
            return "Refused"


_NAMES: Final = {int(reason): reason.mq_name for reason in ReasonCode}
