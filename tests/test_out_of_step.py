"""What a world has answered is no evidence once it is found that answers have belonged to other calls."""

from typing import Any

import pytest

from implementations.wrong import WRONG
from mqtck.conformance.campaign.one_case import run_case
from mqtck.conformance.contract import OUT_OF_STEP, Adapter
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.properties.running import run_properties
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary.results import Verdict

TROUBLES = pytest.mark.parametrize(
    ("trouble", "blames"), [(f"{OUT_OF_STEP} behind Receive", False), ("the queue is not empty", True)]
)

VERDICTS = {False: {Verdict.ADAPTER_ERROR}, True: {Verdict.ADAPTER_ERROR, Verdict.VIOLATES}}
"""By whether it is blamed all the same for what it breaks."""


def wrong(trouble: str) -> Adapter:
    """A wrong implementation whose worlds cannot be closed."""
    adapter = WRONG["TTL 0 below the delay"].factory()
    opened = adapter.open_world

    def open_world() -> Any:
        world: Any = opened()

        def close() -> None:
            raise RuntimeError(trouble)

        world.close = close
        return world

    adapter.open_world = open_world  # type: ignore[method-assign]
    return adapter


@TROUBLES
def test_a_scenario_that_it_breaks_is_an_adapter_error_then(trouble: str, blames: bool) -> None:  # noqa: FBT001
    scenarios = [one for one in load_features() if "DD-28" in one.rules]
    results = run_features(wrong(trouble), scenarios, judge=judge_trace)
    verdicts = {result.verdict for result in results if result.verdict is not Verdict.UNSUPPORTED}
    assert verdicts == VERDICTS[blames]
    found = [breach for result in results for breach in (*result.breaches, *result.found_by_judge)]
    assert bool(found) is blames


@TROUBLES
def test_a_case_that_it_breaks_is_an_adapter_error_then(trouble: str, blames: bool) -> None:  # noqa: FBT001
    cases = [run_case(wrong(trouble), 3, number, 40) for number in range(30)]
    assert {case.verdict for case in cases} == VERDICTS[blames]
    assert any(case.exercised for case in cases) is blames


@TROUBLES
def test_an_example_that_it_breaks_is_no_finding_and_no_evidence_then(trouble: str, blames: bool) -> None:  # noqa: FBT001
    result = run_properties(wrong(trouble), examples=60, steps=25)
    assert bool(result.findings) is blames
    assert bool(result.exercised) is blames
    assert any(trouble in reason for reason in result.reasons)
