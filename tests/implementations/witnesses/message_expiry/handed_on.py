"""Traces that show misreadings of lives on the way, in replies and triggers, and on dead-letter queues."""

from implementations.witnesses.parts.common import (
    DISABLE,
    EXPIRATION,
    QUEUES,
    REMOTE,
    WITHIN,
    Q,
    Trace,
    delayed,
    message,
    put,
)
from implementations.witnesses.parts.gets import GET
from implementations.witnesses.parts.messages import late
from implementations.witnesses.parts.queues import TRIGGERING
from implementations.witnesses.parts.sends import DUE
from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    EndQueueManager,
    MqBackout,
    MqGet,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
)
from mqtck.reference.vocabulary.messages import QueueDestination

TRACES: dict[str, Trace] = {
    "life stands still until a member of the cluster is up": (
        *(DefineQueueManager("QM2"), JoinCluster("SALES"), JoinCluster("SALES", "QM2")),
        DefineLocalQueue("Q", QueueAttributes(cluster="SALES"), "QM2"),
        *(EndQueueManager("QM2"), put(expiry=600), Advance(20_000), StartQueueManager("QM2")),
        *(Advance(1000), Browse("Q", "QM2")),
    ),
    "reply inherits": (*Q, put(expiry=600), GET, put("n"), Advance(100_000), GET),
    "dead letters ended in a unit of work and unreported": (
        *(*QUEUES, *delayed(2000, 6000, EXPIRATION), DISABLE, Advance(3000)),
        *(MqGet("DLQ", syncpoint=WITHIN), Advance(5000), MqBackout()),
        *(Browse("DLQ"), ReadDepth("DLQ"), Browse("REPLY")),
    ),
    "dead letters unlimited after a restart": (
        *(*QUEUES, *delayed(5000, 60_000), DISABLE, Advance(6000)),
        *(EndQueueManager(), StartQueueManager(), Advance(10_000), Browse("DLQ")),
        *(Advance(60_000), Browse("DLQ")),
    ),
    "trigger message limited": (*TRIGGERING, put(expiry=600), MqGet("INIT")),
    "unlimited behind a channel": (
        *REMOTE,
        put(expiry=600),
        StartChannel("XMIT"),
        Advance(1000),
        Browse("FAR", "QM2"),
    ),
    "dead letters near their end unlimited": (
        *QUEUES,
        *late(message(), life=6500),
        DISABLE,
        DUE,
        Browse("DLQ"),
        Advance(2000),
        Browse("DLQ"),
    ),
    "life of JMS restarted by a channel": (
        *(*REMOTE, CreateProducer("p"), SetTimeToLive("p", 60_000)),
        *(Send("p", message(), QueueDestination("Q")), Advance(20_000)),
        *(StartChannel("XMIT"), Advance(1000), Browse("FAR", "QM2")),
    ),
    "life restarted by a channel": (
        *REMOTE,
        put(expiry=600),
        Advance(20000),
        StartChannel("XMIT"),
        Advance(1000),
        Browse("FAR", "QM2"),
    ),
    "unlimited on the dead-letter queue": (
        *QUEUES,
        *delayed(5000, 60000),
        DISABLE,
        Advance(15000),
        Receive("DLQ"),
    ),
    "life restarted on the dead-letter queue": (
        *QUEUES,
        *delayed(20000, 60000),
        DISABLE,
        Advance(21000),
        Receive("DLQ"),
    ),
    "life restarted for a dead letter that was kept": (
        *QUEUES,
        SetDeadLetterQueue(None),
        *delayed(5000, 20_000_000),
        DISABLE,
        Advance(60_000),
        SetDeadLetterQueue("DLQ"),
        Advance(7_200_000),
        Receive("DLQ"),
    ),
}
