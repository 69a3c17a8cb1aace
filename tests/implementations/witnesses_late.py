"""Traces that show the faults of `wrong_late`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DepthTrigger,
    EndQueueManager,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqGet,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, TopicDestination
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    DefineSubscription,
    DefineTopic,
    Durability,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)

from .witness_parts import (
    DISABLE,
    DISABLE_DLQ,
    ENABLE,
    ENABLE_DLQ,
    EXPIRATION,
    LOOK,
    QUEUES,
    TO_Q,
    TRANSACTED,
    WATCHED,
    WITHIN,
    Q,
    Trace,
    delayed,
    put,
    send,
)

TRIGGERING = QueueAttributes(trigger=DepthTrigger(depth=1, initiation_queue="INIT"))
TRIGGERED: Trace = (DefineLocalQueue("INIT"), DefineLocalQueue("Q", TRIGGERING))
ALICE = Subscribe("alice", "T", durability=Durability.DURABLE)
AVAILABLE = MessageDelivery.ALL_AVAILABLE


def gets_at_z(switch: Switch) -> AlterQueue:
    return AlterQueue(STAGING_QUEUE, AttributeChanges(get=switch), "Z")


LATE: dict[str, Trace] = {
    "no trigger by what is overdue at the start": (
        *(*TRIGGERED, *delayed(2000), EndQueueManager(), Advance(3000), StartQueueManager()),
        *(Advance(1000), Browse("Q"), Browse("INIT")),
    ),
    "no trigger by what is overdue at its commit": (
        *(*TRIGGERED, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q)),
        *(SetDeliveryDelay("p", 5000), send(), Advance(6000), Commit("t")),
        *(Advance(1000), Browse("Q"), Browse("INIT")),
    ),
    "dead letters ended in a unit of work and unreported": (
        *(*QUEUES, *delayed(2000, 6000, EXPIRATION), DISABLE, Advance(3000)),
        *(MqGet("DLQ", syncpoint=WITHIN), Advance(5000), MqBackout()),
        *(Browse("DLQ"), ReadDepth("DLQ"), Browse("REPLY")),
    ),
    "no more attempts behind a recall": (
        *(*QUEUES, *delayed(2000), DISABLE, DISABLE_DLQ, Advance(3000)),
        *(MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), syncpoint=WITHIN), Advance(1000), MqBackout()),
        *(Browse(STAGING_QUEUE), ENABLE, ENABLE_DLQ, Advance(7_200_000), *LOOK),
    ),
    "delay counted twice for an id": (
        *(*Q, *delayed(10_000, 60_000), Advance(11_000), MqGet("Q", match=MatchMessageId("m"))),
    ),
    "life stops while its subscriber is away": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), ALICE),
        *(CreateProducer("p", topic=TopicDestination("T")), SetTimeToLive("p", 60_000)),
        *(SetDeliveryDelay("p", 1000), send(), CloseSubscriber("alice"), Advance(20_000)),
        *(ALICE, ReceivePublication("alice")),
    ),
    "answer recalled for its question": (
        *(*Q, put("m1"), CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
        *(Send("p", OutgoingMessage("m2", correlates_with="m1")),),
        *(MqGet(STAGING_QUEUE, match=MatchCorrelationId("m1")), Browse(STAGING_QUEUE)),
    ),
    "gone without a report when due near its end": (
        *(*QUEUES, *delayed(4050, 4100, EXPIRATION), Advance(6000)),
        *(Browse(STAGING_QUEUE), Browse("Q"), ReadDepth("Q"), *WATCHED),
    ),
    "delivery confirmed of what ended while down": (
        *(*QUEUES, *delayed(2000, 5000, int(Report.COD)), Advance(3000)),
        *(EndQueueManager(), Advance(5000), StartQueueManager()),
        *(Browse("Q"), Advance(1000), Browse("REPLY")),
    ),
    "subscription that ended before the commit served": (
        *(DefineTopic("T", "T", AVAILABLE, AVAILABLE), DefineLocalQueue("S")),
        *(DefineSubscription("s", "T", "S"), TRANSACTED),
        *(CreateProducer("p", session="t", topic=TopicDestination("T")), SetDeliveryDelay("p", 2000), send()),
        *(Unsubscribe("s"), Commit("t"), Advance(3000), Browse("S"), Browse(STAGING_QUEUE)),
    ),
    "ended behind a halt and unreported": (
        *(DefineQueueManager("Z", platform=Platform.ZOS), OpenSession("z", queue_manager="Z")),
        *(DefineLocalQueue(name, queue_manager="Z") for name in (STAGING_QUEUE, "Q", "REPLY")),
        *(CreateProducer("p", session="z", destination=TO_Q), SetTimeToLive("p", 5000)),
        *(SetDeliveryDelay("p", 2000), send(report=EXPIRATION), gets_at_z(Switch.DISABLED), Advance(8000)),
        *(gets_at_z(Switch.ENABLED), Browse(STAGING_QUEUE, "Z"), Browse("Q", "Z")),
        *(Advance(5000), Browse(STAGING_QUEUE, "Z"), Browse("REPLY", "Z")) * 725,
    ),
}
