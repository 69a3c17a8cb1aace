"""Scenarios on a real clock: what is waited for, what is wrong there, and what cannot be told."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from scenarios_written import HELD_BACK, misread, preferred, scenario, told

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.right.real_clock import SimulatedClock
from implementations.simulation.world import SimulatedAdapter
from implementations.state.lateness import Lateness
from implementations.state.objects import Delay
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.contract import Information, World
from mqtck.conformance.execution.drivers import WorldDriver
from mqtck.conformance.execution.worlds import Execution, run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.interpreter import run_script
from mqtck.conformance.scenarios.running import ScenarioResult, run_features, run_scenario, verdicts_by_rule
from mqtck.conformance.scenarios.scripts import Do
from mqtck.conformance.scenarios.steps.registry import compile_script
from mqtck.conformance.suite.features import scenario_evidence
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.commands import Advance, Command, ReadDepth, Receive
from mqtck.reference.vocabulary.messages import SeenTransmissionHeader
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Verdict


class RealWorld:
    """A world on a simulated real clock; every command first takes `slow` seconds."""

    def __init__(
        self, world: World, clock: SimulatedClock, slow: float, hear: Callable[[o.Outcome], o.Outcome]
    ) -> None:
        self.world = world
        self.clock = clock
        self.slow = slow
        self.hear = hear
        self.epoch = world.now()
        self.close = world.close

    def now(self) -> int:
        return self.epoch + int(self.clock.monotonic() * 1000)

    def execute(self, command: Command) -> o.Outcome:
        self.clock.sleep(self.slow)
        until = self.clock.monotonic() + (command.wait / 1000 if isinstance(command, Receive) else 0)
        while True:
            self.world.execute(Advance(milliseconds=self.now() - self.world.now()))
            outcome = self.hear(self.world.execute(command))
            if not isinstance(outcome, o.NoMessage) or self.clock.monotonic() >= until:
                return outcome
            self.clock.sleep(0.01)


def clearly(outcome: o.Outcome) -> o.Outcome:
    return outcome


def never(outcome: o.Outcome) -> o.Outcome:
    """A message that was returned is lost on the way."""
    return o.NoMessage() if isinstance(outcome, o.MessageReturned) else outcome


class RealAdapter:
    """Any simulated implementation on a real clock."""

    def __init__(
        self,
        inner: SimulatedAdapter,
        slow: float = 0,
        hear: Callable[[o.Outcome], o.Outcome] = clearly,
    ) -> None:
        self.inner = inner
        self.slow = slow
        self.hear = hear
        self.information: Information = msgspec.structs.replace(
            inner.information, clock=ClockKind.REAL, side_by_side=50
        )

    def driver(self) -> WorldDriver:
        clock = SimulatedClock()
        return WorldDriver(lambda: self.world(clock), ClockKind.REAL, clock)

    def world(self, clock: SimulatedClock) -> RealWorld:
        return RealWorld(self.inner.open_world(), clock, self.slow, self.hear)

    def open_world(self) -> World:
        raise NotImplementedError("Its worlds are driven by `driver`, which tells the kit their time.")

    def close(self) -> None:
        self.inner.close()


def on_real_clock(inner: SimulatedAdapter, steps: str, **faults: Any) -> ScenarioResult:
    return run_scenario(RealAdapter(inner, **faults), scenario(steps))


def test_a_real_clock_is_waited_for() -> None:
    result = on_real_clock(preferred(), HELD_BACK.format(delay=1000, look=100))
    assert told((result,)) == []
    assert result.trace.steps[-1].ended - result.trace.steps[0].started >= 1000


def test_a_message_that_comes_too_early_is_wrong_on_a_real_clock() -> None:
    result = on_real_clock(misread("not staged"), HELD_BACK.format(delay=30_000, look=200))
    assert result.verdict is Verdict.VIOLATES
    assert result.breaches[0].seen == 'message "order-1", which is still delayed'


def test_a_machine_too_slow_to_tell_is_undecided_and_no_violation() -> None:
    result = on_real_clock(preferred(), HELD_BACK.format(delay=300, look=100), slow=0.25)
    assert result.verdict is Verdict.INDETERMINATE
    assert "took too long" in result.reason


def test_what_was_due_before_its_queue_was_closed_is_undecided() -> None:
    """The scenario closes the queue during both delays; the machine may take longer than the first."""
    steps = """
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 300 ms
      When "order-1" is sent
      And 100 ms passes, and "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is delivered to the dead-letter queue
    """
    assert on_real_clock(preferred(), steps).verdict is Verdict.CONFORMS
    result = on_real_clock(preferred(), steps, slow=0.1)
    assert result.verdict is Verdict.INDETERMINATE
    assert '"order-1" may have been due already' in result.reason


def test_a_message_that_does_not_come_is_late_and_no_violation() -> None:
    steps = HELD_BACK.format(delay=1000, look=10)
    quick = [
        action._replace(command=msgspec.structs.replace(action.command, wait=200))
        if isinstance(action, Do) and isinstance(action.command, Receive) and action.command.wait
        else action
        for action in compile_script(scenario(steps))
    ]
    run = run_script(Execution(RealAdapter(preferred(), hear=never)), tuple(quick))
    assert run.verdict is Verdict.INDETERMINATE
    assert "late or never" in run.reason


def test_what_was_waited_for_in_vain_is_told_from_a_machine_that_was_too_slow() -> None:
    """The one leaves its rules undecided, the other only the scenario."""
    steps = HELD_BACK.format(delay=300, look=10)
    lost = on_real_clock(preferred(), steps, hear=never)
    assert (lost.verdict, lost.missed) == (Verdict.INDETERMINATE, lost.reason)
    pieces = scenario_evidence(lost, lambda: "", Counter())
    assert pieces
    assert {piece.missed for piece in pieces} == {lost.reason}
    slow = on_real_clock(preferred(), HELD_BACK.format(delay=300, look=100), slow=0.25)
    assert (slow.verdict, slow.missed) == (Verdict.INDETERMINATE, "")


FIVE = """
    Given a MessageProducer for a queue ORDERS with a delivery delay of 300 ms
    When "order-1" to "order-5" are sent
    And the delivery delay of "order-5" is over
    Then "order-1" to "order-5" are delivered to ORDERS in any order
"""


def test_delayed_messages_that_never_come_leave_other_rules_undecided_too() -> None:
    """That each is placed on its target (DD-10) does not conform by scenarios of one message alone."""
    text = scenario(FIVE, "@HM-38")
    idle = SimulatedAdapter(lateness=Lateness(due=1_000_000))
    lost = run_scenario(RealAdapter(idle), text, judge=judge_trace)
    more = '"order-1", "order-2", "order-3" and 2 more'
    assert lost.missed == f"0 of 5 messages came; late or never: {more}."
    assert {"DD-10", "DD-12", "X-54"} <= lost.late
    assert verdicts_by_rule(lost) == dict.fromkeys(lost.late | {"HM-38"}, Verdict.INDETERMINATE)
    pieces = scenario_evidence(lost, lambda: "", Counter())
    assert {piece.rule for piece in pieces if piece.missed} == lost.late | {"HM-38"}
    there = run_scenario(RealAdapter(preferred()), text, judge=judge_trace)
    assert (there.verdict, there.late) == (Verdict.CONFORMS, frozenset())


def test_what_may_have_expired_meanwhile_was_not_waited_for_in_vain() -> None:
    steps = """
        Given a MessageProducer for a queue ORDERS with a time to live of 300 ms
        When "order-1" is sent
        Then "order-1" is delivered to ORDERS
    """
    result = on_real_clock(preferred(), steps, slow=1)
    assert result.verdict is Verdict.INDETERMINATE
    assert result.missed == ""
    assert "its life may be over" in result.reason


OVER_A_RESTART = """
    Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 2 s
    When "order-1" is sent, and the queue manager is restarted
    Then after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there
"""


def test_what_was_waited_for_in_vain_and_is_not_staged_any_more_is_lost() -> None:
    lost = on_real_clock(misread("lost at restart"), OVER_A_RESTART)
    assert lost.missed
    assert judge_trace(lost.trace).breaches
    late = on_real_clock(SimulatedAdapter(lateness=Lateness(due=1_000_000)), OVER_A_RESTART)
    assert late.missed
    assert judge_trace(late.trace).breaches == ()


TWO_COPIES = """
    Given a topic PRICES
    And the queues PRICES.ONE and PRICES.TWO
    And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
    And a MessageProducer for the topic PRICES with a delivery delay of 4 s
    When "price-1" is published
    Then an MQGET of the first message recalls "price-1" from the staging queue
    And after 5 s nothing is on the staging queue
"""


def test_the_other_copy_of_a_publication_that_was_recalled_may_be_moved_late() -> None:
    late = on_real_clock(SimulatedAdapter(lateness=Lateness(due=3000)), TWO_COPIES)
    assert (late.verdict, late.breaches) == (Verdict.INDETERMINATE, ())
    assert late.reason == 'Another copy of "price-1" may not have been moved yet.'


class SomewhatEarly(QueueManagerDecisions):
    """Moves a message in the last fifty milliseconds of its delay, as a coarse timer may."""

    def moved_from(self, delay: Delay) -> int:
        return super().moved_from(delay) - 50


WAITED_FOR = [
    one
    for one in load_features()
    if any("when its delivery delay is over" in each.text for each in one.steps)
]


def test_who_waits_for_a_delayed_message_sees_that_it_comes_somewhat_early() -> None:
    """All other scenarios look long before its time, or when it is over."""
    results = run_features(RealAdapter(SimulatedAdapter(decisions=SomewhatEarly)), WAITED_FOR)
    assert {one.verdict for one in results} == {Verdict.VIOLATES}
    assert {rule for one in results for breach in one.breaches for rule in breach.rules} >= {"DD-01", "DD-45"}
    late = SimulatedAdapter(lateness=Lateness(due=3000))
    assert told(run_features(RealAdapter(late), WAITED_FOR)) == []
    lost = run_features(RealAdapter(preferred(), hear=never), WAITED_FOR)
    assert all(one.missed for one in lost)


def test_random_cases_wait_for_what_comes_somewhat_early() -> None:
    adapter = RealAdapter(SimulatedAdapter(decisions=SomewhatEarly))
    abilities = adapter.information.abilities
    cases = (case(case_seed(3, number), abilities, ClockKind.REAL, 60) for number in range(60))
    breaches = (breach for drawn in cases for breach in observed(run_commands(adapter, drawn)).breaches)
    assert any("DD-01" in breach.rules for breach in breaches)


@pytest.mark.parametrize(
    "title",
    ["What a transacted <api> has received is there again when it rolls back, all of it"],
)
def test_what_comes_due_late_is_waited_for_in_the_unit_of_its_sender_too(title: str) -> None:
    late = SimulatedAdapter(lateness=Lateness(due=3000))
    results = run_features(RealAdapter(late), [one for one in load_features() if one.title == title])
    assert results
    assert [one.reason for one in results if one.verdict is not Verdict.CONFORMS] == []


def test_messages_that_do_not_come_are_not_all_waited_for_as_long() -> None:
    """A scenario of a hundred messages would take fifty minutes."""
    steps = """
        Given a queue ORDERS
        And a MessageProducer for ORDERS with a delivery delay of 1 s
        When "order-1", "order-2" and "order-3" are sent, and 2 s pass
        Then "order-1", "order-2" and "order-3" are delivered to ORDERS in any order
    """
    result = run_scenario(RealAdapter(preferred(), hear=never), scenario(steps))
    assert result.verdict is Verdict.INDETERMINATE
    waits = [step.command.wait for step in result.trace.steps if isinstance(step.command, Receive)]
    assert waits[:3] == [30_000, 1000, 1000]
    assert set(waits[3:]) == {0}


def test_what_becomes_so_later_is_looked_for_again_on_a_real_clock() -> None:
    steps = """
        Given a queue ORDERS
        And a MessageProducer for ORDERS with a delivery delay of 2 s
        When "order-1" is sent
        Then the depth of ORDERS becomes 1
    """
    result = on_real_clock(preferred(), steps)
    assert told((result,)) == []
    assert len(result.trace.steps) > 5


def test_what_never_becomes_so_is_undecided_on_a_real_clock() -> None:
    text = scenario("Given a queue ORDERS\nThen the depth of ORDERS becomes 1")
    result = run_scenario(RealAdapter(preferred()), text, longest_await=0.3)
    assert result.verdict is Verdict.INDETERMINATE
    assert "expected depth 1 on ORDERS; seen 0" in result.reason


EXPIRED = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a time to live of 100 ms
    When "order-1" is sent
    And the life of "order-1" is over
    Then nothing is on ORDERS
    And the depth of ORDERS is 0
"""


class Lingering(RealAdapter):
    """What a look discards counts in the depth for `seconds` still."""

    def __init__(self, inner: SimulatedAdapter, seconds: float) -> None:
        super().__init__(inner)
        self.seconds = seconds

    def world(self, clock: SimulatedClock) -> RealWorld:
        world = LingeringWorld(self.inner.open_world(), clock, 0, clearly)
        world.seconds = self.seconds
        return world


class LingeringWorld(RealWorld):
    seconds: float
    looked = float("-inf")

    def execute(self, command: Command) -> o.Outcome:
        outcome = super().execute(command)
        if isinstance(outcome, o.NoMessage):
            self.looked = self.clock.monotonic()
        if isinstance(outcome, o.DepthRead) and self.clock.monotonic() < self.looked + self.seconds:
            return o.DepthRead(depth=outcome.depth + 1)
        return outcome


def test_a_discard_that_takes_a_moment_is_slow_and_not_wrong() -> None:
    result = run_scenario(Lingering(preferred(), 0.3), scenario(EXPIRED), judge=judge_trace)
    assert told((result,)) == []
    assert result.judged.breaches == ()
    assert sum(isinstance(step.command, ReadDepth) for step in result.trace.steps) > 1


def test_a_discard_that_does_not_happen_is_wrong_a_second_later() -> None:
    result = run_scenario(Lingering(preferred(), 60), scenario(EXPIRED), judge=judge_trace)
    assert [breach.seen for breach in result.breaches] == ["1"]
    assert [breach.rules[0] for breach in result.judged.breaches] == ["EX-12"]


OF_THE_APPLICATION = """
    Given a transmission queue TO.QM2
    When "order-1" is put to TO.QM2 with {0} behind a transmission-queue header with {0}
    Then MQGET from TO.QM2 returns "order-1"
    And both its Expiry fields are the same
""".format("an expiry of 600 tenths")
OF_THE_QUEUE_MANAGER = """
    Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
    When "order-1" is put to ORDERS with an expiry of 600 tenths
    Then MQGET from TO.QM2 returns "order-1"
    And both its Expiry fields are the same
"""


@pytest.mark.parametrize("text", [OF_THE_APPLICATION, OF_THE_QUEUE_MANAGER])
@pytest.mark.parametrize(
    ("slow", "apart", "verdict"),
    [
        (0.0, 1, Verdict.CONFORMS),
        (0.0, 2, Verdict.VIOLATES),
        (0.3, 5, Verdict.CONFORMS),
        (0.3, 19, Verdict.VIOLATES),
    ],
)
def test_two_fields_may_be_as_far_apart_as_the_calls_that_read_the_time_for_them_are_long(
    text: str, slow: float, apart: int, verdict: Verdict
) -> None:
    def sooner(outcome: o.Outcome) -> o.Outcome:
        if not isinstance(outcome, o.MessageReturned):
            return outcome
        header = outcome.message.transmission_header
        assert isinstance(header, SeenTransmissionHeader)
        assert isinstance(header.descriptor.expiry, int)
        within = replace(header.descriptor, expiry=header.descriptor.expiry - apart)
        seen = replace(outcome.message, transmission_header=replace(header, descriptor=within))
        return replace(outcome, message=seen)

    result = run_scenario(RealAdapter(preferred(), slow, sooner), scenario(text), judge=judge_trace)
    assert result.verdict is verdict
    assert text is OF_THE_APPLICATION or bool(result.judged.breaches) is (verdict is Verdict.VIOLATES)


def test_an_instant_that_only_a_virtual_clock_hits_is_unsupported_on_a_real_one() -> None:
    result = on_real_clock(preferred(), "Given a clock that the tester sets\nThen nothing is on ORDERS")
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.reason == "The adapter has no clock that the tester sets."


class Together(RealAdapter):
    """Opens no world before as many are asked for as scenarios are to wait side by side."""

    def __init__(self, inner: SimulatedAdapter, worlds: int) -> None:
        super().__init__(inner)
        self._all_asked_for = threading.Barrier(worlds, timeout=20)

    def world(self, clock: SimulatedClock) -> RealWorld:
        self._all_asked_for.wait()
        return super().world(clock)


def test_scenarios_that_wait_do_so_side_by_side() -> None:
    texts = [scenario(HELD_BACK.format(delay=1000, look=100))] * 20
    results = run_features(Together(preferred(), len(texts)), texts)
    assert len(results) == len(texts)
    assert told(results) == []


def test_results_keep_the_order_of_the_features_and_progress_sees_each() -> None:
    texts = [scenario(HELD_BACK.format(delay=delay, look=50)) for delay in (900, 200, 500)]
    seen: list[ScenarioResult] = []
    results = run_features(RealAdapter(preferred()), texts, seen.append)
    assert [result.scenario for result in results] == texts
    assert sorted(map(id, seen)) == sorted(map(id, results))
