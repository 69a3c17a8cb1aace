"""Depths that an implementation does not tell: what the judge makes of a refusal."""

import msgspec
import pytest

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution import run_commands
from mqtck.conformance.judge import Judgement, judge_trace
from mqtck.reference.vocabulary.commands import Command, DefineLocalQueue, EndQueueManager, ReadDepth
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.traces import Trace

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
