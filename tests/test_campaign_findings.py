"""Findings: grouped by rule and shape, shrunk within a budget, or kept as they were."""

from functools import cache

import pytest
from campaign_adapters import RealTimeAdapter, RealTimeWorld

from implementations.right import ADAPTERS
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.wrong import WRONG
from mqtck.conformance.campaign.aggregation import Shape
from mqtck.conformance.campaign.findings import SHAPES_OF_A_RULE, chosen_groups, findings_of
from mqtck.conformance.campaign.one_case import run_case
from mqtck.conformance.contract import Adapter, World
from mqtck.conformance.execution.profiles import under
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.mutants.registry import all_mutants, mutant_adapter
from mqtck.conformance.shrinking.plainer import named_anew, plainer, with_shared_names
from mqtck.conformance.shrinking.shapes import shape_of
from mqtck.conformance.shrinking.shrinking import Budget, Finding, finding_in, shrink, waits
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Outcome, Refused
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Platform
from mqtck.reference.vocabulary.traces import encode_lines

LONG = 8
"""Commands that a finding has at the least before it is shrunk here."""


@cache
def found(name: str, rule: str) -> tuple[Adapter, Finding]:
    adapter = WRONG[name].factory()
    for number in range(2000):
        finding = finding_in(run_case(adapter, 1, number, 40).trace, rule)
        if finding is not None and len(finding.trace.steps) >= LONG:
            return adapter, finding
    raise AssertionError(f"no case shows {rule}")


def group_of(finding: Finding, cases: int = 3) -> Shape:
    return Shape(finding.breach.rules[0], shape_of(finding.trace, finding.breach), cases)


# --- plainer commands ----------------------------------------------------------------------------------


def test_times_become_round_and_low() -> None:
    assert list(plainer(c.Advance(45_678))) == [c.Advance(1000), c.Advance(10_000), c.Advance(46_000)]
    assert list(plainer(c.Advance(1000))) == []
    assert c.SetDeliveryDelay("p1", 1000) in plainer(c.SetDeliveryDelay("p1", 60_000))


def test_names_are_counted_anew_in_the_order_in_which_they_come() -> None:
    send = c.Send("p7", OutgoingMessage("m12", reply_to="R3"), QueueDestination("Q9"))
    commands = (c.DefineLocalQueue("Q9"), c.DefineLocalQueue("R3", queue_manager="QM1"), send)
    anew = c.Send("p1", OutgoingMessage("m1", reply_to="R1"), QueueDestination("Q1"))
    assert named_anew(commands) == (c.DefineLocalQueue("Q1"), c.DefineLocalQueue("R1"), anew)


def test_what_has_a_name_of_its_own_may_use_another_one() -> None:
    two_queues = (c.DefineLocalQueue("Q1"), c.DefineLocalQueue("Q2"), c.Browse("Q1"), c.Browse("Q2"))
    assert (c.DefineLocalQueue("Q1"), c.Browse("Q1"), c.Browse("Q1")) in with_shared_names(two_queues)
    elsewhere = (c.DefineQueueManager("Z1"), c.DefineLocalQueue("X1", queue_manager="Z1"))
    assert (c.DefineLocalQueue("X1"),) in with_shared_names(elsewhere)
    messages = (c.MqPut("Q1", OutgoingMessage("m1")), c.MqPut("Q1", OutgoingMessage("m2")))
    assert list(with_shared_names(messages)) == []


# --- shrinking -----------------------------------------------------------------------------------------


def test_a_finding_becomes_one_of_the_profile_of_the_implementation_itself() -> None:
    adapter = mutant_adapter(next(one for one in all_mutants() if one.rules[0] == "DD-36"))
    on_zos = next(one for one in EVERY_PROFILE if one.platform is Platform.ZOS)
    other = under(adapter, on_zos)
    finding = next(
        one for number in range(2000) if (one := finding_in(run_case(other, 1, number, 40).trace, "DD-36"))
    )
    assert finding.trace.head.profile == on_zos != adapter.information.profile
    small = shrink(adapter, finding).finding
    assert small.trace.head.profile == adapter.information.profile


def test_advances_are_put_together_and_the_shape_stays() -> None:
    adapter, finding = found("groups accepted", "DD-36")
    commands = [step.command for step in finding.trace.steps]
    padded = run_commands(adapter, [c.Advance(700), c.Advance(500), *commands])
    long = finding_in(padded, "DD-36")
    assert long is not None
    done = shrink(adapter, long)
    assert done.again
    assert 0 < done.executions <= Budget().attempts
    assert shape_of(done.finding.trace, done.finding.breach) == shape_of(finding.trace, finding.breach)
    assert waits(done.finding) <= waits(finding)


def test_no_execution_is_begun_after_the_time_is_over() -> None:
    adapter, finding = found("groups accepted", "DD-36")
    done = shrink(adapter, finding, Budget(attempts=100, seconds=0))
    assert (done.finding, done.again, done.executions) == (finding, False, 0)
    few = shrink(adapter, finding, Budget(attempts=7))
    assert few.executions == 7
    assert finding_in(few.finding.trace, "DD-36") is not None


class RefusingWorld(RealTimeWorld):
    """Refuses each send for its life, which it has not, once it is so many ms old."""

    def __init__(self, world: SimulatedWorld, age: int) -> None:
        super().__init__(world)
        self._from = self.now() + age

    def execute(self, command: c.Command) -> Outcome:
        if isinstance(command, c.Send) and self.now() >= self._from:
            return Refused(reason=ReasonCode.EXPIRY_ERROR, family=ErrorFamily.JMS_EXCEPTION)
        return super().execute(command)


class Refusing(RealTimeAdapter):
    def __init__(self, age: int) -> None:
        super().__init__()
        self._age = age

    def open_world(self) -> World:
        return RefusingWorld(SimulatedAdapter("simulator").open_world(), self._age)


@pytest.mark.parametrize(("age", "executions", "waited"), [(0, 1, 0), (300, 4, 301)])
def test_on_a_real_clock_waits_are_left_out_first(age: int, executions: int, waited: int) -> None:
    """Each execution costs them. Where not all can go, the longest does."""
    commands = (
        c.DefineLocalQueue("Q1"),
        c.CreateProducer("p1", destination=QueueDestination("Q1")),
        c.Advance(500),
        c.OpenSession("s1"),
        c.Advance(301),
        c.Send("p1", OutgoingMessage("m1")),
    )
    adapter = Refusing(age)
    trace = run_commands(adapter, commands)
    finding = finding_in(trace, observed(trace).breaches[0].rules[0])
    assert finding is not None
    done = shrink(adapter, finding, Budget(attempts=executions))
    assert done.executions == executions
    assert waits(done.finding) == waited


# --- findings of a campaign ----------------------------------------------------------------------------


def test_the_most_frequent_shapes_of_each_rule_are_shown_the_most_frequent_rule_first() -> None:
    many = [Shape("EX-17", f"Send: Refused {number}", 2) for number in range(SHAPES_OF_A_RULE + 3)]
    groups = [Shape("DD-25", "Browse: Browsed", 5), *many, Shape("DD-25", "Receive: NoMessage", 1)]
    chosen = chosen_groups(groups)
    assert [group.rule for group in chosen] == ["EX-17"] * SHAPES_OF_A_RULE + ["DD-25"] * 2
    assert chosen_groups(reversed(groups)) == chosen


def test_a_finding_has_its_shape_and_is_shrunk() -> None:
    adapter, finding = found("groups accepted", "DD-36")
    group = group_of(finding)
    told: list[str] = []
    raw = {(group.rule, group.shape): encode_lines(finding.trace).decode()}
    (made,) = findings_of(adapter, ClockKind.VIRTUAL, [group], raw, 600, told.append)
    assert (made.shape, made.cases, made.note) == (group.shape, 3, "")
    assert made.breach.rules[0] == "DD-36"
    assert made.trace.head.rules == made.breach.rules
    assert len(made.trace.steps) <= 4 < len(finding.trace.steps)
    assert told == [
        f"campaign: DD-36, {group.shape}: from {len(finding.trace.steps)} to {len(made.trace.steps)} commands"
    ]


@pytest.mark.parametrize("clock", ClockKind)
def test_a_finding_that_is_not_shown_again_is_kept_as_it_was_and_says_so(clock: ClockKind) -> None:
    _, finding = found("groups accepted", "DD-36")
    group = group_of(finding)
    raw = {(group.rule, group.shape): encode_lines(finding.trace).decode()}
    told: list[str] = []
    (made,) = findings_of(ADAPTERS["preferred"](), clock, [group], raw, 600, told.append)
    assert made.trace.steps == finding.trace.steps
    assert made.note == "not shown again when it was executed again, so kept as it was"
    assert told[-1].endswith(f"({made.note})")


def test_on_a_real_clock_it_is_told_first_how_long_shrinking_may_take() -> None:
    _, finding = found("groups accepted", "DD-36")
    group = group_of(finding)
    raw = {(group.rule, group.shape): encode_lines(finding.trace).decode()}
    told: list[str] = []
    findings_of(ADAPTERS["preferred"](), ClockKind.REAL, [group], raw, 600, told.append)
    assert told[0] == "campaign: what breaks rules is executed again to shrink it, for up to 2 min"
    assert len(told) == 2
