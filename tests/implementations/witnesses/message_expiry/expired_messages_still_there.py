"""Traces that show misreadings of expired messages that are still there, and count."""

from implementations.witnesses.parts.clusters_and_zos import SESSION_AT_Z
from implementations.witnesses.parts.common import QUEUES, P, Trace, delayed, message, put, send
from implementations.witnesses.parts.queues import XMIT, limit_at
from implementations.witnesses.parts.sends import DUE
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DepthTrigger,
    FailDelayProcessor,
    MqPut,
    QueueAttributes,
    ReadDepth,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import PutDescriptor
from mqtck.reference.vocabulary.profile import Platform


def full_of_expired(queue: str, *fixtures: Command) -> Trace:
    """One expired message, where one is the limit."""
    brief = MqPut(queue, message("n"), PutDescriptor(expiry=20))
    return (*QUEUES, *fixtures, limit_at(queue, 1), *delayed(8000), brief)


TRACES: dict[str, Trace] = {
    "expired not counted": (
        DefineLocalQueue("Q", QueueAttributes(max_depth=2)),
        put("e1", expiry=20),
        put("e2", expiry=20),
        Advance(5000),
        ReadDepth("Q"),
        put("l"),
    ),
    "expired do not trigger": (
        DefineLocalQueue("INIT"),
        DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(2, "INIT"))),
        put("e", expiry=20),
        Advance(5000),
        put("l"),
        ReadDepth("Q"),
        ReadDepth("INIT"),
    ),
    "expired make room": (
        DefineLocalQueue("Q", QueueAttributes(max_depth=1)),
        *(put(expiry=20), Advance(5000), put("n"), ReadDepth("Q")),
    ),
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
    "trigger of a delivery without what is over": (
        *(DefineLocalQueue("I"), DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(2, "I")))),
        *(*P[1:], SetDeliveryDelay("p", 5000), send(), put("m2", 20), DUE, ReadDepth("Q"), ReadDepth("I")),
    ),
    "trigger with one that is over": (
        *(DefineLocalQueue("I"), DefineLocalQueue("Q", QueueAttributes(trigger=DepthTrigger(3, "I")))),
        *(put("m", 20), put("m2", 20), Advance(5000), put("m3"), ReadDepth("Q"), ReadDepth("I")),
    ),
}
