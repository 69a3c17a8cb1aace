"""No rule speaks of a dead-letter queue that is no local queue, so nothing is held against what follows."""

import pytest
from by_hand import judged, played

from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    Browse,
    Command,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed
from mqtck.reference.vocabulary.queue_attributes import AttributeChanges, QueueAttributes, Switch

ALIAS = DefineAliasQueue("DLQ", "DEAD")
REMOTE = DefineRemoteQueue("DLQ", "DEAD", "QM2", "QM2")
LOCAL = DefineLocalQueue("DLQ")


def failing(*administration: Command) -> tuple[Command, ...]:
    """A delayed message to a queue that takes none when it is due."""
    return (
        DefineLocalQueue("ORDERS"),
        DefineLocalQueue("DEAD"),
        *administration,
        CreateProducer("p", destination=QueueDestination("ORDERS")),
        SetDeliveryDelay("p", 3000),
        Send("p", OutgoingMessage("m1")),
        AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED)),
        Advance(9000),
        Browse("DEAD"),
    )


@pytest.mark.parametrize("odd", [ALIAS, REMOTE], ids=["alias", "remote"])
@pytest.mark.parametrize("order", [1, -1], ids=["defined before", "defined behind"])
def test_nothing_is_said_of_what_follows(odd: Command, order: int) -> None:
    trace = played(*failing(*(odd, SetDeadLetterQueue("DLQ"))[::order]))
    judgement = judged(trace)
    assert not judgement.breaches
    assert "no rule speaks of a dead-letter queue that is not a local one, as DLQ of QM1" in (
        judgement.indeterminate
    )


@pytest.mark.parametrize("managers", [("QM2",), ("QM1", "QM2")], ids=["elsewhere", "here and elsewhere"])
def test_nothing_is_said_of_one_that_another_member_of_a_cluster_has(managers: tuple[str, ...]) -> None:
    clustered = (
        DefineQueueManager("QM2"),
        *(JoinCluster("SHOPS", name) for name in ("QM1", "QM2")),
        *(DefineLocalQueue("DLQ", QueueAttributes(cluster="SHOPS"), name) for name in managers),
        SetDeadLetterQueue("DLQ"),
    )
    trace = played(*failing(*clustered), Browse("DLQ", "QM2"))
    judgement = judged(trace, {-1: Browsed((SeenMessage(body="m1"),))})
    assert not judgement.breaches
    assert "as DLQ of QM1" in judgement.indeterminate


def test_of_a_local_one_something_is_said() -> None:
    trace = played(*failing(LOCAL, SetDeadLetterQueue("DLQ")))
    assert not judged(trace).indeterminate
    found = played(*failing(SetDeadLetterQueue("DEAD"))).steps[-1].outcome
    assert isinstance(found, Browsed)
    assert found.messages
    assert judged(trace, {-1: found}).breaches
