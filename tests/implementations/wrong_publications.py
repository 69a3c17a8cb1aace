"""Misreadings of publish/subscribe: who is matched, what the topic must allow, who has gone, what fails."""

# ruff: noqa: ARG002 - as in `decisions`
from mqtck.reference.vocabulary.constants import Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import Retention
from mqtck.reference.vocabulary.publications import Durability, MessageDelivery

from .decisions import Disposal, QueueManagerDecisions
from .decisions_publications import FanOut, PublicationKind, Unreachable
from .misreading import misreading
from .objects import Delay, Message, Proxy, Subscription, Tie

Delivery = tuple[MessageDelivery, MessageDelivery]
AVAILABLE = MessageDelivery.ALL_AVAILABLE


# --- matching and copies ----------------------------------------------------------------------------


@misreading(
    "matched at the due time",
    "Delays the publish itself and looks for subscriptions when the delay is over.",
    *("DD-76", "DD-115", "DD-116"),
)
class MatchedAtTheDueTime(QueueManagerDecisions):
    fan_out = FanOut.ONE_COPY_MATCHED_LATE


@misreading(
    "one copy for all subscribers",
    "Stages a publication once and fans it out later, though for the right subscribers.",
    "DD-116",
)
class OneCopyForAll(QueueManagerDecisions):
    fan_out = FanOut.ONE_COPY


@misreading(
    "a topic like a queue", "Gives a delayed publication to one subscriber only.", "DD-115", "DD-116", "DD-76"
)
class TopicLikeQueue(QueueManagerDecisions):
    def served(self, matching: list[Tie]) -> list[Tie]:
        return matching[:1]


@misreading(
    "non-durable subscribers at once",
    "Delays a publication for durable subscriptions only.",
    *("DD-117", "DD-116", "DD-01", "DD-07"),
)
class NonDurableAtOnce(QueueManagerDecisions):
    def waits(self, tie: Tie) -> bool:
        return isinstance(tie, Proxy) or tie.durability is Durability.DURABLE


@misreading(
    "other queue managers at once",
    "Sends a delayed publication to the other queue managers of the hierarchy without waiting.",
    *("DD-118", "DD-116", "DD-117"),
)
class OtherQueueManagersAtOnce(QueueManagerDecisions):
    def waits(self, tie: Tie) -> bool:
        return isinstance(tie, Subscription)


@misreading(
    "a copy for each remote subscriber",
    "Stages a copy for every subscriber behind a proxy subscription.",
    *("DD-118", "DD-116"),
)
class CopyForEachRemoteSubscriber(QueueManagerDecisions):
    def proxy_copies(self, subscribers: int) -> int:
        return subscribers


@misreading(
    "staged publications keep their id", "Stages the copies of a publication under its message id.", "DD-59"
)
class StagedPublicationsKeepTheirId(QueueManagerDecisions):
    def staged_copy(self, original: Message, new_id: str, delay: Delay) -> Message:
        copied_id = new_id if delay.tie is None else original.message_id
        return super().staged_copy(original, copied_id, delay)


# --- what the topic must allow ----------------------------------------------------------------------


@misreading(
    "message delivery ignored", "Asks for neither PMSGDLV nor NPMSGDLV.", "DD-122", "DD-120", "DD-121"
)
class MessageDeliveryIgnored(QueueManagerDecisions):
    def publication_refused(self, persistence: int, delivery: Delivery, subscribers: int) -> bool:
        return False


@misreading(
    "all durable is enough",
    "Takes ALLDUR for as good as ALLAVAIL, as undelayed publications do.",
    *("DD-122", "DD-120", "DD-121"),
)
class AllDurableIsEnough(QueueManagerDecisions):
    def publication_refused(self, persistence: int, delivery: Delivery, subscribers: int) -> bool:
        durable = MessageDelivery.ALL_DURABLE
        generous = tuple(AVAILABLE if value is durable else value for value in delivery)
        return super().publication_refused(persistence, (generous[0], generous[1]), subscribers)


@misreading(
    "message delivery mixed up",
    "Asks PMSGDLV for non-persistent publications and NPMSGDLV for persistent ones.",
    *("DD-120", "DD-121", "DD-122", "X-30"),
)
class MessageDeliveryMixedUp(QueueManagerDecisions):
    def publication_refused(self, persistence: int, delivery: Delivery, subscribers: int) -> bool:
        return super().publication_refused(persistence, (delivery[1], delivery[0]), subscribers)


@misreading(
    "persistent publications refused",
    "Delays no persistent publication, whatever the topic allows.",
    *("DD-120", "DD-34"),
)
class PersistentPublicationsRefused(QueueManagerDecisions):
    def publication_refused(self, persistence: int, delivery: Delivery, subscribers: int) -> bool:
        return persistence == Persistence.PERSISTENT


@misreading(
    "non-persistent publications refused",
    "Delays persistent publications only.",
    *("DD-121", "DD-34"),
)
class NonPersistentPublicationsRefused(QueueManagerDecisions):
    def publication_refused(self, persistence: int, delivery: Delivery, subscribers: int) -> bool:
        return persistence == Persistence.NOT_PERSISTENT


@misreading(
    "publication failure of another name", "Refuses an unsuitable topic with 2046 instead of 2502.", "DD-122"
)
class PublicationFailureOfAnotherName(QueueManagerDecisions):
    publication_failure = ReasonCode.OPTIONS_ERROR


@misreading("undelayed publications refused", "Asks for ALLAVAIL without a delay as well.", "DD-124", "DD-34")
class UndelayedPublicationsRefused(QueueManagerDecisions):
    def undelayed_refused(self, persistence: int, delivery: Delivery) -> bool:
        return self.publication_refused(persistence, delivery, 1)


@misreading(
    "delivery mode of the send decides",
    "Chooses between PMSGDLV and NPMSGDLV before the topic has overridden the persistence.",
    *("X-30", "DD-120", "DD-121", "DD-122"),
)
class DeliveryModeOfTheSend(QueueManagerDecisions):
    def deciding_persistence(self, message: Message, sent_with: int) -> int:
        return sent_with


@misreading("retained accepted", "Delays a publication that is marked as retained.", "DD-33")
class RetainedAccepted(QueueManagerDecisions):
    def retained_refused(self, retained: Retention | None, kind: PublicationKind) -> bool:
        return False


@misreading("retained of another reason", "Refuses a delayed retained publication with 2298.", "DD-33")
class RetainedOfAnotherReason(QueueManagerDecisions):
    retained_failure = ReasonCode.FUNCTION_NOT_SUPPORTED


@misreading("retained never accepted", "Refuses retained publications without a delay as well.", "DD-34")
class RetainedNeverAccepted(QueueManagerDecisions):
    def retained_refused(self, retained: Retention | None, kind: PublicationKind) -> bool:
        return retained is not None


@misreading(
    "no delayed publications",
    "Refuses every delayed publication as if it were marked as retained.",
    *("DD-34", "DD-120", "DD-121"),
)
class NoDelayedPublications(QueueManagerDecisions):
    def retained_refused(self, retained: Retention | None, kind: PublicationKind) -> bool:
        return kind is PublicationKind.DELAYED


# --- subscribers that have gone ---------------------------------------------------------------------


@misreading(
    "publication without subscriber dead-lettered",
    "Treats a copy whose subscriber has unsubscribed like any undeliverable message.",
    *("DD-106", "DD-107"),
)
class WithoutSubscriberDeadLettered(QueueManagerDecisions):
    unreachable = Unreachable.DISPOSED_OF


@misreading(
    "disconnected dead-lettered",
    "Discards silently for those who have unsubscribed, not for non-durable ones who have disconnected.",
    "DD-107",
)
class DisconnectedDeadLettered(QueueManagerDecisions):
    def entitled(self, subscription: Subscription) -> bool:
        return subscription.durability is Durability.NON_DURABLE or not subscription.ended


@misreading(
    "durable subscriber away",
    "Discards the copy of a durable subscription whose subscriber is not connected at the due time.",
    *("DD-107", "DD-115"),
)
class DurableSubscriberAway(QueueManagerDecisions):
    def entitled(self, subscription: Subscription) -> bool:
        return not subscription.ended and (subscription.consumer is not None or not subscription.managed)


@misreading(
    "silent without report",
    "Takes silently to mean that no report is sent either.",
    *("DD-108", "X-38"),
)
class SilentWithoutReport(QueueManagerDecisions):
    def reports_silent_discard(self) -> bool:
        return False


@misreading(
    "kept for a report that fits nowhere",
    "Keeps a copy without a subscriber that is not persistent, as long as the report about it fits nowhere.",
    *("DD-106", "DD-107", "X-38", "DD-105"),
)
class KeptForItsReport(QueueManagerDecisions):
    def silent_discard_undone(self, persistence: int) -> bool:
        return True


# --- failure to put ---------------------------------------------------------------------------------


@misreading(
    "publication tried again",
    "Keeps a publication that the dead-letter queue does not take, as it does with a queue's message.",
    *("DD-109", "X-36"),
)
class PublicationTriedAgain(QueueManagerDecisions):
    def keeps_publication_after_failed_disposal(self) -> bool:
        return True


@misreading(
    "undeliverable publication dropped",
    "Drops a copy that its subscriber's queue does not take, as undelayed publications are.",
    *("DD-123", "DD-109", "DD-98"),
)
class UndeliverablePublicationDropped(QueueManagerDecisions):
    def disposal_of_publication(self, disposal: Disposal) -> Disposal:
        return Disposal.DISCARD


@misreading(
    "publication dead-lettered though discard was asked",
    "Ignores the discard option of a publication.",
    *("DD-123", "DD-97", "DD-125"),
)
class PublicationDeadLettered(QueueManagerDecisions):
    def disposal_of_publication(self, disposal: Disposal) -> Disposal:
        return Disposal.DEAD_LETTER_QUEUE


@misreading(
    "one failure ends all copies",
    "Gives up the other copies of a publication when one cannot be delivered.",
    *("X-52", "DD-115", "DD-117"),
)
class OneFailureEndsAll(QueueManagerDecisions):
    def failure_spreads(self) -> bool:
        return True
