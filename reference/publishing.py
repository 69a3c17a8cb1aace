"""Chapter "Publish/subscribe", the publish: what is refused, and which copies there are.

Covers DD-33 and DD-34 (retained publications), DD-76 and DD-115 to DD-117 (one copy for each subscription
that matches at the send, staged at once), DD-118 (one for a proxy subscription), DD-120 to DD-122, DD-124
and X-30 (PMSGDLV and NPMSGDLV). What becomes of the copies is decided in `delivery_attempts`.

Silent points: whether a publish is refused because of a subscriber's queue that is full or inhibited (an
undelayed one that meets such a queue is not judged); the attributes where nobody is subscribed; the ids
of the copies; how many there are where not all find room to be staged; the authority to publish; what
persistence and priority a topic defines; whether there is a topic without a topic object; whether a retained
publication that expires is reported beside its copies.
"""

from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace

from . import destination_priority, header_mapping
from .client_restrictions import exception_family, retention_conflict
from .enforcement import values_sent
from .hierarchies import fanned_out
from .mapping import bind_sent, sent_findings
from .message_expiry import life_end
from .owed_refusals import doubt, owe
from .possibilities import Possibility, Settled, unexpected
from .proxy_subscriptions import Proxy, proxies
from .puts import accept
from .resolution import resolve_local
from .room import counted_full, room_for
from .send_checks import Arriving, Obstacle, full, room_left, staging_obstacles
from .send_controls import Attempted, has_long_correlation_id
from .sends import (
    bind_answer,
    client_obstacles,
    due_after_send,
    fields_of,
    local_reply_to,
    preferred_sent,
    refers_to_unusable,
    settle_refused,
    wrongly_accepted,
)
from .state.beliefs import AS_PUBLISHED, add, learn
from .state.clients import UnitOfWork
from .state.intervals import Answer, Interval, opposite
from .state.messages import Kind, Message
from .state.queue_keys import key, queue_name
from .state.state import State
from .state.statuses import Cause, Ended
from .subscriptions import delivery_allows_delay, matching, queue_of, topic_of
from .vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    DeliveryMode,
    DestinationPersistence,
    Persistence,
    ReasonCode,
    Report,
)
from .vocabulary.messages import body_of
from .vocabulary.outcomes import Done, Outcome, Refused, Sent
from .vocabulary.publications import MessageDelivery


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


def publish(state: State, tried: Attempted, at: Interval) -> Possibility:
    """A JMS send to a topic, through either API."""
    manager = tried.session.queue_manager
    audience = Audience(
        matching(state, manager, tried.name),
        proxies(state, manager, tried.name, at),
    )
    obstacles = _obstacles(state, tried, audience)

    def prefer() -> Outcome:
        first = next((o for o in obstacles if o.refuses is Answer.YES), None)
        if first is not None:
            return Refused(reason=int(first.reason), family=exception_family(tried.producer.api))
        return preferred_sent(state, _publication(state, tried, at), at)

    def settle(outcome: Outcome) -> Settled:
        match outcome:
            case Refused():
                rules = _must_succeed(state, tried, outcome)
                found = [*obstacles, *_unknown(state, tried, outcome)]
                return settle_refused(state, tried, found, outcome, at, rules)
            case Sent() | Done():
                seen = outcome if isinstance(outcome, Sent) else Sent()
                return destination_priority.joined(
                    _settle_published(one, sent, audience, obstacles, _publication(one, sent, at), seen, at)
                    for one in destination_priority.readings(state, tried)
                    for sent in _as_defined(tried)
                )
            case _:
                return unexpected(state, outcome)

    rules = tuple(dict.fromkeys(rule for obstacle in obstacles for rule in obstacle.rules))
    return Possibility(rules=rules, prefer=prefer, settle=settle)


# --- what stands in the way ----------------------------------------------------------------------------


def _obstacles(state: State, tried: Attempted, audience: Audience) -> list[Obstacle]:
    """Every reason for which this publish must or may be refused."""
    manager = tried.session.queue_manager
    found = client_obstacles(tried)
    retained = retention_conflict(tried.message.retained, tried.delay)
    found.append(Obstacle(ReasonCode.OPTIONS_ERROR, retained, ("DD-33",)))
    unsaid = Answer.NO if tried.session.user is None else Answer.UNSURE
    found.append(Obstacle(ReasonCode.NOT_AUTHORIZED, unsaid, ()))
    if tried.delay:
        found += [_delivery_obstacle(state, tried, audience), *_staging_obstacles(state, tried, audience)]
    if tried.delay and refers_to_unusable(state, tried):
        found.append(Obstacle(ReasonCode.UNKNOWN_OBJECT_NAME, Answer.UNSURE, ("DD-113",)))
    healthy = _all_taken(state, audience, _length(tried))
    found.append(Obstacle(ReasonCode.PUT_INHIBITED, Answer.NO if healthy else Answer.UNSURE, ()))
    if not state.queue_managers[manager].running:
        found.append(Obstacle(ReasonCode.Q_MGR_NOT_AVAILABLE, Answer.YES, ()))
    return [obstacle for obstacle in found if obstacle.refusal is not Answer.NO]


def _unknown(state: State, tried: Attempted, outcome: Refused) -> list[Obstacle]:
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
    first, *others = _attribute_rules(tried)
    rules = (first, "DD-122", *others) if others else ("DD-122", first)
    return Obstacle(ReasonCode.PUBLICATION_FAILURE, refusal, rules)


def _staging_obstacles(state: State, tried: Attempted, audience: Audience) -> list[Obstacle]:
    """A copy must find room on the staging queue (DD-53); without a subscriber nothing goes there.

    DD-116 asks for all copies. What a topic with ALLAVAIL does where some find room is open: the publication
    fails, or those go that can.
    """
    manager, user = tried.session.queue_manager, tried.session.user
    arriving = Arriving(audience.fewest, audience.most)
    found = staging_obstacles(state, manager, user, _length(tried), arriving)
    if audience.fewest:
        of_one = staging_obstacles(state, manager, user, _length(tried))
        return [replace(one, refusal=_for_any_copy(one, of_one), counted=one.refuses) for one in found]
    return [replace(one, refusal=min(one.refusal, Answer.UNSURE), counted=Answer.NO) for one in found]


def _for_any_copy(obstacle: Obstacle, of_one: list[Obstacle]) -> Answer:
    """How sure the refusal is: where a single copy finds room, that all do not is no reason for certain."""
    if obstacle.reason is not ReasonCode.Q_FULL or obstacle.refusal is not Answer.YES:
        return obstacle.refusal
    full = any(one.reason is obstacle.reason and one.refusal is Answer.YES for one in of_one)
    return Answer.YES if full else Answer.UNSURE


def _must_succeed(state: State, tried: Attempted, outcome: Refused) -> tuple[str, ...]:
    """Which rule says that this publish must not be refused."""
    delayed = tried.delay > 0
    if has_long_correlation_id(tried.message):
        return ("HM-44", "DD-08", "DD-124")
    match outcome.reason:
        case ReasonCode.EXPIRY_ERROR if delayed:
            return ("DD-28",) if tried.time_to_live == 0 else ("DD-25", "DD-26", "DD-30")
        case ReasonCode.EXPIRY_ERROR:
            return ("DD-29", "HM-18")
        case ReasonCode.PUBLICATION_FAILURE if not delayed:
            return ("DD-124",)
        case ReasonCode.PUBLICATION_FAILURE:
            return _attribute_rules(tried)
        case ReasonCode.OPTIONS_ERROR if tried.message.group is not None:
            return ("DD-37",)
        case _ if tried.message.retained is not None:
            return ("DD-34",)
        case ReasonCode.OPTIONS_ERROR:
            return ("DD-34", "DD-37")
        case ReasonCode.Q_FULL if delayed:
            return ("DD-53", "DD-39", *_attribute_rules(tried), "DD-34")
        case _ if delayed:
            return (*_attribute_rules(tried), "DD-34")
        case _ if _restricted(state, tried):
            return ("DD-124",)
        case _:
            return ("DD-08", "DD-124")


# --- what follows ----------------------------------------------------------------------------------------


def _settle_published(
    state: State,
    tried: Attempted,
    audience: Audience,
    obstacles: list[Obstacle],
    publication: Message,
    outcome: Sent,
    at: Interval,
) -> Settled:
    """Accepted: wrong where an obstacle certainly stands in the way; what of it may wait for the commit."""
    judged = [o for o in obstacles if o.refusal is Answer.YES and o.rules]
    late = tried.transacted and tried.delay > 0
    at_once = [o for o in judged if not (late and o.reason not in _REFUSED_AT_ONCE)]
    found, compared = sent_findings(state, publication, tried, outcome, at)
    breaches = [wrongly_accepted(at_once[0])] if at_once else []
    silent = _said_nothing_of(tried, audience, obstacles)
    state = state if late else room_left(state, obstacles, audience.fewest)
    state = bind_sent(add(state, publication, (AS_PUBLISHED,)), publication.serial, outcome)
    state = bind_answer(state, publication)
    state = _copied(state, tried, audience, publication, at)
    if late:
        state = owe(state, tried, ())
    if late and obstacles:
        state = doubt(state, tried)
    state = _retained(state, tried, publication)
    doom = [o for o in judged if o not in at_once and o.reason is ReasonCode.PUBLICATION_FAILURE]
    if doom and audience.fewest:
        unit = state.units.get(tried.unit, UnitOfWork())
        doomed = replace(unit, doomed=doom[0].rules)
        state = replace(state, units=state.units.set(tried.unit, doomed))
    exercised = compared | _controls(state, tried, audience)
    exercised |= {rule for obstacle in obstacles for rule in obstacle.rules if obstacle not in doom}
    return Settled((state,), (*breaches, *found), silent, exercised)


_REFUSED_AT_ONCE = frozenset({ReasonCode.EXPIRY_ERROR, ReasonCode.OPTIONS_ERROR})
"""Reasons for which a publish in a unit of work must fail itself; others may show at the commit (DD-122)."""


def _said_nothing_of(tried: Attempted, audience: Audience, obstacles: list[Obstacle]) -> str:
    """Why nothing that follows can be judged; empty where it can."""
    if tried.message.retained and tried.message.report & Report.EXPIRATION and tried.time_to_live:
        return "no rule speaks of the expiry of a retained publication itself"
    if audience.most and tried.destination.priority == PRIORITY_AS_QUEUE_DEFINITION:
        return "no rule speaks of a publication of the priority that the topic defines"
    unhealthy = any(o.reason is ReasonCode.PUT_INHIBITED and not o.rules for o in obstacles)
    if unhealthy and not tried.delay:
        return "no rule speaks of an undelayed publication for a queue that does not take it"
    if tried.delay and audience.most > 1 and any(o.reason is ReasonCode.Q_FULL for o in obstacles):
        return "no rule says how many copies go to a staging queue that has no room for all"
    if audience.remote and not tried.delay and tried.transacted:
        return "no rule speaks of an undelayed publication in a unit of work on its way elsewhere"
    return ""


def _publication(state: State, tried: Attempted, at: Interval) -> Message:
    """What stands for the publication; its copies differ in whom they are for."""
    expiry = header_mapping.expiry_values(tried.time_to_live)
    expiry = values_sent(state, tried.session.queue_manager, tried.time_to_live, expiry)
    return Message(
        serial=state.next_serial,
        label=tried.message.label,
        length=_length(tried),
        kind=Kind.APPLICATION,
        queue_manager=tried.session.queue_manager,
        name=tried.name,
        first="",
        sent=at,
        delay=tried.delay,
        expiry=expiry,
        life_end=life_end(at, expiry),
        time_to_live=tried.time_to_live,
        delivery_mode=_delivery_mode(tried),
        persistence=_persistence(tried),
        priority=_priority(state, tried),
        report=tried.message.report,
        reply_to=local_reply_to(tried),
        fields=fields_of(state, tried),
        user=tried.session.user,
        topic=tried.name,
        retained=tried.message.retained,
    )


def _copied(state: State, tried: Attempted, audience: Audience, publication: Message, at: Interval) -> State:
    """DD-116: a copy for each matching subscription, for a proxy subscription one in all (DD-118)."""
    known = replace(state.known[publication.serial], message_id=None)
    siblings = audience.most - 1 + sum(len(proxy.entitled) for proxy in audience.remote)
    due = due_after_send(at, tried.delay)
    copy = replace(publication, publication=publication.serial, siblings=siblings, due=due)
    serials: list[int] = []
    for name in audience.local:
        landing = queue_of(state, state.subscriptions[name]) if due is None else None
        queue = state.subscriptions[name].queue if landing is None else landing.local
        one = replace(
            copy,
            serial=state.next_serial,
            subscription=name,
            first=queue,
            name=queue_name(queue),
        )
        if due is None and _turned_away(state, one):
            state = add(state, one, (Ended(Cause.LOST),))
        else:
            state = accept(state, one, tried.unit_of_work, at)
        serials.append(one.serial)
    for proxy in audience.remote:
        one = replace(copy, serial=state.next_serial, proxy=proxy.queue_manager, entitled=proxy.entitled)
        serials.append(one.serial)
        state = replace(state, copies=state.copies.set(publication.serial, tuple(serials)))
        state = _towards(state, tried, one, proxy, at)
        serials = list(state.copies[publication.serial])
    for serial in serials:
        state = replace(state, known=state.known.set(serial, known))
    return replace(state, copies=state.copies.set(publication.serial, tuple(serials)))


def _turned_away(state: State, copy: Message) -> bool:
    """Whether the reference's own queue does not take an undelayed copy, behind which nothing is judged."""
    queue = resolve_local(state, copy.first)
    takes = room_for(state, queue, copy.length)
    return takes is Answer.NO or (takes is Answer.UNSURE and counted_full(state, queue, 0))


def _towards(state: State, tried: Attempted, copy: Message, proxy: Proxy, at: Interval) -> State:
    """The copy for a proxy subscription; without a delay it is on its way at once."""
    if copy.due is None:
        return fanned_out(add(state, copy, (Ended(Cause.FORWARDED),)), copy, at)
    state = accept(state, copy, tried.unit_of_work, at)
    if proxy.known is Answer.YES:
        return state
    return learn(state, copy.serial, (*state.beliefs[copy.serial], Ended(Cause.FORWARDED))) or state


def _retained(state: State, tried: Attempted, publication: Message) -> State:
    """The retained publication of the topic, or what may be it until a unit of work is committed."""
    if tried.message.retained is None:
        return state
    topic = key(tried.session.queue_manager, tried.name)
    before = state.retained.get(topic, ()) if tried.transacted or tried.delay else ()
    return replace(state, retained=state.retained.set(topic, (*before, publication.serial)))


def _controls(state: State, tried: Attempted, audience: Audience) -> frozenset[str]:
    """The rules that say that this publish is accepted."""
    found = set()
    if tried.delay:
        found |= {"DD-34", "DD-37"} if tried.message.group is None else set()
        explicit = topic_of(state, tried.session.queue_manager, tried.name) is not None
        found |= set(_attribute_rules(tried)) if explicit and audience.local else set()
    elif tried.message.retained is not None:
        found.add("DD-34")
    elif _restricted(state, tried):
        found.add("DD-124")
    return frozenset(found)


def _attribute_rules(tried: Attempted) -> tuple[str, ...]:
    which = "DD-120" if _persistence(tried) is Persistence.PERSISTENT else "DD-121"
    return ("X-30", which) if _delivery_mode(tried) is not tried.delivery_mode else (which,)


def _restricted(state: State, tried: Attempted) -> bool:
    """Whether the topic has other values than those that a delayed publication needs."""
    topic = topic_of(state, tried.session.queue_manager, tried.name)
    return topic is not None and {topic.persistent_delivery, topic.non_persistent_delivery} != {
        MessageDelivery.ALL_AVAILABLE
    }


def _possible_persistences(tried: Attempted) -> tuple[Persistence, ...]:
    return tuple(_persistence(one) for one in _as_defined(tried))


def _as_defined(tried: Attempted) -> tuple[Attempted, ...]:
    """Both delivery modes where the topic defines the persistence, which is not documented here."""
    if tried.destination.persistence is not DestinationPersistence.QUEUE_DEFINITION:
        return (tried,)
    other = next(mode for mode in DeliveryMode if mode is not tried.delivery_mode)
    return (tried, tried._replace(delivery_mode=other))


def _persistence(tried: Attempted) -> Persistence:
    return header_mapping.persistence(_delivery_mode(tried))


def _delivery_mode(tried: Attempted) -> DeliveryMode:
    """X-30: the effective one, which the destination of the application may override (HM-09)."""
    match tried.destination.persistence:
        case DestinationPersistence.PERSISTENT:
            return DeliveryMode.PERSISTENT
        case DestinationPersistence.NON_PERSISTENT:
            return DeliveryMode.NON_PERSISTENT
        case _:
            return tried.delivery_mode


def _priority(state: State, tried: Attempted) -> int:
    own = destination_priority.that_counts(state, tried).priority
    return tried.priority if own < 0 else own


def _length(tried: Attempted) -> int:
    return len(body_of(tried.message))


def _all_taken(state: State, audience: Audience, length: int) -> bool:
    """Whether the queues of all subscriptions certainly take a publication now: some deliver to one queue."""
    queues = [queue_of(state, state.subscriptions[name]) for name in audience.local]
    copies = Counter(queue.local for queue in queues if queue is not None)
    for queue in queues:
        if queue is None or room_for(state, queue, length) is not Answer.YES:
            return False
        count = copies[queue.local]
        if count > 1 and full(state, queue.local, queue.attributes, Arriving(count, count)) is not Answer.NO:
            return False
    return True
