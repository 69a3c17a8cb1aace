"""Traces that show the faults of `wrong_within_limits` and `wrong_defined_anew`."""

from msgspec.structs import replace

from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    DeliverySequence,
    EndQueueManager,
    MqGet,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeliveryDelay,
    StartQueueManager,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

from .witness_parts import AS_QUEUE, LOOK, QUEUES, TO_Q, TP, P, Q, Trace, message, put, send
from .witnesses_publications import S, published, topic

FULL = AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=0))
ONE = AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1))
SHORT = AlterQueue(STAGING_QUEUE, AttributeChanges(max_message_length=1000))
LONG = OutgoingMessage("m", 5000)
BEHIND_ALIAS: Trace = (
    *(*Q, DefineAliasQueue("A", "Q"), CreateProducer("p", destination=QueueDestination("A"))),
    SetDeliveryDelay("p", 5000),
)
STAGED: Trace = (ReadDepth(STAGING_QUEUE),)
DUE = Advance(6000)
REMOTE: Trace = (
    *(*QUEUES, DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION))),
    *(DefineRemoteQueue("R", "STOCK", "QM9", "X"), CreateProducer("p", destination=QueueDestination("R"))),
    *(SetDeliveryDelay("p", 5000), send()),
)
MONTHS = 45 * 86_400_000

ANEW = DeleteQueue("Q")
TO_Q_DELAYED: Trace = (CreateProducer("p"), SetDeliveryDelay("p", 5000))
SALES: Trace = (DefineQueueManager("QM2"), JoinCluster("SALES"), JoinCluster("SALES", "QM2"))
CLUSTERED = QueueAttributes(cluster="SALES", default_binding=DefaultBinding.ON_OPEN)
NOT_FIXED = QueueAttributes(cluster="SALES", default_binding=DefaultBinding.NOT_FIXED)


def q(**attributes: object) -> DefineLocalQueue:
    return DefineLocalQueue("Q", replace(QueueAttributes(), **attributes))


def to_q(label: str = "m", length: int | None = None, destination: QueueDestination = TO_Q) -> Send:
    return Send("p", OutgoingMessage(label, length), destination)


WITHIN_LIMITS: dict[str, Trace] = {
    "PUT of the former queue": (q(put=Switch.DISABLED), ANEW, *Q, *TO_Q_DELAYED, to_q()),
    "MAXDEPTH of the former queue": (q(max_depth=0), ANEW, *Q, *TO_Q_DELAYED, to_q()),
    "MAXMSGL of the former queue": (q(max_message_length=1000), ANEW, *Q, *TO_Q_DELAYED, to_q(length=5000)),
    "DEFPSIST of the former queue": (
        *(q(default_persistence=DeliveryMode.NON_PERSISTENT), ANEW),
        *(q(default_persistence=DeliveryMode.PERSISTENT), CreateProducer("p")),
        *(to_q(destination=AS_QUEUE), Browse("Q")),
    ),
    "DEFPRTY of the former queue": (
        *(q(default_priority=2), ANEW, q(default_priority=7), CreateProducer("p")),
        *(to_q(destination=AS_QUEUE), Browse("Q")),
    ),
    "MSGDLVSQ of the former queue": (
        *(q(delivery_sequence=DeliverySequence.FIFO), ANEW),
        *(q(delivery_sequence=DeliverySequence.PRIORITY), put("m1", priority=2), put("m2", priority=7)),
        *(MqGet("Q"), MqGet("Q")),
    ),
    "CLUSTER of the former queue": (
        *(*SALES, DefineLocalQueue("Q", CLUSTERED), ANEW, q(default_binding=DefaultBinding.ON_OPEN)),
        *(*TO_Q_DELAYED, to_q()),
    ),
    "DEFBIND of the former queue": (
        *(*SALES, DefineLocalQueue("Q", CLUSTERED), ANEW, DefineLocalQueue("Q", NOT_FIXED)),
        *(*TO_Q_DELAYED, to_q()),
    ),
    "staging depth behind an alias": (*BEHIND_ALIAS, FULL, send(), *STAGED),
    "staging length behind an alias": (*BEHIND_ALIAS, SHORT, Send("p", LONG), *STAGED),
    "staging depth in a unit of work": (*TP, FULL, send(), Commit("t"), *STAGED),
    "staging length in a unit of work": (*TP, SHORT, Send("p", LONG), Commit("t"), *STAGED),
    "staging depth for publications": (*topic(), *S, FULL, *published(), *STAGED),
    "staging length for publications": (*topic(), *S, SHORT, *published(outgoing=LONG), *STAGED),
    "refused commit stages the first": (*TP, send(), Send("p", message("n")), ONE, Commit("t"), *STAGED),
    "gone with its alias": (*QUEUES, *BEHIND_ALIAS[1:], send(), DeleteQueue("A"), DUE, *LOOK),
    "gone with its remote queue": (*REMOTE, DeleteQueue("R"), DUE, *LOOK, Browse("X")),
    "gone with the way of its remote queue": (
        *(*REMOTE, DefineRemoteQueue("R", "STOCK.NEW", "QM9", "X"), DUE, *LOOK, Browse("X")),
    ),
    "beyond a month due at a restart": (
        *(*P, SetDeliveryDelay("p", MONTHS), send()),
        *(EndQueueManager("QM1"), StartQueueManager("QM1"), Browse("Q")),
    ),
}
