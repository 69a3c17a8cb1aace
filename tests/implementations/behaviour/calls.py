"""What is left open of calls, their checks and the way of what they send, as switches; see `behaviour`."""

from enum import StrEnum

from implementations.behaviour.channels import BehindDeadLetter, ChannelBehaviour


class ReportToNobody(StrEnum):
    """A report that is asked for without a reply-to queue: X-22."""

    NOT_MADE = "not made"
    DEAD_LETTERED = "made and dead-lettered"
    REFUSED = "the send or put is refused"


class FurtherChecks(StrEnum):
    """What else a delayed send to a queue asks about: DD-113."""

    NONE = "nothing"
    REPLY_QUEUE = "the reply-to queue"
    DEAD_LETTER_QUEUE = "the dead-letter queue"


class OrderOfChecks(StrEnum):
    """What is told where several things are wrong with a send: X-43, chapter 9, item 4."""

    CLIENT_FIRST = "what the client finds, from the life on"
    TARGET_FIRST = "what is wrong with the target, from its fullness on"


class RestAsked(StrEnum):
    """Which call of a unit of work tells what else is in the way of a delayed message: DD-38."""

    AT_SEND = "the send"
    STAGING_AT_COMMIT = "the commit, of the staging queue"
    ALL_AT_COMMIT = "the commit, of that, a missing target and authority"


class NamesFollowed(StrEnum):
    """What a delayed send asks of an alias or a remote queue: DD-110 to DD-112, chapter 9, item 12."""

    TO_THEIR_QUEUE = "the queue behind it"
    NOT = "whether it leads anywhere"


class RemoteQueueResolved(StrEnum):
    """The resolution of a remote queue that counts for a delayed message: DD-74, chapter 9, item 12."""

    AT_DELIVERY = "that at delivery"
    AT_SEND = "that at send, while it is a remote queue"


class ExpiredWhenDue(StrEnum):
    """A staged message that has expired by the time it is moved: DD-84."""

    DISCARDED = "discarded from the staging queue"
    MOVED = "moved, and discarded from its target"


class DelayedPlace(StrEnum):
    """The place of a delayed message among those of its lane: chapter 9, item 1."""

    BY_ARRIVAL = "by its arrival"
    BY_SEND = "by its send"


class ConflictToldBy(StrEnum):
    """Which setters tell a conflict, or the sends alone, whatever lives of their own they have: DD-31."""

    EACH_SETTER = "each setter"
    DELAY_SETTER = "setDeliveryDelay alone"
    LIFE_SETTER = "setTimeToLive alone"
    EACH_SEND = "each send, of the producer's life too"


class ProducerAfterConflict(StrEnum):
    """A producer whose setter has told a conflict: DD-31, chapter 9, item 5."""

    USABLE = "usable"
    CLOSED = "sends no more"


class NegativeDelayToldBy(StrEnum):
    """The call that refuses a negative delay: chapter 9, item 3."""

    SETTER = "setter"
    SEND = "send"


class OtherIdText(StrEnum):
    """A correlation id that begins as a message id and is none: HM-40, chapter 9, item 28."""

    TEXT = "a text"
    PADDED = "an id, filled up with zeros, refused where it has other characters"
    REFUSED = "refused"


class DeadLetterReason(StrEnum):
    """The reason in a dead-letter header: DD-98, X-17, chapter 9, items 9 and 24."""

    OF_THE_FAILURE = "that of the failed put"
    ONE_FOR_ALL = "one for all failures"


class HeaderOnNormalQueue(StrEnum):
    """A put to a normal queue of data that begin with a transmission-queue header: chapter 9, item 20."""

    NOT_CHECKED = "not checked"
    CHECKED = "checked as for a transmission queue"


class DepartureConfirmed(StrEnum):
    """COD reports, where there are COA reports: DD-130, X-32."""

    AS_ARRIVAL = "made as well"
    NEVER = "never made"


class LifeByHeader(StrEnum):
    """What a JMS receiver does with a message that is over by its JMSExpiration alone: HM-20, item 29."""

    RETURNED = "returned"
    DISCARDED = "discarded"


class BindingAtDelivery(StrEnum):
    """DEFBIND of a clustered queue that was altered during the delay: DD-19, chapter 9, item 12."""

    NOT_ASKED = "does not matter"
    ASKED = "the put fails"


class CursorAtEnd(StrEnum):
    """The browse cursor where a browse finds nothing: silent."""

    KEPT = "kept"
    LOST = "lost"


class CallBehaviour(ChannelBehaviour, frozen=True):
    """One choice for each matter that is left open of what calls check, and of where what they send comes to.

    A new switch comes last here: a seed then draws the others as it did without it.
    """

    report_to_nobody: ReportToNobody = ReportToNobody.NOT_MADE
    further_checks: FurtherChecks = FurtherChecks.NONE
    order_of_checks: OrderOfChecks = OrderOfChecks.CLIENT_FIRST
    rest_asked: RestAsked = RestAsked.AT_SEND
    names_followed: NamesFollowed = NamesFollowed.TO_THEIR_QUEUE
    remote_queue_resolved: RemoteQueueResolved = RemoteQueueResolved.AT_DELIVERY
    expired_when_due: ExpiredWhenDue = ExpiredWhenDue.DISCARDED
    delayed_place: DelayedPlace = DelayedPlace.BY_ARRIVAL
    conflict_told_by: ConflictToldBy = ConflictToldBy.EACH_SETTER
    producer_after_conflict: ProducerAfterConflict = ProducerAfterConflict.USABLE
    negative_delay_told_by: NegativeDelayToldBy = NegativeDelayToldBy.SETTER
    other_id_text: OtherIdText = OtherIdText.TEXT
    dead_letter_reason: DeadLetterReason = DeadLetterReason.OF_THE_FAILURE
    header_on_normal_queue: HeaderOnNormalQueue = HeaderOnNormalQueue.NOT_CHECKED
    departure_confirmed: DepartureConfirmed = DepartureConfirmed.AS_ARRIVAL
    life_by_header: LifeByHeader = LifeByHeader.RETURNED
    binding_at_delivery: BindingAtDelivery = BindingAtDelivery.NOT_ASKED
    cursor_at_end: CursorAtEnd = CursorAtEnd.KEPT
    behind_dead_letter: BehindDeadLetter = BehindDeadLetter.GOES_ON
