"""The fixtures of the chapter "Publish/subscribe": topics and subscriptions come, change and go.

A JMS subscriber has a queue of its own, which comes and goes with the subscription; an administrative
subscription delivers to a queue of choice. What a change means for a publication that is on its way is
decided where that is delivered (`subscriptions.subscriber_is_gone`, `failure_to_put`).

Silent points: a subscription that is made anew under the name of a former one, as long as something of that
may be on its way (what follows is not judged); whether a new subscriber gets the retained publication of its
topic (accepted either way); when what waited at a subscription that has ended is removed (if it expires there
first, that may be reported); whether closing an administrative subscription, which has no consumer, ends it.
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.proxy_subscriptions import rerouted
from mqtck.reference.chapters.report_messages import asks_for
from mqtck.reference.chapters.subscriptions import own_queue, queue_of
from mqtck.reference.internal_work.work import rework, schedule
from mqtck.reference.possibilities import Possibility, Settled, not_carried_out, perhaps_begun
from mqtck.reference.queues.room import dead_letter_queue, room_for
from mqtck.reference.reporting.generated_reports import confirmation_reports
from mqtck.reference.state.beliefs import add, learn
from mqtck.reference.state.callers import session_of
from mqtck.reference.state.intervals import Answer, Interval, Moment
from mqtck.reference.state.messages import Demand, Kind, Message
from mqtck.reference.state.queue_keys import key, queue_name
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import (
    Belief,
    Cause,
    Ended,
    Held,
    OnQueue,
    Route,
    Staged,
    Status,
    Uncommitted,
)
from mqtck.reference.state.subscriptions import Subscriber, Subscription, Topic
from mqtck.reference.topics.hierarchies import come_late
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    Durability,
    JoinHierarchy,
    PublicationFixture,
    Subscribe,
    Unsubscribe,
)

SubscriptionCommand = PublicationFixture | Subscribe | CloseSubscriber | Unsubscribe

OWN_QUEUE: Final = QueueAttributes(max_depth=999_999_999, max_message_length=104_857_600)
"""The queue of a JMS subscriber: its limits are not documented, so none is assumed."""


def alter_subscriptions(state: State, command: SubscriptionCommand, at: Interval) -> Possibility:
    """A fixture of the chapter is carried out; whoever refuses one has changed nothing."""
    silent = _not_documented(state, command)

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Refused) and isinstance(command, PublicationFixture | Subscribe):
            return Settled((state,))
        if isinstance(outcome, Refused):
            return Settled((state,)) if _cannot_be_ended(state, command) else perhaps_begun(state, outcome)
        if not isinstance(outcome, Done):
            return not_carried_out(state, outcome)
        before = rework(state, at)
        after = rework(_reconsidered(_apply(before, command, at), command), at)
        return Settled((before, after) if _may_stay(state, command) else (after,), open=silent)

    def prefer() -> Outcome:
        return Refused(text="no such subscription") if _unknown(state, command) else Done()

    return Possibility(prefer=prefer, settle=settle)


def _unknown(state: State, command: SubscriptionCommand) -> bool:
    return (
        isinstance(command, CloseSubscriber | Unsubscribe) and command.subscription not in state.subscriptions
    )


def _cannot_be_ended(state: State, command: SubscriptionCommand) -> bool:
    """There is no such subscription, nobody is connected to it, or its queue manager does not run."""
    if not isinstance(command, CloseSubscriber | Unsubscribe):
        return False
    known = state.subscriptions.get(command.subscription)
    if known is None or not state.queue_managers[known.queue_manager].running:
        return True
    return isinstance(command, CloseSubscriber) and known.session is None


def _may_stay(state: State, command: SubscriptionCommand) -> bool:
    """Whether a subscription may outlive its being closed: an administrative one, which has no consumer."""
    known = state.subscriptions.get(command.subscription) if isinstance(command, CloseSubscriber) else None
    return known is not None and known.kind is Subscriber.ADMINISTRATIVE


def _not_documented(state: State, command: SubscriptionCommand) -> str:
    """Why nothing that follows can be judged; empty where it can."""
    if not isinstance(command, Subscribe | DefineSubscription):
        return ""
    known = state.subscriptions.get(command.subscription)
    resumed = (
        isinstance(command, Subscribe)
        and known is not None
        and known.kind is Subscriber.DURABLE
        and command.durability is Durability.DURABLE
        and known.topic_string == command.topic_string
        and known.session is None
        and known.queue_manager == session_of(state, command.session).queue_manager
    )
    again = command.subscription in state.former and _on_the_way(state, command.subscription)
    if again or (known is not None and not resumed):
        return f"no rule speaks of another subscription of the name {command.subscription}"
    if any(command.topic_string in unit.published for unit in state.units.values()):
        return "no rule speaks of a subscription between an undelayed publish and its commit"
    return ""


def _on_the_way(state: State, subscription: str) -> bool:
    """Whether a copy for a subscription of that name may still be delivered to it, or distributed."""
    return bool(state.neighbours) or any(
        message.subscription == subscription
        and any(isinstance(status, Staged | Uncommitted | Held) for status in state.beliefs[serial])
        for serial, message in state.messages.items()
    )


def _apply(state: State, command: SubscriptionCommand, at: Interval) -> State:
    match command:
        case DefineTopic():
            topic = Topic(command.topic_string, command.persistent_delivery, command.non_persistent_delivery)
            return replace(state, topics=state.topics.set(key(command.queue_manager, command.topic), topic))
        case AlterTopic():
            return _alter_topic(state, command)
        case DeleteTopic(topic=name, queue_manager=manager):
            known = key(manager, name) in state.topics
            return replace(state, topics=state.topics.delete(key(manager, name))) if known else state
        case DefineSubscription(queue=queue, queue_manager=manager):
            made = Subscription(
                Subscriber.ADMINISTRATIVE, manager, command.topic_string, key(manager, queue), at
            )
            return _subscribed(state, command.subscription, made, at)
        case Subscribe():
            return _subscribe(state, command, at)
        case CloseSubscriber(subscription=name):
            return disconnected(state, name, at)
        case Unsubscribe(subscription=name):
            return unsubscribed(state, name, at)
        case JoinHierarchy(parent=parent, queue_manager=child):
            state = rerouted(state, at)
            return _joined(_joined(state, parent, child), child, parent)


def _reconsidered(state: State, command: SubscriptionCommand) -> State:
    """Whether a commit asks what a topic allows by then is open, where the publish has not asked (DD-122)."""
    if not isinstance(command, AlterTopic | DefineTopic | DeleteTopic):
        return state
    units = state.units
    for name, unit in units.items():
        if unit.doomed:
            units = units.set(name, replace(unit, doomed=(), doubtful=True))
    return state if units is state.units else replace(state, units=units)


def _alter_topic(state: State, command: AlterTopic) -> State:
    name = key(command.queue_manager, command.topic)
    old = state.topics.get(name)
    if old is None:
        return state
    altered = Topic(
        old.topic_string,
        command.persistent_delivery or old.persistent_delivery,
        command.non_persistent_delivery or old.non_persistent_delivery,
    )
    return replace(state, topics=state.topics.set(name, altered))


def _joined(state: State, one: str, other: str) -> State:
    near = state.neighbours.get(one, ())
    return replace(state, neighbours=state.neighbours.set(one, (*near, other)))


def _subscribe(state: State, command: Subscribe, at: Interval) -> State:
    """A new subscriber, or the durable subscription of that name goes on (DD-107)."""
    name = command.subscription
    known = state.subscriptions.get(name)
    if known is not None:
        resumed = replace(known, session=command.session)
        return replace(state, subscriptions=state.subscriptions.set(name, resumed))
    durable = command.durability is Durability.DURABLE
    manager = session_of(state, command.session).queue_manager
    queue = key(manager, own_queue(name))
    state = replace(state, definitions=state.definitions.set(queue, OWN_QUEUE))
    made = Subscription(
        Subscriber.DURABLE if durable else Subscriber.NON_DURABLE,
        manager,
        command.topic_string,
        queue,
        at,
        command.session,
    )
    return _subscribed(state, name, made, at)


def _subscribed(state: State, name: str, made: Subscription, at: Interval) -> State:
    """Nothing published before comes to a new subscriber, but for what is retained (DD-76).

    What another queue manager has published may be on its way (DD-119).
    """
    former = state.former.delete(name) if name in state.former else state.former
    state = replace(state, subscriptions=state.subscriptions.set(name, made), former=former)
    for publication in state.retained.get(key(made.queue_manager, made.topic_string), ()):
        published = state.messages[publication]
        copy = replace(
            published,
            serial=state.next_serial,
            first=made.queue,
            name=queue_name(made.queue),
            publication=publication,
            subscription=name,
            siblings=1,
        )
        state = add(state, copy, _places_of_retained(state, made, copy, at))
        copies = (*state.copies.get(publication, ()), copy.serial)
        state = replace(state, copies=state.copies.set(publication, copies))
        state = schedule(confirmation_reports(state, copy, Moment(at, at, 0)), copy)
    return come_late(state, name, at) if made.queue_manager in state.neighbours else state


def _places_of_retained(state: State, made: Subscription, copy: Message, at: Interval) -> Belief:
    """On the subscription's queue, or nowhere; also on the dead-letter queue if that does not take it."""
    queue = queue_of(state, made)
    taken = room_for(state, queue, copy.length)
    places: list[Status] = []
    if queue is not None and taken is not Answer.NO:
        places.append(OnQueue(queue.local, at, Route.GENERATED))
    places.append(Ended(Cause.LOST))
    dead_letter = dead_letter_queue(state, made.queue_manager)
    if taken is not Answer.YES and dead_letter is not None:
        places.append(OnQueue(dead_letter.local, at, Route.GENERATED))
    return tuple(places)


def disconnected(state: State, name: str, at: Interval) -> State:
    """The subscriber is closed: only a durable subscription outlives that (DD-107)."""
    known = state.subscriptions.get(name)
    if known is None or known.kind is not Subscriber.DURABLE:
        return unsubscribed(state, name, at)
    closed = replace(known, session=None, closed=at)
    return replace(state, subscriptions=state.subscriptions.set(name, closed))


def unsubscribed(state: State, name: str, at: Interval) -> State:
    """The subscription is gone, and with it a queue of its own and what is on it (DD-106)."""
    known = state.subscriptions.get(name)
    if known is None:
        return state
    definitions = state.definitions
    if known.kind is not Subscriber.ADMINISTRATIVE:
        definitions = definitions.delete(known.queue)
        state = _queue_lost(state, known.queue)
    state = _no_longer_owed(state, name, known.queue)
    if state.neighbours:
        state = replace(state, left=state.left.set(name, replace(known, since=at, told=frozenset())))
    return replace(
        state,
        definitions=definitions,
        subscriptions=state.subscriptions.delete(name),
        former=state.former.set(name, known.kind),
    )


def _queue_lost(state: State, queue: str) -> State:
    """Nobody can get what is on the queue any more; when it is removed there is not documented."""
    for serial in state.queues.get(queue, Queue()).residents:
        known = state.beliefs[serial]
        out_of_reach = [status for status in known if isinstance(status, OnQueue) and status.queue == queue]
        lost: list[Status] = [
            Ended(Cause.LOST, status.disposal)
            if isinstance(status, OnQueue) and status.queue == queue
            else status
            for status in known
        ]
        if asks_for(state.messages[serial], Kind.EXPIRATION):
            lost += out_of_reach
        state = learn(state, serial, tuple(dict.fromkeys(lost))) or state
    return state


def _no_longer_owed(state: State, name: str, queue: str) -> State:
    """What another queue manager has not distributed yet it need not distribute any more."""
    messages = state.messages
    for serial in state.queues.get(queue, Queue()).residents:
        message = state.messages[serial]
        if message.kind is Kind.FAN_OUT and message.subscription == name:
            messages = messages.set(serial, replace(message, demand=Demand.OPTIONAL))
    return replace(state, messages=messages)


def all_disconnected(state: State, queue_manager: str, at: Interval) -> State:
    """The queue manager ends, and with it the sessions of its subscribers."""
    for name, subscription in list(state.subscriptions.items()):
        if subscription.queue_manager == queue_manager and subscription.session is not None:
            state = disconnected(state, name, at)
    return state
