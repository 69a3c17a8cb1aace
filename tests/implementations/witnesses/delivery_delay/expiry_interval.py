"""Traces that show misreadings of the life of a delayed message, which runs from its put."""

from implementations.witnesses.parts.common import (
    DISCARD,
    EXPIRATION,
    EXPIRED_AT_STAGING,
    QUEUES,
    TO_Q,
    P,
    Q,
    Trace,
    delayed,
    send,
)
from implementations.witnesses.parts.messages import again, hopped
from implementations.witnesses.parts.publications import FAR, NEWS, READER, topic
from implementations.witnesses.parts.sends import DUE, HOUR, LATE, REPORTED, kept
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    EndQueueManager,
    OpenSession,
    Receive,
    SendArguments,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import ReceivePublication

OUTAGE: Trace = (EndQueueManager(), Advance(8000), StartQueueManager(), Advance(2000))


def gets_at_z(switch: Switch) -> AlterQueue:
    return AlterQueue(STAGING_QUEUE, AttributeChanges(get=switch), "Z")


TRACES: dict[str, Trace] = {
    "a new life at a later attempt": LATE,
    "no expiration report with discard": (
        *QUEUES,
        *delayed(3000, 6000, EXPIRATION | DISCARD),
        *OUTAGE,
        Browse(STAGING_QUEUE),
        Browse("Q"),
        Browse("REPLY"),
    ),
    "two seconds of life wanted when due": (*Q, *delayed(5000, 6700), Advance(5200), Browse("Q")),
    "unlimited when long overdue": (
        *Q,
        *delayed(5000, 400_000_000),
        EndQueueManager(),
        Advance(8_000_000),
        StartQueueManager(),
        Advance(1000),
        Browse("Q"),
    ),
    "life restarted at delivery": (*Q, *delayed(5000, 20000), Advance(15000), Receive("Q")),
    "delay subtracted twice": (*Q, *delayed(5000, 20000), Advance(10000), Receive("Q")),
    "ended behind a halt and unreported": (
        *(DefineQueueManager("Z", platform=Platform.ZOS), OpenSession("z", queue_manager="Z")),
        *(DefineLocalQueue(name, queue_manager="Z") for name in (STAGING_QUEUE, "Q", "REPLY")),
        *(CreateProducer("p", session="z", destination=TO_Q), SetTimeToLive("p", 5000)),
        *(SetDeliveryDelay("p", 2000), send(report=EXPIRATION), gets_at_z(Switch.DISABLED), Advance(8000)),
        *(gets_at_z(Switch.ENABLED), Browse(STAGING_QUEUE, "Z"), Browse("Q", "Z")),
        *(Advance(5000), Browse(STAGING_QUEUE, "Z"), Browse("REPLY", "Z")) * 725,
    ),
    "end of the object sent again": (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 5000), SetTimeToLive("p", 60_000), send()),
        *(SetTimeToLive("p", 600_000), again("m2", 0), DUE, Browse("Q")),
    ),
    "delivered without end": hopped(arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 60_000)),
    "life begun anew where it is kept for its report": kept(3 * HOUR, (Advance(2 * HOUR),)),
    "a new life for publications": (
        *READER,
        SetTimeToLive("p", 60_000),
        SetDeliveryDelay("p", 20_000),
        send(),
        Advance(21_000),
        ReceivePublication("alice"),
    ),
    "format of the staging queue in reports": REPORTED,
    "timestamp element of the report": REPORTED,
    "life begun anew in a hierarchy": (
        *topic(),
        *FAR,
        CreateProducer("p", topic=NEWS),
        SetTimeToLive("p", 60_000),
        SetDeliveryDelay("p", 5000),
        send(),
        Advance(10_000),
        Browse("S", "QM2"),
    ),
    "no expiration report from staging": EXPIRED_AT_STAGING,
    "delay header in the report": EXPIRED_AT_STAGING,
    "report of the staged copy": EXPIRED_AT_STAGING,
    "a new life behind a delay of days": (
        *(*Q, *delayed(48 * HOUR, 480 * HOUR), Advance(72 * HOUR), Receive("Q")),
    ),
}
