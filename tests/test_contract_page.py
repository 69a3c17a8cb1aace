"""The page on how to write an adapter: its example conforms, and its table is that of the abilities."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mqtck.__main__ import main
from mqtck.command_line.errors import ExitCode
from mqtck.conformance.scenarios.features import FeatureError, load_features
from mqtck.conformance.scenarios.scripts import Await, Do
from mqtck.conformance.scenarios.steps.registry import compile_script
from mqtck.reference.structures.fields import Coding, Encoding
from mqtck.reference.structures.jms_folders import Expiration, JmsFields, jms_folders
from mqtck.reference.structures.rules_and_formatting import (
    RulesAndFormattingHeader,
    pack_rules_and_formatting,
)
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import Command

PAGE = (Path(__file__).parent.parent / "adapters" / "CONTRACT.md").read_text(encoding="utf-8")


@pytest.fixture
def example(tmp_path: Path) -> str:
    path = tmp_path / "my_broker.py"
    path.write_text(PAGE.split("```python\n", 1)[1].split("```", 1)[0])
    return str(path)


def test_the_example_keeps_to_the_contract(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["smoke", "--adapter", example]) == ExitCode.CONFORMS
    assert "FAIL" not in capsys.readouterr().out


def test_the_example_conforms(example: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = ("--rules", "DD-01,DD-27,EX-04,EX-17", "--methods", "features")
    assert main(["run", "--adapter", example, *rules, "--output", str(tmp_path)]) == ExitCode.CONFORMS
    assert re.search(r"^conforms +4$", capsys.readouterr().out, re.MULTILINE)


def test_an_example_without_the_long_form_of_send_is_found_out(
    example: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the page says of `arguments` is needed."""
    path = Path(example)
    path.write_text(path.read_text().replace("if arguments is not None:", "if False:"))
    rules = ("--rules", "EX-04", "--methods", "features")
    assert main(["run", "--adapter", example, *rules, "--output", str(tmp_path)]) == ExitCode.VIOLATES
    assert "EX-04" in capsys.readouterr().out, "what has expired is returned"


def test_bytes_are_taken_apart_as_the_page_says() -> None:
    names: dict[str, Any] = {}
    exec(PAGE.split("```python\n", 2)[2].split("```", 1)[0], names)  # noqa: S102 - the page's own code
    fields = JmsFields(destination="queue:///ORDERS", expiration=Expiration(4102444800000))
    coding = Coding(Encoding.LITTLE_ENDIAN)
    header = RulesAndFormattingHeader(encoding=546, coded_character_set_id=1208, folders=jms_folders(fields))
    folder, body = names["opened"](pack_rules_and_formatting(header, coding) + b"order-1")
    assert (folder.destination, folder.expiration, folder.priority) == (
        "queue:///ORDERS",
        4102444800000,
        None,
    )
    assert body == "order-1"


def test_the_schema_that_the_page_names_is_the_published_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert "`mqtck adapters --schema`" in PAGE
    assert main(["adapters", "--schema"]) == ExitCode.CONFORMS
    published = Path(__file__).parent.parent / "docs" / "trace.schema.json"
    assert json.loads(capsys.readouterr().out) == json.loads(published.read_text(encoding="utf-8"))


# --- what an ability brings --------------------------------------------------------------------------


def rows() -> dict[str, set[str]]:
    """Each ability with the names in code type that its row has."""
    table = PAGE.split("## What an ability brings", 1)[1].split("## More", 1)[0]
    found: dict[str, set[str]] = {}
    for line in table.splitlines():
        if line.startswith("| `"):
            _, abilities, brings, _ = line.split("|")
            for ability in re.findall(r"`([^`]*)`", abilities):
                assert ability not in found
                found[ability] = set(re.findall(r"`([^`]*)`", brings))
    return found


def commands() -> Iterator[Command]:
    for scenario in load_features():
        with suppress(FeatureError):
            yield from (
                action.command for action in compile_script(scenario) if isinstance(action, Do | Await)
            )


def names_in(value: object) -> Iterator[str]:
    """The names of the fields of a value and of the values in it."""
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield field
            yield from names_in(getattr(value, field))


def tag(command: Command) -> str:
    return str(type(command).__struct_config__.tag)


def test_the_table_has_every_ability() -> None:
    assert sorted(rows()) == sorted(set(Ability) - {Ability.DELIVERY_DELAY})


def test_the_table_has_what_each_ability_brings() -> None:
    table = rows()
    told = set().union(*table.values())
    tags, fields = set(), set()
    for command in commands():
        tags.add(tag(command))
        fields.update(names_in(command))
        for ability in abilities_needed(command) - {Ability.DELIVERY_DELAY}:
            others = abilities_needed(command) - {ability}
            named = any(tag(command) in table.get(other, ()) for other in others)
            assert named or table[ability] & {tag(command), *names_in(command)}, (ability, command)
    assert told - fields - tags == set(), "the features have none of these"
    assert tags - told == {"advance"}
