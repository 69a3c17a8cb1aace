"""Slips of a recorder are told, and not held against the system."""

import json
from pathlib import Path
from typing import Any

import pytest
from recorded import HEAD, judge, record, written

from mqtck.reference.vocabulary.results import Verdict

OBSERVED = (None, {"producers": "all"}, {"producers": "all", "queues": ["Q"]})
DONE = {"outcome": "done"}
BEGINNING = (
    record({"command": "define local queue", "queue": "Q"}, DONE, 1, 2),
    record({"command": "create producer", "producer": "p"}, DONE, 3, 4),
)


def numbered(number: int) -> dict[str, Any]:
    return {"header": {"message_id": f"ID:{number:048x}"}}


def sent(label: str, at: int, outcome: dict[str, Any]) -> str:
    command = {"command": "send", "producer": "p", "message": {"label": label}, "destination": {"queue": "Q"}}
    return record(command, outcome, at, at + 1)


def received(body: str, at: int, **message: Any) -> str:
    outcome = {"outcome": "message returned", "message": {"body": body, **message}}
    return record({"command": "receive", "queue": "Q"}, outcome, at, at + 1)


def recording(folder: Path, observed: Any, *lines: str) -> Any:
    head = {name: value for name, value in HEAD.items() if name != "observed"}
    if observed is not None:
        head["observed"] = observed
    return judge(written(folder / "a.jsonl", [json.dumps(head), *BEGINNING, *lines]))


def told(found: Any) -> list[tuple[int, str]]:
    return [(problem.number, problem.text) for problem in found.problems]


@pytest.mark.parametrize("observed", OBSERVED)
def test_a_send_that_is_done_is_told_once(tmp_path: Path, observed: Any) -> None:
    found = recording(tmp_path, observed, sent("a", 10, DONE), sent("b", 20, DONE), received("a", 30))
    assert found.violated == {}
    ((line, text),) = told(found)
    assert line == 4
    assert text.startswith("send has the outcome done; possible are refused, sent, unsupported; what such a")


@pytest.mark.parametrize("observed", OBSERVED)
def test_one_label_of_two_messages_is_told_and_accuses_nobody(tmp_path: Path, observed: Any) -> None:
    twice = (sent("a", 10, {"outcome": "sent"}), sent("a", 20, {"outcome": "sent"}))
    found = recording(tmp_path, observed, *twice, received("a", 30), received("a", 40))
    assert found.violated == {}
    assert found.verdict is Verdict.INDETERMINATE
    assert told(found) == [(5, "the label a was given to another message before")]


@pytest.mark.parametrize("observed", OBSERVED)
def test_a_label_is_free_again_once_its_message_was_got(tmp_path: Path, observed: Any) -> None:
    again = (sent("a", 10, {"outcome": "sent"}), received("a", 20), sent("a", 30, {"outcome": "sent"}))
    found = recording(tmp_path, observed, *again, received("a", 40))
    assert told(found) == []
    assert found.verdict is Verdict.CONFORMS


@pytest.mark.parametrize("observed", OBSERVED)
def test_a_label_is_free_again_once_its_send_was_rolled_back(tmp_path: Path, observed: Any) -> None:
    rollback = record({"command": "rollback", "session": "sender"}, DONE, 20, 21)
    again = (sent("a", 10, {"outcome": "sent"}), rollback, sent("a", 30, {"outcome": "sent"}))
    assert told(recording(tmp_path, observed, *again)) == []


@pytest.mark.parametrize("observed", OBSERVED)
def test_content_in_the_place_of_a_label_is_told_and_accuses_nobody(tmp_path: Path, observed: Any) -> None:
    lines = (sent("a", 10, {"outcome": "sent", **numbered(1)}), received('{"x": 1}', 20, **numbered(1)))
    found = recording(tmp_path, observed, *lines)
    assert found.violated == {}
    assert told(found) == [
        (5, "the message with the id of a has the body '{\"x\": 1}'; record its label there")
    ]


def test_a_body_that_was_changed_or_exchanged_is_judged(tmp_path: Path) -> None:
    """The label that is there tells that the recorder did what it should."""
    two = (
        sent("a", 10, {"outcome": "sent", **numbered(1)}),
        sent("b", 20, {"outcome": "sent", **numbered(2)}),
    )
    for body in ("b", "XQH a"):
        found = recording(tmp_path, None, *two, received(body, 30, **numbered(1)))
        assert found.violated != {}
        assert told(found) == []


def test_a_label_given_before_a_restart_is_no_content(tmp_path: Path) -> None:
    """A message has the id of another one then, which was taken for a slip of the recorder."""
    lines = [sent("a", 10, {"outcome": "sent", **numbered(1)})]
    for at, name in ((20, "end"), (21, "start")):
        lines.append(record({"command": f"{name} queue manager"}, DONE, at, at))
    lines.append(record({"command": "create producer", "producer": "p"}, DONE, 22, 22))
    lines.append(sent("b", 30, {"outcome": "sent", **numbered(1)}))
    found = recording(tmp_path, None, *lines, received("a", 40, **numbered(1)))
    assert (told(found), set(found.violated)) == ([], {"HM-27"})


def test_the_real_name_of_the_queue_manager_is_told(tmp_path: Path) -> None:
    """Nothing was judged then, and nobody was told why."""
    opened = record({"command": "open session", "session": "s", "queue_manager": "PROD1"}, DONE, 5, 6)
    found = recording(tmp_path, OBSERVED[1], opened, opened.replace('"s"', '"t"'))
    assert ["PROD1 was not defined" in text for _, text in told(found)] == [True]
    defined = record({"command": "define queue manager", "name": "PROD1"}, DONE, 4, 5)
    assert told(recording(tmp_path, OBSERVED[1], defined, opened)) == []
