"""Every rule of publish/subscribe with delivery delay as one small method; see `decisions`."""

# ruff: noqa: ARG002 - a decision is offered all its factors; the right reading may need fewer
from enum import Enum
from typing import TYPE_CHECKING

from implementations.behaviour.publications import (
    DiscardedPublication,
    LateRemoteSubscribers,
    NoSubscribers,
    OtherDeliveryAttribute,
    PublicationIds,
    RetainOnQueue,
    SilentDiscard,
)
from implementations.behaviour.whole import Behaviour
from implementations.state.objects import Message, Publication, Subscription, Tie
from mqtck.reference.vocabulary.constants import Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import Retention
from mqtck.reference.vocabulary.publications import MessageDelivery

if TYPE_CHECKING:
    from implementations.decisions.queue_manager import Disposal


class FanOut(Enum):
    """What is staged of a delayed publication: DD-76, DD-116."""

    COPY_FOR_EACH = "a copy for each subscription of the send"
    ONE_COPY = "one copy, for the subscriptions of the send"
    ONE_COPY_MATCHED_LATE = "one copy, for the subscriptions at its due time"


class PublicationKind(Enum):
    """Whether a publication is delayed (DD-124)."""

    DELAYED = "delayed"
    UNDELAYED = "undelayed"


class Unreachable(Enum):
    """What happens to a copy whose subscription has ended: DD-106, DD-107."""

    DISCARDED_SILENTLY = "discarded silently"
    DISPOSED_OF = "disposed of like any other"


class PublicationDecisions:
    """The right reading; mixed into `QueueManagerDecisions`."""

    behaviour: Behaviour
    fan_out = FanOut.COPY_FOR_EACH  # DD-76, DD-115, DD-116
    unreachable = Unreachable.DISCARDED_SILENTLY  # DD-106, DD-107
    publication_failure = ReasonCode.PUBLICATION_FAILURE  # DD-122
    retained_failure = ReasonCode.OPTIONS_ERROR  # DD-33

    # --- the publish call ---------------------------------------------------------------------------

    def retained_refused(self, retained: Retention | None, kind: PublicationKind) -> bool:
        """DD-33, DD-34: the property together with a delay."""
        return retained is not None and kind is PublicationKind.DELAYED

    def retained_refused_on_queue(self, retained: Retention | None, delay: int) -> bool:
        """The property with a queue destination is left open (DD-33)."""
        refused = self.behaviour.retain_on_queue is RetainOnQueue.REFUSED
        return retained is not None and delay != 0 and refused

    def deciding_persistence(self, message: Message, sent_with: int) -> int:
        """X-30: what the publication has in the end, not what the send said (MQPER_* both)."""
        return message.persistence

    def publication_refused(
        self, persistence: int, delivery: tuple[MessageDelivery, MessageDelivery], subscribers: int
    ) -> bool:
        """DD-120 to DD-122: of a delayed one, by PMSGDLV and NPMSGDLV as the topic has them."""
        if subscribers == 0 and self.behaviour.no_subscribers is NoSubscribers.ACCEPTED:
            return False
        matching, other = delivery if persistence == Persistence.PERSISTENT else delivery[::-1]
        if matching is not MessageDelivery.ALL_AVAILABLE:
            return True
        refused = self.behaviour.other_delivery_attribute is OtherDeliveryAttribute.REFUSED
        return refused and other is not MessageDelivery.ALL_AVAILABLE

    def undelayed_refused(self, persistence: int, delivery: tuple[MessageDelivery, MessageDelivery]) -> bool:
        """DD-124: the restriction is for delayed ones."""
        return False

    def all_copies_or_none(self) -> bool:
        """Whether a publication of which only some copies fit on the staging queue is refused: silent."""
        return True

    def served(self, matching: list[Tie]) -> list[Tie]:
        """A copy for every one (DD-115, DD-116)."""
        return matching

    def waits(self, tie: Tie) -> bool:
        """Each copy stays for the whole delay (DD-117, DD-118)."""
        return True

    def proxy_copies(self, subscribers: int) -> int:
        """One for the proxy subscription, however many stand behind it (DD-118)."""
        return 1

    def remote_may_receive(self, name: str, publication: Publication) -> bool:
        """A subscriber on another queue manager: those of the publish must, later ones may (DD-119)."""
        late = self.behaviour.late_remote_subscribers is LateRemoteSubscribers.RECEIVE
        return late or name in publication.known

    def copy_id(self, message_id: str, new_id: str) -> str:
        return message_id if self.behaviour.publication_ids is PublicationIds.SAME else new_id

    # --- a copy whose time has come -----------------------------------------------------------------

    def entitled(self, subscription: Subscription) -> bool:
        """A durable one keeps its entitlement while its subscriber is away (DD-107, DD-115)."""
        return not subscription.ended

    def reports_silent_discard(self) -> bool:
        """DD-108."""
        return True

    def silent_report_tries_dead_letter_queue(self) -> bool:
        """X-38 leaves the steps of that report open."""
        return self.behaviour.silent_discard is not SilentDiscard.DROPPED

    def silent_discard_undone(self, persistence: int) -> bool:
        """Whether an unsendable report brings it back: open for a persistent one (X-38), never for others."""
        same_steps = self.behaviour.silent_discard is SilentDiscard.SAME_STEPS
        return same_steps and persistence == Persistence.PERSISTENT

    def disposal_of_publication(self, disposal: "Disposal") -> "Disposal":
        """DD-123: as the report options say, like any other message."""
        return disposal

    def keeps_publication_after_failed_disposal(self) -> bool:
        """DD-109: discarded, in contrast to DD-99."""
        return False

    def reports_discarded_publication(self) -> bool:
        return self.behaviour.discarded_publication is not DiscardedPublication.NOT_REPORTED

    def discarded_publication_undone(self) -> bool:
        return self.behaviour.discarded_publication is DiscardedPublication.SAME_STEPS

    def failure_spreads(self) -> bool:
        """Each copy has its own outcome (X-52)."""
        return False
