"""Chapter "Publish/subscribe": whom a publish is for, what stands in its way, and which rules let it pass.

Covers DD-33 and DD-34 (retained publications), DD-120 to DD-122, DD-124 and X-30 (PMSGDLV and NPMSGDLV), and
DD-53, DD-116 as far as copies must find room to be staged. What is checked of any send is in `sends` and
`send_checks`. Left out: what follows from a publish (`publishing`).

Silent points: whether a publish is refused because of a subscriber's queue that is full or inhibited, or by
now an alias of an alias; the attributes and the staging queue where nobody is subscribed; the authority to
publish; what persistence a topic defines; whether there is a topic without a topic object.
"""

from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace

from mqtck.reference.chapters import header_mapping
from mqtck.reference.chapters.client_restrictions import retention_conflict
from mqtck.reference.chapters.proxy_subscriptions import Proxy
from mqtck.reference.chapters.resolution import dead_letter_key, nested, resolved_key
from mqtck.reference.chapters.subscriptions import delivery_allows_delay, queue_of, topic_of
from mqtck.reference.queues.room import room_for
from mqtck.reference.queues.send_checks import Arriving, Obstacle, full, staging_obstacles
from mqtck.reference.state.intervals import Answer, opposite
from mqtck.reference.state.queue_keys import queue_name
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.constants import (
    DeliveryMode,
    DestinationPersistence,
    Persistence,
    ReasonCode,
    Report,
)
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.publications import MessageDelivery

from .same_object import with_kept_reply
from .send_controls import Attempted
from .sends import client_obstacles, refers_to_unusable
from .wrongful_refusals import has_long_correlation_id, life_must_do


class Audience(NamedTuple):
    """Whom a publication is for: subscriptions of its own queue manager, and proxy subscriptions."""

    local: list[str]
    remote: list[Proxy]

    @property
    def fewest(self) -> int:
        return len(self.local) + sum(proxy.known is Answer.YES for proxy in self.remote)

    @property
    def most(self) -> int:
        return len(self.local) + len(self.remote)


def publish_obstacles(state: State, tried: Attempted, audience: Audience) -> list[Obstacle]:
    """Every reason for which this publish must or may be refused."""
    manager = tried.session.queue_manager
    found = client_obstacles(state, tried)
    retained = retention_conflict(tried.message.retained, tried.delay)
    found.append(Obstacle(ReasonCode.OPTIONS_ERROR, retained, ("DD-33",)))
    unsaid = Answer.NO if tried.session.user is None else Answer.UNSURE
    found.append(Obstacle(ReasonCode.NOT_AUTHORIZED, unsaid, ()))
    if tried.delay:
        found += [_delivery_obstacle(state, tried, audience), *_staging_obstacles(state, tried, audience)]
    if tried.delay and refers_to_unusable(state, tried):
        found.append(Obstacle(ReasonCode.UNKNOWN_OBJECT_NAME, Answer.UNSURE, ("DD-113",)))
    healthy = _all_taken(state, audience, tried)
    found.append(Obstacle(ReasonCode.PUT_INHIBITED, Answer.NO if healthy else Answer.UNSURE, ()))
    if not state.queue_managers[manager].running:
        found.append(Obstacle(ReasonCode.Q_MGR_NOT_AVAILABLE, Answer.YES, ()))
    return [obstacle for obstacle in found if obstacle.refusal is not Answer.NO]


def unknown_topic(state: State, tried: Attempted, outcome: Refused) -> list[Obstacle]:
    """Whether there is a topic without a topic object is open; if not, this is why it is refused."""
    known = topic_of(state, tried.session.queue_manager, tried.name) is not None
    if known or outcome.reason != ReasonCode.UNKNOWN_OBJECT_NAME:
        return []
    return [Obstacle(ReasonCode.UNKNOWN_OBJECT_NAME, Answer.UNSURE, ())]


def _delivery_obstacle(state: State, tried: Attempted, audience: Audience) -> Obstacle:
    """DD-120 to DD-122; X-30 where it is the topic of the application that makes it persistent or not."""
    allowed = {
        delivery_allows_delay(state, tried.session.queue_manager, tried.name, persistence)
        for persistence in _possible_persistences(tried)
    }
    refusal = opposite(allowed.pop()) if len(allowed) == 1 else Answer.UNSURE
    if not audience.fewest:
        refusal = min(refusal, Answer.UNSURE)
    first, *others = attribute_rules(tried)
    rules = (first, "DD-122", *others) if others else ("DD-122", first)
    return Obstacle(ReasonCode.PUBLICATION_FAILURE, refusal, rules)


def _staging_obstacles(state: State, tried: Attempted, audience: Audience) -> list[Obstacle]:
    """A copy must find room on the staging queue (DD-53); whether without a subscriber one must is open.

    DD-116 asks for all copies. What a topic with ALLAVAIL does where some find room is open: the publication
    fails, or those go that can.
    """
    manager, user = tried.session.queue_manager, tried.session.user
    of_one = staging_obstacles(state, manager, user, tried.length)
    if not audience.fewest:
        return [replace(one, refusal=min(one.refusal, Answer.UNSURE), counted=Answer.NO) for one in of_one]
    found = staging_obstacles(state, manager, user, tried.length, Arriving(audience.fewest, audience.most))
    return [replace(one, refusal=_for_any_copy(one, of_one), counted=one.refuses) for one in found]


def _for_any_copy(obstacle: Obstacle, of_one: list[Obstacle]) -> Answer:
    """How sure the refusal is: where a single copy finds room, that all do not is no reason for certain."""
    if obstacle.reason is not ReasonCode.Q_FULL or obstacle.refusal is not Answer.YES:
        return obstacle.refusal
    filled = any(one.reason is obstacle.reason and one.refusal is Answer.YES for one in of_one)
    return Answer.YES if filled else Answer.UNSURE


def _all_taken(state: State, audience: Audience, tried: Attempted) -> bool:
    """Whether the queues of all subscriptions certainly take a publication now.

    Some deliver to one queue, and some to one where confirmations of the arrival of others may come first.
    """
    length = tried.length
    subscriptions = [state.subscriptions[name] for name in audience.local]
    if any(nested(state, one.queue_manager, queue_name(one.queue)) for one in subscriptions):
        return False
    queues = [queue_of(state, one) for one in subscriptions]
    copies = Counter(queue.local for queue in queues if queue is not None)
    confirmed = _confirmed_to(state, tried)
    for queue in queues:
        if queue is None or room_for(state, queue, length) is not Answer.YES:
            return False
        count = copies[queue.local] + (len(queues) if queue.local in confirmed else 0)
        if count > 1 and full(state, queue.local, queue.attributes, Arriving(count, count)) is not Answer.NO:
            return False
    return True


def _confirmed_to(state: State, tried: Attempted) -> frozenset[str]:
    """The queues to which confirmations of arrival may come while an undelayed publication is distributed."""
    if tried.delay or not tried.message.report & Report.COA:
        return frozenset()
    manager = tried.session.queue_manager
    reply = with_kept_reply(state, tried).message.reply_to
    named = "" if reply is None else resolved_key(state, manager, reply)
    return frozenset({named, dead_letter_key(state, manager)} - {""})


def publish_must_succeed(state: State, tried: Attempted, outcome: Refused) -> tuple[str, ...]:
    """Which rule says that this publish must not be refused."""
    delayed = tried.delay > 0
    if has_long_correlation_id(tried.message):
        return ("HM-44", "DD-08", "DD-124")
    match outcome.reason:
        case ReasonCode.EXPIRY_ERROR:
            return life_must_do(tried)
        case ReasonCode.PUBLICATION_FAILURE if not delayed:
            return ("DD-124",)
        case ReasonCode.PUBLICATION_FAILURE:
            return attribute_rules(tried)
        case ReasonCode.OPTIONS_ERROR if tried.message.group is not None:
            return ("DD-37",)
        case _ if tried.message.retained is not None:
            return ("DD-34",)
        case ReasonCode.OPTIONS_ERROR:
            return ("DD-34", "DD-37")
        case ReasonCode.Q_FULL if delayed:
            return ("DD-53", "DD-39", *attribute_rules(tried), "DD-34")
        case _ if delayed:
            return (*attribute_rules(tried), "DD-34")
        case _ if is_restricted(state, tried):
            return ("DD-124",)
        case _:
            return ("DD-08", "DD-124")


def attribute_rules(tried: Attempted) -> tuple[str, ...]:
    """DD-120, DD-121: of PMSGDLV or NPMSGDLV; X-30 first where the destination has decided which counts."""
    which = "DD-120" if persistence_of(tried) is Persistence.PERSISTENT else "DD-121"
    return ("X-30", which) if delivery_mode_of(tried) is not tried.delivery_mode else (which,)


def is_restricted(state: State, tried: Attempted) -> bool:
    """Whether the topic has other values than those that a delayed publication needs."""
    topic = topic_of(state, tried.session.queue_manager, tried.name)
    return topic is not None and {topic.persistent_delivery, topic.non_persistent_delivery} != {
        MessageDelivery.ALL_AVAILABLE
    }


def _possible_persistences(tried: Attempted) -> tuple[Persistence, ...]:
    return tuple(persistence_of(one) for one in as_topic_defines(tried))


def as_topic_defines(tried: Attempted) -> tuple[Attempted, ...]:
    """Both delivery modes where the topic defines the persistence, which is not documented here."""
    if tried.destination.persistence is not DestinationPersistence.QUEUE_DEFINITION:
        return (tried,)
    other = next(mode for mode in DeliveryMode if mode is not tried.delivery_mode)
    return (tried, tried._replace(delivery_mode=other))


def persistence_of(tried: Attempted) -> Persistence:
    """That of the publication, by its effective delivery mode (X-30)."""
    return header_mapping.persistence(delivery_mode_of(tried))


def delivery_mode_of(tried: Attempted) -> DeliveryMode:
    """X-30: the effective one, which the destination of the application may override (HM-09)."""
    match tried.destination.persistence:
        case DestinationPersistence.PERSISTENT:
            return DeliveryMode.PERSISTENT
        case DestinationPersistence.NON_PERSISTENT:
            return DeliveryMode.NON_PERSISTENT
        case _:
            return tried.delivery_mode
