"""Attempts to put a due message to its target.

The decision is the table in `failure_to_put`; this module finds the factors of the situation, each of
which may be open, runs the table over every combination, and turns the rows into statuses. The reports
are those of `generated_reports`.
"""

from itertools import product
from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.failure_to_put import (
    Action,
    Asked,
    Destination,
    Fate,
    ReplyQueue,
    ReportFate,
    Row,
    Slots,
    Target,
    may_drop_report,
    persistence_of,
    procedure,
    requested_action,
    tolerated,
)
from mqtck.reference.chapters.report_messages import (
    DataWanted,
    asks_for,
    data_wanted,
    may_leave,
    way_is_known,
)
from mqtck.reference.chapters.resolution import Resolved, delivery_targets
from mqtck.reference.chapters.subscriptions import subscriber_is_gone
from mqtck.reference.preference import preferred, preferred_depth
from mqtck.reference.queues.clusters import binding_changed, delivered, is_remote_instance, refused_elsewhere
from mqtck.reference.queues.enforcement import perhaps_too_long_a_life
from mqtck.reference.queues.room import counted_full, dead_letter_queue, room_for
from mqtck.reference.queues.send_checks import too_long
from mqtck.reference.queues.transmission_queues import direct
from mqtck.reference.reporting.generated_reports import (
    confirmation_reports,
    hang_report,
    report_places,
    undelivered_in_cluster,
)
from mqtck.reference.reporting.reply_queues import reply_queues, report_length, report_of
from mqtck.reference.state.intervals import Answer, Moment
from mqtck.reference.state.messages import NOWHERE, Kind, Message
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.seats import place
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import Cause, Disposal, Ended, OnQueue, Route, Staged, Status
from mqtck.reference.vocabulary.commands import Switch
from mqtck.reference.vocabulary.profile import ClockKind

NO_REPLY: Final = (ReplyQueue.UNUSABLE, "")
"""Nobody looks at the reply-to queue."""


def attempt(state: State, message: Message, status: Staged, moment: Moment) -> tuple[State, list[Status]]:
    """Every outcome that one attempt may have, preferred first.

    A later attempt may begin with the target, or with the disposal that failed, and may be one of the two
    alone (DD-99).
    """
    steps: list[Status] = []
    places: list[Status] = []
    dead_letter = dead_letter_queue(state, message.queue_manager)
    destination = Destination.QUEUE if message.publication is None else Destination.SUBSCRIBER
    targets, requests = _targets(state, message), _asked(state, message)
    if perhaps_too_long_a_life(state, message, moment):
        targets += [(resolved, Target.UNUSABLE) for resolved, target in targets if target is Target.USABLE]
    put_again = status.retrying and destination is Destination.QUEUE
    perhaps_stuck = put_again and any(target is Target.UNUSABLE for _, target in targets)
    if status.retrying and all(target is Target.USABLE for _, target in targets):
        targets.append((None, Target.UNUSABLE))
    # Where the target takes the message, or nobody asked for a report, the other queues do not matter.
    taken = all(target is Target.USABLE for _, target in targets)
    unreported = taken or requests == [Asked.NO]
    for (resolved, target), slots, asked, (reply, reply_key) in product(
        targets,
        [Slots.NONE] if taken else _slots(state, dead_letter, message, moment),
        requests,
        [NO_REPLY] if unreported else reply_queues(state, message, dead_letter, Kind.EXCEPTION),
    ):
        action = requested_action(message.report)
        row = procedure(target, action, slots, asked, reply, persistence_of(message), destination)
        for one in (row, *tolerated(row, slots, asked, reply, persistence_of(message))):
            if dead_letter is None and one.report is ReportFate.DEAD_LETTERED:
                continue
            places += report_places(one.report, reply_key, dead_letter, moment)
            steps += _statuses(state, message, one, status, resolved, dead_letter, moment)
            if perhaps_stuck and one.fate is Fate.DEAD_LETTERED:
                steps.append(status)
        if asked is Asked.YES and reply is ReplyQueue.UNUSABLE and may_drop_report(message.report):
            unasked = procedure(target, action, slots, Asked.NO, reply, persistence_of(message), destination)
            steps += _statuses(state, message, unasked, status, resolved, dead_letter, moment)
            places.append(Ended(Cause.DROPPED))
    if places:
        places += undelivered_in_cluster(state, message, Kind.EXCEPTION, moment)
        if may_leave(state, message):
            # One that has been made for another queue manager is on its way, which is not followed.
            places.append(Ended(Cause.DROPPED))
        state = hang_report(state, message, Kind.EXCEPTION, places, moment)
    if any(isinstance(step, OnQueue) and step.disposal is Disposal.NOT_DISPOSED for step in steps):
        # No attempt makes a COD: hung on here, it would be ruled out and its message looked at again.
        led = _led_onward(state, message, targets[0][0])
        state = confirmation_reports(led, message, moment, (Kind.COA,), steps)
    return state, list(dict.fromkeys(steps))


def _led_onward(state: State, message: Message, resolved: Resolved | None) -> State:
    """The remote queue behind a name that leads to one by now is that of the second resolution (DD-74).

    A transmission queue that the name leads to itself by now may have got the message without a header.
    """
    if resolved is None or resolved.onward == message.onward:
        return state
    if resolved.onward is not None:
        led = replace(message, onward=resolved.onward, onward_before=message.onward or NOWHERE)
    elif resolved.local == message.first:
        led = replace(message, onward_before=NOWHERE)
    else:
        return state
    return replace(state, messages=state.messages.set(message.serial, led))


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
            return delivered(state, message, resolved, moment)
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


def _targets(state: State, message: Message) -> list[tuple[Resolved | None, Target]]:
    """Where the message may be put, and whether that queue takes it (DD-49, DD-74, DD-114).

    DD-106, DD-107: nowhere, where the subscriber is gone.
    """
    if message.proxy is not None or subscriber_is_gone(state, message):
        return [(None, Target.GONE)]
    found: list[tuple[Resolved | None, Target]] = []
    for resolved in delivery_targets(state, message):
        takes = room_for(state, resolved, message.length, message.serial)
        # What a JMS client sends has no header, which a transmission queue may insist on (EX-51).
        if resolved is not None and (binding_changed(resolved) or direct(resolved)):
            takes = min(takes, Answer.UNSURE)
        options: list[tuple[Resolved | None, Target]] = []
        if takes is not Answer.NO:
            options.append((resolved, Target.USABLE))
        if takes is not Answer.YES:
            options.append((resolved, Target.UNUSABLE))
        undecided = len(options) > 1 and counted_full(state, resolved, message.serial)
        found += reversed(options) if undecided else options
    return found


def _slots(state: State, dead_letter: Resolved | None, message: Message, moment: Moment) -> list[Slots]:
    """How many messages the dead-letter queue may take, the reference's own count first.

    The message itself and its report, if they may be there already, are not counted. Of a message that is
    discarded the report alone may go there, which may be shorter.
    """
    if dead_letter is None or dead_letter.attributes.put is Switch.DISABLED:
        return [Slots.NONE]
    attributes = dead_letter.attributes
    gone = subscriber_is_gone(state, message) or requested_action(message.report) is Action.DISCARD
    length = report_length(message, Kind.EXCEPTION) if gone else message.length
    length_limit = too_long(length, attributes)
    if gone and data_wanted(message, Kind.EXCEPTION) is DataWanted.SOME:
        # How much such a report carries is said nowhere.
        length_limit = min(length_limit, max(Answer.UNSURE, too_long(0, attributes)))
    if length_limit is Answer.YES:
        return [Slots.NONE]
    queue = state.queues.get(dead_letter.local, Queue())
    own = [
        serial
        for serial in (message.serial, report_of(state, message, Kind.EXCEPTION))
        if serial in queue.unsure
    ]

    def free(depth: int) -> int:
        return max(0, min(2, attributes.max_depth - depth))

    fewest, most = free(queue.most_without(len(own))), free(queue.fewest)
    chosen = fewest
    if fewest < most and state.clock is ClockKind.VIRTUAL:
        # To count takes long where many messages fail at one moment.
        counted = sum(1 for serial in own if place(preferred(state, serial)) == dead_letter.local)
        chosen = min(most, max(fewest, free(preferred_depth(state, dead_letter.local) - counted)))
    options = [chosen, *(slots for slots in range(fewest, most + 1) if slots != chosen)]
    refused = length_limit is Answer.UNSURE or perhaps_too_long_a_life(state, message, moment)
    if refused and 0 not in options:
        options.append(0)
    return [Slots(slots) for slots in options]


def _asked(state: State, message: Message) -> list[Asked]:
    """A request without a reply-to queue is open: as if not made, or as if that queue were unusable.

    So is one whose report leaves the queue manager.
    """
    if not asks_for(message, Kind.EXCEPTION):
        return [Asked.NO]
    return [Asked.YES] if way_is_known(state, message) else [Asked.NO, Asked.YES]
