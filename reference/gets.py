"""Gets, receives, browses and depths: what each may show, and what is known once it has.

Covers DD-01, DD-06, DD-07, DD-10, DD-42 to DD-45, DD-61, EX-04, EX-12 to EX-18, EX-34 to EX-41. A get
may return any message that no certainly present one certainly precedes. Whatever would have been
returned first and was not, is not there: that is how a get settles what was open (EX-12, EX-13, EX-15,
EX-16). Left out: selectors, waiting gets that overlap other commands.

Silent points: the order of delayed messages among themselves and relative to others (never judged,
except by priority); whether a get that could not return an expired message discards it (EX-14).
"""

from collections.abc import Callable

from msgspec.structs import replace

from . import enforcement
from .absences import spoken_about
from .arrival_order import before
from .beliefs import expired_end, learn, residents_in_order
from .blame import missing_rules, sighting_rules, stray_report_rules
from .blame_beside import returned_too_late
from .channel_blame import outlived_rules, report_rules
from .combined import expired_while_staged, of_a_life_that_is_over
from .credit import credited, found_where_it_belongs, nothing_returned, outlived
from .delivery_attempts import Moment, confirmation_reports
from .get_requests import Match, Request, candidates, returnable, unlocked, visible
from .intervals import Answer, Interval
from .message_expiry import expired
from .possibilities import Possibility, Settled, breach, describe, unexpected
from .resolution import owner
from .showing import show
from .sightings import identify, inspect, shown_as_report, subject_of
from .state import Cursor, Queue, State, UnitOfWork
from .statuses import Belief, Cause, Ended, Held, OnQueue, Staged, Uncommitted
from .transmission_queues import eligibility_rules, short_message_on, unreadable
from .vocabulary.commands import GetMode, QueueAttributes, Switch
from .vocabulary.constants import STAGING_QUEUE, ReasonCode
from .vocabulary.messages import SeenMessage
from .vocabulary.outcomes import (
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
)
from .vocabulary.results import Breach


def get(state: State, request: Request, at: Interval) -> Possibility:
    """MQGET and receive: EX-12 to EX-19, EX-41, DD-01, DD-61."""
    return Possibility(
        rules=("EX-17", "EX-18"),
        prefer=lambda: _prefer_get(state, request, at),
        settle=lambda outcome: _credited(state, request, outcome, _settle_get(state, request, outcome, at)),
    )


# --- what the reference does -------------------------------------------------------------------------


def _prefer_get(state: State, request: Request, at: Interval) -> Outcome:
    definition = state.definitions.get(request.queue_key)
    if not isinstance(definition, QueueAttributes):
        return Refused(reason=int(ReasonCode.UNKNOWN_OBJECT_NAME))
    if definition.get is Switch.DISABLED:
        return Refused(reason=int(ReasonCode.GET_INHIBITED))
    for serial in candidates(state, request):
        if returnable(state, serial, request, at) and unlocked(state, serial, request):
            return MessageReturned(show(state, serial, request.queue_key, at))
    under_cursor = request.mode is GetMode.UNDER_CURSOR
    reason = ReasonCode.NO_MSG_UNDER_CURSOR if under_cursor else ReasonCode.NO_MSG_AVAILABLE
    return NoMessage(reason=int(reason))


# --- what follows from what was seen -----------------------------------------------------------------


def _settle_get(state: State, request: Request, outcome: Outcome, at: Interval) -> Settled:
    match outcome:
        case NoMessage():
            return _settle_nothing(state, request, outcome, at)
        case MessageReturned(message=seen):
            return _settle_any(state, request, seen, at)
        case Refused() if refusal_fits(state, request):
            return Settled((state,))
        case Refused() if short_message_on(state, request.queue_key):
            return unreadable(state, outcome)
        case _:
            return not_inspected(state, request.queue_key, outcome)


def _credited(state: State, request: Request, outcome: Outcome, settled: Settled) -> Settled:
    """EX-14, and what a message that is not returned bears out (`credit`)."""
    first = request.mode not in (GetMode.BROWSE_NEXT, GetMode.UNDER_CURSOR)
    if isinstance(outcome, NoMessage) and first and request.wanted is None:
        return credited(settled, nothing_returned(state, request.queue_key))
    return credited(settled, outlived(state, request.queue_key, request.wanted))


def not_inspected(state: State, queue_key: str, outcome: Outcome) -> Settled:
    """A queue that cannot be looked at; the staging queue must be there under its name (DD-51, DD-52)."""
    if queue_key.endswith("/" + STAGING_QUEUE) and isinstance(outcome, Refused):
        if queue_key not in state.definitions:
            return Settled((state,))
        expected = f"the queue {STAGING_QUEUE}"
        return Settled((state,), (breach(("DD-51", "DD-52", "DD-07"), expected, describe(outcome)),))
    return unexpected(state, outcome)


def refusal_fits(state: State, request: Request) -> bool:
    definition = state.definitions.get(request.queue_key)
    manager = state.queue_managers.get(request.through or owner(request.queue_key))
    return (
        not isinstance(definition, QueueAttributes)
        or definition.get is Switch.DISABLED
        or manager is None
        or not manager.running
    )


def _settle_nothing(state: State, request: Request, outcome: NoMessage, at: Interval) -> Settled:
    """Nothing was there for this caller (EX-12: what would have been returned is discarded)."""
    breaches: list[Breach] = []
    if request.mode is GetMode.UNDER_CURSOR:
        return _settle_nothing_under_cursor(state, request, outcome)
    if request.mode is GetMode.BROWSE_NEXT:
        return Settled((state,))
    queue = state.queues.get(request.queue_key, Queue())
    if request.wanted is not None:
        asked = [serial for serial in request.wanted if serial in queue.residents]
    elif queue.fewest:
        asked = residents_in_order(queue)
    else:
        asked = list(queue.unsure)
    for serial in asked:
        own = _its_own(state, serial, request, at)
        if own or (queue.residents[serial].certain and unlocked(state, serial, request)):
            if not breaches:
                expected = f"message {state.messages[serial].label or serial} on {request.queue_key}"
                rules = ("DD-41",) if own else (*request.rules, *missing_rules(state, serial))
                breaches.append(breach(rules, expected, "no message"))
            if not own:
                state = force(state, serial, (Ended(Cause.LOST),))
        else:
            state = absent(state, serial, request)
    spoken = exercised(request) | spoken_about(state, request.queue_key) | frozenset(request.rules)
    if request.wanted is not None and any(expired_while_staged(state.beliefs[serial]) for serial in asked):
        spoken |= {"X-46"}
    return Settled((state,), tuple(breaches), exercised=spoken)


def _its_own(state: State, serial: int, request: Request, at: Interval) -> bool:
    """DD-41: put in the unit of work to which the get belongs, and so there for it."""
    message = state.messages[serial]
    return (
        request.mode is GetMode.DESTRUCTIVE
        and request.within == request.unit
        and not message.delay
        and all(
            isinstance(status, Uncommitted) and visible(status, request) for status in state.beliefs[serial]
        )
        and expired(message, at) is Answer.NO
    )


def exercised(request: Request) -> frozenset[str]:
    browsing = request.mode in (GetMode.BROWSE_FIRST, GetMode.BROWSE_FIRST_AND_LOCK)
    return frozenset({"EX-13", "EX-18"} if browsing else {"EX-12", "EX-17"})


def _settle_nothing_under_cursor(state: State, request: Request, outcome: NoMessage) -> Settled:
    """EX-41: a locked message that expired gives 2034, and nothing else may be missing."""
    cursor = state.cursors.get((request.unit, request.queue_key))
    breaches: tuple[Breach, ...] = ()
    if isinstance(outcome.reason, int) and outcome.reason != ReasonCode.NO_MSG_UNDER_CURSOR:
        breaches = (breach(("EX-41",), "MQRC_NO_MSG_UNDER_CURSOR (2034)", outcome.reason),)
    if cursor is not None and cursor.under is not None:
        serial = cursor.under
        resident = state.queues.get(request.queue_key, Queue()).residents.get(serial)
        if resident is not None and resident.certain:
            breaches = (
                breach(("EX-04", "EX-41"), "the message under the cursor", "no message"),
                *breaches,
            )
            state = force(state, serial, (Ended(Cause.LOST),))
        else:
            state = absent(state, serial, request)
    return Settled((state,), breaches, exercised=frozenset({"EX-41"}))


def absent(state: State, serial: int, request: Request) -> State:
    """The message is not there to be returned: not on the queue, or discarded by this very call."""
    if not unlocked(state, serial, request):
        return state
    belief = state.beliefs[serial]
    remaining = tuple(
        status for status in belief if isinstance(status, Uncommitted) or not visible(status, request)
    )
    if not remaining:
        remaining = tuple(dict.fromkeys(expired_end(status) for status in belief))
    return learn(state, serial, remaining) or state


def _settle_any(state: State, request: Request, seen: SeenMessage, at: Interval) -> Settled:
    """Staged copies of one publication look alike: any of them may be the one that is taken."""
    alike = [
        serial
        for serial in identify(state, request.queue_key, seen)
        if state.messages[serial].publication is not None
        and any(isinstance(s, Staged) and visible(s, request) for s in state.beliefs[serial])
    ]
    if len(alike) < 2 or request.mode is not GetMode.DESTRUCTIVE:  # noqa: PLR2004 - two to choose from
        return settle_message(state, request, seen, at)
    settled = [settle_message(state, request._replace(wanted=(serial,)), seen, at) for serial in alike]
    return settled[0]._replace(states=tuple(state for one in settled for state in one.states))


def settle_message(state: State, request: Request, seen: SeenMessage, at: Interval) -> Settled:
    candidates = identify(state, request.queue_key, seen)
    if not candidates:
        return settle_stranger(state, request, seen)
    serial = candidates[0]
    wanted = request.wanted
    if wanted is not None:
        serial = next((candidate for candidate in candidates if candidate in wanted), serial)
    browsing = request.mode not in (GetMode.DESTRUCTIVE, GetMode.UNDER_CURSOR)
    breaches: list[Breach] = []
    belief = state.beliefs[serial]
    message = state.messages[serial]
    here = tuple(status for status in belief if visible(status, request))
    name = message.label or f"an {message.kind}"
    if not here:
        rules = sighting_rules(state, serial, request.queue_key, at)
        breaches.append(breach(rules, f"{name} not on {request.queue_key}", "it is returned"))
    elif expired(message, at) is Answer.YES:
        rules = (*outlived_rules(state, serial), *returned_too_late(message, belief, request.mode))
        rules += of_a_life_that_is_over(message)
        if request.queue_key.endswith("/" + STAGING_QUEUE):
            rules += ("X-46",)
        rules = (*eligibility_rules(message), *rules)
        breaches.append(breach(rules, f"{name} not returned, its life is over", "it is returned"))
    if wanted is not None and serial not in wanted and request.mode is not GetMode.UNDER_CURSOR:
        breaches.append(breach(request.rules, "the message asked for or none", f"{name} is returned"))
    in_order_of_delivery = request.wanted is None and request.match is Match.KNOWN
    if in_order_of_delivery and request.mode is not GetMode.UNDER_CURSOR and not breaches:
        state, disorder = _passed_over(state, request, serial)
        breaches += disorder
    at_stake = missing_rules(state, serial) if here and not breaches else ()
    found_there = found_where_it_belongs(state, message, here, at_stake)
    state, looks, compared = inspect(state, serial, request.queue_key, seen, at)
    breaches += looks
    exercised_here = exercised(request) | compared | found_there | frozenset(request.rules)
    if not breaches and any(isinstance(status, Uncommitted) for status in here):
        exercised_here |= {"DD-41"}
    if browsing:
        state = narrow(state, serial, here or belief)
        state = _move_cursor(state, request, serial)
    else:
        if request.wanted is not None and request.queue_key.endswith("/" + STAGING_QUEUE):
            exercised_here |= {"X-46"}
        state = confirmation_reports(state, message, Moment(at, at, 0))
        state = _take(state, request, serial, here or belief)
    if all(not found.rules for found in breaches) and breaches:
        return Settled((state,), open=f"{breaches[0].expected}, but {breaches[0].seen}")
    return Settled((state,), tuple(found for found in breaches if found.rules), exercised=exercised_here)


def settle_stranger(state: State, request: Request, seen: SeenMessage) -> Settled:
    """A message that nobody sent, or a report that cannot be there (EX-22, EX-37, DD-100, DD-102)."""
    about = subject_of(state, seen)
    if shown_as_report(seen):
        subject = None if about is None else state.messages[about]
        rules = report_rules(state, about, seen.descriptor.feedback)
        rules = rules or stray_report_rules(state, seen.descriptor.feedback, about)
        rules = (*enforcement.stray_rules(state, request.queue_key, about), *rules)
        expected = f"no such report about {subject.label if subject else 'any message'}"
        shown = f"a report with feedback {seen.descriptor.feedback}"
        return judged_or_open(state, breach(rules, expected, shown))
    if not isinstance(seen.body, str):
        return Settled((state,), open="a message without body or ids cannot be recognised")
    rules = ("DD-10", "X-54")
    return Settled(
        (state,),
        (breach(rules, f"only messages that were sent on {request.queue_key}", repr(seen.body)),),
    )


def judged_or_open(state: State, found: Breach) -> Settled:
    if found.rules:
        return Settled((state,), (found,))
    return Settled((state,), open=f"expected {found.expected}, seen {found.seen}")


def _take(state: State, request: Request, serial: int, here: Belief) -> State:
    """The message is got: gone, or held by the unit of work (EX-38, EX-40)."""
    held = tuple(
        Held(request.within or "", status)
        for status in here
        if isinstance(status, Staged | OnQueue | Uncommitted)
    )
    if request.within is not None and held:
        state = force(state, serial, held)
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
    return learn(state, serial, there) or state


def _move_cursor(state: State, request: Request, serial: int) -> State:
    handle = (request.unit, request.queue_key)
    shown = frozenset({serial})
    if request.mode is GetMode.BROWSE_NEXT and handle in state.cursors:
        shown |= state.cursors[handle].shown
    state = replace(state, cursors=state.cursors.set(handle, Cursor(shown, serial)))
    if request.mode is GetMode.BROWSE_FIRST_AND_LOCK:
        return replace(state, locks=state.locks.set(serial, request.unit))
    return state


def _passed_over(state: State, request: Request, serial: int) -> tuple[State, list[Breach]]:
    """EX-15, EX-16: nothing returnable precedes the message, and what had expired before it is gone."""
    queue = state.queues.get(request.queue_key, Queue())
    resident = queue.residents.get(serial)
    if resident is None:
        return state, []
    breaches: list[Breach] = []
    behind = _behind_cursor(state, queue, request)
    for other in list(before(state, queue, serial)):
        seat = queue.residents[other]
        if not unlocked(state, other, request) or not behind(other):
            continue
        if not seat.certain:
            state = absent(state, other, request)
        elif all(visible(status, request) for status in state.beliefs[other]) and not breaches:
            higher = seat.lane > resident.lane
            rules = ("EX-16", "X-28") if higher else ("EX-15", "EX-16")
            breaches.append(
                breach(
                    (*rules, *eligibility_rules(state.messages[other])),
                    f"{state.messages[other].label} before {state.messages[serial].label}",
                    "it is passed over",
                )
            )
    return state, breaches


def _behind_cursor(state: State, queue: Queue, request: Request) -> Callable[[int], bool]:
    """Which messages a continued browse has still before it; all of them for every other get."""
    if request.mode is not GetMode.BROWSE_NEXT:
        return lambda _: True
    cursor = state.cursors.get((request.unit, request.queue_key), Cursor(frozenset(), None))
    at = None if cursor.under is None else queue.residents.get(cursor.under)

    def behind(serial: int) -> bool:
        seat = queue.residents[serial]
        return at is not None and (-seat.lane, seat.position) > (-at.lane, at.position)

    return behind
