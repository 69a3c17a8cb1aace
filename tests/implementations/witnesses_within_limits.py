"""Traces that show the faults of `wrong_within_limits` and `wrong_defined_anew`."""

from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineRemoteQueue,
    DeleteQueue,
    EndQueueManager,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeliveryDelay,
    StartQueueManager,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

from .witness_parts import LOOK, QUEUES, TP, P, Q, Trace, message, send
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

WITHIN_LIMITS: dict[str, Trace] = {
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
