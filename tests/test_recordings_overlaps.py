"""Recordings of calls that overlap or began together: which order they may have had, and what tells it."""

import json
from pathlib import Path

import pytest
from recorded import COMPLETE, DEFINED, complete, head, judge, producers, received, sent, written

from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import decode_lines


def test_overlapping_sends_may_have_happened_in_either_order(tmp_path: Path) -> None:
    sends = (sent("p", "a", 10, 30), sent("q", "b", 20, 40))
    for order in (("a", "b"), ("b", "a")):
        gets = (received(label, 50 + i * 10, 55 + i * 10) for i, label in enumerate(order))
        assert complete(tmp_path, *sends, *gets).verdict is Verdict.CONFORMS


def test_calls_of_several_clients_in_one_millisecond_may_have_overlapped(tmp_path: Path) -> None:
    found = complete(tmp_path, sent("p", "a", 10, 10), received(None, 10, 10), received("a", 11, 11))
    assert found.verdict is Verdict.CONFORMS


def test_numbers_that_contradict_the_readings_are_told(tmp_path: Path) -> None:
    lines = [DEFINED, *producers("p"), received(None, 90, 95), received(None, 10, 94), received(None, 10, 20)]
    numbered = [json.dumps({**json.loads(line), "position": n}) for n, line in enumerate(lines)]
    found = judge(written(tmp_path / "a.jsonl", [head(observed=COMPLETE), *numbered]))
    assert "contradict" in found.undecided[0]


@pytest.mark.parametrize("numbered", [(0,), (1,), (0, 1), (1, 2, 3), (0, 1, 2)], ids=str)
def test_where_some_records_are_numbered_alone_nothing_is_judged(
    tmp_path: Path, numbered: tuple[int, ...]
) -> None:
    """The others would stand behind them, whatever the readings say: "b" before "a", say."""
    calls = [sent("p", "a", 10, 15), sent("q", "b", 20, 25), received("a", 30, 35), received("b", 40, 45)]
    some = [
        json.dumps({**json.loads(line), "position": number}) if number in numbered else line
        for number, line in enumerate(calls)
    ]
    found = complete(tmp_path, *some)
    assert found.verdict is Verdict.INDETERMINATE
    assert not found.exercised
    assert any("number all records of a trace, or none" in problem.text for problem in found.problems)
    assert "what came first is not known" in found.undecided[0]


def test_sends_that_followed_one_another_keep_their_order(tmp_path: Path) -> None:
    sends = (sent("p", "a", 10, 15), sent("q", "b", 20, 25))
    found = complete(tmp_path, *sends, received("b", 30, 35), received("a", 40, 45))
    assert found.violated == {"EX-15": 1}


def test_a_blocking_receive_gets_what_was_sent_while_it_waited(tmp_path: Path) -> None:
    assert complete(tmp_path, received("a", 10, 60), sent("p", "a", 50, 55)).verdict is Verdict.CONFORMS
    assert complete(tmp_path, received(None, 10, 60), sent("p", "a", 50, 55)).verdict is Verdict.CONFORMS


def test_a_receive_may_end_in_the_millisecond_in_which_the_send_begins(tmp_path: Path) -> None:
    found = complete(tmp_path, received("a", 10, 50), sent("p", "a", 50, 50), received(None, 60, 61))
    assert not found.undecided
    assert found.verdict is Verdict.CONFORMS


def test_on_a_queue_recorded_completely_a_lost_message_is_found(tmp_path: Path) -> None:
    noise = [received(None, 10 + i, 10 + i) for i in range(20)]
    found = complete(tmp_path, *noise, sent("p", "a", 50, 55), received(None, 60, 61))
    assert not found.undecided
    assert found.verdict is Verdict.VIOLATES
    trace = decode_lines(found.findings[0].trace.encode().splitlines(), "finding")
    commands = [step.command.__class__.__name__ for step in trace.steps]
    assert [one for one in commands if one != "Advance"] == [
        *("DefineLocalQueue", "CreateProducer", "Send", "Receive")
    ]


def test_without_that_declaration_nothing_is_lost(tmp_path: Path) -> None:
    lines = [DEFINED, *producers("p"), sent("p", "a", 50, 55), received(None, 60, 61)]
    assert not judge(written(tmp_path / "a.jsonl", [head(), *lines])).findings


def test_what_somebody_else_put_ends_the_claim_not_the_judging(tmp_path: Path) -> None:
    found = complete(tmp_path, received("unknown", 10, 11), sent("p", "a", 50, 55), received(None, 60, 61))
    assert not found.findings
    assert "no send to it was recorded" in found.undecided[0]
