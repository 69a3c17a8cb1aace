"""The few records that are saved of a finding show it again: the same rule, and no other."""

from pathlib import Path
from typing import Any

from recorded import head, judge, record, written

DONE = {"outcome": "done"}
REFUSED = {"outcome": "refused", "reason": 2013}
DEFINED = [
    head(observed={"producers": "all", "queues": ["ORDERS"]}),
    record({"command": "define local queue", "queue": "ORDERS"}, DONE, 1, 1),
    record({"command": "create producer", "producer": "p", "destination": {"queue": "ORDERS"}}, DONE, 2, 2),
]


def setter(command: str, milliseconds: int, at: int, outcome: dict[str, Any] = DONE) -> str:
    return record({"command": command, "producer": "p", "milliseconds": milliseconds}, outcome, at, at)


def sent(label: str, at: int, **more: Any) -> str:
    command = {"command": "send", "producer": "p", "message": {"label": label}, **more}
    return record(command, {"outcome": "sent"}, at, at)


def received(label: str | None, at: int) -> str:
    outcome: dict[str, Any] = {"outcome": "no message"}
    if label is not None:
        outcome = {"outcome": "message returned", "message": {"body": label}}
    return record({"command": "receive", "queue": "ORDERS"}, outcome, at, at)


def shown(tmp_path: Path, *lines: str) -> None:
    found = judge(written(tmp_path / "a.jsonl", [*DEFINED, *lines]))
    assert found.findings
    for place, finding in enumerate(found.findings):
        again = judge(written(tmp_path / f"finding-{place}.jsonl", finding.trace.splitlines()))
        assert [one.breach.rules[0] for one in again.findings] == [finding.breach.rules[0]]


def test_a_look_that_found_nothing_stays_where_it_is_why(tmp_path: Path) -> None:
    """Without it the message, whose producer was refused a delay, might be there at once."""
    unlimited = {"delivery_mode": 1, "priority": 7, "time_to_live": 0}
    shown(
        tmp_path,
        setter("set time to live", 3000, 10),
        setter("set delivery delay", 5000, 20, REFUSED),
        sent("order-1", 1000, arguments=unlimited),
        received(None, 1100),
        received("order-1", 3000),
    )


def test_a_setter_that_was_refused_goes_with_what_it_was_refused_for(tmp_path: Path) -> None:
    shown(
        tmp_path,
        setter("set delivery delay", 5000, 10),
        setter("set time to live", 3000, 20, REFUSED),
        setter("set delivery delay", 0, 30),
        sent("order-1", 1000),
        received(None, 1100),
    )


def test_what_is_not_decided_is_told_with_its_place_in_the_file(tmp_path: Path) -> None:
    """And with no other number: the judge counts steps along one of the orders that are possible."""
    unknown = {"outcome": "message returned", "message": {}}
    look = record({"command": "receive", "queue": "ORDERS"}, unknown, 1100, 1100)
    lines = [head(observed=None), *DEFINED[1:], sent("order-1", 1000), look]
    file = written(tmp_path / "a.jsonl", lines)
    (why,) = judge(file).undecided
    assert why == f"a message without body or ids cannot be recognised ({file}, line 5)"
