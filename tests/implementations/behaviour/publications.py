"""What the documents leave open of publish/subscribe with delivery delay, as switches.

As in `behaviour`: each enumeration names its rules or the item of chapter 9, the first value is the
preferred one, "silent" marks what neither rules nor accept-sets speak of.
"""

from enum import StrEnum

import msgspec


class PublicationFailureAt(StrEnum):
    """The call of a transacted session that reports MQRC_PUBLICATION_FAILURE: DD-122."""

    SEND = "send"
    COMMIT = "commit"


class OtherDeliveryAttribute(StrEnum):
    """The attribute for the other persistence is not ALLAVAIL, the matching one is: DD-121, X-30."""

    IGNORED = "ignored"
    REFUSED = "refused"


class AsParent(StrEnum):
    """A topic object that leaves (N)PMSGDLV to its parent: DD-122."""

    INHERITED = "as the topic above says"
    ANOTHER_VALUE = "a value other than ALLAVAIL"


class RootDelivery(StrEnum):
    """PMSGDLV where no topic object says anything: DD-120, what is known of the product apart."""

    ALL_DURABLE = "all durable"
    ALL_AVAILABLE = "all available"


class NoSubscribers(StrEnum):
    """A delayed publish on an unsuitable topic that nobody subscribes to: DD-122."""

    REFUSED = "refused"
    ACCEPTED = "accepted"


class RetainOnQueue(StrEnum):
    """The retain property on a delayed message to a queue: DD-33, DD-35."""

    IGNORED = "ignored"
    REFUSED = "refused"


class SubscriberQueueAtSend(StrEnum):
    """A subscriber's queue that would not take the publication now: DD-110 to DD-113."""

    NOT_CHECKED = "not checked"
    REFUSED = "the publish is refused"


class ReportsOfCopies(StrEnum):
    """How many of the staged copies of one publication are reported on: chapter 9, item 10, X-52."""

    EACH = "each"
    FIRST = "the first one alone"


class DiscardedPublication(StrEnum):
    """A copy that neither its queue nor the dead-letter queue takes: DD-109, X-36, X-37."""

    NEVER_UNDONE = "reported, and the discard stands in any case"
    SAME_STEPS = "reported by the steps of any exception report"
    NOT_REPORTED = "not reported"


class SilentDiscard(StrEnum):
    """A report about a silent discard that its queue does not take: X-38."""

    SAME_STEPS = "the steps of any exception report"
    NEVER_UNDONE = "those steps, and the discard stands in any case"
    DROPPED = "dropped"


class Resubscribed(StrEnum):
    """A copy for a durable subscription that ended and was made anew: chapter 9, item 8."""

    DISCARDED = "discarded with the old one"
    DELIVERED = "delivered to the new one"


class LateRemoteSubscribers(StrEnum):
    """Subscribers on another queue manager that came after the publish: DD-119."""

    RECEIVE = "receive"
    DO_NOT = "do not"


class ProxyWithoutSubscribers(StrEnum):
    """A copy for a proxy subscription whose subscribers have all gone: DD-106, silent otherwise."""

    SENT = "sent on"
    DISCARDED = "discarded like any other"


class PublicationIds(StrEnum):
    """The message ids of the copies of one publication: chapter 9, item 8."""

    SAME = "that of the publication"
    OWN = "one for each copy"


class UndeliverableCopy(StrEnum):
    """A copy of an undelayed publication that need not be delivered and cannot: silent."""

    DROPPED = "dropped"
    DEAD_LETTERED = "dead-lettered"


class TopicDefaults(StrEnum):
    """Persistence and priority that are left to the topic: silent."""

    LOWEST = "non-persistent, 0"
    HIGHER = "persistent, 4"


class PublicationBehaviour(msgspec.Struct, frozen=True):
    """One choice for each matter that is left open of publish/subscribe."""

    publication_failure_at: PublicationFailureAt = PublicationFailureAt.SEND
    other_delivery_attribute: OtherDeliveryAttribute = OtherDeliveryAttribute.IGNORED
    as_parent: AsParent = AsParent.INHERITED
    root_delivery: RootDelivery = RootDelivery.ALL_DURABLE
    no_subscribers: NoSubscribers = NoSubscribers.REFUSED
    retain_on_queue: RetainOnQueue = RetainOnQueue.IGNORED
    subscriber_queue_at_send: SubscriberQueueAtSend = SubscriberQueueAtSend.NOT_CHECKED
    reports_of_copies: ReportsOfCopies = ReportsOfCopies.EACH
    discarded_publication: DiscardedPublication = DiscardedPublication.NEVER_UNDONE
    silent_discard: SilentDiscard = SilentDiscard.SAME_STEPS
    resubscribed: Resubscribed = Resubscribed.DISCARDED
    late_remote_subscribers: LateRemoteSubscribers = LateRemoteSubscribers.RECEIVE
    proxy_without_subscribers: ProxyWithoutSubscribers = ProxyWithoutSubscribers.SENT
    publication_ids: PublicationIds = PublicationIds.SAME
    undeliverable_copy: UndeliverableCopy = UndeliverableCopy.DROPPED
    topic_defaults: TopicDefaults = TopicDefaults.LOWEST
