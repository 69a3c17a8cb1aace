"""Lives on a dead-letter queue of undelayed publications and of reports, told by scenarios alone (EX-46).

What becomes of an undelayed publication that its queue does not take is left open, and how long a report
lives; whoever dead-letters one must leave it the rest of that life.
"""

import pytest
from msgspec.structs import replace
from scenarios_written import told

from implementations.behaviour.publications import UndeliverableCopy
from implementations.behaviour.whole import Behaviour
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.world import SimulatedAdapter
from implementations.state.objects import Message, Origin
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary.results import Verdict

DEAD_LETTERING = Behaviour(undeliverable_copy=UndeliverableCopy.DEAD_LETTERED)


def scenarios(about: str) -> list[ScenarioText]:
    return [one for one in load_features() if about in one.name and "EX-46" in one.rules]


class EndlessReports(QueueManagerDecisions):
    """Dead-letters reports with an unlimited life."""

    concerned = Origin.REPORT

    def dead_letter_copy(self, message: Message, reason: int, destination: str, now: int) -> Message:
        copy = super().dead_letter_copy(message, reason, destination, now)
        return replace(copy, expiry=-1, end_of_life=None) if message.origin is self.concerned else copy


class EndlessPublications(EndlessReports):
    """Dead-letters what JMS clients have sent with an unlimited life."""

    concerned = Origin.JMS


@pytest.mark.parametrize(
    ("about", "wrong"),
    [
        ("keeps a life that it has inherited when it is dead-lettered", EndlessReports),
        ("publication whose queue does not take it at once", EndlessPublications),
    ],
)
def test_who_makes_a_life_endless_on_the_dead_letter_queue_is_blamed(
    about: str, wrong: type[QueueManagerDecisions]
) -> None:
    own = scenarios(about)
    assert own
    assert not told(run_features(SimulatedAdapter(behaviour=DEAD_LETTERING), own, judge=judge_trace))
    for result in run_features(SimulatedAdapter(behaviour=DEAD_LETTERING, decisions=wrong), own):
        assert result.verdict is Verdict.VIOLATES
        assert {breach.rules for breach in result.breaches} == {("EX-46",)}


def test_nothing_is_said_of_a_publication_that_is_not_dead_lettered() -> None:
    own = scenarios("publication whose queue does not take it at once")
    assert not told(run_features(SimulatedAdapter(), own, judge=judge_trace))
