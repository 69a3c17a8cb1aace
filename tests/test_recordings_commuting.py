"""The order of two overlapping puts matters where the first may have taken the last place on their queue."""

import pytest

from mqtck.conformance.recordings.commuting import Dependence
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    CreateProducer,
    DefineLocalQueue,
    MqPut,
    QueueAttributes,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import Sent
from mqtck.reference.vocabulary.queue_attributes import AttributeChanges
from mqtck.reference.vocabulary.traces import Step

PUT = Step(MqPut("Q", OutgoingMessage("a")), Sent(), 10, 20)
DELAYED = Step(Send("p", OutgoingMessage("b")), Sent(), 12, 22)


@pytest.mark.parametrize(
    ("defined", "altered", "matters"),
    [(1, None, True), (5000, 1, True), (5000, None, False), (5000, 2, False)],
)
def test_a_queue_has_the_least_room_that_it_was_given(
    defined: int,
    altered: int | None,
    matters: bool,  # noqa: FBT001
) -> None:
    known = Dependence()
    known.learn(DefineLocalQueue("Q", QueueAttributes(max_depth=defined)))
    known.learn(AlterQueue("Q", AttributeChanges(max_depth=altered)))
    known.learn(CreateProducer("p", destination=QueueDestination("Q")))
    known.learn(SetDeliveryDelay(producer="p", milliseconds=3000))
    known.learn(PUT.command)
    known.learn(DELAYED.command)
    assert known.holds(PUT, DELAYED) is matters
