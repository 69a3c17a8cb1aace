"""A trigger message that is shown before anything has come that could fire it (X-39)."""

import pytest
from msgspec.structs import replace

from implementations.witnesses.parts.common import ALL_REPORTS, TO_Q, send
from implementations.witnesses.parts.common import Trace as Commands
from implementations.wrong import WRONG
from mqtck.adapters.reference import Reference
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
    Syncpoint,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, SeenMessage
from mqtck.reference.vocabulary.outcomes import MessageReturned
from mqtck.reference.vocabulary.traces import Trace

TRIGGERING = QueueAttributes(trigger=DepthTrigger(1, "INIT"))
QUEUES: Commands = (
    DefineLocalQueue("INIT"),
    DefineLocalQueue("Q", TRIGGERING),
    DefineLocalQueue("OTHER", TRIGGERING),
)
DELAYED: Commands = (CreateProducer("p", destination=TO_Q), SetDeliveryDelay("p", 5000), send())


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
def test_how_often_a_queue_fires_is_in_other_documents(commands: Commands) -> None:
    assert triggered_by_the_send(*commands).breaches == ()


@pytest.mark.parametrize(
    "before",
    [
        pytest.param((MqPut("INIT", OutgoingMessage("n")), MqGet("INIT")), id="applications use the queue"),
        pytest.param((SetDeadLetterQueue("INIT"),), id="it is the dead-letter queue"),
    ],
)
def test_what_else_may_come_to_the_queue_is_not_taken_for_a_trigger_message(before: Commands) -> None:
    judgement = triggered_by_the_send(*before, *DELAYED, MqGet("INIT"))
    assert judgement.breaches == ()
    assert judgement.indeterminate


@pytest.mark.parametrize(
    ("syncpoint", "told"),
    [
        (
            Syncpoint.WITHIN,
            "step 5: a unit of work that is still open may have fired a trigger message",
        ),
        (Syncpoint.OUTSIDE, ""),
    ],
)
def test_what_an_open_unit_of_work_has_put_may_have_fired_a_trigger_message(
    syncpoint: Syncpoint, told: str
) -> None:
    """Outside of one the put has fired one trigger message, and the second is one too many."""
    put = MqPut("Q", OutgoingMessage("n"), syncpoint=syncpoint)
    played = run_commands(Reference(), (*QUEUES, put, *[MqGet("INIT")] * (1 if told else 2)))
    last = replace(played.steps[-1], outcome=MessageReturned(SeenMessage(body="")))
    judgement = judge_trace(Trace(played.head, (*played.steps[:-1], last)))
    assert judgement.indeterminate == told
    assert bool(judgement.breaches) is not bool(told)
