"""Scenarios on adapters that cannot look everywhere: what else they see is judged, and nobody is accused."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from scenarios_written import blamed_by

from implementations import right, wrong
from implementations.right.real_clock import Machine, RealClockAdapter
from implementations.simulation.world import SimulatedAdapter
from mqtck.conformance.contract import World
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.abilities import scenario_ways
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.scenarios.running import run_features, verdicts_by_rule
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Advance, Command
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome, Refused, Unsupported
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.results import Verdict

LOOKS = frozenset({Ability.BROWSE, Ability.DEPTH, Ability.STAGING_QUEUE})
PLAIN_JMS = frozenset(
    {
        *(Ability.LOCAL_QUEUES, Ability.JMS, Ability.MESSAGE_PRODUCER, Ability.JMS_PRODUCER),
        *(Ability.TRANSACTIONS, Ability.TOPICS, Ability.DEAD_LETTER_QUEUE, Ability.RESTART),
        *(Ability.APPLICATION_HEADERS, Ability.QUEUE_LIMITS, Ability.PUT_INHIBIT, Ability.ALIAS_QUEUES),
    }
)
PLAIN_MQI = frozenset(
    {
        *(Ability.LOCAL_QUEUES, Ability.MQI, Ability.REPORT_OPTIONS, Ability.ENFORCEMENT),
        *(Ability.TRANSMISSION_HEADERS, Ability.REMOTE_QUEUES, Ability.DEAD_LETTER_QUEUE),
    }
)
SETS = {
    "no looks": frozenset(Ability) - LOOKS,
    "no depths": frozenset(Ability) - {Ability.DEPTH},
    "no staging queue": frozenset(Ability) - {Ability.STAGING_QUEUE},
    "plain JMS": PLAIN_JMS,
    "JMS with a browser": PLAIN_JMS | {Ability.BROWSE},
    "plain MQI": PLAIN_MQI,
    "no browser": frozenset(Ability) - {Ability.BROWSE},
    "no browser and no MQI": frozenset(Ability) - {Ability.BROWSE, Ability.MQI},
}
SETS_OF_LITTLE = SETS | {
    "one queue manager": frozenset(Ability) - {Ability.OTHER_QUEUE_MANAGERS, Ability.REMOTE_QUEUES},
    "no reports": frozenset(Ability) - {Ability.REPORT_OPTIONS, Ability.OTHER_QUEUE_MANAGERS},
    "no application headers": frozenset(Ability) - {Ability.APPLICATION_HEADERS},
}
FEATURES = load_features()


def limited(adapter: SimulatedAdapter, abilities: frozenset[Ability]) -> SimulatedAdapter:
    adapter.information = replace(adapter.information, abilities=adapter.information.abilities & abilities)
    return adapter


@pytest.mark.parametrize(
    ("name", "abilities"),
    [
        ("delay of 1 ms ignored", "plain JMS"),
        ("every tenth lost", "plain JMS"),
        ("get-disabled target failed", "plain JMS"),
        ("refused put reported", "plain MQI"),
        ("no trigger by the processor", "no depths"),
        ("a copy for nobody", "no depths"),
        ("disabled gets ignored", "no depths"),
        ("length of channel ignored", "no looks"),
        ("unsendable report dropped", "no looks"),
    ],
)
def test_a_wrong_implementation_is_seen_by_what_it_shows_beside_a_look_left_out(
    name: str, abilities: str
) -> None:
    misreading = wrong.WRONG[name]
    adapter = limited(misreading.factory(), SETS[abilities])
    scenarios = [one for one in FEATURES if one.rules & misreading.rules]
    blamed = {
        rule
        for one in run_features(adapter, scenarios)
        if any(isinstance(step.outcome, Unsupported) for step in one.trace.steps)
        for rule, verdict in verdicts_by_rule(one).items()
        if verdict is Verdict.VIOLATES
    }
    assert blamed & misreading.rules, misreading.sentence


@pytest.mark.parametrize(
    ("name", "abilities"),
    [
        ("MQRFH2 left out of exception reports", "no staging queue"),
        ("no trigger by what is overdue at the start", "no depths"),
        ("no trigger by what is overdue at its commit", "no depths"),
        ("of priority 9 moved though expired", "plain JMS"),
        ("for a subscriber moved though expired", "one queue manager"),
        ("no conflict behind a restart", "plain JMS"),
        ("no mode element behind a rollback", "plain JMS"),
        ("reply-to without scheme", "plain JMS"),
        ("reply-to by the last part of its name", "plain JMS"),
        ("refused for want of a queue and dead-lettered", "JMS with a browser"),
        ("dead letters unlimited after a restart", "JMS with a browser"),
        ("short header not returned in syncpoint", "plain MQI"),
        ("group with a reply-to accepted", "no reports"),
        ("unsubscribed when away", "no reports"),
        ("one failure ends the copies that are not persistent", "no reports"),
        ("message delivery not asked for weeks", "no reports"),
        ("target of the discardable not asked", "no application headers"),
    ],
)
def test_a_wrong_implementation_that_can_do_little_is_caught(name: str, abilities: str) -> None:
    """By a scenario that asks for no more than what shows the fault."""
    misreading = wrong.WRONG[name]
    adapter = limited(misreading.factory(), SETS_OF_LITTLE[abilities])
    results = run_features(adapter, [one for one in FEATURES if one.rules & misreading.rules])
    assert blamed_by(results) & misreading.rules, misreading.sentence


SHARES = 40
RIGHT = ("preferred", "cleans in passing", "tries only the disposal again", "random")


@pytest.mark.parametrize("abilities", SETS)
@pytest.mark.parametrize("name", RIGHT)
def test_no_right_implementation_is_accused_of_what_it_cannot_show(name: str, abilities: str) -> None:
    """Each under a share of the scenarios: each of these meets one or two of the sets, by another one."""
    adapter = right.random_adapter(7) if name == "random" else right.ADAPTERS[name]()
    share = (7 * RIGHT.index(name) + list(SETS).index(abilities)) % SHARES
    assert accused(limited(adapter, SETS[abilities]), FEATURES[share::SHARES]) == []


ON_A_REAL_CLOCK = ("no looks", "no depths", "plain JMS")


@pytest.mark.parametrize("abilities", ON_A_REAL_CLOCK)
def test_none_is_accused_on_a_real_clock_either(abilities: str) -> None:
    """Each under a sixth of the scenarios."""
    adapter = RealClockAdapter(limited(right.random_adapter(11), SETS[abilities]), Machine.USUAL, seed=3)
    share = ON_A_REAL_CLOCK.index(abilities)
    assert accused(adapter, FEATURES[share :: 2 * len(ON_A_REAL_CLOCK)]) == []


def accused(adapter: SimulatedAdapter | RealClockAdapter, scenarios: Sequence[ScenarioText]) -> list[str]:
    return [
        f"{result.scenario.location}: {result.reason} {result.breaches}"
        for result in run_features(adapter, scenarios, judge=judge_trace)
        if result.verdict in {Verdict.VIOLATES, Verdict.ADAPTER_ERROR}
        or (result.judged is not None and result.judged.breaches)
    ]


def test_what_cannot_be_looked_at_leaves_a_scenario_unsupported_and_says_why() -> None:
    adapter = limited(SimulatedAdapter(), SETS["no looks"])
    left = adapter.information.abilities
    needy = [one for one in FEATURES if not any(way <= left for way in scenario_ways(one))]
    results = run_features(adapter, needy)
    assert {result.verdict for result in results} == {Verdict.UNSUPPORTED}
    lacking = {ability.value for ability in LOOKS}
    said = [result for result in results if any(f"has no {ability}" in result.reason for ability in lacking)]
    assert len(said) > len(needy) * 0.9 > 0
    assert all(result.line is not None and result.line < len(result.scenario.steps) for result in said)


class _RefusesOne:
    """A world that refuses one of the calls."""

    def __init__(self, world: World, number: int) -> None:
        self._world = world
        self._left = number

    def now(self) -> int:
        return self._world.now()

    def execute(self, command: Command) -> Outcome:
        self._left -= 1
        if self._left == 0 and not isinstance(command, Advance):
            return Refused(reason=ReasonCode.UNKNOWN_OBJECT_NAME)
        return self._world.execute(command)

    def close(self) -> None:
        self._world.close()


class _RefusingAdapter:
    def __init__(self, inner: SimulatedAdapter, number: int) -> None:
        self._inner = inner
        self._number = number
        self.information = inner.information

    def under(self, profile: Profile) -> "_RefusingAdapter":
        return _RefusingAdapter(self._inner.under(profile), self._number)

    def open_world(self) -> World:
        return _RefusesOne(self._inner.open_world(), self._number)

    def close(self) -> None:
        self._inner.close()


@pytest.mark.parametrize("number", [5, 8])
def test_a_call_that_is_refused_where_nobody_thinks_of_it_leaves_no_scenario_without_a_verdict(
    number: int,
) -> None:
    results = run_features(_RefusingAdapter(SimulatedAdapter(), number), FEATURES)
    assert Verdict.ADAPTER_ERROR not in {result.verdict for result in results}
    assert sum(result.verdict is Verdict.VIOLATES for result in results) > 100
