"""Blame for a trigger message that comes before anything has fired it (X-39), and who may fire one.

What a trigger message looks like, and when a queue that has fired fires again, is in other documents. So one
too many is nobody's fault as long as something has come to a queue that it may be for. But where only delayed
messages are for such queues, all of which are still staged, and nothing else can be on the initiation queue,
what is found there can only have been fired by a message that has not arrived.

A report that leaves its queue manager may fire one where it arrives: its way is not followed, so that such a
trigger message is not judged. Nor is one that a put may have fired whose unit of work is still open: whether
it is there before the commit is said nowhere.
"""

from mqtck.reference.chapters.report_messages import ANY_REPORT, from_elsewhere, reports_may_come
from mqtck.reference.chapters.resolution import dead_letter_key, delivery_targets, resolved_key
from mqtck.reference.queues.triggering import initiation_queues, names_followed, put_by_another_unit
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.seats import EMPTY_QUEUE, place
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended, Staged
from mqtck.reference.vocabulary.commands import QueueAttributes, Usage

from .channels import may_report_any


def triggers_at(state: State, message: Message, queue_key: str) -> bool:
    """Whether this is the initiation queue of the queue that the message is for."""
    return queue_key in initiation_queues(state, message.first)


def fired_too_soon(state: State, queue_key: str) -> tuple[str, ...]:
    """The rules of what nobody has put on this queue, if only a trigger message can have come to it."""
    triggering = {target for target in state.definitions if queue_key in initiation_queues(state, target)}
    messages = tuple(state.messages.values())
    if not triggering or not _takes_triggers_alone(state, messages, queue_key):
        return ()
    aimed = [one for one in messages if any(_may_come(state, one, target) for target in triggering)]
    staged = [one for one in aimed if any(isinstance(status, Staged) for status in state.beliefs[one.serial])]
    return ("X-39", "EX-36") if staged and all(_has_not_come(state, one) for one in aimed) else ()


def fired_from_elsewhere(state: State, queue_key: str) -> bool:
    """Whether a trigger message may be here that a report has fired whose way is not followed."""
    reports = [one for one in state.messages.values() if one.subject is not None]
    targets = _triggering(state, queue_key)
    return any(from_elsewhere(state, report, target) for report in reports for target in targets)


def fired_by_open_unit(state: State, queue_key: str) -> bool:
    """Whether a trigger message may be here that a put in a unit of work that is still open has fired."""
    return any(
        put_by_another_unit(state, state.queues.get(target, EMPTY_QUEUE))
        for target in _triggering(state, queue_key)
    )


def _triggering(state: State, queue_key: str) -> list[str]:
    """The queues whose trigger messages may end on this one."""
    return [target for target in state.definitions if queue_key in _triggers_go_to(state, target)]


def _triggers_go_to(state: State, target: str) -> set[str]:
    """Where trigger messages of a queue may end: be it on a dead-letter queue."""
    named = initiation_queues(state, target)
    dead_letters = {dead_letter_key(state, manager) for manager in named.values()}
    return {*named, *names_followed(state, named), *dead_letters}


def _takes_triggers_alone(state: State, messages: tuple[Message, ...], queue_key: str) -> bool:
    """Whether nothing is for this queue but what fires, and nothing else ends there."""
    definition = state.definitions.get(queue_key)
    manager = owner(queue_key)
    return (
        isinstance(definition, QueueAttributes)
        and definition.usage is not Usage.TRANSMISSION
        and manager in state.queue_managers
        and dead_letter_key(state, manager) != queue_key
        and not (state.tampered or state.bridges or state.rejected)
        and not may_report_any(state)
        and not any(_may_come(state, one, queue_key) or _has_fired(one, queue_key) for one in messages)
    )


def _has_fired(message: Message, queue_key: str) -> bool:
    """Whether this is a trigger message that there was, or may have been, for the queue."""
    return message.kind is Kind.TRIGGER and message.first == queue_key


def _may_come(state: State, message: Message, queue_key: str) -> bool:
    """Whether this is for a queue, or was there, or a report about it may be; a trigger message aside."""
    if message.kind is Kind.TRIGGER:
        return False
    reported = message.reply_to is not None and message.report & ANY_REPORT
    return (
        queue_key in {message.first, message.onward, message.onward_before, *message.instances}
        or queue_key == resolved_key(state, message.queue_manager, message.name)
        or any(place(status) == queue_key for status in state.beliefs[message.serial])
        or any(found is not None and found.local == queue_key for found in delivery_targets(state, message))
        or bool(reported and resolved_key(state, message.queue_manager, message.reply_to or "") == queue_key)
        or bool(reported and reports_may_come(state, message, queue_key))
    )


def _has_not_come(state: State, message: Message) -> bool:
    """Whether it is certainly staged still, or was never accepted."""
    return all(
        isinstance(status, Staged) or status == Ended(Cause.REFUSED)
        for status in state.beliefs[message.serial]
    )
