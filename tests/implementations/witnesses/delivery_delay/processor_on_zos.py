"""Traces that show misreadings of what stops the delay processor on z/OS, and what is kept meanwhile."""

from implementations.witnesses.parts.clusters_and_zos import (
    ALIAS_AT_Z,
    END,
    GET_OFF,
    ON_Z,
    PUBLISHED_AT_Z,
    PUT_OFF,
    PUT_ON,
    QUEUE,
    REMOTE_AT_Z,
    RESTART_OF_Z,
    STAGING,
    TO_Z,
    Z,
    looked,
    sent_at_z,
)
from implementations.witnesses.parts.common import TO_Q, Trace, send
from implementations.witnesses.parts.sends import DUE
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DeleteQueue,
    DeliverySequence,
    FailDelayProcessor,
    OpenSession,
    QueueAttributes,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.profile import Platform

ERROR = FailDelayProcessor("Z")

TRACES: dict[str, Trace] = {
    "not persistent and not kept with GET disabled": (
        DefineQueueManager("Z", platform=Platform.ZOS),
        DefineLocalQueue(STAGING_QUEUE, QueueAttributes(delivery_sequence=DeliverySequence.FIFO), "Z"),
        DefineLocalQueue("Q", queue_manager="Z"),
        OpenSession("s", queue_manager="Z"),
        CreateProducer("p", session="s", destination=TO_Q),
        SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT),
        SetDeliveryDelay("p", 5000),
        send(),
        AlterQueue(STAGING_QUEUE, AttributeChanges(get=Switch.DISABLED), "Z"),
        DUE,
        AlterQueue(STAGING_QUEUE, AttributeChanges(get=Switch.ENABLED), "Z"),
        Advance(1000),
        Browse("Q", "Z"),
    ),
    "publications gone on with without gets": (*PUBLISHED_AT_Z, GET_OFF, *looked()),
    "aliases gone on with without gets": (*sent_at_z(ALIAS_AT_Z), GET_OFF, *looked("R")),
    "remote queues gone on with after an error": (*sent_at_z(REMOTE_AT_Z), ERROR, *looked("R")),
    "the urgent gone on with after an error": (*sent_at_z(QUEUE, SetPriority("p", 9)), ERROR, *looked()),
    "PUT starts the processor whatever GET is": (*ON_Z, GET_OFF, PUT_OFF, PUT_ON, *END),
    "processor not started": (*ON_Z, *RESTART_OF_Z, *END),
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
}
