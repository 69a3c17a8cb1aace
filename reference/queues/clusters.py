"""Clustered destinations: DEFBIND with a delay, and the way of a message to one of several queues.

Covers DD-19 to DD-24, and EX-35 where a queue has the name of a clustered one. A destination is clustered
where its name resolves to a queue with CLUSTER set, of the sender's queue manager or of another member of one
of its clusters.

Silent points, each accepted either way: which instance is chosen, and at which of the two resolutions;
instances whose DEFBIND differ; DEFBIND altered during the delay; how soon a member that was down is tried
again; whether a message that is refused there holds back the others for that member, and how long; a queue
with CLUSTER on a queue manager that is no member; an alias of a clustered queue; which queue is meant by a
name that a local queue without CLUSTER shares with a cluster; what becomes of a message to an instance that
does not take it; and whether DEFBIND restricts a name that a queue, an alias or a remote queue shares with a
clustered one, and whose that is.
"""

from mqtck.reference.chapters.resolution import Resolved, clustered, resolve, resolve_local
from mqtck.reference.state.intervals import Answer, Interval, Moment
from mqtck.reference.state.lateness import RETRY_TIME
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import is_shared, owner, queue_name, transit_key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import (
    Belief,
    Cause,
    Disposal,
    Ended,
    OnQueue,
    Route,
    Staged,
    Status,
    Uncommitted,
)
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import QueueAttributes

from .room import counted_full, dead_letter_queue, room_for
from .send_checks import full

_UNSUITABLE = {
    DefaultBinding.ON_OPEN: ("DD-19", "DD-22"),
    DefaultBinding.ON_GROUP: ("DD-20", "DD-19", "DD-22"),
}


def binding_conflict(bindings: tuple[DefaultBinding, ...], delay: int) -> Answer:
    """Whether these DEFBIND values of a clustered destination exclude the delay: DD-19, DD-20, DD-21.

    DD-23: without a delay none does. DD-24: without an instance in a cluster there is nothing to exclude.
    """
    unsuitable = [binding is not DefaultBinding.NOT_FIXED for binding in bindings]
    if delay == 0 or not any(unsuitable):
        return Answer.NO
    return Answer.YES if all(unsuitable) else Answer.UNSURE


def restriction(state: State, queue_manager: str, queue: str, delay: int) -> tuple[Answer, tuple[str, ...]]:
    """Whether DEFBIND stands in the way of this send, and the rules that say so."""
    bindings = bindings_of(state, queue_manager, queue)
    found = binding_conflict(bindings, delay)
    rules = next((_UNSUITABLE[binding] for binding in bindings if binding in _UNSUITABLE), ())
    surely = found is Answer.NO or is_clustered(state, queue_manager, queue) is Answer.YES
    return (found if surely else Answer.UNSURE), rules


def bindings_of(state: State, queue_manager: str, queue: str) -> tuple[DefaultBinding, ...]:
    """DEFBIND of every instance that the name may stand for, and of a queue that shares it with them."""
    found = resolve(state, queue_manager, queue)
    if found is None:
        return ()
    names = dict.fromkeys((queue_name(found.local), queue))
    shared = (instance for name in names for instance in clustered(state, queue_manager, name))
    instances = dict.fromkeys((*found.instances, *shared))
    if found.attributes.cluster is not None or instances:
        instances[found.local] = None
    definitions = (state.definitions[instance] for instance in instances)
    return tuple(each.default_binding for each in definitions if isinstance(each, QueueAttributes))


def is_clustered(state: State, queue_manager: str, queue: str) -> Answer:
    """Whether the destination of that name is a clustered one; unsure where the documents leave it open."""
    if not bindings_of(state, queue_manager, queue):
        return Answer.NO
    found = resolve(state, queue_manager, queue)
    assert found is not None
    plainly = queue_name(found.local) == queue and found.attributes.cluster is not None
    known = found.local in clustered(state, queue_manager, queue)
    return Answer.YES if plainly and known else Answer.UNSURE


def arrivals(state: State, message: Message, at: Interval, route: Route) -> tuple[OnQueue | Ended, ...]:
    """Where a message may be that was put to a cluster: on one of the instances, or on its way there."""
    belief: list[OnQueue | Ended] = []
    for instance in that_may_take(state, message.queue_manager, message.instances, message.serial):
        if owner(instance) == message.queue_manager:
            belief.append(OnQueue(instance, at, route))
        else:
            belief += arrived_elsewhere(state, message, OnQueue(instance, at, Route.TRANSFERRED))
    on_its_way = OnQueue(transit_key(message.queue_manager), at, route)
    return tuple(dict.fromkeys((*belief, on_its_way)))


def arrived_elsewhere(state: State, message: Message, there: OnQueue) -> list[OnQueue | Ended]:
    """What a channel of the cluster makes of a message: it is there, or not if that queue does not take it.

    What it does then is not documented: it may wait to leave, be dead-lettered there or where it came from
    (AM-24 has senders do so, generally), or be discarded.
    """
    takes = room_for(state, resolve_local(state, there.queue), message.length, message.serial)
    if takes is Answer.YES:
        return [there]
    instead: list[OnQueue | Ended] = [Ended(Cause.UNDELIVERABLE, Disposal.BY_CHANNEL)]
    for end in (message.queue_manager, owner(there.queue)):
        dead_letter = dead_letter_queue(state, end)
        if dead_letter is not None:
            instead.insert(0, there._replace(queue=dead_letter.local, route=Route.TRANSFERRED))
    return [*instead, there] if takes is Answer.NO else [there, *instead]


def that_may_take(
    state: State, queue_manager: str, instances: tuple[str, ...], serial: int = 0
) -> tuple[str, ...]:
    """The instances without one of the sender's queue manager's own that is full (EX-35), preferred first.

    One that is full only as the reference counts, which keeps what has expired, comes last.
    """
    own = next((one for one in instances if owner(one) == queue_manager), None)
    here = None if own is None else resolve_local(state, own)
    if own is None or here is None:
        return instances
    others = tuple(one for one in instances if one != own)
    if full(state, own, here.attributes) is Answer.YES:
        return others
    return (*others, own) if counted_full(state, here, serial) else instances


def uncommitted(state: State, message: Message, unit: str) -> Belief:
    """Where a message to a cluster waits for the commit: on an instance, be it elsewhere, or to leave."""
    places = (
        *that_may_take(state, message.queue_manager, message.instances, message.serial),
        transit_key(message.queue_manager),
    )
    return tuple(Uncommitted(unit, queue) for queue in places)


# --- delivery ----------------------------------------------------------------------------------------


def is_remote_instance(message: Message, resolved: Resolved) -> bool:
    """Whether a queue that the message comes to belongs to another member of a cluster."""
    return owner(resolved.local) != message.queue_manager and not is_shared(resolved.local)


def delivered(state: State, message: Message, resolved: Resolved, moment: Moment) -> list[Status]:
    """Where a delivered message is (DD-10, DD-21); or on its way, where its channel may be late."""
    there: list[Status] = [OnQueue(resolved.local, moment.instant, Route.MOVED)]
    if not is_remote_instance(message, resolved) or hands_on(state, owner(resolved.local), moment):
        return there
    return [*there, OnQueue(transit_key(message.queue_manager), moment.instant, Route.MOVED)]


def hands_on(state: State, queue_manager: str, moment: Moment) -> bool:
    """Whether a channel has certainly handed on by now what waited for this member of a cluster.

    Channels between members run, but need a moment, and a member that is up. While it was down an attempt may
    have failed, and the next one comes within `RETRY_TIME`.
    """
    there = state.queue_managers[queue_manager]
    in_retry = there.started is not None and moment.at.earliest < there.started + RETRY_TIME
    return there.running and moment.passed > 0 and not in_retry


def perhaps_refused(state: State, serial: int) -> bool:
    """Whether an instance has perhaps not taken this message, which its channel then deals with."""
    return Ended(Cause.UNDELIVERABLE, Disposal.BY_CHANNEL) in state.beliefs[serial]


def beside_refused(state: State, message: Message, transit: str) -> bool:
    """Whether a message for the same member was perhaps refused there: their batch may be backed out."""
    members = {owner(instance) for instance in message.instances}
    return any(
        one != message.serial
        and perhaps_refused(state, one)
        and members.intersection(map(owner, state.messages[one].instances))
        for one in state.queues[transit].residents
    )


def refused_elsewhere(
    message: Message, status: Staged, resolved: Resolved, dead_letter: Resolved | None, instant: Interval
) -> list[Status]:
    """What else may become of a message that an instance elsewhere does not take: not documented.

    It may be kept here, wait to leave, arrive when it can, or be dead-lettered there, reported or not.
    """
    there: list[Status] = [
        Staged(status.queue, retrying=True),
        OnQueue(transit_key(message.queue_manager), instant, Route.MOVED),
        OnQueue(resolved.local, instant, Route.MOVED),
    ]
    if dead_letter is not None:
        dead = OnQueue(dead_letter.local, instant, Route.TRANSFERRED)
        there += [dead, dead._replace(disposal=Disposal.DISPOSED)]
    return there


def binding_changed(resolved: Resolved) -> bool:
    """A clustered target that does not suit any more: DEFBIND altered during the delay is open."""
    unsuitable = resolved.attributes.default_binding is not DefaultBinding.NOT_FIXED
    return resolved.attributes.cluster is not None and unsuitable
