"""Traces that show misreadings of restarts, which a persistent message survives with all that it has."""

from implementations.witnesses.parts.clusters_and_zos import CLUSTER_OF_TWO_QUEUES
from implementations.witnesses.parts.common import (
    DISABLE,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    TO_Q,
    TP,
    P,
    Q,
    Trace,
    delayed,
    message,
    send,
)
from implementations.witnesses.parts.messages import NON_PERSISTENT_FORM, PERSISTENT_FORM, rich
from implementations.witnesses.parts.publications import (
    ALICE,
    AVAILABLE,
    NEWS,
    SUBSCRIBED_TO_NEWS,
    SUBSCRIBED_TO_T,
    topic,
)
from implementations.witnesses.parts.sends import DUE, FOR_MQI, P_DELAYED, RESTART, outage
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    EndQueueManager,
    MqGet,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineTopic,
    Durability,
    ReceivePublication,
    Subscribe,
)

P_PERSISTENT: Trace = (*P_DELAYED, SetDeliveryMode("p", DeliveryMode.PERSISTENT))
MANY = tuple(Send("p", OutgoingMessage(f"m{number}")) for number in range(12))
PERSISTENT_LIMITED_FORM = SendArguments(DeliveryMode.PERSISTENT, 7, 60_000)


def restarted(report: int = 0, restarts: int = 1) -> Trace:
    """A delayed message at its target, the queue manager was started anew in between."""
    again: Trace = (EndQueueManager(), Advance(1000), StartQueueManager())
    return (
        *QUEUES,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", rich(report), arguments=PERSISTENT_LIMITED_FORM),
        *(again * restarts),
        Advance(6000),
        Receive("Q"),
    )


TRACES: dict[str, Trace] = {
    "clustered messages lost at a restart": (
        *(*CLUSTER_OF_TWO_QUEUES, SetDeliveryDelay("p", 5000), send()),
        *(EndQueueManager("QM1"), StartQueueManager("QM1"), Browse(STAGING_QUEUE)),
    ),
    "delay of a subscriber's copy begins anew": (
        *(*SUBSCRIBED_TO_NEWS, send(), Advance(4000), *RESTART, Advance(3000), Browse("S")),
    ),
    "logged outside units of work alone": (*TP, send(), Commit("t"), *RESTART, Browse(STAGING_QUEUE)),
    "alias as first defined after a restart": (
        *Q,
        DefineLocalQueue("OTHER"),
        DefineAliasQueue("A", "Q"),
        DefineAliasQueue("A", "OTHER"),
        *RESTART,
        CreateProducer("p", destination=QueueDestination("A")),
        SetDeliveryDelay("p", 5000),
        send(),
        DUE,
        Browse("Q"),
        Browse("OTHER"),
    ),
    "DEADQ as first named after a restart": (
        *QUEUES,
        DefineLocalQueue("LOST"),
        SetDeadLetterQueue("LOST"),
        *delayed(5000),
        DISABLE,
        *RESTART,
        DUE,
        Browse("DLQ"),
        Browse("LOST"),
    ),
    "staged messages for the MQI lost at restart": (*FOR_MQI, send(), *RESTART, DUE, Browse("Q")),
    "priority lost at restart": (
        *P,
        SetPriority("p", 7),
        SetDeliveryDelay("p", 5000),
        send(),
        *outage(1000),
        Advance(6000),
        Browse("Q"),
    ),
    "header lost at restart": (*Q, *delayed(5000), *outage(1000), Advance(6000), Browse("Q")),
    "ten outlive a restart": (
        *P_PERSISTENT,
        *MANY,
        *RESTART,
        ReadDepth(STAGING_QUEUE),
        Advance(6000),
        Browse("Q"),
    ),
    "expiration element lost at restart": (
        *(*P_PERSISTENT, SetTimeToLive("p", 60_000), Send("p", OutgoingMessage("m"))),
        *(*RESTART, Advance(6000), Browse("Q")),
    ),
    "unlimited after two restarts": (
        *(*Q, *P[1:], SetTimeToLive("p", 60_000), SetDeliveryDelay("p", 30_000), send()),
        *(EndQueueManager(), StartQueueManager(), Advance(1000), EndQueueManager(), StartQueueManager()),
        *(Advance(30_000), Browse("Q")),
    ),
    "lost with what else its unit of work has sent": (
        *(*TP, send("m1"), Send("p", message("m2"), arguments=NON_PERSISTENT_FORM), Commit("t"), *RESTART),
        *(Advance(6000), Browse("Q")),
    ),
    "what waits for those away lost at a restart": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), ALICE),
        *(CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 1000), send()),
        *(CloseSubscriber("alice"), Advance(2000), *RESTART, ALICE, ReceivePublication("alice")),
    ),
    "copies for those away lost at restart": (
        *topic(),
        Subscribe("away", "news", Durability.DURABLE),
        CloseSubscriber("away"),
        CreateProducer("p", topic=NEWS),
        SetDeliveryDelay("p", 5000),
        send(),
        *RESTART,
        DUE,
        Subscribe("away", "news", Durability.DURABLE),
        ReceivePublication("away"),
    ),
    "life begun anew when the queue manager ends": (
        *Q,
        *delayed(9000, 60_000),
        Advance(8000),
        *RESTART,
        DUE,
        MqGet("Q"),
    ),
    "long messages cut at restart": (
        *(*P, SetDeliveryDelay("p", 5000)),
        *(Send("p", OutgoingMessage("m", length=5000), arguments=PERSISTENT_FORM), *RESTART),
        *(Advance(6000), Receive("Q")),
    ),
    "reply-to queue manager lost at restart": (
        *(*QUEUES, CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        Send(
            "p",
            OutgoingMessage(
                "m",
                report=EXCEPTION,
                reply_to="REPLY",
                reply_destination=QueueDestination("REPLY", queue_manager="QM7"),
            ),
            arguments=PERSISTENT_FORM,
        ),
        *(DISABLE, *RESTART, Advance(6000), Browse("REPLY")),
    ),
    "life of a publication begun anew at restart": (
        *(*SUBSCRIBED_TO_T, SetDeliveryDelay("p", 5000)),
        Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 60_000)),
        *(Advance(4000), *RESTART, Advance(6000), MqGet("S")),
    ),
    "correlation id lost at restart": restarted(),
    "reply-to lost at restart": restarted(),
    "report options lost at restart": restarted(EXPIRATION),
    "unlimited after a restart": restarted(),
    "another id after a restart": restarted(),
    "not persistent after a restart": restarted(),
    "lost at the second restart": restarted(restarts=2),
}
