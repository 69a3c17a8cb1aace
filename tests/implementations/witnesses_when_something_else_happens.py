"""Traces that show the faults of `wrong_when_something_else_happens`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DeliverySequence,
    MqGet,
    QueueAttributes,
    ReadDepth,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.publications import Durability, ReceivePublication, Subscribe

from .witness_parts import AS_QUEUE, TP, Q, Trace, delayed, put, send
from .witnesses_in_more_corners import DUE, RESTART
from .witnesses_publications import FAR, NEWS, topic

SOMETHING_ELSE_HAPPENS: dict[str, Trace] = {
    "uncommitted with the next that is due": (
        *TP,
        send(),
        DefineLocalQueue("OTHER"),
        CreateProducer("other", destination=QueueDestination("OTHER")),
        SetDeliveryDelay("other", 6000),
        Send("other", OutgoingMessage("next")),
        Advance(7000),
        Browse("OTHER"),
        Browse("Q"),
        Commit("t"),
        DUE,
        Browse("Q"),
    ),
    "life begun anew when the queue manager ends": (
        *Q,
        *delayed(9000, 60_000),
        Advance(8000),
        *RESTART,
        DUE,
        MqGet("Q"),
    ),
    "durable while the queue manager runs": (
        *topic(),
        Subscribe("connected", "news", Durability.DURABLE),
        CreateProducer("p", topic=NEWS),
        SetDeliveryDelay("p", 5000),
        send(),
        *RESTART,
        DUE,
        Subscribe("connected", "news", Durability.DURABLE),
        ReceivePublication("connected"),
    ),
    "priority 0 decided anew": (
        *Q,
        CreateProducer("p", destination=AS_QUEUE),
        SetDeliveryDelay("p", 5000),
        send(),
        AlterQueue("Q", AttributeChanges(default_priority=8)),
        DUE,
        MqGet("Q"),
    ),
    "FIFO queues by priority": (
        DefineLocalQueue("Q", QueueAttributes(delivery_sequence=DeliverySequence.FIFO)),
        put("expired", 20, priority=1),
        put("first", priority=5),
        put("second", priority=9),
        DUE,
        MqGet("Q"),
        ReadDepth("Q"),
        MqGet("Q"),
    ),
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
    "non-persistent outside the unit of work": (
        *TP,
        SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT),
        send(),
        Rollback("t"),
        DUE,
        Browse("Q"),
    ),
}
