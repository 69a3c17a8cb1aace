"""Traces that show misreadings of the staging queue: its name and its limits."""

from implementations.witnesses.parts.clusters_and_zos import GROUP, NOT_FIXED
from implementations.witnesses.parts.common import TO_Q, TP, P, Q, Trace, delayed, send
from implementations.witnesses.parts.gets import STAGED
from implementations.witnesses.parts.messages import LONG_MESSAGE, SEND_LONG
from implementations.witnesses.parts.publications import PUBLISHER, S, published, topic
from implementations.witnesses.parts.queues import (
    BEHIND_ALIAS,
    STAGED_ONE,
    STAGING_QUEUE_FULL,
    limit,
    limit_at,
)
from implementations.witnesses.parts.sends import DELAY, DUE, P_DELAYED_BY_2_S
from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.publications import Subscribe

IN_CLUSTER: Trace = (
    JoinCluster("C"),
    DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=NOT_FIXED)),
    *(CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000)),
)
SHORT = AlterQueue(STAGING_QUEUE, AttributeChanges(max_message_length=1000))

TRACES: dict[str, Trace] = {
    "limits of the first send": (
        *P_DELAYED_BY_2_S,
        send("a"),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1)),
        send("b"),
    ),
    "staging queue of another name": (*Q, *delayed(5000), Browse(STAGING_QUEUE)),
    "staging limits ignored": (
        *Q,
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1)),
        *delayed(5000),
        send("n"),
    ),
    "a lowered limit clears": (
        *Q,
        *delayed(5000),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_message_length=0)),
        DUE,
        Browse("Q"),
    ),
    "MAXDEPTH of the staging queue read once": (
        *(*P, SetDeliveryDelay("p", 3000), STAGED_ONE, send()),
        *(AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=9)), send("m2")),
    ),
    "staging queue above its limit": (
        *(*P, DELAY, send(), send("n"), limit(STAGING_QUEUE, 1), send("o"), ReadDepth(STAGING_QUEUE)),
    ),
    "staging depth behind an alias": (*BEHIND_ALIAS, STAGING_QUEUE_FULL, send(), *STAGED),
    "staging length behind an alias": (*BEHIND_ALIAS, SHORT, Send("p", LONG_MESSAGE), *STAGED),
    "staging depth in a unit of work": (*TP, STAGING_QUEUE_FULL, send(), Commit("t"), *STAGED),
    "staging length in a unit of work": (*TP, SHORT, Send("p", LONG_MESSAGE), Commit("t"), *STAGED),
    "staging depth for publications": (*topic(), *S, STAGING_QUEUE_FULL, *published(), *STAGED),
    "staging length for publications": (*topic(), *S, SHORT, *published(outgoing=LONG_MESSAGE), *STAGED),
    "staging depth in a cluster": (*IN_CLUSTER, limit_at(STAGING_QUEUE, 0), send(), ReadDepth(STAGING_QUEUE)),
    "staging length in a cluster": (*IN_CLUSTER, limit_at(STAGING_QUEUE, None, 1000), SEND_LONG),
    "staging depth for shared queues": (
        *(*GROUP, limit_at(STAGING_QUEUE, 0, manager="Z"), send(), ReadDepth(STAGING_QUEUE, "Z")),
    ),
    "staging length for shared queues": (*GROUP, limit_at(STAGING_QUEUE, None, 1000, "Z"), SEND_LONG),
    "length on the staging queue in a unit of work not asked": (
        *TP,
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_message_length=10)),
        Send("p", OutgoingMessage("m", length=5000)),
        Commit("t"),
    ),
    "length on the staging queue of publications not asked": (
        *PUBLISHER,
        Subscribe("alice", "news"),
        DELAY,
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_message_length=10)),
        Send("p", OutgoingMessage("m", length=5000)),
    ),
    "staging limits ignored by typed messages": (
        *(*P, SetDeliveryDelay("p", 5000), AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=0))),
        Send("p", OutgoingMessage("m", jms_type="invoice")),
    ),
}
