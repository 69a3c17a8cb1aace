"""Queue browsers and depths: looks at a whole queue.

Covers DD-06, DD-07, DD-43 (a browser shows exactly what a get could return, EX-13, EX-18) and EX-34,
EX-35 (a depth counts all that is there, expired messages too). What is seen settles what was open.

Silent points: whether messages of an open unit of work count in a depth (DD-43: both), and whether
confirmations do that are made in it (`unseen_reports`).
"""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from mqtck.reference.blame.absences import not_kept, spoken_about
from mqtck.reference.blame.channels import absence_rules
from mqtck.reference.blame.credit import (
    credited,
    nothing_returned,
    outlived,
    outlived_since_the_send,
    shown_though_perhaps_over,
    whole_queue_seen,
)
from mqtck.reference.blame.depths import excess_rules, shortage_rules
from mqtck.reference.blame.messages import found_missing
from mqtck.reference.chapters.message_expiry import nominally_expired
from mqtck.reference.chapters.report_messages import activities_may_come
from mqtck.reference.comparisons.sightings import identify, vaguely_seen
from mqtck.reference.possibilities import Possibility, Settled, breach
from mqtck.reference.queues.arrival_order import in_order
from mqtck.reference.queues.get_requests import (
    Reader,
    Request,
    disabled_for_gets,
    refusal_fits,
    returnable,
    unlocked,
)
from mqtck.reference.queues.in_hand import perhaps_away, perhaps_back_later
from mqtck.reference.queues.separate_descriptors import recognisable
from mqtck.reference.queues.transmission_queues import short_message_on, unreadable
from mqtck.reference.queues.triggering import fired
from mqtck.reference.queues.unseen_reports import perhaps_unseen
from mqtck.reference.showing import show
from mqtck.reference.state.beliefs import at_most
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.lateness import DELIVERY_TIME
from mqtck.reference.state.queue_keys import is_staging, owner
from mqtck.reference.state.seats import counts, place, residents_in_order
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import Staged
from mqtck.reference.vocabulary.commands import GetMode, QueueAttributes
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Outcome, Refused
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Breach

from .between_queues import back_again, passed_by, perhaps_between, perhaps_in_hand
from .gets import not_inspected
from .known_by_looks import caused_by_look, force, narrow
from .not_found import absent
from .returned_messages import best_reading, exercised, judged_or_open, settle_stranger, told_too_soon


def browse(state: State, queue_key: str, at: Interval, through: str = "") -> Possibility:
    """A queue browser shows every message that a get could return (EX-13, EX-18, DD-06, DD-43)."""
    request = Request(
        queue_key, unit="", mode=GetMode.BROWSE_FIRST, through=through, reader=Reader.JMS_CLIENT
    )
    return Possibility(
        prefer=lambda: _prefer_browse(state, request, at),
        settle=lambda outcome: (
            Settled((state,))
            if outcome == Browsed(()) and disabled_for_gets(state, request)
            else _credited(state, queue_key, _settle_browse(state, request, outcome, at), at)
        ),
    )


def _credited(state: State, queue_key: str, settled: Settled, at: Interval) -> Settled:
    """A browse, and what the messages bear out that it does not show (`credit`)."""
    shown = shown_though_perhaps_over(state, queue_key, settled)
    gone = outlived(state, queue_key, None, shown) | outlived_since_the_send(state, queue_key, at)
    return credited(settled, nothing_returned(state, queue_key) | gone)


def _prefer_browse(state: State, request: Request, at: Interval) -> Outcome:
    if not isinstance(state.definitions.get(request.queue_key), QueueAttributes):
        return Refused(reason=int(ReasonCode.UNKNOWN_OBJECT_NAME))
    if disabled_for_gets(state, request):
        return Refused(reason=int(ReasonCode.GET_INHIBITED))
    return Browsed(
        tuple(
            show(state, serial, request.queue_key, at)
            for serial in in_order(state.queues.get(request.queue_key, Queue()))
            if returnable(state, serial, request, at)
        )
    )


def _settle_browse(state: State, request: Request, outcome: Outcome, at: Interval) -> Settled:
    if isinstance(outcome, Refused) and refusal_fits(state, request):
        return Settled((state,))
    if isinstance(outcome, Refused) and short_message_on(state, request.queue_key):
        return unreadable(state, outcome)
    if not isinstance(outcome, Browsed):
        return not_inspected(state, request.queue_key, outcome)
    found = _recognised(state, request, outcome.messages, at)
    state, breaches, why_open = found.state, found.breaches, found.why_open
    if not found.unrecognised:
        # Else what was not recognised may be any of those that seem to be missing.
        state, missing, why_open = _not_shown(state, request, found.shown, at)
        breaches = (*breaches, *missing)
    judged = tuple(one for one in breaches if one.rules)
    late = any(nominally_expired(state.messages[serial], at) for serial in found.shown)
    of_every_look = frozenset() if late else exercised(state, request)
    spoken = found.exercised | of_every_look | spoken_about(state, request.queue_key)
    state = fired(state, request.queue_key, len(found.shown))
    return Settled((state,), judged, why_open, exercised=spoken)


class _Recognised(NamedTuple):
    """Which messages a browser has shown, and what is known once it has.

    `unrecognised` counts those of which it stays open which they are, `why_open` says why of the first that
    no rule speaks of.
    """

    state: State
    shown: frozenset[int]
    breaches: tuple[Breach, ...]
    exercised: frozenset[str]
    unrecognised: int
    why_open: str


def _recognised(state: State, request: Request, messages: Iterable[SeenMessage], at: Interval) -> _Recognised:
    """Each message that is shown, taken for one that was not shown before it."""
    breaches: list[Breach] = []
    shown: set[int] = set()
    spoken: set[str] = set()
    why_open, unrecognised = "", 0
    for shown_as in messages:
        seen = recognisable(state, request.queue_key, shown_as)
        identified = identify(state, request.queue_key, seen)
        candidates = [serial for serial in identified if serial not in shown]
        if not candidates:
            settled = settle_stranger(state, request, seen)
        elif vaguely_seen(state, request.queue_key, seen, identified):
            # Which one it is stays open, and so does which ones are not there.
            unrecognised += 1
            continue
        else:
            once = replace(request, wanted=tuple(candidates))
            serial, settled = best_reading(state, once, seen, at, candidates)
            shown.add(serial)
            state = settled.states[0]
            spoken |= settled.exercised
        breaches += settled.breaches
        unrecognised += 1 if settled.open else 0
        why_open = why_open or settled.open
    return _Recognised(state, frozenset(shown), tuple(breaches), frozenset(spoken), unrecognised, why_open)


def _not_shown(
    state: State, request: Request, shown: frozenset[int], at: Interval
) -> tuple[State, list[Breach], str]:
    """What follows from the messages that a browser has not shown, and why it may not be judged."""
    breaches: list[Breach] = []
    queue = state.queues.get(request.queue_key, Queue())
    missing = residents_in_order(queue) if queue.fewest else list(queue.unsure)
    missing = [serial for serial in missing if not caused_by_look(state, serial, request.queue_key)]
    for serial in missing:
        if serial in shown or not unlocked(state, serial, request):
            continue
        if (silent := passed_by(state, serial, request, at)) is not None:
            state = silent
        elif queue.residents[serial].certain:
            rules, belief = found_missing(state, serial)
            if rules[:1] == ("EX-15",):
                rules = ("EX-18", "EX-13", *rules)
            expected = f"message {state.messages[serial].label or serial} on {request.queue_key}"
            if told_too_soon(state, rules):
                open_ = f"expected {expected}, not shown by the browser, which breaks no rule for certain"
                return state, breaches, open_
            breaches.append(breach(rules, expected, "not shown by the browser"))
            state = force(state, serial, belief)
        else:
            state = absent(state, serial, request, at)
    return state, breaches, ""


def read_depth(state: State, queue_key: str, preferred: int) -> Possibility:
    """CURDEPTH: every message that is there counts, expired ones too (EX-34, EX-35, DD-06, DD-07)."""
    return Possibility(
        prefer=lambda: _prefer_depth(state, queue_key, preferred),
        settle=lambda outcome: credited(
            _settle_depth(state, queue_key, outcome),
            whole_queue_seen(state, queue_key) | outlived(state, queue_key, None, frozenset()),
        ),
    )


def _prefer_depth(state: State, queue_key: str, preferred: int) -> Outcome:
    if not isinstance(state.definitions.get(queue_key), QueueAttributes):
        return Refused(reason=int(ReasonCode.UNKNOWN_OBJECT_NAME))
    return DepthRead(preferred)


def _counted(state: State, queue_key: str, serial: int) -> State:
    """Remember that a depth, and so far nothing else, says that a delayed message has come (DD-06)."""
    due = state.messages[serial].due
    staged = tuple(status for status in state.beliefs[serial] if isinstance(status, Staged))
    on_staging = is_staging(queue_key)
    if state.clock is ClockKind.VIRTUAL or not staged or on_staging:
        return state
    if due is None or due.latest + DELIVERY_TIME + state.slow <= state.previous:
        return state
    return replace(state, counted=state.counted.set(serial, staged))


def _cannot_be_asked(state: State, queue_key: str) -> bool:
    """No local queue of that name is there, or its queue manager does not run."""
    manager = state.queue_managers.get(owner(queue_key))
    is_local = isinstance(state.definitions.get(queue_key), QueueAttributes)
    return not is_local or manager is None or not manager.running


def _overfull(state: State, queue_key: str, depth: int) -> tuple[str, ...]:
    """EX-35: more than the queue may hold: what counts in the depth has not counted for its limit."""
    attributes = state.definitions.get(queue_key)
    beyond = isinstance(attributes, QueueAttributes) and depth > attributes.max_depth
    return ("EX-35",) if beyond and queue_key in state.perished else ()


def _settle_depth(state: State, queue_key: str, outcome: Outcome) -> Settled:
    if isinstance(outcome, Refused) and _cannot_be_asked(state, queue_key):
        return Settled((state,))
    if not isinstance(outcome, DepthRead):
        return not_inspected(state, queue_key, outcome)
    depth = outcome.depth
    queue = state.queues.get(queue_key, Queue())
    seen_rules = frozenset({"EX-35"} if queue.unsure else ()) | not_kept(state, queue_key)
    seen_rules |= absence_rules(state, queue_key)
    seen_rules |= {"EX-30"} if queue_key in state.rejected else set()
    if (in_hand := _in_hand(state, queue, queue.fewest - depth)) is not None:
        return Settled((in_hand,), exercised=seen_rules)
    if depth < queue.fewest:
        rules = shortage_rules(state, queue)
        found = breach(rules, f"a depth of at least {queue.fewest} of {queue_key}", depth)
        return judged_or_open(state, found)
    listed = len(queue.residents)
    unlisted = max(depth - queue.most, 1 if depth >= listed and queue.unsure else 0)
    unseen = perhaps_unseen(state, queue_key, unlisted)
    if depth - unseen > queue.most:
        rules = (*_overfull(state, queue_key, depth), *excess_rules(state, queue_key))
        return judged_or_open(state, breach(rules, f"a depth of at most {queue.most} of {queue_key}", depth))
    for serial in state.in_hand:
        resident = queue.residents.get(serial)
        state = back_again(state, serial) if resident is not None and resident.certain else state
    # What reading the depth discards may be reported on this very queue, behind what was counted.
    caused = {serial for serial in queue.unsure if caused_by_look(state, serial, queue_key)}
    away = perhaps_away(state, queue_key)
    for serial in list(queue.unsure):
        belief = state.beliefs[serial]
        if serial in caused or any(place(status) == queue_key and not counts(status) for status in belief):
            continue
        if depth == queue.fewest and not away:
            elsewhere = tuple(status for status in belief if place(status) != queue_key)
            state = perhaps_between(state, serial, elsewhere) or state
        elif depth >= listed and not unseen and not activities_may_come(state, queue_key):
            present = tuple(status for status in belief if place(status) == queue_key)
            state = back_again(narrow(_counted(state, queue_key, serial), serial, present), serial)
        else:
            # Some of them are there, and each may be one of these.
            state = back_again(state, serial)
    state = at_most(state, queue_key, depth + len(caused) + perhaps_back_later(state, queue_key))
    return Settled((fired(state, queue_key, depth),), exercised=seen_rules)


def _in_hand(state: State, queue: Queue, lacking: int) -> State | None:
    """The state in which attempts to put staged messages explain a depth that is too small; None if not."""
    explained = 0
    for serial in residents_in_order(queue) if lacking > 0 else ():
        if queue.residents[serial].certain and (tried := perhaps_in_hand(state, serial)) is not None:
            state, explained = tried, explained + 1
    return state if explained >= lacking > 0 else None
