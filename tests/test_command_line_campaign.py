"""The command line of campaigns: what cannot be done, what is continued, which files belong to an adapter."""

from pathlib import Path

import pytest
from command_line_calls import ADAPTER, write

from mqtck.__main__ import main
from mqtck.command_line import running
from mqtck.command_line.adapter_code import code_of
from mqtck.command_line.adapters import load_adapter
from mqtck.conformance.campaign.folder import CampaignError, PlanError
from mqtck.conformance.campaign.running import CampaignInterrupted
from mqtck.conformance.campaign.spark import SparkFailure
from mqtck.conformance.execution.loading import LoaderError


@pytest.mark.parametrize(
    ("raised", "code"),
    [
        (PlanError("another plan"), 64),
        (LoaderError("no such loader"), 64),
        (CampaignError("the disk is full"), 2),
        (SparkFailure("no memory\n  for Java"), 2),
    ],
)
@pytest.mark.parametrize("command", [("campaign",), ("run", "--methods", "campaign")])
def test_what_a_campaign_cannot_do_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    command: tuple[str, ...],
    raised: Exception,
    code: int,
) -> None:
    def fail(*_: object) -> None:
        raise raised

    monkeypatch.setattr(running, "judge_adapter", fail)
    assert main([*command, "--adapter", write(tmp_path, ADAPTER), "--output", str(tmp_path / "out")]) == code
    (told,) = capsys.readouterr().err.splitlines()
    assert told == f"mqtck: {' '.join(str(raised).split())}"


def test_an_interrupted_campaign_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def stop(*_: object) -> None:
        raise CampaignInterrupted("interrupted; the same command continues")

    monkeypatch.setattr(running, "judge_adapter", stop)
    spec = write(tmp_path, ADAPTER)
    assert main(["campaign", "--adapter", spec, "--output", str(tmp_path / "out")]) == 130
    assert capsys.readouterr().err == "mqtck: interrupted; the same command continues\n"


def test_the_files_of_an_adapter_are_its_own_and_what_it_imports_beside_it(tmp_path: Path) -> None:
    spec = write(tmp_path, f"import helping_module_of_a_test\nimport json\n{ADAPTER}")
    helper = tmp_path / "helping_module_of_a_test.py"
    helper.write_text("")
    (tmp_path / "other.py").write_text("")
    load_adapter(spec)
    code = code_of(spec)
    assert [Path(path) for _, path in code.files] == sorted([Path(spec).resolve(), helper.resolve()])
    assert [name for name, _ in code.files] == sorted([Path(spec).name, helper.name])
    assert code.adapter == f"{{folder}}/{Path(spec).name}"
    assert code_of(f"{spec}:Mine").adapter == f"{{folder}}/{Path(spec).name}:Mine"


def test_the_files_of_an_adapter_in_a_package_keep_their_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package_of_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "mine.py").write_text(ADAPTER)
    monkeypatch.syspath_prepend(tmp_path)
    load_adapter("package_of_a_test.mine:Mine")
    code = code_of("package_of_a_test.mine:Mine")
    assert [name for name, _ in code.files] == ["package_of_a_test/__init__.py", "package_of_a_test/mine.py"]
    assert code.adapter == ""


@pytest.mark.parametrize("spec", ["reference", "mqtck.adapters.reference:Reference"])
def test_an_installed_adapter_has_no_files_of_its_own(spec: str) -> None:
    load_adapter(spec)
    assert code_of(spec).files == ()
