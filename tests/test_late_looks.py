"""A random case on a real clock looks again for what is late; what never comes leaves its rules undecided."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from campaign_adapters import LOADER, lossy_adapter

from implementations.right.real_clock import RealClockAdapter
from implementations.simulation.world import SimulatedAdapter
from implementations.state.lateness import Lateness
from mqtck.conformance.campaign.one_case import CaseRun, run_case
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.late_looks import IN_VAIN, LATE_OR_NEVER, PAUSES, Waiting, rules_missed
from mqtck.conformance.judging.observer import observer_of
from mqtck.conformance.ledger.rules import load
from mqtck.conformance.properties.running import PropertiesResult, run_properties
from mqtck.conformance.suite.evidence import rule_results
from mqtck.conformance.suite.plan import Effort, Gathered, Plan
from mqtck.conformance.suite.random import gather_campaign, gather_properties
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
)
from mqtck.reference.vocabulary.constants import DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    Durability,
    ReceivePublication,
    Subscribe,
)
from mqtck.reference.vocabulary.results import Method, RuleVerdict, Verdict

CASES = 40
HOUR = 3_600_000


def runs(adapter: RealClockAdapter) -> list[CaseRun]:
    waiting = Waiting()
    return [run_case(adapter, 1, number, 16, waiting=waiting) for number in range(CASES)]


@pytest.mark.parametrize("due", [1, 700, 3000, 8000])
def test_what_comes_late_has_come(due: int) -> None:
    late = RealClockAdapter(SimulatedAdapter(lateness=Lateness(due=due)))
    assert {run.verdict for run in runs(late)} == {Verdict.CONFORMS}


def test_what_never_comes_leaves_the_case_undecided_and_speaks_for_no_rule() -> None:
    lost = [run for run in runs(lossy_adapter()) if run.missed]
    assert len(lost) >= IN_VAIN + 2
    assert {(run.verdict, run.reason) for run in lost} == {(Verdict.INDETERMINATE, LATE_OR_NEVER)}
    assert all(run.missed.isdisjoint(run.exercised) for run in lost)
    assert {"DD-12", "DD-10", "DD-02", "X-54", "DD-115"} <= {rule for run in lost for rule in run.missed}
    waits = [[one.command for one in run.trace.steps if isinstance(one.command, Advance)] for run in lost]
    # The fourth pause is the last one; whoever is known to lose messages is not waited for so long.
    assert all(Advance(PAUSES[-1]) in wait for wait in waits[:IN_VAIN])
    assert not any(Advance(PAUSES[-1]) in wait for wait in waits[IN_VAIN:])


def properties(adapter: RealClockAdapter) -> PropertiesResult:
    return run_properties(adapter, examples=CASES, steps=16, campaign_seed=3)


@pytest.mark.parametrize("due", [700, 8000])
def test_examples_of_the_properties_look_again_too(due: int) -> None:
    late = properties(RealClockAdapter(SimulatedAdapter(lateness=Lateness(due=due))))
    assert (late.findings, late.missed) == ((), ())
    assert late.exercised["DD-12"] > 0


def test_what_never_comes_leaves_an_example_undecided() -> None:
    lost = properties(lossy_adapter())
    assert lost.findings == ()
    missed = {one.rule: one for one in lost.missed}
    assert {"DD-12", "DD-10", "DD-02", "X-54"} <= missed.keys()
    assert lost.reasons[LATE_OR_NEVER] >= missed["DD-12"].cases > 0
    assert all(one.rule in rules_missed(observer_of(one.trace), 0) for one in lost.missed)


def test_what_nobody_can_look_at_is_not_waited_for() -> None:
    commands = [
        DefineLocalQueue("Q"),
        CreateProducer("p", destination=QueueDestination("Q")),
        SetDeliveryDelay("p", 1000),
        Send("p", OutgoingMessage("m1")),
        Advance(2000),
        DefineLocalQueue("R"),
    ]
    trace = run_commands(RealClockAdapter(SimulatedAdapter()), commands)
    assert list(Waiting().looks(trace.steps, trace.head.profile)) == [Advance(PAUSES[0])]


@pytest.mark.parametrize(
    ("closing", "looks"),
    [([], [ReceivePublication("s")]), ([CloseSubscriber("s")], [])],
    ids=["connected", "closed"],
)
def test_a_subscriber_that_was_disconnected_since_its_last_receive_is_not_asked(
    closing: list[Command], looks: list[Command]
) -> None:
    commands = [
        Subscribe("s", "T", durability=Durability.DURABLE),
        CreateProducer("p", topic=TopicDestination("T")),
        SetDeliveryMode("p", DeliveryMode.NON_PERSISTENT),
        SetDeliveryDelay("p", 1000),
        Send("p", OutgoingMessage("m1")),
        Advance(2000),
        ReceivePublication("s", 100),
        *closing,
        DefineLocalQueue("R"),
    ]
    late = SimulatedAdapter(lateness=Lateness(due=HOUR))
    trace = run_commands(RealClockAdapter(late), commands)
    steps = list(trace.steps)
    waiting = Waiting().looks(steps, trace.head.profile)
    assert next(waiting) == Advance(PAUSES[0])
    assert list(islice(waiting, 1)) == looks


@pytest.mark.parametrize(
    ("method", "gather", "verdicts"),
    [
        (Method.CAMPAIGN, gather_campaign, {Verdict.CONFORMS, Verdict.INDETERMINATE}),
        (Method.PROPERTIES, gather_properties, set[Verdict]()),
    ],
    ids=["campaign", "properties"],
)
def test_a_report_has_a_rule_undecided_that_was_waited_for_in_vain(
    method: Method, gather: Callable[..., Gathered], verdicts: set[Verdict], tmp_path: Path
) -> None:
    adapter = lossy_adapter()
    plan = Plan(
        spec="lossy",
        loader=LOADER,
        methods=frozenset({method}),
        rules=frozenset(),
        seed=1,
        output=tmp_path / "campaign",
        master="local[2]",
        effort=Effort(examples=CASES, steps=16, cases=CASES, commands=16, seconds=600),
    )
    saved: list[str] = []

    def save(name: str, _: object) -> str:
        saved.append(name)
        return f"mqtck replay {name}"

    gathered = gather(adapter, (Profile(),), plan, lambda _: None, save)
    assert gathered.summary.verdicts.keys() == verdicts
    assert LATE_OR_NEVER in gathered.summary.detail
    counts = {rule: {method: count} for rule, count in gathered.counts.items()}
    assert counts["DD-12"][method] > 0
    results = {result.rule: result for result in rule_results(load(), {}, gathered.found, counts)}
    assert results["DD-12"].verdict is RuleVerdict.INDETERMINATE
    assert results["DD-01"].verdict is RuleVerdict.CONFORMS
    evidence = results["DD-12"].evidence[0]
    assert evidence.reason == LATE_OR_NEVER
    assert evidence.replay.removeprefix("mqtck replay ") in saved
    assert evidence.lines
