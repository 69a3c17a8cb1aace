"""What the documents leave open of clusters, z/OS and shared queues, as switches; see `behaviour`."""

from enum import StrEnum

from implementations.behaviour.publications import PublicationBehaviour


class InstanceChosen(StrEnum):
    """The resolution that chooses the instance of a clustered queue: DD-21, chapter 9, item 12."""

    AT_DELIVERY = "at delivery"
    AT_SEND = "at send"


class InstanceChoice(StrEnum):
    """The instance of a clustered queue that is chosen: DD-21, chapter 9, item 12."""

    LOCAL_FIRST = "a local one, else each in turn"
    EACH_IN_TURN = "each in turn"
    LAST_DEFINED = "the one defined last"
    RANDOM = "any"


class StartWhilePutDisabled(StrEnum):
    """A processor that could start, but for PUT(DISABLED) on the staging queue: DD-94."""

    WAITS = "waits for PUT(ENABLED)"
    RUNS = "runs"


class ErrorAndGetEnabled(StrEnum):
    """GET toggled, or the staging queue defined anew, after another error: DD-93."""

    STAYS_DOWN = "the processor stays down"
    RESTARTS = "the processor restarts"


class SendWhileGetDisabled(StrEnum):
    """Delayed sends while GET of the staging queue is disabled: DD-89, chapter 9, item 11."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


class RetriesAtRestart(StrEnum):
    """Disposals that had failed before the processor restarts: DD-99, chapter 9, item 9."""

    AT_ONCE = "tried again at once"
    AS_SCHEDULED = "tried again when it was their turn"


class SharedNonPersistent(StrEnum):
    """Non-persistent messages that are staged for a shared queue when the owner ends: DD-72."""

    LOST = "lost"
    KEPT = "kept"


class StorageClass(StrEnum):
    """The storage class in the sample definition: DD-64, DD-65."""

    DEFAULT = "DEFAULT"
    OWN = "DDELAY"


class OlderSample(StrEnum):
    """What the sample of the older edition says beyond its text: DD-65."""

    HARDENED = "HARDENBO as well"
    AS_THE_TEXT = "nothing"


class ClusterZosBehaviour(PublicationBehaviour, frozen=True):
    """One choice for each matter that is left open of clusters, z/OS and shared queues."""

    instance_chosen: InstanceChosen = InstanceChosen.AT_DELIVERY
    instance_choice: InstanceChoice = InstanceChoice.LOCAL_FIRST
    start_while_put_disabled: StartWhilePutDisabled = StartWhilePutDisabled.WAITS
    error_and_get_enabled: ErrorAndGetEnabled = ErrorAndGetEnabled.STAYS_DOWN
    send_while_get_disabled: SendWhileGetDisabled = SendWhileGetDisabled.ACCEPTED
    retries_at_restart: RetriesAtRestart = RetriesAtRestart.AT_ONCE
    shared_non_persistent: SharedNonPersistent = SharedNonPersistent.LOST
    storage_class: StorageClass = StorageClass.DEFAULT
    older_sample: OlderSample = OlderSample.HARDENED
