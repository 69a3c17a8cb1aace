"""A message whose way leads back home, and over the same transmission queues again."""

import pytest

from implementations.right import ADAPTERS
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqGet,
    QueueAttributes,
    Send,
    SetTimeToLive,
    StartChannel,
    StopChannel,
    Usage,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import MessageReturned

WAIT = 950
"""Ms on each queue, which somebody who deducts whole seconds does not take off."""


def _round_trips(times: int) -> list[Command]:
    """Over two transmission queues and home, as often as that, before the message comes to ORDERS."""
    transmission = QueueAttributes(usage=Usage.TRANSMISSION)
    commands: list[Command] = [
        DefineQueueManager("QM2"),
        DefineLocalQueue("OUTWARD", transmission),
        DefineLocalQueue("HOMEWARD", transmission, queue_manager="QM2"),
        DefineLocalQueue("ORDERS"),
    ]
    for trip in range(times):
        then = f"OUT.{trip + 1}" if trip + 1 < times else "ORDERS"
        commands += [
            DefineRemoteQueue(f"OUT.{trip}", f"BACK.{trip}", "QM2", "OUTWARD"),
            DefineRemoteQueue(f"BACK.{trip}", then, "QM1", "HOMEWARD", queue_manager="QM2"),
        ]
    commands += [
        CreateProducer("producer", destination=QueueDestination("OUT.0")),
        SetTimeToLive("producer", 60_000),
        Send("producer", OutgoingMessage("order-1")),
    ]
    for _ in range(times):
        for queue, manager in (("OUTWARD", "QM1"), ("HOMEWARD", "QM2")):
            start, stop = (
                StartChannel(queue, queue_manager=manager),
                StopChannel(queue, queue_manager=manager),
            )
            commands += [Advance(WAIT), start, Advance(1), stop]
    return [*commands, Advance(WAIT), MqGet("ORDERS", connection="getting application")]


@pytest.mark.parametrize("times", [1, 2, 3])
def test_small_intervals_add_up_on_each_round(times: int) -> None:
    trace = run_commands(ADAPTERS["deducts whole seconds on each queue"](), _round_trips(times))
    last = trace.steps[-1].outcome
    assert isinstance(last, MessageReturned)
    assert last.message.descriptor.expiry == 600
    assert observed(trace).breaches == ()
