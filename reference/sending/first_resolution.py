"""When an application resolves the destination of a producer: at the send or at the creation, left open.

The application makes the first resolution (DD-74), and with it persistence and priority as the queue defines
are settled (DD-77, DD-78). No document says that it waits for the send: it may open what a producer is for
when it creates that, as it may find there that the queue is missing or authority (DD-75, DD-47). What it
does is taken to be the same for all producers: it stays open until a message shows it. Where the name leads
to another queue by the send, it may go there with what the first one defined.

What is documented to be asked at the send (DD-46, DD-110 to DD-112) is asked then by either reading, of a
queue that is there. So a queue that was deleted since is not found, whatever was found at the creation. What
a producer is good for that has opened a queue, when its name leads to another one now, is said nowhere.
"""

from typing import NamedTuple

from msgspec.structs import replace

from mqtck.reference.chapters import whose_defaults
from mqtck.reference.chapters.resolution import Resolved, as_queue_defines, nested, resolve, resolve_local
from mqtck.reference.state.callers import session_of
from mqtck.reference.state.clients import Leading, Opened, Producer
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.queue_keys import queue_name
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.messages import QueueDestination

from . import destination_priority
from .send_controls import Attempted


class Reading(NamedTuple):
    """A state in which this is settled as far as the send goes, and what its name leads to by it."""

    state: State
    resolved: Resolved | None
    way: Leading | None


def opened(state: State, queue_manager: str, destination: QueueDestination | None) -> Opened | None:
    """What the destination of a producer leads to now; of a cluster an instance is chosen later (DD-21)."""
    resolved = None if destination is None else resolve(state, queue_manager, destination.queue)
    if destination is None or resolved is None:
        return None
    way = whose_defaults.leading(state, queue_manager, destination.queue, resolved)
    return Opened(resolved.local, resolved.onward, way, resolved.instances)


def outdated(before: State, after: State) -> State:
    """The state after definitions have changed: which producers may have opened what is not the same now."""
    if after.definitions is before.definitions:
        return after
    producers = after.producers
    for name, producer in producers.items():
        known = _leads_to(before, producer)
        if known is not None and known != _leads_to(after, producer):
            producers = producers.set(name, replace(producer, outdated=True))
    return replace(after, producers=producers)


def _leads_to(state: State, producer: Producer) -> tuple[object, ...] | None:
    """The queue behind a producer's own destination, and whether definitions are nested; None without one.

    Attributes, which `opened` keeps, are left out: a queue that is altered is still the same one.
    """
    if producer.destination is None:
        return None
    queue_manager, queue = session_of(state, producer.session).queue_manager, producer.destination.queue
    resolved = resolve(state, queue_manager, queue)
    if resolved is None:
        return None
    return resolved.local, resolved.onward, nested(state, queue_manager, queue)


def readings(state: State, tried: Attempted, resolved: Resolved | None) -> tuple[Reading, ...]:
    """By each reading of a destination's priority, of when it is resolved, and of what its queue defines."""
    found = tuple(
        reading
        for one in destination_priority.readings(state, tried)
        for reading in _now_or_early(one, tried, resolved)
    )
    if not as_queue_defines(tried.destination):
        return found
    return tuple(
        reading._replace(state=one, way=way)
        for reading in found
        for way in _ways(reading)
        for one in whose_defaults.readings(reading.state, way)
    )


def _ways(reading: Reading) -> tuple[Leading | None, ...]:
    if reading.way is None or reading.resolved is None:
        return (reading.way,)
    return whose_defaults.of_each_instance(reading.state, reading.way, reading.resolved.instances)


def _now_or_early(state: State, tried: Attempted, resolved: Resolved | None) -> tuple[Reading, ...]:
    """By each reading that is open, the preferred first: where the name leads now, or led at the creation."""
    now = Reading(state, resolved, _way(state, tried, resolved))
    then = tried.producer.opened
    if then is None or state.opened_early is Answer.NO or tried.destination != tried.producer.destination:
        return (now,)
    kept = resolve_local(state, then.local)
    mixed = _mixed(now, then, tried)
    if kept is None or _same(now, then, tried):
        return (now, *mixed)
    kept = replace(kept, onward=then.onward, instances=then.instances)
    early = Reading(replace(state, opened_early=Answer.YES), kept, then.way)
    if state.opened_early is Answer.YES:
        return (early, *mixed)
    return (now._replace(state=replace(state, opened_early=Answer.NO)), early, *mixed)


def _mixed(now: Reading, then: Opened, tried: Attempted) -> tuple[Reading, ...]:
    """Where the name leads now, with what another queue defined at the creation."""
    if not tried.producer.outdated or not as_queue_defines(tried.destination):
        return ()
    if now.resolved is None or now.way is None or then.way is None:
        return ()
    alike = whose_defaults.defaults(now.way.attributes) == whose_defaults.defaults(then.way.attributes)
    return () if alike else (now._replace(way=then.way),)


def _way(state: State, tried: Attempted, resolved: Resolved | None) -> Leading | None:
    if resolved is None:
        return None
    return whose_defaults.leading(state, tried.session.queue_manager, tried.name, resolved)


def _same(now: Reading, then: Opened, tried: Attempted) -> bool:
    """Whether nothing tells the two readings apart for this message."""
    if now.resolved is None or now.way is None:
        return False
    in_cluster = bool(now.resolved.instances and then.instances)
    led = (now.resolved.local, now.resolved.onward) == (then.local, then.onward)
    if not led and not (in_cluster and queue_name(now.resolved.local) == queue_name(then.local)):
        return False
    if not as_queue_defines(tried.destination):
        return True
    return whose_defaults.defaults(now.way.attributes) == whose_defaults.defaults(then.way.attributes)
