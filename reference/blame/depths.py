"""Blame for a depth: which story would explain that it counts too few messages, or too many.

A depth names no message, so every story that fits is a guess; the most likely comes first. An empty
answer means that no rule of the ledger speaks of it.
"""

from collections.abc import Iterator

from mqtck.reference.chapters.combined import expired_while_staged, of_failure
from mqtck.reference.chapters.report_messages import (
    IGNORED,
    asks_for,
    passed_on_untouched,
    reported_on_its_way,
    reports_may_come,
)
from mqtck.reference.chapters.resolution import dead_letter_key, resolved_key
from mqtck.reference.chapters.staging_queue import reasons_to_rest, reasons_to_run
from mqtck.reference.comparisons.copies import has_failed
from mqtck.reference.queues.enforcement import left_behind_rules, rejected
from mqtck.reference.state.beliefs import NEVER
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import is_shared, is_staging, key, owner
from mqtck.reference.state.seats import place
from mqtck.reference.state.state import Queue, State
from mqtck.reference.state.statuses import Cause, Disposal, Ended, Held, OnQueue, Route, Staged, Uncommitted
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence

from . import channels as channel_blame
from .beside import circumstances, of_another_reply_queue, passed_through, uncommitted, unsent_report
from .latest import LOOKED_AT
from .messages import lost_rules, missing_rules, not_delivered
from .publications import copy_excess_rules
from .triggers import triggers_at


def shortage_rules(state: State, queue: Queue) -> tuple[str, ...]:
    """The rules of what is certainly there; generated reports are the likeliest to be missing."""
    certain = [serial for serial, seat in queue.residents.items() if seat.certain]
    certain.sort(key=lambda serial: state.messages[serial].kind is Kind.APPLICATION)
    # What is missed of a crowd tells the same of each, and costs a look at all messages.
    found = [rule for serial in certain[:LOOKED_AT] for rule in lost_rules(state, serial)]
    found += [rule for serial in certain[LOOKED_AT:] for rule in missing_rules(state, serial)]
    return _most_likely(found)


def _most_likely(found: list[str]) -> tuple[str, ...]:
    """The first rules of all stories; rules that combine them (X) do not take the place of others."""
    rules = dict.fromkeys(found)
    elementary = [rule for rule in rules if not rule.startswith("X")]
    combining = [rule for rule in rules if rule.startswith("X")]
    return (*elementary[:8], *combining[:4])


def excess_rules(state: State, queue_key: str) -> tuple[str, ...]:
    """The rules of the messages that may be there against a rule."""
    if _may_be_unlisted(state, queue_key) or _was_missed(state, queue_key):
        return ()
    if any(
        message.report and reports_may_come(state, message, queue_key) for message in state.messages.values()
    ):
        return ()
    found = [rule for rules in _stories(state, queue_key) for rule in rules]
    return _most_likely(found)


def _was_missed(state: State, queue_key: str) -> bool:
    """Whether a message that was not seen here, against a rule, may be counted: that is no second fault."""
    return any(
        state.messages[serial].first == queue_key and belief == (Ended(Cause.MISSED),)
        for serial, belief in state.beliefs.items()
    )


def _may_be_unlisted(state: State, queue_key: str) -> bool:
    """Whether a report of which the documents say nothing may be among what is counted.

    On an option that the older edition does not name, or on the browse of a message without a delay; or one
    of a channel, or of whatever else passes a message on.
    """
    if channel_blame.may_report_any(state):
        return True
    for serial in state.confirmable:
        message = state.messages[serial]
        reply = None if message.delay else message.reply_to
        if reply is not None and resolved_key(state, message.queue_manager, reply) == queue_key:
            return True
    listed = bool(passed_on_untouched(state.profile.edition))
    return any(
        queue_key in _places_of_unlisted(state, message)
        for message in state.messages.values()
        if reported_on_its_way(state, message) or (message.delay and message.report & IGNORED and not listed)
    )


def _places_of_unlisted(state: State, message: Message) -> tuple[str | None, ...]:
    """Its reply-to queue; by the older edition a dead-letter queue, too, which takes what that does not.

    Also one that DEADQ named when the report was made, and names no more.
    """
    reply = None if message.reply_to is None else resolved_key(state, message.queue_manager, message.reply_to)
    if passed_on_untouched(state.profile.edition) or not message.delay:
        return (reply,)
    manager = state.queue_managers.get(message.queue_manager)
    before = () if manager is None else sorted(manager.dead_letter_queues)
    former = (key(message.queue_manager, name) for name in before)
    return (reply, dead_letter_key(state, message.queue_manager), *former)


def _stories(state: State, queue_key: str) -> Iterator[tuple[str, ...]]:
    manager = owner(queue_key)
    staging = is_staging(queue_key)
    dead_letter = dead_letter_key(state, manager) == queue_key
    for serial in sorted(state.messages, key=lambda one: _suspect(state, one, queue_key), reverse=True):
        message = state.messages[serial]
        if message.kind not in {Kind.APPLICATION, Kind.FAN_OUT}:
            continue
        counted = any(place(status) == queue_key for status in state.beliefs[serial])
        if counted:
            continue
        if state.runs:
            yield channel_blame.excess_rules(state, serial, queue_key)
        if message.topic is not None:
            yield copy_excess_rules(state, message, queue_key)
        elif staging and message.queue_manager != manager:
            yield _staged_elsewhere(state, message)
        elif staging:
            yield _on_staging(state, message)
        elif queue_key in (
            message.first or resolved_key(state, message.queue_manager, message.name),
            *message.instances,
        ):
            yield _on_target(state, message, queue_key)
        elif _may_trigger(state, message, queue_key):
            yield ("X-39", "EX-36")
        if dead_letter and message.topic is None:
            yield _on_dead_letter(state, message)
        if message.reply_to is not None and (
            resolved_key(state, message.queue_manager, message.reply_to) == queue_key
        ):
            yield _on_reply(state, message)
        for kind in (Kind.EXCEPTION, Kind.EXPIRATION):
            if namesake := of_another_reply_queue(state, serial, kind, queue_key):
                yield (*namesake, *_on_reply(state, message))

    if any(_moved(state, serial) for serial in state.queues.get(queue_key, Queue()).residents):
        yield ("DD-10", "X-54")
    if staging and any(_waits(state, serial) for serial in state.queues.get(queue_key, Queue()).residents):
        yield ("DD-07", "X-54")


def _waits(state: State, serial: int) -> bool:
    """A message that is staged for a queue here may be staged twice."""
    return state.messages[serial].topic is None and _may_be_staged(state, serial)


def _may_be_staged(state: State, serial: int) -> bool:
    return any(isinstance(status, Staged) for status in state.beliefs[serial])


def _suspect(state: State, serial: int, queue_key: str) -> tuple[bool, bool, bool, bool, int]:
    """The likeliest message to be too many: a copy that was not delivered, or what was sent last.

    What a channel has just decided on is likelier than one that rests on a staging queue, and an expired
    message that was not discarded than a second copy of one that was got.
    """
    by_channel = serial in state.decided and bool(channel_blame.excess_rules(state, serial, queue_key))
    got_before = queue_key in state.perished and any(
        isinstance(status, Ended) and status.cause is Cause.CONSUMED for status in state.beliefs[serial]
    )
    return _was_there(state, serial), by_channel, has_failed(state, serial), not got_before, serial


def _was_there(state: State, serial: int) -> bool:
    """A message that was accepted is the likelier one to be too many."""
    return state.beliefs[serial][0] not in (Ended(Cause.REFUSED), Ended(Cause.ROLLED_BACK))


def _may_trigger(state: State, message: Message, queue_key: str) -> bool:
    """X-39: the message is meant for a queue that triggers this one, and is still staged."""
    return _may_be_staged(state, message.serial) and triggers_at(state, message, queue_key)


def _moved(state: State, serial: int) -> bool:
    """A message that was moved here may be here twice."""
    return any(
        isinstance(status, OnQueue) and status.route is Route.MOVED for status in state.beliefs[serial]
    )


def _on_staging(state: State, message: Message) -> tuple[str, ...]:
    """A message that should have left the staging queue, or never have come to it."""
    if not message.delay:
        return ("DD-08",)
    for status in state.beliefs[message.serial]:
        match status:
            case (
                Ended(cause=Cause.DISCARDED)
                | OnQueue(disposal=Disposal.DISPOSED)
                | Ended(disposal=Disposal.DISPOSED)
            ):
                non_persistent = message.persistence is Persistence.NOT_PERSISTENT
                kept = non_persistent and asks_for(message, Kind.EXCEPTION)
                also = ("DD-99", *unsent_report(message), *reasons_to_run(state, message))
                return ("DD-105" if kept else "DD-98", "DD-97", *also, *of_failure(message))
            case OnQueue() | Ended(cause=Cause.CONSUMED):
                return (*not_delivered(state, message), *circumstances(state, message))
            case Ended(cause=Cause.REFUSED):
                return ("DD-32",)
            case Ended(cause=Cause.ROLLED_BACK):
                return ("DD-44",)
            case Ended(cause=Cause.EXPIRED, staged=Staged()):
                return ("X-46", "EX-12", "EX-13", "EX-35", "X-26")
            case _:
                pass
    return ()


def _staged_elsewhere(state: State, message: Message) -> tuple[str, ...]:
    """DD-70, DD-11: one that waits on the staging queue of the queue manager that took the send."""
    if message.delay and is_shared(message.first):
        return ("DD-70", "DD-54", "DD-11")
    return ("DD-11", "DD-07", "X-54") if message.delay and _may_be_staged(state, message.serial) else ()


def _on_target(state: State, message: Message, queue_key: str) -> tuple[str, ...]:
    """A message counted before it is due, after it is gone, or twice."""
    queue = state.queues.get(queue_key, Queue())
    belief = state.beliefs[message.serial]
    for status in belief:
        match status:
            case Staged(retrying=True):
                # What the queue could not take was put there all the same.
                return ("DD-114", "DD-99", "DD-49", "DD-06")
            case Staged() if message.due is not None and message.due.latest < state.previous:
                return (*reasons_to_rest(state, message), "DD-06")
            case Staged():
                return ("DD-06", "DD-01")
            case OnQueue(queue=other, route=Route.MOVED) if message.instances and other != queue_key:
                return ("DD-21", "DD-10")
            case OnQueue(route=Route.DEAD_LETTERED) if message.delay:
                return ("DD-98", "DD-114", *of_failure(message), "X-54")
            case Held(was=Staged()):
                return ("DD-61", "DD-10", "X-54")
            case Uncommitted() if message.delay:
                return ("DD-06", "DD-42", "DD-43")
            case Ended(cause=Cause.REFUSED) if message.delay:
                return ("DD-32", "DD-38")
            case Ended(cause=Cause.ROLLED_BACK) if message.delay:
                return ("DD-44",)
            case Ended(cause=Cause.EXPIRED, staged=Staged() as waiting) if waiting in belief:
                # It has expired on the staging queue and may be there still: what counts is that it waits.
                pass
            case Ended(cause=Cause.EXPIRED):
                if message.delay and expired_while_staged(belief) is not None:
                    return ("DD-84", "DD-01", "X-18", "X-54")
                if _backed_out(state, queue):
                    return ("EX-38", *_discarding_look(state, message))
                room_for = ("X-25",) if _staged_for(state, queue_key) else ()
                by_get_or_browse = (*_discarding_look(state, message), "EX-15", "EX-16")
                if asks_for(message, Kind.EXPIRATION):
                    outranking = by_get_or_browse[:1] if by_get_or_browse[0] == "EX-16" else ()
                    return (*outranking, "EX-37", *by_get_or_browse, *room_for)
                return (*by_get_or_browse, *room_for)
            case OnQueue(route=Route.MOVED) | Ended(cause=Cause.CONSUMED) if message.delay:
                return ("DD-10", "X-54")
            case Ended(cause=Cause.DISCARDED):
                return ("DD-97", *of_failure(message))
            case Ended(cause=Cause.REFUSED) if rejected(state, message.serial):
                return left_behind_rules(message)
            case _:
                pass
    return ()


def _discarding_look(state: State, message: Message) -> tuple[str, ...]:
    """A get discards what has expired, and so does a browse: first the one that found it expired."""
    return state.passed.get(message.serial, ("EX-12", "EX-13"))


def _staged_for(state: State, queue_key: str) -> bool:
    """X-25: whether a delayed send has found room on the queue."""
    staging = state.queues.get(key(owner(queue_key), STAGING_QUEUE), Queue())
    return any(state.messages[serial].first == queue_key for serial in staging.residents)


def _backed_out(state: State, queue: Queue) -> bool:
    return any(
        isinstance(status, OnQueue) and status.route is Route.RETURNED
        for serial in queue.residents
        for status in state.beliefs[serial]
    )


def _on_dead_letter(state: State, message: Message) -> tuple[str, ...]:
    """A message that was to be kept, or discarded, also for its age, or that was delivered."""
    for status in state.beliefs[message.serial]:
        match status:
            case Staged(retrying=True):
                # What the queue could not take was put there all the same.
                return ("DD-99", "DD-114", *of_failure(message))
            case Ended(cause=Cause.DISCARDED):
                return ("DD-97", "DD-125", *of_failure(message))
            case OnQueue(route=Route.MOVED):
                return (*not_delivered(state, message), "DD-98", "X-54")
            case Ended(cause=Cause.EXPIRED, disposal=Disposal.DISPOSED):
                return ("EX-47", *_discarding_look(state, message))
            case Ended(cause=Cause.EXPIRED, staged=Staged()):
                return ("DD-84", "X-13", "X-18")
            case Ended(cause=Cause.EXPIRED):
                # It is to be discarded, and was dead-lettered instead.
                return (*_discarding_look(state, message), "EX-15", "EX-16")
            case _:
                pass
    return ()


def _on_reply(state: State, message: Message) -> tuple[str, ...]:
    """A report that was not asked for, came too early, or came twice."""
    belief = state.beliefs[message.serial]
    if rejected(state, message.serial):
        return ("EX-30",)
    generated = {
        state.messages[child].kind
        for child in state.children.get(message.serial, ())
        if state.beliefs[child] != (NEVER,)
    }
    staged = any(isinstance(status, Staged) for status in belief)
    disposed = any(
        (isinstance(status, OnQueue | Ended) and status.disposal is Disposal.DISPOSED)
        or (isinstance(status, Ended) and status.cause is Cause.DISCARDED)
        for status in belief
    )
    expired = any(isinstance(status, Ended) and status.cause is Cause.EXPIRED for status in belief)
    passed = passed_through(message)
    if uncommitted(belief):
        return ("EX-25", "DD-43", "DD-44") if message.delay else ("EX-25",)
    if disposed and not asks_for(message, Kind.EXCEPTION):
        return ("DD-102", *passed, *of_failure(message))
    if expired and not asks_for(message, Kind.EXPIRATION):
        return ("EX-22", *passed, "X-13") if message.delay else ("EX-22",)
    if staged and asks_for(message, Kind.EXCEPTION):
        return ("DD-100", *passed, *of_failure(message))
    if staged and passed:
        return (*passed, "X-32")
    moved = any(isinstance(status, OnQueue) and status.route is Route.MOVED for status in belief)
    if Kind.EXCEPTION in generated or (moved and asks_for(message, Kind.EXCEPTION)):
        return ("DD-100", "DD-101", *passed, *of_failure(message))
    return (*(("EX-37", "EX-21") if asks_for(message, Kind.EXPIRATION) else ()), *passed)
