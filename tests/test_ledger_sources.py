"""The ledger is still the one that was made from the source texts, and says when it is not."""

import os
import re
import shutil
from pathlib import Path

import pytest

from mqtck.__main__ import main
from mqtck.conformance.ledger.annotations import accept_sets
from mqtck.conformance.ledger.rules import load
from mqtck.conformance.ledger.sources import Condition, Sources, check, check_shipped, sources

SPECIFICATION = Path(os.environ.get("MQTCK_SPEC") or Path(__file__).parents[2] / "shared" / "spec")
"""The written ledger and the source texts, where somebody has them beside the repository."""

beside = pytest.mark.skipif(
    not SPECIFICATION.is_dir(), reason=f"the specification is not in {SPECIFICATION} (set MQTCK_SPEC)"
)


def test_the_data_that_come_along_are_those_that_were_summed() -> None:
    """Whoever corrects the ledger's data puts the new sum into sources.json."""
    changed = [
        (one.source.name, str(one)) for one in check_shipped() if one.condition is not Condition.UNCHANGED
    ]
    assert changed == []


def test_five_texts_and_the_ledger_are_summed() -> None:
    found = sources()
    assert len({text.name for text in found.texts}) == 5
    assert {part.name for part in found.ledger} == {"rules.md", "rules.tsv", "sentences.md"}
    every = (*found.texts, *found.ledger, *found.shipped)
    assert all(re.fullmatch("[0-9a-f]{64}", one.sha256) and one.length > 0 for one in every)


# --- the specification itself, where it is there ---------------------------------------------------------


@beside
def test_the_specification_is_the_one_that_was_read() -> None:
    assert [(one.source.name, str(one)) for one in check(SPECIFICATION) if str(one) != "unchanged"] == []


def written() -> dict[str, str]:
    """The rules of the written ledger by id, each as its section."""
    text = (SPECIFICATION / "rules.md").read_text(encoding="utf-8")
    parts = re.split(r"^### ((?:DD|EX|AM|HM|X)-\d+)$", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@beside
def test_every_rule_of_the_written_ledger_comes_along_and_no_other() -> None:
    assert list(written()) == list(load().rules)


@beside
def test_every_rule_says_what_the_written_ledger_says() -> None:
    sections = written()
    differing = [
        rule.id
        for rule in load().rules.values()
        if not sections[rule.id].startswith(f"\n{rule.statement}\n")
        or f"\n- source: {rule.source}\n" not in sections[rule.id]
        or f"\n- strength: {rule.strength_text}\n" not in sections[rule.id]
    ]
    assert differing == []


@beside
def test_the_table_of_the_ledger_has_the_same_rules_of_the_same_strength() -> None:
    """Only the first word: the table is behind the text in what it adds to some strengths."""
    lines = (SPECIFICATION / "rules.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [(line.split("\t")[0], re.split(r"\W", line.split("\t")[1])[0]) for line in lines]
    assert rows == [(rule.id, rule.strength.value) for rule in load().rules.values()]


@beside
def test_every_accept_set_of_the_written_ledger_comes_along_with_its_rules() -> None:
    text = (SPECIFICATION / "rules.md").read_text(encoding="utf-8")
    section = text.partition("\n## 8.")[2].partition("\n## 9.")[0]
    topics = [line.split(" | ")[0] for line in section.splitlines() if line.startswith("| ")][1:]
    assert [set(one.rules) for one in accept_sets()] == [set(ids_in(topic)) for topic in topics]


def ids_in(topic: str) -> list[str]:
    """The ids in a topic; `EX-34..36` is three."""
    found = []
    for family, first, last in re.findall(r"\b([A-Z]+)-(\d+)(?:\.\.(\d+))?", topic):
        found += [f"{family}-{number:02d}" for number in range(int(first), int(last or first) + 1)]
    return [rule for rule in found if rule in load().rules]


# --- mqtck rules --check ---------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A specification of our own, with sums to match."""
    import hashlib  # noqa: PLC0415 - for this fixture

    from mqtck.conformance.ledger import sources as ledger_sources  # noqa: PLC0415

    def made(name: str, place: Path) -> ledger_sources.Source:
        place.parent.mkdir(exist_ok=True)
        content = f"this is {name}\n".encode()
        place.write_bytes(content)
        return ledger_sources.Source(name, hashlib.sha256(content).hexdigest(), len(content))

    found = Sources(
        texts=tuple(made(name, tmp_path / "source" / name) for name in ("one.txt", "two.txt")),
        ledger=(made("rules.md", tmp_path / "rules.md"),),
        shipped=(),
    )
    monkeypatch.setattr(ledger_sources, "sources", lambda: found)
    return tmp_path


def checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(["rules", "--check", str(folder)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_an_unchanged_folder_conforms(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told, _ = checked(folder, capsys)
    assert code == 0
    assert [line.split() for line in told.splitlines()] == [
        ["one.txt", "unchanged"],
        ["two.txt", "unchanged"],
        ["rules.md", "unchanged"],
    ]


def test_a_changed_text_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "source" / "two.txt").write_text("this is another text\n")
    code, told, _ = checked(folder, capsys)
    assert code == 1
    assert "two.txt   changed, 21 bytes where there were 16" in told
    assert "one.txt   unchanged" in told


def test_a_text_of_the_same_length_is_changed_all_the_same(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "source" / "one.txt").write_text("this is one_txt\n")
    code, told, _ = checked(folder, capsys)
    assert code == 1
    assert "one.txt   changed" in told


def test_a_missing_text_is_named_and_the_others_are_compared(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "source" / "one.txt").unlink()
    code, told, error = checked(folder, capsys)
    assert code == 64
    assert "two.txt   unchanged" in told
    assert error == f"mqtck: rules --check: {folder} lacks one.txt.\n"


def test_the_texts_may_lie_in_the_folder_itself_and_without_the_ledger(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "rules.md").unlink()
    code, told, _ = checked(folder / "source", capsys)
    assert code == 0
    assert "rules.md  missing" in told


def test_a_folder_without_any_text_is_said_to_be_that(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(folder / "source")
    code, told, error = checked(folder, capsys)
    assert (code, told) == (64, "")
    assert "none of the source texts is in" in error
    assert "one.txt, two.txt" in error


@pytest.mark.parametrize("name", ["nowhere", "rules.md"])
def test_what_is_no_folder_is_wrong_usage(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    code, told, error = checked(folder / name, capsys)
    assert (code, told) == (64, "")
    assert error.endswith("is not an existing folder.\n")
