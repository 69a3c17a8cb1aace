"""Traces that show misreadings of the target as it is opened at the due time, without authority."""

from implementations.witnesses.parts.common import LOOK, QUEUES, TO_Q, Q, Trace, delayed, message, send
from implementations.witnesses.parts.queues import BEHIND_ALIAS
from implementations.witnesses.parts.sends import COMMITTED, DUE, DUE_OF_3_S, RESTART, UNIT_WITH_DELAY
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    DefineRemoteQueue,
    DeleteQueue,
    GrantPut,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    RevokePut,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

REMOTE: Trace = (
    *(*QUEUES, DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION))),
    *(DefineRemoteQueue("R", "STOCK", "QM9", "X"), CreateProducer("p", destination=QueueDestination("R"))),
    *(SetDeliveryDelay("p", 5000), send()),
)


def of_clerk(queue: str) -> Trace:
    """A producer of somebody who may put to this queue, with a delay."""
    return (
        *(*REMOTE[:-3], GrantPut("clerk", queue), GrantPut("clerk", STAGING_QUEUE)),
        OpenSession("s", user="clerk"),
        *(CreateProducer("p", session="s", destination=QueueDestination(queue)), SetDeliveryDelay("p", 5000)),
    )


TRACES: dict[str, Trace] = {
    "authority after a restart": (
        *Q,
        GrantPut("alice", "Q"),
        GrantPut("alice", STAGING_QUEUE),
        OpenSession("s", user="alice"),
        CreateProducer("p", session="s", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        send(),
        RevokePut("alice", "Q"),
        *RESTART,
        Advance(6000),
        Browse("Q"),
    ),
    "the queue of the send": (
        *Q,
        *delayed(5000),
        DeleteQueue("Q"),
        *Q,
        Advance(6000),
        Browse("Q"),
    ),
    "lost to a deletion before its commit": (*UNIT_WITH_DELAY, send(), DeleteQueue("Q"), *COMMITTED),
    "gone with its alias": (*QUEUES, *BEHIND_ALIAS[1:], send(), DeleteQueue("A"), DUE, *LOOK),
    "gone with its remote queue": (*REMOTE, DeleteQueue("R"), DUE, *LOOK, Browse("X")),
    "gone with the way of its remote queue": (
        *(*REMOTE, DefineRemoteQueue("R", "STOCK.NEW", "QM9", "X"), DUE, *LOOK, Browse("X")),
    ),
    "authority at delivery": (
        *Q,
        GrantPut("ann", "Q"),
        OpenSession("s", user="ann"),
        CreateProducer("p", session="s", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        send(),
        RevokePut("ann", "Q"),
        Advance(6000),
        Receive("Q"),
    ),
    "authority at the delivery of the non-persistent": (
        *(*of_clerk("Q"), SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT), send()),
        *(RevokePut("clerk", "Q"), DUE, Receive("Q")),
    ),
    "authority at the delivery to a remote queue": (
        *(*of_clerk("R"), send(), RevokePut("clerk", "R"), DUE, ReadDepth("X")),
    ),
    "authority at the delivery of what may be discarded": (
        *(*of_clerk("Q"), Send("p", OutgoingMessage("m", report=Report.DISCARD_MSG))),
        *(RevokePut("clerk", "Q"), DUE, Receive("Q")),
    ),
    "deleted target ignored": (*QUEUES, *delayed(5000), DeleteQueue("Q"), Advance(6000), ReadDepth("DLQ")),
    "target before it was deleted": (
        *(
            *Q,
            CreateProducer("p"),
            SetDeliveryDelay("p", 3000),
            Send("p", message(), TO_Q),
            DUE_OF_3_S,
            Receive("Q"),
        ),
        *(
            Send("p", message("m2"), TO_Q),
            DeleteQueue("Q"),
            *Q,
            DUE_OF_3_S,
            ReadDepth("Q"),
            ReadDepth(STAGING_QUEUE),
        ),
    ),
}
