"""What the documents leave open, as a record of switches: any combination is a right implementation.

Each enumeration names the rules or the chapter of the ledger that leave the matter open. The first
value is the preferred one. Switches whose docstring says "silent" concern matters of which neither the
rules nor the accept-sets speak, but which every implementation has to settle somehow. Those of
publish/subscribe stand in `behaviour.publications`, those of clusters, z/OS and shared queues in
`behaviour.clusters_and_zos`, those of the header mapping in `behaviour.headers`, those of enforcement,
transmission headers and the IMS bridge in `behaviour.transmission`, those of channels and AMS in
`behaviour.channels`, those of calls and their checks in `behaviour.calls`.
"""

from enum import StrEnum

from implementations.behaviour.calls import CallBehaviour


class ExpiredDiscard(StrEnum):
    """When an expired message goes: EX-11 to EX-16, EX-34."""

    WHEN_A_GET_WOULD_RETURN_IT = "only by a get that would have returned it"
    WHEN_A_GET_PASSES_IT = "by any get that passes it"
    AT_ITS_END = "at the instant of its end"
    AT_RANDOM = "at random moments"
    EVERY_FIVE_SECONDS = "by a cleaner each five seconds"


class LastInstant(StrEnum):
    """The instant at which a life ends: DD-27 ("delivered in its last instant"), EX-09."""

    EXPIRED = "expired"
    ALIVE = "still alive"


class RemainingExpiry(StrEnum):
    """The value shown by a get: DD-81, EX-09."""

    EXACT = "whole tenths that remain"
    ROUNDED_UP = "begun tenths count"
    ONE_TENTH_LOWER = "one tenth lower"
    SMALL_NOT_DEDUCTED = "not decremented in the first second"


class ConflictReportedBy(StrEnum):
    """The call that reports a time to live below the delay: DD-31."""

    SETTER = "setter"
    SEND = "send"


class AfterRefusedSetter(StrEnum):
    """The producer's value after a refused setter: DD-31."""

    OLD_VALUE = "as before"
    NEW_VALUE = "the refused one"


class EqualTimeToLive(StrEnum):
    """A time to live equal to the delay: DD-27."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


class GroupIdAlone(StrEnum):
    """A delayed message with JMSXGroupID and no sequence: DD-36."""

    REFUSED = "refused"
    ACCEPTED = "accepted"


class NegativeDelay(StrEnum):
    """Chapter 9, item 3."""

    REFUSED = "refused by the setter"
    NONE = "as no delay"


class SameInstant(StrEnum):
    """The order of messages that fall due at one instant: DD-12."""

    FIRST_STAGED_FIRST = "first staged first"
    LAST_STAGED_FIRST = "last staged first"
    RANDOM = "random"


class TransactedDelayFrom(StrEnum):
    """The start of the delay of a transacted send: DD-45."""

    SEND = "send"
    COMMIT = "commit"


class TargetAsked(StrEnum):
    """Which call of a unit of work tells that the target of a delayed message takes none: DD-38."""

    AT_SEND = "at the send"
    AT_COMMIT = "at the commit"


class DueInstant(StrEnum):
    """The instant of send plus delay itself: DD-01."""

    GETTABLE = "gettable"
    NOT_YET = "not yet"


class RetargetedAlias(StrEnum):
    """An alias that leads elsewhere at delivery than at send: DD-74."""

    NEW_TARGET = "new target"
    OLD_TARGET = "old target"


class LaterAttempt(StrEnum):
    """What is tried after a failed disposal: DD-99."""

    TARGET_FIRST = "target first"
    DISPOSAL_ONLY = "disposal only"
    TARGET_ONLY = "target only"


class Retry(StrEnum):
    """When it is tried again: DD-99, and the contract's "at least once an hour"."""

    EACH_SECOND = "each second"
    EACH_MINUTE = "each minute"
    EACH_HOUR = "each hour"
    AFTER_EACH_COMMAND = "after each command and each minute"


class ExpiredInRetry(StrEnum):
    """A message that expires while its disposal is tried again: X-18."""

    EXPIRES = "discarded as expired"
    DISPOSED_FIRST = "dead-lettered first, expires there"


class UncommittedStaged(StrEnum):
    """Uncommitted delayed sends in the depth of the staging queue: DD-43."""

    COUNTED = "counted"
    NOT_COUNTED = "not counted"


class UncommittedGets(StrEnum):
    """Messages got in an open unit of work, in the depth of their queue: silent."""

    COUNTED = "counted until the commit"
    NOT_COUNTED = "not counted"


class TransactedOrder(StrEnum):
    """The place of an undelayed transacted message in its queue: silent."""

    AT_PUT = "by its put"
    AT_COMMIT = "by its commit"


class Confirmations(StrEnum):
    """COA and COD reports, never for the staging hop: DD-126, DD-127, DD-130, X-33."""

    NONE = "none"
    AT_TARGET = "on arrival at and departure from the target"
    AT_TARGET_AND_RECALL = "COD on recall from the staging queue as well"
    DEPARTURE_ALONE = "COD alone, for a get from the target"


class BoundaryLife(StrEnum):
    """A time to live of exactly 214748364.7 s: HM-22."""

    STORED = "stored"
    UNLIMITED = "unlimited"


class Rounding(StrEnum):
    """Milliseconds to tenths: HM-23."""

    FLOOR = "down"
    CEILING = "up"
    NEAREST = "nearest"


class ShortLife(StrEnum):
    """A time to live of 1 to 99 ms: X-11."""

    ONE_TENTH = "one tenth"
    REFUSED = "refused with 2013"
    ZERO = "zero, never obtained"


class ExpiryLimits(StrEnum):
    """Expiry 0 or above 999999999 where the limit need not be enforced: EX-31, X-09."""

    NONE_REFUSED = "none refused"
    ZERO_REFUSED = "zero refused"
    BOTH_REFUSED = "zero and too large refused"


class IdCase(StrEnum):
    """The hexadecimal digits of JMSMessageID: HM-30."""

    LOWER = "lower case"
    UPPER = "upper case"


class FullnessCheck(StrEnum):
    """What fills the target for the check at send: DD-112, DD-113."""

    MESSAGES_ON_TARGET = "messages on the target"
    STAGED_AS_WELL = "messages staged for it as well"


class StagingAuthority(StrEnum):
    """Whether the sender needs authority on the staging queue: DD-48."""

    NOT_NEEDED = "not needed"
    NEEDED = "needed"


class DestinationChecked(StrEnum):
    """When a producer's own destination is first opened: DD-47, DD-75."""

    AT_SEND = "at send"
    AT_CREATION = "at creation and at send"


class FirstResolution(StrEnum):
    """When an application resolves a producer's own destination: DD-74, DD-77, DD-78."""

    AT_SEND = "at the send"
    AT_CREATION = "at the creation of the producer"


class Reasons(StrEnum):
    """Reasons of refused JMS calls that the documents do not name: conventions of the ledger."""

    PREFERRED = "preferred"
    OTHER = "related reasons"
    NONE = "no reason in the chain"


class DelayedOrder(StrEnum):
    """Delayed among undelayed messages of one priority: chapter 9, item 1."""

    BY_ARRIVAL = "by arrival"
    AHEAD = "ahead of the undelayed"


class NonPersistentOverRestart(StrEnum):
    """Chapter 9, item 7."""

    KEPT = "kept"
    LOST = "lost"


class Background(StrEnum):
    """When overdue internal work is done: DD-02; the contract asks for it by the end of an Advance."""

    AT_ONCE = "at once"
    NEXT_ADVANCE = "during the next advance"


class PassDiscardReport(StrEnum):
    """An unsendable report of a message with discard and pass-discard: X-34."""

    DEAD_LETTER_QUEUE = "dead-letter queue"
    DROPPED = "dropped"


class LifeOfExpirationReport(StrEnum):
    """What PASS_DISCARD_AND_EXPIRY hands on of a life that is over: X-35, open."""

    UNLIMITED = "unlimited"
    ONE_TENTH = "one tenth"


class LifeOfOtherReport(StrEnum):
    """How long a report lives to which no life is handed on: chapter 9, item 21."""

    UNLIMITED = "unlimited"
    A_QUARTER_OF_A_MINUTE = "a quarter of a minute"


class UnsendableExpirationReport(StrEnum):
    """An expiration report whose queue does not take it: silent (DD-103 speaks of exceptions)."""

    DEAD_LETTER_QUEUE = "dead-letter queue"
    DROPPED = "dropped"


class DataInReport(StrEnum):
    """How many of the data a report with data has: in other documents, chapter 9, item 22."""

    HUNDRED = "the first hundred characters"
    TEN = "the first ten characters"
    HUNDRED_WITH_THE_MQRFH2 = "what a short MQRFH2 leaves of the first hundred"


class DelayHeaderLength(StrEnum):
    """Whether the delay header counts for MAXMSGL of the staging queue: DD-09."""

    NOT_COUNTED = "not counted"
    COUNTED = "counted"


class TransmissionTime(StrEnum):
    """What a channel takes off the life of a message: EX-07."""

    NOTHING = "nothing"
    ONE_TENTH = "one tenth"


class TriggerAgain(StrEnum):
    """A depth that falls and reaches the trigger depth once more: silent."""

    EACH_TIME = "each time"
    ONCE = "once"


class DisabledStaging(StrEnum):
    """PUT or GET disabled on the staging queue of Multiplatforms: chapter 9, item 11."""

    IGNORED = "the processor goes on"
    STOPS_PROCESSOR = "the processor waits"


class TypeWithReplyTo(StrEnum):
    """MQMD.MsgType of a JMS message with JMSReplyTo: silent."""

    DATAGRAM = "datagram"
    REQUEST = "request"


class DefaultsOfAlias(StrEnum):
    """Whose DEFPSIST and DEFPRTY a message to an alias has "as the queue defines": chapter 9, item 12."""

    OF_THE_QUEUE = "those of the queue behind it"
    ITS_OWN = "its own, which nobody has set"


class Behaviour(CallBehaviour, frozen=True):
    """One choice for each matter that is left open; the defaults are the preferred ones."""

    expired_discard: ExpiredDiscard = ExpiredDiscard.WHEN_A_GET_WOULD_RETURN_IT
    last_instant: LastInstant = LastInstant.EXPIRED
    remaining_expiry: RemainingExpiry = RemainingExpiry.EXACT
    conflict_reported_by: ConflictReportedBy = ConflictReportedBy.SETTER
    after_refused_setter: AfterRefusedSetter = AfterRefusedSetter.OLD_VALUE
    equal_time_to_live: EqualTimeToLive = EqualTimeToLive.ACCEPTED
    group_id_alone: GroupIdAlone = GroupIdAlone.REFUSED
    negative_delay: NegativeDelay = NegativeDelay.REFUSED
    same_instant: SameInstant = SameInstant.FIRST_STAGED_FIRST
    transacted_delay_from: TransactedDelayFrom = TransactedDelayFrom.SEND
    target_asked: TargetAsked = TargetAsked.AT_SEND
    due_instant: DueInstant = DueInstant.GETTABLE
    retargeted_alias: RetargetedAlias = RetargetedAlias.NEW_TARGET
    later_attempt: LaterAttempt = LaterAttempt.TARGET_FIRST
    retry: Retry = Retry.EACH_SECOND
    expired_in_retry: ExpiredInRetry = ExpiredInRetry.EXPIRES
    uncommitted_staged: UncommittedStaged = UncommittedStaged.COUNTED
    uncommitted_gets: UncommittedGets = UncommittedGets.COUNTED
    transacted_order: TransactedOrder = TransactedOrder.AT_PUT
    confirmations: Confirmations = Confirmations.NONE
    boundary_life: BoundaryLife = BoundaryLife.STORED
    rounding: Rounding = Rounding.FLOOR
    short_life: ShortLife = ShortLife.ONE_TENTH
    expiry_limits: ExpiryLimits = ExpiryLimits.NONE_REFUSED
    id_case: IdCase = IdCase.LOWER
    fullness_check: FullnessCheck = FullnessCheck.MESSAGES_ON_TARGET
    staging_authority: StagingAuthority = StagingAuthority.NOT_NEEDED
    destination_checked: DestinationChecked = DestinationChecked.AT_SEND
    reasons: Reasons = Reasons.PREFERRED
    delayed_order: DelayedOrder = DelayedOrder.BY_ARRIVAL
    non_persistent_over_restart: NonPersistentOverRestart = NonPersistentOverRestart.KEPT
    background: Background = Background.AT_ONCE
    pass_discard_report: PassDiscardReport = PassDiscardReport.DEAD_LETTER_QUEUE
    unsendable_expiration_report: UnsendableExpirationReport = UnsendableExpirationReport.DEAD_LETTER_QUEUE
    life_of_expiration_report: LifeOfExpirationReport = LifeOfExpirationReport.UNLIMITED
    data_in_report: DataInReport = DataInReport.HUNDRED
    delay_header_length: DelayHeaderLength = DelayHeaderLength.NOT_COUNTED
    transmission_time: TransmissionTime = TransmissionTime.NOTHING
    trigger_again: TriggerAgain = TriggerAgain.EACH_TIME
    disabled_staging: DisabledStaging = DisabledStaging.IGNORED
    type_with_reply_to: TypeWithReplyTo = TypeWithReplyTo.DATAGRAM
    defaults_of_alias: DefaultsOfAlias = DefaultsOfAlias.OF_THE_QUEUE
    first_resolution: FirstResolution = FirstResolution.AT_SEND
    life_of_other_report: LifeOfOtherReport = LifeOfOtherReport.UNLIMITED


PREFERRED = Behaviour()
