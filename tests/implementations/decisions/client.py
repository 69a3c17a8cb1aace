"""Every rule that the JMS client keeps, as one small method: restrictions and header mapping.

Those of header fields stand in `decisions.headers`.

As in `decisions`, a misreading overrides one of these. Times to live and delays are ms.
"""

# ruff: noqa: ARG002 - a decision is offered all its factors; the right reading may need fewer
from enum import Enum
from typing import NamedTuple

from implementations.behaviour.whole import (
    AfterRefusedSetter,
    Behaviour,
    BoundaryLife,
    ConflictReportedBy,
    EqualTimeToLive,
    ExpiryLimits,
    GroupIdAlone,
    IdCase,
    NegativeDelay,
    Reasons,
    Rounding,
    ShortLife,
)
from implementations.decisions.headers import HeaderDecisions
from mqtck.reference.vocabulary.commands import ProducerApi
from mqtck.reference.vocabulary.constants import UNLIMITED, DeliveryMode, ReasonCode
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage
from mqtck.reference.vocabulary.outcomes import ErrorFamily
from mqtck.reference.vocabulary.profile import Version

LARGEST_LIFE = 214_748_364_700
FIRST_VERSION_WITH_DELAY = Version(8, 0)
RELATED_REASONS: dict[ReasonCode, ReasonCode | None] = {
    ReasonCode.MSG_TOO_BIG_FOR_Q: ReasonCode.MSG_TOO_BIG_FOR_Q_MGR,
    ReasonCode.UNKNOWN_OBJECT_NAME: ReasonCode.Q_DELETED,
    ReasonCode.NOT_AUTHORIZED: None,
}
UNNAMED_REASONS = frozenset(
    {
        ReasonCode.MSG_TOO_BIG_FOR_Q,
        ReasonCode.UNKNOWN_OBJECT_NAME,
        ReasonCode.NOT_AUTHORIZED,
        ReasonCode.PUT_INHIBITED,
        ReasonCode.Q_FULL,
    }
)


class IdHint(Enum):
    """setDisableMessageID."""

    ENABLED = "enabled"
    DISABLED = "disabled"


class DelaySetting(NamedTuple):
    """A producer's delay, the largest it ever had, and how long ago the setter was called (all ms)."""

    api: ProducerApi
    milliseconds: int
    largest: int
    age: int


class ClientDecisions(HeaderDecisions):
    """The right reading; `behaviour` settles what is left open."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour

    # --- restrictions -------------------------------------------------------------------------------

    def family(self, api: ProducerApi) -> ErrorFamily:
        """DD-16."""
        if api is ProducerApi.JMS_PRODUCER:
            return ErrorFamily.JMS_RUNTIME_EXCEPTION
        return ErrorFamily.JMS_EXCEPTION

    def delay_supported(self, milliseconds: int, version: Version) -> bool:
        """DD-17, DD-18."""
        return milliseconds == 0 or version >= FIRST_VERSION_WITH_DELAY

    def support_checked_by_setter(self) -> bool:
        """DD-17 names the setter."""
        return True

    def negative_delay_refused(self) -> bool:
        return self.behaviour.negative_delay is NegativeDelay.REFUSED

    def effective_delay(self, setting: DelaySetting) -> int:
        """DD-04, DD-05, DD-08: what the setter was given last, for both APIs, however long ago."""
        return max(0, setting.milliseconds)

    def conflict(self, time_to_live: int, delay: int) -> bool:
        """A finite life below the delay (DD-25 to DD-29), in ms, the sender's own numbers (X-08)."""
        if time_to_live == 0 or delay <= 0:
            return False
        if time_to_live == delay:
            return self.behaviour.equal_time_to_live is EqualTimeToLive.REFUSED
        return time_to_live < delay

    def setter_reports_conflict(self) -> bool:
        return self.behaviour.conflict_reported_by is ConflictReportedBy.SETTER

    def send_reports_conflict(self) -> bool:
        return True

    def refused_setter_keeps_value(self) -> bool:
        return self.behaviour.after_refused_setter is AfterRefusedSetter.OLD_VALUE

    def group_refused(self, group: GroupMembership | None, delay: int) -> bool:
        """DD-36, DD-37."""
        if group is None or delay == 0:
            return False
        return group.sequence is not None or self.behaviour.group_id_alone is GroupIdAlone.REFUSED

    def reason(self, reason: ReasonCode | None) -> ReasonCode | None:
        """The reason in the chain of causes, where the documents do not name it."""
        match self.behaviour.reasons:
            case Reasons.OTHER if reason in RELATED_REASONS:
                return RELATED_REASONS[reason]
            case Reasons.NONE if reason in UNNAMED_REASONS:
                return None
            case _:
                return reason

    # --- header mapping -----------------------------------------------------------------------------

    def persistence(self, mode: int) -> int:
        """HM-10, HM-11: MQPER_* of a JMS delivery mode."""
        return 1 if mode == DeliveryMode.PERSISTENT else 0

    def delivery_mode(self, chosen: int, message: OutgoingMessage) -> int:
        """A value preset on the message is not used (HM-08)."""
        return chosen

    def priority(self, chosen: int, message: OutgoingMessage) -> int:
        """HM-24."""
        return chosen

    def expiry(self, time_to_live: int) -> int:
        """MQMD.Expiry in tenths (HM-15, HM-16, HM-18, HM-20, HM-22, HM-23, X-11)."""
        if time_to_live == 0 or time_to_live > LARGEST_LIFE:
            return UNLIMITED
        if time_to_live == LARGEST_LIFE:
            return 2_147_483_647 if self._boundary_is_stored() else UNLIMITED
        if time_to_live < 100:
            return 0 if self.behaviour.short_life is ShortLife.ZERO else 1
        match self.behaviour.rounding:
            case Rounding.FLOOR:
                return time_to_live // 100
            case Rounding.CEILING:
                return -(-time_to_live // 100)
            case Rounding.NEAREST:
                return (time_to_live + 50) // 100

    def _boundary_is_stored(self) -> bool:
        """Where so large a value would be refused, the other reading is taken."""
        return (
            self.behaviour.boundary_life is BoundaryLife.STORED
            and self.behaviour.expiry_limits is not ExpiryLimits.BOTH_REFUSED
        )

    def short_life_refused(self, time_to_live: int) -> bool:
        """X-11."""
        return 0 < time_to_live < 100 and self.behaviour.short_life is ShortLife.REFUSED

    def expiration(self, now: int, time_to_live: int, delay: int) -> int | None:
        """JMSExpiration and its element: the end of the life in ms, None if there is none (HM-14, HM-17)."""
        return None if time_to_live == 0 else now + time_to_live

    def timestamp(self, now: int, message: OutgoingMessage) -> int:
        """HM-34, HM-36."""
        return now

    def assigned_id(self, new_id: str, message: OutgoingMessage, earlier: str | None) -> str:
        """A new one for each send (HM-27, HM-32); `earlier` is that of the object's first send."""
        return new_id

    def shown_id(self, message_id: str) -> str:
        """JMSMessageID of a descriptor's id (HM-30)."""
        return "ID:" + (message_id.upper() if self.behaviour.id_case is IdCase.UPPER else message_id)

    def returned_id(self, shown: str, message: OutgoingMessage, hint: IdHint) -> str | None:
        """What the sender sees; the hint to do without ids is ignored (HM-28, HM-31)."""
        return shown

    def returned_expiry(self, given: int) -> int:
        """A put leaves the caller's field alone (EX-63)."""
        return given
