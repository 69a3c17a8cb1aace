"""A message whose gets are backed out is back; after many times no document says where it is."""

import pytest

from implementations.world import SimulatedAdapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.backouts import LIMIT
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    CreateProducer,
    DefineLocalQueue,
    MqBackout,
    MqGet,
    ReadDepth,
    Send,
    SetDeliveryDelay,
    Syncpoint,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, MessageReturned, NoMessage, Outcome
from mqtck.reference.vocabulary.traces import Step, Trace

SENT = (
    DefineLocalQueue("ORDERS"),
    DefineLocalQueue("BACKOUTS"),
    CreateProducer("p"),
    SetDeliveryDelay("p", 2000),
    Send("p", OutgoingMessage("order-1"), QueueDestination("ORDERS")),
    Advance(3000),
)
BACKED_OUT = (MqGet("ORDERS", syncpoint=Syncpoint.WITHIN), MqBackout())


def put_away(times: int) -> Trace:
    """A trace in which the message is on the queue BACKOUTS after so many backouts."""
    looks = (MqGet("ORDERS"), ReadDepth("ORDERS"), Browse("BACKOUTS"))
    trace = run_commands(SimulatedAdapter(), (*SENT, *BACKED_OUT * times, *looks))
    *steps, got, depth, browsed = trace.steps
    assert isinstance(got.outcome, MessageReturned)
    away: tuple[Outcome, ...] = (NoMessage(reason=2033), DepthRead(0), Browsed((got.outcome.message,)))
    moved = (
        Step(step.command, outcome, step.started, step.ended)
        for step, outcome in zip((got, depth, browsed), away, strict=True)
    )
    return Trace(trace.head, (*steps, *moved))


@pytest.mark.parametrize("times", [LIMIT, LIMIT + 1, 20])
def test_after_many_backouts_where_it_is_stays_undecided(times: int) -> None:
    judgement = judge_trace(put_away(times))
    assert judgement.breaches == ()
    assert judgement.indeterminate, "on a queue of choice it was not put by anybody that the texts know"


@pytest.mark.parametrize("times", [1, LIMIT - 1])
def test_after_a_few_it_is_back(times: int) -> None:
    judgement = judge_trace(put_away(times))
    assert {"DD-10", "X-54"} & {rule for breach in judgement.breaches for rule in breach.rules}
