"""`mqtck judge`: recordings in every shape, whole and broken; what is wrong is told, the rest is judged."""

import gzip
import json
import os
import re
from pathlib import Path

import msgspec
import pytest
from recorded import (
    COMPLETE,
    DEFINED,
    DONE,
    EARLY,
    NOTHING,
    as_parquet,
    complete,
    head,
    judge,
    producers,
    received,
    record,
    sent,
    shop,
    written,
)

from mqtck.__main__ import main
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.recordings.judging import judge_here, named
from mqtck.conformance.recordings.reading import pieces_of, rows, starts, survey
from mqtck.conformance.recordings.spark import judge_on_spark
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import decode_lines

# --- shapes ---------------------------------------------------------------------------------------------


def test_a_right_recording_conforms(tmp_path: Path) -> None:
    found = judge(written(tmp_path / "a.jsonl", [head(), *shop()]))
    assert (found.verdict, found.traces, found.records) == (Verdict.CONFORMS, 1, 8)
    assert found.exercised["DD-10"] == found.exercised["HM-28"] == 1


def test_an_early_message_is_found_with_its_place_and_its_few_records(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", [head(), *shop(received=EARLY)])
    found = judge(path)
    assert found.violated == {"DD-01": 1}
    finding = found.findings[0]
    assert (finding.file, finding.number) == (str(path), 5)
    again = judge(written(tmp_path / "finding.jsonl", finding.trace.splitlines()))
    assert again.violated == {"DD-01": 1}
    assert finding.breach.step == len(decode_lines(finding.trace.encode().splitlines(), "finding").steps)


def test_several_traces_may_follow_one_another_or_interleave(tmp_path: Path) -> None:
    one, other = shop(trace="one"), shop(trace="other", received=EARLY)
    mixed = [line for pair in zip(one, other, strict=True) for line in pair]
    interleaved = judge(written(tmp_path / "a.jsonl", [head(), *mixed]))
    following = judge(written(tmp_path / "b.jsonl", [head(), *shop(), head(), *shop(received=EARLY)]))
    for found in (interleaved, following):
        assert (found.traces, found.records, found.violated) == (2, 16, {"DD-01": 1})


def test_records_with_ids_may_stand_in_any_order_and_in_many_files(tmp_path: Path) -> None:
    numbered = [
        json.dumps({**json.loads(line), "trace": "t", "position": number})
        for number, line in enumerate(shop(received=EARLY))
    ]
    backwards = numbered[::-1]
    written(tmp_path / "a.jsonl", [head(), *backwards[::2]])
    written(tmp_path / "b.jsonl", [head(), *backwards[1::2]])
    found = judge(tmp_path)
    assert (found.traces, found.violated, found.undecided) == (1, {"DD-01": 1}, ())


def test_calls_of_one_client_that_began_together_are_put_in_order_by_their_ends(tmp_path: Path) -> None:
    made = record({"command": "create producer", "producer": "p"}, {"outcome": "done"}, 0, 5)
    held = {"command": "set delivery delay", "producer": "p", "milliseconds": 2000}
    message = {"label": "order-1"}
    sent = {"command": "send", "producer": "p", "message": message, "destination": {"queue": "Q"}}
    held_back = record(held, {"outcome": "done"}, 10, 10)
    sending = record(sent, {"outcome": "sent"}, 10, 14)
    got = {"outcome": "message returned", "message": {"body": "order-1"}}
    early = record({"command": "receive", "queue": "Q"}, got, 500, 501)
    for lines in ([made, held_back, sending, early], [early, sending, held_back, made]):
        assert judge(written(tmp_path / "a.jsonl", [head(), *lines])).violated == {"DD-01": 1}


def test_parquet_says_the_same_as_json_lines(tmp_path: Path) -> None:
    lines = shop(received=EARLY)
    heads: list[object] = [head(), *[None for _ in lines[1:]]]
    found = judge(as_parquet(tmp_path / "a.parquet", lines, head=heads))
    traced = judge(
        as_parquet(tmp_path / "b.parquet", lines, head=[head() for _ in lines], trace=list("x" * 8))
    )
    for one in (found, traced):
        assert (one.traces, one.records, one.violated, one.problems) == (1, 8, {"DD-01": 1}, ())
        assert one.findings[0].number == 4


def test_gzipped_files_folders_and_patterns(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    with gzip.open(tmp_path / "more" / "a.jsonl.gz", "wt") as file:
        file.write("\n".join([head(), *shop()]))
    written(tmp_path / "b.jsonl", [head(), *shop()])
    written(tmp_path / "notes.txt", ["nothing"])
    assert judge(tmp_path).files == 2
    assert judge(tmp_path / "**" / "*.gz").records == 8


def test_a_file_is_cut_into_pieces_that_lose_nothing(tmp_path: Path) -> None:
    lines = [head(), *shop(count=20), "", head(), *shop(count=3), head(trace="z"), *shop(count=2, trace="z")]
    path = str(written(tmp_path / "a.jsonl", lines))
    whole = pieces_of(path)
    at_once = list(rows(whole[0], starts(whole, [survey(whole[0])])[0]))
    for size in (1, 50, 333, 4000):
        pieces = pieces_of(path, size)
        begun = starts(pieces, [survey(piece) for piece in pieces])
        assert [row for pair in zip(pieces, begun, strict=True) for row in rows(*pair)] == at_once


# --- broken ---------------------------------------------------------------------------------------------

BROKEN: dict[str, tuple[str | bytes, str]] = {
    "cut off": ('{"command":{"command":"receive","queue":"ORD', "truncated"),
    "not JSON": ("hello", "malformed"),
    "not an object": ("[1, 2]", "object"),
    "neither": ('{"hello": "world"}', "neither a head"),
    "unknown command": (record({"command": "fly"}, DONE, 9999, 9999), "fly"),
    "unknown field": (
        record({"command": "commit", "colour": 1}, DONE, 9999, 9999),
        "colour",
    ),
    "wrong type": (record({"command": "receive", "queue": 7}, NOTHING, 9999, 9999), "str"),
    "no outcome": ('{"command":{"command":"commit"},"started":9999,"ended":9999}', "outcome"),
    "huge number": (
        '{"command":{"command":"commit"},"outcome":{"outcome":"done"},"started":1e999,"ended":1}',
        "",
    ),
    "huge reading": (record({"command": "commit"}, DONE, 9999, 1 << 62), "<="),
    "before it began": (record({"command": "commit"}, DONE, 9999, 1), "before started"),
    "in microseconds": (
        record({"command": "commit"}, DONE, 1_795_286_260_357_000, 1_795_286_260_357_002),
        "is it one in microseconds?",
    ),
    "in seconds": (
        record(
            {"command": "send", "producer": "p", "message": {"label": "m"}, "destination": {"queue": "Q"}},
            {"outcome": "sent", "header": {"timestamp": 1_795_286_260_357}},
            1_795_286_260,
            1_795_286_260,
        ),
        "is it one in seconds?",
    ),
    "deep": (b'{"body":' + b"[" * 100_000, "nested more than 100 levels deep"),
    "NUL bytes": (b"\0" * 100, "malformed"),
    "not UTF-8 in a record": (
        record({"command": "receive", "queue": "Q"}, NOTHING, 9999, 9999).encode().replace(b'"Q"', b'"\xe9"'),
        "a trace is written in UTF-8",
    ),
    "not UTF-8 in what it is": (
        record({"command": "receive", "queue": "Q"}, NOTHING, 9999, 9999).encode().replace(b"rece", b"\xe9e"),
        "a trace is written in UTF-8",
    ),
    "not UTF-8 in the trace": (
        record({"command": "commit"}, DONE, 9999, 9999, trace="Q").encode().replace(b'"Q"', b'"\xe9"'),
        "a trace is written in UTF-8",
    ),
    "long": (record({"command": "fly" * 9999}, DONE, 9999, 9999), "flyfly"),
    "not UTF-8": (b'{"command":{"command":"receive","queue":"\xff\xfe"},"outcome":', ""),
}


@pytest.mark.parametrize("name", list(BROKEN))
def test_a_broken_line_is_told_with_its_place_and_the_rest_is_judged(tmp_path: Path, name: str) -> None:
    line, told = BROKEN[name]
    lines = [head(), *shop(received=EARLY), line]
    found = judge(written(tmp_path / "a.jsonl", lines))
    assert found.violated == {"DD-01": 1}
    assert [problem.number for problem in found.problems] == [len(lines)]
    assert told in found.problems[0].text


def test_records_without_a_head_are_told(tmp_path: Path) -> None:
    """Nothing was judged, and nothing said why."""
    found = judge(written(tmp_path / "a.jsonl", list(shop(received=EARLY))))
    assert found.violated == {}
    assert any(
        "no head (mqtck_trace), so that nothing is known to be complete" in one for one in found.undecided
    )


def test_behind_a_lost_line_no_producer_is_known_until_it_is_created_anew(tmp_path: Path) -> None:
    lines = shop(received=EARLY)
    found = judge(written(tmp_path / "a.jsonl", [head(), *lines[:2], "lost", *lines[2:]]))
    assert not found.findings
    assert found.verdict is Verdict.INDETERMINATE
    assert "no producer is known until one is created" in found.undecided[0]
    anew = judge(written(tmp_path / "a.jsonl", [head(), "lost", *lines]))
    assert anew.violated == {"DD-01": 1}


def test_a_lost_line_that_names_no_trace_may_have_been_of_any(tmp_path: Path) -> None:
    early = shop(received=EARLY, trace="early")
    unnamed = judge(written(tmp_path / "a.jsonl", [head(), *early[:2], "lost", *early[2:]]))
    assert not unnamed.findings
    named = '{"trace":"other","command":'
    of_other = judge(written(tmp_path / "a.jsonl", [head(), *early[:2], named, *early[2:]]))
    assert of_other.violated == {"DD-01": 1}


def test_a_queue_whose_definition_was_not_recorded_is_not_complete(tmp_path: Path) -> None:
    lines = [*producers("p"), sent("p", "a", 50, 55), received(None, 60, 61)]
    found = judge(written(tmp_path / "a.jsonl", [head(observed=COMPLETE), *lines]))
    assert not found.findings
    assert "definition of ORDERS" in found.undecided[0]


def test_where_a_record_was_lost_no_queue_is_complete(tmp_path: Path) -> None:
    found = complete(tmp_path, sent("p", "a", 50, 55), received(None, 60, 61), "lost")
    assert not found.findings
    assert "no queue is complete" in found.undecided[0]


def test_what_a_hostile_record_says_is_shown_without_its_control_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = record({"command": "fly\x1b[2J"}, DONE, 1, 1)
    main(["judge", str(written(tmp_path / "a.jsonl", [head(), line])), "--output", str(tmp_path / "report")])
    printed = "".join(capsys.readouterr())
    assert "\x1b" not in printed


def test_a_hole_in_the_numbers_is_a_lost_record(tmp_path: Path) -> None:
    numbered = [
        json.dumps({**json.loads(line), "position": number})
        for number, line in enumerate(shop(received=EARLY))
    ]
    found = judge(written(tmp_path / "a.jsonl", [head(), numbered[0], *numbered[2:]]))
    assert not found.findings
    assert "missing" in found.undecided[0]


def test_a_record_that_stands_twice_is_read_once(tmp_path: Path) -> None:
    lines = shop()
    twice = judge(written(tmp_path / "a.jsonl", [head(), *(line for one in lines for line in (one, one))]))
    assert (twice.repeated, twice.records, twice.verdict) == (8, 8, Verdict.CONFORMS)


def test_records_of_one_millisecond_that_stand_twice_are_read_once(tmp_path: Path) -> None:
    """A whole file written twice, in one file and in two; without ids of traces each file is its own."""
    lines = [DEFINED, *producers("p"), sent("p", "a", 50, 50), sent("p", "b", 50, 50), received("a", 60, 60)]
    lines += [received("b", 60, 60), received(None, 60, 60)]
    named_by_trace = [json.dumps({**json.loads(line), "trace": "t"}) for line in lines]
    in_one = judge(written(tmp_path / "one.jsonl", [head(observed=COMPLETE), *lines, *lines]))
    for name in ("two/a.jsonl", "two/b.jsonl"):
        (tmp_path / "two").mkdir(exist_ok=True)
        written(tmp_path / name, [head(observed=COMPLETE, trace="t"), *named_by_trace])
    in_two = judge(tmp_path / "two")
    for found in (in_one, in_two):
        assert not found.findings
        assert found.repeated >= 5


def test_what_is_done_again_in_one_millisecond_is_no_repetition(tmp_path: Path) -> None:
    """A delay of 5 s, none, and 5 s again: the message behind that has it."""
    delay, none = (
        record({"command": "set delivery delay", "producer": "p", "milliseconds": delay}, DONE, 2, 2)
        for delay in (5000, 0)
    )
    lines = [*producers("p"), delay, none, delay, sent("p", "a", 50, 51), received("a", 5060, 5061)]
    found = judge(written(tmp_path / "a.jsonl", [head(), *lines]))
    assert found.repeated == 0
    early = judge(written(tmp_path / "b.jsonl", [head(), *lines[:-1], received("a", 60, 61)]))
    assert early.violated == {"DD-01": 1}


def test_a_recording_without_a_head_is_a_recording_of_which_nothing_is_complete(tmp_path: Path) -> None:
    found = judge(written(tmp_path / "a.jsonl", shop(received=EARLY)))
    assert (found.records, found.findings, found.verdict) == (8, (), Verdict.INDETERMINATE)


def test_a_head_may_name_its_version_behind_anything_else(tmp_path: Path) -> None:
    """As a program writes it that sorts its keys."""
    first = json.loads(head(adapter="a" * 9000))
    version = {"mqtck_trace": first.pop("mqtck_trace")}
    found = judge(written(tmp_path / "a.jsonl", [json.dumps(first | version), *shop(received=EARLY)]))
    assert not found.problems
    assert found.violated == {"DD-01": 1}


def test_nothing_is_read_below_a_head_of_another_version(tmp_path: Path) -> None:
    """It was told, and the records were judged as if they were of this one."""
    newer = head(mqtck_trace=2, recorder="of another version")
    found = judge(written(tmp_path / "a.jsonl", [newer, *shop(received=EARLY)]))
    assert (found.records, found.findings, found.verdict) == (0, (), Verdict.INDETERMINATE)
    assert [(one.number, one.text.partition(";")[0]) for one in found.problems] == [(1, "format version 2")]
    named = [newer, *shop(received=EARLY, trace="t")]
    assert judge(written(tmp_path / "b.jsonl", named)).records == 0
    own = judge(written(tmp_path / "c.jsonl", [*named, head(trace="t")]))
    assert own.violated == {"DD-01": 1}


# --- on Spark -------------------------------------------------------------------------------------------


def test_spark_says_the_same_as_this_process(tmp_path: Path) -> None:
    broken = [line for line, _ in BROKEN.values()]
    mixed = [line for n in range(5) for line in shop(trace=f"t{n}", received=EARLY if n % 2 else 2500)]
    data = tmp_path / "data"
    data.mkdir()
    written(data / "a.jsonl", [head(), *mixed[::-1], *broken])
    written(data / "b.jsonl", [head(), *shop(received=EARLY), head(), *shop()])
    as_parquet(data / "c.parquet", shop(received=EARLY), trace=list("x" * 8))
    written(data / "d.jsonl", [])
    found = named([str(data)])
    told = list[str]()
    here, there = judge_here(found), judge_on_spark(found, "local[2]", tmp_path / "out", told.append, 0.01)
    assert msgspec.to_builtins(there) == msgspec.to_builtins(here)
    assert here.violated == {"DD-01": 3}
    assert told, "how far it has come"
    assert all(re.fullmatch(r"(stage \d+ on Spark: \d+ of \d+ tasks done(; )?)+", one) for one in told)
    assert len(set(told)) == len(told)


# --- the command line -----------------------------------------------------------------------------------


def test_the_exit_code_tells_what_was_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = written(tmp_path / "right.jsonl", [head(), *shop()])
    wrong = written(tmp_path / "wrong.jsonl", [head(), *shop(received=EARLY)])
    torn = written(tmp_path / "torn.jsonl", [head(), *shop(), "{"])
    output = ["--output", str(tmp_path / "report")]
    assert main(["judge", str(right), *output]) == ExitCode.CONFORMS
    assert main(["judge", str(torn), *output]) == ExitCode.CANNOT_TELL
    assert f"{torn}, line 10" in capsys.readouterr().err
    assert main(["judge", str(wrong), str(torn), *output]) == ExitCode.VIOLATES
    assert "DD-01" in capsys.readouterr().out
    os.mkfifo(tmp_path / "pipe.jsonl")
    for name in (tmp_path / "nothing.jsonl", tmp_path / "*.gz", tmp_path / "pipe.jsonl", ""):
        assert main(["judge", str(name), *output]) == ExitCode.WRONG_USAGE
    assert "pipe.jsonl is a pipe" in capsys.readouterr().err


def test_a_folder_of_nothing_leaves_an_earlier_report_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = ["--output", str(tmp_path / "report")]
    wrong = written(tmp_path / "wrong.jsonl", [head(), *shop(received=EARLY)])
    assert main(["judge", str(wrong), *output]) == ExitCode.VIOLATES
    earlier = (tmp_path / "report" / "report.json").read_bytes()
    (tmp_path / "none").mkdir()
    assert main(["judge", str(tmp_path / "none"), *output]) == ExitCode.WRONG_USAGE
    assert f"{tmp_path / 'none'} is a folder without files that end in .jsonl" in capsys.readouterr().err
    assert (tmp_path / "report" / "report.json").read_bytes() == earlier


def test_of_a_parquet_file_the_row_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.parquet"
    path.write_bytes(b"PAR1 nothing PAR1")
    assert main(["judge", str(path), "--output", str(tmp_path / "report")]) == ExitCode.CANNOT_TELL
    assert f"{path}, row 1: not a Parquet file that can be read from here on" in capsys.readouterr().err


def test_every_form_of_report_is_written_and_a_finding_can_be_judged_again(tmp_path: Path) -> None:
    wrong = written(tmp_path / "wrong.jsonl", [head(), *shop(received=EARLY)])
    report = tmp_path / "report"
    main(["judge", str(wrong), "--output", str(report)])
    assert {path.name for path in report.iterdir()} >= {
        "report.html",
        "report.md",
        "report.json",
        "junit.xml",
    }
    finding = report / "findings" / "DD-01.jsonl"
    assert main(["judge", str(finding), "--output", str(tmp_path / "again")]) == ExitCode.VIOLATES
