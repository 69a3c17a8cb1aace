"""Gets and receives: what each may return, and what is known when it has returned nothing.

Covers DD-01, DD-10, DD-41 to DD-45, DD-61, EX-04, EX-12 to EX-19 and EX-41. A get may return any message that
is not certainly preceded by one that is certainly there. Whatever it would have returned before, it has not
found there: that is how a get settles what was open. What is known of a message that was returned is decided
in `returned_messages`; looks at a whole queue are in `inspections`. Left out: selectors, and waiting gets
that overlap other commands.

Silent points: the order of delayed messages among themselves and relative to others (never judged, except by
priority); whether a get that could not return an expired message discards it (EX-14); whether a browse that
finds nothing, another get through the same handle, a commit or a backout leaves the cursor where it is;
whether a user to whom a put is allowed may get; whether a message that the caller itself has locked is
returned to it by another get than that under its cursor, or is locked once more; what becomes of a handle
whose queue was deleted and defined anew; whether a get from a queue with GET(DISABLED) is refused or finds
nothing; whether a queue manager locks what is browsed at all.
"""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.reference.blame.absences import spoken_about
from mqtck.reference.blame.credit import (
    credited,
    nothing_returned,
    outlived,
    outlived_since_the_send,
    shown_though_perhaps_over,
)
from mqtck.reference.blame.messages import found_missing
from mqtck.reference.chapters.client_restrictions import FIRST_VERSION
from mqtck.reference.chapters.combined import expired_while_staged
from mqtck.reference.chapters.message_expiry import expired
from mqtck.reference.comparisons.sightings import identify
from mqtck.reference.possibilities import Possibility, Settled, breach, describe, perhaps_begun, unexpected
from mqtck.reference.queues.get_requests import (
    Request,
    candidates,
    certainly_unlocked,
    disabled_for_gets,
    refusal_fits,
    returnable,
    unlocked,
    visible,
)
from mqtck.reference.queues.separate_descriptors import recognisable
from mqtck.reference.queues.transmission_queues import short_message_on, unreadable
from mqtck.reference.showing import show
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.queue_keys import is_staging, owner
from mqtck.reference.state.seats import residents_in_order
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import Cause, Ended, Staged, Uncommitted
from mqtck.reference.vocabulary.commands import TAKING, GetMode, QueueAttributes
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.outcomes import MessageReturned, NoMessage, Outcome, Refused
from mqtck.reference.vocabulary.results import Breach

from .between_queues import passed_by
from .known_by_looks import caused_by_look, force
from .not_found import absent
from .returned_messages import exercised, settle_message

_NOT_OF_ITS_NAME: Final = (
    ReasonCode.Q_DELETED,
    ReasonCode.OPTIONS_ERROR,
    ReasonCode.GET_INHIBITED,
    ReasonCode.NOT_AUTHORIZED,
)
"""Reasons that do not say that there is no such queue: a handle or options are at fault, or it is there."""


def get(state: State, request: Request, at: Interval) -> Possibility:
    """MQGET and receive: EX-12 to EX-19, EX-41, DD-01, DD-61."""
    return Possibility(
        prefer=lambda: _prefer_get(state, request, at),
        settle=lambda outcome: (
            Settled((cursor_left(state, request),))
            if isinstance(outcome, NoMessage) and disabled_for_gets(state, request)
            else _credited(state, request, outcome, _settle_get(state, request, outcome, at), at)
        ),
    )


def by_user(state: State, user: str | None, look: Possibility) -> Possibility:
    """The same for a user, who may have no authority to get: DD-61 speaks of who is authorized."""
    if user is None:
        return look

    def settle(outcome: Outcome) -> Settled:
        if not isinstance(outcome, Refused):
            return look.settle(outcome)
        if outcome.reason in {ReasonCode.NOT_AUTHORIZED, None, UNSET}:
            return Settled((state,))
        settled = look.settle(outcome)
        return perhaps_begun(state, outcome) if settled.breaches else settled

    return Possibility(prefer=look.prefer, settle=settle)


def _prefer_get(state: State, request: Request, at: Interval) -> Outcome:
    if not isinstance(state.definitions.get(request.queue_key), QueueAttributes):
        return Refused(reason=int(ReasonCode.UNKNOWN_OBJECT_NAME))
    if disabled_for_gets(state, request):
        return Refused(reason=int(ReasonCode.GET_INHIBITED))
    for serial in candidates(state, request):
        if returnable(state, serial, request, at) and unlocked(state, serial, request):
            return MessageReturned(show(state, serial, request.queue_key, at))
    under_cursor = request.mode is GetMode.UNDER_CURSOR
    reason = ReasonCode.NO_MSG_UNDER_CURSOR if under_cursor else ReasonCode.NO_MSG_AVAILABLE
    return NoMessage(reason=int(reason))


def _settle_get(state: State, request: Request, outcome: Outcome, at: Interval) -> Settled:
    match outcome:
        case NoMessage():
            return _settle_nothing(state, request, outcome, at)
        case MessageReturned(message=seen):
            return _settle_any(state, request, recognisable(state, request.queue_key, seen), at)
        case Refused() if refusal_fits(state, request):
            return Settled((state,))
        case Refused(reason=ReasonCode.OPTIONS_ERROR) if request.mode is GetMode.BROWSE_FIRST_AND_LOCK:
            return Settled((state,))
        case Refused() if short_message_on(state, request.queue_key):
            return unreadable(state, outcome)
        case Refused() if request.mode in TAKING and not is_staging(request.queue_key):
            # Of a connection that broke nobody may know whether a message was taken.
            return perhaps_begun(state, outcome)
        case _:
            return not_inspected(state, request.queue_key, outcome)


def _credited(state: State, request: Request, outcome: Outcome, settled: Settled, at: Interval) -> Settled:
    """EX-14, and what a message that is not returned bears out (`credit`)."""
    first = request.mode not in (GetMode.BROWSE_NEXT, GetMode.UNDER_CURSOR)
    if isinstance(outcome, NoMessage) and first and request.wanted is None:
        queue_key = request.queue_key
        gone = outlived(state, queue_key, None, frozenset()) | outlived_since_the_send(state, queue_key, at)
        return credited(settled, nothing_returned(state, queue_key) | gone)
    returned = isinstance(outcome, MessageReturned)
    shown = shown_though_perhaps_over(state, request.queue_key, settled) if returned else frozenset()
    return credited(settled, outlived(state, request.queue_key, request.wanted, shown))


def not_inspected(state: State, queue_key: str, outcome: Outcome) -> Settled:
    """A queue that cannot be looked at; from 8.0 the staging queue must be there (DD-13, DD-51, DD-52).

    A handle of a queue that was deleted may say so when there is a new one of that name, and of a browse in a
    unit of work the options may be found fault with.
    """
    says_nothing = isinstance(outcome, Refused) and outcome.reason in _NOT_OF_ITS_NAME
    if is_staging(queue_key) and isinstance(outcome, Refused) and not says_nothing:
        manager = state.queue_managers.get(owner(queue_key))
        before = manager is None or manager.version < FIRST_VERSION
        if before or queue_key not in state.definitions:
            return Settled((state,))
        expected = f"the queue {STAGING_QUEUE}"
        return Settled((state,), (breach(("DD-51", "DD-52", "DD-07"), expected, describe(outcome)),))
    return unexpected(state, outcome)


def _settle_nothing(state: State, request: Request, outcome: NoMessage, at: Interval) -> Settled:
    """Nothing was there for this caller (EX-12: what would have been returned is discarded)."""
    breaches: list[Breach] = []
    if request.mode is GetMode.UNDER_CURSOR:
        return _settle_nothing_under_cursor(state, request, outcome, at)
    state = cursor_left(state, request)
    if request.mode is GetMode.BROWSE_NEXT:
        return Settled((state,))
    queue = state.queues.get(request.queue_key, Queue())
    if request.wanted is not None:
        asked = [serial for serial in request.wanted if serial in queue.residents]
    elif queue.fewest:
        asked = residents_in_order(queue)
    else:
        asked = list(queue.unsure)
    asked = [serial for serial in asked if not caused_by_look(state, serial, request.queue_key)]
    for serial in asked:
        expected = f"message {state.messages[serial].label or serial} on {request.queue_key}"
        if _its_own(state, serial, request, at):
            breaches.append(breach(("DD-41",), expected, "no message"))
        elif (silent := passed_by(state, serial, request, at)) is not None:
            state = silent
        elif queue.residents[serial].certain and certainly_unlocked(state, serial, request):
            missing = found_missing(state, serial)
            # On its target a message is more likely late or lost than there under another id.
            found_by, lost = request.rules, missing.rules
            rules = (*found_by, *lost) if is_staging(request.queue_key) else (*lost, *found_by)
            breaches.append(breach(rules, expected, "no message"))
            state = force(state, serial, missing.belief)
        else:
            state = absent(state, serial, request, at)
    spoken = exercised(state, request) | spoken_about(state, request.queue_key) | frozenset(request.rules)
    if request.wanted is not None and any(expired_while_staged(state.beliefs[serial]) for serial in asked):
        spoken |= {"X-46"}
    return Settled((state,), tuple(breaches[:1]), exercised=spoken)


def cursor_left(state: State, request: Request) -> State:
    """A get has found nothing: that the cursor of its handle stays on the last message is said nowhere."""
    handle = (request.unit, request.queue_key)
    if handle not in state.cursors:
        return state
    cursor = replace(state.cursors[handle], stands=Answer.UNSURE)
    return replace(state, cursors=state.cursors.set(handle, cursor))


def _its_own(state: State, serial: int, request: Request, at: Interval) -> bool:
    """DD-41: put in the unit of work to which the get belongs, and so there for it.

    Silent: when a publication is distributed; at the commit, say, which puts no copy anywhere earlier; and
    whether a get returns what the caller has locked.
    """
    message = state.messages[serial]
    return (
        request.mode is GetMode.DESTRUCTIVE
        and certainly_unlocked(state, serial, request)
        and request.within == request.unit
        and not message.delay
        and message.publication is None
        and all(
            isinstance(status, Uncommitted) and visible(status, request) for status in state.beliefs[serial]
        )
        and expired(message, at) is Answer.NO
    )


def _settle_nothing_under_cursor(state: State, request: Request, outcome: NoMessage, at: Interval) -> Settled:
    """EX-41: a locked message that expired gives 2034, and nothing else may be missing.

    Whether a cursor stands again on a message that was got, and is back, is said nowhere; nor why a get fails
    where the cursor stands on no message, on one that somebody else has got, or on one that expired unlocked.
    Nor is one returned that somebody else has locked since. Nor is it said whether an id counts that is asked
    for as well: of a message that does not have it nothing is demanded, not even which reason is told.
    """
    cursor = state.cursors.get((request.unit, request.queue_key))
    breaches: tuple[Breach, ...] = ()
    over = (
        cursor is not None
        and cursor.under is not None
        and (request.wanted is None or cursor.under in request.wanted)
        and state.locks.get(cursor.under) == request.unit
        and expired(state.messages[cursor.under], at) is not Answer.NO
    )
    if over and isinstance(outcome.reason, int) and outcome.reason != ReasonCode.NO_MSG_UNDER_CURSOR:
        breaches = (breach(("EX-41",), "MQRC_NO_MSG_UNDER_CURSOR (2034)", outcome.reason),)
    if cursor is not None and cursor.under is not None and cursor.stands is Answer.YES:
        serial = cursor.under
        resident = state.queues.get(request.queue_key, Queue()).residents.get(serial)
        not_asked_for = request.wanted is not None and serial not in request.wanted
        open_here = serial in state.backouts or not unlocked(state, serial, request) or not_asked_for
        if resident is not None and resident.certain and not open_here:
            breaches = (
                breach(("EX-04", "EX-41"), "the message under the cursor", "no message"),
                *breaches,
            )
            state = force(state, serial, (Ended(Cause.MISSED),))
        elif not open_here:
            state = absent(state, serial, request, at)
        else:
            state = cursor_left(state, request)
    return Settled((state,), breaches, exercised=frozenset({"EX-41"} if over or breaches else ()))


def _settle_any(state: State, request: Request, seen: SeenMessage, at: Interval) -> Settled:
    """Staged copies of one publication look alike: any of them may be the one that is taken."""
    found = identify(state, request.queue_key, seen)
    alike = [
        serial
        for serial in found
        if state.messages[serial].publication is not None
        and any(isinstance(s, Staged) and visible(s, request) for s in state.beliefs[serial])
    ]
    if len(alike) < 2 or request.mode is not GetMode.DESTRUCTIVE:  # noqa: PLR2004 - two to choose from
        return settle_message(state, request, seen, at, found)
    settled = [settle_message(state, replace(request, wanted=(serial,)), seen, at, found) for serial in alike]
    return replace(settled[0], states=tuple(state for one in settled for state in one.states))
