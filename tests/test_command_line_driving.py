"""The command line: what is asked of the jobs, and what becomes of their answers."""

import codecs
import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command_line_calls import ADAPTER, mqtck, refused, unavailable, write
from msgspec.structs import replace
from sample_report import sample

from mqtck.__main__ import main
from mqtck.adapters.reference import Reference
from mqtck.command_line import replaying, running
from mqtck.command_line.errors import ExitCode
from mqtck.command_line.reporting import exit_code_of_report
from mqtck.conformance.campaign.plan import Existing
from mqtck.conformance.contract import Adapter, AdapterUnavailable
from mqtck.conformance.suite.plan import Plan
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import (
    ComplianceReport,
    ImplementationReport,
    Method,
    MissingImplementation,
    RuleVerdict,
    Verdict,
)
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Trace, TraceHead, encode_lines
from mqtck.reports.forms import read_json


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What `run` was asked for; the answer is the report under the key `report`."""
    found: dict[str, Any] = {"report": sample()}

    def run(given: list[running.NamedAdapter], **settings: Any) -> ComplianceReport:
        found.update(settings, adapters=[one.spec for one in given])
        report: ComplianceReport = found["report"]
        return report

    monkeypatch.setattr(running, "run", run)
    monkeypatch.setattr(running, "campaign", lambda given, **settings: run([given], **settings))
    return found


def test_run_asks_for_what_was_given(asked: dict[str, Any], tmp_path: Path) -> None:
    spec = write(tmp_path, ADAPTER)
    output = tmp_path / "out"
    options = ["--rules", "dd-25, DD-27", "--methods", "features", "--seed", "7", "--output", str(output)]
    assert main(["run", "--adapter", spec, *options]) == 1
    assert asked["adapters"] == [spec]
    assert asked["rules"] == {"DD-25", "DD-27"}
    assert asked["methods"] == {Method.FEATURES}
    assert (asked["seed"], asked["output"]) == (7, output)
    assert read_json(output / "report.json") == sample()


def test_run_tells_at_once_which_rules_cannot_be_tested(
    asked: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ran for seconds, and then said that nothing was judged."""
    options = ["--methods", "features", "--output", str(tmp_path / "out"), "--rules"]
    assert main(["run", *options, "AM-01"]) == ExitCode.CANNOT_TELL
    told = capsys.readouterr().err
    assert "nothing is to be run. AM-01 cannot be tested: It says under which conditions" in told
    assert "adapters" not in asked
    main(["run", *options, "AM-01,DD-25"])
    assert capsys.readouterr().err.startswith("AM-01 cannot be tested: It says")
    assert asked["rules"] == {"AM-01", "DD-25"}
    main(["run", *options, "DD-41"])
    assert "cannot be tested" not in capsys.readouterr().err
    assert asked["rules"] == {"DD-41"}


def test_run_prints_json_alone_where_it_is_asked_for(
    asked: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write(tmp_path, ADAPTER)
    main(["run", "--adapter", spec, "--output", str(tmp_path / "out"), "--format", "json"])
    printed = capsys.readouterr()
    assert json.loads(printed.out)["mqtck_report"] == 1
    assert f"written: {tmp_path / 'out' / 'report.html'}" in printed.err
    assert re.match(
        r"artemis: \d+ of 325 rules judged, .* conform; violates: DD-01, ", printed.err.splitlines()[-1]
    )
    assert asked["rules"] == frozenset()


def test_run_goes_on_without_an_implementation_that_cannot_be_had(
    asked: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    away, here = unavailable(tmp_path), write(tmp_path, ADAPTER)
    main(["run", "--adapter", away, "--adapter", here, "--output", str(tmp_path / "out")])
    assert asked["adapters"] == [here]
    assert asked["missing"] == [MissingImplementation(adapter=away, why="no jars: no network")]
    assert "cannot be had" in capsys.readouterr().err


def test_run_refuses_an_output_folder_before_it_runs(
    asked: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write(tmp_path, ADAPTER)
    assert main(["run", "--adapter", spec, "--output", f"{spec}/out"]) == 64
    assert "cannot be written to" in capsys.readouterr().err
    assert "adapters" not in asked


def test_campaign_asks_for_what_was_given(asked: dict[str, Any], tmp_path: Path) -> None:
    spec = write(tmp_path, ADAPTER)
    options = ["--cases", "5", "--commands", "9", "--seed", "3", "--master", "local[1]"]
    assert main(["campaign", "--adapter", spec, *options, "--output", str(tmp_path / "out")]) == 1
    assert (asked["cases"], asked["commands"], asked["seed"], asked["master"]) == (5, 9, 3, "local[1]")
    assert (asked["part"], asked["partitions"], asked["existing"]) == (None, None, Existing.CONTINUE)


def test_campaign_is_asked_to_begin_anew(asked: dict[str, Any], tmp_path: Path) -> None:
    spec = write(tmp_path, ADAPTER)
    options = ["--part", "50", "--partitions", "3", "--restart", "--output", str(tmp_path / "out")]
    main(["campaign", "--adapter", spec, *options])
    assert (asked["part"], asked["partitions"], asked["existing"]) == (50, 3, Existing.REPLACE)


def test_an_adapter_is_closed_even_where_closing_fails(
    asked: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write(tmp_path, ADAPTER.replace("pass", "raise RuntimeError('stuck')"))
    assert main(["run", "--adapter", spec, "--output", str(tmp_path / "out")]) == 1
    assert (
        "failed while it was closed: closing the adapter raised RuntimeError: stuck"
        in capsys.readouterr().err
    )
    assert asked["adapters"] == [spec]


def only(name: str) -> ComplianceReport:
    report = sample()
    kept = tuple(one for one in report.implementations if one.implementation.name == name)
    return ComplianceReport(mqtck_report=1, kit_version="0.1.0", made="now", ledger=325, implementations=kept)


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (only("Reference"), ExitCode.CONFORMS),
        (only("Artemis"), ExitCode.VIOLATES),
        (sample(missing=(MissingImplementation("x", "y"),)), ExitCode.VIOLATES),
        (only("nothing"), ExitCode.CANNOT_TELL),
    ],
)
def test_the_exit_code_says_what_the_report_says(report: ComplianceReport, code: ExitCode) -> None:
    assert exit_code_of_report(report) is code


def test_a_missing_implementation_leaves_the_question_open() -> None:
    report = msgspec.structs.replace(only("Reference"), missing=(MissingImplementation("x", "y"),))
    assert exit_code_of_report(report) is ExitCode.CANNOT_TELL


def saved_trace(folder: Path, adapter: str) -> Path:
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter=adapter, clock=ClockKind.VIRTUAL)
    (folder / "trace.jsonl").write_bytes(encode_lines(Trace(head=head, steps=())))
    return folder / "trace.jsonl"


def answering(verdict: Verdict, found: list[str]) -> Callable[..., running.JobResult]:
    def answer(trace: Trace, adapter: running.NamedAdapter, **_: Any) -> running.JobResult:
        found.append(f"{adapter.spec} {trace.head.mqtck_trace}")
        return running.JobResult(verdict, "what was seen")

    return answer


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        (Verdict.CONFORMS, 0),
        (Verdict.VIOLATES, 1),
        (Verdict.INDETERMINATE, 2),
        (Verdict.UNSUPPORTED, 2),
        (Verdict.ADAPTER_ERROR, 2),
    ],
)
def test_a_replay_runs_on_the_adapter_of_the_trace_and_ends_with_its_verdict(
    verdict: Verdict,
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    spec = write(tmp_path, ADAPTER)
    found: list[str] = []
    monkeypatch.setattr(replaying, "replay", answering(verdict, found))
    assert main(["replay", str(saved_trace(tmp_path, spec))]) == code
    assert found == [f"{spec} {FORMAT_VERSION}"]
    assert capsys.readouterr().out == "what was seen\n"


def test_a_replay_runs_on_another_adapter_where_one_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    monkeypatch.setattr(replaying, "replay", answering(Verdict.CONFORMS, found))
    spec = write(tmp_path, ADAPTER)
    assert main(["replay", str(saved_trace(tmp_path, "reference")), "--adapter", spec]) == 0
    assert found == [f"{spec} {FORMAT_VERSION}"]


def test_a_replay_file_may_begin_with_the_mark_that_some_editors_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    monkeypatch.setattr(replaying, "replay", answering(Verdict.CONFORMS, found))
    path = saved_trace(tmp_path, "reference")
    path.write_bytes(codecs.BOM_UTF8 + path.read_bytes())
    assert main(["replay", str(path)]) == 0
    assert found == [f"reference {FORMAT_VERSION}"]


def test_a_trace_that_was_recorded_names_no_adapter_to_replay_it_on(tmp_path: Path) -> None:
    sentence = refused(mqtck("replay", str(saved_trace(tmp_path, "the shop"))))
    assert (
        "was recorded from 'the shop', which is no adapter; name one to replay it on with --adapter"
        in sentence
    )


HEAD = b'{"mqtck_trace":1,"adapter":"reference","clock":"virtual"}\n'


def advance(milliseconds: int) -> bytes:
    step = {"command": {"command": "advance", "milliseconds": milliseconds}, "outcome": {"outcome": "done"}}
    return json.dumps({**step, "started": 0, "ended": 0}).encode() + b"\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b'{"mqtck_trace": 99}\n', "format version 99; this version of mqtck reads version"),
        (b'{"mqtck_report": 1}\n', "line 1: not the head of a trace (a JSON object with mqtck_trace)"),
        (b'{"mqtck_trace": 1, "adap', "line 1"),
        (
            b'{"mqtck_trace":1,"adapter":"reference","clock":"virtual"}\n{"command":{"command":"browze"}}\n',
            "line 2: Invalid value 'browze' - at `$.command.command`; did you mean browse? Each line",
        ),
        (b"\xff\xfe\x00", "line 1"),
        (gzip.compress(b'{"mqtck_trace":1}', mtime=0), "is compressed; unpack it first"),
        (
            HEAD + advance(5) + b"\n" + HEAD + advance(5),
            "line 4: a second trace begins here, and a replay file holds one",
        ),
        (HEAD + advance(1 << 63), "line 2: milliseconds is 9223372036854775808, which is beyond 64 bits"),
    ],
)
def test_a_replay_file_that_is_no_trace_is_refused(content: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "trace.jsonl").write_bytes(content)
    sentence = refused(mqtck("replay", str(tmp_path / "trace.jsonl")))
    assert "trace.jsonl" in sentence
    assert said in sentence


def test_an_implementation_that_goes_away_later_ends_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def smoke(*_: Any, **__: Any) -> running.JobResult:
        raise AdapterUnavailable("the broker did not start")

    monkeypatch.setattr(running, "smoke", smoke)
    assert main(["smoke", "--adapter", write(tmp_path, ADAPTER)]) == 2
    assert "cannot be had: the broker did not start" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("clock",            "rules",       "why",       "campaign"),
    [
        (ClockKind.VIRTUAL, frozenset(),  "",          True),
        (ClockKind.VIRTUAL, {"DD-25"},    "",          False),
        (ClockKind.VIRTUAL, frozenset(),  "no Java",   False),
        (ClockKind.REAL,    frozenset(),  "",          False),
    ],
)  # fmt: skip
def test_a_run_has_a_campaign_where_it_costs_little(
    clock: ClockKind,
    rules: frozenset[str],
    why: str,
    campaign: bool,  # noqa: FBT001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plans: list[Plan] = []
    told: list[str] = []

    def judge(_adapter: Adapter, plan: Plan, *_: object) -> ImplementationReport:
        plans.append(plan)
        return sample().implementations[0]

    monkeypatch.setattr(running, "judge_adapter", judge)
    monkeypatch.setattr(running, "_no_java", lambda: why)
    adapter = Reference()
    adapter.information = replace(adapter.information, clock=clock)
    report = running.run(
        [running.NamedAdapter("mine", adapter)],
        missing=(),
        rules=rules,
        methods=None,
        seed=1,
        output=tmp_path,
        tell=told.append,
    )
    quick = {Method.FEATURES, Method.PROPERTIES}
    assert plans[0].methods == (quick | {Method.CAMPAIGN} if campaign else quick)
    assert told == ([f"mine: no campaign: {why}"] if why else [])
    assert report.missing == ()


HINT = "25 rules are violated; mqtck smoke --adapter 'my broker.py' may name one cause of many"


@pytest.mark.parametrize(
    ("clock", "violated", "hints"),
    [
        (ClockKind.VIRTUAL, 24, []),
        (ClockKind.VIRTUAL, 25, [f"my broker.py: {HINT}"]),
        (ClockKind.REAL, 25, []),
    ],
)
def test_a_run_that_finds_much_wrong_says_where_to_look_for_one_cause(
    clock: ClockKind, violated: int, hints: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = sample().implementations[0]
    broken = replace(part.rules[0], verdict=RuleVerdict.VIOLATES)
    judged = replace(part, rules=(broken,) * violated)
    monkeypatch.setattr(running, "judge_adapter", lambda *_: judged)
    adapter = Reference()
    adapter.information = replace(adapter.information, clock=clock, profiles=())
    lines: list[str] = []
    running.run(
        [running.NamedAdapter("my broker.py", adapter)],
        missing=(),
        rules=frozenset(),
        methods=frozenset({Method.FEATURES}),
        seed=1,
        output=tmp_path,
        tell=lines.append,
    )
    assert [line for line in lines if "mqtck smoke" in line] == hints
