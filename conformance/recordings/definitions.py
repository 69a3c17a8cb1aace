"""What the definition of a queue decides about recorded messages: persistence and priority left to the queue.

A definition that was recorded may have been altered unseen, so that nobody knows what a message gets. But
once its first resolution has decided, the values stay (DD-77, DD-78): where the descriptor has shown one of
them to the sender or on the target, it must show the same from then on.

Left out: two messages of one queue (it may have been altered between them), messages of MQPUT (no document
says what becomes of their values), the staging queue, and what JMS headers and the MQRFH2 show, of which the
documents leave open what a client writes and reads where the destination decides.
"""

from typing import NamedTuple, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.reference.vocabulary.constants import DeliveryMode, Persistence
from mqtck.reference.vocabulary.messages import Descriptor, SeenMessage
from mqtck.reference.vocabulary.outcomes import Sent
from mqtck.reference.vocabulary.queue_attributes import QueueAttributes

Shown = TypeVar("Shown", SeenMessage, Sent)

_PRIORITIES = range(10)
_DELIVERY_MODES = {
    Persistence.PERSISTENT: DeliveryMode.PERSISTENT,
    Persistence.NOT_PERSISTENT: DeliveryMode.NON_PERSISTENT,
}


class Decided(NamedTuple):
    """What a definition is known to have decided for a message; None where nothing has shown it."""

    persistence: Persistence | None = None
    priority: int | None = None

    def __bool__(self) -> bool:
        return self != UNDECIDED

    def or_else(self, later: "Decided") -> "Decided":
        """With what was shown later where nothing was known; what was known stays."""
        return Decided(
            later.persistence if self.persistence is None else self.persistence,
            later.priority if self.priority is None else self.priority,
        )


UNDECIDED = Decided()


def decided_by(descriptor: Descriptor) -> Decided:
    """What a descriptor shows to be decided; "as the queue defines" decides nothing."""
    persistence, priority = descriptor.persistence, descriptor.priority
    return Decided(
        next((one for one in _DELIVERY_MODES if one == persistence), None),
        priority if isinstance(priority, int) and priority in _PRIORITIES else None,
    )


def definition(decided: Decided, others: QueueAttributes) -> QueueAttributes:
    """A definition that decides so."""
    if decided.persistence is not None:
        others = replace(others, default_persistence=_DELIVERY_MODES[decided.persistence])
    return others if decided.priority is None else replace(others, default_priority=decided.priority)


def without_definition(shown: Shown, decided: Decided = UNDECIDED) -> Shown:
    """What was shown without what a definition may have decided, unless it is known how."""
    header, descriptor, folder = shown.header, shown.descriptor, shown.folder
    persistence = UNSET if decided.persistence is None else descriptor.persistence
    priority = UNSET if decided.priority is None else descriptor.priority
    return replace(
        shown,
        header=replace(header, delivery_mode=UNSET, priority=UNSET),
        descriptor=replace(descriptor, persistence=persistence, priority=priority),
        folder=replace(folder, delivery_mode=UNSET, priority=UNSET),
    )
