"""Reports on a real clock: a moment late is slow, never wrong, but one that never comes is missed."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from mqtck.conformance.judge import judge_trace
from mqtck.reference.beliefs import REPORT_TIME
from mqtck.reference.vocabulary.commands import ReadDepth
from mqtck.reference.vocabulary.outcomes import DepthRead
from mqtck.reference.vocabulary.traces import Step, decode_lines

FILE = Path(__file__).parent / "right_traces" / "a_report_comes_a_moment_after_the_discard.jsonl"


@pytest.mark.parametrize(
    ("later", "depth", "rules"),
    [
        (100, 0, set()),
        (100, 1, set()),
        (REPORT_TIME - 200, 0, set()),
        (REPORT_TIME + 200, 0, {"EX-21"}),
        (REPORT_TIME + 200, 1, set()),
    ],
)
def test_a_report_is_missed_when_it_is_certainly_there(later: int, depth: int, rules: set[str]) -> None:
    """The depth of the expired message's own queue has shown that it is gone."""
    trace = decode_lines(FILE.read_bytes().splitlines(), FILE.name)
    gone = next(step.ended for step in trace.steps if step.command == ReadDepth("Q5"))
    look = Step(ReadDepth("R1"), DepthRead(depth), gone + later, gone + later)
    steps = [step for step in trace.steps if step.ended < look.started]
    breaches = judge_trace(replace(trace, steps=(*steps, look))).breaches
    assert {breach.rules[0] for breach in breaches} == rules
