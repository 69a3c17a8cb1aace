"""A trigger message that is shown before anything has come that could fire it (X-39)."""

import pytest

from implementations.witnesses.parts.common import ALL_REPORTS, TO_Q, Trace, send
from implementations.wrong import WRONG
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DepthTrigger,
    MqGet,
    MqPut,
    QueueAttributes,
    Receive,
    SetDeadLetterQueue,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage

TRIGGERING = QueueAttributes(trigger=DepthTrigger(1, "INIT"))
QUEUES: Trace = (
    DefineLocalQueue("INIT"),
    DefineLocalQueue("Q", TRIGGERING),
    DefineLocalQueue("OTHER", TRIGGERING),
)
DELAYED: Trace = (CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000), send())


def triggered_by_the_send(*commands: Command) -> Judgement:
    return judge_trace(run_commands(WRONG["triggered by the send"].factory(), (*QUEUES, *commands)))


@pytest.mark.parametrize("look", [MqGet("INIT"), Browse("INIT"), Receive("INIT")])
def test_what_is_on_the_initiation_queue_of_a_staged_message_is_a_trigger_message(look: Command) -> None:
    (breach,) = triggered_by_the_send(*DELAYED, look).breaches
    assert breach.rules[0] == "X-39"


@pytest.mark.parametrize(
    "commands",
    [
        pytest.param((*DELAYED, Advance(6000), MqGet("INIT"), MqGet("INIT")), id="the message has come"),
        pytest.param((MqPut("Q", OutgoingMessage("n")), *DELAYED, Browse("INIT")), id="another has come"),
        pytest.param(
            (MqPut("OTHER", OutgoingMessage("n")), MqGet("OTHER"), *DELAYED, Browse("INIT")),
            id="another has come to another queue",
        ),
        pytest.param(
            (
                MqPut("OTHER", OutgoingMessage("n", report=ALL_REPORTS, reply_to="Q")),
                *DELAYED,
                Browse("INIT"),
            ),
            id="a report may have come",
        ),
    ],
)
def test_how_often_a_queue_fires_is_in_other_documents(commands: Trace) -> None:
    assert triggered_by_the_send(*commands).breaches == ()


@pytest.mark.parametrize(
    "before",
    [
        pytest.param((MqPut("INIT", OutgoingMessage("n")), MqGet("INIT")), id="applications use the queue"),
        pytest.param((SetDeadLetterQueue("INIT"),), id="it is the dead-letter queue"),
    ],
)
def test_what_else_may_come_to_the_queue_is_not_taken_for_a_trigger_message(before: Trace) -> None:
    judgement = triggered_by_the_send(*before, *DELAYED, MqGet("INIT"))
    assert judgement.breaches == ()
    assert judgement.indeterminate
