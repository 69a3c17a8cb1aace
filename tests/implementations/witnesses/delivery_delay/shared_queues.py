"""Traces that show misreadings of delayed messages for shared queues."""

from implementations.witnesses.parts.clusters_and_zos import SEEN, STAGING, TO_Z
from implementations.witnesses.parts.common import Trace, send
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    EndQueueManager,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.profile import Platform

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

TRACES: dict[str, Trace] = {
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
