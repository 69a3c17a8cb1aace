"""Traces that show misreadings of others, a restart, the second time and where limits meet."""

from msgspec.structs import replace

from implementations.witnesses.parts.common import (
    DISABLE,
    DISCARD,
    EXCEPTION,
    EXPIRATION,
    LOOK,
    QUEUES,
    TO_Q,
    WITHIN,
    P,
    Q,
    Trace,
    delayed,
    message,
    put,
    send,
)
from implementations.witnesses.parts.queues import XMIT
from implementations.witnesses.parts.sends import DELAY, DUE, RESTART, SIMPLIFIED
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    EndQueueManager,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    ProducerApi,
    Receive,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TransmissionHeader,
)

OTHER_OF_CONTEXT = CreateProducer("other", ProducerApi.JMS_PRODUCER, destination=TO_Q)
NAMED = QueueDestination("Q", queue_manager="QM1")
NO_LIFE = MqPut(
    "X",
    OutgoingMessage("m", transmission_header=TransmissionHeader("FAR", "QM2", 0)),
    PutDescriptor(expiry=600),
)
A_MONTH = 30 * 864_000
DEFINED = QueueDestination("Q", DestinationPersistence.QUEUE_DEFINITION, PRIORITY_AS_QUEUE_DEFINITION)


def altered(changes: AttributeChanges) -> Trace:
    return (
        *(*Q, AlterQueue("Q", changes), *RESTART, CreateProducer("p", destination=DEFINED)),
        *(send(), Receive("Q")),
    )


TRACES: dict[str, Trace] = {
    "waits for the first queue manager": (
        *(DefineQueueManager("QM2"), DefineLocalQueue("Q", queue_manager="QM2")),
        *(OpenSession("s", queue_manager="QM2"), CreateProducer("p", session="s", destination=TO_Q)),
        *(DELAY, send(), EndQueueManager("QM1"), Advance(8000), Browse("Q", "QM2")),
    ),
    "priority of a JMSContext": (
        *(*SIMPLIFIED, SetPriority("p", 7), OTHER_OF_CONTEXT, SetPriority("other", 2)),
        *(send(), Receive("Q")),
    ),
    "delivery mode of a JMSContext": (
        *(*SIMPLIFIED, OTHER_OF_CONTEXT, SetDeliveryMode("other", DeliveryMode.NON_PERSISTENT)),
        *(send(), Receive("Q")),
    ),
    "a delay of 0 for all of a session": (
        *(*P, DELAY, CreateProducer("other", destination=TO_Q), SetDeliveryDelay("other", 0)),
        *(send(), Advance(1000), Browse("Q")),
    ),
    "a commit of all applications": (
        *(*QUEUES, replace(put(expiry=20, report=EXPIRATION), syncpoint=WITHIN)),
        *(Advance(5000), MqCommit("another"), MqGet("Q"), Advance(1000), Browse("REPLY")),
    ),
    "life not compared where the queue manager is named": (
        *(*Q, CreateProducer("p"), DELAY, SetTimeToLive("p", 1000), Send("p", message(), NAMED)),
    ),
    "target not looked at where the queue manager is named": (
        *(*Q, CreateProducer("p"), DELAY, DISABLE, Send("p", message(), NAMED)),
    ),
    "full and inhibited taken for neither": (
        *(*P, AlterQueue("Q", AttributeChanges(max_depth=0)), DISABLE, DELAY, send()),
    ),
    "early for a life that ends soon": (*Q, *delayed(5000, 5200), Advance(4900), Browse("Q")),
    "expired and dead-lettered": (
        *(*QUEUES, *delayed(5000, 8000, EXPIRATION), DISABLE, EndQueueManager(), Advance(10_000)),
        *(StartQueueManager(), Advance(1000), *LOOK),
    ),
    "unreported where the target is the dead-letter queue": (
        *(*QUEUES, SetDeadLetterQueue("Q"), *delayed(5000, 0, EXCEPTION | DISCARD), DISABLE),
        *(DUE, *LOOK),
    ),
    "unreported where the report goes to the dead-letter queue": (
        *(*QUEUES, SetDeadLetterQueue("REPLY"), *delayed(5000, 0, EXCEPTION | DISCARD), DISABLE),
        *(DUE, *LOOK),
    ),
    "a life of more than 31 bits unreported": (
        *(*QUEUES, put(expiry=A_MONTH * 10, report=EXPIRATION), Advance(A_MONTH * 1000 + 5000)),
        *(MqGet("Q"), Advance(1000), Browse("REPLY")),
    ),
    "a bad header refused once": (*XMIT, SetEnforcementVariable("True"), NO_LIFE, NO_LIFE),
    "DEFPSIST as first defined after a restart": altered(
        AttributeChanges(default_persistence=DeliveryMode.PERSISTENT)
    ),
    "DEFPRTY as first defined after a restart": altered(AttributeChanges(default_priority=7)),
    "DEADQ forgotten at the second start": (
        *(*QUEUES, *delayed(5000), DISABLE, *RESTART, *RESTART, Advance(6000)),
        *(Advance(60_000), Browse(STAGING_QUEUE), Browse("DLQ")),
    ),
}
