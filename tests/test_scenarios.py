"""Scenarios on implementations: verdicts, blame, both kinds of clock, side by side, and the judge."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from implementations import right
from implementations.behaviour_channels import ReceiverHabit
from implementations.odd import ODD
from implementations.world import ABILITIES, SimulatedAdapter
from implementations.wrong import WRONG
from mqtck.conformance.contract import Information, World
from mqtck.conformance.execution import Execution, Limits
from mqtck.conformance.features import ScenarioText, load_features, read_feature
from mqtck.conformance.profiles import inapplicable
from mqtck.conformance.scenarios import (
    ScenarioResult,
    overall,
    run_features,
    run_scenario,
    verdicts_by_rule,
)
from mqtck.conformance.scripts import Await, Do, run_script
from mqtck.conformance.steps_registry import compile_script
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.abilities import abilities_needed
from mqtck.reference.vocabulary.commands import Advance, Command, Receive
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.results import Breach, Verdict
from mqtck.reference.vocabulary.traces import Trace

CHAPTERS = (
    "01_holding_back",
    "02_restrictions",
    "03_units",
    "04_authority",
    "05_staging",
    "06_target",
    "08_stopping",
)
PACKAGED = load_features()
WITHIN_REACH = tuple(
    scenario
    for scenario in PACKAGED
    if not inapplicable(scenario.tags, Profile())
    and all(
        abilities_needed(action.command) <= ABILITIES
        for action in compile_script(scenario)
        if isinstance(action, Do | Await)
    )
)
"""The scenarios of chapters that the simulator has, about the profile that it has."""

FEATURES = tuple(scenario for scenario in PACKAGED if scenario.feature.split("/")[-1].startswith(CHAPTERS))
RULES = frozenset[str]().union(*(scenario.rules for scenario in PACKAGED))


def scenario(steps: str, rules: str = "@DD-01") -> ScenarioText:
    """A scenario of these steps."""
    indented = "\n".join(f"    {line.strip()}" for line in steps.strip().splitlines())
    (text,) = read_feature(f"Feature: F\n  {rules}\n  Scenario: S\n{indented}\n", "f.feature")
    return text


HELD_BACK = """
    Given a queue ORDERS
    And a MessageProducer for ORDERS with a delivery delay of {delay} ms
    When "order-1" is sent
    And {look} ms pass
    Then nothing is on ORDERS yet
    When the delivery delay of "order-1" is over
    Then "order-1" is delivered to ORDERS
    And nothing else is on ORDERS
"""


def preferred() -> SimulatedAdapter:
    return right.ADAPTERS["preferred"]()


def misread(name: str) -> SimulatedAdapter:
    return WRONG[name].factory()


def told(results: tuple[ScenarioResult, ...]) -> list[str]:
    """What does not conform, for a readable failure; not what the simulation can neither do nor show."""
    return [
        f"{result.verdict} {result.scenario.location}: {result.reason} {result.breaches}"
        for result in results
        if result.verdict not in {Verdict.CONFORMS, Verdict.UNSUPPORTED}
    ]


NOT_SHOWN = "The adapter does not show"


def blamed_by(results: tuple[ScenarioResult, ...]) -> set[str]:
    return {rule for result in results for breach in result.breaches for rule in breach.rules}


# --- right and wrong implementations -------------------------------------------------------------------


AFTER_THE_RECEIVER = {
    *("AM-06", "AM-12", "AM-13", "AM-14", "AM-15", "AM-16", "AM-17", "AM-18", "AM-19", "AM-20", "AM-26"),
    "X-47",
}
"""Rules about dead letters: undecided where a receiver does not dead-letter, as it may (AM-23)."""


def of_right_one(adapter: SimulatedAdapter) -> list[str]:
    dead_letters = adapter.behaviour.receiver_habit is ReceiverHabit.DEAD_LETTERS
    results = run_features(adapter, WITHIN_REACH)
    return told(
        tuple(
            result
            for result in results
            if dead_letters
            or result.verdict is not Verdict.INDETERMINATE
            or not result.scenario.rules & AFTER_THE_RECEIVER
        )
    )


@pytest.mark.parametrize("name", right.ADAPTERS)
def test_no_right_implementation_is_accused(name: str) -> None:
    assert of_right_one(right.ADAPTERS[name]()) == []


@pytest.mark.parametrize("seed", range(12))
def test_no_right_implementation_drawn_at_random_is_accused(seed: int) -> None:
    assert of_right_one(right.random_adapter(seed)) == []


@pytest.mark.parametrize("name", [name for name, misreading in WRONG.items() if misreading.rules & RULES])
def test_every_misreading_is_caught_for_the_right_rule(name: str) -> None:
    """By the scenarios of the rules that it misreads."""
    misreading = WRONG[name]
    about = [scenario for scenario in PACKAGED if scenario.rules & misreading.rules]
    assert blamed_by(run_features(misread(name), about)) & misreading.rules


PRECISE = {
    "conflict in tenths": {"DD-25", "DD-26"},
    "clock from the setter": {"DD-05"},
    "delay on version 7": {"DD-17"},
    "delay of 0 refused": {"DD-18"},
    "groups refused without delay": {"DD-37"},
    "checked exceptions only": {"DD-16"},
    "send arguments not checked": {"DD-30"},
    "parked on the target": {"DD-06"},
    "staged copy keeps its id": {"DD-59"},
    "authority at delivery": {"DD-50"},
    "authority not at send": {"DD-46", "DD-47"},
    "existence not checked": {"DD-75"},
    "persistence at delivery": {"DD-77"},
    "priority at delivery": {"DD-78"},
    "rolled back but delivered": {"DD-44"},
    "processor stays down": {"DD-96"},
}


@pytest.mark.parametrize("name", PRECISE)
def test_nothing_but_the_misread_rule_is_blamed(name: str) -> None:
    results = run_features(misread(name), FEATURES)
    assert {rule for result in results for breach in result.breaches for rule in breach.rules} == PRECISE[
        name
    ]


def test_a_message_delivered_twice_is_blamed_on_that_and_not_on_the_scenario() -> None:
    result = run_scenario(misread("two copies"), scenario(HELD_BACK.format(delay=4000, look=2000)))
    assert result.verdict is Verdict.VIOLATES
    assert [breach.rules for breach in result.breaches] == [("DD-10",)]
    assert verdicts_by_rule(result) == {"DD-10": Verdict.VIOLATES, "DD-01": Verdict.INDETERMINATE}


def test_a_violation_tells_what_was_accepted_and_seen_and_where() -> None:
    text = scenario(
        """
        Given a queue ORDERS
        And a MessageProducer for ORDERS with a delivery delay of 3 s
        When "order-1" is sent as message 1 of the group "g"
        Then the send is refused with MQRC_OPTIONS_ERROR (2046)
        And nothing is on ORDERS
        """,
        "@DD-36",
    )
    result = run_scenario(misread("groups accepted"), text)
    (breach,) = result.breaches
    assert breach.rules == ("DD-36",)
    assert breach.expected == "send is refused with MQRC_OPTIONS_ERROR (2046)"
    assert breach.seen == "every call was accepted"
    assert result.line == 3
    assert breach.step is not None
    assert isinstance(result.trace.steps[breach.step].outcome, o.Sent)
    assert result.lines[-1] == "Then the send is refused with MQRC_OPTIONS_ERROR (2046)"
    assert any("group id g" in line and line.endswith("-> sent") for line in result.lines)


def test_a_refusal_that_nobody_speaks_of_leaves_a_scenario_undecided() -> None:
    result = run_scenario(misread("TTL 0 below the delay"), scenario(HELD_BACK.format(delay=4000, look=2000)))
    assert result.verdict is Verdict.INDETERMINATE
    assert "could not go on" in result.reason
    assert "MQRC_EXPIRY_ERROR (2013)" in result.reason


def test_answers_left_open_are_recorded_with_their_place() -> None:
    text = scenario(
        """
        Given a queue ORDERS
        And a MessageProducer for ORDERS with a delivery delay of 3 s
        When the time to live is set to 2 s
        And "order-1" is sent
        Then setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013)
        And the answer to "Which call reports it?" is recorded
        And nothing is on ORDERS
        """,
        "@DD-31",
    )
    answers = {
        name: run_scenario(right.ADAPTERS[name](), text).recorded[0]
        for name in ("preferred", "checks at send")
    }
    assert answers["preferred"].answer == "setTimeToLive"
    assert answers["checks at send"].answer == "send"
    assert answers["preferred"].question == "Which call reports it?"
    assert answers["preferred"].rules == ("DD-31",)
    assert answers["preferred"].source == "f.feature:3"


# --- adapters that can little or fail --------------------------------------------------------------------


def test_an_adapter_of_eight_commands_is_judged_on_what_it_can() -> None:
    adapter: Any = ODD["eight commands"]()
    results = run_features(adapter, FEATURES)
    verdicts = Counter(result.verdict for result in results)
    assert set(verdicts) == {Verdict.CONFORMS, Verdict.UNSUPPORTED}
    judged = {
        rule for result in results if result.verdict is Verdict.CONFORMS for rule in result.scenario.rules
    }
    assert {"DD-01", "DD-03", "DD-05", "DD-08", "DD-12", "DD-25", "DD-28"} <= judged
    reasons = {result.reason for result in results if result.verdict is Verdict.UNSUPPORTED}
    assert "The adapter has no JMSProducer (not among the abilities of the adapter)." in reasons


class Hiding(SimulatedAdapter):
    """Shows no descriptor of a returned message."""

    def open_world(self) -> Any:
        return HidingWorld(super().open_world())


class HidingWorld:
    def __init__(self, world: World) -> None:
        self.world = world
        self.now = world.now
        self.close = world.close

    def execute(self, command: Command) -> o.Outcome:
        match self.world.execute(command):
            case o.MessageReturned(message=message):
                plain = msgspec.structs.replace(message, descriptor=type(message.descriptor)())
                return o.MessageReturned(message=plain)
            case outcome:
                return outcome


def test_what_is_not_shown_is_unsupported_and_named() -> None:
    text = scenario(
        """
        Given a queue ORDERS
        And a MessageProducer for ORDERS
        When "order-1" is sent
        Then "order-1" is delivered to ORDERS
        And its MQMD.Expiry is MQEI_UNLIMITED
        """
    )
    result = run_scenario(Hiding(name="hiding"), text)
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.reason == "The adapter does not show MQMD.Expiry."


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("crashes", "crashed: RuntimeError: the connection to the broker broke"),
        ("hangs", "hung"),
        ("standing clock", "lied about the clock"),
        ("wrong class", "answered nonsense"),
        ("answers nothing", "answered nonsense"),
        ("cannot open", "crashed"),
    ],
)
def test_an_adapter_that_fails_is_an_adapter_error_there_and_the_rest_goes_on(name: str, fault: str) -> None:
    adapter: Any = ODD[name]()
    texts = [scenario(HELD_BACK.format(delay=4000, look=2000))] * 2
    # Only what hangs has to be waited for; on a loaded machine a short limit would name the others so too.
    limits = Limits(answer=0.3) if name == "hangs" else Limits()
    results = run_features(adapter, texts, limits=limits)
    assert [result.verdict for result in results] == [Verdict.ADAPTER_ERROR] * 2
    assert all(fault in result.reason for result in results)
    assert all(result.breaches == () for result in results)


def test_a_world_that_cannot_be_closed_is_an_adapter_error() -> None:
    adapter: Any = ODD["cannot close"]()
    result = run_scenario(adapter, scenario(HELD_BACK.format(delay=4000, look=2000)))
    assert result.verdict is Verdict.ADAPTER_ERROR
    assert "Closing the world raised" in result.reason


# --- a real clock ------------------------------------------------------------------------------------


class RealWorld:
    """A simulated world whose time follows the machine's; every command first takes `slow` seconds."""

    def __init__(self, world: World, slow: float, hear: Callable[[o.Outcome], o.Outcome]) -> None:
        self.world = world
        self.slow = slow
        self.hear = hear
        self.offset = world.now() - int(time.time() * 1000)
        self.close = world.close

    def now(self) -> int:
        return int(time.time() * 1000) + self.offset

    def execute(self, command: Command) -> o.Outcome:
        time.sleep(self.slow)
        until = time.time() + (command.wait / 1000 if isinstance(command, Receive) else 0)
        while True:
            self.world.execute(Advance(milliseconds=max(self.now() - self.world.now(), 0)))
            outcome = self.hear(self.world.execute(command))
            if not isinstance(outcome, o.NoMessage) or time.time() >= until:
                return outcome
            time.sleep(0.01)


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

    def open_world(self) -> RealWorld:
        return RealWorld(self.inner.open_world(), self.slow, self.hear)

    def close(self) -> None:
        self.inner.close()


def on_real_clock(inner: SimulatedAdapter, steps: str, **faults: Any) -> ScenarioResult:
    return run_scenario(RealAdapter(inner, **faults), scenario(steps))


def test_a_real_clock_is_waited_for() -> None:
    begun = time.monotonic()
    result = on_real_clock(preferred(), HELD_BACK.format(delay=600, look=300))
    assert told((result,)) == []
    assert time.monotonic() - begun >= 0.6


def test_a_message_that_comes_too_early_is_wrong_on_a_real_clock() -> None:
    result = on_real_clock(misread("not staged"), HELD_BACK.format(delay=1500, look=200))
    assert result.verdict is Verdict.VIOLATES
    assert result.breaches[0].seen == 'message "order-1"'


def test_a_machine_too_slow_to_tell_is_undecided_and_no_violation() -> None:
    result = on_real_clock(preferred(), HELD_BACK.format(delay=300, look=100), slow=0.25)
    assert result.verdict is Verdict.INDETERMINATE
    assert "too slow" in result.reason


def test_a_message_that_does_not_come_is_late_and_no_violation() -> None:
    steps = HELD_BACK.format(delay=300, look=10)
    quick = [
        action._replace(command=msgspec.structs.replace(action.command, wait=200))
        if isinstance(action, Do) and isinstance(action.command, Receive) and action.command.wait
        else action
        for action in compile_script(scenario(steps))
    ]
    run = run_script(Execution(RealAdapter(preferred(), hear=never)), tuple(quick))
    assert run.verdict is Verdict.INDETERMINATE
    assert "late or never" in run.reason


def test_what_becomes_so_later_is_looked_for_again_on_a_real_clock() -> None:
    steps = """
        Given a queue ORDERS
        And a MessageProducer for ORDERS with a delivery delay of 700 ms
        When "order-1" is sent
        Then the depth of ORDERS becomes 1
    """
    result = on_real_clock(preferred(), steps)
    assert told((result,)) == []
    assert len(result.trace.steps) > 5


def test_what_never_becomes_so_is_undecided_on_a_real_clock() -> None:
    text = scenario("Given a queue ORDERS\nThen the depth of ORDERS becomes 1")
    result = run_scenario(RealAdapter(preferred()), text, delivery=0.3)
    assert result.verdict is Verdict.INDETERMINATE
    assert "expected depth 1 on ORDERS; seen 0" in result.reason


def test_an_instant_that_only_a_virtual_clock_hits_is_unsupported_on_a_real_one() -> None:
    result = on_real_clock(preferred(), "Given a clock that the tester sets\nThen nothing is on ORDERS")
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.reason == "The adapter has no clock that the tester sets."


def test_scenarios_that_wait_do_so_side_by_side() -> None:
    texts = [scenario(HELD_BACK.format(delay=800, look=100))] * 20
    begun = time.monotonic()
    results = run_features(RealAdapter(preferred()), texts)
    assert told(results) == []
    assert time.monotonic() - begun < 20 * 0.8


def test_results_keep_the_order_of_the_features_and_progress_sees_each() -> None:
    texts = [scenario(HELD_BACK.format(delay=delay, look=50)) for delay in (900, 200, 500)]
    seen: list[ScenarioResult] = []
    results = run_features(RealAdapter(preferred()), texts, seen.append)
    assert [result.scenario for result in results] == texts
    assert sorted(map(id, seen)) == sorted(map(id, results))


# --- the judge beside it -----------------------------------------------------------------------------


class Judged:
    """A judge that finds fault with everything."""

    indeterminate = ""

    def __init__(self, rule: str) -> None:
        self.breaches = (Breach(rules=(rule,), expected="one", seen="two"),)


@pytest.mark.parametrize(("rule", "verdict"), [("DD-01", Verdict.VIOLATES), ("X-54", Verdict.CONFORMS)])
def test_the_judge_reads_the_trace_and_counts_against_the_scenarios_own_rules(
    rule: str, verdict: Verdict
) -> None:
    """What it holds against other rules is the business of other scenarios."""
    traces: list[Trace] = []

    def judge(trace: Trace) -> Judged:
        traces.append(trace)
        return Judged(rule)

    text = scenario(HELD_BACK.format(delay=4000, look=2000))
    (result,) = run_features(preferred(), [text], judge=judge)
    assert traces == [result.trace]
    assert result.trace.head.rules == ("DD-01",)
    assert result.verdict is Verdict.CONFORMS
    assert overall(result) is verdict
