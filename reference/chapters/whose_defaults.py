"""Whose defaults count where a name leads on: left open (chapter 9, item 12).

A message may be as persistent, or have the priority, as the queue defines (DD-77, DD-78, and so with MQPUT).
Of a name that is an alias or a remote queue no document says which definition that is: that of the queue
behind it, which the reference takes, or the one of that name, which has defaults of its own that no command
sets. What an implementation does is taken to be the same for all names of one kind: it stays open until a
message shows it. Of a name that several queues of a cluster have, or one of them and a queue of the sender's
queue manager, it is any of these for each message, as which of them is meant is open, too.
"""

from typing import Final

from msgspec.structs import replace

from mqtck.reference.state.clients import Leading
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import Alias, Remote, State
from mqtck.reference.vocabulary.commands import QueueAttributes

from .resolution import Resolved

_UNSET_DEFAULTS: Final = QueueAttributes()
"""The defaults of a definition of which nobody has said any."""


def leading(state: State, queue_manager: str, queue: str, resolved: Resolved) -> Leading:
    """What leads to the queue of this name now."""
    match state.definitions.get(key(queue_manager, queue)):
        case QueueAttributes() as own:
            return Leading("", own)
        case Alias() | Remote() as definition:
            return Leading(type(definition).__name__, resolved.attributes)
        case _:
            return Leading("", resolved.attributes)


def of_each_instance(state: State, way: Leading, instances: tuple[str, ...]) -> tuple[Leading, ...]:
    """The way to each of the queues of one name that define other defaults, the preferred one first."""
    ways = {defaults(way.attributes): way}
    for instance in instances:
        attributes = state.definitions.get(instance)
        if isinstance(attributes, QueueAttributes):
            ways.setdefault(defaults(attributes), Leading(way.kind, attributes))
    return tuple(ways.values())


def that_count(state: State, way: Leading) -> QueueAttributes:
    """The attributes whose default persistence and priority a message has that goes this way."""
    return _UNSET_DEFAULTS if state.own_defaults.get(way.kind) is Answer.YES else way.attributes


def readings(state: State, way: Leading | None) -> tuple[State, ...]:
    """The state by each reading that is open for a message "as the queue defines", the preferred first."""
    if way is None or not way.kind or way.kind in state.own_defaults:
        return (state,)
    if defaults(way.attributes) == defaults(_UNSET_DEFAULTS):
        return (state,)
    answers = (Answer.NO, Answer.YES)
    return tuple(replace(state, own_defaults=state.own_defaults.set(way.kind, answer)) for answer in answers)


def defaults(attributes: QueueAttributes) -> tuple[object, ...]:
    """What a queue defines for messages that leave it to the queue."""
    return attributes.default_persistence, attributes.default_priority
