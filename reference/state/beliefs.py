"""Bookkeeping of beliefs: what is known of a message, and how reports hang on their subjects.

No rule of the documents lives here. `learn` is the one way to change what is known of a message; it
keeps the queues in step and carries the consequence to the reports of the message, or from a report to
its subject. It answers None where the new knowledge contradicts what is known.
"""

from typing import Final

from immutables import Map
from msgspec.structs import replace

from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.profile import ClockKind

from .agenda import Agenda, push
from .generation import is_generated, may_be_generated
from .intervals import FOREVER, Interval
from .lateness import REPORT_LIFE, REPORT_TIME
from .messages import Demand, Kind, Known, Message
from .queue_keys import is_staging
from .seats import EMPTY_QUEUE, counts, limit_of, near, place, seated
from .state import Queue, State
from .statuses import Belief, Cause, Coming, Ended, Never, OnQueue, Staged, Status, Uncommitted

NEVER: Final = Never()


def expired_end(status: Status) -> Ended:
    """Expired and discarded where it was; what was done with it before, and how it waited, stays known."""
    match status:
        case OnQueue(disposal=disposal):
            return Ended(Cause.EXPIRED, disposal)
        case Staged():
            return Ended(Cause.EXPIRED, staged=status)
        case _:
            return Ended(Cause.EXPIRED)


def merged(statuses: list[Status]) -> Belief:
    """The statuses in order without doubles; stays on one queue by one route become one."""
    if len(statuses) < 2:  # noqa: PLR2004 - nothing to merge
        return tuple(statuses)
    result: list[Status] = []
    for status in statuses:
        if status in result:
            continue
        if isinstance(status, OnQueue):
            for index, other in enumerate(result):
                if isinstance(other, OnQueue) and other[0] == status[0] and other[2:] == status[2:]:
                    result[index] = other._replace(arrival=other.arrival.hull(status.arrival))
                    break
            else:
                result.append(status)
        else:
            result.append(status)
    return tuple(result)


def on_its_way(belief: Belief, until: int) -> Belief:
    """The belief in a report that was certainly generated: it is not on its way for ever."""
    return tuple(
        status._replace(until=until) if isinstance(status, Coming) and status.until is None else status
        for status in belief
    )


def learn(state: State, serial: int, belief: Belief) -> State | None:
    """The state in which this message has one of these statuses, or None where that cannot be."""
    if not belief:
        return None
    if belief == state.beliefs[serial]:
        return state
    followed = _reports_follow(_store(state, serial, belief), serial, belief)
    if followed is None:
        return None
    considered = _consider_copies(followed, followed.messages[serial])
    return None if considered is None else _subject_follows(considered, serial, belief)


def _reports_follow(state: State, serial: int, belief: Belief) -> State | None:
    """The state in which the reports about a message go with the belief in it; None where they cannot."""
    for child in state.children.get(serial, ()):
        kind = state.messages[child].kind
        needed = state.messages[child].demand is Demand.NEEDED
        known = state.beliefs[child]
        generated = [is_generated(kind, status) for status in belief]
        if not any(may_be_generated(kind, status) for status in belief):
            remaining: Belief = tuple(status for status in known if isinstance(status, Never))
        elif all(generated) and needed:
            remaining = tuple(status for status in known if status != NEVER)
        else:
            remaining = known
        if all(generated) and kind is not Kind.REPLY:  # How long the IMS bridge tries is said nowhere.
            remaining = on_its_way(remaining, state.previous + REPORT_TIME)
        if remaining == known or (not remaining and _of_one_among_several(state, child)):
            # A report that is known to be there is about a sibling, if not about this copy.
            continue
        learned = learn(state, child, remaining)
        if learned is None:
            return None
        state = learned
    return state


def _subject_follows(state: State, serial: int, belief: Belief) -> State | None:
    """The state in which what a report is about goes with the belief in the report; None where it cannot."""
    subject = state.messages[serial].subject
    if subject is None or subject not in state.beliefs or _of_one_among_several(state, serial):
        return state
    kind = state.messages[serial].kind
    if kind is Kind.CHANNEL_EXCEPTION:
        # Nothing is said of such reports: one may stand although the batch was backed out behind it.
        return state
    known = state.beliefs[subject]
    if NEVER not in belief:
        left = (may_be_generated(kind, status) for status in known)
        remaining = tuple(status for status in left if status is not None)
    elif belief == (NEVER,) and state.messages[serial].demand is Demand.NEEDED:
        remaining = tuple(status for status in known if not is_generated(kind, status))
    else:
        return state
    return learn(state, subject, remaining)


END_OF: Final = {Kind.EXCEPTION: Ended(Cause.DISCARDED), Kind.EXPIRATION: Ended(Cause.EXPIRED)}
"""What has become of a publication where a report about any of its copies is due."""

AS_PUBLISHED: Final = Ended(Cause.PUBLISHED)


def _of_one_among_several(state: State, serial: int) -> bool:
    """Whether this is a report about a copy that has siblings: nothing tells about which of them."""
    report = state.messages[serial]
    return (
        report.subject is not None
        and report.kind is not Kind.FAN_OUT
        and state.messages[report.subject].siblings > 0
    )


def _consider_copies(state: State, message: Message) -> State | None:
    """X-52: of the reports about several copies one is due as soon as one of the copies has ended so."""
    if message.publication is None:
        return state
    for kind, end in END_OF.items():
        collective = state.collectives.get((message.publication, kind))
        if collective is None or state.beliefs[collective.serial] == (end,):
            continue
        copies = [state.beliefs[copy] for copy in state.copies[message.publication]]
        may = any(may_be_generated(kind, status) for belief in copies for status in belief)
        certain = any(all(is_generated(kind, status) for status in belief) for belief in copies)
        possible: Belief = (AS_PUBLISHED, end) if may else (AS_PUBLISHED,)
        learned = learn(state, collective.serial, (end,) if certain else possible)
        if learned is None:
            return None
        state = learned
    return state


def _store(state: State, serial: int, belief: Belief) -> State:
    """Set a belief and keep residents, lanes and the lists of open messages in step."""
    old = state.beliefs.get(serial, ())
    message = state.messages[serial]
    resting = state.resting.get(message.first)
    if resting is not None and serial in resting.serials:
        state = no_longer_at_rest(state, message)
        belief = arriving_until(belief, FOREVER, state.previous)
    queues = state.queues
    tampered = state.tampered
    hurried: list[int] = []
    for key in {place(status) for status in (*old, *belief)}:
        if key is not None:
            if is_staging(key) and key not in tampered and _strange(message, belief, key):
                tampered |= {key}
            before = queues.get(key, EMPTY_QUEUE)
            after = seated(state, before, key, message, old, belief)
            queues = queues.set(key, after)
            if after.unsure and state.clock is ClockKind.VIRTUAL and after.most > before.most:
                hurried += _may_find_no_room(state, key, before, after)
    unsettled = state.unsettled
    if len(belief) > 1:
        unsettled = unsettled.set(serial, None)
    elif serial in unsettled:
        unsettled = unsettled.delete(serial)
    return replace(
        state,
        overdue=_overdue(state, serial, belief),
        beliefs=state.beliefs.set(serial, belief),
        queues=queues,
        unsettled=unsettled,
        agenda=_looks(state, _agenda(state, message, old, belief), hurried),
        perished=_perished(state, message.first, old, belief),
        recalled=_recalled(state, message, belief),
        tampered=tampered,
    )


def _may_find_no_room(state: State, key: str, before: Queue, after: Queue) -> list[int]:
    """What may be reported about to a queue that has come near its limit: a report may not fit any more."""
    limit = limit_of(state, key)
    if not limit or near(before, limit) or not near(after, limit):
        return []
    subjects = (state.messages[serial].subject for serial in after.unsure if serial in state.messages)
    return [subject for subject in subjects if subject is not None]


def _looks(state: State, agenda: Agenda | None, serials: list[int]) -> Agenda | None:
    """The agenda with a look at each of these messages, as soon as anything happens."""
    for serial in serials:
        agenda = push(agenda, state.previous, serial)
    return agenda


def _agenda(state: State, message: Message, old: Belief, belief: Belief) -> Agenda | None:
    """The agenda with all that is to be looked at since the belief in a message is another one."""
    serial, agenda = message.serial, state.agenda
    if message.kind is Kind.FAN_OUT and len(belief) < len(old) and NEVER in belief:
        agenda = push(agenda, state.previous, serial)
    elif message.subject is not None and len(belief) < len(old) and NEVER in belief:
        watched = state.messages[message.subject]
        for waiting in state.copies.get(watched.publication or 0, (message.subject,)):
            agenda = push(agenda, state.previous, waiting)
    over = may_be_over(state, message, belief)
    if over is not None and over <= state.previous and _may_go(belief):
        agenda = push(agenda, state.previous, serial)
    elif over is not None and message.life_end is None and over != may_be_over(state, message, old):
        # Seen to have come later than it may have come at first, it may also go later.
        agenda = push(agenda, over, serial)
    if message.due is not None and message.due.earliest <= state.previous and _back(old, belief):
        agenda = push(agenda, state.previous, serial)
    return agenda


def _overdue(state: State, serial: int, belief: Belief) -> "Map[int, None]":
    """The overdue messages, with this one where something takes it from its queue, or it is on its way."""
    overdue = state.overdue
    taken = state.channels | state.bridges
    if taken and any(isinstance(status, OnQueue) and status.queue in taken for status in belief):
        overdue = overdue.set(serial, None)
    if any(isinstance(status, Coming) for status in belief):
        overdue = overdue.set(serial, None)
    return overdue


def arriving_until(belief: Belief, latest: int, instead: int) -> Belief:
    """The belief in which what may have arrived until `latest` (ms) may have arrived until `instead`."""
    return tuple(
        status._replace(arrival=Interval(status.arrival.earliest, instead))
        if isinstance(status, OnQueue) and status.arrival.latest == latest
        else status
        for status in belief
    )


def no_longer_at_rest(state: State, message: Message) -> State:
    """What was laid aside is overdue again: seen not to have come, it may come next."""
    before = state.resting[message.first]
    others = before.serials.delete(message.serial)
    resting = (
        state.resting.set(message.first, before._replace(serials=others))
        if others
        else state.resting.delete(message.first)
    )
    return replace(state, resting=resting, overdue=state.overdue.set(message.serial, None))


def _strange(message: Message, belief: Belief, key: str) -> bool:
    """Whether a message that nobody has delayed may be on the queue, or will be when it is committed."""
    by_hand = OnQueue if message.delay else OnQueue | Uncommitted
    return any(isinstance(status, by_hand) and status.queue == key for status in belief)


def _recalled(state: State, message: Message, belief: Belief) -> "Map[int, None]":
    """The messages got before they were due, when the belief in one changes."""
    status, due = belief[0], message.due
    early = due is not None and due.earliest > state.previous
    if early and isinstance(status, Ended) and status.cause is Cause.CONSUMED:
        return state.recalled.set(message.serial, None)
    return state.recalled.delete(message.serial) if message.serial in state.recalled else state.recalled


def placeless(state: State, message: Message, belief: Belief) -> State:
    """The state with the belief in a message that only stands for others, and so is on no queue."""
    old = state.beliefs.get(message.serial, ())
    return replace(
        state,
        beliefs=state.beliefs.set(message.serial, belief),
        perished=_perished(state, message.first, old, belief),
    )


def _perished(state: State, first: str, old: Belief, new: Belief) -> "Map[str, int]":
    """How many messages may have expired, by queue, when the belief in one for this queue changes."""
    more = has_expired(new) - has_expired(old)
    if not more:
        return state.perished
    count = state.perished.get(first, 0) + more
    return state.perished.set(first, count) if count else state.perished.delete(first)


def has_expired(belief: Belief) -> bool:
    """Whether the message may have expired and been discarded."""
    for status in belief:  # noqa: SIM110 - asked of every belief that changes
        if isinstance(status, Ended) and status.cause is Cause.EXPIRED:
            return True
    return False


def _back(old: Belief, new: Belief) -> bool:
    """Staged again, by a backout: its due time may be over already."""
    return any(isinstance(status, Staged) and status not in old for status in new)


GENERATED: Final = frozenset({Kind.EXPIRATION, Kind.EXCEPTION, Kind.CHANNEL_EXCEPTION, Kind.COA, Kind.COD})
"""What a queue manager makes itself."""


def may_be_over(state: State, message: Message, belief: Belief) -> int | None:
    """From when on (ms) the life of a message may be over; None if never.

    How long a report lives nobody says, but for one that is asked to inherit the life of its message (chapter
    9, item 21). Others but expiration reports may do so unasked, and `REPORT_LIFE` is taken for certain; of
    an expiration report it begins when its message expired at the earliest (EX-37).
    """
    if message.life_end is not None:
        return message.life_end.earliest
    if message.kind not in GENERATED:
        return None
    arrivals = [status.arrival.earliest for status in belief if isinstance(status, OnQueue)]
    if not arrivals:
        return None
    first = min(arrivals)
    subject = None if message.subject is None else state.messages[message.subject]
    if subject is None or subject.life_end is None:
        return first + REPORT_LIFE
    if message.kind is Kind.EXPIRATION:
        return max(first, subject.life_end.earliest) + REPORT_LIFE
    return min(first + REPORT_LIFE, max(subject.life_end.earliest, first))


def _may_go(belief: Belief) -> bool:
    """Past its life a message that was there a moment ago may be discarded the moment after (EX-11)."""
    return not has_expired(belief) and any(isinstance(status, OnQueue | Staged) for status in belief)


def add(state: State, message: Message, belief: Belief) -> State:
    """The state with one message more; a report is hung on its subject."""
    serial = message.serial
    state = replace(
        state,
        messages=state.messages.set(serial, message),
        known=state.known.set(serial, Known()),
        labels=_labelled(state, message),
        next_serial=max(state.next_serial, serial + 1),
    )
    if message.subject is not None:
        hung = (*state.children.get(message.subject, ()), serial)
        state = replace(state, children=state.children.set(message.subject, hung))
    if message.report & Report.ACTIVITY:
        state = replace(state, activities_asked=state.activities_asked.set(serial, None))
    return _store(state, serial, belief)


def _labelled(state: State, message: Message) -> "Map[str, tuple[int, ...]]":
    """The messages by label; a later message of the same label is known by it from then on."""
    if not message.label:
        return state.labels
    before = state.labels.get(message.label, ()) if message.topic is not None else ()
    return state.labels.set(message.label, (*before, message.serial))


def may_arrive(belief: Belief, key: str) -> bool:
    """Whether a message that may be on this queue may also still come to it, or count there later."""
    return any(
        (place(status) != key and not isinstance(status, Ended))
        or (place(status) == key and not counts(status))
        for status in belief
    )


def at_most(state: State, key: str, most: int) -> State:
    """The state in which no more messages than this count on the queue right now."""
    queue = state.queues.get(key, EMPTY_QUEUE)
    if queue.fewest >= most:
        for serial in list(queue.unsure):
            belief = state.beliefs[serial]
            if all(place(status) != key or counts(status) for status in belief):
                absent = tuple(status for status in belief if place(status) != key)
                state = learn(state, serial, absent) or state
    queue = state.queues.get(key, EMPTY_QUEUE)
    arriving = sum(1 for serial in queue.unsure if may_arrive(state.beliefs[serial], key))
    if queue.at_most <= most + arriving or not queue.residents:
        return state
    bounded = replace(queue, at_most=most + arriving)
    return replace(state, queues=state.queues.set(key, bounded))
