"""What the documents leave open of channels and AMS, as switches; see `behaviour`."""

from enum import StrEnum

from implementations.behaviour.transmission import TransmissionBehaviour


class WithoutUseOfQueue(StrEnum):
    """What becomes of an undelivered message where USEDLQ is not YES: AM-04."""

    AS_WITHOUT_A_QUEUE = "as without a dead-letter queue"
    KEPT = "kept"
    DISCARDED = "discarded"


class NormalWithoutQueue(StrEnum):
    """Non-persistent, NPMSPEED(NORMAL), no dead-letter queue: AM-09 and AM-28."""

    BACKED_OUT = "batch backed out"
    DISCARDED = "discarded"


class ReceiverHabit(StrEnum):
    """What a receiver does with what it cannot deliver: AM-23."""

    DEAD_LETTERS = "dead-letters it"
    SENDS_BACK = "leaves it to the sender"
    DISCARDS = "discards it, if it is not persistent"


class NotPutAtReceiver(StrEnum):
    """Non-persistent, and the receiver's dead-letter queue does not take it: AM-09, AM-11, AM-23."""

    BY_SPEED = "as for a sender"
    BACKED_OUT = "batch backed out"
    DISCARDED = "discarded"


class BadHeaderAtSender(StrEnum):
    """A message that begins with no transmission-queue header: AM-24."""

    DEAD_LETTERED = "as any that cannot be delivered"
    KEPT = "kept"
    DISCARDED = "discarded"


class FastMessages(StrEnum):
    """Whether non-persistent messages of a fast channel belong to its batch: AM-10."""

    OUTSIDE = "outside"
    INSIDE = "inside"


class NotTolerated(StrEnum):
    """A policy without toleration, and a message in clear that is not AM-21's: AM-07, AM-16, AM-20."""

    PROTECTED = "protected"
    FAILS = "the put fails"


class BarredInitiator(StrEnum):
    """A policy that the channel initiator may not use: AM-22."""

    FAILS = "the put fails"
    PROTECTED = "protected"


class SystemPolicy(StrEnum):
    """The definition of a policy for a queue of the system: AM-06."""

    WITHOUT_EFFECT = "without effect"
    REFUSED = "refused"


class LengthForChannel(StrEnum):
    """The length that counts for MAXMSGL: AM-03."""

    OF_THE_DATA = "of the data"
    AS_PROTECTED = "with protection"


class PolicyAtReceiver(StrEnum):
    """When SPLPROT(ASPOLICY) protects what then cannot be put to the target: AM-21."""

    BEFORE_THE_PUT = "before the put"
    WITH_THE_PUT = "with the put"


class ChangesTakenUp(StrEnum):
    """When a channel notices changed definitions, policies and DEADQ: AM-18, the vocabulary."""

    AT_ONCE = "at once"
    AT_START = "at its start"
    AT_ATTEMPT = "at its start and each attempt"


class ChannelRetry(StrEnum):
    """When a channel in retry tries again: silent."""

    EACH_MINUTE = "each minute"
    EACH_TWENTY_MINUTES = "each twenty minutes"
    EACH_HOUR = "each hour"


class IdleChannel(StrEnum):
    """The status of a channel that has nothing to send: silent."""

    RUNNING = "running"
    UNNAMED = "one that the documents do not name"


class ExceptionReportOfChannel(StrEnum):
    """Whether an MCA reports what it could not deliver: X-49, chapter 9, item 24."""

    NONE = "none"
    MADE = "made"


class BehindDeadLetter(StrEnum):
    """A channel that has dead-lettered a message: AM-02, where its going on is not written."""

    GOES_ON = "goes on"
    ENDS = "ends"


class ChannelBehaviour(TransmissionBehaviour, frozen=True):
    """One choice for each matter that is left open of channels and AMS."""

    without_use_of_queue: WithoutUseOfQueue = WithoutUseOfQueue.AS_WITHOUT_A_QUEUE
    normal_without_queue: NormalWithoutQueue = NormalWithoutQueue.BACKED_OUT
    receiver_habit: ReceiverHabit = ReceiverHabit.DEAD_LETTERS
    not_put_at_receiver: NotPutAtReceiver = NotPutAtReceiver.BY_SPEED
    bad_header_at_sender: BadHeaderAtSender = BadHeaderAtSender.DEAD_LETTERED
    fast_messages: FastMessages = FastMessages.OUTSIDE
    not_tolerated: NotTolerated = NotTolerated.PROTECTED
    barred_initiator: BarredInitiator = BarredInitiator.FAILS
    system_policy: SystemPolicy = SystemPolicy.WITHOUT_EFFECT
    length_for_channel: LengthForChannel = LengthForChannel.OF_THE_DATA
    policy_at_receiver: PolicyAtReceiver = PolicyAtReceiver.BEFORE_THE_PUT
    changes_taken_up: ChangesTakenUp = ChangesTakenUp.AT_ONCE
    channel_retry: ChannelRetry = ChannelRetry.EACH_MINUTE
    idle_channel: IdleChannel = IdleChannel.RUNNING
    exception_report_of_channel: ExceptionReportOfChannel = ExceptionReportOfChannel.NONE
