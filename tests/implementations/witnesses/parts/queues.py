"""Queues, aliases and remote queues, and changes of them."""

from msgspec.structs import replace

from implementations.witnesses.parts.common import DISABLE, QUEUES, P, Q, Trace, send
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DepthTrigger,
    EndQueueManager,
    QueueAttributes,
    SetDeliveryDelay,
    StartQueueManager,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import QueueDestination


def delayed_to(queue: str, *meanwhile: AlterQueue) -> Trace:
    """A delayed message to a queue of this name."""
    return (
        *(*QUEUES, DefineLocalQueue(queue), CreateProducer("p", destination=QueueDestination(queue))),
        *(SetDeliveryDelay("p", 5000), send(), *meanwhile),
        *(Advance(6000), Browse(queue), Browse("DLQ")),
    )


SHORTEN_Q = AlterQueue("Q", AttributeChanges(max_message_length=1000))
FILL_Q = AlterQueue("Q", AttributeChanges(max_depth=0))
ELSEWHERE: Trace = (
    DefineQueueManager("QM2"),
    DefineLocalQueue("FAR", queue_manager="QM2"),
    DefineLocalQueue("QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
    DefineRemoteQueue("ANSWERS", "FAR", "QM2", "QM2"),
)
"""The transmission queue is named as the queue manager, so that the names behind ANSWERS lead there, too."""
DLQ_DISABLED: Trace = (*QUEUES, AlterQueue("DLQ", AttributeChanges(put=Switch.DISABLED)))


def limit_at(queue: str, depth: int | None, length: int | None = None, manager: str = "QM1") -> AlterQueue:
    return AlterQueue(queue, AttributeChanges(max_depth=depth, max_message_length=length), manager)


QUEUES_AND_ALIAS: Trace = (*QUEUES, DefineAliasQueue("A", "Q"))


def after_restart(report: int, *fixtures: AlterQueue) -> Trace:
    """A delayed message whose target takes nothing when it is due, behind a restart."""
    return (
        *(*QUEUES, *P[1:], SetDeliveryDelay("p", 5000), send("m", report), DISABLE, *fixtures),
        *(EndQueueManager(), StartQueueManager(), Advance(6000), Browse("DLQ"), Browse(STAGING_QUEUE)),
    )


DISABLE_S = AlterQueue("S", AttributeChanges(put=Switch.DISABLED))
TRIGGERING: Trace = (
    DefineLocalQueue("INIT"),
    DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(1, "INIT"))),
)
XMIT: Trace = (DefineLocalQueue("X", QueueAttributes(usage=Usage.TRANSMISSION)),)
ROOM_FOR_TWO: Trace = (DefineLocalQueue("Q", QueueAttributes(max_depth=2)),)
SHORT = AttributeChanges(max_message_length=1000)
STAGED_ONE = AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=1))
NO_GET = AttributeChanges(get=Switch.DISABLED)


def limit(queue: str, depth: int | None = None, length: int | None = None) -> AlterQueue:
    return AlterQueue(queue, AttributeChanges(max_depth=depth, max_message_length=length))


ALIAS = DefineAliasQueue("A", "Q")
STAGING_QUEUE_FULL = AlterQueue(STAGING_QUEUE, AttributeChanges(max_depth=0))
BEHIND_ALIAS: Trace = (
    *(*Q, DefineAliasQueue("A", "Q"), CreateProducer("p", destination=QueueDestination("A"))),
    SetDeliveryDelay("p", 5000),
)


def q(**attributes: object) -> DefineLocalQueue:
    return DefineLocalQueue("Q", replace(QueueAttributes(), **attributes))
