"""A send with all its settings, and the rules that an accepted one speaks about.

Those that say of a refused one that it must not be refused are in `wrongful_refusals`; what stands in the way
of a send is in `client_restrictions`, `clusters` and `send_checks`.
"""

from typing import Final, NamedTuple

from mqtck.reference.blame.credit import accepted_conflict
from mqtck.reference.chapters import header_mapping
from mqtck.reference.chapters.client_restrictions import expiry_conflict
from mqtck.reference.chapters.correlation import correlation_form
from mqtck.reference.chapters.delay_processor import Staging
from mqtck.reference.chapters.resolution import Resolved
from mqtck.reference.chapters.staging_queue import older_edition_counts, staging
from mqtck.reference.queues import clusters
from mqtck.reference.state.clients import Producer, Session
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.queue_keys import is_shared
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.commands import Acknowledgement
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination, body_of


class Attempted(NamedTuple):
    """A send with its producer's settings and the send's own arguments put together."""

    producer: Producer
    session: Session
    unit: str
    destination: QueueDestination | TopicDestination
    message: OutgoingMessage
    delay: int
    time_to_live: int
    delivery_mode: DeliveryMode
    priority: int

    @property
    def settled_before(self) -> bool:
        """Whether the time to live is the producer's own (DD-25, DD-26), not the send's (DD-30)."""
        return self.time_to_live == self.producer.time_to_live

    @property
    def led_nowhere(self) -> bool:
        """Whether nothing was there of the producer's own destination when that was created (DD-75)."""
        own = self.producer.destination
        return own is not None and own == self.destination and self.producer.opened is None

    @property
    def name(self) -> str:
        """The queue as the application named it, or the topic string."""
        match self.destination:
            case QueueDestination(queue=name) | TopicDestination(topic_string=name):
                return name

    @property
    def length(self) -> int:
        """Characters of the data."""
        return len(body_of(self.message))

    @property
    def transacted(self) -> bool:
        return self.session.acknowledgement is Acknowledgement.TRANSACTED

    @property
    def unit_of_work(self) -> str | None:
        """The unit of work that the message is sent in, if any."""
        return self.unit if self.transacted else None


LARGEST_INSTANT: Final = (1 << 63) - 1
"""Ms: JMSExpiration and JMSDeliveryTime have 64 bits (HM-19)."""


def undefined_time(tried: Attempted, at: Interval) -> str:
    """Why nothing is said of this delay or time to live, empty where something is (chapter 9, item 3)."""
    if tried.producer.delay < 0 or tried.time_to_live < 0:
        return "a negative delay or time to live"
    if at.latest + max(tried.delay, tried.time_to_live) > LARGEST_INSTANT:
        return "an end of the delay or the life after the last instant"
    return ""


def equal_lives(tried: Attempted) -> frozenset[str]:
    """DD-27: a time to live equal to the delay may be refused and may be accepted."""
    conflict = expiry_conflict(tried.time_to_live, tried.delay)
    return accepted_conflict(conflict) if conflict is Answer.UNSURE else frozenset()


def conflict_rules(tried: Attempted) -> tuple[str, ...]:
    """DD-30 where the send has brought the time to live, else that of the last setter (DD-25, DD-26)."""
    if not tried.settled_before:
        return ("DD-30", "DD-25")
    return ("DD-26", "DD-25") if tried.producer.delay_last else ("DD-25", "DD-26")


def has_open_correlation_id(message: OutgoingMessage) -> bool:
    """One that is empty, or begins as a message id and is none: nothing is said of it (ch. 9, item 28)."""
    text = message.correlation_text
    return "" in {text, message.correlation_bytes} or (text is not None and correlation_form(text) is None)


def beyond_bound(tried: Attempted) -> tuple[str, ...]:
    """X-08: a life that Expiry cannot hold is compared with the delay in ms all the same."""
    return ("X-08",) if tried.delay and tried.time_to_live > header_mapping.BOUND else ()


def binding_controls(state: State, tried: Attempted) -> tuple[str, ...]:
    """Which rule says that DEFBIND does not stand in the way of this send: DD-21, DD-23, DD-24."""
    name, queue_manager = tried.name, tried.session.queue_manager
    match clusters.is_clustered(state, queue_manager, name), tried.delay > 0:
        case Answer.YES, True:
            return ("DD-21",)
        case Answer.YES, False:
            return ("DD-23",)
        case Answer.NO, True:
            return ("DD-24",)
        case _:
            return ()


def without_staging_queue(state: State, tried: Attempted) -> bool:
    """DD-88: the queue manager does all that needs no delay (DD-56)."""
    return staging(state, tried.session.queue_manager) is Staging.MISSING


def under_older_opmode(state: State, tried: Attempted) -> bool:
    """DD-67: OPMODE was set, where the older edition says that it does not matter."""
    queue_manager = tried.session.queue_manager
    set_before = state.queue_managers[queue_manager].operation_mode is not None
    return set_before and older_edition_counts(state, queue_manager)


def controls(tried: Attempted) -> set[str]:
    """The rules that say that this send is accepted."""
    found = set()
    if tried.delay and not tried.time_to_live:
        found.add("DD-28")
    if not tried.delay:
        found.add("DD-29" if tried.time_to_live else "DD-08")
    if tried.message.group is not None and not tried.delay:
        found.add("DD-37")
    if tried.delay and tried.message.group is None:
        found.add("DD-37")
    return found


def platform_controls(state: State, tried: Attempted, resolved: Resolved) -> set[str]:
    """The rules about clusters and z/OS that an accepted send speaks about."""
    found = {rule for rule in binding_controls(state, tried) if tried.message.group is None}
    if tried.delay and under_older_opmode(state, tried):
        found.add("DD-67")
    if not tried.delay and without_staging_queue(state, tried):
        found.add("DD-88")
    if tried.delay and is_shared(resolved.local):
        found |= {"DD-69", "DD-54"}
    return found
