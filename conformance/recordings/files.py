"""Which files are recordings: behind names, in folders, and as patterns match them.

What the kit itself has left in a folder is told apart: a report, and beside it findings, replays, a campaign.
"""

import glob
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .results import Problem

_REPORT_NAME: Final = "report.json"
_KEPT_BESIDE: Final = re.compile(r"findings|replays|campaign-.*")
"""The folders beside a report in which the kit keeps what the report is about."""

_REPORT: Final = re.compile(rb'\s*\{\s*"mqtck_report"')
"""How a compliance report of the kit begins, which may lie beside what it is about."""

_ENDINGS: Final = (".jsonl", ".json", ".ndjson", ".gz", ".parquet")


class InputError(ValueError):
    """What was named to be judged is not there; the text says what."""


def files_named(names: Sequence[str]) -> tuple[list[str], list[Problem]]:
    """The files behind names of files, folders and patterns, each once. Raises InputError.

    A compliance report of the kit in a folder, or behind a pattern, is left out; to name one is an error.
    Further down in a folder, what such a report has beside it is left out too: findings, replays, a campaign.
    """
    files: list[str] = []
    problems: list[Problem] = []
    for name in names:
        path = Path(name)
        if not name:
            raise InputError("an empty name is no file, no folder, and no pattern.")
        if path.is_dir():
            found = _below(path)
            lost = [Problem(str(one), 0, "a link that leads nowhere") for one in _lost_links(path)]
            problems += lost
            if not found and not lost:
                problems.append(Problem(name, 0, f"a folder without files that end in {', '.join(_ENDINGS)}"))
        elif path.exists():
            if not path.is_file():
                # It is read twice, and in pieces.
                raise InputError(f"{name} is a pipe or a device; write what comes from it to a file first.")
            found = _recordings_of([name])
        else:
            matching = _matching(name)
            if not matching:
                raise InputError(f"{name} is no file, no folder, and no pattern that matches one.")
            found = _recordings_of(matching)
        files += found
    return list(dict.fromkeys(files)), problems


def _below(folder: Path) -> list[str]:
    """The recordings in a folder and further down, but for those that reports there have beside them."""
    below = sorted(folder.rglob("*"))
    reports = {one.parent for one in below if one.name == _REPORT_NAME and _is_report(one)} - {folder}
    beside = {one for one in below if one.parent in reports and _KEPT_BESIDE.fullmatch(one.name)}
    return [str(one) for one in below if _is_recording(one) and beside.isdisjoint(one.parents)]


def _lost_links(folder: Path) -> list[Path]:
    """The links with names of recordings whose files are gone, in a folder and further down."""
    links = [one for one in sorted(folder.rglob("*")) if one.is_symlink() and one.suffix in _ENDINGS]
    return [one for one in links if not one.exists()]


def _is_recording(path: Path) -> bool:
    hidden = any(part.startswith((".", "_")) for part in path.parts[-2:])
    return path.is_file() and path.suffix in _ENDINGS and not hidden and not _is_report(path)


def _is_report(path: Path) -> bool:
    if path.suffix != ".json":
        return False
    try:
        with path.open("rb") as stream:
            return _REPORT.match(stream.read(256)) is not None
    except OSError:
        # Whoever reads it tells why it cannot be read.
        return False


def _recordings_of(files: Sequence[str]) -> list[str]:
    """The files that are no reports. Raises InputError if none is left."""
    found = [file for file in files if not _is_report(Path(file))]
    if not found:
        see = f"mqtck report {shlex.quote(files[0])}"
        raise InputError(f"{files[0]} is a report of mqtck, not a recording; `{see}` shows it.")
    return found


def _matching(pattern: str) -> list[str]:
    try:
        return sorted(one for one in glob.glob(pattern, recursive=True) if Path(one).is_file())  # noqa: PTH207
    except (re.error, ValueError):
        return []
