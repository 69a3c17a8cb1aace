"""Traces that show what a queue defines for a message asked once more when that is moved."""

from msgspec.structs import replace

from implementations.witnesses.parts.common import AS_QUEUE, EXCEPTION, Q, Trace, message
from implementations.witnesses.parts.sends import DELAY
from mqtck.reference.vocabulary.clusters import DefaultBinding, JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineSharedQueue,
    OpenSession,
    QueueAttributes,
    Send,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.profile import Platform

CHANGES = AttributeChanges(default_persistence=DeliveryMode.PERSISTENT, default_priority=8)


def redefined(*before: Command, sent: OutgoingMessage | None = None, manager: str = "QM1") -> Trace:
    """A message as Q defines, and other definitions by the time at which it is moved."""
    return (
        *before,
        *(DELAY, Send("p", sent or message(), AS_QUEUE), AlterQueue("Q", CHANGES, manager)),
        *(Advance(6000), Browse("Q", manager)),
    )


P = CreateProducer("p")
SHARED: Trace = redefined(
    DefineQueueManager("Z1", platform=Platform.ZOS, queue_sharing_group="G"),
    DefineLocalQueue(STAGING_QUEUE, queue_manager="Z1"),
    DefineSharedQueue("Q", "G"),
    OpenSession("s", queue_manager="Z1"),
    CreateProducer("p", session="s"),
    manager="Z1",
)
CLUSTERED: Trace = redefined(
    JoinCluster("C"),
    DefineLocalQueue("Q", QueueAttributes(cluster="C", default_binding=DefaultBinding.NOT_FIXED)),
    P,
)

TRACES: dict[str, Trace] = {
    "persistence decided again behind an alias": (
        *(*Q, DefineAliasQueue("A", "Q"), P, DELAY),
        Send("p", message(), replace(AS_QUEUE, queue="A")),
        *(AlterQueue("Q", CHANGES), Advance(6000), Browse("Q")),
    ),
    "persistence decided again on a shared queue": SHARED,
    "persistence decided again in a cluster": CLUSTERED,
    "persistence decided again for a limited life": redefined(*Q, P, SetTimeToLive("p", 60_000)),
    "persistence decided again with a report option": redefined(*Q, P, sent=message(report=EXCEPTION)),
    "persistence decided again for a question": redefined(*Q, P, sent=OutgoingMessage("m", reply_to="REPLY")),
    "priority decided again on a shared queue": SHARED,
    "priority decided again in a cluster": CLUSTERED,
}
