"""What independent right implementations did, recorded: the judge once accused each of them.

A trace is added here, as a file, whenever somebody shows that the judge is wrong.
"""

from pathlib import Path

import msgspec
import pytest

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.reference.vocabulary.outcomes import Browsed
from mqtck.reference.vocabulary.traces import decode_lines

TRACES = sorted((Path(__file__).parent / "right_traces").glob("*.jsonl"))


@pytest.mark.parametrize("file", TRACES, ids=lambda file: file.stem)
def test_what_a_right_implementation_did_is_not_a_violation(file: Path) -> None:
    trace = decode_lines(file.read_bytes().splitlines(), file.name)
    judgement = observed(trace)
    assert judgement.breaches == ()
    assert judgement.indeterminate == ""
    assert trace.head.title == file.stem.replace("_", " ")


@pytest.mark.parametrize("file", TRACES, ids=lambda file: file.stem)
def test_the_reference_itself_is_right_in_the_same_situation(file: Path) -> None:
    trace = decode_lines(file.read_bytes().splitlines(), file.name)
    reference = Reference(trace.head.profile)
    judgement = observed(run_commands(reference, [step.command for step in trace.steps]))
    assert judgement.breaches == ()
    assert judgement.indeterminate == ""


def test_there_are_traces() -> None:
    assert len(TRACES) >= 15


def test_there_are_no_more_reports_than_copies_that_have_ended() -> None:
    """Each of three copies has its report; behind the last look somebody shows a fourth one."""
    name = "a_report_about_one_copy_may_have_been_taken_for_that_about_another.jsonl"
    trace = decode_lines((Path(__file__).parent / "right_traces" / name).read_bytes().splitlines(), name)
    last = trace.steps[-1]
    assert isinstance(last.outcome, Browsed)
    shown = last.outcome.messages
    more = msgspec.structs.replace(last, outcome=Browsed((*shown, shown[-1])))
    judgement = observed(msgspec.structs.replace(trace, steps=(*trace.steps, more)))
    assert len(shown) == 3
    assert [breach.rules[0] for breach in judgement.breaches] == ["EX-37"]
