"""Misreadings of delayed messages for shared queues."""

# ruff: noqa: ARG002 - as in `decisions`

from implementations.decisions.clusters_and_zos import Owner
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import Message
from implementations.wrong.misreading import misreading
from mqtck.reference.vocabulary.commands import Browse, Command, ReadDepth
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Outcome

# --- shared queues ----------------------------------------------------------------------------------------


@misreading("shared queues refused", "Delays nothing for shared queues.", "DD-69", "DD-54")
class SharedQueuesRefused(QueueManagerDecisions):
    def shared_target_refused(self) -> bool:
        return True


@misreading(
    "shared queues without delay",
    "Puts a delayed message for a shared queue there at once.",
    *("DD-69", "DD-70", "DD-54", "DD-01", "DD-07", "DD-06"),
)
class SharedQueuesWithoutDelay(QueueManagerDecisions):
    def shared_target_staged(self) -> bool:
        return False


@misreading(
    "staging queue for shared queues",
    "Keeps what waits for shared queues on a second staging queue.",
    *("DD-54", "DD-70", "DD-11", "DD-07"),
)
class StagingQueueForSharedQueues(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, Browse | ReadDepth) and command.queue == STAGING_QUEUE:
            manager = self.simulation.managers[command.queue_manager]
            delays = [entry.message.delay for entry in manager.staging.entries]
            shared = {
                delay.original.body for delay in delays if delay is not None and manager.shares(delay.target)
            }
            match outcome:
                case Browsed(messages=messages):
                    return Browsed(tuple(seen for seen in messages if seen.body not in shared))
                case DepthRead(depth=depth):
                    return DepthRead(depth - len(shared))
        return outcome


@misreading(
    "staged at the first member",
    "Uses the staging queue of the group's first queue manager for shared queues.",
    *("DD-70", "DD-54", "DD-07", "DD-11"),
)
class StagedAtFirstMember(QueueManagerDecisions):
    def staging_member(self, connected: str, members: list[str]) -> str:
        return members[0]


@misreading(
    "another member takes over",
    "Lets a running member of the group deliver what a stopped one has staged.",
    *("DD-71", "DD-70"),
)
class AnotherMemberTakesOver(QueueManagerDecisions):
    owner = Owner.ANY_MEMBER


@misreading(
    "persistent lost with the owner",
    "Loses persistent messages for shared queues, too, when the staging queue's owner ends.",
    *("DD-71", "X-54", "DD-72"),
)
class PersistentLostWithOwner(QueueManagerDecisions):
    def staged_for_shared_survives(self, message: Message) -> bool:
        return False
