"""`mqtck judge`: files that are not quite what their names say, and what is read of them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet
from recorded import EARLY, as_parquet, head, judge, shop, written

from mqtck.conformance.recordings.files import InputError
from mqtck.conformance.recordings.reading import LONGEST_LINE
from mqtck.reference.vocabulary.results import Verdict


def test_a_mark_before_utf8_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    lines = "\n".join([head(), *shop(received=EARLY)])
    (tmp_path / "marked.jsonl").write_bytes(lines.encode("utf-8-sig"))
    found = judge(tmp_path / "marked.jsonl")
    assert (found.violated, found.problems) == ({"DD-01": 1}, ())
    (tmp_path / "other.jsonl").write_bytes(lines.encode("utf-16"))
    other = judge(tmp_path / "other.jsonl")
    assert "UTF-16; a recording is written in UTF-8" in other.problems[0].text


@pytest.mark.parametrize("indent", [1, 4])
def test_a_document_over_several_lines_is_told_once(indent: int, tmp_path: Path) -> None:
    records = [json.loads(one) for one in shop(received=EARLY)]
    for whole in (records, {"records": records}):
        file = written(tmp_path / "pretty.jsonl", json.dumps(whole, indent=indent).splitlines())
        found = judge(file)
        assert [(problem.number, found.untold) for problem in found.problems] == [(1, 0)]
        assert "one JSON document over several lines" in found.problems[0].text
        assert "each record on a line of its own" in found.problems[0].text
        assert found.verdict is Verdict.INDETERMINATE


def test_lines_behind_a_head_over_several_lines_are_judged(tmp_path: Path) -> None:
    pretty = json.dumps(json.loads(head()), indent=2).splitlines()
    found = judge(written(tmp_path / "a.jsonl", [*pretty, *shop(received=EARLY), "no JSON", head()]))
    assert [problem.number for problem in found.problems][:2] == [1, len(pretty) + len(shop()) + 1]
    assert found.records == len(shop())


@pytest.mark.parametrize("lines", [100, 300])
def test_a_file_of_something_else_takes_nothing_from_the_recording_beside_it(
    lines: int, tmp_path: Path
) -> None:
    """However long it is: nothing of it stands among records."""
    written(tmp_path / "shop.jsonl", [head(), *shop(received=EARLY)])
    written(tmp_path / "package.json", ["{", *(f'"name {one}": 1,' for one in range(lines)), "}"])
    found = judge(tmp_path)
    assert found.violated == {"DD-01": 1}
    assert [problem.file for problem in found.problems] == [str(tmp_path / "package.json")]


REPORT = '{\n "mqtck_report": 1,\n "kit_version": "0.1.0"\n}\n'


def test_a_report_that_lies_beside_recordings_is_none_of_them(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text(REPORT, encoding="utf-8")
    written(tmp_path / "shop.jsonl", [head(), *shop(received=EARLY)])
    for whole in (tmp_path, tmp_path / "*.json*"):
        found = judge(whole)
        assert (found.violated, found.problems) == ({"DD-01": 1}, ())


def test_what_a_report_further_down_has_beside_it_is_none_of_the_recordings(tmp_path: Path) -> None:
    written(tmp_path / "shop.jsonl", [head(), *shop(received=EARLY)])
    report = tmp_path / "judge-report"
    for folder in ("findings", "replays", "campaign-mine"):
        (report / folder).mkdir(parents=True)
        written(report / folder / "DD-01.jsonl", [head(), *shop(received=EARLY)])
    assert judge(tmp_path).violated == {"DD-01": 4}
    (report / "report.json").write_text(REPORT, encoding="utf-8")
    assert judge(tmp_path).violated == {"DD-01": 1}
    assert judge(report / "findings").violated == {"DD-01": 1}
    written(report / "more.jsonl", [head(), *shop(received=EARLY)])
    assert judge(tmp_path).violated == {"DD-01": 2}


def test_a_report_is_not_judged_and_what_shows_it_is_told(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text(REPORT, encoding="utf-8")
    for name in (report, tmp_path / "*.json"):
        with pytest.raises(InputError, match=f"mqtck report {report}"):
            judge(name)
    (problem,) = judge(tmp_path).problems
    assert "a folder without files that end in" in problem.text


def test_a_gigantic_line_is_passed_over(tmp_path: Path) -> None:
    lines = [head(), b'{"body":"' + b"x" * (LONGEST_LINE + 5) + b'"}', *shop(received=EARLY)]
    found = judge(written(tmp_path / "a.jsonl", lines))
    assert found.violated == {"DD-01": 1}
    assert found.findings[0].number == 6
    assert "longer than 16 MB" in found.problems[0].text


def test_files_that_are_not_what_they_seem(tmp_path: Path) -> None:
    written(tmp_path / "empty.jsonl", [])
    written(tmp_path / "false.gz", ["no gzip"])
    whole = gzip.compress("\n".join([head(), *shop(received=EARLY, count=500)]).encode())
    (tmp_path / "half.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "corrupt.parquet").write_bytes(b"PAR1 nothing PAR1")
    parquet.write_table(pa.table({"command": ["{}"], "started": [1]}), tmp_path / "lacking.parquet")
    found = judge(tmp_path)
    told = {Path(problem.file).name: problem.text for problem in found.problems}
    assert set(told) == {"empty.jsonl", "false.gz", "half.jsonl.gz", "corrupt.parquet", "lacking.parquet"}
    assert "empty" in told["empty.jsonl"]
    assert "outcome, ended" in told["lacking.parquet"]
    assert found.violated == {"DD-01": 1}


WRONG_COLUMNS: dict[str, tuple[dict[str, Any], str]] = {
    "times": ({"started": pa.array([1] * 8, pa.timestamp("ms"))}, "started is timestamp[ms]"),
    "decimals": ({"ended": [1.5] * 8}, "ended is double"),
    "numbers for texts": ({"trace": [5] * 8}, "trace is int64"),
    "lists": ({"position": [[1]] * 8}, "position is list"),
    "structs": ({"command": [{"command": "commit"}] * 8}, "command is struct"),
    "nothing": ({"outcome": [None] * 8}, "outcome is null"),
}


@pytest.mark.parametrize("name", list(WRONG_COLUMNS))
def test_columns_of_a_wrong_type_are_told_once(name: str, tmp_path: Path) -> None:
    columns, told = WRONG_COLUMNS[name]
    as_parquet(tmp_path / "a.parquet", shop(), **columns)
    as_parquet(tmp_path / "b.parquet", shop(received=EARLY), head=[head(), *[None] * 7])
    found = judge(tmp_path)
    (problem,) = found.problems
    assert Path(problem.file).name == "a.parquet"
    assert told in problem.text
    assert found.violated == {"DD-01": 1}


def test_columns_of_other_fitting_types_are_read(tmp_path: Path) -> None:
    lines = shop(received=EARLY)
    fitting = {
        "started": pa.array([json.loads(line)["started"] for line in lines], pa.int32()),
        "ended": pa.array([json.loads(line)["ended"] for line in lines], pa.uint16()),
        "command": pa.array([json.dumps(json.loads(line)["command"]) for line in lines]).dictionary_encode(),
        "outcome": [json.dumps(json.loads(line)["outcome"]).encode() for line in lines],
        "head": pa.array([head(), *[None] * 7], pa.large_string()),
        "trace": pa.array([None] * 8, pa.null()),
        "colour": ["red"] * 8,
    }
    found = judge(as_parquet(tmp_path / "a.parquet", lines, **fitting))
    assert (found.violated, found.problems) == ({"DD-01": 1}, ())


def test_what_spark_writes_beside_its_files_is_no_recording(tmp_path: Path) -> None:
    folder = tmp_path / "day.parquet"
    (folder / "_temporary").mkdir(parents=True)
    for name in ("part-0.snappy.parquet", "_temporary/part-1.parquet"):
        as_parquet(folder / name, shop(received=EARLY), head=[head(), *[None] * 7])
    for name in ("_SUCCESS", "._SUCCESS.crc", "notes.txt"):
        (folder / name).write_text("hello")
    found = judge(folder)
    assert (found.files, found.problems, found.violated) == (1, (), {"DD-01": 1})


def test_where_no_record_is_found_that_is_told(tmp_path: Path) -> None:
    found = judge(written(tmp_path / "a.jsonl", [head()]), written(tmp_path / "b.jsonl", ["", " "]))
    assert ["no record" in why for why in found.undecided] == [True]
    beside = judge(written(tmp_path / "a.jsonl", [head()]), written(tmp_path / "b.jsonl", shop()))
    assert not any("no record" in why for why in beside.undecided)


def test_a_gzipped_file_that_does_not_say_so_is_told(tmp_path: Path) -> None:
    lines = "\n".join([head(), *shop(received=EARLY)])
    (tmp_path / "plain.jsonl").write_bytes(gzip.compress(lines.encode()))
    found = judge(tmp_path / "plain.jsonl")
    assert "gzipped; the name of such a file ends in .gz" in found.problems[0].text
    assert found.verdict is Verdict.INDETERMINATE


def test_a_link_that_leads_nowhere_is_told_and_the_rest_is_judged(tmp_path: Path) -> None:
    (tmp_path / "day").mkdir()
    written(tmp_path / "day" / "a.jsonl", [head(), *shop(received=EARLY)])
    (tmp_path / "day" / "b.jsonl").symlink_to(tmp_path / "gone.jsonl")
    (tmp_path / "day" / "notes.txt").symlink_to(tmp_path / "gone.txt")
    found = judge(tmp_path / "day")
    assert (found.files, found.violated) == (1, {"DD-01": 1})
    assert [(Path(one.file).name, one.text) for one in found.problems] == [
        ("b.jsonl", "a link that leads nowhere")
    ]
