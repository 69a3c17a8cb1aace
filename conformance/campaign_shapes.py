"""Shapes: what breaches and answers look like, whatever the names and numbers in them."""

from msgspec import UNSET

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
    match outcome:
        case Refused(reason=int(reason)):
            known = reason in ReasonCode._value2member_map_
            return f"Refused {ReasonCode(reason).mq_name if known else reason}"
        case Refused(reason=reason) if reason is UNSET:
            return "Refused"
        case Refused():
            return "Refused without a reason"
        case _:
            return type(outcome).__name__
