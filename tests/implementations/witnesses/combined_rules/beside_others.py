"""Traces that show misreadings beside another one: another application, queue, queue manager or message."""

from implementations.witnesses.parts.common import (
    DISABLE,
    DISABLE_REPLY,
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
from implementations.witnesses.parts.messages import SEND_LONG
from implementations.witnesses.parts.publications import ALICE, PUBLISHER_TO_T, SUBSCRIBED_TO_NEWS, TOPIC_T
from implementations.witnesses.parts.queues import DISABLE_S, ELSEWHERE, TRIGGERING, limit, q
from implementations.witnesses.parts.sends import DELAY, DUE
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DepthTrigger,
    GetMode,
    MatchMessageId,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DestinationPersistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.publications import Durability, Subscribe, Unsubscribe

SECOND_BY_ID = MqGet("Q", match=MatchMessageId("second"), connection="another")
IN_UNIT = MqPut("Q", message(), PutDescriptor(expiry=600), syncpoint=WITHIN, connection="c")
ON_QM1 = QueueDestination("Q", DestinationPersistence.QUEUE_DEFINITION, queue_manager="QM1")


def beside(had: MqGet) -> Trace:
    """A message that has expired behind one that another application has."""
    return (
        *(*QUEUES, put(), put("second", 20, EXPIRATION), had, Advance(5000), SECOND_BY_ID),
        *(Advance(1000), Browse("REPLY")),
    )


HELD = beside(MqGet("Q", syncpoint=WITHIN))
LOCKED = beside(MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK))

TRACES: dict[str, Trace] = {
    "expired returned beside a held message": HELD,
    "expired undiscarded beside a held message": HELD,
    "expired undiscarded beside a locked message": LOCKED,
    "as put in the unit of work of the put": (
        *(*Q, IN_UNIT, Advance(20_000), MqGet("Q", syncpoint=WITHIN, connection="c")),
    ),
    "a locked message takes no place": (
        *(q(max_depth=1), put(), MqGet("Q", GetMode.BROWSE_FIRST_AND_LOCK), *P[1:], DELAY, send("n")),
    ),
    "behind one that its target does not take": (
        *(*QUEUES, limit("DLQ", 0), *P[1:], SetDeliveryDelay("p", 2000), SEND_LONG),
        *(SetDeliveryDelay("p", 6000), send("n"), limit("Q", None, 4000), Advance(7000)),
        *(Browse("Q"), Browse(STAGING_QUEUE)),
    ),
    "to the namesake of a remote queue": (
        *(*ELSEWHERE, DefineLocalQueue("FAR")),
        *(CreateProducer("p", destination=QueueDestination("ANSWERS")), DELAY, send(), DUE),
        *(Browse("FAR"), ReadDepth("QM2")),
    ),
    "persistent where the queue manager is named": (
        *(q(), CreateProducer("p"), Send("p", message(), ON_QM1), MqGet("Q")),
    ),
    "no restrictions on a second queue manager": (
        *(DefineQueueManager("QM2"), DefineLocalQueue("Q", queue_manager="QM2")),
        *(OpenSession("s", queue_manager="QM2"), CreateProducer("p", session="s", destination=TO_Q)),
        *(DELAY, send("m"), *delayed(5000, 3000)[1:-1], send("n")),
    ),
    "dropped where the reply-to queue is the dead-letter queue": (
        *(*QUEUES, SetDeadLetterQueue("REPLY"), CreateProducer("p", destination=TO_Q), DELAY),
        *(Send("p", OutgoingMessage("m", reply_to="REPLY")), DISABLE, DISABLE_REPLY, DUE, *LOOK),
    ),
    "the second trigger message has an end": (
        *(*TRIGGERING, DefineLocalQueue("R", QueueAttributes(trigger=DepthTrigger(1, "INIT")))),
        *(put(), MqPut("R", message("n")), MqGet("INIT"), MqGet("INIT")),
    ),
    "the second copy is kept": (
        *(*SUBSCRIBED_TO_NEWS, SetDeadLetterQueue(None), send("m"), send("n"), DISABLE_S, DUE),
        ReadDepth(STAGING_QUEUE),
    ),
    "the second durable subscriber unsubscribes in vain": (
        *(*QUEUES, *TOPIC_T, ALICE, Subscribe("bob", "T", durability=Durability.DURABLE), *PUBLISHER_TO_T),
        *(send(), Unsubscribe("alice"), Unsubscribe("bob"), DUE, *LOOK),
    ),
}
