"""The command line: help, wrong usage, the rules and the reports, in text and in JSON."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from command_line_calls import mqtck, refused, run_python
from sample_report import hostile, sample

from mqtck.__main__ import main
from mqtck.command_line import adapters
from mqtck.command_line.arguments import names
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.contract import Adapter
from mqtck.conformance.ledger.rules import every_testable, load
from mqtck.conformance.scenarios import features
from mqtck.conformance.suite import features as suite
from mqtck.reports.forms import FILES, Form, render, write_all

SUBCOMMANDS = ("run", "campaign", "replay", "smoke", "report", "rules", "adapters", "mutants", "bench")


# --- help and wrong usage --------------------------------------------------------------------------


def test_help_names_every_subcommand() -> None:
    ended = mqtck("--help")
    assert ended.returncode == 0
    assert all(f"\n    {name} " in ended.stdout for name in SUBCOMMANDS)
    assert all(f"{code.value} " in ended.stdout for code in ExitCode if code >= ExitCode.WRONG_USAGE)


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_the_help_of_each_subcommand_shows_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert f"example:\n  mqtck {name}" in shown
    assert ("130 interrupted (Ctrl-C)" in shown) == (name in {"run", "campaign", "replay"})


def test_help_imports_nothing_heavy() -> None:
    heavy = {
        "msgspec",
        "immutables",
        "pyspark",
        "hypothesis",
        "jpype",
        "pytest",
        "pyarrow",
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
    assert "mqtck.command_line.driving" in ended.stderr.split()


def test_the_version_is_told() -> None:
    assert mqtck("--version").stdout.startswith("mqtck ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "no subcommand was given"),
        (("rnu",), r"invalid choice: 'rnu' .*; did you mean run\?"),
        (("run", "--adaptor", "reference"), "--adaptor reference; did you mean --adapter\\? see `mqtck run"),
        (("run", "mine.py"), "arguments: mine.py; an adapter is given as --adapter mine.py; see `mqtck run"),
        (("adapters", "mine.py"), "arguments: mine.py; see `mqtck adapters --help`"),
        (("judge", ".", "--outptu=x"), "arguments: --outptu=x; did you mean --output\\? see"),
        (("campaign", "--stacks", "7"), "arguments: --stacks 7; see `mqtck campaign"),
        (("judge", ".", "--adapter", "x.py"), "arguments: --adapter x.py; see `mqtck judge"),
        (("run", "--methods", "features,magic"), "magic: methods are features, properties, campaign"),
        (("run", "--rules", "DD-25,DD-999"), "no rule has the id 'DD-999'; the nearest is DD-99"),
        (("run", "--rules", ","), "names nothing"),
        (("run", "--seed", "-1"), "'-1' is not a whole number of 0 or more"),
        (("run", "--format", "xml"), "invalid choice: 'xml'"),
        (("run", "--output", ""), "names no folder; give \\. for the one you are in"),
        (("run", "--adapter", "referense"), "no adapter is called 'referense'.* did you mean reference"),
        (("campaign", "--cases", "many"), "'many' is not a whole number of 1 or more"),
        (("campaign", "--master", "lokal[2]"), r"'lokal\[2\]' is no Spark master; give local\[N\], spark://"),
        (("campaign", "--master", "local[0]"), r"'local\[0\]' is no Spark master"),
        (("campaign", "--master", "local[x]"), r"'local\[x\]' is no Spark master"),
        (("judge", ".", "--master", "spark:host"), "'spark:host' is no Spark master"),
        (
            ("campaign", "--adapter", "reference", "--adapter", "artemis"),
            "--adapter: takes one; it was given",
        ),
        (("smoke", "--adapter", "reference", "--adapter", "reference"), "--adapter: takes one; it was given"),
        (("run", "--output", "a", "--output", "b"), "--output: takes one; it was given more than once"),
        (("campaign", "--seed", "1", "--seed", "2"), "--seed: takes one; it was given more than once"),
        (("rules", "--family", "DD", "--family", "EX"), "--family: takes one; it was given more than once"),
        (("report", "--format", "terminal", "--format", "json"), "--format: takes one; it was given more"),
        (("run", "--rules", "DD-25", "--rules", "DD-27"), "--rules: takes one list, its names .* by commas"),
        (("run", "--profile", "z/os", "--profile", "z/os-8.0"), "--profile: takes one list"),
        (("run", "--methods", "features", "--methods", "campaign"), "--methods: takes one list"),
        (("mutants", "--rules", "DD-25", "--rules", "DD-27"), "--rules: takes one list"),
        (("adapters", "--contract", "--schema"), "not allowed with argument --contract"),
        (("replay", "none.jsonl"), "none.jsonl does not exist"),
        (("replay", ""), "'' names no file"),
        (("report", ""), "'' names no file"),
        (("mutants", "--output", ""), "'' names no file"),
        (("smoke", "--adapter", "nothing.py"), "nothing.py does not exist"),
        (("report",), "the following arguments are required: FILE"),
        (("report", "none.json"), "none.json: cannot be read"),
        (("report", "r.json", "--to", "x", "--format", "html"), "not allowed with argument"),
        (("rules", "DD-999"), "no rule has the id 'DD-999'; the nearest is DD-99"),
        (("rules", "foo"), "no rule has the id 'foo'; ids look like DD-01"),
        (("rules", "DD"), "no rule has the id 'DD'; ids look like DD-01"),
        (("rules", "--check", ".", "DD-27"), "--check compares whole texts"),
        (("rules", "--check", ".", "--family", "DD"), "does not go with .* --family"),
        (("rules", "--check", ".", "--format", "json"), "does not go with .* --format"),
        (("rules", "DD-27,DD-999"), "no rule has the id 'DD-999'; the nearest is DD-99"),
        (("rules", "--family", "ZZ"), "invalid choice: 'ZZ'"),
        (("rules", "DD-27", "--family", "EX"), "none of DD-27 is of the family EX"),
        (("mutants", "delay-in-second"), "no mutant is called 'delay-in-second'; the nearest is delay-in-s"),
        (("mutants", "nope"), r"no mutant is called 'nope'\."),
        (("mutants", "--rules", "DD-999"), "no rule has the id 'DD-999'; the nearest is DD-99"),
        (("mutants", "--rules", "HM-37"), "no mutant breaks HM-37; see `mqtck rules HM-37`"),
        (("mutants", "not-staged", "--rules", "HM-37"), "none of these mutants breaks HM-37"),
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


def test_a_mistake_of_the_kit_accuses_nobody() -> None:
    """It is shown with its trace, and does not end with the code for a violation."""
    script = (
        "import sys\nfrom mqtck import __main__\n"
        "def fail(_): raise RuntimeError('a mistake')\n"
        "__main__._main = fail\nsys.exit(__main__.main())"
    )
    ended = run_python("-c", script, capture_output=True, text=True)
    assert ended.returncode == ExitCode.CANNOT_TELL
    assert ended.stderr.splitlines()[-1] == "RuntimeError: a mistake"


def test_a_reader_who_stops_reading_gets_no_traceback() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ended = run_python("-m", "mqtck", "rules", stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_told_in_a_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        ended = run_python("-m", "mqtck", "rules", stdout=full, stderr=subprocess.PIPE)
    assert ended.returncode == ExitCode.CANNOT_TELL
    assert ended.stderr == b"mqtck: there is no room left to write to (No space left on device).\n"


# --- rules -----------------------------------------------------------------------------------------


_LEFT_RUNNING = """
import sys, threading, time
from mqtck import __main__ as program
program._ENDING_SECONDS = 0.2
threading.Thread(target=time.sleep, args=(600,)).start()
sys.argv = ["mqtck", "rules", *sys.argv[1:]]
sys.exit(program.main())
"""


@pytest.mark.parametrize(("asked", "code"), [("DD-01", 0), ("DD-999", 64)])
def test_threads_that_are_left_running_do_not_hold_the_exit(asked: str, code: int) -> None:
    ended = run_python("-c", _LEFT_RUNNING, asked, capture_output=True, text=True)
    assert ended.returncode == code
    assert "threads were left running" in ended.stderr


def test_all_rules_as_json() -> None:
    rules = json.loads(mqtck("rules", "--format", "json").stdout)
    assert [rule["id"] for rule in rules] == list(load().rules)
    assert all({"id", "strength", "testable", "portable", "scenarios"} <= set(rule) for rule in rules)
    assert tuple(rule["id"] for rule in rules if rule["in_scope"]) == every_testable()
    first = rules[0]
    assert (first["id"], first["strength"], first["portable"]) == ("DD-01", "MUST", True)
    assert first["portable_section"] == "JMS 2.0 3.4.13, 7.9"


def test_a_list_may_have_blanks_for_commas() -> None:
    assert names("DD-01 DD-02, DD-01,DD-03") == ("DD-01", "DD-02", "DD-03")


def test_the_number_of_scenarios_is_the_number_of_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0
    rules = json.loads(capsys.readouterr().out)
    assert [rule["id"] for rule in rules if rule["scenarios"] != len(rule["scenario_names"])] == []


def test_scenarios_are_counted_by_their_tags(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from mqtck.conformance.scenarios import features  # noqa: PLC0415 - what the command imports

    (tmp_path / "a.feature").write_text(
        "@DD-01\nFeature: F\n  Rule: R\n    @DD-25\n    Scenario: one\n      Given x\n"
        "    Scenario: two\n      Given x\n"
    )
    real = features.load_features
    monkeypatch.setattr(features, "load_features", lambda: real(tmp_path))
    assert main(["rules", "DD-01,DD-25", "DD-02", "--format", "json"]) == 0
    counted = {rule["id"]: rule["scenario_names"] for rule in json.loads(capsys.readouterr().out)}
    assert counted == {"DD-01": ["one", "two"], "DD-25": ["one"], "DD-02": []}


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("Then the sky is blue", 'own.feature:4: No step reads "the sky is blue".'),
        ("Than nothing is on ORDERS", 'own.feature:3: the scenario "one" has no step;'),
        ("@DD-02", "own.feature: (5:0)"),
    ],
)
def test_a_feature_that_cannot_be_read_is_told_in_one_sentence(
    step: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def own() -> tuple[features.ScenarioText, ...]:
        return features.read_feature(
            f"Feature: of one's own\n  @DD-01\n  Scenario: one\n    {step}\n", "own.feature"
        )

    monkeypatch.setattr(suite, "load_features", own)
    assert main(["run", "--methods", "features", "--output", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"mqtck: a feature cannot be read: {said}")
    assert told.count("\n") == 1
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


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
        ("terminal", f"136 of {len(load().rules)} rules judged"),
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
    assert [path.name for path in written] == list(FILES)
    assert (tmp_path / "two" / "report.json").read_bytes() == (tmp_path / "one" / "report.json").read_bytes()


@pytest.mark.parametrize("form", Form)
def test_a_report_is_printed_in_every_form(
    form: Form, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_all(sample(), tmp_path)
    assert main(["report", str(tmp_path / "report.json"), "--format", form.value]) == 0
    assert capsys.readouterr().out.rstrip("\n") == render(sample(), form).rstrip("\n")


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
