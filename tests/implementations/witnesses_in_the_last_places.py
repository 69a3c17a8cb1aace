"""Traces that show the faults of `wrong_in_the_last_places`."""

from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    GetMode,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, TransmissionHeader
from mqtck.reference.vocabulary.profile import Platform

from .witness_parts import (
    DISABLE,
    DISABLE_DLQ,
    DISABLE_REPLY,
    DISCARD,
    EXCEPTION,
    LOOK,
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
from .witnesses_clusters_zos import NOT_FIXED, change
from .witnesses_transmission import XMIT

DEAD: Trace = (*QUEUES, *delayed(3000, 9000), DISABLE)
OVER: Trace = (*DEAD, Advance(10_000))
NEARLY: Trace = (*DEAD, Advance(8950))
TO_ALIAS: Trace = (*XMIT, DefineAliasQueue("A", "X"), SetEnforcementVariable("True"))
NO_LIFE = OutgoingMessage("m", transmission_header=TransmissionHeader("FAR", "QM2", 0))
LONG = Send("p", OutgoingMessage("m", 5000))
NO_PUT, PUT = change(put=Switch.DISABLED), change(put=Switch.ENABLED)
SESSION_AT_Z: Trace = (
    *(OpenSession("z", queue_manager="Z"), CreateProducer("p", session="z", destination=TO_Q)),
    SetDeliveryDelay("p", 5000),
)
GROUP: Trace = (
    DefineQueueManager("Z", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineQueueManager("Y", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineLocalQueue(STAGING_QUEUE, queue_manager="Z"),
    DefineLocalQueue(STAGING_QUEUE, queue_manager="Y"),
    DefineSharedQueue("Q", "G"),
    *SESSION_AT_Z,
)
IN_CLUSTER: Trace = (
    JoinCluster("C"),
    DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=NOT_FIXED)),
    *(CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
)
AT_Z: Trace = (Advance(6000), Browse("Q", "Z"), ReadDepth(STAGING_QUEUE, "Z"))
AGAIN: Trace = (EndQueueManager(), StartQueueManager(), CreateProducer("p", destination=TO_Q))


def limit(queue: str, depth: int | None, length: int | None = None, manager: str = "QM1") -> AlterQueue:
    return AlterQueue(queue, AttributeChanges(max_depth=depth, max_message_length=length), manager)


def undone(*harm: Command) -> Trace:
    """A persistent message that is discarded, and no queue that takes its report."""
    asked = OutgoingMessage("m", 5000, report=EXCEPTION | DISCARD, reply_to="REPLY")
    return (
        *(*QUEUES, DISABLE_DLQ, DISABLE_REPLY, CreateProducer("p", destination=TO_Q)),
        *(SetDeliveryDelay("p", 5000), Send("p", asked), *harm, Advance(6000), Browse(STAGING_QUEUE)),
    )


def full_of_expired(queue: str, *fixtures: Command) -> Trace:
    """One expired message, where one is the limit."""
    brief = MqPut(queue, message("n"), PutDescriptor(expiry=20))
    return (*QUEUES, *fixtures, limit(queue, 1), *delayed(8000), brief)


LAST_PLACES: dict[str, Trace] = {
    "expired dead letters left by a browser": (*OVER, Browse("DLQ"), ReadDepth("DLQ")),
    "expired dead letters left by a browse": (*OVER, MqGet("DLQ", GetMode.BROWSE_FIRST), ReadDepth("DLQ")),
    "0 of a dead letter to a browser": (*NEARLY, Browse("DLQ")),
    "0 of a dead letter to a receiver": (*NEARLY, Receive("DLQ")),
    "header not checked behind an alias": (*TO_ALIAS, MqPut("A", NO_LIFE, PutDescriptor(expiry=600))),
    "header of MQPUT1 not checked behind an alias": (
        *TO_ALIAS,
        MqPut1("A", NO_LIFE, PutDescriptor(expiry=600)),
    ),
    "error stops all": (*GROUP, send(), FailDelayProcessor("Y"), *AT_Z),
    "PUT starts all": (
        *(*GROUP, send(), NO_PUT, AlterQueue(STAGING_QUEUE, NO_PUT.changes, "Y")),
        *(AlterQueue(STAGING_QUEUE, PUT.changes, "Y"), *AT_Z),
    ),
    "ids begin again at the second restart": (
        *(*P, send(), *AGAIN, send("n"), *AGAIN, send("o"), Browse("Q")),
    ),
    "staging depth in a cluster": (*IN_CLUSTER, limit(STAGING_QUEUE, 0), send(), ReadDepth(STAGING_QUEUE)),
    "staging length in a cluster": (*IN_CLUSTER, limit(STAGING_QUEUE, None, 1000), LONG),
    "staging depth for shared queues": (
        *(*GROUP, limit(STAGING_QUEUE, 0, manager="Z"), send(), ReadDepth(STAGING_QUEUE, "Z")),
    ),
    "staging length for shared queues": (*GROUP, limit(STAGING_QUEUE, None, 1000, "Z"), LONG),
    "expired make room on the way": (
        *(*full_of_expired("X", *XMIT, DefineRemoteQueue("R", "FAR", "QM9", "X"))[:-1],),
        *(MqPut("R", message("n"), PutDescriptor(expiry=20)), Advance(5000)),
        *(ReadDepth("X"), MqPut("R", message("o")), ReadDepth("X")),
    ),
    "expired make room for delayed messages": (
        *(DefineQueueManager("Z", platform=Platform.ZOS), DefineLocalQueue("Q", queue_manager="Z")),
        *(DefineLocalQueue(STAGING_QUEUE, QueueAttributes(max_depth=1), "Z"), *SESSION_AT_Z),
        *(SetTimeToLive("p", 6000), send(), FailDelayProcessor("Z"), Advance(9000)),
        *(ReadDepth(STAGING_QUEUE, "Z"), send("n"), ReadDepth(STAGING_QUEUE, "Z")),
    ),
    "not undone where the target is full": undone(limit("Q", 0)),
    "not undone where the target is short": undone(limit("Q", None, 1000)),
    "not undone where the target is gone": undone(DeleteQueue("Q")),
    "gets kept by a refused commit": (
        *(*TP, CreateProducer("n", destination=TO_Q), SetDeliveryDelay("n", 2000), Send("n", message("n"))),
        *(Advance(3000), Receive("Q", session="t"), send(), send("o"), limit(STAGING_QUEUE, 1)),
        *(Commit("t"), Browse("Q")),
    ),
    "counted after an end that was its delay's": (
        *(*Q, *delayed(5000, 5000), Advance(6000), *LOOK[::3]),
        *(ReadDepth(STAGING_QUEUE), ReadDepth("Q")),
    ),
}
