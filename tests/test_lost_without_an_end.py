"""A message whose life has no end is there until it is got, by whatever way it has come (EX-62)."""

import pytest
from by_hand import blamed, fine, played

from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    QueueAttributes,
    StartChannel,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Browsed

ORDERS = DefineLocalQueue("ORDERS")
ORDER = OutgoingMessage("order-1")

WAYS: dict[str, tuple[Command, ...]] = {
    "directly": (ORDERS, MqPut("ORDERS", ORDER), Browse("ORDERS")),
    "with the commit": (
        ORDERS,
        MqPut("ORDERS", ORDER, syncpoint=Syncpoint.WITHIN, connection="c1"),
        MqCommit("c1"),
        Browse("ORDERS"),
    ),
    "back by a backout": (
        ORDERS,
        MqPut("ORDERS", ORDER),
        MqGet("ORDERS", syncpoint=Syncpoint.WITHIN, connection="c1"),
        MqBackout("c1"),
        Browse("ORDERS"),
    ),
    "over a channel": (
        DefineQueueManager("QM2"),
        DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("ORDERS", "ORDERS", "QM2", "TO.QM2"),
        DefineLocalQueue("ORDERS", queue_manager="QM2"),
        StartChannel("TO.QM2"),
        MqPut("ORDERS", ORDER),
        Advance(1000),
        Browse("ORDERS", queue_manager="QM2"),
    ),
    "through a cluster": (
        DefineQueueManager("QM2"),
        JoinCluster("C1"),
        JoinCluster("C1", queue_manager="QM2"),
        DefineLocalQueue("ORDERS", QueueAttributes(cluster="C1"), queue_manager="QM2"),
        MqPut("ORDERS", ORDER),
        Advance(1000),
        Browse("ORDERS", queue_manager="QM2"),
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_message_that_is_lost_is_blamed(way: str) -> None:
    trace = played(*WAYS[way])
    assert fine(trace)
    assert blamed(trace, {-1: Browsed(messages=())}) == ("EX-62",)
