"""The command line: exit codes, one clear sentence for what is wrong, and JSON where a program reads."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sample_report import hostile, sample

from mqtck.__main__ import main
from mqtck.command_line import adapters, judging, running
from mqtck.command_line.adapters import load_adapter
from mqtck.command_line.errors import CommandError, ExitCode, UnavailableError, WrongUsageError
from mqtck.conformance.contract import Adapter, AdapterUnavailable
from mqtck.conformance.ledger import in_scope
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import ComplianceReport, Method, MissingImplementation, Verdict
from mqtck.reference.vocabulary.traces import FORMAT_VERSION, Trace, TraceHead, encode_lines
from mqtck.reports.forms import read_json, write_all

ADAPTER = """
from mqtck.conformance.contract import Information
from mqtck.reference.vocabulary.profile import ClockKind

class Mine:
    information = Information(name="Mine", version="1", clock=ClockKind.VIRTUAL, abilities=frozenset())
    def open_world(self): raise NotImplementedError
    def close(self): pass
"""
SUBCOMMANDS = ("run", "campaign", "replay", "smoke", "report", "rules", "adapters", "mutants")


def run_python(*arguments: str, **settings: Any) -> subprocess.CompletedProcess[Any]:
    """A Python of its own, which is given up after a minute."""
    return subprocess.run([sys.executable, *arguments], check=False, timeout=60, **settings)


def mqtck(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The program as a user runs it."""
    return run_python("-m", "mqtck", *arguments, capture_output=True, text=True)


def refused(ended: subprocess.CompletedProcess[str], code: int = 64) -> str:
    """The one sentence that a refused call ends with."""
    assert ended.returncode == code, ended.stderr
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr
    return ended.stderr


# --- help and wrong usage --------------------------------------------------------------------------


def test_help_names_every_subcommand() -> None:
    ended = mqtck("--help")
    assert ended.returncode == 0
    assert all(f"\n    {name} " in ended.stdout for name in SUBCOMMANDS)


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_the_help_of_each_subcommand_shows_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert f"example:\n  mqtck {name}" in capsys.readouterr().out


def test_help_imports_nothing_heavy() -> None:
    heavy = {
        "msgspec",
        "immutables",
        "pyspark",
        "hypothesis",
        "jpype",
        "pytest",
        "jinja2",
        "tabulate",
        "gherkin",
    }
    script = (
        "import sys\nfrom mqtck.__main__ import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    ended = run_python("-c", script, capture_output=True, text=True)
    assert heavy & set(ended.stderr.split()) == set()
    assert "mqtck.command_line.judging" in ended.stderr.split()


def test_the_version_is_told() -> None:
    assert mqtck("--version").stdout.startswith("mqtck ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "no subcommand was given"),
        (("rnu",), "invalid choice: 'rnu'"),
        (("run", "--adaptor", "reference"), "unrecognized arguments: --adaptor reference"),
        (("run", "--methods", "features,magic"), "magic: methods are features, properties, campaign"),
        (("run", "--rules", "DD-25,DD-999"), "no rule has the id 'DD-999'; the nearest is DD-99"),
        (("run", "--rules", ","), "names nothing"),
        (("run", "--seed", "-1"), "'-1' is not a whole number of 0 or more"),
        (("run", "--format", "xml"), "invalid choice: 'xml'"),
        (("run", "--adapter", "referense"), "no adapter is called 'referense'.* did you mean reference"),
        (("campaign", "--cases", "many"), "'many' is not a whole number of 1 or more"),
        (("replay", "none.jsonl"), "none.jsonl does not exist"),
        (("smoke", "--adapter", "nothing.py"), "there is no file nothing.py"),
        (("report",), "the following arguments are required: FILE"),
        (("report", "none.json"), "none.json: cannot be read"),
        (("report", "r.json", "--to", "x", "--format", "html"), "not allowed with argument"),
        (("rules", "DD-999"), "no rule has the id 'DD-999'; the nearest is DD-99"),
        (("rules", "--family", "ZZ"), "invalid choice: 'ZZ'"),
        (("mutants", "delay-in-second"), "no mutant is called 'delay-in-second'; the nearest is delay-in-s"),
        (("mutants", "--rule", "DD-999"), "no rule has the id 'DD-999'; the nearest is DD-99"),
        (("mutants", "--rule", "HM-37"), "none of these mutants breaks HM-37"),
        (("mutants", "--methods", "magic"), "magic: methods are features, properties, campaign"),
        (("mutants", "--examples", "0"), "'0' is not a whole number of 1 or more"),
        (("mutants", "--output", "nowhere/m.json"), "nowhere/m.json cannot be written"),
    ],
)
def test_wrong_usage_ends_with_64_and_one_sentence(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sentence = refused(mqtck(*arguments))
    assert sentence.startswith("mqtck")
    assert re.search(said, sentence), sentence
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_ends_with_130_and_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: str) -> Adapter:
        raise KeyboardInterrupt

    monkeypatch.setattr(adapters, "load_adapter", interrupted)
    assert main(["smoke"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_a_reader_who_stops_reading_gets_no_traceback() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ended = run_python("-m", "mqtck", "rules", stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (141, b"")


# --- rules -----------------------------------------------------------------------------------------


def test_all_rules_as_json() -> None:
    rules = json.loads(mqtck("rules", "--format", "json").stdout)
    assert len(rules) == 325
    assert all({"id", "strength", "testable", "portable", "scenarios"} <= set(rule) for rule in rules)
    assert sum(rule["testable"] for rule in rules) == 304
    assert tuple(rule["id"] for rule in rules if rule["in_scope"]) == in_scope()
    first = rules[0]
    assert (first["id"], first["strength"], first["portable"]) == ("DD-01", "MUST", True)
    assert first["portable_section"] == "JMS 2.0 3.4.13, 7.9"


def test_the_number_of_scenarios_is_the_number_of_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0
    rules = json.loads(capsys.readouterr().out)
    assert [rule["id"] for rule in rules if rule["scenarios"] != len(rule["scenario_names"])] == []


def test_scenarios_are_counted_by_their_tags(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from mqtck.conformance import features  # noqa: PLC0415 - what the command imports

    (tmp_path / "a.feature").write_text(
        "@DD-01\nFeature: F\n  Rule: R\n    @DD-25\n    Scenario: one\n      Given x\n"
        "    Scenario: two\n      Given x\n"
    )
    real = features.load_features
    monkeypatch.setattr(features, "load_features", lambda: real(tmp_path))
    assert main(["rules", "DD-01", "DD-25", "DD-02", "--format", "json"]) == 0
    counted = {rule["id"]: rule["scenario_names"] for rule in json.loads(capsys.readouterr().out)}
    assert counted == {"DD-01": ["one", "two"], "DD-25": ["one"], "DD-02": []}


def test_a_family_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--family", "AM", "--format", "json"]) == 0
    assert [rule["id"] for rule in json.loads(capsys.readouterr().out)] == [
        f"AM-{n:02d}" for n in range(1, 29)
    ]


def test_a_rule_is_shown_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "dd-27"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for text in (
        "DD-27",
        "T == D (both nonzero)",
        "MAY (contested)",
        "8.0+later §Messaging clients b3 s1",
        "JMS client only",
        "Recorded which.",
        "T = D-1 must be refused",
        "JMS does not demand it",
        "TTL equal to delay is refused as well",
    ):
        assert text in shown


def test_the_list_of_rules_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--family", "HM"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["rule", "strength", "testable", "portable", "scenarios", "statement"]
    assert sum(line.startswith("HM-") for line in lines) == 48


# --- report ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("terminal", "136 of 325 rules judged"),
        ("markdown", "# Compliance report"),
        ("html", "<!DOCTYPE html>"),
        ("junit", "<testsuites"),
        ("json", '"mqtck_report": 1'),
    ],
)
def test_a_report_is_shown_in_each_form(
    form: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_all(sample(), tmp_path)
    assert main(["report", str(tmp_path / "report.json"), "--format", form]) == 0
    assert said in capsys.readouterr().out


def test_a_report_is_written_again_to_another_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_all(sample(), tmp_path / "one")
    assert main(["report", str(tmp_path / "one" / "report.json"), "--to", str(tmp_path / "two")]) == 0
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert [path.name for path in written] == ["report.json", "report.md", "report.html", "junit.xml"]
    assert (tmp_path / "two" / "report.json").read_bytes() == (tmp_path / "one" / "report.json").read_bytes()


def test_a_report_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    write_all(sample(), tmp_path)
    file = tmp_path / "report.json"
    file.write_bytes(file.read_bytes()[:1000])
    assert "report.json: not complete JSON" in refused(mqtck("report", str(file)))


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    write_all(sample(), tmp_path)
    sentence = refused(
        mqtck("report", str(tmp_path / "report.json"), "--to", str(tmp_path / "report.md" / "x"))
    )
    assert "cannot be written to" in sentence


def test_hostile_texts_reach_a_terminal_of_another_encoding(tmp_path: Path) -> None:
    write_all(hostile("漢 \ud800 \x1b[31m"), tmp_path)
    ended = run_python(
        "-m",
        "mqtck",
        "report",
        str(tmp_path / "report.json"),
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"\\u6f22 \\ud800 \\x1b[31m" in ended.stdout


# --- adapters --------------------------------------------------------------------------------------


def test_the_built_in_adapters_are_listed_with_their_clock() -> None:
    listed = json.loads(mqtck("adapters", "--format", "json").stdout)
    assert [(found["name"], found["clock"]) for found in listed] == [
        ("reference", "virtual"),
        ("artemis", "real"),
    ]
    assert "JMS client" in listed[1]["abilities"]
    assert "staging queue that can be inspected" in listed[0]["abilities"]
    assert "Apache Artemis" in mqtck("adapters").stdout


def write(folder: Path, text: str, name: str = "mine.py") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_an_adapter_is_found_in_a_file(tmp_path: Path) -> None:
    assert load_adapter(write(tmp_path, ADAPTER)).information.name == "Mine"
    assert load_adapter(write(tmp_path, ADAPTER) + ":Mine").information.name == "Mine"


def test_an_adapter_file_may_import_its_neighbours(tmp_path: Path) -> None:
    write(tmp_path, "NAME = 'Neighbour'\n", "its_neighbour_of_mine.py")
    text = ADAPTER.replace('"Mine"', "NAME") + "\n"
    spec = write(tmp_path, f"from its_neighbour_of_mine import NAME\n{text}", "with_neighbour.py")
    assert load_adapter(spec).information.name == "Neighbour"


def test_an_adapter_is_found_in_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, ADAPTER, "module_with_an_adapter.py")
    monkeypatch.chdir(tmp_path)
    assert load_adapter("module_with_an_adapter:Mine").information.clock is ClockKind.VIRTUAL


TWO = ADAPTER + ADAPTER.replace("Mine", "Other")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import nothing_of_that_name\n", r"does not import: ModuleNotFoundError: .*mine\.py, line 1\)"),
        ("x = 1\ndef f(:\n", r"does not import: SyntaxError: .*mine\.py, line 2\)"),
        ("x = 1 / 0\n", r"does not import: ZeroDivisionError: division by zero \(.*mine\.py, line 1\)"),
        ("import sys\nsys.exit(3)\n", "does not import: SystemExit: 3"),
        ("", "the file has no adapter class"),
        (TWO, r"several adapter classes \(Mine, Other\); name one, as .*mine.py:Mine"),
        (
            ADAPTER.replace("def close", "def shut"),
            "lacks close; an adapter has information, open_world, close",
        ),
        (ADAPTER.replace("def open_world", "def open"), "lacks open_world"),
        (ADAPTER.replace("information =", "about ="), "lacks information"),
        (ADAPTER.replace("information = Information", "information = dict"), "information is of type dict"),
        (ADAPTER + "    def __init__(self, url): pass\n", "made without arguments.* 'url'"),
    ],
)
def test_a_file_that_holds_no_adapter_is_refused_with_the_reason(
    text: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(WrongUsageError, match=said):
        load_adapter(write(tmp_path, text))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (
            "nonsense",
            "no adapter is called 'nonsense'; built in are reference, artemis; an adapter is a built-in",
        ),
        ("artemys", "did you mean artemis"),
        ("json:Nothing", "there is no Nothing in json; it has no adapter class"),
        ("json:__doc__", "not a class but a str"),
        ("no_such_module_at_all:Mine", "does not import: ModuleNotFoundError"),
        ("nowhere/mine.py:Mine", "there is no file nowhere/mine.py"),
        ("", "no adapter is called ''"),
    ],
)
def test_a_name_that_leads_to_no_adapter_is_refused(spec: str, said: str) -> None:
    with pytest.raises(WrongUsageError, match=said):
        load_adapter(spec)


def test_a_class_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match=r"there is no Yours in .*; it has Mine"):
        load_adapter(write(tmp_path, ADAPTER) + ":Yours")


def test_a_constructor_that_fails_is_the_adapter_s_error(tmp_path: Path) -> None:
    spec = write(tmp_path, ADAPTER + "    def __init__(self): raise RuntimeError('no broker')\n")
    with pytest.raises(
        CommandError, match=r"failed while it was made: RuntimeError: no broker \(.*line 9\)"
    ) as raised:
        load_adapter(spec)
    assert raised.value.exit_code is ExitCode.CANNOT_TELL
    assert "no broker" in refused(mqtck("smoke", "--adapter", spec), code=2)


def unavailable(folder: Path) -> str:
    text = ADAPTER.replace("import Information", "import AdapterUnavailable, Information")
    return write(
        folder, text + "    def __init__(self): raise AdapterUnavailable('no jars: no network')\n", "away.py"
    )


def test_an_implementation_that_cannot_be_had_ends_with_2(tmp_path: Path) -> None:
    spec = unavailable(tmp_path)
    with pytest.raises(UnavailableError, match="cannot be had: no jars: no network"):
        load_adapter(spec)
    assert "cannot be had: no jars" in refused(mqtck("smoke", "--adapter", spec), code=2)


# --- judging: what is asked of the jobs, and what becomes of their answers -------------------------


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


def test_run_prints_json_alone_where_it_is_asked_for(
    asked: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write(tmp_path, ADAPTER)
    main(["run", "--adapter", spec, "--output", str(tmp_path / "out"), "--format", "json"])
    printed = capsys.readouterr()
    assert json.loads(printed.out)["mqtck_report"] == 1
    assert f"written: {tmp_path / 'out' / 'report.html'}" in printed.err
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


def test_an_adapter_is_closed_even_where_closing_fails(
    asked: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write(tmp_path, ADAPTER.replace("pass", "raise RuntimeError('stuck')"))
    assert main(["run", "--adapter", spec, "--output", str(tmp_path / "out")]) == 1
    assert "failed while it was closed: stuck" in capsys.readouterr().err
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
    assert judging.exit_code_of(report) is code


def test_a_missing_implementation_leaves_the_question_open() -> None:
    report = msgspec.structs.replace(only("Reference"), missing=(MissingImplementation("x", "y"),))
    assert judging.exit_code_of(report) is ExitCode.CANNOT_TELL


def saved_trace(folder: Path, adapter: str) -> Path:
    head = TraceHead(mqtck_trace=FORMAT_VERSION, adapter=adapter, clock=ClockKind.VIRTUAL)
    (folder / "trace.jsonl").write_bytes(encode_lines(Trace(head=head, steps=())))
    return folder / "trace.jsonl"


def answering(verdict: Verdict, found: list[str]) -> Callable[..., running.Answer]:
    def answer(trace: Trace, adapter: running.NamedAdapter, **_: Any) -> running.Answer:
        found.append(f"{adapter.spec} {trace.head.mqtck_trace}")
        return running.Answer(verdict, "what was seen")

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
    monkeypatch.setattr(running, "replay", answering(verdict, found))
    assert main(["replay", str(saved_trace(tmp_path, spec))]) == code
    assert found == [f"{spec} {FORMAT_VERSION}"]
    assert capsys.readouterr().out == "what was seen\n"


def test_a_replay_runs_on_another_adapter_where_one_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    monkeypatch.setattr(running, "replay", answering(Verdict.CONFORMS, found))
    spec = write(tmp_path, ADAPTER)
    assert main(["replay", str(saved_trace(tmp_path, "reference")), "--adapter", spec]) == 0
    assert found == [f"{spec} {FORMAT_VERSION}"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b'{"mqtck_trace": 99}\n', "format version 99; this version of mqtck reads version"),
        (b'{"mqtck_trace": 1, "adap', "line 1"),
        (b"\xff\xfe\x00", "line 1"),
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
    def smoke(*_: Any, **__: Any) -> running.Answer:
        raise AdapterUnavailable("the broker did not start")

    monkeypatch.setattr(running, "smoke", smoke)
    assert main(["smoke", "--adapter", write(tmp_path, ADAPTER)]) == 2
    assert "cannot be had: the broker did not start" in capsys.readouterr().err
