"""What the judge leaves open and scenarios alone tell: lives of reports, and their way to others."""

import pytest
from scenarios_written import told

from implementations.decisions.queue_manager import Manner, QueueManagerDecisions
from implementations.simulation.queue_managers.queue_manager import QueueManager, Reason
from implementations.simulation.world import SimulatedAdapter, SimulatedWorld
from implementations.state.objects import Message, Origin, UnitOfWork
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary.results import Verdict


class ReturnsExpiredReports(QueueManagerDecisions):
    """Returns a report whose life is over."""

    def returnable(self, message: Message, now: int, manner: Manner) -> bool:
        return message.origin is Origin.REPORT or super().returnable(message, now, manner)


class LosesReports(SimulatedWorld):
    """Drops a report that the way to another queue manager does not take."""

    def change(self, manager: QueueManager) -> None:
        put_report = manager.put_report

        def put_or_lost(report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
            reason = put_report(report, about, unit)
            return reason if about.reply_to_manager in {"", manager.name} else None

        manager.put_report = put_or_lost  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("about", "wrong", "rules"),
    [
        (
            "Whatever life a report has goes on while 80 s pass",
            SimulatedAdapter(decisions=ReturnsExpiredReports),
            {"EX-17"},
        ),
        (
            "A report that the way to its queue manager does not take goes to the dead-letter queue",
            SimulatedAdapter(world=LosesReports),
            {"DD-103"},
        ),
    ],
)
def test_who_is_wrong_about_reports_is_told(about: str, wrong: SimulatedAdapter, rules: set[str]) -> None:
    own: list[ScenarioText] = [one for one in load_features() if one.name.startswith(about)]
    assert own
    assert not told(run_features(SimulatedAdapter(), own, judge=judge_trace))
    for result in run_features(wrong, own):
        assert result.verdict is Verdict.VIOLATES
        assert rules & {rule for breach in result.breaches for rule in breach.rules}
