"""A scenario written in a test, implementations to run it on, and what came of it in one line each."""

from implementations import right
from implementations.simulation.world import SimulatedAdapter
from implementations.wrong import WRONG
from mqtck.conformance.scenarios.features import ScenarioText, read_feature
from mqtck.conformance.scenarios.running import ScenarioResult
from mqtck.reference.vocabulary.results import Verdict


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


def blamed_by(results: tuple[ScenarioResult, ...]) -> set[str]:
    """The rules that are violated by what scenarios have shown."""
    return {rule for result in results for breach in result.breaches for rule in breach.rules}


def told(results: tuple[ScenarioResult, ...]) -> list[str]:
    """What does not conform, for a readable failure; not what the simulation can neither do nor show."""
    return [
        f"{result.verdict} {result.scenario.location}: {result.reason} {result.breaches}"
        for result in results
        if result.verdict not in {Verdict.CONFORMS, Verdict.UNSUPPORTED}
    ]
