"""Reports of a unit of work, of a browse, or from elsewhere, that may count or be shown untold.

So may, on the staging queue, messages of a unit of work whose commit will refuse them.

Silent points: whether a COA about a put, or a COD about a get, in a unit of work is made at once or in that
unit of work, so that a depth may count what nobody else sees before the commit, as it may count the messages
of the unit (DD-43); what becomes of one made at once when the unit of work is backed out; whether the browse
of a message without a delay is a delivery. Left out: publications, whose copies are confirmed to each
subscriber; the way of a report to another queue manager, which is not followed (`report_messages`).
"""

from itertools import chain, repeat
from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.report_messages import (
    DataWanted,
    asks_for,
    data_wanted,
    from_elsewhere,
    reports_may_come,
)
from mqtck.reference.chapters.resolution import dead_letter_key, resolved_key
from mqtck.reference.state.beliefs import NEVER
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import is_staging, owner
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import Cause, Ended
from mqtck.reference.vocabulary.commands import QueueAttributes, Switch
from mqtck.reference.vocabulary.constants import ReasonCode, Report

_REPORTS: Final = (Kind.EXPIRATION, Kind.EXCEPTION, Kind.CHANNEL_EXCEPTION, Kind.COA, Kind.COD)
"""How many there may be about one message, one of a kind."""


def perhaps_confirmed(state: State, message: Message) -> State:
    """A look that may be a delivery, or may be none: of a message without a delay nothing says which."""
    return state if message.delay else perhaps_confirmed_at_once(state, message)


def perhaps_confirmed_at_once(state: State, message: Message) -> State:
    """A get in a unit of work, which is a delivery behind a delay as well, and may be backed out."""
    if not asks_for(message, Kind.COD):
        return state
    looks = state.confirmable.get(message.serial, 0) + 1
    return replace(state, confirmable=state.confirmable.set(message.serial, looks))


def perhaps_confirmed_on(state: State, report: Message, queue_key: str) -> bool:
    """Whether this is a COD that may be here for a get that is not committed, or for a browse.

    Where a get was backed out, it may be one more than that of the get that was committed.
    """
    subject = report.subject
    looks = 0 if subject is None else state.confirmable.get(subject, 0)
    if report.kind is not Kind.COD or subject is None or not looks:
        return False
    if looks == 1 and NEVER not in state.beliefs[report.serial]:
        return False
    named = bool(report.name) and _may_go_to(state, queue_key, report.queue_manager, report.name)
    return named or _made_there(state, subject, queue_key)


def perhaps_unseen(state: State, queue_key: str, wanted: int) -> int:
    """How many such reports and messages may count on a queue, where there may be as many as are wanted."""
    if wanted <= 0:
        return 0
    refused = min(wanted, _refused_by_commits(state, queue_key))
    return refused + _reports_unseen(state, queue_key, wanted - refused)


def _refused_by_commits(state: State, queue_key: str) -> int:
    """DD-38, DD-43: what was sent to a queue that is not there may be staged uncommitted, and count."""
    if not state.units or not is_staging(queue_key):
        return 0
    manager = owner(queue_key)
    return sum(
        debt.queue_manager == manager and debt.reason is ReasonCode.UNKNOWN_OBJECT_NAME
        for work in state.units.values()
        for debt in work.owed
    )


def _reports_unseen(state: State, queue_key: str, wanted: int) -> int:
    units = state.units.values()
    looks = sum(state.confirmable.values())
    confirmations = looks + sum(len(work.put) for work in units) + len(state.made_at_once)
    away = len(_REPORTS) * len(state.children) if state.channels or state.runs else 0
    if not 0 < wanted <= confirmations + away:
        return 0
    backed_out = (one for one in state.made_at_once if state.beliefs[one] == (Ended(Cause.ROLLED_BACK),))
    arrivals = chain((serial for work in units for serial in work.put), backed_out)
    found = 0
    each_look = chain.from_iterable(repeat(serial, times) for serial, times in state.confirmable.items())
    for kind, serials in ((Kind.COA, arrivals), (Kind.COD, each_look)):
        for serial in serials:
            message = state.messages[serial]
            if asks_for(message, kind) and _reports_may_go_to(state, queue_key, message):
                found += 1
                if found == wanted:
                    return found
    return min(wanted, found + len(reports_from_elsewhere(state, queue_key))) if away else found


def perhaps_confirmed_alike(state: State, serial: int, queue_key: str) -> bool:
    """Whether a confirmation may be here before a commit that is taken for its message, by data or its id."""
    message = state.messages[serial]
    if not _reports_may_go_to(state, queue_key, message):
        return False
    arriving = any(serial in work.put for work in state.units.values())
    possible = {Kind.COA: arriving, Kind.COD: serial in state.confirmable}
    same_id = bool(message.report & Report.PASS_MSG_ID)
    return any(
        may and asks_for(message, kind) and (same_id or data_wanted(message, kind) is not DataWanted.NONE)
        for kind, may in possible.items()
    )


def _reports_may_go_to(state: State, queue_key: str, message: Message) -> bool:
    """Whether reports about a message may be here, where its names lead now or led when they were made."""
    if _made_there(state, message.serial, queue_key):
        return True
    if message.reply_to is None:
        return reports_may_come(state, message, queue_key)
    return _may_go_to(state, queue_key, message.queue_manager, message.reply_to)


def _made_there(state: State, subject: int, queue_key: str) -> bool:
    """Whether a confirmation about this message went to that queue, if it was made before a commit."""
    return any(place.queue == queue_key for place in state.made_at_once.get(subject, ()))


def _may_go_to(state: State, queue_key: str, queue_manager: str, reply_to: str) -> bool:
    """Whether this is the reply-to queue or, where that is not there, inhibited or full, DEADQ names it."""
    reply = resolved_key(state, queue_manager, reply_to)
    if queue_key == reply:
        return True
    there, queue = state.definitions.get(reply), state.queues.get(reply, Queue())
    room = isinstance(there, QueueAttributes) and there.put is Switch.ENABLED and queue.most < there.max_depth
    return not room and queue_key == dead_letter_key(state, queue_manager)


def reports_from_elsewhere(state: State, queue_key: str) -> list[int]:
    """The reports that may be here on their way to another queue manager, or at its end."""
    children = (child for reports in state.children.values() for child in reports)
    return [child for child in children if from_elsewhere(state, state.messages[child], queue_key)]
