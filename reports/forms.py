"""The forms of a report, and a report from and to files.

`report.json` is the report itself; every other form can be made from it at any time. Files are written
all or none: each form is rendered first, written beside its place, and moved there when all are complete.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from errno import EACCES, EISDIR, ENOTDIR
from pathlib import Path
from typing import Any

import msgspec

from mqtck.reference.vocabulary.nesting import decoded
from mqtck.reference.vocabulary.results import REPORT_FORMAT_VERSION, ComplianceReport
from mqtck.reference.vocabulary.schemas import DIALECT, schemas
from mqtck.reference.vocabulary.traces import UNREADABLE


class Form(StrEnum):
    TERMINAL = "terminal"
    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"
    JUNIT = "junit"


FILES = {
    "report.json": Form.JSON,
    "report.md": Form.MARKDOWN,
    "report.html": Form.HTML,
    "junit.xml": Form.JUNIT,
}


class ReportError(Exception):
    """A report that cannot be read or written; the text says what is wrong and what would be right."""


def render(report: ComplianceReport, form: Form) -> str:
    """The report in one form, as text that encodes to UTF-8."""
    return _renderer(form)(report)


def _renderer(form: Form) -> Callable[[ComplianceReport], str]:
    """The function behind a form; what a form needs is imported where it is used."""
    match form:
        case Form.TERMINAL:
            from .terminal import to_terminal  # noqa: PLC0415

            return to_terminal
        case Form.JSON:
            return to_json
        case Form.MARKDOWN:
            from .markdown import to_markdown  # noqa: PLC0415

            return to_markdown
        case Form.HTML:
            from .page import to_html  # noqa: PLC0415

            return to_html
        case Form.JUNIT:
            from .junit import to_junit  # noqa: PLC0415

            return to_junit


def to_json(report: ComplianceReport) -> str:
    """The report itself, indented. Halves of surrogate pairs, which no UTF-8 holds, are escaped."""
    try:
        encoded = msgspec.json.encode(report)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_without_surrogates(msgspec.to_builtins(report)))
    return msgspec.json.format(encoded, indent=1).decode() + "\n"


def _without_surrogates(value: Any) -> Any:
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode()
        case dict():
            return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
        case list() | tuple():
            return [_without_surrogates(item) for item in value]
        case _:
            return value


def schema() -> dict[str, Any]:
    """The JSON Schema of `report.json`."""
    (top,), definitions = schemas([ComplianceReport])
    return {
        "$schema": DIALECT,
        "title": f"An mqtck compliance report, version {REPORT_FORMAT_VERSION}",
        **top,
        "$defs": definitions,
    }


def read_json(path: Path) -> ComplianceReport:
    """The report in a file. Raises ReportError naming the file and what is wrong with it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        inside = path / "report.json"
        meant = f"did you mean {inside}?" if inside.is_file() else "it should be a report.json."
        raise ReportError(f"{path}: cannot be read ({_why(error)}); {meant}") from error
    try:
        plain = decoded(data)
    except UNREADABLE as error:
        raise ReportError(
            f"{path}: not complete JSON ({error}); the file may be cut off or no report.json."
        ) from error
    version = plain.get("mqtck_report") if isinstance(plain, dict) else None
    if version is None:
        raise ReportError(f"{path}: not a compliance report; a report.json has the field mqtck_report.")
    if version != REPORT_FORMAT_VERSION:
        raise ReportError(
            f"{path}: report version {version!r}; this mqtck reads version {REPORT_FORMAT_VERSION}. "
            "Make the report again, or read it with the mqtck that made it."
        )
    try:
        return msgspec.json.decode(data, type=ComplianceReport)
    except UNREADABLE as error:
        raise ReportError(f"{path}: not a compliance report of version {version}: {error}.") from error


def write_all(report: ComplianceReport, folder: Path) -> tuple[Path, ...]:
    """Write the report under each name of `FILES`; returns the paths in that order.

    Raises ReportError, with nothing written, where the folder or a file in it cannot be written.
    """
    texts = {folder / name: render(report, form) for name, form in FILES.items()}
    check_writable(folder)
    made: list[Path] = []
    finished: dict[Path, Path] = {}
    try:
        made += _missing_folders(folder)
        folder.mkdir(parents=True, exist_ok=True)
        for place, text in texts.items():
            if place.is_dir():
                raise IsADirectoryError(EISDIR, "a folder stands in its place", str(place))
            finished[place] = _beside(place, text)
        for place, temporary in finished.items():
            temporary.replace(place)
    except OSError as error:
        with suppress(OSError):
            for temporary in finished.values():
                temporary.unlink(missing_ok=True)
            for parent in made:
                parent.rmdir()
        raise _not_writable(folder, error) from error
    return tuple(texts)


def check_writable(folder: Path) -> None:
    """Raise the ReportError of `write_all` where that can be foreseen; changes nothing."""
    try:
        missing = _missing_folders(folder)
        there = missing[-1].parent if missing else folder
        if not there.is_dir():
            raise NotADirectoryError(ENOTDIR, "it is not a folder", str(there))
        if not os.access(there, os.W_OK | os.X_OK):
            raise PermissionError(EACCES, "it may not be written", str(there))
    except OSError as error:
        raise _not_writable(folder, error) from error


def _not_writable(folder: Path, error: OSError) -> ReportError:
    return ReportError(
        f"the report cannot be written to {folder}: {_why(error)} ({error.filename or folder}). "
        "Name a folder that can be created or written."
    )


def _beside(place: Path, text: str) -> Path:
    """The text in a new file in the folder of `place`, complete or not there at all."""
    temporary = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    return temporary


def _missing_folders(folder: Path) -> list[Path]:
    """The folders that have to be created, innermost first."""
    missing = []
    for candidate in (folder, *folder.parents):
        if candidate.exists():
            break
        missing.append(candidate)
    return missing


def _why(error: OSError) -> str:
    return error.strerror or str(error)
