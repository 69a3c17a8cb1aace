"""Misreadings of the staging queue on z/OS, which somebody has to define."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, RemoteQueue, UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.calls import publishes
from mqtck.reference.vocabulary.commands import Command, Send
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome, SampleDefinitionRead
from mqtck.reference.vocabulary.profile import Edition, Platform, Profile, Version
from mqtck.reference.vocabulary.zos import OperationMode

OLDER = Profile(Platform.ZOS, Version(8, 0), Edition.VERSION_8_0)
ConcernsSend = Callable[[Send, Producer], bool]


def named_otherwise(command: Send, producer: Producer) -> bool:
    name = getattr(command.destination or producer.destination, "queue", None)
    return isinstance(producer.session.manager.definitions.get(name), AliasQueue | RemoteQueue)


def lightly(_: Send, producer: Producer) -> bool:
    return producer.delivery_mode is DeliveryMode.NON_PERSISTENT


def at_length(command: Send, _: Producer) -> bool:
    return command.arguments is not None


def unstaged(concerns: ConcernsSend, name: str, sentence: str) -> None:
    """A misreading in which some sends on z/OS are done at once where nobody has defined a staging queue."""

    @misreading(name, sentence, "DD-56", "DD-38", "DD-01", "DD-07", "DD-88")
    class Unstaged(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
            if not isinstance(command, Send) or producer is None or not concerns(command, producer):
                return super().execute(command)
            manager = producer.session.manager
            if manager.platform is not Platform.ZOS or manager.definition(STAGING_QUEUE) is not None:
                return super().execute(command)
            delay, producer.delay = producer.delay, 0
            try:
                return super().execute(command)
            finally:
                producer.delay = delay


unstaged(named_otherwise, "sent by another name without staging queue", "Needs none behind another name.")
unstaged(lightly, "sent lightly without staging queue", "Needs none for what is not persistent.")
unstaged(at_length, "sent at length without staging queue", "Needs none for the long form of send.")


@misreading(
    "no staging queue needed for topics", "Takes delayed publications that it cannot stage.", "DD-56", "DD-38"
)
class NoStagingQueueForTopics(SimulatedWorld):
    publishing = False

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(getattr(command, "producer", ""))
        self.publishing = isinstance(command, Send) and producer is not None and publishes(command, producer)
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        asked = processor.refusal

        def refusal(length: int, unit: UnitOfWork | None, copies: int = 1) -> ReasonCode | None:
            reason = asked(length, unit, copies)
            missing = reason is ReasonCode.UNKNOWN_OBJECT_NAME
            return None if self.publishing and missing else reason

        processor.refusal = refusal  # type: ignore[method-assign]


# --- the staging queue on z/OS ----------------------------------------------------------------------------


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


# --- mode and migration (8.0) -----------------------------------------------------------------------------


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
