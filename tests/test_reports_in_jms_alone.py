"""A client of JMS alone shows of a report the JMSCorrelationID that its MQMD.CorrelId becomes (X-20)."""

import pytest
from msgspec.structs import replace

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    Command,
    CreateProducer,
    DefineLocalQueue,
    Receive,
    Send,
    SetDeliveryDelay,
    Switch,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import (
    Descriptor,
    JmsFolder,
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
)
from mqtck.reference.vocabulary.outcomes import MessageReturned, Sent
from mqtck.reference.vocabulary.queue_attributes import AttributeChanges
from mqtck.reference.vocabulary.traces import Step

OPTIONS = Report.EXCEPTION | Report.DISCARD_MSG


def sent(correlation_text: str | None = None) -> tuple[Command, ...]:
    """A delayed message that its target does not take when it is due, and a look at the report about it."""
    message = OutgoingMessage(
        "order-1", report=OPTIONS, reply_to="REPLIES", correlation_text=correlation_text
    )
    return (
        DefineLocalQueue("ORDERS"),
        DefineLocalQueue("REPLIES"),
        CreateProducer("p", destination=QueueDestination("ORDERS")),
        SetDeliveryDelay("p", 3000),
        Send("p", message),
        AlterQueue("ORDERS", AttributeChanges(put=Switch.DISABLED)),
        Advance(3001),
        Receive("REPLIES"),
    )


def in_jms_alone(step: Step, correlation_id: str | None) -> Step:
    """What such a client would have shown; with this correlation id of a report, if it is another."""
    match step.outcome:
        case Sent(header=header):
            return replace(step, outcome=Sent(header=header))
        case MessageReturned(message=message):
            told = correlation_id or message.header.correlation_id
            header = replace(message.header, correlation_id=told)
            shown = SeenMessage(body=message.body, header=header, descriptor=Descriptor(), folder=JmsFolder())
            return replace(step, outcome=MessageReturned(message=shown))
        case _:
            return step


def judged(commands: tuple[Command, ...], correlation_id: str | None) -> Judgement:
    trace = run_commands(Reference(), commands)
    return judge_trace(
        replace(trace, steps=tuple(in_jms_alone(step, correlation_id) for step in trace.steps))
    )


def test_the_message_id_of_the_send_bears_the_rule_out() -> None:
    found = judged(sent(), None)
    assert found.breaches == ()
    assert "X-20" in found.exercised


@pytest.mark.parametrize("correlation_id", ["another", "ID:" + "ab" * 24])
def test_any_other_correlation_id_breaks_it(correlation_id: str) -> None:
    (breach,) = judged(sent(), correlation_id).breaches
    assert "X-20" in breach.rules
    assert breach.seen == correlation_id


def test_of_a_message_with_one_of_its_own_nothing_is_known() -> None:
    """A report may begin with the header of its message, whose jms.Cid a client shows instead."""
    found = judged(sent(correlation_text="cake"), "cake")
    assert found.breaches == ()
    assert "X-20" not in found.exercised
