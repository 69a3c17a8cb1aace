"""Recordings of listeners: a get that began with the one before it, and what its session did between."""

import random
from pathlib import Path

import pytest
from recorded import head, judge, record, written

from mqtck.conformance.recordings.judging import Recordings
from mqtck.reference.vocabulary.results import Verdict

DONE = {"outcome": "done"}
COMPLETE = {"producers": "all", "queues": ["ORDERS"]}
QUEUE = {"queue": "ORDERS"}
CALLED = 500
"""The instant (ms) from which the listener is called; all messages were sent and due before."""


def begun(messages: int) -> list[str]:
    lines = [
        head(observed=COMPLETE),
        record({"command": "define local queue", "queue": "ORDERS"}, DONE, 1, 1),
        record({"command": "open session", "session": "l", "acknowledgement": "transacted"}, DONE, 2, 2),
        record({"command": "create producer", "producer": "p", "destination": QUEUE}, DONE, 3, 3),
        record({"command": "set delivery delay", "producer": "p", "milliseconds": 5}, DONE, 3, 3),
    ]
    for number in range(1, messages + 1):
        command = {"command": "send", "producer": "p", "message": {"label": f"o{number}"}}
        sent = {"outcome": "sent", "header": {"message_id": f"ID:{number:048x}"}}
        lines.append(record(command, sent, 10 * number, 10 * number + 1))
    return lines


def listened(calls: list[tuple[int, str]]) -> list[str]:
    """The listener's calls: the number of each message, and how the unit of work with it ended."""
    lines, before = [], 4
    for place, (number, end) in enumerate(calls):
        now = CALLED + 10 * place
        got = {"outcome": "message returned", "message": {"body": f"o{number}"}}
        lines.append(record({"command": "receive", "queue": "ORDERS", "session": "l"}, got, before, now))
        lines.append(record({"command": end, "session": "l"}, DONE, now + 5, now + 6))
        before = now
    return lines


def judged(tmp_path: Path, messages: int, calls: list[tuple[int, str]]) -> Recordings:
    return judge(written(tmp_path / "listener.jsonl", [*begun(messages), *listened(calls)]))


@pytest.mark.parametrize("seed", range(20))
def test_what_a_listener_recovers_comes_again(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    calls = []
    for number in range(1, 6):
        calls += [(number, "rollback")] * chance.randrange(3)
        calls.append((number, "commit"))
    assert judged(tmp_path, 5, calls).verdict is Verdict.CONFORMS


def test_what_a_listener_has_acknowledged_does_not_come_again(tmp_path: Path) -> None:
    found = judged(tmp_path, 2, [(1, "commit"), (1, "commit"), (2, "commit")])
    assert not found.undecided
    assert found.verdict is Verdict.VIOLATES
