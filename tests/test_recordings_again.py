"""Judging into a folder again, and judging again what it holds: the report there is of one judgement."""

from pathlib import Path

import pytest
from recorded import EARLY, head, shop, written

from mqtck.__main__ import main
from mqtck.command_line.errors import ExitCode


def test_findings_of_an_earlier_judgement_go(tmp_path: Path) -> None:
    wrong = written(tmp_path / "a.jsonl", [head(), *shop(received=EARLY)])
    right = written(tmp_path / "b.jsonl", [head(), *shop()])
    report = tmp_path / "report"
    findings = report / "findings"
    assert main(["judge", str(wrong), "--output", str(report)]) == ExitCode.VIOLATES
    kept = written(findings / "mine.jsonl", ["of somebody else"])
    assert {file.name for file in findings.iterdir()} == {"DD-01.jsonl", "mine.jsonl"}
    assert main(["judge", str(right), "--output", str(report)]) == ExitCode.CONFORMS
    assert [*findings.iterdir()] == [kept]


def test_the_report_about_a_finding_leaves_that_which_it_is_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = written(tmp_path / "a.jsonl", [head(), *shop(received=EARLY)])
    assert main(["judge", str(wrong)]) == ExitCode.VIOLATES
    report = Path("judge-report/report.json")
    before = report.read_bytes()
    other = written(Path("judge-report/findings/DD-02.jsonl"), [head(), *shop()])
    assert main(["judge", "judge-report/findings/DD-01.jsonl"]) == ExitCode.VIOLATES
    assert report.read_bytes() == before
    assert Path("judge-report/again/report.json").is_file()
    assert other.is_file()
    assert (
        main(["judge", "judge-report/findings/DD-01.jsonl", "--output", "judge-report"]) == ExitCode.VIOLATES
    )
    assert other.is_file()
