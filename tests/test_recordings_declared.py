"""Names that a head declares complete and that no record mentions: most likely misspelt, so they are told."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from recorded import EARLY, as_parquet, head, judge, record, shop, written

from mqtck.__main__ import main
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.recordings.judging import judge_here, named
from mqtck.conformance.recordings.spark import judge_on_spark
from mqtck.reference.vocabulary.recordings import Observed
from mqtck.reference.vocabulary.results import Verdict

DONE = {"outcome": "done"}
DEFINED = record({"command": "define local queue", "queue": "ORDERS"}, DONE, 0, 0)


def observing(*queues: str, producers: Any = "all", **more: Any) -> str:
    return head(observed={"producers": producers, "queues": queues}, **more)


def told(*paths: Path) -> list[tuple[str, int, str]]:
    return [(Path(one.file).name, one.number, one.text) for one in judge(*paths).problems]


def test_a_queue_that_no_record_mentions_is_told_and_the_rest_is_judged(tmp_path: Path) -> None:
    lines = ["", observing("ORDER", "BILLS"), DEFINED, *shop(received=EARLY)]
    path = written(tmp_path / "a.jsonl", lines)
    found = judge(path)
    assert told(path) == [
        ("a.jsonl", 2, "the queue BILLS is declared complete, and no record mentions it"),
        (
            "a.jsonl",
            2,
            "the queue ORDER is declared complete, and no record mentions it; was ORDERS meant?",
        ),
    ]
    assert found.violated == {"DD-01": 1}


@pytest.mark.parametrize("name", ["orders", "ODRERS", "ORDERS.1"])
def test_the_name_that_was_perhaps_meant_is_told(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "a.jsonl", [observing(name), DEFINED, *shop()])
    assert told(path)[0][2].endswith("was ORDERS meant?")
    assert judge(path).verdict is Verdict.INDETERMINATE


def test_a_name_that_is_declared_as_well_was_not_meant(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", [observing("ORDERS", "ORDERS2"), DEFINED, *shop()])
    assert told(path)[0][2] == "the queue ORDERS2 is declared complete, and no record mentions it"


def test_a_producer_that_no_record_mentions_is_told(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", [observing(producers=["p", "p2"]), *shop(received=EARLY)])
    assert [text for _, _, text in told(path)] == [
        "the producer p2 is declared complete, and no record mentions it"
    ]
    assert judge(path).violated == {"DD-01": 1}


def test_whatever_mentions_a_name_knows_it(tmp_path: Path) -> None:
    """A reply queue, the target of an alias, the staging queue that nobody had to define."""
    sent = {"command": "mq put", "queue": "A", "message": {"label": "m", "reply_to": "B"}}
    alias = {"command": "define alias queue", "queue": "C", "target": "D"}
    lines = [record(sent, {"outcome": "sent"}, 1, 1), record(alias, DONE, 2, 2)]
    complete = observing("A", "B", "C", "D", "SYSTEM.DDELAY.LOCAL.QUEUE")
    assert told(written(tmp_path / "a.jsonl", [complete, *lines])) == []


def test_of_several_traces_under_one_head_each_may_have_some_of_the_names(tmp_path: Path) -> None:
    bills = record({"command": "receive", "queue": "BILLS"}, {"outcome": "no message"}, 1, 1, trace="two")
    orders = shop(trace="one")
    lines = [observing("ORDERS", "BILLS", "BILL"), *orders, bills]
    assert told(written(tmp_path / "a.jsonl", lines)) == [
        ("a.jsonl", 1, "the queue BILL is declared complete, and no record mentions it")
    ]
    own = [observing("ORDERS", trace="one"), observing("ORDERS", trace="two"), *orders, bills]
    assert [number for _, number, _ in told(written(tmp_path / "a.jsonl", own))] == [2]


def test_the_place_in_parquet_is_the_row_with_the_head(tmp_path: Path) -> None:
    lines = shop()
    heads = [None, observing("ORDRES", trace="t"), *[None for _ in lines[2:]]]
    path = as_parquet(tmp_path / "a.parquet", lines, head=heads, trace=["t" for _ in lines])
    assert [number for _, number, _ in told(path)] == [2]


def test_spark_tells_the_same(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    for number in range(3):
        written(
            data / f"{number}.jsonl",
            [observing("ORDERS", "BILLS", "orders", "ORDER"), *shop(trace="one"), *shop(trace="two")],
        )
    written(data / "own.jsonl", [observing("BILLS", "Q"), *shop()])
    found = named([str(data)])
    here, there = judge_here(found), judge_on_spark(found, "local[2]", tmp_path / "out")
    assert len(here.problems) == 5
    assert msgspec.to_builtins(there) == msgspec.to_builtins(here)


def test_a_finding_of_few_records_declares_what_they_mention(tmp_path: Path) -> None:
    bills = [record({"command": "define local queue", "queue": "BILLS"}, DONE, 0, 0)]
    lines = [observing("ORDERS", "BILLS"), DEFINED, *bills, *shop(received=EARLY)]
    found = judge(written(tmp_path / "a.jsonl", lines))
    assert not found.problems
    finding = written(tmp_path / "finding.jsonl", found.findings[0].trace.splitlines())
    again = judge(finding)
    assert (again.violated, again.problems) == ({"DD-01": 1}, ())
    observed = json.loads(finding.read_text(encoding="utf-8").splitlines()[0])["observed"]
    assert msgspec.convert(observed, Observed).queues == ("ORDERS",)


def test_the_command_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "a.jsonl", [observing("ORDRES"), *shop()])
    assert main(["judge", str(path), "--output", str(tmp_path / "report")]) == ExitCode.CANNOT_TELL
    said = f"{path}, line 1: the queue ORDRES is declared complete, and no record mentions it"
    assert f"{said}; was ORDERS meant?" in capsys.readouterr().err


@pytest.mark.parametrize("kept", [-1, 50])
def test_what_a_producer_has_after_a_refused_setter_is_unknown(tmp_path: Path, kept: int) -> None:
    """DD-31: whether the refused life counts is undefined, also once the delay is taken back."""
    conflict = {"outcome": "refused", "reason": 2013}
    lines = [
        record({"command": "create producer", "producer": "p"}, {"outcome": "done"}, 0, 1),
        record(
            {"command": "set delivery delay", "producer": "p", "milliseconds": 9000},
            {"outcome": "done"},
            2,
            3,
        ),
        record({"command": "set time to live", "producer": "p", "milliseconds": 5000}, conflict, 4, 5),
        record(
            {"command": "set delivery delay", "producer": "p", "milliseconds": 0}, {"outcome": "done"}, 6, 7
        ),
        record(
            {"command": "send", "producer": "p", "message": {"label": "o"}, "destination": {"queue": "Q"}},
            {"outcome": "sent", "descriptor": {"expiry": kept}},
            8,
            9,
        ),
    ]
    assert judge(written(tmp_path / "a.jsonl", [head(), *lines])).violated == {}
