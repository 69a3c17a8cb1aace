"""A send with all its settings, and the rules that say that it must not be refused.

The other way round, what stands in the way of a send, is in `client_restrictions`, `clusters` and
`send_checks`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from mqtck.reference.blame.credit import accepted_conflict
from mqtck.reference.chapters import header_mapping
from mqtck.reference.chapters.client_restrictions import expiry_conflict
from mqtck.reference.chapters.correlation import correlation_form
from mqtck.reference.chapters.delay_processor import Staging
from mqtck.reference.chapters.resolution import Resolved, resolve
from mqtck.reference.chapters.staging_queue import older_edition_counts, staging
from mqtck.reference.queues import clusters
from mqtck.reference.state.clients import Producer, Session
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.queue_keys import is_shared, key
from mqtck.reference.state.state import Queue, State
from mqtck.reference.structures.descriptor import ID_LENGTH
from mqtck.reference.vocabulary.commands import Acknowledgement, QueueAttributes
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, ReasonCode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination, body_of
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.profile import Platform

LONG_TEXT: Final = 100
"""Characters of a text that is most likely the reason of a refusal for which nothing else is."""


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


CHECKS: Final[Mapping[object, tuple[str, ...]]] = MappingProxyType(
    {
        ReasonCode.PUT_INHIBITED: ("DD-110",),
        ReasonCode.MSG_TOO_BIG_FOR_Q: ("DD-111",),
        ReasonCode.MSG_TOO_BIG_FOR_Q_MGR: ("DD-111",),
        ReasonCode.NOT_AUTHORIZED: ("DD-46", "DD-47"),
        ReasonCode.UNKNOWN_OBJECT_NAME: ("DD-75",),
        ReasonCode.FUNCTION_NOT_SUPPORTED: ("DD-17",),
    }
)
"""Which check a delayed send tells of that is refused with this reason."""


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


def must_succeed(state: State, tried: Attempted, outcome: Refused) -> tuple[str, ...]:
    """Which rule says that this send must not be refused."""
    delayed = tried.delay > 0
    if has_long_correlation_id(tried.message):
        return ("HM-44", "DD-08", "DD-29")
    if delayed and under_older_opmode(state, tried):
        return ("DD-67",)
    match outcome.reason:
        case ReasonCode.EXPIRY_ERROR:
            return life_must_do(tried)
        case ReasonCode.OPTIONS_ERROR if tried.message.group is None:
            return (*(binding_controls(state, tried) or _if_clustered(state, tried)), "DD-37")
        case ReasonCode.OPTIONS_ERROR:
            return ("DD-37",)
        case _ if tried.message.group is not None and not delayed:
            return ("DD-37",)
        case ReasonCode.Q_FULL | None if _full_with_delayed(state, tried):
            return ("DD-06", *(("DD-112",) if delayed else ("DD-08", "DD-29")))
        case ReasonCode.Q_FULL if delayed and _to_empty_queue(state, tried) and state.perished:
            # So the staging queue is meant, on which what has expired may take the room.
            return ("X-26", "EX-35", "DD-112", "DD-37", "DD-28")
        case ReasonCode.Q_FULL if delayed and _staged_where_less_fits(state, tried):
            return ("DD-53", "DD-112", "EX-35", "DD-37", "DD-28")
        case ReasonCode.Q_FULL:
            # Neither target nor staging queue is full.
            return ("DD-112", "EX-35", "DD-37", "DD-28") if delayed else ("EX-35", "DD-08", "DD-29")
        case ReasonCode.GET_INHIBITED if delayed and (why := _processor_runs(state, tried)):
            return (*why, *CHECKS.get(outcome.reason, ()), "DD-28", "DD-37")
        case _ if delayed and to_shared(state, tried):
            return ("DD-69", "DD-54")
        case ReasonCode.UNKNOWN_OBJECT_NAME if delayed and _has_staging_queue_by_itself(state, tried):
            return ("DD-52", *CHECKS[ReasonCode.UNKNOWN_OBJECT_NAME], "DD-28", "DD-37")
        case None if delayed and tried.led_nowhere:
            return (*CHECKS[ReasonCode.UNKNOWN_OBJECT_NAME], "DD-74", "DD-28", "DD-37")
        case _ if delayed and tried.time_to_live == 0:
            return (*CHECKS.get(outcome.reason, ()), "DD-28", "DD-37")
        case _ if delayed:
            return (*CHECKS.get(outcome.reason, ()), "DD-25", "DD-26", "DD-37", *beyond_bound(tried))
        case _ if without_staging_queue(state, tried):
            return ("DD-88", "DD-56", "DD-08")
        case None if held_by_expiry(tried) == "HM-20":
            return ("HM-20", *long_texts(tried.message), "DD-29", "DD-08")
        case None if tried.time_to_live:
            # No reason speaks against the likeliest one.
            return (*long_texts(tried.message), "DD-29", "DD-08")
        case _:
            return (*long_texts(tried.message), "DD-08", "DD-29")


def _has_staging_queue_by_itself(state: State, tried: Attempted) -> bool:
    """DD-52: whether nobody has to define it. What is not found is that queue, as the target is there."""
    return state.queue_managers[tried.session.queue_manager].platform is Platform.MULTIPLATFORMS


def _target(state: State, tried: Attempted) -> Resolved | None:
    """The queue that a send is for; None where there is none, and for a topic."""
    if isinstance(tried.destination, TopicDestination):
        return None
    return resolve(state, tried.session.queue_manager, tried.name)


def _to_empty_queue(state: State, tried: Attempted) -> bool:
    """Whether there is nothing on the target for certain."""
    resolved = _target(state, tried)
    return resolved is not None and not state.queues.get(resolved.local, Queue()).most


def _staged_where_less_fits(state: State, tried: Attempted) -> bool:
    """Whether the staging queue has the lower MAXDEPTH, and so is likely to be the one that is meant."""
    resolved = _target(state, tried)
    staged_on = state.definitions.get(key(tried.session.queue_manager, STAGING_QUEUE))
    if resolved is None or not isinstance(staged_on, QueueAttributes):
        return False
    return staged_on.max_depth < resolved.attributes.max_depth


def _full_with_delayed(state: State, tried: Attempted) -> bool:
    """Whether the target is full for who counts what is still delayed for it (DD-06)."""
    resolved = _target(state, tried)
    if resolved is None:
        return False
    staged = state.queues.get(key(tried.session.queue_manager, STAGING_QUEUE), Queue()).residents
    delayed = sum(state.messages[serial].first == resolved.local for serial in staged)
    there = state.queues.get(resolved.local, Queue()).most
    return bool(delayed) and there + delayed >= resolved.attributes.max_depth


def has_long_correlation_id(message: OutgoingMessage) -> bool:
    """HM-44: longer than MQMD.CorrelId, which is no failure."""
    return len(message.correlation_bytes or "") > 2 * ID_LENGTH


def has_open_correlation_id(message: OutgoingMessage) -> bool:
    """One that is empty, or begins as a message id and is none: nothing is said of it (ch. 9, item 28)."""
    text = message.correlation_text
    return "" in {text, message.correlation_bytes} or (text is not None and correlation_form(text) is None)


def long_texts(message: OutgoingMessage) -> tuple[str, ...]:
    """HM-46, HM-38: texts are written in full; one that no field of a descriptor holds is no failure."""
    return (
        *(("HM-46",) if len(message.correlation_text or "") > LONG_TEXT else ()),
        *(("HM-38",) if len(message.jms_type or "") > LONG_TEXT else ()),
    )


def life_must_do(tried: Attempted) -> tuple[str, ...]:
    """Which rule says that a send, or a publish, must not be refused for its life."""
    match tried.delay > 0, tried.time_to_live:
        case True, 0:
            return ("DD-28",)
        case True, _:
            return ("DD-25", "DD-26", "DD-30", *beyond_bound(tried))
        case _:
            return ("DD-29", held_by_expiry(tried))


def beyond_bound(tried: Attempted) -> tuple[str, ...]:
    """X-08: a life that Expiry cannot hold is compared with the delay in ms all the same."""
    return ("X-08",) if tried.delay and tried.time_to_live > header_mapping.BOUND else ()


def held_by_expiry(tried: Attempted) -> str:
    """HM-18: a life that Expiry holds is written there. HM-20: any other is unlimited there."""
    return "HM-20" if tried.time_to_live > header_mapping.BOUND else "HM-18"


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


def _if_clustered(state: State, tried: Attempted) -> tuple[str, ...]:
    """The same where it is open whether the destination is a clustered one: an alias of one, say.

    Either way the send is accepted, so these are blamed for a refusal; that it is accepted bears none out.
    """
    if not clusters.bindings_of(state, tried.session.queue_manager, tried.name):
        return ()
    return ("DD-21", "DD-24") if tried.delay else ("DD-23",)


def to_shared(state: State, tried: Attempted) -> bool:
    """Whether the send is for a shared queue (DD-69)."""
    found = resolve(state, tried.session.queue_manager, tried.name)
    return found is not None and is_shared(found.local)


def _processor_runs(state: State, tried: Attempted) -> tuple[str, ...]:
    """The rules by which the delivery delay processor runs; a send that it refused tells of it (DD-89)."""
    return state.queue_managers[tried.session.queue_manager].why


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
