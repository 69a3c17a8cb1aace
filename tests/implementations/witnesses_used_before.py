"""Traces that show the faults of `wrong_used_before` and `wrong_one_behind_another`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DeleteQueue,
    DepthTrigger,
    EndQueueManager,
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TopicDestination,
)
from mqtck.reference.vocabulary.publications import (
    DefineTopic,
    JoinHierarchy,
    MessageDelivery,
    ReceivePublication,
    Subscribe,
)

from .witness_parts import (
    DISABLE,
    ENABLE,
    EXCEPTION,
    EXPIRATION,
    QUEUES,
    REMOTE,
    TO_Q,
    TRANSACTED,
    WITHIN,
    P,
    Q,
    Trace,
    message,
    put,
    send,
)

TWO: Trace = (DefineLocalQueue("Q", QueueAttributes(max_depth=2)),)
MORE: Trace = (put("m2"), put("m3"), ReadDepth("Q"))
OVER = Advance(5000)
LOCK, UNDER, FIRST = GetMode.BROWSE_FIRST_AND_LOCK, GetMode.UNDER_CURSOR, GetMode.BROWSE_FIRST
IN_UNIT = MqGet("Q", syncpoint=WITHIN)
CORRELATED = "0102030405060708090a0b0c0d0e0f101112131415161718"
FAILED = int(Report.EXCEPTION | Report.DISCARD_MSG)
DELAYED: Trace = (*P[1:], SetDeliveryDelay("p", 3000))
LONG = 4000
SHORT = AttributeChanges(max_message_length=1000)
DUE = Advance(4000)
STAGED_ONE = AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1))


def long(label: str) -> Send:
    return Send("p", OutgoingMessage(label, LONG))


def alike(label: str, report: int = 0) -> Send:
    reply_to = "REPLY"
    return Send("p", OutgoingMessage(label, None, report, reply_to, CORRELATED))


def room(*gone: Command) -> Trace:
    """A queue for two, on which something was that has gone: two messages fit."""
    return (*TWO, *gone, *MORE)


def dead_lettered(*changes: AlterQueue) -> Trace:
    """One message is dead-lettered, and another would be by a queue that has changed."""
    return (
        *(*QUEUES, *DELAYED, send(), DISABLE, DUE, ENABLE, *changes, long("m2"), DISABLE),
        *(DUE, ReadDepth("DLQ"), ReadDepth(STAGING_QUEUE)),
    )


TO_QM2: Trace = (*REMOTE, AlterQueue("XMIT", AttributeChanges(max_depth=1)))

USED_BEFORE: dict[str, Trace] = {
    "room not given back under the cursor": room(put(), MqGet("Q", FIRST), MqGet("Q", UNDER)),
    "room not given back by a commit": room(put(), IN_UNIT, MqCommit()),
    "room not given back by a match": room(put(), MqGet("Q", match=MatchMessageId("m"))),
    "room not given back to a JMS client": room(put(), Receive("Q")),
    "room not given back by a rollback": room(
        MqPut("Q", message(), syncpoint=WITHIN), MqBackout(), ReadDepth("Q")
    ),
    "room not given back by a browser": room(put("m", 20), OVER, Browse("Q"), ReadDepth("Q")),
    "room not given back by what was over under the cursor": room(
        put("m", 20), MqGet("Q", LOCK), OVER, MqGet("Q", UNDER), ReadDepth("Q")
    ),
    "room not given back by what was over in syncpoint": room(
        put("m", 20), OVER, IN_UNIT, MqCommit(), ReadDepth("Q")
    ),
    "room not given back by a recall": (
        *(*P, SetDeliveryDelay("p", 3000), STAGED_ONE, send()),
        *(MqGet(STAGING_QUEUE, match=MatchCorrelationId("m")), ReadDepth(STAGING_QUEUE), send("m2")),
    ),
    "room not given back by a channel": (
        *(*TO_QM2, put(), StartChannel("XMIT"), Advance(1000), ReadDepth("XMIT")),
        *(put("m2"), Advance(1000), ReadDepth("FAR", "QM2")),
    ),
    "MAXMSGL read once at the send": (
        *(DefineLocalQueue("Q", QueueAttributes(max_message_length=100)), *DELAYED, send()),
        *(AlterQueue("Q", AttributeChanges(max_message_length=50_000)), long("m2")),
    ),
    "MAXMSGL read once at the delivery": (
        *(*QUEUES, *DELAYED, long("m"), DUE, long("m2"), AlterQueue("Q", SHORT), DUE),
        *(ReadDepth("Q"), ReadDepth("DLQ")),
    ),
    "MAXDEPTH of the staging queue read once": (
        *(*P, SetDeliveryDelay("p", 3000), STAGED_ONE, send()),
        *(AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=9)), send("m2")),
    ),
    "MAXMSGL of dead letters read once": dead_lettered(AlterQueue("DLQ", SHORT)),
    "MAXDEPTH of dead letters read once": dead_lettered(AlterQueue("DLQ", AttributeChanges(max_depth=1))),
    "queue that is missing once": (
        *(CreateProducer("p"), SetDeliveryDelay("p", 3000)),
        *(Send("p", message(), QueueDestination("Q")), *Q, Send("p", message("m2"), QueueDestination("Q"))),
    ),
    "target before it was deleted": (
        *(
            *Q,
            CreateProducer("p"),
            SetDeliveryDelay("p", 3000),
            Send("p", message(), TO_Q),
            DUE,
            Receive("Q"),
        ),
        *(
            Send("p", message("m2"), TO_Q),
            DeleteQueue("Q"),
            *Q,
            DUE,
            ReadDepth("Q"),
            ReadDepth(STAGING_QUEUE),
        ),
    ),
    "neighbours as first matched": (
        *(DefineQueueManager("QM2"), JoinHierarchy("QM1", "QM2")),
        DefineTopic("T", "T", MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL_AVAILABLE),
        *(Subscribe("a", "T"), CreateProducer("p", topic=TopicDestination("T")), SetDeliveryDelay("p", 3000)),
        *(send(), DUE, OpenSession("s", queue_manager="QM2"), Subscribe("b", "T", session="s")),
        *(Advance(5000), send("m2"), Advance(9000), ReceivePublication("b"), ReadDepth(STAGING_QUEUE)),
    ),
    "one timer for a correlation id": (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 9000), alike("m"), SetDeliveryDelay("p", 3000), alike("m2")),
        *(DUE, ReadDepth("Q")),
    ),
    "one timer for a reply-to queue": (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 9000), alike("m"), SetDeliveryDelay("p", 3000), alike("m2")),
        *(DUE, ReadDepth("Q")),
    ),
    "recall of a correlation id": (
        *(*QUEUES, *DELAYED, alike("m"), alike("m2")),
        *(MqGet(STAGING_QUEUE, match=MatchCorrelationId("m")), DUE, ReadDepth("Q"), ReadDepth(STAGING_QUEUE)),
    ),
    "one exception report for a correlation id": (
        *(*QUEUES, *DELAYED, alike("m", FAILED), alike("m2", FAILED), DISABLE, DUE),
        *(ReadDepth("REPLY"), ReadDepth(STAGING_QUEUE), Browse("REPLY")),
    ),
    "backout of two": (
        *(*Q, put("m", 600), put("m2", 600), put("m3", 600), IN_UNIT, IN_UNIT, IN_UNIT, MqBackout()),
        Browse("Q"),
    ),
    "one life for the puts of a unit of work": (
        *(*Q, MqPut("Q", message(), PutDescriptor(expiry=600), WITHIN), Advance(20_000)),
        *(MqPut("Q", message("m2"), PutDescriptor(expiry=600), WITHIN), MqCommit(), Browse("Q")),
    ),
    "one life for the sends of a session": (
        *(*Q, TRANSACTED, CreateProducer("p", session="t", destination=TO_Q), SetTimeToLive("p", 60_000)),
        *(send(), Advance(20_000), send("m2"), Commit("t"), Browse("Q")),
    ),
    "time of a lock taken twice": (
        *(*Q, put("m", 600), Advance(10_000), MqGet("Q", LOCK), Advance(10_000), MqGet("Q", LOCK)),
        *(Advance(10_000), MqGet("Q", UNDER)),
    ),
    "room made unreported": (
        *(*TWO, DefineLocalQueue("REPLY"), put("m", 20, EXPIRATION), put("m2", 20, EXPIRATION), OVER),
        *(put("m3"), Browse("Q"), Browse("REPLY"), ReadDepth("REPLY")),
    ),
    "trigger before the delivery": (
        *(DefineLocalQueue("I"), DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(1, "I")))),
        *(*DELAYED, send(), DISABLE, DUE, ReadDepth("I")),
    ),
    "unlimited after two restarts": (
        *(*Q, *P[1:], SetTimeToLive("p", 60_000), SetDeliveryDelay("p", 30_000), send()),
        *(EndQueueManager(), StartQueueManager(), Advance(1000), EndQueueManager(), StartQueueManager()),
        *(Advance(30_000), Browse("Q")),
    ),
    "options of the dead letter before": (
        *(*QUEUES, *DELAYED, send("m", int(Report.PAN)), send("m2"), DISABLE, DUE, Browse("DLQ")),
    ),
    "non-durable over a restart": (
        DefineTopic("NEWS", "news", MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL_AVAILABLE),
        *(*QUEUES, Subscribe("alice", "news"), CreateProducer("p", topic=TopicDestination("news"))),
        *(SetDeliveryDelay("p", 3000), send("m", EXCEPTION)),
        *(EndQueueManager(), StartQueueManager(), Advance(5000), Browse("REPLY")),
    ),
}
