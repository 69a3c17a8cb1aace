"""What a get or browse has passed over: the messages that had to be returned before the one that was.

Covers EX-15, EX-16 and X-28: what is certainly there and certainly precedes the message should have been
returned, and what may have been there is not, or has expired and was discarded (EX-12, EX-13).

Silent points: the order of delayed messages among themselves and relative to others (never judged, except by
priority); in which sequence the queue that a subscription has of its own delivers, by priority or FIFO; in
which one a message comes whose queue had the other when it was put there. So a client may have met on its way
what it keeps from its application (`client_discards`), or not.
"""

from collections.abc import Callable

from msgspec.structs import replace

from mqtck.reference.blame.messages import found_too_soon
from mqtck.reference.chapters.subscriptions import is_own_queue
from mqtck.reference.possibilities import breach
from mqtck.reference.queues.arrival_order import before, in_order_of_puts, perhaps_before, put_before
from mqtck.reference.queues.get_requests import (
    Reader,
    Request,
    certainly_unlocked,
    cursor_of,
    stands_on,
    visible,
)
from mqtck.reference.queues.transmission_queues import eligibility_rules, put_by_queue_manager
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.messages import Kind
from mqtck.reference.state.queue_keys import is_staging
from mqtck.reference.state.seats import lane_of
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import OnQueue, Route
from mqtck.reference.vocabulary.commands import DeliverySequence, GetMode, QueueAttributes
from mqtck.reference.vocabulary.results import Breach

from .between_queues import passed_by
from .client_discards import perhaps_withheld
from .known_by_looks import caused_by_look, force
from .not_found import absent


def passed_over(state: State, request: Request, serial: int, at: Interval) -> tuple[State, list[Breach]]:
    """EX-15, EX-16: nothing returnable precedes the message, and what had expired before it is gone."""
    queue = state.queues.get(request.queue_key, Queue())
    if serial not in queue.residents:
        return state, []
    breaches: list[Breach] = []
    known = state
    behind = _behind_cursor(state, queue, request)
    goes_on = request.mode is GetMode.BROWSE_NEXT
    passed = stands_on(queue, cursor_of(state, request)) if goes_on else None
    if request.reader is Reader.JMS_CLIENT:
        for other in perhaps_before(state, queue, serial):
            state = perhaps_withheld(state, other, request, at)
    for other in list(before(state, queue, serial, passed)):
        seat = queue.residents[other]
        if not certainly_unlocked(state, other, request) or not behind(other):
            continue
        # Nobody says in which sequence a queue delivers that a subscription has of its own.
        unsaid = is_own_queue(request.queue_key) and not put_before(state, other, serial)
        if unsaid or _order_is_open(state, request.queue_key, queue, serial, other):
            state = perhaps_withheld(state, other, request, at)
            continue
        if (silent := passed_by(state, other, request, at)) is not None:
            state = silent
        elif not seat.certain:
            if not caused_by_look(known, other, request.queue_key):
                state = absent(state, other, request, at)
                if _outranked(queue, other, serial):
                    state = replace(state, passed=state.passed.set(other, ("EX-16", "EX-12", "EX-13")))
        elif all(visible(status, request) for status in state.beliefs[other]) and not breaches:
            state, found = _out_of_turn(state, request.queue_key, queue, other, serial)
            breaches.append(found)
    return state, breaches


def _out_of_turn(state: State, queue_key: str, queue: Queue, other: int, serial: int) -> tuple[State, Breach]:
    """A message that was certainly there is passed over for one behind it: by which rules it comes first.

    X-28: the priority decides the order on a queue that was sent to; EX-16 is about what expired messages
    make of it. On the queue of a subscription it comes first in either sequence.
    """
    outranks = queue.residents[other].lane > queue.residents[serial].lane
    by_priority = outranks and not is_own_queue(queue_key)
    rules: tuple[str, ...] = ("X-28", "EX-16") if by_priority else ("EX-15", "EX-16")
    rules = (*rules, *_never_arrived(state, other))
    too_soon = found_too_soon(state, other)
    if too_soon is not None:
        early = too_soon.rules[:1]
        # What is certainly due is likelier out of its priority than counted too soon.
        unheeded = outranks and _certainly_due(state, other)
        rules = (*rules, *early) if unheeded else (*early, *rules)
        state = force(state, other, too_soon.belief)
    passed, shown = state.messages[other], state.messages[serial]
    expected = f"{passed.label} before {shown.label}"
    return state, breach((*rules, *eligibility_rules(passed)), expected, "it is passed over")


def _certainly_due(state: State, serial: int) -> bool:
    due = state.messages[serial].due
    return due is not None and due.latest <= state.previous


def _outranked(queue: Queue, other: int, serial: int) -> bool:
    """Whether by its priority alone a message comes before another, which was sent earlier."""
    return queue.residents[other].lane > queue.residents[serial].lane and other > serial


def _never_arrived(state: State, serial: int) -> tuple[str, ...]:
    """A message that is passed over may as well be lost, or not have been moved to its target yet."""
    routes = {one.route for one in state.beliefs[serial] if isinstance(one, OnQueue)}
    if Route.MOVED in routes:
        return ("DD-10", "DD-12")
    return ("DD-08",) if Route.DIRECT in routes and state.messages[serial].delivery_mode is not None else ()


def _order_is_open(state: State, queue_key: str, queue: Queue, *serials: int) -> bool:
    """No document here says which priority a report or a staged copy has; on a FIFO queue it does not matter.

    Nor does one say whether the descriptor that a queue manager puts in front of a message on a transmission
    queue has the priority of the message, or in which sequence a staging queue delivers that nobody had to
    define (DD-52, DD-63).
    """
    attributes = state.definitions.get(queue_key)
    fifo = isinstance(attributes, QueueAttributes) and (attributes.delivery_sequence is DeliverySequence.FIFO)
    sent = {Kind.APPLICATION, Kind.FAN_OUT}
    messages = [state.messages[serial] for serial in serials]
    resequenced = any(
        queue.residents[message.serial].lane != lane_of(state, queue_key, message) for message in messages
    )
    wrapped = [put_by_queue_manager(state, message, queue_key) for message in messages]
    unranked = any(wrapped) and (
        not all(wrapped) or len({queue.residents[serial].lane for serial in serials}) > 1
    )
    unknown = is_staging(queue_key) or unranked or any(message.kind not in sent for message in messages)
    return resequenced or (not fifo and unknown)


def _behind_cursor(state: State, queue: Queue, request: Request) -> Callable[[int], bool]:
    """Which messages a continued browse has still before it; all of them for every other get."""
    if request.mode is not GetMode.BROWSE_NEXT:
        return lambda _: True
    cursor = cursor_of(state, request)
    under, at = cursor.under, stands_on(queue, cursor)

    def behind(serial: int) -> bool:
        if at is None or under is None:
            return False
        lane = queue.residents[serial].lane
        return lane < at.lane or (lane == at.lane and in_order_of_puts(state, queue, under, serial))

    return behind
