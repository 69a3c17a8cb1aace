"""The queue for reports: which it is, whether it takes one, and how long that is.

Covers DD-103, DD-105 and EX-35 for reports. Where the documents are silent: which instance of a clustered
queue gets a report, and when; whether a report about the end of a message finds the room that this one
leaves; how much data one "with data" carries; whether the name of a remote queue is resolved for reports when
they are made, or when their message is put, to the names that it stands for.
"""

from mqtck.reference.chapters.failure_to_put import Action, ReplyQueue, requested_action
from mqtck.reference.chapters.report_messages import SOME_DATA, DataWanted, data_wanted
from mqtck.reference.chapters.resolution import Resolved, nested, resolve, resolve_local
from mqtck.reference.queues.room import counted_full, room_for
from mqtck.reference.queues.send_checks import too_long
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import key, owner, transit_key
from mqtck.reference.state.state import Remote, State


def reply_to_queue(state: State, message: Message) -> Resolved | None:
    """The queue to which reports about a message are to go, None where it names none or there is none."""
    return None if message.reply_to is None else resolve(state, message.queue_manager, message.reply_to)


def reply_queues(
    state: State, message: Message, dead_letter: Resolved | None, kind: Kind
) -> list[tuple[ReplyQueue, str]]:
    """Whether the reply-to queue takes a report of this kind, and its key; the reference's choice first."""
    resolved = reply_to_queue(state, message)
    if resolved is not None and resolved.instances:
        return _of_a_cluster(state, message, resolved, kind)
    own = report_of(state, message, kind)
    takes = takes_report(state, resolved, message, kind)
    if (
        resolved is not None
        and dead_letter is not None
        and resolved.local == dead_letter.local
        and requested_action(message.report) is Action.DEAD_LETTER
        and takes is Answer.YES
    ):
        takes = Answer.UNSURE
    if _leads_on_unsure(state, message):
        takes = min(takes, Answer.UNSURE)
    local = "" if resolved is None else resolved.local
    options = []
    if takes is not Answer.NO:
        options.append((ReplyQueue.USABLE, local))
    if takes is not Answer.YES:
        options.append((ReplyQueue.UNUSABLE, local))
    if len(options) > 1 and (
        counted_full(state, resolved, own) or (resolved and too_long_for(message, kind, resolved))
    ):
        options.reverse()
    return options


def _leads_on_unsure(state: State, message: Message) -> bool:
    """Whether nothing says that reports reach what is behind the reply-to queue.

    It is an alias of what leads on itself, or a remote queue whose names a put may have taken in its place:
    then no definition says which transmission queue leads to that queue manager, but for one of its name.
    """
    if message.reply_to is None:
        return False
    definition = state.definitions.get(key(message.queue_manager, message.reply_to))
    by_names = isinstance(definition, Remote) and definition.queue_manager != definition.transmission_queue
    return by_names or nested(state, message.queue_manager, message.reply_to)


def _of_a_cluster(
    state: State, message: Message, resolved: Resolved, kind: Kind
) -> list[tuple[ReplyQueue, str]]:
    """Each instance that may take the report, and the way to one elsewhere; any may be chosen (DD-21)."""
    takes = {one: takes_report(state, resolve_local(state, one), message, kind) for one in resolved.instances}
    options = [(ReplyQueue.USABLE, one) for one, answer in takes.items() if answer is not Answer.NO]
    options.append((ReplyQueue.USABLE, transit_key(message.queue_manager)))
    if any(answer is not Answer.YES for answer in takes.values()):
        options.append((ReplyQueue.UNUSABLE, resolved.local))
    return options


def reply_instances(state: State, message: Message) -> tuple[str, ...]:
    """The queues of a cluster of which reports about a message come to one; empty for any other queue."""
    resolved = reply_to_queue(state, message)
    return () if resolved is None else resolved.instances


def members_that_may_refuse(state: State, message: Message, kind: Kind) -> list[str]:
    """The other members of a cluster whose instance of the reply-to queue may not take a report."""
    return [
        owner(one)
        for one in reply_instances(state, message)
        if owner(one) != message.queue_manager
        and takes_report(state, resolve_local(state, one), message, kind) is not Answer.YES
    ]


def takes_report(state: State, resolved: Resolved | None, message: Message, kind: Kind) -> Answer:
    """Whether a queue takes a report of this kind about the message.

    How much one "with data" carries is in none of these documents, so that it may fit where the reference's
    own does not.
    """
    own, leaving = report_of(state, message, kind), _leaving(message, kind)
    takes = room_for(state, resolved, report_length(message, kind), own, leaving)
    if takes is Answer.NO and data_wanted(message, kind) is DataWanted.SOME:
        return min(room_for(state, resolved, 0, own, leaving), Answer.UNSURE)
    return takes


def too_long_for(message: Message, kind: Kind, resolved: Resolved) -> bool:
    """Whether a report as long as the reference makes it is too long for a queue."""
    return too_long(report_length(message, kind), resolved.attributes) is Answer.YES


def _leaving(message: Message, kind: Kind) -> int:
    """The message whose own queue a report about its end may go to: whether before it leaves is open."""
    return message.serial if kind in {Kind.EXPIRATION, Kind.COD} else 0


def report_of(state: State, message: Message, kind: Kind) -> int:
    """The serial of the report of this kind about the message, 0 where none is known yet."""
    children = state.children.get(message.serial, ())
    return next((child for child in children if state.messages[child].kind is kind), 0)


def report_length(message: Message, kind: Kind) -> int:
    """How much of the original data a report carries, in characters."""
    match data_wanted(message, kind):
        case DataWanted.ALL:
            return message.length
        case DataWanted.SOME:
            return min(message.length, SOME_DATA)
        case DataWanted.NONE:
            return 0
