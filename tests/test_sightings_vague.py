"""A message of which next to nothing is shown is taken for none that it says it is not."""

from implementations.simulation.world import SimulatedAdapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.channels import ChannelAttributes, DefineReceiverChannel, DefineSenderChannel
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Connect,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    GetMode,
    MqGet,
    MqPut,
    QueueAttributes,
    SetDeadLetterQueue,
    StartChannel,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import MessageType, Report
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    OutgoingMessage,
    PutDescriptor,
    SeenMessage,
    SeenTransmissionHeader,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Sent
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.traces import Step, Trace

TOO_BIG = (
    *(DefineQueueManager(name, platform=Platform.ZOS) for name in ("QMA", "QMB")),
    DefineLocalQueue("TO.QMB", QueueAttributes(usage=Usage.TRANSMISSION), "QMA"),
    DefineLocalQueue("REPLIES", queue_manager="QMA"),
    DefineLocalQueue("FAILED", queue_manager="QMA"),
    DefineLocalQueue("STOCK", queue_manager="QMB"),
    DefineRemoteQueue("ORDERS", "STOCK", "QMB", "TO.QMB", "QMA"),
    DefineSenderChannel("TO.QMB", ChannelAttributes(max_message_length=20000), "QMA"),
    DefineReceiverChannel("QMA", "QMB"),
    SetDeadLetterQueue("FAILED", "QMA"),
    Connect("a", "QMA"),
    MqPut(
        "ORDERS",
        OutgoingMessage("order-1", length=40000, report=Report.EXCEPTION, reply_to="REPLIES"),
        connection="a",
    ),
    StartChannel("TO.QMB", "QMA"),
    Advance(1000),
    Browse("FAILED", "QMA"),
    Browse("FAILED", "QMA"),
)


def _vague(step: Step) -> Step:
    """What an adapter leaves that shows neither bodies nor ids nor feedback."""
    match step.outcome:
        case Sent():
            return Step(step.command, Sent(), step.started, step.ended)
        case Browsed(messages=messages):
            shown = SeenMessage(descriptor=Descriptor(message_type=MessageType.DATAGRAM))
            outcome = Browsed((shown,) * len(messages))
            return Step(step.command, outcome, step.started, step.ended)
        case _:
            return step


def test_a_datagram_is_not_taken_for_a_report_by_the_channel() -> None:
    trace = run_commands(SimulatedAdapter(), TOO_BIG)
    last = trace.steps[-1].outcome
    assert isinstance(last, Browsed)
    assert len(last.messages) == 1
    assert judge_trace(trace).breaches == ()
    judgement = judge_trace(Trace(trace.head, tuple(_vague(step) for step in trace.steps)))
    assert judgement.breaches == ()
    assert judgement.indeterminate


def test_a_header_of_unknown_length_may_be_in_front_of_another_message_than_one_without_data() -> None:
    """What is got is the one that the same unit of work has put, whose header is whole."""
    trace = run_commands(
        SimulatedAdapter(),
        (
            DefineLocalQueue("ORDERS"),
            MqPut(
                "ORDERS",
                OutgoingMessage("whole", transmission_header=TransmissionHeader("STOCK", "QM9", expiry=600)),
                syncpoint=Syncpoint.WITHIN,
            ),
            MqPut(
                "ORDERS",
                OutgoingMessage(
                    "cut off", transmission_header=TransmissionHeader("STOCK", "QM9", expiry=50, length=123)
                ),
                PutDescriptor(expiry=50),
            ),
            Advance(6000),
            MqGet("ORDERS", GetMode.DESTRUCTIVE, syncpoint=Syncpoint.WITHIN),
        ),
    )
    got = trace.steps[-1]
    assert isinstance(got.outcome, MessageReturned)
    assert got.outcome.message.body == "whole"
    header = SeenTransmissionHeader(remote_queue="STOCK")
    shown = MessageReturned(SeenMessage(descriptor=Descriptor(report=0), transmission_header=header))
    vague = Trace(trace.head, (*trace.steps[:-1], Step(got.command, shown, got.started, got.ended)))
    judgement = judge_trace(vague)
    assert judgement.breaches == ()
    assert "cannot be recognised" in judgement.indeterminate
