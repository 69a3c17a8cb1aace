"""Whom the judge blames first: of several rules that one fault may break, the one that it is about."""

import pytest

from implementations.report_messages import delivery_report
from implementations.witness_parts import EXPIRATION, QUEUES, Trace, put
from implementations.world import SimulatedAdapter, SimulatedWorld
from implementations.wrong import WRONG
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.commands import Advance, Browse, Command, MqGet, ReadDepth
from mqtck.reference.vocabulary.constants import Report
from mqtck.reference.vocabulary.outcomes import Outcome

EXPIRED_ABOVE_LIVE: Trace = (
    *QUEUES,
    put("low", priority=1),
    put("high", expiry=20, report=EXPIRATION, priority=9),
    Advance(3000),
    MqGet("Q"),
)


def first_blamed(name: str, trace: Trace) -> str:
    (breach, *_) = judge_trace(run_commands(WRONG[name].factory(), trace)).breaches
    return breach.rules[0]


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("arrival alone", "X-28"),
        ("two hundred characters too many", "DD-111"),
        ("no room for dead letters", "DD-98"),
    ],
)
def test_the_rule_of_the_fault_comes_first(name: str, rule: str) -> None:
    assert first_blamed(name, WRONG[name].witness) == rule


@pytest.mark.parametrize("look", [ReadDepth("Q"), Browse("REPLY")])
def test_who_never_comes_to_an_expired_message_of_higher_priority_breaks_ex_16(
    look: ReadDepth | Browse,
) -> None:
    """Not EX-12 or EX-21, which a get keeps that knows the order of arrival alone."""
    assert first_blamed("arrival alone", (*EXPIRED_ABOVE_LIVE, look)) == "EX-16"


class _ConfirmsBrowses(SimulatedWorld):
    """A browse is a delivery of which a COD tells, where it is asked for."""

    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        queue = self._manager("QM1").local(command.queue) if isinstance(command, Browse) else None
        for entry in () if queue is None else tuple(queue.entries):
            if entry.message.report & Report.COD:
                manager = self._manager("QM1")
                manager.send_report(delivery_report(entry.message, manager), entry.message)
        return outcome


@pytest.mark.parametrize("look", [ReadDepth("REPLY"), MqGet("REPLY")])
@pytest.mark.parametrize("expiry", [-1, 30])
def test_whether_a_browse_without_a_delay_is_a_delivery_is_not_judged(
    expiry: int, look: ReadDepth | MqGet
) -> None:
    """DD-127 is about delayed messages, EX-22 about what expires; COD itself stands in other documents."""
    asking = put(expiry=expiry, report=int(Report.COD))
    steps = (*QUEUES, asking, Advance(2000), Browse("Q"), look, Advance(2000), MqGet("Q"), look)
    assert judge_trace(run_commands(SimulatedAdapter(world=_ConfirmsBrowses), steps)).breaches == ()
