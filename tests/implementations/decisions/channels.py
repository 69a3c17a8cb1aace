"""Every rule about channels with interception as one small method; see `decisions`."""

# ruff: noqa: ARG002 - a decision is offered all its factors; the right reading may need fewer
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from implementations.behaviour.channels import (
    BadHeaderAtSender,
    BarredInitiator,
    ExceptionReportOfChannel,
    FastMessages,
    LengthForChannel,
    NormalWithoutQueue,
    NotPutAtReceiver,
    NotTolerated,
    PolicyAtReceiver,
    ReceiverHabit,
    SystemPolicy,
    WithoutUseOfQueue,
)
from implementations.behaviour.whole import Behaviour
from mqtck.reference.vocabulary.channels import (
    DefinePolicy,
    InitiatorPermission,
    NonPersistentSpeed,
    Toleration,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.constants import Persistence, Report
from mqtck.reference.vocabulary.profile import Platform, Version

if TYPE_CHECKING:
    from implementations.state.objects import Message

FIRST_VERSION_WITH_INTERCEPTION = Version(9, 1, 3)
LENGTH_OF_PROTECTION = 1280
FAST, NORMAL = NonPersistentSpeed.FAST, NonPersistentSpeed.NORMAL


class End(Enum):
    SENDER = "sender"
    RECEIVER = "receiver"


class Trouble(Enum):
    """Why a message that cannot be delivered is not on the dead-letter queue."""

    NOT_PUT = "the queue does not take it"
    NO_QUEUE = "there is none"
    NOT_USED = "USEDLQ is not YES"
    NOT_TRIED = "the end has other habits"


class Undelivered(Enum):
    """What becomes of a message that is not dead-lettered either."""

    BACK = "its batch is backed out"
    DISCARDED = "discarded"


class Sealing(Enum):
    """What happens to the data on the way to a dead-letter queue."""

    AS_IS = "as they are"
    PROTECTED = "protected under the policy of the queue"
    FAILS = "the put fails"
    BARED = "protection taken off"


class Holder(NamedTuple):
    """An end that has a message in hand; `untouched`: nobody has ever protected it, nor was to."""

    end: End
    untouched: bool


class ChannelDecisions:
    """The right reading; mixed into `QueueManagerDecisions`."""

    behaviour: Behaviour

    # --- protection ---------------------------------------------------------------------------------

    def intercepts(self, platform: Platform, version: Version) -> bool:
        """AM-01."""
        return platform is Platform.ZOS and version >= FIRST_VERSION_WITH_INTERCEPTION

    def is_system(self, queue: str) -> bool:
        """Policies of these have no effect (AM-06)."""
        return queue.startswith("SYSTEM.")

    def policy_refused(self, queue: str) -> bool:
        return self.is_system(queue) and self.behaviour.system_policy is SystemPolicy.REFUSED

    def policy_name(self, dead_letter_queue: str, target: str) -> str:
        """The policy that counts on the dead-letter queue (AM-07, AM-15, AM-18)."""
        return dead_letter_queue

    def sealing(self, message: "Message", policy: DefinePolicy | None, holder: Holder) -> Sealing:
        """AM-05 to AM-08, AM-12 to AM-17, AM-20 to AM-22; `policy` is that of a queue not of the system."""
        if policy is None or message.protection:
            return Sealing.AS_IS
        if policy.toleration is Toleration.OFF:
            strict = holder.end is End.RECEIVER and holder.untouched
            if strict or self.behaviour.not_tolerated is NotTolerated.FAILS:
                return Sealing.FAILS
        if (
            policy.initiator is InitiatorPermission.NOT_PERMITTED
            and self.behaviour.barred_initiator is BarredInitiator.FAILS
        ):
            return Sealing.FAILS
        return Sealing.PROTECTED

    def layers(self, message: "Message", policy: str) -> tuple[str, ...]:
        """The protection of a message that is protected now; the outermost first."""
        return (policy,)

    def protects_before_put(self) -> bool:
        return self.behaviour.policy_at_receiver is PolicyAtReceiver.BEFORE_THE_PUT

    def length(self, message: "Message") -> int:
        """AM-03."""
        counted = self.behaviour.length_for_channel is LengthForChannel.AS_PROTECTED
        return len(message.body) + (LENGTH_OF_PROTECTION if counted and message.protection else 0)

    # --- what cannot be delivered -------------------------------------------------------------------

    def dead_letters(self, end: End, use: UseDeadLetterQueue) -> bool:
        """AM-02, AM-04, AM-23."""
        if use is not UseDeadLetterQueue.YES:
            return False
        return end is End.SENDER or self.behaviour.receiver_habit is ReceiverHabit.DEAD_LETTERS

    def dead_letters_at(self, end: End) -> End:
        """Whose dead-letter queue is the local one (AM-02, AM-23)."""
        return end

    def undelivered(
        self, end: End, trouble: Trouble, persistence: int, speed: NonPersistentSpeed
    ) -> Undelivered:
        """AM-04, AM-09 to AM-11, AM-23, AM-27, AM-28."""
        persistent = persistence == Persistence.PERSISTENT
        if trouble is Trouble.NOT_USED:
            match self.behaviour.without_use_of_queue:
                case WithoutUseOfQueue.KEPT:
                    return Undelivered.BACK
                case WithoutUseOfQueue.DISCARDED:
                    return Undelivered.DISCARDED
                case WithoutUseOfQueue.AS_WITHOUT_A_QUEUE:
                    trouble = Trouble.NO_QUEUE
        if persistent:
            return Undelivered.BACK
        match trouble:
            case Trouble.NOT_TRIED:
                sent_back = self.behaviour.receiver_habit is ReceiverHabit.SENDS_BACK
            case Trouble.NOT_PUT if end is End.RECEIVER and (
                self.behaviour.not_put_at_receiver is not NotPutAtReceiver.BY_SPEED
            ):
                sent_back = self.behaviour.not_put_at_receiver is NotPutAtReceiver.BACKED_OUT
            case Trouble.NO_QUEUE:
                backs = self.behaviour.normal_without_queue is NormalWithoutQueue.BACKED_OUT
                sent_back = speed is NORMAL and backs
            case _:
                sent_back = speed is NORMAL
        return Undelivered.BACK if sent_back else Undelivered.DISCARDED

    def bad_header(self) -> BadHeaderAtSender:
        """AM-24."""
        return self.behaviour.bad_header_at_sender

    def goes_on(self) -> bool:
        """After a discard the next message is taken (AM-11, AM-28)."""
        return True

    def backs_out_batch(self) -> bool:
        """The whole of it (AM-09, AM-10)."""
        return True

    def ages_in_retry(self, message: "Message", now: int) -> "Message":
        """A message as it is when its batch is backed out: its life has gone on (X-48)."""
        return message

    def in_batch(self, persistence: int, speed: NonPersistentSpeed) -> bool:
        return (
            persistence == Persistence.PERSISTENT
            or speed is NORMAL
            or self.behaviour.fast_messages is FastMessages.INSIDE
        )

    def discard_reported_as_expiry(self, message: "Message") -> bool:
        """X-49."""
        return False

    def exception_reported(self, message: "Message") -> bool:
        return (
            message.report & Report.EXCEPTION != 0
            and self.behaviour.exception_report_of_channel is ExceptionReportOfChannel.MADE
        )

    def header_in_clear(self) -> bool:
        """The dead-letter header stands in front of the protection (AM-26)."""
        return True

    def dead_letters_undefined_at(self) -> End:
        """The end of a channel that nobody has defined which dead-letters what the target does not take."""
        return End.RECEIVER

    def moved_by_sender(self, message: "Message", waiting: "Message") -> "Message":
        """What a sender dead-letters: the message alone, not as it was `waiting` (AM-02)."""
        return message

    def mca_copy(self, message: "Message", now: int) -> "Message":
        """What an MCA puts to the dead-letter queue: its life goes on (X-47)."""
        return message
