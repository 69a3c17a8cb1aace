"""A queue that DEADQ has named before keeps what was dead-lettered there, also reports of no rule."""

import pytest
from msgspec.structs import replace

from implementations import right
from implementations.witnesses.parts.common import TO_Q
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    ReadDepth,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import DepthRead
from mqtck.reference.vocabulary.profile import Edition, Profile
from mqtck.reference.vocabulary.traces import Trace


def reported_before(report: int, after: tuple[Command, ...], deadq: str = "FAILED") -> Trace:
    """A report option that the older edition does not name, of a message whose reply-to queue is missing."""
    adapter = right.ADAPTERS["acts on all options"]().under(Profile(edition=Edition.VERSION_8_0))
    message = OutgoingMessage("m", report=report, reply_to="MISSING")
    commands: list[Command] = [
        *(DefineLocalQueue("Q"), DefineLocalQueue("FAILED"), SetDeadLetterQueue(deadq)),
        *(CreateProducer("p"), SetDeliveryDelay("p", 1000), Send("p", message, TO_Q)),
        *(Advance(3000), *after),
        # One that may be taken for what is counted too early.
        *(SetDeliveryDelay("p", 60_000), Send("p", OutgoingMessage("n"), QueueDestination("FAILED"))),
        ReadDepth("FAILED"),
    ]
    return run_commands(adapter, commands)


@pytest.mark.parametrize("after", [(), (SetDeadLetterQueue(None),), (SetDeadLetterQueue("OTHER"),)])
@pytest.mark.parametrize("report", [Report.COD, Report.ACTIVITY, Report.PAN])
def test_a_report_that_was_dead_lettered_before_deadq_changed_counts(
    report: int, after: tuple[Command, ...]
) -> None:
    trace = reported_before(report, after)
    assert trace.steps[-1].outcome == DepthRead(1)
    judgement = judge_trace(trace)
    assert not judgement.breaches
    assert "a depth of at most 0 of QM1:FAILED" in judgement.indeterminate


def test_it_does_not_count_on_a_queue_that_deadq_never_named() -> None:
    trace = reported_before(Report.COD, (), "OTHER")
    steps = (*trace.steps[:-1], replace(trace.steps[-1], outcome=DepthRead(1)))
    assert judge_trace(Trace(trace.head, steps)).breaches
