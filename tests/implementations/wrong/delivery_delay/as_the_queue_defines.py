"""Misreadings of what a queue defines for a message: asked once more when some messages are moved."""

from typing import Any

from msgspec.structs import replace

from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.state.objects import AsQueue, Delay
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.attempts import Attempts
from implementations.wrong.parts.targets import Concerns, clustered, shared, to_an_alias
from mqtck.reference.vocabulary.constants import ReasonCode


def decided_again(kind: str, sentence: str, concerns: Concerns, field: AsQueue, *rules: str) -> None:
    """A misreading that asks the definition once more when it moves messages of one kind."""

    @misreading(f"{field.value} decided again {kind}", sentence, *rules)
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


PERSISTENCE = ("DD-77", "X-27")
PRIORITY = ("DD-78", "X-28", "HM-24")

# fmt: off
decided_again("behind an alias", "Takes DEFPSIST again when it moves a message to the queue behind an alias.",
              to_an_alias, AsQueue.PERSISTENCE, *PERSISTENCE)
decided_again("on a shared queue", "Takes DEFPSIST again when it moves a message to a shared queue.",
              shared, AsQueue.PERSISTENCE, *PERSISTENCE)
decided_again("in a cluster", "Takes DEFPSIST again when it moves a message to a clustered queue.",
              clustered, AsQueue.PERSISTENCE, *PERSISTENCE)
decided_again("for a limited life", "Takes DEFPSIST again when it moves a message that may expire.",
              living, AsQueue.PERSISTENCE, *PERSISTENCE)
decided_again("with a report option", "Takes DEFPSIST again when it moves a message with report options.",
              reporting, AsQueue.PERSISTENCE, *PERSISTENCE)
decided_again("for a question", "Takes DEFPSIST again when it moves a message with a reply-to queue.",
              answered, AsQueue.PERSISTENCE, *PERSISTENCE)
decided_again("on a shared queue", "Takes DEFPRTY again when it moves a message to a shared queue.",
              shared, AsQueue.PRIORITY, *PRIORITY)
decided_again("in a cluster", "Takes DEFPRTY again when it moves a message to a clustered queue.",
              clustered, AsQueue.PRIORITY, *PRIORITY)
# fmt: on
