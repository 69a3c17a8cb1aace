"""Every rule about enforcement, two Expiry fields and the IMS bridge as one small method; see `decisions`.

Expiry is in tenths of a second everywhere.
"""

# ruff: noqa: ARG002 - a decision is offered all its factors; the right reading may need fewer
from enum import Enum
from typing import TYPE_CHECKING

from implementations.behaviour.transmission import (
    DifferingFields,
    EmbeddedWithoutVariable,
    EmptyVariable,
    HeaderCutBehindExpiry,
    HeaderReason,
    LongLife,
    NoTransmissionHeader,
    PassedExpiration,
    PassedOfUnlimited,
    VariableOnZos,
)
from implementations.behaviour.whole import Behaviour, ExpiryLimits
from mqtck.reference.vocabulary.constants import (
    LARGEST_ENFORCED_EXPIRY,
    PASS_EXPIRATION,
    UNLIMITED,
    ReasonCode,
)
from mqtck.reference.vocabulary.environment import SetEnforcementVariable, Visibility
from mqtck.reference.vocabulary.profile import Platform

if TYPE_CHECKING:
    from implementations.state.objects import Message

END_OF_EMBEDDED_EXPIRY = 124
"""Bytes: MQXQH up to its embedded descriptor (104), and of that the fields up to Expiry (20)."""

HEADER_ERROR = 2260
"""MQRC_XQH_ERROR."""

SOME_LIFE = LARGEST_ENFORCED_EXPIRY


class Entrance(Enum):
    """By which call a message comes in (EX-28)."""

    MQPUT = "MQPUT"
    MQPUT1 = "MQPUT1"
    JMS = "JMS"


class Limit(Enum):
    """Whether the largest expiry is enforced (EX-31)."""

    ENFORCED = "enforced"
    LEFT_OPEN = "left open"


class TransmissionDecisions:
    """The right reading; mixed into `QueueManagerDecisions`."""

    behaviour: Behaviour

    # --- enforcement --------------------------------------------------------------------------------

    def enforced_by(self, variable: SetEnforcementVariable | None, platform: Platform) -> bool:
        """EX-31, EX-32, EX-33: exported is enough."""
        if variable is None or variable.value is None or variable.visibility is Visibility.SHELL_ONLY:
            return False
        if platform is Platform.ZOS and self.behaviour.variable_on_zos is VariableOnZos.UNKNOWN:
            return False
        return variable.value != "" or self.behaviour.empty_variable is EmptyVariable.ENFORCES

    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        """EX-27, EX-28, EX-29; where the limit is not enforced it is open (EX-31)."""
        if expiry == UNLIMITED:
            return False
        if expiry < 0:
            return True
        refused = ExpiryLimits.BOTH_REFUSED if limit is Limit.ENFORCED else self.behaviour.expiry_limits
        match refused:
            case ExpiryLimits.NONE_REFUSED:
                return False
            case ExpiryLimits.ZERO_REFUSED:
                return expiry == 0
            case ExpiryLimits.BOTH_REFUSED:
                return expiry == 0 or expiry > LARGEST_ENFORCED_EXPIRY

    def expiry_failure(self) -> ReasonCode:
        """EX-27."""
        return ReasonCode.EXPIRY_ERROR

    def reports_refused_put(self) -> bool:
        """EX-30."""
        return False

    def life_of_jms(self, expiry: int, limit: Limit) -> int:
        """X-09: a client may keep out of the range that would be refused."""
        if limit is Limit.LEFT_OPEN or expiry <= LARGEST_ENFORCED_EXPIRY:
            return expiry
        match self.behaviour.long_life:
            case LongLife.REFUSED:
                return expiry
            case LongLife.LARGEST:
                return LARGEST_ENFORCED_EXPIRY
            case LongLife.UNLIMITED:
                return UNLIMITED

    # --- a direct put to a transmission queue -------------------------------------------------------

    def headless_refused(self) -> bool:
        """EX-51 binds the application alone."""
        return self.behaviour.no_transmission_header is NoTransmissionHeader.REFUSED

    def cut_off_refused(self, length: int) -> bool:
        """EX-54."""
        if length < END_OF_EMBEDDED_EXPIRY:
            return True
        return self.behaviour.header_cut_behind_expiry is HeaderCutBehindExpiry.REFUSED

    def embedded_refused(self, embedded: int, limit: Limit) -> bool:
        """EX-53."""
        if self.behaviour.embedded_without_variable is EmbeddedWithoutVariable.CHECKED:
            limit = Limit.ENFORCED
        return self.expiry_refused(embedded, limit, Entrance.MQPUT)

    def differing_refused(self, separate: int, embedded: int) -> bool:
        """EX-52, EX-55."""
        match self.behaviour.differing_fields:
            case DifferingFields.ACCEPTED:
                return False
            case DifferingFields.REFUSED:
                return separate != embedded
            case DifferingFields.REFUSED_WHERE_ONE_IS_UNLIMITED:
                return (separate == UNLIMITED) != (embedded == UNLIMITED)

    def header_failure(self) -> int:
        open_to_choice = self.behaviour.header_reason is HeaderReason.EXPIRY_ERROR
        return ReasonCode.EXPIRY_ERROR if open_to_choice else HEADER_ERROR

    # --- both fields --------------------------------------------------------------------------------

    def written_expiry(self, message: "Message") -> tuple[int, int | None]:
        """The embedded field of the queue manager's own header, and when it will be over (EX-50, X-31)."""
        return message.expiry, message.end_of_life

    def embedded_left(self, embedded: "Message", now: int) -> int:
        """EX-56, EX-59; `embedded` is the message with the life of its embedded field."""
        return 0 if self.expired(embedded, now) else self.remaining_expiry(embedded, now)

    def get_refused(self, length: int) -> bool:
        """No error for data that are too short (EX-57)."""
        return False

    # --- the IMS bridge -----------------------------------------------------------------------------

    def reply_expiry(self, flags: int, request: "Message", now: int) -> int:
        """EX-60, EX-61."""
        if flags & PASS_EXPIRATION == 0:
            return UNLIMITED
        if request.end_of_life is None:
            unlimited = self.behaviour.passed_of_unlimited is PassedOfUnlimited.UNLIMITED
            return UNLIMITED if unlimited else SOME_LIFE
        if self.behaviour.passed_expiration is PassedExpiration.AS_PUT:
            return request.expiry
        return self.remaining_expiry(request, now)

    def keeps_unanswered(self) -> bool:
        """Whether the bridge leaves a request where it is until its reply can be put."""
        return False

    # --- of `QueueManagerDecisions` -----------------------------------------------------------------

    def expired(self, message: "Message", now: int) -> bool:
        raise NotImplementedError

    def remaining_expiry(self, message: "Message", now: int) -> int:
        raise NotImplementedError
