"""Reports that the queue manager generates: when one may be there, where, and whether it has to be.

A report is hung on its subject with all the places where it may be (DD-101, DD-103, DD-105, EX-21, DD-82).
Covers DD-126 to DD-130, EX-21, EX-37, X-35 and X-52. Where the documents are silent: what becomes of an
expiration or confirmation report that its queue does not take (the dead-letter queue, or nowhere); whether
one that another queue manager makes comes back, and when.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.failure_to_put import ReplyQueue, ReportFate
from mqtck.reference.chapters.report_messages import asks_for, way_is_known
from mqtck.reference.chapters.resolution import Resolved, queue_managers_of
from mqtck.reference.preference import preferred
from mqtck.reference.queues.room import counted_full, dead_letter_queue, near_its_limit
from mqtck.reference.queues.triggering import instead_by_now, perhaps_triggered
from mqtck.reference.state.agenda import push
from mqtck.reference.state.beliefs import END_OF, NEVER, add, learn, merged, on_its_way
from mqtck.reference.state.generation import is_generated
from mqtck.reference.state.intervals import FOREVER, Answer, Interval, Moment
from mqtck.reference.state.lateness import REPORT_TIME
from mqtck.reference.state.messages import Demand, Kind, Message
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.seats import EMPTY_QUEUE
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import (
    Belief,
    Cause,
    Coming,
    Disposal,
    Ended,
    OnQueue,
    Route,
    Staged,
    Status,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.profile import ClockKind

from .reply_queues import (
    members_that_may_refuse,
    reply_instances,
    reply_queues,
    reply_to_queue,
    report_length,
    report_of,
    takes_report,
    too_long_for,
)
from .reports_about_copies import all_copies

_LATE: Final = frozenset({Kind.EXPIRATION, Kind.COA, Kind.COD})
"""Reports that come a moment after what they are about, each by itself (EX-37)."""

_ANY_TIME: Final = Interval(0, FOREVER)


def report_places(fate: ReportFate, reply: str, dead_letter: Resolved | None, moment: Moment) -> list[Status]:
    """Where the exception report of this row may be."""
    match fate:
        case ReportFate.NONE:
            return []
        case ReportFate.SENT:
            return [OnQueue(reply, moment.instant, Route.GENERATED)]
        case ReportFate.DEAD_LETTERED:
            assert dead_letter is not None
            return [OnQueue(dead_letter.local, moment.instant, Route.GENERATED, Disposal.DISPOSED)]
        case ReportFate.DROPPED:
            return [Ended(Cause.DROPPED)]


def expiration_report(state: State, message: Message, moment: Moment, steps: list[Status]) -> State:
    """Hang an expiration report on a message that may have been discarded, if requested (EX-21).

    What becomes of one that its queue does not take is not documented: the dead-letter queue, here or at
    another queue manager from which none comes back, or nowhere. So of one without a reply-to queue (X-22).
    """
    if not asks_for(message, Kind.EXPIRATION):
        return state
    places = _generated_places(state, message, moment, Kind.EXPIRATION)
    elsewhere = _places_elsewhere(state, message, moment, Kind.EXPIRATION, steps)
    back = _back(places, elsewhere)
    return hang_report(state, message, Kind.EXPIRATION, [*places, *elsewhere], moment, back)


def _places_elsewhere(
    state: State, message: Message, moment: Moment, kind: Kind, steps: Iterable[Status]
) -> list[Status]:
    """Where a report may be that is made at another queue manager, from which none comes back."""
    queues = {step.queue for step in steps if isinstance(step, OnQueue)}
    there_too = frozenset().union(*(queue_managers_of(state, queue) for queue in queues)) - {
        message.queue_manager
    }
    return [
        place
        for manager in sorted(there_too)
        for place in _undelivered_there(state, manager, message, kind, moment)
    ]


def _back(places: list[Status], elsewhere: list[Status]) -> list[Status]:
    """One that another queue manager may have made is perhaps on its way: that takes a channel its time."""
    home = tuple(place for place in places if isinstance(place, OnQueue))
    return [Coming(home)] if elsewhere and home else []


def _on_the_way(coming: Iterable[Status]) -> list[Status]:
    """One status for all that is known of the way; what was possible once stays possible."""
    places = merged([place for one in coming if isinstance(one, Coming) for place in one.places])
    return [Coming(tuple(place for place in places if isinstance(place, OnQueue | Ended)))] if places else []


def _undelivered_there(
    state: State, manager: str, message: Message, kind: Kind, moment: Moment
) -> list[Status]:
    """What becomes of a report that is made at another queue manager, from which it does not come back."""
    there = dead_letter_queue(state, manager)
    nowhere: list[Status] = [Ended(Cause.DROPPED)]
    if there is None or takes_report(state, there, message, kind) is Answer.NO:
        return nowhere
    return [OnQueue(there.local, moment.instant, Route.GENERATED, Disposal.DISPOSED), *nowhere]


def _generated_places(state: State, message: Message, moment: Moment, kind: Kind) -> list[Status]:
    """Where a report may go: the reply-to queue or, not documented, elsewhere if that takes none.

    One for another queue manager may not get there; the reference itself lets it go.
    """
    places: list[Status] = []
    for reply, reply_key in reply_queues(state, message, None, kind):
        if reply is ReplyQueue.USABLE:
            places.append(OnQueue(reply_key, moment.instant, Route.GENERATED))
        else:
            places += _not_taken(state, message, moment, kind)
    return [*places, *undelivered_in_cluster(state, message, kind, moment)]


def _not_taken(state: State, message: Message, moment: Moment, kind: Kind) -> list[Status]:
    """Where a report may be that its reply-to queue does not take: on the dead-letter queue, or nowhere."""
    dead_letter = dead_letter_queue(state, message.queue_manager)
    places: list[Status] = [Ended(Cause.DROPPED)]
    if takes_report(state, dead_letter, message, kind) is Answer.NO:
        return places
    assert dead_letter is not None
    own = report_of(state, message, kind)
    full = counted_full(state, dead_letter, own) or too_long_for(message, kind, dead_letter)
    there = OnQueue(dead_letter.local, moment.instant, Route.GENERATED, Disposal.DISPOSED)
    places.insert(1 if full or message.reply_to is None else 0, there)
    return places


def _crowded_out(
    state: State, message: Message, moment: Moment, kind: Kind, steps: Iterable[Status]
) -> list[Status]:
    """Where a COA may be if its own message takes the last place on the reply-to queue."""
    reply = reply_to_queue(state, message)
    if kind is not Kind.COA or reply is None:
        return []
    queue = state.queues.get(reply.local, EMPTY_QUEUE)
    arrives = any(isinstance(step, OnQueue) and step.queue == reply.local for step in steps)
    most = queue.most if message.serial in queue.residents else queue.most + 1
    full = arrives and most >= reply.attributes.max_depth
    return _not_taken(state, message, moment, kind) if full else []


def undelivered_in_cluster(state: State, message: Message, kind: Kind, moment: Moment) -> list[Status]:
    """What becomes of a report to a clustered queue whose instance elsewhere does not take it."""
    return [
        place
        for manager in members_that_may_refuse(state, message, kind)
        for place in _undelivered_there(state, manager, message, kind, moment)
    ]


def confirmed_at_once(state: State, message: Message, kind: Kind, at: Interval) -> State:
    """A put or get in a unit of work may be confirmed before the commit, where the names lead by then."""
    if not asks_for(message, kind):
        return state
    found = _generated_places(state, message, Moment(at, at, 0), kind)
    known = state.made_at_once.get(message.serial, ())
    places = (*known, *(place for place in found if isinstance(place, OnQueue) and place not in known))
    return replace(state, made_at_once=state.made_at_once.set(message.serial, places))


def confirmation_reports(
    state: State,
    message: Message,
    moment: Moment,
    kinds: tuple[Kind, ...] = (Kind.COA, Kind.COD),
    steps: Iterable[Status] = (),
) -> State:
    """COA and COD may appear once the message has reached its target; nothing demands them (DD-130).

    `steps` are where it may be by now; what another queue manager makes there may not come back. Nor may one
    about a copy that another queue manager has made.
    """
    for kind in kinds:
        if asks_for(message, kind):
            places = _generated_places(state, message, moment, kind)
            places += _crowded_out(state, message, moment, kind, steps)
            places += [one for one in state.made_at_once.get(message.serial, ()) if one not in places]
            elsewhere = _places_elsewhere(state, message, moment, kind, steps)
            if message.kind is Kind.FAN_OUT:
                elsewhere += _undelivered_there(state, owner(message.first), message, kind, moment)
            back = _back(places, elsewhere)
            state = hang_report(state, message, kind, [*places, *elsewhere], moment, back)
    return state


def reports_of_a_get(state: State, message: Message, taken: Belief, moment: Moment) -> State:
    """What a get may confirm: not the arrival of a message that never came to its target (X-32).

    That is recalled from the staging queue (DD-126), or taken from a dead-letter queue.
    """
    elsewhere = bool(taken) and all(
        isinstance(status, Staged) or (isinstance(status, OnQueue) and status.disposal is Disposal.DISPOSED)
        for status in taken
    )
    kinds = (Kind.COD,) if elsewhere else (Kind.COA, Kind.COD)
    return confirmation_reports(state, message, moment, kinds, taken)


def hang_report(
    state: State,
    message: Message,
    kind: Kind,
    places: list[Status],
    moment: Moment,
    back: Iterable[Status] = (),
) -> State:
    """Add places where a report may be, making the report known on first need.

    It is not there (`Never`) until its subject is known to have ended so; for confirmations that stays
    the preferred reading.
    """
    if message.siblings and kind in END_OF:
        state, of_all = all_copies(state, message, kind)
        due = state.beliefs[of_all.serial] == (END_OF[kind],)
        state = hang_report(state, of_all, kind, places, moment, back)
        if not due and state.collectives[of_all.publication or 0, kind].first == message.serial:
            return state
        message = _without_report(state, message, kind)
    if known := report_of(state, message, kind):
        return _with_places(state, state.messages[known], message, places, moment, back)
    return _first_known(state, message, kind, places, moment, back)


def _without_report(state: State, copy: Message, kind: Kind) -> Message:
    """The copy, or another that may have ended so where the report about this one is there already.

    A report tells no copy: it may have been about the other (X-52).
    """

    def is_there(serial: int) -> bool:
        known = report_of(state, state.messages[serial], kind)
        return bool(known) and NEVER not in state.beliefs[known]

    def has_ended(serial: int) -> bool:
        return any(is_generated(kind, status) for status in state.beliefs[serial])

    others = state.copies.get(copy.publication or 0, ()) if is_there(copy.serial) else ()
    instead = next((one for one in others if has_ended(one) and not is_there(one)), copy.serial)
    return state.messages[instead]


def _with_places(
    state: State,
    report: Message,
    message: Message,
    places: list[Status],
    moment: Moment,
    back: Iterable[Status],
) -> State:
    """The state with more places for a report; with none where it is known to be there.

    What is found when the work is certainly done (on a virtual clock) goes before what was thought possible
    earlier: another report may have taken the last place by then. So does what the latest attempt finds as
    long as the reference itself has its subject staged; but not what it finds for a message that it has put
    elsewhere before this command, under another DEADQ say.
    """
    belief = state.beliefs[report.serial]
    if NEVER not in belief:
        return state
    earlier = [status for status in belief if not isinstance(status, Coming)]
    before = [status for status in belief if isinstance(status, Coming)]
    places = [*places, *(place for coming in before for place in coming.places)]
    due = message.due
    attempted = report.kind is Kind.EXCEPTION and due is not None and due.latest <= state.previous
    still_staged = isinstance(preferred(state, message.serial), Staged)
    anew = still_staged or (moment.passed > 0 and not attempted)
    known = [*places, *earlier] if anew else [*earlier, *places]
    late = _late(state, message, report.kind, places, moment) or _on_the_way([*before, *back])
    learned = learn(state, report.serial, merged([NEVER, *known, *late]))
    assert learned is not None
    # One that has not come so far may still come, and trigger its queue then.
    return perhaps_triggered(learned, report, places, moment.instant)


def _first_known(
    state: State,
    message: Message,
    kind: Kind,
    places: list[Status],
    moment: Moment,
    back: Iterable[Status],
) -> State:
    """The state with a report that may be in one of these places, or not have been made."""
    report = Message(
        serial=state.next_serial,
        label="",
        length=report_length(message, kind),
        kind=kind,
        queue_manager=message.queue_manager,
        name=message.reply_to or "",
        first="",
        sent=Interval(message.sent.earliest, FOREVER),
        life_end=_inherited_life(message),
        persistence=message.persistence,
        priority=message.priority,
        subject=message.serial,
        demand=_demand(state, message, kind),
        instances=reply_instances(state, message),
    )
    late = _late(state, message, kind, places, moment) or [*back]
    state = add(state, report, merged([NEVER, *places, *late]))
    state = perhaps_triggered(state, report, places, moment.instant)
    if report.life_end is None:
        return state
    return replace(state, agenda=push(state.agenda, report.life_end.earliest, report.serial))


def _late(state: State, message: Message, kind: Kind, places: list[Status], moment: Moment) -> list[Status]:
    """On a real clock a report may come a moment after what it reports (EX-37): late, never wrong."""
    if state.clock is ClockKind.VIRTUAL:
        return []
    coming = Coming(tuple(place for place in merged(places) if isinstance(place, OnQueue | Ended)))
    generated = all(is_generated(kind, status) for status in state.beliefs[message.serial])
    return list(on_its_way((coming,), moment.at.latest + REPORT_TIME)) if generated else [coming]


def still_coming(state: State, report: Message, coming: Coming, moment: Moment) -> Coming:
    """A report on its way that finds, when it comes, what is defined and has room by then (EX-37).

    So does a trigger message (X-39).
    """
    if report.kind is Kind.TRIGGER:
        return _with_more(coming, instead_by_now(state, report, moment.instant))
    if report.subject is None or report.kind not in _LATE:
        return coming
    message = state.messages[report.subject]
    places = _generated_places(state, message, moment, report.kind)
    for manager in {owner(place.queue) for place in coming.places if isinstance(place, OnQueue)}:
        if manager != message.queue_manager:
            places += _undelivered_there(state, manager, message, report.kind, moment)
    return _with_more(coming, places)


def _with_more(coming: Coming, places: list[Status]) -> Coming:
    """With those places, too, that it does not have yet, whenever it came there."""
    known = {_undated(place) for place in coming.places}
    new = [place for place in merged(places) if _undated(place) not in known]
    more = tuple(place for place in new if isinstance(place, OnQueue | Ended))
    return coming._replace(places=(*coming.places, *more)) if more else coming


def _undated(status: Status) -> Status:
    return status._replace(arrival=_ANY_TIME) if isinstance(status, OnQueue) else status


def room_may_change(state: State, report: Message) -> bool:
    """Whether messages that come and go may change where a report goes, without any new definition."""
    if report.kind is Kind.TRIGGER:
        return near_its_limit(state, report.first)
    if report.subject is None or report.kind not in _LATE:
        return False
    message = state.messages[report.subject]
    reply = reply_to_queue(state, message)
    if takes_report(state, reply, message, report.kind) is Answer.YES:
        return reply is not None and near_its_limit(state, reply.local)
    named = (reply, dead_letter_queue(state, message.queue_manager))
    return any(one is not None and near_its_limit(state, one.local) for one in named)


def _inherited_life(message: Message) -> Interval | None:
    """A report that inherits the expiry of its subject may be gone when that is over (X-35: open)."""
    if message.life_end is None or not message.report & Report.PASS_DISCARD_AND_EXPIRY:
        return None
    return Interval(message.life_end.earliest, FOREVER)


def _demand(state: State, message: Message, kind: Kind) -> Demand:
    """Confirmations may be left out (DD-130); so may, open, reports to nobody and those of a channel.

    So may one about a copy among several, beside the one that stands for all of them (X-52). DD-103 speaks of
    exception reports alone: of another one that cannot be sent nothing is said.
    """
    optional = kind in {Kind.COA, Kind.COD, Kind.CHANNEL_EXCEPTION}
    known = kind is Kind.EXCEPTION and way_is_known(state, message)
    if optional or message.siblings or (message.reply_to is None and not known):
        return Demand.OPTIONAL
    return Demand.NEEDED
