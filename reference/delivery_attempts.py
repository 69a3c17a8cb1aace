"""Attempts to put a due message to its target, and the reports that internal work generates.

The decision is the table in `failure_to_put`; this module finds the factors of the situation, each of
which may be open, runs the table over every combination, and turns the rows into statuses. Reports are
hung on their subject with all the places where they may be (DD-101, DD-103, DD-105, EX-21, DD-82).
"""

from itertools import product
from typing import Final, NamedTuple

from msgspec.structs import replace

from .agenda import push
from .beliefs import END_OF, NEVER, add, learn, merged, on_its_way, place, triggers
from .clusters import binding_changed, delivered, is_remote_instance, refused_elsewhere
from .failure_to_put import (
    Action,
    Asked,
    Destination,
    Fate,
    Kept,
    ReplyQueue,
    ReportFate,
    Row,
    Slots,
    Target,
    may_drop_report,
    procedure,
    requested_action,
    tolerated,
)
from .intervals import FOREVER, Answer, Interval, answer, opposite
from .lateness import REPORT_TIME
from .preference import preferred, preferred_depth
from .report_messages import asks_for, data_wanted, has_reply_to
from .reports_about_copies import all_copies
from .resolution import Resolved, delivery_targets, key, owner, resolve, resolve_local
from .send_checks import too_long
from .state import Demand, Kind, Message, Queue, State
from .statuses import Cause, Coming, Disposal, Ended, OnQueue, Route, Staged, Status
from .subscriptions import subscriber_is_gone
from .vocabulary.commands import Switch
from .vocabulary.constants import Persistence, Report
from .vocabulary.profile import ClockKind


class Moment(NamedTuple):
    """When work happens: `instant`, within what is known of the time of the command (`at`).

    `passed` is how long a virtual clock has moved since the last command, in ms; 0 on a real clock,
    where nothing internal is ever certain.
    """

    instant: Interval
    at: Interval
    passed: int


NO_REPLY: Final = (ReplyQueue.UNUSABLE, "")
"""Nobody looks at the reply-to queue."""


def attempt(state: State, message: Message, status: Staged, moment: Moment) -> tuple[State, list[Status]]:
    """Every outcome that one attempt may have, preferred first.

    A later attempt may begin with the target, or with the disposal that failed (DD-99).
    """
    steps: list[Status] = []
    places: list[Status] = []
    dead_letter = dead_letter_queue(state, message.queue_manager)
    destination = Destination.QUEUE if message.publication is None else Destination.SUBSCRIBER
    targets, requests = _targets(state, message, status), _asked(message)
    # Where the target takes the message, or nobody asked for a report, the other queues do not matter.
    taken = all(target is Target.USABLE for _, target in targets)
    unreported = taken or requests == [Asked.NO]
    for (resolved, target), slots, asked, (reply, reply_key) in product(
        targets,
        [Slots.NONE] if taken else _slots(state, dead_letter, message),
        requests,
        [NO_REPLY] if unreported else _reply(state, message, dead_letter, Kind.EXCEPTION),
    ):
        action = requested_action(message.report)
        row = procedure(target, action, slots, asked, reply, _kept(message), destination)
        for one in (row, *tolerated(row, slots, asked, reply, _kept(message))):
            if dead_letter is None and one.report is ReportFate.DEAD_LETTERED:
                continue
            places += _report_places(one.report, reply_key, dead_letter, moment)
            steps += _statuses(state, message, one, status, resolved, dead_letter, moment)
        if asked is Asked.YES and reply is ReplyQueue.UNUSABLE and may_drop_report(message.report):
            unasked = procedure(target, action, slots, Asked.NO, reply, _kept(message), destination)
            steps += _statuses(state, message, unasked, status, resolved, dead_letter, moment)
            places.append(Ended(Cause.DROPPED))
    if places:
        state = hang_report(state, message, Kind.EXCEPTION, places, moment)
    if any(isinstance(step, OnQueue) and step.disposal is Disposal.NOT_DISPOSED for step in steps):
        state = confirmation_reports(state, message, moment)
    return state, list(dict.fromkeys(steps))


def _statuses(
    state: State,
    message: Message,
    row: Row,
    status: Staged,
    resolved: Resolved | None,
    dead_letter: Resolved | None,
    moment: Moment,
) -> list[Status]:
    """Where a message is after an attempt with this fate; one status, but for the ways of a cluster."""
    match row.fate:
        case Fate.DELIVERED:
            assert resolved is not None
            return delivered(state, message, resolved, moment.instant, moment.passed)
        case Fate.DEAD_LETTERED:
            assert dead_letter is not None
            there = OnQueue(dead_letter.local, moment.instant, Route.DEAD_LETTERED, Disposal.DISPOSED)
            found: list[Status] = [there]
        case Fate.DISCARDED:
            found = [Ended(Cause.DISCARDED)]
        case Fate.SILENCED:
            return [Ended(Cause.SILENCED)]
        case Fate.ABANDONED:
            reported = Disposal.NOT_DISPOSED if row.report is ReportFate.NONE else Disposal.DISPOSED
            found = [Ended(Cause.ABANDONED, reported)]
        case Fate.RETRIED:
            found = [Staged(status.queue, retrying=True)]
    if resolved is not None and is_remote_instance(message, resolved):
        theirs = dead_letter_queue(state, owner(resolved.local))
        found += refused_elsewhere(message, status, resolved, theirs, moment.instant)
    return found


# --- the factors of the situation ----------------------------------------------------------------------


def dead_letter_queue(state: State, queue_manager: str) -> Resolved | None:
    """The queue that the attribute DEADQ names, where it is a local queue."""
    name = state.queue_managers[queue_manager].dead_letter_queue
    return None if name is None else resolve_local(state, key(queue_manager, name))


def _targets(state: State, message: Message, status: Staged) -> list[tuple[Resolved | None, Target]]:
    """Where the message may be put, and whether that queue takes it (DD-49, DD-74, DD-114).

    DD-106, DD-107: nowhere, where the subscriber is gone.
    """
    if message.proxy is not None or subscriber_is_gone(state, message):
        return [(None, Target.GONE)]
    found: list[tuple[Resolved | None, Target]] = []
    for resolved in delivery_targets(state, message):
        takes = room_for(state, resolved, message.length, message.serial)
        if resolved is not None and binding_changed(resolved):
            takes = min(takes, Answer.UNSURE)
        options: list[tuple[Resolved | None, Target]] = []
        if takes is not Answer.NO:
            options.append((resolved, Target.USABLE))
        if takes is not Answer.YES:
            options.append((resolved, Target.UNUSABLE))
        undecided = len(options) > 1 and counted_full(state, resolved, message.serial)
        found += reversed(options) if undecided else options
    if status.retrying and all(target is Target.USABLE for _, target in found):
        found.append((None, Target.UNUSABLE))
    return found


def room_for(
    state: State, resolved: Resolved | None, length: int, serial: int = 0, leaving: int = 0
) -> Answer:
    """Whether a queue takes a message of this length; `serial` itself, if it may be there, is not counted.

    The place of the message `leaving` may be free already.
    """
    if resolved is None or resolved.attributes.put is Switch.DISABLED:
        return Answer.NO
    queue = state.queues.get(resolved.local, Queue())
    own = 1 if serial in queue.unsure else 0
    seat = queue.residents.get(leaving)
    freed = 1 if seat is not None and seat.certain else 0
    limit = resolved.attributes.max_depth
    filled = answer(queue.fewest - freed >= limit, queue.most_without(own) >= limit)
    worst = max(filled, too_long(length, resolved.attributes))
    return opposite(worst)


def counted_full(state: State, resolved: Resolved | None, serial: int) -> bool:
    """Whether the queue is full as the reference counts, without the message itself."""
    if resolved is None:
        return False
    queue = state.queues.get(resolved.local, Queue())
    own = serial in queue.unsure and place(preferred(state, serial)) == resolved.local
    return preferred_depth(state, resolved.local) - own >= resolved.attributes.max_depth


def _slots(state: State, dead_letter: Resolved | None, message: Message) -> list[Slots]:
    """How many messages the dead-letter queue may take, the reference's own count first.

    The message itself and its report, if they may be there already, are not counted.
    """
    if dead_letter is None or dead_letter.attributes.put is Switch.DISABLED:
        return [Slots.NONE]
    attributes = dead_letter.attributes
    length_limit = too_long(message.length, attributes)
    if length_limit is Answer.YES:
        return [Slots.NONE]
    queue = state.queues.get(dead_letter.local, Queue())
    own = [
        serial
        for serial in (message.serial, _report_of(state, message, Kind.EXCEPTION))
        if serial in queue.unsure
    ]
    counted = sum(1 for serial in own if place(preferred(state, serial)) == dead_letter.local)

    def free(depth: int) -> int:
        return max(0, min(2, attributes.max_depth - depth))

    fewest, most = free(queue.most_without(len(own))), free(queue.fewest)
    depth = preferred_depth(state, dead_letter.local) - counted
    chosen = min(most, max(fewest, free(depth)))
    options = [chosen, *(slots for slots in range(fewest, most + 1) if slots != chosen)]
    if length_limit is Answer.UNSURE and 0 not in options:
        options.append(0)
    return [Slots(slots) for slots in options]


def _asked(message: Message) -> list[Asked]:
    """A request without a reply-to queue is open: as if not made, or as if that queue were unusable."""
    if not asks_for(message, Kind.EXCEPTION):
        return [Asked.NO]
    return [Asked.YES] if message.reply_to is not None else [Asked.NO, Asked.YES]


def _reply(
    state: State, message: Message, dead_letter: Resolved | None, kind: Kind
) -> list[tuple[ReplyQueue, str]]:
    """Whether the reply-to queue takes a report of this kind, and its key; the reference's choice first."""
    resolved = None if message.reply_to is None else resolve(state, message.queue_manager, message.reply_to)
    own = _report_of(state, message, kind)
    takes = room_for(state, resolved, _report_length(message, kind), own, _leaving(message, kind))
    if (
        resolved is not None
        and dead_letter is not None
        and resolved.local == dead_letter.local
        and requested_action(message.report) is Action.DEAD_LETTER
        and takes is Answer.YES
    ):
        takes = Answer.UNSURE
    local = "" if resolved is None else resolved.local
    options = []
    if takes is not Answer.NO:
        options.append((ReplyQueue.USABLE, local))
    if takes is not Answer.YES:
        options.append((ReplyQueue.UNUSABLE, local))
    if len(options) > 1 and counted_full(state, resolved, own):
        options.reverse()
    return options


def _leaving(message: Message, kind: Kind) -> int:
    """The message whose own queue a report about its end may go to: whether before it leaves is open."""
    return message.serial if kind in {Kind.EXPIRATION, Kind.COD} else 0


def _report_of(state: State, message: Message, kind: Kind) -> int:
    """The serial of the report of this kind about the message, 0 where none is known yet."""
    children = state.children.get(message.serial, ())
    return next((child for child in children if state.messages[child].kind is kind), 0)


def _report_length(message: Message, kind: Kind) -> int:
    """How much of the original data a report carries, in characters."""
    match data_wanted(message, kind):
        case "all":
            return message.length
        case "some":
            return min(message.length, 100)
        case _:
            return 0


def _kept(message: Message) -> Kept:
    persistent = message.persistence is Persistence.PERSISTENT
    return Kept.PERSISTENT if persistent else Kept.NON_PERSISTENT


# --- reports ------------------------------------------------------------------------------------------


def _report_places(
    fate: ReportFate, reply: str, dead_letter: Resolved | None, moment: Moment
) -> list[Status]:
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
    another queue manager from which none comes back, or nowhere.
    """
    if not asks_for(message, Kind.EXPIRATION) or not has_reply_to(message):
        return state
    places = _generated_places(state, message, moment, Kind.EXPIRATION)
    queues = (step.queue for step in steps if isinstance(step, OnQueue))
    for manager in sorted({queue.partition("/")[0] for queue in queues} - {message.queue_manager}):
        there = dead_letter_queue(state, manager)
        if there and room_for(state, there, _report_length(message, Kind.EXPIRATION), 0) is not Answer.NO:
            places.append(OnQueue(there.local, moment.instant, Route.GENERATED, Disposal.DISPOSED))
        places.append(Ended(Cause.DROPPED))
    return hang_report(state, message, Kind.EXPIRATION, places, moment)


def _generated_places(state: State, message: Message, moment: Moment, kind: Kind) -> list[Status]:
    """Where a report may go: the reply-to queue or, not documented, elsewhere if that takes none.

    One for another queue manager may not get there; the reference itself lets it go.
    """
    dead_letter = dead_letter_queue(state, message.queue_manager)
    places: list[Status] = []
    own = _report_of(state, message, kind)
    for reply, reply_key in _reply(state, message, None, kind):
        if reply is ReplyQueue.USABLE:
            places.append(OnQueue(reply_key, moment.instant, Route.GENERATED))
            continue
        elsewhere: list[Status] = [Ended(Cause.DROPPED)]
        leaving = _leaving(message, kind)
        if room_for(state, dead_letter, _report_length(message, kind), own, leaving) is not Answer.NO:
            assert dead_letter is not None
            full = counted_full(state, dead_letter, own)
            there = OnQueue(dead_letter.local, moment.instant, Route.GENERATED, Disposal.DISPOSED)
            elsewhere.insert(1 if full or message.reply_to is None else 0, there)
        places += elsewhere
    return places


def confirmation_reports(state: State, message: Message, moment: Moment) -> State:
    """COA and COD may appear once the message has reached its target; nothing demands them (DD-130)."""
    if not has_reply_to(message):
        return state
    for kind in (Kind.COA, Kind.COD):
        if asks_for(message, kind):
            places = _generated_places(state, message, moment, kind)
            state = hang_report(state, message, kind, places, moment)
    return state


def hang_report(state: State, message: Message, kind: Kind, places: list[Status], moment: Moment) -> State:
    """Add places where a report may be, making the report known on first need.

    It is not there (`Never`) until its subject is known to have ended so; for confirmations that stays
    the preferred reading. What is found when the work is certainly done (on a virtual clock) goes before
    what was thought possible earlier: another report may have taken the last place by then. So does what
    the latest attempt finds as long as the reference itself has its subject staged; but not what it finds
    for a message that it has put elsewhere before this command, under another DEADQ say.
    """
    if message.siblings and kind in END_OF:
        state, of_all = all_copies(state, message, kind)
        due = state.beliefs[of_all.serial] == (END_OF[kind],)
        state = hang_report(state, of_all, kind, places, moment)
        if not due and state.collectives[of_all.publication or 0, kind].first == message.serial:
            return state
    for child in state.children.get(message.serial, ()):
        if state.messages[child].kind is kind:
            if NEVER not in state.beliefs[child]:
                return state
            earlier = [status for status in state.beliefs[child] if not isinstance(status, Coming)]
            before = [status for status in state.beliefs[child] if isinstance(status, Coming)]
            places = [*places, *(place for coming in before for place in coming.places)]
            attempted = (
                kind is Kind.EXCEPTION and message.due is not None and (message.due.latest <= state.previous)
            )
            still_staged = isinstance(preferred(state, message.serial), Staged)
            anew = still_staged or (moment.passed > 0 and not attempted)
            known = [*places, *earlier] if anew else [*earlier, *places]
            late = _late(state, message, kind, places, moment)
            learned = learn(state, child, merged([NEVER, *known, *late]))
            assert learned is not None
            return learned
    report = Message(
        serial=state.next_serial,
        label="",
        length=_report_length(message, kind),
        kind=kind,
        queue_manager=message.queue_manager,
        name=message.reply_to or "",
        first="",
        sent=Interval(message.sent.earliest, FOREVER),
        life_end=_inherited_life(message),
        persistence=message.persistence,
        priority=message.priority,
        subject=message.serial,
        demand=_demand(message, kind),
    )
    late = _late(state, message, kind, places, moment)
    state = add(state, report, merged([NEVER, *places, *late]))
    if report.life_end is None:
        return state
    return replace(state, agenda=push(state.agenda, report.life_end.earliest, report.serial))


def _late(state: State, message: Message, kind: Kind, places: list[Status], moment: Moment) -> list[Status]:
    """On a real clock a report may come a moment after what it reports (EX-37): late, never wrong."""
    if state.clock is ClockKind.VIRTUAL:
        return []
    coming = Coming(tuple(place for place in merged(places) if isinstance(place, OnQueue | Ended)))
    generated = all(triggers(kind, status) for status in state.beliefs[message.serial])
    return list(on_its_way((coming,), moment.at.latest + REPORT_TIME)) if generated else [coming]


def _inherited_life(message: Message) -> Interval | None:
    """A report that inherits the expiry of its subject may be gone when that is over (X-35: open)."""
    if message.life_end is None or not message.report & Report.PASS_DISCARD_AND_EXPIRY:
        return None
    return Interval(message.life_end.earliest, FOREVER)


def _demand(message: Message, kind: Kind) -> Demand:
    """Confirmations may be left out (DD-130); so may, open, reports to nobody and those of a channel.

    So may one about a copy among several, beside the one that stands for all of them (X-52).
    """
    optional = kind in {Kind.COA, Kind.COD, Kind.CHANNEL_EXCEPTION}
    if message.reply_to is None or optional or message.siblings:
        return Demand.OPTIONAL
    return Demand.NEEDED
