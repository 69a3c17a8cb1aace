"""Scenarios on implementations: verdicts, blame, adapters that fail, and the judge beside them."""

from collections import Counter
from threading import Event, active_count
from typing import Any

import misreadings
import msgspec
import pytest
from campaign_adapters import RealTimeAdapter
from scenarios_written import HELD_BACK, blamed_by, misread, preferred, scenario, told

from implementations import right
from implementations.behaviour.channels import ReceiverHabit
from implementations.odd import ODD
from implementations.simulation.clients.send_checks import BEYOND
from implementations.simulation.world import ABILITIES, SimulatedAdapter
from mqtck.conformance.contract import World
from mqtck.conformance.execution.profiles import inapplicable
from mqtck.conformance.execution.worlds import Limits
from mqtck.conformance.judging.judge import Judgement
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.scenarios.running import (
    overall,
    run_features,
    run_scenario,
    verdicts_by_rule,
)
from mqtck.conformance.scenarios.scripts import Await, Do, LookOut
from mqtck.conformance.scenarios.steps.registry import compile_script
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.abilities import abilities_needed
from mqtck.reference.vocabulary.commands import Command, DefineLocalQueue
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.results import Breach, Verdict
from mqtck.reference.vocabulary.traces import Trace

CHAPTERS = (
    "delivery_delay/01_holding_back",
    "delivery_delay/02_over_the_staging",
    "delivery_delay/03_restrictions",
    "delivery_delay/04_groups",
    "delivery_delay/05_units",
    "delivery_delay/06_authority",
    "delivery_delay/07_staging",
    "delivery_delay/08_target",
    "delivery_delay/10_stopping",
)
PACKAGED = load_features()
WITHIN_REACH = tuple(
    scenario
    for scenario in PACKAGED
    if not inapplicable(scenario.tags, Profile())
    and all(
        abilities_needed(action.command) <= ABILITIES
        for action in compile_script(scenario)
        if isinstance(action, Do | Await | LookOut)
    )
)
"""The scenarios of chapters that the simulator has, about the profile that it has."""

FEATURES = tuple(scenario for scenario in PACKAGED if scenario.feature.startswith(CHAPTERS))


# --- right and wrong implementations -------------------------------------------------------------------


AFTER_THE_RECEIVER = {
    *("AM-06", "AM-12", "AM-13", "AM-14", "AM-15", "AM-16", "AM-17", "AM-18", "AM-19", "AM-20", "AM-26"),
    "X-47",
}
"""Rules about dead letters: undecided where a receiver does not dead-letter, as it may (AM-23)."""


NOT_DOCUMENTED = ("too long a delay", BEYOND)
"""Refusals that are left open, of a delay for its length, say: scenarios that need the call are undecided."""


def of_right_one(adapter: SimulatedAdapter, scenarios: tuple[ScenarioText, ...]) -> list[str]:
    dead_letters = adapter.behaviour.receiver_habit is ReceiverHabit.DEAD_LETTERS
    results = run_features(adapter, scenarios)
    return told(
        tuple(
            result
            for result in results
            if not any(refusal in result.reason for refusal in NOT_DOCUMENTED)
            and (
                dead_letters
                or result.verdict is not Verdict.INDETERMINATE
                or not result.scenario.rules & AFTER_THE_RECEIVER
            )
        )
    )


SHARES = 20


@pytest.mark.parametrize("name", right.ADAPTERS)
def test_no_right_implementation_is_accused(name: str) -> None:
    """Each under a twentieth of the scenarios, all together under all; `right_campaigns` runs all on each."""
    share = list(right.ADAPTERS).index(name) % SHARES
    assert of_right_one(right.ADAPTERS[name](), WITHIN_REACH[share::SHARES]) == []


@pytest.mark.parametrize("seed", range(8))
def test_no_right_implementation_drawn_at_random_is_accused(seed: int) -> None:
    """Each under an eighth of the scenarios."""
    assert of_right_one(right.random_adapter(seed), WITHIN_REACH[seed::8]) == []


@pytest.mark.parametrize("name", misreadings.ALL[::6])
def test_a_misreading_is_caught_for_the_right_rule(name: str) -> None:
    """A sixth of them: `misreadings` tries all."""
    assert misreadings.caught(name)


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
    assert blamed_by(results) == PRECISE[name]


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
    assert isinstance(result.trace.steps[breach.step - 1].outcome, o.Sent)
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
    assert "The adapter has no JMSProducer." in reasons


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
    assert "closing the world raised" in result.reason


class NeverClosing(SimulatedAdapter):
    """Worlds that never come back from being closed, until they are released."""

    def __init__(self) -> None:
        super().__init__()
        self.released = Event()

    def open_world(self) -> Any:
        world = super().open_world()
        world.close = self.released.wait
        return world


def test_a_world_that_never_closes_is_noticed_and_the_next_scenario_runs() -> None:
    adapter: Any = NeverClosing()
    texts = [scenario(HELD_BACK.format(delay=4000, look=2000))] * 2
    try:
        results = run_features(adapter, texts, limits=Limits(answer=0.3))
    finally:
        adapter.released.set()
    assert [result.verdict for result in results] == [Verdict.ADAPTER_ERROR] * 2
    assert all("did not close within" in result.reason for result in results)


def test_scenarios_about_another_profile_leave_no_thread_behind() -> None:
    """Each took a thread to watch over commands that it never sent, until none could be started any more."""
    others = [one for one in PACKAGED if inapplicable(one.tags, Profile())][:50]
    before = active_count()
    results = run_features(preferred(), others)
    assert {result.verdict for result in results} == {Verdict.UNSUPPORTED}
    assert active_count() - before < len(others) // 2


# --- the judge beside it -----------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "verdict"), [("DD-01", Verdict.VIOLATES), ("X-54", Verdict.CONFORMS)])
def test_the_judge_reads_the_trace_and_counts_against_the_scenarios_own_rules(
    rule: str, verdict: Verdict
) -> None:
    """What it holds against other rules is the business of other scenarios."""
    traces: list[Trace] = []

    def judge(trace: Trace) -> Judgement:
        traces.append(trace)
        return Judgement((Breach(rules=(rule,), expected="one", seen="two"),), frozenset(), "", 1)

    text = scenario(HELD_BACK.format(delay=4000, look=2000))
    (result,) = run_features(preferred(), [text], judge=judge)
    assert traces == [result.trace]
    assert result.trace.head.rules == ("DD-01",)
    assert result.verdict is Verdict.CONFORMS
    assert overall(result) is verdict


def test_on_a_real_clock_what_waits_longest_begins_first() -> None:
    """Where as many as there are cannot run side by side, the longest is not the last to begin."""
    begun: list[str] = []

    class OneAtATime(RealTimeAdapter):
        information = msgspec.structs.replace(RealTimeAdapter.information, side_by_side=1)

        def open_world(self) -> World:
            world = super().open_world()
            execute = world.execute

            def heard(command: Command) -> o.Outcome:
                if isinstance(command, DefineLocalQueue):
                    begun.append(command.queue)
                return execute(command)

            world.execute = heard  # type: ignore[method-assign]
            return world

    waits = (2, 30, 1, 20)
    texts = [scenario(f"Given a queue Q{ms}\nWhen {ms} ms pass\nThen nothing is on Q{ms}") for ms in waits]
    results = run_features(OneAtATime(), texts)
    assert begun == ["Q30", "Q20", "Q2", "Q1"]
    assert [result.scenario for result in results] == texts
