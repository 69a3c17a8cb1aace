"""Checks of what an implementation supplies for z/OS: the sample definition of the staging queue."""

from typing import Final

from msgspec import UNSET, UnsetType

from mqtck.conformance.scenarios.scripts import (
    HELD,
    Broken,
    Check,
    CheckResult,
    Handle,
    Held,
    NotObserved,
    Record,
)
from mqtck.reference.vocabulary.outcomes import SampleDefinitionRead

from .calls import seen_in

SAMPLE_ATTRIBUTES: Final = ("INDXTYPE(NONE)", "MSGDLVSQ(FIFO)", "HARDENBO", "STGCLASS", "being active")
"""What a step may ask of the sample: attributes with their value, or without one where any will do."""

_ABSENT: Final = "nothing"


def _said(sample: SampleDefinitionRead, attribute: str) -> str | UnsetType:
    """What the sample says about it, in the words of MQSC; "nothing" where it leaves it out."""
    match attribute.partition("(")[0]:
        case "INDXTYPE":
            value, written = sample.index_type, "INDXTYPE({})"
        case "MSGDLVSQ":
            value, written = sample.delivery_sequence, "MSGDLVSQ({})"
        case "STGCLASS":
            value, written = sample.storage_class, "STGCLASS({})"
        case "HARDENBO":
            return _word(sample.harden_backout, "HARDENBO")
        case _:
            return _word(sample.active, "being active")
    if value is UNSET:
        return UNSET
    return _ABSENT if value is None else written.format(value.upper())


def _word(value: bool | UnsetType, word: str) -> str | UnsetType:  # noqa: FBT001 - as it was read
    if value is UNSET:
        return UNSET
    return word if value else _ABSENT


def sample_says(handle: Handle, attribute: str) -> Check:
    """The sample contains the attribute with this value."""

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, SampleDefinitionRead):
            return Broken(f"a sample with {attribute}", seen_in(record.steps[handle]), handle)
        said = _said(outcome, attribute)
        if said is UNSET:
            return NotObserved(f"{attribute} of the supplied sample")
        return HELD if said == attribute else Broken(attribute, str(said), handle)

    return check


def sample_answer(handle: Handle, attribute: str) -> Check:
    """Holds whatever the sample says; that is the answer."""

    def check(record: Record) -> CheckResult:
        outcome = record.steps[handle].outcome
        if not isinstance(outcome, SampleDefinitionRead):
            return Broken("a sample", seen_in(record.steps[handle]), handle)
        said = _said(outcome, attribute)
        return NotObserved(f"{attribute} of the supplied sample") if said is UNSET else Held(str(said))

    return check
