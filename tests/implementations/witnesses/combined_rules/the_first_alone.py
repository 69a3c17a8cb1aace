"""Traces that show who is right about the first of several alone, or about what is usual where it lies."""

from msgspec.structs import replace

from implementations.witnesses.parts.common import (
    DISABLE,
    EXPIRATION,
    QUEUES,
    TO_Q,
    WITHIN,
    P,
    Q,
    Trace,
    message,
    put,
    send,
)
from implementations.witnesses.parts.publications import ALICE, PUBLISHED, PUBLISHER_TO_T, TOPIC_T
from implementations.witnesses.parts.sends import DELAY, DUE, EXPORTED, NON_PERSISTENT, TO_Q_DELAYED
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    GrantPut,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, QueueDestination
from mqtck.reference.vocabulary.publications import CloseSubscriber

OTHER = (CreateProducer("o", session="o", destination=TO_Q), SetDeliveryDelay("o", 5000))
BY_OTHER = Send("o", message("n"))
OWN_REPLY = OutgoingMessage("m", report=EXPIRATION, reply_to="Q")
TO_A = QueueDestination("A")

TRACES: dict[str, Trace] = {
    "authority of the first user alone": (
        *(*Q, GrantPut("alice", "Q"), GrantPut("alice", STAGING_QUEUE), OpenSession("s", user="alice")),
        *(CreateProducer("p", session="s", destination=TO_Q), DELAY, send()),
        *(OpenSession("o", user="bob"), *OTHER, BY_OTHER),
    ),
    "targets looked at for the first session alone": (*P, DELAY, DISABLE, send(), *OTHER, BY_OTHER),
    "targets not looked at beside a unit of work": (
        *(*P, DELAY, replace(put("n"), syncpoint=WITHIN), DISABLE, send()),
    ),
    "expiry limited for the first connection alone": (
        *(*EXPORTED, put(expiry=0), MqPut("Q", message("n"), PutDescriptor(expiry=0), connection="c")),
    ),
    "a backout of all applications": (
        *(*QUEUES, replace(put(expiry=20, report=EXPIRATION), syncpoint=WITHIN), MqBackout("another")),
        *(Advance(5000), MqCommit(), MqGet("Q"), Browse("REPLY")),
    ),
    "the dead-letter queue of another queue manager": (
        *(*P, DELAY, DefineQueueManager("QM2"), DefineLocalQueue("DLQ", queue_manager="QM2")),
        *(SetDeadLetterQueue("DLQ", "QM2"), send(), DISABLE, DUE, Browse(STAGING_QUEUE)),
    ),
    "the second copy that fails discarded": (
        *(*PUBLISHED, DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ"), send()),
        *(AlterQueue(queue, AttributeChanges(put=Switch.DISABLED)) for queue in ("S", "T")),
        *(DUE, ReadDepth("DLQ"), Browse(STAGING_QUEUE)),
    ),
    "nothing non-persistent for those who are disconnected": (
        *(*TOPIC_T, ALICE, CloseSubscriber("alice"), *PUBLISHER_TO_T, NON_PERSISTENT, send()),
        ReadDepth(STAGING_QUEUE),
    ),
    "an alias known after three messages": (
        *(*Q, DefineLocalQueue("NEW"), DefineAliasQueue("A", "Q"), *TO_Q_DELAYED),
        *(Send("p", message(label), TO_A) for label in ("m1", "m2", "m3")),
        *(DUE, DefineAliasQueue("A", "NEW"), Send("p", message(), TO_A), DUE, Browse("NEW")),
    ),
    "unreported on its own reply-to queue": (
        *(*QUEUES, MqPut("Q", OWN_REPLY, PutDescriptor(expiry=20)), Advance(5000)),
        *(MqGet("Q", match=MatchMessageId("m")), Browse("Q")),
    ),
    "delay begun anew by the backout of a recall": (
        *(*P, DELAY, send(), MqGet(STAGING_QUEUE, match=MatchCorrelationId("m"), syncpoint=WITHIN)),
        *(Advance(3000), MqBackout(), Advance(3000), Browse("Q")),
    ),
}
