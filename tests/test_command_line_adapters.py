"""The command line finds an adapter, or says in one sentence why there is none."""

import json
from pathlib import Path

import pytest
from command_line_calls import ADAPTER, mqtck, refused, unavailable, write

from mqtck.command_line.adapters import load_adapter
from mqtck.command_line.errors import CommandError, ExitCode, UnavailableError, WrongUsageError
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.profile import ClockKind


def test_the_built_in_adapters_are_listed_with_their_clock() -> None:
    listed = json.loads(mqtck("adapters", "--format", "json").stdout)
    assert [(found["name"], found["clock"]) for found in listed] == [
        ("reference", "virtual"),
        ("artemis", "real"),
        ("activemq", "real"),
    ]
    assert "JMS client" in listed[1]["abilities"]
    assert "staging queue that can be inspected" in listed[0]["abilities"]
    assert "Apache Artemis" in mqtck("adapters").stdout


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
            r"lacks close; an adapter has information, open_world, close \(see `mqtck adapters --contract`\)",
        ),
        (ADAPTER.replace("def open_world", "def open"), "lacks open_world"),
        (ADAPTER.replace("information =", "about ="), "lacks information"),
        (ADAPTER.replace("information = Information", "information = dict"), "information is of type dict"),
        (ADAPTER + "    def __init__(self, url): pass\n", "made without arguments.* 'url'"),
        (
            ADAPTER.replace("frozenset()", "['flying']"),
            r"does not import: ValueError: 'flying' is not a valid Ability \(.*mine\.py, line 6\)",
        ),
        (
            ADAPTER.replace("ClockKind.VIRTUAL", "ClockKind.VIRTUALLY"),
            r"does not import: AttributeError: .*VIRTUALLY.*; ClockKind has VIRTUAL \(.*mine\.py, line",
        ),
        (
            "from mqtck.reference.vocabulary.abilities import Ability\n"
            + ADAPTER.replace("frozenset()", "frozenset({Ability.JMS_CLIENT})"),
            r"does not import: AttributeError: .*JMS_CLIENT.*; Ability has JMS, ",
        ),
        (
            ADAPTER.replace("ClockKind.VIRTUAL", "ClockKind.SUNDIAL"),
            r"does not import: AttributeError: .*SUNDIAL.*; ClockKind has VIRTUAL, REAL \(",
        ),
        (ADAPTER.replace("ClockKind.VIRTUAL", "'sundial'"), "'sundial' is not a valid ClockKind"),
        (ADAPTER.replace('version="1"', "version=1"), r"information is not as it should be: .* `\$.version`"),
        (
            ADAPTER.replace("frozenset()", "frozenset(), side_by_side=0"),
            r"information is not as it should be: .* `\$.side_by_side`",
        ),
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
            "no adapter is called 'nonsense'; built in are reference, artemis, activemq; an adapter is a",
        ),
        ("artemys", "did you mean artemis"),
        ("json:Nothing", "there is no Nothing in json; it has no adapter class"),
        ("json:__doc__", "not a class but a str"),
        ("no_such_module_at_all:Mine", r"ModuleNotFoundError: No module named 'no_such_module_at_all'\.$"),
        ("nowhere/mine.py:Mine", "nowhere/mine.py does not exist"),
        ("", "no adapter is called ''"),
    ],
)
def test_a_name_that_leads_to_no_adapter_is_refused(spec: str, said: str) -> None:
    with pytest.raises(WrongUsageError, match=said):
        load_adapter(spec)


@pytest.mark.parametrize(
    ("spec", "file", "said"),
    [
        ("mine", "mine.py", r"did you mean mine\.py\?"),
        ("mine.js", "mine.js", r"is started as exec:COMMAND, where COMMAND ends in mine\.js\."),
    ],
)
def test_a_file_that_is_there_is_told_how_to_name(
    spec: str, file: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / file).write_text("", encoding="utf-8")
    with pytest.raises(WrongUsageError, match=said):
        load_adapter(spec)


def test_abilities_and_clock_may_be_given_by_their_texts(tmp_path: Path) -> None:
    text = ADAPTER.replace("frozenset()", "['JMS client']").replace("ClockKind.VIRTUAL", "'virtual'")
    information = load_adapter(write(tmp_path, text)).information
    assert information.clock is ClockKind.VIRTUAL
    assert information.abilities == {Ability.JMS, Ability.DELIVERY_DELAY}


def test_an_adapter_whose_information_cannot_be_read_ends_a_run(tmp_path: Path) -> None:
    spec = write(tmp_path, ADAPTER.replace('version="1"', "version=1"))
    assert "information is not as it should be" in refused(mqtck("run", "--adapter", spec))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            ("raise NotImplementedError", "raise OSError('no broker')"),
            "it raised OSError: no broker (mine.py:7)",
        ),
        (
            ("raise NotImplementedError", "return None"),
            "open_world gave a NoneType, which has no now, no execute, no close",
        ),
    ],
)
def test_a_world_that_does_not_open_is_told_by_smoke(
    change: tuple[str, str], told: str, tmp_path: Path
) -> None:
    tried = mqtck("smoke", "--adapter", write(tmp_path, ADAPTER.replace(*change)))
    assert (tried.returncode, tried.stdout) == (2, f"FAIL  a world is opened and closed: {told}\n")
    assert "Traceback" not in tried.stderr


def test_an_adapter_that_does_not_close_is_told_by_smoke(tmp_path: Path) -> None:
    text = "from mqtck.adapters.reference import Reference\n\nclass Mine(Reference):\n"
    text += "    def close(self): raise OSError('still busy')\n"
    tried = mqtck("smoke", "--adapter", write(tmp_path, text))
    assert tried.returncode == ExitCode.CANNOT_TELL
    assert (
        tried.stdout.splitlines()[-1]
        == "FAIL  the adapter is closed: it raised OSError: still busy (mine.py:4)"
    )


def test_a_class_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match=r"there is no Yours in \S*mine\.py; it has Mine"):
        load_adapter(write(tmp_path, ADAPTER) + ":Yours")


def test_a_constructor_that_fails_is_the_adapter_s_error(tmp_path: Path) -> None:
    spec = write(tmp_path, ADAPTER + "    def __init__(self): raise RuntimeError('no broker')\n")
    with pytest.raises(
        CommandError, match=r"failed while it was made: RuntimeError: no broker \(.*line 9\)"
    ) as raised:
        load_adapter(spec)
    assert raised.value.exit_code is ExitCode.CANNOT_TELL
    assert "no broker" in refused(mqtck("smoke", "--adapter", spec), code=2)


def test_an_implementation_that_cannot_be_had_ends_with_2(tmp_path: Path) -> None:
    spec = unavailable(tmp_path)
    with pytest.raises(UnavailableError, match="cannot be had: no jars: no network"):
        load_adapter(spec)
    assert "cannot be had: no jars" in refused(mqtck("smoke", "--adapter", spec), code=2)


def test_an_adapter_in_a_file_is_tried_out(tmp_path: Path) -> None:
    text = "from mqtck.adapters.reference import Reference\n\nclass Mine(Reference):\n    pass\n"
    tried = mqtck("smoke", "--adapter", write(tmp_path, text))
    assert (tried.returncode, tried.stderr.count("\n")) == (0, 1)
    assert "ok    an undelayed message is received once, with its body" in tried.stdout
