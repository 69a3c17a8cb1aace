"""Messages that were returned or shown: which one it was, whether it may be here, and what is known then.

Covers DD-01, DD-10, DD-61, EX-12 to EX-14, EX-17, EX-18 and EX-41. What had to be returned before the message
that was is the business of `passed_over`.

Silent point: whether a browse shows what an open unit of work has got.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.reference.blame.beside import returned_too_late
from mqtck.reference.blame.channels import (
    may_report,
    may_report_any,
    outlived_rules,
    report_rules,
    reported_with_data,
)
from mqtck.reference.blame.credit import found_where_it_belongs
from mqtck.reference.blame.depths import excess_rules
from mqtck.reference.blame.latest import some_life_is_limited
from mqtck.reference.blame.messages import missing_rules, sighting_rules
from mqtck.reference.blame.reports import stray_report_rules
from mqtck.reference.blame.triggers import fired_by_open_unit, fired_from_elsewhere, fired_too_soon
from mqtck.reference.channels.batches import under_way
from mqtck.reference.chapters.combined import of_a_life_that_is_over
from mqtck.reference.chapters.header_mapping import plain_id
from mqtck.reference.chapters.message_expiry import TENTH, expired, nominally_expired
from mqtck.reference.chapters.report_messages import from_elsewhere
from mqtck.reference.chapters.tampering import came_to_staging
from mqtck.reference.comparisons.looks import inspect
from mqtck.reference.comparisons.shown_kinds import (
    may_tell_a_failure,
    says_nothing_of_itself,
    shown_as_report,
    shown_as_sent,
)
from mqtck.reference.comparisons.sightings import subject_of, vaguely_seen
from mqtck.reference.possibilities import Settled, breach
from mqtck.reference.queues import enforcement
from mqtck.reference.queues.backouts import perhaps_out_of_the_way, put_away
from mqtck.reference.queues.get_requests import Match, Request, cursor_of, perhaps_moved, unlocked, visible
from mqtck.reference.queues.transmission_queues import eligibility_rules, is_transmission_queue
from mqtck.reference.queues.unseen_reports import (
    perhaps_confirmed,
    perhaps_confirmed_alike,
    perhaps_confirmed_at_once,
    perhaps_confirmed_on,
    perhaps_unseen,
)
from mqtck.reference.reporting.generated_reports import confirmed_at_once, reports_of_a_get
from mqtck.reference.state.clients import Cursor, UnitOfWork
from mqtck.reference.state.intervals import Answer, Interval, Moment
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import is_staging
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Belief, Cause, Ended, Held, OnQueue, Route, Staged, Uncommitted
from mqtck.reference.vocabulary.commands import TAKING, GetMode
from mqtck.reference.vocabulary.constants import UNLIMITED, Feedback, Report
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.results import Breach

from .any_of_many import one_of
from .between_queues import was_missed_on_staging
from .known_by_looks import force, narrow
from .passed_over import passed_over

OF_A_CHANNEL: Final = "no rule speaks of what a channel reports"

READINGS: Final = 4
"""How many messages that fit are followed, each by itself, where it is not clear which one is shown."""

COMPARED: Final = 100
"""How many are compared at most, so that a look costs no more on a long queue."""


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
        apart = _apart(state, candidates)[:COMPARED]
        readings = (_settle_as(state, request, seen, at, serial) for serial in apart)
        possible = list(islice((one for one in readings if not one.breaches and not one.open), READINGS + 1))
        if len(possible) > READINGS:
            return Settled((one_of(state, request, candidates),), exercised=exercised(state, request))
        if possible:
            states = tuple(after for one in possible for after in one.states)
            spoken = frozenset.intersection(*(one.exercised for one in possible))
            return Settled(states, exercised=spoken)
    return best_reading(state, request, seen, at, candidates)[1]


def best_reading(
    state: State, request: Request, seen: SeenMessage, at: Interval, candidates: Sequence[int]
) -> tuple[int, Settled]:
    """Which of the messages that it may be is shown; where little is seen of it, it may be several.

    Of copies that look alike a look shows one that nobody else has locked, rather than one that is; unless
    that one alone can be here, as it is nowhere said how long a lock lasts.
    """
    if state.locks and len(candidates) > 1:
        candidates = sorted(candidates, key=lambda serial: not _free(state, serial, request))
    first = _settle_as(state, request, seen, at, candidates[0])
    if first.breaches:
        for serial in _apart(state, candidates)[1:COMPARED]:
            if _depends(state.messages[serial]) and shown_as_sent(seen):
                continue  # A wrong message is not right as a report about itself.
            settled = _settle_as(state, request, seen, at, serial)
            if not settled.breaches and not settled.open:
                return serial, settled
        untold = says_nothing_of_itself(seen)
        if untold and any(reported_with_data(state, one, request.queue_key) for one in candidates):
            return candidates[0], Settled((state,), open=OF_A_CHANNEL)
        if untold and any(perhaps_confirmed_alike(state, one, request.queue_key) for one in candidates):
            return candidates[0], Settled((state,))
        original = _original(state, seen, candidates)
        if original is not None:
            return original, _settle_as(state, request, seen, at, original)
    return candidates[0], first


def _original(state: State, seen: SeenMessage, candidates: Sequence[int]) -> int | None:
    """The message that it is by its id, type and feedback, where the first candidate is a report about it."""
    descriptor = seen.descriptor
    if not shown_as_sent(seen) or not _depends(state.messages[candidates[0]]):
        return None
    for serial in candidates:
        message, shown = state.messages[serial], descriptor.message_id
        if message.kind is not Kind.APPLICATION or message.report & Report.PASS_MSG_ID:
            continue
        if isinstance(shown, str) and plain_id(shown) == state.known[serial].message_id:
            return serial
    return None


def _depends(message: Message) -> bool:
    """Whether it was made from another one, as a report is, and is no copy that has all of its fields."""
    return message.subject is not None and message.kind is not Kind.FAN_OUT


def _free(state: State, serial: int, request: Request) -> bool:
    """Whether a message that may be here is locked by nobody else."""
    here = any(visible(status, request) for status in state.beliefs[serial])
    return here and unlocked(state, serial, request)


def _apart(state: State, candidates: Sequence[int]) -> list[int]:
    """The candidates with one copy of a publication, or one report about a copy, for all that are alike."""
    found: dict[object, int] = {}
    for serial in candidates:
        message = state.messages[serial]
        copy = message if message.subject is None else state.messages[message.subject]
        alike = serial if copy.publication is None else copy.publication
        found.setdefault((alike, message.kind, message.first, state.beliefs[serial]), serial)
    return list(found.values())


def _settle_as(state: State, request: Request, seen: SeenMessage, at: Interval, serial: int) -> Settled:
    browsing = request.mode not in TAKING
    state = _though_unknown_here(state, request.queue_key, serial, at)
    message, belief = state.messages[serial], state.beliefs[serial]
    here = tuple(status for status in belief if visible(status, request))
    if not here and perhaps_confirmed_on(state, message, request.queue_key):
        return _settle_early(state, request, seen, at, serial)
    out_of_place = _out_of_place(state, request, seen, serial, here, at)
    breaches = [*out_of_place, *_not_asked_for(state, request, serial, at)]
    in_order_of_delivery = request.wanted is None and request.match is Match.KNOWN
    if in_order_of_delivery and request.mode is not GetMode.UNDER_CURSOR and not breaches:
        state, disorder = passed_over(state, request, serial, at)
        breaches += disorder
    at_stake = missing_rules(state, serial) if here and not breaches else ()
    found_there = found_where_it_belongs(state, message, here, at_stake)
    if serial in state.counted:
        state = replace(state, counted=state.counted.delete(serial))
    state, looks, compared = inspect(_told_by(state, message, here), serial, request, seen, at)
    breaches += () if put_away(state, serial, here) else looks
    exercised_here = compared | frozenset(request.rules)
    if not nominally_expired(message, at):
        # Shown after the end of its life, though no later than is tolerated, it bears nothing out by that.
        exercised_here |= exercised(state, request) | found_there
    if not breaches and any(isinstance(status, Uncommitted) for status in here):
        exercised_here |= {"DD-41"}
    if browsing:
        state = _move_cursor(narrow(state, serial, here or belief), request, serial)
    else:
        if request.wanted is not None and is_staging(request.queue_key):
            exercised_here |= {"X-46"}
        state = reports_of_a_get(state, message, here, Moment(at, at, 0))
        state = perhaps_moved(_take(state, request, serial, here or belief, at), request.unit)
    return _told(state, serial, breaches, exercised_here)


def _settle_early(state: State, request: Request, seen: SeenMessage, at: Interval, serial: int) -> Settled:
    """A COD for a get that may be backed out, or for a browse: it is not known what becomes of it then."""
    _, looks, compared = inspect(state, serial, request, seen, at)
    return _told(state, serial, [*_not_asked_for(state, request, serial, at), *looks], compared)


def _though_unknown_here(state: State, queue_key: str, serial: int, at: Interval) -> State:
    """The state in which a message is here that was missed before, or whose way here is not followed."""
    message = state.messages[serial]
    since = Interval(message.sent.earliest, at.latest)
    if state.beliefs[serial] == (Ended(Cause.MISSED),) and message.first == queue_key:
        # It was there all the time, and that it was not seen is a breach already; its place is not known.
        return force(state, serial, (OnQueue(queue_key, since, Route.FOUND),))
    if was_missed_on_staging(state, message, queue_key):
        return force(state, serial, (Staged(queue_key),))
    if from_elsewhere(state, message, queue_key):
        return force(state, serial, (OnQueue(queue_key, since, Route.GENERATED),))
    return state


def _out_of_place(
    state: State, request: Request, seen: SeenMessage, serial: int, here: Belief, at: Interval
) -> list[Breach]:
    """A message that cannot be on the queue, whose life is over, or that somebody else has got already."""
    message, belief = state.messages[serial], state.beliefs[serial]
    name = message.label or _one(message.kind)
    held = not here and _held_here(belief, request)
    if not here and not held:
        # Where a message is put out of the way is not its target, of all queues, before it is due.
        early = message.due is not None and at.latest < message.due.earliest
        out = perhaps_out_of_the_way(state, serial) and not (early and request.queue_key == message.first)
        rules = () if out else sighting_rules(state, serial, request.queue_key, at)
        within = f" within {message.delay} ms of its send" if early and message.delay else ""
        return [breach(rules, f"{name} not on {request.queue_key}{within}", _sighted(message, request, at))]
    if expired(message, at) is Answer.YES:
        rules = (
            *eligibility_rules(message),
            *outlived_rules(state, serial),
            *returned_too_late(message, belief, request.mode, seen, at),
            *of_a_life_that_is_over(message),
            *(("X-46",) if is_staging(request.queue_key) else ()),
        )
        lives = f" of {min(message.expiry) * TENTH} ms" if UNLIMITED not in message.expiry else ""
        expected = f"{name} not returned, its life{lives} is over"
        return [breach(rules, expected, _sighted(message, request, at))]
    if held and request.mode in TAKING:
        # Two gets have it now: of an undelayed message no rule says that there is one.
        rules = ("DD-10", "X-54") if message.delay and message.topic is None else ()
        return [breach(rules, f"{name} not on {request.queue_key}", "it is returned")]
    return []


def _sighted(message: Message, request: Request, at: Interval) -> str:
    """What happened to a message that should not be there, and when, as far as the times tell."""
    least, most = at.earliest - message.sent.latest, at.latest - message.sent.earliest
    when = f"{least} ms" if least == most else f"{max(0, least)} to {most} ms"
    how = "returned" if request.mode in TAKING else "shown"
    began = "send" if message.kind is Kind.APPLICATION else "put"
    return f"it is {how} {when} after its {began}"


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
    if about is None and _confirms(seen) and perhaps_unseen(state, request.queue_key, 1):
        return Settled((state,))  # of a unit of work that is still open, by an id that tells no message
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
    if fired_from_elsewhere(state, request.queue_key):
        return Settled((state,), open="a report whose way is not followed may have fired a trigger message")
    if not seen.body and fired_by_open_unit(state, request.queue_key):
        return Settled((state,), open="a unit of work that is still open may have fired a trigger message")
    if not isinstance(seen.body, str):
        return Settled((state,), open="a message without body or ids cannot be recognised")
    if not seen.body and is_transmission_queue(state, request.queue_key) and _tells_nothing(seen):
        return Settled((state,), open="a message without data may be a report on its way")
    rules = ("DD-10", "X-54")
    if not seen.body and _tells_nothing(seen):
        if perhaps_unseen(state, request.queue_key, 1):
            return Settled((state,))  # a confirmation of a put or get whose unit of work is still open
        # What has no data was sent by nobody: it is a report, whichever.
        rules = excess_rules(state, request.queue_key) or rules
    return Settled(
        (state,),
        (breach(rules, f"only messages that were sent on {request.queue_key}", repr(seen.body)),),
    )


def _confirms(seen: SeenMessage) -> bool:
    return seen.descriptor.feedback in (Feedback.COA, Feedback.COD)


def _tells_nothing(seen: SeenMessage) -> bool:
    return seen.descriptor.message_type is UNSET and shown_as_report(seen) is None


def told_too_soon(state: State, rules: tuple[str, ...]) -> bool:
    """Whether only a channel that may be at work just now is to blame."""
    return bool(rules) and rules[0].startswith("AM-") and under_way(state)


def judged_or_open(state: State, found: Breach) -> Settled:
    """A breach where a rule speaks of it and nothing else may explain it; else why it is not judged."""
    if found.rules and not state.tampered and not told_too_soon(state, found.rules):
        return Settled((state,), (found,))
    told = f"expected {found.expected}, seen {found.seen}, which breaks no rule for certain"
    return Settled((state,), aside=told) if state.tampered else Settled((state,), open=told)


def exercised(state: State, request: Request) -> frozenset[str]:
    """The rules that every look of this kind speaks about where something has a life to end."""
    if not some_life_is_limited(state):
        return frozenset()
    browsing = request.mode in (GetMode.BROWSE_FIRST, GetMode.BROWSE_FIRST_AND_LOCK)
    return frozenset({"EX-13", "EX-18"} if browsing else {"EX-12", "EX-17"})


def _take(state: State, request: Request, serial: int, here: Belief, at: Interval) -> State:
    """The message is got: gone, or held by the unit of work (EX-38, EX-40), even if it could not be here."""
    places = [status for status in here if isinstance(status, Staged | OnQueue | Uncommitted)]
    if request.within is not None:
        message = state.messages[serial]
        state = confirmed_at_once(perhaps_confirmed_at_once(state, message), message, Kind.COD, at)
        places = places or [OnQueue(request.queue_key, at, Route.FOUND)]
        state = force(state, serial, tuple(Held(request.within, place) for place in places))
        unit = state.units.get(request.within, UnitOfWork())
        return replace(
            state,
            units=state.units.set(request.within, replace(unit, got=(*unit.got, serial))),
        )
    if serial in state.confirmable:
        # What became of the confirmation of an earlier get, which was backed out, is said nowhere.
        state = perhaps_confirmed_at_once(state, state.messages[serial])
    disposed = [status.disposal for status in here if isinstance(status, OnQueue)]
    after = tuple(dict.fromkeys(Ended(Cause.CONSUMED, disposal) for disposal in disposed))
    state = force(state, serial, after or (Ended(Cause.CONSUMED),))
    return replace(state, locks=state.locks.delete(serial)) if serial in state.locks else state


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
