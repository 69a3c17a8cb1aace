"""Misreadings of enforcement, of the two Expiry fields behind a transmission-queue header, of the bridge."""

# ruff: noqa: ARG002 - as in `decisions`
import msgspec

from mqtck.reference.vocabulary.constants import (
    LARGEST_ENFORCED_EXPIRY,
    PASS_EXPIRATION,
    UNLIMITED,
    MessageType,
    ReasonCode,
)
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.profile import Platform, Profile

from .decisions import QueueManagerDecisions
from .decisions_transmission import Entrance, Limit
from .misreading import misreading
from .objects import Delay, Message

ON_ZOS = Profile(Platform.ZOS)

# --- enforcement ------------------------------------------------------------------------------------


@misreading("limit never enforced", "Ignores the variable.", "EX-29", "EX-27", "EX-31")
class LimitNeverEnforced(QueueManagerDecisions):
    def enforced_by(self, variable: SetEnforcementVariable | None, platform: Platform) -> bool:
        return False


@misreading("zero accepted", "Enforces the largest expiry and lets 0 pass.", "EX-27", "EX-28")
class ZeroAccepted(QueueManagerDecisions):
    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        return expiry != 0 and super().expiry_refused(expiry, limit, entrance)


@misreading("MQPUT1 not checked", "Checks the expiry in MQPUT alone.", "EX-28")
class PutOneNotChecked(QueueManagerDecisions):
    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        return entrance is not Entrance.MQPUT1 and super().expiry_refused(expiry, limit, entrance)


@misreading("limit itself refused", "Refuses 999999999, as if the limit were exclusive.", "EX-29", "EX-28")
class LimitItselfRefused(QueueManagerDecisions):
    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        at_limit = limit is Limit.ENFORCED and expiry == LARGEST_ENFORCED_EXPIRY
        return at_limit or super().expiry_refused(expiry, limit, entrance)


@misreading("limit in 31 bits", "Enforces no other limit than that of the field.", "EX-29", "EX-28")
class LimitInThirtyOneBits(QueueManagerDecisions):
    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        return limit is Limit.ENFORCED and expiry == 0


@misreading("unlimited refused", "Takes MQEI_UNLIMITED for too large.", "EX-29", "EX-27", "EX-62", "EX-64")
class UnlimitedRefused(QueueManagerDecisions):
    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        by_mqi = limit is Limit.ENFORCED and entrance is not Entrance.JMS
        return (by_mqi and expiry == UNLIMITED) or super().expiry_refused(expiry, limit, entrance)


@misreading("refused with another reason", "Refuses an expiry with 2046.", "EX-27", "EX-29", "EX-28")
class RefusedWithAnotherReason(QueueManagerDecisions):
    def expiry_failure(self) -> ReasonCode:
        return ReasonCode.OPTIONS_ERROR


@misreading("refused put reported", "Reports a put that was refused for its expiry.", "EX-30", "EX-21")
class RefusedPutReported(QueueManagerDecisions):
    def reports_refused_put(self) -> bool:
        return True


@misreading("variable of the shell", "Heeds a variable that was not exported.", "EX-32", "EX-31")
class VariableOfTheShell(QueueManagerDecisions):
    def enforced_by(self, variable: SetEnforcementVariable | None, platform: Platform) -> bool:
        return variable is not None and variable.value is not None


@misreading("False turns it off", "Reads what the variable is set to.", "EX-33")
class FalseTurnsItOff(QueueManagerDecisions):
    def enforced_by(self, variable: SetEnforcementVariable | None, platform: Platform) -> bool:
        said_no = variable is not None and (variable.value or "").lower() in ("false", "0", "no", "off")
        return not said_no and super().enforced_by(variable, platform)


# --- two fields -------------------------------------------------------------------------------------


@misreading(
    "embedded field unlimited", "Writes MQEI_UNLIMITED into the header of a remote put.", "EX-50", "EX-56"
)
class EmbeddedFieldUnlimited(QueueManagerDecisions):
    def written_expiry(self, message: Message) -> tuple[int, int | None]:
        return UNLIMITED, None


@misreading(
    "embedded field not decremented",
    "Takes the time of waiting off the separate field alone.",
    *("EX-56", "EX-59", "EX-50", "X-31"),
)
class EmbeddedFieldNotDecremented(QueueManagerDecisions):
    def embedded_left(self, embedded: Message, now: int) -> int:
        return embedded.expiry


@misreading(
    "embedded unlimited decremented", "Counts MQEI_UNLIMITED in the header down.", "EX-56", "EX-62", "EX-59"
)
class EmbeddedUnlimitedDecremented(QueueManagerDecisions):
    def embedded_left(self, embedded: Message, now: int) -> int:
        if embedded.end_of_life is None:
            return UNLIMITED - (now - embedded.put_at) // 100
        return super().embedded_left(embedded, now)


@misreading("embedded field below zero", "Lets the embedded field run below 0.", "EX-59")
class EmbeddedFieldBelowZero(QueueManagerDecisions):
    def embedded_left(self, embedded: Message, now: int) -> int:
        left = super().embedded_left(embedded, now)
        if left or embedded.end_of_life is None:
            return left
        return (embedded.end_of_life - now) // 100 - 1


@misreading("embedded field at least 1", "Keeps the embedded field at 1 when it is over.", "EX-59")
class EmbeddedFieldAtLeastOne(QueueManagerDecisions):
    def embedded_left(self, embedded: Message, now: int) -> int:
        return super().embedded_left(embedded, now) or 1


@misreading(
    "embedded field unlimited when over", "Writes MQEI_UNLIMITED when the embedded field is over.", "EX-59"
)
class EmbeddedFieldUnlimitedWhenOver(QueueManagerDecisions):
    def embedded_left(self, embedded: Message, now: int) -> int:
        return super().embedded_left(embedded, now) or UNLIMITED


@misreading("embedded field not checked", "Takes any Expiry in a header.", "EX-53")
class EmbeddedFieldNotChecked(QueueManagerDecisions):
    def embedded_refused(self, embedded: int, limit: Limit) -> bool:
        return False


@misreading("short header accepted", "Takes a header that ends before its Expiry.", "EX-54")
class ShortHeaderAccepted(QueueManagerDecisions):
    def cut_off_refused(self, length: int) -> bool:
        return False


@misreading(
    "fields that differ refused oddly",
    "Refuses two fields that differ with 2046.",
    *("EX-52", "EX-55"),
)
class DifferingRefusedOddly(QueueManagerDecisions):
    def differing_refused(self, separate: int, embedded: int) -> bool:
        return separate != embedded

    def expiry_failure(self) -> ReasonCode:
        return ReasonCode.OPTIONS_ERROR


@misreading("same fields refused", "Refuses two fields that are the same.", "EX-55", "EX-52", "EX-51")
class SameFieldsRefused(QueueManagerDecisions):
    def differing_refused(self, separate: int, embedded: int) -> bool:
        return separate == embedded


@misreading("short header not returned", "Fails a get where a header is too short.", "EX-57", "EX-56")
class ShortHeaderNotReturned(QueueManagerDecisions):
    def get_refused(self, length: int) -> bool:
        return length < 124


@misreading(
    "expired by the embedded field",
    "Discards a message when either field has run out.",
    *("EX-58", "EX-59"),
)
class ExpiredByEmbeddedField(QueueManagerDecisions):
    def first_expired_instant(self, message: Message) -> int | None:
        ends = [super().first_expired_instant(message)]
        if message.own_header is not None:
            ends.append(self.end_of_life(message.put_at, message.own_header.expiry))
        return min((end for end in ends if end is not None), default=None)


@misreading(
    "kept by the embedded field",
    "Keeps a message as long as the embedded field has not run out.",
    *("EX-58", "EX-17", "EX-18"),
)
class KeptByEmbeddedField(QueueManagerDecisions):
    def first_expired_instant(self, message: Message) -> int | None:
        if message.own_header is not None:
            return self.end_of_life(message.put_at, message.own_header.expiry)
        return super().first_expired_instant(message)


@misreading(
    "life of the send in the header",
    "Writes the life of the send into the header of a delayed message, though some of it has passed.",
    *("X-31", "EX-50", "EX-56"),
)
class LifeOfSendInHeader(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        return msgspec.structs.replace(delay.original, put_at=now)

    def embedded_left(self, embedded: Message, now: int) -> int:
        if embedded.end_of_life is None:
            return UNLIMITED
        return max(0, embedded.expiry - (now - embedded.put_at) // 100)


# --- the IMS bridge ---------------------------------------------------------------------------------


@misreading("reply as limited as its request", "Passes the expiry on unasked.", "EX-60")
class ReplyAsLimited(QueueManagerDecisions):
    profile = ON_ZOS

    def reply_expiry(self, flags: int, request: Message, now: int) -> int:
        return super().reply_expiry(flags | PASS_EXPIRATION, request, now)


@misreading("replies never limited", "Ignores MQIIH_PASS_EXPIRATION.", "EX-61")
class RepliesNeverLimited(QueueManagerDecisions):
    profile = ON_ZOS

    def reply_expiry(self, flags: int, request: Message, now: int) -> int:
        return UNLIMITED


@misreading("reply lives longer", "Passes on twice the expiry of the request.", "EX-61")
class ReplyLivesLonger(QueueManagerDecisions):
    profile = ON_ZOS

    def reply_expiry(self, flags: int, request: Message, now: int) -> int:
        passed = super().reply_expiry(flags, request, now)
        return passed if passed == UNLIMITED else 2 * passed


@misreading(
    "reply gone with its request", "Shows a reply as unlimited, and ends it with its request.", "EX-60"
)
class ReplyGone(QueueManagerDecisions):
    profile = ON_ZOS
    end: int | None = None

    def reply_expiry(self, flags: int, request: Message, now: int) -> int:
        self.end = request.end_of_life
        return super().reply_expiry(flags, request, now)

    def expired(self, message: Message, now: int) -> bool:
        over = self.end is not None and now >= self.end
        return (over and message.message_type is MessageType.REPLY) or super().expired(message, now)
