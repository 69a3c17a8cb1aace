"""Outcomes: what an implementation answered. A refusal is a value, never an exception."""

from enum import StrEnum

import msgspec
from msgspec import UNSET, UnsetType

from .base import in_words
from .channels import ChannelStatus
from .constants import ReasonCode
from .messages import Descriptor, JmsFolder, JmsHeader, SeenMessage


class OutcomeBase(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
    tag_field="outcome",
    tag=in_words,
):
    """What all outcomes have in common: the tag, which is the class name in words."""


class Done(OutcomeBase, frozen=True):
    """The call succeeded and returns nothing that a rule speaks of."""


class Sent(OutcomeBase, frozen=True):
    """The send or put succeeded; what the sender sees afterwards.

    `folder` and `descriptor` show what was written, where an adapter can see that.
    """

    header: JmsHeader = JmsHeader()
    descriptor: Descriptor = Descriptor()
    folder: JmsFolder = JmsFolder()


class ErrorFamily(StrEnum):
    """What kind of failure surfaced: which exception family, or an MQI completion code."""

    JMS_EXCEPTION = "JMSException"
    JMS_RUNTIME_EXCEPTION = "JMSRuntimeException"
    MQI = "MQCC_FAILED"
    OTHER = "other"


class Refused(OutcomeBase, frozen=True):
    """The call failed in an orderly way.

    `reason` is the MQRC_* found anywhere in the chain of causes, by number or by name; None where the
    chain was searched and holds none. `text` is for people.
    """

    reason: int | None | UnsetType = UNSET
    family: ErrorFamily | UnsetType = UNSET
    text: str = ""


class MessageReturned(OutcomeBase, frozen=True):
    message: SeenMessage


class NoMessage(OutcomeBase, frozen=True):
    """A get or receive found nothing; `reason` as the MQI gives it (2033 or 2034)."""

    reason: int | UnsetType = UNSET


def says_that_nothing_was_found(refused: Refused) -> bool:
    """Whether this is what the MQI says of a get that finds nothing, which here is `NoMessage`."""
    return refused.reason in {ReasonCode.NO_MSG_AVAILABLE, ReasonCode.NO_MSG_UNDER_CURSOR}


class Browsed(OutcomeBase, frozen=True):
    messages: tuple[SeenMessage, ...]


class DepthRead(OutcomeBase, frozen=True):
    depth: int


class SampleDefinitionRead(OutcomeBase, frozen=True):
    """What the supplied sample says of the staging queue; None where it leaves an attribute out.

    `index_type` and `delivery_sequence` are the values as written (NONE, FIFO); `active` is false where
    the sample is commented out.
    """

    index_type: str | None | UnsetType = UNSET
    delivery_sequence: str | None | UnsetType = UNSET
    harden_backout: bool | UnsetType = UNSET
    storage_class: str | None | UnsetType = UNSET
    active: bool | UnsetType = UNSET


class ChannelStatusRead(OutcomeBase, frozen=True):
    """The status of a channel; None for a state that the documents do not name."""

    status: ChannelStatus | None


class Unsupported(OutcomeBase, frozen=True):
    """The adapter cannot do this command; `ability` names what it lacks."""

    ability: str
    why: str = ""


class Fault(StrEnum):
    """What an adapter did instead of answering as its contract asks."""

    CRASHED = "crashed"
    HUNG = "hung"
    NONSENSE = "answered nonsense"
    CLOCK = "lied about the clock"


class AdapterError(OutcomeBase, frozen=True):
    """The adapter itself failed; says nothing about the implementation. Made by the harness."""

    fault: Fault
    text: str


Outcome = (
    Done
    | Sent
    | Refused
    | MessageReturned
    | NoMessage
    | Browsed
    | DepthRead
    | SampleDefinitionRead
    | ChannelStatusRead
    | Unsupported
    | AdapterError
)
