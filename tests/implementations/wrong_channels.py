"""Misreadings of channels with AMS on z/OS: what is not delivered, protection, what lives on."""

# ruff: noqa: ARG002 - as in `decisions`
import msgspec

from mqtck.reference.vocabulary.channels import DefinePolicy, NonPersistentSpeed, UseDeadLetterQueue
from mqtck.reference.vocabulary.constants import UNLIMITED, Persistence

from .decisions import QueueManagerDecisions
from .decisions_channels import End, Holder, Sealing, Trouble, Undelivered
from .misreading import misreading
from .objects import Message

# --- the dead-letter queue --------------------------------------------------------------------------


@misreading(
    "sender dead-letters nothing",
    "Treats all that a sender cannot deliver as if USEDLQ were NO.",
    *("AM-02", "AM-03"),
)
class SenderDeadLettersNothing(QueueManagerDecisions):
    def dead_letters(self, end: End, use: UseDeadLetterQueue) -> bool:
        return end is End.RECEIVER and super().dead_letters(end, use)


@misreading(
    "sender dead-letters abroad",
    "Puts what a sender cannot deliver to the dead-letter queue of the partner.",
    *("AM-02", "AM-03"),
)
class SenderDeadLettersAbroad(QueueManagerDecisions):
    def dead_letters_at(self, end: End) -> End:
        return End.RECEIVER


@misreading("length of channel ignored", "Sends messages of any length.", "AM-03", "AM-02")
class LengthOfChannelIgnored(QueueManagerDecisions):
    def length(self, message: Message) -> int:
        return 0


@misreading("USEDLQ ignored", "Dead-letters whatever USEDLQ says.", "AM-04")
class UseOfQueueIgnored(QueueManagerDecisions):
    def dead_letters(self, end: End, use: UseDeadLetterQueue) -> bool:
        return True


@misreading(
    "normal speed ignored",
    "Discards non-persistent messages that are not dead-lettered whatever NPMSPEED.",
    "AM-09",
)
class NormalSpeedIgnored(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        return super().undelivered(end, trouble, persistence, NonPersistentSpeed.FAST)


@misreading(
    "fast channel loses persistent messages",
    "Discards even persistent messages that a fast channel cannot dead-letter.",
    *("AM-10", "AM-27"),
)
class FastChannelLosesPersistent(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if speed is NonPersistentSpeed.FAST:
            persistence = int(Persistence.NOT_PERSISTENT)
        return super().undelivered(end, trouble, persistence, speed)


@misreading(
    "fast channel keeps all",
    "Backs the batch out for non-persistent messages on a fast channel too.",
    *("AM-11", "AM-28"),
)
class FastChannelKeepsAll(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        return Undelivered.BACK


@misreading("stops after a discard", "Stops the channel after a discarded message.", "AM-11", "AM-28")
class StopsAfterDiscard(QueueManagerDecisions):
    def goes_on(self) -> bool:
        return False


@misreading(
    "rest of the batch kept moving",
    "Backs out the one message that cannot be delivered, not its batch.",
    *("AM-09", "AM-10", "AM-27"),
)
class RestOfBatchMoves(QueueManagerDecisions):
    def backs_out_batch(self) -> bool:
        return False


@misreading(
    "persistent lost without a queue",
    "Discards persistent messages where there is no dead-letter queue.",
    *("AM-27", "AM-10"),
)
class PersistentLostWithoutQueue(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if trouble is Trouble.NO_QUEUE:
            return Undelivered.DISCARDED
        return super().undelivered(end, trouble, persistence, speed)


@misreading(
    "receiver without a queue keeps all",
    "Sends non-persistent messages back where the receiver has no dead-letter queue.",
    *("AM-28", "AM-11"),
)
class ReceiverWithoutQueueKeepsAll(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if trouble is Trouble.NO_QUEUE:
            return Undelivered.BACK
        return super().undelivered(end, trouble, persistence, speed)


@misreading(
    "sender without a queue keeps all",
    "Backs the batch out where a fast sender has no dead-letter queue for what is not persistent.",
    *("AM-11", "AM-28"),
)
class SenderWithoutQueueKeepsAll(QueueManagerDecisions):
    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        if trouble is Trouble.NO_QUEUE and end is End.SENDER:
            return Undelivered.BACK
        return super().undelivered(end, trouble, persistence, speed)


# --- protection -------------------------------------------------------------------------------------


@misreading(
    "policy of the system's queue used",
    "Protects what is put to SYSTEM.DEAD.LETTER.QUEUE under a policy of that name.",
    *("AM-06", "AM-05", "AM-13"),
)
class PolicyOfSystemQueueUsed(QueueManagerDecisions):
    def is_system(self, queue: str) -> bool:
        return False


@misreading(
    "policy of the dead-letter queue ignored",
    "Puts everything as it is, whatever policy the dead-letter queue has.",
    *("AM-07", "AM-16", "AM-18"),
)
class PolicyOfDeadLetterQueueIgnored(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        return Sealing.AS_IS


@misreading(
    "policy of the target used",
    "Protects a dead-lettered message under the policy of its target.",
    *("AM-15", "AM-19", "AM-16", "AM-18", "AM-07"),
)
class PolicyOfTargetUsed(QueueManagerDecisions):
    def policy_name(self, dead_letter_queue: str, target: str) -> str:
        return target


@misreading(
    "protection taken off everywhere",
    "Puts every message to a dead-letter queue in clear, as if the sender had unprotected it.",
    *("AM-12", "AM-14", "AM-17", "AM-19"),
)
class ProtectionTakenOff(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        if message.protection:
            return Sealing.BARED
        return super().sealing(message, policy, holder)


@misreading(
    "protected twice",
    "Protects under the dead-letter queue's policy what is protected already.",
    "AM-17",
)
class ProtectedTwice(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        return Sealing.AS_IS if policy is None else Sealing.PROTECTED

    def layers(self, message: Message, policy: str) -> tuple[str, ...]:
        return (policy, *message.protection)


@misreading(
    "re-protected under the other policy",
    "Replaces a message's own protection by that of the dead-letter queue.",
    "AM-17",
)
class ReProtected(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        return Sealing.AS_IS if policy is None else Sealing.PROTECTED


@misreading(
    "original protection restored",
    "Protects again, under the old policy, what the sender has unprotected.",
    *("AM-05", "AM-08"),
)
class OriginalProtectionRestored(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        if policy is None and message.first_policy and holder.end is End.SENDER:
            return Sealing.PROTECTED
        return super().sealing(message, policy, holder)


@misreading(
    "toleration ignored",
    "Protects a message that nobody has protected under a policy without toleration.",
    *("AM-20", "AM-21"),
)
class TolerationIgnored(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        return Sealing.AS_IS if policy is None or message.protection else Sealing.PROTECTED


@misreading(
    "tolerant in clear",
    "Takes toleration for leave to place a message in clear.",
    *("AM-16", "AM-07"),
)
class TolerantInClear(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        right = super().sealing(message, policy, holder)
        return Sealing.AS_IS if right is Sealing.PROTECTED else right


@misreading(
    "barred initiator in clear",
    "Places a message in clear where the channel initiator may not protect it.",
    *("AM-22", "AM-07", "AM-16"),
)
class BarredInitiatorInClear(QueueManagerDecisions):
    def sealing(self, message: Message, policy: DefinePolicy | None, holder: Holder) -> Sealing:
        right = super().sealing(message, policy, holder)
        return Sealing.AS_IS if right is Sealing.FAILS else right


@misreading("dead-letter header protected", "Protects the dead-letter header along with the data.", "AM-26")
class DeadLetterHeaderProtected(QueueManagerDecisions):
    def header_in_clear(self) -> bool:
        return False


# --- life -------------------------------------------------------------------------------------------


@misreading("dead-lettered for good", "Dead-letters with an unlimited life.", "X-47", "EX-46", "EX-47")
class DeadLetteredForGood(QueueManagerDecisions):
    def mca_copy(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(message, expiry=UNLIMITED, end_of_life=None)


@misreading(
    "dead-lettered with a new life",
    "Begins the life anew on the dead-letter queue.",
    "X-47",
    "EX-46",
    "EX-47",
)
class DeadLetteredAnew(QueueManagerDecisions):
    def mca_copy(self, message: Message, now: int) -> Message:
        end = self.end_of_life(now, message.expiry)
        return msgspec.structs.replace(message, put_at=now, end_of_life=end)


@misreading(
    "no ageing in retry",
    "Takes the end of its life from a message that is backed out.",
    *("X-48", "EX-06", "EX-40", "EX-17", "EX-18"),
)
class NoAgeingInRetry(QueueManagerDecisions):
    def ages_in_retry(self, message: Message, now: int) -> Message:
        return msgspec.structs.replace(message, expiry=UNLIMITED, end_of_life=None)


@misreading("discard reported as expiry", "Reports a discarded message as expired.", "X-49", "EX-21", "EX-37")
class DiscardReportedAsExpiry(QueueManagerDecisions):
    def discard_reported_as_expiry(self, message: Message) -> bool:
        return self.expiration_report_wanted(message)
