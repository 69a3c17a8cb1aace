"""The linter, the formatter and the strict type checker are part of the tests."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("reference", "conformance", "adapters", "reports")


def run(*command: str, cwd: Path = ROOT) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_finds_nothing() -> None:
    run("ruff", "check", "--no-cache", ".")


def test_the_code_is_formatted() -> None:
    run("ruff", "format", "--no-cache", "--check", ".")


def test_the_types_are_right(tmp_path: Path) -> None:
    """Type checkers do not follow an editable mapping, so they get the package as it is installed."""
    package = tmp_path / "mqtck"
    package.mkdir()
    for part in (ROOT / "mqtck").iterdir():
        if part.name != "__pycache__":
            (package / part.name).symlink_to(part)
    for folder in (*FOLDERS, "features"):
        (package / folder).symlink_to(ROOT / folder)
    run(
        "mypy",
        "--config-file",
        str(ROOT / "pyproject.toml"),
        "--cache-dir",
        str(tmp_path / "cache"),
        "-p",
        "mqtck",
        cwd=tmp_path,
    )
