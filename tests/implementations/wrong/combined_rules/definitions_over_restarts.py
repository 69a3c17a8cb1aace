"""Misreadings of a restart: some of what was defined before it is forgotten."""

from msgspec.structs import replace

from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.restarts import RestartOfChannels
from mqtck.reference.vocabulary.commands import QueueAttributes
from mqtck.reference.vocabulary.constants import STAGING_QUEUE

UNCHANGED = QueueAttributes()


@misreading(
    "MAXDEPTH forgotten at a restart",
    "Has queues of any depth when it has started again.",
    *("DD-112", "DD-38", "DD-39", "EX-35"),
)
class DepthForgotten(RestartOfChannels):
    def forget(self, manager: QueueManager) -> None:
        for queue in manager.local_queues():
            if queue.name != STAGING_QUEUE:
                queue.attributes = replace(queue.attributes, max_depth=UNCHANGED.max_depth)


@misreading(
    "limits of the staging queue forgotten at a restart",
    "Has MAXDEPTH and MAXMSGL of the staging queue as they were at its creation when it has started again.",
    *("DD-53", "DD-39", "DD-38"),
)
class StagingLimitsForgotten(RestartOfChannels):
    def forget(self, manager: QueueManager) -> None:
        manager.staging.attributes = replace(
            manager.staging.attributes,
            max_depth=UNCHANGED.max_depth,
            max_message_length=UNCHANGED.max_message_length,
        )


@misreading(
    "authorities forgotten at a restart",
    "Lets no user put to any queue when it has started again.",
    *("DD-46", "DD-47"),
)
class AuthoritiesForgotten(RestartOfChannels):
    def forget(self, manager: QueueManager) -> None:
        manager.authorities.clear()


@misreading(
    "topic objects forgotten at a restart",
    "Has no topic objects when it has started again.",
    *("DD-122", "DD-121", "DD-120"),
)
class TopicObjectsForgotten(RestartOfChannels):
    def forget(self, manager: QueueManager) -> None:
        manager.topics.objects.clear()
