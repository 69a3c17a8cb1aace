"""Depth triggering: EX-36, expired messages that are still there count for it.

Covers a queue with TRIGTYPE(DEPTH) and its initiation queue; the trigger message never expires (EX-48).
A delayed message triggers when it arrives on its target, and not before (X-39).
Left out: other trigger types, trigger priorities.

Silent points: whether triggering is off once it has fired (a further trigger message is tolerated), and
whether it is on for a queue that was deep enough when its trigger was defined; what becomes of a trigger
message that its initiation queue does not take (the dead-letter queue, or nowhere); whether a report, a
reply of the IMS bridge or a trigger message that arrives triggers its queue; at which members of its group
a shared queue triggers (at any, at each, or at none); whether the name of an initiation queue that is an
alias, or that of a queue of another member of a cluster, is followed; whether what is put in a unit of work
that is still open triggers a queue, so that what arrives behind it does not, also if it is backed out.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.resolution import defined_key, queue_managers_of, resolve, resolve_local
from mqtck.reference.state.beliefs import NEVER, add, learn
from mqtck.reference.state.intervals import FOREVER, Answer, Interval, answer
from mqtck.reference.state.lateness import REPORT_TIME
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import is_shared, queue_name
from mqtck.reference.state.seats import EMPTY_QUEUE
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import (
    Belief,
    Cause,
    Coming,
    Disposal,
    Ended,
    Never,
    OnQueue,
    Route,
    Status,
    Uncommitted,
)
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.profile import ClockKind

from .room import dead_letter_queue, room_for

TRIGGER_LENGTH: Final = 684
"""Bytes of a trigger message, which is an MQTM."""


def initiation_queues(state: State, queue_key: str) -> Mapping[str, str]:
    """Where trigger messages of a queue go, and the queue manager of each; empty if it does not trigger.

    They stay at the queue's own queue manager, wherever its messages come from; those of a shared queue at
    any member of its group.
    """
    definition = state.definitions.get(queue_key)
    if not isinstance(definition, QueueAttributes) or definition.trigger is None:
        return {}
    name = definition.trigger.initiation_queue
    found: dict[str, str] = {}
    for manager in queue_managers_of(state, queue_key):
        found.setdefault(defined_key(state, manager, name), manager)
    return found


def triggered(
    state: State,
    queue_key: str,
    at: Interval,
    arrived: Message,
    before: frozenset[str] = frozenset(),
    *,
    unit: str = "",
) -> State:
    """The state after a message has arrived on a queue, with the trigger messages that are due.

    `arrived` is that message, which the commit of a `unit` has brought, if any; one that is uncommitted is
    about to be backed out. A trigger message may trigger its own queue in turn, but none of those that this
    has done `before`.
    """
    definition = state.definitions.get(queue_key)
    if not isinstance(definition, QueueAttributes) or definition.trigger is None:
        return state
    queue = state.queues.get(queue_key, EMPTY_QUEUE)
    depth = definition.trigger.depth
    fires = min(queue.armed, answer(queue.fewest >= depth, queue.most >= depth))
    generated = arrived.subject is not None or arrived.kind is Kind.TRIGGER
    open_when = generated or not _is_on(state, arrived.serial, queue_key)
    if open_when or is_shared(queue_key) or put_by_another_unit(state, queue, unit):
        fires = min(fires, Answer.UNSURE)
    if open_when:
        at = Interval(at.earliest, FOREVER)
    if fires is Answer.NO:
        return state
    until = None if open_when else at.latest + REPORT_TIME
    named = initiation_queues(state, queue_key)
    elsewhere = names_followed(state, named)
    taking = [one for one in named if _takes(state, one)]
    backed_out = all(isinstance(status, Uncommitted) for status in state.beliefs[arrived.serial])
    preferred = "" if generated or backed_out else next(iter((*taking, *named)), "")
    told = bool(taking) and not generated and not is_shared(queue_key)
    unsure = arrived.serial if fires is Answer.UNSURE and queue.armed is Answer.YES and told else None
    disarmed = replace(queue, armed=Answer.UNSURE, unsure_arrival=unsure)
    state = replace(state, queues=state.queues.set(queue_key, disarmed))
    for place, manager in {**named, **elsewhere}.items():
        message = _trigger_message(state.next_serial, arrived, manager, place, at)
        belief = _possible_places(state, message, at, until)
        if fires is not Answer.YES or place not in taking:
            belief = (*belief, NEVER) if place == preferred else (NEVER, *belief)
        state = add(_fired_by(state, queue_key, arrived, message), message, belief)
        before |= {queue_key}
        for there in dict.fromkeys(status.queue for status in belief if isinstance(status, OnQueue)):
            if there not in before:
                state = triggered(state, there, at, message, before)
    return state


def triggered_by_put(state: State, message: Message, at: Interval, *, unit: str = "") -> State:
    """The state after a put, or the commit or the rollback of one.

    One to a cluster has come to a queue of one of its members, or of none so far.
    """
    places = (
        status.queue for status in state.beliefs[message.serial] if isinstance(status, OnQueue | Uncommitted)
    )
    for queue in dict.fromkeys(places) if message.instances else (message.first,):
        state = triggered(state, queue, at, message, unit=unit)
    return state


def put_by_another_unit(state: State, queue: Queue, unit: str = "") -> bool:
    """What an open unit of work has put may have triggered already, with a trigger message at its commit."""
    return any(
        isinstance(status, Uncommitted) and status.session != unit
        for serial in queue.residents
        for status in state.beliefs[serial]
    )


def names_followed(state: State, named: Mapping[str, str]) -> Mapping[str, str]:
    """Where the names of initiation queues lead that are no queues of their queue managers: left open.

    What leaves the queue manager by a transmission queue is not followed.
    """
    found: dict[str, str] = {}
    for queue_key, manager in named.items():
        resolved = None if resolve_local(state, queue_key) else resolve(state, manager, queue_name(queue_key))
        if resolved is not None and resolved.onward is None:
            found.update(dict.fromkeys((resolved.local, *resolved.instances), manager))
    return found


def _takes(state: State, queue_key: str) -> bool:
    """Whether a queue certainly takes a trigger message."""
    return room_for(state, resolve_local(state, queue_key), TRIGGER_LENGTH) is Answer.YES


def _trigger_message(serial: int, arrived: Message, manager: str, queue_key: str, at: Interval) -> Message:
    """It keeps the delay of what has arrived, to tell what fired it (X-39)."""
    return Message(
        serial=serial,
        label="",
        length=0,
        kind=Kind.TRIGGER,
        queue_manager=manager,
        name=queue_name(queue_key),
        first=queue_key,
        sent=at,
        delay=arrived.delay,
    )


def _possible_places(state: State, message: Message, at: Interval, until: int | None) -> Belief:
    """Where a trigger message that has been made may be; on a real clock it may come until then."""
    place = OnQueue(message.first, at, Route.GENERATED)
    belief: Belief = (place,) if state.clock is ClockKind.VIRTUAL else (place, Coming((place,), until))
    dead_letters = None if _takes(state, message.first) else dead_letter_queue(state, message.queue_manager)
    if dead_letters is None:
        return belief
    return (*belief, place._replace(queue=dead_letters.local, disposal=Disposal.DISPOSED))


def _fired_by(state: State, queue_key: str, arrived: Message, message: Message) -> State:
    """The state in which a queue knows which message fired this trigger message."""
    queue = state.queues[queue_key]
    known = replace(queue, triggers=queue.triggers.set(arrived.serial, message.serial))
    return replace(state, queues=state.queues.set(queue_key, known))


def instead_by_now(state: State, message: Message, at: Interval) -> list[Status]:
    """Where a trigger message on its way goes that its initiation queue does not take when it comes."""
    if _takes(state, message.first):
        return []
    nowhere: list[Status] = [Ended(Cause.DROPPED)]
    dead_letters = dead_letter_queue(state, message.queue_manager)
    if dead_letters is None:
        return nowhere
    return [OnQueue(dead_letters.local, at, Route.GENERATED, Disposal.DISPOSED), *nowhere]


def _is_on(state: State, serial: int, queue_key: str) -> bool:
    """Whether a message has certainly come to a queue, and not perhaps gone meanwhile."""
    return all(isinstance(status, OnQueue) and status.queue == queue_key for status in state.beliefs[serial])


def not_triggered_yet(state: State, queue_key: str, arrived: int) -> bool:
    """Whether this message may have triggered the queue, and what was seen since tells that it had not.

    One that did not make the queue deep enough, as another one perhaps came behind it, may itself come last
    if that other one has not triggered.
    """
    triggers = state.queues.get(queue_key, EMPTY_QUEUE).triggers
    own = triggers.get(arrived)
    known = triggers.values() if own is None else (own,)
    return bool(triggers) and all(_perhaps_not_made(state, trigger) for trigger in known)


def _perhaps_not_made(state: State, trigger: int) -> bool:
    """Whether all that is known of a trigger message is that its initiation queue does not have it."""
    if trigger not in state.beliefs:
        return True
    first, belief = state.messages[trigger].first, state.beliefs[trigger]
    elsewhere = (
        isinstance(status, Never | Ended) or (isinstance(status, OnQueue) and status.queue != first)
        for status in belief
    )
    return NEVER in belief and all(elsewhere)


def perhaps_triggered(state: State, arrived: Message, places: Iterable[Status], at: Interval) -> State:
    """The state where a report or a reply that may be in one of these places may trigger its queue."""
    for place in places:
        if isinstance(place, OnQueue) and (
            arrived.serial not in state.queues.get(place.queue, EMPTY_QUEUE).triggers
            or not_triggered_yet(state, place.queue, arrived.serial)
        ):
            state = triggered(state, place.queue, at, arrived)
    return state


def fired(state: State, queue_key: str, depth: int) -> State:
    """EX-36: all that was seen at this depth was there when the last message arrived, so it did trigger.

    A browser shows at most what counts in the depth. On a real clock what came by itself may just have come,
    be it that message or another one, and the trigger message is on its way.
    """
    queue = state.queues.get(queue_key, EMPTY_QUEUE)
    definition = state.definitions.get(queue_key)
    if queue.unsure_arrival is None or not isinstance(definition, QueueAttributes):
        return state
    if definition.trigger is None or depth < definition.trigger.depth:
        return state
    if not _is_on(state, queue.unsure_arrival, queue_key):
        return state
    serial = queue.triggers[queue.unsure_arrival]
    there = _there_soon(state, state.beliefs[serial])
    return learn(decided(state, queue_key), serial, there) or state


def _there_soon(state: State, belief: Belief) -> Belief:
    """The belief in a trigger message that has been made, on a real clock perhaps just now."""
    places = tuple(status for status in belief if isinstance(status, OnQueue))
    if state.clock is ClockKind.VIRTUAL or not places:
        return tuple(status for status in belief if status != NEVER)
    return (*places, Coming(places, state.previous + REPORT_TIME))


def defined(state: State, queue_key: str, definition: QueueAttributes) -> State:
    """The state before a queue is defined so: what is deep enough already is not what reaches the depth."""
    old, new = state.definitions.get(queue_key), definition.trigger
    unchanged = isinstance(old, QueueAttributes) and old.trigger == new
    queue = state.queues.get(queue_key, EMPTY_QUEUE)
    if new is None or unchanged:
        return state
    # What another trigger has fired, or has not, tells nothing of this one.
    anew = replace(queue, triggers=EMPTY_QUEUE.triggers)
    if queue.most >= new.depth:
        anew = replace(anew, armed=min(queue.armed, Answer.UNSURE))
    return replace(state, queues=state.queues.set(queue_key, anew))


def decided(state: State, queue_key: str) -> State:
    """Nothing more is to be learned of whether the last message that came to a queue has triggered it."""
    queue = state.queues.get(queue_key)
    if queue is None or queue.unsure_arrival is None:
        return state
    return replace(state, queues=state.queues.set(queue_key, replace(queue, unsure_arrival=None)))
