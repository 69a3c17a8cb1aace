"""Queues that do not take what they should: targets that come to that, and those that others rely on.

What is drawn of a target is how it becomes unusable and usable again; of a dead-letter queue, and of one for
replies and reports, in which condition it is. Left out: the queues at the ends of a channel
(`message_channels`).
"""

from collections.abc import Callable
from enum import Enum
from typing import Final

from mqtck.conformance.cases.draft import Draft, Steps, new_queue, passing
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    DefineLocalQueue,
    DeleteQueue,
    QueueAttributes,
    SetDeadLetterQueue,
    Switch,
)
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE

from .calls import PUT_ENABLED, PUT_INHIBITED

HOUR: Final = 3_600_000
"""Ms: after about that time what nobody took is tried again."""

OVERLONG: Final = 5000
"""Characters: too many for a queue that takes short messages only."""

NO_ROOM: Final = AttributeChanges(max_depth=0)
ROOM: Final = AttributeChanges(max_depth=5000)
ROOM_FOR_ONE: Final = AttributeChanges(max_depth=1)
_SHORT: Final = AttributeChanges(max_message_length=1)
_LONG: Final = AttributeChanges(max_message_length=4_194_304)
_NO_DATA: Final = AttributeChanges(max_message_length=0)
LIMITS: Final = ((NO_ROOM, ROOM), (_NO_DATA, _LONG))
"""Limits that nothing keeps to, and those that everything keeps to."""

_SHORTENED: Final = AttributeChanges(max_message_length=1000)
_LENGTHENED: Final = AttributeChanges(max_message_length=1_000_000)
REFUSALS: Final = (
    (Ability.PUT_INHIBIT, PUT_INHIBITED, PUT_ENABLED),
    (Ability.QUEUE_LIMITS, NO_ROOM, ROOM),
    (Ability.QUEUE_LIMITS, _SHORTENED, _LENGTHENED),
)
"""What a queue does not take, and what mends that."""

Change = Callable[[Draft, str], tuple[Command, ...]]
"""What is done to a queue of that name."""


def until_retried(draft: Draft) -> Steps[None]:
    """Wait for another attempt at what nobody took, as far as there is time for it."""
    yield from passing(draft, HOUR + 1 if draft.virtual else 1)


def _altered(changes: AttributeChanges) -> Change:
    return lambda _, queue: (AlterQueue(queue, changes),)


def deleted(draft: Draft, queue: str) -> tuple[Command, ...]:
    draft.gone[queue] = None
    return (DeleteQueue(queue),)


def defined_again(draft: Draft, queue: str) -> tuple[Command, ...]:
    if queue not in draft.gone:
        return ()
    del draft.gone[queue]
    return (DefineLocalQueue(queue),)


DAMAGES: Final[tuple[tuple[Ability, Change, Change], ...]] = (
    (Ability.PUT_INHIBIT, _altered(PUT_INHIBITED), _altered(PUT_ENABLED)),
    (Ability.PUT_INHIBIT, _altered(PUT_INHIBITED), _altered(PUT_ENABLED)),
    (Ability.QUEUE_LIMITS, _altered(NO_ROOM), _altered(ROOM)),
    (Ability.QUEUE_LIMITS, _altered(_SHORT), _altered(_LONG)),
    (Ability.DELETE_QUEUE, deleted, defined_again),
)
"""What it takes, how a queue that must be empty for the last one becomes unusable, and usable again."""


def some_damage(draft: Draft) -> tuple[Change, Change] | None:
    possible = [(harm, repair) for ability, harm, repair in DAMAGES if draft.can(ability)]
    return draft.draws.one_of(possible) if possible else None


class Condition(Enum):
    """How a queue that others rely on may be."""

    GOOD = "good"
    NONE = "none named"
    SYSTEM = "that of the system"
    MISSING = "named but missing"
    FEW_SLOTS = "of few slots"
    INHIBITED = "put-inhibited"
    NO_DATA = "for messages without data only"


_DEAD_LETTER: Final = (
    *(Condition.NONE, Condition.SYSTEM, Condition.MISSING, Condition.INHIBITED, Condition.GOOD),
    *(Condition.FEW_SLOTS, Condition.FEW_SLOTS, Condition.FEW_SLOTS),
)


CLOSED: Final = (Condition.MISSING, Condition.INHIBITED)


_UNUSABLE: Final = (Condition.NONE, Condition.MISSING, Condition.INHIBITED)


_REPLY: Final = (
    *(Condition.MISSING, Condition.INHIBITED, Condition.FEW_SLOTS, Condition.NO_DATA),
    *(Condition.GOOD, Condition.GOOD, Condition.GOOD),
)


def _attributes(draft: Draft, condition: Condition) -> QueueAttributes:
    """The attributes of a new queue of that condition, as far as the implementation has them."""
    limits = draft.can(Ability.QUEUE_LIMITS)
    match condition:
        case Condition.FEW_SLOTS if limits:
            return QueueAttributes(max_depth=draft.draws.one_of((0, 1, 1, 2)))
        case Condition.NO_DATA if limits:
            return QueueAttributes(max_message_length=0)
        case Condition.INHIBITED if draft.can(Ability.PUT_INHIBIT):
            return QueueAttributes(put=Switch.DISABLED)
        case _:
            return QueueAttributes()


def dead_letter_queue(draft: Draft) -> Steps[str | None]:
    """Name another dead-letter queue, or leave it. Returns its name where something can be done to it."""
    if not draft.can(Ability.DEAD_LETTER_QUEUE) or draft.draws.chance(20):
        return None
    return (yield from _dead_letter_queue(draft, draft.draws.one_of(_DEAD_LETTER)))


def unusable_dead_letter_queue(draft: Draft) -> Steps[str | None]:
    """Name a dead-letter queue that takes nothing. Returns its name where something can be done to it."""
    return (yield from _dead_letter_queue(draft, draft.draws.one_of(_UNUSABLE)))


def _dead_letter_queue(draft: Draft, condition: Condition) -> Steps[str | None]:
    match condition:
        case Condition.NONE:
            yield SetDeadLetterQueue(None)
        case Condition.MISSING:
            yield SetDeadLetterQueue("NOWHERE")
        case Condition.SYSTEM:
            yield from usual_dead_letter_queue(draft)
        case _:
            name = yield from new_queue(draft, "D", _attributes(draft, condition))
            yield SetDeadLetterQueue(name)
            return name
    return None


def usual_dead_letter_queue(draft: Draft) -> Steps[None]:
    """DEADQ names the queue of the usual name, which not every implementation has by itself."""
    draft.see(DEFAULT_DEAD_LETTER_QUEUE)
    yield (DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE), SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE))


def reply_queue(draft: Draft, conditions: tuple[Condition, ...] = _REPLY) -> Steps[str]:
    condition = draft.draws.one_of(conditions)
    if condition is Condition.MISSING:
        return draft.name("MISSING")
    return (yield from new_queue(draft, "R", _attributes(draft, condition)))
