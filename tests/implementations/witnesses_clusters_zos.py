"""Traces that show the faults of `wrong_clusters_zos`."""

from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    OpenSession,
    QueueAttributes,
    SetDeliveryDelay,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.zos import MigrateBack, OperationMode, ReadSampleDefinition, SetOperationMode

from .witness_parts import TO_Q, Trace, send

OPEN, GROUP, NOT_FIXED = DefaultBinding.ON_OPEN, DefaultBinding.ON_GROUP, DefaultBinding.NOT_FIXED


def clustered(binding: DefaultBinding, delay: int = 5000) -> Trace:
    """A message m to a clustered queue of this queue manager."""
    return (
        JoinCluster("C"),
        DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=binding)),
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", delay),
        send(),
    )


# --- z/OS -------------------------------------------------------------------------------------------

Z: Trace = (DefineQueueManager("Z", platform=Platform.ZOS),)
STAGING = DefineLocalQueue(STAGING_QUEUE, queue_manager="Z")
TO_Z: Trace = (
    DefineLocalQueue("Q", queue_manager="Z"),
    OpenSession("z", queue_manager="Z"),
    CreateProducer("p", session="z", destination=TO_Q),
    SetDeliveryDelay("p", 5000),
)
ON_Z: Trace = (*Z, STAGING, *TO_Z, send())
SEEN: Trace = (Browse("Q", "Z"), Browse(STAGING_QUEUE, "Z"))
END: Trace = (Advance(6000), *SEEN)


def change(put: Switch | None = None, get: Switch | None = None) -> AlterQueue:
    return AlterQueue(STAGING_QUEUE, AttributeChanges(put=put, get=get), "Z")


PUT_OFF, PUT_ON = change(put=Switch.DISABLED), change(put=Switch.ENABLED)
GET_OFF, GET_ON = change(get=Switch.DISABLED), change(get=Switch.ENABLED)
RESTART: Trace = (EndQueueManager("Z"), StartQueueManager("Z"))
SAMPLE: Trace = (*Z, ReadSampleDefinition(queue_manager="Z"))

# On the older edition the queue manager that is always there runs on z/OS.
OLDER: Trace = (DefineLocalQueue(STAGING_QUEUE), DefineLocalQueue("Q"))
TO_OLDER: Trace = (CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000), send())
MIGRATED: Trace = (
    *OLDER,
    *TO_OLDER,
    MigrateBack(Version(7, 1)),
    Advance(6000),
    Browse("Q"),
    Browse(STAGING_QUEUE),
)

# --- shared queues ----------------------------------------------------------------------------------

SHARED: Trace = (
    DefineQueueManager("Y", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineQueueManager("Z", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineSharedQueue("Q", "G"),
    DefineLocalQueue(STAGING_QUEUE, queue_manager="Y"),
    STAGING,
    *TO_Z[1:],
    send(),
)
BOTH: Trace = (*SEEN, Browse(STAGING_QUEUE, "Y"))

CLUSTERS_ZOS: dict[str, Trace] = {
    "bound on open accepted": clustered(OPEN),
    "bound on group accepted": clustered(GROUP),
    "clustered queues refused": clustered(NOT_FIXED),
    "binding refused without delay": clustered(OPEN, 0),
    "binding of any queue": (
        DefineLocalQueue("Q", QueueAttributes(default_binding=GROUP)),
        CreateProducer("p", destination=QueueDestination("Q")),
        SetDeliveryDelay("p", 5000),
        send(),
    ),
    "binding of another reason": clustered(OPEN),
    "binding asked by the setter": clustered(OPEN),
    "staging queue by default": (*Z, *TO_Z, send(), *END),
    "sent without staging queue": (*Z, *TO_Z, send(), Browse("Q", "Z")),
    "sample with an index": SAMPLE,
    "sample by priority": SAMPLE,
    "sample not hardened": SAMPLE,
    "processor not started": (*ON_Z, *RESTART, *END),
    "queue manager ends": (
        *Z,
        STAGING,
        *TO_Z[:-1],
        DeleteQueue(STAGING_QUEUE, "Z"),
        send(),
        Browse("Q", "Z"),
    ),
    "disabled gets ignored": (*ON_Z, GET_OFF, Advance(6000), Browse("Q", "Z")),
    "error survived": (*ON_Z, FailDelayProcessor("Z"), *END),
    "down after the definition": (*ON_Z, *END),
    "down after gets are enabled": (*ON_Z, GET_OFF, Advance(6000), GET_ON, Advance(1000), *SEEN),
    "down after an error": (*ON_Z, FailDelayProcessor("Z"), PUT_OFF, PUT_ON, *END),
    "disabled puts ignored": (*ON_Z, PUT_OFF, *END),
    "down after puts are enabled": (*ON_Z, PUT_OFF, Advance(6000), PUT_ON, Advance(1000), *SEEN),
    "first cause remembered": (
        *(*ON_Z, GET_OFF, PUT_OFF, Advance(6000), GET_ON, PUT_ON),
        *(Advance(1000), *SEEN),
    ),
    "error remembered over a start in vain": (
        *(*ON_Z, FailDelayProcessor("Z"), GET_OFF, *RESTART),
        *(GET_ON, Advance(6000), *SEEN),
    ),
    "staged messages gone with the mode": (
        *(*OLDER, *TO_OLDER, SetOperationMode(OperationMode.COMPATIBILITY)),
        *(Advance(6000), Browse("Q")),
    ),
    "gated by the mode": (*OLDER, SetOperationMode(OperationMode.COMPATIBILITY), *TO_OLDER),
    "delivered by an earlier release": MIGRATED,
    "deleted by a migration": MIGRATED,
    "shared queues refused": SHARED,
    "shared queues without delay": (*SHARED, *BOTH),
    "staging queue for shared queues": (*SHARED, *BOTH),
    "staged at the first member": (*SHARED, *BOTH),
    "another member takes over": (*SHARED, EndQueueManager("Z"), Advance(6000), Browse("Q", "Y")),
    "persistent lost with the owner": (
        *SHARED,
        EndQueueManager("Z"),
        Advance(6000),
        StartQueueManager("Z"),
        Advance(1000),
        *BOTH,
    ),
}
