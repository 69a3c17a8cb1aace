"""Chapter "Publish/subscribe": what follows from a publish, and which copies of the publication there are.

Covers DD-76 and DD-115 to DD-117 (one copy for each subscription that matches at the send, staged at once),
DD-118 (one for a proxy subscription), DD-34 and DD-124. What stands in the way of a publish is in
`publish_checks`, what becomes of the copies in `delivery_attempts`.

Silent points: an undelayed publication for a queue that does not take it, which is not judged; the ids of the
copies; how many there are where not all find room to be staged; what priority a topic defines; whether a
retained publication that expires is reported beside its copies.
"""

from msgspec.structs import replace

from mqtck.reference.chapters import header_mapping
from mqtck.reference.chapters.client_restrictions import exception_family
from mqtck.reference.chapters.message_expiry import life_end
from mqtck.reference.chapters.proxy_subscriptions import Proxy, proxies
from mqtck.reference.chapters.resolution import resolve_local
from mqtck.reference.chapters.subscriptions import matching, queue_of, topic_of
from mqtck.reference.possibilities import Possibility, Settled, unexpected
from mqtck.reference.queues.enforcement import values_sent
from mqtck.reference.queues.room import counted_full, room_for
from mqtck.reference.queues.send_checks import Obstacle, room_left
from mqtck.reference.state.beliefs import AS_PUBLISHED, add, learn
from mqtck.reference.state.clients import UnitOfWork
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import key, queue_name
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended
from mqtck.reference.topics.hierarchies import fanned_out
from mqtck.reference.vocabulary.constants import PRIORITY_AS_QUEUE_DEFINITION, ReasonCode, Report
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused, Sent

from . import destination_priority
from .mapping import bind_sent, sent_findings
from .owed_refusals import doubt, owe
from .publish_checks import (
    Audience,
    as_topic_defines,
    attribute_rules,
    delivery_mode_of,
    is_restricted,
    persistence_of,
    publish_must_succeed,
    publish_obstacles,
    unknown_topic,
)
from .puts import accept
from .refusals import perhaps_dropped, settle_refused, wrongly_accepted
from .same_object import as_object_says
from .send_controls import Attempted
from .sends import (
    bind_answer,
    due_after_send,
    fields_of,
    local_reply_to,
    preferred_sent,
)


def publish(state: State, tried: Attempted, at: Interval) -> Possibility:
    """A JMS send to a topic, through either API."""
    manager = tried.session.queue_manager
    audience = Audience(
        matching(state, manager, tried.name),
        proxies(state, manager, tried.name, at),
    )
    obstacles = publish_obstacles(state, tried, audience)

    def prefer() -> Outcome:
        first = next((o for o in obstacles if o.refuses is Answer.YES), None)
        if first is not None:
            return Refused(reason=int(first.reason), family=exception_family(tried.producer.api))
        return preferred_sent(state, _publication(state, tried, at), at)

    def settle(outcome: Outcome) -> Settled:
        match outcome:
            case Refused():
                rules = publish_must_succeed(state, tried, outcome)
                found = [*obstacles, *unknown_topic(state, tried, outcome)]
                return settle_refused(state, tried, found, outcome, at, rules)
            case Sent() | Done():
                seen = outcome if isinstance(outcome, Sent) else Sent()
                settled = destination_priority.joined(
                    _settle_published(one, sent, audience, obstacles, _publication(one, sent, at), seen, at)
                    for one in destination_priority.readings(state, tried)
                    for said in as_object_says(state, tried, seen)
                    for sent in as_topic_defines(said)
                )
                if audience.most or tried.message.retained:
                    return settled
                return _for_nobody(settled, state.next_serial)
            case _:
                return unexpected(state, outcome)

    return Possibility(prefer=prefer, settle=settle)


def _for_nobody(settled: Settled, serial: int) -> Settled:
    """Nothing shows which persistence a topic defines by a publication that nobody gets.

    A subscription before the commit of an undelayed one leaves all open anyway.
    """
    one = settled.states[0].messages[serial]
    found: list[State] = []
    for state in settled.states:
        shown = replace(state.messages[serial], delivery_mode=one.delivery_mode, persistence=one.persistence)
        like = replace(state, messages=state.messages.set(serial, shown))
        if like not in found:
            found.append(like)
    return replace(settled, states=tuple(found))


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
    silent = _not_documented(tried, audience, obstacles)
    state = state if late else room_left(state, obstacles, audience.fewest)
    state = bind_sent(add(state, publication, (AS_PUBLISHED,)), publication.serial, outcome)
    state = bind_answer(state, publication, tried)
    state = _copied(state, tried, audience, publication, at)
    if at_once:
        for serial in state.copies[publication.serial]:
            state = perhaps_dropped(state, serial)
    if tried.transacted and not tried.delay:
        unit = state.units.get(tried.unit, UnitOfWork())
        unit = replace(unit, published=(*unit.published, tried.name))
        state = replace(state, units=state.units.set(tried.unit, unit))
    if late and audience.fewest:
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


def _not_documented(tried: Attempted, audience: Audience, obstacles: list[Obstacle]) -> str:
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
        length=tried.length,
        kind=Kind.APPLICATION,
        queue_manager=tried.session.queue_manager,
        name=tried.name,
        first="",
        sent=at,
        delay=tried.delay,
        expiry=expiry,
        life_end=life_end(at, expiry),
        time_to_live=tried.time_to_live,
        delivery_mode=delivery_mode_of(tried),
        persistence=persistence_of(tried),
        priority=_priority(state, tried),
        report=tried.message.report,
        reply_to=local_reply_to(tried),
        fields=fields_of(state, tried),
        user=tried.session.user,
        topic=tried.name,
        retained=tried.message.retained,
        hinted=tried.producer.hinted,
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
        found |= set(attribute_rules(tried)) if explicit and audience.local else set()
    elif tried.message.retained is not None:
        found.add("DD-34")
    elif is_restricted(state, tried):
        found.add("DD-124")
    return frozenset(found)


def _priority(state: State, tried: Attempted) -> int:
    own = destination_priority.that_counts(state, tried).priority
    return tried.priority if own < 0 else own
