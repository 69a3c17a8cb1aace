"""Traces that show the faults of `wrong_of_another`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    MqBackout,
    MqCommit,
    MqGet,
    OpenSession,
    ProducerApi,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination, Retention

from .witness_parts import (
    DISABLE,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    TO_Q,
    WITHIN,
    P,
    Trace,
    message,
    send,
)
from .witnesses_publications import S, published, topic

AGAIN = OutgoingMessage("m2", same_object_as="m")
SEND_AGAIN = Send("p", AGAIN)
ANSWERED = OutgoingMessage("m2", reply_to="REPLY")
OVER: Trace = (Advance(5000), Browse("Q"), Browse("REPLY"))
ASKING: Trace = (*QUEUES, CreateProducer("p", destination=TO_Q), SetTimeToLive("p", 2000))
OF_SESSION: Trace = (*P, CreateProducer("q", ProducerApi.MESSAGE_PRODUCER, destination=TO_Q))
BY_Q: Trace = (Send("q", message()), Browse("Q"))
SEEN: Trace = (Advance(5000), Browse("DLQ"), Browse("REPLY"))
TO_B = QueueDestination("B")
DISABLE_B = AlterQueue("B", AttributeChanges(put=Switch.DISABLED))

OF_ANOTHER: dict[str, Trace] = {
    "life stays with the object": (
        *(*P, SetTimeToLive("p", 60_000), send(), SetTimeToLive("p", 0), SEND_AGAIN, Browse("Q")),
    ),
    "priority element stays with the object": (
        *(*P, SetPriority("p", 2), send(), SetPriority("p", 8), SEND_AGAIN, Browse("Q")),
    ),
    "report options stay with the object": (
        *(
            *ASKING,
            send(report=EXPIRATION),
            Send("p", OutgoingMessage("m2", reply_to="REPLY", same_object_as="m")),
        ),
        *OVER,
    ),
    "reply-to queue manager stays with the object": (
        *ASKING[:-1],
        Send(
            "p",
            OutgoingMessage(
                "m", reply_to="REPLY", reply_destination=QueueDestination("REPLY", queue_manager="QM7")
            ),
        ),
        Send("p", OutgoingMessage("m2", reply_to="REPLY", same_object_as="m")),
        Browse("Q"),
    ),
    "priority element of the message before": (
        *(*P, SetPriority("p", 8), send(), SetPriority("p", 4), send("m2"), Browse("Q")),
    ),
    "report options of the message before": (*ASKING, send(report=EXPIRATION), Send("p", ANSWERED), *OVER),
    "report options of what was received": (
        *(*ASKING, DefineLocalQueue("B"), Send("p", message(report=EXPIRATION)), Receive("Q")),
        *(Send("p", ANSWERED), *OVER),
    ),
    "group stays with the object": (
        *(*P, Send("p", OutgoingMessage("m", group=GroupMembership("G")))),
        *(SetDeliveryDelay("p", 5000), SEND_AGAIN),
    ),
    "retention stays with the object": (
        *topic(),
        *S,
        *published(0, OutgoingMessage("m", retained=Retention.RETAIN_PUBLICATION)),
        *(SetDeliveryDelay("p", 5000), SEND_AGAIN),
    ),
    "a producer begins with the life of another": (
        *(*P, SetTimeToLive("p", 60_000), *OF_SESSION[len(P) :], *BY_Q),
    ),
    "a producer begins with the priority of another": (
        *(*P, SetPriority("p", 7), *OF_SESSION[len(P) :], *BY_Q),
    ),
    "a producer begins with the mode of another": (
        *(*P, SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), *OF_SESSION[len(P) :], *BY_Q),
    ),
    "default priority not set": (*P, SetPriority("p", 7), SetPriority("p", 4), send(), Browse("Q")),
    "priority of a refused long form stays": (
        *(*P, SetDeliveryDelay("p", 5000)),
        *(Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 7, 1000)), send("m2")),
        *(Advance(6000), Browse("Q")),
    ),
    "ids again after 256": (*P, *(send(f"m{number}") for number in range(260))),
    "ids of each queue manager": (
        *(*P, send(), DefineQueueManager("QM2"), DefineLocalQueue("Q", queue_manager="QM2")),
        *(OpenSession("s2", queue_manager="QM2"), CreateProducer("p2", session="s2", destination=TO_Q)),
        Send("p2", message("m2")),
    ),
    "a commit takes what was given back": (
        *(*P, SetDeliveryDelay("p", 5000), send(), Advance(6000), MqGet("Q", syncpoint=WITHIN)),
        *(MqBackout(), MqCommit(), MqGet("Q")),
    ),
    "disposed of at last and unreported": (
        *(*QUEUES, SetDeadLetterQueue(None), CreateProducer("p", destination=TO_Q)),
        *(SetDeliveryDelay("p", 5000), send(report=EXCEPTION), DISABLE, Advance(6000)),
        *(SetDeadLetterQueue("DLQ"), *SEEN, *SEEN),
    ),
    "dead-letter header of the first": (
        *(*QUEUES, DefineLocalQueue("B"), CreateProducer("p"), SetDeliveryDelay("p", 5000)),
        *(Send("p", message(), TO_Q), DISABLE, Advance(6000), MqGet("DLQ")),
        *(Send("p", message("m2"), TO_B), DISABLE_B, Advance(6000), Browse("DLQ")),
    ),
}
