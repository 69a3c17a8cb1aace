"""Misreadings of clusters, z/OS and shared queues."""

# ruff: noqa: ARG002 - as in `decisions`
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    DeleteQueue,
    ReadDepth,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    Done,
    ErrorFamily,
    Outcome,
    Refused,
    SampleDefinitionRead,
)
from mqtck.reference.vocabulary.profile import Edition, Platform, Profile, Version
from mqtck.reference.vocabulary.zos import OperationMode

from .decisions import QueueManagerDecisions
from .decisions_clusters_zos import Halt, Owner
from .misreading import misreading
from .objects import Message
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .zos import Access, ProcessorControl, access

OLDER = Profile(Platform.ZOS, Version(8, 0), Edition.VERSION_8_0)


# --- clusters ---------------------------------------------------------------------------------------


@misreading("bound on open accepted", "Refuses a delay for BIND_ON_GROUP only.", "DD-19")
class BoundOnOpenAccepted(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        on_group = binding is DefaultBinding.ON_GROUP
        return on_group and super().binding_refused(delay, binding, cluster)


@misreading("bound on group accepted", "Refuses a delay for BIND_ON_OPEN only.", "DD-20")
class BoundOnGroupAccepted(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        on_open = binding is DefaultBinding.ON_OPEN
        return on_open and super().binding_refused(delay, binding, cluster)


@misreading("clustered queues refused", "Refuses a delay for every clustered queue.", "DD-21")
class ClusteredQueuesRefused(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        return delay != 0 and cluster is not None


@misreading("binding refused without delay", "Asks for DEFBIND without a delay as well.", "DD-23")
class BindingRefusedWithoutDelay(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        return super().binding_refused(1, binding, cluster)


@misreading(
    "binding of any queue", "Looks at DEFBIND of queues that are not clustered.", "DD-24", "DD-07", "DD-10"
)
class BindingOfAnyQueue(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        return super().binding_refused(delay, binding, "any")


@misreading("binding of another reason", "Refuses a bound clustered queue with 2298.", "DD-19", "DD-20")
class BindingOfAnotherReason(QueueManagerDecisions):
    binding_failure = ReasonCode.FUNCTION_NOT_SUPPORTED


@misreading("binding asked by the setter", "Asks for DEFBIND in setDeliveryDelay.", "DD-22")
class BindingAskedBySetter(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeliveryDelay):
            producer = self.calls.jms.producers.get(command.producer)
            if producer is not None and isinstance(producer.destination, QueueDestination):
                binding = producer.session.manager.clusters.binding(producer.destination.queue)
                if self.decisions.binding_refused(command.milliseconds, *binding):
                    return Refused(ReasonCode.OPTIONS_ERROR, ErrorFamily.JMS_EXCEPTION)
        return super().execute(command)


# --- the staging queue on z/OS ----------------------------------------------------------------------


@misreading("staging queue by default", "Has the staging queue on z/OS without a definition.", "DD-56")
class StagingQueueByDefault(QueueManagerDecisions):
    def staging_queue_by_default(self, platform: Platform) -> bool:
        return True


@misreading(
    "sent without staging queue",
    "Puts a delayed message to its target at once where there is no staging queue.",
    *("DD-56", "DD-01", "DD-07"),
)
class SentWithoutStagingQueue(QueueManagerDecisions):
    def sends_without_staging_queue(self) -> bool:
        return True


class _OtherSample(QueueManagerDecisions):
    index_type = "NONE"
    delivery_sequence = "FIFO"
    harden_backout = True
    active = False

    def sample_definition(self) -> SampleDefinitionRead:
        return SampleDefinitionRead(
            index_type=self.index_type,
            delivery_sequence=self.delivery_sequence,
            harden_backout=self.harden_backout,
            storage_class="DEFAULT",
            active=self.active,
        )


@misreading("sample with an index", "Supplies a sample with INDXTYPE(CORRELID), for recalls.", "DD-62")
class SampleWithIndex(_OtherSample):
    index_type = "CORRELID"


@misreading("sample by priority", "Supplies a sample with MSGDLVSQ(PRIORITY).", "DD-63")
class SampleByPriority(_OtherSample):
    delivery_sequence = "PRIORITY"


@misreading("sample not hardened", "Supplies a sample without HARDENBO.", "DD-65")
class SampleNotHardened(_OtherSample):
    harden_backout = False


# --- the processor on z/OS --------------------------------------------------------------------------


@misreading(
    "processor not started",
    "Waits for an operator to start the processor when the queue manager has started again.",
    *("DD-86", "DD-87"),
)
class ProcessorNotStarted(QueueManagerDecisions):
    def starts_with_queue_manager(self) -> bool:
        return False


@misreading("queue manager ends", "Ends the queue manager when its staging queue is deleted.", "DD-88")
class QueueManagerEnds(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, DeleteQueue) and command.queue == STAGING_QUEUE and outcome == Done():
            self._end(self._manager(command.queue_manager))
        return outcome


@misreading(
    "disabled gets ignored", "Goes on with GET of the staging queue disabled, as off z/OS.", "DD-89", "DD-92"
)
class DisabledGetsIgnored(QueueManagerDecisions):
    def available(self, get: Switch | None) -> bool:
        return get is not None


@misreading("error survived", "Starts the processor again by itself after another error.", "DD-90", "DD-93")
class ErrorSurvived(QueueManagerDecisions):
    def error_stops(self) -> bool:
        return False


@misreading(
    "down after the definition",
    "Does not start the processor when the staging queue is defined later.",
    *("DD-91", "DD-87"),
)
class DownAfterDefinition(QueueManagerDecisions):
    def restarts_when_available(self, halt: Halt, before: Switch | None) -> bool:
        return before is not None and super().restarts_when_available(halt, before)


@misreading("down after gets are enabled", "Does not start the processor when GET is enabled again.", "DD-92")
class DownAfterGetsEnabled(QueueManagerDecisions):
    def restarts_when_available(self, halt: Halt, before: Switch | None) -> bool:
        return before is None and super().restarts_when_available(halt, before)


@misreading(
    "down after an error",
    "Lets nothing but a restart of the queue manager help after an error.",
    "DD-93",
)
class DownAfterError(QueueManagerDecisions):
    def restarts_when_put_enabled(self, halt: Halt) -> bool:
        return halt is Halt.PUT_DISABLED


@misreading("disabled puts ignored", "Goes on with PUT of the staging queue disabled, as off z/OS.", "DD-94")
class DisabledPutsIgnored(QueueManagerDecisions):
    def put_disabled_stops(self) -> bool:
        return False


@misreading(
    "down after puts are enabled",
    "Starts the processor again after an error, not after PUT was disabled.",
    *("DD-93", "DD-94"),
)
class DownAfterPutsEnabled(QueueManagerDecisions):
    def restarts_when_put_enabled(self, halt: Halt) -> bool:
        return halt is Halt.ERROR


@misreading(
    "first cause remembered",
    "Does not start the processor when PUT is enabled again, where GET was disabled before PUT was.",
    *("DD-92", "DD-93", "DD-94"),
)
class FirstCauseRemembered(QueueManagerDecisions):
    def cause_that_counts(self, first: Halt | None, now: Halt) -> Halt:
        return first or now


class Remembers(ProcessorControl):
    def started(self, found: Access) -> None:
        before = self.halt
        super().started(found)
        if before is Halt.ERROR and self.halt is not None:
            self.halt = before


@misreading(
    "error remembered over a start in vain",
    "Forgets of an error when it can start with the queue manager, and not before.",
    *("DD-92", "DD-86", "DD-10"),
)
class ErrorRemembered(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        if manager.platform is Platform.ZOS:
            manager.processor._control = Remembers(self.decisions, access(manager.local(STAGING_QUEUE)))


# --- mode and migration (8.0) -----------------------------------------------------------------------


@misreading(
    "staged messages gone with the mode",
    "Clears the staging queue when OPMODE is changed.",
    *("DD-67", "X-45", "X-54", "DD-10"),
)
class ClearedByMode(QueueManagerDecisions):
    profile = OLDER

    def keeps_staged_when_mode_changes(self) -> bool:
        return False


@misreading("gated by the mode", "Delays nothing with OPMODE(COMPAT).", "DD-67")
class GatedByMode(QueueManagerDecisions):
    profile = OLDER

    def mode_allows_delay(self, mode: OperationMode) -> bool:
        return mode is OperationMode.NEW_FUNCTION


@misreading("delivered by an earlier release", "Delivers staged messages after a migration back.", "DD-68")
class DeliveredByEarlierRelease(QueueManagerDecisions):
    profile = OLDER

    def processor_exists(self, version: Version) -> bool:
        return True


@misreading("deleted by a migration", "Clears the staging queue in a migration back.", "DD-68", "X-54")
class DeletedByMigration(QueueManagerDecisions):
    profile = OLDER

    def keeps_staged_when_migrated(self) -> bool:
        return False


# --- shared queues ----------------------------------------------------------------------------------


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
