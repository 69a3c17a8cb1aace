"""Blame in the chapter "Publish/subscribe": which rules a copy breaks that is missing or should not be there.

The tables are those of `messages` and `depths`, for the copies of a publication. An empty answer means
that no rule of the ledger speaks of it.
"""

from mqtck.reference.chapters.message_expiry import expired
from mqtck.reference.chapters.resolution import dead_letter_key
from mqtck.reference.chapters.staging_queue import reasons_to_rest, reasons_to_run
from mqtck.reference.comparisons.copies import not_delivered
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Demand, Kind, Message
from mqtck.reference.state.queue_keys import is_staging, key, owner
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, OnQueue, Route, Staged, Status, Uncommitted
from mqtck.reference.state.subscriptions import Subscriber

from .beside import circumstances


def missing_copy_rules(state: State, message: Message, status: Status | None) -> tuple[str, ...]:
    """A copy that is certainly on a queue is not shown or not counted."""
    match status:
        case Staged(retrying=True):
            return ("DD-104", "DD-123")
        case Staged() if message.proxy is not None:
            return ("DD-118", "DD-116", "DD-07")
        case Staged():
            return reasons_to_rest(state, message) or ("DD-116", "DD-117", "DD-07")
        case OnQueue(route=Route.DEAD_LETTERED):
            return ("DD-123", "DD-98", "X-52")
        case OnQueue() if message.serial in state.backouts:
            # It had come; that what is backed out is there again is said of what has a life or was delayed.
            lived = ("EX-04",) if message.life_end is not None else ()
            return ("DD-10", "DD-115", *lived) if message.delay else lived
        case OnQueue() if message.kind is Kind.FAN_OUT:
            return ("DD-118",) if message.demand is Demand.NEEDED else ("DD-119",)
        case OnQueue(route=Route.MOVED) if _was_disconnected(state, message):
            return ("DD-107", "DD-115", "DD-10")
        case OnQueue(route=Route.MOVED) if _sibling_failed(state, message):
            return ("X-52", "DD-115", "DD-10")
        case OnQueue(route=Route.MOVED):
            return ("DD-115", "DD-76", "DD-10", *reasons_to_run(state, message))
        case OnQueue(route=Route.DIRECT | Route.COMMITTED):
            return ("DD-124",)
        case _:
            return ()


def _was_disconnected(state: State, message: Message) -> bool:
    """Whether a durable subscriber has been away since the publication."""
    subscription = state.subscriptions.get(message.subscription or "")
    if subscription is None or subscription.closed is None:
        return False
    return subscription.closed.latest >= message.sent.earliest


def _sibling_failed(state: State, message: Message) -> bool:
    """Whether another copy of the publication was not delivered."""
    siblings = state.copies.get(message.publication or 0, ())
    return any(not_delivered(status) for sibling in siblings for status in state.beliefs[sibling])


def copy_sighting_rules(
    state: State, message: Message, status: Status, queue_key: str, at: Interval
) -> tuple[str, ...]:
    """A copy is shown on a queue on which it cannot be."""
    staging = is_staging(queue_key)
    early = at.latest < message.sent.earliest + message.delay
    elsewhere = owner(queue_key) != message.queue_manager
    match status:
        case Ended(cause=Cause.REFUSED) if message.retained is not None:
            return ("DD-33", "DD-32")
        case Ended(cause=Cause.REFUSED) if message.delay:
            return ("DD-32", "DD-38", "DD-122")
        case Ended(cause=Cause.ROLLED_BACK) if message.delay:
            return ("DD-44",)
        case Uncommitted() if message.delay:
            return ("DD-43", "DD-42", "DD-45")
        case _ if elsewhere and early:
            return ("DD-118", "DD-117", "DD-01")
        case Ended(cause=Cause.PUBLISHED) if elsewhere or not message.delay:
            return ()
        case Ended(cause=Cause.PUBLISHED) if staging:
            return ("DD-116",)
        case Ended(cause=Cause.PUBLISHED) if silenced := _silenced_copy(state, message, queue_key):
            return silenced_rules(state, silenced)
        case Ended(cause=Cause.PUBLISHED):
            return ("DD-76", "DD-115", "DD-116")
        case Staged() if early:
            return ("DD-117", "DD-01", "DD-03", "DD-04", "DD-05")
        case Staged():
            return (*reasons_to_rest(state, message), "DD-123", "DD-10")
        case Ended(cause=Cause.SILENCED):
            return silenced_rules(state, message)
        case Ended(cause=Cause.ABANDONED):
            return ("DD-109", "X-36")
        case Ended(cause=Cause.EXPIRED) if expired(message, at) is not Answer.YES:
            # It was passed over while it was alive.
            return ("EX-16", "EX-15", "X-52")
        case Ended(cause=Cause.EXPIRED):
            return ("EX-17", "EX-18", "DD-84", "X-52")
        case Ended(cause=Cause.DISCARDED):
            return ("DD-123", "DD-97", "DD-105")
        case Ended(cause=Cause.CONSUMED) if message.delay:
            return ("DD-115", "DD-10")
        case OnQueue(route=Route.MOVED | Route.DEAD_LETTERED) if staging:
            return ("DD-10", "DD-123", *reasons_to_run(state, message))
        case OnQueue(route=Route.DEAD_LETTERED):
            return ("DD-123", "DD-98")
        case OnQueue(route=Route.MOVED):
            return ("DD-115", "DD-10")
        case _:
            return ()


def silenced_rules(state: State, message: Message) -> tuple[str, ...]:
    """DD-106 where it was unsubscribed, DD-107 where a subscriber that is not durable has gone."""
    kind = state.former.get(message.subscription or "")
    return ("DD-107", "DD-106") if kind is Subscriber.NON_DURABLE else ("DD-106", "DD-107")


def _silenced_copy(state: State, publication: Message, queue_key: str) -> Message | None:
    """A copy of it that went with its subscriber, where the dead-letter queue shows a message like it."""
    if not _is_dead_letter_queue(state, queue_key):
        return None
    silenced = (
        serial
        for serial in state.copies.get(publication.serial, ())
        if any(isinstance(one, Ended) and one.cause is Cause.SILENCED for one in state.beliefs[serial])
    )
    return next((state.messages[serial] for serial in silenced), None)


def _is_dead_letter_queue(state: State, queue_key: str) -> bool:
    """Whether DEADQ of the queue's queue manager names it; a shared queue belongs to none."""
    return queue_key == dead_letter_key(state, owner(queue_key))


def absence_rules(state: State, serial: int, queue_key: str) -> tuple[str, ...]:
    """The rules by which a copy is not on this queue, where it would be looked for."""
    message, belief = state.messages[serial], state.beliefs[serial]
    staging = is_staging(queue_key)
    match belief[0]:
        case Ended(cause=Cause.SILENCED) if len(belief) == 1 and (
            staging or _is_dead_letter_queue(state, queue_key)
        ):
            return silenced_rules(state, message)[:1]
        case Ended(cause=Cause.ABANDONED) if staging or message.first == queue_key:
            return ("DD-109",)
        case Ended(cause=Cause.ABANDONED) if message.reply_to is not None and queue_key == key(
            message.queue_manager, message.reply_to
        ):
            return ("X-36",)
        case Staged() if message.first == queue_key:
            return ("DD-117",)
        case Ended(cause=Cause.PUBLISHED) if message.delay and staging and serial not in state.copies:
            return ("DD-116",)
        case _ if message.kind is Kind.FAN_OUT and message.demand is Demand.OPTIONAL:
            return ("DD-119",) if message.first == queue_key else ()
        case _:
            return ()


def copy_excess_rules(state: State, message: Message, queue_key: str) -> tuple[str, ...]:
    """A copy that a depth counts though it cannot be there; what stands for the copies speaks last."""
    dead_letter = _is_dead_letter_queue(state, queue_key)
    staging = is_staging(queue_key)
    for status in state.beliefs[message.serial]:
        match status:
            case Ended(cause=Cause.SILENCED) if staging:
                return (*silenced_rules(state, message), *circumstances(state, message))
            case Ended(cause=Cause.SILENCED) if dead_letter:
                return silenced_rules(state, message)
            case Ended(cause=Cause.ABANDONED) if staging:
                return ("DD-109", "X-36", *reasons_to_run(state, message))
            case Ended(cause=Cause.ABANDONED) if message.first == queue_key or dead_letter:
                return ("DD-109", "X-36")
            case Ended(cause=Cause.DISCARDED) if staging or dead_letter:
                return ("DD-123", "DD-97")
            case Ended(cause=Cause.REFUSED) if staging and message.delay:
                return ("DD-33", "DD-32") if message.retained is not None else ("DD-32", "DD-122")
            case Ended(cause=Cause.PUBLISHED) if staging and message.delay:
                return ("DD-116",)
            case Ended(cause=Cause.PUBLISHED) if staging:
                return ("DD-08",)
            case Ended(cause=Cause.FORWARDED) if staging:
                return ("DD-118", "DD-10")
            case OnQueue(route=Route.DEAD_LETTERED) if staging:
                return ("DD-123", "DD-10")
            case OnQueue() | Ended(cause=Cause.CONSUMED) if staging and message.delay:
                return ("DD-10", "DD-116", *reasons_to_run(state, message))
            case Staged() if message.first == queue_key:
                return ("DD-117", "DD-06")
            case OnQueue(route=Route.MOVED) if dead_letter:
                return ("DD-10", "DD-98")
            case _:
                pass
    return ()
