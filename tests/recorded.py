"""Recordings for tests: traces of implementations as somebody's program would have recorded them."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pyarrow as pa
from msgspec.structs import replace
from pyarrow import parquet

from implementations import right
from implementations.simulation.world import ABILITIES, SimulatedAdapter
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.recordings.judging import Recordings, judge_here, named
from mqtck.conformance.recordings.results import Judged, Line
from mqtck.conformance.recordings.traces import judge_recording
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.recordings import Observed
from mqtck.reference.vocabulary.traces import Step, Trace, TraceHead

HEAD: dict[str, Any] = {
    "mqtck_trace": 1,
    "adapter": "the shop",
    "clock": "real",
    "observed": {"producers": "all"},
}

EARLY = 1500
"""Milliseconds after its send at which a message is received that has a delay of 2000."""


def some_right(seed: int) -> SimulatedAdapter:
    """A right implementation: one of the named ones, or any combination of documented alternatives."""
    name = Random(seed).choice([None, *right.ADAPTERS])  # noqa: S311 - reproducible
    return right.random_adapter(seed) if name is None else right.ADAPTERS[name]()


def random_trace(seed: int) -> Trace:
    return run_commands(some_right(seed), case(case_seed(78, seed), ABILITIES, ClockKind.VIRTUAL, 80))


def judged(head: TraceHead, steps: Iterable[Step]) -> Judged:
    """What the judge of recordings says of steps under a head."""
    lines = [Line("a.jsonl", number, msgspec.json.encode(step)) for number, step in enumerate(steps, start=2)]
    return judge_recording("a", lines, {"a.jsonl": msgspec.json.encode(head)}, {})


def partly(trace: Trace, **observed: Any) -> TraceHead:
    return replace(trace.head, observed=Observed(**observed))


def accused(found: Judged) -> str:
    return "; ".join(f"{one.breach} line {one.number}\n{one.trace}" for one in found.findings)


def record(command: dict[str, Any], outcome: dict[str, Any], started: int, ended: int, **place: Any) -> str:
    """A line as a recorder writes it."""
    fields = {"command": command, "outcome": outcome, "started": started, "ended": ended, **place}
    return json.dumps(fields)


def shop(delay: int = 2000, count: int = 3, received: int = 2500, **place: Any) -> list[str]:
    """Orders sent with a delay, 10 ms apart, each received so many ms after its send."""
    lines = [
        record({"command": "create producer", "producer": "p"}, {"outcome": "done"}, 1, 2, **place),
        record(
            {"command": "set delivery delay", "producer": "p", "milliseconds": delay},
            {"outcome": "done"},
            2,
            3,
            **place,
        ),
    ]
    for number in range(1, count + 1):
        label, at = f"order-{number}", number * 10
        header = {"message_id": f"ID:{number:048x}"}
        sent = {"command": "send", "producer": "p", "message": {"label": label}}
        sent["destination"] = {"queue": "ORDERS"}
        lines.append(record(sent, {"outcome": "sent", "header": header}, at, at + 1, **place))
        shown = {"outcome": "message returned", "message": {"body": label, "header": header}}
        get = {"command": "receive", "queue": "ORDERS"}
        lines.append(record(get, shown, at + received, at + received + 1, **place))
    return lines


def head(**more: Any) -> str:
    return json.dumps({**HEAD, **more})


def written(path: Path, lines: Sequence[str | bytes]) -> Path:
    path.write_bytes(b"".join((one if isinstance(one, bytes) else one.encode()) + b"\n" for one in lines))
    return path


def as_parquet(path: Path, lines: list[str], **columns: Any) -> Path:
    records = [json.loads(line) for line in lines]
    table: dict[str, Any] = {
        "command": [json.dumps(one["command"]) for one in records],
        "outcome": [json.dumps(one["outcome"]) for one in records],
        "started": [one["started"] for one in records],
        "ended": [one["ended"] for one in records],
        **columns,
    }
    parquet.write_table(pa.table(table), path, row_group_size=4)
    return path


def judge(*paths: Path) -> Recordings:
    return judge_here(named([str(path) for path in paths]))


DONE = {"outcome": "done"}
COMPLETE = {"producers": "all", "queues": ["ORDERS"]}
DEFINED = record({"command": "define local queue", "queue": "ORDERS"}, DONE, 0, 0)
NOTHING = {"outcome": "no message"}


def producers(*names: str) -> list[str]:
    created = {"command": "create producer", "destination": {"queue": "ORDERS"}}
    return [record({**created, "producer": name, "session": name}, DONE, 1, 1) for name in names]


def sent(producer: str, label: str, started: int, ended: int) -> str:
    command = {"command": "send", "producer": producer, "message": {"label": label}}
    return record(command, {"outcome": "sent"}, started, ended)


def received(label: str | None, started: int, ended: int) -> str:
    outcome = NOTHING if label is None else {"outcome": "message returned", "message": {"body": label}}
    return record({"command": "receive", "queue": "ORDERS"}, outcome, started, ended)


def complete(tmp_path: Path, *lines: str) -> Recordings:
    """What is said of these calls where all on their queue were recorded."""
    return judge(
        written(tmp_path / "a.jsonl", [head(observed=COMPLETE), DEFINED, *producers("p", "q"), *lines])
    )
