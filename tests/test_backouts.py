"""A message whose gets are backed out is back; after many times no document says where it is."""

import pytest

from implementations.right import ADAPTERS
from implementations.right.otherwise import PutsAway
from implementations.simulation.world import SimulatedAdapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.queues.backouts import LIMIT
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqBackout,
    MqGet,
    QueueAttributes,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartChannel,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
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


def test_after_the_first_it_is_back() -> None:
    """EX-38: backed out, what was returned is back; no later backout is spoken of."""
    judgement = judge_trace(put_away(1))
    assert {"DD-10", "X-54"} & {rule for breach in judgement.breaches for rule in breach.rules}


@pytest.mark.parametrize("times", [1, LIMIT, 20])
def test_however_often_its_recall_is_backed_out_a_message_is_not_on_its_target_before_it_is_due(
    times: int,
) -> None:
    recalled = (MqGet(STAGING_QUEUE, syncpoint=Syncpoint.WITHIN), MqBackout())
    trace = run_commands(SimulatedAdapter(), (*SENT[:-1], *recalled * times, MqGet("ORDERS")))
    assert judge_trace(trace).breaches == ()
    *steps, looked = trace.steps
    shown = next(step.outcome for step in steps if isinstance(step.outcome, MessageReturned))
    early = Step(looked.command, shown, looked.started, looked.ended)
    judgement = judge_trace(Trace(trace.head, (*steps, early)))
    assert judgement.breaches[0].rules[0] == "DD-01"


@pytest.mark.parametrize("queue", ["ORDERS", STAGING_QUEUE])
@pytest.mark.parametrize("dead_letter_queue", [None, "DLQ"])
def test_who_puts_a_message_away_at_its_second_backout_is_not_accused(
    queue: str, dead_letter_queue: str | None
) -> None:
    """Wherever it was backed out: on its queue, or on the staging queue, from which it was recalled."""
    delayed = (*SENT[:-1], SetDeadLetterQueue(dead_letter_queue))
    gets = (MqGet(queue, syncpoint=Syncpoint.WITHIN), MqBackout()) * 2
    begun = delayed if queue == STAGING_QUEUE else (*delayed, SENT[-1])
    looks = (Browse("ORDERS"), Browse("DLQ"), MqGet("ORDERS"), MqGet("DLQ"), ReadDepth(STAGING_QUEUE))
    trace = run_commands(
        SimulatedAdapter(world=PutsAway),
        (DefineLocalQueue("DLQ"), *begun, *gets, *looks, Advance(10_000), *looks),
    )
    judgement = judge_trace(trace)
    assert judgement.breaches == ()
    assert not judgement.indeterminate
    assert not any(isinstance(step.outcome, MessageReturned) for step in trace.steps if asks(step, "ORDERS"))


def asks(step: Step, queue: str) -> bool:
    return isinstance(step.command, MqGet) and (step.command.queue, step.command.syncpoint) == (
        queue,
        Syncpoint.OUTSIDE,
    )


@pytest.mark.parametrize(
    "report", [Report.COD, Report.COD | Report.PASS_MSG_ID, Report.COD | Report.PASS_CORREL_ID]
)
def test_who_confirms_each_get_is_not_accused_where_the_confirmations_find_no_way_back(
    report: Report,
) -> None:
    """X-32: whichever ids they have, they are dead-lettered at the queue manager that made them."""
    commands = (
        *(
            DefineQueueManager("QM2"),
            DefineLocalQueue("STOCK", queue_manager="QM2"),
            DefineLocalQueue("REPLIES"),
        ),
        *(DefineLocalQueue("DEAD", queue_manager="QM2"), SetDeadLetterQueue("DEAD", queue_manager="QM2")),
        DefineLocalQueue("TO.QM2", QueueAttributes(usage=Usage.TRANSMISSION)),
        DefineRemoteQueue("ORDERS", "STOCK", "QM2", "TO.QM2"),
        *(CreateProducer("p", destination=QueueDestination("ORDERS")), SetDeliveryDelay("p", 2000)),
        *(Send("p", OutgoingMessage("order-1", report=int(report), reply_to="REPLIES")), Advance(3000)),
        *(StartChannel("TO.QM2"), Advance(1000), Connect("c", "QM2")),
        *(MqGet("STOCK", syncpoint=Syncpoint.WITHIN, connection="c"), MqBackout("c")),
        *(MqGet("STOCK", connection="c"), Advance(1000), Browse("DEAD", queue_manager="QM2")),
    )
    trace = run_commands(ADAPTERS["confirms deliveries at gets"](), commands)
    dead_letters = trace.steps[-1].outcome
    assert isinstance(dead_letters, Browsed)
    assert len(dead_letters.messages) == 2
    assert judge_trace(trace).breaches == ()
