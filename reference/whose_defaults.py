"""Whose defaults count where a name leads on: left open (chapter 9, item 12).

A message may be as persistent, or have the priority, as the queue defines (DD-77, DD-78, and so with MQPUT).
Of a name that is an alias or a remote queue no document says which definition that is: that of the queue
behind it, which the reference takes, or the one of that name, which has defaults of its own that no command
sets. What an implementation does is taken to be the same for all names of one kind: it stays open until a
message shows it.
"""

from typing import Final

from msgspec.structs import replace

from .resolution import Resolved
from .state.intervals import Answer
from .state.queue_keys import key
from .state.state import Alias, Remote, State
from .vocabulary.commands import QueueAttributes

_UNSET_DEFAULTS: Final = QueueAttributes()
"""The defaults of a definition of which nobody has said any."""


def that_count(state: State, queue_manager: str, queue: str, resolved: Resolved) -> QueueAttributes:
    """The attributes whose default persistence and priority a message to this name has."""
    match state.definitions.get(key(queue_manager, queue)):
        case QueueAttributes() as own:
            return own
        case Alias() | Remote() as leading if state.own_defaults.get(type(leading).__name__) is Answer.YES:
            return _UNSET_DEFAULTS
        case _:
            return resolved.attributes


def readings(state: State, queue_manager: str, queue: str, resolved: Resolved | None) -> tuple[State, ...]:
    """The state by each reading that is open for a message "as the queue defines", the preferred first."""
    definition = state.definitions.get(key(queue_manager, queue))
    kind = type(definition).__name__
    if resolved is None or not isinstance(definition, Alias | Remote) or kind in state.own_defaults:
        return (state,)
    if _defaults(resolved.attributes) == _defaults(_UNSET_DEFAULTS):
        return (state,)
    answers = (Answer.NO, Answer.YES)
    return tuple(replace(state, own_defaults=state.own_defaults.set(kind, answer)) for answer in answers)


def _defaults(attributes: QueueAttributes) -> tuple[object, ...]:
    return attributes.default_persistence, attributes.default_priority
