"""Misreadings of what a queue defines for a message: asked once more when some messages are moved."""

from typing import Any, Final

from msgspec.structs import replace

from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.state.objects import AsQueue, Delay
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.targets import Concerns, clustered, shared, to_an_alias
from mqtck.reference.vocabulary.constants import ReasonCode

ASKED: Final = {
    AsQueue.PERSISTENCE: ("DEFPSIST", ("DD-77", "X-27")),
    AsQueue.PRIORITY: ("DEFPRTY", ("DD-78", "X-28", "HM-24")),
}
"""The attribute that is asked once more, and the rules by which it is not."""


def decided_again(field: AsQueue, kind: str, moved: str, concerns: Concerns) -> None:
    """A misreading that asks the definition once more when it moves messages of one kind."""
    attribute, rules = ASKED[field]

    @misreading(
        f"{field.value} decided again {kind}", f"Takes {attribute} again when it moves {moved}.", *rules
    )
    class DecidedAgain(Attempts):
        def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
            if field in delay.as_queue and concerns(manager, delay):
                persistence, priority = manager.defaults(delay.target)
                value = persistence if field is AsQueue.PERSISTENCE else priority
                delay = replace(delay, original=replace(delay.original, **{field.value: value}))
            return super().deliver(manager, delay, deliver)


def living(_: QueueManager, delay: Delay) -> bool:
    return delay.original.end_of_life is not None


def reporting(_: QueueManager, delay: Delay) -> bool:
    return delay.original.report != 0


def answered(_: QueueManager, delay: Delay) -> bool:
    return bool(delay.original.reply_to)


# fmt: off
for row in (
    (AsQueue.PERSISTENCE, "behind an alias",      "a message to the queue behind an alias", to_an_alias),
    (AsQueue.PERSISTENCE, "on a shared queue",    "a message to a shared queue",            shared),
    (AsQueue.PERSISTENCE, "in a cluster",         "a message to a clustered queue",         clustered),
    (AsQueue.PERSISTENCE, "for a limited life",   "a message that may expire",              living),
    (AsQueue.PERSISTENCE, "with a report option", "a message with report options",          reporting),
    (AsQueue.PERSISTENCE, "for a question",       "a message with a reply-to queue",        answered),
    (AsQueue.PRIORITY,    "on a shared queue",    "a message to a shared queue",            shared),
    (AsQueue.PRIORITY,    "in a cluster",         "a message to a clustered queue",         clustered),
):
    decided_again(*row)
# fmt: on
