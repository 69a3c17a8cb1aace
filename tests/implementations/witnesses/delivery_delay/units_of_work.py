"""Traces that show misreadings of delayed sends in units of work."""

from implementations.witnesses.parts.clusters_and_zos import CLUSTER_OF_TWO_QUEUES, SHARED_SQ
from implementations.witnesses.parts.common import REMOTE, TP, TRANSACTED, Q, Trace, send
from implementations.witnesses.parts.publications import NEIGHBOUR, published
from implementations.witnesses.parts.sends import DUE, TWO_UNITS
from mqtck.reference.vocabulary.base import DEFAULT_SESSION
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Browse,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    OpenSession,
    ReadDepth,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

IN_UNITS = OpenSession(DEFAULT_SESSION, Acknowledgement.TRANSACTED)


def in_unit(queue: str) -> Trace:
    """Sent in a unit of work that is rolled back."""
    return (
        TRANSACTED,
        CreateProducer("p", session="t", destination=QueueDestination(queue)),
        *(
            SetDeliveryDelay("p", 3000),
            send(),
            Browse(STAGING_QUEUE),
            Rollback("t"),
            ReadDepth(STAGING_QUEUE),
        ),
    )


TRACES: dict[str, Trace] = {
    "clustered messages staged before the commit": (
        *(IN_UNITS, *CLUSTER_OF_TWO_QUEUES, SetDeliveryDelay("p", 5000), send(), Browse(STAGING_QUEUE)),
    ),
    "neighbours' copies staged before the commit": (
        *(*NEIGHBOUR, IN_UNITS, *published(), Browse(STAGING_QUEUE)),
    ),
    "commits with a delay are refused": (*TP, send(), Commit("t")),
    "no unit of work behind a rollback": (
        *TP,
        send("first"),
        Rollback("t"),
        send(),
        Browse(STAGING_QUEUE),
        DUE,
        Browse("Q"),
        Commit("t"),
    ),
    "staged before commit": (*TP, send(), Browse(STAGING_QUEUE)),
    "delivered at commit": (*TP, send(), Advance(2000), Commit("t"), Receive("Q")),
    "second message of a unit of work staged at once": (
        *TP,
        send("one"),
        send("two"),
        Browse(STAGING_QUEUE),
    ),
    "own message unseen beside a delayed one": (
        *TP,
        send("delayed"),
        SetDeliveryDelay("p", 0),
        send("undelayed"),
        Receive("Q", "t"),
    ),
    "late commit forgotten": (*TP, send(), Advance(9000), Commit("t"), Advance(9000), Browse("Q")),
    "commit of all sessions": (*TWO_UNITS, Commit("t"), Rollback("u"), DUE, Browse("Q")),
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
    "staged at once for an alias": (*Q, DefineAliasQueue("A", "Q"), *in_unit("A")),
    "staged at once for a remote queue": (*REMOTE, *in_unit("Q")),
    "staged at once for a shared queue": (
        *SHARED_SQ,
        OpenSession("t", Acknowledgement.TRANSACTED, queue_manager="Z"),
        CreateProducer("p", session="t", destination=QueueDestination("SQ")),
        *(SetDeliveryDelay("p", 3000), send(), Browse(STAGING_QUEUE, "Z"), Rollback("t")),
        ReadDepth(STAGING_QUEUE, "Z"),
    ),
    "staged again by the next commit": (
        *(*TP, send("m1"), send("m2"), Commit("t"), send("m3"), Commit("t")),
        *(ReadDepth(STAGING_QUEUE), DUE, Browse("Q")),
    ),
}
