"""Messages that were returned or shown: which one it was, whether it may be here, and what is known then.

Covers DD-01, DD-10, DD-61, EX-12 to EX-18, EX-41. What had to be returned before the message that was is not
there (EX-12, EX-13, EX-15, EX-16), or it is a breach that it was passed over.

Silent points: the order of delayed messages among themselves and relative to others (never judged,
except by priority); in which sequence the queue that a subscription has of its own delivers, by priority or
FIFO; whether a browse shows what an open unit of work has got.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from . import enforcement
from .arrival_order import before, in_order_of_puts, put_before
from .backouts import perhaps_out_of_the_way, put_away
from .between_queues import back_again, passed_by, was_missed_on_staging
from .blame.beside import returned_too_late
from .blame.channels import may_report, may_report_any, outlived_rules, report_rules, reported_with_data
from .blame.credit import found_where_it_belongs
from .blame.messages import found_too_soon, missing_rules, sighting_rules, stray_report_rules
from .blame.triggers import fired_too_soon
from .channels import under_way
from .combined import of_a_life_that_is_over
from .comparisons.sightings import (
    inspect,
    may_tell_a_failure,
    says_nothing_of_itself,
    shown_as_report,
    subject_of,
    vaguely_seen,
)
from .generated_reports import reports_of_a_get
from .get_requests import Match, Request, certainly_unlocked, cursor_of, stands_on, unlocked, visible
from .message_expiry import expired
from .not_found import absent
from .possibilities import Settled, breach
from .report_messages import from_elsewhere
from .state.beliefs import learn
from .state.clients import Cursor, UnitOfWork
from .state.intervals import Answer, Interval, Moment
from .state.messages import Kind, Message
from .state.queue_keys import is_staging
from .state.seats import place
from .state.state import Queue, State
from .state.statuses import (
    Belief,
    Cause,
    Ended,
    Held,
    OnQueue,
    Route,
    Staged,
    Uncommitted,
)
from .subscriptions import is_own_queue
from .tampering import came_to_staging
from .transmission_queues import eligibility_rules, is_transmission_queue
from .unseen_reports import perhaps_confirmed, perhaps_confirmed_at_once
from .vocabulary.commands import DeliverySequence, GetMode, QueueAttributes
from .vocabulary.messages import SeenMessage
from .vocabulary.results import Breach

OF_A_CHANNEL: Final = "no rule speaks of what a channel reports"

READINGS: Final = 4
"""How many messages are considered where it is not clear which one is shown."""


def settle_message(
    state: State, request: Request, seen: SeenMessage, at: Interval, candidates: tuple[int, ...]
) -> Settled:
    """The message shown, taken for the likeliest of those identified, or for the first that explains it."""
    if not candidates:
        return settle_stranger(state, request, seen)
    if request.wanted is not None:
        wanted = request.wanted
        candidates = tuple(sorted(candidates, key=lambda serial: serial not in wanted))
    if vaguely_seen(state, request.queue_key, seen, candidates):
        readings = [_settle_as(state, request, seen, at, serial) for serial in candidates[:READINGS]]
        possible = [one for one in readings if not one.breaches and not one.open]
        if possible:
            states = tuple(after for one in possible for after in one.states)
            spoken = frozenset.intersection(*(one.exercised for one in possible))
            return Settled(states, exercised=spoken)
    return best_reading(state, request, seen, at, candidates)[1]


def best_reading(
    state: State, request: Request, seen: SeenMessage, at: Interval, candidates: Sequence[int]
) -> tuple[int, Settled]:
    """Which of the messages that it may be is shown; where little is seen of it, it may be several.

    Of copies that look alike a look shows one that nobody else has locked, rather than one that is.
    """
    if state.locks and len(candidates) > 1:
        candidates = sorted(candidates, key=lambda serial: not unlocked(state, serial, request))
    first = _settle_as(state, request, seen, at, candidates[0])
    if first.breaches:
        for serial in candidates[1:READINGS]:
            settled = _settle_as(state, request, seen, at, serial)
            if not settled.breaches and not settled.open:
                return serial, settled
        untold = says_nothing_of_itself(seen)
        if untold and any(reported_with_data(state, one, request.queue_key) for one in candidates):
            return candidates[0], Settled((state,), open=OF_A_CHANNEL)
    return candidates[0], first


def _settle_as(state: State, request: Request, seen: SeenMessage, at: Interval, serial: int) -> Settled:
    browsing = request.mode not in (GetMode.DESTRUCTIVE, GetMode.UNDER_CURSOR)
    breaches: list[Breach] = []
    message = state.messages[serial]
    if state.beliefs[serial] == (Ended(Cause.MISSED),) and message.first == request.queue_key:
        # It was there all the time, and that it was not seen is a breach already; its place is not known.
        stay = OnQueue(request.queue_key, Interval(message.sent.earliest, at.latest), Route.FOUND)
        state = force(state, serial, (stay,))
    elif was_missed_on_staging(state, message, request.queue_key):
        state = force(state, serial, (Staged(request.queue_key),))
    elif from_elsewhere(state, message, request.queue_key):
        stay = OnQueue(request.queue_key, Interval(message.sent.earliest, at.latest), Route.GENERATED)
        state = force(state, serial, (stay,))
    belief = state.beliefs[serial]
    here = tuple(status for status in belief if visible(status, request))
    name = message.label or _one(message.kind)
    held = not here and _held_here(belief, request)
    if not here and not held:
        out = perhaps_out_of_the_way(state, serial)
        rules = () if out else sighting_rules(state, serial, request.queue_key, at)
        breaches.append(breach(rules, f"{name} not on {request.queue_key}", "it is returned"))
    elif expired(message, at) is Answer.YES:
        rules = (*outlived_rules(state, serial), *returned_too_late(message, belief, request.mode))
        rules += of_a_life_that_is_over(message)
        if is_staging(request.queue_key):
            rules += ("X-46",)
        rules = (*eligibility_rules(message), *rules)
        breaches.append(breach(rules, f"{name} not returned, its life is over", "it is returned"))
    elif held and not browsing:
        # Two gets have it now: of an undelayed message no rule says that there is one.
        rules = ("DD-10", "X-54") if message.delay and message.topic is None else ()
        breaches.append(breach(rules, f"{name} not on {request.queue_key}", "it is returned"))
    breaches += _not_asked_for(state, request, serial, at)
    in_order_of_delivery = request.wanted is None and request.match is Match.KNOWN
    if in_order_of_delivery and request.mode is not GetMode.UNDER_CURSOR and not breaches:
        state, disorder = _passed_over(state, request, serial, at)
        breaches += disorder
    at_stake = missing_rules(state, serial) if here and not breaches else ()
    found_there = found_where_it_belongs(state, message, here, at_stake)
    if serial in state.counted:
        state = replace(state, counted=state.counted.delete(serial))
    state, looks, compared = inspect(_told_by(state, message, here), serial, request, seen, at)
    breaches += () if put_away(state, serial, here) else looks
    exercised_here = exercised(request) | compared | found_there | frozenset(request.rules)
    if not breaches and any(isinstance(status, Uncommitted) for status in here):
        exercised_here |= {"DD-41"}
    if browsing:
        state = _move_cursor(narrow(state, serial, here or belief), request, serial)
    else:
        if request.wanted is not None and is_staging(request.queue_key):
            exercised_here |= {"X-46"}
        state = reports_of_a_get(state, message, here, Moment(at, at, 0))
        state = _take(state, request, serial, here or belief, at)
    return _told(state, serial, breaches, exercised_here)


def _one(kind: Kind) -> str:
    return f"an {kind}" if kind[0] in "aeiI" else f"a {kind}"


def _told(state: State, serial: int, breaches: list[Breach], exercised_here: frozenset[str]) -> Settled:
    """What is wrong with the message that was shown, as far as any rule speaks of it."""
    if not breaches or came_to_staging(state, serial):
        return Settled((state,), exercised=exercised_here)
    judged = tuple(found for found in breaches if found.rules)
    if not judged:
        return Settled((state,), open=f"{breaches[0].expected}, but {breaches[0].seen}")
    return Settled((state,), judged, exercised=exercised_here)


def _not_asked_for(state: State, request: Request, serial: int, at: Interval) -> list[Breach]:
    """Another message than asked for; none takes the place of an expired one under the cursor (EX-41)."""
    message = state.messages[serial]
    returned = f"{message.label or _one(message.kind)} is returned"
    if request.mode is not GetMode.UNDER_CURSOR:
        if request.wanted is None or serial in request.wanted:
            return []
        return [breach(request.rules, "the message asked for or none", returned)]
    cursor = state.cursors.get((request.unit, request.queue_key))
    under = None if cursor is None or cursor.stands is not Answer.YES else cursor.under
    if under is None or under == serial:
        return []
    over = expired(state.messages[under], at) is not Answer.NO
    expected = "the message under the cursor, or MQRC_NO_MSG_UNDER_CURSOR (2034)"
    return [breach(("EX-41",) if over else (), expected, returned)]


def _held_here(belief: Belief, request: Request) -> bool:
    """Got from this queue in a unit of work that is open: whether a browse shows it is documented nowhere."""
    return all(
        isinstance(status, Held) and isinstance(status.was, OnQueue) and status.was.queue == request.queue_key
        for status in belief
    )


def settle_stranger(state: State, request: Request, seen: SeenMessage) -> Settled:
    """A message that nobody sent, or a report that cannot be there (EX-22, EX-37, DD-100, DD-102)."""
    about = subject_of(state, seen)
    if may_tell_a_failure(seen) and (may_report_any(state) if about is None else may_report(state, about)):
        return Settled((state,), open=OF_A_CHANNEL)
    if shown_as_report(seen):
        subject = None if about is None else state.messages[about]
        rules = report_rules(state, about, seen.descriptor.feedback)
        rules = rules or stray_report_rules(state, seen.descriptor.feedback, about, request.queue_key)
        rules = (*enforcement.stray_rules(state, request.queue_key, about), *rules)
        expected = f"no such report about {subject.label if subject else 'any message'}"
        shown = f"a report with feedback {seen.descriptor.feedback}"
        return judged_or_open(state, breach(rules, expected, shown))
    if not seen.body and (too_soon := fired_too_soon(state, request.queue_key)):
        expected = "no trigger message: nothing has come that could fire it"
        return judged_or_open(state, breach(too_soon, expected, "a message without data"))
    if not isinstance(seen.body, str):
        return Settled((state,), open="a message without body or ids cannot be recognised")
    if not seen.body and is_transmission_queue(state, request.queue_key) and _tells_nothing(seen):
        return Settled((state,), open="a message without data may be a report on its way")
    rules = ("DD-10", "X-54")
    return Settled(
        (state,),
        (breach(rules, f"only messages that were sent on {request.queue_key}", repr(seen.body)),),
    )


def _tells_nothing(seen: SeenMessage) -> bool:
    return seen.descriptor.message_type is UNSET and shown_as_report(seen) is None


def told_too_soon(state: State, rules: tuple[str, ...]) -> bool:
    """Whether only a channel that may be at work just now is to blame."""
    return bool(rules) and rules[0].startswith("AM-") and under_way(state)


def judged_or_open(state: State, found: Breach) -> Settled:
    """A breach where a rule speaks of it and nothing else may explain it; else why it is not judged."""
    if found.rules and not state.tampered and not told_too_soon(state, found.rules):
        return Settled((state,), (found,))
    told = f"expected {found.expected}, seen {found.seen}"
    return Settled((state,), aside=told) if state.tampered else Settled((state,), open=told)


def exercised(request: Request) -> frozenset[str]:
    """The rules that every look of this kind speaks about."""
    browsing = request.mode in (GetMode.BROWSE_FIRST, GetMode.BROWSE_FIRST_AND_LOCK)
    return frozenset({"EX-13", "EX-18"} if browsing else {"EX-12", "EX-17"})


def _take(state: State, request: Request, serial: int, here: Belief, at: Interval) -> State:
    """The message is got: gone, or held by the unit of work (EX-38, EX-40), even if it could not be here."""
    places = [status for status in here if isinstance(status, Staged | OnQueue | Uncommitted)]
    if request.within is not None:
        state = perhaps_confirmed_at_once(state, state.messages[serial])
        places = places or [OnQueue(request.queue_key, at, Route.FOUND)]
        state = force(state, serial, tuple(Held(request.within, place) for place in places))
        unit = state.units.get(request.within, UnitOfWork())
        return replace(
            state,
            units=state.units.set(request.within, replace(unit, got=(*unit.got, serial))),
        )
    disposed = [status.disposal for status in here if isinstance(status, OnQueue)]
    after = tuple(dict.fromkeys(Ended(Cause.CONSUMED, disposal) for disposal in disposed))
    state = force(state, serial, after or (Ended(Cause.CONSUMED),))
    return replace(state, locks=state.locks.delete(serial)) if serial in state.locks else state


def force(state: State, serial: int, belief: Belief) -> State:
    """Set what was seen, also where it contradicts what was known (that is a breach already)."""
    learned = learn(state, serial, belief)
    if learned is not None:
        return learned
    cut = replace(state, children=state.children.delete(serial)) if serial in state.children else state
    return learn(cut, serial, belief) or state


def narrow(state: State, serial: int, here: Belief) -> State:
    """The message was there to be seen."""
    there = tuple(status for status in here if not isinstance(status, Ended))
    return back_again(learn(state, serial, there) or state, serial)


def _told_by(state: State, message: Message, here: Belief) -> State:
    """That there is a report tells where its subject has ended, by which the report must look."""
    return narrow(state, message.serial, here) if here and message.subject is not None else state


def _move_cursor(state: State, request: Request, serial: int) -> State:
    """The cursor stands on what was shown; whether that was a delivery is said nowhere without a delay."""
    message = state.messages[serial]
    state = perhaps_confirmed(state, message)
    handle = (request.unit, request.queue_key)
    before_it = cursor_of(state, request) if request.mode is GetMode.BROWSE_NEXT else Cursor()
    shown = before_it.shown.set(serial, None)
    state = replace(state, cursors=state.cursors.set(handle, Cursor(shown, serial)))
    if request.mode is GetMode.BROWSE_FIRST_AND_LOCK:
        return replace(state, locks=state.locks.set(serial, request.unit))
    return state


def caused_by_look(state: State, serial: int, queue_key: str) -> bool:
    """Whether this may be a report about a message that the look itself has discarded from the same queue.

    EX-37 asks that it exists then, and nothing says that the look has to come across it. That is only about
    what expires: another report is there before anybody looks.
    """
    report = state.messages[serial]
    if report.kind is not Kind.EXPIRATION or report.subject is None:
        return False
    return any(place(status) == queue_key for status in state.beliefs[report.subject])


def _passed_over(state: State, request: Request, serial: int, at: Interval) -> tuple[State, list[Breach]]:
    """EX-15, EX-16: nothing returnable precedes the message, and what had expired before it is gone."""
    queue = state.queues.get(request.queue_key, Queue())
    resident = queue.residents.get(serial)
    if resident is None:
        return state, []
    breaches: list[Breach] = []
    known = state
    behind = _behind_cursor(state, queue, request)
    goes_on = request.mode is GetMode.BROWSE_NEXT
    passed = stands_on(queue, cursor_of(state, request)) if goes_on else None
    for other in list(before(state, queue, serial, passed)):
        seat = queue.residents[other]
        if not certainly_unlocked(state, other, request) or not behind(other):
            continue
        if _order_is_open(state, request.queue_key, serial, other):
            continue
        if is_own_queue(request.queue_key) and not put_before(state, other, serial):
            # Nobody says in which sequence a queue delivers that a subscription has of its own.
            continue
        if (silent := passed_by(state, other, request, at)) is not None:
            state = silent
        elif not seat.certain:
            if not caused_by_look(known, other, request.queue_key):
                state = absent(state, other, request, at)
                if _outranked(queue, other, serial):
                    state = replace(state, passed=state.passed.set(other, ("EX-16", "EX-12", "EX-13")))
        elif all(visible(status, request) for status in state.beliefs[other]) and not breaches:
            # the priority decides the order; EX-16 is about what expired messages make of it.
            rules: tuple[str, ...] = ("X-28", "EX-16") if seat.lane > resident.lane else ("EX-15", "EX-16")
            rules = (*rules, *_never_arrived(state, other))
            too_soon = found_too_soon(state, other)
            if too_soon is not None:
                early = too_soon.rules[:1]
                # What is certainly due is likelier out of its priority than counted too soon.
                unheeded = seat.lane > resident.lane and _certainly_due(state, other)
                rules = (*rules, *early) if unheeded else (*early, *rules)
                state = force(state, other, too_soon.belief)
            breaches.append(
                breach(
                    (*rules, *eligibility_rules(state.messages[other])),
                    f"{state.messages[other].label} before {state.messages[serial].label}",
                    "it is passed over",
                )
            )
    return state, breaches


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


def _order_is_open(state: State, queue_key: str, *serials: int) -> bool:
    """No document here says which priority a report or a staged copy has; on a FIFO queue it does not matter.

    Nor does one say in which sequence a staging queue delivers that nobody had to define (DD-52, DD-63).
    """
    attributes = state.definitions.get(queue_key)
    fifo = isinstance(attributes, QueueAttributes) and (attributes.delivery_sequence is DeliverySequence.FIFO)
    sent = {Kind.APPLICATION, Kind.FAN_OUT}
    return not fifo and (
        is_staging(queue_key) or any(state.messages[serial].kind not in sent for serial in serials)
    )


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
