"""The page on recording tells the truth: its example runs, and is judged as the page shows."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from million_records import write

from mqtck.__main__ import main
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.recordings.judging import judge_here, named

PAGE = (Path(__file__).parent.parent / "conformance" / "RECORDING.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def words(text: str) -> set[str]:
    """The words of a text, with any number for each of its numbers."""
    return set(re.sub(r"[0-9]+", "0", text).split())


def without_times(line: str) -> dict[str, Any]:
    return {name: value for name, value in json.loads(line).items() if name not in {"started", "ended"}}


def test_the_example_records_what_the_page_shows_and_is_judged_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    subprocess.run([sys.executable, "-c", blocks("python")[0]], check=True, timeout=60)
    recorded = Path("shop.jsonl").read_text(encoding="utf-8").splitlines()
    shown = next(block for block in blocks("json") if '"orders"' in block).splitlines()
    assert [without_times(line) for line in recorded] == [without_times(line) for line in shown]
    assert main(["judge", "shop.jsonl"]) == ExitCode.VIOLATES
    printed = capsys.readouterr()
    said = printed.out
    before, table, behind = re.split("(?=violated)|(?=To see)", blocks("text")[0])
    for line in (*before.splitlines(), *behind.splitlines()):
        assert line in said or line.startswith("recordings"), "but for how long it took"
    assert words(table) <= words(said), "but for when it came"
    summed_up = printed.err.splitlines()[-1]
    assert summed_up == "recordings, 1 file(s): 7 of 325 rules judged, 6 of 7 conform; violates: DD-01"


def test_what_was_not_read_stands_in_the_last_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = tmp_path / "broken.jsonl"
    recording.write_text("no JSON\n" * 1000, encoding="utf-8")
    assert main(["judge", str(recording), "--output", str(tmp_path / "report")]) == ExitCode.CANNOT_TELL
    last = capsys.readouterr().err.splitlines()[-1]
    told = re.fullmatch(
        r"recordings, 1 file\(s\), (\d+) problem\(s\) of reading, (\d+) more of these: "
        r"0 of \d+ rules judged, 0 of 0 conform",
        last,
    )
    assert told, last
    assert sum(map(int, told.groups())) == 1000
    report = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert f"{recording}, line 1: JSON is malformed" in report
    assert f"and {int(told[1]) - 3} more" in report


def test_every_line_of_json_on_the_page_can_be_read(tmp_path: Path) -> None:
    for number, block in enumerate(blocks("json")):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(block, encoding="utf-8")
        assert not judge_here(named([str(path)])).problems


def test_the_lines_to_copy_are_a_recording_that_conforms(tmp_path: Path) -> None:
    (tmp_path / "copied.jsonl").write_text(next(one for one in blocks("json") if "bill-1" in one))
    found = judge_here(named([str(tmp_path / "copied.jsonl")]))
    assert (found.records, found.violated, found.undecided) == (13, {}, ())
    assert len(found.exercised) > 20


def test_a_put_without_its_life_is_for_ever_and_one_that_is_left_out_is_unknown(tmp_path: Path) -> None:
    """As the page warns: the schema's defaults count for what a command does not say."""
    lines = next(one for one in blocks("json") if "bill-1" in one).replace('"expiry":300,', "").splitlines()
    path = tmp_path / "short.jsonl"
    path.write_text("\n".join(lines))
    assert set(judge_here(named([str(path)])).violated) == {"EX-62"}
    path.write_text("\n".join(line for line in lines if '"mq put"' not in line))
    assert not judge_here(named([str(path)])).violated


def test_the_large_recording_of_the_page_holds_one_error(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    write(path, 3000, 4)
    found = judge_here(named([str(path)]))
    assert (found.traces, found.records, found.violated) == (4, 3000, {"DD-01": 1})
    assert not found.undecided
