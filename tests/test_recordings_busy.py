"""Recordings of many programs at once: what they do side by side leaves little undecided."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from recorded import head, judge, judged, random_trace, record, written

from mqtck.conformance.judging.judge import Judge
from mqtck.conformance.recordings.judging import Recordings
from mqtck.reference.vocabulary.commands import Advance
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Verdict

DONE = {"outcome": "done"}
MANY = 60
"""Places in which a record is tried, more than ever needed on the average."""

LOST = {"outcome": "refused", "reason": 2059}
COMPLETE = {"producers": "all", "queues": ["ORDERS", "BILLS"]}
DEFINED = [
    record({"command": "define local queue", "queue": name}, DONE, 0, 0) for name in COMPLETE["queues"]
]


def put(label: str, started: int, ended: int, expiry: int = -1, **message: Any) -> str:
    command = {"command": "mq put", "queue": "ORDERS", "connection": label}
    command |= {"message": {"label": label, **message}, "descriptor": {"expiry": expiry}}
    return record(command, {"outcome": "sent", "descriptor": {"message_id": f"{50:048x}"}}, started, ended)


def got(label: str | None, started: int, ended: int, queue: str = "ORDERS", **more: Any) -> str:
    outcome: dict[str, Any] = {"outcome": "no message"}
    if label is not None:
        outcome = {"outcome": "message returned", "message": {"body": label}}
    command = {"command": "mq get", "queue": queue, "connection": "reader", **more}
    return record(command, outcome, started, ended)


def complete(tmp_path: Path, *lines: str) -> Recordings:
    return judge(written(tmp_path / "a.jsonl", [head(observed=COMPLETE), *DEFINED, *lines]))


def busy(count: int) -> list[str]:
    """Puts that each overlap the next three, beside a look at another queue that takes as long as all."""
    waiting = record({"command": "receive", "queue": "BILLS"}, {"outcome": "no message"}, 5, count * 10 + 40)
    return [waiting, *(put(f"o{n}", n * 10, n * 10 + 35) for n in range(1, count + 1))]


def test_many_calls_that_overlap_leave_a_recording_decided(tmp_path: Path) -> None:
    found = complete(tmp_path, *busy(60), *(got(f"o{n}", 1000 + n, 1000 + n) for n in range(1, 61)))
    assert found.verdict is Verdict.CONFORMS


def test_behind_many_calls_that_overlap_a_lost_message_is_found(tmp_path: Path) -> None:
    gets = [got(f"o{n}", 1000 + n, 1000 + n) for n in range(1, 60)]
    found = complete(tmp_path, *busy(60), *gets, got(None, 2000, 2001))
    assert not found.undecided
    assert found.verdict is Verdict.VIOLATES


@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("b", "a")])
def test_puts_that_overlapped_may_be_got_in_either_order(tmp_path: Path, first: str, second: str) -> None:
    puts = (put("a", 10, 30), put("b", 20, 40))
    found = complete(tmp_path, *puts, got(first, 50, 50), got(second, 60, 60))
    assert found.verdict is Verdict.CONFORMS


def test_calls_in_one_millisecond_that_several_programs_recorded_overlap(tmp_path: Path) -> None:
    """Of a whole recording, too: which file is read first does not tell which call came first."""

    def of_trace(name: str, *lines: str) -> Path:
        return written(tmp_path / name, [json.dumps({**json.loads(line), "trace": "t"}) for line in lines])

    whole = json.dumps({"mqtck_trace": 1, "adapter": "the shop", "clock": "real"})
    reader = of_trace("a.jsonl", whole, DEFINED[0], got("a", 30, 30))
    assert judge(reader, of_trace("b.jsonl", put("a", 30, 30))).verdict is Verdict.CONFORMS
    assert judge(reader, of_trace("b.jsonl", put("a", 31, 31))).verdict is Verdict.VIOLATES


def test_a_get_sees_what_was_committed_while_it_waited(tmp_path: Path) -> None:
    in_a_unit = {"queue": "ORDERS", "connection": "c", "syncpoint": "syncpoint"}
    lines = [
        record({"command": "mq put", "message": {"label": "a"}, **in_a_unit}, {"outcome": "sent"}, 10, 12),
        record(
            {"command": "receive", "queue": "ORDERS"},
            {"outcome": "message returned", "message": {"body": "a"}},
            5,
            30,
        ),
        *(put(f"o{n}", 13 + n, 13 + n) for n in range(8)),
        record({"command": "mq commit", "connection": "c"}, DONE, 25, 35),
    ]
    assert complete(tmp_path, *lines).verdict is Verdict.CONFORMS


# --- one queue less -------------------------------------------------------------------------------------


def test_a_queue_that_proves_incomplete_goes_alone(tmp_path: Path) -> None:
    strange = got("unknown", 10, 11, "BILLS")
    found = complete(tmp_path, strange, put("a", 50, 51), got(None, 60, 61))
    assert "the messages of BILLS are judged by themselves" in found.undecided[0]
    assert found.verdict is Verdict.VIOLATES


def into_full(form: str, started: int, ended: int) -> str:
    """A message to a queue that two others fill, sent by JMS or put by the MQI."""
    command = {"command": "mq put", "queue": "ORDERS", "connection": "c", "message": {"label": "c"}}
    if form == "send":
        destination = {"queue": "ORDERS"}
        command = {"command": form, "producer": "p", "message": {"label": "c"}, "destination": destination}
    return record(command, {"outcome": "sent"}, started, ended)


@pytest.mark.parametrize("form", ["send", "mq put"])
@pytest.mark.parametrize(("seen", "sent"), [((10, 12), (10, 12)), ((10, 100), (20, 22))])
def test_what_made_room_in_a_queue_that_proves_incomplete_excuses_what_overlapped_it(
    tmp_path: Path, form: str, seen: tuple[int, int], sent: tuple[int, int]
) -> None:
    """A get shows what nobody is known to have put; beside it, a queue with room for two takes a third."""
    narrow = {"command": "define local queue", "queue": "ORDERS", "attributes": {"max_depth": 2}}
    lines = [
        head(observed=COMPLETE),
        *(record(narrow, DONE, 0, 0), DEFINED[1]),
        record({"command": "create producer", "producer": "p"}, DONE, 0, 0),
        *(into_full("mq put", 1, 2).replace('"c"', f'"{label}"') for label in "ab"),
        *(got("unknown", *seen), into_full(form, *sent)),
        *(got(None, at, at, "BILLS") for at in (50, 150)),
    ]
    found = judge(written(tmp_path / "a.jsonl", lines))
    assert "the messages of ORDERS are judged by themselves" in found.undecided[0]
    assert not found.findings
    known = judge(written(tmp_path / "a.jsonl", [line for line in lines if "unknown" not in line]))
    assert [one.breach.rules for one in known.findings] == [("EX-35",)]


def test_reports_that_go_elsewhere_take_nothing_away(tmp_path: Path) -> None:
    asking = put("a", 50, 51, report=0x01200000, reply_to="REPLIES")
    assert complete(tmp_path, asking, got("a", 60, 61)).verdict is Verdict.CONFORMS
    found = complete(tmp_path, asking, got(None, 60, 61))
    assert not found.undecided
    assert found.verdict is Verdict.VIOLATES


def test_exception_reports_leave_out_the_queue_that_they_come_to(tmp_path: Path) -> None:
    asking = put("a", 50, 51, report=0x01000000, reply_to="BILLS")
    found = complete(tmp_path, asking, got("a", 60, 61), got(None, 70, 71, "BILLS"))
    assert "exception reports to BILLS" in found.undecided[0]
    assert not found.findings


@pytest.mark.parametrize(
    ("known", "blamed"), [(["ORDERS", "BILLS"], {"EX-21": 1}), (["ORDERS"], {}), (["BILLS"], {})]
)
def test_a_report_is_missed_where_both_queues_are_known(
    tmp_path: Path, known: list[str], blamed: dict[str, int]
) -> None:
    """Of one queue alone: somebody may have got the message in time, or its report."""
    asking = put("a", 50, 51, expiry=20, report=0x00200000, reply_to="BILLS")
    observed = {"producers": "all", "queues": known}
    lines = [
        head(observed=observed),
        *DEFINED,
        asking,
        got(None, 2500, 2501),
        got(None, 4000, 4001, "BILLS"),
        got(None, 11_000, 11_001, "BILLS"),
    ]
    assert judge(written(tmp_path / "a.jsonl", lines)).violated == blamed


# --- clients that come and go ---------------------------------------------------------------------------


def test_a_restart_with_clients_that_try_to_go_on_leaves_a_recording_decided(tmp_path: Path) -> None:
    session = {"command": "open session", "session": "s", "acknowledgement": "transacted"}
    taken = {"outcome": "message returned", "message": {"body": "a"}}
    lines = [
        put("a", 10, 11, report=0),
        record(session, DONE, 12, 13),
        record({"command": "receive", "queue": "ORDERS", "session": "s"}, taken, 14, 15),
        record({"command": "end queue manager"}, DONE, 20, 25),
        record({"command": "commit", "session": "s"}, LOST, 30, 31),
        record({**session, "session": "t"}, LOST, 32, 33),
        record({"command": "create producer", "producer": "p", "session": "t"}, LOST, 34, 35),
        record({"command": "alter queue", "queue": "ORDERS", "changes": {"put": "disabled"}}, LOST, 36, 37),
        record({"command": "start queue manager"}, DONE, 40, 45),
        record({**session, "session": "u"}, DONE, 50, 51),
        record({"command": "receive", "queue": "ORDERS", "session": "u"}, taken, 52, 53),
    ]
    assert complete(tmp_path, *lines).verdict is Verdict.CONFORMS


def test_on_a_clock_of_whole_seconds_a_record_is_tried_in_few_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the many orders that are possible a few are followed, and no more are looked for."""
    tried: list[Judge] = []
    fork = Judge.fork
    monkeypatch.setattr(Judge, "fork", lambda judge: tried.append(judge) or fork(judge))
    trace = random_trace(0)
    steps = [step for step in trace.steps if not isinstance(step.command, Advance)]
    coarse = [
        replace(step, started=step.started // 1000 * 1000, ended=step.ended // 1000 * 1000 + 1000)
        for step in steps
    ]
    assert judged(replace(trace.head, clock=ClockKind.REAL), coarse).verdict is not Verdict.VIOLATES
    assert len(tried) < MANY * len(steps)


# --- what a recorder shows ------------------------------------------------------------------------------


def test_the_body_may_be_the_label_alone_of_a_message_of_any_length(tmp_path: Path) -> None:
    line = put("a", 10, 11, length=2000)
    assert complete(tmp_path, line, got("a", 20, 21)).verdict is Verdict.CONFORMS
    assert complete(tmp_path, line, got("b", 20, 21)).verdict is not Verdict.CONFORMS


def test_a_destination_may_be_shown_by_its_name_alone(tmp_path: Path) -> None:
    def seen(queue: str) -> Recordings:
        destination = {"queue": "ORDERS", "priority": 7}
        send = {"command": "send", "producer": "p", "message": {"label": "a"}, "destination": destination}
        message = {"body": "a", "header": {"destination": {"queue": queue}}}
        lines = [
            record({"command": "create producer", "producer": "p"}, DONE, 1, 2),
            record(send, {"outcome": "sent", "header": {"destination": {"queue": "ORDERS"}}}, 3, 4),
            record(
                {"command": "receive", "queue": "ORDERS"},
                {"outcome": "message returned", "message": message},
                5,
                6,
            ),
        ]
        return judge(written(tmp_path / "a.jsonl", [head(), *lines]))

    assert seen("ORDERS").verdict is Verdict.CONFORMS
    assert seen("BILLS").violated == {"HM-02": 1}
