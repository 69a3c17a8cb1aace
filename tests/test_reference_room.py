"""The reference itself never puts more on a queue than MAXDEPTH allows, whatever comes due at once."""

import pytest

from mqtck.adapters.reference import Reference
from mqtck.conformance.contract import World
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import DepthRead

ON_Q = QueueDestination("Q")


def _depth(world: World, queue: str) -> int:
    answer = world.execute(c.ReadDepth(queue))
    assert isinstance(answer, DepthRead)
    return answer.depth


def _sent(label: str, report: int) -> c.Send:
    return c.Send("p", OutgoingMessage(label, report=report, reply_to="NONE"), ON_Q)


@pytest.mark.parametrize(
    ("first", "second", "life"),
    [
        (Report.EXPIRATION | Report.DISCARD_MSG, Report.EXPIRATION | Report.DISCARD_MSG, 5001),
        (Report.EXCEPTION_WITH_DATA, Report.EXCEPTION | Report.DISCARD_MSG, 0),
        (Report.EXCEPTION, Report.EXCEPTION, 0),
    ],
    ids=["two expiration reports", "a message and a report", "two messages with reports"],
)
@pytest.mark.parametrize("room", [1, 2])
def test_what_comes_due_at_once_shares_the_room(first: int, second: int, life: int, room: int) -> None:
    world = Reference().open_world()
    for command in (
        c.DefineLocalQueue("Q"),
        c.CreateProducer("p", c.ProducerApi.JMS_PRODUCER),
        c.SetDeliveryMode("p", 1),
        c.SetTimeToLive("p", life),
        c.SetDeliveryDelay("p", 5000),
        _sent("a", first),
        _sent("b", second),
        c.DeleteQueue("Q"),
        c.DefineLocalQueue("D", c.QueueAttributes(max_depth=room)),
        c.SetDeadLetterQueue("D"),
        c.Advance(10_050),
    ):
        world.execute(command)
    assert 1 <= _depth(world, "D") <= room


@pytest.mark.parametrize("room", [1, 2])
def test_a_message_whose_report_fits_nowhere_has_not_come_either(room: int) -> None:
    """Both are persistent, and the report, whose queue manager nobody knows, would be one too many."""
    nowhere = QueueDestination("R", queue_manager="QM7")
    reported = OutgoingMessage("b", report=Report.EXCEPTION, reply_to="R", reply_destination=nowhere)
    world = Reference().open_world()
    for command in (
        c.DefineLocalQueue("Q"),
        c.CreateProducer("p", c.ProducerApi.JMS_PRODUCER),
        c.SetDeliveryDelay("p", 5000),
        _sent("a", 0),
        c.Send("p", reported, ON_Q),
        c.AlterQueue("Q", c.AttributeChanges(put=c.Switch.DISABLED)),
        c.DefineLocalQueue("D", c.QueueAttributes(max_depth=room)),
        c.SetDeadLetterQueue("D"),
        c.Advance(5000),
    ):
        world.execute(command)
    assert 1 <= _depth(world, "D") <= room
    assert _depth(world, "SYSTEM.DDELAY.LOCAL.QUEUE") >= 1


def test_what_comes_where_an_expired_one_was_does_not_count_beside_it() -> None:
    """The expired message may be there still, and the next one may have found room: not both."""
    world = Reference().open_world()
    for command in (
        c.DefineLocalQueue("Q"),
        c.DefineLocalQueue("D", c.QueueAttributes(max_depth=1)),
        c.SetDeadLetterQueue("D"),
        c.CreateProducer("p", c.ProducerApi.MESSAGE_PRODUCER),
        c.SetDeliveryMode("p", 2),
        c.SetTimeToLive("p", 1001),
        c.SetDeliveryDelay("p", 1),
        _sent("a", 0),
        _sent("b", 0),
        c.AlterQueue("Q", c.AttributeChanges(put=c.Switch.DISABLED)),
        c.Advance(2),
        c.Browse("D"),
        c.Advance(3_600_000),
        c.Browse("SYSTEM.DDELAY.LOCAL.QUEUE"),
    ):
        world.execute(command)
    assert _depth(world, "D") == 1


def test_many_reports_that_their_queue_may_not_take_are_told_apart_in_time() -> None:
    """Sixty that asked each other again and again which of them found room would not come to an end."""
    world = Reference().open_world()
    for command in (
        c.DefineLocalQueue("Q"),
        c.DefineLocalQueue("REPLIES", c.QueueAttributes(max_depth=5)),
        c.DefineLocalQueue("D", c.QueueAttributes(max_depth=3)),
        c.SetDeadLetterQueue("D"),
        c.CreateProducer("p"),
        c.SetTimeToLive("p", 1000),
        *(
            c.Send("p", OutgoingMessage(f"m{n}", report=Report.EXPIRATION, reply_to="REPLIES"), ON_Q)
            for n in range(60)
        ),
        c.Advance(5000),
        c.Browse("Q"),
    ):
        world.execute(command)
    assert (_depth(world, "REPLIES"), _depth(world, "D")) == (5, 3)
