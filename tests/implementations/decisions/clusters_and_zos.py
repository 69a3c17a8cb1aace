"""Every rule of clusters, z/OS and shared queues as one small method; see `decisions`."""

# ruff: noqa: ARG002 - a decision is offered all its factors; the right reading may need fewer
from enum import Enum

from implementations.behaviour.clusters_and_zos import (
    ErrorAndGetEnabled,
    InstanceChosen,
    OlderSample,
    RetriesAtRestart,
    SendWhileGetDisabled,
    SharedNonPersistent,
    StartWhilePutDisabled,
)
from implementations.behaviour.whole import Behaviour
from implementations.state.objects import Message
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import Switch
from mqtck.reference.vocabulary.constants import Persistence, ReasonCode
from mqtck.reference.vocabulary.outcomes import SampleDefinitionRead
from mqtck.reference.vocabulary.profile import Edition, Platform, Profile, Version
from mqtck.reference.vocabulary.zos import OperationMode

FIRST_VERSION_WITH_DELAY = Version(8, 0)


class Halt(Enum):
    """Why a processor on z/OS does not run: DD-88 to DD-90, DD-94."""

    NOT_AVAILABLE = "the staging queue is not defined, or disabled for gets"
    PUT_DISABLED = "PUT of the staging queue is disabled"
    ERROR = "another error"


class Owner(Enum):
    """Which queue managers of a group move what is staged for a shared queue: DD-70, DD-71."""

    THE_SENDERS = "the one that accepted the send"
    ANY_MEMBER = "any that runs"


class ClusterZosDecisions:
    """The right reading; mixed into `QueueManagerDecisions`. `profile` is that of the world."""

    behaviour: Behaviour
    profile: Profile = Profile()
    binding_failure = ReasonCode.OPTIONS_ERROR  # DD-19
    owner = Owner.THE_SENDERS  # DD-70, DD-71

    # --- clusters -----------------------------------------------------------------------------------

    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        """DD-19 to DD-21, DD-23, DD-24; `cluster` is None for a queue that is not clustered."""
        return delay != 0 and cluster is not None and binding is not DefaultBinding.NOT_FIXED

    def instance_chosen_at_send(self) -> bool:
        return self.behaviour.instance_chosen is InstanceChosen.AT_SEND

    # --- the staging queue on z/OS ------------------------------------------------------------------

    def staging_queue_by_default(self, platform: Platform) -> bool:
        """DD-56."""
        return platform is Platform.MULTIPLATFORMS

    def sends_without_staging_queue(self) -> bool:
        """DD-56: no such send succeeds."""
        return False

    def send_refused_while_get_disabled(self) -> bool:
        return self.behaviour.send_while_get_disabled is SendWhileGetDisabled.REFUSED

    def sample_definition(self) -> SampleDefinitionRead:
        """DD-62, DD-63, DD-65, DD-66."""
        older = self.profile.edition is Edition.VERSION_8_0
        as_the_text = older and self.behaviour.older_sample is OlderSample.AS_THE_TEXT
        return SampleDefinitionRead(
            index_type="NONE",
            delivery_sequence="FIFO",
            harden_backout=not as_the_text,
            storage_class=str(self.behaviour.storage_class),
            active=False,
        )

    # --- the processor on z/OS ----------------------------------------------------------------------

    def starts_with_queue_manager(self) -> bool:
        """DD-86, DD-87."""
        return True

    def available(self, get: Switch | None) -> bool:
        """Whether the processor can have the staging queue (DD-87 to DD-89); None: it is not defined."""
        return get is Switch.ENABLED

    def put_disabled_stops(self) -> bool:
        """DD-94."""
        return True

    def error_stops(self) -> bool:
        """DD-90."""
        return True

    def restarts_when_available(self, halt: Halt, before: Switch | None) -> bool:
        """DD-91, DD-92; after another error that is left open. `before` is GET as it was."""
        match halt:
            case Halt.NOT_AVAILABLE:
                return True
            case Halt.ERROR:
                return self.behaviour.error_and_get_enabled is ErrorAndGetEnabled.RESTARTS
            case Halt.PUT_DISABLED:
                return self.runs_while_put_disabled()

    def restarts_when_put_enabled(self, halt: Halt) -> bool:
        """DD-93, DD-94."""
        return halt is not Halt.NOT_AVAILABLE

    def cause_that_counts(self, first: Halt | None, now: Halt) -> Halt:
        """DD-92 to DD-94: a processor that cannot start yet waits for what keeps it from that now."""
        return now

    def runs_while_put_disabled(self) -> bool:
        return self.behaviour.start_while_put_disabled is StartWhilePutDisabled.RUNS

    def retries_at_once_after_restart(self) -> bool:
        return self.behaviour.retries_at_restart is RetriesAtRestart.AT_ONCE

    # --- mode and migration -------------------------------------------------------------------------

    def mode_allows_delay(self, mode: OperationMode) -> bool:
        """DD-67."""
        return True

    def keeps_staged_when_mode_changes(self) -> bool:
        """DD-67, X-45: that the queue manager is restarted for it is all."""
        return True

    def processor_exists(self, version: Version) -> bool:
        """DD-68: an earlier release leaves the staging queue alone."""
        return version >= FIRST_VERSION_WITH_DELAY

    def keeps_staged_when_migrated(self) -> bool:
        """DD-68: marooned, not deleted."""
        return True

    # --- shared queues ------------------------------------------------------------------------------

    def shared_target_refused(self) -> bool:
        """DD-69."""
        return False

    def shared_target_staged(self) -> bool:
        """DD-54: on the same staging queue."""
        return True

    def staging_member(self, connected: str, members: list[str]) -> str:
        """The queue manager that stages for a shared queue (DD-70); `members` are those of the group."""
        return connected

    def staged_for_shared_survives(self, message: Message) -> bool:
        """DD-71, DD-72: the end of the owner."""
        kept = self.behaviour.shared_non_persistent is SharedNonPersistent.KEPT
        return message.persistence == Persistence.PERSISTENT or kept
