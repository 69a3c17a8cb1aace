"""Blame: which rules a wrong sighting or a missing message breaks, the most telling one first.

Tables from what was known of the message to rule ids. An empty answer means that no rule of the ledger
speaks of it; such a deviation is reported as open, never as a violation. Those of reports are in `reports`.
"""

from typing import NamedTuple

from mqtck.reference.chapters.combined import (
    of_a_life_that_is_over,
    of_delivery,
    of_failure,
)
from mqtck.reference.chapters.header_mapping import over_by_its_header
from mqtck.reference.chapters.message_expiry import expired
from mqtck.reference.chapters.report_messages import asks_for
from mqtck.reference.chapters.resolution import delivery_targets
from mqtck.reference.chapters.staging_queue import reasons_to_rest, reasons_to_run
from mqtck.reference.queues.enforcement import left_behind_rules
from mqtck.reference.queues.transmission_queues import missing_header_rules
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import is_shared, is_staging, key, owner
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import (
    Belief,
    Cause,
    Ended,
    Held,
    OnQueue,
    Route,
    Staged,
    Uncommitted,
)
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.constants import Persistence

from . import channels as channel_blame
from .beside import (
    circumstances,
    of_another_reply_queue,
    reported,
    tried_again,
    unsent_report,
)
from .publications import copy_sighting_rules, missing_copy_rules
from .reports import (
    missing_exception_report_rules,
    missing_expiration_report_rules,
    report_sighting_rules,
)


class Missing(NamedTuple):
    """The rules by which a message should have been seen, and what it is taken for from now on."""

    rules: tuple[str, ...]
    belief: Belief


def found_missing(state: State, serial: int) -> Missing:
    """A message that is certainly on the queue is not there: it is lost, or was never there."""
    too_soon = found_too_soon(state, serial)
    return too_soon or Missing(lost_rules(state, serial), (Ended(Cause.MISSED),))


def found_too_soon(state: State, serial: int) -> Missing | None:
    """What to think of a message that is not there although a depth, and nothing else, said that it had come.

    Most likely the depth has counted a staged message (DD-06), and the message comes later.
    """
    staged = state.counted.get(serial)
    return None if staged is None else Missing(("DD-06", *lost_rules(state, serial)), staged)


def lost_rules(state: State, serial: int) -> tuple[str, ...]:
    """The rules of a message that is missed; one for which its queue has no room is missed elsewhere.

    To tell that takes a look at all messages, so it is asked of what is missed alone.
    """
    rules, message = missing_rules(state, serial), state.messages[serial]
    moved = (
        status
        for status in state.beliefs[serial]
        if isinstance(status, OnQueue) and status.route is Route.MOVED
    )
    there = next(moved, None)
    if there is None or message.kind is not Kind.APPLICATION:
        return rules
    undelivered = rules[:1] == not_delivered(state, message)[:1]
    return ("DD-98", "DD-114", *rules) if undelivered and _beyond_the_room(state, message, there) else rules


def missing_rules(state: State, serial: int) -> tuple[str, ...]:
    """A message that is certainly on the queue is not shown or not counted."""
    if by_channel := channel_blame.missing_rules(state, serial):
        return by_channel
    message = state.messages[serial]
    status = next((status for status in state.beliefs[serial] if isinstance(status, OnQueue | Staged)), None)
    delivery = of_delivery(state, message)
    match message.kind, status:
        case _ if over_by_its_header(message, state.previous):
            # Its Expiry is unlimited: whoever discards by JMSExpiration has lost it by that alone.
            return ("HM-20", "EX-62")
        case Kind.APPLICATION | Kind.FAN_OUT, _ if message.topic is not None:
            return missing_copy_rules(state, message, status)
        case Kind.APPLICATION, OnQueue() if headed := missing_header_rules(message):
            return (*headed, "EX-04")
        case Kind.APPLICATION, Staged(retrying=True):
            kept = message.persistence is Persistence.PERSISTENT and asks_for(message, Kind.EXCEPTION)
            rules = ("DD-104", "DD-99") if kept else ("DD-99", "DD-49")
            beside = ("DD-07", "DD-11", *circumstances(state, message))
            return (*rules, *beside, *of_failure(message), *delivery)
        case Kind.APPLICATION, Staged():
            elsewhere = (*reasons_to_rest(state, message), *_staged_elsewhere(message))
            staged = ("DD-07", "DD-11", "DD-51", "DD-01")
            return (*elsewhere, *staged, *circumstances(state, message), *delivery)
        case Kind.APPLICATION, OnQueue() as there:
            return _missing_from_queue(state, message, there, delivery)
        case Kind.EXPIRATION, _:
            return missing_expiration_report_rules(state, message)
        case Kind.EXCEPTION, OnQueue(queue=queue):
            return missing_exception_report_rules(state, message, queue)
        case Kind.TRIGGER, _:
            return ("EX-36", "X-39") if message.delay else ("EX-36",)
        case Kind.REPLY, OnQueue() if message.life_end is None:
            # Nothing but an end of its life takes it away, and it has none.
            return ("EX-60", "EX-62")
        case _:
            return ()


def _missing_from_queue(
    state: State, message: Message, there: OnQueue, delivery: tuple[str, ...]
) -> tuple[str, ...]:
    """A message of an application is not on its queue, by the way on which it has come there."""
    behind_expired = _behind_expired(state, there.queue)
    match there.route:
        case Route.DEAD_LETTERED:
            beside = (*reported(state, message), *(tried_again(message, there) or unsent_report(message)))
            beside = (*beside, *reasons_to_run(state, message))
            return ("DD-98", "DD-114", "DD-49", *beside, *of_failure(message), *delivery)
        case Route.MOVED:
            beside = (*tried_again(message, there), *circumstances(state, message))
            return (*not_delivered(state, message), *beside, *delivery)
        case Route.COMMITTED if message.delay:
            return ("DD-45", *delivery)
        case Route.COMMITTED if message.delivery_mode is not None:
            return ("DD-08",) if message.life_end is None else ("EX-04", "EX-23", "DD-08")
        case Route.COMMITTED if message.life_end is not None:
            return ("EX-04", "EX-23")
        case Route.COMMITTED if behind_expired:
            return ("EX-15", "EX-12", "EX-16", "EX-24")
        case Route.DIRECT if message.life_end is not None:
            return ("EX-04", "EX-01") if message.delivery_mode is None else ("EX-04", "EX-01", "DD-08")
        case Route.DIRECT if behind_expired:
            return ("EX-15", "EX-12", "EX-16")
        case Route.DIRECT if message.delivery_mode is not None:
            return ("DD-08",)
        case Route.RETURNED if message.life_end is not None:
            return ("EX-04",)
        case Route.TRANSFERRED if message.delay:
            lived = ("EX-04", "EX-06") if message.life_end is not None else ()
            return (*lived, "X-54", "DD-10")
        case Route.TRANSFERRED if message.life_end is not None:
            return ("EX-04", "EX-06")
        case Route.DIRECT | Route.COMMITTED | Route.RETURNED | Route.TRANSFERRED:
            # Nothing but an end of its life takes it away, and it has none.
            return ("EX-62",)
        case _:
            return ()


def _beyond_the_room(state: State, message: Message, there: OnQueue) -> bool:
    """Whether of messages due at one instant more are missed on their queue than it has room for.

    Which of them it has taken is open. Where none is on the dead-letter queue, it is as if it had taken all.
    """
    attributes = state.definitions.get(there.queue)
    if not isinstance(attributes, QueueAttributes) or message.due is None:
        return False
    together = sum(
        one.due is not None
        and one.due.latest == message.due.latest
        and any(
            (isinstance(status, OnQueue) and status.queue == there.queue and status.route is Route.MOVED)
            or (status == Ended(Cause.CONSUMED) and one.first == there.queue)
            for status in state.beliefs[serial]
        )
        for serial, one in state.messages.items()
    )
    return together > attributes.max_depth


def _staged_elsewhere(message: Message) -> tuple[str, ...]:
    """DD-70, DD-54: for a shared target too, the staging queue of the queue manager that took the send."""
    return ("DD-70", "DD-54", "DD-69") if is_shared(message.first) else ()


def _behind_expired(state: State, queue_key: str) -> bool:
    """Whether expired messages may still be on the queue, or were until a moment ago."""
    return queue_key in state.perished


def not_delivered(state: State, message: Message) -> tuple[str, ...]:
    """A due message is not on its target: DD-50 where its sender has no authority now, X-44 never had any."""
    target = key(message.queue_manager, message.name)
    if message.user is not None and (message.user, target) not in state.authorities:
        return ("DD-50", "DD-10", "DD-12", *reasons_to_run(state, message))
    if message.instances:
        return ("DD-21", "DD-10", "DD-12", *reasons_to_run(state, message))
    again = delivery_targets(state, message)[0]
    if again is not None and again.local != message.first:
        stranger = message.user is not None and (message.user, again.local) not in state.authorities
        beside = (*reasons_to_run(state, message), *(("X-44",) if stranger else ()))
        return ("DD-74", "DD-49", "DD-10", "DD-01", *beside)
    shared = ("DD-69",) if is_shared(message.first) else ()
    if _owner_was_down(state, message):
        shared = ("DD-71", *shared)
    return (*shared, *reasons_to_run(state, message), "DD-10", "DD-12")


def _owner_was_down(state: State, message: Message) -> bool:
    """DD-71: due while its queue manager was down, which has come up since."""
    manager = state.queue_managers[message.queue_manager]
    started = is_shared(message.first) and "DD-86" in manager.why
    return started and message.due is not None and message.due.earliest <= manager.since


def sighting_rules(state: State, serial: int, queue_key: str, at: Interval) -> tuple[str, ...]:
    """A message is shown on a queue on which it cannot be."""
    message = state.messages[serial]
    status = state.beliefs[serial][0]
    if message.kind not in {Kind.APPLICATION, Kind.FAN_OUT}:
        another = of_another_reply_queue(state, message.subject, message.kind, queue_key)
        return tuple(dict.fromkeys((*another, *report_sighting_rules(state, message, status))))
    if message.topic is not None:
        return copy_sighting_rules(state, message, status, queue_key, at)
    if by_channel := channel_blame.sighting_rules(state, serial, queue_key):
        return by_channel
    delayed = message.delay > 0
    match status:
        case Staged() if _on_another_staging_queue(message, queue_key):
            return ("DD-70", "DD-54", "DD-11")
        case Staged() if message.due is not None and at.latest < message.due.earliest:
            onward = ("X-31",) if message.onward is not None else ()
            return ("DD-01", "DD-03", "DD-04", "DD-05", *onward)
        case Staged(retrying=True):
            # What the queue could not take was put there all the same.
            return ("DD-114", "DD-99", "DD-49", "DD-74", "DD-10")
        case Staged():
            return (*reasons_to_rest(state, message), "DD-74", "DD-10")
        case Held(was=Staged()) if delayed and not is_staging(queue_key):
            # A recall that is not committed yet: what it has got is not moved.
            return ("DD-61", "DD-10", "X-54")
        case Uncommitted() if delayed and not is_staging(queue_key):
            return ("DD-42", "DD-45", "DD-43", *(("X-23",) if expired(message, at) is Answer.YES else ()))
        case Uncommitted() if delayed:
            return ("DD-43", "DD-42", "DD-45", *(("X-23",) if expired(message, at) is Answer.YES else ()))
        case Ended(cause=Cause.EXPIRED) if expired(message, at) is not Answer.YES:
            # It was passed over while it was alive, or had come back.
            outranking = ("X-28", "EX-16") if "EX-16" in state.passed.get(serial, ()) else ()
            return (*outranking, "EX-15", "EX-16", *_ended_sighting(Cause.EXPIRED, message, queue_key))
        case Ended(cause=cause):
            return (*_ended_sighting(cause, message, queue_key), *of_delivery(state, message))
        case OnQueue(queue=queue, route=Route.MOVED | Route.DEAD_LETTERED) if queue != queue_key:
            if is_staging(queue_key) and status.route is Route.DEAD_LETTERED:
                return ("DD-98", "DD-99", *unsent_report(message), *of_failure(message))
            if is_staging(queue_key):
                return (*not_delivered(state, message), "X-54")
            if status.route is Route.DEAD_LETTERED:
                return ("DD-98", "DD-97", *of_failure(message))
            return ("DD-21", "DD-10") if message.instances else ("DD-10", "DD-74", "X-54")
        case OnQueue(route=Route.TRANSFERRED) if delayed and is_staging(queue_key):
            return (*not_delivered(state, message), "X-54")
        case OnQueue() if not delayed and is_staging(queue_key):
            return ("DD-08",)
        case _:
            return ()


def _on_another_staging_queue(message: Message, queue_key: str) -> bool:
    staging = is_staging(queue_key)
    return staging and owner(queue_key) != message.queue_manager


def _ended_sighting(cause: Cause, message: Message, queue_key: str) -> tuple[str, ...]:
    delayed = message.delay > 0
    match cause:
        case Cause.EXPIRED:
            recalled = ("X-46",) if is_staging(queue_key) else ()
            return ("EX-17", "EX-18", "EX-38", *recalled, *of_a_life_that_is_over(message))
        case Cause.CONSUMED if is_staging(queue_key) or delayed:
            return ("DD-10", "DD-61")
        case Cause.DISCARDED:
            return ("DD-97", "DD-99", *unsent_report(message), *of_failure(message))
        case Cause.ROLLED_BACK if delayed:
            return ("DD-44",)
        case Cause.REFUSED if delayed:
            return ("DD-32", "DD-38")
        case Cause.REFUSED:
            return left_behind_rules(message)
        case _:
            return ()
