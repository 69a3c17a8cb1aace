"""Traces that show misreadings of refusals of delayed sends: told at once, and nothing is left of them."""

from implementations.witnesses.parts.channels import INHIBITED
from implementations.witnesses.parts.clusters_and_zos import QUEUE_OF_CLUSTER
from implementations.witnesses.parts.common import DISABLE, TO_Q, TP, P, Q, Trace, message, send
from implementations.witnesses.parts.gets import AFTERWARDS, STAGED
from implementations.witnesses.parts.messages import PERSISTENT_FORM, SEND_LONG
from implementations.witnesses.parts.publications import NEWS, RETAINED, TOPIC_NEWS
from implementations.witnesses.parts.queues import FILL_Q, SHORTEN_Q, STAGED_ONE
from implementations.witnesses.parts.sends import DELAY, NAMELESS
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.publications import ReceivePublication, Subscribe


def asked(attributes: QueueAttributes, user: str | None = None) -> dict[str, Trace]:
    """A delayed send of 5000 characters to a queue of these attributes, in two forms."""
    message = OutgoingMessage("m", length=5000)
    begun = (DefineLocalQueue("Q", attributes), OpenSession("s", user=user))
    named = (*begun, CreateProducer("p", session="s"), SetDeliveryDelay("p", 5000))
    own = (*begun, CreateProducer("p", session="s", destination=TO_Q), SetDeliveryDelay("p", 5000))
    return {
        "by the long form": (*own, Send("p", message, arguments=PERSISTENT_FORM), *AFTERWARDS),
        "to a destination of their own": (*named, Send("p", message, TO_Q), *AFTERWARDS),
    }


ASKED: dict[str, dict[str, Trace]] = {
    "put enabled": asked(QueueAttributes(put=Switch.DISABLED)),
    "length": asked(QueueAttributes(max_message_length=1000)),
    "fullness": asked(QueueAttributes(max_depth=0)),
    "authority": asked(QueueAttributes(), "alice"),
}


def refused(changes: AttributeChanges) -> Trace:
    """A send to a clustered queue that takes nothing."""
    return (*QUEUE_OF_CLUSTER, AlterQueue("C", changes), SEND_LONG, ReadDepth(STAGING_QUEUE))


DEAD_LETTERS: Trace = (DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ"))

TRACES: dict[str, Trace] = {
    "refused for want of a queue and dead-lettered": (
        *(*DEAD_LETTERS, CreateProducer("p"), DELAY, Send("p", message(), TO_Q), Browse("DLQ")),
    ),
    "refused for want of authority and dead-lettered": (
        *(*DEAD_LETTERS, *Q, OpenSession("s", user="alice"), CreateProducer("p", session="s"), DELAY),
        *(Send("p", message(), TO_Q), Browse("DLQ")),
    ),
    "staged before it is refused": (
        *Q,
        CreateProducer("p", destination=TO_Q),
        SetDeliveryDelay("p", 5000),
        Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 3000)),
        Browse(STAGING_QUEUE),
        Advance(6000),
        Receive("Q"),
    ),
    "staged in a unit of work before it is refused": (
        *TP,
        Send("p", OutgoingMessage("m", group=GroupMembership("g", 1))),
        Commit("t"),
        Browse(STAGING_QUEUE),
    ),
    "publication staged before it is refused for its life": (
        *(TOPIC_NEWS, Subscribe("alice", "news"), CreateProducer("p", topic=NEWS)),
        *(DELAY, Send("p", message(), arguments=SendArguments(DeliveryMode.PERSISTENT, 4, 3000))),
        Browse(STAGING_QUEUE),
    ),
    "refused commit stages a copy": (
        *(TOPIC_NEWS, Subscribe("alice", "news"), Subscribe("bob", "news")),
        *(OpenSession("t", Acknowledgement.TRANSACTED), CreateProducer("p", session="t", topic=NEWS)),
        *(SetDeliveryDelay("p", 5000), send("k"), AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1))),
        *(Commit("t"), Browse(STAGING_QUEUE)),
    ),
    "a refused publish rolls back": (
        *(TOPIC_NEWS, Subscribe("alice", "news"), OpenSession("t", Acknowledgement.TRANSACTED)),
        *(CreateProducer("p", session="t", topic=NEWS), SetDeliveryDelay("p", 5000), send("k")),
        *(Send("p", RETAINED), Commit("t"), Advance(6000), ReceivePublication("alice")),
    ),
    "refused commit stages the first": (
        *TP,
        send(),
        Send("p", message("n")),
        STAGED_ONE,
        Commit("t"),
        *STAGED,
    ),
    "PUT when created": (*P, DELAY, DISABLE, send()),
    "MAXMSGL when created": (*P, DELAY, SHORTEN_Q, SEND_LONG),
    "MAXDEPTH when created": (*P, DELAY, FILL_Q, send()),
    "PUT of a clustered queue": refused(INHIBITED),
    "MAXMSGL of a clustered queue": refused(AttributeChanges(max_message_length=1000)),
    "MAXDEPTH of a clustered queue": refused(AttributeChanges(max_depth=0)),
    "staging limits in a unit of work ignored": (
        *TP,
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1)),
        send("m1"),
        send("m2"),
        Commit("t"),
        ReadDepth(STAGING_QUEUE),
    ),
    "staging limits behind other names ignored": (
        *NAMELESS,
        DefineAliasQueue("A", "Q"),
        AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=0)),
        DELAY,
        Send("p", OutgoingMessage("m"), QueueDestination("A")),
    ),
    **{f"{check} not asked {how}": trace for check, forms in ASKED.items() for how, trace in forms.items()},
}
