"""Depths: what the judge makes of a refusal, and of one that counts what is staged."""

import msgspec
import pytest

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution import run_commands
from mqtck.conformance.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    EndQueueManager,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, SeenMessage
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    Done,
    MessageReturned,
    Outcome,
    Refused,
    Sent,
)
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Step, Trace, TraceHead

ORDERS = DefineLocalQueue("ORDERS")


def refused(*commands: Command) -> Judgement:
    """What is said where the depth of ORDERS is asked for last, and refused."""
    played = run_commands(Reference(), (*commands, ReadDepth("ORDERS")))
    last = msgspec.structs.replace(played.steps[-1], outcome=Refused(reason=2085))
    return judge_trace(Trace(played.head, (*played.steps[:-1], last)))


@pytest.mark.parametrize("commands", [(), (ORDERS, EndQueueManager())], ids=["no queue", "ended"])
def test_a_depth_that_nobody_can_tell_may_be_refused(commands: tuple[Command, ...]) -> None:
    judgement = refused(*commands)
    assert (judgement.breaches, judgement.indeterminate) == ((), "")


def test_of_a_depth_that_could_be_told_no_rule_speaks() -> None:
    assert "no rule speaks" in refused(ORDERS).indeterminate


def test_a_message_that_only_a_depth_has_seen_was_counted_too_soon() -> None:
    """The send took 1.5 s: the depth may be right, until the browser shows nothing. Nothing else is wrong."""
    message = SeenMessage(body="m1")
    calls: list[tuple[Command, Outcome, int, int]] = [
        (DefineLocalQueue("ORDERS"), Done(), 0, 1),
        (CreateProducer("p"), Done(), 1, 2),
        (SetDeliveryDelay("p", 2000), Done(), 2, 3),
        (Send("p", OutgoingMessage("m1"), QueueDestination("ORDERS")), Sent(), 1000, 2500),
        (ReadDepth("ORDERS"), DepthRead(1), 3100, 3110),
        (Browse("ORDERS"), Browsed(()), 3200, 3700),
        (Receive("ORDERS"), MessageReturned(message), 4600, 4700),
        (ReadDepth("ORDERS"), DepthRead(0), 4800, 4801),
    ]
    steps = tuple(Step(command, outcome, started, ended) for command, outcome, started, ended in calls)
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter="by hand", clock=ClockKind.REAL)
    judgement = judge_trace(Trace(head, steps))
    assert [breach.rules[0] for breach in judgement.breaches] == ["DD-06"]
    assert judgement.indeterminate == ""
