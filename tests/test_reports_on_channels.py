"""Reports to a queue at another queue manager: wherever the channels leave them, and how they must look."""

from typing import Any

import by_hand
import pytest
from by_hand import played
from msgspec.structs import replace

from implementations.right import ADAPTERS
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import Origin
from implementations.witnesses.parts.common import DISABLE, TO_Q, Q
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DepthTrigger,
    MqGet,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetTimeToLive,
    StartChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import MessageType, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed

TRANSMISSION = QueueAttributes(usage=Usage.TRANSMISSION)
TO_QM2 = (
    *Q,
    DefineLocalQueue("DLQ"),
    DefineQueueManager("QM2"),
    DefineLocalQueue("DLQ2", queue_manager="QM2"),
    SetDeadLetterQueue("DLQ2", queue_manager="QM2"),
    DefineLocalQueue("XMIT", TRANSMISSION),
    DefineRemoteQueue("REPLY", "FAR", "QM2", "XMIT"),
    StartChannel("XMIT"),
    CreateProducer("p", destination=TO_Q),
)
BACK_AGAIN = (
    DefineLocalQueue("XMIT1", TRANSMISSION, queue_manager="QM2"),
    DefineRemoteQueue("FAR", "HOME", "QM1", "XMIT1", queue_manager="QM2"),
    DefineLocalQueue("HOME"),
    StartChannel("XMIT1", queue_manager="QM2"),
)


def far(**attributes: Any) -> tuple[Command, ...]:
    return (DefineLocalQueue("FAR", QueueAttributes(**attributes), queue_manager="QM2"),)


ENDS: dict[str, tuple[tuple[Command, ...], str, str]] = {
    "put-inhibited": (far(put=Switch.DISABLED), "DLQ2", "QM2"),
    "full": (far(max_depth=0), "DLQ2", "QM2"),
    "not there": ((), "DLQ2", "QM2"),
    "leads back": (BACK_AGAIN, "HOME", "QM1"),
    "there": (far(), "FAR", "QM2"),
}


def reported(report: Report) -> tuple[Command, ...]:
    """A delayed message that cannot be put to its target, and the report about it."""
    life = (SetTimeToLive("p", 5000),) if report & Report.EXPIRATION else (SetDeadLetterQueue("DLQ"),)
    message = OutgoingMessage("m", report=report, reply_to="REPLY")
    return (*life, SetDeliveryDelay("p", 3000), Send("p", message), DISABLE, Advance(6000), Advance(1000))


def judged(adapter: SimulatedAdapter, *commands: Command) -> Judgement:
    return judge_trace(run_commands(adapter, commands))


@pytest.mark.parametrize("report", [Report.EXCEPTION, Report.EXPIRATION], ids=["exception", "expiration"])
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("look", [Browse, ReadDepth])
def test_where_the_channels_leave_a_report_nobody_is_accused(end: str, report: Report, look: Any) -> None:
    """What a receiver makes of a report that its queue does not take is in none of these documents."""
    definitions, place, manager = ENDS[end]
    for name in ("preferred", "dead-letters and discards", "keeps what a channel cannot deliver"):
        found = judged(ADAPTERS[name](), *TO_QM2, *definitions, *reported(report), look(place, manager))
        assert found.breaches == (), name


class _OfTypeDatagram(SimulatedWorld):
    """Reports do not say that they are reports."""

    def _add_manager(self, *arguments: Any) -> None:
        super()._add_manager(*arguments)
        manager = self.simulation.managers[arguments[0]]
        put = manager.put_report

        def put_plain(report: Any, *others: Any) -> Any:
            assert report.origin is Origin.REPORT
            return put(replace(report, message_type=int(MessageType.DATAGRAM)), *others)

        manager.put_report = put_plain  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("report", "rule"),
    [(Report.EXCEPTION_WITH_FULL_DATA, "DD-101"), (Report.EXPIRATION_WITH_FULL_DATA, "DD-82")],
    ids=["exception", "expiration"],
)
def test_a_report_of_another_type_is_told_from_its_message_at_the_far_end_too(
    report: Report, rule: str
) -> None:
    """It has the data of the message, which is not there."""
    at_qm2 = (Connect("c2", queue_manager="QM2"), MqGet("FAR", connection="c2"))
    adapter = SimulatedAdapter(world=_OfTypeDatagram)
    (breach,) = judged(adapter, *TO_QM2, *far(), *reported(report), *at_qm2).breaches
    assert (breach.rules[0], breach.expected) == (rule, "MsgType 4")


TRIGGERING = QueueAttributes(trigger=DepthTrigger(1, "INITIATION"))


@pytest.mark.parametrize(
    ("definitions", "accused"),
    [
        (far(trigger=TRIGGERING.trigger), []),
        ((*far(put=Switch.DISABLED), DefineLocalQueue("DLQ2", TRIGGERING, queue_manager="QM2")), []),
        ((*far(), DefineLocalQueue("STOCK", TRIGGERING, queue_manager="QM2")), ["DD-10"]),
    ],
    ids=["its queue", "the dead-letter queue there", "another queue"],
)
def test_a_report_at_the_far_end_may_fire_a_trigger_message(
    definitions: tuple[Command, ...], accused: list[str]
) -> None:
    """Its way is not followed, so that the judge cannot tell whether it has."""
    initiation = DefineLocalQueue("INITIATION", queue_manager="QM2")
    look = Browse("INITIATION", queue_manager="QM2")
    trace = played(*TO_QM2, initiation, *definitions, *reported(Report.EXPIRATION), look)
    found = by_hand.judged(trace, {-1: Browsed(messages=(SeenMessage(body="TM"),))})
    assert [breach.rules[0] for breach in found.breaches] == accused
    assert bool(found.indeterminate) is not bool(accused)
