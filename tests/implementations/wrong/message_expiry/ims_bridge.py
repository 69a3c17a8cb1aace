"""Misreadings of the expiry of replies from the IMS bridge."""

# ruff: noqa: ARG002 - as in `decisions`

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.state.objects import Message
from implementations.wrong.misreading import misreading
from mqtck.reference.vocabulary.constants import PASS_EXPIRATION, UNLIMITED, MessageType
from mqtck.reference.vocabulary.profile import Platform, Profile


@misreading(
    "flags for IMS compared as a whole",
    "Passes the life of a request to its reply where no other flag is set.",
    "EX-61",
)
class FlagsAsAWhole(QueueManagerDecisions):
    def reply_expiry(self, flags: int, request: Message, now: int) -> int:
        return super().reply_expiry(flags, request, now) if flags == PASS_EXPIRATION else UNLIMITED


@misreading(
    "any flag for IMS passes the life",
    "Passes the life of a request to its reply where any flag is set.",
    "EX-60",
)
class AnyFlag(QueueManagerDecisions):
    def reply_expiry(self, flags: int, request: Message, now: int) -> int:
        return super().reply_expiry(PASS_EXPIRATION if flags else flags, request, now)


ON_ZOS = Profile(Platform.ZOS)

# --- the IMS bridge ---------------------------------------------------------------------------------------


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
