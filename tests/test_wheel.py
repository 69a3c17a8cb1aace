"""The installed wheel works outside the repository: features and ledger travel as package data."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = ("mqtck", "reference", "features", "conformance", "adapters", "reports")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel is installed, built from a copy of the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for part in PARTS:
        shutil.copytree(ROOT / part, source / part, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    wheels = folder / "wheels"
    build = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(source)]
    subprocess.run([*pip, *build], check=True, capture_output=True)
    (wheel,) = wheels.glob("*.whl")
    target = folder / "installed"
    subprocess.run([*pip, "install", "--no-deps", "--target", str(target), str(wheel)], check=True)
    return target


def mqtck(installed: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mqtck", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_generic_lands_beside_the_package(installed: Path) -> None:
    names = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert names - {"bin", "__pycache__"} == {"mqtck"}


def test_every_file_of_the_sources_is_installed(installed: Path) -> None:
    """Whatever is imported: an editable installation beside it would supply what is missing."""
    for part in PARTS:
        there = installed / "mqtck" if part == "mqtck" else installed / "mqtck" / part
        sources = [path for path in (ROOT / part).rglob("*") if path.is_file() and path.name != "README.md"]
        wanted = {path.relative_to(ROOT / part) for path in sources if "__pycache__" not in path.parts}
        assert wanted
        assert {path for path in wanted if not (there / path).is_file()} == set()


def test_the_installed_wheel_judges_with_its_own_features(installed: Path, tmp_path: Path) -> None:
    done = mqtck(installed, tmp_path, "run", "--methods", "features", "--rules", "DD-25", "--format", "json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    verdicts = {rule["rule"]: rule["verdict"] for rule in report["implementations"][0]["rules"]}
    assert verdicts["DD-25"] == "conforms"


def test_the_installed_wheel_tells_how_to_write_an_adapter(installed: Path, tmp_path: Path) -> None:
    done = mqtck(installed, tmp_path, "adapters", "--contract")
    assert done.returncode == 0
    assert done.stdout.startswith("# Write an adapter")


def test_the_installed_wheel_tells_how_to_record(installed: Path, tmp_path: Path) -> None:
    done = mqtck(installed, tmp_path, "judge", "--recording")
    assert done.returncode == 0
    assert done.stdout.startswith("# Record a live system")
