"""The file that `mqtck replay` is given: one trace, whose commands can be executed."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import adapters
from .errors import WrongUsageError

if TYPE_CHECKING:
    from mqtck.reference.vocabulary.traces import Trace

_GZIP = b"\x1f\x8b"
"""How a file begins that gzip has written."""

_LARGEST = (1 << 63) - 1
"""What fits into 64 bits, as the contract promises of the numbers in commands."""


def read_trace(path: Path) -> "Trace":
    """Raises WrongUsageError where the file is no trace, or not one that can be replayed."""
    from mqtck.reference.vocabulary.traces import TraceError, decode_lines  # noqa: PLC0415

    try:
        content = path.read_bytes()
        if content.startswith(_GZIP):
            raise WrongUsageError(f"{path} is compressed; unpack it first, as with `gzip -dk`.")
        # Some editors write a mark before UTF-8.
        lines = content.removeprefix(BOM_UTF8).splitlines()
        _check_one(lines, path)
        trace = decode_lines(lines, str(path))
    except (TraceError, OSError) as error:
        raise WrongUsageError(f"not a trace that can be replayed: {error}") from error
    _check_numbers(lines, path)
    return trace


def adapter_of(trace: "Trace", file: Path) -> str:
    """The adapter that a trace was made by; one that was recorded from a live system names none."""
    name = trace.head.adapter
    if name in adapters.BUILT_IN or name.startswith(adapters.EXEC) or ":" in name or name.endswith(".py"):
        return name
    raise WrongUsageError(
        f"{file} was recorded from {name!r}, which is no adapter; name one to replay it on with --adapter, "
        "or judge it as it was recorded with `mqtck judge`."
    )


def _check_one(lines: Sequence[bytes], path: Path) -> None:
    from mqtck.reference.vocabulary.nesting import decoded  # noqa: PLC0415 - brings in msgspec
    from mqtck.reference.vocabulary.traces import UNREADABLE  # noqa: PLC0415

    heads = [number for number, line in enumerate(lines, start=1) if b'"mqtck_trace"' in line]
    for number in heads[1:]:
        try:
            line = decoded(lines[number - 1])
        except UNREADABLE:
            return  # as is told of the line where it is read as a step
        if isinstance(line, dict) and "mqtck_trace" in line:
            raise WrongUsageError(
                f"not a trace that can be replayed: {path}, line {number}: a second trace begins here, and a "
                "replay file holds one; replay each from a file of its own."
            )


def _check_numbers(lines: Sequence[bytes], path: Path) -> None:
    """Of the outcomes nothing is executed: an implementation may have answered anything."""
    from mqtck.reference.vocabulary.nesting import decoded  # noqa: PLC0415 - brings in msgspec

    for number, line in enumerate(lines, start=1):
        step = decoded(line) if line.strip() else {}
        for name, value in _numbers({key: step[key] for key in step if key != "outcome"}):
            if not -_LARGEST - 1 <= value <= _LARGEST:
                raise WrongUsageError(
                    f"not a trace that can be replayed: {path}, line {number}: {name} is {value}, which is "
                    "beyond 64 bits."
                )


def _numbers(value: Any, name: str = "") -> Iterator[tuple[str, int]]:
    """The whole numbers in a value of JSON, with the names of their fields."""
    match value:
        case dict():
            for key, one in value.items():
                yield from _numbers(one, key)
        case list():
            for one in value:
                yield from _numbers(one, name)
        case int():
            yield name, value
