"""Delayed messages of a recording that were due and never came: late or never, so that nobody can tell."""

from pathlib import Path

import msgspec
import pytest
from recorded import head, judge, record, written

from mqtck.conformance.recordings.judging import Recordings, judge_here, named
from mqtck.conformance.recordings.report import report_on
from mqtck.conformance.recordings.spark import judge_on_spark
from mqtck.reference.vocabulary.results import RuleVerdict, Verdict

COMPLETE = {"producers": "all", "queues": ["ORDERS"]}
DONE = {"outcome": "done"}
DELAY = 2000
BEFORE = [
    record({"command": "define local queue", "queue": "ORDERS"}, DONE, 0, 0),
    record({"command": "create producer", "producer": "p", "destination": {"queue": "ORDERS"}}, DONE, 1, 1),
    record({"command": "set delivery delay", "producer": "p", "milliseconds": DELAY}, DONE, 2, 2),
]


def sent(label: str, at: int) -> str:
    return record(
        {"command": "send", "producer": "p", "message": {"label": label}}, {"outcome": "sent"}, at, at
    )


def received(label: str | None, at: int) -> str:
    outcome = {"outcome": "message returned", "message": {"body": label}}
    command = {"command": "receive", "queue": "ORDERS"}
    return record(command, outcome if label else {"outcome": "no message"}, at, at)


def recording(path: Path, *lines: str) -> Path:
    return written(path, [head(observed=COMPLETE), *BEFORE, *lines])


def found(tmp_path: Path, *lines: str) -> Recordings:
    return judge(recording(tmp_path / "a.jsonl", *lines))


def test_what_was_looked_for_long_after_it_was_due_is_late_or_never_comes(tmp_path: Path) -> None:
    lines = [sent("a", 10), sent("b", 20), received("a", 2100), received(None, 3000), received(None, 13_000)]
    one = found(tmp_path, *lines)
    assert one.verdict is Verdict.INDETERMINATE
    (told,) = one.undecided
    assert (
        "not come 10 s after they were due and were not seen since, which is late or never: b on ORDERS"
        in told
    )
    assert one.missed["DD-12"] == one.missed["X-54"] == 1
    assert not one.exercised.keys() & one.missed.keys()
    results = {result.rule: result for result in report_on(one, 1.0, lambda *_: "").rules}
    assert results["DD-12"].verdict is RuleVerdict.INDETERMINATE
    assert "late or never" in results["DD-12"].evidence[0].reason


@pytest.mark.parametrize(
    "lines",
    [
        # Only just due, or not looked for since.
        [received(None, 3000), received(None, 11_000)],
        [received(None, 3000)],
        # It came in the end.
        [received(None, 3000), received(None, 13_000), received("b", 60_000)],
        # What became of it where it could not be put is not known.
        [
            record(
                {"command": "alter queue", "queue": "ORDERS", "changes": {"put": "disabled"}}, DONE, 100, 100
            ),
            received(None, 3000),
            received(None, 13_000),
        ],
    ],
    ids=["early", "not looked for", "late", "put-disabled"],
)
def test_nothing_is_said_of_what_may_be_there_or_elsewhere(lines: list[str], tmp_path: Path) -> None:
    one = found(tmp_path, sent("b", 20), *lines)
    assert (one.verdict, one.missed, one.undecided) == (Verdict.CONFORMS, {}, ())


def test_spark_says_the_same_as_this_process(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    recording(data / "a.jsonl", *(sent(f"m{n}", 10 + n) for n in range(5)), received(None, 13_000))
    recording(data / "b.jsonl", sent("a", 10), received("a", 13_000))
    files = named([str(data)])
    here, there = judge_here(files), judge_on_spark(files, "local[2]", tmp_path / "out")
    assert msgspec.to_builtins(there) == msgspec.to_builtins(here)
    assert "never: m0 on ORDERS, m1 on ORDERS, m2 on ORDERS and 2 more" in here.undecided[0]
    assert here.missed["DD-12"] == 1
