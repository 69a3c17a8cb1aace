"""Traces that show misreadings of the delay processor over restarts and failures (Multiplatforms)."""

from implementations.witnesses.parts.clusters_and_zos import REMOTE_AT_Z, looked, sent_at_z
from implementations.witnesses.parts.common import DISABLE, QUEUES, P, Q, Trace, delayed, message, send
from implementations.witnesses.parts.publications import NEWS, topic_at
from implementations.witnesses.parts.sends import DUE, P_DELAYED_BY_2_S, PERSISTENT, crowd, outage
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    EndQueueManager,
    FailDelayProcessor,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode

QM2 = DefineQueueManager("QM2")
MONTHS = 45 * 86_400_000

TRACES: dict[str, Trace] = {
    "kept ones forgotten after a failure": (
        *QUEUES,
        SetDeadLetterQueue(None),
        *delayed(5000),
        DISABLE,
        Advance(6000),
        FailDelayProcessor(),
        Browse(STAGING_QUEUE),
    ),
    "non-persistent ones are lost with the processor": (
        *P_DELAYED_BY_2_S,
        Send("p", message(), arguments=SendArguments(DeliveryMode.NON_PERSISTENT, 4, 0)),
        FailDelayProcessor(),
        Advance(3000),
        Receive("Q"),
    ),
    "beyond a month due at a restart": (
        *(*P, SetDeliveryDelay("p", MONTHS), send()),
        *(EndQueueManager("QM1"), StartQueueManager("QM1"), Browse("Q")),
    ),
    "publications forgotten by a failure": (
        *(*Q, *topic_at("QM1"), CreateProducer("p", topic=NEWS), SetDeliveryDelay("p", 5000), send()),
        *(FailDelayProcessor(), Advance(6000), Browse("Q"), Browse(STAGING_QUEUE)),
    ),
    "aliases forgotten by a failure": (
        *(DefineLocalQueue("R"), DefineAliasQueue("Q", "R"), *P[1:], SetDeliveryDelay("p", 5000), send()),
        *(FailDelayProcessor(), Advance(6000), Browse("R"), Browse(STAGING_QUEUE)),
    ),
    "remote queues forgotten by a start": (
        *(*sent_at_z(REMOTE_AT_Z), EndQueueManager("Z"), Advance(6000), StartQueueManager("Z")),
        *looked("R"),
    ),
    "thirty staged messages restored": (
        *(*PERSISTENT, SetDeliveryDelay("p", 5000), *crowd()),
        *(EndQueueManager(), StartQueueManager(), Advance(8000), ReadDepth("Q")),
    ),
    "delay stops while down": (*Q, *delayed(5000), *outage(10_000), Advance(1000), Browse("Q")),
    "ends with another queue manager": (*Q, QM2, *delayed(5000), EndQueueManager("QM2"), DUE, Browse("Q")),
    "fails with another queue manager": (
        *Q,
        QM2,
        *delayed(5000),
        FailDelayProcessor("QM2"),
        DUE,
        Browse("Q"),
    ),
    "down after a second failure": (
        *(*Q, *delayed(5000), FailDelayProcessor(), FailDelayProcessor(), Advance(6000), ReadDepth("Q")),
        ReadDepth(STAGING_QUEUE),
    ),
    "lost at restart": (
        *Q,
        *delayed(5000),
        EndQueueManager(),
        StartQueueManager(),
        Advance(6000),
        Receive("Q"),
    ),
    "delay restarted": (
        *Q,
        *delayed(5000),
        Advance(3000),
        EndQueueManager(),
        StartQueueManager(),
        Advance(3000),
        Receive("Q"),
    ),
    "delivered at restart": (
        *Q,
        *delayed(5000),
        EndQueueManager(),
        StartQueueManager(),
        Advance(1000),
        Receive("Q"),
    ),
    "processor stays down": (*Q, *delayed(5000), FailDelayProcessor(), Advance(6000), Receive("Q")),
    "staged before a failure forgotten": (
        *Q,
        *delayed(5000),
        FailDelayProcessor(),
        Advance(6000),
        Browse("Q"),
    ),
    "overdue forgotten at start": (
        *Q,
        *delayed(5000),
        EndQueueManager(),
        Advance(10_000),
        StartQueueManager(),
        Advance(1000),
        Browse("Q"),
    ),
}
